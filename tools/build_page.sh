#!/bin/sh
# build_page.sh PAGE OUT - build the page of the workbench from its folder PAGE into OUT.
#
# What it needs from npm is installed when package-lock.json asks for other versions than are there. Several builds may do this at
# the same time: one installs while the others wait.
set -eu

page=${1:?usage: build_page.sh PAGE OUT}
out=${2:?usage: build_page.sh PAGE OUT}

cd "$page"
exec 9<.
flock 9
if ! cmp -s package-lock.json node_modules/.installed-lock.json; then
    npm ci --no-audit --no-fund --ignore-scripts --loglevel=error
    cp package-lock.json node_modules/.installed-lock.json
fi
flock -s 9
TRAMMEL_PAGE="$out" npm run --silent build -- --logLevel warn

#!/bin/sh
# build_page.sh PAGE OUT - build the page of the workbench from its folder PAGE into OUT.
#
# Several builds may go on at the same time, each into a folder of its own.
set -eu

page=${1:?usage: build_page.sh PAGE OUT}
out=${2:?usage: build_page.sh PAGE OUT}

"$(dirname "$0")/install_page_packages.sh" "$page"
cd "$page"
exec 9<.
flock -s 9 # the packages are not removed meanwhile
TRAMMEL_PAGE="$out" npm run --silent build -- --logLevel warn

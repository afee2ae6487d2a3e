#!/bin/sh
# install_page_packages.sh PAGE - install what the page of the workbench in the folder PAGE needs from npm.
#
# Nothing is done when the versions of package-lock.json are installed. Several may run at the same time: one installs while
# the others wait.
set -eu

cd "${1:?usage: install_page_packages.sh PAGE}"
exec 9<.
flock 9
if ! cmp -s package-lock.json node_modules/.installed-lock.json; then
    npm ci --no-audit --no-fund --ignore-scripts --loglevel=error
    cp package-lock.json node_modules/.installed-lock.json
fi

#!/bin/sh
# fetch_sources.sh FOLDER - the sources of the libraries below Trammel, as Debian has them, unpacked in FOLDER: what `make fmu-windows` compiles.
#
# They come from where this machine has its packages from, in the version that is installed here, or else the newest. Lists and settings of
# the machine's apt are not touched. What is there already is not fetched again.
set -eu

folder=${1:?usage: fetch_sources.sh FOLDER}
mkdir -p "$folder"
cd "$folder"
apt=$PWD/apt

fetch() { # SOURCE PACKAGE: of the package that is made of it and installed here
    set -- "$1" "$(dpkg-query --show --showformat='${source:Version}' "$2" 2>/dev/null || true)"
    ls -d "$1"-*/ >/dev/null 2>&1 && return
    prepare
    apt_get source "$1${2:+=$2}" || apt_get source "$1"
}

apt_get() {
    apt-get -qq -o APT::Sandbox::User=root -o Dir::Etc::sourcelist=/dev/null -o Dir::Etc::sourceparts="$apt/sources" \
        -o Dir::State::lists="$apt/lists" -o Dir::Cache="$apt/cache" "$@"
}

# The machine's own sources of packages, as sources of source packages.
prepare() {
    [ ! -d "$apt/sources" ] || return 0
    mkdir -p "$apt/sources" "$apt/lists/partial" "$apt/cache/archives/partial"
    for list in /etc/apt/sources.list /etc/apt/sources.list.d/*.list; do
        [ ! -f "$list" ] || sed -n 's/^deb /deb-src /p' "$list" >>"$apt/sources/machine.list"
    done
    for list in /etc/apt/sources.list.d/*.sources; do
        [ ! -f "$list" ] || sed 's/^Types:.*/Types: deb-src/' "$list" >"$apt/sources/${list##*/}"
    done
    apt_get update
}

fetch suitesparse libsuitesparse-dev
fetch lapack liblapack-dev
fetch libfyaml libfyaml-dev
rm -rf "$apt" ./*.tar.* ./*.dsc

#!/bin/sh
# install_packages.sh LIST - install the Debian packages named in LIST that are not there yet.
#
# Says nothing when nothing is missing. Each line of LIST holds a package, or `PACKAGE unless COMMAND`: not wanted where that
# command is there already, from whatever source. Lines that begin with # are comments.
set -eu

list=${1:?usage: install_packages.sh LIST}

if ! command -v dpkg-query >/dev/null || ! command -v apt-get >/dev/null; then
    echo "install_packages.sh: no dpkg or apt-get on this system, so nothing is checked or installed." >&2
    echo "Trammel needs what these Debian packages hold: $(grep -v '^#' "$list" | cut -d' ' -f1 | xargs)" >&2
    exit 0
fi

missing=
while read -r package unless command; do
    case $package in
    '' | '#'*) continue ;;
    esac
    if [ "$unless" = unless ] && command -v "$command" >/dev/null; then
        continue
    fi
    state=$(dpkg-query --show --showformat='${db:Status-Status}' "$package" 2>/dev/null || true)
    case $state in
    installed*) ;;
    *) missing="$missing $package" ;;
    esac
done <"$list"
[ -n "$missing" ] || exit 0

echo "Missing packages:$missing"
as_root=
if [ "$(id -u)" -ne 0 ]; then
    if ! command -v sudo >/dev/null; then
        echo "install_packages.sh: not root and no sudo; as root run: apt-get install$missing" >&2
        exit 1
    fi
    as_root=sudo
fi
$as_root env DEBIAN_FRONTEND=noninteractive apt-get update -q
# shellcheck disable=SC2086 # a list of names, meant to be split
$as_root env DEBIAN_FRONTEND=noninteractive apt-get install -q -y --no-install-recommends $missing

#!/usr/bin/env python3
"""bundle_libraries.py WHEEL LIBRARY... - puts libraries that are opened while running, and those they need, into a repaired wheel.

auditwheel copies what programs and modules are linked to, under names of its own. What the engine opens by name (src/base/library.h) keeps its
name, in the same folder, and is found by the run paths of the module and of the program (RPATH, which holds for what they load as well).
Libraries of the C library itself are not copied.
"""
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

C_LIBRARY = re.compile(r"(ld-linux.*|lib(c|m|dl|rt|pthread|resolv|util))\.so")
PLAIN = {"libblas.so.3": "blas", "liblapack.so.3": "lapack"}  # the reference implementations, as elsewhere in Trammel


def output(*command):
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def path_of(name):
    for line in output("/sbin/ldconfig", "-p").splitlines():
        found = re.match(rf"\s*{re.escape(name)} .*x86-64.* => (.*)", line)
        if found:
            path = pathlib.Path(found[1]).resolve()
            plain = pathlib.Path(found[1]).parent / PLAIN.get(name, ".") / name
            return plain if name in PLAIN and plain.exists() else path
    sys.exit(f"bundle_libraries.py: {name} is not installed")


def closure(names):
    """Paths by name, of these and all that they need."""
    found, left = {}, list(names)
    while left:
        name = left.pop()
        if name in found or C_LIBRARY.match(name):
            continue
        found[name] = path_of(name)
        left += re.findall(r"\(NEEDED\).*\[(.*)\]", output("readelf", "-d", str(found[name])))
    return found


def put_into(folder, names):
    libraries = next(folder.glob("*.libs"))
    for name, path in sorted(closure(names).items()):
        shutil.copy(path, libraries / name)
        subprocess.run(["strip", "--strip-unneeded", str(libraries / name)], check=True)
        subprocess.run(["patchelf", "--force-rpath", "--set-rpath", "$ORIGIN", str(libraries / name)], check=True)
    for one, up in (("trammel/_trammel.abi3.so", ".."), ("trammel/bin/trammel", "../..")):
        if (folder / one).exists():
            subprocess.run(["patchelf", "--force-rpath", "--set-rpath", f"$ORIGIN/{up}/{libraries.name}", str(folder / one)], check=True)


def main(wheel, *names):
    wheel = pathlib.Path(wheel)
    with tempfile.TemporaryDirectory() as scratch:
        output("wheel", "unpack", "-d", scratch, str(wheel))
        folder = next(pathlib.Path(scratch).iterdir())
        put_into(folder, names)
        output("wheel", "pack", "-d", str(wheel.parent), str(folder))


if __name__ == "__main__":
    main(*sys.argv[1:])

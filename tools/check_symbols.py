#!/usr/bin/env python3
"""check_symbols.py LIBRARY - what the shared library exports: the functions of the public headers, as listed in symbols.txt.

A function in include/trammel/symbols.txt stays, with its arguments, for as long as the soname of the library.
`--update` writes the list anew, after a function was added.
"""
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
LIST = ROOT / "include/trammel/symbols.txt"
DECLARED = re.compile(r"^TML_API\b[^;{]*?\b(tml_\w+)\(", re.MULTILINE)


def exported(library):
    lines = subprocess.run(["nm", "-D", "--defined-only", library], capture_output=True, text=True, check=True).stdout.splitlines()
    return {line.split()[2].split("@")[0] for line in lines if line.split()[1] != "A"}


def declared():
    return {name for path in sorted((ROOT / "include/trammel").glob("*.h")) for name in DECLARED.findall(path.read_text())}


def report(names, what):
    for name in sorted(names):
        print(f"{name}: {what}")
    return bool(names)


def main():
    arguments = [word for word in sys.argv[1:] if word != "--update"]
    if len(arguments) != 1:
        print("usage: check_symbols.py LIBRARY [--update]")
        return 2
    found, public = exported(arguments[0]), declared()
    if "--update" in sys.argv:
        LIST.write_text("".join(f"{name}\n" for name in sorted(public)))
    listed = set(LIST.read_text().split())
    wrong = [report(found - public, "exported, but no public header declares it"),
             report(public - found, "declared by a public header, but not exported"),
             report(public - listed, "new: keep it by tools/check_symbols.py LIBRARY --update"),
             report(listed - public, "listed, but gone: programs that use it no longer start")]
    return 1 if any(wrong) else 0


if __name__ == "__main__":
    sys.exit(main())

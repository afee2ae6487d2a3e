#!/usr/bin/env python3
"""check_kinds.py - a kind is known by its descriptor: no code asks for one by its name.

Takes the names of all kinds from the registries that CMake builds (tml_registry) and from the table of shapes, and fails where a file
compares a text with such a name, looks one up by it, or keeps a list of such names; in the page also where it branches on one. What
the comparison wants to know belongs into the descriptor, as a field. Shapes are drawn by name in the page: each has a geometry of its own.
"""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
REGISTRY = re.compile(r"tml_registry\(\S+\s+(\S+)\s+(\w+)")
NAME = re.compile(r'^\s*\.name = "([\w-]+)"', re.M)
ASKS = re.compile(r'\b(?:\w*cmp|\w*(?:eq|equals?|same|matches)|(?:\w+_)?is|tml_word_index|tml_(?!node|field|table)\w+_find)\s*\([^;{}]*?"(\w+)"')
LISTS = re.compile(r'\{\s*((?:"\w+",\s*)+"\w+")\s*,?\s*\}')
BRANCHES = re.compile(r'(?:[!=]==\s*|\bcase\s+|\b(?:type|kind)\w*\.(?:includes|startsWith)\()"(\w+)"')
# words that mean something else as well
ORDINARY = {"grid", "line", "plane", "polyline", "spline", "joint", "point", "force", "torque", "distance", "free", "box", "rack", "spring", "drag", "euler", "svg", "png", "csv", "json"}
DRAWN = {"tml_shape_class", "tml_body_surface_class"}  # each has a geometry of its own in the page
COMMANDS = {"tml_command", "tml_export", "wb_request", "tml_study_class"}  # words of a command line, of a protocol and of tables: no kinds


def kinds():
    """(name, type) of everything registered."""
    for file in (ROOT / "CMakeLists.txt", *sorted((ROOT / "cmake").glob("*.cmake"))):
        for folder, kind in REGISTRY.findall(file.read_text(encoding="utf-8")):
            for source in [] if kind in COMMANDS else (ROOT / folder).rglob("*.c"):
                text = source.read_text(encoding="utf-8")
                for start in re.finditer(r"^const %s \w+ = \{" % kind, text, re.M):
                    yield NAME.search(text, start.end())[1], kind
    shapes = (ROOT / "src/model/shape.c").read_text(encoding="utf-8")
    for name in re.findall(r'\{\.name = "(\w+)"', shapes):
        yield name, "tml_shape_class"


def asked(text, known):
    """(where, name) of what asks for a kind in C."""
    for found in ASKS.finditer(text):
        if found[1] in known and found[1] != "plane":  # of `space: plane`
            yield found.start(1), found[1]
    for found in LISTS.finditer(text):
        names = sorted({name for name in re.findall(r"\w+", found[1]) if name in known and name not in ORDINARY})
        if len(names) > 1 and len({known[name] for name in names}) == 1:
            yield found.start(1), names[0]


def branched(text, known):
    """The same of the page."""
    for found in BRANCHES.finditer(text):
        if known.get(found[1], "tml_shape_class") not in DRAWN and found[1] not in ORDINARY:
            yield found.start(1), found[1]


def main():
    known = dict(kinds())
    faults = []
    sources = [(asked, folder, "*.[ch]") for folder in ("src", "cli", "frontend", "fmu", "workbench/server", "workbench/report")]
    for find, folder, pattern in sources + [(branched, "workbench/page/src", "*.ts*")]:
        for source in sorted((ROOT / folder).rglob(pattern)):
            text = source.read_text(encoding="utf-8")
            for where, name in find(text, known):
                faults.append('%s:%d: asks for "%s", the name of a %s: make what is wanted a field of the descriptor'
                              % (source.relative_to(ROOT), text.count("\n", 0, where) + 1, name, known[name]))
    print("\n".join(faults) if faults else "%d kinds, none asked for by its name" % len(known))
    sys.exit(bool(faults))


if __name__ == "__main__":
    main()

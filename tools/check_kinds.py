#!/usr/bin/env python3
"""check_kinds.py - a kind is known by its descriptor: no code asks for one by its name.

Takes the names of all kinds from the registries that CMake builds (tml_registry), and fails where a file compares a text with such a
name, or looks one up by it. What the comparison wants to know belongs into the descriptor, as a field.
"""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
REGISTRY = re.compile(r"tml_registry\(\S+\s+(\S+)\s+(\w+)")
NAME = re.compile(r'^\s*\.name = "(\w+)"', re.M)
ASKS = re.compile(r'\b(?:str\w*cmp|cli_is|tml_node_is|tml_word_index|tml_(?!node|field)\w+_find)\s*\([^;{}]*?"(\w+)"')
COMMANDS = {"tml_command", "wb_request"}  # words of a command line and of a protocol: no kinds


def kinds():
    """(name, type) of everything registered."""
    for file in (ROOT / "CMakeLists.txt", *sorted((ROOT / "cmake").glob("*.cmake"))):
        for folder, kind in REGISTRY.findall(file.read_text(encoding="utf-8")):
            for source in [] if kind in COMMANDS else (ROOT / folder).rglob("*.c"):
                text = source.read_text(encoding="utf-8")
                for start in re.finditer(r"^const %s \w+ = \{" % kind, text, re.M):
                    yield NAME.search(text, start.end())[1], kind


def main():
    known = dict(kinds())
    faults = []
    for folder in ("src", "cli", "workbench/server", "workbench/report"):
        for source in sorted((ROOT / folder).rglob("*.[ch]")):
            text = source.read_text(encoding="utf-8")
            for found in ASKS.finditer(text):
                if found[1] in known:
                    line = text.count("\n", 0, found.start(1)) + 1
                    faults.append('%s:%d: asks for "%s", the name of a %s: make what is wanted a field of the descriptor'
                                  % (source.relative_to(ROOT), line, found[1], known[found[1]]))
    print("\n".join(faults) if faults else "%d kinds, none asked for by its name" % len(known))
    sys.exit(bool(faults))


if __name__ == "__main__":
    main()

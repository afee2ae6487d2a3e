#!/usr/bin/env python3
"""check_layers.py - keep the layers of tools/layers.txt, and files short.

A file below src/FOLDER/, workbench/server/ or cli/ may include headers of its own layer and of the layers above it in layers.txt; the
public header trammel/trammel.h is open to all. A sub-folder belongs to its top folder. No C file has over 600 lines,
no test over 1000.
"""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
INCLUDE = re.compile(r'^\s*#\s*include\s*"([^"]+)"', re.MULTILINE)
LINE_LIMIT = 600
TEST_LINE_LIMIT = 1000  # tables of cases


def read_ranks():
    lines = (ROOT / "tools/layers.txt").read_text().splitlines()
    layers = [line.split() for line in lines if line.strip() and not line.startswith("#")]
    return {folder: rank for rank, layer in enumerate(layers) for folder in layer}


def c_files(*folders):
    return sorted(path for folder in folders for path in (ROOT / folder).rglob("*.[ch]"))


def check_includes(path, ranks):
    parts = path.relative_to(ROOT).parts
    here = parts[1] if parts[0] == "src" else parts[0]
    if here not in ranks:
        yield f"folder {here} is not in tools/layers.txt"
        return
    for included in INCLUDE.findall(path.read_text()):
        folder = included.split("/")[0] if "/" in included else here
        if folder in (".", ".."):
            yield f'"{included}": name headers from src/, not by relative path'
        elif folder != "trammel" and ranks.get(folder, -1) > ranks[here]:
            yield f'"{included}": layer {here} must not know layer {folder}'


def check_length(path):
    lines = len(path.read_text().splitlines())
    limit = TEST_LINE_LIMIT if path.relative_to(ROOT).parts[0] == "test" else LINE_LIMIT
    if lines > limit:
        yield f"{lines} lines, the limit is {limit}"


def main():
    ranks = read_ranks()
    faults = [(path, fault) for path in c_files("src", "workbench/server", "cli") for fault in check_includes(path, ranks)]
    faults += [(path, fault) for path in c_files("include", "src", "workbench/server", "cli", "test") for fault in check_length(path)]
    for path, fault in faults:
        print(f"{path.relative_to(ROOT)}: {fault}")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())

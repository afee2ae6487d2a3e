#!/usr/bin/env python3
"""check_layers.py - keep the layers of tools/layers.txt, and files short.

A file below src/FOLDER/ may include headers of its own layer and of the layers above it in layers.txt; the public headers trammel/ are
open to all. A sub-folder belongs to its top folder. Front ends (frontend/, fmu/, workbench/server/, workbench/report/, cli/, python/native/) have
layers of their own and include nothing of src/: what they need is public. The page of the workbench,
below workbench/page/src/, has layers of its own, and its files import by the same rule; what is fetched later, when it is wanted
(`import(...)`), is not bound by it. No C file has over 600 lines, no file of the page over 450 (but its texts), no test over 1000.
"""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
PAGE = ROOT / "workbench/page/src"
FRONT_FOLDERS = ("frontend", "fmu", "workbench/server", "workbench/report", "cli", "python/native")
INCLUDE = re.compile(r'^\s*#\s*include\s*"([^"]+)"', re.MULTILINE)
IMPORT = re.compile(r'^(?:import|export)\b(?:[^;"]*\bfrom)?\s*"(\.[^"]*)"', re.MULTILINE)
LINE_LIMIT = 600
PAGE_LINE_LIMIT = 450
TEXTS_LINE_LIMIT = 4000  # all that the page says, a language a file
TEST_LINE_LIMIT = 1000  # tables of cases


def read_layers():
    """The layers of src/, of the front ends and of the page, lowest first."""
    lines = (ROOT / "tools/layers.txt").read_text().splitlines()
    lines = [line for line in lines if line.strip() and not line.startswith("#")]
    front = [line.removeprefix("front:") for line in lines if line.startswith("front:")]
    page = [line.removeprefix("page:") for line in lines if line.startswith("page:")]
    return [line for line in lines if ":" not in line], front, page


def read_ranks():
    """The ranks of the folders of src/, of the front ends and of the page."""
    return [rank(lines) for lines in read_layers()]


def rank(lines):
    return {folder: rank for rank, line in enumerate(lines) for folder in line.split()}


def c_files(*folders):
    return sorted(path for folder in folders for path in (ROOT / folder).rglob("*.[ch]"))


def page_files():
    return sorted(path for path in PAGE.rglob("*") if path.suffix in (".ts", ".tsx", ".css"))


def check_includes(path, ranks):
    here = layer_of(path.relative_to(ROOT / "src"), ranks)
    if not here:
        yield "its folder is not in tools/layers.txt"
        return
    for included in INCLUDE.findall(path.read_text()):
        folder = layer_of(pathlib.PurePath(included), ranks) if "/" in included else here
        if included.startswith("."):
            yield f'"{included}": name headers from src/, not by relative path'
        elif folder and ranks[folder] > ranks[here]:
            yield f'"{included}": layer {here} must not know layer {folder}'


def check_front_includes(path, ranks):
    here = layer_of(path.relative_to(ROOT), ranks)
    for included in INCLUDE.findall(path.read_text()):
        folder = layer_of(pathlib.PurePath(included), ranks)
        if "/" not in included:
            if not any((parent / included).exists() for parent in path.parents):
                yield f'"{included}": there is no such header of this front end'
        elif included.startswith("."):
            yield f'"{included}": name headers from the top folder, not by relative path'
        elif folder is None and not included.startswith("trammel/"):
            yield f'"{included}": a front end includes trammel/ and its own headers, nothing of src/'
        elif folder and ranks[folder] > ranks[here]:
            yield f'"{included}": layer {here} must not know layer {folder}'


def layer_of(path, ranks):
    """The innermost folder of the path that has a line; None for the public header and for other people's."""
    return next((str(folder) for folder in path.parents if str(folder) in ranks), None)


def check_imports(path, ranks):
    parts = path.relative_to(PAGE).parts
    if len(parts) == 1:
        return
    here = parts[0]
    if here not in ranks:
        yield f"folder {here} of the page is not in tools/layers.txt"
        return
    for imported in IMPORT.findall(path.read_text()):
        target = (path.parent / imported).resolve().relative_to(PAGE).parts
        if len(target) == 1 and not imported.endswith(".css"):
            yield f'"{imported}": layer {here} must not know the whole page'
        elif len(target) > 1 and ranks.get(target[0], -1) > ranks[here]:
            yield f'"{imported}": layer {here} must not know layer {target[0]}'


def line_limit(path):
    if path.suffix == ".css":
        return LINE_LIMIT
    if path.is_relative_to(PAGE / "texts"):
        return TEXTS_LINE_LIMIT
    if path.is_relative_to(PAGE):
        return PAGE_LINE_LIMIT
    return TEST_LINE_LIMIT if path.relative_to(ROOT).parts[0] == "test" else LINE_LIMIT


def check_length(path):
    lines = len(path.read_text().splitlines())
    limit = line_limit(path)
    if lines > limit:
        yield f"{lines} lines, the limit is {limit}"


def main():
    ranks, front_ranks, page_ranks = read_ranks()
    faults = [(path, fault) for path in c_files("src") for fault in check_includes(path, ranks)]
    faults += [(path, fault) for path in c_files(*FRONT_FOLDERS) for fault in check_front_includes(path, front_ranks)]
    faults += [(path, fault) for path in page_files() for fault in check_imports(path, page_ranks)]
    lengths = c_files("include", "src", *FRONT_FOLDERS, "test") + page_files()
    faults += [(path, fault) for path in lengths for fault in check_length(path)]
    for path, fault in faults:
        print(f"{path.relative_to(ROOT)}: {fault}")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())

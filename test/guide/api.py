#!/usr/bin/env python3
"""api.py BUILD - the programs of docs/guide/api.md and README.md, compiled as a user would, linked to the shared library, and run.

A program is a block of C with a main; the guide says behind it what it prints: It prints `...`. The headers also compile as C++.
"""
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
PROGRAM = re.compile(r"```c\n(.*?)```\n(.*?)(?=\n```|\n## |\Z)", re.DOTALL)
FLAGS = ["-Wall", "-Wextra", "-Werror", f"-I{ROOT / 'include'}"]


def compile_and_run(code, build, folder):
    (folder / "program.c").write_text(code)
    subprocess.run(["cc", "-std=c17", *FLAGS, "program.c", "-o", "program", f"-L{build}", "-ltrammel", f"-Wl,-rpath,{build}"],
                   cwd=folder, check=True)
    return subprocess.run([folder / "program"], cwd=ROOT, check=True, capture_output=True, text=True).stdout


def find_programs(page):
    return [(code, after) for code, after in PROGRAM.findall((ROOT / page).read_text()) if "int main(" in code]


def main():
    build = pathlib.Path(sys.argv[1]).resolve()
    programs = find_programs("docs/guide/api.md")
    assert len(programs) >= 3, "programs of the page"
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        for code, after in programs:
            said = re.search(r"It prints\s+`([^`]*)`", after)
            printed = compile_and_run(code, build, folder).strip()
            assert said and printed == said[1], f"the page says {said and said[1]!r}, the program prints {printed!r}"
        for code, _ in find_programs("README.md"):
            assert compile_and_run(code, build, folder), "the program of README.md prints something"
        if not shutil.which("c++"):
            return print("no C++ compiler: the headers were not compiled as C++")
        (folder / "header.cpp").write_text("#include <trammel/trammel.h>\nint main() { return tml_version()[0] == 0; }\n")
        subprocess.run(["c++", "-fsyntax-only", *FLAGS, "-Wpedantic", "header.cpp"], cwd=folder, check=True)
    print(f"{len(programs)} programs print what the page says")


if __name__ == "__main__":
    main()

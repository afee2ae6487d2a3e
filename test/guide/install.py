#!/usr/bin/env python3
"""install.py BUILD - what `make install` installs works from wherever it is put: the program with its page and FMU, the manual, completion, and the library
by pkg-config and by find_package, shared and static.
"""
import os
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
CMAKE = """cmake_minimum_required(VERSION 3.18)
project(user C)
find_package(trammel 0.1 REQUIRED)
add_executable(shared first.c)
target_link_libraries(shared PRIVATE trammel::trammel)
add_executable(static first.c)
target_link_libraries(static PRIVATE trammel::static)
"""


def output(*command, **options):
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True, timeout=1200, **options)
    assert done.returncode == 0, f"{command}: {done.stdout}{done.stderr}"
    return done.stdout


def check_program(prefix, folder):
    bare = {"PATH": f"{prefix}/bin:/usr/bin:/bin", "HOME": str(folder)}  # nothing of the build
    model = prefix / "share/trammel/models/fourbar/fourbar.yaml"
    output("trammel", "report", model, "-o", folder / "report.html", "--quiet", env=bare, cwd=folder)
    assert (folder / "report.html").stat().st_size > 1e6, "the page is in the program"
    output("trammel", "export", "fmu", model, "-o", folder / "fourbar.fmu", env=bare, cwd=folder)
    assert (folder / "fourbar.fmu").read_bytes()[:4] == b"PK\3\4", "and finds what an FMU is made of"
    assert ".TH TRAMMEL 1" in (prefix / "share/man/man1/trammel.1").read_text()
    for place in ("bash-completion/completions/trammel", "zsh/site-functions/_trammel", "fish/vendor_completions.d/trammel.fish"):
        assert "rerun" in (prefix / "share" / place).read_text(), place


def check_library(prefix, folder):
    code = re.search(r"```c\n(.*?)```", (ROOT / "docs/guide/api.md").read_text(), re.DOTALL)[1]
    (folder / "first.c").write_text(code)
    found = {**os.environ, "PKG_CONFIG_PATH": f"{prefix}/lib/pkgconfig", "LD_LIBRARY_PATH": f"{prefix}/lib"}
    flags = output("pkg-config", "--cflags", "--libs", "trammel", env=found).split()
    output("cc", "first.c", "-o", "first", *flags, cwd=folder)
    printed = {output(folder / "first", cwd=ROOT, env=found)}
    (folder / "CMakeLists.txt").write_text(CMAKE)
    output("cmake", "-S", folder, "-B", folder / "build", f"-DCMAKE_PREFIX_PATH={prefix}", "-G", "Ninja")
    output("cmake", "--build", folder / "build")
    printed |= {output(folder / "build" / name, cwd=ROOT) for name in ("shared", "static")}
    assert len(printed) == 1 and printed.pop().strip(), "all three print the same"


def main():
    build = pathlib.Path(sys.argv[1]).resolve()
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        output("cmake", "--install", build, "--prefix", "/usr", "--strip", env={**os.environ, "DESTDIR": str(folder / "put")})
        check_program(folder / "put/usr", folder)
        check_library(folder / "put/usr", folder)


if __name__ == "__main__":
    main()

#!/usr/bin/env python3
"""manual.py PROGRAM - the manual page and the completion of shells have every command and every option of the sources, and can be read.

Options are those of the tables in cli/, whatever the program says of them. bash completes words as a user would have it; the page is read by
groff, and the others by zsh and fish, where these are installed.
"""
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
OPTION = re.compile(r'\{"(--[a-z-]+)",')


def sources():
    """(words of the command, its options) of each file of a command."""
    for file in sorted((ROOT / "cli/command").glob("*.c")):
        if file.stem != "export":
            yield [file.stem], OPTION.findall(file.read_text(encoding="utf-8"))
    for file in sorted((ROOT / "cli/export").glob("*.c")):
        yield ["export", file.stem], OPTION.findall(file.read_text(encoding="utf-8"))


def section(page, words):
    """What the manual says of a command."""
    title = ".SS trammel %s\n" % " ".join(words)
    assert title in page, "trammel.1 has no " + title
    return page.split(title)[1].split("\n.S")[0]


def completed(folder, *words):
    """What bash proposes for the last word."""
    script = 'source "$0"; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _trammel; printf "%s\\n" "${COMPREPLY[@]}"'
    return subprocess.run(["bash", "-c", script, folder / "trammel.bash", "trammel", *words], check=True, capture_output=True,
                          text=True).stdout.split()


def is_left_out(program, words):
    """Whether the program was built without this command."""
    return "built without the workbench" in subprocess.run([program, *words, "--list-options"], capture_output=True, text=True).stderr


def check(folder, program):
    page = (folder / "trammel.1").read_text(encoding="utf-8")
    count = 0
    for words, options in sources():
        about = section(page, words)
        assert words[-1] in completed(folder, *words[:-1], words[-1][:2]), "bash does not complete " + " ".join(words)
        for option in [] if is_left_out(program, words) else options:
            count += 1
            assert option.replace("-", "\\-") + "\\fR" in about, "%s %s is not in trammel.1" % (words, option)
            assert option in completed(folder, *words, option[:-1]), "bash does not complete %s %s" % (words, option)
            for name, text in (("_trammel", "'*%s[" % option), ("trammel.fish", " -l %s " % option[2:])):
                lines = [line for line in (folder / name).read_text(encoding="utf-8").splitlines()
                         if '"%s")' % " ".join(words) in line or all("from " + word in line for word in words)]
                assert any(text in line for line in lines), "%s %s is not in %s" % (words, option, name)
    assert count > 40, count
    assert completed(folder, "run", "--no-such") == []
    return count


def read_by_others(folder):
    found = subprocess.run(["groff", "-man", "-Tutf8", "-ww", "-z", folder / "trammel.1"], capture_output=True, text=True)
    assert found.returncode == 0 and not found.stderr, found.stderr
    for shell, name in (("zsh", "_trammel"), ("fish", "trammel.fish")):
        if shutil.which(shell):
            subprocess.run([shell, "-n", folder / name], check=True)


def main():
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        subprocess.run([sys.executable, ROOT / "tools/make_manual.py", sys.argv[1], folder], check=True)
        count = check(folder, sys.argv[1])
        if shutil.which("groff"):
            read_by_others(folder)
        print("%d options" % count)


if __name__ == "__main__":
    main()

#!/usr/bin/env python3
"""commands.py PROGRAM - every `trammel` command that README.md and docs/guide show runs, and prints what the page shows.

Commands stand in blocks, with or without `$ ` before them; what is shown after `$ ` is compared line by line, `...` standing for any
lines. Words must be the same. Numbers may differ in their last digits; times, counts of work and rounding errors are not compared. A
model that is not a file of the repository is the block of YAML before the command. Model files that ship are laid out.
"""
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
BLOCK = re.compile(r"^```(yaml)?\n(.*?)^```$", re.DOTALL | re.MULTILINE)
COMMAND = re.compile(r"^(\$ )?(?:build/)?(trammel .*?)(?:  +#.*)?$")
NUMBER = re.compile(r"(?<![\w.])-?\d+(?:\.\d+)?(?:e[-+]?\d+)?(?![\w])")
MEASURED = re.compile(r"CPU|steps|evaluation|iterations|explicit  |absolute  |implicit  |particles  |joint  |point  |digits|differs by|explain|bounds taken")
NOT_RUN = ("trammel view", "[")  # a server; a usage line

def prepare(folder):
    """A folder in which the commands of the guide find their files."""
    for name in ("models", "docs", "test"):
        (folder / name).symlink_to(ROOT / name)
    (folder / "build").mkdir()
    for model in (ROOT / "docs/guide").glob("*.yaml"):
        shutil.copy(model, folder)
    shutil.copy(ROOT / "models/fourbar/fourbar.yaml", folder)


def close(shown, printed):
    a, b = float(shown), float(printed)
    return shown == printed or abs(a - b) <= 2e-3 * abs(a) or max(abs(a), abs(b)) < 1e-6


def same(shown, printed):
    """Whether a line that the page shows is the line that is printed."""
    if NUMBER.sub("#", shown).split() != NUMBER.sub("#", printed).split():
        return False
    return bool(MEASURED.search(shown)) or all(map(close, NUMBER.findall(shown), NUMBER.findall(printed)))


def find_difference(shown, printed):
    """The first line shown that is not printed, in this order; None: all are."""
    lines = iter(printed.splitlines())
    for line in shown:
        if line.strip() not in ("...", "") and not any(same(line.removesuffix(" ..."), other) for other in lines):
            return line
    return None


def pages():
    return [ROOT / "README.md", *sorted((ROOT / "docs/guide").glob("*.md"))]


def run_block(program, folder, page, block, model, faults):
    count, lines = 0, block.splitlines()
    for i, line in enumerate(lines):
        command = COMMAND.match(line)
        if not command or any(text in command[2] for text in NOT_RUN):
            continue
        for missing in [name for name in re.findall(r"\S+\.yaml", command[2]) if not (folder / name).exists()]:
            (folder / missing).write_text(model)
        done = subprocess.run(["bash", "-c", "trammel() { %s \"$@\"; }\n%s" % (program, command[2])], cwd=folder, capture_output=True, text=True)
        where = f"{page.relative_to(ROOT)}: {command[2]}"
        shown = []
        for after in lines[i + 1:]:
            if after.startswith("$ "):
                break
            shown.append(after)
        wrong, printed = any(re.search(r"\[E\d+\]$", text) for text in shown), done.stdout + done.stderr
        difference = find_difference(shown, printed) if command[1] else None
        if (done.returncode != 0) != wrong:
            faults.append(f"{where}: exit code {done.returncode}\n{done.stderr}")
        elif difference:
            faults.append(f"{where} shows\n{difference}\nwhich is not printed there:\n{printed}")
        count += 1
    return count


def find_layouts(program, faults):
    """Models that ship are laid out as `trammel format` lays them out."""
    for path in [*sorted((ROOT / "models").glob("*/*.yaml")), *sorted((ROOT / "docs/guide").glob("*.yaml"))]:
        done = subprocess.run([program, "format", "--check", path], capture_output=True, text=True)
        if done.returncode:
            faults.append(done.stdout + done.stderr)


def main():
    program, count = pathlib.Path(sys.argv[1]).resolve(), 0
    faults = []
    find_layouts(program, faults)
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        prepare(folder)
        for page in pages():
            model = ""
            for language, block in BLOCK.findall(page.read_text()):
                if language:
                    model = block
                else:
                    count += run_block(program, folder, page, block, model, faults)
    assert count > 20, "commands of the guide"
    if faults:
        sys.exit("\n".join(faults))
    print(f"{count} commands run, and print what the pages show")


if __name__ == "__main__":
    main()

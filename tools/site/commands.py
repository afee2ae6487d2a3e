"""commands.py - the page of the program's commands, from what the program says of itself, as its manual page is (tools/make_manual.py)."""
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
import make_manual


def cell(text):
    return text.replace("|", "\\|").replace("<", "&lt;").replace("*", "\\*").replace("_", "\\_")


def write(program, page):
    lines = ["# Commands", "", "What `man trammel` says: every command and its options. How to use them: [run](../guide/run.md).", ""]
    for command in make_manual.read_commands(str(program)):
        lines += ["## trammel %s" % command.name, "", cell(command.doc[0].upper() + command.doc[1:]) + ".", "", "```{.text .signature}", "trammel " + command.usage, "```", ""]
        if command.options:
            lines += ["| option | |", "|---|---|"]
            lines += ["| `%s`%s%s | %s |" % (option, ", `%s`" % also if also else "", " *value*" if wants else "", cell(means or wants)) for option, also, wants, means in command.options]
            lines += [""]
    lines += ["## Exit status", "", "0: done; 1: the analysis failed; 2: the command or the model is wrong.", ""]
    page.write_text("\n".join(lines), encoding="utf-8")

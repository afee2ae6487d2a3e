#!/usr/bin/env python3
"""make_manual.py PROGRAM FOLDER - the manual page trammel.1, and the completion of bash, zsh and fish, from what the program says of itself.

Commands with usage and doc come from `trammel --help`, kinds of export from `trammel export --help`, options from
`trammel COMMAND --list-options`, what they mean from `trammel COMMAND --help`, where that has a line for each.
"""
import pathlib
import re
import subprocess
import sys

ENTRY = re.compile(r"^  trammel ((?:export )?[a-z-]+)(.*)\n      (.*)$", re.M)
FILES = ("trammel.1", "trammel.bash", "_trammel", "trammel.fish")


class Command:
    def __init__(self, program, name, usage, doc):
        self.name, self.usage, self.doc = name, (name + usage).strip(), doc
        self.options = []  # (name, other name, what it wants, meaning)
        listed = subprocess.run([program, *name.split(), "--list-options"], capture_output=True, text=True)
        if listed.returncode == 0:
            described = subprocess.run([program, *name.split(), "--help"], capture_output=True, text=True).stdout
            for line in listed.stdout.splitlines():
                option, also, wants = line.split("\t")
                self.options.append((option, also, wants, meaning(described, option)))

    def words(self):
        return [word for option, also, _, _ in self.options for word in (option, also) if word] + ["--help"]


def meaning(described, option):
    """What the help of a command says behind an option, up to the next; "" where it says nothing."""
    found = re.search(r"^  (?:-\w, )?%s\b.*?  +(.*(?:\n {10,}.*)*)" % re.escape(option), described, re.M)
    return re.sub(r"\s+", " ", found[1]) if found else ""


def read_commands(program):
    def entries(*arguments):
        text = subprocess.run([program, *arguments, "--help"], capture_output=True, text=True, check=True).stdout
        return [Command(program, *found) for found in ENTRY.findall(text)]
    commands = [command for command in entries() if command.name != "export"]
    return sorted(commands + entries("export"), key=lambda command: command.name)


# ---- manual ----

def roff(text):
    text = text.replace("\\", "\\e").replace("-", "\\-").replace("…", "...")
    return re.sub(r"^([.'])", r"\\&\1", text)


def manual(program, commands):
    version = subprocess.run([program, "--version"], capture_output=True, text=True, check=True).stdout.split()[1]
    lines = ['.TH TRAMMEL 1 "" "trammel %s"' % version, ".SH NAME", "trammel \\- multibody dynamics of mechanisms", ".SH SYNOPSIS",
             ".B trammel", ".I COMMAND", "[argument]...", ".SH DESCRIPTION",
             "A model file (YAML) describes bodies, joints, forces and analyses; commands check, run, verify, draw and export it.",
             "Of each command, the option", ".B \\-\\-help", "prints the usage. A file named", ".B \\-", "is standard input or output where a",
             "command reads a model or writes text.", ".SH COMMANDS"]
    for command in commands:
        lines += [".SS " + roff("trammel " + command.name), roff(command.doc[0].upper() + command.doc[1:]) + ".", ".PP", ".na", ".nh",
                  roff("trammel " + command.usage), ".hy", ".ad"]
        for option, also, wants, means in command.options:
            names = "\\fB%s\\fR" % roff(option) + (", \\fB%s\\fR" % roff(also) if also else "")
            lines += [".TP", names + (" " + "\\fIvalue\\fR" if wants else ""), roff(means or wants or "a switch")]
    lines += [".SH EXIT STATUS", "0: done; 1: the analysis failed; 2: the command or the model is wrong.", ".SH SEE ALSO",
              "The guide and the reference in docs/ of the source."]
    return "\n".join(lines) + "\n"


# ---- shells ----

def tops(commands):
    """Commands by their first word, with a doc; kinds of export by theirs."""
    first = {command.name: command.doc for command in commands if " " not in command.name}
    first["export"] = "make of a model what other programs read"
    kinds = {command.name.split()[1]: command.doc for command in commands if " " in command.name}
    return dict(sorted(first.items())), kinds


def bash(commands):
    first, kinds = tops(commands)
    cases = "\n".join('        "%s") words="%s" ;;' % (command.name, " ".join(command.words())) for command in commands)
    return f"""# bash completion of trammel; written by tools/make_manual.py
_trammel()
{{
    local word=${{COMP_WORDS[COMP_CWORD]}} command=${{COMP_WORDS[1]}} words=
    COMPREPLY=()
    if [ "$COMP_CWORD" -eq 1 ]; then
        COMPREPLY=($(compgen -W "{' '.join(first)} --help --version" -- "$word"))
        return
    fi
    if [ "$command" = export ]; then
        if [ "$COMP_CWORD" -eq 2 ]; then
            COMPREPLY=($(compgen -W "{' '.join(kinds)} --help" -- "$word"))
            return
        fi
        command="export ${{COMP_WORDS[2]}}"
    fi
    case "$command" in
{cases}
    esac
    case "$word" in
        -*) COMPREPLY=($(compgen -W "$words" -- "$word")) ;;
        *) COMPREPLY=($(compgen -f -- "$word")) ;;
    esac
}}
complete -o filenames -F _trammel trammel
"""


def quoted(text):
    return "'" + text.replace("'", "'\\''") + "'"


def zsh(commands):
    first, kinds = tops(commands)

    def described(entries):
        return " ".join(quoted(name + ":" + doc.replace(":", "\\:")) for name, doc in entries.items())

    def arguments(command):
        texts = []
        for option, also, wants, means in command.options:
            about = re.sub(r"([\[\]:\\])", r"\\\1", means or wants)
            texts += [quoted("*%s[%s]%s" % (name, about, ":value:_files" if wants else "")) for name in (option, also) if name]
        return " ".join(texts + [quoted("--help[usage]"), quoted("*:file:_files")])
    cases = "\n".join('        "%s") _arguments %s ;;' % (command.name, arguments(command)) for command in commands)
    return f"""#compdef trammel
# zsh completion of trammel; written by tools/make_manual.py
_trammel() {{
    local -a commands kinds
    commands=({described(first)})
    kinds=({described(kinds)})
    local command=$words[2]
    if (( CURRENT == 2 )); then _describe command commands; return; fi
    if [[ $command == export ]]; then
        if (( CURRENT == 3 )); then _describe kind kinds; return; fi
        command="export $words[3]"
    fi
    case "$command" in
{cases}
    esac
}}
_trammel "$@"
"""


def fish(commands):
    first, kinds = tops(commands)
    lines = ["# fish completion of trammel; written by tools/make_manual.py"]
    for name, doc in first.items():
        lines.append("complete -c trammel -n __fish_use_subcommand -f -a %s -d %s" % (name, quoted(doc)))
    for name, doc in kinds.items():
        lines.append("complete -c trammel -n '__fish_seen_subcommand_from export; and not __fish_seen_subcommand_from %s' -f -a %s -d %s"
                     % (" ".join(kinds), name, quoted(doc)))
    for command in commands:
        seen = "; and ".join("__fish_seen_subcommand_from " + word for word in command.name.split())
        for option, also, wants, means in command.options:
            lines.append("complete -c trammel -n %s -l %s%s%s -d %s" % (quoted(seen), option.removeprefix("--"),
                         " -s " + also.removeprefix("-") if also else "", " -r" if wants else "", quoted(means or wants)))
    return "\n".join(lines) + "\n"


def main():
    program, folder = sys.argv[1], pathlib.Path(sys.argv[2])
    commands = read_commands(program)
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in zip(FILES, (manual(program, commands), bash(commands), zsh(commands), fish(commands))):
        (folder / name).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()

#!/usr/bin/env python3
"""check_globals.py - the library has no mutable globals, defines no name that is not its own, and calls no elementary function of the C library.

    tools/check_globals.py LIBRARY.a

Fails when an object of the static library lies in memory that can be written (.data, .bss, thread-local or common; tables of constants that
only need relocation lie in .data.rel.ro), or when a global symbol does not begin with tml_: it could take the place of one of the C library. Sines,
exponentials and their kin of the C library round differently on different processors: src/elementary has those that do not.
"""
import re
import subprocess
import sys

# 0000000000000000 g     O .bss   0000000000000008 .hidden name
SYMBOL = re.compile(r"^[0-9a-f]+ (?P<flags>.{7}) (?P<section>\S+)\s+[0-9a-f]+ (?:\.\w+ )?(?P<name>\S+)$")


VARYING = {"sin", "cos", "sincos", "tan", "asin", "acos", "atan", "atan2", "exp", "exp2", "expm1", "log", "log1p", "log2", "log10", "pow", "sinh", "cosh",
           "tanh", "asinh", "acosh", "atanh"}


def is_writable(section):
    if section.startswith(".data.rel.ro"):
        return False
    return section == "*COM*" or re.match(r"\.(data|bss|tdata|tbss)\b", section) is not None


def check(library):
    file, faults, symbols = "", [], 0
    for line in subprocess.run(["objdump", "-t", library], check=True, capture_output=True, text=True).stdout.splitlines():
        if line.endswith("file format elf64-x86-64") or ":     file format" in line:
            file = line.split(":")[0]
        found = SYMBOL.match(line)
        if not found:
            continue
        flags, section, name = found["flags"], found["section"], found["name"]
        if section == "*UND*" and name in VARYING:
            faults.append(f"{file}: {name} of the C library varies with the processor: use tml_{name} (elementary/elementary.h; log: tml_ln)")
        if "d" in flags or section in ("*UND*", "*ABS*"):  # of the debugger, or defined elsewhere
            continue
        symbols += 1
        if is_writable(section):
            faults.append(f"{file}: {name} can be written ({section}): keep it in what the caller holds")
        elif flags[0] in "gu!" and not name.startswith("tml_"):
            faults.append(f"{file}: {name} is not a name of ours: begin it with tml_, or make it static")
    if symbols == 0:
        faults.append(f"{library}: no symbols were found")
    return faults


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    faults = check(sys.argv[1])
    for fault in faults:
        print(fault)
    sys.exit(1 if faults else 0)


if __name__ == "__main__":
    main()

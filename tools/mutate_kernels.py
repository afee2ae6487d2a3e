#!/usr/bin/env python3
"""mutate_kernels.py - does `verify` notice a wrong sign? One sign at a time is flipped in the kernels, and mechanisms are verified.

    mutate_kernels.py [--count N] [--seed S] [--build FOLDER] [--only PART] [--mechanisms N] [--list]

A mutant is one source file with one sign flipped (+ to -, += to -=, = -x to = x), compiled with the flags of the build and linked in
front of the library. It is found when `verify_random` does not agree with itself about one of the mechanisms, or fails. Printed is what
became of each; the exit code is 1 when fewer than nine in ten were found. What is left is looked at by hand: signs that cancel or that
no mechanism reaches.
"""
import argparse
import json
import pathlib
import random
import re
import shlex
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent

# Mechanics: what makes values, derivatives, forces, accelerations and reactions. Not: how much memory, which order, how fast.
KERNELS = [
    "src/system/kernel/measure_plane.c", "src/system/kernel/measure_space.c", "src/system/kernel/forces.c",
    "src/dynamics/tree/articulated_plane.c", "src/dynamics/tree/articulated_space.c", "src/dynamics/tree/kinematics_plane.c",
    "src/dynamics/tree/kinematics_space.c", "src/dynamics/tree/link.h", "src/dynamics/tree/loop_rows.c",
    "src/dynamics/tree/joint_space_inertia.c", "src/dynamics/particle/particle_map.c", "src/dynamics/particle/particles_formulation.c",
    "src/dynamics/particle/particle_reactions.c",
    "src/dynamics/particle/point_formulation.c", "src/dynamics/tree/relative.c", "src/dynamics/kkt/kkt_system.c",
    "src/dynamics/tree/reactions_newton_euler.c", "src/dynamics/tree/reactions_free_bodies.c", "src/dynamics/particle/pin_forces.c",
    "src/system/particle_body.c",
]
SIGN = re.compile(r" \+ (?!1\b)| - (?!1\b)| \+= | -= |(?<==) -(?=[a-zA-Z(])|(?<=[{,]) -(?=[a-zA-Z])|(?<=\{)-(?=[a-zA-Z])")
SKIP = re.compile(r"^\s*(/\*|\*|//|#|for\b|while\b|static const|enum|const int |int |const size_t|size_t|return [a-z_]+\(|TML_NEW)"
                  r"|memset|memcpy|TML_NEW|_count|first_|int \*|bool |SIZE|log10|LEAST|MOST|abs\(")


def flipped(sign):
    text = sign.strip()
    if text in ("+", "-") and sign.startswith(" ") and sign.endswith(" "):
        return sign.replace(text, "-" if text == "+" else "+")
    if text in ("+=", "-="):
        return sign.replace(text, "-=" if text == "+=" else "+=")
    return sign.replace("-", "")


def inside_index(line, at):
    """Within brackets of an index, or arithmetic of pointers: not mechanics."""
    depth = line[:at].count("[") - line[:at].count("]")
    return depth > 0


def mutants():
    found = []
    for name in KERNELS:
        comment = False
        for number, line in enumerate((ROOT / name).read_text().split("\n")):
            opened = comment or line.lstrip().startswith("/*")
            comment = opened and "*/" not in line
            if opened or SKIP.search(line):
                continue
            code = line.split("/*")[0]
            for match in SIGN.finditer(code):
                around = code[match.end():match.end() + 12]
                if inside_index(code, match.start()) or re.match(r"\s*(\(size_t\)|n\b|[0-9]+ \*|j->at)", around):
                    continue
                found.append((name, number, match.start(), match.group()))
    return found


def users_of(header):
    """Sources that are compiled with a header of functions inlined."""
    return [str(p.relative_to(ROOT)) for p in (ROOT / "src").rglob("*.c") if f'"{header[4:]}"' in p.read_text()]


def compile_mutant(mutant, build, folder):
    name, number, at, sign = mutant
    lines = (ROOT / name).read_text().split("\n")
    lines[number] = lines[number][:at] + flipped(sign) + lines[number][at + len(sign):]
    changed = folder / "changed" / name[4:]
    changed.parent.mkdir(parents=True)
    changed.write_text("\n".join(lines))
    commands = {c["file"]: c["command"] for c in json.loads((build / "compile_commands.json").read_text())}
    objects = []
    for source in users_of(name) if name.endswith(".h") else [name]:
        command = shlex.split(commands[str(ROOT / source)])
        place = command.index("-o")
        command[place + 1] = str(folder / (source.replace("/", "_") + ".o"))
        where = next(i for i, word in enumerate(command) if word.endswith(source))
        command[where] = str(changed if name == source else ROOT / source)
        command[1:1] = [f"-I{folder / 'changed'}", "-w"]
        command = [word for word in command if word != "-Werror"]
        if subprocess.run(command, cwd=build, capture_output=True).returncode:
            return None
        objects.append(command[command.index("-o") + 1])
    return objects


def link(objects, build, program):
    commands = subprocess.run(["ninja", "-C", str(build), "-t", "commands", "verify_random"], capture_output=True, text=True).stdout
    words = shlex.split(commands.strip().split("\n")[-1].split("&&")[1])
    words[words.index("-o") + 1] = str(program)
    words[words.index("libtml_support.a"):words.index("libtml_support.a")] = objects
    return subprocess.run(words, cwd=build, capture_output=True).returncode == 0


def verdict(mutant, arguments):
    build = arguments.build
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        objects = compile_mutant(mutant, build, folder)
        if objects is None or not link(objects, build, folder / "mutant"):
            return "does not compile", ""
        try:
            run = subprocess.run([str(folder / "mutant"), "find", str(arguments.mechanisms), "0"], capture_output=True, text=True,
                                 timeout=600)
        except subprocess.TimeoutExpired:
            return "found", "does not end"
        if run.returncode == 0:
            return "NOT FOUND", ""
        return "found", run.stdout.split("\n")[0][:150] if run.returncode == 1 else f"ends with {run.returncode}"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--count", type=int, default=12)
    parser.add_argument("--seed", type=int, default=None)
    parser.add_argument("--build", type=pathlib.Path, default=ROOT / "build")
    parser.add_argument("--only", default="")
    parser.add_argument("--mechanisms", type=int, default=120)
    parser.add_argument("--list", action="store_true")
    arguments = parser.parse_args()
    arguments.build = arguments.build.resolve()
    points = [m for m in mutants() if arguments.only in m[0]]
    if arguments.list:
        for name, number, at, sign in points:
            print(f"{name}:{number + 1}:{at + 1}: {sign.strip()} -> {flipped(sign).strip() or '(none)'}")
        return 0
    seed = arguments.seed if arguments.seed is not None else random.randrange(10**6)
    print(f"{len(points)} signs in {len(KERNELS)} files; {arguments.count} of them by --seed {seed}")
    counts = {}
    for mutant in random.Random(seed).sample(points, min(arguments.count, len(points))):
        result, words = verdict(mutant, arguments)
        counts[result] = counts.get(result, 0) + 1
        name, number, at, sign = mutant
        line = (ROOT / name).read_text().split("\n")[number].strip()
        print(f"{result:10} {name}:{number + 1}: {sign.strip()} at column {at + 1} of: {line[:80]}\n           {words}", flush=True)
    found, missed = counts.get("found", 0), counts.get("NOT FOUND", 0)
    print(f"found {found} of {found + missed}")
    return found < 0.9 * (found + missed)


if __name__ == "__main__":
    sys.exit(main())

#!/usr/bin/env python3
"""growth.py - instructions that the program takes for a model and for the same model four times as large.

    growth.py PROGRAM

The ratio of the two counts shows how the work grows with the size of a model. It depends neither on the machine nor on what else the machine
does, and hardly on the compiler. The program fails where a ratio is above its bound: 4 is linear growth, 16 is quadratic growth.
"""
import concurrent.futures
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

FACTOR = 4
SKIPPED = 77  # the exit status that CTest shows as "skipped"


def points(n):
    return "trammel: 1\npoints:\n" + "".join(f"  P{i}: [{i}.125, -{i}.5e-3]\n" for i in range(n))


def chain_of_bodies(n):
    """Masses by parameters that each need the one before them; bodies that are pinned to each other at one point."""
    parameters = "".join(f", p{i}: p{i - 1} + 1" for i in range(1, n))
    bodies = "".join(f"  b{i}: {{points: [O], mass: p{i}, inertia: 1}}\n" for i in range(n))
    joints = "".join(f"  j{i}: {{revolute: [b{i - 1}, b{i}], at: O}}\n" for i in range(1, n))
    return f"trammel: 1\nparameters: {{p0: 1{parameters}}}\npoints: {{O: [0, 0]}}\nbodies:\n{bodies}joints:\n{joints}"


def errors(n):
    """A misspelled key in each body, and two bodies that do not exist in each joint."""
    bodies = "".join(f"  body{i}: {{mas: x{i}}}\n" for i in range(n))
    joints = "".join(f"  j{i}: {{revolute: [bdy{i}, bodi{i}]}}\n" for i in range(n))
    return f"trammel: 1\nbodies:\n{bodies}joints:\n{joints}"


def uses_of_a_part(n):
    places = ", ".join(f"{name}: [{i}*L, 0]" for i, name in enumerate("ABCDEF"))
    bodies = ", ".join(f"{one.lower()}: {{points: [{one}, {other}], mass: 1, shape: rod}}" for one, other in zip("ABCDE", "BCDEF"))
    joints = ", ".join(f"{other.upper()}: {{revolute: [{one}, {other}]}}" for one, other in zip(["ground", *"abcd"], "abcde"))
    return ("trammel: 1\ngravity: none\nparts:\n  chain:\n    parameters: {L: 1}\n"
            f"    points: {{{places}}}\n    bodies: {{{bodies}}}\n    joints: {{{joints}}}\n"
            "    forces: {f: {torque: e, value: -0.1*A.speed}}\n"
            f"use: {{u: {{part: chain, repeat: {n}, index: k, at: [0, k], with: {{L: 1 + k/{n}}}}}}}\nanalyses: [evaluate]\n")


def driven_fourbars(analysis):
    def make(n):
        text = ["trammel: 1\npoints:\n"]
        text += [f"  O{i}: [{i}, 0]\n  A{i}: [{i}, 0.1]\n  B{i}: [{i + 0.3}, 0.25]\n  C{i}: [{i + 0.35}, 0]\n" for i in range(n)]
        text += ["bodies:\n"]
        text += [f"  k{i}: {{points: [O{i}, A{i}], mass: 1, shape: rod}}\n  p{i}: {{points: [A{i}, B{i}], mass: 1, shape: rod}}\n"
                 f"  r{i}: {{points: [B{i}, C{i}], mass: 1, shape: rod}}\n" for i in range(n)]
        text += ["joints:\n"]
        text += [f"  O{i}: {{revolute: [ground, k{i}]}}\n  A{i}: {{revolute: [k{i}, p{i}]}}\n  B{i}: {{revolute: [p{i}, r{i}]}}\n"
                 f"  C{i}: {{revolute: [ground, r{i}]}}\n" for i in range(n)]
        text += ["drivers:\n", *(f"  m{i}: {{O{i}.angle: pi/2 + pi*t}}\n" for i in range(n))]
        return "".join(text) + f"analyses: [{analysis}: {{end: 0.1, output: 0.02}}]\n"
    return make


def net_of_springs(columns):
    """A net of massless nodes in the plane, six high, that hangs from fixed points at its left."""
    rows = range(6)
    def node(i, j):
        return f"p{j}_{i}.P" if i else f"ground.P{j}"
    text = ["trammel: 1\nbodies:\n  ground: {points: {", ", ".join(f"P{j}: [0, {j}]" for j in rows), "}}\n"]
    text += [f"  p{j}_{i}: {{points: {{P: [0, 0]}}, position: [{i}, {j}]}}\n" for i in range(1, columns) for j in rows]
    text += ["forces:\n"]
    text += [f"  w{j}_{i}: {{force: p{j}_{i}, value: [0, -0.025]}}\n" for i in range(1, columns) for j in rows]
    rods = [(i, j, i + di, j + dj) for i in range(columns) for j in rows for di, dj in ((1, 0), (0, 1), (1, 1))]
    text += [f"  s{k}: {{spring: [{node(i, j)}, {node(x, y)}], stiffness: 4000, length: {((x - i)**2 + (y - j)**2)**0.5!r}}}\n"
             for k, (i, j, x, y) in enumerate(rods) if x < columns and y < 6 and (i or x)]
    return "".join(text) + "analyses: [static: {}]\n"


# what, the model by its size, the smaller size, the command, whether it fails, the largest ratio
CASES = [("points read", points, 2000, "check", False, 4.4),
         ("bodies in a chain read", chain_of_bodies, 250, "check", False, 5),
         ("errors told", errors, 1000, "check", True, 4.4),
         ("uses of a part read", uses_of_a_part, 50, "check", False, 4.6),
         ("driven four-bars moved", driven_fourbars("kinematics"), 10, "run", False, 4.6),
         ("driven four-bars by inverse dynamics", driven_fourbars("inverse"), 10, "run", False, 4.6),
         ("columns of a net at rest", net_of_springs, 12, "run", False, 6)]


def instructions(program, command, fails, path):
    done = subprocess.run(["valgrind", "--tool=callgrind", f"--callgrind-out-file={path}.callgrind", program, command, str(path)],
                          capture_output=True, text=True, env=dict(os.environ, OPENBLAS_NUM_THREADS="1", OMP_NUM_THREADS="1"))
    if (done.returncode != 0) != fails:
        sys.exit(f"growth.py: {command} {path.name} ended with {done.returncode}:\n{done.stderr[-2000:]}")
    return int(re.search(r"Collected : (\d+)", done.stderr)[1])


def ratio(program, folder, case):
    what, make, size, command, fails, _ = case
    counts = []
    for n in (size, FACTOR*size):
        path = folder/f"{what.replace(' ', '-')}-{n}.yaml"
        path.write_text(make(n))
        counts.append(instructions(program, command, fails, path))
    return counts


def main(program):
    if not shutil.which("valgrind"):
        print("growth.py: skipped: valgrind is not there to count instructions")
        return SKIPPED
    with tempfile.TemporaryDirectory() as name, concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        counted = list(pool.map(lambda case: ratio(program, pathlib.Path(name), case), CASES))
    print(f"{'':40} {'sizes':>12} {'million instructions':>22} {'ratio':>6} {'bound':>6}")
    beyond = 0
    for (what, _, size, _, _, bound), (small, large) in zip(CASES, counted):
        grows = large/small
        beyond += grows > bound
        print(f"{what:40} {size:>5} {FACTOR*size:>6} {small/1e6:>11.0f} {large/1e6:>10.0f} {grows:>6.2f} {bound:>6}"
              f"{'  BEYOND' if grows > bound else ''}")
    if beyond:
        print(f"FAILED: {beyond} grow faster with the size of the model than they may")
    return 1 if beyond else 0


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    sys.exit(main(sys.argv[1]))

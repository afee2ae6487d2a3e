#!/usr/bin/env python3
"""make_fourbars.py N - writes the model of A02 of the IFToMM benchmark with N four-bars to the standard output.

2N + 1 equal links of 1 m and 1 kg: N + 1 upright ones A0 B0 .. AN BN on the ground, N level ones between their heads.
B0 starts at +1 m/s along x. `make_fourbars.py 2` and `make_fourbars.py 40` are models/a02-fourbars-2 and -40.
"""
import sys


def columns(start, entries, width=116):
    """A YAML flow map after `start`, as many entries to a line as fit."""
    line, indent = start + "{", " " * (len(start) + 1)
    for i, entry in enumerate(entries):
        entry += "," if i + 1 < len(entries) else "}"
        if len(line) + 1 + len(entry) > width:
            yield line
            line = indent
        line += ("" if line.endswith("{") or line == indent else " ") + entry
    yield line


def aligned(entries):
    """Entries of a block, their values in one column, as `trammel format` lays them out."""
    width = max(len(name) for name, _ in entries)
    for name, value in entries:
        yield f"  {name}: {' ' * (width - len(name))}{value}"


def model(n):
    count = {1: "One four-bar", 2: "Two four-bars"}.get(n, f"{n} four-bars")
    yield f"# A02 of the IFToMM benchmark: {count} side by side, {2*n + 1} equal uniform links, one freedom."
    yield "# Whenever all links lie in one line the mechanism could fold otherwise: an instant with more freedoms."
    yield f"# Written by: tools/make_fourbars.py {n}"
    yield "trammel: 1"
    yield f"title: {count} in a row (IFToMM A02)"
    yield "gravity: [0, -9.81]"
    yield ""
    yield from columns("points: ", [f"A{i}: [{i}, 0], B{i}: [{i}, 1]" for i in range(n + 1)])
    yield ""
    yield "bodies:  # a uniform rod: inertia m l^2/12 about its middle"
    yield from aligned([(f"post{i}", f"{{points: [A{i}, B{i}], mass: 1, inertia: 1/12, shape: rod}}") for i in range(n + 1)] +
                       [(f"beam{i}", f"{{points: [B{i - 1}, B{i}], mass: 1, inertia: 1/12, shape: rod}}") for i in range(1, n + 1)])
    yield ""
    yield "joints:  # Ai: post i on the ground; Li, Ri: the beams left and right of its head Bi"
    joints = []
    for i in range(n + 1):
        joints.append((f"A{i}", f"{{revolute: [ground, post{i}]}}"))
        if i > 0:
            joints.append((f"L{i}", f"{{revolute: [post{i}, beam{i}], at: B{i}}}"))
        if i < n:
            joints.append((f"R{i}", f"{{revolute: [post{i}, beam{i + 1}], at: B{i}}}"))
    yield from aligned(joints)
    yield ""
    yield "initial: {A0.angle: 0, A0.speed: -1}  # B0 at +1 m/s"
    yield ""
    yield "analyses:"
    yield "  - dynamics: {end: 10, output: 0.1}"


def main():
    if len(sys.argv) != 2 or not sys.argv[1].isdigit() or int(sys.argv[1]) < 1:
        sys.exit("usage: make_fourbars.py N")
    print("\n".join(model(int(sys.argv[1]))))


if __name__ == "__main__":
    main()

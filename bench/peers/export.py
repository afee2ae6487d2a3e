#!/usr/bin/env python3
"""export.py NAME SIZE - writes a problem of bench/problems.py as lines of text, for the adapters: a tree of hinges, and loops.

    problem NAME SIZE DURATION gx gy gz
    body NAME PARENT  px py pz  ax ay az  ANGLE SPEED  MASS  cx cy cz  ixx iyy izz
    loop BODY x y z  BODY x y z
    torque BODY VALUE
    spring BODY x y z  BODY x y z  STIFFNESS LENGTH
    quantity BODY x y z  COORDINATE EXACT

A body is hung on PARENT (its number; -1: the ground) by a hinge at p (in the frame of the parent) about the axis a. Its own frame
has its origin on that hinge. ANGLE and SPEED of the hinge are those at the start. Every hinge that would close a loop is a `loop`:
two points that stay together. Mechanisms in the plane move in x and y, about z.
"""
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
import problems  # noqa: E402


def in_space(v):
    return tuple(v) + (0.0,)*(3 - len(v))


def minus(a, b):
    return tuple(x - y for x, y in zip(a, b))


def words(*parts):
    flat = []
    for part in parts:
        flat += list(part) if isinstance(part, (tuple, list)) else [part]
    return " ".join(repr(x) if isinstance(x, float) else str(x) for x in flat)


class Tree:
    """The bodies in the order of the tree; a body's frame is moved to its hinge."""

    def __init__(self, p):
        self.p, self.bodies = p, {b["name"]: b for b in p.bodies}
        self.number, self.shift = {"ground": -1}, {"ground": (0.0,)*3}
        self.lines, self.loops = [], []
        self.hang(list(p.joints))

    def hang(self, joints):
        """Level by level, so that branches are short."""
        while joints:
            left, level = [], set(self.number)
            for joint in joints:
                ends = [joint["first"], joint["second"]]
                if all(end[0] in self.number for end in ends):
                    self.loops.append(words("loop", *[self.place(*end) for end in ends]))
                elif any(end[0] in level for end in ends):
                    self.add(joint, *(ends if ends[0][0] in level else ends[::-1]))
                else:
                    left.append(joint)
            joints = left

    def point(self, name, point):
        if point in (None, "com"):
            return self.bodies[name]["com"]
        return (self.p.ground if name == "ground" else self.bodies[name]["points"])[point]

    def place(self, name, point):
        """Number of the body and the point in its moved frame."""
        return (self.number[name],) + minus(in_space(self.point(name, point)), self.shift[name])

    def add(self, joint, parent, child):
        b, at = self.bodies[child[0]], self.place(*parent)
        base = self.bodies.get(parent[0], {"turn": 0.0, "omega": 0.0 if not self.p.space else (0.0,)*3})
        self.number[child[0]] = len(self.number) - 1
        self.shift[child[0]] = in_space(self.point(*child))
        if self.p.space:
            assert b["turn"][1] == 0.0 and not any(b["omega"]), "only mechanisms in space that start aligned and at rest"
            axis, angle, speed, inertia = joint["axis"], 0.0, 0.0, b["inertia"]
        else:
            axis, angle, speed = (0.0, 0.0, 1.0), b["turn"] - base["turn"], b["omega"] - base["omega"]
            inertia = (0.5*b["inertia"], 0.5*b["inertia"], b["inertia"])  # the first two do not count, but must fit
        self.lines.append(words("body", b["name"], at, axis, angle, speed, b["mass"],
                                minus(in_space(b["com"]), self.shift[b["name"]]), tuple(inertia)))


def text(p):
    tree = Tree(p)
    yield words("problem", p.name, p.size, p.duration, in_space(p.gravity))
    yield from tree.lines
    yield from tree.loops
    for f in p.forces:
        if f["kind"] == "torque":
            yield words("torque", tree.number[f["body"]], f["value"])
        elif f["kind"] == "spring":
            yield words("spring", tree.place(*f["first"]), tree.place(*f["second"]), f["stiffness"], f["length"])
        else:
            sys.exit(f"export.py: no adapter knows a {f['kind']}")
    for owner, what, coordinate, exact in p.quantities:
        yield words("quantity", tree.place(owner, what), coordinate, exact)


def main():
    if len(sys.argv) != 3:
        sys.exit("usage: export.py NAME SIZE")
    print("\n".join(text(problems.problem(sys.argv[1], int(sys.argv[2])))))


if __name__ == "__main__":
    main()

"""Random bodies that fall on a floor and on each other: their models, and what is known about their motion without the program.

The lowest point of a body, the depth of boxes and polygons in each other (by separating axes) and the energy follow from the positions and velocities
in the rows by elementary geometry. Nothing here is taken from the program.
"""
import itertools
import math

import numpy as np

GRAVITY = 9.81


def law(rng):
    """Friction and restitution of one contact."""
    mu = round(rng.uniform(0.05, 1), 3)
    fields = {"restitution": rng.choice([0, 0, round(rng.uniform(0.1, 0.9), 2)])}
    kind = rng.choice(["none", "same", "same", "static"])
    if kind == "same":
        fields["friction"] = mu
    elif kind == "static":
        fields["friction"] = {"coefficient": mu, "static": round(mu * rng.uniform(1.05, 1.6), 3)}
    return fields


class Solid:
    """A box, ball, capsule or cylinder in space, with its axis along x of the body."""

    def __init__(self, rng):
        self.kind = rng.choice(["box", "sphere", "capsule", "cylinder"])
        self.mass = m = round(rng.uniform(0.5, 3), 2)
        if self.kind == "box":
            self.size = a = [round(rng.uniform(0.1, 0.4), 3) for _ in range(3)]
            self.inertia = [m / 12 * (a[1] ** 2 + a[2] ** 2), m / 12 * (a[0] ** 2 + a[2] ** 2), m / 12 * (a[0] ** 2 + a[1] ** 2)]
            self.reach = math.hypot(*a) / 2
            self.surface = {"box": {"size": a}}
            return
        self.radius = r = round(rng.uniform(0.05, 0.2 if self.kind == "sphere" else 0.12), 3)
        self.half = 0 if self.kind == "sphere" else round(rng.uniform(0.05, 0.15), 3)
        self.inertia = [0.5 * m * r * r] + 2 * [m * (3 * r * r + 4 * self.half**2) / 12] if self.half else 3 * [0.4 * m * r * r]
        self.reach = r + self.half
        if self.kind == "sphere":
            self.surface = {"sphere": r}
        elif self.kind == "capsule":
            self.surface = {"capsule": {"from": [-self.half, 0, 0], "to": [self.half, 0, 0], "radius": r}}
        else:
            self.surface = {"cylinder": {"radius": r, "length": 2 * self.half, "axis": "x"}}

    def lowest(self, x, R):
        """Height of its lowest point."""
        if self.kind == "box":
            return x[2] - np.abs(R[2]) @ np.array(self.size) / 2
        across = self.radius * (math.sqrt(max(0, 1 - R[2, 0] ** 2)) if self.kind == "cylinder" else 1)
        return x[2] - self.half * abs(R[2, 0]) - across


class Plate:
    """A convex polygon in the plane."""

    def __init__(self, rng, box=None):
        count = 4 if box else rng.choice([3, 4, 4, 5, 6])
        self.mass = 1 if box else round(rng.uniform(0.5, 3), 2)
        if count == 4:
            a, b = box or (rng.uniform(0.05, 0.2), rng.uniform(0.05, 0.2))
            corners = [(-a, -b), (a, -b), (a, b), (-a, b)]
        else:
            angles = [(i + 0.4 * rng.random()) / count * 2 * math.pi for i in range(count)]
            radius = rng.uniform(0.1, 0.2)
            corners = [(radius * math.cos(u), radius * math.sin(u)) for u in angles]
        self.corners = np.array([[round(c, 6) for c in p] for p in corners])
        self.reach = max(math.hypot(*p) for p in self.corners)
        self.inertia = round(self.mass * self.reach**2 * 0.3, 8)

    def placed(self, x, y, angle):
        c, s = math.cos(angle), math.sin(angle)
        return self.corners @ np.array([[c, s], [-s, c]]) + [x, y]


def rotation(w, x, y, z):
    return np.array([[1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)], [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)], [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)]])


def depth(P, Q, axes):
    """How deep the hulls of two sets of points are in each other: the least overlap along an axis; below zero: apart."""
    least = math.inf
    for a in axes:
        length = np.linalg.norm(a)
        if length > 1e-6:
            p, q = P @ a / length, Q @ a / length
            least = min(least, p.max() - q.min(), q.max() - p.min())
    return least


def depth_of_plates(P, Q):
    edges = [np.roll(S, -1, axis=0) - S for S in (P, Q)]
    return depth(P, Q, [np.array([-e[1], e[0]]) for side in edges for e in side])


def depth_of_boxes(p, x, R, q, y, S):
    corners = np.array(list(itertools.product((-0.5, 0.5), repeat=3)))
    axes = list(R.T) + list(S.T) + [np.cross(a, b) for a in R.T for b in S.T]
    return depth(corners * p.size @ R.T + x, corners * q.size @ S.T + y, axes)

"""Distances of outlines in the plane. An outline is a list of convex parts: (vertices, radius), or a half-plane.

A part of one vertex is a point or a disc, of two a line segment, of more a convex polygon. Before they touch, two parts are
nearest to each other at a vertex of one of them. Everything is in plain floats.
"""
import math


class Part:
    def __init__(self, vertices, radius=0.0):
        self.vertices, self.radius = [tuple(v) for v in vertices], radius
        self.reach = max(math.hypot(*v) for v in self.vertices)
        self.closed = len(self.vertices) > 2

    def place(self, pose):
        (px, py), angle = pose
        c, s = math.cos(angle), math.sin(angle)
        return [(px + c * x - s * y, py + s * x + c * y) for x, y in self.vertices]


class HalfPlane:
    """The solid side of a line through `at`; `normal` points to the free side. At rest."""

    radius, reach = 0.0, 0.0

    def __init__(self, at, normal):
        self.at, self.normal = at, normal


def edges_of(points, closed):
    if len(points) == 1:
        return [(points[0], points[0])]
    return list(zip(points, points[1:] + points[:1] if closed else points[1:]))


def nearest(points, edges):
    """The shortest of the vectors from `points` to `edges`: (square, x, y)."""
    best = (math.inf, 0.0, 0.0)
    for (ax, ay), (bx, by) in edges:
        ux, uy = bx - ax, by - ay
        uu = ux * ux + uy * uy
        for x, y in points:
            wx, wy = x - ax, y - ay
            s = (wx * ux + wy * uy) / uu if uu > 0 else 0.0
            s = 0.0 if s < 0 else 1.0 if s > 1 else s
            dx, dy = s * ux - wx, s * uy - wy
            d = dx * dx + dy * dy
            if d < best[0]:
                best = (d, dx, dy)
    return best


def distance(a, pose_a, b, pose_b):
    """The gap from part a to part b and the unit vector along it. Not below -radii: parts that overlap have no signed depth."""
    if isinstance(a, HalfPlane):
        gap, (x, y) = distance(b, pose_b, a, pose_a)
        return gap, (-x, -y)
    points = a.place(pose_a)
    if isinstance(b, HalfPlane):
        (nx, ny), (bx, by) = b.normal, b.at
        return min(nx * (x - bx) + ny * (y - by) for x, y in points) - a.radius, (-nx, -ny)
    others = b.place(pose_b)
    first = nearest(points, edges_of(others, b.closed))
    second = nearest(others, edges_of(points, a.closed)) if len(points) > 1 else (math.inf, 0.0, 0.0)
    square, x, y = first if first[0] <= second[0] else (second[0], -second[1], -second[2])
    d = math.sqrt(square)
    return d - a.radius - b.radius, ((x / d, y / d) if d > 0 else (1.0, 0.0))


def overlap(a, pose_a, b, pose_b):
    """Whether two parts overlap, which the distance of vertices and edges does not tell where edges cross or one contains the other."""
    if isinstance(a, HalfPlane) or isinstance(b, HalfPlane):
        return distance(a, pose_a, b, pose_b)[0] < 0
    points, others = a.place(pose_a), b.place(pose_b)
    if any(crosses(p, q) for p in edges_of(points, a.closed) for q in edges_of(others, b.closed)):
        return True
    return (a.closed and contains(points, others[0])) or (b.closed and contains(others, points[0]))


def side(a, b, p):
    return (b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0])


def crosses(e, f):
    (a, b), (c, d) = e, f
    return side(a, b, c) * side(a, b, d) < 0 and side(c, d, a) * side(c, d, b) < 0


def contains(corners, p):
    signs = [side(a, b, p) for a, b in edges_of(corners, True)]
    return all(s > 0 for s in signs) or all(s < 0 for s in signs)

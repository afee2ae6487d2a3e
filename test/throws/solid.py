"""Distances of solids in space: points, segments, boxes and cylinders, each with a radius around it, and planes.

Of two polyhedra that are apart the nearest points lie on a vertex and a face, or on two edges. A cylinder and a polyhedron are nearest on an
edge of the polyhedron, or where the cylinder reaches farthest towards one of its faces.
"""
import math

import numpy as np

BOX_SIGNS = np.array([[x, y, z] for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)], float)
BOX_EDGES = [(i, j) for i in range(8) for j in range(i + 1, 8) if np.abs(BOX_SIGNS[i] - BOX_SIGNS[j]).sum() == 2]


class Solid:
    """kind: point, segment, box, cylinder (along z), plane (normal z). `at` and `turn` place it in its body."""

    def __init__(self, kind, radius=0.0, vertices=None, half=None, at=(0, 0, 0), turn=None):
        self.kind, self.radius, self.half = kind, radius, half
        self.at = np.array(at, float)
        self.turn = np.eye(3) if turn is None else turn
        self.edges = [(0, 0)]
        if kind == "box":
            vertices = BOX_SIGNS * np.array(half, float)
            self.edges = BOX_EDGES
        elif kind == "segment":
            self.edges = [(0, 1)]
        elif kind == "point":
            vertices = [(0, 0, 0)]
        self.vertices = None if vertices is None else self.at + np.array(vertices, float) @ self.turn.T
        self.first = [i for i, _ in self.edges]
        self.second = [j for _, j in self.edges]
        if self.vertices is not None:
            self.reach = float(np.linalg.norm(self.vertices, axis=1).max())
        elif kind == "cylinder":
            self.reach = float(np.linalg.norm(self.at)) + math.hypot(*half)
        else:
            self.reach = 0.0


def clamp01(x):
    return np.minimum(np.maximum(x, 0.0), 1.0)


def shortest(vectors):
    vectors = vectors.reshape(-1, 3)
    k = int((vectors**2).sum(axis=1).argmin())
    return vectors[k]


def points_to_segments(p, a, u, uu):
    """Vectors from each point p[i] to each segment a[j] + s u[j]."""
    w = p[:, None, :] - a[None, :, :]
    s = clamp01(np.where(uu > 0, (w * u[None]).sum(axis=2) / np.where(uu > 0, uu, 1), 0.0))
    return s[:, :, None] * u[None] - w


def segments_to_segments(a, b, c, d):
    """The shortest vector from the segments a-b to the segments c-d: at an end of one, or square to both."""
    u, v = b - a, d - c
    uu, vv = (u * u).sum(axis=1), (v * v).sum(axis=1)
    ends = np.concatenate([a, b])
    best = [shortest(points_to_segments(ends, c, v, vv)), -shortest(points_to_segments(np.concatenate([c, d]), a, u, uu))]
    r = a[:, None, :] - c[None, :, :]
    uv = u @ v.T
    det = uu[:, None] * vv[None, :] - uv**2
    ur, vr = (u[:, None, :] * r).sum(axis=2), (v[None, :, :] * r).sum(axis=2)
    good = det > 1e-14 * uu[:, None] * vv[None, :]
    safe = np.where(good, det, 1.0)
    s = (uv * vr - vv[None, :] * ur) / safe
    q = (uu[:, None] * vr - uv * ur) / safe
    inside = good & (s > 0) & (s < 1) & (q > 0) & (q < 1)
    if inside.any():
        span = q[:, :, None] * v[None] - s[:, :, None] * u[:, None, :] - r
        best.append(shortest(span[inside]))
    return shortest(np.array(best))


def points_to_box(p, centre, turn, half):
    """The shortest vector from points to a solid box."""
    x = (p - centre) @ turn
    return shortest((np.clip(x, -half, half) - x) @ turn.T)


def to_cylinder(p, centre, axis, radius, half):
    """Vectors from points to a solid cylinder."""
    x = p - centre
    z = x @ axis
    across = x - z[:, None] * axis
    rho = np.linalg.norm(across, axis=1)
    inwards = np.where(rho > radius, (np.minimum(radius / np.where(rho > 0, rho, 1), 1) - 1), 0.0)
    return across * inwards[:, None] + (np.clip(z, -half, half) - z)[:, None] * axis


def segments_to_cylinder(a, b, centre, axis, radius, half):
    """The shortest vector from segments to a solid cylinder: the square of the distance is convex along each."""
    low, high = np.zeros(len(a)), np.ones(len(a))
    golden = (math.sqrt(5) - 1) / 2
    u = b - a

    def square(s):
        d = to_cylinder(a + s[:, None] * u, centre, axis, radius, half)
        return (d * d).sum(axis=1)

    s1, s2 = high - golden * (high - low), low + golden * (high - low)
    f1, f2 = square(s1), square(s2)
    for _ in range(78):
        left = f1 < f2
        high, low = np.where(left, s2, high), np.where(left, low, s1)
        new = np.where(left, high - golden * (high - low), low + golden * (high - low))
        f = square(new)
        s1, s2, f1, f2 = np.where(left, new, s2), np.where(left, s1, new), np.where(left, f, f2), np.where(left, f1, f)
    places = np.concatenate([a + s1[:, None] * u, a, b])
    return shortest(to_cylinder(places, centre, axis, radius, half))


def world(s, pose):
    p, matrix = pose
    return p + matrix @ s.at, matrix @ s.turn, None if s.vertices is None else p + s.vertices @ matrix.T


def farthest_of_cylinder(direction, centre, axis, radius, half):
    along = float(direction @ axis)
    across = direction - along * axis
    n = np.linalg.norm(across)
    point = centre + (half if along > 0 else -half) * axis
    return point + radius * across / n if n > 1e-12 else point


def distance(a, pose_a, b, pose_b):
    """The gap from a to b, and the unit vector along it."""
    if a.kind == "plane" or (a.kind == "cylinder" and b.kind != "plane"):
        gap, n = distance(b, pose_b, a, pose_a)
        return gap, -n
    centre_a, turn_a, points = world(a, pose_a)
    centre_b, turn_b, others = world(b, pose_b)
    if b.kind == "plane":
        n = turn_b[:, 2]
        if a.kind == "cylinder":
            points = farthest_of_cylinder(-n, centre_a, turn_a[:, 2], *a.half)[None]
        return float(((points - centre_b) @ n).min()) - a.radius, -n
    starts, ends = points[a.first], points[a.second]
    if b.kind == "cylinder":
        radius, half = b.half
        axis = turn_b[:, 2]
        if len(points) == 1:
            vector = shortest(to_cylinder(points, centre_b, axis, radius, half))
        else:
            vector = segments_to_cylinder(starts, ends, centre_b, axis, radius, half)
        if a.kind == "box":
            faces = [k * turn_a[:, i] for i in range(3) for k in (-1, 1)]
            tips = np.array([farthest_of_cylinder(f, centre_b, axis, radius, half) for f in faces])
            other = -points_to_box(tips, centre_a, turn_a, np.array(a.half))
            vector = shortest(np.array([vector, other]))
    else:
        candidates = [segments_to_segments(starts, ends, others[b.first], others[b.second])]
        if b.kind == "box":
            candidates.append(points_to_box(points, centre_b, turn_b, np.array(b.half)))
        if a.kind == "box":
            candidates.append(-points_to_box(others, centre_a, turn_a, np.array(a.half)))
        vector = shortest(np.array(candidates))
    d = float(np.linalg.norm(vector))
    return d - a.radius - b.radius, (vector / d if d > 0 else np.array([1.0, 0.0, 0.0]))


def overlap(a, pose_a, b, pose_b):
    """Whether an edge of one passes through a box, or a middle lies in the other: the distance of features does not tell."""
    if distance(a, pose_a, b, pose_b)[0] <= 0:
        return True
    for one, pose, other, other_pose in ((a, pose_a, b, pose_b), (b, pose_b, a, pose_a)):
        if other.kind != "box":
            continue
        centre, turn, _ = world(other, other_pose)
        middle, _, points = world(one, pose)
        half = np.array(other.half)
        if np.all(np.abs((middle - centre) @ turn) < half):
            return True
        if points is None:
            continue
        starts, ends = (points[one.first] - centre) @ turn, (points[one.second] - centre) @ turn
        if any(passes_through(p, q, half) for p, q in zip(starts, ends)):
            return True
    return False


def passes_through(p, q, half):
    """Whether the segment from p to q meets the box (slabs)."""
    low, high = 0.0, 1.0
    for k in range(3):
        d = q[k] - p[k]
        if d == 0:
            if abs(p[k]) >= half[k]:
                return False
            continue
        t1, t2 = sorted(((-half[k] - p[k]) / d, (half[k] - p[k]) / d))
        low, high = max(low, t1), min(high, t2)
    return low < high

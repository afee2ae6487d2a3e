"""draw_belts.py - belts and cables of a mechanism: wheels, and the path of tangents and arcs around them.

With signed radii r, positive counterclockwise about the axes n of the wheels, a span along u between middles d apart has d = l u + w x u with
w = r_b n_b - r_a n_a and l = sqrt(d^2 - w^2); it touches a wheel at its middle - r n x u. In the plane all n are z.
"""
import math

LOOPS = ("belt", "chain")
Z = (0.0, 0.0, 1.0)


class Belts:
    def __init__(self, mechanism, number):
        self.m, self.number = mechanism, number
        self.joints = mechanism.model.get("joints") or {}
        self.elements = [e for e in self.joints.values() if next(iter(e)) in LOOPS + ("cable",)]

    def radii(self, e):
        names = next(iter(e.values()))
        if "teeth" in e:
            pitch = self.number(e["pitch"], self.m.parameters)
            return [z * pitch / (2 * math.pi) for z in e["teeth"]]
        return [self.number(r, self.m.parameters) for r in e.get("radii") or [0] * len(names)]

    def axis(self, row, e, name, i):
        """What the wheel at a place rotates about."""
        hinge = self.joints.get(name)
        given = hinge.get("axis", "z") if hinge else e.get("axis") or (e.get("axes") or [0] * (i + 1))[i] or "z"
        body = next(iter(hinge.values()))[0] if hinge else name.partition(".")[0]
        body = str(body).partition(".")[0]
        text = str(given)
        if text[-1] in "xyz":
            n = tuple((-1.0 if text[0] == "-" else 1.0) * (k == text[-1]) for k in "xyz")
        else:
            n = unit(tuple(self.number(x, self.m.parameters) for x in given))
        if body == "ground" or not self.m.space:
            return n if self.m.space else Z
        return tuple(sum(a * b for a, b in zip(axes, n)) for axes in self.m.axes(row, body))

    def places(self, row, e, pins):
        """(middle, signed radius, axis) of all that it passes."""
        names = next(iter(e.values()))
        middles = [pins[n] if n in pins else self.m.named(row, n) for n in names]
        return [((p[0], p[1], p[2] if self.m.space else 0.0), r, self.axis(row, e, n, i)) for i, (n, p, r) in enumerate(zip(names, middles, self.radii(e)))]

    def wheels(self, row, pins):
        """(middle, radius, points round it) of each."""
        rims = []
        for e in self.elements:
            for p, r, n in self.places(row, e, pins):
                if r:
                    first = across(n)
                    rims.append((p, abs(r), [plus(p, turned(first, n, k * math.pi / 30), abs(r)) for k in range(60)]))
        return rims

    def paths(self, row, pins):
        """(points, whether it is a loop) of each."""
        return [(path(self.places(row, e, pins), next(iter(e)) in LOOPS), next(iter(e)) in LOOPS) for e in self.elements]


def dot(a, b):
    return sum(x * y for x, y in zip(a, b))


def cross(a, b):
    return (a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0])


def plus(a, b, k=1.0):
    return tuple(x + k * y for x, y in zip(a, b))


def unit(a):
    return tuple(x / (math.sqrt(dot(a, a)) or 1) for x in a)


def across(n):
    least = min(range(3), key=lambda k: abs(n[k]))
    return unit(cross(n, tuple(float(k == least) for k in range(3))))


def turned(v, n, angle):
    """v across n, rotated about it."""
    return plus(tuple(x * math.cos(angle) for x in v), cross(n, v), math.sin(angle))


def tangent(a, b):
    """The direction of the span from one place to the next."""
    (p, ra, na), (q, rb, nb) = a, b
    d, w = plus(q, p, -1.0), plus(tuple(rb * x for x in nb), na, -ra)
    l = math.sqrt(max(dot(d, d) - dot(w, w), 1e-300))
    return unit(plus(plus(tuple(l * l * x for x in d), cross(w, d), -l), w, dot(w, d)))


def path(places, closed):
    spans = [tangent(places[i], places[(i + 1) % len(places)]) for i in range(len(places) - (not closed))]
    points = []
    for i, (p, r, n) in enumerate(places):
        before = spans[i - 1] if closed or i > 0 else spans[i]
        behind = spans[i] if i < len(spans) else before
        first = unit(plus(before, n, -dot(before, n)))
        sense = -1 if r < 0 else 1
        wrap = math.fmod(sense * math.atan2(dot(cross(first, behind), n), dot(first, behind)), 2 * math.pi)
        wrap += 2 * math.pi if wrap < -1e-9 else 0
        steps = max(1, int(wrap / 0.1)) if r else 1
        for k in range(steps + 1):
            points.append(plus(p, cross(n, turned(first, n, sense * wrap * k / steps)), -r))
    return points

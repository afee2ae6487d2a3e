"""draw_belts.py - belts and cables of a mechanism in the plane: wheels, and the path of tangents and arcs around them.

With signed radii r, positive counterclockwise, a span between middles d apart has e = r_a - r_b, l = sqrt(d^2 - e^2) and the direction
of d, rotated by asin(e/d); it touches a wheel at its middle + r (sin phi, -cos phi).
"""
import math

LOOPS = ("belt", "chain")

class Belts:
    def __init__(self, mechanism, number):
        self.m, self.number = mechanism, number
        self.elements = [e for e in (mechanism.model.get("joints") or {}).values() if next(iter(e)) in LOOPS + ("cable",)]

    def radii(self, e):
        names = next(iter(e.values()))
        if "teeth" in e:
            pitch = self.number(e["pitch"], self.m.parameters)
            return [z * pitch / (2 * math.pi) for z in e["teeth"]]
        return [self.number(r, self.m.parameters) for r in e.get("radii") or [0] * len(names)]

    def places(self, row, e, pins):
        """(middle, signed radius) of all that it passes."""
        names = next(iter(e.values()))
        return [(pins[n] if n in pins else self.m.named(row, n), r) for n, r in zip(names, self.radii(e))]

    def wheels(self, row, pins):
        return [(p, abs(r)) for e in self.elements for p, r in self.places(row, e, pins) if r]

    def paths(self, row, pins):
        """(points, whether it is a loop) of each."""
        return [(path(self.places(row, e, pins), next(iter(e)) in LOOPS), next(iter(e)) in LOOPS) for e in self.elements]


def path(places, closed):
    spans = []
    for i in range(len(places) - (not closed)):
        (a, ra), (b, rb) = places[i], places[(i + 1) % len(places)]
        x, y, e = b[0] - a[0], b[1] - a[1], ra - rb
        spans.append(math.atan2(y, x) + math.asin(max(-1, min(1, e / (math.hypot(x, y) or 1)))))
    points = []
    for i, (p, r) in enumerate(places):
        before = spans[i - 1] if closed or i > 0 else spans[i]
        behind = spans[i] if i < len(spans) else before
        wrap = math.fmod((behind - before) * (-1 if r < 0 else 1), 2 * math.pi)
        wrap += 2 * math.pi if wrap < -1e-9 else 0
        steps = max(1, int(wrap / 0.1)) if r else 1
        for k in range(steps + 1):
            phi = before + (-1 if r < 0 else 1) * wrap * k / steps
            points.append((p[0] + r * math.sin(phi), p[1] - r * math.cos(phi), 0.0))
    return points

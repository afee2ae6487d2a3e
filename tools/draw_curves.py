"""draw_curves.py - curves of joints for draw_mechanism.py: x(u), y(u), z(u) in the frame of the first body, where this small reader knows them."""

POINTS = 240
KINDS = ("curve", "track")


class Curves:
    def __init__(self, mechanism, number, vector):
        self.m, self.number, self.vector = mechanism, number, vector
        joints = (mechanism.model.get("joints") or {}).values()
        curves = ((str(e[next(iter(e))][0]), e) for e in joints if next(iter(e)) in KINDS and ("x" in e or "y" in e or "z" in e))
        self.all = [(body, points, e.get("closed") is True) for body, e in curves if (points := self.points(e))]

    def points(self, e):
        """In the frame of the body; None where a coordinate is not known."""
        first, last = (self.number(e.get(k, 0), self.m.parameters) for k in ("from", "to"))
        if first is None or last is None:
            return None
        found = []
        for i in range(POINTS + 1):
            names = {**self.m.parameters, "u": first + (last - first) * i / POINTS}
            found.append(tuple(self.number(e.get(k, 0), names) for k in "xyz"))
        return None if any(None in p for p in found) else found

    def now(self, row):
        """(points, whether it is closed) of each, on the ground."""
        return [([self.carry(row, body, p) for p in points], closed) for body, points, closed in self.all]

    def carry(self, row, body, p):
        if body == "ground":
            return p
        given = self.m.model["bodies"][body] or {}
        if isinstance(given.get("points"), list):  # drawn: its frame is the ground's as it is drawn
            return self.m.carry(row, body, p)
        com = self.vector(given.get("com") or [0, 0], self.m.parameters) or (0, 0, 0)
        arm, axes, at = tuple(a - b for a, b in zip(p, com)), self.m.axes(row, body), self.m.place(row, body)
        return tuple(at[i] + sum(axes[i][k] * arm[k] for k in range(3)) for i in range(3))

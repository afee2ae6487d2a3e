"""draw_surfaces.py - surfaces of bodies for draw_mechanism.py: discs, polygons, floors; in space spheres, boxes, planes, as they are seen.

A surface is read from the model file and becomes outlines in metres, in the frame of its body:

    ("round", middle, radius)        looks the same from everywhere: a sphere, and a disc in the plane
    ("hull", points)                 what is seen of a convex solid
    ("curve", points, closed)        a line of the plane, hatched on its right where it is open
    ("flank", points, closed)        of a groove, the outer one: there is nothing inside
    ("sheet", corners)               a piece of a plane in space
"""
import math

ROUND = 48  # corners of a circle


def add(a, b, s=1.0):
    return tuple(x + s * y for x, y in zip(a, b))


def unit(a):
    size = math.sqrt(sum(x * x for x in a))
    return tuple(x / size for x in a)


def cross(a, b):
    return (a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0])


def across(n):
    """Two directions square to n and to each other."""
    u = unit(cross(n, (0, 0, 1) if abs(n[2]) < 0.9 else (1, 0, 0)))
    return u, cross(n, u)


def ring(at, axis, radius):
    u, v = across(axis)
    angles = (2 * math.pi * i / ROUND for i in range(ROUND))
    return [add(add(at, u, radius * math.cos(t)), v, radius * math.sin(t)) for t in angles]


def clipped(polygon, width, height, edge=6):
    """What of a polygon is on the paper."""
    for i, limit, side in ((0, edge, 1), (0, width - edge, -1), (1, edge, 1), (1, height - edge, -1)):
        kept = []
        for a, b in zip(polygon, polygon[1:] + polygon[:1]):
            da, db = side * (a[i] - limit), side * (b[i] - limit)
            if da >= 0:
                kept.append(a)
            if da * db < 0:
                kept.append(tuple(p + da / (da - db) * (q - p) for p, q in zip(a, b)))
        polygon = kept
        if not polygon:
            break
    return polygon


AXES = {"x": (1.0, 0.0, 0.0), "y": (0.0, 1.0, 0.0), "z": (0.0, 0.0, 1.0)}


class Surfaces:
    """Of one mechanism (draw_mechanism.Mechanism); number and vector are its readers of constants."""

    def __init__(self, mechanism, number, vector):
        self.m, self.read, self.read_vector = mechanism, number, vector
        bodies = mechanism.model.get("bodies") or {}
        self.of = {b: [s for s in ((bodies[b] or {}).get("surfaces") or {}).values()] for b in ["ground"] + mechanism.bodies if b in bodies}

    def number(self, text):
        return self.read(text, self.m.parameters)

    # -- frames

    def drawn(self, body):
        """Whether its points are names of the drawing: its frame is the ground's at the start then."""
        return isinstance(self.m.model["bodies"][body].get("points"), list)

    def com(self, body):
        given = self.m.model["bodies"][body].get("com")
        if isinstance(given, list):
            return self.read_vector(given, self.m.parameters)
        points = self.m.model["bodies"][body].get("points")
        if isinstance(given, str) and isinstance(points, dict):
            return self.read_vector(points[given], self.m.parameters)
        return (0.0, 0.0, 0.0)

    def place(self, row, body, p):
        """Where a point of the body's frame is."""
        if body == "ground":
            return p
        if self.drawn(body):
            return self.m.carry(row, body, p)
        R, arm = self.m.axes(row, body), add(p, self.com(body), -1)
        return tuple(c + sum(R[i][k] * arm[k] for k in range(3)) for i, c in enumerate(self.m.place(row, body)))

    def point(self, body, node):
        """A vector, or the name of a point, in the body's frame."""
        if not isinstance(node, str):
            return self.read_vector(node, self.m.parameters)
        own = self.m.model["bodies"][body].get("points")
        return self.read_vector(own[node], self.m.parameters) if isinstance(own, dict) and node in own else self.m.drawing[node]

    # -- forms

    def form(self, body, s):
        """The outlines of one surface, in the body's frame."""
        kind, value = next(iter(s.items()))
        if kind == "cam":
            return [("flank" if s.get("flank") == "outer" else "curve", s["outline"], True)]
        size = self.number(value) if not isinstance(value, (list, dict)) else None
        at = self.point(body, s["at"]) if "at" in s else (0.0, 0.0, 0.0) if body == "ground" or not self.drawn(body) else None
        axis = s.get("axis", "z")
        axis = AXES.get(axis) if isinstance(axis, str) else unit(self.read_vector(axis, self.m.parameters))
        if kind == "sphere" or (kind == "disc" and not self.m.space):
            return [("round", at, size)]
        if kind == "disc":
            return [("hull", ring(at, axis, size))]
        if kind == "torus":
            major = self.number(s.get("radius", value))
            return [("hull", ring(at, axis, major + self.number(s.get("tube", 0))))]
        if kind == "box" and self.m.space:
            a, b, c = (0.5 * x for x in self.read_vector(value, self.m.parameters))
            return [("hull", [add(at, (i * a, j * b, k * c)) for i in (-1, 1) for j in (-1, 1) for k in (-1, 1)])]
        if kind == "box":
            a, b, _ = (0.5 * x for x in self.read_vector(value, self.m.parameters))
            return [("curve", [add(at, (x * a, y * b, 0)) for x, y in ((-1, -1), (1, -1), (1, 1), (-1, 1))], True)]
        if kind == "cylinder":
            half = 0.5 * self.number(s["length"]) if "length" in s else 0
            return [("hull", ring(add(at, axis, half), axis, size) + ring(add(at, axis, -half), axis, size))]
        if kind == "capsule":
            return [("round", self.point(body, s[end]), size) for end in ("from", "to")]
        if kind in ("polygon", "polyline", "line", "spline", "mesh"):
            points = [self.point(body, p) for p in value]
            if kind == "mesh":
                return [("hull", points)]
            return [("endless" if kind == "line" else "curve", points, kind == "polygon")]
        if kind == "plane":
            return [("sheet", self.point(body, value), unit(self.read_vector(s.get("normal", [0, 0, 1]), self.m.parameters)))]
        if kind == "point":
            return [("round", self.point(body, value), 0.0)]
        return []

    def forms(self, row, body):
        """Outlines of all surfaces of a body, where they are now."""
        out = []
        for s in self.of.get(body, []):
            for kind, first, *rest in self.form(body, s):
                if kind == "round":
                    out.append((kind, self.place(row, body, first), *rest))
                elif kind == "sheet":
                    normal = add(self.place(row, body, add(first, rest[0])), self.place(row, body, first), -1)
                    out.append((kind, self.place(row, body, first), normal))
                else:
                    out.append((kind, [self.place(row, body, p) for p in first], *rest))
        return out

    def reach(self, row, body):
        """(place, radius) that hold what has ends."""
        for kind, first, *_ in self.forms(row, body):
            if kind == "round":
                yield first, _[0]
            elif kind in ("hull", "curve", "flank"):
                yield from ((p, 0.0) for p in first)

    # -- on a sheet of paper

    def draw(self, drawing, row, body, css, ghost=False):
        for form in self.forms(row, body):
            getattr(self, "draw_" + form[0])(drawing, row, body, "faint" if ghost else css, *form[1:])

    def legs(self, row, body):
        """Lines from the centre of mass of a body to its feet: the points that touch."""
        feet = [at for kind, at, *rest in self.forms(row, body) if kind == "round" and rest[0] == 0.0]
        hip = self.m.place(row, body)
        return [(hip, foot) for foot in feet if math.dist(hip, foot) > 0]

    def draw_round(self, d, row, body, css, at, radius):
        p, r = d.px(at), radius * d.scale
        if r < 3:
            d.sheet.circle(css, p, 3.5)
            return
        d.sheet.circle(css, p, "%.1f" % r)
        if body != "ground" and css != "faint":  # a mark that turns with it
            if self.m.space:
                R = self.m.axes(row, body)
                turned = ring(at, tuple(R[i][2] for i in range(3)), radius)
                away = [q for q in turned if self.towards(d, add(q, at, -1)) > 0]
                start = max(range(len(away)), key=lambda i: math.dist(away[i - 1], away[i]))
                d.sheet.line("ink", [d.px(q) for q in away[start:] + away[:start]], 1.2, opacity=0.6)
            else:
                c, s = (x[0] for x in self.m.axes(row, body)[:2])
                d.sheet.line("ink", [p, (p[0] + r * c, p[1] - r * s)], 1.2, opacity=0.6)

    def towards(self, d, v):
        """Part of v towards the eye."""
        x, y, z = (v[0], d.over * v[1], d.over * v[2]) if d.up == 2 else (v[0], -v[2], v[1])
        away = math.cos(d.azimuth) * x + math.sin(d.azimuth) * y
        return -math.cos(d.elevation) * away + math.sin(d.elevation) * z if d.elevation else -away

    def draw_hull(self, d, row, body, css, points):
        from draw_mechanism import hull_2d
        d.sheet.line(css, hull_2d([d.px(p) for p in points]), 1.6, True)

    def draw_curve(self, d, row, body, css, points, closed):
        flat = [d.px(p) for p in points]
        if closed and body != "ground":
            d.sheet.line(css, flat, 1.6, True)
            return
        d.sheet.line("ink" if css != "faint" else css, flat, 2, closed)
        if css != "faint":
            self.hatch(d, flat + (flat[:1] if closed else []))

    def draw_flank(self, d, row, body, css, points, closed):
        flat = [d.px(p) for p in points]
        d.sheet.line("ink" if css != "faint" else css, flat + flat[:1], 1.6)

    def draw_endless(self, d, row, body, css, points, closed):
        a, b = (d.px(p) for p in points[:2])
        length = math.dist(a, b)
        ux, uy = (b[0] - a[0]) / length, (b[1] - a[1]) / length
        spans = []  # where it crosses the paper
        for i, size in ((0, d.width), (1, d.height)):
            u = (ux, uy)[i]
            if abs(u) > 1e-9:
                spans.append(sorted(((8 - a[i]) / u, (size - 8 - a[i]) / u)))
        low, high = max(s[0] for s in spans), min(s[1] for s in spans)
        if low < high:
            flat = [(a[0] + low * ux, a[1] + low * uy), (a[0] + high * ux, a[1] + high * uy)]
            d.sheet.line("ink", flat, 2)
            self.hatch(d, flat)

    def hatch(self, d, flat):
        """On the right of the way along it, where the body is; y goes down."""
        path = ""
        for a, b in zip(flat, flat[1:]):
            length = math.dist(a, b)
            if length == 0:
                continue
            ux, uy = (b[0] - a[0]) / length, (b[1] - a[1]) / length
            for k in range(int(length / 7)):
                x, y = a[0] + (7 * k + 4) * ux, a[1] + (7 * k + 4) * uy
                path += "M%.1f %.1fl%.1f %.1f" % (x, y, -5 * ux - 5 * uy, -5 * uy + 5 * ux)
        d.sheet.add("path", "ink", d=path, stroke_width=1)

    def draw_sheet(self, d, row, body, css, at, normal):
        n = unit(normal)
        middles = [self.m.place(r, b) for r in [d.row] + d.ghosts for b in self.m.bodies] + d.traced
        on = [add(p, n, -sum(x * y for x, y in zip(add(p, at, -1), n))) for p in middles]
        u = unit(add((1.0, 0.0, 0.0), n, -n[0])) if abs(n[0]) < 0.9 else across(n)[0]
        v = cross(n, u)
        dots = [[sum(x * y for x, y in zip(add(p, at, -1), w)) for p in on] for w in (u, v)]
        spare = 0.3 * max(max(s) - min(s) for s in dots) + 1.5 * max([r for b in self.m.bodies for _, r in self.reach(d.row, b)] + [0.02 * d.size])
        (a, b), (c, e) = ((min(s) - spare, max(s) + spare) for s in dots)
        corners = [add(add(at, u, x), v, y) for x, y in ((a, c), (b, c), (b, e), (a, e))]
        seen = clipped([d.px(p) for p in corners], d.width, d.height)
        if not seen:
            return
        d.sheet.line("faint soft", seen, 1.2, True, fill_opacity=0.16)

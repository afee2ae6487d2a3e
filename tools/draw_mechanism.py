#!/usr/bin/env python3
"""draw_mechanism.py - a mechanism as engineers draw it, from a model and its results, as SVG.

    tools/draw_mechanism.py MODEL.yaml -o PICTURE.svg [options]

Links are bars and plates, pins are circles, the ground is hatched, springs are zigzags. The model is run by
build/trammel, so that the picture shows what was computed: the pose at one time, others faintly, and traces of points.
Models in space are drawn as seen from a direction, without perspective.

Needs python3-yaml (Debian) besides a built program.
"""
import argparse
import csv
import math
import os
import re
import subprocess
import sys
import tempfile

import yaml

from draw_belts import Belts
from draw_curves import Curves
from draw_surfaces import Surfaces
from model_parts import Expansion

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
PROGRAM = os.environ.get("TRAMMEL", os.path.join(ROOT, "build", "trammel"))

# ---- the model and its numbers ------------------------------------------------------------------------------------------

UNITS = {"mm": 1e-3, "cm": 1e-2, "m": 1, "km": 1e3, "deg": math.pi / 180, "rad": 1, "kg": 1, "g": 1e-3, "N": 1, "s": 1,
         "ms": 1e-3, "rpm": math.pi / 30}


def number(text, parameters):
    """The value of a constant expression; None when it is not one that this small reader knows."""
    if isinstance(text, (int, float)):
        return float(text)
    code = re.sub(r"(\d\.?)\s*([A-Za-z]+)\b", lambda m: m[1] + "*" + repr(UNITS[m[2]]) if m[2] in UNITS else m[0], str(text))
    names = {k: getattr(math, k) for k in dir(math) if not k.startswith("_")}
    names.update(parameters)
    try:
        return float(eval(code.replace("^", "**"), {"__builtins__": {}}, names))
    except Exception:
        return None


def vector(node, parameters):
    values = [number(x, parameters) for x in node]
    return None if None in values else tuple(values + [0.0] * (3 - len(values)))


def point_of(end):
    return str(end).partition(".")[2]


class Mechanism:
    """The model's elements, and the places of its points at every output time."""

    def __init__(self, path, analysis):
        with open(path, encoding="utf-8") as f:
            text = f.read()
        if analysis:
            text = re.sub(r"(?ms)^analyses:.*\Z", "", text) + "\nanalyses:\n  - " + analysis + "\n"
        self.model = yaml.safe_load(text)
        given = (self.model.get("defaults") or {}).get("body") or {}
        for name, body in (self.model.get("bodies") or {}).items():
            if name != "ground":
                self.model["bodies"][name] = {**given, **(body or {})}
        self.space = self.model.get("space") == "space"
        self.parameters = {}
        for name, value in (self.model.get("parameters") or {}).items():
            self.parameters[name] = number(value, self.parameters)
        with tempfile.TemporaryDirectory() as folder:
            given, result = os.path.join(folder, "model.yaml"), os.path.join(folder, "result.csv")
            with open(given, "w", encoding="utf-8") as f:
                f.write(text)
            subprocess.run([PROGRAM, "run", given, "-o", result, "--quiet"], check=True, stderr=subprocess.DEVNULL)
            with open(result, encoding="utf-8", newline="") as f:
                parts = Expansion(self.model, number, vector, self.parameters)
                self.rows = [{parts.column(k): float(v) for k, v in row.items()} for row in csv.DictReader(line for line in f if not line.startswith("#"))]
            self.find_cams(text, folder)
        self.drawing = {k: vector(v, self.parameters) for k, v in (self.model.get("points") or {}).items()}
        ground = (self.model.get("bodies") or {}).get("ground") or {}
        points = ground.get("points") or {}
        self.ground = {k: vector(v, self.parameters) for k, v in points.items()} if isinstance(points, dict) else {}
        self.ground.update({k: v for k, v in self.drawing.items() if k not in self.ground})
        self.ground.update(parts.points)
        self.carried = parts.points
        self.bodies = [b for b in (self.model.get("bodies") or {}) if b != "ground"]
        self.points = {b: [c[len(b) + 1:-2] for c in self.rows[0] if c.startswith(b + ".") and c.endswith(".x") and c.count(".") == 2]
                       for b in self.bodies}
        for joint in (self.model.get("joints") or {}).values():
            for body, _, point in (str(end).partition(".") for end in next(iter(joint.values())) if point_of(end) in self.carried):
                self.points.get(body, []).append(point)

    def find_cams(self, text, folder):
        """The outlines of cams, as the program computes them."""
        for body, given in (self.model.get("bodies") or {}).items():
            for name, surface in ((given or {}).get("surfaces") or {}).items():
                if "cam" not in surface:
                    continue
                model, result = os.path.join(folder, "cam.yaml"), os.path.join(folder, "cam.csv")
                with open(model, "w", encoding="utf-8") as f:
                    f.write(re.sub(r"(?ms)^analyses:.*\Z", "", text) + "\nanalyses: [cam: {surfaces: [%s.%s], samples: 120}]\n" % (body, name))
                subprocess.run([PROGRAM, "run", model, "-o", result, "--quiet"], check=True, stderr=subprocess.DEVNULL)
                with open(result, encoding="utf-8", newline="") as f:
                    surface["outline"] = [(float(r["x"]), float(r["y"]), 0.0) for r in csv.DictReader(f)][:-1]

    def row(self, t):
        return min(self.rows, key=lambda r: abs(r["t"] - t))

    def place(self, row, body, point=None):
        """Where a point of a body (or its centre of mass) is."""
        if body == "ground":
            return self.ground.get(point, (0, 0, 0))
        if point in self.carried:
            return self.carry(row, body, self.carried[point])
        key = body + "." + point if point and point in self.points[body] else body
        return tuple(row.get(key + "." + axis, 0.0) for axis in "xyz")

    def axes(self, row, body):
        """The rotation of a body, by rows."""
        if not self.space:
            c, s = math.cos(row[body + ".angle"]), math.sin(row[body + ".angle"])
            return ((c, -s, 0), (s, c, 0), (0, 0, 1))
        w, x, y, z = (row[body + ".q" + k] for k in "wxyz")
        return ((1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)),
                (2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)),
                (2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)))

    def carry(self, row, body, p):
        """Where a point is now that a body, as it stands at the first time, has at p."""
        first = self.rows[0]
        arm, was, now = sub(p, self.place(first, body)), self.axes(first, body), self.axes(row, body)
        own = tuple(sum(was[k][i] * arm[k] for k in range(3)) for i in range(3))
        return tuple(c + sum(now[i][k] * own[k] for k in range(3)) for i, c in enumerate(self.place(row, body)))

    def named(self, row, text, fallback=None):
        body, _, point = str(text).partition(".")
        return self.place(row, body, point or fallback)


# ---- a sheet of paper ---------------------------------------------------------------------------------------------------

RAMS = ("actuator", "gas-spring", "hydraulic-cylinder", "pneumatic-cylinder")  # drawn as a cylinder with its rod
TORQUES = ("torque", "motor", "dc-motor", "curve-motor", "induction-motor", "servo")  # drawn as a bent arrow
LIGHT = {"paper": "#fbfaf7", "ink": "#26323d", "faint": "#8a97a3", "trace": "#c8443c", "spring": "#2f7d5d", "load": "#b06a00",
         "fills": ["#bcd0e6", "#f0d9a8", "#c6dec2", "#e8c4c0", "#d3c9e6", "#c9d3d8", "#e9e3b4"]}
DARK = {"paper": "#1c2127", "ink": "#e3e9ef", "faint": "#7d8994", "trace": "#ff7d70", "spring": "#7fd3ab", "load": "#f0b357",
        "fills": ["#3d5f85", "#8a6a26", "#40693d", "#85443f", "#5d4d85", "#4c5a63", "#767031"]}


def style(colours):
    rules = [".paper{fill:%(paper)s}.ink{stroke:%(ink)s;fill:none}.solid{fill:%(ink)s}.text{fill:%(ink)s}.pin{fill:%(paper)s;stroke:%(ink)s}"
             ".faint{stroke:%(faint)s;fill:none}.trace{stroke:%(trace)s;fill:none}.dot{fill:%(trace)s}.spring{stroke:%(spring)s;fill:none}"
             ".load{stroke:%(load)s;fill:none}.tip{fill:%(load)s}.soft{fill:%(faint)s}" % colours]
    rules += [".f%d{fill:%s}.s%d{stroke:%s}" % (i, c, i, c) for i, c in enumerate(colours["fills"])]
    return "".join(rules)


class Sheet:
    def __init__(self):
        self.parts = []

    def add(self, kind, css, **attributes):
        values = ((k.replace("_", "-"), "%.3g" % v if isinstance(v, float) else v) for k, v in attributes.items())
        text = "".join(' %s="%s"' % (k, re.sub(r"\.0\b", "", str(v))) for k, v in values)
        self.parts.append('<%s class="%s"%s/>' % (kind, css, text))

    def line(self, css, points, width, closed=False, **more):
        d = "M" + "L".join("%.1f %.1f" % p for p in points) + ("Z" if closed else "")
        self.add("path", css, d=d, stroke_width=width, **more)

    def circle(self, css, p, r, width=1.6):
        self.add("circle", css, cx="%.1f" % p[0], cy="%.1f" % p[1], r=r, stroke_width=width)

    def text(self, p, words, size=13):
        self.parts.append('<text class="text" x="%.1f" y="%.1f" font-size="%d" text-anchor="middle">%s</text>' % (p[0], p[1] + 0.35 * size, size, words))

    def svg(self, width, height, theme, title):
        css = "path{stroke-linecap:round;stroke-linejoin:round}" + style(DARK if theme == "dark" else LIGHT)
        if theme == "auto":
            css += "@media (prefers-color-scheme:dark){%s}" % style(DARK)
        return ('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" width="%d" height="%d" font-family="DejaVu Sans, Helvetica, Arial, sans-serif">'
                "<title>%s</title><style>%s</style>\n<rect class=\"paper\" width=\"%d\" height=\"%d\" rx=\"8\"/>\n%s\n</svg>\n"
                % (width, height, width, height, title, css, width, height, "\n".join(self.parts)))


# ---- small geometry -----------------------------------------------------------------------------------------------------

def sub(a, b):
    return tuple(x - y for x, y in zip(a, b))


def dist(a, b):
    return math.sqrt(sum((x - y) ** 2 for x, y in zip(a, b)))


def off_line(a, b, p):
    """Distance of p from the line a b."""
    u, w = sub(b, a), sub(p, a)
    length = dist(a, b)
    if length == 0:
        return dist(a, p)
    s = sum(x * y for x, y in zip(u, w)) / length ** 2
    return dist(tuple(x + s * y for x, y in zip(a, u)), p)


def near_segment(a, b, p):
    """Distance of p from the segment a b."""
    u = sub(b, a)
    length = sum(x * x for x in u)
    s = 0 if length == 0 else max(0, min(1, sum(x * y for x, y in zip(u, sub(p, a))) / length))
    return dist(tuple(x + s * y for x, y in zip(a, u)), p)


def hull_2d(points):
    """Corners of the smallest convex polygon, in order."""
    points = sorted(set(points))
    def half(list_of):
        out = []
        for p in list_of:
            while len(out) > 1 and (out[-1][0] - out[-2][0]) * (p[1] - out[-2][1]) - (out[-1][1] - out[-2][1]) * (p[0] - out[-2][0]) <= 0:
                out.pop()
            out.append(p)
        return out[:-1]
    return half(points) + half(points[::-1])


# ---- drawing ------------------------------------------------------------------------------------------------------------

class Drawing:
    def __init__(self, mechanism, options):
        self.m, self.o, self.sheet = mechanism, options, Sheet()
        self.row = mechanism.row(options.at)
        self.turned = []  # places with an arrow around them
        self.ghosts = [mechanism.row(float(t)) for t in (options.ghosts or "").split()]
        gravity = mechanism.model.get("gravity")
        three = isinstance(gravity, list) and len(gravity) == 3
        self.up = 1 if three and not gravity[2] and gravity[1] else 2
        self.over = -1 if three and self.up == 2 and (number(gravity[2], mechanism.parameters) or 0) > 0 else 1  # z points down
        self.azimuth, self.elevation = (math.radians(float(x)) for x in options.view.split())
        self.surfaces = Surfaces(mechanism, number, vector)
        self.belts = Belts(mechanism, number)
        self.curves = Curves(mechanism, number, vector)
        self.traced = [p for name in options.trace for p in self.trace_points(name)]
        self.set_scale()

    # -- from metres to the sheet

    def flat(self, p):
        """The point on the plane of the drawing, m."""
        if not self.m.space:
            return p[0], p[1]
        x, y, z = (p[0], self.over * p[1], self.over * p[2]) if self.up == 2 else (p[0], -p[2], p[1])
        c, s = math.cos(self.azimuth), math.sin(self.azimuth)
        right, away = -s * x + c * y, c * x + s * y
        return right, math.cos(self.elevation) * z - math.sin(self.elevation) * away

    def px(self, p):
        x, y = self.flat(p)
        return self.left + (x - self.low[0]) * self.scale, self.top + (self.high[1] - y) * self.scale

    def trace_points(self, name):
        rows = [r for r in self.m.rows if r["t"] <= self.o.until]
        return [self.m.named(r, name) for r in rows]

    def set_scale(self):
        all_points = []
        for row in [self.row] + self.ghosts:
            for b in self.m.bodies:
                all_points += [self.m.place(row, b, p) for p in self.m.points[b]] + [self.m.place(row, b)]
        for e in list((self.m.model.get("joints") or {}).values()) + list((self.m.model.get("forces") or {}).values()):
            for end in next(iter(e.values())) if isinstance(next(iter(e.values())), list) else []:
                if str(end).startswith("ground."):
                    all_points.append(self.m.named(self.row, end))
        flat = [self.flat(p) for p in all_points + self.traced]
        for row in [self.row] + self.ghosts:
            for p, r in (reach for b in self.m.bodies for reach in self.surfaces.reach(row, b)):
                x, y = self.flat(p)
                flat += [(x - r, y - r), (x + r, y + r)]
        flat += [self.flat(p) for points in self.tyres() for p in points]
        flat += [self.flat(p) for points, _ in self.curves.now(self.row) for p in points]
        for (x, y, *_), r, teeth, *_ in self.wheels(self.row):
            r *= 1 + 3 / abs(teeth)
            flat += [(x - r, y - r), (x + r, y + r)]
        for _, _, rim in self.belts.wheels(self.row, self.hinges(self.row)):
            flat += [self.flat(p) for p in rim]
        self.low = tuple(min(p[i] for p in flat) for i in (0, 1))
        self.high = tuple(max(p[i] for p in flat) for i in (0, 1))
        wide = any("force" in e for e in (self.m.model.get("forces") or {}).values())
        margin, foot = 66 if wide else 46, 62
        w, h = (max(self.high[i] - self.low[i], 1e-9) for i in (0, 1))
        self.scale = min((self.o.width - 2 * margin) / w, (self.o.height - margin - foot) / h)
        tiny = 1e-6  # the side that limits the scale is a whole number but for rounding
        self.width = max(int(w * self.scale + 2 * margin + tiny), 260)
        self.height = max(int(h * self.scale + margin + foot + tiny), 150)
        self.left = (self.width - w * self.scale) / 2
        self.top = margin + (self.height - margin - foot - h * self.scale) / 2
        self.size = max(w, h)

    # -- bodies

    def outline(self, row, body):
        """What to draw of a body: ("bar", ends), ("plate", corners) or ("mass", place); and balls at ends."""
        points = [self.m.place(row, body, p) for p in self.m.points[body]]
        com, near = self.m.place(row, body), 1e-6 * self.size
        distinct = []
        for p in points:
            if all(dist(p, q) > near for q in distinct):
                distinct.append(p)
        if len(distinct) == 1 and dist(com, distinct[0]) > 1e-3 * self.size:
            return "bar", [distinct[0], com], [com]
        if len(distinct) < 2:
            return "mass", [com], []
        a, b = max(((p, q) for p in distinct for q in distinct), key=lambda e: dist(*e))
        if all(off_line(a, b, p) < 1e-3 * dist(a, b) for p in distinct):
            balls, pinned = [], [self.pin_place(row, j) for j in self.joints_of(body)]
            reach = [dist(a, com), dist(b, com), dist(a, b)]
            if off_line(a, b, com) < 1e-3 * reach[2] and max(reach[0], reach[1]) > 1.05 * reach[2]:
                if reach[0] > reach[1]:
                    b = com
                else:
                    a = com
                balls = [com]
            for end in (a, b):
                if dist(end, com) < 0.06 * dist(a, b) and all(dist(end, p) > 1e-3 * self.size for p in pinned) and not balls:
                    balls = [end]
            return "bar", [a, b], balls
        return "plate", distinct, []

    def bodies(self, row, ghost=False):
        for i, body in enumerate(self.m.bodies):
            kind, points, balls = self.outline(row, body)
            colour = i % len(LIGHT["fills"])
            flat = [self.px(p) for p in points]
            if kind == "mass":
                for leg in self.surfaces.legs(row, body):
                    self.bar([self.px(p) for p in leg], colour, 0.6 * self.o.link, ghost)
            if self.surfaces.of.get(body):
                self.surfaces.draw(self, row, body, "ink f%d" % colour, ghost)
            if kind == "mass":
                if self.surfaces.of.get(body) or any(j[1] in ("prismatic", "cylindrical") for j in self.joints_of(body)):
                    continue
                self.sheet.circle("ink f%d" % colour, flat[0], 9) if not ghost else None
                continue
            corners = hull_2d(flat) if kind == "plate" else flat
            closed = kind == "plate" and len(corners) > 2
            thick = self.o.link if kind == "bar" else 0.75 * self.o.link
            if kind == "plate" and len(flat) == 3:
                corners = flat
            self.bar(corners, colour, thick, ghost, closed)
            for ball in balls:
                self.sheet.circle("faint" if ghost else "ink f%d" % colour, self.px(ball), (1.1 if ghost else 1.3) * self.o.link)

    def bar(self, corners, colour, thick, ghost, closed=False):
        if ghost:
            self.sheet.line("faint", corners, 2, closed, opacity=0.55)
            return
        self.sheet.line("ink" + (" f%d" % colour if closed else ""), corners, thick + 3, closed)
        self.sheet.line("s%d f%d" % (colour, colour), corners, thick, closed)

    # -- wheels with teeth

    def wheels(self, row):
        """(middle, pitch radius, teeth, direction, gap: whether a gap is there and not a tooth, body) of each, once."""
        pins, found = {j[0]: j for j in self.joints()}, {}
        for e in (self.m.model.get("joints") or {}).values():
            kind, ends = next(iter(e.items()))
            if kind != "gear" or "teeth" not in e or self.m.space:
                continue
            at = [self.pin_place(row, pins[end]) for end in ends]
            way, total = math.atan2(at[1][1] - at[0][1], at[1][0] - at[0][0]), abs(sum(e["teeth"]))
            for i, end in enumerate(ends):
                teeth, inner = e["teeth"][i], sum(e["teeth"]) < 0
                away = e["teeth"][0] > 0 if inner else i == 1  # in a ring both meet on the side away from its middle
                direction, gap = way + math.pi * away, teeth > 0 if inner else i == 1
                found.setdefault((end, teeth), (at[i], dist(*at) * abs(teeth) / total, teeth, direction, gap, pins[end][4]))
        return found.values()

    def toothed(self, row):
        """Rings first, as outlines: what rotates in them lies on top."""
        for middle, r, teeth, way, gap, body in sorted(self.wheels(row), key=lambda w: w[2]):
            module, corners = 2 * r / abs(teeth), []
            for i in range(abs(teeth)):
                for part, high in ((-0.29, -1.2), (-0.13, 1), (0.13, 1), (0.29, -1.2)):
                    angle = way + 2 * math.pi * (i + part + (0.5 if gap else 0)) / abs(teeth)
                    reach = r + (high if teeth > 0 else -high) * module
                    corners.append(self.px((middle[0] + reach * math.cos(angle), middle[1] + reach * math.sin(angle))))
            self.sheet.line("ink" if teeth < 0 else "ink f%d" % (self.m.bodies.index(body) % len(LIGHT["fills"])), corners, 1.2, True)

    # -- belts and cables

    def hinges(self, row):
        return {j[0]: self.pin_place(row, j) for j in self.joints()}

    def belted(self, row):
        pins = self.hinges(row)
        for p, r, rim in self.belts.wheels(row, pins):
            if self.m.space:
                self.sheet.line("ink", [self.px(q) for q in rim], 1.4, True)
            else:
                self.sheet.circle("ink", self.px(p), r * self.scale, 1.4)
        for points, closed in self.belts.paths(row, pins):
            self.sheet.line("spring", [self.px(p) for p in points], 2.4, closed)

    # -- joints

    def joints_of(self, body):
        return [j for j in self.joints() if body in (j[3], j[4])]

    def joints(self):
        """(name, type, element, first body, second body, points)"""
        out = []
        for name, e in (self.m.model.get("joints") or {}).items():
            kind, ends = next(iter(e.items()))
            if kind in ("gear", "rack", "rolling", "cam", "belt", "chain", "cable", "coupler"):
                continue
            at = e.get("at", None if kind == "distance" else name)
            first, *others = (str(x).partition(".") for x in ends)
            for other in others:  # of several bodies: A.coupler, A.rocker
                own = name if len(others) == 1 else name + "." + other[0]
                out.append((own, kind, e, first[0], other[0], (first[2] or at, other[2] or at)))
        return out

    def pin_place(self, row, joint):
        """The joint's point, on the second body where it moves."""
        _, _, _, first, second, points = joint
        return self.m.place(row, first, points[0]) if second == "ground" else self.m.place(row, second, points[1])

    def hatch(self, p, half=15):
        """A piece of ground below p, as one path."""
        k = min(1, self.o.link / 9)
        d = "M%.1f %.1fh%.1f" % (p[0] - k * half, p[1], 2 * k * half)
        count = int(half / 2.5)
        for i in range(count):
            d += "M%.1f %.1fl%.1f %.1f" % (p[0] + k * (5 - half + 5 * i), p[1], -5 * k, 6 * k)
        self.sheet.add("path", "ink", d=d, stroke_width=1.2)

    def foot(self, p):
        k = min(1, self.o.link / 9)
        self.sheet.line("ink pin", [p, (p[0] - 9 * k, p[1] + 17 * k), (p[0] + 9 * k, p[1] + 17 * k)], 1.6 * k, True)
        self.hatch((p[0], p[1] + 17 * k))

    def guide(self, joint):
        """A slider or a slot: its line, in the first body."""
        name, kind, e, first, second, points = joint
        a, b = self.m.place(self.row, first, points[0]), self.m.place(self.row, second, points[1])
        axis = e.get("axis", [1, 0])
        word = {"x": (1, 0, 0), "y": (0, 1, 0), "z": (0, 0, 1), "-x": (-1, 0, 0), "-y": (0, -1, 0), "-z": (0, 0, -1)}
        direction = word[axis] if isinstance(axis, str) else vector(axis, self.m.parameters)
        if first != "ground":
            if dist(a, b) > 1e-6 * self.size:
                self.sheet.line("ink", [self.px(a), self.px(b)], 3)
            return
        along = [sum(x * y for x, y in zip(sub(self.m.place(r, second, points[1]), a), direction)) for r in self.m.rows]
        low, high = min(along + [0]), max(along + [0])
        spread = 0.08 * self.size
        ends = [self.px(tuple(x + s * y for x, y in zip(a, direction))) for s in (low - spread, high + spread)]
        self.sheet.line("ink", ends, 1.6)
        count = max(2, int(dist(*ends) / 7))
        along = [tuple(ends[0][i] + (ends[1][i] - ends[0][i]) * k / count for i in (0, 1)) for k in range(1, count + 1)]
        self.sheet.add("path", "ink", d="".join("M%.1f %.1fl-5 6" % p for p in along), stroke_width=1)

    def grounds(self):
        if self.surfaces.of.get("ground"):
            self.surfaces.draw(self, self.row, "ground", "ink")
        for j in self.joints():
            if j[1] in ("prismatic", "slot"):
                self.guide(j)
            elif "ground" in (j[3], j[4]) and j[1] not in ("distance", "curve", "track", "free", "parallel", "perpendicular"):
                self.foot(self.px(self.pin_place(self.row, j)))
        for e in self.belts.elements:
            for end in next(iter(e.values())):
                if str(end).startswith("ground."):
                    self.foot(self.px(self.m.named(self.row, end)))
        for e in (self.m.model.get("forces") or {}).values():
            kind, ends = next(iter(e.items()))
            for end in ends if isinstance(ends, list) else []:
                if str(end).startswith("ground.") and kind in ("spring",) + RAMS:
                    self.foot(self.px(self.m.named(self.row, end)))
                elif str(end).startswith("ground.") and kind == "bushing":
                    self.hatch(self.px(self.m.named(self.row, end)), 30)

    def pins(self):
        for j in self.joints():
            p = self.px(self.pin_place(self.row, j))
            if j[1] in ("prismatic", "cylindrical"):
                i = self.m.bodies.index(j[4]) if j[4] != "ground" else 0
                self.sheet.add("rect", "ink f%d" % (i % 7), x="%.1f" % (p[0] - 12), y="%.1f" % (p[1] - 8), width=24, height=16, rx=2, stroke_width=1.6)
            elif j[1] == "distance":
                a = self.px(self.m.place(self.row, j[3], j[5][0]))
                self.sheet.line("ink", [a, p], 2.2)
                self.sheet.circle("pin", a, 3.4)
                self.sheet.circle("pin", p, 3.4)
            elif j[1] == "fixed":
                self.sheet.line("ink", [(p[0] - 5, p[1] - 5), (p[0] + 5, p[1] + 5)], 2)
                self.sheet.line("ink", [(p[0] - 5, p[1] + 5), (p[0] + 5, p[1] - 5)], 2)
            else:
                self.sheet.circle("pin", p, 0.45 * self.o.link + 0.6)

    def free_spot(self, p, centre, on_ground):
        """A place for a name near p: away from bars, arrows and the ground, rather outside."""
        bars = []
        for body in self.m.bodies:
            flat = [self.px(q) for q in self.outline(self.row, body)[1]]
            bars += [(flat[i], flat[(i + 1) % len(flat)]) for i in range(len(flat))]
        away = sub(p, centre)
        length = math.hypot(*away) or 1

        def score(spot):
            clear = min([near_segment(a, b, spot) for a, b in bars] + [30])
            out = ((spot[0] - p[0]) * away[0] + (spot[1] - p[1]) * away[1]) / length
            bad = 12 if any(dist(p, q) < 2 for q in self.turned) and spot[0] < p[0] + 5 else 0
            bad += 30 if on_ground and spot[1] > p[1] + 6 else 0
            return min(clear, 16) + 0.15 * out - bad

        return max(((p[0] + 19 * math.cos(k * math.pi / 6), p[1] - 17 * math.sin(k * math.pi / 6)) for k in range(12)), key=score)

    def labels(self):
        taken, centre = [], self.px(tuple(sum(c) / len(self.m.bodies) for c in zip(*(self.m.place(self.row, b) for b in self.m.bodies))))
        for j in self.joints() if not self.o.no_labels else []:
            if j[1] == "distance":
                continue
            p = self.px(self.pin_place(self.row, j))
            if any(dist(p, q) < 9 for q in taken):
                continue
            taken.append(p)
            spot = self.free_spot(p, centre, "ground" in (j[3], j[4]))
            here = [k for k in self.joints() if dist(self.px(self.pin_place(self.row, k)), p) < 9 and k[5] == j[5]]
            name = j[0].partition(".")[0]
            words = str(j[2].get("at", name)) if len(here) > 1 else name
            shift = 3.6 * (len(words) - 1) * (spot[0] - p[0]) / 19
            self.sheet.text((spot[0] + shift, spot[1]), words)

    # -- forces

    def zigzag(self, a, b):
        length = math.hypot(*sub(b, a)) or 1
        u = (sub(b, a)[0] / length, sub(b, a)[1] / length)
        n = (-u[1], u[0])
        coils, lead = max(4, min(12, int(length / 11))), min(14, 0.2 * length)
        points = [a, (a[0] + lead * u[0], a[1] + lead * u[1])]
        for k in range(coils):
            s = lead + (length - 2 * lead) * (k + 0.5) / coils
            side = 6 if k % 2 else -6
            points.append((a[0] + s * u[0] + side * n[0], a[1] + s * u[1] + side * n[1]))
        points += [(b[0] - lead * u[0], b[1] - lead * u[1]), b]
        self.sheet.line("spring", points, 1.8)

    def ram(self, a, b):
        """A cylinder from a, and its rod to b, with an eye at either end."""
        u = sub(b, a)
        length = math.hypot(*u) or 1
        u = (u[0] / length, u[1] / length)
        at = lambda s, side: (a[0] + s * length * u[0] - side * u[1], a[1] + s * length * u[1] + side * u[0])
        self.sheet.line("spring", [at(0.55, 0), b], 3)
        self.sheet.line("pin", [at(0.08, 6), at(0.6, 6), at(0.6, -6), at(0.08, -6)], 1.6, True)
        self.sheet.line("spring", [a, at(0.08, 0)], 3)
        for p in (a, b):
            self.sheet.circle("pin", p, 4)

    def tyres(self):
        """The circles of tyres: points in metres, the lowest first; of wheels seen from above their outlines."""
        out = []
        for e in self.m.model.get("forces", {}).values() if self.m.model.get("forces") else []:
            kind, on = next(iter(e.items()))
            if kind == "tyre":
                out.append(self.tyre(e, on))
        return out

    def tyre(self, e, on):
        body, _, name = str(on).rpartition(".")
        if e.get("view") == "top":
            at, angle = self.m.named(self.row, on), self.row[body + ".angle"] + (number(e.get("steer", 0), self.m.parameters) or 0)
            c, s = math.cos(angle), math.sin(angle)
            return [(at[0] + 0.3 * x * c - 0.1 * y * s, at[1] + 0.3 * x * s + 0.1 * y * c) for x, y in ((1, 1), (-1, 1), (-1, -1), (1, -1))]
        r = number(e["radius"], self.m.parameters)
        turns = [math.radians(7.5 * k - 90) for k in range(48)]
        at = self.m.named(self.row, on)
        if not self.m.space:
            return [(at[0] + r * math.cos(a), at[1] + r * math.sin(a)) for a in turns]
        return [(at[0] + r * math.cos(a), at[1], at[2] + r * math.sin(a)) for a in turns]

    def draw_tyres(self):
        for points in self.tyres():
            flat = [self.px(p) for p in points]
            self.sheet.line("ink", flat, 5 if len(points) > 4 else 2, True, opacity=0.75)
            if len(points) > 4 and not self.m.space:
                self.hatch((flat[0][0], flat[0][1] - 1), 90)

    def arrow(self, a, b):
        u = sub(b, a)
        length = math.hypot(*u) or 1
        u = (u[0] / length, u[1] / length)
        back = (b[0] - 9 * u[0], b[1] - 9 * u[1])
        self.sheet.line("load", [a, back], 2.4)
        self.sheet.line("tip", [b, (back[0] - 4.5 * u[1], back[1] + 4.5 * u[0]), (back[0] + 4.5 * u[1], back[1] - 4.5 * u[0])], 0, True)

    def rotation_arrow(self, p, way=1, r=26):
        self.turned.append(p)
        points = [(p[0] + r * math.cos(a), p[1] - way * r * math.sin(a)) for a in (math.radians(100 + 10 * k) for k in range(17))]
        self.sheet.line("load", points, 2.4)
        end = points[-1]
        self.arrow((end[0] - 4, end[1] - way * 1), (end[0] + 8, end[1] + way * 1.5))

    def forces(self):
        for e in (self.m.model.get("forces") or {}).values():
            kind, on = next(iter(e.items()))
            if kind in ("spring",) + RAMS:
                shape = self.ram if kind in RAMS else self.zigzag
                shape(self.px(self.m.named(self.row, on[0])), self.px(self.m.named(self.row, on[1])))
            elif kind == "bushing":
                self.sheet.circle("spring", self.px(self.m.named(self.row, on[1])), 9, 3)
            elif kind == "force":
                value = vector(e["value"], self.m.parameters)
                p = self.px(self.m.named(self.row, on))
                if value and any(value):
                    f = self.flat(value)
                    length = math.hypot(*f) or 1
                    self.arrow(p, (p[0] + 46 * f[0] / length, p[1] - 46 * f[1] / length))
            elif kind in TORQUES and not isinstance(on, list) and not self.m.space:
                pins = [j for j in self.joints() if j[0] == on or on in (j[3], j[4])]
                pins.sort(key=lambda j: "ground" not in (j[3], j[4]))
                p = self.pin_place(self.row, pins[0]) if pins else self.m.named(self.row, on)
                value = number(e.get("value", 1), self.m.parameters)
                self.rotation_arrow(self.px(p), -1 if value is not None and value < 0 else 1)

    # -- all of it

    def draw(self):
        for points, closed in self.curves.now(self.row):
            self.sheet.line("ink", [self.px(p) for p in points], 2.2, closed)
        for name in self.o.trace:
            self.sheet.line("trace", [self.px(p) for p in self.trace_points(name)], 1.8, opacity=0.9)
        for row in self.ghosts:
            self.bodies(row, ghost=True)
            for j in self.joints():
                if j[1] == "distance":
                    ends = [self.px(self.m.place(row, j[3 + i], j[5][i])) for i in (0, 1)]
                    self.sheet.line("faint", ends, 1.4, opacity=0.55)
        self.grounds()
        self.toothed(self.row)
        self.bodies(self.row)
        self.belted(self.row)
        self.draw_tyres()
        self.forces()
        self.pins()
        for name in self.o.trace:
            self.sheet.circle("dot", self.px(self.m.named(self.row, name)), 3.6, 0)
        self.labels()
        title = str(self.m.model.get("title", "")).replace("&", "&amp;").replace("<", "&lt;")
        return self.sheet.svg(self.width, self.height, self.o.theme, title)


def parse(arguments):
    p = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    p.add_argument("model")
    p.add_argument("-o", "--output", required=True)
    p.add_argument("--run", help='another analysis than the model\'s, as "dynamics: {end: 2, output: 0.01}"')
    p.add_argument("--at", type=float, default=0, help="time of the pose that is drawn, s")
    p.add_argument("--still", type=float, default=None, help="a further pose, drawn faintly, s")
    p.add_argument("--ghosts", help="times of poses drawn faintly, s")
    p.add_argument("--trace", action="append", default=[], help="a point whose path is drawn: body or body.P")
    p.add_argument("--until", type=float, default=math.inf, help="end of the traces, s")
    p.add_argument("--view", default="-60 20", help="in space: azimuth and elevation of the look, degrees")
    p.add_argument("--width", type=float, default=640)
    p.add_argument("--height", type=float, default=420)
    p.add_argument("--link", type=float, default=9, help="width of a bar, px")
    p.add_argument("--no-labels", action="store_true")
    p.add_argument("--theme", default="auto", choices=["auto", "light", "dark"])
    options = p.parse_args(arguments)
    if options.still is not None:
        options.ghosts = ((options.ghosts or "") + " %g" % options.still).strip()
    return options


def main():
    options = parse(sys.argv[1:])
    with open(options.output, "w", encoding="utf-8") as f:
        f.write(Drawing(Mechanism(options.model, options.run), options).draw())


if __name__ == "__main__":
    main()

"""model_parts.py - uses of parts written out, for tools that draw models: leg1.knee becomes the element leg1·knee.

A model is the map that YAML gives. Only what drawings need is written out: bodies, joints, forces and points, with ports and
repetitions. Points of parts are given on the ground, where the use stands.
"""
import math

DOT = "\u00b7"
SECTIONS = ("bodies", "joints", "forces")


def instances(uses):
    """(name, use, {index: number}, number) of every use."""
    for name, use in (uses or {}).items():
        if "repeat" not in use:
            yield name, use, {}, 1
        for k in range(1, use.get("repeat", 0) + 1):
            yield name + str(k), use, {use["index"]: k} if "index" in use else {}, k


def rotation(use, number, parameters):
    angle = number(use["angle"], parameters) if "angle" in use else 0.0
    return (math.cos(angle), math.sin(angle))


class Expansion:
    def __init__(self, model, number, vector, parameters):
        self.model, self.number, self.vector = model, number, vector
        self.names = []  # of uses, as in the results
        self.points = {}  # of parts, on the ground
        for name, use, index, k in instances(model.get("use")):
            self.add(name, use, {**parameters, **index}, k)

    def add(self, name, use, parameters, k):
        part = self.model["parts"][use["part"]]
        own = {p: use.get("with", {}).get(p, preset) for p, preset in (part.get("parameters") or {}).items()}
        inside = dict(parameters)
        for p, text in own.items():
            inside[p] = self.number(text, parameters if p in use.get("with", {}) else inside)
        ports = {p: b[k - 1] if isinstance(b, list) else b for p, b in (use.get("ports") or {}).items()}
        self.names.append(name)
        self.place(name, use, part, parameters, inside)

        def full(text, at=""):
            first, dot, rest = str(text).partition(".")
            if at and not dot and not "." in str(ports.get(first, "")):
                dot, rest = ".", at
            if first in (part.get("bodies") or {}) or first in (part.get("joints") or {}):
                return name + DOT + first + dot + rest
            if first in ports:
                return str(ports[first]) + dot + (name + DOT + rest if rest in (part.get("points") or {}) else rest)
            return first + dot + (name + DOT + rest if rest in (part.get("points") or {}) else rest)

        for section in SECTIONS:
            for key, element in (part.get(section) or {}).items():
                copy = dict(element)
                if section != "bodies":
                    kind, ends = next(iter(element.items()))
                    at = element.get("at", key) if section == "joints" and kind != "distance" else ""
                    copy[kind] = [full(e, at) for e in ends] if isinstance(ends, list) else full(ends)
                self.model.setdefault(section, {})[name + DOT + key] = copy

    def place(self, name, use, part, outside, inside):
        """The part's points on the ground."""
        at = self.vector(use["at"], outside) if isinstance(use.get("at"), list) else (0.0, 0.0, 0.0)
        c, s = rotation(use, self.number, outside)
        own = {}
        for point, text in (part.get("points") or {}).items():
            x, y, z = own[point] = self.vector(text, inside) if isinstance(text, list) else self.combined(text, inside, own)
            self.points[name + DOT + point] = (at[0] + c * x - s * y, at[1] + s * x + c * y, at[2] + z)

    def combined(self, text, parameters, points):
        """A sum of points with factors: it holds for each component."""
        return tuple(self.number(text, {**parameters, **{k: p[i] for k, p in points.items()}}) for i in range(3))

    def column(self, name):
        """The name of a column of the results, with the use's own dot marked."""
        for use in self.names:
            if name.startswith(use + "."):
                return use + DOT + name[len(use) + 1:]
        return name

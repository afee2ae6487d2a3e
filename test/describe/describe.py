#!/usr/bin/env python3
"""describe.py TRAMMEL - `trammel describe` is what its written schema says, holds every entry of every registry, and agrees with what
the program does: kinds with the model's schema, rows with coordinates, functions and units with the reader of expressions.
"""
import json
import os
import re
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
PROGRAM = sys.argv[1]
TYPES = {"object": dict, "array": list, "string": str, "boolean": bool, "null": type(None)}


def run(*arguments):
    return subprocess.run([PROGRAM, *arguments], check=True, capture_output=True, text=True).stdout


def is_type(value, name):
    if name in ("integer", "number"):
        return isinstance(value, int if name == "integer" else (int, float)) and not isinstance(value, bool)
    return isinstance(value, TYPES[name])


def faults(value, schema, root, path="$"):
    """What a value violates of the keywords that the written schema uses."""
    if "$ref" in schema:
        yield from faults(value, root["$defs"][schema["$ref"].split("/")[-1]], root, path)
        return
    if "anyOf" in schema:
        if all(list(faults(value, one, root, path)) for one in schema["anyOf"]):
            yield path + ": none of the alternatives"
        return
    if "enum" in schema and value not in schema["enum"]:
        yield "%s: %r is not one of %s" % (path, value, schema["enum"])
    if "type" in schema and not is_type(value, schema["type"]):
        yield "%s: %r is no %s" % (path, value, schema["type"])
        return
    if isinstance(value, str):
        if len(value) < schema.get("minLength", 0) or not re.search(schema.get("pattern", ""), value):
            yield "%s: %r" % (path, value)
    if isinstance(value, list):
        if len(value) < schema.get("minItems", 0):
            yield path + ": too short"
        for i, one in enumerate(value):
            yield from faults(one, schema.get("items", {}), root, "%s[%d]" % (path, i))
    if isinstance(value, dict):
        known = schema.get("properties", {})
        yield from (path + ": no " + key for key in schema.get("required", []) if key not in value)
        for key, one in value.items():
            if key in known:
                yield from faults(one, known[key], root, path + "." + key)
            elif schema.get("additionalProperties") is False:
                yield "%s: %s is not in the schema" % (path, key)


def names(items):
    return [one["name"] for one in items]


def kinds_in_source(folder, type_name):
    """The kinds that the files below a folder define."""
    found = []
    for where, _, files in os.walk(os.path.join(ROOT, folder)):
        for name in files:
            with open(os.path.join(where, name), encoding="utf-8") as f:
                found += [m for text in re.findall(r"^const %s_class %s_\w+ = \{(.*?)^\};" % (type_name, type_name), f.read(), re.M | re.S)
                          for m in re.findall(r'\.name = "([\w-]+)"', text)[:1]]
    return sorted(found)


def check_registries(d):
    for key, folder, type_name in (("joints", "src/joint", "tml_joint"), ("forces", "src/force", "tml_force"),
                                   ("states", "src/state", "tml_state"), ("ready_parts", "src/part", "tml_ready_part"),
                                   ("surfaces", "src/surface", "tml_body_surface"),
                                   ("analyses", "src/analysis", "tml_analysis"), ("studies", "src/studies", "tml_study"), ("integrators", "src/integrate", "tml_integrator"),
                                   ("formulations", "src/dynamics", "tml_formulation"), ("writers", "src/result/writer", "tml_writer"),
                                   ("plot_formats", "src/plot/format", "tml_plot_format"), ("plot_kinds", "src/plot/picture", "tml_picture")):
        assert sorted(names(d[key])) == kinds_in_source(folder, type_name), key


def check_against_model_schema(d):
    """The reader takes its keys from the same descriptors by another way: `trammel schema`."""
    defs = json.loads(run("schema"))["$defs"]
    for key, definition in (("joints", "joint"), ("forces", "force")):
        known = {one["required"][0]: one for one in defs[definition]["anyOf"]}
        assert sorted(known) == sorted(names(d[key])), key
        for kind in d[key]:
            fields = [name for f in kind["fields"] + kind["common_fields"] + d["element_fields"] for name in (f["name"], f.get("alias")) if name]
            assert sorted(fields + [kind["name"]]) == sorted(known[kind["name"]]["properties"]), kind["name"]


def check_rows(d):
    for joint in d["joints"]:
        for form, all_of in (("plane", 3), ("space", 6)):
            f = joint[form]
            if f and joint["connects"] == "surfaces":
                assert f["rows"] == f["rate_rows"] + 1 and not f["coordinates"], joint["name"]
            elif f and joint["connects"] not in ("joints", "expression", "path"):
                assert f["rows"] - f["rate_rows"] + len(f["coordinates"]) == all_of, (joint["name"], form)
            elif f:
                assert f["rows"] == 1 and not f["coordinates"], joint["name"]
        if joint["hinge"]:
            assert [c["unit"] for c in joint["space"]["coordinates"]] == ["rad"], joint["name"]
        if joint["slider"]:
            assert [c["unit"] for c in joint["space"]["coordinates"]] == ["m"], joint["name"]


def check_tools(d):
    """What tools ask for by a field of the description and not by the name of a kind."""
    for joint in d["joints"]:
        if "mesh" in joint:
            assert set(joint["mesh"].values()) <= set(names(joint["fields"])), joint["name"]
    assert any("mesh" in joint for joint in d["joints"])
    for surface in d["surfaces"]:
        assert surface.get("motion", surface["short"]) in names(surface["fields"]), surface["name"]
    assert any("motion" in surface for surface in d["surfaces"])
    laws = [field["choices"] for field in d["segment_fields"] if field["name"] == "law"]
    assert laws and "3-4-5" in laws[0]


def check_symbols(d):
    """What every symbol must keep to, so that it can be drawn and stretched."""
    for kind in d["joints"] + d["forces"]:
        assert kind["symbol"], kind["name"] + ": no symbol"
        fields = set(names(kind["fields"]))
        for piece in kind["symbol"]:
            assert ("path" in piece) != ("motif" in piece), kind["name"]
            assert ("look" in piece) == ("path" in piece), kind["name"]
            assert "on" in piece or piece["motif"] in ("gears", "rack", "path"), kind["name"]
            assert set(piece.get("given", "").split()) <= fields, kind["name"]
            if piece.get("on") in ("rail", "line") and "path" in piece:  # moved point by point: absolute commands
                assert not re.search("[a-z]", piece["path"]), kind["name"]
            if piece.get("look") == "hatch":
                assert re.fullmatch(r"M-?[\d.]+ -?[\d.]+H-?[\d.]+", piece["path"]), kind["name"]
            numbers = [abs(float(x)) for x in re.findall(r"-?[\d.]+", piece.get("path", ""))]
            assert all(x <= (100 if piece["on"] == "line" else 30) for x in numbers), kind["name"] + ": too large"


def evaluates(text):
    """Whether a model takes an expression; its parameter is a plain number."""
    with tempfile.NamedTemporaryFile("w", suffix=".yaml", delete=False) as f:
        f.write("trammel: 1\nparameters: {p: %s}\ntables: {curve: [[0, 0], [1, 1], [2, 4]]}\nbodies: {b: {mass: 1, inertia: 1}}\n"
                "points: {P: [1, 0], Q: [0, 0], R: [1, 2]}\n"
                "analyses: [evaluate]\n" % json.dumps(text))
    done = subprocess.run([PROGRAM, "check", f.name], capture_output=True, text=True)
    os.unlink(f.name)
    return done.returncode == 0, done.stderr


def check_words(d):
    for f in d["functions"]:
        count = f["arguments"].count(",") + 1
        arguments = ["0.5", "curve"] if f["arguments"].endswith("name") else [str(0.5 + 0.25 * i) for i in range(count)]
        if f["name"] == "acosh":
            arguments = ["1.5"]
        if all(a in ("u", "v", "A", "B", "C") for a in f["arguments"].split(", ")):
            arguments = ["P", "Q", "R"][:count]  # vectors: points of the drawing
        good, said = evaluates("%s(%s)" % (f["name"], ", ".join(arguments)))
        assert good, "%s: %s" % (f["name"], said)
    units = " + ".join("1 %s/(%r %s)" % (u["name"], u["factor"], u["si"]) for u in d["units"] if u["si"] not in ("1/s",))
    good, said = evaluates(units)
    assert good, said


def main():
    d = json.loads(run("describe"))
    with open(os.path.join(ROOT, "docs/reference/describe.schema.json"), encoding="utf-8") as f:
        schema = json.load(f)
    found = list(faults(d, schema, schema))
    assert not found, "\n".join(found)
    assert list(faults({"version": 1}, schema, schema)), "the schema lets anything pass"
    check_registries(d)
    check_against_model_schema(d)
    check_rows(d)
    check_symbols(d)
    check_tools(d)
    check_words(d)


if __name__ == "__main__":
    main()

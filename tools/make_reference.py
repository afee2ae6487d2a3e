#!/usr/bin/env python3
"""make_reference.py - the pages of docs/reference from the descriptors, by way of `trammel schema` and `trammel describe`.

    tools/make_reference.py            writes model.md, channels.md and methods.md
    tools/make_reference.py --check    fails when a page is not what the program says now (for CI)

TRAMMEL names another program than build/trammel, REFERENCE another folder than docs/reference.
"""
import json
import os
import re
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
PROGRAM = os.environ.get("TRAMMEL", os.path.join(ROOT, "build", "trammel"))
FOLDER = os.environ.get("REFERENCE", os.path.join(ROOT, "docs", "reference"))

HEAD = """# Reference: every key of the model file

Made by `tools/make_reference.py` from `trammel schema`: change the descriptors in the source, then make this page again.
What the keys mean together is in the [guide](../guide/model-file.md).

Every number may be an expression and may carry a unit; the unit in the table is that of a number without one.
"""

WORDS = {"number": "number", "text": "name", "names": "list of names", "pair": "[first, second]", "bodies": "[first, second] or more bodies", "vector": "vector",
         "one_or_pair": "name or [first, second]", "direction": "direction", "places": "list of points or vectors",
         "moments": "list of 3 or 6 numbers", "inertia": "{values:, frame:, about:}", "shape_part": "shape", "surface": "surface",
         "body_points": "map of vectors, or list of names", "orientation": "orientation",
         "shape": "shape", "stabilization": "{name: {options}}", "stiffness": "{translation:, rotation:}",
         "diagonal": "list of numbers", "matrix": "matrix", "deflection": "{translation:, rotation:}", "wrench": "{force:, torque:}", "friction": "{coefficient:, static:, ...}",
         "events": "events", "speeds": "map of speeds", "event_list": "list of events", "action": "actions", "action_list": "list of actions", "impulse": "{at:, value:}", "switch": "on or off", "gravity": "vector or none", "number_map": "map of numbers",
         "point_map": "map of vectors", "body": "body", "joint": "joint", "force": "force", "driver": "{channel: expression}",
         "table": "list of [x, y], or path", "analysis": "analysis", "state": "state", "numbers": "list of numbers", "drawing_points": "map of vectors", "part": "part",
         "use": "use", "display": "{length:, force:, ...}", "sketch": "dimensions and constraints", "background": "{image:, width:, ...}", "group": "{of:, hidden:, locked:}", "part_parameters": "map of numbers", "output": "output", "output_file": "{channels:}",
         "limit_range": "[lower, upper]", "limits": "{COORDINATE: [lower, upper]}", "limit": "{range: [lower, upper]}", "clearance": "{gap:, radius:, ...}",
         "study": "study", "study_map": "map of studies", "variations": "{parameter: values}", "answer_map": "{name: expression}"}


PLURALS = {"dimensions and constraints": "dimensions and constraints", "body": "bodies", "on or off": "on or off", "analysis": "analyses", "{channel: expression}": "{channel: expression}",
           "list of [x, y], or path": "tables", "study": "studies"}


REPEATED = ("repeat", "index")  # told once


def plural(words):
    return PLURALS.get(words, words + "s")


def kind_of(field):
    """The allowed values, as text."""
    if "$ref" in field:
        return WORDS[field["$ref"].split("/")[-1]]
    if "enum" in field:
        return ", ".join("`%s`" % x for x in field["enum"])
    if "const" in field:
        return "`%s`" % json.dumps(field["const"])
    for key in ("anyOf", "allOf"):
        if key in field:
            return " or ".join(dict.fromkeys(kind_of(x) for x in field[key]))
    if field.get("type") == "array":
        return "list of " + plural(kind_of(field["items"]))
    if field.get("type") == "object":
        inner = field.get("additionalProperties")
        return "map of " + plural(kind_of(inner)) if isinstance(inner, dict) else "map"
    return {"string": "text", "boolean": "true or false", None: "see the guide"}.get(field.get("type"), field.get("type"))


def cell(text):
    return text.replace("|", "\\|")


def table(fields, required=(), skip=()):
    """The fields as a table; an alias of a field is beside its name."""
    rows, seen = [], {}
    for name, field in fields.items():
        if name in skip:
            continue
        text = field.get("description", "")
        unit = re.search(r" \[([^\[\]]+)\]$", text)
        body = text[:unit.start()] if unit else text
        if text and (text, json.dumps(field)) in seen and len(text) > 12:
            rows[seen[text, json.dumps(field)]][0] += ", `%s`" % name
            continue
        seen[text, json.dumps(field)] = len(rows)
        rows.append(["`%s`" % name, kind_of(field), unit[1] if unit else "",
                     "required" if name in required else "`%s`" % field["default"] if "default" in field else "", body])
    if not rows:
        return "No options.\n"
    lines = ["| key | what | unit | default | meaning |", "|---|---|---|---|---|"]
    return "\n".join(lines + ["| " + " | ".join(cell(x) for x in row) + " |" for row in rows]) + "\n"


def variants(node):
    """The kinds of a joint, force, shape or analysis: (name, description, schema of the map)."""
    for option in node["anyOf"]:
        if option.get("type") == "object":
            yield option["required"][0], option.get("description", ""), option


def elements(title, text, node, level="###"):
    out = ["## " + title, "", text, ""]
    for name, doc, option in variants(node):
        out += ["%s %s" % (level, name), "", sentence(doc), ""]
        takes = "an equation" if doc.startswith("An equation") else kind_of(option["properties"][name])
        out += ["`%s:` takes %s." % (name, takes), ""]
        out += [table(option["properties"], option["required"], skip=(name, *REPEATED))]
    return out


def nested(title, text, node):
    """Shapes and analyses: NAME: {options}."""
    out = ["## " + title, "", text, ""]
    for name, doc, option in variants(node):
        inner = option["properties"][name]
        inner = inner if "properties" in inner else next(x for x in inner["anyOf"] if "properties" in x)
        out += ["### " + name, "", sentence(doc), "", table(inner["properties"], inner.get("required", ()))]
    return out


def sentence(text):
    return text[:1].upper() + text[1:] + ("" if text.endswith(".") else ".")


def page(schema):
    defs = schema["$defs"]
    out = [HEAD, "## Sections", "", table(schema["properties"], schema["required"])]
    out += ["## Bodies", "", "`bodies: {NAME: {...}}`. The ground always exists; it may have `points`, a `shape` and `surfaces`.", "",
            table(defs["body"]["properties"], skip=REPEATED)]
    out += ["### orientation", "", "A quaternion `[w, x, y, z]`, or one of these maps.", "",
            table(defs["axis_angle"]["properties"], defs["axis_angle"]["required"]), table(defs["euler"]["properties"], defs["euler"]["required"])]
    out += ["### inertia", "", "In other axes, or about another point.", "", table(defs["inertia"]["properties"], defs["inertia"]["required"])]
    out += nested("Shapes", "`shape: NAME` or `shape: {NAME: {...}}`; `shape: {disc: 50 mm}` gives the first size alone.", defs["shape"])
    parts = [option["properties"] for _, _, option in variants(defs["shape_part"])]
    out += ["### shapes", "", "`shapes: [{NAME: ..., ...}, ...]`: the keys of each shape beside its name, and these.", "",
            table({key: field for key, field in parts[0].items() if all(key in part for part in parts)})]
    out += nested("Surfaces", "`surfaces: {NAME: {KIND: {...}}}` of a body, or `{KIND: value, ...}` with the first size alone; `group` beside it.", defs["surface"])
    out += elements("Joints", "`joints: {NAME: {KIND: [first, second], ...}}`.", defs["joint"])
    out += ["### friction", "", "Of the joints that have it: `friction: coefficient` or `friction: {...}`.", "", table(defs["friction"]["properties"])]
    out += ["### limits", "", "`limits: [lower, upper]` or `limits: {COORDINATE: [lower, upper], ...}` with the other keys beside it, or `{COORDINATE: {...}}`.", "",
            table(defs["limit"]["properties"])]
    out += ["### clearance", "", "Of the joints that take it: `clearance: gap` or `clearance: {...}`; the keys from `law` on are those of a contact.", "",
            table(defs["clearance"]["properties"], defs["clearance"]["required"])]
    out += elements("Forces", "`forces: {NAME: {KIND: where, ...}}`.", defs["force"])
    out += ["## States", "", "`states: {NAME: {rate: ...}}`, or a ready piece `states: {NAME: {KIND: {...}}}`.", ""]
    for option in defs["state"]["anyOf"]:
        name = option["required"][0]
        inner = option if name in option["properties"] and len(option["properties"]) > 1 else option["properties"][name]
        out += ["### " + name, "", sentence(option.get("description", "")), "", table(inner["properties"], inner.get("required", ()))]
    out += ["## Parts", "", "`parts: {NAME: {...}}`.", "", table(defs["part"]["properties"])]
    out += ["### use", "", "`use: {NAME: {...}}`. Bodies, joints, forces, drivers and points may have `repeat` and `index`, too.", "",
            table(defs["use"]["properties"], defs["use"]["required"])]
    out += ["## Display", "", "`display: {...}`: how the workbench shows the document. No number depends on it.", "", table(defs["display"]["properties"])]
    out += ["## Sketch", "", "`sketch: {NAME: {...}}`, with one of the first eleven keys: dimensions and constraints of the drawing.", "",
            table(defs["sketch"]["properties"])]
    out += ["## Background", "", "`background: {...}`: a picture under the drawing, to trace over. No number depends on it.", "",
            table(defs["background"]["properties"], defs["background"]["required"])]
    out += ["## Groups", "", "`groups: {NAME: {...}}`: elements that are hidden or locked together in the drawing. They move and are reported all the same.", "",
            table(defs["group"]["properties"], defs["group"]["required"])]
    out += ["## Outputs", "", "`outputs: {NAME: expression}` or `outputs: {NAME: {...}}`, with one of the first five keys.", "",
            table(next(x for x in defs["output"]["anyOf"] if "properties" in x)["properties"])]
    out += ["## Output", "", "`output: {...}`: what files of results keep.", "", table(defs["output_file"]["properties"])]
    out += nested("Analyses", "`analyses: [KIND: {...}, ...]`.", defs["analysis"])
    out += ["### events", "", "`{NAME: expression}` or `{NAME: {...}}`.", "", table(defs["event"]["properties"], defs["event"]["required"])]
    out += ["### actions", "", "`do: {...}` or `do: [{...}, ...]`.", "", table(defs["action"]["properties"])]
    out += ["### speeds", "", "`{JOINT: speed}`, `{JOINT: from..to}` or `{JOINT: {...}}`; of a joint with several coordinates `JOINT.angle1`.", "",
            table(defs["sweep"]["properties"], defs["sweep"]["required"])]
    out += ["### stabilization", "", "`projection`, `direct`, `baumgarte`, `none`, or `{NAME: {...}}`.", "",
            table(defs["stabilization_options"]["properties"])]
    out += nested("Studies", "`studies: [KIND: {...}, ...]` or `studies: {KIND: {...}}`; see [sweeps](../guide/sweep.md).", defs["study"])
    return re.sub(r"\n{3,}", "\n\n", "\n".join(out)).rstrip() + "\n"


CHANNELS = """# Reference: every channel

Made by `tools/make_reference.py` from `trammel describe`: change the table in `src/model/channel_table.c`, or the descriptor of a joint
or a force, then make this page again. How results are written is in the [guide](../guide/run.md#result-channels).

A channel is named `OWNER.name`: `crank.vx`, `crank.A.x` (a point), `O.angle` (a joint). Values are SI, angles in rad, axes those of the
ground unless it says otherwise. Reactions of a joint act on its second body at the point of the
joint; the wrench of a force likewise, or on its only body. *Expressions* says whether forces and events may use it; drivers may use `t` only.
"""

METHODS = """# Reference: methods and formats

Made by `tools/make_reference.py` from `trammel describe`: change the descriptors in the source, then make this page again.
"""


def rows(heads, lines):
    return "\n".join(["| " + " | ".join(heads) + " |", "|" + "---|" * len(heads)]
                     + ["| " + " | ".join(cell(x) for x in line) + " |" for line in lines]) + "\n"


def where(channel):
    return "both" if channel["plane"] and channel["space"] else "plane" if channel["plane"] else "space"


def owners(d):
    """Which elements, in which analyses, have the channels of an owner whose name does not say it."""
    def listed(kinds, has):
        return ", ".join("`%s`" % kind["name"] for kind in kinds if has(kind))
    return {
        "joint of points": "Of every joint between two points, beside its coordinates and its reaction: "
                           + listed(d["joints"], lambda j: j["connects"] == "points") + ".",
        "force": "Of forces that report their wrench: " + listed(d["forces"], lambda f: f["wrench"]) + ".",
        "actuator": "Of what `actuators` names in `inverse` and `balance`; `actuator` and `power` also of joints whose speed `steady` prescribes.",
        "joint of a linkage": "In `kinematics`, of a mechanism with one driver.",
    }


def channels_page(d):
    out, heads, of = [CHANNELS], ("channel", "unit", "quantity", "in", "expressions", "meaning"), owners(d)
    for owner in dict.fromkeys(c["of"] for c in d["channels"]):
        out += ["## " + sentence(owner)[:-1], "", of.get(owner, ""), "", rows(heads, [
            ("`%s`" % c["name"], c["unit"], c["quantity"], where(c), "yes" if c["in_expressions"] else "", c["doc"])
            for c in d["channels"] if c["of"] == owner])]
    out += ["## Coordinates of joints", "", "Beside the channels of a joint coordinate above: `O.speed`, or `J.angle1_speed` where a joint has several.", "",
            rows(("joint", "plane", "space"), [(j["name"], *(", ".join("`%s` [%s]" % (c["name"], c["unit"]) for c in (j[form] or {}).get("coordinates", [])
                                                                         if c["channel"]) for form in ("plane", "space"))) for j in d["joints"]])]
    out += ["## Forces", "", "Beside the wrench of those that report one.", "",
            rows(("force", "channel", "unit", "meaning"), [(f["name"], "`%s`" % c["name"], c["unit"], c["doc"])
                                                            for f in d["forces"] for c in f["channels"]])]
    return out


def methods_page(d):
    out = [METHODS]
    for title, key, name in (("Integrators", "integrators", "name"), ("Formulations", "formulations", "name"),
                             ("Analyses", "analyses", "name"), ("Files of results", "writers", "ending"), ("Pictures of plots", "plot_formats", "ending"), ("Pictures of studies", "plot_kinds", "name")):
        out += ["## " + title, "", rows((name, "what"), [("`%s`" % one[name], sentence(one["doc"])) for one in d[key]])]
    return out


def ask(command):
    return json.loads(subprocess.run([PROGRAM, command], check=True, capture_output=True, text=True).stdout)


def tidy(lines):
    return re.sub(r"\n{3,}", "\n\n", "\n".join(lines)).rstrip() + "\n"


def main():
    described = ask("describe")
    pages = {"model.md": page(ask("schema")), "channels.md": tidy(channels_page(described)), "methods.md": tidy(methods_page(described))}
    for name, text in pages.items():
        path = os.path.join(FOLDER, name)
        if sys.argv[1:] == ["--check"]:
            with open(path, encoding="utf-8") as f:
                if f.read() != text:
                    sys.exit("docs/reference/%s is not what the program says: run tools/make_reference.py" % name)
        else:
            os.makedirs(FOLDER, exist_ok=True)
            with open(path, "w", encoding="utf-8") as f:
                f.write(text)


if __name__ == "__main__":
    main()

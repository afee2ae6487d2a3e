#!/usr/bin/env python3
"""declared_once.py SOURCE BUILD - a new kind is one file, and appears everywhere with no other file touched.

Copies the source into BUILD/scratch, lays test/scratch/tree over it (one new file for each kind of thing), builds the program and the
library there without optimization, and looks whether the schema, the description, the reference, the fuzzing dictionary, a run and the
scene know the new kinds. A new check is one function named check_*.
"""
import ctypes
import json
import os
import subprocess
import sys

SOURCE, BUILD = (os.path.abspath(path) for path in sys.argv[1:3])
SCRATCH = os.path.join(BUILD, "scratch")
TREE = os.path.join(SCRATCH, "tree")
PROGRAM = os.path.join(SCRATCH, "build", "trammel")
COPIED = ("CMakeLists.txt", "LICENSE", "README.md", "bench", "cli", "cmake", "docs/reference", "fmu", "frontend", "include", "src", "test", "tools",
          "workbench/report", "workbench/server")

MODEL = """trammel: 1
bodies:
  ground: {points: {S: [0, 0], O: [0, 1]}}
  table: {points: {S: [0, 0]}, mass: 2, inertia: 0.1}
joints:
  S: {stage: [ground, table]}
forces:
  pull: {magnet: [ground.O, table.S], pull: 3*length}
states:
  n: {notch: {input: sin(10*t), frequency: 10}}
analyses:
  - dynamics: {end: 0.2, output: 0.1}
"""

# A disc that falls along its table: x = t^2/2.
SPACE = """trammel: 1
space: space
gravity: [1, 0, 0]
bodies:
  ground: {points: {A: [0, 0, 0]}}
  disc: {points: {A: [0, 0, 0]}, mass: 2, inertia: [0.1, 0.1, 0.2]}
joints:
  A: {puck: [ground, disc], axis: z}
analyses:
  - dynamics: {end: 0.2, output: 0.1}
"""

# A brake that is stiff at the step taken: J w' = 1000 (1 - w), J = 1.25 about O; explicit rules would need h < 2.5e-3.
STIFF = """trammel: 1
gravity: none
bodies:
  ground: {points: {O: [0, 0]}}
  rotor: {points: {O: [0, 0], A: [1, 0]}, mass: 1, inertia: 1}
joints:
  O: {revolute: [ground, rotor]}
forces:
  brake: {motor: O, torque: 1000 - 1000*O.speed}
analyses:
  - snapshot
  - dynamics: {end: 1, output: 0.25, integrator: backward_euler, formulation: absolute, step: 0.01}
"""


def overlay():
    """The new files, relative to the source."""
    top = os.path.join(SOURCE, "test", "scratch", "tree")
    for where, _, files in os.walk(top):
        yield from (os.path.relpath(os.path.join(where, name), top) for name in files)


def put(path, text):
    """Written only where it differs, so that a second build takes less time."""
    try:
        with open(path, "rb") as f:
            if f.read() == text:
                return
    except OSError:
        os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "wb") as f:
        f.write(text)


def files_of(path):
    if os.path.isfile(os.path.join(SOURCE, path)):
        yield path
    for where, folders, files in os.walk(os.path.join(SOURCE, path)):
        folders[:] = [name for name in folders if name not in ("node_modules", "scratch", "__pycache__")]
        yield from (os.path.relpath(os.path.join(where, name), SOURCE) for name in files)


def copy_tree():
    """The files of the source and the new ones; those that are there no more go."""
    wanted = {path: os.path.join(SOURCE, path) for one in COPIED for path in files_of(one)}
    for path in overlay():
        assert path not in wanted, path + " is in the source already"
        wanted[path] = os.path.join(SOURCE, "test", "scratch", "tree", path)
    for where, _, files in os.walk(TREE):
        for name in files:
            if os.path.relpath(os.path.join(where, name), TREE) not in wanted:
                os.remove(os.path.join(where, name))
    for path, origin in wanted.items():
        with open(origin, "rb") as f:
            put(os.path.join(TREE, path), f.read())


def build():
    folder = os.path.join(SCRATCH, "build")
    configure = ["cmake", "-S", TREE, "-B", folder, "-G", "Ninja", "-DCMAKE_BUILD_TYPE=None", "-DCMAKE_C_FLAGS=-O0 -Wno-clobbered",
                 "-DTML_WORKBENCH=OFF"]
    for command in (configure, ["cmake", "--build", folder, "--target", "trammel", "tml_shared"]):
        done = subprocess.run(command, capture_output=True, text=True)
        assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-4000:]


def output(*command, **more):
    return subprocess.run(command, check=True, capture_output=True, text=True, env={**os.environ, "TRAMMEL": PROGRAM}, **more).stdout


def model(name="model.yaml", text=MODEL):
    path = os.path.join(SCRATCH, name)
    put(path, text.encode())
    return path


def read(path, between):
    with open(path, encoding="utf-8") as f:
        names, *lines = (line.rstrip("\n").split(between) for line in f if not line.startswith("#"))
    return [dict(zip(names, map(float, line))) for line in lines]


def check_schema():
    defs = json.loads(output(PROGRAM, "schema"))["$defs"]
    kinds = {one["required"][0]: one["properties"] for key in ("joint", "force") for one in defs[key]["anyOf"]}
    assert "at" in kinds["stage"] and "axis" in kinds["puck"] and "pull" in kinds["magnet"]
    assert any("notch" in one["properties"] for one in defs["state"]["anyOf"])


def check_description():
    described = json.loads(output(PROGRAM, "describe"))
    stage = next(one for one in described["joints"] if one["name"] == "stage")
    assert stage["plane"]["rows"] == 1 and stage["space"] is None
    assert [(c["name"], c["unit"]) for c in stage["plane"]["coordinates"]] == [("x", "m"), ("y", "m")]
    assert stage["symbol"][0]["path"] == "M-8 -8H8V8H-8Z" and stage["templates"][0]["title"] == "stage"
    magnet = next(one for one in described["forces"] if one["name"] == "magnet")
    assert magnet["acts_on"] == "points" and magnet["along"] and magnet["templates"][0]["plane"] == "pull: 10"
    notch = next(one for one in described["states"] if one["name"] == "notch")
    assert not notch["plain"] and [f["name"] for f in notch["fields"]] == ["input", "frequency", "damping"]
    output(sys.executable, os.path.join(TREE, "test/describe/describe.py"), PROGRAM)


def check_reference():
    output(sys.executable, os.path.join(TREE, "tools/make_reference.py"))
    with open(os.path.join(TREE, "docs/reference/model.md"), encoding="utf-8") as f:
        page = f.read()
    assert "### stage\n" in page and "### magnet\n" in page and "### notch\n" in page and "| `pull` |" in page


def check_dictionary():
    path = os.path.join(SCRATCH, "model.dict")
    output(sys.executable, os.path.join(TREE, "tools/make_dictionary.py"), path)
    with open(path, encoding="utf-8") as f:
        words = f.read().splitlines()
    assert '"stage: "' in words and '"magnet: "' in words and '"pull: "' in words


def check_run():
    path = os.path.join(SCRATCH, "result.csv")
    output(PROGRAM, "run", model(), "-o", path, "--quiet")
    last = read(path, ",")[-1]
    # m y'' = 3 (1 - y) - m g, at rest from y = 0: y = (1 - m g/3) (1 - cos(sqrt(3/m) t))
    expected = (1 - 2 * 9.81 / 3) * (1 - __import__("math").cos((3 / 2) ** 0.5 * 0.2))
    assert abs(last["S.y"] - expected) < 1e-6 and abs(last["table.angle"]) < 1e-12 and abs(last["S.x"]) < 1e-12, last
    assert abs(last["pull.force"] - 3 * last["pull.length"]) < 1e-9
    # x'' + 20 x' + 100 x = sin(10 t): x = -cos(10 t)/200 + (0.005 + 0.05 t) exp(-10 t), so n = sin(10 t) - 20 x'
    math = __import__("math")
    speed = math.sin(2) / 20 + math.exp(-2) * (0.05 - 10 * (0.005 + 0.05 * 0.2))
    assert abs(last["n"] - (math.sin(2) - 20 * speed)) < 1e-6, last["n"]


def check_integrator():
    """One that needs a Jacobian gets it: Newton's method converges at every step, to about w_1 = (w_0 + h/J 1000)/(1 + h/J 1000)."""
    path = os.path.join(SCRATCH, "stiff.csv")
    output(PROGRAM, "run", model("stiff.yaml", STIFF), "-o", path, "--quiet")
    rate = 0.01 * 1000 / 1.25
    for row in read(path, ","):
        steps = round(row["t"] / 0.01)
        assert abs(row["O.speed"] - (1 - (1 + rate) ** -steps)) < 1e-4, row


def check_analysis():
    text = output(PROGRAM, "run", model("stiff.yaml", STIFF), "--analysis", "snapshot")
    assert "snapshot: 1 row" in text and "moment of inertia          1.25 kg*m^2" in text, text


def check_writer():
    paths = [os.path.join(SCRATCH, "stiff" + ending) for ending in (".tsv", ".csv")]
    for path in paths:
        output(PROGRAM, "run", model("stiff.yaml", STIFF), "-o", path, "--quiet")
    assert read(paths[0], "\t") == read(paths[1], ",")


def check_plot_format():
    result, picture = (os.path.join(SCRATCH, name) for name in ("plotted.csv", "plotted.txt"))
    output(PROGRAM, "run", model(), "-o", result, "--quiet")
    output(PROGRAM, "plot", result, "S.y", "pull.force", "-o", picture)
    with open(picture, encoding="utf-8") as f:
        text = f.read()
    assert "S.y" in text and "pull.force" in text and "time (s)" in text, text


def check_methods_are_known():
    """Integrator, analysis, writer and picture format: in schema, usage, description, reference and messages."""
    schema = output(PROGRAM, "schema")
    assert '"backward_euler"' in schema and '"snapshot"' in schema
    for command, word in (("bench", "backward_euler"), ("run", ".tsv"), ("plot", ".txt")):
        assert word in output(PROGRAM, command, "--help"), command
    described = json.loads(output(PROGRAM, "describe"))
    for key, name in (("integrators", "backward_euler"), ("analyses", "snapshot"), ("writers", "tsv"), ("plot_formats", "txt")):
        assert name in [one["name"] for one in described[key]], key
    dynamics = next(one for one in described["analyses"] if one["name"] == "dynamics")
    assert "backward_euler" in next(one for one in dynamics["fields"] if one["name"] == "integrator")["choices"]
    output(sys.executable, os.path.join(TREE, "tools/make_reference.py"))
    for page, words in (("model.md", ("`backward_euler`", "### snapshot\n")), ("methods.md", ("`backward_euler`", "`snapshot`", "`.tsv`", "`.txt`")),
                        ("channels.md", ("| stage | `x` [m], `y` [m] |", "| magnet | `length` | m |"))):
        with open(os.path.join(TREE, "docs/reference", page), encoding="utf-8") as f:
            text = f.read()
        assert all(word in text for word in words), page
    refused = subprocess.run([PROGRAM, "plot", "none.csv", "x", "-o", "x.gif"], capture_output=True, text=True)
    assert "known endings: .png, .svg, .txt" in refused.stderr, refused.stderr


def check_no_kind_is_asked_by_its_name():
    output(sys.executable, os.path.join(TREE, "tools/check_kinds.py"))


def check_space():
    """A joint in space: described, of the schema, run, and in the scene with its axis and coordinates."""
    puck = next(one for one in json.loads(output(PROGRAM, "describe"))["joints"] if one["name"] == "puck")
    assert puck["plane"] is None and puck["space"]["rows"] == 3 and puck["space"]["needs_axis"], puck
    path = os.path.join(SCRATCH, "puck.csv")
    output(PROGRAM, "run", model("puck.yaml", SPACE), "-o", path, "--quiet")
    last = read(path, ",")[-1]
    moved = [abs(last[name]) for name in ("A.x", "A.y", "disc.z")]
    assert abs(max(moved) - 0.02) < 1e-8 and sorted(moved)[1] < 1e-12, last
    joint = scene_of(SPACE)["joints"][0]
    assert joint["type"] == "puck" and joint["axes"] == [[0, 0, 1], [0, 0, 1]], joint
    assert [f["channel"] for f in joint["coordinates"]] == ["A.x", "A.y", "A.angle"], joint


def scene_of(model_text):
    library = ctypes.CDLL(os.path.join(SCRATCH, "build", "libtrammel.so"))
    for name in ("tml_log_make", "tml_model_parse"):
        getattr(library, name).restype = ctypes.c_void_p
    log = ctypes.c_void_p(library.tml_log_make())
    text = model_text.encode()
    parsed = ctypes.c_void_p(library.tml_model_parse(text, ctypes.c_size_t(len(text)), b"m.yaml", log))
    found = ctypes.c_char_p()
    assert library.tml_scene_text(parsed, ctypes.byref(found), log) == 0
    return json.loads(found.value)


def check_scene():
    scene = scene_of(MODEL)
    assert scene["joints"][0]["type"] == "stage" and [f["channel"] for f in scene["joints"][0]["coordinates"]] == ["S.x", "S.y"]
    assert scene["forces"][0]["type"] == "magnet" and scene["forces"][0]["bodies"] == [0, 1]


def main():
    copy_tree()
    build()
    for name, check in sorted(globals().items()):
        if name.startswith("check_"):
            check()
            print(name, "ok")


if __name__ == "__main__":
    main()

#!/usr/bin/env python3
"""formats.py PROGRAM - results as other programs read them: h5py, scipy.io and NumPy find the numbers of the CSV, bit for bit; a killed run
leaves its rows; a run is repeated from its result.

Reads with the packages of Debian (packages-test.txt).
"""
import csv
import hashlib
import json
import math
import os
import pathlib
import signal
import subprocess
import sys
import tempfile
import time

import h5py
import numpy
import scipy.io

try:
    import pandas
except ImportError:
    pandas = None

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
PROGRAM = sys.argv[1]
FOURBAR = ROOT / "models/fourbar/fourbar.yaml"


def trammel(*arguments, code=0):
    done = subprocess.run([PROGRAM, *map(str, arguments)], capture_output=True, text=True, timeout=1200)
    assert done.returncode == code, f"{arguments}: exit code {done.returncode}\n{done.stdout}{done.stderr}"
    return done.stdout + done.stderr


def read_csv(path):
    with open(path, newline="") as file:
        names, *rows = csv.reader(file, strict=True)
    table = numpy.array([[float(cell) for cell in row] for row in rows])
    return {name: table[:, i] for i, name in enumerate(names)}


def notes_of(path):
    return json.loads(pathlib.Path(f"{path}-metadata.json").read_text())["notes"][0]


def same(a, b):
    return a.shape == b.shape and a.tobytes() == b.tobytes()


def check_hdf5(path, csv, model):
    with h5py.File(path) as file:
        table = file["dynamics"]
        assert set(table) == set(csv), set(table) ^ set(csv)
        for name, values in csv.items():
            assert same(table[name][:], values), name
        force = table["B.fx"]
        assert force.attrs["unit"] == "N" and force.attrs["quantity"] == "force" and force.attrs["description"], dict(force.attrs)
        assert force.dims[0][0] == table["t"] and h5py.h5ds.is_scale(table["t"].id) and h5py.h5ds.is_attached(force.id, table["t"].id, 0)
        text = file["model"][()].decode()
        assert text == model.read_text()
        assert file.attrs["sha256"] == hashlib.sha256(model.read_bytes()).hexdigest()
        assert file.attrs["version"] in trammel("--version")
        assert "partial" not in file.attrs
        residual = table.attrs["worst position residual"]
        assert 0 < residual < 1e-9, residual
        assert len(table.attrs["fact names"]) == len(table.attrs["fact texts"]) == len(table.attrs["fact numbers"])


def check_npz(path, csv):
    with numpy.load(path) as file:
        for name, values in csv.items():
            assert same(file[name], values), name
        assert list(file["trammel/channels"]) == list(csv)
        units = dict(zip(file["trammel/channels"], file["trammel/units"]))
        assert units["t"] == "s" and units["B.fx"] == "N"
        assert "fourbar" in str(file["trammel/text"]) or "crank" in str(file["trammel/text"])


def check_mat(path, csv):
    file = scipy.io.loadmat(path, simplify_cells=True)
    field = {name: (variable, where, unit) for variable, where, name, unit, _ in file["channels"] if variable == "dynamics"}
    assert list(field) == list(csv)
    for name, values in csv.items():
        assert same(numpy.atleast_1d(file["dynamics"][field[name][1]]), values), name
    assert field["B.fx"][1:] == ("B_fx", "N")
    assert any(name == "worst position residual" and 0 < number < 1e-9 for _, name, _, number in file["facts"])
    assert len(file["origin"]["sha256"]) == 64


def formats_hold_the_numbers_of_the_csv(folder):
    for ending in ("csv", "h5", "npz", "mat"):
        trammel("run", FOURBAR, "-o", folder / f"run.{ending}", "-q")
    csv = read_csv(folder / "run.csv")
    check_hdf5(folder / "run.h5", csv, FOURBAR)
    check_npz(folder / "run.npz", csv)
    check_mat(folder / "run.mat", csv)
    trammel("convert", folder / "run.h5", "-o", folder / "again.csv")
    assert (folder / "again.csv").read_bytes() == (folder / "run.csv").read_bytes()
    trammel("run", FOURBAR, "-o", folder / "twice.h5", "-q")
    assert (folder / "twice.h5").read_bytes() == (folder / "run.h5").read_bytes(), "the same run gives the same bytes"


def studies_keep_reasons_and_definition(folder):
    """A sweep whose answer has no value at some points: every format holds why, and what the study was, seed and all."""
    study = ["sweep", FOURBAR, "--vary", "torque=normal(40, 1)", "--sample", "random", "--count", "12", "--seed", "7",
             "--keep", "log(torque - 40)", "--analysis", "dynamics", "-q"]
    endings = ("csv", "json", "h5", "npz", "mat")
    for ending in endings:
        trammel(*study, "-o", folder / f"study.{ending}")
    text, notes = (folder / "study.csv").read_text(), notes_of(folder / "study.csv")
    rows = text.splitlines()[1:]
    failed = [row for row in rows if row.endswith("is not finite")]
    assert len(rows) == 12 and 0 < len(failed) < 12 and all(float(row.split(",")[1]) < 40 for row in failed), text
    assert notes["parameters"] == "1" and notes["sha256"] == hashlib.sha256(text.encode()).hexdigest(), notes
    for line in ("vary torque=normal(40, 1)", "keep log(torque - 40)", "sample random", "count 12", "seed 7"):
        assert f"\n{line}\n" in notes["study"], line
    with h5py.File(folder / "study.h5") as file:
        assert file.attrs["study"] == notes["study"]
    for ending in endings:
        trammel("convert", folder / f"study.{ending}", "-o", folder / "again.csv")
        assert (folder / "again.csv").read_text() == text and notes_of(folder / "again.csv") == notes, ending
        trammel("plot", folder / f"study.{ending}", "-o", folder / "study.svg")  # it is known what was varied


def rows_have_their_names_in_every_format(folder):
    """A sensitivity names answer and parameter, a fit its parameters, a table of events its events."""
    model = folder / "oscillator.json"
    model.write_text(json.dumps({
        "trammel": 1, "gravity": "none", "parameters": {"k": 4, "m": 1},
        "bodies": {"ground": {"points": {"O": [0, 0]}}, "b": {"points": {"O": [0, 0]}, "com": "O", "mass": "m", "inertia": 1}},
        "joints": {"O": {"prismatic": ["ground", "b"], "axis": "x"}}, "forces": {"s": {"motor": "O", "force": "-k*O.displacement"}},
        "initial": {"O.displacement": 1}, "events": {"turn": {"when": "O.speed", "stop": False}},
        "analyses": [{"dynamics": {"end": 2, "output": 0.1}},
                     {"sensitivity": {"of": ["final(O.displacement)"], "by": ["k", "m"]}}]}))
    (folder / "data.csv").write_text("t,O.displacement\n" + "".join(f"{t / 10},{math.cos(t / 5)}\n" for t in range(20)))
    endings = ("csv", "json", "h5", "npz", "mat")
    for ending in endings:
        trammel("run", model, "-o", folder / f"named.{ending}", "-q", "--analysis", "sensitivity")
        trammel("fit", model, "--data", folder / "data.csv", "--over", "k=1..9", "-o", folder / f"fit.{ending}", "-q", "--analysis", "dynamics")
        for name in ("named", "fit"):
            trammel("convert", folder / f"{name}.{ending}", "-o", folder / f"{name}-again.csv")
            assert (folder / f"{name}-again.csv").read_text() == (folder / f"{name}.csv").read_text(), (name, ending)
    trammel("run", model, "-o", folder / "events.csv", "-q", "--analysis", "dynamics.events")
    with open(folder / "events.csv", newline="") as file:
        head, *rows = csv.reader(file)
        assert head[:2] == ["event", "t"] and [row[0] for row in rows] == ["turn"] and abs(float(rows[0][1]) - math.pi / 2) < 1e-7, rows
    with open(folder / "named.csv", newline="") as file:
        rows = list(csv.DictReader(file))
        assert {(row["of"], row["by"]) for row in rows} == {("final(O.displacement)", "k"), ("final(O.displacement)", "m")}, rows
    with open(folder / "fit.csv", newline="") as file:
        assert [row["parameter"] for row in csv.DictReader(file)] == ["k"]
    by = [row["by"] for row in rows]
    with h5py.File(folder / "named.h5") as file:
        assert [text.decode() for text in file["sensitivity/by"][:]] == by
    with numpy.load(folder / "named.npz") as file:
        assert list(file["by"]) == by and set(file["of"]) == {"final(O.displacement)"}
    table = scipy.io.loadmat(folder / "named.mat", simplify_cells=True)["sensitivity"]
    assert list(table["by"]) == by
    with open(folder / "named.json", encoding="utf-8") as file:
        assert json.load(file)["analyses"][-1]["texts"]["by"] == by


def every_csv_is_rows_and_columns(folder):
    """CSV of the shipped models by Python's csv, by NumPy and, where it is installed, by pandas: as many values in each row as names."""
    models = sorted((ROOT / "models").glob("*/*.yaml"))
    for model in models[::3]:
        path = folder / "model.csv"
        subprocess.run([PROGRAM, "run", model, "-o", path, "-q"], capture_output=True, timeout=120, check=False)
        if not path.exists():
            continue
        with open(path, newline="") as file:
            names, *rows = csv.reader(file, strict=True)
        assert rows and all(len(row) == len(names) for row in rows), model
        assert len(set(names)) == len(names), model
        values = [[float(cell) for cell in row] for row in rows if names[0] not in ("of", "row", "event")]
        if values:
            assert numpy.loadtxt(path, delimiter=",", skiprows=1, ndmin=2).shape == (len(rows), len(names)), model
        if pandas:
            assert pandas.read_csv(path).shape == (len(rows), len(names)), model
        path.unlink()


def a_study_of_several_lines_is_repeated(folder):
    """Texts of the model may go over several lines; its definition has one for each."""
    model = folder / "lines.yaml"
    model.write_text(FOURBAR.read_text() + "studies:\n  sweep:\n    vary: {torque: '38:39:2'}\n"
                     "    keep:\n      sum: |\n        final(O.angle)\n        + 1000\n")
    trammel("sweep", model, "-o", folder / "lines.h5", "-q")
    with h5py.File(folder / "lines.h5") as file:
        assert (file["sweep/sum"][:] > 900).all() and "\nkeep sum = final(O.angle) + 1000" in file.attrs["study"]
    assert "the same bits" in trammel("rerun", folder / "lines.h5")


PENDULUM = """trammel: 1
bodies:
  ground: {points: {O: [0, 0]}}
  arm: {points: {O: [0, 0]}, com: [1, 0], mass: 2, inertia: 0.1}
joints:
  O: {revolute: [ground, arm]}
analyses:
  - evaluate: {matrices: true}
"""


def matrices_are_matrices(folder):
    """The mass matrix of a pendulum, by h5py, NumPy and SciPy alike."""
    model = folder / "pendulum.yaml"
    model.write_text(PENDULUM)
    for ending in ("h5", "npz", "mat"):
        trammel("run", model, "-o", folder / f"matrix.{ending}", "-q")
    with h5py.File(folder / "matrix.h5") as file:
        matrix = file["evaluate.M"][:]
        assert matrix.ndim == 2 and numpy.allclose(matrix, numpy.diag([2, 2, 0.1])), matrix
        assert list(file["evaluate.M"].attrs["row names"]) == ["arm.x", "arm.y", "arm.angle"]
    with numpy.load(folder / "matrix.npz") as file:
        assert same(file["evaluate.M"], matrix)
    assert same(numpy.ascontiguousarray(scipy.io.loadmat(folder / "matrix.mat")["evaluate_M"]), matrix)


def channels_and_units(folder):
    trammel("run", FOURBAR, "-o", folder / "few.csv", "--units", "--channels", "B.f?,O.speed", "-q")
    head = (folder / "few.csv").read_text().splitlines()[0]
    assert sorted(head.split(",")) == ["B.fx [N]", "B.fy [N]", "O.speed [rad/s]", "t [s]"], head
    trammel("run", FOURBAR, "-o", folder / "few.h5", "--channels", "B.f?", "-q")
    with h5py.File(folder / "few.h5") as file:
        assert sorted(file["dynamics"]) == ["B.fx", "B.fy", "t"]
    own = folder / "own.yaml"
    own.write_text(FOURBAR.read_text().rstrip() + "\noutput: {channels: [B.f?, O.speed]}\n")
    trammel("run", own, "-o", folder / "own.csv", "--units", "-q")
    assert (folder / "own.csv").read_bytes() == (folder / "few.csv").read_bytes(), "the model chooses"
    trammel("run", own, "-o", folder / "own.h5", "--channels", "A.fx", "-q")
    with h5py.File(folder / "own.h5") as file:
        assert sorted(file["dynamics"]) == ["A.fx", "t"], "the command line has the last word"
    own.write_text(own.read_text().replace("B.f?", "B.g?"))
    said = trammel("check", own, code=2)
    assert ":30:" in said and "near it: B.angle, " in said and "E727" in said, said
    car = folder / "car.yaml"  # its channels are known when it has run
    for pattern, code in (("frequency", 0), ("frequencies", 1)):
        car.write_text((ROOT / "docs/guide/quarter-car.yaml").read_text() + "\noutput: {channels: [%s]}\n" % pattern)
        said = trammel("run", car, "-o", folder / "car.csv", "--analysis", "modes", code=code)
        if code:
            assert 'did you mean "frequency"' in said and "E727" in said, said
        else:
            assert (folder / "car.csv").read_text().startswith("t,frequency\n")
    said = trammel("run", FOURBAR, "-o", folder / "none.csv", "--channels", "O.sped", code=2)
    assert 'did you mean "O.speed"' in said and "E727" in said, said
    assert not (folder / "none.csv").exists(), "before anything is computed"


def a_sweep_is_repeated(folder):
    sweep = ("sweep", FOURBAR, "--vary", "torque=38:40:3", "--keep", "peak = max(abs(B.fx))", "--tolerance", "1e-6", "-q", "-o")
    for ending in ("h5", "npz"):
        trammel(*sweep, folder / f"sweep.{ending}")
        assert "all 9 numbers are the same" in trammel("rerun", folder / f"sweep.{ending}")
    with numpy.load(folder / "sweep.npz") as file:  # as if it had been stopped
        by_row = ("point", "torque", "peak", "trammel/rows")
        part = {name: value[[0, 2]] if name in by_row else value for name, value in file.items()}
    numpy.savez(folder / "part.npz", **part)
    assert "all 6 numbers are the same" in trammel("rerun", folder / "part.npz")
    with h5py.File(folder / "sweep.h5", "r+") as file:
        file["sweep/peak"][1] += 1
    said = trammel("rerun", folder / "sweep.h5", code=1)
    assert "peak: 1 N" in said and "in row 2" in said and "E729" in said, said


def a_run_is_repeated(folder):
    said = trammel("rerun", folder / "run.h5")
    assert "are the same" in said and "the same bits" in said, said
    trammel("run", FOURBAR, "-o", folder / "set.h5", "-q", "--set", "torque=40")
    assert "are the same" in trammel("rerun", folder / "set.h5")
    with h5py.File(folder / "run.h5", "r+") as file:
        row = 5
        file["dynamics/B.fx"][row] += 1
        file.attrs["version"] = "0.0.1"
        at = file["dynamics/t"][row]
    said = trammel("rerun", folder / "run.h5", code=1)
    assert "made by Trammel 0.0.1" in said and "E729" in said, said
    assert "B.fx: 1 N" in said and f"at t = {at:.6g} s" in said, said
    assert "B.fy" not in said, said
    assert "E728" in trammel("rerun", folder / "run.csv", code=2)
    for ending in ("mat", "npz"):
        trammel("run", FOURBAR, "-o", folder / f"set.{ending}", "-q", "--set", "torque=40")
        assert "are the same" in trammel("rerun", folder / f"set.{ending}")
    for source, ending in (("npz", "mat"), ("mat", "npz"), ("npz", "h5"), ("mat", "h5")):
        trammel("convert", folder / f"set.{source}", "-o", folder / f"converted.{ending}")
        assert (folder / f"converted.{ending}").read_bytes() == (folder / f"set.{ending}").read_bytes(), f"{source} to {ending}: nothing is lost"


def files_that_a_model_names_are_known_by_their_hash(folder):
    (folder / "lift.csv").write_text("x,y\n0,0\n1,1\n2,4\n")
    (folder / "more.yaml").write_text("trammel: 1\nparameters: {m: 1}\n")
    model = folder / "lift.yaml"
    model.write_text("trammel: 1\ninclude: [more.yaml]\ntables: {lift: lift.csv}\nbodies: {b: {mass: m, inertia: 1}}\n"
                     "forces: {f: {force: b, value: ['table(t, lift)', 0]}}\nanalyses:\n  - dynamics: {end: 1}\n")
    trammel("run", model, "-o", folder / "lift.npz", "-q")
    with numpy.load(folder / "lift.npz") as file:
        assert str(file["trammel/input.lift.csv"]) == hashlib.sha256((folder / "lift.csv").read_bytes()).hexdigest()
    assert "has changed" not in trammel("rerun", folder / "lift.npz")
    (folder / "lift.csv").write_text("x,y\n0,0\n1,1\n2,4.0\n")
    said = trammel("rerun", folder / "lift.npz")
    assert "lift.csv has changed since the run" in said and "are the same" in said and "more.yaml" not in said, said
    (folder / "more.yaml").write_text("trammel: 1\nparameters: {m: 2}\n")
    said = trammel("rerun", folder / "lift.npz", code=1)
    assert "more.yaml has changed since the run" in said and "E729" in said, said


def arrays_of_others_are_read(folder):
    t = numpy.linspace(0, 1, 11)
    columns = {"t": t, "x": numpy.sin(t).astype("f4"), "n": numpy.arange(11, dtype="i2"), "p": numpy.outer(t, [1.0, -2.0]), "title": numpy.array("of others"),
               "half": numpy.ones(5), "one": numpy.float64(3)}
    numpy.savez(folder / "plain.npz", **columns)
    numpy.savez_compressed(folder / "packed.npz", **columns)
    columns["p"] = numpy.asfortranarray(columns["p"])
    numpy.savez(folder / "fortran.npz", **columns)
    scipy.io.savemat(folder / "plain.mat", columns)
    scipy.io.savemat(folder / "packed.mat", {"title": "of others", "of": {"it": columns}}, do_compression=True)
    for name in ("plain.npz", "packed.npz", "fortran.npz", "plain.mat", "packed.mat"):
        trammel("convert", folder / name, "-o", folder / "foreign.json")
        tables = json.loads((folder / "foreign.json").read_text())["analyses"]
        before = "of.it." if name == "packed.mat" else ""
        assert [[column["name"] for column in table["columns"]] for table in tables] == [
            [before + "t", before + "x", before + "n", before + "p.1", before + "p.2"], [before + "half"]], tables
        rows = numpy.array(tables[0]["rows"])
        assert same(rows[:, 0].copy(), t) and same(rows[:, 1].copy(), numpy.sin(t).astype("f4").astype("f8")) and numpy.array_equal(rows[:, 4], -2 * t), name
        assert (rows[:, 2] == numpy.arange(11)).all()
    with h5py.File(folder / "new.mat", "w", userblock_size=512) as file:
        file["t"] = t
    with open(folder / "new.mat", "r+b") as file:
        file.write(b"MATLAB 7.3 MAT-file".ljust(124) + b"\0\2IM")
    for name, reason in (("new.mat", "-v7"), ("plain.npz", None)):
        if reason is None:  # a byte of the numbers
            damaged = bytearray((folder / name).read_bytes())
            damaged[damaged.index(t[5].tobytes())] ^= 1
            (folder / name).write_bytes(damaged)
        said = trammel("convert", folder / name, "-o", folder / "foreign.json", code=2)
        assert "E795" in said and (reason or "check sum") in said, said


def plots_lie_over_each_other(folder):
    trammel("plot", folder / "few.h5", folder / "run.csv", "B.fx", "-o", folder / "both.svg")
    picture = (folder / "both.svg").read_text()
    assert "B.fx (few.h5)" in picture and "B.fx (run.csv)" in picture


LONG = FOURBAR.read_text().split("analyses:")[0] + "analyses:\n  - dynamics: {end: 1e5, output: 2}\n"


def a_killed_run_leaves_its_rows(folder):
    (folder / "long.yaml").write_text(LONG)
    for ending, read in (("h5", read_killed_hdf5), ("csv", lambda path: read_csv(path)["t"])):
        path = folder / f"long.{ending}"
        run = subprocess.Popen([PROGRAM, "run", folder / "long.yaml", "-o", path, "-q"])
        while not path.exists():
            assert run.poll() is None, "no rows while it runs"
            time.sleep(0.05)
        run.send_signal(signal.SIGKILL)
        assert run.wait() == -signal.SIGKILL
        rows = read(path)
        assert len(rows) > 10 and numpy.allclose(rows, 2 * numpy.arange(len(rows)), atol=1e-7), rows
        assert "not complete" in trammel("convert", path, "-o", folder / "rest.csv")
    assert os.listdir(folder).count("long.h5") == 1 and not [name for name in os.listdir(folder) if name.startswith(".trammel")]


def read_killed_hdf5(path):
    with h5py.File(path) as file:
        assert "goes on" in file.attrs["partial"]
        return file["dynamics/t"][:]


def main():
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        for test in (formats_hold_the_numbers_of_the_csv, rows_have_their_names_in_every_format, every_csv_is_rows_and_columns, matrices_are_matrices, channels_and_units, plots_lie_over_each_other, a_run_is_repeated, a_sweep_is_repeated, studies_keep_reasons_and_definition, a_study_of_several_lines_is_repeated,
                     files_that_a_model_names_are_known_by_their_hash, arrays_of_others_are_read, a_killed_run_leaves_its_rows):
            test(folder)
            print(test.__name__)


if __name__ == "__main__":
    main()

#!/usr/bin/env python3
"""importer.py PROGRAM - FMUs as FMPy, an importer that we did not write, sees them.

Five models, a loop, a controller, a start that follows a static analysis, impacts and a closed loop in space, become FMUs of both versions of FMI.
Each must be valid by the schemas and rules of FMPy; simulated by it, every output must be that of `trammel run` with the integrator rk4
and the same step, to 1e-12 of the largest value of that output, or of 1 where that is less; the error of the energy, a difference of energies, of these.
"""
import csv
import pathlib
import re
import subprocess
import sys
import tempfile

from fmpy import simulate_fmu
from fmpy.validation import validate_fmu

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
STEP, END, EVERY = 2.0**-11, 1.0, 2.0**-6  # powers of two: times are the same whichever way they are added up
TOLERANCE = 1e-12
MODELS = ("fourbar", "pid-arm", "quarter-car", "double-pendulum-wall", "a04-bricard")
DYNAMICS = re.compile(r"dynamics: *\{[^}]*\}")


def our_run(program, model, folder):
    """Columns by name, at the communication points: rows at events lie between these, and the last of a time is the one after them."""
    result = folder / "run.csv"
    subprocess.run([program, "run", model, "-o", result, "--analysis", "dynamics", "--quiet"], check=True)
    with open(result, newline="") as f:
        names, *rows = csv.reader(line for line in f if not line.startswith("#"))
    rows = {row[0]: [float(number) for number in row] for row in rows}.values()
    rows = [row for row in rows if (row[0] / EVERY).is_integer()]
    return {name: [row[i] for row in rows] for i, name in enumerate(names)}


def differences(fmu, run):
    """The largest difference of each output, relative; and its name."""
    result = simulate_fmu(str(fmu), start_time=0, stop_time=END, step_size=EVERY, output_interval=EVERY)
    assert len(result) == len(run["t"]), (len(result), len(run["t"]))
    largest_energy = max(abs(number) for name, column in run.items() if name.startswith("energy.") for number in column)
    for name in result.dtype.names:
        if name != "time":
            ours = run[name]
            scale = max(1.0, largest_energy if name == "energy.error" else 0, *map(abs, ours))
            yield max(abs(a - b) for a, b in zip(result[name], ours)) / scale, name


def check(program, name, folder):
    text = (ROOT / "models" / name / (name + ".yaml")).read_text()
    text, found = DYNAMICS.subn("dynamics: {end: %r, output: %r, step: %r, integrator: rk4}" % (END, EVERY, STEP), text)
    assert found == 1, name
    model = folder / (name + ".yaml")
    model.write_text(text)
    run = our_run(program, model, folder)
    for version in (2, 3):
        fmu = folder / (name + ".fmu")
        subprocess.run([program, "export", "fmu", model, "--fmi", str(version), "-o", fmu, "--quiet"], check=True)
        problems = validate_fmu(str(fmu))
        worst, where = max(differences(fmu, run))
        good = not problems and worst <= TOLERANCE
        print("%s %-22s FMI %d.0  %3d outputs  largest difference %.1e (%s)  %.2f MB"
              % ("ok  " if good else "FAIL", name, version, len(run) - 1, worst, where, fmu.stat().st_size / 1e6), *problems, sep="\n     ")
        yield good


def main():
    with tempfile.TemporaryDirectory() as folder:
        good = [one for name in MODELS for one in check(sys.argv[1], name, pathlib.Path(folder))]
    sys.exit(not all(good))


if __name__ == "__main__":
    main()

"""comparison.py - FMUs of five models, and what `trammel run` has for their outputs.

The models are a loop, a controller, a start that follows a static analysis, impacts and a closed loop in space. Every output must be that of
`trammel run` with the integrator rk4 and the same step, in joint coordinates, to 1e-12 of the largest value of that output, or of 1 where that is less; the error of
the energy, a difference of energies, of these.
"""
import csv
import pathlib
import re
import subprocess

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


def exported(program, folder, versions=(2, 3)):
    """For each model and version of FMI: name, version, the FMU, our run."""
    for name in MODELS:
        text = (ROOT / "models" / name / (name + ".yaml")).read_text()
        text, found = DYNAMICS.subn("dynamics: {end: %r, output: %r, step: %r, integrator: rk4, formulation: joint}" % (END, EVERY, STEP), text)
        assert found == 1, name
        model = folder / (name + ".yaml")
        model.write_text(text)
        run = our_run(program, model, folder)
        for version in versions:
            fmu = folder / ("%s%d.fmu" % (name, version))
            subprocess.run([program, "export", "fmu", model, "--fmi", str(version), "-o", fmu, "--quiet"], check=True)
            yield name, version, fmu, run


def largest_difference(columns, run):
    """Of outputs by name, as an importer has them, relative; and the name."""
    energies = max(abs(number) for name, column in run.items() if name.startswith("energy.") for number in column)
    found = []
    for name, column in columns.items():
        ours = run[name]
        assert len(column) == len(ours), (name, len(column), len(ours))
        scale = max(1.0, energies if name == "energy.error" else 0, *map(abs, ours))
        found.append((max(abs(a - b) for a, b in zip(column, ours)) / scale, name))
    assert len(found) == len(run) - 1, "all outputs but the time"
    return max(found)


def tell(who, name, version, fmu, difference, problems=()):
    """One line; whether all is well."""
    worst, where = difference
    good = not problems and worst <= TOLERANCE
    print("%s %-20s %-20s FMI %d.0  largest difference %.1e (%s)  %.2f MB"
          % ("ok  " if good else "FAIL", who, name, version, worst, where, fmu.stat().st_size / 1e6), *problems, sep="\n     ", flush=True)
    return good

#!/usr/bin/env python3
"""every_model.py PROGRAM [MODEL...] - every model that ships as an FMU in FMPy with its default options, beside `trammel run`.

Each model with `dynamics` becomes an FMU. FMPy makes its communication steps, those that the description proposes, and others of them; by both
versions of FMI; and in model exchange it integrates itself. Positions, angles and their rates at the communication points must be those of `trammel run` to 10
times its tolerance, of the largest value of each or of 1; where a run is further from one at a hundredth of the tolerance, as where motions part, to 10 times that.
CVODE keeps the tolerance in each step only: 100000 times.
"""
import csv
import pathlib
import re
import subprocess
import sys
import tempfile

from fmpy import read_model_description, simulate_fmu

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
MOTION = ("m", "rad", "m/s", "rad/s")
#       name              version  kind             of the proposed step  times the tolerance
WAYS = (("FMI 2",         2,       "CoSimulation",  1,                    10),
        ("FMI 3",         3,       "CoSimulation",  1,                    10),
        ("long steps",    2,       "CoSimulation",  7.3,                  10),
        ("exchange",      2,       "ModelExchange", 1,                    100000))


def rows_of(program, model, folder, *options):
    """The rows by column; None: there are none."""
    result = folder / "run.csv"
    result.unlink(missing_ok=True)
    subprocess.run([program, "run", model, "-o", result, "--analysis", "dynamics", "--quiet", *options], capture_output=True)
    if not result.exists():
        return None
    with open(result, newline="") as f:
        names, *rows = csv.reader(line for line in f if not line.startswith("#"))
    return {name: [float(row[i]) if row[i] else float("nan") for row in rows] for i, name in enumerate(names)}


def apart(a, times, b, t, channels):
    """The largest difference of channels at the times that both have, relative; and of which. Rows at the same time are both sides of an event: the nearer counts."""
    worst, where = 0.0, ""
    near = []
    first = 0
    for i, x in enumerate(times):
        while first < len(t) and t[first] < x - 1e-9 * max(1, abs(x)):
            first += 1
        same = [k for k in range(first, min(first + 8, len(t))) if abs(t[k] - x) <= 1e-9 * max(1, abs(x))]
        if same:
            near.append((i, same))
    for name in channels:
        column, other = a[name], b[name]
        scale = max(1.0, *(abs(v) for v in other if v == v))
        for i, same in near:
            off = min(abs(column[i] - other[k]) for k in same) / scale
            if not off <= worst:
                worst, where = off, "%s at %g s" % (name, times[i])
    return worst, where, len(near)


def compare(program, model, folder):
    """Lines to print; whether all is well; None: the model has no FMU."""
    fmus = {}
    for version in (2, 3):
        fmus[version] = folder / ("%d.fmu" % version)
        done = subprocess.run([program, "export", "fmu", model, "--fmi", str(version), "-o", fmus[version], "--quiet"], capture_output=True, text=True)
        if done.returncode:
            return "none  %s" % done.stderr.strip().split("\n")[0][:150], True
    description = read_model_description(str(fmus[2]))
    experiment = description.defaultExperiment
    tolerance = float(experiment.tolerance or 0)
    interval = float(experiment.stepSize)
    units = {v.name: v.unit or "" for v in description.modelVariables if v.causality == "output"}
    run, fine = rows_of(program, model, folder), rows_with(program, model, folder, "tolerance", max(1e-13, tolerance / 100))
    if not run:
        return "FAIL  no run", False
    if not tolerance:  # its own steps are fixed: they are off by other errors in other coordinates
        run = rows_with(program, model, folder, "formulation", "joint")
    channels = [name for name in run if units.get(name) in MOTION and not name.startswith("residual")]
    own = apart(run, run["t"], fine, fine["t"], channels)[0] if tolerance and fine else 0.0
    end = run["t"][-1]
    text, good = [], True
    for name, version, kind, part, times in WAYS:
        if part != 1 and not tolerance:  # its steps are of another size then
            continue
        if kind == "ModelExchange" and (not description.modelExchange or not tolerance):
            continue
        every = {} if part == 1 else {"output_interval": part * interval}
        allowed = max(times * (tolerance or 1e-9), 10 * own)
        try:
            stop = {} if kind == "CoSimulation" else {"output_interval": interval, "record_events": False}
            result = simulate_fmu(str(fmus[version]), fmi_type=kind, output=channels, timeout=100, **every, **stop)
        except Exception as failure:
            text.append("%s: %s" % (name, str(failure).split("\n")[0][:80]))
            good = False
            continue
        columns = {c: result[c] for c in channels}
        if part == 1:
            off, where, common = apart(columns, list(result["time"]), run, run["t"], channels)
        else:  # rows of the run are not at these times
            at = rows_with(program, model, folder, "output", float(result["time"][1] - result["time"][0]))
            off, where, common = apart(columns, list(result["time"]), at, at["t"], channels)
        complete = result["time"][-1] >= min(end, float(experiment.stopTime)) - 1.5 * part * interval
        if version == 3 and result["time"][-1] < float(experiment.stopTime) - 1e-9:  # FMPy writes the row of the end at the next communication point
            columns = {c: column[:-1] for c, column in columns.items()}
            off, where, common = apart(columns, list(result["time"][:-1]), run, run["t"], channels)
        well = off <= allowed and common > 0 and complete
        good &= well
        text.append("%s %.1e%s" % (name, off, "" if well else " (%s; %.1e is allowed; %d rows to %g s)" % (where, allowed, common, result["time"][-1])))
    return "%s  %-62s tolerance %.0e, run %.0e; %s" % ("ok  " if good else "FAIL", model.relative_to(ROOT), tolerance, own, ", ".join(text)), good


def rows_with(program, model, folder, option, value):
    """Rows of a run with another option of `dynamics`."""
    text = model.read_text()
    changed, count = re.subn(r"(dynamics: *\{[^}]*?)\b%s: *[^,}]*" % option, r"\g<1>%s: %s" % (option, value), text)
    if not count:
        changed = re.sub(r"dynamics: *\{", "dynamics: {%s: %s, " % (option, value), text)
    other = folder / model.name
    other.write_text(changed)
    return rows_of(program, other, folder)


def main():
    program, *models = sys.argv[1:]
    paths = [pathlib.Path(m).resolve() for m in models] or sorted([*ROOT.glob("models/*/*.yaml"), *ROOT.glob("docs/guide/*.yaml")])
    good, compared = True, 0
    with tempfile.TemporaryDirectory() as folder:
        for model in paths:
            if "dynamics" not in model.read_text():
                continue
            line, well = compare(program, model, pathlib.Path(folder))
            print(line, flush=True)
            good &= well
            compared += line.startswith("ok")
    print("%d models compared" % compared)
    sys.exit(not good)


if __name__ == "__main__":
    main()

#!/usr/bin/env python3
"""sweep.py - many motions of the four-bar with other torques: by `trammel sweep` on threads and ranks, by hand, by a loop over MuJoCo and over
Pinocchio. Writes docs/benchmarks-sweep.md, the records to build/bench/sweep.json.

Each program runs as fast as it can with an error of the angles after 5 s below ERROR at the torque of the benchmark problem. What a program does
once (start, reading, the file) is left out of its rate: two sweeps of different length are timed, and the difference counts.
"""
import datetime
import importlib.util
import json
import os
import pathlib
import re
import resource
import subprocess
import sys
import time

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent
sys.path.insert(0, str(HERE))
import problems  # noqa: E402
from markdown import table  # noqa: E402

FOLDER = ROOT/"build/bench"
PROGRAM, RANKS = ROOT/"build/trammel", ROOT/"build/trammel-mpi"
ERROR = 1e-6
NEAR, WIDE = (39.74, 39.76), (38, 42)  # torques: motions like that of the benchmark problem, which begins in balance; and others, in which the crank goes round
POINTS = {NEAR: 96000, WIDE: 48000}  # of the longer sweep: seconds, so that beginning and end count little
LATENCY, WIDTH = 2e-6, 10e9  # of a network that clusters have: seconds, bytes a second
ROW, LONGEST = 24, 256  # bytes of a row with one answer in a parcel; points of a run (mpi/points.c)


def load_peers():
    spec = importlib.util.spec_from_file_location("peers_run", HERE/"peers/run.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


# ---- Trammel ---------------------------------------------------------------------------------------------------------

def model():
    """The four-bar of the repository with rows at its start and end alone."""
    text = (ROOT/"models/fourbar/fourbar.yaml").read_text()
    path = FOLDER/"fourbar-sweep.yaml"
    path.write_text(re.sub(r"output: [0-9.]+", "output: 5", text))
    return path


def sweep(path, tolerance, torques, points, keep, front, *more):
    """Seconds on the clock and of CPU."""
    words = [*front, "sweep", path, "--vary", f"torque={torques[0]}:{torques[1]}:{points}", "--tolerance", tolerance, "--quiet", "-o", FOLDER/"sweep.csv", *more]
    for answer in keep:
        words += ["--keep", answer]
    before, begun = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic()
    subprocess.run([str(word) for word in words], check=True, stdout=subprocess.DEVNULL)
    took, after = time.monotonic() - begun, resource.getrusage(resource.RUSAGE_CHILDREN)
    return took, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def rate(*arguments, share=1):
    """Motions a second on the clock, and of CPU time: of the points that the longer of two sweeps has more; the best of three."""
    best = [0, 0]
    path, tolerance, torques, keep, front, *more = arguments
    points = POINTS[torques]//share
    for _ in range(3):
        few, many = (sweep(path, tolerance, torques, n, keep, front, *more) for n in (points//8, points))
        best = [max(old, (points - points//8)/(m - f)) for old, f, m in zip(best, few, many)]
    return best


def error_at(path, tolerance, problem):
    """Of the three angles at the end, at the torque of the problem."""
    keep = [f"{name}.angle" for name, *_ in problem.quantities]
    words = [PROGRAM, "sweep", path, "--vary", "torque=39.75,39.75", "--tolerance", tolerance, "--quiet", "-o", FOLDER/"sweep.csv"]
    for answer in keep:
        words += ["--keep", answer]
    subprocess.run([str(word) for word in words], check=True, stdout=subprocess.DEVNULL)
    row = (FOLDER/"sweep.csv").read_text().splitlines()[1].split(",")
    turn = 2*3.141592653589793
    return max(abs((float(value) - exact + turn/2) % turn - turn/2) for value, (*_, exact) in zip(row[2:], problem.quantities))


def choose(path, problem):
    """The loosest tolerance with that error that all tighter ones have as well."""
    good = None
    for exponent in range(10, 2, -1):
        tolerance = f"1e-{exponent}"
        if error_at(path, tolerance, problem) > ERROR:
            break
        good = tolerance
    return good


def ranks(count):
    return ["mpirun", "--allow-run-as-root", "--oversubscribe", "--bind-to", "none", "-n", count, RANKS]


def ours(path, tolerance):
    alone = ([PROGRAM], ["--threads", 1])
    ways = [("1 thread", NEAR, "crank.angle", *alone), ("1 thread", WIDE, "crank.angle", *alone),
            ("1 thread, max(abs(B.fx))", NEAR, "max(abs(B.fx))", *alone), ("1 thread, max(abs(B.fx))", WIDE, "max(abs(B.fx))", *alone),
            ("2 threads", WIDE, "crank.angle", [PROGRAM], ["--threads", 2])]
    ways += [(f"{n} rank{'s'*(n > 1)}", WIDE, "crank.angle", ranks(n), []) for n in (1, 2, 4)]
    found = []
    for label, torques, answer, front, more in ways:
        clock, cpu = rate(path, tolerance, torques, [answer], front, *more, share=24 if "max" in answer else 1)
        found.append({"program": "Trammel", "by": label, "torques": torques, "per_second": clock, "per_cpu_second": cpu})
        print(found[-1], flush=True)
    return found


# ---- the others ------------------------------------------------------------------------------------------------------

def others(peers, problem):
    ready = peers.commands(["mujoco", "pinocchio"])
    text = peers.BUILD/"fourbar-3.txt"
    text.write_text(peers.run([sys.executable, HERE/"peers/export.py", "fourbar", 3]).stdout)
    calls = {"hand": ([FOLDER/"limit/limit_fourbar", problem.duration, *[q[3] for q in problem.quantities]], 20000)}
    calls.update({name: ([*command, text, 20], 100 if name == "mujoco" else 2000) for name, command in ready.items()})
    found = []
    for name, (command, count) in calls.items():
        for torques in (NEAR, WIDE):
            for r in peers.collect(name, "fourbar-sweep", [*command, *torques, count, ERROR])[0]:
                if r["problem"] == "fourbar-sweep":
                    found.append({"program": f"{r['program']} {r.get('version', '')}".strip(), "by": r["settings"], "torques": torques,
                                  "per_cpu_second": 1/r["cpu_s"], "error": r["error"]})
    return found


def measured_costs(path):
    """Seconds of rank 0 for a row, and for a parcel of rows and its answer."""
    row = float(subprocess.run([ROOT/"build/bench_study", path, FOLDER/"sweep.part"], check=True, capture_output=True, text=True).stdout)
    (FOLDER/"sweep.part").unlink()
    words = [*ranks(2)[:-1], ROOT/"build/bench_messages", ROW*LONGEST]
    return row, float(subprocess.run([str(w) for w in words], check=True, capture_output=True, text=True).stdout)


# ---- the page --------------------------------------------------------------------------------------------------------

def taken(row, message):
    """Rows a second that rank 0 can take."""
    return LONGEST/(message + LATENCY + ROW*LONGEST/WIDTH + LONGEST*row)


def at_most(point, row, message, count):
    """Points a second by `count` ranks: they compute all the time, unless rank 0 cannot take rows as fast as they come."""
    return min(count/point, taken(row, message))


def rates(found):
    """A row for each program and way: motions a second for both ranges, and how much faster Trammel is with one thread."""
    rows = {}
    for r in found:
        if r["program"] != "Trammel" or r["by"].startswith("1 thread"):
            rows.setdefault((r["program"], r["by"]), {})[tuple(r["torques"])] = r["per_cpu_second"]
    first = rows["Trammel", "1 thread"]
    for (program, way), row in rows.items():
        yield [program, way, *[f"{row[t]:.0f}" if t in row else "-" for t in (NEAR, WIDE)], *[f"{first[t]/row[t]:.3g}" if t in row else "-" for t in (NEAR, WIDE)]]


def page(found, tolerance, error, row, message):
    by = {record["by"]: record for record in found if record["program"] == "Trammel" and record["torques"] == WIDE}
    one = by["1 thread"]

    def rate_of(label):
        return by[label]["per_second"]
    many = [[label, f"{rate_of(label):.0f}", f"{rate_of(label)/min(2, int(label[0]))/rate_of(base):.2f}"]
            for label, base in (("1 thread", "1 thread"), ("2 threads", "1 thread"), ("1 rank", "1 rank"), ("2 ranks", "1 rank"), ("4 ranks", "1 rank"))]
    point = 1/one["per_cpu_second"]
    paper = [[name, f"{n}", f"{at_most(cost, row, message, n):.3g}", f"{at_most(cost, row, message, n)*cost/n:.2f}"]
             for name, cost in ((f"{1e6*point:.0f} us, this four-bar", point), ("1 ms", 1e-3), ("10 ms", 1e-2), ("1 s", 1.0)) for n in (16, 64, 1000)]
    least = 1000/taken(row, message)
    return "\n".join([
        "<!-- Written by bench/sweep.py: make bench-sweep. Do not edit. -->", "# Benchmarks: sweeps", "",
        f"Measured on {datetime.date.today()}; 2 cores. The four-bar of `models/fourbar`, 5 s, each motion with an error of the "
        f"angles at the end below {ERROR:g} at 39.75 N m (Trammel: tolerance {tolerance}, error {error:.1e}). To repeat it: `make bench-sweep` (minutes, most of them to "
        "compile Pinocchio). What a program does once is not counted.", "",
        "## Motions a second of CPU time", "", f"Torques from {NEAR[0]} to {NEAR[1]} N m give motions like that of the benchmark problem, which begins in balance; from {WIDE[0]} to {WIDE[1]} the crank goes round, "
        "and a motion takes several times as many steps.", "",
        *table(["program", "how", f"{NEAR[0]} … {NEAR[1]}", f"{WIDE[0]} … {WIDE[1]}", "Trammel faster by", "and by"], rates(found), right=(2, 3, 4, 5)),
        "The answer is the crank's angle at the end; `max(abs(B.fx))` is the greatest force of a pin between rows as well, which the loops over the others do not look for.", "",
        "## On threads and ranks", "", *table(["by", "motions a second on the clock", "efficiency on 2 cores"], many, right=(1, 2)),
        "## What 1000 ranks would do (on paper)", "",
        f"Rank 0 takes every row: {1e6*row:.2f} us with the journal, measured. A parcel of {LONGEST} rows and the next run of points back take "
        f"{1e6*message:.1f} us between two ranks here, measured; to that come {1e6*LATENCY:g} us and {WIDTH/1e9:g} GB/s of an InfiniBand network, assumed. While ranks have a "
        f"second run at hand they do not wait, so that the rate is the least of ranks / (time of a point) and of what rank 0 can take, {taken(row, message):.3g} rows a second.", "",
        *table(["time of a point", "ranks", "points a second", "efficiency"], paper, right=(1, 2, 3)),
        f"With 1000 ranks, points of {1e3*least:.2g} ms or more keep all of them busy. At the end of a sweep, when runs are of one point each and a rank has two of them, the others wait for at most two points.", ""])


def main():
    FOLDER.mkdir(parents=True, exist_ok=True)
    peers = load_peers()
    for folder in (peers.BUILD, peers.RAW):
        folder.mkdir(parents=True, exist_ok=True)
    os.environ.update(OPENBLAS_NUM_THREADS="1", OMP_NUM_THREADS="1")
    problem, path = problems.problem("fourbar"), model()
    tolerance = choose(path, problem)
    error = error_at(path, tolerance, problem)
    found = ours(path, tolerance) + others(peers, problem)
    row, message = measured_costs(path)
    (FOLDER/"sweep.json").write_text("".join(json.dumps(record) + "\n" for record in found))
    (ROOT/"docs/benchmarks-sweep.md").write_text(page(found, tolerance, error, row, message))


if __name__ == "__main__":
    main()

#!/usr/bin/env python3
"""run.py - times Trammel on the benchmark problems: build/bench/trammel.json, one record per line.

    run.py [PROBLEM]...   only these ("andrews", "fourbars-40"); their records take the place of older ones

Every formulation and integrator that applies to a problem is run at several tolerances by `trammel bench`. A record has
program, version, problem, size, formulation, integrator, settings, tolerance, error, cpu_s, evaluations,
ns_per_evaluation, ns_per_body, evaluations_per_second, bytes_per_body, file_to_first_step_s. Programs that are compared
write records of the same form beside it.
"""
import json
import os
import pathlib
import re
import resource
import subprocess
import sys

import problems

ROOT = pathlib.Path(__file__).resolve().parent.parent
FOLDER = ROOT/"build/bench"
RECORDS = FOLDER/"trammel.json"
PROGRAM = ROOT/"build/trammel"

ALL = "1e-3,1e-4,1e-5,1e-6,1e-7,1e-8,1e-9,1e-10,1e-11"
FEW = "1e-4,1e-6,1e-8,1e-10"
# problem -> [(formulations, integrators, tolerances, repeats, seconds at most for one entry)]
CLOSED = [("auto", "auto", ALL, 20, 1), ("joint,absolute", "explicit", ALL, 10, 0.5),
          ("joint,absolute", "adams,bdf", ALL, 4, 0.5), ("point,particles", "explicit", ALL, 4, 0.5),
          ("absolute", "dae", FEW, 3, 0.5), ("implicit", "bdf", FEW, 1, 0.5)]
STIFF = [("auto", "auto", "1e-3,1e-4,1e-5,1e-6,1e-7,1e-8,1e-9,1e-10", 3, 1),
         ("joint,absolute,implicit", "explicit,bdf", FEW, 1, 1),
         ("joint,implicit", "adams", FEW, 1, 1), ("absolute", "dae", FEW, 1, 1)]
ROWS = [("auto", "auto", "1e-4,1e-5,1e-6,1e-7,1e-8,1e-9,1e-10", 5, 1), ("joint,absolute", "explicit", FEW, 3, 1),
        ("joint", "adams", "1e-6,1e-8", 1, 1)]
CHAINS = [("auto", "auto", "1e-3,1e-4,1e-5,1e-6,1e-8", 10, 1),
          ("joint,absolute", "explicit,adams", "1e-4,1e-6,1e-8", 5, 1)]
LARGE = [("joint,absolute", "explicit", "1e-6", 3, 5)]
LIVE = [("fourbar-motor", "fourbar-motor/fourbar-motor.yaml", 5e-5),
        ("suspension-stiff", "suspension/suspension-stiff.yaml", 1e-5),
        ("suspension-rubber", "suspension/suspension-rubber.yaml", 1e-5)]
PLANS = {"andrews": CLOSED, "andrews-a03": CLOSED, "fourbar": CLOSED, "fourbar-motor": CLOSED, "bricard": CLOSED,
         "flyball": STIFF, "suspension-stiff": STIFF, "suspension-rubber": STIFF}


def plan(p):
    if p.name in PLANS:
        return PLANS[p.name]
    if p.name == "fourbars":
        return ROWS if p.size <= 40 else LARGE
    return CHAINS if p.size <= 10 else LARGE


def bench(p, model, formulations, integrators, tolerances, repeats, limit):
    command = [PROGRAM, "bench", model, "--json", "--formulation", formulations, "--integrator", integrators,
               "--tolerance", tolerances, "--repeat", str(repeats), "--limit", str(limit)]
    for quantity in p.quantities:
        command += ["--reference", f"{problems.quantity_name(quantity)}={quantity[3]!r}"]
    if not p.quantities:  # only its speed is of interest
        command += ["--reference", f"t={p.duration!r}"]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode > 1:
        sys.exit(f"run.py: {' '.join(map(str, command))}\n{done.stderr}")
    return json.loads(done.stdout)


def record(p, version, entry):
    keep = ("auto", "outcome", "why", "tolerance", "cpu_s", "steps", "evaluations", "ns_per_evaluation", "ns_per_body",
            "evaluations_per_second", "share_outside", "bytes_per_body", "file_to_first_step_s")
    return {"program": "Trammel", "version": version, "problem": p.name, "size": p.size, "title": p.title,
            "formulation": entry["formulation"], "integrator": entry["integrator"],
            "settings": f"{entry['formulation']}, {entry['integrator']}, tolerance {entry['tolerance']:.0e}",
            "error": entry.get("error") if p.quantities else None, **{key: entry[key] for key in keep if key in entry}}


def run_problem(p):
    model = FOLDER/f"{p.label}.yaml"
    model.write_text(problems.yaml_text(p))
    records, before = [], resource.getrusage(resource.RUSAGE_CHILDREN)
    for entry in plan(p):
        found = bench(p, model, *entry)
        records += [record(p, found["trammel"], e) for e in found["entries"] if e["outcome"] != "not possible"]
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    print(f"  {p.label:20} {len(records):4} records {after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime:8.1f} s",
          flush=True)
    return records


def run_process():
    """The whole of `trammel run fourbar.yaml`: its processor time, the best of many."""
    best = float("inf")
    for _ in range(30):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run([PROGRAM, "run", ROOT/"models/fourbar/fourbar.yaml"], capture_output=True, check=True)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        best = min(best, after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime)
    return {"program": "Trammel", "problem": "process", "size": 3, "settings": "trammel run fourbar.yaml", "cpu_s": best}


def run_live():
    """Single steps of fixed size. The same motion several times: the least time of each step is the step's own, what a run by itself
    has beyond that is the machine's."""
    subprocess.run(["cmake", "--build", ROOT/"build", "--target", "bench_live"], capture_output=True, check=True)
    records = []
    for name, model, step in LIVE:
        done = subprocess.run([ROOT/"build/bench_live", "--steps", "100000", "--step", str(step), "--repeats", "8",
                               ROOT/"models"/model], capture_output=True, text=True, check=True).stdout
        found = [(line.split(":")[0].strip(), float(m[1]), float(m[2]))
                 for line in done.splitlines() if (m := re.search(r"mean +([0-9.]+) .* worst +([0-9.]+) us", line))]
        alone = min((f for f in found if f[0].startswith("taken off")), key=lambda f: f[2])
        for what, (_, mean, worst), key in (("the least of 8 runs for each step", next(f for f in found if f[0] == "least of all"),
                                             "worst_step_us"), (f"the best run by itself, {alone[0]}", alone, "worst_alone_us")):
            records.append({"program": "Trammel", "problem": name, "size": None, "mean_step_us": mean, key: worst,
                            "settings": f"rk4, 100000 steps of {step:g} s: {what}"})
    return records


def version_of_compiler():
    cache = (ROOT/"build/CMakeCache.txt").read_text()
    compiler = re.search(r"^CMAKE_C_COMPILER:\w+=(.*)$", cache, re.M)[1]
    kind = re.search(r"^CMAKE_BUILD_TYPE:\w+=(.*)$", cache, re.M)[1]
    first = subprocess.run([compiler, "--version"], capture_output=True, text=True).stdout.splitlines()[0]
    return f"{first}, {kind}"


def machine():
    cpu = re.search(r"model name\s*:\s*(.*)", pathlib.Path("/proc/cpuinfo").read_text())
    date = subprocess.run(["date", "-u", "+%Y-%m-%d"], capture_output=True, text=True).stdout.strip()
    commit = subprocess.run(["git", "-C", ROOT, "rev-parse", "--short", "HEAD"], capture_output=True, text=True).stdout.strip()
    return {"program": "machine", "cpu": cpu[1] if cpu else "unknown", "cores": os.cpu_count(), "date": date,
            "compiler": version_of_compiler(), "commit": commit}


def main():
    FOLDER.mkdir(parents=True, exist_ok=True)
    everything = [problems.problem(name, size) for name in problems.names for size in problems.sizes.get(name, (None,))]
    wanted = [p for p in everything if not sys.argv[1:] or p.label in sys.argv[1:] or p.name in sys.argv[1:]]
    old = [json.loads(line) for line in RECORDS.read_text().splitlines()] if RECORDS.exists() and sys.argv[1:] else []
    again = {(p.name, p.size) for p in wanted}
    records = [r for r in old if r["program"] != "machine" and r["problem"] != "process" and "mean_step_us" not in r
               and (r["problem"], r["size"]) not in again]
    print("benchmarks of Trammel (processor time):", flush=True)
    records = [machine(), run_process(), *run_live(), *records]
    for p in wanted:
        records += run_problem(p)
        RECORDS.write_text("\n".join(json.dumps(r) for r in records) + "\n")


if __name__ == "__main__":
    main()

#!/usr/bin/env python3
"""counts.py - instructions that Trammel executes, counted by callgrind: no noise, so that a slowdown cannot hide.

    counts.py           compare with bench/counts.json: fails when a count has grown by more than 10 %
    counts.py --update  write bench/counts.json anew

Under another compiler than that of bench/counts.json, and without valgrind, nothing is compared: the exit status is then 77, which CTest
shows as "skipped".

Counted are only instructions of our own program, not of libraries, which choose their kernels by the processor. With
--separate-callers a cost is known by its chain of callers: what has tml_equations_solve in the chain is part of an
evaluation; what has `tml_motion_state_output` in the chain is part of a row of output; what else has an integrator's run in the chain is
counted per step.
"""
import argparse
import concurrent.futures
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

import contact_problems
import problems

ROOT = pathlib.Path(__file__).resolve().parent.parent
STORED = ROOT / "bench/counts.json"
ALLOWED = 0.10
SKIPPED = 77
DEPTH = 24  # callers in a chain
EVALUATION = "tml_equations_solve"
OUTPUT = "tml_motion_state_output"
INTEGRATION = {"tml_runge_kutta_run", "tml_cvode_run", "tml_ida_run"}

# problem, size, formulation, integrator, part of its duration: enough evaluations to count, few enough to wait for
CASES = [("spatial-chain", 100, "joint", "explicit", 0.02), ("spatial-chain", 10, "absolute", "explicit", 0.1),
         ("fourbars", 40, "joint", "explicit", 0.02), ("fourbars", 40, "absolute", "explicit", 0.02),
         ("planar-chain", 100, "joint", "explicit", 0.02), ("planar-chain", 100, "absolute", "explicit", 0.02),
         ("fourbar", None, "joint", "explicit", 0.3), ("fourbar", None, "absolute", "explicit", 0.3),
         ("andrews", None, "joint", "explicit", 0.1), ("andrews", None, "absolute", "explicit", 0.1),
         ("bricard", None, "joint", "explicit", 0.05), ("bricard", None, "absolute", "explicit", 0.02),
         ("suspension-stiff", None, "implicit", "explicit", 0.002), ("suspension-stiff", None, "implicit", "bdf", 0.01),
         ("flyball", None, "joint", "bdf", 0.02)]  # the longest first: they run side by side
EVENT, STEP = "tml_event_run_act", "tml_time_step_advance"
# problem with contact, its options, what is counted: an event, or a step over contacts
CONTACTS = [(contact_problems.wheel, "tolerance: 1e-8, contact: events", EVENT, "an event"),
            (contact_problems.knee, "tolerance: 1e-8, contact: events", EVENT, "an event"),
            (lambda: contact_problems.drop(3), "tolerance: 1e-8, contact: events", EVENT, "an event"),
            (lambda: contact_problems.heap(30, True), "contact: time_stepping, step: 2e-3", STEP, "a step over contacts")]
WHOLE = "trammel run fourbar.yaml"  # the whole process
GEARS, GEAR_TEXT = "trammel run: kinematics of a gear pair without loads", """trammel: 1
gravity: none
points: {A: [0, 0], B: [0.12, 0]}
bodies:
  a: {points: [A], com: A, mass: 1, inertia: 0.1}
  b: {points: [B], com: B, mass: 1, inertia: 0.1}
joints:
  A: {revolute: [ground, a]}
  B: {revolute: [ground, b]}
  g: {gear: [A, B], teeth: [100, 20]}
drivers: {d: {A.angle: t}}
analyses:
  - kinematics: {end: 10, output: 5}
"""  # all powers are rounding: their integrals must not be refined


class Profile:
    """The parts of a callgrind file that are of our program: chains of callers with their own cost and calls."""

    def __init__(self, path, program):
        self.costs, self.calls = {}, {}
        names, objects = {}, {}
        ours = skip = False
        chain = called = None
        for line in path.read_text().splitlines():
            if skip:  # the inclusive cost of a call
                skip = False
            elif line.startswith("ob="):
                ours = self.named(objects, line[3:]) == program
            elif line.startswith("fn="):
                chain = self.named(names, line[3:])
            elif line.startswith("cfn="):
                called = self.named(names, line[4:])
            elif line.startswith("cob="):
                self.named(objects, line[4:])
            elif line.startswith("calls="):
                self.calls[called] = self.calls.get(called, 0) + int(line[6:].split()[0])
                skip = True
            elif ours and re.match(r"[0-9+*-]", line):
                self.costs[chain] = self.costs.get(chain, 0) + int(line.split()[1])

    @staticmethod
    def named(table, text):
        """(7) name where it is first seen, then only (7)."""
        number, _, name = text.partition(" ")
        if name:
            table[number] = name
        return table.get(number, "")

    def cost(self, wanted):
        return sum(cost for chain, cost in self.costs.items() if wanted(set(chain.split("'"))))

    def calls_of(self, function, beyond=""):
        """How often it was called; not from below `beyond`."""
        chains = ((chain.split("'"), count) for chain, count in self.calls.items())
        return sum(count for chain, count in chains if chain[0] == function and beyond not in chain)


def callgrind(program, arguments, out):
    command = ["valgrind", "--tool=callgrind", f"--callgrind-out-file={out}", f"--separate-callers={DEPTH}", str(program),
               *arguments]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"counts.py: {' '.join(command)} failed:\n{done.stderr[-2000:]}")
    return Profile(out, str(program)), done.stdout


def count_case(program, folder, case):
    name, size, formulation, integrator, part = case
    p = problems.problem(name, size)
    p.duration *= part
    key = f"{p.label}, {formulation}, {integrator}"
    path = folder/key.replace(", ", "-")
    path.with_suffix(".yaml").write_text(
        problems.yaml_text(p, formulation=formulation, integrator=integrator, tolerance=1e-8))
    # Without -o: a run that writes its file as it goes on does so by the clock, the more often the slower the machine is.
    profile, printed = callgrind(program, ["run", "--json", f"{path}.yaml"], path.with_suffix(".callgrind"))
    steps = json.loads(printed)["analyses"][-1]["facts"]["steps"]
    evaluations, rows = profile.calls_of(EVALUATION, OUTPUT), profile.calls_of(OUTPUT)
    inside = profile.cost(lambda chain: EVALUATION in chain and OUTPUT not in chain)
    output = profile.cost(lambda chain: OUTPUT in chain)
    outside = profile.cost(lambda chain: not chain & {EVALUATION, OUTPUT} and chain & INTEGRATION)
    if not (inside and output and outside):
        sys.exit(f"counts.py: nothing is counted in {EVALUATION}, {OUTPUT} or {', '.join(sorted(INTEGRATION))}: renamed?")
    return {f"{key}: an evaluation": round(inside/evaluations), f"{key}: a step beside evaluations": round(outside/steps),
            f"{key}: a row of output": round(output/rows)}


def count_contact(program, folder, make, options, function, what):
    """Instructions of one event, everything that it causes included, or of one step; of an evaluation where contacts act in some."""
    p = make()
    path = folder/f"contact-{p.label}"
    path.with_suffix(".yaml").write_text(p.yaml.replace("{options}", options))
    profile, _ = callgrind(program, ["run", "-q", f"{path}.yaml"], path.with_suffix(".callgrind"))
    calls = profile.calls_of(function)
    if not calls:
        sys.exit(f"counts.py: {function} is not called in {p.label}: renamed?")
    found = {f"{p.label}: {what}": round(profile.cost(lambda chain: function in chain)/calls)}
    evaluations = profile.calls_of(EVALUATION, function)
    if evaluations:
        inside = profile.cost(lambda chain: EVALUATION in chain and function not in chain)
        found[f"{p.label}: an evaluation between events"] = round(inside/evaluations)
    return found


def count_whole(program, folder):
    gears = folder/"gears.yaml"
    gears.write_text(GEAR_TEXT)
    models = {WHOLE: ROOT/"models/fourbar/fourbar.yaml", GEARS: gears}
    return {key: callgrind(program, ["run", str(model)], folder/f"{model.stem}.callgrind")[0].cost(lambda chain: True)
            for key, model in models.items()}


def count_all(program):
    with tempfile.TemporaryDirectory() as name, concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        folder = pathlib.Path(name)
        jobs = [pool.submit(count_case, program, folder, case) for case in CASES]
        jobs += [pool.submit(count_contact, program, folder, *case) for case in CONTACTS]
        jobs.append(pool.submit(count_whole, program, folder))
        return {key: value for job in jobs for key, value in job.result().items()}


def compiler(build):
    """Version of the compiler and kind of build: counts of others cannot be compared."""
    cache = dict(re.findall(r"^(CMAKE_C_COMPILER|CMAKE_BUILD_TYPE):\w+=(.*)$", (build/"CMakeCache.txt").read_text(), re.M))
    version = subprocess.run([cache["CMAKE_C_COMPILER"], "--version"], capture_output=True, text=True).stdout.splitlines()[0]
    return f"{version}, {os.uname().machine}, {cache['CMAKE_BUILD_TYPE']}"


def compare(stored, found):
    """Prints the table; the names of what has grown too much."""
    grown, shrunk = [], []
    print(f"{'instructions of our own':62} {'stored':>10} {'now':>10} {'change':>8}")
    for key in sorted(set(stored) | set(found)):
        before, now = stored.get(key), found.get(key)
        if before is None or now is None:
            print(f"{key:62} {before or '-':>10} {now or '-':>10} {'new' if now else 'gone':>8}")
            continue
        change = now/before - 1
        (grown if change > ALLOWED else shrunk if change < -ALLOWED else []).append(key)
        mark = "  GROWN" if change > ALLOWED else "  shrunk" if change < -ALLOWED else ""
        print(f"{key:62} {before:10} {now:10} {100*change:+7.1f}%{mark}")
    if shrunk:
        print(f"{len(shrunk)} shrank by more than {100*ALLOWED:.0f} %: run make bench-counts-update to keep what was won")
    return grown


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--build", type=pathlib.Path, default=ROOT/"build", help="folder of the build")
    arguments.add_argument("--update", action="store_true")
    asked = arguments.parse_args()
    build = asked.build.resolve()
    here = compiler(build)
    stored = json.loads(STORED.read_text()) if STORED.exists() else {"compiler": None, "counts": {}}
    if not shutil.which("valgrind"):
        print("counts.py: skipped: valgrind is not there to count instructions")
        return SKIPPED
    if not asked.update and stored["compiler"] != here:
        print(f"counts.py: skipped: the counts stored are of\n  {stored['compiler']}\nand this is\n  {here}")
        return SKIPPED
    found = count_all(build/"trammel")
    if asked.update:
        STORED.write_text(json.dumps({"compiler": here, "counts": found}, indent=1) + "\n")
        print(f"{len(found)} counts written to {STORED.relative_to(ROOT)}")
        return 0
    grown = compare(stored["counts"], found)
    if grown:
        print(f"FAILED: {len(grown)} grew by more than {100*ALLOWED:.0f} %. If that is meant: make bench-counts-update")
    return 1 if grown else 0


if __name__ == "__main__":
    sys.exit(main())

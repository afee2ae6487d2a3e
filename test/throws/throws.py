"""Throws, pegs, gates and thin walls whose first touch is known by mathematics alone, run by the program: nothing may be missed.

    throws.py TRAMMEL [--count N] [--seed TEXT] [--family TEXT] [--jobs N] [--failing FOLDER] [--variants] [--error] [--verify] [--stepping]

Models are drawn at random, in families: bodies thrown at obstacles in the plane and in space, pendulums at pegs, sliders at stops, gates moved by
functions of time, events of positions and of time. The answer is the time of the first touch by conservative advancement on the exact
motion (touch.py), or that there is none. The first row of `dynamics.events` must be it. Whatever comes nearer than a millionth of its size,
or strikes by no more than that, is grazing: such cases are counted by what the program does, and do not fail.
"""
import argparse
import collections
import concurrent.futures
import copy
import json
import os
import random
import re
import subprocess
import sys
import tempfile

import thrown_in_plane
import thrown_in_space
import thrown_mechanism
import thrown_otherwise
from case import TOLERANCES, Rejected

FAMILIES = [f for module in (thrown_in_plane, thrown_in_space, thrown_mechanism, thrown_otherwise) for f in module.FAMILIES]
DRAWS = 400  # at most, for one case
OUTCOMES = ("right", "missed", "late", "early", "false", "wrong pair", "list differs", "refused", "ended later", "verify differs", "graze: touch", "graze: named", "graze: silent")
PASSED = ("right", "ended later", "graze: touch", "graze: named", "graze: silent")
ENDED = "ended:"  # a run that found the first event and fails after it is not the concern of this test
FORMULATIONS = ("absolute", "joint", "point")


def make_cases(count, seed, only):
    """`count` cases in all, shared among the families by their weights; the same for the same seed."""
    total = sum(w for _, w in FAMILIES)
    for make, weight in FAMILIES:
        wanted = max(1, round(weight * count / total))
        for k in range(wanted):
            name = f"{make.__module__.split('_')[-1]}-{make.__name__}-{k}"
            if only and only not in name:
                continue
            for draw in range(DRAWS):
                rng = random.Random(f"{seed} {make.__module__} {make.__name__} {k} {draw}")
                try:
                    case = make(rng)
                except Rejected:
                    continue
                case.name = name
                yield case
                break
            else:
                raise RuntimeError(f"{name}: no clear case in {DRAWS} draws")


def bare(name):
    """The contact of an event's name: `hit[2]`, `hit closes` and `hit.begins` are of `hit`."""
    return re.sub(r"\[.*\]|\.begins$|\.ends$", "", name.split(" ")[0])


def call(*command):
    done = subprocess.run(command, capture_output=True, text=True, timeout=60)
    return done.returncode, (done.stderr or done.stdout).strip()


def run_model(program, model, folder, options):
    path = os.path.join(folder, "model.json")
    result = os.path.join(folder, "result.json")
    with open(path, "w") as file:
        json.dump(model, file)
    if os.path.exists(result):
        os.remove(result)
    failed, said = call(program, "run", path, "-o", result, "--quiet", *options)
    if not os.path.exists(result):
        return None, said
    with open(result) as file:
        tables = json.load(file)["analyses"]
    events = [(row[0], bare(name), name) for table in tables if table["kind"] == "dynamics.events" for row, name in zip(table["rows"], table["row_names"])]
    facts = next(t["facts"] for t in tables if t["kind"] == "dynamics")
    return events, f"{ENDED if failed else ''} {said} {facts}"


def judge(case, events, said):
    """(outcome, what was seen)."""
    seen = [(t, name) for t, name, _ in events if name in case.watched]
    first = seen[0] if seen else None
    text = f"{first[1]} at {first[0]!r} s" if first else "nothing"
    if case.grazing:
        return "graze: touch" if first else "graze: named" if "graz" in said else "graze: silent", text
    if case.t is None:
        return ("false" if first else "refused" if said.startswith(ENDED) else "right"), text
    if first is None:
        return "missed", text
    if first[0] > case.t + case.within:
        return "late", text
    if first[0] < case.t - case.within:
        return "early", text
    if first[1] not in case.names:
        return "wrong pair", text
    if case.times:
        impacts = [(t, n) for t, n in seen]
        same = len(impacts) == len(case.times) and all(n == m and abs(t - u) <= case.within for (t, n), (u, m) in zip(impacts, case.times))
        return ("right" if same else "list differs"), f"{impacts}"
    return ("ended later" if said.startswith(ENDED) else "right"), text


def try_case(program, case, options, verified):
    with tempfile.TemporaryDirectory() as folder:
        try:
            events, said = run_model(program, case.model, folder, options)
            if events is None:
                return "refused", said
            outcome, seen = judge(case, events, said)
            if verified and outcome == "right":
                failed, said = call(program, "verify", os.path.join(folder, "model.json"))
                if failed:
                    return "verify differs", said
            return outcome, seen
        except subprocess.TimeoutExpired:
            return "refused", "no end within 60 s"


STEPS = 300  # of a run that steps over contacts: coarse, so that much is passed within a step


def step_over(program, case):
    """Steps over contacts: it must touch if there is a touch, and must not if there is none. When is not asked: that is of order one."""
    with tempfile.TemporaryDirectory() as folder:
        path, result = os.path.join(folder, "model.json"), os.path.join(folder, "result.json")
        run = case.model["analyses"][0]["dynamics"]
        stepped = {"end": run["end"], "output": run["end"], "contact": "time_stepping", "step": run["end"] / STEPS}
        with open(path, "w") as file:
            json.dump(dict(case.model, analyses=[{"dynamics": stepped}]), file)
        failed, said = call(program, "run", path, "-o", result, "--quiet")
        if failed:
            return "refused", said
        with open(result) as file:
            facts = json.load(file)["analyses"][0]["facts"]
    touched = int(re.search(r"at most (\d+) contact", facts["contact"]).group(1)) > 0
    seen = f"{facts['contact']}; {facts['largest overlap']}"
    if case.grazing:
        return "graze: touch" if touched else "graze: silent", seen
    if touched == (case.t is not None):
        return "right", seen
    return ("false" if touched else "missed"), seen


def steppable(cases):
    """Without events, which are not located there, and plates that a driver moves to and fro within one step, which are not seen."""
    for case in cases:
        if not case.family.startswith("events") and case.family != "gates: darting" and not (case.t and case.t > 0.999 * case.model["analyses"][0]["dynamics"]["end"]):
            yield case


def variants_of(cases):
    """Each case by every formulation at every tolerance. Only those whose answer was made for the coarsest tolerance."""
    for case in cases:
        drawn = case.model["analyses"][0]["dynamics"]
        if drawn["tolerance"] < max(TOLERANCES):
            continue
        for formulation in FORMULATIONS:
            if formulation == "point" and case.model.get("space") == "space":
                continue
            for tolerance in TOLERANCES:
                model = dict(case.model, analyses=[{"dynamics": dict(drawn, formulation=formulation, tolerance=tolerance)}])
                other = copy.copy(case)
                other.model, other.name = model, f"{case.name}-{formulation}-{tolerance:g}"
                yield other


def expected(case):
    return "no touch, least gap %.3g m" % case.gap if case.t is None else f"{' or '.join(case.names)} at {case.t!r} s within {case.within:.1e} s"


def table(counts):
    used = [o for o in OUTCOMES if any(c[o] for c in counts.values())]
    width = max(len(f) for f in counts) + 2
    lines = [" " * width + "".join(f"{o:>15}" for o in ["all"] + used)]
    total = collections.Counter()
    for family, c in counts.items():
        total.update(c)
        lines.append(f"{family:{width}}" + "".join(f"{c[o]:15}" for o in ["all"] + used))
    lines.append(f"{'all':{width}}" + "".join(f"{total[o]:15}" for o in ["all"] + used))
    return "\n".join(lines), total


def keep_failing(folder, failed):
    os.makedirs(folder, exist_ok=True)
    answers = {}
    for case, outcome, seen in failed:
        with open(os.path.join(folder, case.name + ".json"), "w") as file:
            json.dump(case.model, file, indent=1)
        answers[case.name] = dict(case.answer(), outcome=outcome, seen=seen[:400])
    with open(os.path.join(folder, "answers.json"), "w") as file:
        json.dump(answers, file, indent=1)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program")
    parser.add_argument("--count", type=int, default=2000)
    parser.add_argument("--seed", default="1")
    parser.add_argument("--family", default="")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--failing", help="folder for the models that fail, and answers.json")
    parser.add_argument("--variants", action="store_true", help="each of a third of the cases by three formulations at three tolerances")
    parser.add_argument("--error", action="store_true", help="run with an estimate of the error")
    parser.add_argument("--verify", action="store_true", help="verify what is right")
    parser.add_argument("--stepping", action="store_true", help="step over contacts: touches and none, without their times")
    parser.add_argument("--show", type=int, default=20, help="failures to tell")
    arguments = parser.parse_args()
    counts = collections.defaultdict(collections.Counter)
    failed = []
    cases = make_cases(arguments.count, arguments.seed, arguments.family)
    if arguments.variants:
        cases = variants_of(cases)
    if arguments.stepping:
        cases = steppable(cases)
    options = ["--error"] if arguments.error else []
    attempt = step_over if arguments.stepping else lambda program, case: try_case(program, case, options, arguments.verify)
    with concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
        waiting = [(case, pool.submit(attempt, arguments.program, case)) for case in cases]
        for case, job in waiting:
            outcome, seen = job.result()
            counts[case.family][outcome] += 1
            counts[case.family]["all"] += 1
            if outcome not in PASSED:
                failed.append((case, outcome, seen))
    text, _ = table(counts)
    for case, outcome, seen in failed[: arguments.show]:
        print(f"{case.name}: {outcome}: expected {expected(case)}; seen {seen[:200]}")
    print(text)
    if arguments.failing:
        keep_failing(arguments.failing, failed)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())

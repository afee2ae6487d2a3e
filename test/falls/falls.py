"""Bodies that fall, with spin, on a floor and on each other: every motion reaches its end, and obeys what is known without the program.

    falls.py TRAMMEL [--count N] [--also NAMES] [--seed TEXT] [--family NAME] [--jobs N] [--failing FOLDER]

Families: `space` (one or two free boxes, balls, capsules or cylinders on a plane), `plane` (one to three polygons in a tub), `piles` (five boxes in a tub). In each row
no body is below the floor or in another, and from row to row the energy does not grow unless an impact has gained some, which the program warns of (W678).
No motion takes more than STEPS steps: of forces that noise throws about it would take millions. Where the program has stepped through a stretch of the motion (W677) the case is counted as `stepped`, and must obey the same.
"""
import argparse
import collections
import concurrent.futures
import json
import math
import os
import random
import subprocess
import sys
import tempfile

import numpy as np

from bodies import GRAVITY, Plate, Solid, depth_of_boxes, depth_of_plates, law, rotation

SECONDS = 240  # of one run: it hangs
DEPTH = 1e-7  # m: a body is in another
GAIN = 1e-6  # of the energy at the start
STEPS = 20000  # the most seen is 4000
TUB = [[-1.5, 2], [-1.2, 0], [1.2, 0], [1.5, 2]]


class Space:
    def __init__(self, rng):
        self.bodies = [Solid(rng) for _ in range(rng.choice([1, 2, 2]))]
        model = {"trammel": 1, "space": "space", "bodies": {"ground": {"surfaces": {"floor": {"plane": [0, 0, 0]}}}}}
        height = 0
        for i, b in enumerate(self.bodies):
            height += b.reach + 0.02 + rng.uniform(0, 0.2)
            q = [rng.gauss(0, 1) for _ in range(4)]
            model["bodies"][f"b{i}"] = {
                "mass": b.mass, "inertia": b.inertia, "position": [rng.uniform(-0.05, 0.05), rng.uniform(-0.05, 0.05), height], "orientation": [c / math.hypot(*q) for c in q],
                "velocity": [rng.uniform(-2, 2), rng.uniform(-2, 2), rng.uniform(-2, 0)], "omega": [rng.uniform(-8, 8) for _ in range(3)],
                "surfaces": {"skin": {**b.surface, "group": "all"} if b.kind == "sphere" else {k: {**v, "group": "all"} for k, v in b.surface.items()}}}
            height += b.reach
        model["forces"] = {"hit": {"contact": ["all", "ground.floor"], **law(rng)}}
        if len(self.bodies) > 1:
            model["forces"]["among"] = {"contact": ["all", "all"], **law(rng)}
        model["analyses"] = [{"dynamics": {"end": 1.5, "output": 0.05, "tolerance": 1e-8}}]
        self.model = model

    def check(self, row):
        """(how deep anything is in anything else, the energy)"""
        places, energy, most = [], 0, -math.inf
        for i, b in enumerate(self.bodies):
            at = lambda *names: np.array([row[f"b{i}.{n}"] for n in names])
            x, v, w, R = at("x", "y", "z"), at("vx", "vy", "vz"), at("omegax", "omegay", "omegaz"), rotation(*at("qw", "qx", "qy", "qz"))
            energy += b.mass * (v @ v / 2 + GRAVITY * x[2]) + np.array(b.inertia) @ (R.T @ w) ** 2 / 2
            most = max(most, -b.lowest(x, R))
            places.append((b, x, R))
        if len(places) == 2 and all(b.kind == "box" for b in self.bodies):
            most = max(most, depth_of_boxes(*places[0], *places[1]))
        return most, energy


class Plane:
    end = 2

    def __init__(self, rng):
        self.place([Plate(rng) for _ in range(rng.choice([1, 2, 2, 3]))], rng, (2, 8), law(rng), law(rng))

    def place(self, bodies, rng, speeds, on_floor, among):
        self.bodies = bodies
        model = {"trammel": 1, "bodies": {"ground": {"surfaces": {"floor": {"polyline": TUB}}}}}
        height = 0
        for i, b in enumerate(bodies):
            height += b.reach + 0.02 + rng.uniform(0, 0.2)
            model["bodies"][f"b{i}"] = {
                "mass": b.mass, "inertia": b.inertia, "position": [rng.uniform(-0.4, 0.4), height], "angle": rng.uniform(0, 6.28),
                "velocity": [speeds[0] * rng.uniform(-1, 1), speeds[0] * rng.uniform(-1, 0)], "omega": speeds[1] * rng.uniform(-1, 1),
                "surfaces": {"skin": {"polygon": b.corners.tolist(), "group": "all"}}}
            height += b.reach
        model["forces"] = {"hit": {"contact": ["all", "ground"], **on_floor}}
        if len(bodies) > 1:
            model["forces"]["among"] = {"contact": ["all", "all"], **among}
        model["analyses"] = [{"dynamics": {"end": self.end, "output": 0.05, "tolerance": 1e-8}}]
        self.model = model

    def check(self, row):
        energy, most, placed = 0, -math.inf, []
        for i, b in enumerate(self.bodies):
            x, y, angle, vx, vy, w = (row[f"b{i}.{n}"] for n in ("x", "y", "angle", "vx", "vy", "omega"))
            energy += b.mass * ((vx * vx + vy * vy) / 2 + GRAVITY * y) + b.inertia * w * w / 2
            corners = b.placed(x, y, angle)
            for p, q in zip(TUB, TUB[1:]):
                along = np.subtract(q, p) / math.dist(p, q)
                most = max(most, (np.array([along[1], -along[0]]) @ (corners - p).T).max())
            placed.append(corners)
        for i, P in enumerate(placed):
            for Q in placed[:i]:
                most = max(most, depth_of_plates(P, Q))
        return most, energy


class Piles(Plane):
    end = 3

    def __init__(self, rng):
        mu = rng.choice([0.3, 0.5, 0.8, 1.2])
        friction = {"friction": {"coefficient": mu, "static": round(1.2 * mu, 3)} if rng.random() < 0.5 else mu}
        self.place([Plate(rng, (0.2, 0.15)) for _ in range(5)], rng, (0, 0), friction, friction)


FAMILIES = {"space": (Space, 5), "plane": (Plane, 3), "piles": (Piles, 2)}


def judge(case, said, result):
    """(outcome, what was seen)."""
    tables = [t for t in result["analyses"] if t["kind"] == "dynamics"] if result else []
    rows = [dict(zip((c["name"] for c in tables[0]["columns"]), values)) for values in tables[0]["rows"]] if tables else []
    if not rows or rows[-1]["t"] < case.model["analyses"][0]["dynamics"]["end"]:
        return "ended", said
    start = before = case.check(rows[0])[1]
    for row in rows:
        deep, energy = case.check(row)
        if deep > DEPTH:
            return "overlaps", f"{deep:.3g} m at t = {row['t']}"
        if energy > before + GAIN * start and "[W678]" not in said:
            return "gains energy", f"{energy - before:.3g} J of {start:.3g} J at t = {row['t']}"
        before = energy
    if tables[0]["facts"]["steps"] > STEPS:
        return "slow", f"{tables[0]['facts']['steps']} steps"
    return ("stepped" if "[W677]" in said else "right"), said


def try_case(program, case):
    with tempfile.TemporaryDirectory() as folder:
        model, result = os.path.join(folder, "model.json"), os.path.join(folder, "result.json")
        with open(model, "w") as file:
            json.dump(case.model, file)
        try:
            done = subprocess.run((program, "run", model, "-o", result, "--quiet"), capture_output=True, text=True, timeout=SECONDS)
        except subprocess.TimeoutExpired:
            return "hangs", f"longer than {SECONDS} s"
        data = None
        if os.path.exists(result):
            with open(result) as file:
                data = json.load(file)
        return judge(case, done.stderr + done.stdout, data)


def main():
    options = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    options.add_argument("program")
    options.add_argument("--count", type=int, default=500)
    options.add_argument("--also", default="", help="more cases by their names, family-number, separated by commas")
    options.add_argument("--seed", default="falls")
    options.add_argument("--family", default="")
    options.add_argument("--jobs", type=int, default=1)
    options.add_argument("--failing", help="a folder for the models that fail")
    o = options.parse_args()
    chosen = {n: f for n, f in FAMILIES.items() if o.family in n}
    total = sum(w for _, w in chosen.values())
    names = [f"{n}-{k}" for n, (_, w) in chosen.items() for k in range(max(1, round(w * o.count / total)))] + [n for n in o.also.split(",") if n]
    cases = [(n, FAMILIES[n.split("-")[0]][0](random.Random(f"{o.seed} {n.replace('-', ' ')}"))) for n in names]
    counts = collections.Counter()
    with concurrent.futures.ThreadPoolExecutor(o.jobs) as pool:
        for (name, case), (outcome, seen) in zip(cases, pool.map(lambda c: try_case(o.program, c[1]), cases)):
            counts[outcome] += 1
            if outcome in ("right", "stepped"):
                continue
            print(f"{name}: {outcome}: {seen[-600:]}", flush=True)
            if o.failing:
                os.makedirs(o.failing, exist_ok=True)
                with open(os.path.join(o.failing, name + ".json"), "w") as file:
                    json.dump(case.model, file, indent=1)
    print(f"{len(cases)} falls: " + ", ".join(f"{n} {what}" for what, n in counts.most_common()))
    return 0 if counts["right"] + counts["stepped"] == len(cases) else 1


if __name__ == "__main__":
    sys.exit(main())

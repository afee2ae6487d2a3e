#!/usr/bin/env python3
"""Robots of the package example-robot-data by Trammel and by Pinocchio: accelerations at random states.

usage: compare_robots.py TRAMMEL [STATES] [NAME]

For each URDF: import, then forward dynamics at so many random states (positions, speeds and efforts of all joints) by `evaluate` in joint
coordinates and by the articulated-body algorithm of Pinocchio. Followers, limits and friction are left out, which Pinocchio does not have in it.
Prints the largest difference, relative to the largest acceleration, and what could not be compared, with the reason.
"""
import csv
import glob
import os
import re
import subprocess
import sys
import sysconfig
import tempfile

import numpy as np
import pinocchio as pin
import yaml

BAR = 1e-10


def descriptions():
    packages = sysconfig.get_path("purelib")
    return sorted(glob.glob(packages + "/cmeel.prefix/share/example-robot-data/robots/**/*.urdf", recursive=True))


def smooth(text):
    """The model without what is no part of smooth dynamics, and without forces, start and analyses."""
    text = re.sub(r"\n  \S+_follows: .*", "", text.split("\nanalyses:")[0])
    text = re.sub(r", limits: \[[^\]]*\]", "", text)
    return re.sub(r"\n(forces|initial):.*\n(  .*\n?)+", "\n", text)


def state_of(robot, joints, random):
    """Random positions, speeds and efforts: for Pinocchio, and as sections of the model file with the channels to compare."""
    q, v, tau = pin.neutral(robot), random.uniform(-1, 1, robot.nv), random.uniform(-5, 5, robot.nv)
    forces, initial, channels = "", "", []
    for i in range(1, robot.njoints):
        joint, name = robot.joints[i], re.sub(r"[^A-Za-z0-9_]", "_", robot.names[i])
        name = name if name in joints else name + "_joint"
        rotates, x = "revolute" in joints[name], float(random.uniform(-1.5, 1.5))
        q[joint.idx_q : joint.idx_q + joint.nq] = [np.cos(x), np.sin(x)] if joint.nq == 2 else [x]
        forces += f"  m{i}: {{motor: {name}, {'torque' if rotates else 'force'}: {float(tau[joint.idx_v])!r}}}\n"
        initial += f"  {name}.{'angle' if rotates else 'displacement'}: {x!r}\n  {name}.speed: {float(v[joint.idx_v])!r}\n"
        channels.append((name + ".acceleration", joint.idx_v))
    return q, v, tau, f"\nforces:\n{forces}\ninitial:\n{initial}\nanalyses: [evaluate: {{formulation: joint}}]\n", channels


def run(trammel, *arguments):
    done = subprocess.run([trammel, *arguments], capture_output=True, text=True)
    if done.returncode:
        raise RuntimeError(done.stderr.strip().split("\n")[0])


def compare(trammel, path, states, folder, random):
    model, table = os.path.join(folder, "model.yaml"), os.path.join(folder, "state.csv")
    run(trammel, "import", path, "-o", model)
    robot = pin.buildModelFromUrdf(path)
    robot.gravity.linear = np.array([0, 0, -9.81])
    text, data, worst = smooth(open(model).read()), robot.createData(), 0.0
    joints = yaml.safe_load(text).get("joints") or {}
    for _ in range(states if robot.nv else 0):
        q, v, tau, sections, channels = state_of(robot, joints, random)
        open(model, "w").write(text + sections)
        run(trammel, "run", model, "-o", table, "--quiet")
        names, values = list(csv.reader(open(table)))[:2]
        ours, theirs = dict(zip(names, values)), pin.aba(robot, data, q, v, tau)
        worst = max(worst, max(abs(float(ours[c]) - theirs[i]) for c, i in channels) / np.abs(theirs).max())
    return robot.nv, worst


def main():
    trammel, states = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 100
    random, agree, differ, worst = np.random.default_rng(1), 0, 0, 0.0
    with tempfile.TemporaryDirectory() as folder:
        for path in descriptions():
            name = os.path.basename(path)
            if len(sys.argv) > 3 and sys.argv[3] not in name:
                continue
            try:
                freedoms, error = compare(trammel, path, states, folder, random)
            except (RuntimeError, ValueError) as why:
                print(f"{name:40} not compared: {str(why).replace(folder, '')[:150]}")
                continue
            print(f"{name:40} {freedoms:4} degrees of freedom  {error:.1e}" if freedoms else f"{name:40} does not move")
            agree, differ, worst = agree + (freedoms > 0 and error <= BAR), differ + (error > BAR), max(worst, error)
    print(f"{agree} robots agree to {worst:.1e} at {states} states each, {differ} differ by more than {BAR:g}")
    return 1 if differ else 0


if __name__ == "__main__":
    sys.exit(main())

#!/usr/bin/env python3
"""Mechanisms that Trammel exports, loaded by Pinocchio and MuJoCo: accelerations there beside those here.

usage: compare_exports.py TRAMMEL [NAME]

Robots of example-robot-data (URDF) and of dm_control and gymnasium-robotics (MJCF) go through import and export and come back: Pinocchio and MuJoCo give
accelerations of both files at random states. The models of this repository are exported as MJCF and, where they are trees, as URDF; accelerations at their start are
those of `evaluate`. Loops: MuJoCo's equalities yield, so that the equations with hard ones are solved here, from its mass matrix, forces and Jacobians:

    [M -J'; J 0] [a; lambda] = [f; -J' v]

Limits, friction and contacts are off. What has parts that the format has no place for, and that act, is not compared.
"""
import csv
import glob
import os
import re
import subprocess
import sys
import tempfile

import mujoco
import numpy as np
import pinocchio as pin
from compare_robots import BAR, MuJoCo, Pinocchio, descriptions, run

STATES = 10


class LeftOut(RuntimeError):
    """Something that acts has no place in the format."""


HARMLESS = re.compile(r"(output|event|body) \S+|the start|limits of|gravity")


def run_export(trammel, kind, model, to):
    """What is told to be left out and acts."""
    told = re.findall(r"not in the \w+: (.*)", run(trammel, "export", kind, model, "-o", to))
    return [text for text in told if not HARMLESS.match(text)]


# ---- there and back ----


def random_state_of(robot, random):
    q = pin.integrate(robot, pin.neutral(robot), random.uniform(-1, 1, robot.nv))
    return q, random.uniform(-1, 1, robot.nv), random.uniform(-5, 5, robot.nv)


def by_names(robot, other, name_of):
    """Where the coordinates and velocities of one are in the other."""
    qs, vs = [], []
    for i in range(1, robot.njoints):
        there = other.getJointId(name_of(robot.names[i]))
        a, b = robot.joints[i], other.joints[there]
        qs += [(a.idx_q, a.nq, b.idx_q, b.nq)]
        vs += [(a.idx_v, b.idx_v, a.nv)]
    return qs, vs


def urdf_again(trammel, path, folder, random):
    model, again = os.path.join(folder, "model.yaml"), os.path.join(folder, "again.urdf")
    warnings = run(trammel, "import", path, "-o", model, "--mend-inertia", "--hold-massless")
    joints = set(re.findall(r"\n  (\w+): \{(?:revolute|prismatic|planar|free):", open(model).read()))
    run(trammel, "export", "urdf", model, "-o", again)
    robot = Pinocchio(path, open(model).read(), warnings).robot  # mended, and held, alike; refuses what is not compared there, either
    other, worst = pin.buildModelFromUrdf(again), 0.0

    def name_of(name):
        plain = re.sub(r"[^A-Za-z0-9_]", "_", name)
        return plain if plain in joints else plain + "_joint"

    if robot.nv == 0:
        return 0, 0.0
    data, other_data = robot.createData(), other.createData()
    qs, vs = by_names(robot, other, name_of)
    for _ in range(STATES):
        q, v, tau = random_state_of(robot, random)
        other_q, other_v, other_tau = pin.neutral(other), np.zeros(other.nv), np.zeros(other.nv)
        for at, count, to, to_count in qs:
            part = q[at : at + count]
            angle = [np.arctan2(part[1], part[0])] if count == 2 and to_count == 1 else part
            other_q[to : to + to_count] = [np.cos(part[0]), np.sin(part[0])] if count == 1 and to_count == 2 else angle
        for at, to, count in vs:
            other_v[to : to + count], other_tau[to : to + count] = v[at : at + count], tau[at : at + count]
        a, other_a = pin.aba(robot, data, q, v, tau), pin.aba(other, other_data, other_q, other_v, other_tau)
        differences = [abs(a[at : at + count] - other_a[to : to + count]).max() for at, to, count in vs]
        worst = max(worst, max(differences) / abs(a).max())
    return robot.nv, worst


def plain_mujoco(path):
    robot = mujoco.MjModel.from_xml_path(path)
    off = mujoco.mjtDisableBit
    for flag in (off.mjDSBL_CONTACT, off.mjDSBL_LIMIT, off.mjDSBL_EQUALITY, off.mjDSBL_FRICTIONLOSS):
        robot.opt.disableflags |= flag
    return robot


def mjcf_again(trammel, path, folder, random):
    """Coordinates lie in the same order in both: joints of bodies in bodies."""
    model, again = os.path.join(folder, "model.yaml"), os.path.join(folder, "again.xml")
    warnings = run(trammel, "import", path, "-o", model)
    MuJoCo(path, open(model).read(), warnings)  # refuses what is not compared there, either
    robot = plain_mujoco(path)
    run_export(trammel, "mjcf", model, again)
    other, worst = plain_mujoco(again), 0.0
    robot.opt.disableflags |= mujoco.mjtDisableBit.mjDSBL_ACTUATION
    robot.opt.density = robot.opt.viscosity = 0
    robot.tendon_stiffness[:] = robot.tendon_damping[:] = robot.tendon_armature[:] = 0
    for i in range(robot.njnt):
        at, kind = robot.jnt_dofadr[i], mujoco.mjtJoint(int(robot.jnt_type[i]))
        if kind in (mujoco.mjtJoint.mjJNT_FREE, mujoco.mjtJoint.mjJNT_BALL):
            end = at + (6 if kind == mujoco.mjtJoint.mjJNT_FREE else 3)
            robot.dof_armature[at:end] = robot.dof_damping[at:end] = robot.jnt_stiffness[i] = 0
    if robot.nv == 0:
        return 0, 0.0
    if (robot.nv, robot.nq) != (other.nv, other.nq):
        raise RuntimeError("its equalities hold it by other joints: the tree is another one")
    data, other_data = mujoco.MjData(robot), mujoco.MjData(other)
    for _ in range(STATES):
        d = random.uniform(-1, 1, robot.nv)
        data.qpos[:] = robot.qpos0
        mujoco.mj_integratePos(robot, data.qpos, d, 1)
        data.qvel[:], data.qfrc_applied[:] = random.uniform(-1, 1, robot.nv), random.uniform(-5, 5, robot.nv)
        other_data.qfrc_applied[:], other_data.qvel[:] = data.qfrc_applied, data.qvel
        turns = {}
        for i in range(robot.njnt):  # bodies have the axes of the ground where all is zero, and ref is taken off
            at, to, kind = robot.jnt_qposadr[i], other.jnt_qposadr[i], mujoco.mjtJoint(int(robot.jnt_type[i]))
            dof, body = robot.jnt_dofadr[i], robot.jnt_bodyid[i]
            if kind in (mujoco.mjtJoint.mjJNT_HINGE, mujoco.mjtJoint.mjJNT_SLIDE):
                other_data.qpos[to] = data.qpos[at] - robot.qpos0[at]
                continue
            reset = mujoco.MjData(robot)
            mujoco.mj_kinematics(robot, reset)
            drawn = reset.xmat[body].reshape(3, 3)
            shift = 3 if kind == mujoco.mjtJoint.mjJNT_FREE else 0
            turn = np.zeros(9)
            mujoco.mju_quat2Mat(turn, data.qpos[at + shift : at + shift + 4])
            turn, quat = turn.reshape(3, 3), np.zeros(4)
            mujoco.mju_mat2Quat(quat, ((turn @ drawn.T) if shift else (drawn @ turn @ drawn.T)).flatten())
            other_data.qpos[to : to + shift], other_data.qpos[to + shift : to + shift + 4] = data.qpos[at : at + shift], quat
            part = slice(dof + shift, dof + shift + 3)
            turns[i] = (part, drawn)
            other_data.qvel[part], other_data.qfrc_applied[part] = drawn @ data.qvel[part], drawn @ data.qfrc_applied[part]
        mujoco.mj_forward(robot, data)
        mujoco.mj_forward(other, other_data)
        back = other_data.qacc.copy()
        for part, drawn in turns.values():
            back[part] = drawn.T @ back[part]
        worst = max(worst, abs(data.qacc - back).max() / abs(data.qacc).max())
    return robot.nv, worst


# ---- models of this repository ----


def without(sections, text):
    return re.sub(rf"\n(?:{sections}):(?:.|\n)*?(?=\n[a-z]+:|\Z)", "", "\n" + text)


def accelerations_here(trammel, model, folder):
    """At the start; channels by name."""
    table, evaluated = os.path.join(folder, "start.csv"), model[:-5] + "-start.yaml"
    try:
        with open(evaluated, "w") as file:
            file.write(without("analyses", open(model).read()) + "\nanalyses: [evaluate: {formulation: joint}]\n")
        run(trammel, "run", evaluated, "-o", table, "--quiet")
    finally:
        os.remove(evaluated)
    names, values = list(csv.reader(open(table)))[:2]
    return dict(zip(names, values))


def channel_of(name, here):
    joint, dot, coordinate = name.partition(".")
    for channel in (f"{name}.acceleration", f"{joint}.{coordinate}_acceleration"):
        if channel in here:
            return channel
    return None


def equality_rows(robot, data):
    """Jacobian of the equalities and J' v."""
    rows, bias = [], []
    point, turn = np.zeros((3, robot.nv)), np.zeros((3, robot.nv))
    for i in range(robot.neq):
        kind = mujoco.mjtEq(int(robot.eq_type[i]))
        if kind == mujoco.mjtEq.mjEQ_CONNECT:
            J, b = np.zeros((3, robot.nv)), np.zeros(3)
            for site, sign in ((robot.eq_obj1id[i], -1), (robot.eq_obj2id[i], 1)):
                body, at = robot.site_bodyid[site], data.site_xpos[site]
                mujoco.mj_jac(robot, data, point, turn, at, body)
                J += sign * point
                mujoco.mj_jacDot(robot, data, point, turn, at, body)
                b += sign * point @ data.qvel
            rows.append(J), bias.append(b)
        elif kind == mujoco.mjtEq.mjEQ_JOINT:
            of, by, c = robot.eq_obj1id[i], robot.eq_obj2id[i], robot.eq_data[i][:5]
            q = data.qpos[robot.jnt_qposadr[by]]
            a, b = robot.jnt_dofadr[of], robot.jnt_dofadr[by]
            J = np.zeros((1, robot.nv))
            J[0, a] = 1
            J[0, b] -= c[1] + 2 * c[2] * q + 3 * c[3] * q**2 + 4 * c[4] * q**3
            rows.append(J)
            bias.append([-(2 * c[2] + 6 * c[3] * q + 12 * c[4] * q**2) * data.qvel[b] ** 2])
        else:
            raise RuntimeError(f"equality of the kind {kind.name}")
    return np.vstack(rows), np.concatenate(bias)


def accelerations_in_mujoco(path):
    robot = plain_mujoco(path)
    data = mujoco.MjData(robot)
    mujoco.mj_resetDataKeyframe(robot, data, 0)
    mujoco.mj_forward(robot, data)
    if robot.dof_frictionloss.any():
        raise RuntimeError("friction")
    a = data.qacc.copy()
    if robot.neq:
        J, bias = equality_rows(robot, data)
        M = np.zeros((robot.nv, robot.nv))
        mujoco.mj_fullM(robot, data, M)
        U, sizes, V = np.linalg.svd(J, full_matrices=False)  # rows of loops in a plane depend on each other
        kept = sizes > 1e-9 * sizes[0]
        C, b = sizes[kept, None] * V[kept], U[:, kept].T @ bias
        K = np.block([[M, -C.T], [C, np.zeros((len(C), len(C)))]])
        a = np.linalg.solve(K, np.concatenate([data.qfrc_smooth, -b]))[: robot.nv]
    names = [mujoco.mj_id2name(robot, mujoco.mjtObj.mjOBJ_JOINT, i) for i in range(robot.njnt)]
    single = [i for i in range(robot.njnt) if robot.jnt_type[i] in (int(mujoco.mjtJoint.mjJNT_SLIDE), int(mujoco.mjtJoint.mjJNT_HINGE))]
    return {names[i]: a[robot.jnt_dofadr[i]] for i in single}


def accelerations_in_pinocchio(path, start):
    """At the start of the MJCF of the same model."""
    robot = pin.buildModelFromUrdf(path)
    other = mujoco.MjModel.from_xml_path(start)
    data = mujoco.MjData(other)
    mujoco.mj_resetDataKeyframe(other, data, 0)
    q, v, tau = pin.neutral(robot), np.zeros(robot.nv), np.zeros(robot.nv)
    mujoco.mj_forward(other, data)
    forces = data.qfrc_passive + data.qfrc_actuator  # springs, dampers and drives: URDF has none
    names = robot.names[1:]
    for name in names:
        joint = robot.joints[robot.getJointId(name)]
        i = mujoco.mj_name2id(other, mujoco.mjtObj.mjOBJ_JOINT, name)
        if joint.nv != 1 or i < 0:
            raise RuntimeError("joints of several coordinates")
        x = data.qpos[other.jnt_qposadr[i]]
        q[joint.idx_q : joint.idx_q + joint.nq] = [np.cos(x), np.sin(x)] if joint.nq == 2 else [x]
        v[joint.idx_v], tau[joint.idx_v] = data.qvel[other.jnt_dofadr[i]], forces[other.jnt_dofadr[i]]
    robot.gravity.linear = other.opt.gravity.copy()
    a = pin.aba(robot, robot.createData(), q, v, tau)
    return {name: a[robot.joints[robot.getJointId(name)].idx_v] for name in names}


def differences(here, there):
    pairs = [(float(here[channel_of(name, here)]), a) for name, a in there.items() if channel_of(name, here)]
    if not pairs or not any(abs(a) > 0 for _, a in pairs):
        raise RuntimeError("no joint to compare")
    scale = max(max(abs(a) for _, a in pairs), 1)  # 1 rad/s^2, 1 m/s^2: some do not accelerate
    return len(pairs), max(abs(a - b) for a, b in pairs) / scale


def compare_start(trammel, kind, model, folder):
    mjcf, urdf = os.path.join(folder, "own.xml"), os.path.join(folder, "own.urdf")
    acts = run_export(trammel, "mjcf", model, mjcf)
    if acts:
        raise LeftOut(acts[0])
    here = accelerations_here(trammel, model, folder)
    if kind == "mjcf":
        return differences(here, accelerations_in_mujoco(mjcf))
    run(trammel, "export", "urdf", model, "-o", urdf)
    if mujoco.MjModel.from_xml_path(mjcf).neq:
        raise RuntimeError("gears")
    return differences(here, accelerations_in_pinocchio(urdf, mjcf))


def own_model(trammel, kind, path, folder):
    """With all that acts, or where the format has no place for that, the mechanism alone, beside the model for the sake of files that it names."""
    bare = os.path.join(os.path.dirname(path), "compared.yaml")
    try:
        return compare_start(trammel, kind, path, folder)
    except LeftOut:
        pass
    try:
        text = without("forces|drivers|outputs|events|states|analyses", open(path).read())
        with open(bare, "w") as file:
            file.write(re.sub(r", friction: (\{[^}]*\}|[^,}]*)", "", text) + "\n")
        return compare_start(trammel, kind, bare, folder)
    finally:
        os.remove(bare)


def main():
    trammel, random = os.path.abspath(sys.argv[1]), np.random.default_rng(2)
    models = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "models")
    wanted = sys.argv[2] if len(sys.argv) > 2 else ""
    own = sorted(glob.glob(models + "/*/*.yaml"))
    again = {Pinocchio: urdf_again, MuJoCo: mjcf_again}
    cases = [("again", again[peer], path) for peer, _, path in descriptions() if peer in again]
    cases += [(kind, lambda t, p, f, _, kind=kind: own_model(t, kind, p, f), path) for kind in ("mjcf", "urdf") for path in own]
    count, worst, reasons = {}, {}, {}
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)  # MuJoCo writes a log into the current folder
        for kind, compare, path in cases:
            name = f"{kind} {os.path.join(*path.split(os.sep)[-2:])}"
            if wanted not in name:
                continue
            try:
                freedoms, error = compare(trammel, path, folder, random)
            except Exception as why:  # of three programs; each is named below
                reasons.setdefault(kind, []).append(name)
                if wanted or kind == "again":
                    print(f"{name:70} not compared: {str(why).replace(folder, '')[:150]}")
                continue
            if freedoms:
                print(f"{name:70} {freedoms:4} {error:.1e}{'   DIFFERS' if error > BAR else ''}", flush=True)
                count[kind], worst[kind] = count.get(kind, 0) + 1, max(worst.get(kind, 0), error)
    for kind in count:
        print(f"{kind}: {count[kind]} compared, largest difference {worst[kind]:.1e}, {len(reasons.get(kind, []))} not compared")
    return 1 if max(worst.values(), default=1) > BAR else 0


if __name__ == "__main__":
    sys.exit(main())

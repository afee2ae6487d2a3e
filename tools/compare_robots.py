#!/usr/bin/env python3
"""Robots that others describe by Trammel, and by Pinocchio, MuJoCo or Drake: accelerations at random states.

usage: compare_robots.py TRAMMEL [STATES] [NAME]

URDF of the package example-robot-data beside Pinocchio, MJCF of dm_control's suite and of gymnasium-robotics beside MuJoCo, SDFormat of Drake and of PyBullet
beside Drake. For each file: import, with impossible inertia mended and joints held that move nothing with mass (the other program gets the same), then
forward dynamics at so many random states (positions, speeds and efforts of all joints) by `evaluate` in joint coordinates. Left out on both sides are
followers and equalities, limits, friction and contacts; beside MuJoCo damping, springs and armature that were read are in. Prints the largest
difference, relative to the largest acceleration, and what could not be compared, with the reason.
"""
import csv
import glob
import importlib.util
import os
import re
import subprocess
import sys
import sysconfig
import tempfile
import xml.etree.ElementTree as ElementTree

import mujoco
import numpy as np
import pinocchio as pin

BAR = 1e-10


class Refused(Exception):
    """A file that is no robot for the other program either: part of another one, say."""


def run(trammel, *arguments):
    done = subprocess.run([trammel, *arguments], capture_output=True, text=True)
    if done.returncode:
        raise RuntimeError(done.stderr.strip().split("\n")[0])
    return done.stderr


class State:
    """Sections of the model file with a state, and the channels to compare with their accelerations."""

    def __init__(self):
        self.forces, self.initial, self.channels = "", "", []

    def add(self, joint, coordinate, position, speed, alone=True, effort=None):
        rate = joint if alone else f"{joint}.{coordinate}"
        dot = "." if alone else "_"
        self.initial += f"  {joint}.{coordinate}: {float(position)!r}\n  {rate}{dot}speed: {float(speed)!r}\n"
        if effort is not None:
            kind = "force" if coordinate == "displacement" else "torque"
            self.forces += f"  m{len(self.channels)}: {{motor: {joint}, {kind}: {float(effort)!r}}}\n"
        self.channels.append(f"{rate}{dot}acceleration")

    def sections(self, forces):
        all_forces = f"\nforces:\n{forces}{self.forces}" if forces + self.forces else ""
        return f"{all_forces}\ninitial:\n{self.initial}\nanalyses: [evaluate: {{formulation: joint}}]\n"


def sections_of(text):
    """Sections of a model file that import made: name to text."""
    return {part.split(":")[0].strip(): part for part in re.split(r"\n(?=[a-z]+:)", text)}


def mended(inertia):
    """The possible inertia nearest to one that no body has: second moments below zero are left out."""
    second, axes = np.linalg.eigh(np.trace(inertia) / 2 * np.eye(3) - inertia)
    if second.min() >= -5e-10 * np.abs(inertia).max():
        return inertia
    kept = axes @ np.diag(np.maximum(second, 0)) @ axes.T
    return np.trace(kept) * np.eye(3) - kept


class Pinocchio:
    """URDF."""

    def __init__(self, path, text, warnings):
        self.robot = pin.buildModelFromUrdf(path)
        held = re.findall(r'joint "([^"]*)" moves nothing that has mass, or', warnings)
        if held:
            self.robot = pin.buildReducedModel(self.robot, [self.robot.getJointId(name) for name in held], pin.neutral(self.robot))
        for inertia in self.robot.inertias:
            inertia.inertia = mended(inertia.inertia)
        self.robot.gravity.linear = np.array([0, 0, -9.81])
        self.data, self.freedoms = self.robot.createData(), self.robot.nv
        condition = np.linalg.cond(pin.crba(self.robot, self.data, pin.neutral(self.robot))) if self.freedoms else 1
        if condition > 1e14:
            raise RuntimeError(f"its mass matrix is singular to rounding (condition {condition:.0e}): no program has its accelerations")
        self.joints = re.findall(r"\n  (\w+): \{(\w+):", sections_of(text).get("joints", ""))
        followers = re.compile(r"\n  \S+_follows: .*")
        self.text = re.sub(followers, "", re.sub(r", limits: \[[^\]]*\]", "", text))
        self.forces = ""

    def state(self, random):
        robot, kinds, state = self.robot, dict(self.joints), State()
        q, v, tau = pin.neutral(robot), random.uniform(-1, 1, robot.nv), random.uniform(-5, 5, robot.nv)
        order = []
        for i in range(1, robot.njoints):
            joint, name = robot.joints[i], re.sub(r"[^A-Za-z0-9_]", "_", robot.names[i])
            name = name if name in kinds else name + "_joint"
            x = float(random.uniform(-1.5, 1.5))
            q[joint.idx_q : joint.idx_q + joint.nq] = [np.cos(x), np.sin(x)] if joint.nq == 2 else [x]
            state.add(name, "angle" if kinds[name] == "revolute" else "displacement", x, v[joint.idx_v], effort=tau[joint.idx_v])
            order.append(joint.idx_v)
        return state, pin.aba(robot, self.data, q, v, tau)[order]


def cross_rotation(a):
    """Cardan angles: rotation, directions of the three rates."""
    cos, sin = np.cos(a), np.sin(a)
    x = np.array([[1, 0, 0], [0, cos[0], -sin[0]], [0, sin[0], cos[0]]])
    y = np.array([[cos[1], 0, sin[1]], [0, 1, 0], [-sin[1], 0, cos[1]]])
    z = np.array([[cos[2], -sin[2], 0], [sin[2], cos[2], 0], [0, 0, 1]])
    return x @ y @ z, np.column_stack([[1.0, 0, 0], x[:, 1], (x @ y)[:, 2]])


def quaternion(matrix):
    q = np.zeros(4)
    mujoco.mju_mat2Quat(q, matrix.flatten())
    return q


class MuJoCo:
    """MJCF."""

    def __init__(self, path, text, warnings):
        try:
            robot = self.robot = mujoco.MjModel.from_xml_path(path)
        except ValueError as why:
            raise Refused(str(why)) from why
        if "W797" in warnings:
            raise RuntimeError("bodies with the mass of meshes, which are not read (W797)")
        for told in ("boundmass", "boundinertia", "balanceinertia", "gravcomp", "springdamper", "replicate", "composite", "attach"):
            if re.search(rf"\b{told}\b", warnings):
                raise RuntimeError(f"{told} is not read")
        self.data, self.freedoms = mujoco.MjData(robot), robot.nv
        off = mujoco.mjtDisableBit
        for flag in (off.mjDSBL_CONTACT, off.mjDSBL_LIMIT, off.mjDSBL_EQUALITY, off.mjDSBL_FRICTIONLOSS, off.mjDSBL_ACTUATION):
            robot.opt.disableflags |= flag
        robot.opt.density = robot.opt.viscosity = 0
        robot.tendon_stiffness[:] = robot.tendon_damping[:] = robot.tendon_armature[:] = 0
        self.leave_out()
        sections = sections_of(text)
        lines = sections.get("joints", "").split("\n")[1:]
        self.joints = re.findall(r"^  (\w+): \{([\w-]+):", "\n".join(lines[: robot.njnt]), re.M)
        joints = "\njoints:\n" + re.sub(r", limits: \[[^\]]*\]", "", "\n".join(lines[: robot.njnt])) + "\n"
        names = [name for name in sections if name not in ("joints", "forces", "initial", "analyses")]
        self.text = "\n".join(sections[name] for name in names) + (joints if robot.njnt else "")
        self.forces = "".join(line + "\n" for line in sections.get("forces", "").split("\n")[1:] if line and "_friction: {brake" not in line)
        mujoco.mj_kinematics(robot, self.data)
        self.drawn = self.data.xmat.reshape(-1, 3, 3).copy()

    def leave_out(self):
        """What is not read of ball and free joints (W798), and the damping that lies in a brake."""
        robot = self.robot
        for i in range(robot.njnt):
            at = robot.jnt_dofadr[i]
            kind = mujoco.mjtJoint(int(robot.jnt_type[i]))
            if kind in (mujoco.mjtJoint.mjJNT_FREE, mujoco.mjtJoint.mjJNT_BALL):
                end = at + (6 if kind == mujoco.mjtJoint.mjJNT_FREE else 3)
                robot.dof_armature[at:end] = 0
                if kind == mujoco.mjtJoint.mjJNT_FREE:
                    robot.jnt_stiffness[i] = 0
            elif robot.dof_frictionloss[at] > 0:
                robot.dof_damping[at] = 0

    def turn(self, i, name, state, random):
        """A random rotation: of MuJoCo as quaternion and local rate; a function makes Cardan accelerations of local ones."""
        a, rates, drawn = random.uniform(-1, 1, 3), random.uniform(-1, 1, 3), self.drawn[self.robot.jnt_bodyid[i]]
        rotation, directions = cross_rotation(a)
        for k in range(3):
            state.add(name, f"angle{k + 1}", a[k], rates[k], alone=False)
        x, y, z = directions.T
        bias = rates[0] * rates[1] * np.cross(x, y) + rates[2] * np.cross(rates[0] * x + rates[1] * y, z)
        local = (rotation @ drawn).T
        return rotation, drawn, local @ directions @ rates, lambda alpha: np.linalg.solve(directions, local.T @ alpha - bias)

    def state(self, random):
        robot, data, state, expected = self.robot, self.data, State(), []
        mujoco.mj_resetData(robot, data)
        for i, (name, kind) in enumerate(self.joints):
            q, v = robot.jnt_qposadr[i], robot.jnt_dofadr[i]
            if kind in ("revolute", "prismatic"):
                x = random.uniform(-1, 1)
                data.qpos[q] += x
                data.qvel[v], data.qfrc_applied[v] = random.uniform(-1, 1), random.uniform(-5, 5)
                state.add(name, "angle" if kind == "revolute" else "displacement", x, data.qvel[v], effort=data.qfrc_applied[v])
                expected.append(lambda a, v=v: [a[v]])
                continue
            if kind == "free":
                for k in range(3):
                    x, data.qvel[v + k] = random.uniform(-1, 1), random.uniform(-1, 1)
                    data.qpos[q + k] += x
                    state.add(name, f"displacement{k + 1}", x, data.qvel[v + k], alone=False)
                expected.append(lambda a, v=v: a[v : v + 3])
                q, v = q + 3, v + 3
            rotation, drawn, rate, cardan = self.turn(i, name, state, random)
            data.qpos[q : q + 4] = quaternion(rotation @ drawn if kind == "free" else drawn.T @ rotation @ drawn)
            data.qvel[v : v + 3] = rate
            expected.append(lambda a, v=v, cardan=cardan: cardan(a[v : v + 3]))
        mujoco.mj_forward(robot, data)
        return state, np.concatenate([part(data.qacc) for part in expected])


class Drake:
    """SDFormat without loops: of a file only what moves, since Drake refuses elements that it does not know."""

    def __init__(self, path, text, warnings):
        from pydrake.multibody.parsing import Parser
        from pydrake.multibody.plant import MultibodyPlant
        from pydrake.multibody.tree import MultibodyForces
        tree = ElementTree.parse(path)
        for parent in list(tree.iter()):
            for child in list(parent):
                if child.tag in ("visual", "collision", "contact", "plugin", "sensor", "material"):
                    parent.remove(child)
        held = re.findall(r'link "([^"]*)" has no mass: it is held', warnings)
        for model in tree.iter("model"):
            for link in model.findall("link"):
                if link.get("name") in held:
                    joint = ElementTree.SubElement(model, "joint", name="held_" + link.get("name"), type="fixed")
                    ElementTree.SubElement(joint, "parent").text = "world"
                    ElementTree.SubElement(joint, "child").text = link.get("name")
        plant = self.plant = MultibodyPlant(0.0)
        try:
            Parser(plant).AddModelsFromString(ElementTree.tostring(tree.getroot(), encoding="unicode"), "sdf")
            plant.mutable_gravity_field().set_gravity_vector(gravity_of(text))
            plant.Finalize()
        except RuntimeError as why:
            raise Refused(str(why)) from why
        self.forces_of, self.context = (lambda: MultibodyForces(plant)), plant.CreateDefaultContext()
        self.freedoms = plant.num_velocities()
        self.joints = [plant.get_joint(i) for i in plant.GetJointIndices() if plant.get_joint(i).num_velocities()]
        self.kinds = dict(re.findall(r"\n  (\w+): \{(\w+):", sections_of(text).get("joints", "")))
        self.text = re.sub(r", limits: \[[^\]]*\]", "", text)
        lines = sections_of(text).get("forces", "").split("\n")[1:]
        brakes = [line for line in lines if "_friction: {brake" in line]  # with damping: it is not left out on the other side
        if any("viscous: 0}" not in line for line in brakes):
            raise RuntimeError("friction with damping")
        self.forces = "".join(line + "\n" for line in lines if line and line not in brakes)

    def state(self, random):
        plant, state, expected = self.plant, State(), []
        q, v, tau = plant.GetPositions(self.context), np.zeros(self.freedoms), np.zeros(self.freedoms)
        several = plant.num_model_instances() > 3
        for joint in self.joints:
            model = plant.GetModelInstanceName(joint.model_instance())
            name = re.sub(r"[^A-Za-z0-9_]", "_", f"{model}::{joint.name()}" if several else joint.name())
            at, start = joint.position_start(), joint.velocity_start()
            if joint.num_velocities() == 1:
                name = name if name in self.kinds else name + "_joint"
                q[at], v[start], tau[start] = random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-5, 5)
                state.add(name, "displacement" if joint.type_name() == "prismatic" else "angle", q[at], v[start], effort=tau[start])
                expected.append(lambda a, k=start: [a[k]])
            elif joint.type_name() == "quaternion_floating":
                free = [kind for kind in self.kinds if self.kinds[kind] == "free"]
                base = re.sub(r"[^A-Za-z0-9_]", "_", joint.child_body().name()) + "_free"
                expected.append(self.float(joint, "root" if len(free) == 1 else base, q, v, state, random))
            else:
                raise RuntimeError(f"joint of type {joint.type_name()}")
        plant.SetPositions(self.context, q)
        plant.SetVelocities(self.context, v)
        forces = self.forces_of()
        plant.CalcForceElementsContribution(self.context, forces)
        forces.mutable_generalized_forces()[:] += tau
        bias = plant.CalcInverseDynamics(self.context, np.zeros(self.freedoms), forces)
        theirs = np.linalg.solve(plant.CalcMassMatrix(self.context), -bias)
        return state, np.concatenate([part(theirs) for part in expected])

    def float(self, joint, name, q, v, state, random):
        """A body that moves freely, with a random pose: quaternion and place of Drake, displacements and Cardan angles of ours."""
        at, start = joint.position_start(), joint.velocity_start()
        drawn = self.plant.GetFreeBodyPose(self.plant.CreateDefaultContext(), joint.child_body())
        a, rates = random.uniform(-1, 1, 3), random.uniform(-1, 1, 3)
        rotation, directions = cross_rotation(a)
        q[at : at + 4] = quaternion(rotation @ drawn.rotation().matrix())
        v[start : start + 3] = directions @ rates
        for k in range(3):
            x, v[start + 3 + k] = random.uniform(-1, 1), random.uniform(-1, 1)
            q[at + 4 + k] = drawn.translation()[k] + x
            state.add(name, f"displacement{k + 1}", x, v[start + 3 + k], alone=False)
        for k in range(3):
            state.add(name, f"angle{k + 1}", a[k], rates[k], alone=False)
        x, y, z = directions.T
        bias = rates[0] * rates[1] * np.cross(x, y) + rates[2] * np.cross(rates[0] * x + rates[1] * y, z)
        return lambda acc: np.concatenate([acc[start + 3 : start + 6], np.linalg.solve(directions, acc[start : start + 3] - bias)])


def gravity_of(text):
    """Of a model file."""
    given = re.search(r"\ngravity: \[([^\]]*)\]", text)
    return np.array([float(x) for x in given.group(1).split(",")]) if given else np.array([0, 0, 0 if "\ngravity: none" in text else -9.81])


def compare(trammel, peer, path, states, folder, random):
    """Degrees of freedom and the largest relative difference."""
    model, table, worst = os.path.join(folder, "model.yaml"), os.path.join(folder, "state.csv"), 0.0
    warnings = run(trammel, "import", path, "-o", model, "--mend-inertia", "--hold-massless")
    other = peer(path, open(model).read(), warnings)
    text = re.split(r"\n(?:forces|initial|analyses):", other.text)[0]
    for _ in range(states if other.freedoms else 0):
        state, theirs = other.state(random)
        open(model, "w").write(text + state.sections(other.forces))
        run(trammel, "run", model, "-o", table, "--quiet")
        names, values = list(csv.reader(open(table)))[:2]
        ours = dict(zip(names, values))
        worst = max(worst, max(abs(float(ours[c]) - a) for c, a in zip(state.channels, theirs)) / np.abs(theirs).max())
    return other.freedoms, worst


def folder_of(package):
    """Of a package that is installed; it is not imported."""
    found = importlib.util.find_spec(package)
    return (os.path.dirname(found.origin) if found.origin else list(found.submodule_search_locations)[0]) if found else None


def descriptions():
    """Peer, package and path of each file."""
    pattern = sysconfig.get_path("purelib") + "/cmeel.prefix/share/example-robot-data/robots/**/*.urdf"
    yield from ((Pinocchio, "", path) for path in sorted(glob.glob(pattern, recursive=True)))
    for package, inside in (("dm_control", "suite"), ("gymnasium_robotics", "envs")):
        pattern = f"{folder_of(package)}/{inside}/**/*.xml"
        yield from ((MuJoCo, package + " ", path) for path in sorted(glob.glob(pattern, recursive=True)))
    for package, inside in (("pydrake", "share/drake/examples"), ("pybullet_data", "")):
        pattern = f"{folder_of(package)}/{inside}/**/*.sdf"
        yield from ((Drake, package + " ", path) for path in sorted(glob.glob(pattern, recursive=True)))


def main():
    trammel, states = os.path.abspath(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 100
    random, agree, differ, refused, worst = np.random.default_rng(1), 0, 0, 0, 0.0
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)  # MuJoCo writes a log into the current folder
        for peer, package, path in descriptions():
            name = package + os.path.join(*path.split(os.sep)[-2:])
            if len(sys.argv) > 3 and sys.argv[3] not in name:
                continue
            try:
                freedoms, error = compare(trammel, peer, path, states, folder, random)
            except Refused:
                refused += 1
                continue
            except (RuntimeError, ValueError) as why:
                if peer is MuJoCo and is_refused(path):
                    refused += 1
                    continue
                print(f"{name:60} not compared: {str(why).replace(folder, '')[:150]}")
                continue
            print(f"{name:60} {freedoms:4} degrees of freedom  {error:.1e}" if freedoms else f"{name:60} does not move", flush=True)
            agree, differ, worst = agree + (freedoms > 0 and error <= BAR), differ + (error > BAR), max(worst, error)
    print(f"{agree} robots agree to {worst:.1e} at {states} states each, {differ} differ by more than {BAR:g}")
    print(f"{refused} files are none for the other program either: most are parts of others")
    return 1 if differ else 0


def is_refused(path):
    try:
        mujoco.MjModel.from_xml_path(path)
    except ValueError:
        return True
    return False


if __name__ == "__main__":
    sys.exit(main())

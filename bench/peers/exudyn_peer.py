#!/usr/bin/env python3
"""exudyn_peer.py PROBLEM SECONDS - a problem of export.py in Exudyn, one line of JSON for every run.

Loops in the plane: ObjectRigidBody2D and ObjectJointRevolute2D, redundant coordinates; generalized alpha and the trapezoidal rule with
constraints on the level of velocities (index 2), modified Newton, step after step. (Its explicit integrators take no constraints.)
Chains: one step of the explicit Euler method on an ObjectKinematicTree, which is one evaluation in minimal coordinates, and for chains
in the plane one step of generalized alpha in redundant coordinates. The module without checks (`exudynFast`) is used. The time is
that of SolveDynamic alone, whose steps are compiled: Python has no part in it.
"""
import json
import math
import sys
import time

sys.exudynFast = True
import exudyn as exu  # noqa: E402
import exudyn.itemInterface as eii  # noqa: E402
import numpy as np  # noqa: E402


def read(path):
    p = {"body": [], "loop": [], "torque": [], "spring": [], "quantity": []}
    for line in open(path):
        kind, *w = line.split()
        if kind == "problem":
            p.update(name=w[0], size=int(w[1]), duration=float(w[2]), gravity=[float(x) for x in w[3:6]])
        elif kind == "body":
            x = [float(a) for a in w[2:]]
            p["body"].append({"parent": int(w[1]), "hinge": x[0:3], "axis": x[3:6], "angle": x[6], "speed": x[7], "mass": x[8],
                              "com": x[9:12], "inertia": x[12:15]})
        elif kind == "quantity":
            p[kind].append((int(w[0]), [float(a) for a in w[1:4]], w[4], float(w[5])))
        else:
            p[kind].append([float(a) for a in w])
    return p


def turned(angle, v):
    c, s = math.cos(angle), math.sin(angle)
    return np.array([c*v[0] - s*v[1], s*v[0] + c*v[1], 0.0])


class Plane:
    """The mechanism in redundant coordinates: place and angle of every body, at its centre of mass."""

    def __init__(self, p):
        self.p = p
        self.system = exu.SystemContainer()
        self.mbs = self.system.AddSystem()
        self.ground = self.mbs.AddObject(eii.ObjectGround())
        self.angle, self.rate, self.origin, self.velocity, self.node, self.body = [], [], [], [], [], []
        for b in p["body"]:
            self.add(b)
        for i, b in enumerate(p["body"]):
            self.join((b["parent"], b["hinge"]), (i, [0.0, 0.0, 0.0]))
        for loop in p["loop"]:
            self.join((int(loop[0]), loop[1:4]), (int(loop[4]), loop[5:8]))
        for body, value in p["torque"]:
            self.mbs.AddLoad(eii.Torque(markerNumber=self.marker(int(body), [0, 0, 0]), loadVector=[0, 0, value]))
        for s in p["spring"]:
            self.mbs.AddObject(eii.SpringDamper(markerNumbers=[self.place(int(s[0]), s[1:4]), self.place(int(s[4]), s[5:8])],
                                                stiffness=s[8], damping=0.0, referenceLength=s[9]))
        self.mbs.Assemble()

    def add(self, b):
        i = b["parent"]
        base, place = (0.0, np.zeros(3)) if i < 0 else (self.angle[i], self.origin[i])
        speed, velocity = (0.0, np.zeros(3)) if i < 0 else (self.rate[i], self.velocity[i])
        arm = turned(base, b["hinge"])
        self.angle.append(base + b["angle"])
        self.rate.append(speed + b["speed"])
        self.origin.append(place + arm)
        self.velocity.append(velocity + speed*np.array([-arm[1], arm[0], 0.0]))
        com = turned(self.angle[-1], b["com"])
        at, moves = self.origin[-1] + com, self.velocity[-1] + self.rate[-1]*np.array([-com[1], com[0], 0.0])
        self.node.append(self.mbs.AddNode(eii.NodeRigidBody2D(
            referenceCoordinates=[at[0], at[1], self.angle[-1]], initialVelocities=[moves[0], moves[1], self.rate[-1]])))
        self.body.append(self.mbs.AddObject(eii.RigidBody2D(physicsMass=b["mass"], physicsInertia=b["inertia"][2],
                                                            nodeNumber=self.node[-1])))
        if any(self.p["gravity"]):
            mass = self.mbs.AddMarker(eii.MarkerBodyMass(bodyNumber=self.body[-1]))
            self.mbs.AddLoad(eii.LoadMassProportional(markerNumber=mass, loadVector=self.p["gravity"]))

    def local(self, body, point):
        """The point in the frame at the centre of mass."""
        return list(point) if body < 0 else [a - b for a, b in zip(point, self.p["body"][body]["com"])]

    def marker(self, body, point):
        return self.mbs.AddMarker(eii.MarkerBodyRigid(bodyNumber=self.ground if body < 0 else self.body[body],
                                                      localPosition=self.local(body, point)))

    def place(self, body, point):
        return self.mbs.AddMarker(eii.MarkerBodyPosition(bodyNumber=self.ground if body < 0 else self.body[body],
                                                         localPosition=self.local(body, point)))

    def join(self, first, second):
        self.mbs.AddObject(eii.RevoluteJoint2D(markerNumbers=[self.place(*first), self.place(*second)]))

    def error(self):
        worst = 0.0
        for body, point, coordinate, exact in self.p["quantity"]:
            if coordinate == "angle":
                c = self.mbs.GetNodeOutput(self.node[body], exu.OutputVariableType.Coordinates)
                off = math.remainder(self.angle[body] + c[2] - exact, 2*math.pi)
            else:
                x = self.mbs.GetObjectOutputBody(self.body[body], exu.OutputVariableType.Position, self.local(body, point))
                off = x["xyz".index(coordinate)] - exact
            worst = max(worst, abs(off)) if off == off else math.inf
        return worst


def tree(p):
    """A chain in minimal coordinates."""
    system = exu.SystemContainer()
    mbs = system.AddSystem()
    n = len(p["body"])
    node = mbs.AddNode(eii.NodeGenericODE2(referenceCoordinates=[0.0]*n, initialCoordinates=[0.0]*n,
                                           initialCoordinates_t=[0.0]*n, numberOfODE2Coordinates=n))
    kinds = {(0.0, 0.0, 1.0): exu.JointType.RevoluteZ, (0.0, 1.0, 0.0): exu.JointType.RevoluteY}
    offsets, turns = exu.Vector3DList(), exu.Matrix3DList()
    coms, inertias = exu.Vector3DList(), exu.Matrix3DList()
    for b in p["body"]:
        offsets.Append(b["hinge"])
        turns.Append(np.eye(3))
        coms.Append(b["com"])
        inertias.Append(np.diag(b["inertia"]))
    mbs.AddObject(eii.ObjectKinematicTree(
        nodeNumber=node, jointTypes=[kinds[tuple(b["axis"])] for b in p["body"]], linkParents=[b["parent"] for b in p["body"]],
        jointTransformations=turns, jointOffsets=offsets, linkInertiasCOM=inertias, linkCOMs=coms,
        linkMasses=[b["mass"] for b in p["body"]], baseOffset=[0.0]*3, gravity=p["gravity"]))
    mbs.Assemble()
    return system, mbs


def settings_of(steps, end, sparse, newton=1e-12):
    s = exu.SimulationSettings()
    s.timeIntegration.numberOfSteps = steps
    s.timeIntegration.endTime = end
    s.timeIntegration.verboseMode = 0
    s.solutionSettings.writeSolutionToFile = False
    s.solutionSettings.sensorsWritePeriod = end
    s.timeIntegration.newton.useModifiedNewton = True
    s.timeIntegration.newton.relativeTolerance = newton
    s.timeIntegration.newton.absoluteTolerance = 0.01*newton
    s.linearSolverType = exu.LinearSolverType.EigenSparse if sparse else exu.LinearSolverType.EXUdense
    s.parallel.numberOfThreads = 1
    return s


def solve(mbs, settings, kind):
    """CPU seconds of one run from the start, or None."""
    mbs.systemData.SetSystemState(mbs.systemData.GetSystemState(configuration=exu.ConfigurationType.Initial),
                                  configuration=exu.ConfigurationType.Current)
    begin = time.process_time()
    try:
        done = mbs.SolveDynamic(settings, solverType=kind, updateInitialValues=False, storeSolver=False, showHints=False,
                                showCausingItems=False)
    except Exception as e:  # Exudyn says what fails by an exception of its own
        print("Exudyn:", str(e)[:200], file=sys.stderr)
        return None
    return time.process_time() - begin if done is not False else None


def say(p, settings, tolerance, error, cpu, evaluations, seconds):
    ok = lambda x: x if x is not None and math.isfinite(x) else None  # noqa: E731
    print(json.dumps({"program": "Exudyn", "version": exu.__version__, "problem": p["name"], "size": p["size"], "settings": settings,
                      "tolerance": ok(tolerance), "error": ok(error), "cpu_s": ok(cpu), "evaluations": evaluations,
                      "ns_per_evaluation": 1e9*seconds, "ns_per_body": 1e9*seconds/len(p["body"])}), flush=True)


def precision(p, seconds):
    kinds = exu.DynamicSolverType
    rules = [("trapezoidal rule, index 2", kinds.TrapezoidalIndex2, None), ("generalized alpha, radius 0.9", kinds.GeneralizedAlpha, 0.9)]
    large = len(p["body"]) > 20  # the row of four-bars: near its singular positions Newton gets no further than 1e-8
    methods = [(*rule, newton) for rule in rules for newton in ((1e-8,) if large else (1e-8, 1e-12))]
    for name, kind, radius, newton in methods:
        spent, steps = 0.0, 4000 if large else 250
        while spent < seconds/len(methods):
            settings = settings_of(steps, p["duration"], large, newton)
            if radius is not None:
                settings.timeIntegration.generalizedAlpha.spectralRadius = radius
            best, runs, begun = math.inf, 0, time.process_time()
            while runs < 3 and (runs == 0 or time.process_time() - begun < 0.5):
                m = Plane(p)
                cpu = solve(m.mbs, settings, kind)
                runs += 1
                if cpu is None:
                    break
                best = min(best, cpu)
            spent += time.process_time() - begun
            if math.isfinite(best) and m.error() < 0.1:
                say(p, f"{name}, step {p['duration']/steps:.3g} s, modified Newton to {newton:.0e}, {'sparse' if large else 'dense'}",
                    p["duration"]/steps, m.error(), best, steps, best/steps)
            if math.isfinite(best) and spent + 2.2*best > seconds/len(methods):
                break
            steps *= 2


def step_cost(p, seconds, label, make, kind):
    """Seconds of one step: the best run of many less the best run of few, so that starting does not count."""
    few, many, begun, best = 2, 22 if len(p["body"]) > 300 else 1002, time.process_time(), {}
    while len(best) < 2 or time.process_time() - begun < seconds:
        for steps in (few, many):
            keep = make(p)
            mbs = keep[1] if isinstance(keep, tuple) else keep.mbs
            took = solve(mbs, settings_of(steps, 1e-6*steps, len(p["body"]) > 20), kind)
            if took is None:
                return
            best[steps] = min(best.get(steps, math.inf), took)
    step = (best[many] - best[few])/(many - few)
    say(p, label, None, None, step, 1, step)


def main():
    if len(sys.argv) != 3:
        sys.exit("usage: exudyn_peer.py PROBLEM SECONDS")
    p, seconds = read(sys.argv[1]), float(sys.argv[2])
    kinds = exu.DynamicSolverType
    planar = all(b["axis"] == [0.0, 0.0, 1.0] for b in p["body"])
    if p["loop"] and seconds > 0:
        precision(p, seconds)
    elif p["loop"]:
        step_cost(p, 2.0, "one step of the trapezoidal rule, index 2, redundant coordinates", Plane, kinds.TrapezoidalIndex2)
    else:
        step_cost(p, 2.0, "one step of the explicit Euler method, kinematic tree", tree, kinds.ExplicitEuler)
        if planar:
            step_cost(p, 2.0, "one step of generalized alpha, redundant coordinates", Plane, kinds.GeneralizedAlpha)


if __name__ == "__main__":
    main()

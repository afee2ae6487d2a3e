#!/usr/bin/env python3
"""contact_exudyn.py PROBLEM DURATION plastic|elastic SECONDS - a problem of bench/contact_problems.py, its lines for Box2D, in Exudyn: one line of JSON for every run.

Its contacts are springs and dampers: ObjectContactCoordinate of a disc on the floor and of the stop of a hinge, ObjectContactSphereSphere between discs and, with
a hollow sphere, of a pin in a bearing. Their stiffness follows the step: elastic ones last 1, 5 or 20 steps, plastic ones are critically damped with a time constant of 2, 5 or
20 steps. Integrators: generalized alpha and the trapezoidal rule of index 2 with Newton's method; where nothing is joined, Runge-Kutta's of order four. Polygons,
and points on lines, it has no element for: such problems give no record. The time is that of SolveDynamic, whose steps are compiled.
"""
import json
import math
import sys
import time

sys.exudynFast = True
import exudyn as exu  # noqa: E402
import exudyn.itemInterface as eii  # noqa: E402

KNOWN = {"gravity", "body", "surface", "circle", "edge", "hinge", "slide", "rope", "quantity"}
HEAVY = 1e3  # of a body whose speed is given
PIN = 0.0095  # radius of a pin in a bearing, m


def read(path):
    """Lines as (kind, words)."""
    lines = [line.split() for line in open(path)]
    return [(line[0], line[1:]) for line in lines]


class Scene:
    def __init__(self, lines, omega, elastic):
        self.omega, self.elastic = omega, elastic
        self.container = exu.SystemContainer()
        self.mbs = self.container.AddSystem()
        self.ground = self.mbs.AddObject(eii.ObjectGround())
        self.fixed = self.mbs.AddMarker(eii.MarkerNodeCoordinate(nodeNumber=self.mbs.AddNode(eii.NodePointGround()), coordinate=0))
        self.bodies, self.floor, self.circles, self.quantities, self.joined = [], False, [], [], False
        for kind, words in lines:
            getattr(self, "add_" + kind)(words)
        for i, (a, r) in enumerate(self.circles):
            for b, s in self.circles[i + 1:] if len(self.circles) <= 5 else ():
                self.spheres(a, [0, 0], b, [0, 0], r, s)
        self.mbs.Assemble()

    # ---- what there is ----

    def add_gravity(self, w):
        self.gravity = [float(w[0]), float(w[1]), 0]

    def add_surface(self, w):
        pass

    def add_edge(self, w):
        self.floor = True  # y = 0

    def add_body(self, w):
        kind, (x, y, angle, vx, vy, omega, mass, inertia) = w[0], map(float, w[1:])
        if kind == "static":
            self.bodies.append(None)
            return
        driven = kind == "kinematic"
        node = self.mbs.AddNode(eii.NodeRigidBody2D(referenceCoordinates=[x, y, angle], initialVelocities=[vx, vy, omega]))
        body = self.mbs.AddObject(eii.RigidBody2D(physicsMass=mass, physicsInertia=HEAVY if driven else inertia, nodeNumber=node))
        self.bodies.append({"node": node, "body": body, "mass": mass, "inertia": inertia, "x": x, "y": y, "angle": angle})
        if any(self.gravity):
            marker = self.mbs.AddMarker(eii.MarkerBodyMass(bodyNumber=body))
            self.mbs.AddLoad(eii.LoadMassProportional(markerNumber=marker, loadVector=self.gravity))
        if driven:
            self.join(None, len(self.bodies) - 1, x, y)

    def add_circle(self, w):
        i, r = len(self.bodies) - 1, float(w[0])
        self.circles.append((i, r))
        if self.floor:
            body = self.bodies[i]
            self.stop(self.fixed, self.coordinate(i, 1), body["mass"], r - body["y"])

    def add_hinge(self, w):
        a, b, x, y = int(w[0]), int(w[1]), float(w[2]), float(w[3])
        self.join(a, b, x, y)
        if len(w) > 4:  # the angle of b less that of a stays below the upper limit: 0
            first, second = self.bodies[a], self.bodies[b]
            self.stop(self.coordinate(b, 2), self.coordinate(a, 2), second["inertia"], second["angle"] - first["angle"])

    def add_slide(self, w):
        self.joined = True
        for k in (1, 2):
            self.mbs.AddObject(eii.CoordinateConstraint(markerNumbers=[self.fixed, self.coordinate(int(w[1]), k)]))

    def add_rope(self, w):
        a, b, xa, ya, xb, yb, length = int(w[0]), int(w[1]), *map(float, w[2:])
        self.spheres(a, [xa, ya], b, [xb, yb], PIN, PIN + length, True)

    def add_quantity(self, w):
        self.quantities.append((int(w[0]), "x y angle".split().index(w[1]), float(w[2])))

    # ---- elements ----

    def coordinate(self, i, k):
        return self.mbs.AddMarker(eii.MarkerNodeCoordinate(nodeNumber=self.bodies[i]["node"], coordinate=k))

    def place(self, i, x, y, kind=eii.MarkerBodyPosition):
        return self.mbs.AddMarker(kind(bodyNumber=self.ground if i is None or not self.bodies[i] else self.bodies[i]["body"], localPosition=[x, y, 0]))

    def join(self, a, b, x, y):
        """A hinge at a place of the world; bodies stand upright or are turned there."""
        self.joined = True
        markers = []
        for i in (a, b):
            body = self.bodies[i] if i is not None else None
            if not body:
                markers.append(self.place(None, x, y))
                continue
            c, s, dx, dy = math.cos(body["angle"]), math.sin(body["angle"]), x - body["x"], y - body["y"]
            markers.append(self.place(i, c*dx + s*dy, c*dy - s*dx))
        self.mbs.AddObject(eii.RevoluteJoint2D(markerNumbers=markers))

    def law(self, mass):
        return {"contactStiffness": mass*self.omega**2, "contactDamping": 0.0 if self.elastic else 2*mass*self.omega}

    def stop(self, first, second, mass, offset):
        """Coordinate `second` less `first` stays above the offset."""
        data = self.mbs.AddNode(eii.NodeGenericData(initialCoordinates=[0.1], numberOfDataCoordinates=1))
        self.mbs.AddObject(eii.ObjectContactCoordinate(markerNumbers=[first, second], nodeNumber=data, offset=offset, **self.law(mass)))

    def spheres(self, a, at, b, to, r, s, hollow=False):
        data = self.mbs.AddNode(eii.NodeGenericData(initialCoordinates=[0.1, 0, 0, 0], numberOfDataCoordinates=4))
        markers = [self.place(a, *at, eii.MarkerBodyRigid), self.place(b, *to, eii.MarkerBodyRigid)]
        mass = self.bodies[a]["mass"]*self.bodies[b]["mass"]/(self.bodies[a]["mass"] + self.bodies[b]["mass"])
        self.mbs.AddObject(eii.ObjectContactSphereSphere(markerNumbers=markers, nodeNumber=data, spheresRadii=[r, s], isHollowSphere1=hollow, **self.law(mass)))

    def error(self):
        worst = 0.0
        for i, k, exact in self.quantities:
            body = self.bodies[i]
            value = self.mbs.GetNodeOutput(body["node"], exu.OutputVariableType.Coordinates)[k] + (body["x"], body["y"], body["angle"])[k]
            worst = max(worst, abs(value - exact)) if value == value else math.inf
        return worst


def settings_of(steps, end, many):
    s = exu.SimulationSettings()
    s.timeIntegration.numberOfSteps = steps
    s.timeIntegration.endTime = end
    s.timeIntegration.minimumStepSize = 1e-9*end/steps  # steps are shortened at contacts; the default ends short motions
    s.timeIntegration.verboseMode = 0
    s.solutionSettings.writeSolutionToFile = False
    s.solutionSettings.sensorsWritePeriod = end
    s.timeIntegration.newton.useModifiedNewton = True
    s.timeIntegration.newton.relativeTolerance = 1e-8
    s.timeIntegration.newton.absoluteTolerance = 1e-10
    s.timeIntegration.generalizedAlpha.spectralRadius = 0.9
    s.linearSolverType = exu.LinearSolverType.EigenSparse if many else exu.LinearSolverType.EXUdense
    s.parallel.numberOfThreads = 1
    return s


def run(lines, elastic, end, steps, length, kind):
    """CPU seconds of the best of two runs, and the error."""
    best, error = math.inf, math.inf
    for _ in range(2):
        scene = Scene(lines, (math.pi if elastic else 1)*steps/(length*end), elastic)
        begun = time.process_time()
        try:
            done = scene.mbs.SolveDynamic(settings_of(steps, end, len(scene.bodies) > 20), solverType=kind, storeSolver=False, showHints=False, showCausingItems=False)
        except Exception as e:  # what it says when a step fails
            print(f"Exudyn, {steps} steps: {str(e)[:200]}", file=sys.stderr)
            return math.inf, math.inf
        best = min(best, time.process_time() - begun)
        error = scene.error() if done is not False else math.inf
    return best, error


def main():
    if len(sys.argv) != 5:
        sys.exit("usage: contact_exudyn.py PROBLEM DURATION plastic|elastic SECONDS")
    lines, end, elastic, seconds = read(sys.argv[1]), float(sys.argv[2]), sys.argv[3] == "elastic", float(sys.argv[4])
    exu.SetWriteToConsole(False)
    if any(kind not in KNOWN for kind, _ in lines):
        return
    kinds = exu.DynamicSolverType
    ways = [("generalized alpha, radius 0.9", kinds.GeneralizedAlpha), ("trapezoidal rule, index 2", kinds.TrapezoidalIndex2)]
    if not any(kind in ("hinge", "slide") for kind, _ in lines):
        ways.append(("RK44", kinds.RK44))
    lengths = (1, 5, 20) if elastic else (2, 5, 20)
    for name, kind in ways:
        for length in lengths:
            spent, last, steps = 0.0, 0.0, 100
            while spent + 2.2*last < seconds/len(ways)/len(lengths) and steps < 1000000:
                begun = time.process_time()
                cpu, error = run(lines, elastic, end, steps, length, kind)
                last = time.process_time() - begun
                spent += last
                if math.isfinite(cpu) and math.isfinite(error):
                    print(json.dumps({"program": "Exudyn", "version": exu.__version__, "settings": f"{name}, contacts {length} steps long", "step": end/steps,
                                      "steps": steps, "error": error, "cpu_s": cpu}), flush=True)
                steps *= 2


if __name__ == "__main__":
    main()

#!/usr/bin/env python3
"""exchange.py PROGRAM - FMUs for model exchange as FMPy, an importer that we did not write, sees them.

The models are loops in the plane and in space, a controller, impacts, and friction that sticks and slips. CVODE, as FMPy has it, integrates
their equations to 1e-10 and locates their events: every output must be that of `trammel run` with its own integrator at 1e-11, to 5e-6 of
its largest value, or of 1 where that is less. Where derivatives along directions are offered, they must be extrapolated central differences of what the FMU
says itself, to 1e-10 of the largest; the adjoint ones of FMI 3.0 those along directions.
"""
import pathlib
import random
import subprocess
import sys
import tempfile
import zipfile
from ctypes import c_double

from fmpy import extract, read_model_description, simulate_fmu
from fmpy.fmi2 import FMU2Model
from fmpy.fmi3 import FMU3Model
from fmpy.validation import validate_fmu

from comparison import DYNAMICS, END, EVERY, ROOT, our_run

TOLERANCE = 5e-6
DERIVATIVES = 1e-10
MODELS = ("fourbar/fourbar", "a04-bricard/a04-bricard", "pid-arm/pid-arm", "bouncing-ball/bouncing-ball",
          "double-pendulum-wall/double-pendulum-wall", "mass-on-belt/coulomb", "slider-crank-friction/coasting")
SPATIAL = """trammel: 1
space: space
parameters: {T: 3}
points: {O: [0, 0, 0], A: [0.3, 0, 0.1], B: [1, 0.6, 0.4], C: [1.2, 0, 0]}
bodies:
  crank: {points: [O, A], mass: 1, shape: {rod: {diameter: 50 mm}}}
  rod: {points: [A, B], mass: 2, shape: {rod: {diameter: 80 mm}}}
  rocker: {points: [C, B], mass: 1, shape: {rod: {diameter: 50 mm}}}
joints:
  O: {revolute: [ground, crank], axis: z}
  A: {spherical: [crank, rod]}
  B: {spherical: [rod, rocker]}
  C: {revolute: [ground, rocker], axis: [1, 0, 0.2]}
forces: {motor: {motor: O, torque: T*cos(O.angle) - 0.1*O.speed}}
initial: {O.speed: 4}
analyses:
  - dynamics: {end: 1}
"""


def models():
    yield "spatial", SPATIAL
    for name in MODELS:
        yield name.split("/")[0], (ROOT / "models" / (name + ".yaml")).read_text()


def largest_difference(fmu, run):
    result = simulate_fmu(str(fmu), fmi_type="ModelExchange", solver="CVode", relative_tolerance=1e-10, stop_time=END,
                          output_interval=EVERY, record_events=False)
    assert len(result) == len(run["t"]), (len(result), len(run["t"]))
    return max((max(abs(a - b) for a, b in zip(result[name], run[name])) / max(1.0, *map(abs, run[name])), name)
               for name in result.dtype.names if name != "time")


class Opened:
    """An instance in continuous-time mode, with its outputs, inputs and states; the few calls that both versions name differently."""

    def __init__(self, fmu, version, folder):
        self.description = read_model_description(str(fmu))
        self.version = version
        kind = FMU2Model if version == 2 else FMU3Model
        about = self.description.guid if version == 2 else self.description.instantiationToken
        self.fmu = kind(guid=about, unzipDirectory=extract(str(fmu), unzipdir=str(folder)),
                        modelIdentifier=self.description.modelExchange.modelIdentifier, instanceName="one")
        self.fmu.instantiate()
        if version == 2:
            self.fmu.setupExperiment(startTime=0)
        self.fmu.enterInitializationMode()
        self.fmu.exitInitializationMode()
        self.update()
        self.fmu.enterContinuousTimeMode()
        of = self.description.modelVariables
        self.inputs = [v.valueReference for v in of if v.causality == "input"]
        self.states = [d.variable.derivative.valueReference for d in self.description.derivatives]
        self.unknowns = ([d.variable.valueReference for d in self.description.derivatives]
                         + [v.valueReference for v in of if v.causality == "output"])
        self.names = {v.valueReference: v.name for v in of}

    def move(self):
        """Away from the start, where something that rests has kinks, |v| say; loops are closed again in event mode."""
        self.put([x + random.uniform(-0.01, 0.01) for x in self.get(self.states)] + self.get(self.inputs))
        self.fmu.enterEventMode()
        self.update()
        self.fmu.enterContinuousTimeMode()

    def update(self):
        if self.version == 2:
            self.fmu.newDiscreteStates()
        else:
            self.fmu.updateDiscreteStates()

    def get(self, references):
        return list(self.fmu.getReal(references) if self.version == 2 else self.fmu.getFloat64(references))

    def put(self, values):
        n = len(self.states)
        self.fmu.setContinuousStates((c_double * n)(*values[:n]), n)
        if self.inputs:
            (self.fmu.setReal if self.version == 2 else self.fmu.setFloat64)(self.inputs, values[n:])

    def along(self, seed):
        knowns = self.states + self.inputs
        return self.fmu.getDirectionalDerivative(self.unknowns, knowns, seed)

    def close(self):
        self.fmu.terminate()
        self.fmu.freeInstance()


def differentiated(one, seed, h=4e-3):
    """Central differences at h, h/2, h/4, extrapolated twice."""
    knowns = one.states + one.inputs
    at = one.get(knowns)
    d = []
    for k in range(3):
        step = h / 2**k
        one.put([a + step * s for a, s in zip(at, seed)])
        up = one.get(one.unknowns)
        one.put([a - step * s for a, s in zip(at, seed)])
        d.append([(a - b) / (2 * step) for a, b in zip(up, one.get(one.unknowns))])
    one.put(at)
    first = [[(4 * y - x) / 3 for x, y in zip(d[k], d[k + 1])] for k in (0, 1)]
    return [(16 * y - x) / 15 for x, y in zip(*first)]


def wrong_derivatives(fmu, version, folder):
    """The largest error, relative to the largest derivative, and where."""
    random.seed(1)
    one = Opened(fmu, version, folder)
    one.move()
    seed = [random.uniform(-1, 1) for _ in one.states + one.inputs]
    found, expected = list(one.along(seed)), differentiated(one, seed)
    scale = max(1.0, *map(abs, expected))
    worst = max((abs(a - b) / scale, one.names[v]) for a, b, v in zip(found, expected, one.unknowns))
    if version == 3:
        weight = [random.uniform(-1, 1) for _ in one.unknowns]
        back = one.fmu.getAdjointDerivative(one.unknowns, one.states + one.inputs, weight, len(seed))
        a, b = (sum(x * y for x, y in zip(p, q)) for p, q in ((weight, found), (back, seed)))
        worst = max(worst, (abs(a - b) / (scale * len(weight)), "adjoint"))
    one.close()
    return worst


def check(program, name, text, folder):
    text, found = DYNAMICS.subn("dynamics: {end: %r, output: %r, tolerance: 1e-11}" % (END, EVERY), text)
    assert found == 1, name
    model = folder / (name + ".yaml")
    model.write_text(text)
    run = our_run(program, model, folder)
    inputs = ["--inputs", "torque" if name == "fourbar" else "T"] if name in ("fourbar", "spatial") else []
    for version in (2, 3):
        fmu = folder / ("%s%d.fmu" % (name, version))
        subprocess.run([program, "export", "fmu", model, "--fmi", str(version), "-o", fmu, "--quiet", *inputs], check=True)
        problems = validate_fmu(str(fmu))
        worst, where = largest_difference(fmu, run)
        good = not problems and worst <= TOLERANCE
        line = "%-22s FMI %d.0  largest difference %.1e (%s)" % (name, version, worst, where)
        if b"providesDirectionalDerivative" in zipfile.ZipFile(fmu).read("modelDescription.xml"):
            worst, where = wrong_derivatives(fmu, version, folder / ("%s%d" % (name, version)))
            good &= worst <= DERIVATIVES
            line += "; of derivatives %.1e (%s)" % (worst, where)
        print("ok  " if good else "FAIL", line, *problems, sep=" ", flush=True)
        yield good


def main():
    with tempfile.TemporaryDirectory() as folder:
        good = [one for name, text in models() for one in check(sys.argv[1], name, text, pathlib.Path(folder))]
    sys.exit(not all(good))


if __name__ == "__main__":
    main()

#!/usr/bin/env python3
"""endings.py PROGRAM - how FMUs end, and what their inputs follow, in FMPy: against closed forms.

A stone that falls from 1 m, g = 8 m/s^2, stops at the floor at 0.5 s: simulations end there, in FMPy and in libcosim. Motions that fail at a known time end there with an
error, and are not tried for ever. A cart of
2 kg under a force that grows evenly, F = 6 t, moves by t^3/2, whatever the communication step, where derivatives of inputs are given.
"""
import pathlib
import subprocess
import sys
import tempfile
import zipfile

from fmpy import extract, read_model_description, simulate_fmu
from fmpy.fmi2 import FMU2Slave

STONE = """trammel: 1
gravity: [0, -8]
bodies: {stone: {mass: 1, inertia: 1, position: [0, 1]}}
events: {floor: {when: stone.y, stop: true}}
analyses: [dynamics: {end: 2, output: 0.15}]
"""
CART = """trammel: 1
gravity: none
parameters: {F: 0 N}
bodies: {cart: {mass: 2, inertia: 1}}
forces: {pull: {force: cart, value: [F, 0]}}
analyses: [dynamics: {end: 1, output: 0.25}]
"""
# Motions that fail, and when: a force, and a driver, that have no value behind 0.5 s; x'' = 6 x^2 from x = 1 at rest, which reaches infinity at
# t = integral of dx/(2 sqrt(x^3 - 1)) from 1 on; a driver that presses a slider against its stop after 0.4 s.
FAILURES = {
    "force": (0.5, """trammel: 1
gravity: none
bodies: {block: {mass: 1, inertia: 1}}
forces: {pull: {force: block, value: [1/sqrt(0.5 - t), 0]}}
analyses: [dynamics: {end: 1, output: 0.1}]
"""),
    "driver": (0.5, """trammel: 1
gravity: none
points: {O: [0, 0], A: [1, 0]}
bodies: {a: {points: [O, A], mass: 1, inertia: 1}}
joints: {O: {revolute: [ground, a]}}
drivers: {d: {O.angle: "sqrt(0.5 - t)"}}
analyses: [dynamics: {end: 1, output: 0.1}]
"""),
    "infinity": (1.2143253239438, """trammel: 1
gravity: none
bodies: {block: {mass: 1, inertia: 1, position: [1, 0]}}
forces: {pull: {force: block, value: [6*block.x^2, 0]}}
analyses: [dynamics: {end: 5, output: 0.1}]
"""),
    "stop": (0.4, """trammel: 1
gravity: none
points: {O: [0, 0]}
bodies: {a: {points: [O], mass: 1, inertia: 1}}
joints: {S: {prismatic: [ground, a], at: O, axis: x, limits: {displacement: [-1, 0.4]}}}
drivers: {d: {S.displacement: t}}
analyses: [dynamics: {end: 1, output: 0.1}]
"""),
}
STEP = 0.01

def exported(program, folder, text, version, *options):
    model, fmu = folder / "model.yaml", folder / "model.fmu"
    model.write_text(text)
    done = subprocess.run([program, "export", "fmu", model, "--fmi", str(version), "-o", fmu, *options], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return str(fmu), done.stderr


def fails_in_fmpy(fmu, kind):
    """What FMPy tells of it; None: it was simulated to its end."""
    try:
        simulate_fmu(fmu, fmi_type=kind, stop_time=5, timeout=60, output_interval=STEP, logger=lambda *message: None)
    except Exception as failure:  # of the call, or of CVODE
        return str(failure).split("\n")[0]
    return None


def end_in_libcosim(fmu):
    """The time that libcosim reaches."""
    from libcosimpy import CosimLogging
    from libcosimpy.CosimExecution import CosimExecution
    from libcosimpy.CosimSlave import CosimLocalSlave
    CosimLogging.log_output_level(CosimLogging.CosimLogLevel.FATAL)
    execution = CosimExecution.from_step_size(step_size=int(STEP * 1e9))
    execution.add_local_slave(CosimLocalSlave(fmu_path=fmu, instance_name="unit"))
    steps = 0
    while steps < 1000 and execution.step():
        steps += 1
    return steps * STEP


def pulled(fmu, folder, steps):
    """Where the cart is after 1 s."""
    description = read_model_description(fmu)
    reference = {v.name: v.valueReference for v in description.modelVariables}
    one = FMU2Slave(guid=description.guid, unzipDirectory=extract(fmu, unzipdir=str(folder / "cart")), modelIdentifier=description.coSimulation.modelIdentifier)
    one.instantiate()
    one.setupExperiment(startTime=0)
    one.enterInitializationMode()
    one.exitInitializationMode()
    for i in range(steps):
        one.setReal([reference["F"]], [6 * i / steps])
        one.setRealInputDerivatives([reference["F"]], [1], [6])
        one.doStep(i / steps, 1 / steps)
    x = one.getReal([reference["cart.x"]])[0]
    one.terminate()
    one.freeInstance()
    return x


def main():
    program = sys.argv[1]
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        for version in (2, 3):
            fmu, _ = exported(program, folder, STONE, version)
            for early in (False, True) if version == 3 else (False,):
                result = simulate_fmu(fmu, fmi_type="CoSimulation", stop_time=2, output=["stone.y", "stone.vy"], early_return_allowed=early)
                last = result[-1]
                assert abs(last["stone.y"]) < 1e-9 and abs(last["stone.vy"] + 4) < 1e-9 and last["time"] <= 0.6 + 1e-9, last
                assert (version == 3 and not early) or abs(last["time"] - 0.5) < 1e-9, last
            result = simulate_fmu(fmu, fmi_type="ModelExchange", stop_time=2, output=["stone.y"])
            assert abs(result[-1]["time"] - 0.5) < 1e-4, result[-1]
            print("ok   FMI %d.0  an event ends the simulation at 0.5 s" % version)
            if version == 2:
                assert abs(end_in_libcosim(fmu) - 0.5) <= STEP + 1e-9
            for name, (end, text) in FAILURES.items():
                fmu, _ = exported(program, folder, text, version)
                told = fails_in_fmpy(fmu, "CoSimulation")
                assert told and "DoStep failed with status 3 (error)" in told, told
                if read_model_description(fmu).modelExchange:
                    assert fails_in_fmpy(fmu, "ModelExchange"), name
                if version == 2:
                    assert abs(end_in_libcosim(fmu) - end) <= STEP + 1e-9, (name, end_in_libcosim(fmu))
                print("ok   FMI %d.0  a motion that fails (%s) ends with: %s" % (version, name, told))
        fmu, _ = exported(program, folder, CART, 2, "--inputs", "F")
        for steps in (1, 3, 100):
            assert abs(pulled(fmu, folder, steps) - 0.5) < 1e-9, steps
        print("ok   FMI 2.0  inputs follow their derivatives")
        fmu, told = exported(program, folder, CART.replace("[F, 0]", "[F - 100*cart.x - 200*cart.vx, 0]"), 2, "--inputs", "F", "--step", "0.25")
        assert "W818" in told, told
        description = zipfile.ZipFile(fmu).read("modelDescription.xml").decode()
        assert "fixed steps of at most 0.25 s" in description, description[:400]
        print("ok   fixed steps that are unstable are warned of")


if __name__ == "__main__":
    main()

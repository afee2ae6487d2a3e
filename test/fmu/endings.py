#!/usr/bin/env python3
"""endings.py PROGRAM - how FMUs end, and what their inputs follow, in FMPy: against closed forms.

A stone that falls from 1 m, g = 8 m/s^2, stops at the floor at 0.5 s: simulations end there. A motion that fails raises an error, and does not try for ever. A cart of
2 kg under a force that grows evenly, F = 6 t, moves by t^3/2, whatever the communication step, where derivatives of inputs are given.
"""
import pathlib
import subprocess
import sys
import tempfile
import zipfile

from fmpy import extract, read_model_description, simulate_fmu
from fmpy.fmi1 import FMICallException
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
LOCKS = """trammel: 1
gravity: none
bodies: {block: {mass: 1, inertia: 1}}
forces: {pull: {force: block, value: [1/sqrt(0.5 - t), 0]}}
analyses: [dynamics: {end: 1, output: 0.1}]
"""


def exported(program, folder, text, version, *options):
    model, fmu = folder / "model.yaml", folder / "model.fmu"
    model.write_text(text)
    done = subprocess.run([program, "export", "fmu", model, "--fmi", str(version), "-o", fmu, *options], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return str(fmu), done.stderr


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
            fmu, _ = exported(program, folder, LOCKS, version)
            told = []
            try:
                simulate_fmu(fmu, fmi_type="CoSimulation", stop_time=1, timeout=20, output=["block.x"], logger=lambda *a: told.append(a))
                raise SystemExit("FAIL: a motion that fails was simulated to its end")
            except FMICallException as failure:
                print("ok   FMI %d.0  a motion that fails ends with: %s" % (version, failure))
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

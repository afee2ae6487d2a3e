#!/usr/bin/env python3
"""windows.py PROGRAM IMPORTER - the FMUs of comparison.py on Windows, which Wine stands for.

IMPORTER is windows_importer.c as a program for Windows. Its numbers must be those of our own run on Linux, to the same tolerance: sin, cos and the
like may differ in their last bit between the two systems. A mass m that a force F pulls along a slider moves by F t^2/(2 m), with the mass
that is set, and a mass below zero is refused with a message, not by a crash.
"""
import os
import pathlib
import re
import struct
import subprocess
import sys
import tempfile
import zipfile

from comparison import END, EVERY, exported, largest_difference, tell

WINE = next(path for path in ("/usr/lib/wine/wine64", "/usr/bin/wine64", "/usr/bin/wine") if os.path.exists(path))
VARIABLE = re.compile(r'name="([^"]*)" valueReference="(\d+)" causality="([a-z]*)"')


CART = """trammel: 1
parameters: {F: 6 N, m: 2 kg}
bodies:
  ground: {points: {O: [0, 0]}}
  cart: {points: {O: [0, 0]}, mass: m, inertia: 1}
joints: {S: {prismatic: [ground.O, cart.O], axis: [1, 0]}}
forces: {pull: {motor: S, force: F}}
analyses: [dynamics: {end: 1, output: 0.125, step: 0.125}]
"""


def by_wine(importer, fmu, version, folder, **values):
    """The process, and the outputs by name."""
    with zipfile.ZipFile(fmu) as archive:
        archive.extractall(folder / "unpacked")
        dll, = (name for name in archive.namelist() if name.endswith(".dll"))
    text = (folder / "unpacked" / "modelDescription.xml").read_text()
    token = re.search(r'(?:guid|instantiationToken)="([^"]*)"', text).group(1)
    variables = VARIABLE.findall(text)
    outputs = [(name, reference) for name, reference, causality in variables if causality == "output"]
    arguments = [reference for _, reference in outputs]
    arguments += ["%s=%r" % (reference, values[name]) for name, reference, _ in variables if name in values]
    done = subprocess.run([WINE, importer, "Z:%s" % (folder / "unpacked" / dll), str(version), token, repr(EVERY), str(int(END / EVERY)), *arguments],
                          capture_output=True, text=True, timeout=1200)
    rows = [[struct.unpack(">d", bytes.fromhex(number))[0] for number in line.split()] for line in done.stdout.split("\n") if line]
    columns = list(zip(*rows))
    return done, {name: list(column) for (name, _), column in zip(outputs, columns[1:])}


def check_cart(program, importer, version, folder):
    (folder / "cart.yaml").write_text(CART)
    subprocess.run([program, "export", "fmu", folder / "cart.yaml", "--fmi", str(version), "-o", folder / "cart.fmu", "--quiet"], check=True)
    done, columns = by_wine(importer, folder / "cart.fmu", version, folder, m=0.5)
    assert done.returncode == 0, done.stderr[-2000:]
    difference = abs(columns["S.displacement"][-1] - 6 * END**2 / (2 * 0.5))
    refused, _ = by_wine(importer, folder / "cart.fmu", version, folder, m=-0.5)
    problems = [] if refused.returncode == 1 and "mass" in refused.stderr else ["a mass below zero: " + refused.stderr[-500:]]
    return tell("Wine", "cart", version, folder / "cart.fmu", (difference, "S.displacement"), problems)


def main():
    program, importer = sys.argv[1:]
    good = True
    os.environ.update(WINEDEBUG="-all", WINEDLLOVERRIDES="mscoree,mshtml=")
    with tempfile.TemporaryDirectory() as folder:
        os.environ["WINEPREFIX"] = os.path.join(folder, "wine")
        path = pathlib.Path(folder)
        for version in (2, 3):
            good &= check_cart(program, importer, version, path)
        for name, version, fmu, run in exported(program, path):
            done, columns = by_wine(importer, fmu, version, path)
            assert done.returncode == 0, done.stderr[-2000:]
            good &= tell("Wine", name, version, fmu, largest_difference(columns, run))
        subprocess.run([WINE + "server" if WINE.endswith("wine") else WINE.replace("wine64", "wineserver"), "-k"])
    sys.exit(not good)


if __name__ == "__main__":
    main()

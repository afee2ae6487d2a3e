#!/usr/bin/env python3
"""processor_bits.py - the same input gives the same bits with and without fused multiply-add and wide vectors.

    processor_bits.py TRAMMEL MODELS

Runs models twice, as on this processor and with the C library told that it lacks FMA and AVX2 (GLIBC_TUNABLES), and compares the tables byte by byte.
Where that has no effect on the C library's own sine (another C library, or a processor without them) it says so and exits with 77: skipped.
"""
import os
import pathlib
import subprocess
import sys
import tempfile

PLAIN = {**os.environ, "GLIBC_TUNABLES": "glibc.cpu.hwcaps=-AVX2_Usable,-FMA_Usable,-FMA4_Usable,-AVX2,-FMA,-FMA4"}
SINES = "import math; print(hash(tuple(math.sin(0.01 * i) for i in range(20000))))"
NAMES = ["fourbar", "andrews", "governor", "pin-friction", "cam-345", "banked-track", "slider-crank-friction", "single-track", "bouncing-ball",
         "cv-shaft", "hydraulic-cylinder", "pid-arm", "belt-drive", "charpy"]
# every elementary function of expressions, with an integrator that chooses its steps by a power of the error
FUNCTIONS = """trammel: 1
gravity: none
bodies:
  ground: {points: {O: [0, 0]}}
  slider: {points: {P: [0, 0]}, com: P, mass: 1}
joints:
  S: {prismatic: [ground.O, slider.P], axis: x}
forces:
  f: {force: slider.P, value: ["(sin(3*t) + cos(t)*tan(t/3) + (asin(t/4) + acos(t/5) + atan(S.speed) + atan2(t, 2))/(1 rad) + sinh(t) + cosh(t) + tanh(S.speed) + \
asinh(t) + acosh(2 + t) + atanh(t/3) + exp(-t) + exp2(t) + expm1(t/9) + log(1 + t) + log1p(t) + log2(2 + t) + log10(3 + t) + (1 + t)^1.7 + \
hypot(t, 1) + cbrt(1 + t))*(1 N)", 0]}
analyses:
  - dynamics: {end: 2, output: 0.01}
"""


def table(trammel, model, folder, environment):
    out = folder / "table.csv"
    done = subprocess.run([trammel, "run", model.name, "-o", out], cwd=model.parent, env=environment, capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"{model}: {done.stdout}{done.stderr}")
    return b"".join(path.read_bytes() for path in sorted(folder.glob("*.csv")))


def sines(environment):
    return subprocess.run([sys.executable, "-c", SINES], env=environment, capture_output=True, text=True).stdout


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    trammel, models = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2]).resolve()
    if sines(os.environ) == sines(PLAIN):
        print("skipped: GLIBC_TUNABLES has no effect on the sines of the C library here")
        sys.exit(77)
    differ = []
    with tempfile.TemporaryDirectory() as scratch:
        functions = pathlib.Path(scratch) / "functions.yaml"
        functions.write_text(FUNCTIONS)
        for model in [functions] + [sorted((models / name).glob("*.yaml"))[0] for name in NAMES]:
            tables = []
            for number, environment in enumerate((os.environ, PLAIN)):
                folder = pathlib.Path(scratch) / f"{model.stem}-{number}"
                folder.mkdir()
                tables.append(table(trammel, model, folder, environment))
            if not tables[0] or tables[0] != tables[1]:
                differ.append(model.stem)
    print(f"{len(NAMES) + 1} models, with other bits without FMA and AVX2: {', '.join(differ) or 'none'}")
    sys.exit(1 if differ else 0)


if __name__ == "__main__":
    main()

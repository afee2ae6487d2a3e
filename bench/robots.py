#!/usr/bin/env python3
"""robots.py - evaluations of forward dynamics a second: Trammel beside Pinocchio and MuJoCo, on robots that were imported.

    robots.py [SECONDS]    for each measurement (default 2); needs build/bench_robots and what `make robots` installs

One thread, one program after the other, the fastest pass over 64 random states, best of three rounds. Torques act at all joints: motors here, tau in Pinocchio (aba, the
faster of its conventions, compiled here with -O3), qfrc_applied in MuJoCo (mj_forward of the wheel's library without contacts, constraints, sensors and
actuators). MuJoCo reads what trammel export mjcf writes, so that its degrees of freedom are the same; its own humanoid it reads itself.
"""
import importlib.util
import pathlib
import re
import subprocess
import sys
import sysconfig
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
HERE, BUILD, TRAMMEL = ROOT/"bench/peers", ROOT/"build/bench", ROOT/"build/trammel"
SITE = pathlib.Path(sysconfig.get_path("purelib"))
ROBOTS = SITE/"cmeel.prefix/share/example-robot-data/robots"
# name, description, whether its base moves freely
CASES = [("UR5", ROBOTS/"ur_description/urdf/ur5_robot.urdf", False),
         ("ANYmal", ROBOTS/"anymal_b_simple_description/robots/anymal.urdf", True),
         ("Talos", ROBOTS/"talos_data/robots/talos_full_v2.urdf", True),
         ("humanoid (MJCF)", None, True)]
ROUNDS = 3


def run(*command):
    return subprocess.run([str(word) for word in command], check=True, capture_output=True, text=True).stdout


def compile_peers():
    """Both, where they are not there yet."""
    BUILD.mkdir(parents=True, exist_ok=True)
    pinocchio, mujoco, prefix = BUILD/"robots_pinocchio", BUILD/"robots_mujoco", SITE/"cmeel.prefix"
    library = next((SITE/"mujoco").glob("libmujoco.so*"))
    if not mujoco.exists():
        run("cc", "-O3", "-std=gnu17", f"-I{SITE}/mujoco/include", HERE/"robots_mujoco.c", "-o", mujoco, library,
            f"-Wl,-rpath,{library.parent}", "-lm")
    if not pinocchio.exists():
        # For the processor that the wheel is made for: its library reads URDF, and both must lay matrices out alike.
        run("g++", "-O3", "-DNDEBUG", "-std=gnu++17", "-w", "-DPINOCCHIO_WITH_URDFDOM", "-DBOOST_MPL_LIMIT_LIST_SIZE=30",
            "-DBOOST_MPL_LIMIT_VECTOR_SIZE=30", "-DBOOST_MPL_CFG_NO_PREPROCESSED_HEADERS", f"-I{prefix}/include", f"-I{prefix}/include/urdfdom_headers",
            "-isystem", "/usr/include/eigen3", HERE/"robots_pinocchio.cpp", "-o", pinocchio, f"-L{prefix}/lib", f"-Wl,-rpath,{prefix}/lib",
            "-lpinocchio_default", "-lpinocchio_parsers", "-lurdfdom_model")
    return pinocchio, mujoco


def with_motors(description, floating, to):
    """The model with a motor at each hinge and slider, and nothing else that acts."""
    run(TRAMMEL, "import", description, "-o", to, *(["--floating"] if floating else []))
    text = re.sub(r", limits: \[[^\]]*\]", "", to.read_text())
    sections = {part.split(":")[0].strip(): part for part in re.split(r"\n(?=[a-z]+:)", text)}
    joints = re.findall(r"\n  (\w+): \{(revolute|prismatic):", sections["joints"])
    sections["joints"] = re.sub(r"\n  \S+: \{(gear|coupler|fixed):.*", "", sections["joints"])
    sections["forces"] = "\nforces:\n" + "".join(
        f"  m{i}: {{motor: {name}, {'force' if kind == 'prismatic' else 'torque'}: 0.{i + 1}}}\n" for i, (name, kind) in enumerate(joints))
    sections.pop("initial", None)
    sections["analyses"] = "\nanalyses: [dynamics: {end: 1}]\n"
    to.write_text("\n".join(sections.values()))


def humanoid():
    found = importlib.util.find_spec("dm_control")
    return pathlib.Path(found.submodule_search_locations[0])/"suite/humanoid.xml" if found else None


def measure(folder, seconds, peers, name, description, floating):
    """Degrees of freedom and nanoseconds: Trammel, Pinocchio (None: MJCF), MuJoCo as a whole, MuJoCo's parts that accelerations need."""
    model, mjcf = folder/"robot.yaml", folder/"robot.xml"
    urdf = description.suffix == ".urdf"
    with_motors(description, floating and urdf, model)
    run(TRAMMEL, "export", "mjcf", model, "-o", mjcf)
    best = [float("inf")] * 4
    for _ in range(ROUNDS):
        freedoms, ours = run(ROOT/"build/bench_robots", model, seconds).split()[:2]
        theirs = run(peers[0], description, "floating" if floating else "fixed", seconds).split() if urdf else [freedoms, "inf"]
        _, whole, part = run(peers[1], mjcf, seconds).split()
        assert theirs[0] == freedoms == _, f"{name}: {freedoms} degrees of freedom, {theirs[0]} in Pinocchio, {_} in MuJoCo"
        best = [min(a, float(b)) for a, b in zip(best, (ours, theirs[1], whole, part))]
    return freedoms, best


def main():
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 2
    peers = compile_peers()
    print("| robot | degrees of freedom | Trammel | Pinocchio `aba` | MuJoCo `mj_forward` | MuJoCo, parts that accelerations need |\n|---|---|---|---|---|---|")
    with tempfile.TemporaryDirectory() as name:
        for robot, description, floating in CASES:
            description = description or humanoid()
            if not description:
                continue
            freedoms, times = measure(pathlib.Path(name), seconds, peers, robot, description, floating)
            rates = [f"{1e6 / t:.0f} 000/s" if t < float("inf") else "" for t in times]
            print(f"| {robot} | {freedoms} | {' | '.join(rates)} |", flush=True)


if __name__ == "__main__":
    main()

#!/usr/bin/env python3
"""run.py - the benchmark problems in other programs and in programs written by hand, beside Trammel, one after the other.

    run.py [PROGRAM]...    only these: "hand", "trammel", "mujoco-debian", "mujoco", "simbody", "exudyn", "pinocchio"

Takes what it finds: Debian's MuJoCo and Simbody, and MuJoCo, Exudyn and Pinocchio from PyPI in build/peers/venv. What cannot be had or
built is said and left out. Every adapter is a process of its own with a limit of time; what it wrote before it failed counts, and the
failure is a record too ("outcome"). Records go to build/bench/hand.json and build/bench/peers.json, all that was run to build/peers/raw.

A run counts only where the finer ones of its series bear it out: one whose error is less than a quarter of that of a finer setting was
lucky at the end of the motion, and is left out.
"""
import concurrent.futures
import json
import os
import pathlib
import re
import subprocess
import sys
import time

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
BUILD, RECORDS = ROOT/"build/peers", ROOT/"build/bench"
VENV, RAW = BUILD/"venv", BUILD/"raw"
LIMIT = ROOT/"build/bench/limit"
sys.path.insert(0, str(HERE.parent))
import problems  # noqa: E402

WHEELS = {"mujoco": "mujoco>=3", "exudyn": "exudyn>=1.8", "pinocchio": "pin>=3"}
NAMES = {"mujoco-debian": "MuJoCo (Debian)", "mujoco": "MuJoCo", "simbody": "Simbody", "exudyn": "Exudyn", "pinocchio": "Pinocchio"}
EVERY = ("hand", "trammel", "mujoco-debian", "mujoco", "simbody", "exudyn", "pinocchio")
# Work against precision: CPU time of one program, all its settings together
TIMED = {("andrews-a03", 7): 30, ("fourbar", 3): 20, ("fourbars", 40): 60}
CHAINS = [(name, n) for name in ("planar-chain", "spatial-chain") for n in (10, 100, 1000)]
ROWS = [("fourbars", 200), ("fourbars", 1000)]  # the cost of one evaluation
MAX_CPU, MAX_CLOCK = 90, 900  # seconds of CPU time and on the clock for one process
OWN = ["andrews", "andrews-a03", "fourbar", "fourbars-40", "fourbars-200", "fourbars-1000", "fourbars-10000"] + [
    f"{name}-{n}" for name in ("planar-chain", "spatial-chain") for n in (10, 100, 1000, 10000)]


def say(text):
    print(text, flush=True)


# ---- what there is ---------------------------------------------------------------------------------------------------

def run(command, **settings):
    return subprocess.run([str(part) for part in command], capture_output=True, text=True, **settings)


def install(wanted):
    """Wheels into build/peers/venv; which of them are there."""
    base = "/usr/bin/python3" if os.access("/usr/bin/python3", os.X_OK) else sys.executable
    if not (VENV/"bin/pip").exists() and run([base, "-m", "venv", VENV]).returncode:
        say("  no virtual environment can be made: MuJoCo, Exudyn and Pinocchio from PyPI are left out")
        return set()
    found = set()
    for name in wanted:
        there = run([VENV/"bin/pip", "show", "-q", WHEELS[name].split(">")[0]]).returncode == 0
        if there or run([VENV/"bin/pip", "install", "-q", "--disable-pip-version-check", WHEELS[name]]).returncode == 0:
            found.add(name)
        else:
            say(f"  {WHEELS[name]} cannot be had from PyPI: left out")
    return found


def site():
    return next((VENV/"lib").glob("python3.*"))/"site-packages"


def wheel_version(package):
    shown = run([VENV/"bin/pip", "show", package]).stdout
    return re.search(r"^Version: (.*)$", shown, re.M)[1]


def pkg_config(*arguments):
    done = run(["pkg-config", *arguments])
    return done.stdout.split() if done.returncode == 0 else None


RECORD = [LIMIT/"liblimit_record.a"]
STEPPER = [LIMIT/"liblimit_stepper.a", *RECORD, ROOT/"build/libtrammel.a", "-lm"]


def recipes(found):
    """Adapter -> (source, arguments of the compiler before and after it); None: what it needs is not there."""
    known = {}
    if pathlib.Path("/usr/include/mujoco/mujoco.h").exists():
        known["mujoco-debian"] = ("mujoco.cpp", ['-DPEER="MuJoCo (Debian)"'], [*RECORD, "-lmujoco"])
    if pkg_config("--exists", "simbody") is not None:
        # Debian's library was compiled with assertions; what is seen of it from outside depends on that.
        known["simbody"] = ("simbody.cpp", [*pkg_config("--cflags", "simbody"), f'-DSIMBODY_VERSION="{pkg_config("--modversion", "simbody")[0]}"'],
                            ["-UNDEBUG", *RECORD, *pkg_config("--libs", "simbody")])
    if "mujoco" in found:
        library = next((site()/"mujoco").glob("libmujoco.so*"), None)
        if library and (site()/"mujoco/include/mujoco/mujoco.h").exists():
            known["mujoco"] = ("mujoco.cpp", ['-DPEER="MuJoCo"', f"-I{site()}/mujoco/include"], [*RECORD, library, f"-Wl,-rpath,{library.parent}"])
    include = VENV.exists() and site()/"cmeel.prefix/include"
    if "pinocchio" in found and (include/"pinocchio/algorithm/aba.hpp").exists():
        known["pinocchio"] = ("pinocchio.cpp", [f'-DPINOCCHIO_VERSION_TEXT="{wheel_version("pin")}"', f"-I{include}", "-isystem", "/usr/include/eigen3",
                                                "-DBOOST_MPL_LIMIT_LIST_SIZE=30", "-DBOOST_MPL_LIMIT_VECTOR_SIZE=30",
                                                "-DBOOST_MPL_CFG_NO_PREPROCESSED_HEADERS", "-DBOOST_FUSION_INVOKE_MAX_ARITY=12"], STEPPER)
    return known


def compile_one(name, source, before, after):
    """The adapter, or None."""
    target, inputs = BUILD/name, [HERE/source, HERE/"problem.hpp", *[a for a in after if isinstance(a, pathlib.Path)]]
    if target.exists() and all(target.stat().st_mtime > path.stat().st_mtime for path in inputs):
        return target
    options = [a for a in after if a == "-UNDEBUG"]
    command = ["g++", *before, "-std=gnu++17", "-O3", "-march=native", "-DNDEBUG", "-w", *options, f"-I{HERE.parent}/limit", HERE/source,
               "-o", target, *[a for a in after if a != "-UNDEBUG"]]
    begun = time.time()
    done = run(command)
    (BUILD/f"{name}.log").write_text(" ".join(map(str, command)) + "\n" + done.stderr)
    if done.returncode:
        say(f"  {name} cannot be compiled: left out; see build/peers/{name}.log")
        return None
    say(f"  {name} compiled in {time.time() - begun:.0f} s")
    return target


def commands(wanted):
    """Program -> how its adapter is called."""
    found = install([name for name in WHEELS if name in wanted])
    known = {name: recipe for name, recipe in recipes(found).items() if name in wanted}
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        built = dict(zip(known, pool.map(lambda item: compile_one(item[0], *item[1]), known.items())))
    ready = {name: [program] for name, program in built.items() if program}
    if "exudyn" in found:
        ready["exudyn"] = [VENV/"bin/python", "-W", "ignore", HERE/"exudyn_peer.py"]
    for name in wanted:
        if name not in ready:
            say(f"  {name}: not there")
    return ready


# ---- runs ------------------------------------------------------------------------------------------------------------

def cpu_of(process):
    """CPU seconds of a running process. (A limit set by the system would make its clock coarse.)"""
    try:
        fields = pathlib.Path(f"/proc/{process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12]))/os.sysconf("SC_CLK_TCK")
    except OSError:
        return 0.0


def wait(process):
    """Its exit code; None: it took too long and was ended."""
    begun = time.time()
    while process.poll() is None:
        if cpu_of(process) > MAX_CPU or time.time() - begun > MAX_CLOCK:
            process.kill()
            process.wait()
            return None
        time.sleep(0.2)
    return process.returncode


def collect(name, label, command):
    """Runs one process; its records, and one of the failure where it fails."""
    stem, begun = RAW/f"{name}-{label}", time.time()
    with open(f"{stem}.json", "w") as out, open(f"{stem}.err", "w") as errors:
        process = subprocess.Popen([str(part) for part in command], stdout=out, stderr=errors, cwd=BUILD)
        code = wait(process)
    records = []
    for line in pathlib.Path(f"{stem}.json").read_text().splitlines():
        try:
            records.append(json.loads(line))
        except ValueError:
            pass  # half a line of a process that was ended, or what a library prints
    outcome = "" if code == 0 else f"stopped after {MAX_CPU} s" if code is None else f"failed ({code})"
    say(f"  {name:14} {label:20} {len(records):4} records {time.time() - begun:6.0f} s  {outcome}")
    return records, outcome


def peers(ready):
    records = []
    for name, size in [*TIMED, *CHAINS, *ROWS]:
        label = f"{name}-{size}"
        (BUILD/f"{label}.txt").write_text(run([sys.executable, HERE/"export.py", name, size]).stdout)
        for program, command in ready.items():
            found, outcome = collect(program, label, [*command, BUILD/f"{label}.txt", TIMED.get((name, size), 0)])
            records += found
            outcome = outcome or ("" if found else "no run came to an end with an error below 0.1")
            if outcome:
                records.append({"program": NAMES[program], "problem": name, "size": size, "outcome": outcome, "settings": ""})
    return records


def hand():
    records = []
    fourbar, row = problems.problem("fourbar"), problems.problem("fourbars", 40)
    tasks = [("fourbar", ["limit_fourbar", fourbar.duration, *[q[3] for q in fourbar.quantities]]),
             ("fourbars", ["limit_fourbars", row.duration, *[q[3] for q in row.quantities], 40, 1, 10, 200, 1000, 10000]),
             ("planar-chain", ["limit_chain", 10, 100, 1000, 10000, 100000])]
    for name in ("andrews", "andrews-a03"):
        p = problems.problem(name)
        tasks.append((name, ["limit_andrews", name, p.duration, p.quantities[0][3], *[b["turn"] for b in p.bodies]]))
    for label, (program, *arguments) in tasks:
        records += collect("hand", label, [LIMIT/program, *arguments])[0]
    return records


# ---- records ---------------------------------------------------------------------------------------------------------

def series(record):
    """Runs that differ only in step or tolerance."""
    method = re.sub(r"(step|accuracy|tolerance|solref) [0-9.e+-]+( s)?", "", record.get("settings", ""))
    return record["program"], record["problem"], record["size"], method


def borne_out(records):
    """Without the runs that were lucky: far better than a finer one of their series."""
    kept = []
    for record in records:
        error, tolerance = record.get("error"), record.get("tolerance")
        finer = [r["error"] for r in records if error is not None and r.get("error") is not None and tolerance and r.get("tolerance")
                 and series(r) == series(record) and r["tolerance"] < tolerance]
        if not finer or error >= 0.25*max(finer):
            kept.append(record)
    return kept


def write(name, records):
    kept = borne_out(records)
    if len(kept) < len(records):
        say(f"  {name}: {len(records) - len(kept)} lucky runs left out")
    (RECORDS/f"{name}.json").write_text("".join(json.dumps(r) + "\n" for r in kept))


def main():
    wanted = sys.argv[1:] or EVERY
    for name in wanted:
        if name not in EVERY:
            sys.exit(f"run.py: no program {name}; there are {', '.join(EVERY)}")
    for folder in (BUILD, RAW, RECORDS):
        folder.mkdir(parents=True, exist_ok=True)
    os.environ.update(OPENBLAS_NUM_THREADS="1", OMP_NUM_THREADS="1")
    others = [name for name in wanted if name not in ("hand", "trammel")]
    ready = commands(others) if others else {}
    if "trammel" in wanted:
        subprocess.run([sys.executable, HERE.parent/"run.py", *OWN], check=True)
    if "hand" in wanted:
        write("hand", hand())
    if others:
        write("peers", peers(ready))


if __name__ == "__main__":
    main()

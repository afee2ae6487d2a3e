#!/usr/bin/env python3
"""contact.py - times Trammel, MuJoCo, Box2D and Exudyn on the problems with contact: build/bench/contact.json, one record per line.

    contact.py [PROBLEM]...   only these ("knee", "drop-10"); their records take the place of older ones

A record has program, version, problem, size, title, settings, error, cpu_s and, of programs with fixed steps, step and steps. Trammel runs from
event to event at several tolerances by `trammel bench`; many balls by time stepping, as the others do. MuJoCo and Exudyn come from PyPI, Box2D
from Debian (tools/packages-peers.txt); what is not there is left out. Times are those of the processor, the best of several runs.
"""
import importlib.util
import json
import pathlib
import subprocess
import sys

import contact_problems
import run as trammel

HERE = pathlib.Path(__file__).resolve().parent
FOLDER = trammel.ROOT/"build/bench"
BUILD = trammel.ROOT/"build/peers"
RECORDS = FOLDER/"contact.json"
TOLERANCES = "1e-2,1e-3,1e-4,1e-5,1e-6,1e-7,1e-8,1e-9,1e-10,1e-11"
FEW = "1e-4,1e-6,1e-8"  # of many bodies
SECONDS = {"MuJoCo": 3, "Box2D": 2, "Exudyn": 6}  # of CPU time for one problem, all settings together
STEPS = (100, 200, 400, 800)  # of time stepping through bouncing balls
HEAP_STEPS = 200


def peers():
    spec = importlib.util.spec_from_file_location("peers_run", HERE/"peers/run.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def adapters():
    """Program -> its adapter, as far as they can be had."""
    found, others = {}, peers()
    BUILD.mkdir(parents=True, exist_ok=True)
    plain = ["g++", "-std=gnu++17", "-O3", "-march=native", "-DNDEBUG", "-w"]
    if others.install(["mujoco"]):
        wheel = others.site()/"mujoco"
        library = next(wheel.glob("libmujoco.so*"), None)
        command = [*plain, f"-I{wheel}/include", HERE/"peers/contact_mujoco.cpp", "-o", BUILD/"contact_mujoco", library, f"-Wl,-rpath,{wheel}"]
        if library and subprocess.run(command).returncode == 0:
            found["MuJoCo"] = BUILD/"contact_mujoco"
    if pathlib.Path("/usr/include/box2d/box2d.h").exists():
        command = [*plain, HERE/"peers/contact_box2d.cpp", "-o", BUILD/"contact_box2d", "-lbox2d"]
        if subprocess.run(command).returncode == 0:
            found["Box2D"] = BUILD/"contact_box2d"
    if others.install(["exudyn"]):
        found["Exudyn"] = HERE/"peers/contact_exudyn.py"
    return found


def model(p, options):
    path = FOLDER/f"contact-{p.label}.yaml"
    path.write_text(p.yaml.replace("{options}", options))
    return path


def by_events(p):
    """Every tolerance, as chosen by auto."""
    command = [trammel.PROGRAM, "bench", model(p, "tolerance: 1e-8, contact: events"), "--json", "--formulation", "auto", "--integrator", "auto", "--tolerance",
               TOLERANCES if p.size <= 10 else FEW, "--repeat", "7" if p.size <= 10 else "1", "--limit", "3"]
    for channel, value in p.quantities:
        command += ["--reference", f"{channel}={value!r}"]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode > 1:
        sys.exit(f"contact.py: {p.label}: {done.stderr}")
    answer = json.loads(done.stdout)
    return [{"program": "Trammel", "version": answer["trammel"], "settings": f"events, tolerance {e['tolerance']:.0e}", "tolerance": e["tolerance"],
             "error": e["error"], "cpu_s": e["cpu_s"], "steps": e["steps"]} for e in answer["entries"] if e.get("error") is not None]


def by_steps(p, count):
    """One run of time stepping: CPU time and error."""
    path, out = model(p, f"contact: time_stepping, step: {p.duration/count!r}"), FOLDER/"contact-run.json"
    best = None
    for _ in range(2):
        done = subprocess.run([trammel.PROGRAM, "run", "-q", path, "-o", out], capture_output=True, text=True)
        if done.returncode:
            print(f"  {p.label}: {done.stderr.strip()}")
            return []
        answer = json.loads(out.read_text())["analyses"][0]
        names = [c["name"] for c in answer["columns"]]
        error = max((abs(answer["rows"][-1][names.index(channel)] - value) for channel, value in p.quantities), default=None)
        facts = answer["facts"]
        best = min(best or facts["CPU time"], facts["CPU time"])
    return [{"program": "Trammel", "version": "", "settings": "time stepping", "step": p.duration/count, "steps": count, "error": error, "cpu_s": best,
             "residual": facts["residual of complementarity"]}]


def ask(program, adapter, p, seconds):
    """The runs of another program."""
    if program == "MuJoCo" and p.mjcf:
        (BUILD/"contact.xml").write_text(p.mjcf)
        lines = [f"{where} ; {add!r} {exact!r}" for (where, add), (_, exact) in zip(p.mujoco, p.quantities)]
        (BUILD/"contact.txt").write_text("\n".join(lines) + "\n" if lines else "")
        command = [adapter, BUILD/"contact.xml", repr(p.duration), "elastic" if p.elastic else "plastic", str(seconds), BUILD/"contact.txt"]
    elif program == "Box2D" and p.box2d:
        (BUILD/"contact.b2").write_text(p.box2d)
        command = [adapter, BUILD/"contact.b2", repr(p.duration), str(seconds)]
    elif program == "Exudyn" and p.box2d and seconds and p.size <= 100:
        (BUILD/"contact.b2").write_text(p.box2d)
        command = [peers().VENV/"bin/python", "-W", "ignore", adapter, BUILD/"contact.b2", repr(p.duration), "elastic" if p.elastic else "plastic", str(seconds)]
    else:
        return []
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        print(f"  {program}, {p.label}: failed: {done.stderr.strip()[:200]}")
    return [json.loads(line) for line in done.stdout.splitlines() if line.startswith("{")]


def run_problem(p, programs):
    """All programs, one after the other."""
    counted = p.name.startswith("bounce") and p.size >= 10
    runs = by_events(p) if p.quantities and p.size <= 100 else []
    for count in STEPS if counted else (HEAP_STEPS,) if p.name.startswith("heap") else ():
        runs += by_steps(p, count)
    for program, adapter in programs.items():
        many = p.name.startswith("heap")
        runs += ask(program, adapter, p, 0 if many else SECONDS[program])
    for r in runs:
        r.update(problem=p.name, size=p.size, title=p.title, law=p.law, source=p.source)
    print(f"  {p.label:18} {len(runs):4} records", flush=True)
    return runs


def main():
    FOLDER.mkdir(parents=True, exist_ok=True)
    everything = contact_problems.mechanisms() + contact_problems.falling() + contact_problems.heaps()
    wanted = [p for p in everything if not sys.argv[1:] or p.label in sys.argv[1:] or p.name in sys.argv[1:]]
    old = [json.loads(line) for line in RECORDS.read_text().splitlines()] if RECORDS.exists() and sys.argv[1:] else []
    again = {(p.name, p.size) for p in wanted}
    records = [trammel.machine()] + [r for r in old if r["program"] != "machine" and (r["problem"], r["size"]) not in again]
    programs = adapters()
    print("benchmarks with contact (processor time): Trammel, " + ", ".join(programs), flush=True)
    for p in wanted:
        records += run_problem(p, programs)
        RECORDS.write_text("\n".join(json.dumps(r) for r in records) + "\n")


if __name__ == "__main__":
    main()

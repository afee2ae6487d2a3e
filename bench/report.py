#!/usr/bin/python3
"""report.py - docs/benchmarks.md and its pictures from the records of build/bench/*.json."""
import io
import pathlib

import matplotlib
matplotlib.use("svg")
import matplotlib.pyplot as plt  # noqa: E402
from matplotlib.ticker import LogLocator, NullFormatter  # noqa: E402

import problems  # noqa: E402
import records as measured  # noqa: E402
from markdown import table  # noqa: E402
from slim import slim  # noqa: E402

ROOT = pathlib.Path(__file__).resolve().parent.parent
PICTURES = ROOT/"docs/pictures"

COLOURS = {"joint": "#1c5fb0", "absolute": "#d9731a", "point": "#2a9149", "particles": "#8d56b3", "implicit": "#b8292f"}
DASHES = {"explicit": "-", "adams": "--", "bdf": ":", "dae": "-.", "rk4": (0, (1, 1)), "euler": (0, (1, 3)), "dopri5": (0, (5, 1))}
MARKERS = {"explicit": "o", "adams": "s", "bdf": "^", "dae": "D", "rk4": "v", "euler": "x", "dopri5": "P"}
OTHERS = ["#2a9149", "#8d56b3", "#b8292f", "#14899c", "#a3741f", "#c2518f", "#6d7f1d"]
BY_HAND = dict(color="#333333", linestyle=":", marker="x", linewidth=1.4)
PAIRS = [("andrews", "andrews-a03"), ("fourbar", "fourbar-motor"), ("fourbars-2", "fourbars-40"), ("bricard", "flyball"),
         ("suspension-stiff", "suspension-rubber")]
COMPARED = ["andrews-a03", "fourbar", "fourbars-40"]
FAMILIES = [("planar-chain", "planar chain"), ("spatial-chain", "spatial chain"), ("fourbars", "four-bars in a row")]

plt.rcParams.update({"font.family": "DejaVu Sans", "font.size": 10, "axes.grid": True, "grid.color": "#dddddd",
                     "grid.linewidth": 0.6, "axes.edgecolor": "#888888", "axes.axisbelow": True, "svg.hashsalt": "trammel",
                     "figure.facecolor": "white", "savefig.facecolor": "white"})


# ---- pictures --------------------------------------------------------------------------------------------------------

def save(figure, name, what, handles, columns):
    """The legend below the panels, column by column; the picture for the page, and as PNG to look at."""
    rows = -(-len(handles)//columns)
    figure.legend(handles.values(), handles.keys(), loc="lower center", ncol=columns, frameon=False, fontsize=9)
    figure.tight_layout(rect=(0, (0.1 + 0.2*rows)/figure.get_figheight(), 1, 1))
    drawn = io.StringIO()
    figure.savefig(drawn, format="svg", metadata={"Date": None})
    (PICTURES/f"benchmark-{name}.svg").write_text(slim(drawn.getvalue()))
    figure.savefig(measured.FOLDER/f"benchmark-{name}.png", dpi=110)
    plt.close(figure)
    return f"![{what}](pictures/benchmark-{name}.svg)\n"


def of(records, label):
    """Records of "fourbars-40" or "andrews"."""
    name, _, size = label.rpartition("-")
    return records.where(problem=name, size=int(size)) if size.isdigit() else records.where(problem=label)


def title_of(label):
    name, _, size = label.rpartition("-")
    return (problems.problem(name, int(size)) if size.isdigit() else problems.problem(label)).title


def work_axes(axes, title):
    axes.set_xscale("log")
    axes.set_yscale("log")
    axes.set_title(title, fontsize=10.5)
    axes.set_xlabel("CPU time, s")
    axes.set_ylabel("error")


def methods(records):
    """formulation, integrator -> records, in the order of the colours."""
    found = {}
    for formulation in COLOURS:
        for integrator in DASHES:
            some = records.where(program="Trammel", auto=False, formulation=formulation, integrator=integrator,
                                 error=lambda e: e is not None)
            if some:
                found[formulation, integrator] = some
    return found


def draw_methods(axes, records):
    """Trammel's own: each formulation and integrator, and what `auto` takes as a broad line behind."""
    handles = {}
    chosen = sorted((r["tolerance"], r["error"], r["cpu_s"]) for r in records.where(program="Trammel", auto=True)
                    if r.get("error"))
    handles["auto"], = axes.plot([c for _, _, c in chosen], [e for _, e, _ in chosen], color="#8fb4e8", linewidth=7, alpha=0.55,
                                 solid_capstyle="round")
    for (formulation, integrator), some in methods(records).items():
        points = sorted((-r["tolerance"], r["cpu_s"], max(r["error"], 1e-16)) for r in some)
        handles[f"{formulation}, {integrator}"], = axes.plot(
            [c for _, c, _ in points], [e for _, _, e in points], color=COLOURS[formulation], linestyle=DASHES[integrator],
            marker=MARKERS[integrator], markersize=3.5, linewidth=1.3)
    axes.set_ylim(bottom=max(axes.get_ylim()[0], 1e-15))
    return handles


def picture_methods(records, labels, name):
    figure, panels = plt.subplots(1, 2, figsize=(9.4, 4.9))
    handles = {}
    for axes, label in zip(panels, labels):
        work_axes(axes, title_of(label))
        handles.update(draw_methods(axes, of(records, label)))
    return save(figure, name, "Error against CPU time: " + " and ".join(map(title_of, labels)), handles, 4)


def colours_of(programs):
    rest = (p for p in programs if p != "Trammel" and not p.startswith(measured.BY_HAND))
    return {p: OTHERS[i % len(OTHERS)] for i, p in enumerate(rest)}


def ordered(programs):
    """Trammel first, the programs by hand last."""
    return sorted(programs, key=lambda p: (not p.startswith("Trammel"), p.startswith(measured.BY_HAND), p))


def style(program, colours):
    if program == "Trammel":
        return dict(color="#1c5fb0", linewidth=3, marker="o", markersize=5, zorder=5)
    if program.startswith(measured.BY_HAND):
        return dict(BY_HAND, zorder=4) if program == measured.BY_HAND else dict(BY_HAND, zorder=4, linestyle="--", marker="+")
    return dict(color=colours[program], linewidth=1.3, marker="o", markersize=3.5)


def picture_programs(records):
    """The fronts of all programs, Trammel's in front."""
    figure, panels = plt.subplots(1, len(COMPARED), figsize=(9.4, 4.4))
    colours, handles = colours_of(records.programs()), {}
    for axes, label in zip(panels, COMPARED):
        work_axes(axes, title_of(label).replace(" (IFToMM", "\n(IFToMM").replace(", 5 s", ",\n5 s"))
        for program in records.programs():
            front = of(records, label).where(program=program).front()
            if front:
                handles[program], = axes.plot([c for _, c in front], [e for e, _ in front], **style(program, colours))
    for axes in panels[1:]:
        axes.set_ylabel("")
    return save(figure, "programs", "Error against CPU time by each program", {p: handles[p] for p in ordered(handles)}, 6)


def picture_sizes(records):
    """Cost of an evaluation for one body against the number of links or four-bars."""
    figure, panels = plt.subplots(1, 3, figsize=(9.4, 4.2))
    colours, handles = colours_of(records.programs()), {}
    for axes, (problem, title) in zip(panels, FAMILIES):
        axes.set_xscale("log")
        axes.set_yscale("log")
        axes.yaxis.set_major_locator(LogLocator(subs=(1, 2, 5)))
        axes.yaxis.set_major_formatter(lambda value, _: f"{value:g}" if value < 1e5 else f"{value:.0e}".replace("e+0", "e"))
        axes.yaxis.set_minor_formatter(NullFormatter())
        axes.set_title(title, fontsize=10.5)
        axes.set_xlabel("four-bars" if problem == "fourbars" else "links")
        for program in (p for p in records.programs() if p != "Trammel"):
            found = measured.per_body(records, problem, program=program)
            if found:
                handles[program], = axes.plot(list(found), list(found.values()), **style(program, colours))
        for formulation in ("absolute", "joint"):
            found = measured.per_body(records, problem, program="Trammel", formulation=formulation)
            handles[f"Trammel, {formulation}"], = axes.plot(
                list(found), list(found.values()), color=COLOURS[formulation], linewidth=2.6, marker="o", zorder=5)
    panels[0].set_ylabel("ns for one body in one evaluation")
    return save(figure, "sizes", "Cost of an evaluation for one body against size", {p: handles[p] for p in ordered(handles)}, 4)


# ---- text ------------------------------------------------------------------------------------------------------------

def duration(seconds):
    if seconds is None:
        return "-"
    for unit, name in ((1, "s"), (1e-3, "ms"), (1e-6, "us")):
        if seconds >= unit:
            return f"{seconds/unit:.3g} {name}"
    return f"{1e9*seconds:.3g} ns"


def goals_text(records):
    yield "## Goals\n"
    yield "Computed from the records of this run; \"not measured\" where one is missing.\n"
    rows = [(what, goal, value or "-", "not measured" if good is None else "yes" if good else "no")
            for what, goal, value, good in measured.goals(records)]
    yield from table(("what", "goal", "reached", ""), rows)


def programs_text(records):
    compared = [p for p in ordered(records.programs()) if p != "Trammel"]
    yield "## Against other programs\n"
    if not compared:
        yield "No records of other programs were found: see `make bench-peers`.\n"
        return
    yield picture_programs(records)
    yield "CPU time at equal error, at each program's best setting for it (interpolated on its front; - where it is not reached):\n"
    errors = (1e-4, 1e-5, 1e-6, 1e-7, 1e-8, 1e-10)
    for label in ["andrews"] + COMPARED:
        rows = []
        for program in ["Trammel"] + compared:
            some = of(records, label).where(program=program)
            if some.front():
                rows.append((program, *(duration(some.time_at(e)) for e in errors)))
        yield f"**{title_of(label)}**\n"
        yield from table(("program", *(f"{e:.0e}" for e in errors)), rows, range(1, 7))
    yield "Settings of the fastest run with an error of 1e-6 or less, or else of the most accurate one:\n"
    rows = []
    for program in compared:
        for label in ["andrews"] + COMPARED:
            some = [r for r in of(records, label).where(program=program) if r.get("error") is not None and r.get("cpu_s")]
            good = [r for r in some if r["error"] <= 1e-6]
            best = min(good, key=lambda r: r["cpu_s"]) if good else min(some, key=lambda r: r["error"]) if some else None
            if best:
                rows.append((f"{program} {best.get('version') or ''}", label, best.get("settings", ""), f"{best['error']:.1e}",
                             duration(best["cpu_s"])))
    yield from table(("program", "problem", "settings", "error", "CPU time"), rows, (3, 4))


def methods_text(records):
    yield "## Formulations and integrators\n"
    yield ("Work and precision: error at the end of the run against CPU time, each point a tolerance. The broad line is "
           "what `auto` chooses.\n")
    errors = (1e-4, 1e-6, 1e-8, 1e-10)
    for pair in PAIRS:
        yield picture_methods(records, pair, pair[0])
        for label in pair:
            here = of(records, label)
            rows = [("auto", *method_row(here.where(program="Trammel", auto=True), errors))]
            rows += [(f"{f}, {i}", *method_row(some, errors)) for (f, i), some in methods(here).items()]
            late = {(r["formulation"], r["integrator"]): r["outcome"] for r in here.where(program="Trammel")
                    if r.get("outcome") not in (None, "done")}
            yield f"**{title_of(label)}**\n"
            yield from table(("formulation, integrator", *(f"{e:.0e}" for e in errors), "most exact", "ns an evaluation",
                              "evaluations a simulated s"), rows, range(1, 8))
            if late:
                yield "Not finished at some tolerance: " + "; ".join(f"{f}, {i} ({why})" for (f, i), why in late.items()) + ".\n"


def method_row(some, errors):
    """Times at the errors; then, at the tolerance nearest to 1e-8, evaluations and their cost."""
    cells = [duration(some.time_at(e)) for e in errors]
    good = [r for r in some if r.get("error") is not None]
    near = min(good, key=lambda r: (abs(r["tolerance"] - 1e-8), r["cpu_s"]), default={})
    cells.append(f"{min(r['error'] for r in good):.0e}" if good else "-")
    cells.append(f"{near['ns_per_evaluation']:.0f}" if near.get("ns_per_evaluation") else "-")
    cells.append(f"{near['evaluations_per_second']:.0f}" if near.get("evaluations_per_second") else "-")
    return cells


def sizes_text(records):
    yield "## Large mechanisms\n"
    yield picture_sizes(records)
    rows = []
    for problem, title in FAMILIES:
        for size in problems.sizes[problem]:
            for formulation in ("joint", "absolute"):
                some = records.where(program="Trammel", problem=problem, size=size, formulation=formulation, cpu_s=bool,
                                     ns_per_evaluation=bool)
                if not some:
                    continue
                best = min(some, key=lambda r: r["ns_per_evaluation"])
                memory = f"{1e-3*best['bytes_per_body']:.1f} kB" if size >= 1000 else "-"
                first = min(r["file_to_first_step_s"] for r in some if r.get("file_to_first_step_s"))
                rows.append((title, size, formulation, duration(1e-9*best["ns_per_evaluation"]), f"{best['ns_per_body']:.0f}",
                             memory, duration(first)))
    yield from table(("problem", "size", "formulation", "one evaluation", "ns a body", "memory a body", "file to first step"),
                     rows, range(3, 7))
    yield ("An evaluation gives all accelerations and joint forces for given positions and velocities. Memory: the largest amount "
           "allocated, including tables of results, beyond the program itself. File to first step: CPU time from opening the model file to "
           "the end of the first step.\n")


def live_text(records):
    live = records.where(mean_step_us=bool)
    if not live:
        return
    yield "## Steps in real time\n"
    yield from table(("problem", "settings", "mean step, us", "worst step, us"),
                     [(r["problem"], r.get("settings", ""), f"{r['mean_step_us']:.2f}",
                       f"{r.get('worst_step_us') or r.get('worst_alone_us'):.2f}") for r in live], (2, 3))
    yield ("Each run takes the same steps, so that the shortest time of a step over all runs is the time of the step itself. Anything "
           "beyond that in a single run is due to the machine: interrupts, and times at which the thread was not scheduled.\n")


def problems_text():
    yield "## The problems\n"
    yield ("In `bench/problems.py`, as plain numbers for all programs. The error is the largest absolute difference of the "
           "quantities named, at the end of the run (m or rad; whole turns do not count).\n")
    rows = []
    for name in problems.names:
        p = problems.problem(name, 10 if name in problems.families else None)
        quantities = ", ".join(problems.quantity_name(q) for q in p.quantities).replace("link9", "last link")
        title = {"planar-chain": "planar chain of n links", "spatial-chain": "spatial chain of n links",
                 "fourbars": "N four-bars in a row (IFToMM A02)"}.get(name, p.title)
        rows.append((f"`{name}`", title, quantities, p.source))
    yield from table(("name", "problem", "error in", "exact values from"), rows)


def machine_text(records):
    here = next(iter(records.where(program="machine")), {})
    versions = sorted({f"{r['program']} {r.get('version') or ''}".strip() for r in records
                       if r["program"] != "machine" and r.get("version")})
    yield (f"Measured on {here.get('date', '?')} on {here.get('cores', '?')} cores of {here.get('cpu', '?')}, "
           f"compiled by {here.get('compiler', '?')}, at commit {here.get('commit', '?')}. {', '.join(versions)}.\n")


def report(records):
    yield "<!-- Written by bench/report.py from the records of a run: make bench. Do not edit. -->"
    yield "# Benchmarks\n"
    yield from machine_text(records)
    yield ("To repeat it: `make bench` (five minutes on two idle cores) times Trammel and writes this page; `make bench-peers` "
           "first adds the other programs. Times are CPU times, the best of several runs, from the first step to the end of the "
           "motion, without reading the model; one thread. Only ratios are meaningful: everything here was measured in one run on "
           "one machine. `trammel bench MODEL` does the same for your own model. Motions with impacts and contacts have "
           "[a page of their own](benchmarks-contact.md).\n")
    yield from goals_text(records)
    yield from programs_text(records)
    yield from methods_text(records)
    yield from sizes_text(records)
    yield from live_text(records)
    yield from problems_text()


def main():
    records = measured.Records(measured.load())
    if not records.where(program="Trammel"):
        raise SystemExit("report.py: there are no records of Trammel: make bench")
    for old in PICTURES.glob("benchmark-*.svg"):
        old.unlink()
    (ROOT/"docs/benchmarks.md").write_text("\n".join(report(records)).rstrip("\n") + "\n")
    print("written: docs/benchmarks.md and docs/pictures/benchmark-*.svg")


if __name__ == "__main__":
    main()

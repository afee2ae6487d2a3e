"""records.py - what the benchmark programs have written, and what it says: times at equal error, the goals."""
import json
import math
import pathlib

FOLDER = pathlib.Path(__file__).resolve().parent.parent/"build/bench"
KERNELS = ("Pinocchio",)  # gives accelerations; the integrator is ours
BY_HAND = "by hand"


def load():
    """All records of build/bench/*.json, one to a line; anything else there is passed over."""
    found = []
    for path in sorted(FOLDER.glob("*.json")):
        text = path.read_text()
        if text.startswith('{"program"'):
            found += [json.loads(line) for line in text.splitlines() if line.strip()]
    return found


class Records(list):
    def where(self, **wanted):
        """Those whose fields have the values wanted; a function as a value is asked."""
        def fits(record):
            return all(value(record.get(key)) if callable(value) else record.get(key) == value
                       for key, value in wanted.items())
        return Records(r for r in self if fits(r))

    def programs(self):
        return sorted({r["program"] for r in self} - {"machine"})

    def front(self):
        """(error, CPU time) of those that no other beats in both, from coarse to exact."""
        points = sorted((r["cpu_s"], r["error"]) for r in self
                        if r.get("cpu_s") and r.get("error") is not None and r["error"] == r["error"])
        best, least = [], math.inf
        for cpu, error in points:
            if error < least:
                best.append((max(error, 1e-16), cpu))
                least = error
        return best

    def time_at(self, error):
        """CPU time at this error, between the points of the front; None: it was never that exact."""
        front = self.front()
        for i, (reached, cpu) in enumerate(front):
            if reached <= error:
                if i == 0:
                    return cpu
                before, earlier = front[i - 1]
                share = math.log(before/error)/math.log(before/reached)
                return earlier*(cpu/earlier)**share
        return None


def ratios(records, problem, size, errors, others, ours=None):
    """(how many times faster than it, its name, error) for every other program and error that it reaches."""
    here = records.where(problem=problem, size=size) if size else records.where(problem=problem)
    trammel = ours if ours is not None else here.where(program="Trammel")
    for program in others:
        for error in errors:
            theirs, mine = here.where(program=program).time_at(error), trammel.time_at(error)
            if theirs and mine:
                yield theirs/mine, program, error


ERRORS = (1e-5, 1e-6, 1e-7, 1e-8)
CLOSED = (("andrews", "Andrews 0.03 s"), ("andrews-a03", "Andrews 0.05 s"), ("fourbar", "four-bar"))


def least(found):
    return min(found, default=None)


def goal_against(records, programs, good, show):
    """For the closed loops: the smallest ratio over programs and errors, shown by `show`, and whether all are good."""
    texts, reached = [], []
    for problem, name in CLOSED:
        found = least(ratios(records, problem, None, ERRORS, programs))
        if found:
            texts.append(f"{name}: {show(found[0]):.3g} ({found[1]} at {found[2]:.0e})")
            reached.append(good(found[0]))
    return "; ".join(texts), all(reached) if reached else None


def per_body(records, problem, **wanted):
    """Size -> least time of one evaluation for one body, in ns."""
    found = {}
    for r in records.where(problem=problem, ns_per_body=bool, **wanted):
        found[r["size"]] = min(found.get(r["size"], math.inf), r["ns_per_body"])
    return dict(sorted(found.items()))


def sizes_text(found):
    return ", ".join(f"{n}: {value:.0f}" for n, value in found.items())


def goal_planar(records):
    ours = per_body(records, "planar-chain", program="Trammel", formulation="joint")
    rows = []
    to = {n: v for n, v in ours.items() if 10 <= n <= 10000}
    rows.append(("planar chain by `joint`, n = 10 … 10000", "<= 90 ns a link", sizes_text(to) + " ns" if to else "",
                 max(to.values()) <= 90 if to else None))
    hand = per_body(records, "planar-chain", program=BY_HAND)
    both = [ours[n]/hand[n] for n in to if n in hand]
    rows.append(("the same against the program by hand", "<= 2 times", f"{max(both):.2f} times" if both else "",
                 max(both) <= 2 if both else None))
    peers = others(records)
    found = [(theirs[n]/ours[n], p, n) for p in peers for theirs in [per_body(records, "planar-chain", program=p)]
             for n in theirs if n in to]
    rows.append(("the same against any peer", ">= 3 times faster",
                 "{0:.2f} times ({1}, n = {2})".format(*min(found)) if found else "", min(found)[0] >= 3 if found else None))
    last = max(ours, default=0)
    base = ours.get(1000)
    rows.append(("the same, linear", "to 100000 links", f"n = {last}: {ours[last]/base:.2f} times the cost a link of n = 1000"
                 if base and last > 1000 else "", None if not base or last <= 1000 else last >= 100000 and ours[last] <= 1.5*base))
    return rows


def goal_spatial(records):
    ours = per_body(records, "spatial-chain", program="Trammel", formulation="joint")
    pinocchio = per_body(records, "spatial-chain", program="Pinocchio")
    both = [pinocchio[n]/ours[n] for n in ours if n in pinocchio]
    return [("spatial chain by `joint`", "<= 250 ns a link", sizes_text(ours) + " ns" if ours else "",
             max(ours.values()) <= 250 if ours else None),
            ("the same against Pinocchio's ABA", "faster", f"{min(both):.2f} times" if both else "",
             min(both) > 1 if both else None)]


def goal_rows_of_fourbars(records):
    found = least(ratios(records, "fourbars", 40, (1e-6,), others(records) + list(KERNELS)))
    ours = per_body(records, "fourbars", program="Trammel")
    most, base = ours.get(10000), ours.get(1000)
    bodies = f"{most:.0f} ns a body; {most/base:.2f} times that of N = 1000" if most and base else ""
    return [("N-four-bar, N = 40, 10 s at 1e-6, against the best peer", ">= 30 times faster",
             f"{found[0]:.3g} times ({found[1]})" if found else "", found[0] >= 30 if found else None),
            ("N-four-bar, N = 10000: an evaluation", "<= 1 us a body, linear in N", bodies,
             most <= 1000 and most <= 1.5*base if bodies else None)]


def goal_start(records):
    process = least(r["cpu_s"] for r in records.where(problem="process"))
    first = {}
    for r in records.where(program="Trammel", size=10000, file_to_first_step_s=bool):
        first[r["problem"]] = min(first.get(r["problem"], math.inf), r["file_to_first_step_s"])
    text = ", ".join(f"{name} {value:.2f} s" for name, value in first.items())
    return [("`trammel run fourbar.yaml`, whole process", "<= 15 ms", f"{1e3*process:.1f} ms" if process else "",
             process <= 0.015 if process else None),
            ("10000 bodies (fourbars: 20001), file to first step", "<= 1 s", text, max(first.values()) <= 1 if first else None)]


def goal_auto(records):
    """How much longer `auto` takes than the best of the table, at equal error."""
    texts, reached = [], []
    for problem in ("flyball", "suspension-stiff", "suspension-rubber"):
        ours = records.where(problem=problem, program="Trammel")
        found = []
        for error in (1e-4, 1e-6, 1e-8):
            chosen, best = ours.where(auto=True).time_at(error), ours.time_at(error)
            if chosen and best:
                found.append((chosen/best, error))
        if found:
            texts.append("{0}: {1:.2f} (at {2:.0e})".format(problem, *max(found)))
            reached.append(max(found)[0] <= 1.3)
    return [("stiff: `auto` against the best of the table", "within 1.3 times", "; ".join(texts),
             all(reached) if reached else None)]


def goal_live(records):
    live = records.where(worst_step_us=bool)
    text = "; ".join(f"{r['problem']} {r['worst_step_us']:.3g} us" for r in live)
    return [("fixed-step real time, worst step of 100000", "< 20 us", text,
             all(r["worst_step_us"] < 20 for r in live) if live else None)]


def others(records):
    """Multibody programs that integrate themselves."""
    return [p for p in records.programs() if p not in ("Trammel", *KERNELS) and not p.startswith(BY_HAND)]


def goals(records):
    """(what, goal, reached, yes or no; None: not measured)."""
    rows = [("closed loops at 1e-5 … 1e-8 against every multibody program", ">= 100 times faster",
             *goal_against(records, others(records), lambda x: x >= 100, lambda x: x)),
            ("the same against Pinocchio's kernels with the best explicit integrator", ">= 10 times faster",
             *goal_against(records, KERNELS, lambda x: x >= 10, lambda x: x)),
            ("the same against the program by hand", "<= 2 times its time",
             *goal_against(records, [BY_HAND], lambda x: x >= 0.5, lambda x: 1/x))]
    many = goal_rows_of_fourbars(records)
    return [*rows, many[0], *goal_planar(records), *goal_spatial(records), many[1], *goal_start(records), *goal_auto(records),
            *goal_live(records)]

"""Derivatives along motions of the models that ship, by `sensitivity`, against extrapolated differences of whole runs (`sweep`) at a tolerance
of 1e-13: to 1e-7 of them, or to what they themselves are known to.

    derivatives.py TRAMMEL [MODEL...]      without models: all

Every model has a mass of a body turned into a parameter, beside one of its own. Answers are chosen from its channels: the last position and speed, the greatest speed, the last
value of a force. What an answer does not depend on is left out.
"""
import csv
import glob
import json
import math
import os
import re
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
MODELS = os.path.join(HERE, "..", "..", "models")
BAR = 1e-7
NOTHING = 1e-6  # per cent for each per cent: an answer that does not depend on the parameter
SMALL = 1e-10  # per cent for each per cent: what is less is rounding
UNKNOWN = 1e-3  # of differences of runs: they are no measure
WEIGHTS = {1: 3 / 4, 2: -3 / 20, 3: 1 / 60}
LEVELS = (7, 9, 11)  # steps 2^-7 of the parameter, and less

# Motions that are cut short: before they part within rounding, or to be done soon.
ENDS = {
    "a02-fourbars-2": 0.6, "a02-fourbars-40": 0.1, "a05-flyball": 0.5, "full-car": 0.3, "belt-drive": 0.2, "geneva": 0.3, "escapement": 0.5, "ratchet": 0.5,
    "roller-coaster": 4, "flywheel": 10, "governor-damped": 2, "ica-fourbar": 0.05, "suspension-rubber": 0.3, "suspension-stiff": 0.1, "slewing-crane": 2, "pin-friction": 4,
    "slider-crank-friction/coasting": 0.5,
}
# A parameter of the model's own other than the first, and answers other than those chosen.
PARAMETERS = {"belt-drive": "torque=6", "atwood-landing": "m1=1", "ball-on-slope": "slope=0.5235987755982988", "gear-pair": "T1=30", "planetary": "Ts=12", "comes-back": "slope=0.4363323129985824",
              "comes-to-rest": "slope=0.2617993877991494", "sideways-block": "slope=0.3490658503988659", "fourbar": "torque=45", "full-car": "roll=400", "half-car": "kf=18e3", "quarter-car": "ks=20e3", "geneva": "speed=10",
              "suspension-rubber": "mount=5e5", "suspension-stiff": "mount=1e8", "a05-flyball": "ball=5"}


def run(*command):
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        raise RuntimeError((done.stderr or done.stdout).strip().splitlines()[-1][:200])
    return done.stdout


def number(text):
    try:
        return float(text)
    except ValueError:
        return 0


def choose_parameters(name, text):
    """The text with a mass as a parameter, and what is varied: [(parameter, value)]."""
    varied = []
    own = PARAMETERS.get(name)
    if own:
        parameter, value = own.split("=")
        varied.append((parameter, float(value)))
        text = re.sub(rf"^( +{parameter}: *)[^#\n]+", rf"\g<1>{value} ", text, count=1, flags=re.M)
    else:
        section = re.search(r"^parameters:(.*(?:\n[ ]+.*)*)", text, re.M)
        first = re.search(r"([A-Za-z_]\w*): *([-+0-9.e]+)(?= *(?:[,}#\n]|$))", section.group(1)) if section else None
        if first and number(first.group(2)):
            varied.append((first.group(1), number(first.group(2))))
    mass = re.search(r"mass: *([0-9.]+)(?: kg)?(?= *[,}#\n])", text)
    if mass:
        text = text[: mass.start()] + "mass: mass_" + text[mass.end():]
        given = "mass_: " + mass.group(1)
        varied.append(("mass_", float(mass.group(1))))
        if re.search(r"^parameters: *\{", text, re.M):
            text = re.sub(r"^parameters: *\{", "parameters: {" + given + ", ", text, count=1, flags=re.M)
        elif re.search(r"^parameters:", text, re.M):
            text = re.sub(r"^(parameters:.*)$", r"\1\n  " + given, text, count=1, flags=re.M)
        else:
            text = re.sub(r"^(bodies:|points:)", "parameters: {" + given + "}\n\\1", text, count=1, flags=re.M)
    return text, varied


def choose_answers(channels):
    def last(pattern):
        return [c for c in channels if re.search(pattern, c)]

    speeds, places = last(r"\.(speed|omega|vx|vy)$"), last(r"\.(angle|displacement|x|y)$")
    forces = last(r"\.(fx|fy|fz|force|load|tension)$")
    answers = [f"final({c[-1]})" for c in (speeds, places) if c]
    answers += [f"max({speeds[0]})"] if speeds else []
    return answers + ([f"final({forces[0]})"] if forces else [])


def with_sensitivity(text, answers, varied):
    lines = text.rstrip().split("\n")
    at = max(i for i, line in enumerate(lines) if line.startswith("analyses:")) + 1
    while at < len(lines) and (not lines[at].strip() or lines[at].startswith((" ", "#"))):
        at += 1
    of = ", ".join(json.dumps(a) for a in answers)
    lines.insert(at, f"  - sensitivity: {{of: [{of}], by: [{', '.join(p for p, _ in varied)}]}}")
    return "\n".join(lines) + "\n"


def reference(program, path, answers, parameter, value, folder):
    """{answer: (derivative, how far it is known)}: differences of order 6 at three steps, of which two neighbours agree best."""
    found = []
    for level in LEVELS:
        h = 2.0 ** (math.floor(math.log2(abs(value))) - level)
        values = ",".join(repr(value + k * h) for k in (-3, -2, -1, 1, 2, 3))
        out = os.path.join(folder, "s.csv")
        keep = [x for a in answers for x in ("--keep", a)]
        run(program, "sweep", path, "--vary", f"{parameter}={values}", *keep, "--tolerance", "1e-13", "-o", out, "--quiet")
        rows = list(csv.reader(line for line in open(out) if not line.startswith("#")))
        column = {a: i for i, a in enumerate(rows[0])}
        found.append({a: sum(WEIGHTS[abs(k)] * math.copysign(1, k) * float(row[column[a]] or "nan") / h
                             for k, row in zip((-3, -2, -1, 1, 2, 3), rows[1:])) for a in answers})
    best = {}
    for a in answers:
        pairs = [(abs(x[a] - y[a]), y[a]) for x, y in zip(found, found[1:]) if math.isfinite(x[a] - y[a])]
        best[a] = min(pairs)[::-1] if pairs else (math.nan, math.nan)
    return best


def compare(program, path, folder):
    """Lines of the list, and how many are off."""
    name = os.path.relpath(path, MODELS)[:-5]
    name = name.split("/")[0] if name.split("/")[0] == name.split("/")[1] else name
    short = name.split("/")[-1]
    text = re.sub(r"^studies:.*", "", open(path).read(), flags=re.M | re.S)
    if not re.search(r"- dynamics", text):
        return [], 0
    end = ENDS.get(name, ENDS.get(short))
    if end:
        text = re.sub(r"(dynamics:\s*\{?(?:[^}]*?)end: *)[^,}\n]+", lambda m: f"{m.group(1)}{end}", text, count=1)
    text, varied = choose_parameters(short, text)
    if not varied:
        return [f"{name:28s} no parameter"], 0
    model = os.path.join(folder, "m.yaml")
    open(model, "w").write(text)
    result = os.path.join(folder, "r.json")
    run(program, "run", model, "-o", result, "--quiet")
    motions = [a for a in json.load(open(result))["analyses"] if a["kind"] == "dynamics"]
    answers = choose_answers([c["name"] if isinstance(c, dict) else c for c in motions[0]["columns"]])
    varied_model = os.path.join(folder, "s.yaml")
    open(varied_model, "w").write(with_sensitivity(text, answers, varied))
    run(program, "run", varied_model, "-o", result, "--analysis", "sensitivity", "--quiet")
    table = [a for a in json.load(open(result))["analyses"] if a["kind"] == "sensitivity"][0]
    by_differences = table["facts"].get("by differences", "")
    lines, off = [], 0
    for parameter, value in varied:
        known = reference(program, model, answers, parameter, value, folder)
        for a in answers:
            row = dict(zip([c["name"] if isinstance(c, dict) else c for c in table["columns"]],
                           table["rows"][table["row_names"].index(f"{a} by {parameter}")]))
            d, (ref, noise) = row["derivative"], known[a]
            if d is None or not math.isfinite(ref) or abs(ref * value) <= NOTHING * max(abs(row["answer"]), 1e-9):
                continue
            one = a + " by " + parameter
            if noise > UNKNOWN * abs(ref):
                lines.append(f"{name:28s} {one:42s} runs do not tell: their differences are known to {noise / abs(ref):.0e}")
                continue
            way = "differences" if re.search(r"(^|, )" + re.escape(a) + r"($|[,:]| by " + parameter + r")", by_differences) else "motion"
            allowed = BAR * abs(ref) + SMALL * abs(row["answer"] / value) + 2 * noise + (2 * (row["error"] or 0) if way == "differences" else 0)
            bad = not abs(d - ref) <= allowed
            off += bad
            lines.append(f"{name:28s} {one:42s} {way:12s} {abs(d - ref) / abs(ref):8.1e} (known to {noise / abs(ref):.0e}){'  OFF' if bad else ''}")
    reason = by_differences.split("; ")[-1] if by_differences else ""
    return lines + ([f"{name:28s} by differences: {reason}"] if reason else []), off


def main():
    program, wanted = sys.argv[1], sys.argv[2:]
    off = 0
    for path in sorted(glob.glob(os.path.join(MODELS, "*", "*.yaml"))):
        if wanted and os.path.basename(path)[:-5] not in wanted:
            continue
        with tempfile.TemporaryDirectory() as folder:
            try:
                lines, bad = compare(program, path, folder)
            except (RuntimeError, ValueError, KeyError) as error:
                lines, bad = [f"{os.path.basename(path)[:-5]:28s} not run: {error}"], 1
        print("\n".join(lines), flush=True) if lines else None
        off += bad
    print(f"{off} off")
    return off > 0


if __name__ == "__main__":
    sys.exit(main())

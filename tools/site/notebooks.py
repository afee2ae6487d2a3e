"""notebooks.py - the notebooks, run, as pages with what their cells print and show.

Cells run one after the other in a process of their own, in the folder of the notebook, as in Jupyter. What the last line of a cell gives is shown as HTML or
SVG where it can be, else as text; a run is shown as its moving report.
"""
import ast
import contextlib
import html
import io
import json
import os
import pathlib
import re
import subprocess
import sys

REPORT = re.compile(r'^<iframe srcdoc="([^"]*)"')


def run_cell(source, names):
    """What a cell prints, and what its last line gives: {"text"}, {"html"}, {"report"}."""
    tree = ast.parse(source)
    last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
    printed, value = io.StringIO(), None
    with contextlib.redirect_stdout(printed):
        exec(compile(tree, "cell", "exec"), names)
        if last:
            value = eval(compile(ast.Expression(last.value), "cell", "eval"), names)
    outputs = [{"text": printed.getvalue()}] if printed.getvalue() else []
    if value is not None:
        shown = next((show() for show in (getattr(value, name, None) for name in ("_repr_html_", "_repr_svg_")) if show), None)
        report = REPORT.match(shown or "")
        outputs.append({"report": html.unescape(report[1])} if report else {"html": shown} if shown else {"text": repr(value)})
    return outputs


def run(path):
    """In this process: the outputs of all cells as JSON on stdout."""
    os.chdir(path.parent)
    names = {"__name__": "__main__"}
    cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
    json.dump([run_cell("".join(cell["source"]), names) if cell["cell_type"] == "code" else [] for cell in cells], sys.stdout)


def output_lines(output, name, reports):
    if "report" in output:
        reports.put(name, output["report"])
        return ['<iframe class="report" loading="lazy" title="Moving report" src="../../reports/%s.html"></iframe>' % name, ""]
    if "html" in output:
        return ['<div class="output">%s</div>' % re.sub(r"\n\s*\n", "\n", re.sub(r"^<\?xml.*?\?>\s*", "", output["html"])), ""]
    return ["```{.text .output}", output["text"].rstrip(), "```", ""]


def title(path):
    first = "".join(json.loads(path.read_text(encoding="utf-8"))["cells"][0]["source"])
    return first.split("\n")[0].lstrip("# ")


def write(path, page, program, built, reports):
    environment = {**os.environ, "PYTHONPATH": str(built), "TRAMMEL": str(program), "PYTHONDONTWRITEBYTECODE": "1"}
    done = subprocess.run([sys.executable, __file__, str(path)], capture_output=True, text=True, env=environment, timeout=600)
    if done.returncode != 0:
        raise SystemExit("%s: %s" % (path.name, done.stderr))
    lines = []
    for cell, outputs in zip(json.loads(path.read_text(encoding="utf-8"))["cells"], json.loads(done.stdout)):
        source = "".join(cell["source"])
        lines += [source, ""] if cell["cell_type"] == "markdown" else ["```python", source, "```", ""]
        for output in outputs:
            lines += output_lines(output, "notebook-" + path.stem, reports)
        if len(lines) == 2:  # below the heading
            lines += ["[The notebook itself](%s)" % path.name + "{download}", ""]
    page.write_text("\n".join(lines), encoding="utf-8")


if __name__ == "__main__":
    run(pathlib.Path(sys.argv[1]))

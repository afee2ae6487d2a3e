"""What notebooks and browsers show: the moving report and the workbench of the program `trammel`, where it is installed."""
import difflib
import html
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import time

REPORT_LIMIT = 20e6  # bytes: larger reports are not put into a notebook


def nearest(name, names):
    """"; did you mean ...?" for a name that is not among names."""
    found = difflib.get_close_matches(str(name), [str(n) for n in names], 3)
    return "; did you mean " + " or ".join(repr(n) for n in found) + "?" if found else ""


def program():
    """The path of the program: $TRAMMEL, the one that came with the package, or the one on the PATH; None: there is none."""
    own = pathlib.Path(__file__).parent / "bin" / "trammel"
    return os.environ.get("TRAMMEL") or (str(own) if own.exists() else shutil.which("trammel"))


class Progress:
    """A line that says how far a run is, on stderr, where terminals and notebooks show it; nothing for runs of under half a second."""

    def __init__(self):
        self.begin, self.shown = time.monotonic(), False

    def __call__(self, analysis, fraction):
        spent = time.monotonic() - self.begin
        if spent > 0.5:
            self.shown = True
            left = f", {spent * (1 / fraction - 1):.0f} s left" if fraction > 0.01 else ""
            sys.stderr.write(f"\r{analysis} {100 * fraction:3.0f} %{left}\x1b[K")
            sys.stderr.flush()

    def end(self):
        if self.shown:
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()


class Picture(str):
    """The text of an SVG picture, which notebooks show."""

    def _repr_svg_(self):
        return str(self)


class Source:
    """The text of a model as it was run, with the parameters that were set, and the file it is from where the text is still that of the
    file: tables that it names are found beside it."""

    def __init__(self, text, settings, path=None):
        self.text, self.settings, self.path = text, settings, path

    def file(self, folder):
        """A file with this text, in `folder` if it is none of the user's."""
        if self.path and pathlib.Path(self.path).exists():
            return pathlib.Path(self.path)
        path = pathlib.Path(folder) / "model.yaml"
        path.write_text(self.text, encoding="utf-8")
        return path


def report(source, analysis=None):
    """The report of a model as HTML, or None where there is no program that makes it, or it fails."""
    found = program()
    if not found:
        return None
    with tempfile.TemporaryDirectory() as folder:
        command = [found, "report", str(source.file(folder)), "-o", "-", "--quiet"]
        for name, value in source.settings.items():
            command += ["--set", f"{name}={value}"]
        if analysis:
            command += ["--analysis", analysis]
        done = subprocess.run(command, capture_output=True)
    return done.stdout.decode() if done.returncode == 0 and done.stdout else None  # to the byte: its script is known by its hash


def facts_table(certificate):
    rows = "".join(f"<tr><td>{html.escape(n)}</td><td>{html.escape(certificate.text(n))}</td></tr>" for n in certificate)
    return f"<table>{rows}</table>"


def run_html(run):
    """The moving report in a frame; without the program, a plot and a table of facts."""
    page = report(run._source, run.kind) if run._source and run.finished else None
    if page and len(page) < REPORT_LIMIT:
        return f'<iframe srcdoc="{html.escape(page)}" style="width:100%;height:640px;border:0"></iframe>'
    heading = f"<b>{html.escape(run.main.title or run.kind)}</b>"
    picture = ""
    if "t" in run.channels and len(run.t) > 1:
        shown = [n for n in run.channels if n.endswith((".angle", ".displacement"))][:4] or run.channels[1:3]
        picture = run.plot(*shown)
    return f"<div>{heading}<br>{picture}{facts_table(run.certificate)}</div>"


def open_workbench(model, port=None, browser=True):
    """Start `trammel view` on the model; the process, which ends with its terminate()."""
    found = program()
    if not found:
        raise FileNotFoundError("the program `trammel` is not installed: it holds the workbench. Put it on the PATH or set TRAMMEL")
    command = [found, "view", str(model._source().file(tempfile.mkdtemp(prefix="trammel-")))]
    if port is not None:
        command += ["--port", str(port)]
    if not browser:
        command.append("--no-browser")
    return subprocess.Popen(command)

#!/usr/bin/env python3
"""report.py PROGRAM - `trammel report`: the file it writes, what it refuses, and that nothing in a model gets out of its place."""
import base64
import csv
import html.parser
import json
import os
import pathlib
import struct
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
PROGRAM = "trammel"
FOURBAR = ROOT / "models/fourbar/fourbar.yaml"
BRICARD = ROOT / "models/a04-bricard/a04-bricard.yaml"
BAD = "</script><script>alert(1)</script>"


class Parser(html.parser.HTMLParser):
    """What a browser would see: the scripts with their types, and every address that would be fetched."""

    def __init__(self):
        super().__init__()
        self.scripts, self.addresses, self.inside = [], [], None

    def handle_starttag(self, tag, attributes):
        found = dict(attributes)
        self.addresses += [found[name] for name in ("src", "href") if name in found]
        if tag == "script":
            self.scripts.append([found.get("type"), ""])
        self.inside = tag

    def handle_endtag(self, tag):
        self.inside = None

    def handle_data(self, data):
        if self.inside == "script":
            self.scripts[-1][1] += data


def read(text):
    parser = Parser()
    parser.feed(text)
    parser.close()
    return parser


def columns(data):
    raw = base64.b64decode(data["columns"], validate=True)
    at, tables = 0, []
    for table in data["run"]["tables"]:
        found = {}
        for channel in table["channels"]:
            found[channel["name"]] = struct.unpack_from(f"<{table['rows']}d", raw, at)
            at += 8 * table["rows"]
        tables.append(found)
    assert at == len(raw)
    return tables


class Report(unittest.TestCase):
    def setUp(self):
        holder = tempfile.TemporaryDirectory(prefix="trammel-report-")
        self.addCleanup(holder.cleanup)
        self.folder = pathlib.Path(holder.name)

    def rows(self, name):
        """Of a CSV result, without its comments."""
        lines = (self.folder / name).read_text().splitlines()
        return list(csv.DictReader(line for line in lines if not line.startswith("#")))

    def do(self, *words):
        return subprocess.run([PROGRAM, *map(str, words)], capture_output=True, text=True, cwd=self.folder)

    def report(self, *words, code=0):
        done = self.do("report", *words, "-o", "r.html")
        self.assertEqual(done.returncode, code, done.stderr)
        parser = read((self.folder / "r.html").read_text())
        self.assertEqual([kind for kind, _ in parser.scripts], ["application/json", None])
        self.assertTrue(all(one.startswith("data:") for one in parser.addresses), parser.addresses)
        return json.loads(parser.scripts[0][1])

    def test_numbers_are_those_of_the_run(self):
        data = self.report(FOURBAR)
        self.do("run", FOURBAR, "-o", "r.csv", "--quiet")
        rows = self.rows("r.csv")
        found = [table["kind"] for table in data["run"]["tables"]].index("dynamics")  # "dynamics.loads" follows it
        table = columns(data)[found]
        self.assertEqual(len(rows), data["run"]["tables"][found]["rows"])
        for name in ("t", "O.angle", "B.fx", "C.fy"):
            self.assertEqual([float(row[name]) for row in rows], list(table[name]))
        self.assertEqual(data["text"], FOURBAR.read_text())
        self.assertEqual(data["how"], "trammel report fourbar.yaml")
        self.assertEqual(data["run"]["status"], "ok")
        self.assertIsNone(data["verified"])
        symbols = {kind["name"]: kind["symbol"] for kind in data["description"]["joints"]}  # what it is drawn by
        self.assertTrue(all(symbols[joint["type"]] for joint in data["scene"]["joints"]))

    def test_only_space_carries_what_draws_it(self):
        self.report(FOURBAR)
        plane = (self.folder / "r.html").stat().st_size
        self.assertTrue(self.report(BRICARD)["scene"]["space"])
        self.assertGreater((self.folder / "r.html").stat().st_size, plane + 300_000)

    def test_options(self):
        model = self.folder / "it's.yaml"
        model.write_text(FOURBAR.read_text())
        data = self.report(model, "--set", "torque=2*3", "--analysis", "dynamics", "--verify")
        self.assertEqual(data["how"], "trammel report 'it'\\''s.yaml' --set 'torque=2*3' --analysis dynamics --verify")
        self.assertEqual(data["settings"], {"torque": "2*3"})
        self.assertEqual([one["value"] for one in data["scene"]["parameters"]], [6])
        self.assertTrue(data["verified"]["certificate"]["agreed"])

    def test_few_rows_get_more_between_them(self):
        data = self.report(BRICARD)
        self.do("run", BRICARD, "-o", "r.csv", "--quiet")
        rows = self.rows("r.csv")
        table = data["run"]["tables"][-1]
        self.assertGreaterEqual(table["rows"], 150)
        self.assertEqual([float(row["t"]) for row in rows], list(columns(data)[-1]["t"][:: table["stride"]]))

    def test_where_it_is_written(self):
        done = self.do("report", FOURBAR)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("written to fourbar.html", done.stdout)
        self.assertTrue((self.folder / "fourbar.html").exists())
        self.assertEqual(self.do("report", FOURBAR, "--quiet").stdout, "")
        done = self.do("report", FOURBAR, "-o", "-")
        self.assertTrue(done.stdout.startswith("<!doctype html>") and done.stdout.endswith("</html>\n"))
        self.assertEqual([path.name for path in self.folder.iterdir()], ["fourbar.html"])

    def test_nothing_in_a_model_gets_out(self):
        text = FOURBAR.read_text()
        title = next(line for line in text.splitlines() if line.startswith("title:"))
        text = f"# {BAD} <!-- <script \u2028 \u2029\n" + text.replace(title, f'title: "{BAD}"')
        (self.folder / "bad.yaml").write_text(text)
        data = self.report("bad.yaml")
        self.assertEqual(data["text"], text)
        self.assertEqual(data["scene"]["title"], BAD)
        page = (self.folder / "r.html").read_text()
        self.assertNotIn(BAD, page)
        self.assertNotIn("\u2028", page[page.index('id="data">'):page.index("</script>", page.index('id="data">'))])
        self.assertIn("script-src 'sha256-", page)

    def test_a_failed_run_is_told(self):
        text = FOURBAR.read_text().replace("coupler:  {points: {A: [0, 0], B: [4, 0]}", "coupler:  {points: {A: [0, 0], B: [40, 0]}")
        (self.folder / "open.yaml").write_text(text)
        data = self.report("open.yaml", code=1)
        self.assertEqual(data["run"]["status"], "failed")
        self.assertTrue(any(one["severity"] == "error" for one in data["run"]["messages"]))

    def test_wrong_commands(self):
        (self.folder / "wrong.yaml").write_text(FOURBAR.read_text().replace("revolute: [ground, crank]", "revolut: [ground, crank]"))
        (self.folder / "folder").mkdir()
        for words, said in (
            ((), "no model given"),
            ((FOURBAR, BRICARD), "one model at a time"),
            ((FOURBAR, "--sett"), "unknown option --sett"),
            ((FOURBAR, "-o"), "-o needs a value"),
            ((FOURBAR, "--set", "x"), "--set wants parameter=value"),
            ((FOURBAR, "--set", "nothing=1"), "nothing"),
            ((FOURBAR, "--analysis", "nonsense"), "nonsense"),
            (("missing.yaml",), "there is no such file"),
            (("wrong.yaml",), "wrong.yaml:"),
            ((FOURBAR, "-o", "nowhere/r.html"), "cannot write nowhere/r.html"),
            ((FOURBAR, "-o", "folder"), "it is a folder"),
        ):
            with self.subTest(words=words):
                done = self.do("report", *words)
                self.assertEqual(done.returncode, 2, done.stderr)
                self.assertIn(said, done.stderr)
        self.assertEqual(list(self.folder.glob("*.html")), [])
        self.assertIn("usage: trammel report", self.do("report", "--help").stdout)

    @unittest.skipIf(os.geteuid() == 0, "root may write anywhere")
    def test_a_folder_that_may_not_be_written(self):
        locked = self.folder / "locked"
        locked.mkdir(mode=0o500)
        done = self.do("report", FOURBAR, "-o", locked / "r.html")
        self.assertEqual(done.returncode, 1, done.stderr)
        self.assertIn("cannot write", done.stderr)

    def test_a_full_device(self):
        if not os.path.exists("/dev/full"):
            self.skipTest("no /dev/full")
        done = self.do("report", FOURBAR, "-o", "/dev/full")
        self.assertEqual(done.returncode, 1, done.stderr)
        self.assertIn("cannot write /dev/full", done.stderr)


if __name__ == "__main__":
    PROGRAM = os.path.abspath(sys.argv.pop(1))
    unittest.main()

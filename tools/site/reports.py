"""reports.py - moving reports for a site: their script and style once for all of them, their data packed.

A report of `trammel report` is one file that needs nothing beside it: half a megabyte of script, 1.3 in space, and its data as JSON. A site with a
hundred of them shares script and style (by their hash) and keeps the data deflated, in base64; the page inflates them before the script starts, so that
it works from a folder as well as from a server.
"""
import base64
import hashlib
import re
import subprocess
import zlib
from concurrent.futures import ThreadPoolExecutor

POLICY = re.compile(r'<meta http-equiv="Content-Security-Policy"[^>]*>\n')
STYLE = re.compile(r"<style>(.*?)</style>", re.S)
DATA = '<script type="application/json" id="data">'
LOADER = """<script>(async () => {
  const bytes = Uint8Array.from(atob("%s"), (c) => c.charCodeAt(0));
  const text = await new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"))).text();
  document.getElementById("data").textContent = text;
  const script = document.createElement("script");
  script.src = "%s";
  document.body.append(script);
})();</script>"""


class Reports:
    def __init__(self, program, folder):
        self.program, self.folder = program, folder
        folder.mkdir(parents=True, exist_ok=True)

    def share(self, text, kind):
        """The name of a file beside the reports that holds this text."""
        name = "report-%s.%s" % (hashlib.sha256(text.encode()).hexdigest()[:12], kind)
        if not (self.folder / name).exists():
            (self.folder / name).write_text(text, encoding="utf-8")
        return name

    def put(self, name, page):
        """Writes a report, given as `trammel report` makes it."""
        begin = page.index(DATA) + len(DATA)
        end = page.index("</script>", begin)
        data, rest = page[begin:end], page[end:]
        start = rest.index("<script>")
        stop = rest.rindex("</script>")
        style = STYLE.search(page)
        head = POLICY.sub("", page[:style.start()]) + '<link rel="stylesheet" href="%s">' % self.share(style[1], "css") + page[style.end():begin]
        packed = base64.b64encode(zlib.compress(data.encode(), 9)).decode()
        loader = LOADER % (packed, self.share(rest[start + len("<script>"):stop], "js"))
        (self.folder / (name + ".html")).write_text(head + rest[:start] + loader + rest[stop + len("</script>"):], encoding="utf-8")

    def make(self, name, model):
        """The report of a model file; the messages of a model that has none."""
        done = subprocess.run([self.program, "report", model.name, "-o", "-", "--quiet"], capture_output=True, cwd=model.parent, timeout=600)
        if done.returncode != 0 or not done.stdout:
            return "%s: %s" % (model.name, done.stderr.decode().strip())
        self.put(name, done.stdout.decode())
        return None

    def make_all(self, models, jobs):
        """Those of models by the names of their reports."""
        with ThreadPoolExecutor(jobs) as pool:
            return [fault for fault in pool.map(self.make, models.keys(), models.values()) if fault]

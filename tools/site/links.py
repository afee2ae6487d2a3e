"""links.py - links within a site that lead nowhere: to a file that is not there, or to a place that its page does not have."""
import html.parser
import pathlib
import re
import urllib.parse


class Page(html.parser.HTMLParser):
    def __init__(self, path):
        super().__init__()
        self.targets, self.places = [], set()
        self.feed(path.read_text(encoding="utf-8"))

    def handle_starttag(self, tag, attributes):
        for name, value in attributes:
            if name in ("href", "src") and value:
                self.targets.append(value)
            elif name in ("id", "name") and value:
                self.places.add(value)


def faults(site):
    """"page: link" for each that leads nowhere; links to other hosts are not followed."""
    site = pathlib.Path(site).resolve()
    pages = {path: Page(path) for path in sorted(site.rglob("*.html"))}
    for path, page in pages.items():
        for target in page.targets:
            parts = urllib.parse.urlsplit(target)
            if re.match(r"[a-z]+:|/", target):
                if target.startswith(("/", "file:")) and path.name != "404.html":
                    yield "%s: %s leaves the site" % (path.relative_to(site), target)
                continue
            found = (path.parent / urllib.parse.unquote(parts.path)).resolve() if parts.path else path
            found = found / "index.html" if found.is_dir() else found
            place = urllib.parse.unquote(parts.fragment)
            if not found.is_file():
                yield "%s: %s" % (path.relative_to(site), target)
            elif place and found in pages and place not in pages[found].places:
                yield "%s: %s has no such place" % (path.relative_to(site), target)

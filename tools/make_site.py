#!/usr/bin/env python3
"""make_site.py FOLDER - the documents as a site with search, by MkDocs: guide, theory, reference, models; every link in it is checked.

Documents keep their places in the tree, so that links between them hold. What a document links to besides (models, pictures, sources) is copied
along; a link to a folder without a README becomes plain text.
"""
import html.parser
import json
import pathlib
import re
import shutil
import subprocess
import sys
import urllib.parse

ROOT = pathlib.Path(__file__).resolve().parent.parent
LINK = re.compile(r"(?<!!)\[([^\]]*)\]\(([^)\s#]+)(#[^)\s]*)?\)")
TARGET = re.compile(r"\]\(([^)\s#]+)|(?:src|href|srcset)=\"([^\"#]+)")
CHAPTERS = (("Guide", "docs/guide"), ("Theory", "docs/theory"), ("Reference", "docs/reference"), ("Models", "models"))
PAGES = ("docs/architecture.md", "docs/extending.md", "docs/glossary.md", "docs/benchmarks.md", "docs/benchmarks-contact.md", "CONTRIBUTING.md",
         "CHANGELOG.md")


def is_elsewhere(target):
    return re.match(r"[a-z]+:", target) is not None


def documents():
    return [ROOT / "README.md", *(ROOT / page for page in PAGES),
            *(file for _, folder in CHAPTERS for file in sorted((ROOT / folder).rglob("*.md")))]


def title(file):
    found = re.search(r"^# (.*)$", file.read_text(encoding="utf-8"), re.M)
    return re.sub(r"[`*]", "", found[1]) if found else file.stem


def without_folders(file, text):
    """Links to folders lead to their README, or nowhere."""
    def replace(found):
        path = (file.parent / found[2]).resolve()
        if is_elsewhere(found[2]) or not path.is_dir():
            return found[0]
        return "[%s](%s/README.md)" % (found[1], found[2].rstrip("/")) if (path / "README.md").exists() else found[1]
    return LINK.sub(replace, text)


def copy_tree(tree):
    for file in documents():
        to = tree / file.relative_to(ROOT)
        to.parent.mkdir(parents=True, exist_ok=True)
        text = without_folders(file, file.read_text(encoding="utf-8"))
        to.write_text(text, encoding="utf-8")
        for found in TARGET.finditer(text):
            target = found[1] or found[2]
            path = (file.parent / target).resolve()
            if not is_elsewhere(target) and path.is_file() and path.is_relative_to(ROOT) and path.suffix != ".md":
                beside = tree / path.relative_to(ROOT)
                beside.parent.mkdir(parents=True, exist_ok=True)
                shutil.copy(path, beside)


def navigation():
    entries = [{"Trammel": "README.md"}]
    for name, folder in CHAPTERS:
        entries.append({name: [{title(file): str(file.relative_to(ROOT))} for file in sorted((ROOT / folder).rglob("*.md"))]})
    return entries + [{"More": [{title(ROOT / page): page} for page in PAGES]}]


class Links(html.parser.HTMLParser):
    def __init__(self):
        super().__init__()
        self.targets = []

    def handle_starttag(self, tag, attributes):
        self.targets += [value for name, value in attributes if name in ("href", "src") and value]


def check(site):
    """Links within the site that lead nowhere."""
    for page in sorted(site.rglob("*.html")):
        links = Links()
        links.feed(page.read_text(encoding="utf-8"))
        for target in links.targets:
            path = urllib.parse.unquote(urllib.parse.urlsplit(target).path)
            if is_elsewhere(target) or target.startswith(("//", "/")) or not path:
                continue
            found = (page.parent / path).resolve()
            if not (found.is_file() or (found / "index.html").is_file()):
                yield "%s: %s" % (page.relative_to(site), target)


def main():
    folder = pathlib.Path(sys.argv[1]).resolve()
    tree, site, config = folder / "tree", folder / "site", folder / "mkdocs.yml"
    shutil.rmtree(tree, ignore_errors=True)
    copy_tree(tree)
    config.write_text(json.dumps({  # JSON is YAML
        "site_name": "Trammel", "docs_dir": str(tree), "site_dir": str(site), "theme": {"name": "mkdocs", "highlightjs": False}, "use_directory_urls": False, "nav": navigation(),
        "markdown_extensions": ["tables", "fenced_code", "toc", "attr_list", "md_in_html"]}, indent=1), encoding="utf-8")
    subprocess.run(["mkdocs", "build", "--quiet", "--clean", "--config-file", config], check=True)
    faults = list(check(site))
    print("\n".join(faults[:40]) if faults else "%s: %d pages, every link leads somewhere" % (site, len(list(site.rglob("*.html")))))
    return bool(faults)


if __name__ == "__main__":
    sys.exit(main())

#!/usr/bin/env python3
"""make_site.py PROGRAM PACKAGE FOLDER - the documents as a site with search, by MkDocs: guide, gallery with moving reports, notebooks, theory, reference of
the model file, the commands, Python and C. Every link and place in it is checked.

PACKAGE is the folder that holds the Python package as built. Documents keep their places in the tree, so that links between them hold. What a document links
to besides (models, pictures, sources) is copied along; a link to a folder without a page becomes plain text. tools/site/ makes the pages that are in no
document.
"""
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "tools/site"))
import c_reference
import commands
import gallery
import links
import notebooks
import python_reference
from reports import Reports

LINK = re.compile(r"(?<!!)\[([^\]]*)\]\(([^)\s#]+)(#[^)\s]*)?\)")
TARGET = re.compile(r"\]\(([^)\s#]+)|(?:src|href|srcset)=\"([^\"#]+)")
BEFORE_LIST = re.compile(r"^((?![-*|#>\s]|\d+\. ).+)\n(?=- |\* |\d+\. )", re.M)
CODE_OR_BRACE = re.compile(r"(`[^`]*`|\$\$.*?\$\$|\$[^\s$][^$\n]*\$)|\{(?!target=)", re.S)
FOLDERS = ("docs/guide", "docs/theory", "docs/reference")
PAGES = ("docs/architecture.md", "docs/extending.md", "docs/benchmarks.md", "docs/benchmarks-contact.md", "docs/benchmarks-sweep.md", "CONTRIBUTING.md", "CHANGELOG.md")
KATEX = pathlib.Path("/usr/share/javascript/katex")
# The guide in the order in which one reads; pages that are not named here come under "Elements".
GUIDE = (("Begin", ("model-file", "run", "workbench", "verify", "messages", "teaching")),
         ("Analyses", ("kinematics", "static", "steady", "modes", "inverse", "balance", "evaluate", "sensitivity", "sweep", "optimize")),
         ("Reach", ("python", "api", "fmu", "robots", "results", "export")))
CONFIGURATION = """site_name: Trammel
docs_dir: {tree}
site_dir: {site}
use_directory_urls: false
plugins: [search]
theme:
  name: material
  custom_dir: {theme}
  font: false
  features: [navigation.tabs, navigation.top, navigation.indexes, search.highlight, search.suggest, toc.follow]
  icon: {{logo: material/vector-polyline}}
  palette:
    - {{media: "(prefers-color-scheme: light)", scheme: default, primary: custom, toggle: {{icon: material/weather-night, name: Dark}}}}
    - {{media: "(prefers-color-scheme: dark)", scheme: slate, primary: custom, toggle: {{icon: material/weather-sunny, name: Light}}}}
extra: {{generator: false}}
extra_css: [site/katex/katex.min.css, site/style.css]
extra_javascript: [site/katex/katex.min.js, site/math.js]
markdown_extensions:
  - tables
  - attr_list
  - md_in_html
  - pymdownx.highlight: {{use_pygments: true}}
  - pymdownx.superfences
  - pymdownx.arithmatex: {{generic: true}}
  - toc: {{permalink: true, slugify: !!python/object/apply:pymdownx.slugs.slugify {{kwds: {{case: lower}}}}}}
nav: {navigation}
"""


def is_elsewhere(target):
    return re.match(r"[a-z]+:", target) is not None


def documents():
    return [ROOT / "README.md", ROOT / "docs/glossary.md", *(ROOT / page for page in PAGES),
            *(file for folder in FOLDERS for file in sorted((ROOT / folder).glob("*.md")))]


def title(file):
    found = re.search(r"^# (.*)$", file.read_text(encoding="utf-8"), re.M)
    return re.sub(r"[`*]|\s*\{#.*\}", "", found[1]) if found else file.stem


def for_markdown(text):
    """As Python's Markdown wants it: lists begin after an empty line, and braces outside of code and formulas are no attributes but for ours."""
    parts = re.split(r"(^```.*?^```[^\n]*$)", text, flags=re.M | re.S)
    return "".join(part if part.startswith("```") else plain_braces(re.sub(BEFORE_LIST, r"\1\n\n", part)) for part in parts)


def plain_braces(text):
    return CODE_OR_BRACE.sub(lambda found: found[1] or "&#123;", text)


class Tree:
    """The documents and what they link to, as MkDocs reads them."""

    def __init__(self, folder):
        self.folder = folder

    def page_of(self, path):
        """The page in place of a path of the repository: that of a folder, that of a notebook; None: there is none."""
        if path.suffix == ".ipynb":
            return path.with_suffix(".md")
        known = (ROOT / "models", ROOT / "docs/notebooks", *(entry.folder for entry in self.models))
        return path / "README.md" if path in known or (path / "README.md").exists() else None

    def linked(self, file, text):
        """Links to folders and notebooks lead to their pages; links to folders without a page become plain text."""
        def replace(found):
            path = (file.parent / found[2]).resolve()
            if is_elsewhere(found[2]) or not (path.is_dir() or path.suffix == ".ipynb"):
                return found[0]
            page = self.page_of(path)
            return "[%s](%s%s)" % (found[1], os.path.relpath(page, file.parent), found[3] or "") if page else found[1]
        return LINK.sub(replace, text)

    def put(self, file, text):
        """Puts a document, and what it links to, at their places."""
        to = self.folder / file.relative_to(ROOT)
        to.parent.mkdir(parents=True, exist_ok=True)
        text = self.linked(file, for_markdown(text))
        to.write_text(text, encoding="utf-8")
        for found in TARGET.finditer(text):
            path = (file.parent / (found[1] or found[2])).resolve()
            if path.is_file() and path.is_relative_to(ROOT) and path.suffix != ".md":
                beside = self.folder / path.relative_to(ROOT)
                beside.parent.mkdir(parents=True, exist_ok=True)
                shutil.copy(path, beside)

    def put_documents(self):
        self.models = gallery.entries(ROOT / "models")
        for file in documents():
            self.put(file, file.read_text(encoding="utf-8"))
        for entry in self.models:
            self.put(entry.folder / "README.md", entry.page())
        self.put(ROOT / "models/README.md", gallery.page(self.models))

    def put_notebooks(self, program, package, reports):
        files = sorted((ROOT / "docs/notebooks").glob("*.ipynb"))
        folder = self.folder / "docs/notebooks"
        folder.mkdir(parents=True, exist_ok=True)
        for file in files:
            shutil.copy(file, folder)
            notebooks.write(file, folder / (file.stem + ".md"), program, package, reports)
        listed = "\n".join("- [%s](%s.md)" % (notebooks.title(file), file.stem) for file in files)
        (folder / "README.md").write_text("# Notebooks\n\nRun when this site was made; each asserts its own numbers.\n\n%s\n" % listed, encoding="utf-8")
        return ["docs/notebooks/README.md"] + ["docs/notebooks/%s.md" % file.stem for file in files]

    def put_theme(self):
        unused = shutil.ignore_patterns("contrib", "*.mjs", "*.ttf", "katex.js", "katex.css")
        shutil.copytree(KATEX, self.folder / "site/katex", ignore=unused)
        for name in ("style.css", "math.js"):
            shutil.copy(ROOT / "tools/site" / name, self.folder / "site")

    def entry(self, page):
        name = title(self.folder / page).removeprefix("Reference: ")
        return {name if name.startswith("trammel ") else name[:1].upper() + name[1:]: page}

    def guide(self):
        named = {stem for _, stems in GUIDE for stem in stems}
        rest = [file.stem for file in sorted((ROOT / "docs/guide").glob("*.md")) if file.stem not in named]
        groups = [GUIDE[0], ("Elements", rest), *GUIDE[1:]]
        return [{name: [self.entry("docs/guide/%s.md" % stem) for stem in stems]} for name, stems in groups] + [self.entry("docs/glossary.md")]

    def navigation(self, notebook_pages, c_pages):
        def pages(folder):
            return [self.entry("%s/%s" % (folder, file.name)) for file in sorted((self.folder / folder).glob("*.md"))]
        return [{"Trammel": "README.md"}, {"Guide": self.guide()},
                {"Models": ["models/README.md", *(self.entry("models/%s/README.md" % entry.name) for entry in self.models)]},
                {"Notebooks": [notebook_pages[0], *map(self.entry, notebook_pages[1:])]}, {"Theory": pages("docs/theory")},
                {"Reference": [*pages("docs/reference"), {"C interface": [{name: "docs/reference/c/" + page} for name, page in c_pages]}]},
                {"More": [self.entry(page) for page in PAGES]}]


def yaml_text(value):
    """Lists and maps with one key as flow YAML; texts in quotes."""
    if isinstance(value, dict):
        return "{%s}" % ", ".join("%s: %s" % (yaml_text(key), yaml_text(item)) for key, item in value.items())
    if isinstance(value, list):
        return "[%s]" % ", ".join(map(yaml_text, value))
    return "'%s'" % value.replace("'", "''")


def put_search(site):
    """The index and the worker of the search as a script, for pages that are opened as files (site/theme/main.html)."""
    worker = next((site / "assets/javascripts/workers").glob("search*.js")).read_text(encoding="utf-8")
    index = (site / "search/search_index.json").read_text(encoding="utf-8")
    (site / "site/search.js").write_text("var __search = {worker: URL.createObjectURL(new Blob([%s])), index: Promise.resolve(%s)};\n" % (json.dumps(worker), index),
                                         encoding="utf-8")


def size_of(folder):
    """MB."""
    return sum(file.stat().st_size for file in folder.rglob("*") if file.is_file()) / 1e6


def main():
    program, package, folder = (pathlib.Path(path).resolve() for path in sys.argv[1:])
    tree, site = Tree(folder / "tree"), folder / "site"
    shutil.rmtree(tree.folder, ignore_errors=True)
    tree.put_documents()
    reports = Reports(program, tree.folder / "reports")
    faults = reports.make_all({gallery.report_name(model): model for entry in tree.models for model in entry.models}, os.cpu_count() or 2)
    notebook_pages = tree.put_notebooks(program, package, reports)
    python_reference.write(package, ROOT / "python/trammel/__init__.pyi", tree.folder / "docs/reference/python.md")
    commands.write(program, tree.folder / "docs/reference/commands.md")
    c_pages = c_reference.write(ROOT / "include/trammel", tree.folder / "docs/reference/c")
    tree.put_theme()
    (folder / "mkdocs.yml").write_text(CONFIGURATION.format(tree=tree.folder, site=site, theme=ROOT / "tools/site/theme",
        navigation=yaml_text(tree.navigation(notebook_pages, c_pages))), encoding="utf-8")
    subprocess.run(["mkdocs", "build", "--quiet", "--clean", "--config-file", folder / "mkdocs.yml"], check=True)
    put_search(site)
    faults += links.faults(site)
    count = len([page for page in site.rglob("*.html") if page.parent.name != "reports"])
    print("\n".join(faults[:40]) if faults else "%s: %d pages, every link leads somewhere; %d reports of %.0f MB in a site of %.0f MB" % (
        site, count, len(list((site / "reports").glob("*.html"))), size_of(site / "reports"), size_of(site)))
    return bool(faults)


if __name__ == "__main__":
    sys.exit(main())

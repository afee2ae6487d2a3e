#!/usr/bin/env python3
"""check_links.py - links and pictures of the documents lead to files that exist, places in them to headings, and every picture of docs/pictures is shown."""
import functools
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
LINK = re.compile(r"\]\(([^)\s]+)\)|(?:src|href|srcset)=\"([^\"]+)\"")
FENCE = re.compile(r"(?ms)^```.*?^```")


def links(document):
    """(file, place) of each link within the repository; "": this document, or no place."""
    text = re.sub(r"`[^`\n]*`", "", FENCE.sub("", document.read_text()))
    for match in LINK.finditer(text):
        target, _, place = (match[1] or match[2]).partition("#")
        if not re.match(r"[a-z]+:", target):
            yield target, place


@functools.cache
def places(document):
    """What can stand behind # for a document: its headings as GitHub and the site name them, and what it marks itself."""
    text = FENCE.sub("", document.read_text())
    found = set(re.findall(r"<a (?:id|name)=\"([^\"]+)\"", text))
    for heading in re.findall(r"^#+ +(.*?) *#*$", text, re.M):
        plain = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading)
        name = re.sub(r"[^\w\- ]", "", plain.lower()).replace(" ", "-")
        number = 0
        while (name if not number else f"{name}-{number}") in found:
            number += 1
        found.add(name if not number else f"{name}-{number}")
    return found


def main():
    listed = subprocess.run(["git", "ls-files", "*.md"], cwd=ROOT, capture_output=True, text=True).stdout.split()
    documents = [ROOT / name for name in listed] or sorted(ROOT.glob("*.md")) + sorted(ROOT.glob("[dm]o*/**/*.md"))
    shown, faults = set(), []
    for document in documents:
        for target, place in links(document):
            path = (document.parent / target).resolve() if target else document
            shown.add(path)
            if not path.exists():
                faults.append(f"{document.relative_to(ROOT)}: {target} does not exist")
            elif place and path.suffix == ".md" and place not in places(path):
                faults.append(f"{document.relative_to(ROOT)}: {target or 'it'} has no heading #{place}")
    faults += [f"{picture.relative_to(ROOT)} is shown nowhere"
               for picture in sorted((ROOT / "docs/pictures").iterdir()) if picture not in shown]
    print("\n".join(faults), end="\n" if faults else "")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())

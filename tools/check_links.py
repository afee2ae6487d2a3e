#!/usr/bin/env python3
"""check_links.py - links and pictures of the documents lead to files that exist, and every picture of docs/pictures is shown."""
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
LINK = re.compile(r"\]\(([^)\s]+)\)|(?:src|href|srcset)=\"([^\"]+)\"")


def links(document):
    text = re.sub(r"(?ms)^```.*?^```|`[^`\n]*`", "", document.read_text())
    for match in LINK.finditer(text):
        target = (match[1] or match[2]).partition("#")[0]
        if target and not re.match(r"[a-z]+:", target):
            yield target


def main():
    listed = subprocess.run(["git", "ls-files", "*.md"], cwd=ROOT, capture_output=True, text=True).stdout.split()
    documents = [ROOT / name for name in listed] or sorted(ROOT.glob("*.md")) + sorted(ROOT.glob("[dm]o*/**/*.md"))
    shown, faults = set(), []
    for document in documents:
        for target in links(document):
            path = (document.parent / target).resolve()
            shown.add(path)
            if not path.exists():
                faults.append(f"{document.relative_to(ROOT)}: {target} does not exist")
    faults += [f"{picture.relative_to(ROOT)} is shown nowhere"
               for picture in sorted((ROOT / "docs/pictures").iterdir()) if picture not in shown]
    print("\n".join(faults), end="\n" if faults else "")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())

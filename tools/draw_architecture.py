#!/usr/bin/env python3
"""draw_architecture.py - docs/pictures/architecture.svg: the rooms of the house, storey by storey, from the sources.

A storey is a line of tools/layers.txt, the lowest at the bottom, a box a folder with what docs/architecture.md says it holds. That files
include headers of their own storey and of those below only is seen to by check_layers.py. `--check` fails when the drawing is not current,
or when docs/architecture.md does not know a folder.
"""
import html
import re
import sys
import textwrap

from check_layers import ROOT, read_layers

PICTURE = ROOT / "docs/pictures/architecture.svg"
TABLE_ROW = re.compile(r"^\| `(?:src/)?([a-z_/]+)` \| (.*?) \|$", re.MULTILINE)
WIDTH, GAP, MARGIN, LINE, LETTER = 1160, 8, 12, 14, 6.1
STYLE = ("rect{fill:#eef3f9;stroke:#33577d}.n{font-weight:600;font-size:13px;fill:#12263b}.p{font-size:11px;fill:#3d5269}"
         "@media(prefers-color-scheme:dark){rect{fill:#1d2b3a;stroke:#7fa6cf}.n{fill:#e6eef7}.p{fill:#b4c4d6}}")


def box(name, purpose, x, y, width, height):
    lines = [f'<rect x="{x:.0f}" y="{y}" width="{width:.0f}" height="{height}" rx="4"/>',
             f'<text class="n" x="{x + 7:.0f}" y="{y + 16}">{html.escape(name)}</text>']
    lines += [f'<text class="p" x="{x + 7:.0f}" y="{y + 16 + LINE * (i + 1)}">{html.escape(line)}</text>'
              for i, line in enumerate(purpose)]
    return lines


def draw(rows, purposes):
    lines, y = [], MARGIN
    for row in reversed(rows):
        width = (WIDTH - 2 * MARGIN - GAP * (len(row) - 1)) / len(row)
        texts = {name: textwrap.wrap(purposes[name], int((width - 14) / LETTER)) for name in row}
        height = 24 + LINE * max(len(text) for text in texts.values())
        for i, name in enumerate(row):
            lines += box(name, texts[name], MARGIN + i * (width + GAP), y, width, height)
        y += height + GAP
    return "\n".join([f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {y - GAP + MARGIN}" font-family="sans-serif">',
                      "<title>Folders of the source: each includes headers of those below it only</title>",
                      f"<style>{STYLE}</style>", *lines, "</svg>", ""])


def main():
    source, front, _ = read_layers()
    rows = [line.split() for line in [*source, "include/trammel", *front]]
    folders = [folder for row in rows for folder in row]
    described = dict(TABLE_ROW.findall((ROOT / "docs/architecture.md").read_text()))
    missing = [folder for folder in folders if folder not in described]
    if missing:
        print(f"docs/architecture.md does not say what {', '.join(missing)} holds")
        return 1
    purposes = {folder: re.sub(r"[`*]", "", re.split(r"[;.]", described[folder])[0]) for folder in folders}
    text = draw(rows, purposes)
    if "--check" not in sys.argv[1:]:
        PICTURE.write_text(text)
    elif not PICTURE.exists() or PICTURE.read_text() != text:
        print(f"{PICTURE.relative_to(ROOT)} is not current: run tools/draw_architecture.py")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())

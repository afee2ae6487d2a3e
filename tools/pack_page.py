#!/usr/bin/env python3
"""pack_page.py FOLDER FILE.c - the built page as a C file: each file compressed, with its path, type and tag.

The same folder gives the same bytes. Texts are written as string literals, which compilers read much faster than lists.
"""
import gzip
import hashlib
import pathlib
import sys

TYPES = {
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".json": "application/json",
    ".map": "application/json",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".ico": "image/x-icon",
    ".woff2": "font/woff2",
    ".webmanifest": "application/manifest+json",
    ".wasm": "application/wasm",
    ".yaml": "text/plain; charset=utf-8",
    ".txt": "text/plain; charset=utf-8",
}
LINE = 100  # bytes in a line of the C file


def literal(data):
    lines = []
    for start in range(0, len(data), LINE):
        text = "".join(f"\\{byte:03o}" for byte in data[start:start + LINE])
        lines.append(f'    "{text}"')
    return "\n".join(lines) or '    ""'


def quoted(text):
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def main():
    folder, target = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
    files = sorted(path for path in folder.rglob("*") if path.is_file())
    arrays, entries = [], []
    for index, path in enumerate(files):
        name = "/" + path.relative_to(folder).as_posix()
        if path.suffix not in TYPES:
            sys.exit(f"pack_page.py: {name}: no type is known for {path.suffix}")
        data = path.read_bytes()
        packed = gzip.compress(data, 9, mtime=0)
        tag = '"' + hashlib.sha256(data).hexdigest()[:32] + '"'
        fixed = "true" if name.startswith("/assets/") else "false"
        arrays.append(f"static const char file_{index}[] =\n{literal(packed)};\n")
        entries.append(f"    {{{quoted(name)}, {quoted(TYPES[path.suffix])}, {quoted(tag)}, {fixed}, "
                       f"{len(data)}, file_{index}, {len(packed)}}},\n")
    if not any(path.name == "index.html" for path in files):
        sys.exit(f"pack_page.py: there is no index.html in {folder}")
    target.write_text('/* Written by pack_page.py. */\n#include "workbench/server/page.h"\n\n'
                      + "\n".join(arrays)
                      + "\nconst wb_page_file wb_page_files[] = {\n" + "".join(entries) + "};\n"
                      + f"const int wb_page_file_count = {len(entries)};\n")


if __name__ == "__main__":
    main()

"""c_reference.py - pages of the C interface from the comments of the public headers: one for each header, and an index of all symbols.

A header is read as blocks: a comment and the declarations up to the next comment at the margin or empty line. The block is shown as it stands in the
header, below a heading that names what it declares; its comment is the text above. Names of other symbols in a text lead to them.
"""
import pathlib
import re

FUNCTION = re.compile(r"^TML_API\b[^;{]*?\b(tml_\w+)\(", re.M)
TYPE = re.compile(r"^(?:typedef\b[^;{]*\b(tml_\w+);|\} (tml_\w+);)", re.M)
MACRO = re.compile(r"^#define (TML_\w+)", re.M)
SECTION = re.compile(r"^/\* -+ (.*?) -+ \*/$")
HIDDEN = re.compile(r"^(#pragma|#include|#if|#else|#endif|TML_BEGIN_DECLS|TML_END_DECLS)")
WORD = re.compile(r"(`[^`]*`)|\b(tml_\w+|TML_[A-Z]\w*)")


class Block:
    def __init__(self, comment, code):
        self.comment, self.code = comment, code
        self.names = [name for pattern in (MACRO, TYPE, FUNCTION) for found in pattern.finditer(code) for name in found.groups() if name]


class Header:
    def __init__(self, path):
        self.name = path.stem
        lines = path.read_text(encoding="utf-8").split("\n")
        first, rest = take_comment(lines, 0)
        self.subject, _, self.text = uncomment(first).partition("\n")
        self.subject = self.subject.partition(" - ")[2]
        self.parts = list(read_parts(lines, rest))  # titles of sections, and blocks

    def blocks(self):
        return [part for part in self.parts if isinstance(part, Block)]


def take_comment(lines, at):
    """The lines of the comment that begins there, and where it has ended."""
    end = at
    while "*/" not in lines[end]:
        end += 1
    return lines[at:end + 1], end + 1


def uncomment(lines):
    text = "\n".join(lines).strip()
    text = text.removeprefix("/*").removesuffix("*/")
    return "\n".join(re.sub(r"^ \* ?", "", line) for line in text.split("\n")).strip()


def is_margin_comment(line):
    """A comment that is all of its line, or begins one of several."""
    return line.startswith("/*") and ("*/" not in line or line.rstrip().endswith("*/"))


def read_parts(lines, at):
    while at < len(lines):
        line = lines[at]
        if not line.strip() or HIDDEN.match(line):
            at += 1
            continue
        section = SECTION.match(line)
        if section:
            yield section[1]
            at += 1
            continue
        comment, code = [], []
        if is_margin_comment(line):
            comment, at = take_comment(lines, at)
        while at < len(lines) and lines[at].strip() and not is_margin_comment(lines[at]) and not HIDDEN.match(lines[at]):
            code.append(lines[at])
            at += 1
            while depth("\n".join(code)) > 0:  # a struct, with its comments and empty lines
                code.append(lines[at])
                at += 1
        yield Block(uncomment(comment), "\n".join(code))


def without_macro(code):
    """Declarations without TML_API, their further lines moved along."""
    return re.sub(r"^TML_API (.*(?:\n {8,}.*)*)", lambda found: found[1].replace("\n        ", "\n"), code, flags=re.M)


def depth(code):
    plain = re.sub(r"/\*.*?\*/", "", code, flags=re.S)
    return plain.count("{") - plain.count("}")


def escape(text):
    return re.sub(r"([*_<>\[\]|])", r"\\\1", text).replace("\\<", "&lt;").replace("\\>", "&gt;")


class Reference:
    def __init__(self, folder):
        self.headers = [Header(path) for path in sorted(pathlib.Path(folder).glob("*.h"))]
        self.place = {name: "%s.md#%s" % (header.name, name) for header in self.headers for block in header.blocks() for name in block.names}
        for header in self.headers:  # members of enumerations, where their type is
            for block in header.blocks():
                for name in re.findall(r"^ +(TML_[A-Z]\w*)\b", block.code, re.M) + re.findall(r"[{,] (TML_[A-Z]\w*)", block.code):
                    if block.names:
                        self.place.setdefault(name, "%s.md#%s" % (header.name, block.names[0]))

    def linked(self, text):
        def replace(found):
            name = (found[2] or found[1].strip("`"))
            shown = "`%s`" % name
            return "[%s](%s)" % (shown, self.place[name]) if name in self.place else shown if found[2] else found[0]
        parts, last = [], 0
        for found in WORD.finditer(text):
            parts += [escape(text[last:found.start()]), replace(found)]
            last = found.end()
        return "".join(parts) + escape(text[last:])

    def prose(self, text):
        """Paragraphs; lines that are indented, and bring columns, stay as they are."""
        paragraphs = []
        for paragraph in re.split(r"\n\s*\n", text.strip("\n")):
            if all(line.startswith("  ") for line in paragraph.split("\n")):
                paragraphs.append("\n".join("    " + line for line in paragraph.split("\n")))
            else:
                paragraphs.append(self.linked(" ".join(line.strip() for line in paragraph.split("\n"))))
        return "\n\n".join(paragraphs)

    def page(self, header):
        lines = ["# trammel/%s.h" % header.name, "", self.linked(header.subject[:1].upper() + header.subject[1:]), ""]
        if header.text.strip():
            lines += [self.prose(header.text), ""]
        for part in header.parts:
            if isinstance(part, str):
                lines += ["## " + part[:1].upper() + part[1:], ""]
                continue
            if part.names:
                lines += ["### %s {#%s}" % (", ".join("`%s`" % name for name in part.names[:3]) + (", …" if len(part.names) > 3 else ""),
                                           part.names[0]), ""]
                if part.names[1:]:
                    lines += ["".join('<a id="%s"></a>' % name for name in part.names[1:]), ""]
            if part.comment:
                lines += [self.prose(part.comment), ""]
            if part.code:
                lines += ["```c", without_macro(part.code), "```", ""]
        return "\n".join(lines)

    def index(self, symbols):
        lines = ["# C interface", "",
                 "Every public header and symbol, from the comments in `include/trammel`. How they belong together, with programs that can be "
                 "compiled: [the guide to the library](../../guide/api.md).", "", "| header | |", "|---|---|"]
        lines += ["| [trammel/%s.h](%s.md) | %s |" % (header.name, header.name, escape(header.subject)) for header in self.headers]
        lines += ["", "## Functions", ""] + ["- [`%s`](%s)" % (name, self.place[name]) for name in symbols]
        types = sorted({name for header in self.headers for block in header.blocks() for name in block.names} - set(symbols))
        lines += ["", "## Types and macros", ""] + ["- [`%s`](%s)" % (name, self.place[name]) for name in types]
        return "\n".join(lines) + "\n"


def write(include, folder):
    """Writes the pages; the titles and names of their files, in order."""
    reference = Reference(include)
    symbols = (pathlib.Path(include) / "symbols.txt").read_text().split()
    missing = [name for name in symbols if name not in reference.place]
    if missing:
        raise SystemExit("c_reference.py: symbols.txt lists what no header describes: " + ", ".join(missing))
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "index.md").write_text(reference.index(symbols), encoding="utf-8")
    for header in reference.headers:
        (folder / (header.name + ".md")).write_text(reference.page(header), encoding="utf-8")
    return [("Headers and symbols", "index.md")] + [("%s.h" % header.name, header.name + ".md") for header in reference.headers]

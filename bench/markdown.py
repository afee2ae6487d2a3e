"""markdown.py - tables of the pages of benchmarks."""


def table(heads, rows, right=()):
    """A table of Markdown; columns whose number is in `right` are flush right."""
    yield "| " + " | ".join(heads) + " |"
    yield "|" + "|".join("---:" if i in right else "---" for i in range(len(heads))) + "|"
    for row in rows:
        yield "| " + " | ".join(str(cell) for cell in row) + " |"
    yield ""

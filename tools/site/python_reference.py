"""python_reference.py - the page of the Python interface: signatures from the stubs, texts from the docstrings of the package that was built.

Everything that the package makes public (`__all__`) must be in the stubs; what has no docstring says only its signature.
"""
import ast
import importlib
import inspect
import re
import sys

OPTION = re.compile(r"^    (\w+): (.*)$")


def put_defaults(node, thing):
    """Defaults of the function itself in place of the stub's "..."."""
    try:
        known = inspect.signature(thing).parameters
    except (TypeError, ValueError):
        return
    arguments = node.args
    listed = [*zip([*arguments.posonlyargs, *arguments.args][::-1], range(len(arguments.defaults))[::-1])]
    for argument, at in listed:
        if argument.arg in known and known[argument.arg].default is not inspect.Parameter.empty:
            arguments.defaults[at] = ast.Constant(known[argument.arg].default)
    for at, argument in enumerate(arguments.kwonlyargs):
        if argument.arg in known and arguments.kw_defaults[at] is not None:
            arguments.kw_defaults[at] = ast.Constant(known[argument.arg].default)


def signature(node, thing):
    put_defaults(node, thing)
    arguments = ast.unparse(node.args)
    arguments = re.sub(r"^self(, )?(/, )?", "", arguments)
    returns = " -> " + ast.unparse(node.returns) if node.returns else ""
    return "%s(%s)%s" % (node.name, arguments, "" if returns == " -> None" else returns)


def is_property(node):
    return any(isinstance(decorator, ast.Name) and decorator.id == "property" for decorator in node.decorator_list)


def doc(thing):
    """Its own docstring; None where it has none, or only that of what it is derived from."""
    text = inspect.getdoc(thing)
    return None if not text or text.startswith(("Initialize self.", "Return self[", "Set self[", "Delete self[", "Implement iter(", "Return len(")) else text


def escape(text):
    """Text outside of `code`."""
    return re.sub(r"(`[^`]*`)|([<*_|])", lambda found: found[1] or ("&lt;" if found[2] == "<" else "\\" + found[2]), text)


def prose(text):
    """A docstring as Markdown: what is indented or begins with >>> is code."""
    parts = []
    for paragraph in re.split(r"\n\s*\n", text or ""):
        lines = paragraph.split("\n")
        options = [OPTION.match(line) for line in lines]
        if all(options):
            parts.append("| option | |\n|---|---|\n" + "\n".join("| `%s` | %s |" % (found[1], escape(found[2])) for found in options))
        elif lines[0].startswith((">>>", "    ")):
            parts.append("```python\n%s\n```" % "\n".join(re.sub(r"^(>>> |\.\.\. |    )", "", line) for line in lines))
        elif any(line.startswith("  ") for line in lines):  # a list in columns
            parts.append("```text\n%s\n```" % paragraph)
        else:
            parts.append(escape(paragraph))
    return "\n\n".join(parts)


def entry(level, name, anchor, shown, thing):
    lines = ["%s `%s` {#%s}" % ("#" * level, name, anchor), "", "```{.python .signature}", shown, "```", ""]
    text = doc(thing) if thing is not None else None
    return lines + ([prose(text), ""] if text else [])


def member_lines(found, owner, node):
    if isinstance(node, ast.AnnAssign):
        name, kind = node.target.id, ast.unparse(node.annotation)
        return name, ["- <a id=\"%s.%s\"></a>`%s: %s`" % (owner, name, name, kind)]
    thing = inspect.getattr_static(found, node.name, None)
    if is_property(node):
        text = doc(getattr(thing, "fget", thing)) or doc(thing)
        first = re.sub(r"\s+", " ", text) if text else ""
        return node.name, ["- <a id=\"%s.%s\"></a>`%s: %s`%s" % (owner, node.name, node.name, ast.unparse(node.returns), " " + first if first else "")]
    return node.name, entry(4, "%s.%s" % (owner, node.name), "%s.%s" % (owner, node.name), signature(node, getattr(found, node.name, None)),
                            getattr(found, node.name, None))


def class_lines(module, node):
    found = getattr(module, node.name)
    bases = ", ".join(ast.unparse(base).replace("NDArray[np.float64]", "Array") for base in node.bases)
    lines = entry(3, node.name, node.name, "class %s%s" % (node.name, "(%s)" % bases if bases else ""), found)
    attributes, methods = [], []
    for member in node.body:
        if isinstance(member, (ast.AnnAssign, ast.FunctionDef)):
            name, text = member_lines(found, node.name, member)
            if name.startswith("_") and name != "__init__":
                continue
            if name == "__init__":
                lines += ["```{.python .signature}", signature(member, found.__init__).replace("__init__", node.name), "```", ""]
            elif text[0].startswith("- "):
                attributes += text
            else:
                methods += text
    return lines + attributes + [""] * bool(attributes) + methods


def write(built, stub, page):
    """Writes the page; `built` is the folder of the package that was built."""
    sys.path.insert(0, str(built))
    module = importlib.import_module("trammel")
    tree = ast.parse(stub.read_text(encoding="utf-8"))
    nodes = {node.name: node for node in tree.body if isinstance(node, (ast.ClassDef, ast.FunctionDef))}
    missing = set(module.__all__) - set(nodes)
    if missing:
        raise SystemExit("python_reference.py: public, but not in the stubs: " + ", ".join(sorted(missing)))
    lines = ["# Python interface", "", prose(doc(module)), "",
             "Signatures are those of the type stubs, texts the docstrings (`help(trammel.Model)`). How to use it: [Trammel in Python](../guide/python.md).", "",
             "Types in signatures: `Array` is `numpy.ndarray` of `float64`; `Value` a number, or a text such as `\"40 N*m\"`; `Progress` is `True` or a "
             "function of the analysis and the fraction done; `After` the analyses that run before.", "", "## Functions", ""]
    for name in [name for name in module.__all__ if isinstance(nodes[name], ast.FunctionDef)]:
        lines += entry(3, name, name, signature(nodes[name], getattr(module, name)), getattr(module, name))
    lines += ["## Classes", ""]
    for name in [name for name in module.__all__ if isinstance(nodes[name], ast.ClassDef)]:
        lines += class_lines(module, nodes[name])
    page.parent.mkdir(parents=True, exist_ok=True)
    page.write_text("\n".join(lines) + "\n", encoding="utf-8")

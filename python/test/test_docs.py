"""The guide: every snippet is run, in order. The stubs: all that is public is in them."""
import ast
import json
import re
import sys
import types

import numpy as np
import pytest
import trammel
from conftest import ROOT


def stand_in():
    """What the guide uses of Gymnasium, where it is not installed."""
    module = types.ModuleType("gymnasium")

    class Box:
        def __init__(self, low, high, shape, dtype):
            self.shape, self.dtype = shape, dtype

        def sample(self):
            return np.full(self.shape, 0.5, self.dtype)

    module.Env = type("Env", (), {"reset": lambda self, seed=None, options=None: None})
    module.spaces = types.SimpleNamespace(Box=Box)
    return module


def test_every_snippet_of_the_guide_runs(monkeypatch):
    monkeypatch.chdir(ROOT)
    (ROOT / "build").mkdir(exist_ok=True)
    try:
        import gymnasium  # noqa: F401
    except ImportError:
        monkeypatch.setitem(sys.modules, "gymnasium", stand_in())
    names = {}
    snippets = re.findall(r"^```python\n(.*?)^```", (ROOT / "docs/guide/python.md").read_text(), re.MULTILINE | re.DOTALL)
    assert len(snippets) >= 6
    for snippet in snippets:
        exec(compile(snippet, "docs/guide/python.md", "exec"), names)
    assert names["A"].shape == (2, 2) and names["A"][1, 0] == pytest.approx(-1.5 * 9.81, rel=1e-12)  # -m g l/2 / (m l^2/3)
    seen, reward, *_ = names["env"].step(np.array([0.25]))
    assert seen.shape == (2,) and np.isfinite(reward)


def test_stubs_know_all_that_is_public():
    stub = ast.parse((ROOT / "python/trammel/__init__.pyi").read_text())
    classes = {node.name: node for node in stub.body if isinstance(node, ast.ClassDef)}
    functions = {node.name for node in stub.body if isinstance(node, ast.FunctionDef)}
    assert set(trammel.__all__) == set(classes) | functions

    def stubbed(name):
        names = set()
        for node in classes[name].body:
            names |= {node.name} if isinstance(node, ast.FunctionDef) else {node.target.id} if isinstance(node, ast.AnnAssign) else set()
        return {n for n in names if not n.startswith("_")}

    for name in ("Model", "Simulator", "Run", "Table"):
        public = {n for n in dir(getattr(trammel, name)) if not n.startswith("_")}
        inherited = {n for n in dir(dict) if not n.startswith("_")} - {"copy"}
        assert public - stubbed(name) - inherited == set(), name


@pytest.mark.parametrize("path", sorted(ROOT.glob("docs/notebooks/*.ipynb")), ids=lambda p: p.stem)
def test_every_notebook_runs(path, monkeypatch):
    """Cells one after the other, and what the last line of a cell shows is made; notebooks assert their own numbers."""
    monkeypatch.chdir(path.parent)  # as Jupyter does
    names = {"__name__": "__main__"}
    for cell in json.loads(path.read_text())["cells"]:
        if cell["cell_type"] != "code":
            continue
        tree = ast.parse("".join(cell["source"]), f"{path.name} {cell['id']}")
        last = tree.body[-1]
        shown = tree.body.pop() if isinstance(last, ast.Expr) else None
        exec(compile(tree, path.name, "exec"), names)
        if shown:
            value = eval(compile(ast.Expression(shown.value), path.name, "eval"), names)
            assert getattr(value, "_repr_html_", value.__repr__)() is not None

"""Optimisations and fits: the values of parameters that are best for a goal, or that fit measured curves."""
import os
import tempfile

import numpy as np

from .results import Table

__all__ = ["Fit", "Optimum"]


def over_text(name, bounds):
    """Bounds as the engine reads them: a text as it is, (low, high), or (low, high, start)."""
    if isinstance(bounds, str):
        return f"{name}={bounds}"
    low, high, *start = map(float, bounds)
    return f"{name}={low!r}..{high!r}" + "".join(f"@{value!r}" for value in start)


def over_texts(over):
    """The same of all parameters."""
    return [over_text(*item) for item in (over or {}).items()]


def text_list(texts):
    """Texts: one, several, or by name."""
    if texts is None:
        return []
    if isinstance(texts, str):
        return [texts]
    return [f"{name} = {text}" for name, text in texts.items()] if isinstance(texts, dict) else list(texts)


class Optimum(Table):
    """What an optimisation found. `best` has the parameters, `goal` the value there, `certificate` the facts: constraints, multipliers, how it
    ended. As a table it is the history, a row for each evaluation. Of several goals `front` is the Pareto front, a table, and `best` is empty."""

    def __init__(self, native, finished):
        tables = native.tables()
        super().__init__(tables[0])
        self._results = native
        facts = self.certificate
        self.finished = finished
        self.front = Table(tables[1]) if len(tables) > 1 else None
        best = [(name[5:], value) for name, value in facts.items() if name.startswith("best ")]
        count = int(facts["parameters"])
        self.best = dict(best[:count])
        self.goal = best[count][1] if len(best) > count else None
        self.converged = facts.get("converged") == 1
        self.feasible = facts.get("feasible") == 1 if self.front is None else True


class Fit(Table):
    """What a fit found. `values`, `errors` (standard errors) and `intervals` by name of the parameter; `certificate` has sigma, R^2 and
    correlations; `curves` is a table of what was measured, the fit and the residual at each time."""

    def __init__(self, native):
        tables = native.tables()
        super().__init__(tables[0])
        self._results = native
        self.curves = Table(tables[1])
        names = self.row_names
        self.values = dict(zip(names, self["value"].tolist()))
        self.errors = dict(zip(names, self["standard error"].tolist()))
        self.intervals = dict(zip(names, zip(self["lower"].tolist(), self["upper"].tolist())))
        self.converged = self.certificate.get("converged") == 1


class data_file:
    """The path of measured curves: as given, or of a file in which columns by name are kept meanwhile."""

    def __init__(self, data):
        self.data, self.made = data, None

    def __enter__(self):
        if not hasattr(self.data, "keys"):
            return None if self.data is None else os.fspath(self.data)
        columns = {str(name): np.asarray(self.data[name], dtype=float).ravel() for name in self.data.keys()}
        handle, self.made = tempfile.mkstemp(suffix=".csv")
        with os.fdopen(handle, "w") as file:
            file.write(",".join(columns) + "\n")
            for row in zip(*columns.values()):
                file.write(",".join("" if np.isnan(value) else repr(float(value)) for value in row) + "\n")
        return self.made

    def __exit__(self, *_):
        if self.made:
            os.unlink(self.made)

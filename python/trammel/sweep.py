"""Sweeps: a model at many values of its parameters."""
import numpy as np

from .results import Table

__all__ = ["Sweep"]


def vary_text(name, values):
    """What is varied as the engine reads it: a text as it is, a range (from, to) or (from, to, count), or any other values."""
    if isinstance(values, str):
        return f"{name}={values}"
    if isinstance(values, tuple) and len(values) == 2:
        return f"{name}={float(values[0])!r}:{float(values[1])!r}"
    if isinstance(values, tuple) and len(values) == 3 and isinstance(values[2], int):
        return f"{name}={float(values[0])!r}:{float(values[1])!r}:{values[2]}"
    return f"{name}=" + ",".join(repr(float(value)) for value in np.ravel(values))


def varied(definition):
    """The parameters that a study varies, by its definition."""
    return [line[5:].split("=")[0].strip() for line in definition.splitlines() if line.startswith("vary ")]


def keep_texts(keep):
    if isinstance(keep, str):
        return [keep]
    return [f"{name} = {text}" for name, text in keep.items()] if isinstance(keep, dict) else list(keep)


class Sweep(Table):
    """What a sweep found: a row for each point. `sweep["torque"]` and `sweep["peak"]` are arrays without a copy, `values(name)` has the shape
    of a grid. `reasons` are texts, "" where all answers are there; `failed` marks the others. `finished` is False where it was stopped."""

    def __init__(self, native, finished, shape):
        super().__init__(native.tables()[0])
        self._results = native
        self.finished, self.shape = finished, shape

    @property
    def reasons(self):
        """Why an answer is missing, for each point; "": none is."""
        return self.row_names

    @property
    def failed(self):
        """Which points have not all answers."""
        return np.array([bool(reason) for reason in self.reasons])

    def values(self, name):
        """A column in the shape of the grid, the first parameter along the first axis."""
        if self.shape is None:
            raise ValueError("the points of this sweep are no grid, or not all were computed")
        return self[name].reshape(self.shape)

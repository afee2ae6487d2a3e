"""What a run found: tables of named columns, as arrays that copy nothing."""
import collections.abc
import math
import os

import numpy as np

from . import _trammel, show
from .errors import OK, fail, read_messages

__all__ = ["Run", "Table", "Certificate", "StateSpace", "read_results"]


class Certificate(collections.abc.Mapping):
    """What a run says of itself: facts by name, as numbers where they are numbers, else as texts. `text(name)` is the fact as
    printed."""

    def __init__(self, facts):
        self._texts = {name: text for name, text, _ in facts}
        self._values = {name: text if math.isnan(number) else number for name, text, number in facts}

    def __getitem__(self, name):
        return self._values[name]

    def __iter__(self):
        return iter(self._values)

    def __len__(self):
        return len(self._values)

    def text(self, name):
        """The fact as printed, with its unit."""
        return self._texts[name]

    def __repr__(self):
        width = max(map(len, self._texts), default=0)
        return "\n".join(f"{name:{width}}  {text}" for name, text in self._texts.items())


class Table(collections.abc.Mapping):
    """A table of a run: columns by name. `array` holds all numbers, a row for each output; nothing is copied, and it is read-only.

    `texts` are its columns of text by name: "of" and "by" of sensitivities (the answer and the parameter), "parameter" of a fit, "event"
    of events, "reason" of a sweep, "row" of a matrix."""

    def __init__(self, native):
        self._native = native
        self.kind, self.title = native.kind, native.title
        columns = native.columns
        self.channels = [name for name, _, _ in columns]
        self.units = {name: unit for name, unit, _ in columns}
        self.undetermined = [name for name, _, unique in columns if not unique]
        self.row_names, self.texts = native.row_names, native.texts
        self.array = np.asarray(native)
        self.certificate = Certificate(native.facts)
        self._index = {name: i for i, name in reversed(list(enumerate(self.channels)))}

    def __getitem__(self, name):
        if isinstance(name, (list, tuple)):
            return np.stack([self[n] for n in name], axis=1)
        try:
            return self.array[:, self._index[name]]
        except KeyError:
            raise KeyError(f"{self.kind} has no channel {name!r}{show.nearest(name, self._index)}") from None

    def __iter__(self):
        return iter(self.channels)

    def __len__(self):
        return len(self.channels)

    def __repr__(self):
        return f"<{self.kind}: {len(self.array)} rows, {len(self.channels)} columns>"

    def to_pandas(self):
        """A pandas DataFrame; its index is the time, or the names of rows. Columns of text come first, reasons of a sweep last."""
        import pandas

        swept = "reason" in self.texts
        index = self["t"] if "t" in self._index else None if swept else self.row_names or None
        frame = pandas.DataFrame(self.array, columns=self.channels, index=index)
        if "t" in self._index:
            frame = frame.drop(columns="t").rename_axis("t")
        for place, (name, texts) in enumerate(self.texts.items()):
            if name != "row":
                frame.insert(frame.shape[1] if swept else place, name, texts)
        frame.attrs["units"] = dict(self.units)
        return frame

    def to_xarray(self):
        """An xarray Dataset with the units of every channel.

        A sweep over a grid has a dimension for each parameter, with its values as coordinate; other samples have the dimension "point",
        along which the parameters are coordinates."""
        import xarray

        parameters, levels = self._parameters(), self._levels()
        dims = tuple(levels) if levels else ("point",) if parameters else ("t",) if "t" in self._index else ("row",)
        shape = tuple(len(values) for values in levels.values()) if levels else (len(self.array),)
        coordinates = {name: (name, values, {"units": self.units[name]}) for name, values in levels.items()} if levels else {}
        data = {}
        for name in self.channels:
            entry = (dims, self[name].reshape(shape), {"units": self.units[name]})
            if name in (dims[0], *([] if levels else parameters)):
                coordinates[name] = coordinates.get(name, entry)
            elif name not in coordinates and not (levels and name == "point"):
                data[name] = entry
        for name, texts in self.texts.items():
            (data if name == "reason" else coordinates)[name] = (dims, np.array(texts).reshape(shape))
        return xarray.Dataset(data, coordinates, {"analysis": self.kind, "title": self.title})

    def _parameters(self):
        """The parameters that a sweep varies, which follow the number of the point."""
        count = self.certificate.get("parameters", 0) if self.channels[:1] == ["point"] else 0
        return self.channels[1:1 + int(count)]

    def _levels(self):
        """The values of each parameter where the points are a whole grid, in its order; None: they are not."""
        names = self._parameters()
        sampled = self.certificate.text("points").endswith("grid") if "points" in self.certificate else len(names) > 1
        levels = {name: np.array(list(dict.fromkeys(self[name].tolist()))) for name in names}
        if not names or not sampled or math.prod(map(len, levels.values())) != len(self.array):
            return None
        grid = np.meshgrid(*levels.values(), indexing="ij")
        return levels if all(np.array_equal(at.ravel(), self[name]) for at, name in zip(grid, names)) else None

    def plot(self, *channels, against=None, title=None, path=None, width=0, height=0, kind=None, log="", maximize=()):
        """A plot of channels (names, or patterns with * and ?) as SVG, which notebooks show; with `path` also into a file, .svg or .png.

        Of a sweep: a picture of its columns, of the `kind` "heat", "contour", "scatter", "histogram", "tornado", "convergence",
        "pareto" (goals are minimized, those of `maximize` maximized) or "line", by default the one that shows it best. `log` names axes that
        are logarithmic, "x", "y", and "z" for colours.
        """
        ending = os.path.splitext(os.fspath(path))[1] if path else ".svg"
        status, picture, raw = self._native.plot(list(channels), against, title, "plot" + ending, width, height, kind, log, list(maximize))
        if status != OK:
            fail(status, read_messages(raw))
        if path:
            with open(path, "wb") as file:
                file.write(picture)
        return show.Picture(picture.decode()) if ending == ".svg" else None


class Run(collections.abc.Mapping):
    """What the analyses of a model found.

    A run is read like the table of its last analysis: `run["B.fx"]`, `run.t`, `run.units["B.fx"]`. `tables` are all of them, and
    `run.table("modes.A")` is one; `matrices` are those of the last analysis by their short names. `finished` is False where the run
    was stopped or failed, `messages` are notes and warnings.
    """

    def __init__(self, native, kind=None, finished=True, messages=(), source=None):
        self._native, self._source = native, source
        self.tables = [Table(t) for t in native.tables()]
        self.finished, self.messages = finished, list(messages)
        whole = [t for t in self.tables if "." not in t.kind]
        chosen = [t for t in whole if t.kind == kind] or whole or self.tables
        if not chosen:
            raise ValueError("the run has no tables")
        self.main = chosen[-1]

    @property
    def kind(self):
        """The analysis whose table the run is read like."""
        return self.main.kind

    @property
    def t(self):
        """The times of the rows, s."""
        return self.main["t"]

    @property
    def channels(self):
        """Names of all columns."""
        return self.main.channels

    @property
    def units(self):
        """The unit of each channel."""
        return self.main.units

    @property
    def certificate(self):
        """What the run says of itself: steps, residuals, errors."""
        return self.main.certificate

    @property
    def array(self):
        """All numbers, a row for each output."""
        return self.main.array

    @property
    def origin(self):
        """What the run was made from: version, text of the model and its hash, parameters that were set, options; empty where that
        is not known."""
        return self._native.origin()

    @property
    def matrices(self):
        """Matrices of the analysis by name: those of `evaluate` (M, G, ...) and of `modes` (A, B, C, D)."""
        place = self.main._native.analysis
        start = self.kind + "."
        return {t.kind[len(start):]: t.array for t in self.tables if t.kind.startswith(start) and t._native.analysis == place}

    def table(self, kind):
        """The last table of a kind: "static", "modes.A"."""
        for table in reversed(self.tables):
            if table.kind == kind:
                return table
        raise KeyError(f"no table {kind!r}{show.nearest(kind, [t.kind for t in self.tables])}")

    def __getitem__(self, name):
        return self.main[name]

    def __iter__(self):
        return iter(self.main)

    def __len__(self):
        return len(self.main)

    def save(self, path, analysis=None, channels=(), units=False):
        """Write a file in the format that the ending names: .csv (one table), .json, .h5, .mat, .npz (all tables).

        `channels` are names, or patterns with * and ?, of what to write; `units` puts them into the header of a .csv."""
        chosen = [channels] if isinstance(channels, str) else list(channels)
        status, raw = self._native.save(os.fspath(path), analysis or self.kind, chosen, units)
        if status != OK:
            fail(status, read_messages(raw))

    def to_pandas(self):
        """A pandas DataFrame of the last analysis; its index is the time."""
        return self.main.to_pandas()

    def to_xarray(self):
        """An xarray Dataset of the last analysis, with units."""
        return self.main.to_xarray()

    def plot(self, *channels, **options):
        """A plot of channels as SVG: see Table.plot."""
        return self.main.plot(*channels, **options)

    def __repr__(self):
        lines = [repr(t) for t in self.tables if "." not in t.kind]
        ending = "" if self.finished else "not finished: the rows up to then\n"
        return "\n".join(lines) + "\n" + ending + repr(self.certificate)

    def _repr_html_(self):
        return show.run_html(self)


class StateSpace:
    """z' = A z + B u, y = C z + D u. `states`, `inputs` and `outputs` are names; `run` is the analysis. It unpacks into A, B, C, D."""

    def __init__(self, run):
        self.run = run
        a = run.table("modes.A")
        self.A, self.states = a.array, a.channels
        parts = {name: run.table("modes." + name) for name in "BCD" if "modes." + name in {t.kind for t in run.tables}}
        self.inputs = parts["B"].channels if "B" in parts else []
        self.outputs = parts["C"].row_names if "C" in parts else []
        n, m, p = len(self.states), len(self.inputs), len(self.outputs)
        self.B = parts["B"].array if "B" in parts else np.zeros((n, m))
        self.C = parts["C"].array if "C" in parts else np.zeros((p, n))
        self.D = parts["D"].array if "D" in parts else np.zeros((p, m))

    def __iter__(self):
        return iter((self.A, self.B, self.C, self.D))

    def __repr__(self):
        return f"<state space: {len(self.states)} states, inputs {self.inputs}, outputs {self.outputs}>"


def read_results(path):
    """Results from a file: HDF5 or JSON that Trammel wrote, .npz, .mat, or any CSV with a header row."""
    native, raw = _trammel.Results.load(os.fspath(path))
    if native is None:
        fail(2, read_messages(raw))
    return Run(native, messages=read_messages(raw))

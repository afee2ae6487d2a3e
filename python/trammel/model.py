"""Models: from files, texts and dictionaries; edited in place; every analysis is a method."""
import collections.abc
import copy
import json
import math
import os

from . import _trammel, document, show
from .errors import FAILED, OK, STOPPED, Interrupted, ModelError, fail, read_messages, warn
from .results import Run, StateSpace
from .search import Fit, Optimum, data_file, over_texts, text_list
from .sweep import Sweep, keep_texts, varied, vary_text

__all__ = ["Model", "Parameters", "Verification", "load"]

KEPT_MODELS = 4  # read models that are kept, by their text
RUN_OPTIONS = ("progress", "error", "rows", "refine", "loads", "diagrams")
ANALYSES = dict(_trammel.analyses())


ROBOTS = (".urdf", ".sdf", ".xml", ".mjcf")  # endings of what is imported


def load(path, *, floating=False, keep_fixed=False, models=None, mend_inertia=False, hold_massless=False):
    """Read a model file, or import the description of a robot: URDF (.urdf), MJCF (.xml, .mjcf) or SDFormat (.sdf).

    Of a robot: `floating` lets its first link move freely, `keep_fixed` keeps welded links as bodies of their own. Files that it includes
    are looked for in its folder, model://NAME in `models` (a folder or a list of them) and in those of Gazebo's environment variables.
    `mend_inertia` makes an inertia that no body has the nearest possible one, `hold_massless` holds joints that move nothing with mass.
    What the import does not understand is a warning.

    >>> model = trammel.load("fourbar.yaml")
    """
    path = os.fspath(path)
    text, raw = _trammel.read_text(path)
    if text is None:
        raise ModelError(read_messages(raw))
    is_robot = os.path.splitext(path)[1].lower() in ROBOTS
    if is_robot:
        folders = [models] if isinstance(models, (str, os.PathLike)) else models or []
        folders = ":".join(os.fspath(folder) for folder in folders)
        folder = os.path.dirname(path)
        status, text, raw = _trammel.import_text(text, path, folder, folders, floating, keep_fixed, mend_inertia, hold_massless)
        if status != OK:
            fail(status, read_messages(raw))
        warn(read_messages(raw), 2)
    model = Model(text, name=path)
    model.path = None if is_robot else path
    model._prepare()
    return model


def expression(value):
    """A value of a parameter as the engine reads it."""
    return value if isinstance(value, str) else repr(float(value))


def run_native(call, progress=None, **options):
    """A call that takes long. `progress` may be True: a line that says how far it is."""
    shown = show.Progress() if progress is True else None
    try:
        return call(progress=shown or progress or None, **options)
    finally:
        if shown:
            shown.end()


class Parameters(collections.abc.MutableMapping):
    """The parameters of a model as attributes and as a dictionary: `model.parameters.torque = 40`. Values are numbers, or texts
    such as "40 N*m" and "2*a"."""

    def __init__(self, model):
        object.__setattr__(self, "_model", model)

    def _all(self):
        return {**(self._model._document().get("parameters") or {}), **self._model._settings}

    def __getitem__(self, name):
        return self._all()[name]

    def __setitem__(self, name, value):
        if name not in self._all() and "include" not in self._model._document():
            raise KeyError(f"the model has no parameter {name!r}{show.nearest(name, self)}")
        self._model._set(name, value)

    def __delitem__(self, name):
        raise TypeError("parameters cannot be removed; edit model['parameters']")

    def __iter__(self):
        return iter(self._all())

    def __len__(self):
        return len(self._all())

    def __getattr__(self, name):
        try:
            return self[name]
        except KeyError:
            raise AttributeError(f"the model has no parameter {name!r}{show.nearest(name, self)}") from None

    def __setattr__(self, name, value):
        try:
            self[name] = value
        except KeyError as error:
            raise AttributeError(error.args[0]) from None

    def __dir__(self):
        return [*super().__dir__(), *self]

    def __repr__(self):
        return f"Parameters({self._all()})"


class Verification:
    """The same motion by every formulation: `agreed`, `outcome` in one sentence, and `data`, everything as a dictionary. True where
    they agree."""

    def __init__(self, data):
        self.data, self.agreed, self.outcome = data, data["agreed"], data["outcome"]

    def __bool__(self):
        return self.agreed

    def __repr__(self):
        return self.outcome


class Model(collections.abc.MutableMapping):
    """A mechanism, and what to compute of it.

    `source` is the text of a model file, or a dictionary with the same keys (see the reference of the model file). A model is a
    dictionary itself: `model["bodies"]["crank"]["mass"] = 2` changes it for all runs to come. Every analysis is a method:
    `model.dynamics(end=5)`.
    """

    def __init__(self, source, name="model"):
        self.name, self.path, self.last_run = name, None, None
        self._settings = {}  # parameters that were set
        self._kept = {}
        self._read = None  # the document of the text
        self._data = self._original = None
        if isinstance(source, str):
            self._text = source
        else:
            self._text, self._data = None, copy.deepcopy(dict(source))
            self._data.setdefault("trammel", 1)

    # ---- the model as a dictionary ----

    @property
    def data(self):
        """The model as a dictionary; what is changed in it holds from the next run on."""
        if self._data is None:
            self._data = copy.deepcopy(self._document())
            self._original = copy.deepcopy(self._data)
            self._data.setdefault("parameters", {}).update(self._settings)
            self._settings = {}
        return self._data

    def _document(self):
        """The dictionary, to be read only."""
        if self._data is not None:
            return self._data
        if self._read is None:
            self._read = document.read(self._text, self.name)
        return self._read

    def __getitem__(self, key):
        return self.data[key]

    def __setitem__(self, key, value):
        self.data[key] = value

    def __delitem__(self, key):
        del self.data[key]

    def __iter__(self):
        return iter(self._document())

    def __len__(self):
        return len(self._document())

    @property
    def changed(self):
        """Whether anything is different from the text that was read."""
        return bool(self._settings) or not self._is_as_read()

    def _is_as_read(self):
        """Whether the text that was read still says what the model is, but for parameters that were set."""
        return self._text is not None and (self._data is None or document.plain(self._data) == self._original)

    @property
    def text(self):
        """The text of a model file with the present state of the model. Parameters set as attributes of a model that was read from
        a text, and not edited otherwise, are not in it."""
        if self._is_as_read():
            return self._text
        return document.Writer(self._data).text

    def save(self, path):
        """Write the model file. A model that was edited loses its comments."""
        if self._settings:
            self.data  # puts parameters that were set into the dictionary
        with open(path, "w", encoding="utf-8") as file:
            file.write(self.text)

    @property
    def parameters(self):
        """Parameters as attributes."""
        return Parameters(self)

    def _set(self, name, value):
        if self._data is not None:
            self._data.setdefault("parameters", {})[name] = value
            return
        text = expression(value)
        native, _, _ = self._prepare()
        status, raw = native.set(name, text)
        if status != OK:
            native.set(name, expression(self.parameters[name]))
            fail(status, read_messages(raw))
        key = self._key(self._text)
        self._settings[name] = value
        self._kept = {self._key(self._text): self._kept[key]}

    # ---- reading ----

    def _key(self, text):
        return text, tuple(self._settings.items())

    def _prepare(self, analyses=None):
        """The model as the engine has it, with other analyses than its own if some are given; what finds the element at a place of its
        text (None: the text is the user's); and that text."""
        if analyses is None and self._is_as_read():
            text, writer = self._text, None
        else:
            data = dict(self._document())
            if analyses is not None:
                data["analyses"] = analyses
            writer = document.Writer(data)
            text = writer.text
        key = self._key(text)
        if key not in self._kept:
            native = self._parse(text, writer)
            while len(self._kept) >= KEPT_MODELS:
                del self._kept[next(iter(self._kept))]
            self._kept[key] = native
        return self._kept[key], writer.element if writer else None, text

    def _parse(self, text, writer):
        native, raw = _trammel.Model.parse(text, self.name)
        messages = read_messages(raw, writer.element if writer else None)
        if native is None:
            if not writer:
                self._name_elements(messages)
            raise ModelError(messages)
        warn(messages, 5)
        for name, value in self._settings.items():
            status, raw = native.set(name, expression(value))
            if status != OK:
                fail(status, read_messages(raw))
        return native

    def _name_elements(self, messages):
        """What messages about a user's text are about: the same model, written by us, has the same messages at places we know."""
        try:
            writer = document.Writer(document.read(self._text, self.name))
        except Exception:  # not YAML: there are no elements
            return
        _, raw = _trammel.Model.parse(writer.text, self.name)
        for message, other in zip(messages, read_messages(raw, writer.element)):
            if (message.code, message.text) == (other.code, other.text):
                message.element = other.element

    def _name_by_scene(self, messages):
        """What messages of a run are about, where the text is the user's: the scene knows the line of every element."""
        _, text, _, _ = self._prepare()[0].scene()
        scene = json.loads(text) if text else {}
        lines = {item["line"]: f"{kind}.{item['name']}" for kind in ("bodies", "joints", "forces", "drivers", "states")
                 for item in scene.get(kind, ()) if item.get("line")}
        for message in messages:
            if message.file == self.name:
                message.element = lines.get(message.line)

    # ---- analyses ----

    def run(self, until=None, *, progress=None, error=False, rows=0, refine=0, keep_going=False, loads=False, diagrams=False):
        """Run the analyses as they are written in the model, in order; `until` one of a kind only.

        progress(analysis, fraction) is called now and then; something true ends the run. True shows a line of its own. `error` estimates the error of every
        channel, `refine` reduces errors by this factor, `loads` adds a table with all loads on each body.
        """
        native, elements, text = self._prepare()
        options = dict(progress=progress, error=error, rows=rows, refine=refine, keep_going=keep_going, loads=loads,
                       diagrams=diagrams)
        return self._finish(run_native(native.run, only=until, **options), until, elements, text)

    def _analyse(self, kind, after, options):
        """Run one analysis: the model's own with other options, after those before it; where it has none, alone or `after` others."""
        run_options = {name: options.pop(name) for name in RUN_OPTIONS if name in options}
        own = [self._entry(a) for a in self._document().get("analyses") or []] if after is None else []
        places = [i for i, (name, _) in enumerate(own) if name == kind]
        if places and not options:
            native, elements, text = self._prepare()
            if len(places) == 1:
                return self._finish(run_native(native.run, only=kind, **run_options), kind, elements, text)
        before = own[:places[-1]] if places else [self._entry(a) for a in self._listed(after)]
        chosen = {**(own[places[-1]][1] if places else {}), **options}
        chosen = {name: value for name, value in chosen.items() if value is not None}
        native, elements, text = self._prepare([{name: value} for name, value in [*before, (kind, chosen)]])
        return self._finish(run_native(native.run, **run_options), kind, elements, text)

    @staticmethod
    def _listed(after):
        return [] if after is None else [after] if isinstance(after, (str, dict)) else list(after)

    @staticmethod
    def _entry(analysis):
        """An entry of `analyses` as (kind, options)."""
        if isinstance(analysis, str):
            return analysis, {}
        (kind, options), *_ = analysis.items()
        return kind, dict(options or {})

    def _finish(self, outcome, kind, elements, text):
        status, native, raw, exception = outcome
        messages = read_messages(raw, elements)
        run = None
        if native is not None and native.tables():
            run = Run(native, kind, status == OK, messages, self._source(text))
        self.last_run = run if run is not None else self.last_run
        if isinstance(exception, KeyboardInterrupt):
            raise Interrupted(run) from None
        if exception is not None:
            raise exception
        if status not in (OK, STOPPED) or run is None:
            if not elements:
                self._name_by_scene(messages)
            fail(status if status not in (OK, STOPPED) else FAILED, messages, run)
        warn(messages, 4)
        return run

    def linearize(self, inputs=None, outputs=None, about=None, after=None, **options):
        """The linear state space model A, B, C, D about the present configuration: what `modes` computes.

        `inputs` are names of forces and drivers, `outputs` any channels, `about` one of "rest", "steady" and "instant". `after` names
        analyses that find the state before: "static".
        """
        for name, value in (("inputs", inputs), ("outputs", outputs), ("about", about)):
            if value is not None:
                options[name] = value
        options.setdefault("matrices", False)
        return StateSpace(self._analyse("modes", after, options))

    def sweep(self, vary=None, keep=None, *, study=None, sample=None, count=0, seed=0, correlate=None, until=None, tolerance=0,
              formulation=None, integrator=None, threads=0, path=None, resume=False, progress=None):
        """Run the model at many values of its parameters, on all processors, and keep a few numbers of each run.

        `vary` gives each parameter (from, to, count), a list or array of values, a range (from, to), or a distribution such as
        "normal(2, 0.01)"; `keep` the answers, as a list of texts or by name. `sample` is "grid", "random", "latin_hypercube" or "sobol", with `count`
        points and a `seed`; `correlate` maps pairs of parameters to correlations of normal scores. With `path`, rows are appended to that
        file as they come, and `resume` goes on with it.

        Without `vary`, or with the name of a `study`, it is a sweep of the model's section `studies`: `model.sweep()` the only one,
        `model.sweep("peaks")` by its name. What is given besides counts instead of what the model says, or is added.

        >>> s = model.sweep({"torque": (30, 50, 100)}, {"peak": "max(abs(B.fx))"})
        >>> s["torque"], s["peak"]
        """
        if isinstance(vary, str):
            vary, study = None, vary
        native, elements, _ = self._prepare()
        pairs = [f"{a},{b}={float(value)!r}" for (a, b), value in (correlate or {}).items()]
        outcome = run_native(native.sweep, vary=[vary_text(*item) for item in (vary or {}).items()],
                             keep=keep_texts([] if keep is None else keep), correlate=pairs, sample=sample, count=count, seed=seed,
                             only=until, tolerance=tolerance, formulation=formulation, integrator=integrator,
                             journal=os.fspath(path) if path else None, resume=resume, threads=threads, progress=progress,
                             of_model=study is not None or vary is None, name=study)
        return self._finish_sweep(outcome, elements)

    @staticmethod
    def _finish_sweep(outcome, elements):
        status, native, raw, exception = outcome
        messages = read_messages(raw, elements)
        swept = None
        if native is not None:
            swept = Sweep(native, status == OK, None)
            levels = [len(set(swept[name].tolist())) for name in varied(native.origin()["study"])]
            grid = swept.certificate.text("points").endswith("grid") and status == OK
            swept.shape = tuple(levels) if grid and math.prod(levels) == len(swept.array) else None
        if isinstance(exception, KeyboardInterrupt):
            raise Interrupted(swept) from None
        if exception is not None:
            raise exception
        if swept is None:
            fail(status, messages)
        warn(messages, 3)
        return swept

    def optimize(self, minimize=None, *, study=None, maximize=None, over=None, subject_to=None, method=None, starts=0, front=0,
                 evaluations=0, accuracy=0, seed=0, until=None, tolerance=0, formulation=None, integrator=None, threads=0, progress=None):
        """The values of parameters within bounds that make a goal small or large, under constraints.

        `over` maps parameters to (low, high) or (low, high, start). Goals are texts as in `keep` of a sweep; several of them give a Pareto
        front. Constraints are texts, "max(abs(B.fx)) <= 100". `method` is "gradient" unless given.

        Without `over`, or with the name of a `study`, it is an optimisation of the model's section `studies`: `model.optimize()` the only
        one, `model.optimize("light")` by its name. What is given besides counts instead of what the model says, or is added.

        >>> o = model.optimize("max(abs(B.fx))", over={"L": (1, 3)}, subject_to="B.y >= 0")
        >>> o.best["L"], o.goal, o.certificate
        """
        if over is None and study is None and isinstance(minimize, str):
            minimize, study = None, minimize
        native, elements, _ = self._prepare()
        status, found, raw, exception = run_native(
            native.optimize, minimize=text_list(minimize), maximize=text_list(maximize), over=over_texts(over),
            subject_to=text_list(subject_to), method=method, starts=starts, front=front, evaluations=evaluations, accuracy=accuracy,
            seed=seed, only=until, tolerance=tolerance, formulation=formulation, integrator=integrator, threads=threads, progress=progress,
            of_model=study is not None or over is None, name=study)
        messages = read_messages(raw, elements)
        optimum = None if found is None else Optimum(found, status == OK)
        if isinstance(exception, KeyboardInterrupt):
            raise Interrupted(optimum) from None
        if exception is not None:
            raise exception
        if optimum is None or (status != OK and not optimum.feasible):
            fail(status, messages)
        warn(messages, 2)
        return optimum

    def fit(self, data=None, over=None, match=None, *, study=None, sigma=None, time=None, starts=0, iterations=0, accuracy=0, confidence=0, seed=0, until=None,
            tolerance=0, formulation=None, integrator=None, threads=0, progress=None):
        """Fit parameters to measured curves by least squares, with standard errors and confidence intervals.

        `data` is the path of a CSV file, or arrays by name of the column, one of which is the time. `match` maps columns to expressions of
        channels, where their names differ; `sigma` columns to standard deviations of their noise, where these are known.

        Without `over`, or with the name of a `study`, it is a fit of the model's section `studies`: `model.fit()` the only one,
        `model.fit("pin")` by its name. What is given besides counts instead of what the model says, or is added.

        >>> f = model.fit("measured.csv", over={"c": (0, 1), "L": (0.5, 1.5)}, match={"angle": "O.angle"})
        >>> f.values["c"], f.errors["c"], f.intervals["c"]
        """
        if over is None and study is None and isinstance(data, str):
            data, study = None, data
        native, elements, _ = self._prepare()
        with data_file(data) as path:
            status, found, raw, exception = run_native(
                native.fit, data=path, over=over_texts(over), match=text_list(match),
                sigma=[f"{name}={float(value)!r}" for name, value in (sigma or {}).items()], time=time, starts=starts,
                iterations=iterations, accuracy=accuracy, confidence=confidence, seed=seed, only=until, tolerance=tolerance,
                formulation=formulation, integrator=integrator, threads=threads, progress=progress,
                of_model=study is not None or over is None, name=study)
        messages = read_messages(raw, elements)
        if isinstance(exception, KeyboardInterrupt):
            raise Interrupted(None) from None
        if exception is not None:
            raise exception
        if found is None:
            fail(status, messages)
        warn(messages, 2)
        return Fit(found)

    def verify(self, *, end=0, threads=0, thorough=False, progress=None):
        """Compute the motion by every formulation, each at two tolerances, and compare them."""
        native, elements, _ = self._prepare()
        options = dict(threads=threads, end=end, thorough=thorough, progress=progress)
        status, text, raw, exception = run_native(native.verify, **options)
        if exception is not None:
            raise exception
        if text is None:
            fail(status, read_messages(raw, elements))
        return Verification(json.loads(text))

    def check(self):
        """What is in the model, as text: bodies, joints, loops, degrees of freedom, redundant constraints."""
        native, elements, _ = self._prepare()
        status, text, raw, exception = native.check()
        if exception is not None:
            raise exception
        if text is None:
            fail(status, read_messages(raw, elements))
        return text

    def simulator(self, step=0, inputs=(), outputs=(), formulation=None, tolerance=0, fixed_step=None):
        """A motion that you advance yourself: see Simulator."""
        from .simulator import Simulator

        return Simulator(self, step, inputs, outputs, formulation, tolerance, fixed_step)

    def _moving_text(self, step):
        """The text of the model with a `dynamics` to be stepped."""
        analyses = self._document().get("analyses") or []
        if any(self._entry(a)[0] == "dynamics" for a in analyses):
            return self.text
        added = {"dynamics": {"end": 1, "output": step or 1e-3}}
        return document.Writer({**self._document(), "analyses": [*analyses, added]}).text

    # ---- notebooks ----

    def _source(self, text=None):
        """What the program is given to show: this text, or that of the model as it is now."""
        text = self.text if text is None else text
        return show.Source(text, dict(self._settings), self.path if text == self._text else None)

    def show(self, port=None, browser=True):
        """Open the workbench on the model: runs `trammel view`, whose process is returned."""
        return show.open_workbench(self, port, browser)

    def report(self, path=None):
        """The moving report of the model as HTML (needs the program `trammel`); with `path` also into a file."""
        page = show.report(self._source())
        if page is None:
            raise FileNotFoundError("the program `trammel`, which makes reports, is not installed or could not run the model")
        if path:
            with open(path, "w", encoding="utf-8") as file:
                file.write(page)
        return page

    def __repr__(self):
        names = ", ".join(str(k) for k in self._document())
        return f"<trammel.Model {self._document().get('title') or self.name!r}: {names}>"

    # ---- copies ----

    def __copy__(self):
        other = Model(self._text if self._text is not None else self._data, self.name)
        other.path, other._settings = self.path, dict(self._settings)
        if self._text is not None and self._data is not None:
            other._data, other._original = copy.deepcopy(self._data), copy.deepcopy(self._original)
        return other

    def __deepcopy__(self, memo):
        return self.__copy__()

    copy = __copy__

    def __getstate__(self):
        return {name: getattr(self, name) for name in ("name", "path", "_text", "_data", "_original", "_settings")}

    def __setstate__(self, state):
        self.__init__("", state["name"])
        self.__dict__.update(state)


def analysis_method(kind, doc, fields):
    def method(self, after=None, **options):
        return self._analyse(kind, after, options)

    method.__name__, method.__qualname__ = kind, f"Model.{kind}"
    lines = [f"    {f['name']}: {f['doc']}" for f in fields]
    method.__doc__ = (f"{doc}\n\nRuns the model's own analysis of this kind, with these options in place of its own, after those before "
                      f"it.\nWhere the model has none: alone, or `after` others (\"static\"). An option that is None is left out.\n\n"
                      + "\n".join(lines) + "\n\nAlso the options of Model.run: " + ", ".join(RUN_OPTIONS) + ".")
    return method


for description in json.loads(_trammel.describe())["analyses"]:
    name = description["name"]
    setattr(Model, name, analysis_method(name, ANALYSES[name], description.get("fields", ())))

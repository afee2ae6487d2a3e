"""Motions that their caller advances: for control, learning and co-simulation."""
import numpy as np

from . import _trammel
from .model import Model

__all__ = ["Simulator"]


class Simulator(_trammel.Live):
    """A motion advanced step by step, as exact as a run, whatever the size of a step.

    `step` is in s (0: as `dynamics` of the model says, 1 ms where there is none), `inputs` are parameters that occur in values of forces only, `outputs` are channels that
    `step(u)` returns as an array. Outputs that are all in `state_names` cost no evaluation of the equations. `tolerance` is that of the motion (0: as the model says).

    `fixed_step` is for real time: each step is divided into equal ones of the classical Runge-Kutta method, none longer than this, s, whose error is not
    controlled; "auto" chooses them from the rates of the motion where it begins.

    An event of the model that stops a run ends the motion: `stopped` is its name, and `time` its instant.

    >>> sim = model.simulator(step=1e-3, inputs=["torque"], outputs=["crank.angle", "crank.omega"])
    >>> angle, omega = sim.step(40)

    Copies (`copy.copy`) and pickles go on with the same bits.
    """

    def __new__(cls, model, step=0, inputs=(), outputs=(), formulation=None, tolerance=0, fixed_step=None):
        # A reading of its own: the model may be edited while the motion goes on.
        text = (model._moving_text(step), model.name, dict(model._settings))
        return cls._make(text, step, inputs, outputs, formulation, tolerance, fixed_step)

    def __init__(self, *arguments, **options):
        pass

    @classmethod
    def _make(cls, text, step, inputs, outputs, formulation, tolerance, fixed_step, native=None):
        if native is None:
            source, name, settings = text
            model = Model(source, name)
            model._settings = settings
            native, _, _ = model._prepare()
        inputs, outputs = ([n] if isinstance(n, str) else list(n) for n in (inputs, outputs))
        internal = 0 if fixed_step is None or fixed_step == "auto" else fixed_step
        self = super().__new__(cls, native, step, inputs, outputs, formulation, tolerance, fixed_step is not None, internal, np.frombuffer)
        self._native, self._arguments = native, (text, step, inputs, outputs, formulation, tolerance, fixed_step)
        return self

    @property
    def inputs(self):
        """Names of the inputs, in the order of `u`."""
        return list(self._arguments[2])

    @property
    def outputs(self):
        """The present values of the outputs, as a new array."""
        return self._outputs()

    @property
    def output_names(self):
        """Names of the outputs."""
        return list(self._arguments[3])

    @property
    def units(self):
        """The unit of every channel, by name."""
        return dict(self._channels())

    @property
    def channels(self):
        """Names of all channels that `sim[name]` reads."""
        return [name for name, _ in self._channels()]

    @property
    def state_names(self):
        """What the numbers of the state are: positions and velocities of the bodies, then states of the model."""
        return self._state_names()

    @property
    def state(self):
        """The state as numbers. A state that is put has its joints closed by the smallest change; the time stays."""
        return np.frombuffer(self._state())

    @state.setter
    def state(self, numbers):
        self.set_state(numbers)

    def set_state(self, numbers, time=None):
        """Put a state, at another time if one is given."""
        values = np.ascontiguousarray(numbers, dtype=float)
        self._put_state(self.time if time is None else time, values.tobytes())

    def __getitem__(self, channel):
        return self.value(channel)

    def reset(self, state=None, time=None):
        """Back to the start, inputs as in the model; then into a state, if one is given. Returns the outputs, if there are any."""
        self._reset()
        if state is not None:
            self.set_state(state, time)
        return self._outputs() if self._arguments[3] else None

    def __copy__(self):
        other = type(self)._make(*self._arguments, native=self._native)
        other.restore(self.snapshot())
        return other

    def __deepcopy__(self, memo):
        return self.__copy__()

    def __reduce__(self):
        return _restore, (type(self), self._arguments, self.snapshot())

    def __repr__(self):
        return f"<trammel.Simulator at t = {self.time:g} s, step {self.step_size:g} s, inputs {self.inputs}>"


def _restore(cls, arguments, snapshot):
    self = cls._make(*arguments)
    self.restore(snapshot)
    return self

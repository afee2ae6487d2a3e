"""Trammel: dynamics of mechanisms.

    import trammel
    model = trammel.load("fourbar.yaml")
    run = model.dynamics(end=5)
    run["O.angle"], run.t, run.units["O.angle"], run.certificate

Angles are in radians, everything else in SI units.
"""
from . import _trammel
from .errors import AnalysisError, Error, Interrupted, Message, ModelError, TrammelWarning
from .model import Model, Parameters, Verification, load
from .results import Certificate, Run, StateSpace, Table, read_results
from .search import Fit, Optimum
from .simulator import Simulator
from .sweep import Sweep

__version__ = _trammel.version()
__all__ = ["load", "Model", "Parameters", "Run", "Table", "Certificate", "StateSpace", "Verification", "Simulator", "Sweep", "Optimum", "Fit", "read_results",
           "explain", "Error", "ModelError", "AnalysisError", "Interrupted", "TrammelWarning", "Message"]


def explain(code):
    """What messages of a code mean, and what to do."""
    found = _trammel.explain(code)
    if found is None:
        raise KeyError(f"there is no message {code!r}")
    return f"{found[0]}\n\n{found[1]}".strip()

"""What the tests of the package share: the models of the repository, and two that have closed forms."""
import pathlib

import pytest
import trammel

ROOT = pathlib.Path(__file__).resolve().parents[2]
FOURBAR = ROOT / "models/fourbar/fourbar.yaml"


@pytest.fixture
def fourbar():
    return trammel.load(FOURBAR)


@pytest.fixture
def oscillator():
    """A mass on a horizontal slide with a spring and a damper: m x'' + c x' + k (x - 1) = push."""
    return trammel.Model({
        "title": "Oscillator",
        "gravity": "none",
        "parameters": {"m": 2, "c": 3, "k": 50, "push": 0},
        "bodies": {"ground": {"points": {"O": [0, 0]}},
                   "block": {"points": {"P": [0, 0]}, "mass": "m", "inertia": 1, "position": [1, 0]}},
        "joints": {"S": {"prismatic": ["ground.O", "block.P"], "axis": [1, 0]}},
        "forces": {"spring": {"spring": ["ground.O", "block.P"], "stiffness": "k", "length": 1, "damping": "c"},
                   "hand": {"force": "block", "value": ["push", 0]}},
        "initial": {"S.displacement": 1, "S.speed": 1},
    })

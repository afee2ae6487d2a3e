"""Optimisations and fits from Python: a constrained minimum, constraints that cannot be satisfied, the pendulum of the guide."""
import pathlib

import numpy as np
import pytest
import trammel


@pytest.fixture
def spring():
    """A mass on a damped spring by a motor, released at 1 m."""
    return trammel.Model({
        "gravity": "none", "parameters": {"k": 4, "c": 0.3},
        "bodies": {"ground": {"points": {"O": [0, 0]}}, "block": {"points": {"O": [0, 0]}, "mass": 1, "inertia": 1}},
        "joints": {"O": {"prismatic": ["ground", "block"], "axis": "x"}},
        "forces": {"s": {"motor": "O", "force": "-k*O.displacement - c*O.speed"}},
        "initial": {"O.displacement": 1, "O.speed": 0},
        "analyses": [{"dynamics": {"end": 3, "tolerance": 1e-9}}]})


def test_least_stiffness_that_is_back_in_time_is_that_of_the_closed_form(spring):
    spring.parameters.c = 0
    found = spring.optimize("k", over={"k": (0.1, 1, 0.9)}, subject_to="O.displacement <= 0")  # cos(3 sqrt(k)) <= 0
    assert found.converged and found.feasible and found.front is None
    assert found.best["k"] == pytest.approx((np.pi / 6) ** 2, rel=1e-6)
    assert found["k"][0] == pytest.approx(0.9) and "multiplier O.displacement <= 0" in found.certificate


def test_what_cannot_be_reached_is_an_error(spring):
    spring.parameters.c = 0
    with pytest.raises(trammel.Error, match="satisfies the constraints"):
        spring.optimize("k", over={"k": (1, 2, 1.5)}, subject_to="k >= 3", evaluations=5)


def test_the_pendulum_of_the_guide_is_found_again_within_three_standard_errors():
    guide = pathlib.Path(__file__).parents[2] / "docs/guide"
    found = trammel.load(guide / "damped-pendulum.yaml").fit(guide / "swing.csv", {"L": (0.5, 1.5, 1), "c": (0, 1, 0.1)},
                                                             {"angle": "O.angle"})
    assert found.converged and found.certificate["sigma angle"] == pytest.approx(np.radians(0.5), rel=0.3)
    for name, true in (("L", 0.83), ("c", 0.21)):  # of which the file was made, with noise
        assert abs(found.values[name] - true) < 3 * found.errors[name] < 0.01
        assert found.intervals[name][0] < found.values[name] < found.intervals[name][1]
    np.testing.assert_allclose(found.curves["angle.fit"] + found.curves["angle.residual"], found.curves["angle"], atol=1e-12)


def test_searches_of_the_model_are_those_of_the_same_texts(spring):
    spring.parameters.c = 0
    spring["studies"] = [{"optimize": {"name": "soft", "minimize": "k", "over": {"k": "0.1..1@0.9"}, "subject_to": "O.displacement <= 0"}}]
    found = spring.optimize("soft")
    assert found.best == spring.optimize(study="soft").best == spring.optimize().best
    assert found.best["k"] == pytest.approx((np.pi / 6) ** 2, rel=1e-6) and found.goal is None
    with pytest.raises(trammel.Error, match="no optimize called"):
        spring.optimize("stiff")


def test_a_fit_of_the_model_reads_the_file_beside_it():
    guide = pathlib.Path(__file__).parents[2] / "docs/guide"
    model = trammel.load(guide / "damped-pendulum.yaml")
    found = model.fit("swing", starts=1)
    assert found.values == model.fit(guide / "swing.csv", {"L": (0.5, 1.5), "c": (0, 1)}, {"angle": "O.angle"}, starts=1).values
    other = model.fit({"t": [1.0, 2.0, 3.0, 4.0], "angle": [0.1, 0.0, 0.1, 0.0]}, study="swing", over={"c": (0, 1, 0.2)}, iterations=1)
    assert other.certificate["numbers"] == 4

"""Sweeps: closed forms at every point, grids by shape, failures with reasons, the same bits after an interruption."""
import numpy as np
import pytest
import trammel


@pytest.fixture
def pendulum():
    """A point mass on a spring by a motor: x = cos(sqrt(k/m) t)."""
    return trammel.Model({
        "gravity": "none", "parameters": {"k": 4, "m": 1},
        "bodies": {"ground": {"points": {"O": [0, 0]}}, "block": {"points": {"O": [0, 0]}, "mass": "m", "inertia": 1}},
        "joints": {"O": {"prismatic": ["ground", "block"], "axis": "x"}},
        "forces": {"s": {"motor": "O", "force": "-k*O.displacement"}},
        "initial": {"O.displacement": 1, "O.speed": 0},
        "analyses": [{"dynamics": {"end": 2, "tolerance": 1e-11}}]})


def test_a_grid_has_its_shape_and_the_numbers_of_the_closed_form(pendulum):
    s = pendulum.sweep({"k": (4, 16, 4), "m": [1, 2]}, {"end": "O.displacement", "fastest": "max(abs(O.speed))"})
    assert s.finished and s.shape == (4, 2) and not s.failed.any() and s.units["fastest"] == "m/s"
    k, m = s.values("k"), s.values("m")
    np.testing.assert_array_equal(k[:, 0], np.linspace(4, 16, 4))
    np.testing.assert_array_equal(m[0], [1, 2])
    w = np.sqrt(k / m)
    np.testing.assert_allclose(s.values("end"), np.cos(2 * w), atol=1e-9)
    np.testing.assert_allclose(s.values("fastest"), np.where(2 * w > np.pi / 2, w, w * np.sin(2 * w)), rtol=1e-8)


def test_samples_are_the_same_for_any_number_of_threads_and_after_an_end_by_the_caller(pendulum, tmp_path):
    study = dict(vary={"k": "normal(4, 0.1)", "m": (0.9, 1.1)}, keep="rms(O.displacement)", sample="sobol", count=64, seed=2,
                 correlate={("k", "m"): 0.5})
    whole = pendulum.sweep(**study, threads=1)
    np.testing.assert_array_equal(whole.array, pendulum.sweep(**study, threads=3).array)
    assert abs(np.corrcoef(whole["k"], whole["m"])[0, 1] - 0.5) < 0.15 and whole.shape is None
    seen = []
    part = pendulum.sweep(**study, threads=2, path=tmp_path / "rows", progress=lambda what, done: seen.append(done) or True)
    assert part.finished == (len(part.array) == 64)
    np.testing.assert_array_equal(pendulum.sweep(**study, path=tmp_path / "rows", resume=True).array, whole.array)


def test_what_is_wrong_is_an_exception_and_what_fails_a_reason(pendulum):
    with pytest.raises(trammel.ModelError) as caught:
        pendulum.sweep({"kk": (1, 2, 3)}, "O.displacement")
    assert caught.value.messages[0].code == "E116"
    s = pendulum.sweep({"m": [1, -1]}, "O.displacement")
    assert s.failed.tolist() == [False, True] and s.reasons[0] == "" and s.reasons[1].startswith("E")
    assert np.isnan(s["O.displacement"][1])


def test_a_sweep_is_drawn_as_what_shows_it_best_or_as_asked(pendulum, tmp_path):
    s = pendulum.sweep({"k": (4, 16, 4), "m": [1, 2]}, {"end": "O.displacement", "fastest": "max(abs(O.speed))"})
    assert "fastest (m/s)" in s.plot("fastest")._repr_svg_()
    assert "front: " in s.plot(kind="pareto", maximize=["fastest"], path=tmp_path / "front.svg")
    with pytest.raises(trammel.ModelError, match="logarithmic"):
        s.plot("end", kind="heat", log="z")


def test_sweeps_of_the_model_run_by_name_and_are_edited_in_place(pendulum):
    with pytest.raises(trammel.ModelError) as caught:
        pendulum.sweep()
    assert caught.value.messages[0].code == "E804"
    model = trammel.Model({**pendulum.data, "studies": [
        {"sweep": {"name": "stiff", "vary": {"k": [4, 9], "m": "1:2:3"}, "keep": {"end": "O.displacement"}}},
        {"sweep": {"name": "spread", "vary": {"k": "normal(4, 0.1)"}, "keep": "O.displacement", "sample": "sobol", "count": 8}}]})
    s = model.sweep("stiff")
    assert s.shape == (2, 3)
    np.testing.assert_allclose(s.values("end"), np.cos(2 * np.sqrt(s.values("k") / s.values("m"))), atol=1e-9)
    model["studies"][0]["sweep"]["vary"]["k"] = [4, 9, 16]
    assert model.sweep("stiff", {"speed": "O.speed"}).shape == (3, 3)
    assert len(model.sweep(study="spread", count=4, vary={"m": (1, 2)})["m"]) == 4
    with pytest.raises(trammel.ModelError):
        model.sweep()
    model["studies"][1]["sweep"]["vary"] = {"kk": [1]}
    with pytest.raises(trammel.ModelError) as caught:
        model.sweep("stiff")
    assert caught.value.messages[0].code == "E116"


def test_a_grid_keeps_its_shape_in_xarray_and_samples_stay_a_list(pendulum, tmp_path):
    xarray = pytest.importorskip("xarray")
    s = pendulum.sweep({"k": (4, 16, 4), "m": [1, 2]}, {"end": "O.displacement", "fastest": "max(abs(O.speed))"})
    data = s.to_xarray()
    assert data["end"].dims == ("k", "m") and data["end"].shape == (4, 2) and data["fastest"].attrs["units"] == "m/s"
    np.testing.assert_allclose(data["end"], np.cos(2 * np.sqrt(data["k"] / data["m"])), atol=1e-9)
    assert (data["reason"] == "").all() and data["end"].sel(k=4, m=1) == s["end"][0]
    s._results.save(str(tmp_path / "s.h5"), None, [], False)
    xarray.testing.assert_identical(trammel.read_results(tmp_path / "s.h5").to_xarray(), data)
    sampled = pendulum.sweep({"k": (4, 16), "m": (1, 2)}, {"end": "O.displacement"}, sample="sobol", count=8).to_xarray()
    assert sampled["end"].dims == ("point",) and sampled["k"].dims == ("point",)


def test_what_makes_a_grid_is_its_order(pendulum):
    """Without xarray: the levels of a whole grid, in the order of its points."""
    s = pendulum.sweep({"k": (4, 16, 4), "m": [1, 2]}, {"end": "O.displacement"})
    levels = s._levels()
    assert list(levels) == ["k", "m"] and levels["k"].tolist() == [4, 8, 12, 16] and levels["m"].tolist() == [1, 2]
    assert pendulum.sweep({"k": [4, 4], "m": [1, 2]}, {"end": "O.displacement"})._levels() is None
    assert pendulum.sweep({"k": (4, 16)}, {"end": "O.displacement"}, sample="random", count=4)._levels() is None
    assert s.texts == {"reason": [""] * 8}


def test_sensitivities_name_answer_and_parameter(pendulum):
    model = trammel.Model({**pendulum.data, "analyses": [*pendulum.data["analyses"],
                                                         {"sensitivity": {"of": ["final(O.displacement)"], "by": ["k", "m"]}}]})
    table = model.run().table("sensitivity")
    assert table.texts["of"] == ["final(O.displacement)"] * 2 and sorted(table.texts["by"]) == ["k", "m"]
    for by, value in zip(table.texts["by"], table["derivative"]):  # x = cos(2 sqrt(k/m)) at k = 4, m = 1
        assert abs(value - {"k": -np.sin(4) / 2, "m": 2 * np.sin(4)}[by]) < 1e-7

"""Analyses: numbers from closed forms and against the program; arrays without copies; interruption."""
import csv
import gc
import os
import signal
import subprocess
import threading
import time

import numpy as np
import pytest
import trammel
from conftest import FOURBAR, ROOT

LONG = dict(end=1e5, output=1)  # half a minute


def exact_oscillator(t, m=2, c=3, k=50, x0=0.0, v0=1.0):
    """x - 1 of the oscillator: the damped oscillation from x0, v0."""
    s, w = c / (2 * m), np.sqrt(k / m - (c / (2 * m)) ** 2)
    return np.exp(-s * t) * (x0 * np.cos(w * t) + (v0 + s * x0) / w * np.sin(w * t))


def test_dynamics_follow_the_closed_form(oscillator):
    run = oscillator.dynamics(end=3, output=0.01, tolerance=1e-12)
    assert run.finished and len(run.t) == 301 and run.t[-1] == 3
    np.testing.assert_allclose(run["block.x"] - 1, exact_oscillator(run.t), atol=2e-12)
    assert run.units["block.x"] == "m" and run.units["block.vx"] == "m/s"


def test_the_error_estimate_bounds_the_true_error(oscillator):
    run = oscillator.dynamics(end=1, output=0.1, tolerance=1e-6, error=True)
    true = np.abs(run["block.x"] - 1 - exact_oscillator(run.t)).max()
    estimate = np.abs(run.table("dynamics.error")["block.x"]).max()
    assert true / 3 < estimate < 30 * true


def test_linearize_gives_the_matrices_of_the_textbook(oscillator):
    oscillator["initial"] = {"S.displacement": 1, "S.speed": 0}
    A, B, C, D = system = oscillator.linearize(inputs=["hand.fx"], outputs=["block.x", "block.ax"])
    assert system.states == ["S.displacement", "S.speed"] and system.inputs == ["hand.fx"]
    np.testing.assert_allclose(A, [[0, 1], [-25, -1.5]], rtol=1e-13)
    np.testing.assert_allclose(B, [[0], [0.5]], rtol=1e-13)
    np.testing.assert_allclose(C, [[1, 0], [-25, -1.5]], rtol=1e-13)
    np.testing.assert_allclose(D, [[0], [0.5]], rtol=1e-13)


def test_modes_run_after_other_analyses(oscillator):
    oscillator.parameters["push"] = 25  # moves the rest by 0.5
    run = oscillator.modes(after="static")
    assert [t.kind for t in run.tables][:2] == ["static", "modes"]
    assert run.table("static")["block.x"][0] == pytest.approx(1.5, abs=1e-12)
    assert run["natural"][0] == pytest.approx(5, rel=1e-13)


def test_evaluate_gives_the_matrices(fourbar):
    run = fourbar.evaluate(matrices=True)
    np.testing.assert_array_equal(np.diag(run.matrices["M"]), [1, 1, 0.3, 2.25, 2.25, 2, 2, 2, 1.35])
    table = run.table("evaluate.coordinates")
    residual = run.matrices["M"] @ table["acceleration"] - table["Q"] - run.matrices["G"].T @ run.table("evaluate.rows")["lambda"]
    assert np.abs(residual).max() < 1e-12


def test_numbers_are_those_of_the_program(fourbar, tmp_path):
    path = tmp_path / "fourbar.csv"
    subprocess.run([os.environ["TRAMMEL"], "run", str(FOURBAR), "-o", str(path), "--quiet"], check=True)
    with open(path, newline="") as file:
        header, *rows = csv.reader(file)
    run = fourbar.dynamics()
    assert run.channels == header
    np.testing.assert_array_equal(run.array, np.array(rows, dtype=float))
    again = trammel.read_results(path)
    np.testing.assert_array_equal(again["O.angle"], run["O.angle"])


def test_every_analysis_is_a_method():
    for name, doc in trammel._trammel.analyses():
        assert doc in getattr(trammel.Model, name).__doc__


def test_every_analysis_runs_in_some_model():
    seen = set()
    for path in ("docs/guide/quarter-car.yaml", "models/governor/governor.yaml", "models/arm-inverse/arm-inverse.yaml",
                 "models/cam-345/cam-345.yaml"):
        seen |= {t.kind for t in trammel.load(ROOT / path).run().tables}
    assert {"static", "modes", "steady", "inverse", "modes.A"} <= seen


def test_an_option_of_the_model_stays_unless_it_is_given(fourbar):
    assert len(fourbar.dynamics(end=1).t) == 41
    assert len(fourbar.dynamics(end=1, output=None).t) != 41
    assert fourbar.dynamics(end=1, formulation="absolute").certificate["formulation"].startswith("absolute")


def test_columns_are_views_that_outlive_the_run(fourbar):
    run = fourbar.dynamics()
    angle, whole = run["O.angle"], run.array
    assert np.shares_memory(angle, whole) and not angle.flags.owndata and not angle.flags.writeable
    copied = angle.copy()
    del run, whole, fourbar
    gc.collect()
    junk = [np.random.rand(201, 97) for _ in range(20)]
    assert (angle == copied).all() and len(junk) == 20


def test_an_unknown_channel_is_a_key_error_with_the_nearest(fourbar):
    with pytest.raises(KeyError, match="O.angle"):
        fourbar.dynamics(end=1)["O.angel"]


def test_the_certificate_has_numbers_and_texts(fourbar):
    certificate = fourbar.dynamics().certificate
    assert 0 < certificate["steps"] < 200 and certificate["worst position residual"] < 1e-10
    assert "J" in certificate.text("worst energy error")


def test_verify_agrees(fourbar):
    verification = fourbar.verify(end=0.2)
    assert verification and "agreed" in repr(verification)
    assert {f["name"] for f in verification.data["formulations"]} >= {"absolute", "joint"}


def test_what_cannot_be_assembled_is_an_analysis_error(fourbar):
    fourbar["bodies"]["ground"]["points"]["C"] = [25, 0]
    with pytest.raises(trammel.AnalysisError) as caught:
        fourbar.dynamics()
    assert isinstance(caught.value, RuntimeError) and caught.value.code and caught.value.run is None


def test_messages_of_a_run_name_the_element_of_a_text():
    text = FOURBAR.read_text().replace("C: [2.5, 0]", "C: [25, 0]")
    with pytest.raises(trammel.AnalysisError) as caught:
        trammel.Model(text, name="wide.yaml").dynamics()
    joints = [m for m in caught.value.messages if m.code == "E301"]
    assert joints and all(m.file == "wide.yaml" and m.element in m.text.replace("joint ", "joints.") for m in joints)


def test_ctrl_c_stops_a_run_and_keeps_its_rows(fourbar):
    moves = threading.Event()

    def progress(analysis, fraction):
        if fraction > 20/LONG["end"]:
            moves.set()

    def interrupt():
        moves.wait()
        os.kill(os.getpid(), signal.SIGINT)

    threading.Thread(target=interrupt).start()
    with pytest.raises(KeyboardInterrupt) as caught:
        fourbar.dynamics(progress=progress, **LONG)
    run = caught.value.run
    assert run is fourbar.last_run and not run.finished
    assert len(run.t) > 10 and (run.t == np.arange(len(run.t))).all()


def test_progress_rises_and_ends_a_run(fourbar):
    seen = []

    def progress(analysis, fraction):
        seen.append((analysis, fraction))
        return len(seen) == 3

    run = fourbar.dynamics(progress=progress, **LONG)
    assert not run.finished and len(run.t) > 1 and len(seen) == 3
    assert {a for a, _ in seen} == {"dynamics"} and [f for _, f in seen] == sorted(f for _, f in seen)


def test_a_line_says_how_far_a_run_is(fourbar, capsys):
    threading.Timer(1.0, os.kill, (os.getpid(), signal.SIGINT)).start()
    with pytest.raises(trammel.Interrupted):
        fourbar.dynamics(progress=True, **LONG)
    said = capsys.readouterr().err
    assert said.startswith("\rdynamics ") and " %" in said and said.endswith("\r\x1b[K")


def test_an_exception_of_progress_is_raised(fourbar):
    def progress(analysis, fraction):
        raise ZeroDivisionError("mine")

    with pytest.raises(ZeroDivisionError, match="mine"):
        fourbar.dynamics(progress=progress, **LONG)
    assert not fourbar.last_run.finished


def test_other_threads_go_on_during_a_run(fourbar):
    counted, looks, ended = [], [], threading.Event()

    def count():
        while not ended.is_set():
            counted.append(len(looks))
            time.sleep(0.002)

    def progress(analysis, fraction):
        looks.append(len(counted))
        return looks[-1] > looks[0] + 1  # the run ends once the other thread has counted between callbacks

    thread = threading.Thread(target=count)
    thread.start()
    fourbar.dynamics(progress=progress, **LONG)
    ended.set()
    thread.join()
    assert not fourbar.last_run.finished


def test_to_pandas(fourbar):
    pytest.importorskip("pandas")
    run = fourbar.dynamics(end=1)
    frame = run.to_pandas()
    assert frame.index.name == "t" and (frame["O.angle"].to_numpy() == run["O.angle"]).all()
    assert frame.attrs["units"]["O.angle"] == "rad"


def test_to_xarray(fourbar):
    pytest.importorskip("xarray")
    data = fourbar.dynamics(end=1).to_xarray()
    assert data["B.fx"].attrs["units"] == "N" and data["B.fx"].dims == ("t",)


def test_a_plot_is_a_picture(fourbar, tmp_path):
    run = fourbar.dynamics(end=1)
    picture = run.plot("O.angle", path=tmp_path / "a.svg")
    assert picture._repr_svg_().startswith("<svg") and (tmp_path / "a.svg").read_text() == picture
    with pytest.raises(trammel.ModelError):
        run.plot("nothing")


def test_notebooks_show_the_moving_report_and_a_plot_without_the_program(fourbar, monkeypatch):
    run = fourbar.dynamics(end=1)
    moving = run._repr_html_()
    assert moving.startswith("<iframe") and "Four-bar linkage" in moving
    monkeypatch.setattr(trammel.show, "program", lambda: None)
    still = run._repr_html_()
    assert "<svg" in still and "worst energy error" in still
    with pytest.raises(FileNotFoundError, match="trammel"):
        fourbar.show()


def test_the_report_is_of_what_was_run(fourbar):
    fourbar.parameters.torque = 12.5
    first = fourbar.dynamics(end=0.321)
    fourbar.parameters.torque = 45
    assert "0.321" in first._source.text and first._source.settings == {"torque": 12.5}
    assert fourbar.dynamics()._source.path == str(FOURBAR)
    assert "0.321" in first._repr_html_()


def test_results_are_saved(fourbar, tmp_path):
    run = fourbar.dynamics(end=1)
    run.save(tmp_path / "r.json")
    again = trammel.read_results(tmp_path / "r.json")
    np.testing.assert_array_equal(again["B.fx"], run["B.fx"])
    with pytest.raises(trammel.Error):
        run.save(tmp_path / "r.nothing")
    run.save(tmp_path / "r.npz")
    with np.load(tmp_path / "r.npz") as kept:
        assert any(np.array_equal(kept[name], run["B.fx"]) or np.array_equal(kept[name], run.array) for name in kept.files)
    run.save(tmp_path / "r.csv", channels="B.f?", units=True)
    header = (tmp_path / "r.csv").read_text().splitlines()[0]
    assert header.replace('"', "") == "t [s],B.fx [N],B.fy [N]"
    assert run.origin["version"] == trammel.__version__ and "dynamics" in run.origin["text"]

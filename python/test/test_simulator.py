"""Step by step: the same bits as a run, inputs, states, copies, and pickles."""
import copy
import gc
import pickle
import threading
import time

import numpy as np
import pytest
import trammel
from conftest import FOURBAR


def test_steps_are_those_of_rk4(fourbar):
    run = fourbar.dynamics(end=0.5, output=0.05, integrator="rk4", step=1e-3)
    sim = fourbar.simulator(step=1e-3, outputs=["O.angle", "B.fx"], fixed_step=1e-3)
    assert sim.internal_step == 1e-3
    found = [sim.outputs]
    for _ in range(10):
        found.append(sim.step(None, 50))
    assert (np.array(found) == run[["O.angle", "B.fx"]]).all()
    assert sim.time == pytest.approx(0.5, abs=1e-14) and sim.step_size == 1e-3


def test_steps_of_any_size_are_as_exact_as_a_run(fourbar):
    run = fourbar.dynamics(end=0.5, output=0.5, tolerance=1e-11)
    for step, count in ((1e-3, 500), (0.5, 1)):
        sim = fourbar.simulator(step=step, outputs=["O.angle", "O.speed"])
        sim.step(None, count)
        assert sim.internal_step == 0 and sim.outputs == pytest.approx(run[["O.angle", "O.speed"]][-1], abs=1e-7)


def test_an_event_ends_the_motion(oscillator):
    oscillator["events"] = {"far": {"when": "t - 0.25", "stop": True}}
    sim = oscillator.simulator(step=0.1, outputs=["block.x"])
    assert sim.step(None, 2) is not None and sim.stopped is None
    assert sim.step() is not None and sim.stopped == "far" and sim.time == pytest.approx(0.25, abs=1e-12)
    with pytest.raises(RuntimeError, match="far"):
        sim.step()
    sim.reset()
    assert sim.stopped is None and sim.step(None, 2) is not None


def test_inputs_act_from_the_next_step(oscillator):
    oscillator["parameters"].update(c=0, k=0)
    oscillator["forces"].pop("spring")
    sim = oscillator.simulator(step=0.01, inputs=["push"], outputs=["block.x", "block.vx"])
    for push, speed in ((4, 1.02), (np.float64(-2), 1.01), ([6], 1.04), (np.array([0.0]), 1.04), (np.array(2.0), 1.05), ((2,), 1.06)):
        x, v = sim.step(push)
        assert v == pytest.approx(speed, abs=1e-13)


def test_wrong_inputs_are_refused_and_nothing_moves(fourbar):
    sim = fourbar.simulator(step=1e-3, inputs=["torque"])
    for wrong, error in (([1, 2], ValueError), ([], ValueError), ("x", TypeError), (object(), TypeError), ([None], TypeError)):
        with pytest.raises(error):
            sim.step(wrong)
    with pytest.raises(TypeError):
        sim.step(1, 2, 3)
    assert sim.time == 0
    with pytest.raises(ValueError, match="1 values for 0 inputs"):
        fourbar.simulator(step=1e-3).step(1)


def test_what_cannot_be_an_input_or_output_is_refused(fourbar):
    with pytest.raises(trammel.ModelError) as caught:
        fourbar.simulator(inputs=["nothing"])
    assert caught.value.code
    with pytest.raises(KeyError, match="nothing"):
        fourbar.simulator(outputs=["nothing"])
    with pytest.raises(KeyError):
        fourbar.simulator()["nothing"]


def test_state_is_put_and_read(fourbar):
    sim = fourbar.simulator(step=1e-3)
    start = sim.state
    sim.step(None, 300)
    later, angle = sim.state, sim["crank.angle"]
    assert later[sim.state_names.index("crank.angle")] == angle != start[sim.state_names.index("crank.angle")]
    sim.state = start
    np.testing.assert_allclose(sim.state, start, atol=1e-14)
    assert sim.time == pytest.approx(0.3)
    sim.set_state(later, time=7)
    assert sim.time == 7 and sim["crank.angle"] == pytest.approx(angle, abs=1e-13)
    with pytest.raises(ValueError, match="3 numbers for a state of 18"):
        sim.state = [1, 2, 3]
    with pytest.raises(trammel.Error):
        sim.state = np.full(18, np.nan)


def test_reset_goes_back_to_the_start(fourbar):
    sim = fourbar.simulator(step=1e-3, inputs=["torque"], outputs=["crank.angle"])
    start = sim.reset()
    first = [sim.step(30)[0] for _ in range(20)]
    assert (sim.reset() == start).all() and sim.time == 0
    assert [sim.step(30)[0] for _ in range(20)] == first


def test_copies_and_pickles_go_on_with_the_same_bits(fourbar):
    sim = fourbar.simulator(step=1e-3, inputs=["torque"], outputs=["O.angle"])
    sim.step(41, 200)
    others = [copy.copy(sim), copy.deepcopy(sim), pickle.loads(pickle.dumps(sim))]
    sim.step(None, 100)
    for other in others:
        assert other.time == pytest.approx(0.2)
        other.step(None, 100)
        assert (other.state == sim.state).all() and (other.outputs == sim.outputs).all()
        assert other.inputs == ["torque"]
    kept = sim.snapshot()
    after = sim.step(12)
    sim.restore(kept)
    assert sim.step(12) == after
    with pytest.raises(trammel.Error):
        sim.restore(b"nonsense")


def test_the_simulator_outlives_its_model_and_later_edits(fourbar):
    sim = fourbar.simulator(step=1e-3, outputs=["O.angle"])
    fourbar["bodies"]["crank"]["mass"] = 5
    del fourbar
    gc.collect()
    expected = trammel.load(FOURBAR).simulator(step=1e-3, outputs=["O.angle"])
    assert sim.step(None, 100) == expected.step(None, 100)


def test_threads_step_their_own_and_share_none(fourbar):
    sims = [fourbar.simulator(step=1e-3, outputs=["O.angle"]) for _ in range(2)]
    threads = [threading.Thread(target=sim.step, args=(None, 3000)) for sim in sims]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sims[0].outputs == sims[1].outputs
    refused = []
    thread = threading.Thread(target=sims[0].step, args=(None, 100000))
    thread.start()
    while thread.is_alive() and not refused:
        try:
            sims[0].snapshot()
        except RuntimeError as error:
            refused.append(error)
        time.sleep(0.001)
    thread.join()
    assert refused

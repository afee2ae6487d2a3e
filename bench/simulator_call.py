#!/usr/bin/env python3
"""simulator_call.py - what a call of step() of a simulator costs from Python beside the step itself: `make bench-python` prints it.

The four-bar takes 200 steps, by 200 calls and by one call; the difference is the cost of the calls. The least time of many counts, for
others use the machine, too.
"""
import pathlib
import time

import trammel

FOURBAR = pathlib.Path(__file__).resolve().parent.parent/"models/fourbar/fourbar.yaml"
STEPS, REPEATS = 200, 300


def least_time(sim, act):
    times = []
    for _ in range(REPEATS):
        sim.reset()
        begin = time.perf_counter()
        act()
        times.append(time.perf_counter() - begin)
    return min(times)


def main():
    sim = trammel.load(FOURBAR).simulator(step=1e-3, inputs=["torque"])
    step = sim.step

    def one_by_one():
        for _ in range(STEPS):
            step(39.75)

    single, many = least_time(sim, one_by_one), least_time(sim, lambda: step(39.75, STEPS))
    print(f"a call of step() costs {1e6*(single - many)/STEPS:.3f} us beside the step of {1e6*many/STEPS:.3f} us")


if __name__ == "__main__":
    main()

"""A case: a model, and what must happen in it as mathematics tells."""
import math

from touch import Unclear, first_touch

TOLERANCES = (1e-6, 1e-8, 1e-10)
SIZE_SHARE = 1e-6  # a gap or depth below this part of the thrown body's size is grazing


class Rejected(Exception):
    """This draw has no clear answer: another is taken."""


class Case:
    """t: time of the first event, None if there is none; within: how far off a time may be; names: event names that are right."""

    def __init__(self, family, model, t, names, watched, within=0.0, gap=None, grazing=False, times=None):
        self.family, self.model, self.t, self.names, self.watched = family, model, t, names, watched
        self.within, self.gap, self.grazing, self.times = within, gap, grazing, times
        self.name = ""

    def answer(self):
        return {"family": self.family, "t": self.t, "names": self.names, "watched": self.watched, "within": self.within,
                "least gap": self.gap, "grazing": self.grazing, "times": self.times}


def log_uniform(rng, low, high):
    return math.exp(rng.uniform(math.log(low), math.log(high)))


def choose_dynamics(rng, formulations=("absolute", "joint", "point")):
    return {"formulation": rng.choice(formulations), "tolerance": rng.choice(TOLERANCES)}


def finish(rng, family, model, pairs, shapes, end, size, options, grazing=False):
    """The case of a model in which parts may touch. pairs: (contact name, part a, motion a, part b, motion b);
    shapes: the module plane or solid."""
    first, gaps = None, []
    horizon = end
    for name, a, motion_a, b, motion_b in pairs:
        if shapes.overlap(a, motion_a.pose(0), b, motion_b.pose(0)):
            raise Rejected
        try:
            touch = first_touch(shapes.distance, a, motion_a, b, motion_b, horizon)
        except Unclear:
            raise Rejected from None
        if touch.path[0][1] < 1e-3 * size:
            raise Rejected  # they begin too near
        gaps.append((touch.gap, name, touch))
        if touch.t is not None and (first is None or touch.t < first[1].t):
            first = (name, touch)
            horizon = touch.t * (1 + 1e-9) + touch.time_within(100 * options["tolerance"] * size)
    watched = sorted({p[0] for p in pairs})
    allowance = 100 * options["tolerance"] * size
    if first is None:
        least = min(g for g, _, _ in gaps)
        if not grazing and least < max(2 * allowance, 1e-5 * size):
            raise Rejected
        run = dict(options, end=end)
        model["analyses"] = [{"dynamics": run}]
        return Case(family, model, None, [], watched, gap=least, grazing=grazing or least < SIZE_SHARE * size)
    name, touch = first
    within = 1e-9 * touch.t + touch.time_within(allowance)
    speed = touch.closing_speed()
    if not grazing and within > 0.02 * touch.t:
        raise Rejected
    others = [n for g, n, other in gaps if n != name and other.t is not None and other.t < touch.t + 2 * within]
    end = min(end, touch.t * (1 + rng.choice((0.02, 0.3, 1.0))) + 2 * within)
    model["analyses"] = [{"dynamics": dict(options, end=end)}]
    return Case(family, model, float(touch.t), [name] + others, watched, within=within, gap=speed, grazing=grazing)


def choose_output(rng, model):
    """Rows of output must not be what finds an event: mostly there are few."""
    run = model["analyses"][0]["dynamics"]
    rows = rng.choice((1, 2, 2, 3, 7, 200))
    run["output"] = run["end"] / rows

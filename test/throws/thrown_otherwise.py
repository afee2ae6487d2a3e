"""Throws that are the same to mathematics and not to a program: through joints of a gantry, on a spring with a damper, with fast spin, several at once."""
import math

import plane
from case import Rejected, choose_dynamics, choose_output, finish, log_uniform
from motions import Fixed, Flight, SprungFlight
from thrown_in_plane import MISSILES, frame, free_body, obstacle, restitution, spin_of, throw_numbers


def gantry_model(rng, body, g, p0, v0, angle, omega):
    """Two sliders and a pin carry the body by its centre of mass: x, y and the angle move as those of a free body."""
    for key in ("position", "velocity", "angle", "omega"):
        del body[key]
    body["points"] = {"P": [0, 0]}
    carriage = {"points": {"P": [0, 0]}, "com": [0, 0], "mass": log_uniform(rng, 0.01, 10), "inertia": 0.01}
    model = frame(g)
    model["bodies"] = {"cart": carriage, "lift": dict(carriage, mass=log_uniform(rng, 0.01, 10)), "ball": body}
    model["joints"] = {"X": {"prismatic": ["ground.O", "cart.P"], "axis": "x"}, "Y": {"prismatic": ["cart.P", "lift.P"], "axis": "y"},
                       "R": {"revolute": ["lift.P", "ball.P"]}}
    model["initial"] = {"X.displacement": p0[0], "X.speed": v0[0], "Y.displacement": p0[1], "Y.speed": v0[1], "R.angle": angle, "R.speed": omega}
    return model


def draw_throw(rng, fall=True):
    """(size, surface, parts, wall, parts of the wall, p0, v0, g, time) of a throw along +x at an obstacle at the origin; gravity along -y."""
    size = log_uniform(rng, 1e-3, 0.3)
    spec, parts, needs_round = rng.choice(MISSILES)(rng, size)
    wall, wall_parts, extent, is_in_front = obstacle(rng, needs_round)
    p0, v0, g, direction, time = throw_numbers(rng, extent, size, fall)
    if abs(direction) > 1.2:
        raise Rejected  # obstacles face what comes along +x
    if not is_in_front(p0, size):
        raise Rejected
    return size, spec, parts, wall, wall_parts, p0, v0, g, time


def gantry(rng):
    size, spec, parts, wall, wall_parts, p0, v0, g, time = draw_throw(rng)
    angle, omega = rng.uniform(-3, 3), spin_of(rng, size, math.hypot(*v0))
    motion = Flight(p0, v0, g, angle, omega)
    model = gantry_model(rng, free_body(rng, size, spec, p0, v0, angle, omega), g, p0, v0, angle, omega)
    model["bodies"]["ground"] = {"points": {"O": [0, 0]}, "surfaces": {"wall": wall}}
    model["forces"] = {"hit": {"contact": ["ball.skin", "ground.wall"], "restitution": restitution(rng)}}
    options = choose_dynamics(rng)
    pairs = [("hit", a, motion, b, Fixed()) for a in parts for b in wall_parts]
    case = finish(rng, "otherwise: gantry", model, pairs, plane, 3 * time, size, options)
    choose_output(rng, model)
    return case


def sprung(rng):
    """The slider along x hangs on a spring and a damper."""
    size, spec, parts, wall, wall_parts, p0, v0, g, time = draw_throw(rng)
    w = log_uniform(rng, 0.1, 30) / time
    d = w * rng.choice((0.0, 0.01, 0.3))
    angle, omega = rng.uniform(-3, 3), spin_of(rng, size, math.hypot(*v0))
    motion = SprungFlight(p0, v0, g, w, d, angle, omega)
    body = free_body(rng, size, spec, p0, v0, angle, omega)
    model = gantry_model(rng, body, g, p0, v0, angle, omega)
    moving = model["bodies"]["cart"]["mass"] + model["bodies"]["lift"]["mass"] + body["mass"]
    model["bodies"]["ground"] = {"points": {"O": [0, 0]}, "surfaces": {"wall": wall}}
    model["forces"] = {"hit": {"contact": ["ball.skin", "ground.wall"], "restitution": restitution(rng)},
                       "pull": {"motor": "X", "force": f"-{moving * w * w!r}*X.displacement - {2 * d * moving!r}*X.speed"}}
    options = choose_dynamics(rng)
    pairs = [("hit", a, motion, b, Fixed()) for a in parts for b in wall_parts]
    if any(math.hypot(*p) > 40 for part in wall_parts for p in getattr(part, "vertices", [])):
        raise Rejected  # a polyline that the body may go behind
    case = finish(rng, "otherwise: spring", model, pairs, plane, 3 * time, math.hypot(*p0) * 1e-3 + size, options)
    choose_output(rng, model)
    return case


def whirl(rng):
    """A bar that spins fast drifts slowly past an obstacle: its tip comes round many times within a step."""
    size, spec, parts, wall, wall_parts, p0, v0, g, time = draw_throw(rng, False)
    omega = rng.choice((-1, 1)) * min(log_uniform(rng, 1, 300) * math.hypot(*v0) / size, 2e4)
    if abs(omega) * time > 3e4:
        raise Rejected
    motion = Flight(p0, v0, g, 0.0, omega)
    model = frame(g)
    model["bodies"] = {"ground": {"surfaces": {"wall": wall}}, "ball": free_body(rng, size, spec, p0, v0, 0.0, omega)}
    model["forces"] = {"hit": {"contact": ["ball.skin", "ground.wall"], "restitution": restitution(rng)}}
    options = choose_dynamics(rng)
    pairs = [("hit", a, motion, b, Fixed()) for a in parts for b in wall_parts]
    case = finish(rng, "otherwise: whirl", model, pairs, plane, 3 * time, size, options)
    choose_output(rng, model)
    return case


def swarm(rng):
    """Several bodies fly about each other and a wall: the first touch of all pairs, and of which."""
    bodies, motions, parts, sizes = {}, [], [], []
    g = (0.0, -9.81) if rng.random() < 0.5 else (0.0, 0.0)
    count, time = rng.randint(3, 6), log_uniform(rng, 0.01, 1)
    reach = log_uniform(rng, 0.1, 3)
    for k in range(count):
        size = log_uniform(rng, 1e-3, 0.3)
        spec, own, _ = rng.choice([m for m in MISSILES if m.__name__ != "point"])(rng, size)
        speed, direction = log_uniform(rng, 1, 100), rng.uniform(-math.pi, math.pi)
        v0 = (speed * math.cos(direction), speed * math.sin(direction) - g[1] * time)
        p0 = tuple(rng.uniform(-reach, reach) - v0[i] * time * rng.uniform(0.3, 1) - g[i] * time**2 / 2 for i in (0, 1))
        angle, omega = rng.uniform(-3, 3), spin_of(rng, size, speed)
        bodies[f"b{k}"] = free_body(rng, size, spec, p0, v0, angle, omega)
        motions.append(Flight(p0, v0, g, angle, omega))
        parts.append(own)
        sizes.append(size)
    wall, wall_parts, _, is_in_front = obstacle(rng, False)
    model = frame(g)
    model["bodies"] = dict(bodies, ground={"surfaces": {"wall": wall}})
    forces, pairs = {}, []
    for i in range(count):
        if not is_in_front(motions[i].p0, sizes[i]):
            raise Rejected
        forces[f"w{i}"] = {"contact": [f"b{i}.skin", "ground.wall"], "restitution": 0.5}
        pairs += [(f"w{i}", a, motions[i], b, Fixed()) for a in parts[i] for b in wall_parts]
        for k in range(i):
            forces[f"h{i}{k}"] = {"contact": [f"b{i}.skin", f"b{k}.skin"], "restitution": 0.5}
            pairs += [(f"h{i}{k}", a, motions[i], b, motions[k]) for a in parts[i] for b in parts[k]]
    model["forces"] = forces
    case = finish(rng, "otherwise: swarm", model, pairs, plane, 3 * time, min(sizes), choose_dynamics(rng))
    choose_output(rng, model)
    return case


FAMILIES = ((gantry, 80), (sprung, 60), (whirl, 60), (swarm, 60))

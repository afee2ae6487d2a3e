"""Throws in the plane: discs, points and polygons at discs, lines, polylines and polygons, with and without spin."""
import math

import plane
from case import Case, Rejected, choose_dynamics, choose_output, finish, log_uniform
from motions import Fixed, Flight
from plane import HalfPlane, Part


def turned(points, angle, at=(0.0, 0.0)):
    c, s = math.cos(angle), math.sin(angle)
    return [[at[0] + c * x - s * y, at[1] + s * x + c * y] for x, y in points]


def rectangle(length, width):
    return [[-length / 2, -width / 2], [length / 2, -width / 2], [length / 2, width / 2], [-length / 2, width / 2]]


def chain_parts(points, closed=False):
    pairs = list(zip(points, points[1:] + (points[:1] if closed else [])))
    return [Part([a, b]) for a, b in pairs]


def disc(rng, size):
    at = [0.0, 0.0] if rng.random() < 0.6 else [rng.uniform(-size, size), rng.uniform(-size, size)]
    return {"disc": size / 2, "at": at}, [Part([at], size / 2)], True


def point(rng, size):
    at = [0.0, 0.0] if rng.random() < 0.4 else [rng.uniform(-size, size), rng.uniform(-size, size)]
    return {"point": at}, [Part([at])], True


def box(rng, size):
    corners = turned(rectangle(size, size * rng.uniform(0.3, 1)), rng.uniform(0, 6))
    return {"polygon": corners}, [Part(corners)], False


def plate(rng, size):
    corners = turned(rectangle(size, max(5e-4, size * rng.uniform(0.02, 0.1))), rng.uniform(0, 6))
    return {"polygon": corners}, [Part(corners)], False


def triangle(rng, size):
    turn = rng.uniform(0, 6)
    corners = [[size / 2 * math.cos(turn + k * 2 * math.pi / 3), size / 2 * math.sin(turn + k * 2 * math.pi / 3)] for k in range(3)]
    return {"polygon": corners}, [Part(corners)], False


MISSILES = (disc, point, box, plate, triangle)


def anywhere(p, size):
    return True


def chain_in_front(chain, tilt, depth):
    """A polyline, and whether a place is on its free side, at the left of the way along it."""
    points = turned(chain, tilt)
    c, s = math.cos(tilt), math.sin(tilt)
    return {"polyline": points}, chain_parts(points), depth, lambda p, size: c * p[0] + s * p[1] < -2 * (depth + size)


def obstacle(rng, needs_round):
    """A surface at the origin, across the x axis or turned: (spec, parts, its extent, whether a place is in front of it)."""
    kinds = ["wall", "wall", "wall", "peg", "block", "line", "stairs", "notch"]
    if needs_round:
        kinds += ["peg"]
    kind = rng.choice(kinds)
    tilt = rng.uniform(-1.2, 1.2)
    if kind == "peg":
        r = log_uniform(rng, 5e-4, 0.02)
        return {"disc": r, "at": [0.0, 0.0]}, [Part([[0.0, 0.0]], r)], r, anywhere
    if kind == "wall":
        thick, tall = log_uniform(rng, 1e-3, 0.02), log_uniform(rng, 0.05, 1)
        corners = turned(rectangle(thick, tall), tilt)
        return {"polygon": corners}, [Part(corners)], tall / 2, anywhere
    if kind == "block":
        corners = turned(rectangle(log_uniform(rng, 0.02, 0.2), log_uniform(rng, 0.02, 0.2)), tilt)
        return {"polygon": corners}, [Part(corners)], 0.1, anywhere
    if kind == "line":
        n = (-math.cos(tilt), -math.sin(tilt))
        return {"line": [[0.0, 0.0], [n[1], -n[0]]]}, [HalfPlane((0.0, 0.0), n)], 1.0, anywhere
    if kind == "stairs":  # the free side, on the left of the way, is where the missile comes from
        h = log_uniform(rng, 0.02, 0.2)
        return chain_in_front([[0.0, -90.0], [0.0, -h], [-h, -h], [-h, 0.0], [-2 * h, 0.0], [-2 * h, 90.0]], tilt, 2 * h)
    h = log_uniform(rng, 0.02, 0.2)  # a wall with a fin: the fin is thin, and may be passed between two instants
    fin = log_uniform(rng, 1e-3, 5e-3)
    return chain_in_front([[0.0, -90.0], [0.0, 0.0], [-h, 0.0], [-h, fin], [0.0, fin], [0.0, 90.0]], tilt, h)


def throw_numbers(rng, extent, size, fall=True):
    """(p0, v0, g, direction, flight time): aimed at a place within `extent` of the origin, or past it."""
    speed, way = log_uniform(rng, 1, 300), log_uniform(rng, 0.1, 30)
    g = (0.0, -9.81) if fall and rng.random() < 0.5 else (0.0, 0.0)
    time = min(way / speed, 2.0)
    direction = rng.uniform(-math.pi, math.pi)
    aside = rng.uniform(-1.15, 1.15) * (extent + size / 2)
    target = (-math.sin(direction) * aside, math.cos(direction) * aside)
    hit = (speed * math.cos(direction), speed * math.sin(direction))
    v0 = (hit[0] - g[0] * time, hit[1] - g[1] * time)
    p0 = tuple(target[i] - v0[i] * time - g[i] * time**2 / 2 for i in (0, 1))
    return p0, v0, g, direction, time


def spin_of(rng, size, speed):
    return 0.0 if rng.random() < 0.4 else rng.choice((-1, 1)) * min(log_uniform(rng, 0.01, 1) * speed / size, 3000.0)


def free_body(rng, size, surfaces, p0, v0, angle, omega):
    mass = log_uniform(rng, 0.01, 10)
    return {"mass": mass, "inertia": mass * size**2 * rng.uniform(0.05, 0.3), "com": [0, 0], "position": list(p0), "angle": angle,
            "velocity": list(v0), "omega": omega, "surfaces": {"skin": surfaces}}


def restitution(rng):
    return rng.choice((0.3, 0.5, 0.9, 1.0))


def frame(g):
    return {"trammel": 1, "gravity": list(g) if any(g) else "none"}


def throw(rng):
    size = log_uniform(rng, 1e-3, 0.3)
    spec, parts, needs_round = rng.choice(MISSILES)(rng, size)
    wall, wall_parts, extent, is_in_front = obstacle(rng, needs_round)
    p0, v0, g, direction, time = throw_numbers(rng, extent, size)
    # The obstacle was made for something that comes along +x: turn the throw instead, gravity with it.
    c, s = math.cos(-direction), math.sin(-direction)

    def back(v):
        return (c * v[0] - s * v[1], s * v[0] + c * v[1])

    p0, v0, g = back(p0), back(v0), back(g)
    if not is_in_front(p0, size):
        raise Rejected
    angle, omega = rng.uniform(-3, 3), spin_of(rng, size, math.hypot(*v0))
    motion, still = Flight(p0, v0, g, angle, omega), Fixed()
    options = choose_dynamics(rng)
    model = frame(g)
    model["bodies"] = {"ground": {"surfaces": {"wall": wall}}, "ball": free_body(rng, size, spec, p0, v0, angle, omega)}
    model["forces"] = {"hit": {"contact": ["ball.skin", "ground.wall"], "restitution": restitution(rng)}}
    pairs = [("hit", a, motion, b, still) for a in parts for b in wall_parts]
    case = finish(rng, "plane: throw", model, pairs, plane, 3 * time, size, options)
    choose_output(rng, model)
    return case


def shelf(rng):
    """A body falls on shelves, the lower of which it must not reach first."""
    size = log_uniform(rng, 1e-3, 0.3)
    spec, parts, _ = rng.choice(MISSILES)(rng, size)
    height = log_uniform(rng, 0.3, 20) + size
    angle = rng.uniform(-3, 3)
    omega = spin_of(rng, size, 5.0)
    p0, v0 = (0.0, height), (rng.uniform(-0.2, 0.2), 0.0)
    motion = Flight(p0, v0, (0.0, -9.81), angle, omega)
    surfaces, pairs, forces = {}, [], {}
    for k in range(rng.randint(1, 3)):
        thick = log_uniform(rng, 1e-3, 0.02)
        y, x = -k * rng.uniform(0.03, 0.5), rng.uniform(-0.7, 0.7)
        corners = turned(rectangle(rng.uniform(0.2, 2), thick), rng.uniform(-0.3, 0.3), (x, y))
        surfaces[f"shelf{k}"] = {"polygon": corners}
        forces[f"hit{k}"] = {"contact": ["ball.skin", f"ground.shelf{k}"], "restitution": restitution(rng)}
        pairs += [(f"hit{k}", a, motion, Part(corners), Fixed()) for a in parts]
    options = choose_dynamics(rng)
    model = frame((0.0, -9.81))
    model["bodies"] = {"ground": {"surfaces": surfaces}, "ball": free_body(rng, size, spec, p0, v0, angle, omega)}
    model["forces"] = forces
    case = finish(rng, "plane: shelf", model, pairs, plane, math.sqrt(2 * (height + 1) / 9.81), size, options)
    choose_output(rng, model)
    return case


def gap_that_fits(rng):
    """A bullet flies between two blocks. What is left on either side is from 1e-4 to 1 of its size, or it strikes by as much."""
    size = log_uniform(rng, 1e-3, 0.3)
    make = rng.choice((disc, box))
    spec, parts, _ = make(rng, size)
    if make is disc:
        spec["at"] = [0.0, 0.0]
        parts = [Part([[0.0, 0.0]], size / 2)]
        half = size / 2
    else:
        half = max(y for _, y in parts[0].vertices)
        half = max(half, -min(y for _, y in parts[0].vertices))
    slack = log_uniform(rng, 1e-4, 1) * size * (1 if rng.random() < 0.7 else -1)
    thick = log_uniform(rng, 1e-3, 0.1)
    side = half + slack
    if side <= 0:
        raise Rejected
    speed, way = log_uniform(rng, 1, 300), log_uniform(rng, 0.5, 30)
    p0, v0 = (-way, rng.uniform(-0.3, 0.3) * max(slack, 0)), (speed, 0.0)
    motion, still = Flight(p0, v0), Fixed()
    surfaces, pairs, forces = {}, [], {}
    for k, sign in enumerate((-1, 1)):
        inner, outer = sign * side, sign * (side + 1)
        corners = [[0.0, min(inner, outer)], [thick, min(inner, outer)], [thick, max(inner, outer)], [0.0, max(inner, outer)]]
        surfaces[f"block{k}"] = {"polygon": corners}
        forces[f"hit{k}"] = {"contact": ["ball.skin", f"ground.block{k}"], "restitution": restitution(rng)}
        pairs += [(f"hit{k}", a, motion, Part(corners), still) for a in parts]
    options = choose_dynamics(rng)
    model = frame((0.0, 0.0))
    model["bodies"] = {"ground": {"surfaces": surfaces}, "ball": free_body(rng, size, spec, p0, v0, 0.0, 0.0)}
    model["forces"] = forces
    case = finish(rng, "plane: gap", model, pairs, plane, 2 * way / speed, size, options)
    choose_output(rng, model)
    return case


def grazing(rng):
    """A disc passes a peg or the corner of a wall at a gap, or by a depth, of 1e-9 to 1e-5 of its size."""
    size = log_uniform(rng, 1e-3, 0.3)
    gap = rng.choice((-1, 1)) * size * log_uniform(rng, 1e-9, 1e-5)
    speed, way = log_uniform(rng, 1, 300), log_uniform(rng, 0.1, 30)
    peg = log_uniform(rng, 5e-4, 0.02)
    if rng.random() < 0.5:
        wall, part, top = {"disc": peg, "at": [0.0, 0.0]}, Part([[0.0, 0.0]], peg), peg
    else:
        corners = [[-peg, -1.0], [peg, -1.0], [0.0, 0.0]]
        wall, part, top = {"polygon": corners}, Part(corners), 0.0
    p0, v0 = (-way, top + size / 2 + gap), (speed, 0.0)
    options = choose_dynamics(rng)
    model = frame((0.0, 0.0))
    ball = Part([[0.0, 0.0]], size / 2)
    model["bodies"] = {"ground": {"surfaces": {"wall": wall}}, "ball": free_body(rng, size, {"disc": size / 2}, p0, v0, 0.0, 0.0)}
    model["forces"] = {"hit": {"contact": ["ball.skin", "ground.wall"], "restitution": 0.5}}
    case = finish(rng, "plane: grazing", model, [("hit", ball, Flight(p0, v0), part, Fixed())], plane, 2 * way / speed, size, options, True)
    choose_output(rng, model)
    return case


def meeting(rng):
    """Two free bodies meet in the air, or pass each other."""
    size, other = log_uniform(rng, 1e-3, 0.3), log_uniform(rng, 1e-3, 0.3)
    spec_a, parts_a, round_a = rng.choice(MISSILES)(rng, size)
    spec_b, parts_b, round_b = rng.choice(MISSILES)(rng, other)
    if "point" in spec_a and "point" in spec_b:
        raise Rejected
    g = (0.0, -9.81) if rng.random() < 0.5 else (0.0, 0.0)
    time = log_uniform(rng, 0.003, 1)
    bodies, motions = {}, []
    for name, spec, width in (("low", spec_a, size), ("high", spec_b, other)):
        speed, direction = log_uniform(rng, 1, 300), rng.uniform(-math.pi, math.pi)
        v0 = (speed * math.cos(direction), speed * math.sin(direction) - g[1] * time)
        aside = [rng.uniform(-0.4, 0.4) * (size + other) for _ in (0, 1)]
        p0 = tuple(aside[i] - v0[i] * time - g[i] * time**2 / 2 for i in (0, 1))
        angle, omega = rng.uniform(-3, 3), spin_of(rng, width, speed)
        bodies[name] = free_body(rng, width, spec, p0, v0, angle, omega)
        motions.append(Flight(p0, v0, g, angle, omega))
    options = choose_dynamics(rng)
    model = frame(g)
    model["bodies"] = bodies
    model["forces"] = {"hit": {"contact": ["low.skin", "high.skin"], "restitution": restitution(rng)}}
    pairs = [("hit", a, motions[0], b, motions[1]) for a in parts_a for b in parts_b]
    case = finish(rng, "plane: two bodies", model, pairs, plane, 2 * time, min(size, other), options)
    choose_output(rng, model)
    return case


def billiards(rng):
    """A disc bounces between walls, without friction: every impact is known, v' = v - (1 + e)(v . n) n."""
    radius = log_uniform(rng, 1e-3, 0.1)
    width, tall = radius * rng.uniform(4, 40), radius * rng.uniform(4, 40)
    e = rng.choice((0.6, 0.9, 1.0))
    thick = log_uniform(rng, 1e-3, 0.02)
    walls = [([[-1, -thick], [1, -thick], [1, 0], [-1, 0]], 1, 0.0, 1), ([[-1, tall], [1, tall], [1, tall + thick], [-1, tall + thick]], 1, tall, -1),
             ([[-thick, -1], [0, -1], [0, 1], [-thick, 1]], 0, 0.0, 1), ([[width, -1], [width + thick, -1], [width + thick, 1], [width, 1]], 0, width, -1)]
    span = 2 * max(width, tall) + 1
    speed, direction = log_uniform(rng, 1, 300), rng.uniform(0, 2 * math.pi)
    p = [rng.uniform(1.2 * radius, width - 1.2 * radius), rng.uniform(1.2 * radius, tall - 1.2 * radius)]
    v = [speed * math.cos(direction), speed * math.sin(direction)]
    model = frame((0.0, 0.0))
    surfaces, forces = {}, {}
    for k, (corners, _, _, _) in enumerate(walls):
        surfaces[f"wall{k}"] = {"polygon": [[float(x) * (span if abs(x) == 1 else 1), float(y) * (span if abs(y) == 1 else 1)] for x, y in corners]}
        forces[f"hit{k}"] = {"contact": ["ball.skin", f"ground.wall{k}"], "restitution": e}
    model["bodies"] = {"ground": {"surfaces": surfaces}, "ball": free_body(rng, radius, {"disc": radius}, p, v, 0.0, 0.0)}
    model["forces"] = forces
    times, t = [], 0.0
    for _ in range(rng.randint(2, 12)):
        nexts = []
        for k, (_, axis, at, sign) in enumerate(walls):
            rate = sign * v[axis]
            if rate < 0:
                nexts.append((-(sign * (p[axis] - at) - radius) / rate, k))
        nexts.sort()
        tau, k = nexts[0]
        if len(nexts) > 1 and nexts[1][0] < tau * 1.001 + 1e-6 * width / speed:
            raise Rejected
        t += tau
        p = [p[0] + v[0] * tau, p[1] + v[1] * tau]
        v[walls[k][1]] *= -e
        times.append((t, f"hit{k}"))
    end = t + 0.5 * min(width, tall) / speed * 1e-3
    options = choose_dynamics(rng)
    model["analyses"] = [{"dynamics": dict(options, end=end)}]
    choose_output(rng, model)
    return Case("plane: billiards", model, times[0][0], [times[0][1]], sorted(forces), 1e-8 * t, times=times)


FAMILIES = ((throw, 400), (shelf, 120), (gap_that_fits, 120), (grazing, 60), (meeting, 120), (billiards, 60))

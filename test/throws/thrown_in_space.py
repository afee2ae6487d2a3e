"""Throws in space: spheres, points, capsules, boxes and cylinders at spheres, capsules, boxes, cylinders, planes and thin plates.

Rotation is exact: bodies with equal moments of inertia, or with an axis of symmetry, which precesses.
"""
import math

import numpy as np

import solid
from case import Rejected, choose_dynamics, choose_output, finish, log_uniform
from motions import FixedSolid, SolidFlight, rotation_vector_matrix
from solid import BOX_SIGNS, Solid


def direction_of(rng):
    z, a = rng.uniform(-1, 1), rng.uniform(0, 2 * math.pi)
    r = math.sqrt(1 - z * z)
    return np.array([r * math.cos(a), r * math.sin(a), z])


def orientation(rng):
    """A random rotation as {axis, angle} for the model, and its matrix."""
    axis, angle = direction_of(rng), rng.uniform(-3, 3)
    return {"axis": [float(x) for x in axis], "angle": angle}, rotation_vector_matrix(axis / np.linalg.norm(axis), angle)


def numbers(v):
    return [float(x) for x in v]


def sphere(rng, size):
    at = [0.0, 0.0, 0.0] if rng.random() < 0.6 else numbers(direction_of(rng) * rng.uniform(0, size))
    return {"sphere": size / 2, "at": at}, Solid("point", size / 2, at=at)


def point(rng, size):
    at = numbers(direction_of(rng) * rng.uniform(0, size))
    return {"point": at}, Solid("point", at=at)


def capsule(rng, size):
    u = direction_of(rng) * size / 2
    r = size * rng.uniform(0.02, 0.3)
    ends = [numbers(-u), numbers(u)]
    return {"capsule": r, "from": ends[0], "to": ends[1]}, Solid("segment", r, vertices=ends)


def box(rng, size):
    sides = [size * rng.uniform(0.3, 1) for _ in range(3)]
    return {"box": sides}, Solid("box", half=[s / 2 for s in sides])


def plate(rng, size):
    sides = [size, size * rng.uniform(0.3, 1), max(5e-4, size * rng.uniform(0.02, 0.1))]
    rng.shuffle(sides)
    return {"box": sides}, Solid("box", half=[s / 2 for s in sides])


def cylinder(rng, size):
    r, length = size * rng.uniform(0.1, 0.5), size * rng.uniform(0.1, 1)
    return {"cylinder": r, "length": length}, Solid("cylinder", half=(r, length / 2))


MISSILES = (sphere, sphere, point, capsule, box, plate, cylinder)


def obstacle(rng, missile):
    """A surface of the ground at the origin: (spec, solid, extent)."""
    kinds = ["wall", "wall", "turned wall", "plane"]
    if missile.kind != "cylinder":
        kinds += ["cylinder", "peg", "capsule", "wall"]
    elif missile.kind == "cylinder":
        kinds += ["peg", "capsule"]
    if missile.kind == "point" and missile.radius == 0:
        kinds = [k for k in kinds if k != "point"]
    kind = rng.choice(kinds)
    if kind == "plane":
        n = direction_of(rng)
        n[0] = -abs(n[0]) - 0.2
        n /= np.linalg.norm(n)
        helper = np.array([0.0, 1.0, 0.0]) if abs(n[1]) < 0.9 else np.array([0.0, 0.0, 1.0])
        x = np.cross(helper, n)
        x /= np.linalg.norm(x)
        return {"plane": [0, 0, 0], "normal": numbers(n)}, Solid("plane", turn=np.column_stack([x, np.cross(n, x), n])), 1.0
    if kind == "peg":
        r = log_uniform(rng, 5e-4, 0.02)
        return {"sphere": r, "at": [0, 0, 0]}, Solid("point", r), r
    if kind == "capsule":
        r, u = log_uniform(rng, 5e-4, 0.01), direction_of(rng) * log_uniform(rng, 0.01, 0.3)
        ends = [numbers(-u), numbers(u)]
        return {"capsule": r, "from": ends[0], "to": ends[1]}, Solid("segment", r, vertices=ends), 0.5 * float(np.linalg.norm(u))
    if kind == "cylinder":
        r, length = log_uniform(rng, 1e-3, 0.1), log_uniform(rng, 1e-3, 0.3)
        return {"cylinder": r, "length": length, "at": [0, 0, 0]}, Solid("cylinder", half=(r, length / 2)), max(r, length / 2)
    sides = [log_uniform(rng, 1e-3, 0.02), log_uniform(rng, 0.05, 1), log_uniform(rng, 0.05, 1)]
    half = [s / 2 for s in sides]
    if kind == "wall":
        return {"box": sides, "at": [0, 0, 0]}, Solid("box", half=half), min(half[1], half[2])
    tilt = rotation_vector_matrix(direction_of(rng), rng.uniform(-1, 1))
    corners = (BOX_SIGNS * np.array(half)) @ tilt.T
    return {"mesh": [numbers(c) for c in corners]}, Solid("box", half=half, turn=tilt), min(half[1], half[2])


def body(rng, size, spec, p0, v0, turn, omega, inertia):
    mass = log_uniform(rng, 0.01, 10)
    return {"mass": mass, "inertia": [mass * size**2 * i for i in inertia], "com": [0, 0, 0], "position": numbers(p0), "orientation": turn,
            "velocity": numbers(v0), "omega": numbers(omega), "surfaces": {"skin": spec}}


def inertia_of(rng):
    """Three equal moments, or an axis of symmetry along z."""
    if rng.random() < 0.5:
        return [0.1, 0.1, 0.1]
    return [0.1, 0.1, rng.uniform(0.02, 0.19)]


def spin_of(rng, size, speed):
    if rng.random() < 0.4:
        return np.zeros(3)
    return direction_of(rng) * min(log_uniform(rng, 0.01, 1) * speed / size, 1000.0)


def frame(g):
    return {"trammel": 1, "space": "space", "gravity": numbers(g) if any(g) else "none"}


def throw(rng):
    size = log_uniform(rng, 1e-3, 0.3)
    spec, missile = rng.choice(MISSILES)(rng, size)
    wall, target, extent = obstacle(rng, missile)
    speed, way = log_uniform(rng, 1, 300), log_uniform(rng, 0.1, 30)
    time = min(way / speed, 2.0)
    g = direction_of(rng) * 9.81 if rng.random() < 0.5 else np.zeros(3)
    hit = np.array([1.0, rng.uniform(-0.5, 0.5), rng.uniform(-0.5, 0.5)])
    hit *= speed / np.linalg.norm(hit)
    v0 = hit - g * time
    aside = rng.uniform(-1.0, 1.0) * (extent + size / 2)
    around = rng.uniform(0, 2 * math.pi)
    p0 = np.array([0.0, aside * math.cos(around), aside * math.sin(around)]) - v0 * time - g * time**2 / 2
    turn, matrix = orientation(rng)
    omega, inertia = spin_of(rng, size, speed), inertia_of(rng)
    if float(np.linalg.norm(omega)) * time > 300:
        raise Rejected  # more turns than a tolerance of 1e-6 keeps apart
    motion = SolidFlight(p0, v0, g, matrix, omega, inertia[0], inertia[2])
    options = choose_dynamics(rng, ("absolute", "joint"))
    model = frame(g)
    model["bodies"] = {"ground": {"surfaces": {"wall": wall}}, "ball": body(rng, size, spec, p0, v0, turn, omega, inertia)}
    model["forces"] = {"hit": {"contact": ["ball.skin", "ground.wall"], "restitution": rng.choice((0.3, 0.5, 0.9, 1.0))}}
    case = finish(rng, "space: throw", model, [("hit", missile, motion, target, FixedSolid())], solid, 2 * time, size, options)
    choose_output(rng, model)
    return case


def gap_that_fits(rng):
    """A sphere or a spinning-free box flies through a window of four boxes, or strikes its frame."""
    size = log_uniform(rng, 1e-3, 0.3)
    spec, missile = rng.choice((sphere, box))(rng, size)
    if missile.kind == "point":
        spec, missile = {"sphere": size / 2}, Solid("point", size / 2)
        half = [size / 2, size / 2]
    else:
        half = missile.half[1:]
    slack = log_uniform(rng, 1e-4, 1) * size * (1 if rng.random() < 0.7 else -1)
    thick, bar = log_uniform(rng, 1e-3, 0.1), 1.0
    if min(half) + slack <= 0:
        raise Rejected
    speed, way = log_uniform(rng, 1, 300), log_uniform(rng, 0.5, 30)
    p0, v0 = np.array([-way, 0.0, 0.0]), np.array([speed, 0.0, 0.0])
    motion = SolidFlight(p0, v0, np.zeros(3), np.eye(3), np.zeros(3))
    surfaces, forces, pairs = {}, {}, []
    k = 0
    for axis in (1, 2):
        for sign in (-1, 1):
            at = [thick / 2, 0.0, 0.0]
            at[axis] = sign * (half[axis - 1] + slack + bar / 2)
            sides = [thick, 3.0, 3.0]
            sides[axis] = bar
            surfaces[f"bar{k}"] = {"box": sides, "at": at}
            forces[f"hit{k}"] = {"contact": ["ball.skin", f"ground.bar{k}"], "restitution": 0.5}
            pairs.append((f"hit{k}", missile, motion, Solid("box", half=[s / 2 for s in sides], at=at), FixedSolid()))
            k += 1
    options = choose_dynamics(rng, ("absolute", "joint"))
    model = frame((0.0,))
    still = {"axis": [0, 0, 1], "angle": 0}
    model["bodies"] = {"ground": {"surfaces": surfaces}, "ball": body(rng, size, spec, p0, v0, still, np.zeros(3), [0.1, 0.1, 0.1])}
    model["forces"] = forces
    case = finish(rng, "space: gap", model, pairs, solid, 2 * way / speed, size, options)
    choose_output(rng, model)
    return case


def meeting(rng):
    """Two free solids meet in the air."""
    size, other = log_uniform(rng, 1e-3, 0.3), log_uniform(rng, 1e-3, 0.3)
    makers = (sphere, capsule, box, plate)
    (spec_a, a), (spec_b, b) = rng.choice(makers)(rng, size), rng.choice(makers)(rng, other)
    g = np.array([0.0, 0.0, -9.81]) if rng.random() < 0.5 else np.zeros(3)
    time = log_uniform(rng, 0.003, 1)
    bodies, motions = {}, []
    for name, spec, width in (("low", spec_a, size), ("high", spec_b, other)):
        speed = log_uniform(rng, 1, 300)
        v0 = direction_of(rng) * speed - g * time
        p0 = direction_of(rng) * rng.uniform(0, 0.5) * (size + other) - v0 * time - g * time**2 / 2
        turn, matrix = orientation(rng)
        omega, inertia = spin_of(rng, width, speed), inertia_of(rng)
        if float(np.linalg.norm(omega)) * time > 300:
            raise Rejected
        bodies[name] = body(rng, width, spec, p0, v0, turn, omega, inertia)
        motions.append(SolidFlight(p0, v0, g, matrix, omega, inertia[0], inertia[2]))
    options = choose_dynamics(rng, ("absolute", "joint"))
    model = frame(g)
    model["bodies"] = bodies
    model["forces"] = {"hit": {"contact": ["low.skin", "high.skin"], "restitution": 0.5}}
    case = finish(rng, "space: two bodies", model, [("hit", a, motions[0], b, motions[1])], solid, 2 * time, min(size, other), options)
    choose_output(rng, model)
    return case


FAMILIES = ((throw, 420), (gap_that_fits, 80), (meeting, 100))

#!/usr/bin/env python3
"""problems.py - the benchmark problems as plain numbers, for Trammel and for every program it is compared with.

    problem(name, size) -> Problem      one of `names`; the size counts only for chains and rows of four-bars
    yaml_text(problem)                  the same as a model file of Trammel
    error(problem, values)              the measure of error, the same for all programs

Everything is in SI units and radians. The start is consistent: all joints are closed, all speeds fit.

A body has a frame of its own: `origin` (its place on the ground at the start), `turn` ((axis, angle) of its frame at
the start), `velocity` of the origin and `omega` (vector) at the start, all in the axes of the ground; `com`, `points`
and `inertia` (about the centre of mass; in space the diagonal) in its own axes. In the plane vectors have two numbers,
`turn` is an angle, `omega` and `inertia` are one number each. "ground" is a body without mass data, not in `bodies`; the
names of its points are in `ground`.

A joint is {"name", "kind", "first": (body, point), "second": (body, point), "axis" (space: in the axes of the ground and
of the first body at the start), "stiffness" (N/m; absent: rigid)}. `angle` and `speed` are those of the second body
against the first, zero where their frames are aligned.

Forces: {"kind": "spring", "first", "second", "stiffness", "damping", "length"}; {"kind": "torque", "body", "value"};
{"kind": "motor", "joint", "value", "slope"}: value + slope*speed; {"kind": "bushing", "first", "second", "stiffness":
[x, y], "damping": [x, y]} along the axes of the ground.

The error is the largest absolute difference from the exact values of `quantities` at the time `duration`; an angle counts
modulo a whole turn. A quantity is (body, point or None, coordinate, exact value): coordinate "x", "y", "z" of the point
(m) or "angle" (rad) of a planar body against the ground; or ("joint", name, coordinate, value).
"""
import math
from dataclasses import dataclass, field
from decimal import Decimal, getcontext

GRAVITY = 9.81


@dataclass
class Problem:
    name: str
    title: str
    size: int  # links, or four-bars; otherwise the number of moving bodies
    space: bool
    gravity: tuple
    bodies: list
    joints: list
    duration: float
    quantities: list  # exact values: () where none are known
    source: str  # of the exact values
    forces: list = field(default_factory=list)
    ground: dict = field(default_factory=dict)  # its points
    initial: dict = field(default_factory=dict)  # (joint, "angle" ...) -> value: makes the start exact in Trammel
    rise: float = 0.0  # the start is the rest of the mechanism with the points of the ground lower by this (Trammel finds it)
    exact_to: float = 1e-14  # how far the exact values can be trusted

    @property
    def label(self):
        """Unique name: problem and size where there are several."""
        return f"{self.name}-{self.size}" if self.name in sizes else self.name


def body(name, mass, inertia, com, points, origin, turn=0.0, velocity=None, omega=None):
    n = len(origin)
    return {"name": name, "mass": mass, "inertia": inertia, "com": com, "points": points, "origin": origin, "turn": turn,
            "velocity": velocity or (0.0,) * n, "omega": omega if omega is not None else (0.0 if n == 2 else (0.0,) * 3)}


def pin(name, first, second, axis=None, kind="revolute", stiffness=None):
    joint = {"name": name, "kind": kind, "first": first, "second": second}
    if axis:
        joint["axis"] = axis
    if stiffness:
        joint["stiffness"] = stiffness
    return joint


# ---- chains: n equal links of 1 m and 1 kg, straight and level along x, at rest, hung at the left end ----------------

def chain_duration(n):
    """Long enough to measure, short enough to wait for."""
    return 1.0 if n <= 100 else 0.1 if n <= 1000 else 0.02 if n <= 10000 else 0.005


def planar_chain(n):
    """Thin uniform rods on pins."""
    bodies = [body(f"link{i}", 1.0, 1/12, (0.5, 0.0), {"L": (0.0, 0.0), "R": (1.0, 0.0)}, (float(i), 0.0))
              for i in range(n)]
    joints = [pin("P0", ("ground", "O"), ("link0", "L"))]
    joints += [pin(f"P{i}", (f"link{i - 1}", "R"), (f"link{i}", "L")) for i in range(1, n)]
    return Problem("planar-chain", f"planar chain of {n} links", n, False, (0.0, -GRAVITY), bodies, joints,
                   chain_duration(n), tip(n, "xy", PLANAR_TIPS), CHAIN_SOURCE, ground={"O": (0.0, 0.0)}, exact_to=1e-11)


def spatial_chain(n):
    """Square bars of 0.1 m on hinges whose axes are z and y in turn; gravity pulls across both, so it moves in space."""
    axial, across = (0.1**2 + 0.1**2)/12, (1 + 0.1**2)/12
    axes = ((0.0, 0.0, 1.0), (0.0, 1.0, 0.0))
    bodies = [body(f"link{i}", 1.0, (axial, across, across), (0.5, 0.0, 0.0), {"L": (0.0,)*3, "R": (1.0, 0.0, 0.0)},
                   (float(i), 0.0, 0.0), ((1.0, 0.0, 0.0), 0.0)) for i in range(n)]
    joints = [pin("P0", ("ground", "O"), ("link0", "L"), axes[0])]
    joints += [pin(f"P{i}", (f"link{i - 1}", "R"), (f"link{i}", "L"), axes[i % 2]) for i in range(1, n)]
    return Problem("spatial-chain", f"spatial chain of {n} links", n, True, (0.0, -0.6*GRAVITY, -0.8*GRAVITY), bodies,
                   joints, chain_duration(n), tip(n, "xyz", SPATIAL_TIPS), CHAIN_SOURCE, ground={"O": (0.0,)*3},
                   exact_to=1e-11)


def tip(n, coordinates, known):
    return [(f"link{n - 1}", "R", c, value) for c, value in zip(coordinates, known.get(n, ()))]


CHAIN_SOURCE = "Trammel's own runs at tolerance 1e-13 by `joint` and `absolute`, which agree to 2e-13"
PLANAR_TIPS = {10: (7.527229015560354, -4.906262319715006), 100: (99.03753249227404, -4.905)}
SPATIAL_TIPS = {10: (7.443819751933678, -2.884033776738276, -3.846814312576780), 100: (99.03709805791263, -2.943, -3.924)}


# ---- N four-bars in a row: IFToMM A02 --------------------------------------------------------------------------------

def pendulum(n, end):
    """phi at `end` of phi'' = k sin(phi), phi(0) = 0, phi'(0) = 1: the row while it stays a parallelogram.

    k = g ((n+1)/2 + n)/((n+1)/3 + n). Taylor series of 30 terms with 40 digits."""
    getcontext().prec = 40
    k = Decimal("9.81")*(Decimal(n + 1)/2 + n)/(Decimal(n + 1)/3 + n)
    phi, rate, sine, cosine = Decimal(0), Decimal(1), Decimal(0), Decimal(1)
    steps = max(1, math.ceil(end/0.05))
    h = Decimal(repr(end))/steps
    terms = 30
    for _ in range(steps):
        p, s, c = [phi, rate], [sine], [cosine]
        for i in range(terms):
            s.append(sum((j + 1)*p[j + 1]*c[i - j] for j in range(i + 1))/(i + 1))
            c.append(-sum((j + 1)*p[j + 1]*s[i - j] for j in range(i + 1))/(i + 1))
            p.append(k*s[i]/((i + 1)*(i + 2)))
        powers = [h**i for i in range(terms + 2)]
        phi = sum(a*b for a, b in zip(p, powers))
        rate = sum(i*p[i]*powers[i - 1] for i in range(1, terms + 2))
        sine = sum(a*b for a, b in zip(s, powers))
        cosine = sum(a*b for a, b in zip(c, powers))
    return float(sine), float(cosine)


def fourbars_duration(n):
    return 10.0 if n <= 200 else 1.0 if n <= 1000 else 0.1


def fourbars(n):
    """n + 1 posts on the ground, n beams between their heads; upright, the heads at 1 m/s along x."""
    rod = 1/12
    bodies = [body(f"post{i}", 1.0, rod, (0.0, 0.5), {"A": (0.0, 0.0), "B": (0.0, 1.0)}, (float(i), 0.0),
                   velocity=(0.0, 0.0), omega=-1.0) for i in range(n + 1)]
    bodies += [body(f"beam{i}", 1.0, rod, (0.5, 0.0), {"L": (0.0, 0.0), "R": (1.0, 0.0)}, (float(i), 1.0),
                    velocity=(1.0, 0.0)) for i in range(n)]
    joints = []
    for i in range(n + 1):
        joints.append(pin(f"A{i}", ("ground", f"A{i}"), (f"post{i}", "A")))
        if i > 0:
            joints.append(pin(f"R{i}", (f"post{i}", "B"), (f"beam{i - 1}", "R")))
        if i < n:
            joints.append(pin(f"L{i}", (f"post{i}", "B"), (f"beam{i}", "L")))
    end = fourbars_duration(n)
    x, y = pendulum(n, end)
    return Problem("fourbars", f"{n} four-bars in a row (IFToMM A02)", n, False, (0.0, -GRAVITY), bodies, joints, end,
                   [("post0", "B", "x", x), ("post0", "B", "y", y)],
                   "closed form: the row is one pendulum; equal to the tables of high precision for N = 2 and 40",
                   ground={f"A{i}": (float(i), 0.0) for i in range(n + 1)},
                   initial={(f"A{i}", c): v for i in range(n + 1) for c, v in (("angle", 0.0), ("speed", -1.0))})


# ---- Andrews' squeezing mechanism: IVP test set (0.03 s) and IFToMM A03 (0.05 s) --------------------------------------

def andrews(name, title, angles, duration, beta_end, source):
    """Seven bodies, ten pins, one spring, a constant torque on the crank K1; no gravity."""
    beta, theta, gamma, phi, delta, omega, epsilon = angles
    A, B = (-0.06934, -0.00227), (-0.03635, 0.03273)
    F = (0.007*math.cos(beta), 0.007*math.sin(beta))
    G = (A[0] + 0.04*math.cos(delta), A[1] + 0.04*math.sin(delta))
    H = (A[0] + 0.04*math.sin(epsilon), A[1] - 0.04*math.cos(epsilon))
    o = (0.0, 0.0)
    bodies = [
        body("K1", 0.04325, 2.194e-6, (0.00092, 0.0), {"O": o, "F": (0.007, 0.0)}, o, beta),
        body("K2", 0.00365, 4.410e-7, (-0.0115, 0.0), {"F": o, "E": (-0.028, 0.0)}, F, beta + theta),
        body("K3", 0.02373, 5.255e-6, (0.01043, -0.01874), {"B": o, "E": (0.0, -0.035), "D": (0.02, -0.018)}, B, gamma),
        body("K4", 0.00706, 5.667e-7, (0.0, -0.00579), {"G": o, "E": (0.0, -0.02)}, G, phi + delta),
        body("K5", 0.07050, 1.169e-5, (0.02308, 0.00916), {"A": o, "G": (0.04, 0.0)}, A, delta),
        body("K6", 0.00706, 5.667e-7, (0.00579, 0.0), {"H": o, "E": (0.02, 0.0)}, H, omega + epsilon),
        body("K7", 0.05498, 1.912e-5, (0.00449, -0.01228), {"A": o, "H": (0.0, -0.04)}, A, epsilon)]
    joints = [
        pin("O", ("ground", "O"), ("K1", "O")), pin("F", ("K1", "F"), ("K2", "F")),
        pin("B", ("ground", "B"), ("K3", "B")), pin("E3", ("K2", "E"), ("K3", "E")),
        pin("A5", ("ground", "A"), ("K5", "A")), pin("G", ("K5", "G"), ("K4", "G")),
        pin("E4", ("K2", "E"), ("K4", "E")), pin("A7", ("ground", "A"), ("K7", "A")),
        pin("H", ("K7", "H"), ("K6", "H")), pin("E6", ("K2", "E"), ("K6", "E"))]
    forces = [{"kind": "spring", "name": "spring", "first": ("ground", "C"), "second": ("K3", "D"), "stiffness": 4530.0,
               "damping": 0.0, "length": 0.07785},
              {"kind": "torque", "name": "drive", "body": "K1", "value": 0.033}]
    return Problem(name, title, 7, False, (0.0, 0.0), bodies, joints, duration, [("K1", None, "angle", beta_end)], source,
                   forces=forces, ground={"O": o, "A": A, "B": B, "C": (0.014, 0.072)},
                   initial={("O", "angle"): beta, ("O", "speed"): 0.0})


def andrews_ivp():
    return andrews("andrews", "Andrews' mechanism, 0.03 s (IVP test set)",
                   (-0.0617138900142764496, 0.0, 0.455279819163070380256, 0.222668390165885884674,
                    0.487364979543842550226, -0.222668390165885884674, 1.23054744454982119250),
                   0.03, 15.8107711951537070971, "quad precision, extrapolation, two step sizes that agree in 21 digits")


def andrews_iftomm():
    return andrews("andrews-a03", "Andrews' mechanism, 0.05 s (IFToMM A03)",
                   (-0.062, 2.14586853799515318889e-04, 4.55279812100370224186e-01, 2.22668375903027473390e-01,
                    4.87364981140632795726e-01, -2.22668375903027473390e-01, 1.23054743915660076255),
                   0.05, 33.8153407213601737770, "quad precision, extrapolation, two step sizes that agree in 21 digits")


# ---- the four-bar of Metiku 2004 -------------------------------------------------------------------------------------

def fourbar(name, title, forces, angles_end):
    angles = (1.0471975511965977, 0.4232455982985231, 1.0042031595910082)
    o = (0.0, 0.0)
    A = (2*math.cos(angles[0]), 2*math.sin(angles[0]))
    bodies = [body("crank", 1.0, 0.3, (1.0, 0.0), {"O": o, "A": (2.0, 0.0)}, o, angles[0]),
              body("coupler", 2.25, 2.0, (2.0, 0.0), {"A": o, "B": (4.0, 0.0)}, A, angles[1]),
              body("follower", 2.0, 1.35, (2.0, 0.0), {"C": o, "B": (4.0, 0.0)}, (2.5, 0.0), angles[2])]
    joints = [pin("O", ("ground", "O"), ("crank", "O")), pin("A", ("crank", "A"), ("coupler", "A")),
              pin("B", ("coupler", "B"), ("follower", "B")), pin("C", ("ground", "C"), ("follower", "C"))]
    return Problem(name, title, 3, False, (0.0, -GRAVITY), bodies, joints, 5.0,
                   [(b["name"], None, "angle", a) for b, a in zip(bodies, angles_end)],
                   "models/fourbar and models/fourbar-motor: reference of high precision", forces=forces,
                   ground={"O": o, "C": (2.5, 0.0)}, initial={("O", "angle"): math.radians(60), ("O", "speed"): 0.0})


def fourbar_torque():
    return fourbar("fourbar", "four-bar under constant torque, 5 s",
                   [{"kind": "torque", "name": "motor", "body": "crank", "value": 39.75}],
                   (0.5455927747111961, 0.48704571221783634, 0.8146414323802518))


def fourbar_motor():
    return fourbar("fourbar-motor", "four-bar with motor, 5 s",
                   [{"kind": "motor", "name": "drive", "joint": "O", "value": 79.5, "slope": -19.875}],
                   (12.533191525886192, 1.6392048917528362, 1.7656575735501452))


# ---- Bricard's mechanism: IFToMM A04 ---------------------------------------------------------------------------------

def bricard():
    """Five square bars and six hinges round a loop, one redundant constraint.

    Followed for 9.5 s: at 10 s it is near its start, almost at rest, where an error in time does not show."""
    axial, across = (0.1**2 + 0.1**2)/12, (1 + 0.1**2)/12
    corners = [(0, 0, 0), (1, 0, 0), (1, -1, 0), (1, -1, 1), (0, -1, 1), (0, 0, 1)]
    x, y, z = (1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)
    names = ["ground", "rod1", "rod2", "rod3", "rod4", "rod5", "ground"]
    bodies = []
    for i in range(5):
        way = [float(b - a) for a, b in zip(corners[i], corners[i + 1])]
        inertia = tuple(axial if w else across for w in way)
        bodies.append(body(names[i + 1], 1.0, inertia, tuple(w/2 for w in way),
                           {f"P{i + 1}": (0.0,)*3, f"P{i + 2}": tuple(way)}, tuple(map(float, corners[i])), (x, 0.0)))
    joints = [pin(f"P{i + 1}", (names[i], f"P{i + 1}"), (names[i + 1], f"P{i + 1}"), axis)
              for i, axis in enumerate((y, z, x, y, z, x))]
    end = (0.7882727779916559, -0.9819167901758209, -0.1893130137386579)
    return Problem("bricard", "Bricard's mechanism, 9.5 s (IFToMM A04)", 5, True, (0.0, -GRAVITY, 0.0), bodies, joints, 9.5,
                   [("rod2", "P3", c, v) for c, v in zip("xyz", end)],
                   "shared tables of high precision, digits stable to 1e-14", ground={"P1": (0.0,)*3, "P6": z},
                   initial={("P1", "speed"): 0.0})


# ---- the stiff flyball governor: IFToMM A05 --------------------------------------------------------------------------

def flyball():
    """Shaft, slider, two rods with balls at their ends; two stiff spring-dampers hold the slider. It rotates at 2 pi rad/s."""
    droop, spin = math.radians(30), 2*math.pi
    m, ball = 0.3, 5.0
    along, across = m*(0.01**2 + 0.01**2)/12, m*(1 + 0.01**2)/12
    out = (m*0.5 + ball)/(m + ball)
    swing = across + m*(out - 0.5)**2 + ball*(1 - out)**2
    cube = 3*(0.1**2 + 0.1**2)/12
    o, y, z = (0.0,)*3, (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)
    omega = (0.0, 0.0, spin)
    rod = {"M": (0.5, 0.0, 0.0), "E": (1.0, 0.0, 0.0)}
    bodies = [
        body("shaft", m, (across, across, along), (0.0, 0.0, 0.5), {"O": o, "A": (0.05, 0.0, 1.0), "B": (-0.05, 0.0, 1.0)},
             o, (y, 0.0), o, omega),
        body("slider", 3.0, (cube,)*3, o, {"O": o, "P": (0.05, 0.0, 0.0), "Q": (-0.05, 0.0, 0.0)}, (0.0, 0.0, 0.5),
             (y, 0.0), o, omega),
        body("rodA", m + ball, (along, swing, swing), (out, 0.0, 0.0), {"A": o, **rod}, (0.05, 0.0, 1.0), (y, droop),
             (0.0, 0.05*spin, 0.0), omega),
        body("rodB", m + ball, (along, swing, swing), (out, 0.0, 0.0), {"B": o, **rod}, (-0.05, 0.0, 1.0),
             (y, math.pi - droop), (0.0, -0.05*spin, 0.0), omega)]
    joints = [pin("spin", ("ground", "O"), ("shaft", "O"), z),
              pin("slide", ("shaft", "O"), ("slider", "O"), z, "prismatic"),
              pin("A", ("shaft", "A"), ("rodA", "A"), y), pin("B", ("shaft", "B"), ("rodB", "B"), y)]
    link = {"kind": "spring", "stiffness": 8e5, "damping": 4e4, "length": 0.5}
    forces = [{**link, "name": "linkA", "first": ("rodA", "M"), "second": ("slider", "P")},
              {**link, "name": "linkB", "first": ("rodB", "M"), "second": ("slider", "Q")}]
    initial = {("spin", "angle"): 0.0, ("spin", "speed"): spin, ("slide", "displacement"): 0.5, ("slide", "speed"): 0.0,
               ("A", "angle"): droop, ("A", "speed"): 0.0, ("B", "angle"): math.pi - droop, ("B", "speed"): 0.0}
    return Problem("flyball", "stiff flyball governor, 10 s (IFToMM A05)", 4, True, (0.0, 0.0, -GRAVITY), bodies, joints,
                   10.0, [("joint", "slide", "displacement", 0.6196229170613), ("joint", "A", "angle", 0.3900737018446)],
                   "reduced equations at high precision (shared tables), 13 digits", forces=forces, ground={"O": o},
                   initial=initial, exact_to=2e-13)


# ---- the suspension after Sutherland 2009: stiff, no constraints -----------------------------------------------------

def suspension(kind, mount, rest, end):
    """Chassis, four arms, two knuckles on eight compliant pins; at rest on a level road that at t = 0 is 0.1 m higher."""
    def points(**named):
        return named
    shapes = [
        ("chassis", 1200.0, 600.0, points(Llower=(-0.35, -0.45), Lupper=(-0.42, -0.15), Lstrut=(-0.5, 0.1),
                                          Rlower=(0.35, -0.45), Rupper=(0.42, -0.15), Rstrut=(0.5, 0.1)))]
    for side, s in (("L", 1.0), ("R", -1.0)):
        shapes += [(side + "lower", 10.0, 0.15, {"in": (s*0.2, 0.015), "out": (-s*0.2, -0.015), "strut": (-s*0.04, -0.003)}),
                   (side + "upper", 5.0, 0.05, {"in": (s*0.14, -0.01), "out": (-s*0.14, 0.01)}),
                   (side + "knuckle", 45.0, 1.5, {"lower": (s*0.07, -0.11), "upper": (s*0.12, 0.24), "tyre": (0.0, -0.38)})]
    bodies = [body(name, mass, inertia, (0.0, 0.0), p, tuple(rest[3*i:3*i + 2]), rest[3*i + 2])
              for i, (name, mass, inertia, p) in enumerate(shapes)]
    joints, forces = [], []
    for side in "LR":
        joints += [pin(side + "L", ("chassis", side + "lower"), (side + "lower", "in"), stiffness=mount),
                   pin(side + "U", ("chassis", side + "upper"), (side + "upper", "in"), stiffness=mount),
                   pin(side + "K", (side + "lower", "out"), (side + "knuckle", "lower"), stiffness=1e8),
                   pin(side + "T", (side + "upper", "out"), (side + "knuckle", "upper"), stiffness=1e8)]
        forces += [{"kind": "spring", "name": side + "strut", "first": ("chassis", side + "strut"),
                    "second": (side + "lower", "strut"), "stiffness": 8e4, "damping": 5e3, "length": 0.706},
                   {"kind": "bushing", "name": side + "tyre", "first": ("ground", side), "second": (side + "knuckle", "tyre"),
                    "stiffness": (150000.0 if side == "L" else 0.0, 250000.0),
                    "damping": (500.0 if side == "L" else 0.0, 500.0)}]
    bodies_of = ("chassis", "chassis", "Lknuckle", "Lknuckle", "Rknuckle", "Rknuckle")
    return Problem("suspension-" + kind, f"suspension over a step, {kind} mounts, 1 s", 7, False, (0.0, -GRAVITY), bodies,
                   joints, 1.0, [(b, "com", c, v) for b, c, v in zip(bodies_of, "xyxyxy", end)],
                   "models/suspension: eighth-order method with step halving, positions to 1e-13 m", forces=forces,
                   ground={"L": (-0.82, 0.1), "R": (0.82, 0.1)}, rise=0.1, exact_to=1e-12)


def suspension_stiff():
    return suspension(
        "stiff", 1e8,
        (0.00012216161959247208, 0.7238971008895377, 0.0, -0.5499125587869769, 0.2589381544160986, -0.0004228151867520848,
         -0.5598595521580293, 0.5839837332927009, -0.0006267407133675467, -0.819902708969335, 0.3541015875453358,
         -0.0002560290308628029, 0.5501568820261616, 0.2589381544160985, 0.0004228151867524071, 0.5601038753972142,
         0.5839837332927009, 0.000626740713367802, 0.8201470322085198, 0.3541015875453358, 0.0002560290308626216),
        (-0.00136445939307899, 0.790906525290137, -0.817970384544141, 0.450336421680604, 0.821349054098242,
         0.451616594047298))


def suspension_rubber():
    return suspension(
        "rubber", 5e5,
        (0.014914146061517806, 0.7152296316329668, 0.0, -0.5417065730726469, 0.24930362577528611, -0.037840803428571435,
         -0.5421760666636317, 0.5776347728845613, -0.01929052681073786, -0.8089018438217163, 0.3539395008596199,
         -0.029209827681996, 0.5715348651956826, 0.2493036257752861, 0.037840803428571435, 0.5720043587866673,
         0.5776347728845612, 0.01929052681073801, 0.838730135944752, 0.3539395008596199, 0.029209827681996543),
        (0.0136050162271287, 0.782348584561892, -0.804497925667695, 0.4502648239701, 0.841894457501894,
         0.450920774101893))


# ---- all of them -----------------------------------------------------------------------------------------------------

sizes = {"planar-chain": (10, 100, 1000, 10000, 100000), "spatial-chain": (10, 100, 1000, 10000, 100000),
         "fourbars": (1, 2, 10, 40, 200, 1000, 10000)}
single = {"andrews": andrews_ivp, "andrews-a03": andrews_iftomm, "fourbar": fourbar_torque, "fourbar-motor": fourbar_motor,
          "bricard": bricard, "flyball": flyball, "suspension-stiff": suspension_stiff,
          "suspension-rubber": suspension_rubber}
families = {"planar-chain": planar_chain, "spatial-chain": spatial_chain, "fourbars": fourbars}
names = list(families) + list(single)


def problem(name, size=None):
    return families[name](size) if name in families else single[name]()


def quantity_name(quantity):
    """As Trammel's channels are called: "post0.B.x", "K1.angle", "slide.displacement"."""
    owner, what, coordinate, _ = quantity
    if owner == "joint":
        return f"{what}.{coordinate}"
    return f"{owner}.{coordinate}" if what in (None, "com") else f"{owner}.{what}.{coordinate}"


def error(p, values):
    """Largest absolute difference from the exact values; `values` in the order of p.quantities; angles modulo 2 pi."""
    worst = 0.0
    for (_, _, coordinate, exact), value in zip(p.quantities, values):
        difference = value - exact
        if coordinate == "angle":
            difference = math.remainder(difference, 2*math.pi)
        worst = max(worst, abs(difference)) if difference == difference else math.inf
    return worst


# ---- as a model of Trammel -------------------------------------------------------------------------------------------

def vector(v):
    return "[" + ", ".join(repr(float(x)) for x in v) + "]"


def named_points(points):
    return "{" + ", ".join(f"{n}: {vector(v)}" for n, v in points.items()) + "}"


def ground_points(p):
    if not p.rise:
        return named_points(p.ground)
    return "{" + ", ".join(f"{n}: [{x!r}, {y!r} - lower]" for n, (x, y) in p.ground.items()) + "}"


def inertia_text(inertia):
    return vector(inertia) if isinstance(inertia, tuple) else repr(inertia)


def turn_text(turn):
    if isinstance(turn, tuple):
        return f"orientation: {{axis: {vector(turn[0])}, angle: {turn[1]!r}}}"
    return f"angle: {turn!r}"


def ends(joint):
    return "[" + ", ".join(f"{b}.{p}" for b, p in (joint["first"], joint["second"])) + "]"


def force_text(f):
    if f["kind"] == "spring":
        return f"{{spring: {ends(f)}, stiffness: {f['stiffness']!r}, damping: {f['damping']!r}, length: {f['length']!r}}}"
    if f["kind"] == "torque":
        return f"{{torque: {f['body']}, value: {f['value']!r}}}"
    if f["kind"] == "motor":
        return f"{{motor: {f['joint']}, torque: {f['value']!r} + {f['slope']!r}*{f['joint']}.speed}}"
    return (f"{{bushing: {ends(f)}, stiffness: {{translation: {vector(f['stiffness'])}}}, "
            f"damping: {{translation: {vector(f['damping'])}}}}}")


def yaml_lines(p, settings):
    yield f"trammel: 1\ntitle: {p.title}"
    if p.space:
        yield "space: space"
    yield f"gravity: {vector(p.gravity)}"
    if p.rise:
        yield f"parameters: {{lower: {p.rise!r}}}"
    yield "bodies:"
    if p.ground:
        yield f"  ground: {{points: {ground_points(p)}}}"
    for b in p.bodies:
        yield (f"  {b['name']}: {{points: {named_points(b['points'])}, com: {vector(b['com'])}, mass: {b['mass']!r}, "
               f"inertia: {inertia_text(b['inertia'])}, position: {vector(b['origin'])}, {turn_text(b['turn'])}}}")
    yield "joints:"
    for j in p.joints:
        axis = f", axis: {vector(j['axis'])}" if "axis" in j else ""
        stiffness = f", stiffness: {j['stiffness']!r}" if "stiffness" in j else ""
        yield f"  {j['name']}: {{{j['kind']}: {ends(j)}{axis}{stiffness}}}"
    if p.forces:
        yield "forces:"
    for f in p.forces:
        yield f"  {f['name']}: {force_text(f)}"
    if p.initial:
        yield "initial:"
    for (joint, coordinate), value in p.initial.items():
        yield f"  {joint}.{coordinate}: {value!r}"
    extra = "".join(f", {key}: {value}" for key, value in settings.items())
    raised = ", set: {lower: 0}" if p.rise else ""
    yield "analyses:" + ("\n  - static: {}" if p.rise else "")
    yield f"  - dynamics: {{end: {p.duration!r}, output: {p.duration!r}{extra}{raised}}}\n"


def yaml_text(p, **settings):
    """The model file; settings of its dynamics ("tolerance", "formulation" ...) by name."""
    return "\n".join(yaml_lines(p, settings))

"""Mechanisms whose first event is known: sliders and pendulums at stops, pendulums at pegs, gates moved by functions of time, events of
positions and of time that come and go within a step."""
import math

import plane
from case import Case, Rejected, choose_dynamics, choose_output, finish, log_uniform
from motions import Fixed, Flight, Pendulum, Slide, Turn, step5
from plane import Part
from thrown_in_plane import frame, free_body, rectangle, turned

G = 9.81
STEP5_SECOND = 5.7736  # of the polynomial from 0 to 1 over a unit of time
CLEAR = 0.02  # of the time before an event, that its tolerance may be at most


def timed(rng, family, model, t, name, speed, second, scale, options, end=None, watched=None):
    """The case of an event whose time is known in closed form. speed: of the coordinate there; second: a bound of its acceleration."""
    depth = 100 * options["tolerance"] * scale
    within = 1e-9 * t + (2 * depth / (speed + math.sqrt(speed**2 + 2 * second * depth)) if speed > 0 else math.sqrt(2 * depth / second))
    within = max(within, 1e-9 * t + depth / max(speed, 1e-300)) if depth < 0.1 * speed**2 / max(second, 1e-300) else math.inf
    if within > CLEAR * t:
        raise Rejected
    end = t * (1 + rng.choice((0.05, 0.5, 1.0))) + 2 * within if end is None else end
    model["analyses"] = [{"dynamics": dict(options, end=end)}]
    case = Case(family, model, t, [name], watched or [name], within, gap=speed)
    choose_output(rng, model)
    return case


def slider(mass=1.0):
    return {"points": {"O": [0, 0], "P": [0, 0]}}, {"points": {"P": [0, 0]}, "com": [0, 0], "mass": mass, "inertia": 0.01, "position": [0, 0]}


def slider_model(limits, axis, gravity, speed, restitution):
    ground, block = slider()
    model = frame((0.0, -G) if gravity else (0.0, 0.0))
    model["bodies"] = {"ground": ground, "block": block}
    model["joints"] = {"S": {"prismatic": ["ground.O", "block.P"], "axis": axis, "limits": {"displacement": limits, "restitution": restitution}}}
    model["initial"] = {"S.displacement": 0, "S.speed": speed}
    return model


def apex_stop(rng):
    """A slider is thrown up at a stop below the highest point that it would reach: x = v t - g t^2/2."""
    v = log_uniform(rng, 0.3, 100)
    top = v * v / (2 * G)
    limit = top * (1 - log_uniform(rng, 1e-5, 0.9))
    root = math.sqrt(v * v - 2 * G * limit)
    t = 2 * limit / (v + root)
    model = slider_model([None, limit], "y", True, v, rng.choice((0.3, 0.8, 1.0)))
    return timed(rng, "stops: thrown", model, t, "S.upper_limit", root, G, max(limit, 0.1), choose_dynamics(rng), end=rng.choice((None, 2 * v / G * 1.1)))


def spring_stop(rng):
    """A mass on a spring swings at a stop just within its amplitude: x = (v/w) sin(w t), the first time it is at the limit."""
    w, v = log_uniform(rng, 1, 1000), log_uniform(rng, 0.1, 100)
    amplitude = v / w
    limit = amplitude * (1 - log_uniform(rng, 1e-5, 0.9))
    t = math.asin(limit / amplitude) / w
    low = rng.random() < 0.5
    if low:
        t, limits, name = t + math.pi / w, [-limit, None], "S.lower_limit"
    else:
        limits, name = [None, limit], "S.upper_limit"
    model = slider_model(limits, "x", False, v, rng.choice((0.3, 0.8, 1.0)))
    model["forces"] = {"spring": {"motor": "S", "force": f"-{w * w!r}*S.displacement"}}
    speed = v * math.cos(math.asin(limit / amplitude))
    return timed(rng, "stops: spring", model, t, name, speed, amplitude * w * w, amplitude, choose_dynamics(rng))


def rotor_stop(rng):
    """A free rotor comes to a stop after some turns: angle = w t."""
    w, turns = log_uniform(rng, 0.1, 1000), log_uniform(rng, 0.05, 30)
    limit = 2 * math.pi * turns
    t = limit / w
    model = frame((0.0, 0.0))
    model["bodies"] = {"ground": {"points": {"O": [0, 0]}}, "rotor": {"points": {"O": [0, 0]}, "com": [0, 0], "mass": 1, "inertia": 0.1}}
    model["joints"] = {"O": {"revolute": ["ground", "rotor"], "limits": {"angle": [None, limit], "restitution": 0.5}}}
    model["initial"] = {"O.angle": 0, "O.speed": w}
    return timed(rng, "stops: rotor", model, t, "O.upper_limit", w, 0.0, limit, choose_dynamics(rng))


def pendulum_body(length):
    """A uniform rod from O along x of its frame; I about O is m L^2/3, w^2 = 3 g/(2 L)."""
    return {"points": {"O": [0, 0], "A": [length, 0]}, "com": [length / 2, 0], "mass": 1, "inertia": length**2 / 12}, math.sqrt(1.5 * G / length)


def draw_pendulum(rng):
    """(body, Pendulum with the angle of the frame, initial values)."""
    length = log_uniform(rng, 0.05, 2)
    body, w = pendulum_body(length)
    if rng.random() < 0.7:
        amplitude = rng.choice((-1, 1)) * rng.uniform(0.2, 2.9)
        motion = Pendulum((0.0, 0.0), w, amplitude=amplitude, zero=-math.pi / 2)
        start = {"O.angle": amplitude - math.pi / 2, "O.speed": 0}
        period = 4 * motion.quarter / w
    else:
        rate = rng.choice((-1, 1)) * w * rng.uniform(2.2, 40)
        motion = Pendulum((0.0, 0.0), w, rate=rate, zero=-math.pi / 2)
        start = {"O.angle": -math.pi / 2, "O.speed": rate}
        period = 2 * math.pi / abs(rate) * 3
    return length, body, motion, start, period


def pendulum_model(body, start, ground, skin):
    model = frame((0.0, -G))
    body["surfaces"] = {"skin": skin}
    model["bodies"] = {"ground": dict(ground, points={"O": [0, 0]}), "arm": body}
    model["joints"] = {"O": {"revolute": ["ground", "arm"]}}
    model["initial"] = start
    return model


def peg(rng):
    """A rod on a pin, or its round tip, swings against a thin peg."""
    length, body, motion, start, period = draw_pendulum(rng)
    r = log_uniform(rng, 2e-4, 0.02) * length
    if rng.random() < 0.5:
        tip = log_uniform(rng, 1e-3, 0.05) * length
        skin, part, size = {"disc": tip, "at": [length, 0]}, Part([[length, 0.0]], tip), tip
        out = length + rng.uniform(-0.7, 0.7) * (tip + r)
    else:
        corners = turned(rectangle(length, length * rng.uniform(0.002, 0.05)), 0.0, (length / 2, 0.0))
        skin, part, size = {"polygon": corners}, Part(corners), length
        out = length * rng.uniform(0.3, 1.0)
    at_angle = motion.f(rng.uniform(0.02, 3 if rng.random() < 0.3 else 0.5) * period) + rng.uniform(-0.1, 0.1)
    at = [out * math.cos(at_angle), out * math.sin(at_angle)]
    model = pendulum_model(body, start, {"surfaces": {"peg": {"disc": r, "at": at}}}, skin)
    model["forces"] = {"hit": {"contact": ["arm.skin", "ground.peg"], "restitution": rng.choice((0.3, 0.5, 0.9))}}
    options = choose_dynamics(rng)
    case = finish(rng, "pendulum: peg", model, [("hit", part, motion, Part([at], r), Fixed())], plane, 2 * period, min(size, length), options)
    choose_output(rng, model)
    return case


def pendulum_stop(rng):
    """A pendulum swings at a stop short of its turning point, or of the angle that it reaches on its way round."""
    length, body, motion, start, period = draw_pendulum(rng)
    amplitude = motion.amplitude
    share = 1 - log_uniform(rng, 1e-5, 0.5)
    if amplitude is not None:
        limit, sign = -amplitude * share, -math.copysign(1, amplitude)
    else:
        limit, sign = math.copysign(2 * math.pi * rng.uniform(0.1, 3), motion.rate), math.copysign(1, motion.rate)
    low, high = 0.0, period / 2 if amplitude is not None else 20 * period
    for _ in range(200):
        middle = (low + high) / 2
        if sign * motion.phi(middle) < sign * limit:
            low = middle
        else:
            high = middle
    t = (low + high) / 2
    k = motion.k
    speed = 2 * motion.w * math.sqrt(max(0.0, k * k - math.sin(limit / 2)**2))
    stop = limit - math.pi / 2
    model = pendulum_model(body, start, {}, {"point": [length, 0]})
    del model["bodies"]["arm"]["surfaces"]
    limits = [None, stop] if sign > 0 else [stop, None]
    model["joints"]["O"]["limits"] = {"angle": limits, "restitution": 0.5}
    name = "O.upper_limit" if sign > 0 else "O.lower_limit"
    return timed(rng, "pendulum: stop", model, t, name, speed, motion.w**2, 1.0, choose_dynamics(rng))


def bullet(rng, size, x, speed):
    return free_body(rng, size, {"disc": size / 2}, (x, 0.0), (speed, 0.0), 0.0, 0.0), Flight((x, 0.0), (speed, 0.0))


def gate_frame(gate, joint, driver, ball, name):
    model = frame((0.0, 0.0))
    model["bodies"] = {"ground": {"points": {"O": [0, 0]}}, "gate": gate, "ball": ball}
    model["joints"] = {name: joint}
    model["drivers"] = {"drive": driver}
    model["forces"] = {"hit": {"contact": ["ball.skin", "gate.skin"], "restitution": 0.5}}
    return model


def oscillating_gate(rng):
    """A plate goes up and down across the way of a bullet: y = A sin(w t + phase)."""
    size, speed, way = log_uniform(rng, 1e-3, 0.1), log_uniform(rng, 1, 300), log_uniform(rng, 0.3, 10)
    tall, thick = log_uniform(rng, 0.02, 0.3), log_uniform(rng, 1e-3, 0.02)
    amplitude = tall * rng.uniform(0.6, 3)
    w, phase = log_uniform(rng, 1, 500), rng.uniform(0, 2 * math.pi)
    ball, flight = bullet(rng, size, -way, speed)
    corners = rectangle(thick, tall)
    motion = Slide((0.0, 0.0), (0.0, 1.0), lambda t: amplitude * math.sin(w * t + phase), lambda t: amplitude * w * math.cos(w * t + phase), amplitude * w * w)
    gate = {"points": {"O": [0, 0]}, "com": [0, 0], "mass": 1, "inertia": 0.1, "surfaces": {"skin": {"polygon": corners}}}
    model = gate_frame(gate, {"prismatic": ["ground.O", "gate.O"], "axis": "y"}, {"S.displacement": f"{amplitude!r}*sin({w!r}*t + {phase!r})"}, ball, "S")
    options = choose_dynamics(rng)
    pairs = [("hit", Part([[0.0, 0.0]], size / 2), flight, Part(corners), motion)]
    case = finish(rng, "gates: oscillating", model, pairs, plane, 2 * way / speed, size, options)
    choose_output(rng, model)
    return case


def darting_gate(rng):
    """A plate darts across the way of a bullet once, within milliseconds, and back."""
    size, speed = log_uniform(rng, 1e-3, 0.1), log_uniform(rng, 1, 100)
    begin, quick = log_uniform(rng, 0.05, 3), log_uniform(rng, 5e-4, 0.05)
    tall, thick = log_uniform(rng, 0.02, 0.3), log_uniform(rng, 1e-3, 0.3)
    high = tall + size
    when = begin + quick * rng.uniform(0.2, 1.8)
    ball, flight = bullet(rng, size, -speed * when + rng.uniform(-0.5, 0.5) * (thick + size), speed)
    corners = rectangle(thick, tall)

    def f(t):
        up, down = step5(t, begin, 0.0, begin + quick, high), step5(t, begin + quick, 0.0, begin + 2 * quick, high)
        return up[0] - down[0]

    def rate(t):
        return step5(t, begin, 0.0, begin + quick, high)[1] - step5(t, begin + quick, 0.0, begin + 2 * quick, high)[1]

    motion = Slide((0.0, -high), (0.0, 1.0), f, rate, STEP5_SECOND * high / quick**2)
    gate = {"points": {"O": [0, 0]}, "com": [0, 0], "mass": 1, "inertia": 0.1, "position": [0, -high], "surfaces": {"skin": {"polygon": corners}}}
    b, m, e = begin, begin + quick, begin + 2 * quick
    text = f"{-high!r} + step(t, {b!r}, 0, {m!r}, {high!r}) - step(t, {m!r}, 0, {e!r}, {high!r})"
    model = gate_frame(gate, {"prismatic": ["ground.O", "gate.O"], "axis": "y"}, {"S.displacement": text}, ball, "S")
    options = choose_dynamics(rng)
    pairs = [("hit", Part([[0.0, 0.0]], size / 2), flight, Part(corners), motion)]
    end = (when + 2 * quick) * rng.uniform(1.05, 2)
    # The plate moves only from `begin` on: before, the bounds of its rate would only cost steps.
    case = finish(rng, "gates: darting", model, pairs, plane, end, size, options)
    choose_output(rng, model)
    return case


def fan(rng):
    """A bullet flies through a fan: a thin blade turns at a constant rate, and passes many times."""
    size, speed, way = log_uniform(rng, 1e-3, 0.05), log_uniform(rng, 1, 300), log_uniform(rng, 0.3, 10)
    length, thick = log_uniform(rng, 0.1, 1), log_uniform(rng, 1e-3, 0.01)
    w, phase = rng.choice((-1, 1)) * log_uniform(rng, 1, 1000), rng.uniform(0, 2 * math.pi)
    hub = (0.0, length * rng.uniform(-1, 1))
    corners = turned(rectangle(length, thick), 0.0, (length / 2, 0.0))
    ball, flight = bullet(rng, size, -way, speed)
    gate = {"points": {"O": [0, 0]}, "com": [length / 2, 0], "mass": 1, "inertia": 0.1, "surfaces": {"skin": {"polygon": corners}}}
    model = gate_frame(gate, {"revolute": ["ground", "gate"]}, {"O.angle": f"{w!r}*t + {phase!r}"}, ball, "O")
    model["bodies"]["ground"]["points"]["O"] = list(hub)
    pairs = [("hit", Part([[0.0, 0.0]], size / 2), flight, Part(corners), Turn(hub, lambda t: w * t + phase, abs(w)))]
    options = choose_dynamics(rng)
    case = finish(rng, "gates: fan", model, pairs, plane, 2 * way / speed, size, options)
    choose_output(rng, model)
    return case


def event_model(rng, v0, g, expression, direction, omega=0.0, radius=0.1):
    model = frame(g)
    model["bodies"] = {"ball": {"mass": 1, "inertia": 0.01, "com": [0, 0], "points": {"T": [radius, 0]}, "position": [0, 0], "velocity": list(v0), "omega": omega}}
    model["events"] = {"pass": {"when": expression, "direction": direction, "do": {"count": True}}}
    return model


def apex_event(rng):
    """A ball crosses a height just below the highest point of its flight, and comes back."""
    v = log_uniform(rng, 0.5, 100)
    level = v * v / (2 * G) * (1 - log_uniform(rng, 1e-6, 0.9))
    root = math.sqrt(v * v - 2 * G * level)
    falling = rng.random() < 0.3
    t = (v + root) / G if falling else 2 * level / (v + root)
    direction = "falling" if falling else rng.choice(("rising", "both"))
    model = event_model(rng, (1.0, v), (0.0, -G), f"ball.y - {level!r}", direction)
    return timed(rng, "events: position", model, t, "pass", root, G, max(1.0, level), choose_dynamics(rng), watched=["pass"])


def turning_event(rng):
    """A point of a spinning ball looks out beyond a line, once a turn: r cos(w t + phase) > r (1 - e)."""
    w, radius, phase = log_uniform(rng, 1, 1000), log_uniform(rng, 0.01, 1), rng.uniform(0.5, 6)
    share = 1 - log_uniform(rng, 1e-5, 0.5)
    half = math.acos(share)
    t = (2 * math.pi - half - phase) / w
    if t <= 0 or math.cos(phase) > share:
        raise Rejected
    model = event_model(rng, (0.0, 0.0), (0.0, 0.0), f"ball.T.x - {radius * share!r}", rng.choice(("rising", "both")), w, radius)
    model["bodies"]["ball"]["angle"] = phase
    return timed(rng, "events: position", model, t, "pass", radius * w * math.sin(half), radius * w * w, radius, choose_dynamics(rng))


def time_event(rng):
    """Expressions of time that are above zero for a short while only."""
    at, width = log_uniform(rng, 0.1, 10), log_uniform(rng, 1e-5, 0.1)
    kind = rng.choice(("gauss", "parabola", "pulse", "condition", "sines"))
    if kind == "gauss":
        expression, t = f"exp(-((t - {at!r})/{width!r})^2) - 0.5", at - width * math.sqrt(math.log(2))
    elif kind == "parabola":
        expression, t = f"{width!r}^2 - (t - {at!r})^2", at - width
    elif kind == "pulse":
        expression, t = f"pulse(t, {at - width!r}, {at + width!r}) - 0.5", at - width
    elif kind == "condition":
        expression, t = f"t > {at - width!r} and t < {at + width!r}", at - width
    else:
        m = rng.randint(3, 300)  # sin(m x) + sin((m+1) x) beats: looks above 2 - e close to x = pi/(2 m + 1) only
        share = 1 - log_uniform(rng, 1e-4, 0.05)
        expression = f"cos({2 * math.pi / at!r}*t*{m}) - {share!r}"
        half = math.acos(share)
        expression, t = expression, (2 * math.pi - half) / (2 * math.pi / at * m)
    if t <= 0:
        raise Rejected
    if kind == "sines":
        model = event_model(rng, (1.0, 2.0), (0.0, -G), expression, "rising")
    else:
        model = event_model(rng, (1.0, 2.0), (0.0, -G), expression, rng.choice(("rising", "both")))
    options = choose_dynamics(rng)
    model["analyses"] = [{"dynamics": dict(options, end=at * rng.choice((1.1, 2, 5)) + 2 * width)}]
    case = Case("events: time", model, t, ["pass"], ["pass"], 1e-7 * t)
    choose_output(rng, model)
    return case


FAMILIES = ((apex_stop, 50), (spring_stop, 60), (rotor_stop, 30), (pendulum_stop, 70), (peg, 120), (oscillating_gate, 60), (darting_gate, 60), (fan, 60),
            (apex_event, 50), (turning_event, 50), (time_event, 60))

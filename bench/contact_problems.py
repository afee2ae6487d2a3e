#!/usr/bin/env python3
"""contact_problems.py - benchmark problems with rigid contact, each for Trammel (YAML), MuJoCo (MJCF), and Box2D and Exudyn (lines of text).

Every problem has a motion that is known: closed forms, or the reference solutions of 15 digits that the tests hold, or Trammel's own
run at 1e-12, which says so. The error is the largest difference of the quantities (m or rad) at the end of the motion. Restitution is 0 or
1 where MuJoCo takes part: its contacts are soft, and it has no coefficient of restitution.

Lines for Box2D and Exudyn, lengths in m:  gravity GX GY | body TYPE X Y ANGLE VX VY OMEGA MASS INERTIA | circle R | box HX HY | polygon X Y ...
| edge X1 Y1 X2 Y2 (of the body before) | floor | foot X Y (a point) | surface RESTITUTION FRICTION | hinge A B X Y [LOWER UPPER] | rope A B XA YA XB YB LENGTH
| quantity BODY x|y|angle EXACT
"""
import math
from dataclasses import dataclass, field

G = 9.81


@dataclass
class Contact:
    name: str
    size: int
    title: str
    law: str  # what happens in a contact
    duration: float
    yaml: str  # {options} stands for the options of the analysis
    quantities: list  # (channel of Trammel, exact value)
    source: str
    mjcf: str = ""  # "": it cannot be said in MuJoCo
    mujoco: list = field(default_factory=list)  # of each quantity: "joint NAME" or "body NAME x|y|z", and what is added
    elastic: bool = False  # contacts of MuJoCo give their energy back
    box2d: str = ""

    @property
    def label(self):
        return f"{self.name}-{self.size}" if self.size else self.name


def header(gravity="0 0 -9.81"):
    return (f'<mujoco><compiler angle="radian"/><option gravity="{gravity}" cone="elliptic" impratio="10" iterations="100" '
            f'tolerance="1e-12"/><size memory="500M"/><default><geom contype="0" conaffinity="0"/></default><worldbody>')


# ---- balls that bounce, each by itself --------------------------------------------------------------------------------

RADIUS = 0.05


def drop_height(i):
    return 0.5 + 0.5*((0.618033988749895*(i + 1)) % 1)


def height_after(h, t):
    """Of a ball that fell from h and bounces without loss."""
    fall = math.sqrt(2*h/G)
    tau = (t + fall) % (2*fall) - fall
    return h - G*tau*tau/2


def bounce(n, space=False):
    """n balls fall on the floor from different heights and bounce without loss."""
    end = 2.0
    heights = [drop_height(i) for i in range(n)]
    where = [f"{0.2*(i % 32)}, {0.2*(i // 32)}, {h + RADIUS!r}" if space else f"{0.2*i}, {h + RADIUS!r}" for i, h in enumerate(heights)]
    floor = "{plane: [0, 0, 0]}" if space else "{line: [[0, 0], [1, 0]]}"
    shape = "sphere" if space else "disc"
    text = "trammel: 1\n" + ("space: space\n" if space else "") + f"bodies:\n  ground: {{surfaces: {{floor: {floor}}}}}\n"
    for i, place in enumerate(where):
        text += (f"  b{i}: {{mass: 1, shape: {{{shape}: {RADIUS}}}, surfaces: {{skin: {{{shape}: {RADIUS}, group: balls}}}}, "
                 f"position: [{place}]}}\n")
    text += f"forces:\n  hit: {{contact: [balls, ground], restitution: 1}}\nanalyses: [dynamics: {{end: {end}, output: {end}, {{options}}}}]\n"
    xml = header() + '<geom type="plane" size="100 100 1" contype="1"/>'
    box = f"gravity 0 {-G}\nbody static 0 0 0 0 0 0 0 0\nsurface 1 0\nedge -10 0 {0.2*n + 10} 0\n"
    for i, h in enumerate(heights):
        y = 0 if not space else 0.2*(i // 32)
        joint = '<freejoint/>' if space else '<joint type="slide" axis="1 0 0"/><joint type="slide" axis="0 0 1"/><joint axis="0 -1 0"/>'
        xml += (f'<body name="b{i}" pos="{0.2*(i % 32 if space else i)} {y} {h + RADIUS!r}">{joint}'
                f'<geom type="sphere" size="{RADIUS}" mass="1" conaffinity="1" condim="1"/></body>')
        box += f"body dynamic {0.2*i} {h + RADIUS!r} 0 0 0 0 1 {0.5*RADIUS**2}\nsurface 1 0\ncircle {RADIUS}\nquantity {i + 1} y {height_after(h, end) + RADIUS!r}\n"
    xml += "</worldbody></mujoco>"
    exact = [height_after(h, end) + RADIUS for h in heights]
    axis = "z" if space else "y"
    return Contact(f"bounce-{'space' if space else 'plane'}", n, f"{n} ball{'s' if n > 1 else ''} bouncing in {'space' if space else 'the plane'}, 2 s",
                   "restitution 1", end, text, [(f"b{i}.{axis}", x) for i, x in enumerate(exact)], "closed form", xml,
                   [(f"body b{i} z", 0.0) for i in range(n)], True, "" if space else box)


# ---- boxes that fall on each other -------------------------------------------------------------------------------------

def drop(n):
    """n boxes above each other, 20 mm apart and by turns 10 mm aside, fall and stay where they land; at the end half of them have landed."""
    hx, hy, gap, first = 0.1, 0.05, 0.02, 0.05
    end = math.sqrt(2*(first + gap*((n - 1)//2) + gap/2)/G)
    text = "trammel: 1\nbodies:\n  ground: {surfaces: {floor: {line: [[0, 0], [1, 0]]}}}\n"
    forces, xml = "", header() + '<geom type="plane" size="100 100 1" contype="1" conaffinity="1" friction="0.4"/>'
    box = f"gravity 0 {-G}\nbody static 0 0 0 0 0 0 0 0\nsurface 0 0.4\nedge -10 0 10 0\n"
    exact = []
    inertia = (4*hx*hx + 4*hy*hy)/12
    for i in range(n):
        x, rest, y = 0.01*(i % 2), hy*(2*i + 1), hy*(2*i + 1) + first + gap*i
        exact.append(max(rest, y - G*end*end/2))
        text += (f"  b{i}: {{mass: 1, inertia: {inertia!r}, surfaces: {{side: {{polygon: [[-{hx}, -{hy}], [{hx}, -{hy}], [{hx}, {hy}], [-{hx}, {hy}]]}}}}, "
                 f"position: [{x}, {y!r}]}}\n")
        forces += f"  c{i}: {{contact: [b{i}, {f'b{i - 1}' if i else 'ground'}], friction: 0.4}}\n"
        xml += (f'<body name="b{i}" pos="{x} 0 {y!r}"><joint type="slide" axis="1 0 0"/><joint type="slide" axis="0 0 1"/><joint axis="0 -1 0"/>'
                f'<geom type="box" size="{hx} {hx} {hy}" mass="1" contype="1" conaffinity="1" friction="0.4"/></body>')
        box += f"body dynamic {x} {y!r} 0 0 0 0 1 {inertia!r}\nsurface 0 0.4\nbox {hx} {hy}\nquantity {i + 1} y {exact[-1]!r}\n"
    text += "forces:\n" + forces + f"analyses: [dynamics: {{end: {end!r}, output: 1, {{options}}}}]\n"
    return Contact("drop", n, f"{n} boxes falling on each other" if n > 1 else "a box falling on the floor", "restitution 0, friction 0.4", end, text,
                   [(f"b{i}.y", x) for i, x in enumerate(exact)], "closed form", xml + "</worldbody></mujoco>",
                   [(f"body b{i} z", 0.0) for i in range(n)], False, box)


# ---- mechanisms --------------------------------------------------------------------------------------------------------

def rod_xml(name, inside, length, mass, at, joint):
    return (f'<body name="{name}" pos="{at}">{joint}<inertial pos="0 0 {-length/2}" mass="{mass}" '
            f'diaginertia="{mass*length**2/12!r} {mass*length**2/12!r} {mass*length**2/12e3!r}"/>{inside}</body>')


def double_pendulum(a, b, va, vb, options, contact=""):
    """Rods of 1 m, 1 kg and 0.8 m, 0.7 kg; angles from the downward vertical."""
    text = (f"trammel: 1\nbodies:\n  ground: {{points: {{O: [0, 0]}}{', surfaces: {wall: {line: [[-0.25, 0], [-0.25, -1]]}}' if contact else ''}}}\n"
            f"  one: {{points: {{O: [0, 0], E: [0, -1]}}, mass: 1, shape: rod, angle: {a!r}}}\n"
            f"  two: {{points: {{E: [0, 0], T: [0, -0.8]}}, mass: 0.7, shape: rod, position: [{math.sin(a)!r}, {-math.cos(a)!r}], angle: {b!r}"
            f"{', surfaces: {tip: {point: T}}' if contact else ''}}}\n"
            f"joints: {{O: {{revolute: [ground, one]}}, E: {{revolute: [one, two]{options}}}}}\n"
            f"initial: {{O.angle: {a!r}, E.angle: {b - a!r}, O.speed: {va!r}, E.speed: {vb - va!r}}}\n{contact}")
    xa, ya = math.sin(a), -math.cos(a)
    x1, y1, x2, y2 = xa/2, ya/2, xa + 0.4*math.sin(b), ya - 0.4*math.cos(b)
    box = (f"gravity 0 {-G}\nbody static 0 0 0 0 0 0 0 0\n"
           f"body dynamic {x1!r} {y1!r} {a!r} {-y1*va!r} {x1*va!r} {va!r} 1 {1/12!r}\n"
           f"body dynamic {x2!r} {y2!r} {b!r} {-ya*va - (y2 - ya)*vb!r} {xa*va + (x2 - xa)*vb!r} {vb!r} 0.7 {0.7*0.64/12!r}\n")
    return text, box, (xa, ya)


def knee():
    """A06 b: a knee closes without a bounce, stays closed for a second, opens again."""
    a, b, end = -0.4, -1.2, 1.364910843230166 + 0.3
    text, box, (xa, ya) = double_pendulum(a, b, 3.0, 0.0, ", limits: [null, 0]")
    text += f"analyses: [dynamics: {{end: {end!r}, output: 10, {{options}}}}]\n"
    hinge = '<joint name="{0}" axis="0 -1 0" {1}/>'
    xml = header() + rod_xml("one", rod_xml("two", "", 0.8, 0.7, "0 0 -1", hinge.format("E", 'limited="true" range="-3 0"')), 1.0, 1.0, "0 0 0",
                             hinge.format("O", "")) + '</worldbody><keyframe><key qpos="-0.4 -0.8" qvel="3 -3"/></keyframe></mujoco>'
    end_a, end_b = -0.6348258408377017, -0.7778394137712273
    box += f"hinge 0 1 0 0\nhinge 1 2 {xa!r} {ya!r} -3 0 {b - a!r}\nquantity 1 angle {end_a!r}\nquantity 2 angle {end_b!r}\n"
    return Contact("knee", 0, "double pendulum with a knee, 1.66 s (A06 b)", "stop of a joint, restitution 0", end, text,
                   [("O.angle", end_a), ("E.angle", end_b - end_a)], "Lagrange and Newton-Euler with 22 digits", xml,
                   [("joint O", 0.0), ("joint E", 0.0)], False, box)


def wall():
    """A06 a: the tip of a double pendulum hits a wall."""
    a, end = math.pi/3, 2.0
    contact = "forces: {hit: {contact: [two.tip, ground.wall], restitution: 0.5}}\n"
    text, box, (xa, ya) = double_pendulum(a, a, 0.0, 0.0, "", contact)
    text += f"analyses: [dynamics: {{end: {end!r}, output: 10, {{options}}}}]\n"
    end_a, end_b = WALL
    box = box.replace("body static 0 0 0 0 0 0 0 0\n", "body static 0 0 0 0 0 0 0 0\nsurface 0.5 0\nwall -0.25\n")
    box += (f"surface 0.5 0\ntip 0 -0.4\nhinge 0 1 0 0\nhinge 1 2 {xa!r} {ya!r}\n"
            f"quantity 1 angle {end_a!r}\nquantity 2 angle {end_b!r}\n")
    return Contact("wall", 0, "double pendulum against a wall, 2 s (A06 a)", "restitution 0.5", end, text,
                   [("O.angle", end_a), ("E.angle", end_b - end_a)], OWN, box2d=box)


def wheel():
    """A18: a wheel of eight spokes walks down a slope; each foot lands without a bounce and does not slip."""
    end, start = 0.75, 0.1 - math.pi/8
    gravity = (G*math.sin(0.1), -G*math.cos(0.1))
    x, y, vx, vy = 0.5*math.sin(start), 0.5*math.cos(start), 1.5*math.cos(start), -1.5*math.sin(start)
    text = f"trammel: 1\ngravity: [{gravity[0]!r}, {gravity[1]!r}]\nbodies:\n  ground: {{surfaces: {{hill: {{line: [[0, 0], [1, 0]]}}}}}}\n"
    text += "  wheel:\n    mass: 2\n    inertia: 0.1\n    surfaces:\n"
    foot = math.atan2(-y, -x)  # from the hub to the foot at the start
    feet = [(0.5*math.cos(foot - k*math.pi/4), 0.5*math.sin(foot - k*math.pi/4)) for k in range(8)]
    for k, (px, py) in enumerate(feet):
        text += f"      s{k}: {{point: [{px!r}, {py!r}]}}\n"
    text += (f"    position: [{x!r}, {y!r}]\n    velocity: [{vx!r}, {vy!r}]\n    omega: -3\n"
             f"forces: {{feet: {{contact: [wheel, ground], friction: 0.8}}}}\nanalyses: [dynamics: {{end: {end}, output: 10, {{options}}}}]\n")
    xml = header(f"{gravity[0]!r} 0 {gravity[1]!r}") + '<geom type="plane" size="100 100 1" contype="1" friction="0.8"/>'
    tiny = 1e-6
    xml += (f'<body name="wheel" pos="{x!r} 0 {y!r}"><joint name="x" type="slide" axis="1 0 0"/><joint name="z" type="slide" axis="0 0 1"/>'
            '<joint name="turn" axis="0 -1 0"/><inertial pos="0 0 0" mass="2" diaginertia="0.1 0.1 0.1"/>')
    for px, py in feet:
        part = 1 - tiny/0.5
        xml += f'<geom type="sphere" size="{tiny}" pos="{px*part!r} 0 {py*part!r}" conaffinity="1" condim="3" friction="0.8"/>'
    xml += f'</body></worldbody><keyframe><key qvel="{vx!r} {vy!r} -3"/></keyframe></mujoco>'
    box = (f"gravity {gravity[0]!r} {gravity[1]!r}\nbody static 0 0 0 0 0 0 0 0\nsurface 0 0.8\nedge -10 0 20 0\n"
           f"body dynamic {x!r} {y!r} 0 {vx!r} {vy!r} -3 2 0.1\nsurface 0 0.8\npolygon {' '.join(f'{c!r}' for p in feet[::-1] for c in p)}\n"
           f"quantity 1 x {WHEEL[0]!r}\nquantity 1 angle {WHEEL[1]!r}\n")
    return Contact("wheel", 0, "rimless wheel walking down a slope, 0.75 s (A18)", "restitution 0, friction 0.8", end, text,
                   [("wheel.x", WHEEL[0]), ("wheel.angle", WHEEL[1])], OWN, xml, [("joint x", x), ("joint turn", 0.0)], False, box)


def walker():
    """A compass walker of two legs with point feet, hinged at the hip, on a slope of 0.05: the foot in front lands without a bounce, the one behind leaves."""
    end, slope, mass, inertia, com = 0.4, 0.05, 5.0, 0.3, 0.3
    gravity = (G*math.sin(slope), -G*math.cos(slope))
    legs = [(0.05, 1.1), (0.36, -0.2)]  # angles forward and their rates: of the leg that stands to the hip, of the other to its foot
    hip = (math.sin(legs[0][0]), math.cos(legs[0][0]))
    speed = (legs[0][1]*math.cos(legs[0][0]), -legs[0][1]*math.sin(legs[0][0]))
    turns = [(-legs[0][0], -legs[0][1]), legs[1]]  # from the downward vertical
    text = f"trammel: 1\ngravity: [{gravity[0]!r}, {gravity[1]!r}]\nbodies:\n  ground: {{surfaces: {{hill: {{line: [[0, 0], [1, 0]]}}}}}}\n"
    box = f"gravity {gravity[0]!r} {gravity[1]!r}\nbody static 0 0 0 0 0 0 0 0\nsurface 0 0.8\nfloor\n"
    for name, (angle, rate) in zip(("one", "two"), turns):
        text += (f"  {name}: {{points: {{H: [0, 0], F: [0, -1]}}, mass: {mass}, inertia: {inertia}, com: [0, {-com}], position: [{hip[0]!r}, {hip[1]!r}], "
                 f"angle: {angle!r}, velocity: [{speed[0]!r}, {speed[1]!r}], omega: {rate!r}, surfaces: {{foot: {{point: F, group: feet}}}}}}\n")
        dx, dy = com*math.sin(angle), -com*math.cos(angle)
        box += (f"body dynamic {hip[0] + dx!r} {hip[1] + dy!r} {angle!r} {speed[0] - rate*dy!r} {speed[1] + rate*dx!r} {rate!r} {mass} {inertia}\n"
                f"surface 0 0.8\nfoot 0 {com - 1}\n")
    text += ("joints: {H: {revolute: [one, two]}}\nforces: {step: {contact: [feet, ground], friction: 0.8}}\n"
             f"analyses: [dynamics: {{end: {end}, output: 10, {{options}}}}]\n")
    box += f"hinge 1 2 {hip[0]!r} {hip[1]!r}\nquantity 1 angle {WALKER[0]!r}\nquantity 2 angle {WALKER[1]!r}\n"
    tiny = 1e-6
    leg = (f'<inertial pos="0 0 {-com}" mass="{mass}" diaginertia="{inertia} {inertia} {inertia}"/>'
           f'<geom type="sphere" size="{tiny}" pos="0 0 {tiny - 1!r}" conaffinity="1" condim="3" friction="0.8"/>')
    xml = header(f"{gravity[0]!r} 0 {gravity[1]!r}") + '<geom type="plane" size="100 100 1" contype="1" friction="0.8"/>'
    xml += (f'<body name="one" pos="{hip[0]!r} 0 {hip[1]!r}"><joint name="x" type="slide" axis="1 0 0"/><joint name="z" type="slide" axis="0 0 1"/>'
            f'<joint name="a" axis="0 -1 0"/>{leg}<body name="two"><joint name="b" axis="0 -1 0"/>{leg}</body></body></worldbody>'
            f'<keyframe><key qpos="0 0 {turns[0][0]!r} {turns[1][0] - turns[0][0]!r}" qvel="{speed[0]!r} {speed[1]!r} {turns[0][1]!r} '
            f'{turns[1][1] - turns[0][1]!r}"/></keyframe></mujoco>')
    return Contact("walker", 0, "compass walker on a slope, a step of 0.4 s", "restitution 0, friction 0.8", end, text,
                   [("one.angle", WALKER[0]), ("two.angle", WALKER[1])], OWN, xml, [("joint a", 0.0), ("joints a b", 0.0)], False, box)


def cradle():
    """A19 a: five balls 10 mm apart; the first hits, the last flies off."""
    end, places = 1.0, [0, 0.11, 0.22, 0.33, 0.44]
    exact = [0.01, 0.12, 0.23, 0.34, 0.44 + (end - 0.04)]
    text, box = "trammel: 1\ngravity: none\nbodies:\n", "gravity 0 0\nbody static 0 0 0 0 0 0 0 0\n"
    xml = header("0 0 0")
    for i, x in enumerate(places):
        v = 1.0 if i == 0 else 0.0
        text += f"  b{i}: {{mass: 1, inertia: 1, surfaces: {{rim: {{disc: 0.05}}}}, position: [{x}, 0], velocity: [{v}, 0]}}\n"
        xml += (f'<body name="b{i}" pos="{x} 0 0"><joint type="slide" axis="1 0 0"/>'
                f'<geom type="sphere" size="0.05" mass="1" contype="1" conaffinity="1" condim="1"/></body>')
        box += f"body dynamic {x} 0 0 {v} 0 0 1 1\nsurface 1 0\ncircle 0.05\nquantity {i + 1} x {exact[i]!r}\n"
    text += "forces:\n" + "".join(f"  c{i}: {{contact: [b{i}, b{i + 1}], restitution: 1}}\n" for i in range(4))
    text += f"analyses: [dynamics: {{end: {end}, output: 10, {{options}}}}]\n"
    return Contact("cradle", 0, "Newton's cradle of five balls, 1 s (A19 a)", "restitution 1", end, text,
                   [(f"b{i}.x", x) for i, x in enumerate(exact)], "closed form",
                   xml + '</worldbody><keyframe><key qvel="1 0 0 0 0"/></keyframe></mujoco>', [(f"body b{i} x", 0.0) for i in range(5)], True, box)


def clearance():
    """A16 with a rigid bearing: slider-crank at 5000 rpm, the pin of the rod in the slider has 0.5 mm of play and lands without a bounce."""
    r, length, c, speed, end = 0.05, 0.12, 5e-4, 500*math.pi/3, 2e-3
    text = (f"trammel: 1\nbodies:\n  ground: {{points: {{O: [0, 0]}}}}\n  crank: {{points: {{O: [0, 0], A: [{r}, 0]}}, mass: 0.1, inertia: 1e-4}}\n"
            f"  rod: {{points: {{A: [0, 0], B: [{length}, 0]}}, com: [{length/2}, 0], mass: 0.21, inertia: 2.5e-4, position: [{r}, 0], "
            "surfaces: {journal: {disc: 9.5 mm, at: B}}}\n"
            f"  slider: {{points: {{S: [0, 0]}}, mass: 0.14, inertia: 1e-5, position: [{r + length}, 0], surfaces: {{bearing: {{disc: 10 mm, hollow: true}}}}}}\n"
            "joints:\n  O: {revolute: [ground, crank]}\n  A: {revolute: [crank, rod]}\n  S: {prismatic: [ground.O, slider.S], axis: [1, 0]}\n"
            "forces: {play: {contact: [rod.journal, slider.bearing]}}\n"
            f"drivers: {{spin: {{O.speed: {speed!r}}}}}\ninitial: {{O.angle: 0, A.angle: 0, A.speed: {-(r/length + 1)*speed!r}, S.speed: 0}}\n"
            f"analyses: [dynamics: {{end: {end}, output: 10, {{options}}}}]\n")
    xml = header() + (f'<body name="crank"><joint name="O" axis="0 -1 0" armature="1e9"/><inertial pos="0 0 0" mass="0.1" diaginertia="1e-4 1e-4 1e-4"/>'
                      f'<body name="rod" pos="{r} 0 0"><joint name="A" axis="0 -1 0"/><inertial pos="{length/2} 0 0" mass="0.21" diaginertia="2.5e-4 2.5e-4 2.5e-4"/>'
                      f'<site name="B" pos="{length} 0 0"/></body></body>'
                      f'<body name="slider" pos="{r + length} 0 0"><joint name="S" type="slide" axis="1 0 0"/><inertial pos="0 0 0" mass="0.14" '
                      'diaginertia="1e-5 1e-5 1e-5"/><site name="S"/></body></worldbody>'
                      f'<tendon><spatial limited="true" range="0 {c}"><site site="B"/><site site="S"/></spatial></tendon>'
                      f'<keyframe><key qvel="{speed!r} {-(r/length + 1)*speed!r} 0"/></keyframe></mujoco>')
    rod_speed = -(r/length)*speed
    box = (f"gravity 0 {-G}\nbody kinematic 0 0 0 0 0 {speed!r} 0.1 1e-4\n"
           f"body dynamic {r + length/2} 0 0 0 {speed*r + rod_speed*length/2!r} {rod_speed!r} 0.21 2.5e-4\n"
           f"body dynamic {r + length} 0 0 0 0 0 0.14 1e-5\nbody static 0 0 0 0 0 0 0 0\n"
           f"hinge 0 1 {r} 0\nslide 3 2\nrope 1 2 {length/2} 0 0 0 {c}\nquantity 2 x {CLEARANCE[0]!r}\nquantity 1 angle {CLEARANCE[1]!r}\n")
    return Contact("clearance", 0, "slider-crank with a clearance of 0.5 mm, 2 ms at 5000 rpm (A16, rigid)", "restitution 0", end, text,
                   [("slider.x", CLEARANCE[0]), ("rod.angle", CLEARANCE[1])], OWN, xml, [("joint S", r + length), ("joints O A", 0.0)], False, box)


OWN = "Trammel's own runs at 1e-12 in absolute and in joint coordinates, of the wheel by particles too, which agree to 1e-13"
WALL = (0.38309569571565, 0.38309569571565 - 1.088474010240089)
WHEEL = (0.796528371378639, -1.9258588378775507)
WALKER = (-0.067041470627191, -0.0061796424548638)
CLEARANCE = (0.137365631440691, -0.3655690374316205)


def mechanisms():
    return [knee(), wall(), wheel(), walker(), cradle(), clearance()]


def heap(n, space):
    """n balls in a block with small irregularities fall on the floor and run apart: nothing is compared but the time of 200 steps."""
    end, r = 0.4, 0.05
    side = max(2, round((n/2)**(1/3))) if space else max(4, round((2*n)**0.5))
    text = "trammel: 1\n" + ("space: space\n" if space else "") + "bodies:\n  ground: {surfaces: {floor: " + (
        "{plane: [0, 0, 0]}" if space else "{line: [[0, 0], [1, 0]]}") + "}}\n"
    xml = header() + '<geom type="plane" size="100 100 1" contype="1" conaffinity="1" friction="0.3"/>'
    box = f"gravity 0 {-G}\nbody static 0 0 0 0 0 0 0 0\nsurface 0 0.3\nedge -100 0 100 0\n"
    for i in range(n):
        shift = 0.003*math.sin(12.9898*i)
        a, b, c = (i % side, (i//side) % side, i//side//side) if space else (i % side, 0, i//side)
        x, y, z = 0.11*a + shift, 0.11*b + 0.7*shift if space else 0.0, 0.06 + 0.11*c
        shape, place = ("sphere", f"{x!r}, {y!r}, {z!r}") if space else ("disc", f"{x!r}, {z!r}")
        text += f"  s{i}: {{mass: 0.5, shape: {{{shape}: {r}}}, surfaces: {{skin: {{{shape}: {r}, group: balls}}}}, position: [{place}]}}\n"
        joint = "<freejoint/>" if space else '<joint type="slide" axis="1 0 0"/><joint type="slide" axis="0 0 1"/><joint axis="0 -1 0"/>'
        xml += (f'<body pos="{x!r} {y!r} {z!r}">{joint}<geom type="sphere" size="{r}" mass="0.5" contype="1" conaffinity="1" condim="3" '
                'friction="0.3"/></body>')
        box += f"body dynamic {x!r} {z!r} 0 0 0 0 0.5 {0.25*r*r!r}\nsurface 0 0.3\ncircle {r}\n"
    text += "forces:\n  floor: {contact: [balls, ground], friction: 0.3}\n  among: {contact: [balls, balls], friction: 0.3}\n"
    text += f"analyses: [dynamics: {{end: {end}, output: {end}, {{options}}}}]\n"
    return Contact(f"heap-{'space' if space else 'plane'}", n, f"heap of {n} balls in {'space' if space else 'the plane'}", "restitution 0, friction 0.3", end,
                   text, [], "", xml + "</worldbody></mujoco>", [], False, "" if space else box)


def falling():
    return [bounce(1), bounce(10), bounce(100), bounce(1, True), bounce(10, True), drop(1), drop(3), drop(10)]


def heaps():
    return [heap(n, space) for space in (False, True) for n in (10, 30, 100, 300, 1000)] + [bounce(1000), bounce(1000, True)]

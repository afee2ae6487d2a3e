/* machines.ts - joints, bodies and their shapes, cams, curves, forces: what a mechanism is drawn of. */
import {
  arc,
  arrow,
  axes,
  body,
  box,
  circle,
  dash,
  dim,
  type Family,
  ground,
  height,
  line,
  link,
  mark,
  span,
  thin,
} from "./pieces";

export const joint: Family = [
  line(ground(20, 70, 62)),
  body("M36 62L45 45L54 62Z"),
  body(link(45, 45, 140, 22)),
  body(circle(45, 45, 5)),
  thin("M45 45H160"),
  mark("at", circle(45, 45, 9), "P", 26, 42),
  mark(["axis", "axes"], arrow(45, 45, 18, 78) + circle(45, 45, 7), "z", 10, 76),
  mark("clearance m", circle(45, 45, 9) + arrow(70, 72, 52, 54), "gap", 84, 82),
  mark("friction", arc(45, 45, 15, -60, 70), "μ", 66, 62),
  mark("limits", arc(45, 45, 60, -12, 32, false) + "M104 57L98 55M96 13L92 18", "min … max", 132, 62),
  mark("stiffness", "M45 45l4 -7 5 8 4 -8 5 8", "k", 62, 30),
  mark("damping", "M45 45h8M53 40v10M50 38h12M50 52h12", "c", 72, 60),
  mark("angle rad", arc(45, 45, 70, 0, 13), "φ", 124, 42),
];

/* Two directions of bodies, or an axis that is slid along. */
export const guide: Family = [
  line(ground(14, 166, 66)),
  body(box(66, 34, 48, 32)),
  line(arrow(114, 50, 158, 50)),
  mark("angle rad", "M90 50H150" + arc(90, 50, 34, 0, 30), "φ", 136, 40),
];

export const curve: Family = [
  line("M16 70C50 -10 90 10 110 40S150 80 168 30"),
  body(circle(76, 19, 5)),
  thin(axes(16, 82, 40, 40)),
  mark("from", circle(16, 70, 5), "u₁", 30, 74),
  mark("to", circle(168, 30, 5), "u₂", 156, 24),
  mark("x", arrow(16, 82, 76, 82) + "M76 24V82", "x(u)", 96, 84),
  mark("y", arrow(16, 82, 16, 19) + "M16 19H71", "y(u)", 34, 14),
  mark("z", arrow(76, 19, 60, 40), "z(u)", 52, 52),
  mark(
    "points m",
    circle(16, 70, 4) + circle(44, 25, 4) + circle(110, 40, 4) + circle(142, 60, 4) + circle(168, 30, 4),
    "P₁ … Pₙ",
    100,
    70,
  ),
  mark("closed", "M168 30C176 4 0 0 16 70", "", 0, 0),
  mark("normal", arrow(76, 19, 92, 4), "n", 104, 10),
  mark("bank rad", arrow(76, 19, 92, 4) + arc(76, 19, 22, 45, 110), "β", 84, 44),
];

export const shape: Family = [
  body(link(24, 30, 100, 30, 9)),
  body(circle(148, 34, 24)),
  body(box(24, 58, 70, 20)),
  mark("radius m", dim(148, 34, 165, 17), "r", 152, 26),
  mark("diameter m", dim(124, 34, 172, 34), "d", 148, 30),
  mark("tube m", dim(160, 34, 172, 34), "r", 150, 38),
  mark(["width m"], height(112, 21, 39, 100), "b", 116, 50),
  mark(["thickness m"], "M94 58l8 -6M94 78l8 -6" + dim(98, 82, 108, 74), "t", 116, 86),
  mark("length m", span(24, 100, 48, 36), "L", 62, 45),
  mark("size m", span(24, 94, 86, 70) + height(110, 58, 78, 94), "a, b", 128, 84),
  mark("scale", box(24, 58, 70, 20) + box(16, 50, 86, 36), "s", 112, 84),
  mark("from m", circle(24, 30, 5), "A", 24, 16),
  mark("to m", circle(100, 30, 5), "B", 100, 16),
  mark("points m", circle(24, 58, 4) + circle(94, 58, 4) + circle(94, 78, 4) + circle(24, 78, 4), "P₁ …", 128, 80),
  mark("at m", circle(148, 34, 4) + "M148 26V42M140 34H156", "P", 164, 70),
  mark("axis", arrow(148, 34, 124, 70), "z", 116, 82),
  mark("hollow", circle(148, 34, 16), "", 0, 0),
  mark("normal", arrow(59, 58, 59, 44), "n", 70, 52),
  mark("speed m/s", arrow(40, 54, 80, 54), "v", 88, 50),
  mark(["table"], "M24 58C40 44 56 66 70 52S90 60 94 58", "z(x, y)", 128, 78),
  mark("closed", box(24, 58, 70, 20), "", 0, 0),
  mark(["group"], circle(148, 34, 24) + box(24, 58, 70, 20), "", 0, 0),
];

export const cam: Family = [
  body("M70 66C40 66 42 34 70 30C98 22 112 40 102 54C96 64 84 66 70 66Z"),
  dash(circle(72, 48, 18)),
  body(circle(72, 48, 4)),
  body(circle(78, 19, 8)),
  line("M78 19V2"),
  line(arc(72, 48, 40, -30, 10)),
  mark("base m", dim(72, 48, 58, 60), "r₀", 44, 74),
  mark("roller m", dim(78, 19, 86, 19), "r", 98, 18),
  mark("offset m", dim(72, 8, 78, 8) + "M72 8V48M78 8V19", "e", 62, 10),
  mark("direction", arrow(78, 30, 78, 2), "", 0, 0),
  mark("pivot m", circle(150, 24, 5) + "M150 24L84 19", "Q", 162, 28),
  mark("arm m", dim(84, 12, 150, 16), "a", 118, 10),
  mark(["side", "flat"], "M56 22H100", "", 0, 0),
  mark("flank", "M66 70C34 70 36 30 68 24", "", 0, 0),
  mark(["rotation"], arc(72, 48, 30, 150, 250), "", 0, 0),
  mark("speed rad/s", arc(72, 48, 30, 150, 250), "ω", 30, 54),
  mark(["motion"], axes(120, 86, 50, 36) + "M120 82C132 82 132 58 144 58S156 82 168 82", "s(φ)", 150, 50),
  mark("samples", circle(72, 48, 26), "n", 30, 30),
  mark("surfaces", "M70 66C40 66 42 34 70 30C98 22 112 40 102 54C96 64 84 66 70 66Z", "", 0, 0),
];

/* A motion over an angle or the time: up, a stay, down. */
export const segments: Family = [
  line(axes(16, 78, 156, 70)),
  line("M16 70C34 70 36 24 56 24H96C114 24 116 70 134 70H160"),
  mark("rise", height(30, 70, 24, 16), "+h", 30, 16),
  mark("return", height(148, 24, 70, 100), "−h", 162, 46),
  mark(["dwell"], span(56, 96, 40, 26), "Δx", 76, 54),
  mark(["over"], span(16, 56, 88, 70), "Δx", 36, 84),
  mark(["to"], "M16 24H56V78", "y₁", 8, 26),
  mark(["begin"], circle(16, 70, 4), "y, y′ …", 42, 66),
  mark(["end"], circle(56, 24, 4), "y, y′ …", 78, 18),
  mark(["law", "expression"], "M16 70C34 70 36 24 56 24", "y(x)", 66, 50),
  mark("speed", "M28 60L46 32", "v max", 66, 50),
  mark(["acceleration"], "M16 70C24 70 28 64 32 54", "a max", 56, 62),
  mark(["deceleration"], "M40 40C44 28 48 24 56 24", "a max", 66, 42),
  mark("jerk", "M16 70C20 70 24 68 27 63", "j max", 52, 62),
];

/* A body with all that is said of one; also where a part is put. */
export const bodies: Family = [
  body("M40 60C30 30 60 12 96 18S160 30 150 58S60 84 40 60Z"),
  thin(axes(12, 84, 30, 30)),
  body(circle(56, 52, 3)),
  body(circle(136, 40, 3)),
  mark(
    ["mass kg", "mass", "density kg/m^3", "density"],
    "M40 60C30 30 60 12 96 18S160 30 150 58S60 84 40 60Z",
    "m",
    104,
    60,
  ),
  mark(["inertia kg*m^2", "inertia"], arc(96, 46, 20, -120, 120), "J", 130, 66),
  mark(["com m", "com"], circle(96, 46, 4) + "M96 38V54M88 46H104", "S", 110, 40),
  mark(["points", "points m"], circle(56, 52, 5) + circle(136, 40, 5), "A          B", 98, 34),
  mark(["position", "position m"], arrow(12, 84, 92, 48), "x, y", 64, 80),
  mark(["angle", "angle rad", "orientation"], "M56 52H120" + arc(56, 52, 46, 0, 10), "φ", 118, 60),
  mark(["velocity", "velocity m/s"], arrow(96, 46, 140, 20), "v", 150, 20),
  mark(["omega", "omega rad/s"], arc(96, 46, 24, -60, 100), "ω", 60, 28),
  mark(["shape", "shapes", "surfaces", "frame"], "M40 60C30 30 60 12 96 18S160 30 150 58S60 84 40 60Z", "", 0, 0),
  mark(["part", "ports", "with"], box(30, 8, 130, 76), "", 0, 0),
  mark(["repeat", "index"], box(30, 8, 130, 76) + "M36 4H166V80", "1 … n", 146, 18),
];

export const force: Family = [
  body("M30 66C24 40 50 30 80 34S140 44 134 66S40 84 30 66Z"),
  thin(axes(12, 86, 26, 26)),
  body(circle(100, 46, 3)),
  mark("value N", arrow(100, 46, 158, 12), "F", 168, 14),
  mark("value N*m", arc(84, 56, 18, -60, 170), "M", 114, 40),
  mark("axes", arrow(12, 86, 38, 86) + arrow(12, 86, 12, 60), "x, y", 52, 84),
];

/* What an output tells of two bodies. */
export const measure: Family = [
  body(link(30, 66, 80, 40)),
  body(link(110, 30, 160, 56)),
  body(circle(80, 40, 3)),
  body(circle(110, 30, 3)),
  mark("distance m", dim(80, 40, 110, 30), "d", 94, 26),
  mark("angle rad", arc(30, 66, 60, 0, 27) + "M30 66H100", "φ", 100, 56),
  mark("velocity m/s", arrow(110, 30, 150, 10), "v", 160, 12),
  mark("angular_velocity rad/s", arc(110, 30, 22, -90, 60), "ω", 136, 16),
  mark("component", arrow(80, 40, 110, 40) + "M110 30V40", "x", 96, 52),
  mark(["value", "title", "unit"], axes(14, 88, 60, 30) + "M14 80C30 50 44 90 70 66", "", 0, 0),
];

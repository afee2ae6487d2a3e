/* springs.ts - what yields: springs and dampers between points, on a pin, in rubber; the resistance of a medium. */
import {
  arc,
  arrow,
  body,
  box,
  circle,
  coil,
  dashpot,
  type Family,
  ground,
  height,
  line,
  link,
  mark,
  span,
  thin,
  wall,
} from "./pieces";

const ENDS = "M20 22V68M160 22V68";

export const spring: Family = [
  line(`${ENDS}M20 30H40M140 30H160`),
  line(coil(40, 140, 30)),
  line(dashpot(20, 160, 58)),
  body(circle(14, 45, 5)),
  body(circle(166, 45, 5)),
  mark("stiffness N/m", coil(40, 140, 30), "k", 90, 16),
  mark("damping N*s/m", dashpot(20, 160, 58), "c", 94, 80),
  mark("length m", span(20, 160, 80, 66), "L₀", 90, 76),
  mark("preload N", arrow(24, 45, 52, 45) + arrow(156, 45, 128, 45), "F₀", 90, 48),
  mark("value N", arrow(24, 45, 52, 45) + arrow(156, 45, 128, 45), "F", 90, 48),
];

export const torsion: Family = [
  line(ground(8, 60, 66)),
  body(link(90, 60, 25, 60)),
  body(link(90, 60, 150, 30)),
  body(circle(90, 60, 4)),
  line("M76 60a14 14 0 0 1 27 -6a11 11 0 0 1 -21 9a8 8 0 0 1 15 -8"),
  thin("M90 60H160"),
  mark("stiffness N*m/rad", "M76 60a14 14 0 0 1 27 -6a11 11 0 0 1 -21 9a8 8 0 0 1 15 -8", "k", 86, 36),
  mark("damping N*m*s/rad", arc(90, 60, 32, 170, 35), "c", 62, 30),
  mark("angle rad", arc(90, 60, 48, 0, 26), "φ₀", 146, 54),
  mark(["preload N*m"], arc(90, 60, 38, -30, 60), "M₀", 134, 84),
  mark(["value N*m"], arc(90, 60, 38, -30, 60), "M", 134, 84),
];

export const bushing: Family = [
  body(circle(90, 45, 32)),
  body(circle(90, 45, 12)),
  line(coil(102, 122, 45, 4, 3) + coil(58, 78, 45, 4, 3)),
  line("M90 33l-4 -3 8 -3 -8 -3 8 -3 -4 -3M90 57l-4 3 8 3 -8 3 8 3 -4 3"),
  mark("stiffness", coil(102, 122, 45, 4, 3) + coil(58, 78, 45, 4, 3), "k", 140, 48),
  mark("damping", circle(90, 45, 32), "c", 134, 48),
  mark("offset", arrow(90, 45, 104, 37), "d₀", 130, 24),
  mark("preload", arrow(90, 45, 160, 45), "F₀", 150, 38),
  mark(["axis", "orientation"], arrow(90, 45, 150, 45) + arrow(90, 45, 90, 4), "x", 156, 49),
];

export const drag: Family = [
  body("M60 45c0 -16 22 -22 40 -22c16 0 34 14 44 22c-10 8 -28 22 -44 22c-18 0 -40 -6 -40 -22Z"),
  thin("M8 20H40M8 34H36M8 56H36M8 70H40"),
  line(arrow(120, 45, 168, 45)),
  mark("linear N*s/m", arrow(58, 45, 14, 45), "b v", 26, 40),
  mark("quadratic N*s^2/m^2", arrow(58, 45, 14, 45), "c v²", 24, 40),
  mark("angular N*m*s/rad", arc(100, 45, 30, 60, 150), "b ω", 100, 12),
];

/* A body that is pressed on another. */
export const contact: Family = [
  line(ground(20, 160, 70)),
  body(circle(80, 44, 26)),
  line(arrow(80, 44, 120, 44)),
  mark("stiffness", "M80 70l-5 -3 10 -3 -10 -3 10 -3 -10 -3 5 -3", "k", 96, 60),
  mark("exponent", "M124 36h36M124 36v-28M124 36q24 -2 34 -26", "Fₙ ~ dⁿ", 140, 60),
  mark("damping s/m", "M74 56v10h12v-10M80 60v-14M75 60h10", "c", 96, 62),
  mark("friction", arrow(80, 70, 44, 70) + arrow(80, 70, 80, 24), "μ Fₙ", 36, 62),
  mark("restitution", `${arrow(60, 14, 74, 62)}${arrow(86, 62, 98, 26)}`, "e = v′/v", 142, 30),
  mark("modulus Pa", circle(80, 44, 26), "E", 80, 48),
  mark("poisson", circle(80, 44, 26) + arrow(60, 44, 48, 44) + arrow(100, 44, 112, 44), "ν", 80, 40),
  mark("face_width m", height(150, 30, 58, 110), "b", 164, 47),
  mark(["law", "impact"], box(68, 62, 24, 12), "", 0, 0),
];

export const rod: Family = [
  body(circle(24, 60, 5)),
  body(circle(156, 28, 5)),
  line("M29 59L151 29"),
  mark("length m", `M24 60L30 78M156 28L162 46${arrow(90, 59, 161, 43)}${arrow(90, 59, 30, 75)}`, "L", 92, 74),
];

export const screw: Family = [
  body(box(40, 34, 100, 22)),
  line("M44 56l10 -22M60 56l10 -22M76 56l10 -22M92 56l10 -22M108 56l10 -22M124 56l10 -22"),
  line(wall(28, 24, 66)),
  mark("pitch m", span(76, 92, 74, 58), "p", 84, 88),
];

/* runs.ts - what is computed: a motion over the time and its steps, equilibria, modes, and how it is solved. */
import { arc, arrow, axes, body, box, circle, coil, dash, type Family, line, mark, span, thin } from "./pieces";

const MOTION = "M20 60C40 10 60 10 80 46S120 76 150 24";

export const motion: Family = [
  line(axes(16, 74, 156, 64)),
  line(MOTION),
  mark("end s", "M150 12V78", "t end", 146, 88),
  mark(
    ["output s"],
    span(40, 54, 84, 74) + circle(40, 26, 2) + circle(54, 20, 2) + circle(68, 28, 2) + circle(82, 49, 2),
    "Δt",
    70,
    88,
  ),
  mark("step s", span(40, 47, 84, 74), "h", 58, 88),
  mark("tolerance", "M20 56C40 6 60 6 80 42S120 72 150 20M20 64C40 14 60 14 80 50S120 80 150 28", "ε", 164, 30),
  mark(["initial", "set", "switch", "assemble", "events"], circle(20, 60, 5), "t₀", 34, 68),
  mark(["alpha", "beta", "stabilization"], arrow(80, 66, 80, 50) + arrow(80, 26, 80, 42), "Φ → 0", 112, 30),
  mark(["integrator", "formulation", "method", "reduce", "matrices"], MOTION, "ẏ = f(t, y)", 118, 20),
  mark(["contact", "contact_stiffness N/m"], circle(108, 68, 6) + "M94 76H124", "k", 132, 70),
  mark(["stiffness N/m", "damping_ratio"], coil(70, 110, 20, 5, 4), "k, D", 128, 24),
];

/* An equilibrium, and how a mechanism vibrates about it. */
export const state: Family = [
  line("M20 20C40 90 110 90 130 20"),
  body(circle(75, 64, 7)),
  dash(circle(50, 54, 7) + circle(100, 54, 7)),
  thin(axes(136, 84, 38, 50)),
  mark(["about"], circle(75, 64, 10), "", 0, 0),
  mark("search", circle(75, 64, 10) + arrow(30, 40, 44, 62), "", 0, 0),
  mark("count", "M142 84V60M150 84V44M158 84V66M166 84V52", "1 … n", 152, 32),
  mark("frequencies Hz", "M138 80C146 78 148 40 152 40S158 78 172 80", "f₁ … f₂", 152, 32),
  mark("damping", "M138 60C144 30 148 80 154 56S162 66 172 60", "", 0, 0),
  mark(["inputs", "actuators"], arrow(40, 12, 68, 56), "u", 34, 12),
  mark("outputs", arrow(82, 62, 120, 62), "y", 128, 70),
  mark("speeds", arc(75, 64, 16, 20, 160), "ω", 75, 40),
  mark("tolerance", circle(75, 64, 3) + arrow(75, 30, 75, 52), "F → 0", 75, 24),
  mark(["method", "matrices", "formulation"], box(16, 10, 118, 72), "", 0, 0),
];

/* Many variants: points that are tried, and what is kept of each. */
export const study: Family = [
  line(axes(16, 78, 84, 66)),
  thin("M112 78V16M112 78H172"),
  body(circle(30, 62, 2) + circle(44, 30, 2) + circle(58, 52, 2) + circle(72, 22, 2) + circle(86, 66, 2)),
  line("M116 74C126 72 130 26 140 26S156 72 168 74"),
  mark("vary", arrow(16, 84, 98, 84) + arrow(10, 78, 10, 14), "p₁, p₂", 58, 96),
  mark("keep", "M116 74C126 72 130 26 140 26S156 72 168 74", "f(p)", 156, 20),
  mark(
    "count",
    circle(30, 62, 4) + circle(44, 30, 4) + circle(58, 52, 4) + circle(72, 22, 4) + circle(86, 66, 4),
    "n",
    96,
    40,
  ),
  mark("seed", box(46, 40, 24, 24) + circle(52, 46, 1) + circle(64, 58, 1) + circle(58, 52, 1), "", 0, 0),
  mark("correlate", "M22 70L90 18", "ρ", 60, 20),
  mark(
    "tolerance",
    "M116 70C126 68 130 22 140 22S156 68 168 70M116 78C126 76 130 30 140 30S156 76 168 78",
    "ε",
    164,
    36,
  ),
  mark(["sample", "analysis", "integrator", "formulation", "name"], box(12, 10, 92, 72), "", 0, 0),
];

/* A search for what is best: a goal over a parameter, its bounds, what is forbidden. */
export const search: Family = [
  line(axes(16, 78, 150, 66)),
  line("M20 24C40 76 60 80 76 60S110 26 124 40S150 66 160 30"),
  mark("over", "M30 78V14M140 78V14", "p", 88, 92),
  mark("minimize", circle(58, 70, 4) + arrow(58, 40, 58, 62), "min", 58, 34),
  mark("maximize", circle(104, 33, 4) + arrow(104, 64, 104, 42), "max", 104, 76),
  mark("subject_to", "M76 14V78M76 20l8 -6M76 32l8 -6M76 44l8 -6M76 56l8 -6M76 68l8 -6", "c ≤ 0", 100, 20),
  mark("starts", circle(32, 42, 3) + circle(90, 46, 3) + circle(132, 47, 3), "", 0, 0),
  mark("front", "M30 20C36 56 60 68 132 70", "f₁, f₂", 120, 60),
  mark("evaluations", circle(26, 36, 2) + circle(36, 56, 2) + circle(46, 66, 2) + circle(54, 70, 2), "n", 70, 84),
  mark("accuracy", "M46 66H70M46 74H70", "ε", 80, 72),
  mark("seed", box(120, 14, 24, 24) + circle(126, 20, 1) + circle(138, 32, 1) + circle(132, 26, 1), "", 0, 0),
  mark("tolerance", "M20 20C40 72 60 76 76 56S110 22 124 36S150 62 160 26M20 28C40 80 60 84 76 64S110 30 124 44S150 70 160 34", "ε", 166, 24), // prettier-ignore
  mark(["method", "analysis", "integrator", "formulation", "name"], "M30 50C36 66 46 72 54 71", "", 0, 0),
];

const MEASURED = "M20 30C40 78 60 78 80 46S120 20 150 44";

/* A fit: a curve through measured points, and what is not known of it. */
export const fit: Family = [
  line(axes(16, 78, 150, 66)),
  line(MEASURED),
  line(
    circle(30, 54, 2) +
      circle(48, 66, 2) +
      circle(64, 72, 2) +
      circle(82, 40, 2) +
      circle(104, 36, 2) +
      circle(132, 28, 2),
  ),
  mark("data", circle(30, 54, 3) + circle(48, 66, 3) + circle(64, 72, 3) + circle(82, 40, 3) + circle(104, 36, 3) + circle(132, 28, 3), "", 0, 0), // prettier-ignore
  mark("match", MEASURED, "y(t)", 150, 58),
  mark("over", arrow(112, 28, 112, 14) + arrow(112, 36, 112, 50), "p", 122, 52),
  mark("sigma", "M64 64V80M60 64H68M60 80H68M132 20V36M128 20H136M128 36H136", "σ", 144, 24),
  mark("time", "M16 78H160", "t", 166, 84),
  mark("confidence", "M20 24C40 72 60 72 80 40S120 14 150 38M20 36C40 84 60 84 80 52S120 26 150 50", "1 − α", 40, 24),
  mark("starts", "M20 60C60 60 100 60 150 60M20 18C60 30 100 60 150 70", "", 0, 0),
  mark("iterations", arrow(96, 66, 96, 52) + arrow(96, 48, 96, 40), "n", 106, 62),
  mark("accuracy", "M76 42H88M76 50H88", "ε", 96, 50),
  mark("seed", box(120, 52, 20, 20) + circle(125, 57, 1) + circle(135, 67, 1) + circle(130, 62, 1), "", 0, 0),
  mark("tolerance", "M20 26C40 74 60 74 80 42S120 16 150 40M20 34C40 82 60 82 80 50S120 24 150 48", "ε", 164, 40),
  mark(["analysis", "integrator", "formulation", "name"], MEASURED, "ẏ = f(t, y, p)", 84, 16),
];

/* What a field takes, where it is no quantity. */
export const choice: Family = [
  body(box(30, 12, 120, 20)),
  body(box(30, 34, 120, 20)),
  body(box(30, 56, 120, 20)),
  line("M60 22H130M60 44H110M60 66H120"),
  line(circle(44, 22, 4) + circle(44, 44, 4) + circle(44, 66, 4)),
  mark("choice", `${box(30, 34, 120, 20)}M40 44l3 4 6 -8`, "", 0, 0),
];

export const toggle: Family = [
  body("M64 30H116A15 15 0 0 1 116 60H64A15 15 0 0 1 64 30Z"),
  mark("toggle", `${circle(115, 45, 11)}M64 30H116A15 15 0 0 1 116 60H64A15 15 0 0 1 64 30Z`, "", 0, 0),
];

export const name: Family = [
  body(box(24, 28, 132, 34)),
  line("M36 38V52"),
  mark(
    "name",
    "M44 50l6 -14 6 14M46 46h8M64 50V36h6a4 4 0 0 1 0 7h-6h7a4 4 0 0 1 0 7Z M90 38a7 7 0 1 0 0 10",
    "",
    0,
    0,
  ),
];

export const expression: Family = [
  line(axes(20, 76, 144, 66)),
  mark("expression", "M20 60C36 20 52 20 66 46S96 76 110 46S140 20 156 40", "f(t)", 150, 66),
];

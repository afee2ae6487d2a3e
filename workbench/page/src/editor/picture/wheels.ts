/* wheels.ts - what turns on what: pairs of gears, racks, worms, belts and chains, planetary gears. */
import { arc, arrow, body, circle, dim, type Family, gear, line, mark, span, thin } from "./pieces";

const [A, B] = [gear(60, 46, 26, 14), gear(116, 46, 28, 15, 4, Math.PI / 15)];

export const gears: Family = [
  body(A),
  body(B),
  body(circle(60, 46, 4)),
  body(circle(116, 46, 4)),
  mark("teeth", A + B, "z₁  z₂", 88, 84),
  mark("module m", "M60 46L86 46M60 46L85 35" + arc(60, 46, 26, 0, 25, false), "m π", 96, 16),
  mark("pressure rad", "M87 12V80M75 80L99 12" + arc(87, 46, 26, 70, 90, false), "α", 100, 12),
  mark(["helix rad", "spiral rad"], "M48 62L72 30M54 66L78 34M42 58L66 26", "β", 34, 30),
  mark("ratio", arc(60, 46, 18, 20, 160) + arc(116, 46, 19, 160, 20), "ω₂ / ω₁", 88, 84),
  mark("radius m", dim(60, 46, 86, 46), "r", 73, 40),
  mark(["offset", "offset m", "offset rad"], "M116 46H150" + arc(116, 46, 24, 0, 40), "φ₀", 150, 30),
  mark("backlash m", arrow(87, 66, 87, 54) + arrow(87, 26, 87, 38), "j", 98, 24),
  mark("efficiency", arrow(6, 46, 30, 46) + arrow(146, 46, 174, 46), "P₁     η     P₂", 90, 84),
  mark("restitution", arrow(78, 20, 86, 40) + arrow(88, 40, 98, 18), "e", 104, 14),
  mark(["diameter m"], dim(88, 46, 144, 46), "d", 116, 40),
  mark(["starts", "hand"], "M44 66q8 -20 24 -40M52 70q8 -20 24 -40M36 62q8 -20 24 -40", "n", 30, 26),
  mark("coefficient", arrow(87, 46, 87, 14), "μ", 96, 18),
];

const LOOP = "M50 20L132 28M50 70L132 62";

export const loop: Family = [
  body(circle(50, 45, 25)),
  body(circle(132, 45, 17)),
  line(LOOP + arc(50, 45, 25, 90, 270, false) + arc(132, 45, 17, 90, -90, false)),
  body(circle(50, 45, 3)),
  body(circle(132, 45, 3)),
  mark("length m", LOOP + arc(50, 45, 25, 90, 270, false) + arc(132, 45, 17, 90, -90, false), "L", 90, 16),
  mark("radii m", dim(50, 45, 75, 45) + dim(132, 45, 149, 45), "r₁        r₂", 102, 40),
  mark("teeth", gear(50, 45, 25, 14) + gear(132, 45, 17, 10), "z₁        z₂", 92, 49),
  mark(["pitch m", "links"], "M84 20v8M96 21v8M108 22v8" + dim(84, 14, 96, 14), "p", 90, 10),
  mark(
    "pretension N",
    arrow(90, 24, 116, 26) + arrow(90, 24, 64, 21) + arrow(90, 66, 116, 64) + arrow(90, 66, 64, 69),
    "T₀",
    90,
    49,
  ),
  mark(["EA N", "stiffness N/m"], "M62 21l6 4 5 -7 6 8 5 -7 6 8 5 -6 6 6 5 -5 6 4", "EA", 92, 46),
  mark("damping N*s/m", "M80 18v12h18M80 18h18M90 20v8M90 24h26", "c", 90, 46),
  mark("friction", arc(50, 45, 31, 100, 200), "μ", 14, 22),
  mark(["axis", "axes"], arrow(50, 45, 50, 6) + arrow(132, 45, 132, 12), "z", 60, 12),
  mark("restitution", LOOP, "e", 90, 49),
];

export const planetary: Family = [
  line(circle(90, 45, 42)),
  body(gear(90, 45, 37, 30, -4)),
  body(gear(90, 45, 14, 12, 3)),
  body(gear(116, 45, 10, 9, 3)),
  body(gear(77, 22.5, 10, 9, 3)),
  body(gear(77, 67.5, 10, 9, 3)),
  mark(["sun", "m_sun kg", "r_sun m"], gear(90, 45, 14, 12, 3), "sun", 20, 49),
  mark(["planet", "m_planet kg", "r_planet m"], gear(116, 45, 10, 9, 3), "planet", 27, 49),
  mark("planets", circle(116, 45, 10) + circle(77, 22.5, 10) + circle(77, 67.5, 10), "n", 160, 49),
  mark(["ring", "m_ring kg", "r_ring m", "j_ring kg*m^2"], circle(90, 45, 42), "ring", 24, 49),
  mark(["arm m", "m_arm kg"], "M90 45L116 45M90 45L77 22.5M90 45L77 67.5", "arm", 24, 49),
  mark("module m", arc(90, 45, 14, -20, 20, false) + "M104 34V56", "m", 160, 49),
  mark("pressure rad", "M104 20V70M96 70L112 20", "α", 160, 49),
  mark("helix rad", "M84 56L96 34M90 56L102 34", "β", 160, 49),
  mark(["width m", "density kg/m^3"], arrow(150, 70, 166, 60) + arrow(166, 60, 150, 70), "b", 164, 78),
  mark("efficiency", arrow(8, 20, 40, 34) + arrow(140, 56, 172, 70), "η", 20, 40),
];

export const differential: Family = [
  line("M20 45H60M120 45H160"),
  body("M56 14H124V76H56Z"),
  body("M62 30L74 36V54L62 60Z"),
  body("M118 30L106 36V54L118 60Z"),
  body("M76 26L104 26L98 38H82Z"),
  body("M76 64L104 64L98 52H82Z"),
  mark(["side", "m_side kg", "r_side m"], "M62 30L74 36V54L62 60ZM118 30L106 36V54L118 60Z", "z₁", 36, 38),
  mark(
    ["pinion", "pinions", "m_pinion kg", "r_pinion m"],
    "M76 26L104 26L98 38H82ZM76 64L104 64L98 52H82Z",
    "z₂",
    90,
    22,
  ),
  mark(["m_case kg", "r_case m"], "M56 14H124V76H56Z", "m", 142, 22),
  mark(
    ["module m", "pressure rad", "width m", "density kg/m^3"],
    "M74 36L82 38M106 36L98 38M74 54L82 52M106 54L98 52",
    "m, α, b",
    90,
    49,
  ),
  mark("efficiency", arrow(20, 60, 50, 60) + arrow(130, 60, 160, 60), "η", 36, 76),
];

/* A bar across a vehicle, or the rack of its steering: both go from side to side. */
export const across: Family = [
  line("M40 45H140"),
  body("M40 41H140V49H40Z"),
  body("M34 20H46V70H34ZM134 20H146V70H134Z"),
  thin("M12 20V70M168 20V70"),
  mark("length m", span(40, 140, 82, 50), "L", 90, 78),
  mark("arm m", dim(28, 20, 28, 45), "a", 20, 36),
  mark(["diameter m", "shear Pa"], dim(90, 38, 90, 52), "d", 100, 36),
  mark(["stiffness N*m/rad"], arc(40, 45, 16, 60, 140) + arc(140, 45, 16, -60, -140), "k", 90, 36),
  mark("damping N*m*s/rad", arc(40, 45, 16, 60, 140) + arc(140, 45, 16, -60, -140), "c", 90, 36),
  mark("mass kg", "M40 41H140V49H40Z", "m", 90, 36),
  mark("inertia kg*m^2", arc(90, 45, 26, 20, 160), "J", 90, 12),
  mark("travel m", arrow(90, 60, 130, 60), "s", 110, 74),
  mark("ratio", arc(90, 45, 26, 20, 160) + arrow(90, 60, 130, 60), "i", 90, 12),
];

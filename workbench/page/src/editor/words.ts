/* words.ts - the words of expressions: functions, constants, and the units that suit a quantity. */
export const FUNCTIONS: { name: string; form: string; doc: string }[] = [
  ...["sin", "cos", "tan"].map((name) => ({ name, form: `${name}(x)`, doc: "of an angle" })),
  ...["asin", "acos", "atan"].map((name) => ({ name, form: `${name}(x)`, doc: "the angle, in rad" })),
  { name: "atan2", form: "atan2(y, x)", doc: "the angle of a direction, from -pi to pi" },
  ...["sinh", "cosh", "tanh", "asinh", "acosh", "atanh"].map((name) => ({
    name,
    form: `${name}(x)`,
    doc: "hyperbolic",
  })),
  { name: "exp", form: "exp(x)", doc: "e to the power x" },
  { name: "log", form: "log(x)", doc: "natural logarithm" },
  { name: "log10", form: "log10(x)", doc: "logarithm to base 10" },
  { name: "log2", form: "log2(x)", doc: "logarithm to base 2" },
  { name: "sqrt", form: "sqrt(x)", doc: "square root" },
  { name: "cbrt", form: "cbrt(x)", doc: "cube root" },
  { name: "pow", form: "pow(x, y)", doc: "x to the power y; also x^y" },
  { name: "hypot", form: "hypot(x, y)", doc: "sqrt(x^2 + y^2)" },
  { name: "erf", form: "erf(x)", doc: "error function" },
  { name: "abs", form: "abs(x)", doc: "absolute value" },
  { name: "floor", form: "floor(x)", doc: "the next whole number below" },
  { name: "ceil", form: "ceil(x)", doc: "the next whole number above" },
  { name: "round", form: "round(x)", doc: "the nearest whole number" },
  { name: "trunc", form: "trunc(x)", doc: "without its fraction" },
  { name: "fmod", form: "fmod(x, y)", doc: "what is left of x after whole multiples of y" },
  { name: "min", form: "min(a, b)", doc: "the least of any number of values" },
  { name: "max", form: "max(a, b)", doc: "the greatest of any number of values" },
  { name: "clamp", form: "clamp(x, low, high)", doc: "x, but not beyond the two bounds" },
  { name: "sign", form: "sign(x)", doc: "-1, 0 or 1" },
  { name: "if", form: "if(c, a, b)", doc: "a where c is not zero, else b" },
  { name: "step", form: "step(x, x0, h0, x1, h1)", doc: "a smooth ramp from h0 at x0 to h1 at x1" },
  { name: "pulse", form: "pulse(x, x0, x1, w)", doc: "1 between x0 and x1, with flanks of width w, else 0" },
  {
    name: "table",
    form: "table(x, name)",
    doc: "a smooth curve through the points of a table: a spline in drivers, else monotone",
  },
  { name: "spline", form: "spline(x, name)", doc: "the natural cubic spline through the points of a table" },
  { name: "monotone", form: "monotone(x, name)", doc: "a cubic through the points of a table that does not overshoot" },
];

const SUITING: Record<string, string[]> = {
  m: ["m", "mm", "cm", "km", "um", "in", "ft"],
  kg: ["kg", "g", "t", "mg", "lb"],
  s: ["s", "ms", "us", "min", "h"],
  rad: ["rad", "deg", "mrad", "rev", "turn"],
  "rad/s": ["rad/s", "rpm", "deg/s", "rev/min"],
  "rad/s^2": ["rad/s^2", "deg/s^2"],
  Hz: ["Hz", "kHz"],
  "1/s": ["Hz"],
  N: ["N", "kN", "MN", "mN", "kgf", "lbf"],
  "N*m": ["N*m", "kN*m", "Nm", "J"],
  "N/m": ["N/m", "kN/m", "N/mm", "kN/mm"],
  "N*s/m": ["N*s/m", "kN*s/m", "N*s/mm"],
  "N*m/rad": ["N*m/rad", "N*m/deg"],
  "N*m*s/rad": ["N*m*s/rad", "N*m*s/deg"],
  "m/s": ["m/s", "mm/s", "km/h"],
  "m/s^2": ["m/s^2", "mm/s^2"],
  "kg/m^3": ["kg/m^3", "g/cm^3"],
  "kg*m^2": ["kg*m^2", "g*cm^2", "kg*mm^2"],
  W: ["W", "kW", "MW"],
  Pa: ["Pa", "kPa", "MPa", "GPa"],
};

const COMMON = [
  "m",
  "mm",
  "cm",
  "kg",
  "g",
  "s",
  "ms",
  "rad",
  "deg",
  "rpm",
  "Hz",
  "N",
  "kN",
  "N*m",
  "N/m",
  "N*s/m",
  "W",
];

/* Units in which a quantity of this SI unit may be given, the likely ones first. */
export function suitingUnits(unit: string): string[] {
  return SUITING[unit] ?? COMMON;
}

const PLANE_JOINTS = new Set(["revolute", "prismatic", "fixed", "slot", "distance", "gear", "rack"]);

/* Whether there is such a joint in the plane, or in space, where only the rack is missing. */
export function jointSuits(type: string, space: boolean): boolean {
  return space ? type !== "rack" : PLANE_JOINTS.has(type);
}

/* units.ts - quantities as people read them: the unit a channel is shown in, a prefix that suits its size. */
import { few, withUnitText } from "../shell/number_text";
import { unitText } from "../shell/unit_text";

export type AngleUnit = "rad" | "deg";

export interface Shown {
  unit: string; // as it is written: "°/s", "kN"
  factor: number; // shown = factor * SI
}

const DEGREES = 180 / Math.PI;
const TURNS: Record<string, string> = { rad: "°", "rad/s": "°/s", "rad/s^2": "°/s^2" };

export function shownUnit(unit: string, angles: AngleUnit): Shown {
  const turned = angles === "deg" ? TURNS[unit] : undefined;
  return turned ? { unit: unitText(turned), factor: DEGREES } : { unit: unitText(unit), factor: 1 };
}

const PREFIXES: [power: number, sign: string][] = [
  [9, "G"],
  [6, "M"],
  [3, "k"],
  [0, ""],
  [-3, "m"],
  [-6, "µ"],
  [-9, "n"],
];
const SUPERSCRIPTS = "⁰¹²³⁴⁵⁶⁷⁸⁹";

function superscript(power: number): string {
  const digits = [...String(Math.abs(power))].map((digit) => SUPERSCRIPTS[Number(digit)]).join("");
  return (power < 0 ? "⁻" : "") + digits;
}

/* May "k" stand before it? Not before a bare number, an angle or one over something; seconds only become shorter. */
function takesPrefix(unit: string, sign: string): boolean {
  if (unit === "" || unit.startsWith("°") || unit.startsWith("1/") || unit.startsWith("kg") || unit === "g")
    return false;
  if (unit.startsWith("rad")) return false;
  if (unit === "s") return sign !== "k" && sign !== "M" && sign !== "G";
  return true;
}

/* The unit for an axis whose largest value (shown unit, no prefix) is `largest`. Values from 0.01 to 10 000 need none. */
export function scaled(base: Shown, largest: number): Shown {
  if (!(largest > 0) || !Number.isFinite(largest) || (largest >= 0.01 && largest < 1e4)) return base;
  const power = 3 * Math.floor(Math.log10(largest) / 3);
  const found = PREFIXES.find(([one]) => one === power);
  if (found && takesPrefix(base.unit, found[1]))
    return { unit: found[1] + base.unit, factor: base.factor / 10 ** power };
  const tens = Math.floor(Math.log10(largest));
  return { unit: `10${superscript(tens)}${base.unit ? " " + base.unit : ""}`, factor: base.factor / 10 ** tens };
}

/* The number at a mark of an axis: marks may lie close together, and those of logarithmic axes are powers of ten. */
export function markText(value: number, log: boolean): string {
  return few(value, log ? 1 : 10);
}

/* A number with its unit, and a prefix where it is large or small; or where `among` is, the largest of those that it is one of: what
 * moves keeps its unit then. */
export function quantity(value: number, unit: string, angles: AngleUnit = "rad", digits = 5, among = value): string {
  const base = shownUnit(unit, angles);
  const fit = scaled(base, Math.abs(among * base.factor));
  const shown = fit.unit.startsWith("10") ? base : fit;
  return withUnitText(few(value * shown.factor, digits), shown.unit);
}

/* A change: with its sign, and with a unit of its own, which need not be that of what changed. */
export function signed(value: number, unit: string, angles: AngleUnit = "rad", digits = 3): string {
  return (value > 0 ? "+" : "") + quantity(value, unit, angles, digits);
}

export function duration(seconds: number): string {
  if (seconds < 0.0995) return `${few(seconds * 1000, 2)} ms`;
  if (seconds < 100) return `${few(seconds, 3)} s`;
  return `${Math.round(seconds / 60)} min`;
}

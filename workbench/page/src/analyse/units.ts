/* units.ts - numbers as people read them: the unit a channel is shown in, a prefix that suits its size, few digits. */
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

/* A number in about `digits` significant digits: 1810.97, 2.1e-13, 0.025. */
export function few(value: number, digits = 6): string {
  if (Number.isNaN(value)) return "–";
  if (!Number.isFinite(value)) return value > 0 ? "∞" : "−∞";
  if (value === 0) return "0";
  const size = Math.abs(value);
  const text =
    size >= 1e7 || size < 1e-4
      ? value.toExponential(Math.max(0, Math.min(digits, 4) - 1)).replace(/\.?0+e/, "e")
      : String(Number(value.toPrecision(digits)));
  return text.replace("e+", "e").replace(/-/g, "−").replace("e−", "e-");
}

/* The same with its unit, and a prefix where it is large or small. */
export function quantity(value: number, unit: string, angles: AngleUnit = "rad", digits = 5): string {
  const base = shownUnit(unit, angles);
  const fit = scaled(base, Math.abs(value * base.factor));
  const shown = fit.unit.startsWith("10") ? base : fit;
  const number = few(value * shown.factor, digits);
  if (shown.unit === "") return number;
  return shown.unit.startsWith("°") ? number + shown.unit : `${number} ${shown.unit}`;
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

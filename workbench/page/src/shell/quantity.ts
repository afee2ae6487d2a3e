/* quantity.ts - quantities as people read them: a number in the unit of the document, few digits, the unit behind. */
import { type Shown, shownUnit } from "./display_units";
import { few, steady, withUnitText } from "./number_text";

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

/* Units that the document does not choose, and that are read with a prefix: kW, ms. */
const WITH_PREFIX = new Set(["s", "Hz", "W", "J", "Pa", "V", "A", "C", "ohm", "H", "F", "T", "Wb"]);

/* Seconds only become shorter. */
function takesPrefix(unit: string, sign: string): boolean {
  return WITH_PREFIX.has(unit) && !(unit === "s" && /[kMG]/.test(sign));
}

/* The unit for an axis whose largest value (shown unit) is `largest`. What takes no prefix keeps its unit as long as the numbers can be
 * read, and has a power of ten beyond. */
export function scaled(base: Shown, largest: number): Shown {
  const prefixed = takesPrefix(base.written, "");
  const [least, most] = prefixed ? [0.01, 1e4] : [1e-3, 1e6];
  if (!(largest > 0) || !Number.isFinite(largest) || (largest >= least && largest < most)) return base;
  const power = 3 * Math.floor(Math.log10(largest) / 3);
  const found = PREFIXES.find(([one]) => one === power);
  if (found && takesPrefix(base.written, found[1]))
    return { unit: found[1] + base.unit, written: found[1] + base.written, factor: base.factor / 10 ** power };
  const tens = Math.floor(Math.log10(largest));
  return {
    ...base,
    unit: `10${superscript(tens)}${base.unit ? " " + base.unit : ""}`,
    factor: base.factor / 10 ** tens,
  };
}

/* The number at a mark of an axis: marks may lie close together, and those of logarithmic axes are powers of ten. */
export function markText(value: number, log: boolean): string {
  return few(value, log ? 1 : 10);
}

function fitted(unit: string, among: number): Shown {
  const base = shownUnit(unit);
  const fit = scaled(base, Math.abs(among * base.factor));
  return fit.unit.startsWith("10") ? base : fit;
}

/* A number (SI) in the unit of the document, and a prefix where that suits and it is large or small; or where `among` is, the largest
 * of those that it is one of: what moves keeps its unit then. */
export function quantity(value: number, unit: string, digits = 5, among = value): string {
  const shown = fitted(unit, among);
  return withUnitText(few(value * shown.factor, digits), shown.unit);
}

/* The same with all its digits, for what changes while it is read. */
export function steadyQuantity(value: number, unit: string, digits = 4): string {
  const { unit: printed, factor } = shownUnit(unit);
  return withUnitText(steady(value * factor, digits), printed);
}

/* A change: with its sign. */
export function signed(value: number, unit: string, digits = 3): string {
  return (value > 0 ? "+" : "") + quantity(value, unit, digits);
}

/* How long something took. */
export function duration(seconds: number): string {
  if (seconds < 0.0000995) return `${few(seconds * 1e6, 2)} µs`;
  if (seconds < 0.0995) return `${few(seconds * 1000, 2)} ms`;
  if (seconds < 100) return `${few(seconds, 3)} s`;
  return `${Math.round(seconds / 60)} min`;
}

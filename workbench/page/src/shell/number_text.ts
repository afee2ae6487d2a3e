/* number_text.ts - numbers as they are read: few digits, a real minus sign, the unit behind.
 *
 * Very large and very small ones have a power of ten behind an "e", as programs write it, so that they can be pasted into one.
 */

const LEAST = 1e-4; // below: a power of ten
const PLAIN_DIGITS = 6; // before the point; more are written only where all of them say something
const POWER_DIGITS = 4; // at most, of what stands before a power of ten
const ROUNDING = 1e-12;

function asPower(value: number, digits: number): string {
  const [mantissa, power] = value.toExponential(Math.max(0, Math.min(digits, POWER_DIGITS) - 1)).split("e");
  return `${Number(mantissa)}e${Number(power)}`;
}

function written(value: number, digits: number, plainly: (rounded: number) => string): string {
  if (Number.isNaN(value)) return "–";
  if (!Number.isFinite(value)) return value > 0 ? "∞" : "−∞";
  if (value === 0) return "0";
  const size = Math.abs(value);
  const plain = size >= LEAST && size < 10 ** Math.max(PLAIN_DIGITS, digits);
  const text = plain ? plainly(Number(value.toPrecision(digits))) : asPower(value, digits);
  return text.replace(/^-/, "−");
}

/* A number in about `digits` significant digits, none that say nothing: 1810.97, 2.1e-13, 0.025. */
export function few(value: number, digits = 6): string {
  return written(value, digits, String);
}

/* The same with all its digits, 12.50 or 0.02500, so that it does not jump about while it changes. */
export function steady(value: number, digits = 4): string {
  return written(value, digits, (rounded) => {
    const before = Math.floor(Math.log10(Math.abs(rounded))) + 1;
    return rounded.toFixed(Math.max(0, digits - before));
  });
}

/* A number with its unit, as that is printed; degrees stand close. */
export function withUnitText(number: string, unit: string): string {
  if (unit === "") return number;
  return unit.startsWith("°") ? number + unit : `${number} ${unit}`;
}

/* What rounding leaves of a quantity whose largest value is `whole` is nothing. */
export function orZero(value: number, whole: number, part = ROUNDING): number {
  return Math.abs(value) < part * whole ? 0 : value;
}

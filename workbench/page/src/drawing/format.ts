/* format.ts - numbers as they are read: few digits, a real minus sign, the unit behind. */
import { unitText } from "../shell/unit_text";

const MINUS = "\u2212";

export function number(value: number, digits = 4): string {
  if (!Number.isFinite(value)) return String(value);
  if (value === 0 || Math.abs(value) < 1e-300) return "0";
  const size = Math.abs(value);
  const text = size >= 1e6 || size < 1e-4 ? exponent(value, digits) : fixed(value, digits);
  return text.replace(/-/g, MINUS);
}

function fixed(value: number, digits: number): string {
  const before = Math.floor(Math.log10(Math.abs(value))) + 1;
  return value.toFixed(Math.max(0, Math.min(digits - before, 12)));
}

function exponent(value: number, digits: number): string {
  const [mantissa, power] = value.toExponential(digits - 1).split("e");
  return `${Number(mantissa)}e${Number(power)}`;
}

/* An angle is given in degrees beside. */
export function quantity(value: number, unit: string, digits = 4): string {
  if (unit === "rad") return `${number((value * 180) / Math.PI, digits)}°`;
  return unit ? `${number(value, digits)} ${unitText(unit)}` : number(value, digits);
}

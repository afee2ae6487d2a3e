/* numbers.ts - numbers with units and the names in expressions, as text.
 *
 * A number is read as the engine reads it, and another value is written in the way the old one was: the unit stays, and so does
 * the manner of its digits. A mouse or a step of an arrow key does not mean sixteen digits, so there are only as many as say
 * something.
 */

import { computed } from "@preact/signals";
import { description } from "../state/description";

/* Factor to SI of each unit that the engine knows. */
const factors = computed(() => new Map(description.value.units.map(({ name, factor }) => [name, factor])));

const FACTOR = /(°|[µμ]?[A-Za-z]\w*)(?:(?:\^|\*\*)(-?\d+)(?![\w.]))?/y;
const SIGN = /[*/]| +/y; // between two factors: blanks mean a product

/* A factor by its name; ° and µ may stand at the beginning of a unit. */
function factorOf(name: string, first: boolean): number | undefined {
  const plain = first ? name.replace(/^°$/, "deg").replace(/^[µμ]/, "u") : name;
  return factors.value.get(plain);
}

/* The unit at an offset of a text: where it ends and its factor; null when there is none. */
export function readUnit(text: string, at: number): { end: number; factor: number } | null {
  let factor = 1;
  let end = at;
  for (let next = at, power = 1; ;) {
    FACTOR.lastIndex = next;
    const found = FACTOR.exec(text);
    const known = found ? factorOf(found[1]!, next === at) : undefined;
    const isTime = next > at && found?.[1] === "t"; // 3 m*t is a length times the time
    if (!found || known === undefined || isTime) break;
    if (/^(\.\w|\s*\()/.test(text.slice(FACTOR.lastIndex))) break; // m.x, min(
    factor *= Math.pow(known, power * Number(found[2] ?? 1));
    end = SIGN.lastIndex = FACTOR.lastIndex;
    const sign = SIGN.exec(text);
    if (!sign) break;
    power = sign[0] === "/" ? -1 : 1;
    next = SIGN.lastIndex;
  }
  return end > at ? { end, factor } : null;
}

export interface Quantity {
  value: number; // SI
  digits: string; // as written, without the unit
  unit: string; // "" where there is none
  factor: number;
}

const NUMBER = /^\s*([+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)(\s*)/;

/* A number with or without a unit; null for any other expression. */
export function readNumber(text: string): Quantity | null {
  const found = NUMBER.exec(text);
  if (!found) return null;
  const digits = found[1]!;
  const rest = text.slice(found[0].length).trimEnd();
  if (rest === "") return { value: Number(digits), digits, unit: "", factor: 1 };
  const unit = readUnit(rest, 0);
  if (!unit || unit.end !== rest.length) return null;
  return { value: Number(digits) * unit.factor, digits, unit: rest, factor: unit.factor };
}

function plainDigits(text: string): string {
  return text.includes(".") ? text.replace(/0+$/, "").replace(/\.$/, "") : text;
}

/* A value with at most so many decimals, and none that say nothing: "0.3", never "0.30" nor "-0". */
export function decimal(value: number, decimals: number): string {
  const short = plainDigits(value.toFixed(Math.min(Math.max(decimals, 0), 15)));
  return short === "-0" ? "0" : short;
}

function withDigits(value: number, old: string | null, decimals: number): string {
  const exponential = old !== null && /e/i.test(old);
  const size = Math.abs(value);
  if (value !== 0 && (exponential ? size < 1e-2 || size >= 1e4 : size < 1e-6 || size >= 1e12)) {
    const [mantissa, exponent] = value.toExponential(5).split("e");
    return plainDigits(mantissa!) + "e" + exponent!.replace("+", "");
  }
  let short = decimal(value, decimals);
  const padded = old !== null && !exponential && /\.\d*0$/.test(old);
  const wanted = old?.split(".")[1]?.length ?? 0;
  if (padded) {
    const have = short.split(".")[1]?.length ?? 0;
    if (have < wanted) short += (have === 0 ? "." : "") + "0".repeat(wanted - have);
  }
  return short;
}

/* A value (SI) in the manner of the old text: "40 mm" stays in mm. With `resolution` (SI; what one pixel is worth, say) it gets as
   many digits as that needs, else five significant ones. Another expression than a number gives way to a plain number. */
export function formatNumber(value: number, old?: string, resolution?: number): string {
  const before = old === undefined ? null : readNumber(old);
  const factor = before?.factor ?? 1;
  const given = resolution !== undefined && resolution > 0 ? resolution / factor : 0;
  const shown = Math.abs(value / factor) < given / 2 ? 0 : value / factor;
  const step = given || Math.abs(shown) * 1e-4;
  const decimals = shown === 0 || step === 0 ? 0 : Math.ceil(-Math.log10(step) - 1e-9);
  const digits = withDigits(shown, before?.digits ?? null, decimals);
  return before?.unit ? `${digits} ${before.unit}` : digits;
}

export interface NameInText {
  name: string; // "crank.A.x"
  at: number;
  called: boolean; // a function
}

const WORD = /[A-Za-z_\u0080-\uffff][\w\u0080-\uffff]*(?:\.[\w\u0080-\uffff]+)*/y;
const DIGITS = /(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?/y;

/* The names in an expression, without units. */
export function namesIn(text: string): NameInText[] {
  const names: NameInText[] = [];
  for (let at = 0; at < text.length;) {
    DIGITS.lastIndex = at;
    if (DIGITS.test(text)) {
      at = DIGITS.lastIndex;
      const blanks = /^\s*/.exec(text.slice(at))![0].length;
      const unit = /^(and|or)\b/.test(text.slice(at + blanks)) ? null : readUnit(text, at + blanks);
      if (unit) at = unit.end;
      continue;
    }
    WORD.lastIndex = at;
    const word = WORD.exec(text);
    if (word) {
      at = WORD.lastIndex;
      names.push({ name: word[0], at: word.index, called: /^\s*\(/.test(text.slice(at)) });
    } else at++;
  }
  return names;
}

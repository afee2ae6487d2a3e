/* typed.ts - a number in a field: shown in the unit beside the field, and meant in it when it is typed without one.
 *
 * The file keeps what was meant, with its unit: 150 beside "mm" is written 150 mm. A decimal comma is understood where one number is
 * wanted. Expressions are written as they are.
 */
import { type Shown, shownUnit, siUnit } from "../shell/display_units";
import { scene } from "../state/model";
import { constant, termsOf } from "./constant";
import { decimal, namesIn, readNumber } from "./numbers";

const DIGITS = 12; // significant: what a change of unit adds is noise

function plain(value: number): string {
  const short = Number(value.toPrecision(DIGITS));
  const size = Math.abs(short);
  return size !== 0 && (size < 1e-6 || size >= 1e15) ? String(short) : decimal(short, DIGITS);
}

const READABLE = 7; // digits: what becomes no short number in another unit is shown with so many

function readable(value: number): string {
  const exact = plain(value);
  return exact.replace(/[-.]/g, "").length > READABLE + 1 ? plain(Number(value.toPrecision(READABLE))) : exact;
}

/* Whether an expression holds numbers and parameters only; what varies along a motion is in SI from term to term. */
function isConstant(source: string): boolean {
  return namesIn(source).every(({ name, called }) => called || !(name === "t" || name.includes(".")));
}

/* The unit beside a field, by what stands in the file: that of the document; SI where an expression varies along a motion. */
export function fieldUnit(sources: readonly string[], unit: string): Shown {
  return sources.every(isConstant) ? shownUnit(unit) : siUnit(unit);
}

/* The terms of a sum that are numbers without a unit get this one: "L + 10" is "L + 10 mm". */
function withUnitInTerms(source: string, unit: string): string {
  const terms = termsOf(source);
  const written = terms.map(({ sign, text }, i) => {
    const number = readNumber(text);
    const said = number?.unit === "" && number.value !== 0 ? `${text} ${unit}` : text;
    return i === 0 ? (sign < 0 ? "-" : "") + said : `${sign < 0 ? " - " : " + "}${said}`;
  });
  return terms.some(({ text }) => readNumber(text)?.unit === "") ? written.join("") : source;
}

/* What stands in the file, in the unit of the field. An expression stays: where it has numbers without a unit, their SI unit is said. */
export function shownNumber(source: string, shown: Shown): string {
  const number = readNumber(source);
  if (!number) {
    const isOther = shown.factor !== 1 && shown.si !== undefined && isConstant(source);
    return isOther && !/^\s*[[{]/.test(source) ? withUnitInTerms(source, shown.si!) : source;
  }
  if (number.unit === shown.written || (number.unit === "" && shown.factor === 1)) return number.digits;
  return shown.written === "" ? source : readable(number.value * shown.factor); // "": its own unit is said
}

const SIGNS: [RegExp, string][] = [
  [/\u2212/g, "-"],
  [/[·⋅]/g, "*"],
  [/²/g, "^2"],
  [/³/g, "^3"],
  [/µ|μ/g, "u"],
  [/°/g, " deg"],
];

/* One number, with or without a unit, may have a comma for the point; in a list or a call commas are something else. */
const WITH_COMMA = /^\s*[-+]?\d*,\d+(?:[eE][-+]?\d+)?(?![\d,])[^,([]*$/;

/* What was typed, as a file has it: signs of print become those of the file where it is a number. */
function asWritten(text: string): string {
  const point = WITH_COMMA.test(text) ? text.replace(",", ".") : text;
  const plainSigns = SIGNS.reduce((now, [sign, by]) => now.replace(sign, by), point);
  return (readNumber(plainSigns) ? plainSigns : point.replace(/\u2212/g, "-")).trim();
}

/* Sums and products of plain numbers are worked out: they are meant in the unit of the field, too. */
const ARITHMETIC = /^[-+*/().\d\s]*$/;

function workedOut(text: string): number | null {
  if (!ARITHMETIC.test(text) || !/\d/.test(text) || /\*\*|\/\/|\d\s+[\d.]/.test(text)) return null;
  const parts = text.match(/[-+*/()]|[\d.]+/g) ?? [];
  let at = 0;
  const atom = (): number => {
    const part = parts[at++];
    if (part === "-") return -atom();
    if (part === "+") return atom();
    if (part !== "(") return part !== undefined && /^(\d+\.?\d*|\.\d+)$/.test(part) ? Number(part) : NaN;
    const inner = sum();
    return parts[at++] === ")" ? inner : NaN;
  };
  const term = (): number => {
    let value = atom();
    while (parts[at] === "*" || parts[at] === "/") value = parts[at++] === "*" ? value * atom() : value / atom();
    return value;
  };
  const sum = (): number => {
    let value = term();
    while (parts[at] === "+" || parts[at] === "-") value = parts[at++] === "+" ? value + term() : value - term();
    return value;
  };
  const value = sum();
  return at === parts.length && Number.isFinite(value) ? value : null;
}

function withUnit(digits: string, shown: Shown): string {
  return shown.factor === 1 || Number(digits) === 0 ? digits : `${digits} ${shown.written}`;
}

/* What was typed into a field with this unit, as it is written into the file. */
export function writtenNumber(text: string, shown: Shown): string {
  const words = asWritten(text);
  const number = readNumber(words);
  if (number) return number.unit === "" ? withUnit(number.digits, shown) : words;
  const value = workedOut(words);
  if (value !== null) return withUnit(plain(value), shown);
  const hasUnit = shown.factor !== 1 && /^[^[\]{}"':]+$/.test(words) && isConstant(words);
  return hasUnit ? withUnitInTerms(words, shown.written) : words;
}

/* Several numbers typed at once, [150, 90], each in the unit beside them; with semicolons between them they may have decimal commas. */
export function writtenList(text: string, shown: Shown): string {
  const inner = /^\[(.*)\]$/.exec(text.trim())?.[1] ?? text.trim();
  if (/[[\](]/.test(inner) || /^[a-z]+$/i.test(inner)) return text.trim();
  const parts = inner.split(inner.includes(";") ? ";" : ",");
  return `[${parts.map((one) => writtenNumber(one, shown)).join(", ")}]`;
}

/* What was typed, in SI: a number, or an expression of numbers and parameters; null where it is neither. */
export function typedNumber(text: string, shown: Shown): number | null {
  const written = writtenNumber(text, shown);
  const parameters = scene.value?.parameters ?? [];
  return readNumber(written)?.value ?? constant(written, (name) => parameters.find((one) => one.name === name)?.value);
}

/* A number (SI) as a file is to have it, in the unit of the document; with at most so many digits. */
export function numberInUnit(value: number, unit: string, digits = DIGITS): string {
  const shown = shownUnit(unit);
  return withUnit(plain(Number((value * shown.factor).toPrecision(digits))), shown);
}

/* size_text.ts - lengths and angles as they are shown, typed and written: m and rad inside, in the units of the document outside. */
import { numberInUnit, typedNumber } from "../editor/typed";
import { shownUnit } from "../shell/display_units";
import { few, withUnitText } from "../shell/number_text";

const DIGITS = 7; // of what is drawn: more is noise

/* The unit beside a field. */
export function sizeUnit(si: string): string {
  return shownUnit(si).unit;
}

/* In a field, without its unit. */
export function sizeField(value: number, si: string): string {
  const shown = value * shownUnit(si).factor;
  return String(Number((Math.abs(shown) < 1e-9 ? 0 : shown).toPrecision(si === "rad" ? 6 : DIGITS)));
}

/* On the drawing, with its unit. */
export function sizeShown(value: number, si: string): string {
  const { factor, unit } = shownUnit(si);
  return withUnitText(few(value * factor, 4), unit);
}

/* What was typed, in SI; null where it is no number. */
export function readSize(text: string, si: string): number | null {
  return typedNumber(text, shownUnit(si));
}

/* As the file has it. */
export function writeSize(value: number, si: string): string {
  return numberInUnit(value, si, DIGITS);
}

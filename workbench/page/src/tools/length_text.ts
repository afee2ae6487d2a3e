/* length_text.ts - lengths and places as they are written for what is drawn: in the unit that the document says (`display: length`), such as
 * 150 mm; in a document that says none, plain SI.
 */
import type { Place as Point } from "../drawing/camera";
import { decimal, readNumber } from "../editor/numbers";
import { fineness } from "./numbers";

export interface LengthUnit {
  name: string; // "": SI
  factor: number; // of the unit for a metre
}

const SI: LengthUnit = { name: "", factor: 1 };

export function lengthUnit(name: unknown): LengthUnit {
  const one = typeof name === "string" ? readNumber(`1 ${name}`) : null;
  return one && name !== "m" ? { name: String(name), factor: 1 / one.value } : SI;
}

/* x (m), to the digit that is `step` (m) or coarser: "150 mm", and never "149.99999 mm". */
export function lengthText(x: number, step: number, { name, factor }: LengthUnit): string {
  const digits = decimal(x * factor, Math.round(-Math.log10(fineness(step * factor, 0))));
  return name === "" || digits === "0" ? digits : `${digits} ${name}`;
}

export function placeText(at: Point, step: number, unit: LengthUnit): string {
  return `[${at.map((one) => lengthText(one!, step, unit)).join(", ")}]`;
}

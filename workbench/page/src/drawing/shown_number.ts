/* shown_number.ts - a number with its unit as diagrams show it. */
import { few, withUnitText } from "../shell/number_text";
import { unitText } from "../shell/unit_text";

export function shownNumber(value: number, unit: string, digits = 4): string {
  if (unit === "rad") return withUnitText(few((value * 180) / Math.PI, digits), "°");
  return withUnitText(few(value, digits), unitText(unit));
}

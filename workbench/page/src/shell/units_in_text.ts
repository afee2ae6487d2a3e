/* units_in_text.ts - quantities in what the engine says, in the units of the document.
 *
 * Its messages and facts are SI: "joint A: open by 0.03 m". What stands in quotation marks is quoted from the file, and stays.
 */
import { shownUnit } from "./display_units";
import { few, withUnitText } from "./number_text";
import { texts } from "../texts/texts";

const UNITS = [
  "kg*m^2",
  texts.shell.unitsInText.kgM,
  "kg/m^3",
  "N*m*s/rad",
  "N*m/rad",
  "N*s/m",
  "m/s^2",
  "rad/s^2",
  "rad/s",
  "m/s",
  "N/m",
  "N*m",
  "N m",
  "rad",
  "kg",
  texts.shell.unitsInText.pa,
  "m",
  "N",
  "us",
];
const escaped = UNITS.map((unit) => unit.replace(/[*^/]/g, "\\$&")).join("|");
const QUANTITY = new RegExp(`(?<![\\w.])(-?\\d+(?:\\.\\d+)?(?:e[-+]?\\d+)?) (${escaped})(?![\\w*/^])`, "g");

function significant(digits: string): number {
  return (
    digits
      .replace(/e.*$/, "")
      .replace(/^-?0*\.?0*/, "")
      .replace(".", "").length || 1
  );
}

function converted(_whole: string, digits: string, unit: string): string {
  if (unit === "us") return `${digits} µs`;
  const shown = shownUnit(unit.replace(" ", "*"));
  if (shown.factor === 1) return withUnitText(digits, shown.unit);
  return withUnitText(few(Number(digits) * shown.factor, Math.max(significant(digits), 3)), shown.unit);
}

export function inDisplayUnits(text: string): string {
  return text
    .split(/("[^"]*")/)
    .map((piece, i) => (i % 2 === 1 ? piece : piece.replace(QUANTITY, converted)))
    .join("");
}

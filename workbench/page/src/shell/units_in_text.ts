/* units_in_text.ts - what the engine says, with its quantities in the units of the document.
 *
 * Its messages and facts are SI: "joint A: open by 0.03 m". What stands in quotation marks is quoted from the file, and stays. Whatever
 * shows a message takes its words from messageText (a unit test looks for those that do not), so that they are the same everywhere.
 */
import type { Message } from "../engine/engine";
import { shownUnit } from "./display_units";
import { few, withUnitText } from "./number_text";

const UNITS = [
  "kg*m^2",
  "kg m^2",
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
  "J",
  "W",
  "Pa",
  "m",
  "N",
  "us",
];
const escaped = UNITS.map((unit) => unit.replace(/[*^/]/g, "\\$&")).join("|");
const NUMBER = "-?\\d+(?:\\.\\d+)?(?:e[-+]?\\d+)?";
/* "0.1 m"; "between 0.1 and 0.2 m", "0.1 … 0.2 m": one unit for both. */
const QUANTITY = new RegExp(`(?<![\\w.])(?:(${NUMBER})( and | to | … ))?(${NUMBER}) (${escaped})(?![\\w*/^])`, "g");

function significant(digits: string): number {
  return (
    digits
      .replace(/e.*$/, "")
      .replace(/^-?0*\.?0*/, "")
      .replace(".", "").length || 1
  );
}

function converted(
  _whole: string,
  first: string | undefined,
  and: string | undefined,
  last: string,
  unit: string,
): string {
  const shown = unit === "us" ? { unit: "µs", factor: 1 } : shownUnit(unit.replace(" ", "*"));
  const inUnit = (digits: string): string =>
    shown.factor === 1 ? digits : few(Number(digits) * shown.factor, Math.max(significant(digits), 3));
  return withUnitText((first === undefined ? "" : inUnit(first) + and!) + inUnit(last), shown.unit);
}

export function inDisplayUnits(text: string): string {
  return text
    .split(/("[^"]*")/)
    .map((piece, i) => (i % 2 === 1 ? piece : piece.replace(QUANTITY, converted)))
    .join("");
}

/* What a message says, as it is shown everywhere. */
export function messageText(message: Message): string {
  return inDisplayUnits(message.text);
}

/* Of a list the first that is an error, as it is shown; null: there is none. */
export function firstError(list: readonly Message[]): string | null {
  const found = list.find(({ severity }) => severity === "error");
  return found ? messageText(found) : null;
}

/* table_text.ts - a table as it is on show, as text: its columns in their order, its units, its digits, its rows as they are sorted.
 *
 * The panel and the exports take each number from here, so that what is saved is what is seen.
 */
import type { Table } from "../engine/engine";
import { isUnique } from "../engine/unique";
import { reading } from "../drawing/rounding";
import { type Shown, shownUnit, siUnit } from "../shell/display_units";
import { few } from "../shell/number_text";
import { texts } from "../texts/texts";
import { columnOf, isMatrix, unitOf } from "./channels";
import { field } from "./csv";
import { shownColumn } from "./rounding";

const DIGITS = 7;

/* Matrices stay in SI: they are equations. */
export function shownFor(of: Table, name: string): Shown {
  const unit = unitOf(of, name) ?? "";
  return isMatrix(of) ? siUnit(unit) : shownUnit(unit);
}

/* "A.x [mm]" */
export function headOf(of: Table, name: string): string {
  const { written } = shownFor(of, name);
  return written === "" ? name : `${name} [${written}]`;
}

/* The same, marked where its numbers are one of many choices. */
export function markedHead(of: Table, name: string): string {
  return isUnique(of, name) ? headOf(of, name) : `${headOf(of, name)} (${texts.unique.mark([])})`;
}

/* What a column shows in a row. */
export function cellsOf(of: Table, name: string): (row: number) => string {
  const { factor } = shownFor(of, name);
  const column = (isMatrix(of) ? columnOf(of, name) : shownColumn(of, name))!;
  const unit = unitOf(of, name) ?? "";
  return (row) => few(reading(column[row]!, column, unit) * factor, DIGITS);
}

/* Signs of print as programs read them. */
export function asTyped(shown: string): string {
  return shown.replace("−", "-").replace("∞", "inf").replace(/^–$/, "nan");
}

/* Lines of fields: the head, then a row each. */
export function linesShown(of: Table, names: readonly string[], rows: ArrayLike<number>): string[][] {
  const cells = names.map((name) => cellsOf(of, name));
  const named = of.rowNames;
  const lines = [[...(named ? [""] : []), ...names.map((name) => markedHead(of, name))]];
  for (let i = 0; i < rows.length; i++) {
    const row = rows[i]!;
    lines.push([...(named ? [named[row] ?? ""] : []), ...cells.map((cell) => asTyped(cell(row)))]);
  }
  return lines;
}

export function asCsv(lines: readonly string[][]): string {
  return lines.map((line) => line.map(field).join(",") + "\n").join("");
}

/* For the clipboard: spreadsheets take tabs apart. */
export function asTsv(lines: readonly string[][]): string {
  return lines.map((line) => line.map((one) => one.replace(/[\t\r\n]/g, " ")).join("\t") + "\n").join("");
}

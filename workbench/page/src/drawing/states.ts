/* states.ts - the rows of a table that are states beside each other. Rows without numbers only part the curves of a sweep. */
import { isGap, type Table } from "../engine/engine";
import { analysisKind, goesOn } from "../state/description";
import { texts } from "../texts/texts";

const found = new WeakMap<Table, number[]>();

/* In rising order. */
export function stateRows(table: Table): number[] {
  let rows = found.get(table);
  if (!rows) {
    rows = Array.from({ length: table.rows }, (_, row) => row).filter((row) => !isGap(table, row));
    found.set(table, rows);
  }
  return rows;
}

/* Which of them is at a row, or last before it. */
export function stateAt(table: Table, row: number): number {
  const rows = stateRows(table);
  let [low, high] = [0, rows.length];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (rows[middle]! <= row) low = middle;
    else high = middle;
  }
  return low;
}

/* Rows of these follow each other in time; those of others are solutions beside each other. */
export function isMotion(table: Table): boolean {
  return goesOn(table.kind);
}

/* A motion that got no further. */
export function isStartOnly(table: Table): boolean {
  return isMotion(table) && table.rows === 1;
}

/* Rows that are modes of small motions. */
export function isModes(table: Table): boolean {
  return table.channels.slice(0, 2).some(({ name }) => name === "mode");
}

/* What rows of the table are: "steady state", or "steady states" where they are not one. */
export function rowsInWords(table: Table, count: number): string {
  const kind = table.kind.includes(".") ? undefined : analysisKind(table.kind); // a table beside it holds something else
  return count === 1 ? (kind?.row ?? "row") : (kind?.rows ?? "rows");
}

export function capitalized(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/* "Steady state 3 of 12" */
export function stateLabel(table: Table, row: number): string {
  if (isStartOnly(table)) return texts.view.states.theInitialPositionTheRunGot;
  const states = stateRows(table);
  const at = stateAt(table, row);
  const what = capitalized(rowsInWords(table, 1));
  if (states.length === 1 && !isModes(table)) return what;
  const named = table.rowNames?.[states[at]!];
  return texts.view.states.ofWord(what, at + 1, states.length, named ? `: ${named}` : "");
}

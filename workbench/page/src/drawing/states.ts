/* states.ts - the rows of a table that are states beside each other. Rows without numbers only part the curves of a sweep. */
import { isGap, type Table } from "../engine/engine";

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

const ONE: Record<string, string> = {
  static: "Position of rest",
  steady: "Steady state",
  modes: "Mode",
  balance: "Balance",
  evaluate: "Instant",
  assembly: "Assembled",
};

/* Rows of these follow each other in time; those of others are solutions beside each other. */
export function isMotion(table: Table): boolean {
  return /^(dynamics|kinematics|inverse)/.test(table.kind);
}

/* A motion that got no further. */
export function isStartOnly(table: Table): boolean {
  return isMotion(table) && table.rows === 1;
}

/* "Steady state 3 of 12" */
export function stateLabel(table: Table, row: number): string {
  if (isStartOnly(table)) return "The start position: the run got no further.";
  const states = stateRows(table);
  const at = stateAt(table, row);
  const what = ONE[table.kind] ?? "Row";
  if (states.length === 1 && table.kind !== "modes") return what;
  const named = table.rowNames?.[states[at]!];
  return `${what} ${at + 1} of ${states.length}${named ? `: ${named}` : ""}`;
}

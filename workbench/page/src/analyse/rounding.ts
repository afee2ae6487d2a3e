/* rounding.ts - columns of nothing but rounding: beside what a table has of the same kind of quantity they are zero. */
import type { Table } from "../engine/engine";
import { largestOf } from "../drawing/sample";
import { columnOf, unitOf } from "./channels";

const ROUNDING = 1e-12;

const scales = new WeakMap<Table, Map<string, number>>();

/* The largest number of a unit in a table. */
function largestIn(table: Table, unit: string): number {
  let known = scales.get(table);
  if (!known) scales.set(table, (known = new Map()));
  let found = known.get(unit);
  if (found === undefined) {
    found = Math.max(0, ...table.channels.map((one, i) => (one.unit === unit ? largestOf(table.columns[i]!) : 0)));
    known.set(unit, found);
  }
  return found;
}

/* How large a quantity is that is something: one radian, the lengths of the mechanism, those of a second for speeds. */
function scaleOf(table: Table, unit: string): number {
  const same = largestIn(table, unit);
  const [base] = unit.split("/");
  if (base === "rad") return Math.max(same, 1);
  if (base === "m") return Math.max(same, largestIn(table, "m"));
  if (base === "N*m") return Math.max(same, largestIn(table, "N") * largestIn(table, "m"));
  return same;
}

const zeros = new WeakMap<Float64Array, Float64Array>();

/* The numbers of a channel as they are shown: zero throughout where all of them are rounding. */
export function shownColumn(table: Table, name: string): Float64Array | null {
  const column = columnOf(table, name);
  if (!column || largestOf(column) >= ROUNDING * scaleOf(table, unitOf(table, name) ?? "")) return column;
  let flat = zeros.get(column);
  if (!flat) zeros.set(column, (flat = column.map((one) => (Number.isFinite(one) ? 0 : one))));
  return flat;
}

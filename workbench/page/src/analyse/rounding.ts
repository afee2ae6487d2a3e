/* rounding.ts - columns of nothing but rounding: beside what a table has of the same kind of quantity they are zero. */
import type { Table } from "../engine/engine";
import { isNothing } from "../drawing/rounding";
import { columnOf, unitOf } from "./channels";

const zeros = new WeakMap<Float64Array, Float64Array>();

/* The numbers of a channel as they are shown: zero throughout where all of them are rounding. */
export function shownColumn(table: Table, name: string): Float64Array | null {
  const column = columnOf(table, name);
  if (!column || !isNothing(table, name, unitOf(table, name) ?? "", column)) return column;
  let flat = zeros.get(column);
  if (!flat) zeros.set(column, (flat = column.map((one) => (Number.isFinite(one) ? 0 : one))));
  return flat;
}

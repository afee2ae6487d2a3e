/* rounding.ts - what is something in a table: numbers that are nothing but rounding beside it are zero.
 *
 * A torque is measured by the forces at the lengths of the mechanism, a speed by its lengths in a second, an angle by one radian.
 */
import type { Table } from "../engine/engine";
import { orZero } from "../shell/number_text";

const ROUNDING = 1e-12;

const largest = new WeakMap<Float64Array, number>();

/* The largest magnitude in a column: what its rounding is measured by. */
export function largestOf(column: Float64Array): number {
  let found = largest.get(column);
  if (found === undefined) {
    found = 0;
    for (const one of column) if (Math.abs(one) > found && Number.isFinite(one)) found = Math.abs(one);
    largest.set(column, found);
  }
  return found;
}

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
export function scaleOf(table: Table, unit: string): number {
  const same = largestIn(table, unit);
  const [base] = unit.split("/");
  if (base === "rad") return Math.max(same, 1);
  if (base === "m") return Math.max(same, largestIn(table, "m"));
  if (base === "N*m") return Math.max(same, largestIn(table, "N") * largestIn(table, "m"));
  return same;
}

/* Errors and residuals are rounding, and are looked at for that. */
const RESIDUE = /^residual\.|error$/;

/* Whether a whole column is nothing but rounding. */
export function isNothing(table: Table, name: string, unit: string, column: Float64Array): boolean {
  return !RESIDUE.test(name) && largestOf(column) < ROUNDING * scaleOf(table, unit);
}

/* A value of a column as it is read: what is nothing beside the rest of it, or beside one radian, is zero. */
export function reading(value: number, column: Float64Array, unit: string): number {
  return orZero(value, Math.max(largestOf(column), unit === "rad" ? 1 : 0));
}

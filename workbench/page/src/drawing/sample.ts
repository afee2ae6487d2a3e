/* sample.ts - values of a table's channels at an instant, found by name. */
import type { Table } from "../engine/engine";
import { orZero } from "../shell/number_text";

const places = new WeakMap<Table, Map<string, number>>();

function placesOf(table: Table): Map<string, number> {
  let found = places.get(table);
  if (!found) {
    found = new Map(table.channels.map((channel, i) => [channel.name, i]));
    places.set(table, found);
  }
  return found;
}

export function channelColumn(table: Table, name: string): Float64Array | null {
  const place = placesOf(table).get(name);
  return place === undefined ? null : (table.columns[place] ?? null);
}

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

/* A value of a column as it is read: what is nothing beside the rest of it, or beside one radian, is zero. */
export function reading(value: number, column: Float64Array, unit: string): number {
  return orZero(value, Math.max(largestOf(column), unit === "rad" ? 1 : 0));
}

/* A value at an instant; null where the table has no such channel. */
export interface Sample {
  (channel: string): number | null;
  table?: Table; // that it is of
  loads?: { table: Table; number(column: number): number }; // of the same instant; absent: there are none
  diagram?: DiagramSample; // likewise
}

/* What a table of diagrams has at an instant. */
export interface DiagramSample {
  table: Table;
  row: number;
  part: number; // of the way to the next row
  number(channel: string): number | null;
}

function valueAt(column: Float64Array, row: number, part: number): number {
  const here = column[row]!;
  const value = part === 0 || row + 1 >= column.length ? here : here + part * (column[row + 1]! - here);
  return orZero(value, largestOf(column));
}

export function sampleAt(table: Table, row: number, part: number): Sample {
  const sample: Sample = (name) => {
    const column = channelColumn(table, name);
    return !column || row >= column.length ? null : valueAt(column, row, part);
  };
  sample.table = table;
  const { loads } = table;
  if (loads && row < loads.rows)
    sample.loads = { table: loads, number: (column) => valueAt(loads.columns[column]!, row, part) };
  if (table.diagram && row < table.diagram.rows) sample.diagram = diagramAt(table.diagram, row, part);
  return sample;
}

function diagramAt(table: Table, row: number, part: number): DiagramSample {
  const number = (name: string): number | null => {
    const column = channelColumn(table, name);
    return column && valueAt(column, row, part);
  };
  return { table, row, part, number };
}

export const noSample: Sample = () => null;

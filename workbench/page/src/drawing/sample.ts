/* sample.ts - values of a table's channels at an instant, found by name. */
import type { Table } from "../engine/engine";
import { orZero } from "../shell/number_text";
import { isNothing, largestOf } from "./rounding";

export { largestOf, reading } from "./rounding";

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

function unitOf(table: Table, name: string): string {
  return table.channels[placesOf(table).get(name)!]!.unit;
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
    if (!column || row >= column.length) return null;
    return isNothing(table, name, unitOf(table, name), column) ? 0 : valueAt(column, row, part);
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

/* sample.ts - values of a table's channels at an instant, found by name. */
import type { Table } from "../engine/engine";

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

/* A value at an instant; null where the table has no such channel. */
export type Sample = (channel: string) => number | null;

export function sampleAt(table: Table, row: number, part: number): Sample {
  return (name) => {
    const column = channelColumn(table, name);
    if (!column || row >= column.length) return null;
    const here = column[row]!;
    return part === 0 || row + 1 >= column.length ? here : here + part * (column[row + 1]! - here);
  };
}

export const noSample: Sample = () => null;

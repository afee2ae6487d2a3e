/* columns.ts - tables as they travel: the columns of all of them, one after the other, float64, little-endian; and rows that nobody
 * asked for but that make a motion smooth, which are taken out into a table behind the table. Tables of loads and diagrams
 * ("dynamics.loads", "dynamics.diagram") come behind all others and are put into those that they belong to. */
import { fineOf, type Table } from "./engine";

/* A table without its numbers; with `stride` above 1 every so many rows, and the last, are those that the model asks for. */
export type TableHead = Omit<Table, "columns" | "fine" | "loads" | "diagram" | "events"> & { stride?: number };

function askedFor(all: Table, stride: number): Table {
  const rows = Math.ceil((all.rows - 1) / stride) + 1;
  const pick = (column: Float64Array): Float64Array =>
    Float64Array.from({ length: rows }, (_, i) => column[Math.min(i * stride, all.rows - 1)]!);
  return { ...all, rows, columns: all.columns.map(pick), fine: { stride, table: all } };
}

/* Tables from their heads and these bytes. */
export function fillTables(heads: TableHead[], data: ArrayBuffer, from: number): Table[] {
  let at = from;
  const all = heads.map(({ stride = 1, ...head }) => {
    const columns = head.channels.map(() => {
      const column = new Float64Array(data, at, head.rows);
      at += 8 * head.rows;
      return column;
    });
    const table: Table = { ...head, columns };
    return stride > 1 && table.rows > 1 ? askedFor(table, stride) : table;
  });
  return withEvents(COMPANIONS.reduce(withCompanion, all));
}

/* The table of events stands behind that of its motion; it is one by itself, too. */
function withEvents(all: Table[]): Table[] {
  return all.map((table, i) => {
    const next = all[i + 1];
    return next?.kind === table.kind + ".events" ? { ...table, events: next } : table;
  });
}

const COMPANIONS = ["loads", "diagram"] as const;

/* The first table of loads of a kind belongs to the first table of that kind, and so on; diagrams as well. */
function withCompanion(all: Table[], name: (typeof COMPANIONS)[number]): Table[] {
  const waiting = all.filter(({ kind }) => kind.endsWith(`.${name}`));
  return all
    .filter(({ kind }) => !kind.endsWith(`.${name}`))
    .map((table) => {
      const place = waiting.findIndex(({ kind }) => kind === `${table.kind}.${name}`);
      const [found] = place < 0 ? [] : waiting.splice(place, 1);
      if (!found) return table;
      const { fine } = table;
      const whole = fine && { fine: { ...fine, table: { ...fine.table, [name]: fineOf(found) } } };
      return { ...table, [name]: found, ...whole };
    });
}

/* The tables and, behind them, what belongs to them: as they travel. */
function inOrder(tables: Table[]): Table[] {
  return [...tables, ...COMPANIONS.flatMap((name) => tables.flatMap((table) => table[name] ?? []))];
}

export function headsOf(tables: Table[]): TableHead[] {
  return inOrder(tables).map((table) => {
    const { columns, fine, loads, diagram, events, ...head } = fineOf(table);
    return { ...head, stride: table.fine?.stride ?? 1 };
  });
}

export function bytesOf(tables: Table[]): Uint8Array {
  const columns = inOrder(tables).flatMap((table) => fineOf(table).columns);
  const bytes = new Uint8Array(columns.reduce((sum, column) => sum + 8 * column.length, 0));
  let at = 0;
  for (const column of columns) {
    bytes.set(new Uint8Array(column.buffer, column.byteOffset, column.byteLength), at);
    at += column.byteLength;
  }
  return bytes;
}

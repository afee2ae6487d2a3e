/* columns.ts - tables as they travel: the columns of all of them, one after the other, float64, little-endian; and rows that nobody
 * asked for but that make a motion smooth, which are taken out into a table behind the table. */
import { fineOf, type Table } from "./engine";

/* A table without its numbers; with `stride` above 1 every so many rows, and the last, are those that the model asks for. */
export type TableHead = Omit<Table, "columns" | "fine"> & { stride?: number };

function askedFor(all: Table, stride: number): Table {
  const rows = Math.ceil((all.rows - 1) / stride) + 1;
  const pick = (column: Float64Array): Float64Array =>
    Float64Array.from({ length: rows }, (_, i) => column[Math.min(i * stride, all.rows - 1)]!);
  return { ...all, rows, columns: all.columns.map(pick), fine: { stride, table: all } };
}

/* Tables from their heads and these bytes. */
export function fillTables(heads: TableHead[], data: ArrayBuffer, from: number): Table[] {
  let at = from;
  return heads.map(({ stride = 1, ...head }) => {
    const columns = head.channels.map(() => {
      const column = new Float64Array(data, at, head.rows);
      at += 8 * head.rows;
      return column;
    });
    const table: Table = { ...head, columns };
    return stride > 1 && table.rows > 1 ? askedFor(table, stride) : table;
  });
}

export function headsOf(tables: Table[]): TableHead[] {
  return tables.map((table) => {
    const { columns, fine, ...head } = fineOf(table);
    return { ...head, stride: table.fine?.stride ?? 1 };
  });
}

export function bytesOf(tables: Table[]): Uint8Array {
  const columns = tables.flatMap((table) => fineOf(table).columns);
  const bytes = new Uint8Array(columns.reduce((sum, column) => sum + 8 * column.length, 0));
  let at = 0;
  for (const column of columns) {
    bytes.set(new Uint8Array(column.buffer, column.byteOffset, column.byteLength), at);
    at += column.byteLength;
  }
  return bytes;
}

/* columns.ts - the numbers of tables as bytes: the columns of all tables, one after the other, float64, little-endian. */
import type { Table } from "./engine";

/* Gives tables that came without columns theirs, from these bytes. */
export function fillTables(tables: Table[], data: ArrayBuffer, from: number): void {
  let at = from;
  for (const table of tables)
    table.columns = table.channels.map(() => {
      const column = new Float64Array(data, at, table.rows);
      at += 8 * table.rows;
      return column;
    });
}

export function bytesOf(tables: Table[]): Uint8Array {
  const columns = tables.flatMap((table) => table.columns);
  const bytes = new Uint8Array(columns.reduce((sum, column) => sum + 8 * column.length, 0));
  let at = 0;
  for (const column of columns) {
    bytes.set(new Uint8Array(column.buffer, column.byteOffset, column.byteLength), at);
    at += column.byteLength;
  }
  return bytes;
}

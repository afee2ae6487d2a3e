/* columns.test.ts - tables as they travel, and the rows between those that were asked for. */
import { describe, expect, it } from "vitest";
import { bytesOf, fillTables, headsOf, type TableHead } from "../../src/engine/columns";
import { fineOf } from "../../src/engine/engine";

const head = (rows: number, stride?: number): TableHead => ({
  kind: "dynamics",
  channels: [
    { name: "t", unit: "s" },
    { name: "x", unit: "m" },
  ],
  rows,
  rowNames: null,
  facts: [],
  stride,
});

function made(rows: number, stride?: number) {
  const numbers = Float64Array.from({ length: 2 * rows }, (_, i) => (i < rows ? i : 10 * (i - rows)));
  return fillTables([head(rows, stride)], numbers.buffer, 0)[0]!;
}

describe("transferred tables", () => {
  it("keep every n-th row and the last as the requested ones", () => {
    expect([...made(9, 4).columns[1]!]).toEqual([0, 40, 80]);
    expect([...made(8, 4).columns[0]!]).toEqual([0, 4, 7]); // stopped on the way
    expect(made(1, 4).rows).toBe(1);
  });
  it("keep the rows in between for drawing", () => {
    expect(fineOf(made(9, 4)).rows).toBe(9);
    expect(made(9, 1).fine).toBeUndefined();
    const plain = made(9);
    expect(fineOf(plain)).toBe(plain);
  });
  it("are restored unchanged", () => {
    const tables = [made(9, 4), made(5)];
    const bytes = bytesOf(tables);
    const again = fillTables(headsOf(tables), bytes.buffer as ArrayBuffer, 0);
    expect(again).toEqual(tables);
  });
  it("know the events that happened in them, which are a table by themselves too", () => {
    const heads = [head(9, 4), { ...head(3), kind: "dynamics.events" }, head(9, 4)];
    const numbers = Float64Array.from({ length: 2 * (9 + 3 + 9) }, (_, i) => i);
    const tables = fillTables(heads, numbers.buffer, 0);
    expect(tables.map(({ events }) => events?.rows)).toEqual([3, undefined, undefined]);
    expect(tables).toHaveLength(3);
    const again = fillTables(headsOf(tables), bytesOf(tables).buffer as ArrayBuffer, 0);
    expect(again).toEqual(tables);
  });
  it("bring their loads, each table its own", () => {
    const numbers = Float64Array.from({ length: 4 * 2 * 9 }, (_, i) => i);
    const heads = [
      head(9, 4),
      head(9, 4),
      { ...head(9, 4), kind: "dynamics.loads" },
      { ...head(9, 4), kind: "dynamics.loads" },
    ];
    const tables = fillTables(heads, numbers.buffer, 0);
    expect(tables.map(({ kind }) => kind)).toEqual(["dynamics", "dynamics"]);
    expect(tables.map(({ loads }) => loads!.columns[0]![0])).toEqual([36, 54]);
    expect(fineOf(tables[1]!).loads!.rows).toBe(9);
    const again = fillTables(headsOf(tables), bytesOf(tables).buffer as ArrayBuffer, 0);
    expect(again).toEqual(tables);
  });
});

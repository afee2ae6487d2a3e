/* table_text.test.ts - tables and plots as they are taken away: what is on show, with its units and digits. */
import { beforeAll, expect, test } from "vitest";
import type { Scene, Table } from "../../src/engine/engine";
import { asCsv, asTsv, asTyped, cellsOf, linesShown } from "../../src/analyse/table_text";
import { plotCsv } from "../../src/analyse/plot_csv";
import { modelOf } from "../../src/analyse/plot_model";
import { pixelsOf } from "../../src/analyse/export_choice";
import { boxFor } from "../../src/drawing/export_svg";
import { scene } from "../../src/state/model";

beforeAll(() => {
  const display = { length: "mm", angle: "deg", force: "N" };
  scene.value = { display, bodies: [], drivers: [], forces: [], parameters: [] } as unknown as Scene;
});

/* A crank of 0.1 m that turns at 2 rad/s. */
const t = Float64Array.of(0, Math.PI / 8, Math.PI / 4);
const TABLE = {
  kind: "kinematics",
  rows: 3,
  rowNames: null,
  channels: [
    { name: "t", unit: "s" },
    { name: "O.angle", unit: "rad" },
    { name: "A.x", unit: "m" },
    { name: "A.y", unit: "m" },
    { name: "A.vx", unit: "m/s" },
  ],
  columns: [
    t,
    t.map((one) => 2 * one),
    t.map((one) => 0.1 * Math.cos(2 * one)),
    t.map((one) => 0.1 * Math.sin(2 * one)),
    t.map((one) => -0.2 * Math.sin(2 * one)),
  ],
  facts: [],
} as unknown as Table;

test("the lines have the columns, units, digits and order that are on show", () => {
  const lines = linesShown(TABLE, ["t", "A.vx", "O.angle", "A.x"], [2, 0, 1]);
  expect(lines[0]).toEqual(["t [s]", "A.vx [mm/s]", "O.angle [deg]", "A.x [mm]"]);
  expect(lines[1]).toEqual(["0.7853982", "-200", "90", "0"]); // 6.1e-15 mm is rounding, as in the panel
  expect(lines[2]).toEqual(["0", "0", "0", "100"]);
  expect(lines[3]!.slice(1)).toEqual(["-141.4214", "45", "70.71068"]);
  expect(asTyped(cellsOf(TABLE, "A.vx")(1))).toBe(lines[3]![1]);
  expect(cellsOf(TABLE, "A.vx")(1)).toBe("−141.4214"); // the panel has a real minus sign, files one that programs read
});

test("files have commas and quotes where they need them, the clipboard tabs", () => {
  const lines = [
    ["a,b", "c"],
    ["1", "x\ty"],
  ];
  expect(asCsv(lines)).toBe('"a,b",c\n1,x\ty\n');
  expect(asTsv(lines)).toBe("a,b\tc\n1\tx y\n");
});

test("a plot's curves are numbers in the units of its axes, as far as it is zoomed", () => {
  const plot = { id: 1, kind: "over", x: null, plane: "xy", logX: false, logY: false, curves: ["O.angle", "A.x"] };
  const model = modelOf(plot as never, TABLE, null);
  const rows = plotCsv(model, [0.1, 0.5]).trim().split("\n");
  expect(rows[0]).toBe("t [s],O.angle [deg],A.x [mm]");
  expect(rows.length).toBe(2);
  const [time, angle, x] = rows[1]!.split(",").map(Number);
  expect([time, angle]).toEqual([Math.PI / 8, 45]);
  expect(x).toBeCloseTo(100 * Math.SQRT1_2, 12);
});

test("pictures have the size that is asked for, and all of the drawing", () => {
  const page = { width: 801.4, height: 400 };
  expect(pixelsOf({ width: null, height: null, scale: 2 }, page)!.pixels).toEqual([1602, 800]);
  expect(pixelsOf({ width: 1920, height: 1080, scale: 4 }, page)!.pixels).toEqual([7680, 4320]);
  expect(pixelsOf({ width: 3000, height: 1080, scale: 4 }, page)).toBeNull();
  expect(pixelsOf({ width: NaN, height: 1080, scale: 1 }, page)).toBeNull();
  /* a square picture of a sheet twice as wide as high: half a sheet's height is added above and below */
  expect(boxFor({ width: 800, height: 400 }, { width: 500, height: 500 })).toEqual({
    x: 0,
    y: -200,
    width: 800,
    height: 800,
  });
});

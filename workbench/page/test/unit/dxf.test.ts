/* DXF drawings: what becomes an outline, in numbers, and what is written can be read again. */
import { describe, expect, it } from "vitest";
import { areaOf, outlineOf } from "../../src/tools/dxf_outline";
import { readDxf } from "../../src/tools/dxf_read";
import { writeDxf } from "../../src/tools/dxf_write";
import { leftOut, outlineBody } from "../../src/tools/dxf_body";
import { edited } from "../../src/tools/edits";
import { readSketch } from "../../src/tools/sketch";
import { body, GROUND, pose, scene } from "./plane_scene";

const file = (units: number | null, ...entities: (string | number)[]): string =>
  [
    ...(units === null ? [] : [0, "SECTION", 2, "HEADER", 9, "$INSUNITS", 70, units, 0, "ENDSEC"]),
    ...[0, "SECTION", 2, "ENTITIES", ...entities, 0, "ENDSEC", 0, "EOF"],
  ].join("\n") + "\n";

const line = (a: number, b: number, c: number, d: number): (string | number)[] => [
  0,
  "LINE",
  10,
  a,
  20,
  b,
  11,
  c,
  21,
  d,
];
const areaIn = (text: string): number => areaOf(outlineOf(readDxf(text).chains)!.outer);

describe("reading", () => {
  it("joins lines and arcs, whichever way they run, in the unit of the file", () => {
    /* a slot of 40 by 20 mm: a rectangle of 20 x 20 and two half circles of radius 10 */
    const slot = [
      ...line(0, 0, 20, 0),
      ...line(0, 20, 20, 20),
      ...[0, "ARC", 10, 20, 20, 10, 40, 10, 50, 270, 51, 90],
      ...[0, "ARC", 10, 0, 20, 10, 40, 10, 50, 90, 51, 270],
    ];
    const exact = 20 * 20 + Math.PI * 100;
    expect(areaIn(file(4, ...slot)) * 1e6).toBeCloseTo(exact, -1);
    expect(Math.abs(areaIn(file(4, ...slot)) * 1e6 - exact) / exact).toBeLessThan(1e-2);
    expect(areaIn(file(1, ...slot)) / areaIn(file(4, ...slot))).toBeCloseTo(25.4 ** 2, 6); // inches
    expect(readDxf(file(null, ...slot)).unit).toBe("");
    expect(areaIn(file(null, ...slot))).toBeCloseTo(areaIn(file(4, ...slot)), 12);
  });

  it("flattens bulges, ellipses and splines", () => {
    /* two half circles by bulges of 1 */
    const round = [0, "LWPOLYLINE", 90, 2, 70, 1, 10, 0, 20, 0, 42, 1, 10, 2, 20, 0, 42, 1];
    expect(areaIn(file(6, ...round))).toBeCloseTo(Math.PI, 1);
    const oval = [0, "ELLIPSE", 10, 0, 20, 0, 11, 3, 21, 0, 40, 0.5, 41, 0, 42, 2 * Math.PI];
    expect(areaIn(file(6, ...oval))).toBeCloseTo(Math.PI * 3 * 1.5, 1);
    /* a quadratic spline that is the parabola y = x² from -1 to 1, closed by a line: 4/3, in twelve chords less by 1/144 */
    const poles = [10, -1, 20, 1, 10, 0, 20, -1, 10, 1, 20, 1];
    const knots = [0, 0, 0, 1, 1, 1].flatMap((one) => [40, one]);
    const spline = [0, "SPLINE", 70, 8, 71, 2, ...knots, ...poles];
    expect(areaIn(file(6, ...spline, ...line(1, 1, -1, 1)))).toBeCloseTo((4 / 3) * (1 - 1 / 144), 9);
    const heavy = [0, "POLYLINE", 66, 1, 70, 1];
    const corners = [
      [0, 0],
      [2, 0],
      [2, 3],
    ].flatMap(([x, y]) => [0, "VERTEX", 10, x!, 20, y!]);
    expect(areaIn(file(6, ...heavy, ...corners, 0, "SEQEND"))).toBeCloseTo(3, 12);
  });

  it("makes holes of what lies within, points of round ones, and lists what it does not understand", () => {
    const square = [...line(0, 0, 10, 0), ...line(10, 0, 10, 10), ...line(10, 10, 0, 10), ...line(0, 10, 0, 0)];
    const text = file(
      4,
      ...square,
      0,
      "CIRCLE",
      10,
      3,
      20,
      4,
      40,
      1,
      0,
      "TEXT",
      1,
      "hello",
      0,
      "TEXT",
      1,
      "you",
      ...line(20, 0, 30, 0),
    );
    const drawing = readDxf(text);
    const outline = outlineOf(drawing.chains)!;
    expect(outline.outer).toHaveLength(4);
    expect(outline.holes.map(({ circle }) => circle)).toEqual([{ at: [0.003, 0.004], radius: 0.001 }]);
    expect(leftOut(drawing, outline)).toBe(
      "Not understood and left out: 2 TEXT. 1 line outside the outline or open: left out.",
    );
    const made = outlineBody(readSketch("trammel: 1\n", null), outline, null);
    if ("why" in made) throw new Error(made.why);
    const written = edited("trammel: 1\n", made.edits);
    expect(written).toContain("points: {P: [0.003, 0.004]}");
    expect(written).toContain("{disc: 0.001, at: [0.003, 0.004], hole: true}");
    expect(() => readDxf("this is no drawing\nat all\n")).toThrow();
  });
});

describe("writing", () => {
  it("is at scale in millimetres, a layer for each body, and is read again", () => {
    const rod = { ...body("crank", [0, 0, 0], false, pose([0.1, 0.2], Math.PI / 2)) };
    rod.shape = { kind: "rod", from: [0, 0, 0], to: [0.1, 0, 0], width: 0.02 };
    rod.points = [
      { name: "O", line: 1, column: 1, at: [0, 0, 0] },
      { name: "A", line: 1, column: 1, at: [0.1, 0, 0] },
    ];
    const all = scene([GROUND, rod], 1);
    const text = writeDxf({ scene: all, poses: [GROUND.pose, rod.pose], time: 0, value: () => null, moving: false });
    expect(text).toContain("CRANK");
    const { chains, unit, unknown } = readDxf(text);
    expect(unit).toBe("mm");
    expect(unknown.size).toBe(0);
    const holes = chains.flatMap(({ circle }) => circle ?? []);
    expect(holes.map(({ at }) => at.map((x) => Math.round(x * 1e6) / 1e6))).toEqual([
      [0.1, 0.2],
      [0.1, 0.3],
    ]);
    const exact = 0.1 * 0.02 + Math.PI * 1e-4;
    expect(Math.abs(areaOf(outlineOf(chains)!.outer) - exact) / exact).toBeLessThan(1e-2);
  });
});

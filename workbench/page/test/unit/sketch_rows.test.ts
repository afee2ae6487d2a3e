/* Dimensions and constraints of the drawing: what they make of it, and what they keep true. */
import { describe, expect, it } from "vitest";
import type { Place } from "../../src/drawing/camera";
import { deleteElement, rename } from "../../src/editor/rename";
import { applyChanges } from "../../src/editor/text_edits";
import { readSketch } from "../../src/tools/sketch";
import { sketchEntries, writtenEntry, type SketchEntry } from "../../src/tools/sketch_entries";
import { constrainedDrag, satisfy } from "../../src/tools/sketch_rows";
import { reshaper } from "../../src/tools/reshape";

const FOURBAR = `trammel: 1
points:
  O: [0, 0]
  A: [0.02, 0.1]
  B: [0.3, 0.2]
  C: [0.32, 0]
bodies:
  crank: {points: [O, A], mass: 1, shape: rod}
  coupler: {points: [A, B], mass: 1, shape: rod}
  rocker: {points: [C, B], mass: 1, shape: rod}
joints:
  O: {revolute: [ground, crank]}
  A: {revolute: [crank, coupler]}
  B: {revolute: [coupler, rocker]}
  C: {revolute: [ground, rocker]}
`;

function at(text: string): Record<string, Place> {
  return Object.fromEntries([...readSketch(text, null).drawing].map(([name, one]) => [name, one.at]));
}

const apart = (a: Place, b: Place): number => Math.hypot(a[0] - b[0], a[1] - b[1]);

function with_(kind: SketchEntry["kind"], of: SketchEntry["of"], value = 0, text = FOURBAR): string {
  const made = satisfy(readSketch(text, null), { name: "new", kind, of, is: null, label: null }, value);
  if ("why" in made) throw new Error(made.why);
  return applyChanges(text, made.changes);
}

describe("entries", () => {
  it("are read as they are written", () => {
    const text = `sketch:
  d1: {length: crank, is: 150 mm, label: [0, 20 mm]}
  d2: {angle: [crank, coupler]}
  d3: {distance_x: [crank.O, rocker.C]}
  c1: {equal: [crank, [coupler.A, coupler.B]]}
  c2: {collinear: [crank.O, crank.A, rocker.B]}
`;
    const all = sketchEntries(text);
    expect(all.map(({ kind, of }) => [kind, of])).toEqual([
      ["length", [["crank"]]],
      ["angle", [["crank"], ["coupler"]]],
      ["distance_x", [["crank.O", "rocker.C"]]],
      ["equal", [["crank"], ["coupler.A", "coupler.B"]]],
      ["collinear", [["crank.O"], ["crank.A"], ["rocker.B"]]],
    ]);
    expect(all[0]).toMatchObject({ is: "150 mm", label: [0, 0.02] });
    expect(all.map((one) => writtenEntry(one, "[0, 20 mm]")).join("\n")).toBe(
      text
        .split("\n")
        .slice(1, -1)
        .map((line) => line.replace(/^ *\w+: /, ""))
        .join("\n"),
    );
  });

  it("follow new names, and go with what they are of", () => {
    const text = FOURBAR + "sketch:\n  d1: {length: crank}\n  d2: {distance_x: [crank.A, rocker.B]}\n";
    expect(applyChanges(text, rename(text, "body", "crank", "arm"))).toContain("d2: {distance_x: [arm.A, rocker.B]}");
    expect(applyChanges(text, rename(text, "point", "A", "P"))).toContain("[crank.P, rocker.B]");
    const less = applyChanges(text, deleteElement(text, "body", "crank").changes);
    expect(less).not.toContain("sketch");
  });
});

describe("a constraint", () => {
  it("is satisfied by a motion, all lengths kept, where that suffices", () => {
    const now = at(with_("vertical", [["crank"]]));
    expect(now["A"]![0]).toBeCloseTo(0, 8);
    expect(now["A"]![1]).toBeCloseTo(Math.hypot(0.02, 0.1), 7);
    expect(apart(now["B"]!, now["C"]!)).toBeCloseTo(Math.hypot(0.02, 0.2), 7);
    expect(apart(now["A"]!, now["B"]!)).toBeCloseTo(Math.hypot(0.28, 0.1), 7);
  });

  it("changes lengths where it must", () => {
    const now = at(with_("equal", [["crank"], ["rocker"]]));
    expect(apart(now["O"]!, now["A"]!)).toBeCloseTo(apart(now["B"]!, now["C"]!), 7);
    expect(now["O"]).toEqual([0, 0]);
    expect(now["C"]).toEqual([0.32, 0]);
    const line = at(with_("collinear", [["crank.O"], ["crank.A"], ["rocker.B"]]));
    const [a, b] = [line["A"]!, line["B"]!];
    expect(a[0] * b[1] - a[1] * b[0]).toBeCloseTo(0, 8);
    const right = at(with_("perpendicular", [["crank"], ["coupler"]]));
    const v: Place = [right["B"]![0] - right["A"]![0], right["B"]![1] - right["A"]![1]];
    expect(right["A"]![0] * v[0] + right["A"]![1] * v[1]).toBeCloseTo(0, 8);
  });

  it("of ground pins moves a pin", () => {
    const now = at(with_("length", [["crank.O", "rocker.C"]], 0.4));
    expect(apart(now["O"]!, now["C"]!)).toBeCloseTo(0.4, 7);
  });

  it("that contradicts what is held is refused, with the name of that", () => {
    const text = FOURBAR + "sketch:\n  d7: {length: crank, is: 0.1}\n";
    const made = satisfy(
      readSketch(text, null),
      { name: "c1", kind: "length", of: [["crank.O", "crank.A"]], is: null, label: null },
      0.2,
    );
    expect("why" in made && made.why).toMatch(/contradicts d7/);
  });
});

describe("reshaping", () => {
  it("keeps lengths, angles and relations that are held", () => {
    const text = FOURBAR + "sketch:\n  d1: {length: crank, is: 0.1}\n  c1: {equal: [crank, rocker]}\n";
    const sketch = readSketch(text, null);
    const node = sketch.nodes.find((one) => one.drawing === "A")!;
    const by = reshaper(sketch, node);
    if ("why" in by) throw new Error(by.why);
    for (const to of [
      [0.05, 0.09],
      [0.2, 0.2],
      [-0.1, 0.01],
    ] as Place[]) {
      const now = at(by.text(to));
      expect(apart(now["O"]!, now["A"]!)).toBeCloseTo(0.1, 7);
      expect(apart(now["B"]!, now["C"]!)).toBeCloseTo(0.1, 7);
      expect(Math.atan2(now["A"]![1], now["A"]![0])).toBeCloseTo(Math.atan2(to[1], to[0]), 1);
    }
  });

  it("without constraints is as it was", () => {
    expect(constrainedDrag(readSketch(FOURBAR, null), "A")).toBeNull();
  });
});

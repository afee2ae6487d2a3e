/* Dimensions and constraints of what is copied, mirrored, rotated and scaled: they go along where they stay true. */
import { describe, expect, it } from "vitest";
import { mirror, rotation, scaling, translation, type Affine } from "../../src/tools/affine";
import { fragmentOf } from "../../src/tools/fragment";
import { allOf } from "../../src/tools/moved";
import { pasted } from "../../src/tools/paste";
import { readSketch } from "../../src/tools/sketch";
import { sketchEntries } from "../../src/tools/sketch_entries";
import { transformed } from "../../src/tools/transform";

const TEXT = `trammel: 1
points: {O: [0, 0], A: [100 mm, 0], B: [100 mm, 50 mm]}
bodies:
  one: {points: [O, A], mass: 1, shape: rod}
  two: {points: [A, B], mass: 1, shape: rod}
sketch:
  d1: {length: one, is: 100 mm, label: [0, 0.02]}
  d2: {length: two}
  c1: {horizontal: one}
  c2: {perpendicular: [one, two]}
`;

function image(by: Affine): { entries: Map<string, ReturnType<typeof sketchEntries>[number]>; left: string[] } {
  const of = readSketch(TEXT, null);
  const left: string[] = [];
  const text = transformed(of, allOf(of), by, left);
  return { entries: new Map(sketchEntries(text).map((one) => [one.name, one])), left };
}

describe("dimensions and constraints", () => {
  it("of a link come with its copy, under names of their own", () => {
    const piece = fragmentOf(readSketch(TEXT, null), [{ kind: "body", name: "one" }]).text;
    expect(sketchEntries(piece).map(({ name }) => name)).toEqual(["d1", "c1"]); // c2 is of two links
    const { text } = pasted(TEXT, piece, translation([0.3, 0]));
    expect(text).toMatch(/d3: \{length: one1, is: 100 mm, label: \[0, 0.02\]\}/);
    expect(text).toMatch(/c3: \{horizontal: one1\}/);
  });

  it("are scaled, mirrored to the other side, and turned by quarters", () => {
    const scaled = image(scaling(2, [0, 0], false)).entries.get("d1")!;
    expect(scaled.is).toBe("200 mm");
    expect(scaled.label).toEqual([0, 0.04]);
    expect(image(mirror([0, 0], [0, 1])).entries.get("d1")!.label).toEqual([0, -0.02]);
    expect(image(rotation(Math.PI / 2, [0, 0])).entries.get("c1")!.kind).toBe("vertical");
    expect(image(rotation(Math.PI, [0, 0])).entries.get("c1")!.kind).toBe("horizontal");
  });

  it("that are not true any more are left out, and named", () => {
    const { entries, left } = image(rotation(0.5, [0, 0]));
    expect(left).toEqual(["c1"]);
    expect([...entries.keys()]).toEqual(["d1", "d2", "c2"]);
  });
});

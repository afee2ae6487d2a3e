/* Several elements at once: what a box touches, what is aligned, what is hidden, fields in common. */
import { describe, expect, it } from "vitest";
import type { Point } from "../../src/drawing/camera";
import { touches } from "../../src/drawing/box_hits";
import { concealedIn } from "../../src/drawing/concealed";
import { aligned } from "../../src/tools/align";
import { removeAll } from "../../src/tools/remove_all";
import { edited } from "../../src/tools/edits";
import { nodeNamed, readSketch } from "../../src/tools/sketch";
import { selectAll, selected, selection, toggleSelected } from "../../src/state/selection";
import { keysOf } from "../../src/editor/text_edits";
import { fourbarScene } from "./tables";

describe("a box", () => {
  const segment = (p: Point): number => {
    const t = Math.min(Math.max((p[0] + p[1]) / 200, 0), 1); // from (0, 0) to (100, 100)
    return Math.hypot(p[0] - 100 * t, p[1] - 100 * t);
  };
  it("touches a line that passes through a corner of it, and not one beside it", () => {
    expect(touches(segment, { left: 40, right: 90, top: 0, bottom: 45 })).toBe(true);
    expect(touches(segment, { left: 60, right: 100, top: 0, bottom: 40 })).toBe(false); // within the box of the line all the same
    expect(touches(segment, { left: -500, right: 500, top: -500, bottom: 500 })).toBe(true);
  });
});

describe("the selection", () => {
  it("is what was chosen last, unless several were chosen together", () => {
    selectAll([
      { kind: "body", name: "a" },
      { kind: "joint", name: "b" },
    ]);
    expect(selected.value).toEqual({ kind: "joint", name: "b" });
    toggleSelected({ kind: "body", name: "c" });
    expect(selection.value.map(({ name }) => name)).toEqual(["a", "b", "c"]);
    toggleSelected({ kind: "body", name: "a" });
    expect(selection.value.map(({ name }) => name)).toEqual(["b", "c"]);
    selected.value = { kind: "joint", name: "b" };
    expect(selection.value).toEqual([{ kind: "joint", name: "b" }]);
    selected.value = null;
    expect(selection.value).toEqual([]);
  });
});

const RODS = `trammel: 1
points: {A: [0, 0], B: [1, 0.3], C: [0.2, 1], D: [0.6, 1.4], E: [2, 3], F: [3, 3.2], P: [5, 5]}
bodies:
  one: {points: [A, B], mass: 1, shape: rod}
  two: {points: [C, D], mass: 1, shape: rod}
  three: {points: [E, F], mass: 1, shape: rod} # kept
joints:
  C: {revolute: [ground, two]}
`;
const ALL = ["one", "two", "three"].map((name) => ({ kind: "body" as const, name }));

describe("aligning", () => {
  const of = readSketch(RODS, null);
  const at = (text: unknown, point: string): Point => nodeNamed(readSketch(text as string, null), point)!.at as Point;
  it("brings edges and middles to one line, and keeps what moves as it is", () => {
    const left = aligned(of, ALL, "left");
    expect([at(left, "A")[0], at(left, "C")[0], at(left, "E")[0]]).toEqual([0, 0, 0]);
    expect(at(left, "D")).toEqual([0.4, 1.4]);
    const middle = aligned(of, ALL, "middle");
    const height = (p: string, q: string): number => (at(middle, p)[1] + at(middle, q)[1]) / 2;
    expect(height("A", "B")).toBeCloseTo(height("C", "D"), 9);
    expect(height("A", "B")).toBeCloseTo(height("E", "F"), 9);
    expect(left).toContain("# kept");
  });
  it("spaces middles evenly", () => {
    const even = aligned(of, ALL, "columns");
    const across = (p: string, q: string): number => (at(even, p)[0] + at(even, q)[0]) / 2;
    const places = [across("A", "B"), across("C", "D"), across("E", "F")].sort((a, b) => a - b);
    expect(places[1]! - places[0]!).toBeCloseTo(places[2]! - places[1]!, 9);
  });
  it("says what it needs", () => {
    expect(aligned(of, ALL.slice(0, 1), "left")).toHaveProperty("why");
  });
});

describe("deleting several", () => {
  it("deletes each with what needs it, and is no error where one went with another", () => {
    const of = readSketch(RODS, null);
    const made = removeAll(of, [ALL[1]!, { kind: "joint", name: "C" }, ALL[0]!]);
    if ("why" in made) throw new Error(made.why);
    const text = edited(RODS, made.edits);
    expect(keysOf(text, ["bodies"])).toEqual(["three"]);
    expect(keysOf(text, ["joints"])).toEqual([]);
  });
});

describe("what is hidden", () => {
  it("takes along what stands on hidden bodies alone", () => {
    const scene = fourbarScene();
    const [, first, second] = scene.bodies;
    const between = scene.joints.find(({ bodies }) => bodies.includes(1) && bodies.includes(2))!;
    const onGround = scene.joints.find(({ bodies }) => bodies.includes(0) && bodies.includes(1))!;
    const one = concealedIn(scene, [{ kind: "body", name: first!.name }]);
    expect(one({ kind: "joint", name: onGround.name })).toBe(true);
    expect(one({ kind: "joint", name: between.name })).toBe(false);
    const both = concealedIn(scene, [
      { kind: "body", name: first!.name },
      { kind: "body", name: second!.name },
    ]);
    expect(both({ kind: "joint", name: between.name })).toBe(true);
  });
});

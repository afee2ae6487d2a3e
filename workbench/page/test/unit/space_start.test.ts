/* The start of a mechanism in space that was led elsewhere, written into its text. */
import { describe, expect, it } from "vitest";
import { applyChanges } from "../../src/editor/text_edits";
import type { DragResult, Pose } from "../../src/engine/engine";
import { originOf, shiftOf, initialPositionsFor } from "../../src/space/initial_position";
import { body, joint, point, scene } from "./space_scene";
import { turning } from "./tables";

const half = Math.SQRT1_2;
const quarter: Pose = { at: [0, 0, 1], angle: 0, q: [half, 0, -half, 0] }; // x becomes z

const still: Pose = { at: [0, 0, 0], angle: 0, q: [1, 0, 0, 0] };

function leadTo(pose: Pose, coordinates: Record<string, number>): DragResult {
  return { poses: [still, pose], coordinates, distance: 0, closed: true };
}

function pendulum(drawn: boolean) {
  const one = scene(
    [body("rod", { drawn, points: [point("O", [0, 0, 0])], com: [1, 0, 0] })],
    [joint("O", "revolute", [0, 1], [[0, 0, 0], [0, 0, 0]], [0, -1, 0])], // prettier-ignore
  );
  one.joints[0]!.coordinates = [turning("O.angle")];
  return one;
}

describe("a start in space", () => {
  it("knows a frame from its centre of mass, and how far a pose is from another", () => {
    const at = originOf([1, 0, 0], quarter);
    expect(Math.hypot(...at)).toBeLessThan(1e-12);
    expect(shiftOf(quarter, quarter, 1)).toBeLessThan(1e-7);
    expect(shiftOf(still, { ...still, q: [half, 0, 0, half] }, 2)).toBeCloseTo(Math.PI, 9);
  });

  it("is written nowhere when nothing moved", () => {
    const one = pendulum(false);
    expect(initialPositionsFor("trammel: 1\n", one, leadTo(one.bodies[1]!.pose, { "O.angle": 0 }))).toEqual([]);
  });

  it("is the place of a body's frame, comments and all else untouched", () => {
    const text = "trammel: 1\nspace: space\nbodies:\n  rod: # it swings\n    points: {O: [0, 0, 0]}\n    mass: 1\n";
    const [first] = initialPositionsFor(text, pendulum(false), leadTo(quarter, { "O.angle": Math.PI / 2 }));
    const there = applyChanges(text, first!);
    expect(there).toContain("# it swings");
    expect(there).toMatch(/orientation: \[0\.707106781, 0, -0\.707106781, 0\]/);
    expect(there).toMatch(/position: \[0, 0, 0\]/);
  });

  it("is told by coordinates in a drawing; what `initial` has takes its new value", () => {
    const text = "trammel: 1\nspace: space\npoints: {O: [0, 0, 0]}\ninitial: {O.angle: 0, O.speed: 2}\n";
    const [first] = initialPositionsFor(text, pendulum(true), leadTo(quarter, { "O.angle": Math.PI / 2 }));
    expect(applyChanges(text, first!)).toContain("{O.angle: 90 deg, O.speed: 2}");
    const bare = "trammel: 1\nspace: space\npoints: {O: [0, 0, 0]}\n";
    const [added] = initialPositionsFor(bare, pendulum(true), leadTo(quarter, { "O.angle": Math.PI / 2 }));
    expect(applyChanges(bare, added!)).toMatch(/initial:\s+O\.angle: 90 deg/);
  });
});

/* loose_points.test.ts - which points have nothing else to show them. */
import { describe, expect, it } from "vitest";
import { looseOfDrawing, looseOnGround } from "../../src/drawing/loose_points";
import { FOURBAR_MOTOR, reportOf } from "./program";

const scene = reportOf(FOURBAR_MOTOR).scene!;
const place = { line: 0, column: 0 };

describe("loose points", () => {
  it("are none if every point of the ground has a joint", () => {
    expect(looseOnGround(scene)).toEqual([]);
    expect(looseOfDrawing(scene)).toEqual([]);
  });

  it("include points of the ground without a joint", () => {
    const ground = scene.bodies[0]!;
    const more = {
      ...ground,
      points: [...ground.points, { name: "X", at: [7, 8, 0] as [number, number, number], ...place }],
    };
    expect(looseOnGround({ ...scene, bodies: [more, ...scene.bodies.slice(1)] })).toEqual([[7, 8, 0]]);
  });

  it("include points of the drawing that no body has", () => {
    const drawing = [
      { name: "A", at: [0, 0, 0] as [number, number, number], ...place },
      { name: "Z", at: [1, 0, 0] as [number, number, number], ...place },
    ];
    const drawn = { ...scene.bodies[1]!, drawn: true, points: [drawing[0]!] };
    expect(looseOfDrawing({ ...scene, drawing, bodies: [scene.bodies[0]!, drawn] })).toEqual([[1, 0, 0]]);
  });
});

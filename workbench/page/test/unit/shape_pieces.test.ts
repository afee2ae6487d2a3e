/* shape_pieces.test.ts - bodies of several shapes: solids with their holes, in the plane and in space. */
import { describe, expect, it } from "vitest";
import type { Shape, Vec } from "../../src/engine/engine";
import { bodyPath } from "../../src/drawing/body_part";
import { extentOf } from "../../src/drawing/extent";
import { piecesOf } from "../../src/drawing/shape_pieces";
import { solidsOf } from "../../src/space/solids";
import { body as flatBody, GROUND, pose, scene as flatScene } from "./plane_scene";
import { body, scene } from "./space_scene";

const Z: Vec = [0, 0, 1];
const disc = (radius: number, x: number, thickness?: number): Shape & { kind: "disc" } => ({
  ...{ kind: "disc", at: [x, 0, 0], axis: Z, radius },
  ...(thickness === undefined ? {} : { thickness }),
});

const RING: Shape = {
  kind: "several",
  shapes: [disc(0.2, 0), { ...disc(0.1, 0), hole: true }, { kind: "box", at: [1, 0, 0], size: [0.2, 0.2, 0.2] }],
};

describe("pieces of a shape", () => {
  it("are solids, each with the holes behind it", () => {
    expect(piecesOf(RING).map(({ solid, holes }) => [solid.kind, holes.length])).toEqual([
      ["disc", 1],
      ["box", 0],
    ]);
    expect(piecesOf({ kind: "none" })).toEqual([]);
    expect(piecesOf(disc(1, 0))).toHaveLength(1);
  });

  it("are drawn in the plane as paths with their holes, and all count for the extent", () => {
    const ring = { ...flatBody("ring", [0, 0, 0], false, pose([0, 0], 0)), shape: RING };
    const all = flatScene([GROUND, ring], 1);
    const pen = { scale: 100, half: 5 } as Parameters<typeof bodyPath>[2];
    const drawn = bodyPath(all, 1, pen);
    expect(drawn.match(/M/g)!.length).toBeGreaterThanOrEqual(3);
    expect(extentOf(all, null).right).toBeGreaterThan(1.05);
  });

  it("are cut through in space along the axis of a hole", () => {
    const shape: Shape = {
      kind: "several",
      shapes: [
        { kind: "cylinder", at: [0, 0, 0], axis: Z, radius: 0.2, length: 0.1 },
        { kind: "cylinder", at: [0, 0, 0], axis: [0, 0, -1], radius: 0.1, length: 0.1, hole: true },
        { ...disc(0.02, 0.15, 0.1), hole: true },
        { ...disc(0.02, -0.15, 0.05), hole: true },
        { kind: "sphere", at: [0, 0.5, 0], radius: 0.1 },
      ],
    };
    const [plate, ball, ...rest] = solidsOf(scene([body("pipe", { shape })]), 1, 1);
    expect(rest).toEqual([]);
    expect(ball!.kind).toBe("ball");
    if (plate?.kind !== "plate") throw new Error("not a plate");
    expect(plate.thickness).toBeCloseTo(0.1);
    expect(plate.holes).toHaveLength(2); // that of half the thickness does not go through
    for (const [x, y] of plate.corners) expect(Math.hypot(x, y)).toBeCloseTo(0.2);
    for (const [x, y] of plate.holes![0]!) expect(Math.hypot(x, y)).toBeCloseTo(0.1);
  });

  it("keep a solid whose holes are inside of it as it is", () => {
    const shape: Shape = {
      kind: "several",
      shapes: [
        { kind: "sphere", at: [0, 0, 0], radius: 0.2 },
        { kind: "sphere", at: [0, 0, 0], radius: 0.1, hole: true },
      ],
    };
    expect(solidsOf(scene([body("shell", { shape })]), 1, 1)).toMatchObject([{ kind: "ball", radius: 0.2 }]);
  });
});

/* Handles in space: what a ray on an arrow or a ring means, steps, and the cube of views. */
import { describe, expect, it } from "vitest";
import type { Vec } from "../../src/engine/engine";
import { changeOf, GROUND_AXES, handlesAlong, imageBy, stepped, valueAt } from "../../src/space/gizmo_geometry";
import { unit } from "../../src/space/vectors";
import { cubeRegions, nextView } from "../../src/space/view_cube_geometry";
import { image } from "../../src/tools/affine";

const all = handlesAlong(GROUND_AXES, true);
const handle = (id: string) => all.find((one) => one.id === id)!;
const rayTo = (at: Vec, from: Vec) => ({ from, along: unit([at[0] - from[0], at[1] - from[1], at[2] - from[2]]) });

describe("a handle", () => {
  it("tells how far along its axis a ray passes it", () => {
    const ray = rayTo([1.7, 2, 3], [4, -5, 6]);
    expect(valueAt(handle("move-x"), [1, 2, 3], 1, ray)).toBeCloseTo(0.7, 12);
    expect(valueAt(handle("move-x"), [1, 2, 3], 1, { from: [0, 2, 3], along: [1, 0, 0] })).toBeNull();
  });

  it("tells the angle on its ring, right-handed, also where the ring is seen from its edge", () => {
    const turn = handle("turn-z");
    const at = (degrees: number): Vec => [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180), 0];
    const eye: Vec = [2, 3, 5];
    const by = (a: number, b: number): number =>
      changeOf(turn, valueAt(turn, [0, 0, 0], 1, rayTo(at(a), eye))!, valueAt(turn, [0, 0, 0], 1, rayTo(at(b), eye))!);
    expect((by(20, 65) * 180) / Math.PI).toBeCloseTo(45, 9);
    expect((by(170, -170) * 180) / Math.PI).toBeCloseTo(20, 9);
    const level = (y: number) => valueAt(turn, [0, 0, 0], 1, { from: [10, y, 0], along: [-1, 0, 0] })!;
    expect(changeOf(turn, level(0), level(0.1))).toBeCloseTo(0.1, 6);
  });

  it("goes by steps, a point from line to line of the grid", () => {
    const steps = { grid: 0.05, coarse: false, free: false };
    expect(stepped(handle("move-x"), 0.13, steps)).toBeCloseTo(0.15, 12);
    expect(stepped(handle("move-x"), 0.13, steps, 0.02)).toBeCloseTo(0.13, 12);
    expect(stepped(handle("move-x"), 0.13, { ...steps, free: true })).toBe(0.13);
    expect(stepped(handle("turn-x"), 0.3, { ...steps, coarse: true })).toBeCloseTo(Math.PI / 12, 12);
  });

  it("makes an image about its centre", () => {
    const turned = image(imageBy(handle("turn-x"), Math.PI / 2, [0, 1, 0]), [5, 2, 0]);
    [5, 1, 1].forEach((x, i) => expect(turned[i]).toBeCloseTo(x, 12));
    expect(image(imageBy(handle("move-z"), 2, [0, 0, 0]), [1, 1, 1])).toEqual([1, 1, 3]);
  });
});

describe("the cube of views", () => {
  it("has faces, edges and corners that cover it once", () => {
    expect(cubeRegions.map(({ quads }) => quads.length).sort()).toEqual([
      ...Array<number>(6).fill(1),
      ...Array<number>(12).fill(2),
      ...Array<number>(8).fill(3),
    ]);
    const area = cubeRegions
      .flatMap(({ quads }) => quads)
      .reduce((sum, { corners: [a, b, , d] }) => {
        const edge = (p: Vec, q: Vec): number => Math.hypot(p[0] - q[0], p[1] - q[1], p[2] - q[2]);
        return sum + edge(a!, b!) * edge(a!, d!);
      }, 0);
    expect(area).toBeCloseTo(24, 9); // six faces of 2 by 2
  });

  it("goes on to the next view by eighths of a turn", () => {
    const near = (a: Vec, b: Vec): void => unit(a).forEach((x, i) => expect(x).toBeCloseTo(unit(b)[i]!, 2));
    near(nextView([0.1, -1, 0.1], 1, 0), [1, -1, 0]);
    near(nextView([0.1, -1, 0.1], 0, 1), [0, -1, 1]);
    near(nextView([0, -1, 1], 0, 1), [0, 0, 1]);
    near(nextView([0, -1e-3, 1], 0, 1), [0, 0, 1]);
    near(nextView([0, -1e-3, 1], 0, -1), [0, -1, 1]);
  });
});

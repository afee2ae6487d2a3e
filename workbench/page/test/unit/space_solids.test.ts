/* What bodies look like in space where the model says it, and where it does not. */
import { describe, expect, it } from "vitest";
import type { Vec } from "../../src/engine/engine";
import { halfThickness, hullIn, outside, planeOf, solidsOf, type Solid } from "../../src/space/solids";
import { resolutionOf, boundingSpheres } from "../../src/space/bounding_spheres";
import { body, joint, point, scene } from "./space_scene";

const kinds = (solids: Solid[]): string[] => solids.map(({ kind }) => kind);

describe("bodies without a shape", () => {
  it("are a bar through two points", () => {
    const one = scene([body("rod", { points: [point("A", [0, 0, 0]), point("B", [1, 0, 0])], com: [0.5, 0, 0] })]);
    const [bar, ...rest] = solidsOf(one, 1, 1);
    expect(bar).toMatchObject({ kind: "capsule", from: [0, 0, 0], to: [1, 0, 0] });
    expect(rest).toEqual([]);
  });

  it("reach to a mass beyond their points, and carry it as a ball", () => {
    const one = scene([body("arm", { points: [point("O", [0, 0, 0]), point("P", [0.5, 0, 0])], com: [1, 0, 0] })]);
    const solids = solidsOf(one, 1, 1);
    expect(kinds(solids)).toEqual(["capsule", "ball"]);
    expect(solids[1]).toMatchObject({ at: [1, 0, 0] });
    expect(outside(solids[0]!, [1, 0, 0])).toBe(0);
  });

  it("have no ball where a joint holds the centre of mass", () => {
    const wheel = body("wheel", { points: [point("O", [0, 0, 0]), point("H", [1, 0, 0])] });
    const one = scene([wheel], [joint("O", "revolute", [0, 1], [[0, 0, 0], [0, 0, 0]], [0, 0, 1])]); // prettier-ignore
    expect(kinds(solidsOf(one, 1, 1))).toEqual(["capsule"]);
  });

  it("are a rimmed plate through three points, a solid through four in space", () => {
    const corners: [string, Vec][] = [
      ["A", [0, 0, 0]],
      ["B", [1, 0, 0]],
      ["C", [0, 1, 0]],
      ["D", [0, 0, 1]],
    ];
    const points = corners.map(([name, at]) => point(name, at));
    const flat = solidsOf(scene([body("plate", { points: points.slice(0, 3) })]), 1, 1);
    expect(kinds(flat)).toEqual(["plate", "capsule", "capsule", "capsule"]);
    expect(kinds(solidsOf(scene([body("frame", { points })]), 1, 1))).toEqual(["hull"]);
  });

  it("are a hub about the axis that holds them at one place, a block on a rail, else a ball", () => {
    const held = (type: string) =>
      scene(
        [body("lump", { points: [point("A", [0, 0, 0])] })],
        [joint("A", type, [0, 1], [[0, 0, 0], [0, 0, 0]], type === "spherical" ? [0, 0, 0] : [0, 1, 0])], // prettier-ignore
      );
    expect(solidsOf(held("revolute"), 1, 1)).toMatchObject([{ kind: "cylinder", axis: [0, 1, 0] }]);
    expect(kinds(solidsOf(held("prismatic"), 1, 1))).toEqual(["box"]);
    expect(kinds(solidsOf(held("spherical"), 1, 1))).toEqual(["ball"]);
  });
});

describe("bodies with a shape", () => {
  it("are that shape, with bars to points outside of it", () => {
    const shape = { kind: "sphere", at: [0, 0, 0] as Vec, radius: 0.2 } as const;
    const ball = body("ball", { shape, points: [point("A", [0, 0, 1]), point("B", [0.1, 0, 0])] });
    const solids = solidsOf(scene([ball]), 1, 1);
    expect(kinds(solids)).toEqual(["ball", "capsule"]);
    expect(solids[1]).toMatchObject({ to: [0, 0, 1] });
  });

  it("say how thick they are along an axis", () => {
    const disc: Solid = { kind: "cylinder", at: [0, 0, 0], axis: [0, 0, 1], radius: 0.5, length: 0.1 };
    expect(halfThickness([disc], [0, 0, 0], [0, 0, 1], 1)).toBeCloseTo(0.05, 12);
    expect(halfThickness([disc], [3, 0, 0], [0, 0, 1], 1)).toBe(0); // it is not there
    const box: Solid = { kind: "box", at: [0, 0, 0], size: [0.2, 0.1, 0.3] };
    expect(halfThickness([box], [0, 0, 0], [0, 1, 0], 1)).toBeCloseTo(0.05, 12);
  });
});

describe("hulls", () => {
  it("go round the normal and leave out what lies inside", () => {
    const corners = hullIn([[0, 0, 0], [1, 0, 0], [1, 1, 0], [0, 1, 0], [0.5, 0.4, 0]], [0, 0, 1]); // prettier-ignore
    expect(corners).toHaveLength(4);
    const area = corners.reduce((sum, p, i) => {
      const q = corners[(i + 1) % 4]!;
      return sum + (p[0] * q[1] - p[1] * q[0]) / 2;
    }, 0);
    expect(area).toBeCloseTo(1, 12);
  });

  it("tells lines, planes and space apart", () => {
    expect(planeOf([[0, 0, 0], [1, 1, 1], [2, 2, 2]], 0.01)).toBeNull(); // prettier-ignore
    expect(planeOf([[0, 0, 0], [1, 0, 0], [0, 1, 0]], 0.01)).toMatchObject({ flat: true }); // prettier-ignore
    expect(planeOf([[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]], 0.01)).toMatchObject({ flat: false }); // prettier-ignore
  });
});

describe("reach", () => {
  it("takes shapes and where the ground is held", () => {
    const shape = { kind: "sphere", at: [0, 0, 0] as Vec, radius: 0.2 } as const;
    const one = scene(
      [body("ball", { shape, pose: { at: [0, 0, 2], angle: 0, q: [1, 0, 0, 0] } })],
      [joint("A", "spherical", [0, 1], [[5, 0, 0], [0, 0, 0]], [0, 0, 0])], // prettier-ignore
    );
    const balls = boundingSpheres(one, null);
    expect(balls).toContainEqual({ at: [0, 0, 2], radius: 0.2 });
    expect(balls).toContainEqual({ at: [5, 0, 0], radius: 0 });
  });

  it("draws symbols for the links of a long chain, not for the chain", () => {
    const link = (i: number) =>
      body(`l${i}`, { points: [point("A", [0, 0, 0]), point("B", [1, 0, 0])], com: [0.5, 0, 0] });
    const chain = { ...scene(Array.from({ length: 20 }, (_, i) => link(i))), size: 20 };
    expect(resolutionOf(chain)).toBeLessThan(5);
    expect(resolutionOf({ ...chain, size: 1 })).toBeCloseTo(1, 12);
  });
});

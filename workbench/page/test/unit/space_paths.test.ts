/* Belts and ropes in space: spans touch their wheels, and are as long as they are in the plane. */
import { describe, expect, it } from "vitest";
import type { Vec } from "../../src/engine/engine";
import { spanOf, wayInSpace, type SpaceRound } from "../../src/space/path_parts";
import { cross, distance, dot, length, minus, unit } from "../../src/space/vectors";

const round = (at: Vec, axis: Vec, radius: number): SpaceRound => ({ at, axis: unit(axis), radius });
const along = (points: Vec[]): number => points.slice(1).reduce((sum, p, i) => sum + distance(p, points[i]!), 0);

describe("a span in space", () => {
  it.each([
    ["open", 0.1, 0.2, 0.1],
    ["crossed", 0.1, -0.2, 0.3],
  ])("%s is as long as in the plane, whichever plane that is", (_, ra, rb, off) => {
    for (const axis of [
      [0, 0, 1],
      [1, 0, 0],
      [1, 2, -1],
    ] as Vec[]) {
      const n = unit(axis);
      const apart = unit(cross(n, [0.3, 0.5, 0.9]));
      const [a, b] = [round([1, 2, 3], n, ra), round([1 + apart[0], 2 + apart[1], 3 + apart[2]], n, rb)];
      const [from, to] = spanOf(a, b);
      expect(distance(from, to)).toBeCloseTo(Math.sqrt(1 - off * off), 12);
      expect(dot(minus(to, from), minus(from, a.at))).toBeCloseTo(0, 12);
      expect(dot(minus(to, from), minus(to, b.at))).toBeCloseTo(0, 12);
    }
  });

  it("between wheels at a right angle touches both, in the sense in which each is passed", () => {
    const [a, b] = [round([0, 0, 0], [0, 0, 1], 0.1), round([0.4, 2, -0.3], [1, 0, 0], -0.2)];
    const [from, to] = spanOf(a, b);
    const d = minus(to, from);
    for (const [one, p] of [
      [a, from],
      [b, to],
    ] as const) {
      // prettier-ignore
      const arm = minus(p, one.at);
      expect(length(arm)).toBeCloseTo(Math.abs(one.radius), 12);
      expect(dot(arm, d)).toBeCloseTo(0, 12);
      expect(dot(arm, one.axis)).toBeCloseTo(0, 12);
      expect(dot(cross(one.axis, arm), d) * one.radius).toBeGreaterThan(0);
    }
  });
});

describe("a belt in space", () => {
  it("goes once round its wheels", () => {
    const wheels = [round([0, 0, 0], [0, 1, 0], 0.1), round([0, 0, 1], [0, 1, 0], 0.1)];
    const points = wayInSpace(wheels, true);
    expect(along(points)).toBeCloseTo(2 + 0.2 * Math.PI, 2);
    expect(points[0]).toEqual(points.at(-1));
  });

  it("a rope over a wheel has its ends where they are tied", () => {
    const points = wayInSpace([round([-1, 0, -1], [0, 1, 0], 0), round([0, 0, 0], [0, 1, 0], 0.2), round([1, 0, -1], [0, 1, 0], 0)], false); // prettier-ignore
    expect(points[0]).toEqual([-1, 0, -1]);
    expect(points.at(-1)).toEqual([1, 0, -1]);
    const top = Math.max(...points.map(([, , z]) => z));
    expect(top).toBeGreaterThan(0.19);
    expect(Math.min(...points.slice(1, -1).map((p) => length(p)))).toBeCloseTo(0.2, 9);
  });
});

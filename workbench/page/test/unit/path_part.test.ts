/* path_part.test.ts - the line of a belt or cable touches its wheels and is as long as tangents and arcs. */
import { describe, expect, it } from "vitest";
import { wayAround, type Round } from "../../src/drawing/path_part";

const at = (x: number, y: number, radius: number): Round => ({ at: [x, y], radius });

function length(places: Round[], closed: boolean): number {
  const points = wayAround(places, closed);
  const all = closed ? [...points, points[0]!] : points;
  return all.slice(1).reduce((sum, p, i) => sum + Math.hypot(p[0] - all[i]![0], p[1] - all[i]![1]), 0);
}

describe("the way of a belt", () => {
  it("is two tangents and two arcs around two wheels", () => {
    const slope = Math.asin(0.05 / 0.5);
    const want = Math.cos(slope) + 0.05 * (Math.PI - 2 * slope) + 0.1 * (Math.PI + 2 * slope);
    expect(length([at(0, 0, 0.05), at(0.5, 0, 0.1)], true)).toBeCloseTo(want, 3);
  });

  it("crosses where the radii have opposite signs", () => {
    const slope = Math.asin(0.15 / 0.5);
    const want = Math.cos(slope) + 0.15 * (Math.PI + 2 * slope);
    expect(length([at(0, 0, 0.05), at(0.5, 0, -0.1)], true)).toBeCloseTo(want, 3);
  });

  it("hangs over a pulley on both sides", () => {
    const points = wayAround([at(-0.1, 0, 0), at(0, 1, -0.1), at(0.1, 0, 0)], false);
    expect(points[0]).toEqual([-0.1, 0]);
    expect(points[points.length - 1]).toEqual([0.1, 0]);
    expect(Math.max(...points.map((p) => p[1]))).toBeCloseTo(1.1, 3);
    expect(length([at(-0.1, 0, 0), at(0, 1, -0.1), at(0.1, 0, 0)], false)).toBeCloseTo(2 + 0.1 * Math.PI, 3);
  });

  it("is straight where it passes a point", () => {
    expect(wayAround([at(0, 0, 0), at(1, 0, 0), at(1, 1, 0)], false)).toEqual([
      [0, 0],
      [1, 0],
      [1, 1],
    ]);
  });

  it("touches every wheel at its rim", () => {
    for (const [x, y] of wayAround([at(0, 0, 0.1), at(0.6, 0, 0.1), at(0.3, 0.1, -0.04)], true)) {
      const off = [
        Math.abs(Math.hypot(x, y) - 0.1),
        Math.abs(Math.hypot(x - 0.6, y) - 0.1),
        Math.abs(Math.hypot(x - 0.3, y - 0.1) - 0.04),
      ];
      expect(Math.min(...off)).toBeLessThan(1e-12);
    }
  });
});

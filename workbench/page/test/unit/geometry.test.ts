/* geometry.test.ts - hulls, outlines, springs, gears, round steps. */
import { describe, expect, it } from "vitest";
import type { Point } from "../../src/drawing/camera";
import { arrow, fromHull, hull, inflated, niceStep, pitchRadii, zigzag } from "../../src/drawing/geometry";

const sorted = (points: Point[]): string => points.map(String).sort().join(" ");

describe("hull", () => {
  it("excludes points inside and on edges", () => {
    const corners: Point[] = [
      [0, 0],
      [4, 0],
      [4, 3],
      [0, 3],
    ];
    const found = hull([[1, 1], ...corners, [2, 0], [2, 3], [4, 1.5]]);
    expect(sorted(found)).toBe(sorted(corners));
  });

  it("makes a bar of collinear points and a disc of one", () => {
    expect(
      hull([
        [0, 0],
        [1, 1],
        [3, 3],
        [2, 2],
      ]).length,
    ).toBe(2);
    expect(
      hull([
        [5, 5],
        [5, 5],
      ]).length,
    ).toBe(1);
    expect(hull([])).toEqual([]);
  });

  it("distinguishes inside from outside", () => {
    const square: Point[] = [
      [0, 0],
      [2, 0],
      [2, 2],
      [0, 2],
    ];
    expect(fromHull([1, 1], square)).toBe(0);
    expect(fromHull([5, 2], square)).toBeCloseTo(3, 12);
    expect(fromHull([3, 3], square)).toBeCloseTo(Math.SQRT2, 12);
    expect(fromHull([0, 4], [[0, 1]])).toBe(3);
  });
});

describe("outlines", () => {
  it("has an arc at each corner and is closed", () => {
    const bar = inflated(
      [
        [0, 0],
        [10, 0],
      ],
      3,
    );
    expect(bar.match(/A/g)?.length).toBe(2);
    expect(bar).toBe("M0 -3L10 -3A3 3 0 0 1 10 3L0 3A3 3 0 0 1 0 -3Z");
    const plate = inflated(
      [
        [0, 0],
        [10, 0],
        [5, 8],
      ],
      3,
    );
    expect(plate.match(/A/g)?.length).toBe(3);
  });
});

describe("springs", () => {
  it("extend from end to end with the same coils at any length", () => {
    for (const length of [3, 40, 400]) {
      const points = zigzag(length, 6, 8);
      expect(points[0]).toEqual([0, 0]);
      expect(points[points.length - 1]).toEqual([length, 0]);
      expect(points.length).toBe(4 + 16);
      points.forEach((point, i) => i > 0 && expect(point[0]).toBeGreaterThanOrEqual(points[i - 1]![0]));
    }
  });

  it("alternate between both sides", () => {
    const sides = zigzag(100, 6, 5).map((point) => point[1]);
    expect(Math.min(...sides)).toBe(-6);
    expect(Math.max(...sides)).toBe(6);
  });
});

describe("gears", () => {
  it("touch between their centres if external, on one side if internal", () => {
    const [pinion, wheel] = pitchRadii(0.3, -0.5)!;
    expect(pinion + wheel).toBeCloseTo(0.3, 12);
    expect(pinion / wheel).toBeCloseTo(0.5, 12);
    const [inner, ring] = pitchRadii(0.2, 0.25)!;
    expect(ring - inner).toBeCloseTo(0.2, 12);
    expect(inner / ring).toBeCloseTo(0.25, 12);
    expect(pitchRadii(0, -1)).toBeNull();
    expect(pitchRadii(1, 1)).toBeNull();
  });
});

describe("arrows and steps", () => {
  it("keeps the head of a short arrow", () => {
    expect(arrow(0, 0, 7, 0).head).not.toBe("");
    expect(arrow(0, 0, 0, 0)).toEqual({ shaft: "", head: "" });
  });

  it("uses steps of 1, 2 or 5", () => {
    expect([0.9, 1, 1.1, 2.1, 5.01, 0.00031].map(niceStep)).toEqual([1, 1, 2, 5, 10, 0.0005]);
  });
});

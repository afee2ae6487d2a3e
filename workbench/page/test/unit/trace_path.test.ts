/* trace_path.test.ts - the path of a point: the same to the eye with fewer places, and how far along it an instant is. */
import { expect, test } from "vitest";
import type { Vec } from "../../src/engine/engine";
import { partAt, placeAt, thinned, type TracePath } from "../../src/drawing/trace_path";

const circle = (count: number): Vec[] =>
  Array.from({ length: count }, (_, i): Vec => [Math.cos((20 * i) / count), Math.sin((20 * i) / count), 0]);

function distance(p: Vec, a: Vec, b: Vec): number {
  const d = [b[0] - a[0], b[1] - a[1]] as const;
  const part = Math.min(Math.max(((p[0] - a[0]) * d[0] + (p[1] - a[1]) * d[1]) / (d[0] ** 2 + d[1] ** 2), 0), 1);
  return Math.hypot(p[0] - a[0] - part * d[0], p[1] - a[1] - part * d[1]);
}

test("a thinned path passes every place that was left out", () => {
  const all = circle(20000);
  const kept = thinned(all, 1e-3);
  expect(kept.length).toBeLessThan(800);
  expect([kept[0], kept[kept.length - 1]]).toEqual([0, 19999]);
  let worst = 0;
  for (let k = 1; k < kept.length; k++)
    for (let i = kept[k - 1]!; i <= kept[k]!; i++)
      worst = Math.max(worst, distance(all[i]!, all[kept[k - 1]!]!, all[kept[k]!]!));
  expect(worst).toBeLessThanOrEqual(1e-3 + 1e-12);
});

test("places that stand still, and paths of one or two places", () => {
  const still: Vec[] = Array.from({ length: 200 }, () => [1, 2, 3]);
  expect(thinned(still, 1e-3).length).toBeLessThan(6);
  expect(thinned([[0, 0, 0]], 1)).toEqual([0]);
  expect(thinned([[0, 0, 0], [1, 0, 0]], 1)).toEqual([0, 1]); // prettier-ignore
});

test("how far along a path an instant is", () => {
  const path: TracePath = {
    t: Float64Array.of(0, 1, 3),
    at: [
      [0, 0, 0],
      [1, 0, 0],
      [1, 3, 0],
    ],
    along: Float64Array.of(0, 1, 4),
  };
  expect(placeAt(path, 2)).toEqual([1, 0.5]);
  expect(partAt(path, -1)).toBe(0);
  expect(partAt(path, 0.5)).toBeCloseTo(0.125);
  expect(partAt(path, 2)).toBeCloseTo(2.5 / 4);
  expect(partAt(path, 9)).toBe(1);
});

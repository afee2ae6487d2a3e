/* chunks.test.ts - which lists come in chunks, and where these begin; how they are on a page many_bodies.spec.ts shows. */
import { expect, test } from "vitest";
import { isLong, placeIn, startsOf } from "../../src/shell/chunks";

test("every row is in one chunk", () => {
  for (const count of [121, 160, 161, 1336]) {
    const starts = startsOf(count);
    expect(starts[0]).toBe(0);
    const sizes = starts.map((from, i) => (starts[i + 1] ?? count) - from);
    expect(Math.min(...sizes)).toBeGreaterThan(0);
    expect(sizes.reduce((sum, one) => sum + one)).toBe(count);
  }
});

test("where nobody can tell what is in sight, lists are whole", () => {
  expect(isLong(5000)).toBe(false); // no browser here
  expect(placeIn(5000, 7)).toEqual({});
});

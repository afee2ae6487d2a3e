/* free_body_place.test.ts - the corner of the drawing that the free-body diagram takes. */
import { expect, it } from "vitest";
import { bestCorner } from "../../src/drawing/free_body_place";

const area = { left: 0, top: 0, right: 800, bottom: 400 };
const size = { width: 300, height: 300 };

it("is the upper right corner if nothing is hidden there", () => {
  expect(bestCorner(area, size, { left: 50, top: 50, right: 200, bottom: 200 })).toEqual([492, 8]);
});

it("is another corner if the body lies there", () => {
  expect(bestCorner(area, size, { left: 550, top: 50, right: 700, bottom: 350 })[0]).toBe(8);
});

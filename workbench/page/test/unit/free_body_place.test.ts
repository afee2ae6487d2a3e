/* free_body_place.test.ts - the corner of the drawing that the free-body diagram takes. */
import { expect, it } from "vitest";
import { bestCorner, type Edges } from "../../src/drawing/free_body_place";

const area = { left: 0, top: 0, right: 800, bottom: 400 };
const size = { width: 300, height: 300 };
const at = (body: Edges, mechanism = body) => bestCorner(area, size, { body, mechanism });

it("is the upper right corner if nothing is hidden there", () => {
  expect(at({ left: 50, top: 50, right: 200, bottom: 200 })).toEqual([492, 8]);
});

it("is another corner if the body lies there", () => {
  expect(at({ left: 550, top: 50, right: 700, bottom: 350 })[0]).toBe(8);
});

it("spares the rest of the mechanism, too, as far as the body lets it", () => {
  const body = { left: 300, top: 150, right: 340, bottom: 190 };
  expect(at(body, { left: 300, top: 100, right: 780, bottom: 300 })[0]).toBe(8);
});

/* camera.test.ts - there and back between screen and mechanism, zoom about a point, fit. */
import { describe, expect, it } from "vitest";
import { fit, pan, toModel, toScreen, zoomAt, LARGEST_ZOOM, type Camera } from "../../src/drawing/camera";

const camera: Camera = { scale: 137.5, x0: 311, y0: 207.25 };
const margins = { left: 50, right: 30, top: 20, bottom: 40 };

describe("camera", () => {
  it("inverts its own mapping", () => {
    for (const [x, y] of [
      [0, 0],
      [1.25, -3.5],
      [-0.001, 1e3],
    ] as const) {
      const [px, py] = toScreen(camera, x, y);
      const [bx, by] = toModel(camera, px, py);
      expect(bx).toBeCloseTo(x, 12);
      expect(by).toBeCloseTo(y, 12);
    }
  });

  it("has y pointing up", () => {
    expect(toScreen(camera, 0, 1)[1]).toBe(camera.y0 - camera.scale);
  });

  it("keeps the point under the pointer while it zooms, also at the limit", () => {
    for (const factor of [1.7, 0.3, 1e12]) {
      const before = toModel(camera, 40, 60);
      const zoomed = zoomAt(camera, 40, 60, factor);
      const after = toModel(zoomed, 40, 60);
      expect(after[0]).toBeCloseTo(before[0], 9);
      expect(after[1]).toBeCloseTo(before[1], 9);
      expect(zoomed.scale).toBeLessThanOrEqual(LARGEST_ZOOM);
    }
  });

  it("pans by the distance moved", () => {
    const [px, py] = toScreen(camera, 2, 3);
    expect(toScreen(pan(camera, 5, -7), 2, 3)).toEqual([px + 5, py - 7]);
  });

  it("fits a box between the margins, touching them on one side", () => {
    const size = { width: 800, height: 600 };
    const box = { left: -1, right: 3, bottom: 2, top: 2.5 };
    const fitted = fit(box, size, margins);
    expect(toScreen(fitted, box.left, 0)[0]).toBeCloseTo(50, 9);
    expect(toScreen(fitted, box.right, 0)[0]).toBeCloseTo(770, 9);
    const middle = (toScreen(fitted, 0, box.top)[1] + toScreen(fitted, 0, box.bottom)[1]) / 2;
    expect(middle).toBeCloseTo(20 + (600 - 60) / 2, 9);
  });

  it("shows a single point, or nothing, at a sensible scale", () => {
    const dot = fit({ left: 1, right: 1, bottom: 1, top: 1 }, { width: 400, height: 400 }, margins, 0.5);
    expect(dot.scale).toBeCloseTo(320 / 0.5, 9);
    const empty = fit(
      { left: Infinity, right: -Infinity, bottom: Infinity, top: -Infinity },
      { width: 400, height: 400 },
      margins,
      1,
    );
    expect(empty.scale).toBeCloseTo(320, 9);
  });
});

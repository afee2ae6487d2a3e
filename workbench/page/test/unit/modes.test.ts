/* modes.test.ts - a mode as motion, and the speed at which things are played. */
import { describe, expect, it } from "vitest";
import type { Pose, Scene, Table } from "../../src/engine/engine";
import { posesOfMode, referencePoses, type Shape } from "../../src/drawing/modes";
import { suitableSpeed, speedText } from "../../src/drawing/playback_speeds";

const about: Pose = { at: [1, 2, 0], angle: 0.5, q: [Math.cos(0.25), 0, 0, Math.sin(0.25)] };
const shape: Shape = { re: [0.1, 0, 0], im: [0, 0.2, 0], turnRe: [0, 0, 1], turnIm: [0, 0, 0] };

describe("modes", () => {
  it("adds re cos - im sin and rotates the quaternion accordingly", () => {
    const [now] = posesOfMode([about], [shape], 2 * Math.cos(0.7), 2 * Math.sin(0.7));
    expect(now!.at[0]).toBeCloseTo(1 + 0.2 * Math.cos(0.7), 12);
    expect(now!.at[1]).toBeCloseTo(2 - 0.4 * Math.sin(0.7), 12);
    expect(now!.angle).toBeCloseTo(0.5 + 2 * Math.cos(0.7), 12);
    expect(now!.q[3]).toBeCloseTo(Math.sin(now!.angle / 2), 12);
  });

  it("is about the configuration from which the program continues", () => {
    const bodies = ["ground", "b"].map((name) => ({ name, pose: about }));
    const scene = { bodies } as unknown as Scene;
    const column = (...values: number[]) => Float64Array.from(values);
    const table: Table = {
      kind: "static",
      channels: ["t", "b.x", "b.y", "b.angle"].map((name) => ({ name, unit: "" })),
      rows: 3,
      rowNames: null,
      facts: [["the next analysis", "starts from solution 2", 2]],
      columns: [column(0, 0, 0), column(5, 6, 7), column(0, 0, 0), column(0, 0, 0)],
    };
    expect(referencePoses(scene, [table], 1)[1]!.at[0]).toBe(6);
    expect(referencePoses(scene, [{ ...table, facts: [] }], 1)[1]!.at[0]).toBe(7);
    expect(referencePoses(scene, [table], 0)[0]).toBe(about);
  });

  it("stays at the reference with zero amplitude", () => {
    expect(posesOfMode([about], [shape], 0, 0)[0]!.at).toEqual(about.at);
  });
});

describe("speed", () => {
  it("is real time if that can be watched", () => {
    for (const span of [1.5, 5, 20]) expect(suitableSpeed(span)).toBe(1);
  });

  it("scales short and long motions to two to twenty seconds", () => {
    for (const span of [0.002, 0.03, 0.4, 60, 600, 2000]) {
      const seconds = span / suitableSpeed(span);
      expect(seconds).toBeGreaterThan(1.9);
      expect(seconds).toBeLessThan(20.1);
    }
    expect([1, 0.01, 5].map(speedText)).toEqual(["real time", "1/100×", "5×"]);
  });
});

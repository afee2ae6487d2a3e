/* A cam by two clicks: with each kind of follower it runs, and the follower does what the table says. */
import { describe, expect, it } from "vitest";
import type { Point } from "../../src/drawing/camera";
import { edited } from "../../src/tools/edits";
import { camOptions, camTool, makeCam } from "../../src/tools/cam_tool";
import { distance } from "../../src/tools/geometry";
import { refused } from "../../src/tools/make";
import { valuesOf, type Values } from "../../src/tools/options";
import { readSketch } from "../../src/tools/sketch";
import type { Spot } from "../../src/tools/tool";
import { reportOf } from "./program";

function spot(text: string, at: Point): Spot {
  const node = readSketch(text, null).nodes.find((one) => distance(one.at, at) < 0.02) ?? null;
  return { anchor: { at: node?.at ?? at, node, body: null }, hits: [], shift: false, grid: 0.1 };
}

function cam(values: Values, shaft: Point, follower: Point, text = "trammel: 1\n"): string {
  const all = { ...valuesOf("cam", camOptions()), ...values };
  const made = makeCam(readSketch(text, null), spot(text, shaft), spot(text, follower), all);
  if (refused(made)) throw new Error(made.why);
  return edited(text, made.edits);
}

/* The largest value of a channel over its smallest, in the motion. */
function travel(text: string, channel: string): number {
  const { run } = reportOf(text);
  expect(run.messages.filter(({ severity }) => severity !== "note")).toEqual([]);
  expect(run.status).toBe("ok");
  const table = run.tables.find(({ kind }) => kind === "dynamics")!;
  const column = table.columns[table.channels.findIndex(({ name }) => name === channel)]!;
  return Math.max(...column) - Math.min(...column);
}

describe("a cam", () => {
  it.each(["roller", "flat", "point"])("with a %s that slides lifts it by what its table says", (face) => {
    const text = cam({ face }, [0, 0], [0, 0.4]);
    expect(text).toContain("{rise: 0.1, over: 90 deg, law: ");
    expect(travel(text, "F.displacement")).toBeCloseTo(0.1, 5);
  });

  it("in any direction, with a lift that is given", () => {
    const text = cam({ lift: "50 mm", dwell: "0 deg" }, [0.1, 0.2], [-0.2, -0.1]);
    expect(text).not.toContain("dwell: 0");
    expect(travel(text, "F.displacement")).toBeCloseTo(0.05, 4);
  });

  it.each(["roller", "flat", "point"])("with a %s that swings", (face) => {
    const text = cam({ face, way: "swings" }, [0, 0], [0.5, 0]);
    expect((travel(text, "F.angle") * 180) / Math.PI).toBeCloseTo(face === "flat" ? 5 : 15, 2);
    const other = cam({ face, way: "swings" }, [0, 0], [-0.5, 0.2]);
    expect((travel(other, "F.angle") * 180) / Math.PI).toBeCloseTo(face === "flat" ? 5 : 15, 2);
  });

  it("for a slider and a shaft that there are, beside its centre", () => {
    const text = cam({}, [0, 0], [0.06, 0.3], `trammel: 1
points: {O: [0, 0], B: [0.06, 0.3]}
bodies:
  shaft: {points: [O], mass: 1, inertia: 0.01}
  block: {points: [B], mass: 1}
joints:
  O: {revolute: [ground, shaft]}
  B: {prismatic: [ground, block], axis: y}
`); // prettier-ignore
    expect(text).toContain("offset: -0.06");
    expect(text).toMatch(/shaft:[^]*surfaces[^]*profile: \{cam: lift/);
    expect(travel(text, "B.displacement")).toBeCloseTo(0.09, 4);
  });

  it("for an arm that swings on the ground", () => {
    const text = cam({ lift: "10 deg" }, [0, 0], [0.1, 0.25], `trammel: 1
points: {O: [0, 0], Q: [-0.4, 0.2], E: [0.1, 0.25]}
bodies:
  arm: {points: [Q, E], mass: 1, shape: rod}
joints:
  Q: {revolute: [ground, arm]}
`); // prettier-ignore
    expect((travel(text, "Q.angle") * 180) / Math.PI).toBeCloseTo(10, 2);
  });

  it("is shown also where the second click is still to come", () => {
    const tool = camTool("cam");
    const start = spot("", [0, 0]);
    const { circles } = tool.preview({ from: start.anchor }, start, readSketch("", null));
    expect(circles!.map(({ radius }) => radius)).toEqual([0]);
  });

  it("says what is wrong", () => {
    expect(() => cam({ rise: "200 deg", return: "200 deg" }, [0, 0], [0, 0.4])).toThrow("more than 360 deg");
    expect(() => cam({ lift: "much" }, [0, 0], [0, 0.4])).toThrow("above zero");
    const link = "trammel: 1\npoints: {A: [0, 0.4], B: [1, 1]}\nbodies: {a: {points: [A, B], mass: 1, shape: rod}}\n";
    expect(() => cam({}, [0, 0], [0, 0.4], link)).toThrow("slides or swings");
  });
});

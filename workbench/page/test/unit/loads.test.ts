/* loads.test.ts - free bodies as the page shows them: loads by element, their sum against m a, arrows and labels. The engine finds the
 * loads, and its own tests show that they are in balance; here, from a real run, that nothing is lost or mixed up on the way. */
import { describe, expect, it } from "vitest";
import { fullArrow, fullArrowOf } from "../../src/drawing/arrow_set";
import { diagramExtent, diagramOf, HEIGHT, WIDTH } from "../../src/drawing/free_body_layout";
import { balanceOf, loadsOn, magnitude, type Load } from "../../src/drawing/loads";
import { motionOf, posesAtRow } from "../../src/drawing/poses";
import { sampleAt } from "../../src/drawing/sample";
import type { Vec } from "../../src/engine/engine";
import { FOURBAR_MOTOR, reportOf } from "./program";

const report = reportOf(FOURBAR_MOTOR);
const scene = report.scene!;
const table = report.run.tables[0]!.fine!.table;
const motion = motionOf(scene, table);
const [crank, coupler] = ["crank", "coupler"].map((name) => scene.bodies.findIndex((body) => body.name === name)) as [
  number,
  number,
];

function on(body: number, row: number): Load[] {
  return loadsOn(scene, sampleAt(table, row, 0), body)!;
}

function named(body: number, row: number, name: string): Load {
  return on(body, row).find((load) => load.name === name)!;
}

describe("free bodies of a real run", () => {
  it("are of the rows that are shown", () => {
    expect(report.run.tables.map(({ kind }) => kind)).toEqual(["dynamics"]);
    expect(report.run.tables[0]!.loads!.rows).toBe(11);
    expect(table.loads!.rows).toBe(table.rows);
  });

  it("have every element that acts, by its kind", () => {
    const said = on(crank, 3).map(({ name, kind, what }) => `${name} ${kind} ${what}`);
    expect(said).toEqual(["O joint pin", "A joint pin", "drive force motor with a torque", "weight weight weight"]);
    expect(on(coupler, 3).map(({ name }) => name)).toEqual(["A", "B", "weight"]);
  });

  it("add up to m a in every row", () => {
    for (let row = 0; row < table.rows; row++) {
      const sum = on(coupler, row).reduce((all, { force }) => all.map((x, i) => x + force[i]!) as Vec, [
        0, 0, 0,
      ] as Vec);
      const balance = balanceOf(scene, sampleAt(table, row, 0), coupler)!;
      for (const axis of [0, 1]) {
        expect(balance.force[axis]).toBeCloseTo(sum[axis]!, 8);
        expect(balance.inertia[axis]).toBeCloseTo(sum[axis]!, 8);
      }
      expect(balance.residual).toBeLessThan(1e-9);
      expect(balance.residualMoment).toBeLessThan(1e-9);
    }
  });

  it("have each joint act oppositely on its two bodies", () => {
    const [first, second] = [named(crank, 3, "A"), named(coupler, 3, "A")];
    expect(first.force.map((x, i) => x + second.force[i]!)).toEqual([0, 0, 0]);
    expect(magnitude(first.force)).toBeGreaterThan(1);
  });

  it("set the scale of arrows by the largest of them", () => {
    expect(fullArrowOf(scene, table, "force")).toBeGreaterThan(100);
  });

  it("draw every arrow and label inside the picture", () => {
    const poses = posesAtRow(scene, motion, 3);
    const extent = diagramExtent(scene, table, motion, coupler);
    const { arrows } = diagramOf(scene, poses, sampleAt(table, 3, 0), coupler, extent)!;
    expect(arrows.map((one) => one.kind).sort()).toEqual(["inertia", "joint", "joint", "weight"]);
    for (const one of arrows) {
      expect(one.textAt[0]).toBeGreaterThanOrEqual(0);
      expect(one.textAt[0]).toBeLessThan(WIDTH);
      expect(one.textAt[1]).toBeGreaterThan(0);
      expect(one.textAt[1]).toBeLessThan(HEIGHT);
    }
  });

  it("are none where the run has no loads", () => {
    const { loads, ...bare } = table;
    expect(loads).toBeDefined();
    expect(loadsOn(scene, sampleAt(bare, 3, 0), coupler)).toBeNull();
    expect(balanceOf(scene, sampleAt(bare, 3, 0), coupler)).toBeNull();
  });
});

describe("the scale of arrows", () => {
  it("ignores a short peak, which is at most four times as long", () => {
    expect(fullArrow(Float64Array.from([1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 3]))).toBe(1);
    expect(fullArrow(Float64Array.from([1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 100]))).toBe(25);
    expect(fullArrow(new Float64Array(0))).toBe(0);
  });
});

/* Joints of several coordinates, one of them an actuator. */
describe("actuators that an analysis has found", () => {
  const arm = reportOf(`trammel: 1
space: space
bodies:
  ground: {points: {O: [0, 0, 0]}}
  rod: {points: {O: [0, 0, 0], A: [1, 0, 0]}, mass: 2, com: [0.5, 0, 0], inertia: [0.01, 0.2, 0.2]}
joints:
  O: {revolute: [ground, rod], axis: y}
drivers:
  turn: {O.angle: t}
analyses:
  - inverse: {end: 1, output: 0.5, actuators: [O]}
`);
  it("are named by their joint, and act beside its reaction", () => {
    const one = arm.run.tables[0]!;
    const loads = loadsOn(arm.scene!, sampleAt(one, 0, 0), 1)!;
    expect(loads.map(({ name, kind, what }) => `${name} ${kind} ${what}`)).toContain("O driver actuator");
  });
});

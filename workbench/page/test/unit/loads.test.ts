/* loads.test.ts - free bodies of the four-bar with a motor, from five rows of a real run: all that acts on each adds up to m a. */
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { Scene, Table } from "../../src/engine/engine";
import { balanceOf, loadsOn, size, type Load } from "../../src/drawing/loads";
import { motionOf, posesAtRow } from "../../src/drawing/poses";
import { sampleAt } from "../../src/drawing/sample";
import { diagramExtent, diagramOf, HEIGHT, WIDTH } from "../../src/drawing/free_body_layout";
import { fullArrow } from "../../src/drawing/arrow_set";

interface Kept {
  scene: Scene;
  table: Omit<Table, "columns"> & { columns: number[][] };
}

const kept = JSON.parse(readFileSync(new URL("./fourbar_motor.json", import.meta.url), "utf8")) as Kept;
const { scene } = kept;
const table: Table = { ...kept.table, columns: kept.table.columns.map((column) => Float64Array.from(column)) };
const motion = motionOf(scene, table);

function at(row: number, body: number): { loads: Load[]; left: number; leftMoment: number } {
  const poses = posesAtRow(scene, motion, row);
  const value = sampleAt(table, row, 0);
  const loads = loadsOn(scene, poses, value, body);
  return { loads, ...balanceOf(scene, poses, value, body, loads) };
}

describe("free bodies of a real run", () => {
  it("balance to 1e-9 N and N m in every row", () => {
    for (let row = 0; row < table.rows; row++)
      for (let body = 1; body < scene.bodies.length; body++) {
        const { left, leftMoment } = at(row, body);
        expect(left).toBeLessThan(1e-9);
        expect(leftMoment).toBeLessThan(1e-9);
      }
  });

  it("would not balance with a joint's sign turned round, or without the motor", () => {
    const poses = posesAtRow(scene, motion, 2);
    const value = sampleAt(table, 2, 0);
    const loads = loadsOn(scene, poses, value, 1);
    const wrong = loads.map((load) =>
      load.name === "A" ? { ...load, force: load.force.map((x) => -x) as Load["force"] } : load,
    );
    expect(balanceOf(scene, poses, value, 1, wrong).left).toBeGreaterThan(1);
    const without = loads.filter((load) => load.name !== "drive");
    expect(without.length).toBe(loads.length - 1);
    expect(balanceOf(scene, poses, value, 1, without).leftMoment).toBeGreaterThan(1);
  });

  it("has each joint act oppositely on its two bodies", () => {
    const on = (body: number): Load => at(3, body).loads.find((load) => load.name === "A")!;
    expect(on(1).force.map((x, i) => x + on(2).force[i]!)).toEqual([0, 0, 0]);
    expect(size(on(1).force)).toBeGreaterThan(1);
  });

  it("draws every arrow and label inside the picture", () => {
    const poses = posesAtRow(scene, motion, 3);
    const extent = diagramExtent(scene, table, motion, 2);
    const { arrows } = diagramOf(scene, poses, sampleAt(table, 3, 0), 2, extent);
    expect(arrows.map((one) => one.kind).sort()).toEqual(["gravity", "inertia", "joint", "joint"]);
    for (const one of arrows) {
      expect(one.textAt[0]).toBeGreaterThanOrEqual(0);
      expect(one.textAt[0]).toBeLessThan(WIDTH);
      expect(one.textAt[1]).toBeGreaterThan(0);
      expect(one.textAt[1]).toBeLessThan(HEIGHT);
    }
  });
});

describe("the scale of arrows", () => {
  it("is not spoilt by a short peak, which is still at most four times as long", () => {
    expect(fullArrow(Float64Array.from([1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 3]))).toBe(1);
    expect(fullArrow(Float64Array.from([1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 100]))).toBe(25);
    expect(fullArrow(new Float64Array(0))).toBe(0);
  });
});

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

function read(name: string): { scene: Scene; table: Table } {
  const { scene, table } = JSON.parse(readFileSync(new URL(name, import.meta.url), "utf8")) as Kept;
  return { scene, table: { ...table, columns: table.columns.map((column) => Float64Array.from(column)) } };
}

const { scene, table } = read("./fourbar_motor.json");
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

/* Sheet, cross, sleeve, ball, loose and slide: each freedom driven, or with an actuator, between bodies that move. */
describe.each(["kinematics", "inverse"])("every kind of freedom in space, by %s", (kind) => {
  const driven = read(`./fixtures/driven_${kind}.json`);
  const moved = motionOf(driven.scene, driven.table);
  const left = (row: number, body: number, without?: string): number => {
    const poses = posesAtRow(driven.scene, moved, row);
    const value = sampleAt(driven.table, row, 0);
    const loads = loadsOn(driven.scene, poses, value, body);
    const rest = loads.filter((load) => load.kind !== "driver" || load.name !== without);
    const balance = balanceOf(driven.scene, poses, value, body, rest);
    return Math.max(balance.left, balance.leftMoment);
  };

  it("balances to 1e-9 N and N m in every row", () => {
    for (let row = 0; row < driven.table.rows; row++)
      for (let body = 1; body < driven.scene.bodies.length; body++) expect(left(row, body)).toBeLessThan(1e-9);
  });

  it("would not balance without any one of them", () => {
    const acting =
      kind === "inverse" ? driven.scene.joints.map((one) => one.name) : driven.scene.drivers.map((one) => one.name);
    for (const name of acting) {
      const most = driven.scene.bodies.slice(1).map((_, i) => left(3, i + 1, name));
      expect(Math.max(...most), name).toBeGreaterThan(1e-2);
    }
  });
});

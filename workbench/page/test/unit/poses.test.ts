/* poses.test.ts - motion between the rows of a table: cubics through values and speeds, in the plane and in space. */
import { MOBILE } from "./tables";
import { describe, expect, it } from "vitest";
import type { Pose, Quaternion, Scene, SceneBody, Table, Vec } from "../../src/engine/engine";
import { fromRotationVector, motionOf, placed, posesAt, product, rowAt } from "../../src/drawing/poses";
import { partAt, tracePath } from "../../src/drawing/trace_path";

const pose: Pose = { at: [0, 0, 0], angle: 0, q: [1, 0, 0, 0] };

function body(name: string): SceneBody {
  const place = { line: 0, column: 0 };
  const points = [{ name: "P", at: [1, 0, 0] as [number, number, number], ...place }];
  return {
    name,
    ...place,
    drawn: false,
    mass: 1,
    inertia: [1, 1, 1, 0, 0, 0],
    com: [0, 0, 0],
    points,
    shape: { kind: "none" },
    pose,
  };
}

function sceneOf(space: boolean): Scene {
  return {
    title: "",
    space,
    size: 1,
    gravity: [0, 0, 0],
    bodies: [body("ground"), body("wheel")],
    joints: [],
    forces: [],
    drivers: [],
    parameters: [],
    analyses: [],
    drawing: [],
    channels: [],
    assembled: true,
    dof: 1,
    mobility: MOBILE,
  };
}

function tableOf(rows: number, columns: Record<string, (t: number) => number>, end: number): Table {
  const t = Float64Array.from({ length: rows }, (_, i) => (end * i) / (rows - 1));
  const names = Object.keys(columns);
  return {
    kind: "dynamics",
    channels: [{ name: "t", unit: "s" }, ...names.map((name) => ({ name, unit: "" }))],
    rows,
    rowNames: null,
    facts: [],
    columns: [t, ...names.map((name) => t.map(columns[name]!))],
  };
}

const W = 2 * Math.PI; // one turn a second
const circle = {
  "wheel.x": (t: number) => Math.cos(W * t),
  "wheel.y": (t: number) => Math.sin(W * t),
  "wheel.angle": (t: number) => W * t,
  "wheel.vx": (t: number) => -W * Math.sin(W * t),
  "wheel.vy": (t: number) => W * Math.cos(W * t),
  "wheel.omega": () => W,
};

/* Farthest from the circle between rows. */
function worst(table: Table): number {
  const scene = sceneOf(false);
  const motion = motionOf(scene, table);
  let most = 0;
  for (let t = 0; t <= 1; t += 0.003) {
    const { at } = posesAt(scene, motion, t)[1]!;
    most = Math.max(most, Math.hypot(at[0] - Math.cos(W * t), at[1] - Math.sin(W * t)));
  }
  return most;
}

describe("between rows", () => {
  it("interpolates a circle with sixteen rows to 1/2000, which straight lines do not", () => {
    const { "wheel.x": x, "wheel.y": y, "wheel.angle": angle } = circle;
    expect(worst(tableOf(17, circle, 1))).toBeLessThan(5e-4);
    expect(worst(tableOf(17, { "wheel.x": x, "wheel.y": y, "wheel.angle": angle }, 1))).toBeGreaterThan(1e-2);
  });

  it("is sixteen times as accurate with twice as many rows", () => {
    const ratio = worst(tableOf(17, circle, 1)) / worst(tableOf(33, circle, 1));
    expect(ratio).toBeGreaterThan(13);
    expect(ratio).toBeLessThan(19);
  });

  it("shows the nearer row if rows are too far apart", () => {
    const scene = { ...sceneOf(false), size: 1 };
    const motion = motionOf(scene, tableOf(2, { ...circle, "wheel.x": (t) => 5 * t }, 1));
    for (const [t, row] of [
      [0.4, 0],
      [0.6, 1],
    ] as const)
      expect(posesAt(scene, motion, t)[1]!.at[0]).toBe(motion.bodies[1]!.at[0]![row]);
  });

  it("does not interpret a matrix as poses, whatever its columns are named", () => {
    const table = tableOf(17, circle, 1);
    const named = table.channels.map(({ name }) => name);
    expect(named[0]).toBe("t");
    const matrix = { ...table, kind: "evaluate.M", channels: table.channels.slice(1), columns: table.columns.slice(1) };
    expect(motionOf(sceneOf(false), table).bodies[1]).not.toBeNull();
    expect(motionOf(sceneOf(false), matrix).bodies[1]).toBeNull();
  });

  it("passes through the rows and stops at the ends", () => {
    const scene = sceneOf(false);
    const motion = motionOf(scene, tableOf(17, circle, 1));
    expect(posesAt(scene, motion, 0.25)[1]!.at[1]).toBe(1);
    expect(posesAt(scene, motion, 99)[1]!.angle).toBeCloseTo(W, 12);
    expect(rowAt(motion, -1)).toEqual([0, 0]);
    expect(rowAt(motion, 0.25 + 0.5 / 16)[1]).toBeCloseTo(0.5, 9);
  });

  it("rotates about a slanted axis by more than half a revolution between rows", () => {
    const scene = sceneOf(true);
    const axis = [1, 2, 2].map((one) => one / 3);
    const speed = (t: number): number => 9 + 2 * t;
    const angle = (t: number): number => 9 * t + t * t;
    const columns: Record<string, (t: number) => number> = { "wheel.qw": (t) => Math.cos(angle(t) / 2) };
    "xyz".split("").forEach((name, i) => {
      columns[`wheel.${name}`] = () => 0;
      columns[`wheel.v${name}`] = () => 0;
      columns[`wheel.q${name}`] = (t) => axis[i]! * Math.sin(angle(t) / 2);
      columns[`wheel.omega${name}`] = (t) => axis[i]! * speed(t);
    });
    const motion = motionOf(scene, tableOf(5, columns, 2)); // 4.5 rad a row
    for (let t = 0; t < 2; t += 0.07) {
      const { q } = posesAt(scene, motion, t)[1]!;
      const exact = [Math.cos(angle(t) / 2), ...axis.map((one) => one * Math.sin(angle(t) / 2))];
      const same = q.reduce((sum, one, i) => sum + one * exact[i]!, 0);
      expect(Math.abs(same)).toBeCloseTo(1, 9);
    }
  });
});

describe("rotations in space", () => {
  /* A top: it spins about its axis at `spin` rad/s, while the axis turns about z at 1 rad/s, 0.5 rad from it. */
  const top = (spin: number): Record<string, (t: number) => number> => {
    const half = (t: number): Quaternion =>
      product(
        fromRotationVector([0, 0, t]),
        product(fromRotationVector([0.5, 0, 0]), fromRotationVector([0, 0, spin * t])),
      );
    const axis = (t: number): Vec => [Math.sin(0.5) * Math.sin(t), -Math.sin(0.5) * Math.cos(t), Math.cos(0.5)];
    const columns: Record<string, (t: number) => number> = {};
    "wxyz".split("").forEach((name, i) => (columns[`wheel.q${name}`] = (t) => half(t)[i]!));
    "xyz".split("").forEach((name, i) => {
      columns[`wheel.${name}`] = columns[`wheel.v${name}`] = () => 0;
      columns[`wheel.omega${name}`] = (t) => spin * axis(t)[i]! + (i === 2 ? 1 : 0);
    });
    return columns;
  };
  /* The largest turn (rad) between what is shown and what is so, with so many rows a second. */
  const off = (spin: number, rows: number): number => {
    const scene = sceneOf(true);
    const columns = top(spin);
    const motion = motionOf(scene, tableOf(rows + 1, columns, 1));
    let most = 0;
    for (let t = 0; t <= 1; t += 0.0037) {
      const { q } = posesAt(scene, motion, t)[1]!;
      const same = q.reduce((sum, one, i) => sum + one * columns[`wheel.q${"wxyz"[i]}`]!(t), 0);
      most = Math.max(most, 2 * Math.acos(Math.min(Math.abs(same), 1)));
    }
    return most;
  };

  it("are smooth even with about a whole revolution between rows", () => {
    for (const spin of [5, 40, 20 * 2 * Math.PI - 0.9, 20 * 2 * Math.PI, 20 * 2 * Math.PI + 0.3])
      expect(off(spin, 20)).toBeLessThan(0.05);
  });

  it("are sixteen times as accurate with twice as many rows", () => {
    const ratio = off(5, 10) / off(5, 20);
    expect(ratio).toBeGreaterThan(11);
    expect(ratio).toBeLessThan(20);
  });

  it("are not guessed if rows are too far apart", () => {
    const scene = sceneOf(true);
    const columns = { ...top(0), "wheel.omegax": () => 40, "wheel.omegaz": () => 0, "wheel.omegay": () => 0 };
    const motion = motionOf(scene, tableOf(2, columns, 1));
    expect(posesAt(scene, motion, 0.4)[1]!.q).toEqual(posesAt(scene, motion, 0)[1]!.q);
    expect(posesAt(scene, motion, 0.6)[1]!.q).toEqual(posesAt(scene, motion, 1)[1]!.q);
  });
});

describe("paths", () => {
  it("is straight where the drawing shows the nearer row", () => {
    const scene = sceneOf(false);
    const motion = motionOf(scene, tableOf(2, { ...circle, "wheel.x": (t) => 5 * t, "wheel.y": () => 0 }, 1));
    const path = tracePath(scene, motion, { name: "wheel", body: 1, at: [0, 0, 0] })!;
    expect(path.along[path.along.length - 1]).toBe(5);
  });

  it("has the length of the circle and knows the part passed", () => {
    const scene = sceneOf(false);
    const motion = motionOf(scene, tableOf(17, circle, 1));
    const path = tracePath(scene, motion, { name: "wheel", body: 1, at: [0, 0, 0] })!;
    expect(path.along[path.along.length - 1]).toBeCloseTo(2 * Math.PI, 3);
    expect(partAt(path, 0)).toBe(0);
    expect(partAt(path, 0.25)).toBeCloseTo(0.25, 4);
    expect(partAt(path, 2)).toBe(1);
  });
});

describe("points", () => {
  it("are placed about the centre of mass", () => {
    const quarter: Pose = { at: [5, 1, 0], angle: Math.PI / 2, q: [Math.SQRT1_2, 0, 0, Math.SQRT1_2] };
    const [x, y] = placed({ com: [1, 0, 0] }, quarter, [3, 0, 0]);
    expect(x).toBeCloseTo(5, 12);
    expect(y).toBeCloseTo(3, 12);
  });
});

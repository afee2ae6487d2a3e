/* tables.ts - tables for tests, from CSV as the program writes it. */
import type { JointCoordinate, Mobility, Scene, Table } from "../../src/engine/engine";
import type { Run } from "../../src/state/runs";

export function tableOf(csv: string, kind = "dynamics"): Table {
  const [head, ...lines] = csv.trimEnd().split("\n") as [string, ...string[]];
  const rows = lines.map((line) => line.split(",").map(Number));
  const channels = head.split(",").map((name) => ({ name, unit: unit(name) }));
  const columns = channels.map((_, i) => Float64Array.from(rows, (row) => row[i]!));
  return { kind, channels, rows: rows.length, rowNames: null, facts: [], columns };
}

function unit(name: string): string {
  if (name === "t") return "s";
  if (/\.f[xyz]$/.test(name)) return "N";
  if (/torque$/.test(name)) return "N*m";
  if (/angle$/.test(name)) return "rad";
  if (/^energy/.test(name)) return "J";
  return "m";
}

function named<T extends object>(name: string, more: T): T & { name: string; line: number; column: number } {
  return { name, line: 0, column: 0, ...more };
}

const origin: [number, number, number] = [0, 0, 0];

/* The coordinate of a pin. */
export function turning(channel: string): JointCoordinate {
  return { channel, unit: "rad", value: 0, actuator: channel.replace(/\.angle$/, ".actuator") };
}

/* Of a mechanism that moves. */
export const MOBILE: Mobility = {
  ...{ count: 1, joints: 1, redundant: 0, drivers: 0, excess: 0 },
  verdict: "moves",
  remedies: [],
};

export function fourbarScene(): Scene {
  const body = (name: string) =>
    named(name, {
      drawn: false,
      mass: 1,
      inertia: [0, 0, 1, 0, 0, 0],
      com: origin,
      points: [],
      shape: { kind: "none" as const },
      pose: { at: origin, angle: 0, q: [1, 0, 0, 0] as [number, number, number, number] },
    });
  const joint = (name: string, bodies: [number, number]) =>
    named(name, {
      type: "revolute",
      bodies,
      points: [origin, origin] as [typeof origin, typeof origin],
      axes: [origin, origin] as [typeof origin, typeof origin],
      numbers: {},
      compliant: false,
      coordinates: [turning(`${name}.angle`)],
    });
  return {
    title: "Four-bar",
    space: false,
    size: 4,
    gravity: [0, -9.81, 0],
    bodies: [body("ground"), body("crank"), body("coupler"), body("follower")],
    joints: [joint("O", [0, 1]), joint("A", [1, 2]), joint("B", [2, 3]), joint("C", [0, 3])],
    forces: [named("drive", { type: "motor", bodies: [0, 1], points: [origin, origin], joint: "O", numbers: {} })],
    drivers: [],
    parameters: [],
    analyses: [{ kind: "dynamics", line: 1, column: 1 }],
    drawing: [],
    channels: [],
    assembled: true,
    dof: 1,
    mobility: MOBILE,
  };
}

/* A run of the four-bar from which these tables came. */
export function runOf(id: number, text: string, tables: Table[]): Run {
  const scene = fourbarScene();
  return {
    ...{ id, label: "", text, settings: {}, options: {}, scene, check: "", made: 0 },
    ...{ status: "ok", messages: [], seconds: 0, tables },
  };
}

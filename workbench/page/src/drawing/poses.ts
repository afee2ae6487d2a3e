/* poses.ts - where the bodies are at an instant of a table: rows, and between rows along straight lines and shortest turns. */
import type { Pose, Quaternion, Scene, Table, Vec } from "../engine/engine";

/* Columns of one body in a table; null where the table has none. */
interface Columns {
  at: Float64Array[];
  angle: Float64Array | null;
  q: Float64Array[] | null;
}

export interface Motion {
  rows: number;
  t: Float64Array; // (rows) time; or the number of the row where the table has none
  timed: boolean; // rows follow each other in time
  bodies: (Columns | null)[]; // as Scene.bodies
}

export function column(table: Table, name: string): Float64Array | null {
  const index = table.channels.findIndex((channel) => channel.name === name);
  return index < 0 ? null : (table.columns[index] ?? null);
}

function all(table: Table, names: string[]): Float64Array[] | null {
  const found = names.map((name) => column(table, name));
  return found.every((one) => one !== null) ? found : null;
}

export function motionOf(scene: Scene, table: Table): Motion {
  const t = column(table, "t");
  const timed = t !== null && table.rows > 1 && t[table.rows - 1]! > t[0]!;
  return {
    rows: table.rows,
    t: timed ? t : Float64Array.from({ length: table.rows }, (_, row) => row),
    timed,
    bodies: scene.bodies.map(({ name }) => {
      const at = all(table, scene.space ? [`${name}.x`, `${name}.y`, `${name}.z`] : [`${name}.x`, `${name}.y`]);
      const q = scene.space
        ? all(
            table,
            ["w", "x", "y", "z"].map((axis) => `${name}.q${axis}`),
          )
        : null;
      const angle = scene.space ? null : column(table, `${name}.angle`);
      return at && (q || angle) ? { at, angle, q } : null;
    }),
  };
}

/* The row before time t, and the part of the way to the next. */
export function rowAt(motion: Motion, t: number): [row: number, part: number] {
  let low = 0;
  let high = motion.rows - 1;
  if (!(t > motion.t[0]!)) return [0, 0];
  if (t >= motion.t[high]!) return [high, 0];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (motion.t[middle]! <= t) low = middle;
    else high = middle;
  }
  return [low, (t - motion.t[low]!) / (motion.t[high]! - motion.t[low]!)];
}

function between(values: Float64Array, row: number, part: number): number {
  const here = values[row]!;
  return part === 0 ? here : here + part * (values[row + 1]! - here);
}

function turnBetween(q: Float64Array[], row: number, part: number): Quaternion {
  const here = q.map((one) => one[row]!) as Quaternion;
  if (part === 0) return here;
  const next = q.map((one) => one[row + 1]!) as Quaternion;
  const sign = here.reduce((sum, one, i) => sum + one * next[i]!, 0) < 0 ? -1 : 1;
  const mixed = here.map((one, i) => (1 - part) * one + part * sign * next[i]!);
  const length = Math.hypot(...mixed);
  return mixed.map((one) => one / length) as Quaternion;
}

export function posesAt(scene: Scene, motion: Motion, t: number): Pose[] {
  const [row, part] = rowAt(motion, t);
  return scene.bodies.map((body, i) => {
    const columns = motion.bodies[i];
    if (!columns) return body.pose;
    const at: Vec = [0, 0, 0];
    columns.at.forEach((one, axis) => (at[axis as 0 | 1 | 2] = between(one, row, part)));
    const angle = columns.angle ? between(columns.angle, row, part) : 0;
    const q: Quaternion = columns.q
      ? turnBetween(columns.q, row, part)
      : [Math.cos(angle / 2), 0, 0, Math.sin(angle / 2)];
    return { at, angle, q };
  });
}

/* A point of a body, given in its frame, on the ground. */
export function placed(body: { com: Vec }, pose: Pose, p: Vec): Vec {
  const [w, x, y, z] = pose.q;
  const d: Vec = [p[0] - body.com[0], p[1] - body.com[1], p[2] - body.com[2]];
  const c: Vec = [y * d[2] - z * d[1] + w * d[0], z * d[0] - x * d[2] + w * d[1], x * d[1] - y * d[0] + w * d[2]];
  return [
    pose.at[0] + d[0] + 2 * (y * c[2] - z * c[1]),
    pose.at[1] + d[1] + 2 * (z * c[0] - x * c[2]),
    pose.at[2] + d[2] + 2 * (x * c[1] - y * c[0]),
  ];
}

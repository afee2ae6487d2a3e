/* poses.ts - where the bodies are at an instant of a table.
 *
 * Between rows a coordinate follows the cubic (Hermite) through its values and its speeds at both ends, so that few rows move as
 * smoothly as many; where the table has no speeds, straight lines and shortest turns. In space the cubic is that of the rotation
 * vector from the row before: R(t) = exp(r(t)) R_0, with r' = J(r)^-1 omega at the end.
 */
import type { Pose, Quaternion, Scene, Table, Vec } from "../engine/engine";
import { channelColumn } from "./sample";

/* Columns of one body in a table; null where the table has none. */
interface Columns {
  at: Float64Array[];
  speed: Float64Array[] | null;
  angle: Float64Array | null;
  omega: Float64Array | null;
  q: Float64Array[] | null;
  turning: Float64Array[] | null; // omegax, omegay, omegaz
}

export interface Motion {
  rows: number;
  t: Float64Array; // (rows) time; or the number of the row where the table has none
  timed: boolean; // rows follow each other in time
  bodies: (Columns | null)[]; // as Scene.bodies
}

function all(table: Table, names: string[]): Float64Array[] | null {
  const found = names.map((name) => channelColumn(table, name));
  return found.every((one) => one !== null) ? found : null;
}

function columnsOf(table: Table, name: string, space: boolean): Columns | null {
  const axes = space ? ["x", "y", "z"] : ["x", "y"];
  const at = all(
    table,
    axes.map((axis) => `${name}.${axis}`),
  );
  const speed = all(
    table,
    axes.map((axis) => `${name}.v${axis}`),
  );
  if (!at) return null;
  if (!space) {
    const angle = channelColumn(table, `${name}.angle`);
    return angle && { at, speed, angle, omega: channelColumn(table, `${name}.omega`), q: null, turning: null };
  }
  const q = all(
    table,
    ["w", "x", "y", "z"].map((axis) => `${name}.q${axis}`),
  );
  const turning = all(
    table,
    axes.map((axis) => `${name}.omega${axis}`),
  );
  return q && { at, speed, angle: null, omega: null, q, turning };
}

/* Rows of these follow each other in time; those of others are solutions beside each other. */
const TIMED = /^(dynamics|kinematics|inverse)/;

export function motionOf(scene: Scene, table: Table): Motion {
  const t = channelColumn(table, "t");
  const timed = t !== null && TIMED.test(table.kind) && table.rows > 1 && t[table.rows - 1]! > t[0]!;
  return {
    rows: table.rows,
    t: timed ? t : Float64Array.from({ length: table.rows }, (_, row) => row),
    timed,
    /* a matrix (evaluate.M) has columns of these names, too, but no time */
    bodies: scene.bodies.map(({ name }, i) => (i === 0 || !t ? null : columnsOf(table, name, scene.space))),
  };
}

/* The row before time t, and the part of the way to the next. */
export function rowAt(motion: Motion, t: number): [row: number, part: number] {
  let low = 0;
  let high = motion.rows - 1;
  if (!(t > motion.t[0]!)) return [0, 0];
  if (t >= motion.t[high]!) return [Math.max(high, 0), 0];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (motion.t[middle]! <= t) low = middle;
    else high = middle;
  }
  return [low, (t - motion.t[low]!) / (motion.t[high]! - motion.t[low]!)];
}

/* The cubic from a to b with slopes da and db over an interval h, at part s of it. */
function hermite(a: number, b: number, da: number, db: number, h: number, s: number): number {
  const r = 1 - s;
  return r * r * ((1 + 2 * s) * a + s * h * da) + s * s * ((3 - 2 * s) * b - r * h * db);
}

function between(values: Float64Array, slopes: Float64Array | null | undefined, row: number, h: number, part: number) {
  const here = values[row]!;
  if (part === 0) return here;
  if (!slopes) return here + part * (values[row + 1]! - here);
  return hermite(here, values[row + 1]!, slopes[row]!, slopes[row + 1]!, h, part);
}

function cross(a: Vec, b: Vec): Vec {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}

function product(a: Quaternion, b: Quaternion): Quaternion {
  return [
    a[0] * b[0] - a[1] * b[1] - a[2] * b[2] - a[3] * b[3],
    a[0] * b[1] + a[1] * b[0] + a[2] * b[3] - a[3] * b[2],
    a[0] * b[2] - a[1] * b[3] + a[2] * b[0] + a[3] * b[1],
    a[0] * b[3] + a[1] * b[2] - a[2] * b[1] + a[3] * b[0],
  ];
}

/* The rotation vector of a quaternion: the shortest, or the one nearest to `near`, whole turns apart. */
function rotationVector(q: Quaternion, near: Vec | null): Vec {
  const sine = Math.hypot(q[1], q[2], q[3]);
  if (sine < 1e-12) return near && Math.hypot(...near) > Math.PI ? near : [0, 0, 0];
  let angle = 2 * Math.atan2(sine, q[0]);
  if (angle > Math.PI) angle -= 2 * Math.PI;
  const axis: Vec = [q[1] / sine, q[2] / sine, q[3] / sine];
  if (near) {
    const wanted = near[0] * axis[0] + near[1] * axis[1] + near[2] * axis[2];
    angle += 2 * Math.PI * Math.round((wanted - angle) / (2 * Math.PI));
  }
  return [angle * axis[0], angle * axis[1], angle * axis[2]];
}

export function fromRotationVector(r: Vec): Quaternion {
  const angle = Math.hypot(...r);
  const part = angle < 1e-9 ? 0.5 : Math.sin(angle / 2) / angle;
  return [Math.cos(angle / 2), part * r[0], part * r[1], part * r[2]];
}

/* r' for the angular velocity w (ground axes) at the rotation vector r. */
function rateOfVector(r: Vec, w: Vec): Vec {
  const angle = Math.hypot(...r);
  const half = angle / 2;
  const k = angle < 1e-3 ? 1 / 12 : (1 - half / Math.tan(half)) / (angle * angle);
  const one = cross(r, w);
  const two = cross(r, one);
  return [w[0] - one[0] / 2 + k * two[0], w[1] - one[1] / 2 + k * two[1], w[2] - one[2] / 2 + k * two[2]];
}

function triple(columns: Float64Array[], row: number): Vec {
  return [columns[0]![row]!, columns[1]![row]!, columns[2]![row]!];
}

function quaternionAt(q: Float64Array[], row: number): Quaternion {
  return [q[0]![row]!, q[1]![row]!, q[2]![row]!, q[3]![row]!];
}

function turnBetween(columns: Columns, row: number, h: number, part: number): Quaternion {
  const q = columns.q!;
  const here = quaternionAt(q, row);
  if (part === 0) return here;
  const next = quaternionAt(q, row + 1);
  const step = product(next, [here[0], -here[1], -here[2], -here[3]]);
  const rates = columns.turning;
  const [w0, w1] = rates ? [triple(rates, row), triple(rates, row + 1)] : [null, null];
  const guess: Vec | null = w0 && w1 && ([0, 1, 2].map((i) => ((w0[i]! + w1[i]!) * h) / 2) as Vec);
  const r = rotationVector(step, guess);
  const end = w1 && rateOfVector(r, w1);
  const now: Vec = [0, 1, 2].map((i) =>
    w0 && end ? hermite(0, r[i]!, w0[i]!, end[i]!, h, part) : part * r[i]!,
  ) as Vec;
  return product(fromRotationVector(now), here);
}

export function poseAt(columns: Columns, row: number, h: number, part: number): Pose {
  const { at, speed } = columns;
  const place: Vec = [0, 0, 0];
  for (let axis = 0; axis < at.length; axis++) place[axis] = between(at[axis]!, speed?.[axis], row, h, part);
  const angle = columns.angle ? between(columns.angle, columns.omega, row, h, part) : 0;
  const q: Quaternion = columns.q
    ? turnBetween(columns, row, h, part)
    : [Math.cos(angle / 2), 0, 0, Math.sin(angle / 2)];
  return { at: place, angle, q };
}

/* Rows far apart say nothing of what is between them: places, or turns, are not where the mean of the speeds would bring them. */
const STRAY = { place: 0.25, turn: 1 }; // as a part of the mechanism's size; rad

function strays(columns: Columns, row: number, h: number, size: number): boolean {
  const off = (values: Float64Array, slopes: Float64Array | undefined | null): number =>
    slopes ? Math.abs(values[row + 1]! - values[row]! - (h / 2) * (slopes[row]! + slopes[row + 1]!)) : 0;
  const apart = columns.at.some((values, axis) => off(values, columns.speed?.[axis]) > STRAY.place * size);
  return apart || (columns.angle !== null && off(columns.angle, columns.omega) > STRAY.turn);
}

export function posesAtRow(scene: Scene, motion: Motion, row: number, part = 0): Pose[] {
  if (part > 0 && scene.size > 0) {
    const step = motion.t[row + 1]! - motion.t[row]!;
    if (motion.bodies.some((one) => one !== null && strays(one, row, step, scene.size)))
      return posesAtRow(scene, motion, part < 0.5 ? row : row + 1);
  }
  const h = part === 0 ? 0 : motion.t[row + 1]! - motion.t[row]!;
  return scene.bodies.map((body, i) => {
    const columns = motion.bodies[i];
    return columns ? poseAt(columns, row, h, part) : body.pose;
  });
}

export function posesAt(scene: Scene, motion: Motion, t: number): Pose[] {
  if (motion.rows === 0) return scene.bodies.map((body) => body.pose);
  const [row, part] = rowAt(motion, t);
  return posesAtRow(scene, motion, row, motion.timed ? part : 0);
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

/* A direction of a body's frame, on the axes of the ground. */
export function turned(pose: Pose, v: Vec): Vec {
  return placed({ com: [0, 0, 0] }, { at: [0, 0, 0], angle: pose.angle, q: pose.q }, v);
}

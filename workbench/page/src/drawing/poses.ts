/* poses.ts - where the bodies are at an instant of a table.
 *
 * Between rows a coordinate follows the cubic (Hermite) through its values and its speeds at both ends, so that few rows move as
 * smoothly as many; where the table has no speeds, straight lines and shortest turns. In space a body turns as the mean b of its
 * angular velocities at both ends says, R = exp(c(s)) exp(s b) R_0 over s from 0 to 1, and the cubic is that of the small rest c:
 *
 *   c(0) = 0, c'(0) = omega_0 - b      c(1) = d, J(d) c'(1) = omega_1 - exp(d) b      (omega per interval)
 *
 * Whole turns between rows are then no matter: only d must be small, else the rows say nothing of what is between them.
 */
import type { Pose, Quaternion, Scene, Table, Vec } from "../engine/engine";
import { channelColumn } from "./sample";
import { isMotion } from "./states";
import { cross, length, minus, plus, times } from "./vectors";

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

export function motionOf(scene: Scene, table: Table): Motion {
  const t = channelColumn(table, "t");
  const timed = t !== null && isMotion(table) && table.rows > 1 && t[table.rows - 1]! > t[0]!;
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

export function product(a: Quaternion, b: Quaternion): Quaternion {
  return [
    a[0] * b[0] - a[1] * b[1] - a[2] * b[2] - a[3] * b[3],
    a[0] * b[1] + a[1] * b[0] + a[2] * b[3] - a[3] * b[2],
    a[0] * b[2] - a[1] * b[3] + a[2] * b[0] + a[3] * b[1],
    a[0] * b[3] + a[1] * b[2] - a[2] * b[1] + a[3] * b[0],
  ];
}

/* The shortest rotation vector of a quaternion. */
function rotationVector(q: Quaternion): Vec {
  const sine = Math.hypot(q[1], q[2], q[3]);
  if (sine < 1e-12) return [0, 0, 0];
  const angle = 2 * Math.atan2(sine, Math.abs(q[0]));
  return times([q[1], q[2], q[3]], (q[0] < 0 ? -angle : angle) / sine);
}

export function turnedBy([w, x, y, z]: Quaternion, v: Vec): Vec {
  const axis: Vec = [x, y, z];
  return plus(v, times(cross(axis, plus(cross(axis, v), times(v, w))), 2));
}

export function fromRotationVector(r: Vec): Quaternion {
  const angle = Math.hypot(...r);
  const part = angle < 1e-9 ? 0.5 : Math.sin(angle / 2) / angle;
  return [Math.cos(angle / 2), part * r[0], part * r[1], part * r[2]];
}

/* r' for the angular velocity w (ground axes) at the rotation vector r, which is shorter than a whole turn. */
function rateOfVector(r: Vec, w: Vec): Vec {
  const angle = length(r);
  const half = angle / 2;
  const k = angle < 1e-3 ? 1 / 12 : (1 - half / Math.tan(half)) / (angle * angle);
  const across = cross(r, w);
  return plus(plus(w, times(across, -1 / 2)), times(cross(r, across), k));
}

function inverse(q: Quaternion): Quaternion {
  return [q[0], -q[1], -q[2], -q[3]];
}

function triple(columns: Float64Array[], row: number): Vec {
  return [columns[0]![row]!, columns[1]![row]!, columns[2]![row]!];
}

function quaternionAt(q: Float64Array[], row: number): Quaternion {
  return [q[0]![row]!, q[1]![row]!, q[2]![row]!, q[3]![row]!];
}

interface Turn {
  mean: Vec; // of the angular velocities at both ends, per interval; nothing where the table has none
  rest: Vec; // what is left to the next row after a turn by `mean`
}

function turnOf(columns: Columns, row: number, h: number): Turn {
  const [here, next] = [quaternionAt(columns.q!, row), quaternionAt(columns.q!, row + 1)];
  const rates = columns.turning;
  const mean: Vec = rates ? times(plus(triple(rates, row), triple(rates, row + 1)), h / 2) : [0, 0, 0];
  return { mean, rest: rotationVector(product(product(next, inverse(here)), fromRotationVector(times(mean, -1)))) };
}

function turnBetween(columns: Columns, row: number, h: number, part: number): Quaternion {
  const here = quaternionAt(columns.q!, row);
  if (part === 0) return here;
  const { mean, rest } = turnOf(columns, row, h);
  const rates = columns.turning;
  if (!rates) return product(fromRotationVector(times(rest, part)), here);
  const speeds = [row, row + 1].map((one) => times(triple(rates, one), h)) as [Vec, Vec];
  const first = minus(speeds[0], mean);
  const last = rateOfVector(rest, minus(speeds[1], turnedBy(fromRotationVector(rest), mean)));
  const now = [0, 1, 2].map((i) => hermite(0, rest[i]!, first[i]!, last[i]!, 1, part)) as Vec;
  return product(product(fromRotationVector(now), fromRotationVector(times(mean, part))), here);
}

function poseAt(columns: Columns, row: number, h: number, part: number): Pose {
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
  if (apart) return true;
  if (columns.angle) return off(columns.angle, columns.omega) > STRAY.turn;
  return columns.turning !== null && length(turnOf(columns, row, h).rest) > STRAY.turn;
}

/* Where the bodies are shown part of the way to the next row: there, or at the nearer of the two where that cannot be told. */
function shownAt(scene: Scene, motion: Motion, row: number, part: number): [row: number, part: number, h: number] {
  if (part === 0) return [row, 0, 0];
  const h = motion.t[row + 1]! - motion.t[row]!;
  const apart =
    scene.size > 0 && motion.bodies.some((columns) => columns !== null && strays(columns, row, h, scene.size));
  return apart ? [part < 0.5 ? row : row + 1, 0, 0] : [row, part, h];
}

export function posesAtRow(scene: Scene, motion: Motion, row: number, part = 0): Pose[] {
  const [at, rest, h] = shownAt(scene, motion, row, part);
  return scene.bodies.map((body, i) => {
    const columns = motion.bodies[i];
    return columns ? poseAt(columns, at, h, rest) : body.pose;
  });
}

/* The same of one body. */
export function poseAtRow(scene: Scene, motion: Motion, body: number, row: number, part: number): Pose {
  const columns = motion.bodies[body];
  const [at, rest, h] = shownAt(scene, motion, row, part);
  return columns ? poseAt(columns, at, h, rest) : scene.bodies[body]!.pose;
}

export function posesAt(scene: Scene, motion: Motion, t: number): Pose[] {
  if (motion.rows === 0) return scene.bodies.map((body) => body.pose);
  const [row, part] = rowAt(motion, t);
  return posesAtRow(scene, motion, row, motion.timed ? part : 0);
}

/* A point of a body, given in its frame, on the ground. */
export function placed(body: { com: Vec }, pose: Pose, p: Vec): Vec {
  return plus(pose.at, turnedBy(pose.q, minus(p, body.com)));
}

/* A direction of a body's frame, on the axes of the ground. */
export function rotated(pose: Pose, v: Vec): Vec {
  return turnedBy(pose.q, v);
}

/* trace_path.ts - the path of a point over a whole table: places close enough together to be a smooth line, and how far along each is. */
import type { Scene } from "../engine/engine";
import { placed, poseAtRow, type Motion } from "./poses";
import type { ShownPoint } from "./points";

export interface TracePath {
  t: Float64Array; // of each place; rows where the table is not timed
  x: Float64Array; // m
  y: Float64Array;
  along: Float64Array; // m: length of the path up to each place
}

const PLACES = 600;

export function tracePath(scene: Scene, motion: Motion, point: ShownPoint): TracePath | null {
  if (!motion.bodies[point.body] || motion.rows < 2) return null;
  const between = motion.timed ? Math.max(1, Math.ceil(PLACES / (motion.rows - 1))) : 1;
  const count = (motion.rows - 1) * between + 1;
  const path: TracePath = {
    t: new Float64Array(count),
    x: new Float64Array(count),
    y: new Float64Array(count),
    along: new Float64Array(count),
  };
  const body = scene.bodies[point.body]!;
  for (let i = 0; i < count; i++) {
    const row = Math.floor(i / between);
    const part = (i % between) / between;
    const h = row + 1 < motion.rows ? motion.t[row + 1]! - motion.t[row]! : 0;
    const at = placed(body, poseAtRow(scene, motion, point.body, row, part), point.at);
    path.t[i] = motion.t[row]! + part * h;
    path.x[i] = at[0];
    path.y[i] = at[1];
    path.along[i] = i === 0 ? 0 : path.along[i - 1]! + Math.hypot(at[0] - path.x[i - 1]!, at[1] - path.y[i - 1]!);
  }
  return path;
}

/* Which part of its length the path has behind it at time t. */
export function partAt(path: TracePath, t: number): number {
  const total = path.along[path.along.length - 1]!;
  if (!(total > 0)) return 0;
  let [low, high] = [0, path.t.length - 1];
  if (t <= path.t[0]!) return 0;
  if (t >= path.t[high]!) return 1;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (path.t[middle]! <= t) low = middle;
    else high = middle;
  }
  const part = (t - path.t[low]!) / (path.t[high]! - path.t[low]!);
  return (path.along[low]! + part * (path.along[high]! - path.along[low]!)) / total;
}

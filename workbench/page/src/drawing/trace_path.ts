/* trace_path.ts - the path of a point over a whole table: places close enough together to be a smooth line, and how far along each is.
 *
 * Of very many places those are left out that lie on the line between others, to less than can be seen.
 */
import type { Scene, Vec } from "../engine/engine";
import { placed, poseAt, type Motion } from "./poses";
import type { ShownPoint } from "./points";

export interface TracePath {
  t: Float64Array; // of each place; rows where the table is not timed
  at: Vec[]; // m
  along: Float64Array; // m: length of the path up to each place
}

const PLACES = 600; // at least
const MOST = 15000;
const UNSEEN = 1 / 3000; // of the mechanism's size
const AHEAD = 64; // places that one line may stand for

/* How far p is from the line between a and b, squared. */
function off2(p: Vec, a: Vec, b: Vec): number {
  const [dx, dy, dz] = [b[0] - a[0], b[1] - a[1], b[2] - a[2]];
  const [px, py, pz] = [p[0] - a[0], p[1] - a[1], p[2] - a[2]];
  const length2 = dx * dx + dy * dy + dz * dz;
  const part = length2 > 0 ? Math.min(Math.max((px * dx + py * dy + pz * dz) / length2, 0), 1) : 0;
  return (px - part * dx) ** 2 + (py - part * dy) ** 2 + (pz - part * dz) ** 2;
}

/* Which of the places stay, so that the line through them passes the others within `near`. */
export function thinned(at: Vec[], near: number): number[] {
  const kept = [0];
  let from = 0;
  for (let to = 2; to < at.length; to++) {
    let fits = to - from <= AHEAD;
    for (let i = from + 1; fits && i < to; i++) fits = off2(at[i]!, at[from]!, at[to]!) <= near * near;
    if (!fits) kept.push((from = to - 1));
  }
  if (at.length > 1) kept.push(at.length - 1);
  return kept;
}

/* The longer a path is, the more it covers itself, and the coarser it may be. */
function few(at: Vec[], t: Float64Array, size: number): [Vec[], Float64Array] {
  let [places, times, near] = [at, t, UNSEEN * size];
  for (let pass = 0; places.length > MOST && pass < 20; pass++, near *= 1.5) {
    const kept = thinned(places, near);
    times = Float64Array.from(kept, (i) => times[i]!);
    places = kept.map((i) => places[i]!);
  }
  return [places, times];
}

export function tracePath(scene: Scene, motion: Motion, point: ShownPoint): TracePath | null {
  const columns = motion.bodies[point.body];
  if (!columns || motion.rows < 2) return null;
  const between = motion.timed ? Math.max(1, Math.ceil(PLACES / (motion.rows - 1))) : 1;
  const body = scene.bodies[point.body]!;
  const all: Vec[] = [];
  const times: number[] = [];
  for (let i = 0; i <= (motion.rows - 1) * between; i++) {
    const row = Math.floor(i / between);
    const part = (i % between) / between;
    const h = row + 1 < motion.rows ? motion.t[row + 1]! - motion.t[row]! : 0;
    const at = placed(body, poseAt(columns, row, h, part), point.at);
    if (Number.isNaN(at[0])) continue; // between the curves of a sweep
    all.push(at);
    times.push(motion.t[row]! + part * h);
  }
  const [at, t] = few(all, Float64Array.from(times), scene.size);
  const along = new Float64Array(at.length);
  for (let i = 1; i < at.length; i++) {
    const [a, b] = [at[i - 1]!, at[i]!];
    along[i] = along[i - 1]! + Math.hypot(b[0] - a[0], b[1] - a[1], b[2] - a[2]);
  }
  return { t, at, along };
}

/* The place before time t, and the part of the way to the next. */
export function placeAt({ t: times }: TracePath, t: number): [place: number, part: number] {
  let [low, high] = [0, times.length - 1];
  if (!(t > times[0]!)) return [0, 0];
  if (t >= times[high]!) return [high, 0];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (times[middle]! <= t) low = middle;
    else high = middle;
  }
  return [low, (t - times[low]!) / (times[high]! - times[low]!)];
}

/* Which part of its length the path has behind it at time t. */
export function partAt(path: TracePath, t: number): number {
  const { along } = path;
  const total = along[along.length - 1]!;
  if (!(total > 0)) return 0;
  const [place, part] = placeAt(path, t);
  const here = along[place]!;
  return (here + part * ((along[place + 1] ?? here) - here)) / total;
}

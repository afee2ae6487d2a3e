/* gizmo_geometry.ts - handles to move and rotate what is selected: three arrows and three rings about a place, and what a pointer on one of
 * them means: so far along its axis, or turned by so much about it.
 */
import type { Vec } from "../engine/engine";
import { rotation, translation, type Affine } from "../tools/affine";
import { across, cross, dot, minus, plus, times } from "./vectors";
import { meets, nearestOnLine, type Ray } from "./work_plane";

export interface Handle {
  id: string; // "move-x", "turn-z"
  does: "move" | "turn";
  letter: "x" | "y" | "z"; // of its axis, as it is coloured
  axis: Vec; // unit, ground
}

export type Triad = readonly [Vec, Vec, Vec];

export const GROUND_AXES: Triad = [
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
];

const LETTERS = ["x", "y", "z"] as const;

export function handlesAlong(axes: Triad, turns: boolean): Handle[] {
  const of = (does: Handle["does"]): Handle[] =>
    LETTERS.map((letter, i) => ({ id: `${does}-${letter}`, does, letter, axis: axes[i]! }));
  return [...(turns ? of("turn") : []), ...of("move")];
}

/* Two directions across an axis, so that first, second and axis are right-handed. */
export function acrossAxis(axis: Vec): [Vec, Vec] {
  const first = across(axis);
  return [first, cross(axis, first)];
}

/* Where a pointer is on a handle: m along the axis, or rad about it; null: it cannot be told from this side. `radius`: of the ring, m. */
export function valueAt({ does, axis }: Handle, centre: Vec, radius: number, ray: Ray): number | null {
  if (does === "move") return nearestOnLine(centre, axis, ray);
  const [first, second] = acrossAxis(axis);
  const met = meets({ name: "", origin: centre, x: first, y: second, normal: axis }, ray);
  if (met) {
    const by = minus(met, centre);
    return Math.atan2(dot(by, second), dot(by, first));
  }
  /* seen from its edge: along the line in which it is seen, on the side of the eye */
  const towards = times(ray.along, -1);
  const near = minus(towards, times(axis, dot(towards, axis)));
  const out = times(near, 1 / Math.max(Math.hypot(...near), 1e-12));
  const far = nearestOnLine(plus(centre, times(out, radius)), cross(axis, out), ray);
  return far === null ? null : Math.atan2(dot(out, second), dot(out, first)) + far / radius;
}

/* From one value of a handle to another; a turn goes the short way. */
export function changeOf({ does }: Handle, from: number, to: number): number {
  const by = to - from;
  return does === "move" ? by : Math.atan2(Math.sin(by), Math.cos(by));
}

const DEGREE = Math.PI / 180;

export interface Steps {
  grid: number; // m; 0: freely
  coarse: boolean; // turns by 15 degrees
  free: boolean;
}

/* In whole steps; a place on an axis (`at`) goes from line to line of the grid. */
export function stepped(
  { does }: Handle,
  value: number,
  { grid, coarse, free }: Steps,
  at: number | null = null,
): number {
  const step = does === "move" ? grid : (coarse ? 15 : 1) * DEGREE;
  if (free || step <= 0) return value;
  const from = does === "move" && at !== null ? at : 0;
  return Math.round((from + value) / step) * step - from;
}

export function imageBy({ does, axis }: Handle, value: number, centre: Vec): Affine {
  return does === "move" ? translation(times(axis, value)) : rotation(value, centre, axis);
}

/* ---- how they are seen ---- */

export const ARROW = 84; // px
export const RING = 60; // px

/* Places of a ring, all round. */
export function ringPlaces(centre: Vec, axis: Vec, radius: number, count = 48): Vec[] {
  const [first, second] = acrossAxis(axis);
  return Array.from({ length: count + 1 }, (_, i) => {
    const angle = (2 * Math.PI * i) / count;
    return plus(centre, plus(times(first, radius * Math.cos(angle)), times(second, radius * Math.sin(angle))));
  });
}

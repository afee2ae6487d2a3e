/* work_plane.ts - the plane in space that the pointer draws on: places on it, and where rays meet it. */
import type { Vec } from "../engine/engine";
import { across, cross, dot, minus, plus, times, unit } from "./vectors";

export interface WorkPlane {
  name: string; // "xy"; "" of one that was picked
  origin: Vec;
  x: Vec; // to the right, where one looks at it
  y: Vec; // up
  normal: Vec;
}

export const PLANES: readonly WorkPlane[] = [
  { name: "xy", origin: [0, 0, 0], x: [1, 0, 0], y: [0, 1, 0], normal: [0, 0, 1] },
  { name: "xz", origin: [0, 0, 0], x: [1, 0, 0], y: [0, 0, 1], normal: [0, 1, 0] },
  { name: "yz", origin: [0, 0, 0], x: [0, 1, 0], y: [0, 0, 1], normal: [1, 0, 0] },
];

/* ---- places on it ---- */

export function onPlane({ origin, x, y }: WorkPlane, at: Vec): [number, number] {
  const by = minus(at, origin);
  return [dot(by, x), dot(by, y)];
}

export function fromPlane({ origin, x, y }: WorkPlane, [u, v]: readonly [number, number, number?]): Vec {
  return plus(origin, plus(times(x, u), times(y, v)));
}

export function heightOver({ origin, normal }: WorkPlane, at: Vec): number {
  return dot(minus(at, origin), normal);
}

/* The plane parallel to it that passes a place; its grid keeps where its lines are. */
export function passing(plane: WorkPlane, at: Vec): WorkPlane {
  return { ...plane, origin: plus(plane.origin, times(plane.normal, heightOver(plane, at))) };
}

export interface Ray {
  from: Vec;
  along: Vec; // unit
}

const EDGE = 0.06; // sine of the angle below which a plane is seen from its edge

/* Where a ray meets the plane; null: it is seen from its edge, or lies behind the eye. */
export function meets({ origin, normal }: WorkPlane, { from, along }: Ray): Vec | null {
  const slope = dot(along, normal);
  const far = dot(minus(origin, from), normal) / slope;
  return Math.abs(slope) < EDGE || far <= 0 ? null : plus(from, times(along, far));
}

/* The place of a line (through `at`, along a unit direction) that is nearest to a ray, as its distance from `at`; null: they are parallel. */
export function nearestOnLine(at: Vec, direction: Vec, ray: Ray): number | null {
  const b = dot(direction, ray.along);
  const rest = 1 - b * b;
  if (rest < 1e-6) return null;
  const by = minus(at, ray.from);
  return (b * dot(ray.along, by) - dot(direction, by)) / rest;
}

/* Along its normal, so far from the origin of the ground. */
export function offsetOf(plane: WorkPlane): number {
  return dot(plane.origin, plane.normal);
}

/* On a face: its axes lie along those of the ground as far as they can. */
export function planeOn(at: Vec, normal: Vec): WorkPlane {
  const n = unit(normal);
  const own = PLANES.find((one) => Math.abs(dot(one.normal, n)) > 1 - 1e-9);
  if (own) return { ...own, origin: at };
  const level = cross([0, 0, 1], n);
  const x = dot(level, level) > 1e-6 ? unit(level) : across(n);
  return { name: "", origin: at, x, y: cross(n, x), normal: n };
}

/* geometry.ts - small sums in the plane that tools share. */
import type { Point } from "../drawing/camera";
import type { Pose, Vec } from "../engine/engine";

export function plus(a: Point, b: Point): Point {
  return [a[0] + b[0], a[1] + b[1]];
}

export function minus(a: Point, b: Point): Point {
  return [a[0] - b[0], a[1] - b[1]];
}

export function distance(a: Point, b: Point): number {
  return Math.hypot(a[0] - b[0], a[1] - b[1]);
}

export function rotated(by: Point, angle: number): Point {
  const [c, s] = [Math.cos(angle), Math.sin(angle)];
  return [c * by[0] - s * by[1], s * by[0] + c * by[1]];
}

/* How the frame of a body lies on the ground: turned by an angle, its origin at a place. */
export interface Frame {
  origin: Point;
  angle: number;
}

export const STILL: Frame = { origin: [0, 0], angle: 0 };

/* The frame of a body whose centre of mass `com` (body frame) is at a pose. */
export function frameOf(com: Vec, pose: Pose): Frame {
  const arm = rotated([com[0], com[1]], pose.angle);
  return { origin: [pose.at[0] - arm[0], pose.at[1] - arm[1]], angle: pose.angle };
}

export function onGround(frame: Frame, at: Point): Point {
  return plus(frame.origin, rotated(at, frame.angle));
}

export function inFrame(frame: Frame, at: Point): Point {
  return rotated(minus(at, frame.origin), -frame.angle);
}

export function alike(a: Frame, b: Frame, size: number, part = 1e-9): boolean {
  return distance(a.origin, b.origin) <= part * size && Math.abs(a.angle - b.angle) <= part;
}

/* Whether all points lie on one line, as nearly as can be seen. */
export function collinear(points: Point[]): boolean {
  const [first, ...rest] = points;
  if (!first || rest.length < 2) return true;
  const far = rest.reduce((best, one) => (distance(one, first) > distance(best, first) ? one : best));
  const along = minus(far, first);
  const length = Math.hypot(along[0], along[1]);
  return rest.every((one) => {
    const by = minus(one, first);
    return Math.abs(along[0] * by[1] - along[1] * by[0]) <= 1e-3 * length * length;
  });
}

/* Where the stretches a-b and c-d cross; null: they do not. */
export function crossing(a: Point, b: Point, c: Point, d: Point): Point | null {
  const [u, v, w] = [minus(b, a), minus(d, c), minus(c, a)];
  const area = u[0] * v[1] - u[1] * v[0];
  if (Math.abs(area) <= 1e-9 * Math.hypot(u[0], u[1]) * Math.hypot(v[0], v[1])) return null;
  const along = (w[0] * v[1] - w[1] * v[0]) / area;
  const other = (w[0] * u[1] - w[1] * u[0]) / area;
  if (Math.min(along, other) < 0 || Math.max(along, other) > 1) return null;
  return [a[0] + along * u[0], a[1] + along * u[1]];
}

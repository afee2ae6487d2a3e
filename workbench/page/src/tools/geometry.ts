/* geometry.ts - small sums that tools share, in the plane and, where places have three numbers, in space. */
import type { Place as Point } from "../drawing/camera";
import { turnedBy } from "../drawing/poses";
import { cross } from "../drawing/vectors";
import type { Pose, Quaternion, Vec } from "../engine/engine";

/* A place with three numbers; of one in the plane the third is 0. */
export function vec(at: Point): Vec {
  return [at[0], at[1], at[2] ?? 0];
}

/* Two numbers where both have two. */
function each(a: Point, b: Point, sum: (x: number, y: number) => number): Point {
  const flat: Point = [sum(a[0], b[0]), sum(a[1], b[1])];
  return a[2] === undefined && b[2] === undefined ? flat : [...(flat as [number, number]), sum(a[2] ?? 0, b[2] ?? 0)];
}

export function plus(a: Point, b: Point): Point {
  return each(a, b, (x, y) => x + y);
}

export function minus(a: Point, b: Point): Point {
  return each(a, b, (x, y) => x - y);
}

export function distance(a: Point, b: Point): number {
  return length(minus(a, b));
}

export function length(by: Point): number {
  return Math.hypot(by[0], by[1], by[2] ?? 0);
}

/* From a place along a direction, so many times its length. */
export function beyond(from: Point, along: Point, times: number): Point {
  return each(from, along, (x, y) => x + times * y);
}

export function dot(a: Point, b: Point): number {
  return a[0] * b[0] + a[1] * b[1] + (a[2] ?? 0) * (b[2] ?? 0);
}

export function rotated(by: Point, angle: number): Point {
  const [c, s] = [Math.cos(angle), Math.sin(angle)];
  const turned: [number, number] = [c * by[0] - s * by[1], s * by[0] + c * by[1]];
  return by[2] === undefined ? turned : [...turned, by[2]];
}

/* How the frame of a body lies on the ground: its origin at a place, turned by an angle, in space by a quaternion. */
export interface Frame {
  origin: Point;
  angle: number;
  q?: Quaternion; // space
}

export const STILL: Frame = { origin: [0, 0], angle: 0 };

function back([w, x, y, z]: Quaternion): Quaternion {
  return [w, -x, -y, -z];
}

/* The frame of a body whose centre of mass `com` (body frame) is at a pose. */
export function frameOf(com: Vec, pose: Pose, space = false): Frame {
  if (space) return { origin: minus(pose.at, turnedBy(pose.q, com)), angle: 0, q: pose.q };
  const arm = rotated([com[0], com[1]], pose.angle);
  return { origin: [pose.at[0] - arm[0], pose.at[1] - arm[1]], angle: pose.angle };
}

export function onGround(frame: Frame, at: Point): Point {
  return plus(frame.origin, frame.q ? turnedBy(frame.q, vec(at)) : rotated(at, frame.angle));
}

export function inFrame(frame: Frame, at: Point): Point {
  return directionIn(frame, minus(at, frame.origin));
}

/* A direction on the ground, in a frame. */
export function directionIn(frame: Frame, by: Point): Point {
  return frame.q ? turnedBy(back(frame.q), vec(by)) : rotated(by, -frame.angle);
}

export function alike(a: Frame, b: Frame, size: number, part = 1e-9): boolean {
  const cosine = a.q && b.q ? Math.abs(a.q.reduce((sum, one, i) => sum + one * b.q![i]!, 0)) : 1;
  const turn = 2 * Math.acos(Math.min(cosine, 1));
  return distance(a.origin, b.origin) <= part * size && Math.abs(a.angle - b.angle) + turn <= part;
}

/* Whether all points lie on one line, as nearly as can be seen. */
export function collinear(points: Point[]): boolean {
  const [first, ...rest] = points;
  if (!first || rest.length < 2) return true;
  const far = rest.reduce((best, one) => (distance(one, first) > distance(best, first) ? one : best));
  const along = vec(minus(far, first));
  return rest.every((one) => length(cross(along, vec(minus(one, first)))) <= 1e-3 * dot(along, along));
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

/* vectors.ts - the directions that a view of space is built on. */
import type { Vec } from "../engine/engine";
import { cross, distance, dot, length, minus, plus, times } from "../drawing/vectors";

export { cross, distance, dot, length, minus, plus, times };

/* A direction without one (zero) becomes `instead`. */
export function unit(a: Vec, instead: Vec = [0, 0, 1]): Vec {
  const size = length(a);
  return size > 1e-12 ? times(a, 1 / size) : instead;
}

/* Some direction across `a`; the same for the same `a`. */
export function across(a: Vec): Vec {
  const away: Vec = Math.abs(a[0]) < 0.9 * length(a) ? [1, 0, 0] : [0, 1, 0];
  return unit(minus(away, times(a, dot(away, a) / Math.max(dot(a, a), 1e-300))));
}

/* Against gravity; where there is none, z. */
export function upOf(gravity: Vec): Vec {
  return unit(times(gravity, -1), [0, 0, 1]);
}

/* Two directions of the level, such that (first, second, up) is right-handed: x and y where z is up, x and -z where y is up. */
export function levelOf(up: Vec): [Vec, Vec] {
  const first = Math.abs(up[0]) < 0.9 ? across(up) : unit(minus([0, 1, 0], times(up, up[1])));
  return [first, cross(up, first)];
}

/* Of the box, along the axes, that holds points. */
export function diagonal(points: Vec[]): number {
  const low: Vec = [Infinity, Infinity, Infinity];
  const high: Vec = [-Infinity, -Infinity, -Infinity];
  for (const p of points)
    for (const i of [0, 1, 2] as const) {
      low[i] = Math.min(low[i], p[i]);
      high[i] = Math.max(high[i], p[i]);
    }
  return points.length > 0 ? distance(low, high) : 0;
}

/* The distance of p from the line between a and b, and the part of the way at which it is nearest. */
export function fromSegment(p: Vec, a: Vec, b: Vec): { distance: number; part: number } {
  const along = minus(b, a);
  const size = dot(along, along);
  const part = size > 0 ? Math.min(Math.max(dot(minus(p, a), along) / size, 0), 1) : 0;
  return { distance: distance(p, plus(a, times(along, part))), part };
}

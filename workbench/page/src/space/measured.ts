/* measured.ts - what can be measured between places in space: differences along the axes, and the angle at the second of three. */
import type { Vec } from "../engine/engine";
import { cross, dot, length, minus } from "./vectors";

export function componentsOf(a: Vec, b: Vec): [axis: string, value: number][] {
  const by = minus(b, a);
  return ["x", "y", "z"].map((axis, i) => [axis, by[i]!]);
}

export function angleOf(a: Vec, b: Vec, c: Vec): number {
  const [u, v] = [minus(a, b), minus(c, b)];
  return Math.atan2(length(cross(u, v)), dot(u, v));
}

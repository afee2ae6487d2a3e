/* section.ts - how the mechanism is looked at besides where from: with or without perspective, whole or cut by a plane across an axis. */
import type { Extent } from "./orbit";
import { signal } from "@preact/signals";
import { Plane, Vector3 } from "three";

export const isParallel = signal(false);

export interface Section {
  axis: 0 | 1 | 2;
  part: number; // 0 to 1: how much of the mechanism is left, from the negative end of the axis
}

export const section = signal<Section | null>(null);

/* What is kept lies on the side of the plane's normal. */
export function cuttingPlane({ axis, part }: Section, { centre, radius }: Pick<Extent, "centre" | "radius">): Plane {
  const normal = new Vector3();
  normal.setComponent(axis, -1);
  return new Plane(normal, centre[axis]! + (2 * part - 1) * radius);
}

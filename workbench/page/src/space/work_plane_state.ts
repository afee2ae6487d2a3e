/* work_plane_state.ts - the work plane in hand, and the axis that new joints turn about: its normal, unless another is chosen. */
import { computed, effect, signal } from "@preact/signals";
import type { Vec } from "../engine/engine";
import { loads } from "../state/document";
import { vec } from "../tools/geometry";
import type { AxisWish } from "../tools/plan";
import { base } from "../tools/tool_state";
import { plus, times } from "./vectors";
import { offsetOf, passing, PLANES, type WorkPlane } from "./work_plane";

export const workPlane = signal<WorkPlane>(PLANES[0]!);

/* The plane itself, or, while something is drawn from a place, the one parallel to it through there. */
export const activePlane = computed<WorkPlane>(() => {
  const plane = workPlane.value;
  const from = base.value;
  return from ? passing(plane, vec(from)) : plane;
});

/* What joints turn about; null: the normal of the plane. */
export const chosenAxis = signal<Vec | null>(null);
export const axisWish = signal<AxisWish | null>(null); // by points of the drawing
export const axisInHand = computed<Vec>(() => chosenAxis.value ?? workPlane.value.normal);

export function chooseAxis(axis: Vec | null, about: AxisWish | null = null): void {
  chosenAxis.value = axis;
  axisWish.value = about;
}

/* The next click on the drawing chooses: the point that the plane passes through, a face, or two points of the axis. */
export interface PickedPlace {
  at: Vec;
  point: string | null; // of the drawing
}
export type Picking = { what: "point" | "face" } | { what: "axis"; from: PickedPlace | null };
export const picking = signal<Picking | null>(null);

/* ---- choosing it ---- */

/* Through the same place; while something is drawn, through where it has come to. */
export function turnPlane(name: string): void {
  const found = PLANES.find((one) => one.name === name);
  const through = base.value ? vec(base.value) : workPlane.value.origin;
  if (found) workPlane.value = passing(found, through);
  chooseAxis(null);
}

export function movePlane(through: Vec): void {
  workPlane.value = passing(workPlane.value, through);
}

/* Along its normal, so far from the origin of the ground. */
export function offsetPlane(to: number): void {
  const plane = workPlane.value;
  movePlane(plus(plane.origin, times(plane.normal, to - offsetOf(plane))));
}

/* Another model is drawn from the beginning. */
effect(() => {
  void loads.value;
  workPlane.value = PLANES[0]!;
  chooseAxis(null);
  picking.value = null;
});

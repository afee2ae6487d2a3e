/* gizmo_state.ts - what the handles in space move: the selection, about which place and along which axes. */
import { computed, signal } from "@preact/signals";
import { played } from "../drawing/player";
import { findPoint } from "../drawing/points";
import type { Frame } from "../drawing/stage";
import type { Vec } from "../engine/engine";
import { playing } from "../state/clock";
import { connection } from "../state/connection";
import { text } from "../state/document";
import { perDocument } from "../state/loads";
import { checkedText, scene } from "../state/model";
import { selection, type Selected } from "../state/selection";
import { kept } from "../state/settings";
import { movedBy, type Moved } from "../tools/moved";
import { bodyNamed, GROUND, nameOfNode, nodeNamed, nodeOfEnd, type Node } from "../tools/sketch";
import { sketch, toolId } from "../tools/tool_state";
import { GROUND_AXES, handlesAlong, type Handle, type Triad } from "./gizmo_geometry";
import { spot } from "./part";
import { plus, times } from "./vectors";
import { workPlane } from "./work_plane_state";

export const showHandles = kept("handles", true);
export const handleAxes = perDocument<"ground" | "plane">("ground");
export const pivotName = perDocument(""); // a point that is rotated about; "": the middle of the selection

/* What is moved now: the handle and how far, for the value beside it. */
export interface Handled {
  handle: Handle;
  value: number; // m or rad
  typed: boolean; // in a field; else by hand
}
export const handled = signal<Handled | null>(null);

function isMovable(of: Moved): boolean {
  return of.points.size + of.bodies.size + of.ends.length + of.uses.size > 0;
}

/* What is selected and can be moved; null: nothing, or it is not the time for it. */
export const movable = computed<{ all: readonly Selected[]; turns: boolean } | null>(() => {
  const all = selection.value;
  if (!showHandles.value || all.length === 0 || toolId.value !== "select" || playing.value) return null;
  if (!scene.value?.space || connection.value !== "open") return null;
  if (all.some(({ kind }) => !["body", "point", "joint", "use", "force"].includes(kind))) return null;
  if (all.every(({ kind, name }) => kind === "force" || name === GROUND)) return null;
  if (!isMovable(movedBy(sketch.value, all))) return null;
  return { all, turns: all.some(({ kind }) => kind === "body" || kind === "use") };
});

/* Only of a text that is checked is it known where things are. */
export function isReady(): boolean {
  return checkedText.peek() === text.peek();
}

export const axesInHand = computed<Triad>(() => {
  const { x, y, normal } = workPlane.value;
  return handleAxes.value === "ground" ? GROUND_AXES : [x, y, normal];
});

export const handles = computed<Handle[]>(() =>
  movable.value ? handlesAlong(axesInHand.value, movable.value.turns) : [],
);

/* ---- places ---- */

function nodesOf(all: readonly Selected[]): Node[] {
  const of = sketch.value;
  const found = all.flatMap(({ kind, name }): (Node | undefined)[] => {
    if (kind === "point") return [nodeNamed(of, name)];
    if (kind === "body")
      return [...(bodyNamed(of, name)?.points.keys() ?? [])].map((point) => nodeOfEnd(of, { body: name, point }));
    if (kind === "joint")
      return (of.joints.find((one) => one.name === name)?.ends ?? []).map((end) => nodeOfEnd(of, end));
    return [];
  });
  return [...new Set(found.filter((one) => one !== undefined))];
}

/* The points that the selection may be rotated about. */
export const pivots = computed(() => (movable.value ? nodesOf(movable.value.all).map(nameOfNode).filter(Boolean) : []));

function endOf(node: Node): { body: string; point: string } | undefined {
  return node.ends.find(({ body }) => body !== GROUND) ?? node.ends[0];
}

/* Where a node is at the instant that is shown. */
function placeNow(now: Frame, node: Node): Vec {
  const end = endOf(node);
  const index = end ? now.scene.bodies.findIndex(({ name }) => name === end.body) : -1;
  const point = now.scene.bodies[index]?.points.find(({ name }) => name === end?.point);
  return point ? spot(now, index, point.at) : [node.at[0], node.at[1], node.at[2] ?? 0];
}

/* The middle of what is selected, or the point that is chosen; at the instant that is shown. */
export function centreIn(now: Frame): Vec | null {
  const all = movable.value?.all ?? [];
  const named =
    pivotName.value && pivots.value.includes(pivotName.value) ? nodeNamed(sketch.value, pivotName.value) : null;
  if (named) return placeNow(now, named);
  const places = all.flatMap(({ kind, name }): Vec[] => {
    if (kind === "body") {
      const index = now.scene.bodies.findIndex((one) => one.name === name);
      return index > 0 ? [now.poses[index]!.at] : [];
    }
    if (kind === "point") {
      const point = findPoint(now.scene, name);
      return point ? [spot(now, point.body, point.at)] : nodesOf([{ kind, name }]).map((node) => placeNow(now, node));
    }
    if (kind === "use")
      return now.scene.bodies.flatMap((body, i) => (body.name.startsWith(`${name}.`) ? [now.poses[i]!.at] : []));
    return nodesOf([{ kind, name }])
      .slice(0, 1)
      .map((node) => placeNow(now, node));
  });
  if (places.length === 0) return null;
  return times(
    places.reduce((sum, one) => plus(sum, one)),
    1 / places.length,
  );
}

/* The places of two points, where just these are selected. */
export function measuredPair(): [Vec, Vec] | null {
  const all = selection.value;
  const nodes = all.every(({ kind }) => kind === "point") && all.length === 2 ? nodesOf(all) : [];
  const [a, b] = nodes.map(({ at }): Vec => [at[0], at[1], at[2] ?? 0]);
  return a && b ? [a, b] : null;
}

/* Of one point its place on an axis counts, so that it goes from line to line of the grid. */
export function isPoint(): boolean {
  const all = movable.value?.all ?? [];
  return all.length === 1 && all[0]!.kind !== "body" && all[0]!.kind !== "use" && handleAxes.value === "ground";
}

/* Whether a run is on show, whose start is what would be moved. */
export function showsRun(): boolean {
  return played.peek() !== null;
}

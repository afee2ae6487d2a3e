/* turned_frames.ts - bodies with frames of their own, rotated or mirrored in space: which of two ways keeps their joints, and their orientation.
 *
 * With L the linear part of the image and Q the orientation of a frame, a place p + Q x of a body comes to L p + t + L Q x:
 *
 *     with its frame    Q' = L Q, x' = x          in a mirror Q' = L Q D, x' = D x with D = diag(1, -1, 1)
 *     in its frame      Q' = L Q L', x' = L x
 *
 * A joint says its axis once, for the frames of both bodies. Between a framed body and the ground, or one that is drawn, it becomes L a, so
 * that the body must be turned in its frame, unless the first way leaves the axis as it is there. Bodies that share a joint go the same way.
 */
import { formatNumber, readNumber } from "../editor/numbers";
import type { Node, Path } from "../editor/tree";
import { directionsOf } from "../state/description";
import type { Quaternion, Vec } from "../engine/engine";
import { direction } from "./numbers";
import type { Moved } from "./moved";
import { bodyNamed, type Sketch, type SketchJoint } from "./sketch";

export type Matrix = readonly (readonly number[])[];

export const FLIPPED: number[][] = [
  [1, 0, 0],
  [0, -1, 0],
  [0, 0, 1],
];

const NEAR = 1e-9;

/* The components of a direction that is written as a word or as numbers; null: by points or expressions. */
function componentsOf(node: Node | undefined): number[] | null {
  if (node?.kind === "scalar") {
    const found = /^([+-]?)\s*([xyz])$/.exec(node.text);
    return found && ["x", "y", "z"].map((one) => (one === found[2] ? (found[1] === "-" ? -1 : 1) : 0));
  }
  if (node?.kind !== "list" || node.items.length !== 3) return null;
  const all = node.items.map((one) => (one.kind === "scalar" ? (readNumber(one.text)?.value ?? null) : null));
  return all.every((one) => one !== null) ? all : null;
}

export function applied(m: Matrix, v: readonly number[]): number[] {
  return m.map((row) => row.reduce((sum, one, i) => sum + one * (v[i] ?? 0), 0));
}

/* Whether the image has the axis of a joint where a frame that goes along has it. */
function keepsAxis(joint: SketchJoint, at: (path: Path) => Node | undefined, linear: Matrix, own: Matrix): boolean {
  if (directionsOf(joint.type) === "none") return true;
  const path = ["joints", joint.entry];
  const axes = at([...path, "axes"]);
  const given = axes?.kind === "list" ? axes.items.map((_, i) => at([...path, "axes", i])) : [at([...path, "axis"])];
  return given.every((node) => {
    const axis = componentsOf(node);
    if (!axis) return false;
    const [a, b] = [applied(linear, axis), applied(own, axis)];
    return a.every((one, i) => Math.abs(one - b[i]!) < NEAR);
  });
}

/* The moved bodies with frames that are turned in them. */
export function turnedInside(
  of: Sketch,
  what: Moved,
  at: (path: Path) => Node | undefined,
  linear: Matrix,
  own: Matrix,
): Set<string> {
  const framed = (name: string): boolean => what.bodies.has(name) && bodyNamed(of, name)?.drawn === false;
  const inside = new Set<string>();
  const joints = of.joints.filter(({ ends, entry }) => ends && what.joints.has(entry));
  for (const joint of joints) {
    const pair = joint.ends!.map(({ body }) => body);
    if (pair.some(framed) && !pair.every(framed) && !keepsAxis(joint, at, linear, own))
      pair.filter(framed).forEach((name) => inside.add(name));
  }
  for (let grown = true; grown;) {
    grown = false;
    for (const { ends, type } of joints) {
      const pair = ends!.map(({ body }) => body);
      if (directionsOf(type) === "none" || !pair.every(framed)) continue;
      if (pair.some((one) => inside.has(one)) && !pair.every((one) => inside.has(one))) {
        pair.forEach((one) => inside.add(one));
        grown = true;
      }
    }
  }
  return inside;
}

/* ---- orientations ---- */

function matrixOf([w, x, y, z]: Quaternion): number[][] {
  return [
    [1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
    [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
    [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)],
  ];
}

function product(a: Matrix, b: Matrix): number[][] {
  return a.map((row) => [0, 1, 2].map((j) => row.reduce((sum, one, k) => sum + one * b[k]![j]!, 0)));
}

function transposed(m: Matrix): number[][] {
  return [0, 1, 2].map((i) => [0, 1, 2].map((j) => m[j]![i]!));
}

/* Of a rotation, w not negative. */
function quaternionOf(m: Matrix): Quaternion {
  const [xx, yy, zz] = [m[0]![0]!, m[1]![1]!, m[2]![2]!];
  /* four times the square of each component; the largest is sure */
  const squares = [1 + xx + yy + zz, 1 + xx - yy - zz, 1 - xx + yy - zz, 1 - xx - yy + zz];
  const at = squares.indexOf(Math.max(...squares));
  const root = 2 * Math.sqrt(squares[at]!);
  const [wx, wy, wz] = [m[2]![1]! - m[1]![2]!, m[0]![2]! - m[2]![0]!, m[1]![0]! - m[0]![1]!];
  const [xy, xz, yz] = [m[0]![1]! + m[1]![0]!, m[0]![2]! + m[2]![0]!, m[1]![2]! + m[2]![1]!];
  const rows = [
    [squares[0]!, wx, wy, wz],
    [wx, squares[1]!, xy, xz],
    [wy, xy, squares[2]!, yz],
    [wz, xz, yz, squares[3]!],
  ];
  const q = rows[at]!.map((one) => one / root);
  return (q[0]! < 0 ? q.map((one) => -one) : q) as Quaternion;
}

/* What a frame's orientation becomes; `own`: what is done to the places in it. */
export function orientationAfter(q: Quaternion, linear: Matrix, own: Matrix): Quaternion {
  return quaternionOf(product(product(linear, matrixOf(q)), transposed(own)));
}

/* An orientation as it is written, by numbers; null: by points, angles of Euler or expressions. */
export function writtenOrientation(node: Node | undefined): Quaternion | null {
  if (!node) return [1, 0, 0, 0];
  if (node.kind === "list") {
    const all = node.items.map((one) => (one.kind === "scalar" ? (readNumber(one.text)?.value ?? null) : null));
    const size = Math.hypot(...all.map((one) => one ?? 0));
    return all.length === 4 && all.every((one) => one !== null) && size > 0
      ? (all.map((one) => one / size) as Quaternion)
      : null;
  }
  if (node.kind !== "map") return null;
  const of = (key: string): Node | undefined => node.entries.find((one) => one.key.text === key)?.value;
  const [axis, angle] = [componentsOf(of("axis")), of("angle")];
  const by = angle?.kind === "scalar" ? readNumber(angle.text)?.value : undefined;
  const size = Math.hypot(...(axis ?? [0]));
  if (!axis || by === undefined || size === 0) return null;
  return [Math.cos(by / 2), ...axis.map((one) => (one / size) * Math.sin(by / 2))] as Quaternion;
}

/* As it is written: four numbers where it was so, else an axis and an angle. */
export function orientationText(q: Quaternion, was: Node | undefined): string {
  if (was?.kind === "list") return `[${q.map((one) => formatNumber(one, undefined, 1e-12)).join(", ")}]`;
  const size = Math.hypot(q[1], q[2], q[3]);
  const axis = (size < 1e-12 ? [0, 0, 1] : q.slice(1).map((one) => one / size)) as unknown as Vec;
  const angle = (2 * Math.atan2(size, q[0]) * 180) / Math.PI;
  const down = axis.every((one) => one < 1e-12); // -z by 30 degrees is z by -30 degrees
  const way = down ? (axis.map((one) => (one === 0 ? 0 : -one)) as Vec) : axis;
  return `{axis: ${direction(way)}, angle: ${formatNumber(down ? -angle : angle, undefined, 1e-9)} deg}`;
}

/* ---- inertia ---- */

const ENTRIES: [number, number][] = [
  [0, 0],
  [1, 1],
  [2, 2],
  [0, 1],
  [0, 2],
  [1, 2],
];

/* What the six entries of a symmetric tensor, xx yy zz xy xz yz, become: I' = m I m'. */
export function tensorMap(m: Matrix): number[][] {
  return ENTRIES.map(([i, j]) =>
    ENTRIES.map(([k, l]) => {
      const once = m[i]![k]! * m[j]![l]!;
      return k === l ? once : once + m[i]![l]! * m[j]![k]!;
    }),
  );
}

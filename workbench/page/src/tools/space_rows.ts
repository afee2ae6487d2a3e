/* space_rows.ts - what holds in space, as equations of the points of the drawing: bodies that keep their shape, sliders on their lines, lengths,
 * angles between lines, and lines that are parallel or perpendicular. (In the plane: drawing_rows.ts, sketch_rows.ts.)
 */
import type { Place as Point } from "../drawing/camera";
import { cross, dot, length, minus, plus, times } from "../drawing/vectors";
import type { Vec } from "../engine/engine";
import { distance, vec } from "./geometry";
import type { SketchEntry } from "./sketch_entries";
import type { Row } from "./solver";

type Pair = readonly [number, number];
type Places = readonly Point[];

const between = (at: Places, [a, b]: Pair): Vec => minus(vec(at[b]!), vec(at[a]!));

/* One equation for each component of a vector that is to be zero. */
function components(points: number[], value: (at: Places) => Vec, name?: string): Row[] {
  return [0, 1, 2].map((axis) => ({ points, value: (at) => value(at)[axis]!, name }));
}

const unit = (by: Vec): Vec => times(by, 1 / (length(by) || 1));

/* Angle of two directions, from 0 to half a turn. */
export function angleBetween(u: Vec, v: Vec): number {
  return Math.atan2(length(cross(u, v)), dot(u, v));
}

/* ---- shapes ---- */

function farthest(points: readonly number[], far: (one: number) => number): number {
  return points.reduce((best, one) => (far(one) > far(best) ? one : best));
}

function keptLength(of: Places, a: number, b: number): Row {
  const kept = distance(of[a]!, of[b]!);
  return { points: [a, b], value: (at) => distance(at[a]!, at[b]!) - kept };
}

/* A set of points that keeps its shape: two or three keep their distances, the others their places beside them. */
export function rigidInSpace(of: Places, points: readonly number[]): Row[] {
  const a = points[0];
  if (a === undefined || points.length < 2) return [];
  const b = farthest(points, (one) => distance(of[one]!, of[a]!));
  if (distance(of[a]!, of[b]!) === 0) return [];
  const along = between(of, [a, b]);
  const off = (one: number): number => length(cross(along, between(of, [a, one]))) / length(along);
  const c = farthest(points, off);
  const flat = off(c) < 1e-6 * length(along); // all on one line
  const others = points.filter((one) => one !== a && one !== b && (flat || one !== c));
  const rows = [keptLength(of, a, b), ...(flat ? [] : [keptLength(of, a, c), keptLength(of, b, c)])];
  const axes = (at: Places): Vec[] => {
    const u = between(at, [a, b]);
    if (flat) return [u];
    const v = between(at, [a, c]);
    return [u, v, times(cross(u, v), 1 / length(u))];
  };
  const start = axes(of);
  const beside = others.flatMap((one) => {
    const by = between(of, [a, one]);
    const parts = flat ? [dot(by, along) / dot(along, along)] : solved(start, by);
    const place = (at: Places): Vec =>
      axes(at).reduce((sum, axis, i) => plus(sum, times(axis, parts[i]!)), vec(at[a]!));
    return components(flat ? [a, b, one] : [a, b, c, one], (at) => minus(vec(at[one]!), place(at)));
  });
  return [...rows, ...beside];
}

/* A vector by three that are not in one plane. */
function solved([u, v, w]: Vec[], by: Vec): number[] {
  const volume = dot(u!, cross(v!, w!));
  return [dot(by, cross(v!, w!)), dot(by, cross(w!, u!)), dot(by, cross(u!, v!))].map((one) => one / volume);
}

/* A point on the line through two others, where it lies on it now. */
export function onLineOf(of: Places, [a, b]: Pair, p: number): Row[] {
  const off = (at: Places): Vec => cross(unit(between(at, [a, b])), between(at, [a, p]));
  if (length(off(of)) > 1e-6 * length(between(of, [a, b]))) return [];
  return components([a, b, p], off);
}

/* A point on a line that stands still. */
export function onFixedLine(of: Places, p: number, axis: Vec): Row[] {
  const from = vec(of[p]!);
  return components([p], (at) => cross(unit(axis), minus(vec(at[p]!), from)));
}

/* ---- dimensions and constraints ---- */

/* Those that mean something in space; the others are of the directions of a sheet. */
export function isOfSpace({ kind, of }: Pick<SketchEntry, "kind" | "of">): boolean {
  return kind === "length" || (kind in ROWS && of.length > 1);
}

/* |u| is left out of the products, so that they are lengths. */
function parallel(l: Pair, m: Pair, name: string): Row[] {
  return components([...l, ...m], (at) => cross(unit(between(at, l)), between(at, m)), name);
}

const size = (at: Places, line: Pair): number => length(between(at, line));

/* Of two lines or more; the first is the one that the others are compared with. */
const ROWS: Partial<Record<SketchEntry["kind"], (l: Pair, m: Pair, name: string, value: number) => Row[]>> = {
  angle: (l, m, name, value) => [
    {
      points: [...l, ...m],
      value: (at) => size(at, m) * (angleBetween(between(at, l), between(at, m)) - value),
      name,
    },
  ],
  perpendicular: (l, m, name) => [
    { points: [...l, ...m], value: (at) => dot(unit(between(at, l)), between(at, m)), name },
  ],
  equal: (l, m, name) => [{ points: [...l, ...m], value: (at) => size(at, m) - size(at, l), name }],
  parallel,
  collinear: parallel,
};

/* The equations of an entry whose lines are these; of points on one line, from the first to each of the others. */
export function spaceEntryRows(kind: SketchEntry["kind"], lines: readonly Pair[], value: number, name: string): Row[] {
  const [l, ...others] = lines;
  if (!l) return [];
  if (kind === "length") return [{ points: [...l], value: (at) => size(at, l) - value, name }];
  return others.flatMap((m) => ROWS[kind]?.(l, m, name, value) ?? []);
}

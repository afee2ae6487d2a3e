/* drawing_rows.ts - the drawing as equations: what keeps links as long as they are, pins on the ground where they are, and sliders on
 * their lines, while something else of it changes.
 *
 * Only points of the drawing are here. Bodies with frames of their own keep their lengths by themselves: assembly puts them in place.
 */
import type { Place as Point } from "../drawing/camera";
import type { Data } from "../editor/tree";
import { holdsPoint, isWeld, slides } from "../state/description";
import { distance, minus, vec } from "./geometry";
import { GROUND, plainPoint, type Sketch } from "./sketch";
import type { Row } from "./solver";
import { onFixedLine, onLineOf, rigidInSpace } from "./space_rows";

export interface DrawingGeometry {
  names: string[];
  index: Map<string, number>;
  at: Point[]; // as drawn
  literal: boolean[]; // its coordinates are plain numbers: it can be moved
  grounded: boolean[]; // a pin on the ground
  groups: { bodies: string[]; points: number[] }[]; // what is rigid
}

/* Bodies of the drawing, those welded together as one. */
function rigidGroups(sketch: Sketch, index: Map<string, number>): DrawingGeometry["groups"] {
  const slid = new Set(
    sketch.joints.flatMap(({ type, ends }) =>
      ends && slides(type, sketch.space) ? [`${ends[0].body}.${ends[0].point}`] : [],
    ),
  );
  const groups = new Map<string, { bodies: string[]; points: number[] }>();
  for (const body of sketch.bodies) {
    if (!body.drawn || body.name === GROUND) continue;
    /* where a slider stands on its guide is not part of the guide */
    const own = [...body.points.keys()].filter((point) => !slid.has(`${body.name}.${point}`));
    groups.set(body.name, { bodies: [body.name], points: own.flatMap((point) => index.get(point) ?? []) });
  }
  for (const { type, ends } of sketch.joints) {
    const [a, b] = ends && isWeld(type, sketch.space) ? ends.map((end) => groups.get(end.body)) : [];
    if (!a || !b || a === b) continue;
    a.bodies.push(...b.bodies);
    a.points = [...new Set([...a.points, ...b.points])];
    for (const body of b.bodies) groups.set(body, a);
  }
  return [...new Set(groups.values())];
}

function onGroundPins(sketch: Sketch): Set<string> {
  const pins = new Set<string>();
  for (const { type, ends } of sketch.joints) {
    const ground = ends && holdsPoint(type, sketch.space) ? ends.find(({ body }) => body === GROUND) : undefined;
    if (!ground) continue;
    pins.add(ground.point);
    const other = ends!.find((end) => end !== ground)!;
    if (isWeld(type, sketch.space))
      for (const point of sketch.bodies.find(({ name }) => name === other.body)?.points.keys() ?? []) pins.add(point);
  }
  return pins;
}

export function drawingGeometry(sketch: Sketch): DrawingGeometry {
  const names = [...sketch.drawing.keys()];
  const index = new Map(names.map((name, i) => [name, i]));
  const pins = onGroundPins(sketch);
  return {
    names,
    index,
    at: names.map((name) => sketch.drawing.get(name)!.at).map((at) => (sketch.space ? vec(at) : at)),
    literal: names.map((name) => sketch.drawing.get(name)!.literal),
    grounded: names.map((name) => pins.has(name)),
    groups: rigidGroups(sketch, index),
  };
}

/* ---- equations ---- */

export function distanceRow(a: number, b: number, wanted: number, name?: string): Row {
  return { points: [a, b], value: (at) => distance(at[a]!, at[b]!) - wanted, name };
}

/* How far a point lies along, or across, the direction from a to b. */
function offset(at: readonly Point[], a: number, b: number, p: number, across: boolean): number {
  const by = minus(at[b]!, at[a]!);
  const to = minus(at[p]!, at[a]!);
  const length = Math.hypot(by[0], by[1]) || 1;
  return (across ? by[0] * to[1] - by[1] * to[0] : by[0] * to[0] + by[1] * to[1]) / length;
}

export function offsetRow(of: readonly Point[], a: number, b: number, p: number, across: boolean): Row {
  const kept = offset(of, a, b, p, across);
  return { points: [a, b, p], value: (at) => offset(at, a, b, p, across) - kept };
}

/* The direction from a to b stands at an angle. */
export function angleRow(a: number, b: number, angle: number, name?: string): Row {
  const [c, s] = [Math.cos(angle), Math.sin(angle)];
  return {
    points: [a, b],
    value: (at) => {
      const by = minus(at[b]!, at[a]!);
      const across = c * by[1] - s * by[0];
      const along = c * by[0] + s * by[1];
      return along < 0 ? Math.sign(across || 1) * Math.hypot(across, along) : across; // not the other way round
    },
    name,
  };
}

/* A set of points that keeps its shape. */
export function rigidRows(at: readonly Point[], points: readonly number[]): Row[] {
  const first = points[0];
  if (first === undefined || points.length < 2) return [];
  if (at[first]!.length > 2) return rigidInSpace(at, points);
  const far = points.reduce((best, one) =>
    distance(at[one]!, at[first]!) > distance(at[best]!, at[first]!) ? one : best,
  );
  if (far === first) return [];
  const others = points.filter((one) => one !== first && one !== far);
  return [
    distanceRow(first, far, distance(at[first]!, at[far]!)),
    ...others.flatMap((one) => [offsetRow(at, first, far, one, false), offsetRow(at, first, far, one, true)]),
  ];
}

/* The points of the drawing that an axis is given by: `[A, guide.B]`. */
function axisPoints(axis: Data | undefined): string[] {
  const names = Array.isArray(axis) ? axis.filter((one): one is string => typeof one === "string") : [];
  return names.length === 2 ? names.map((name) => name.slice(name.lastIndexOf(".") + 1)) : [];
}

/* What slides stays on its line, which goes with the guide. */
export function slidingRows(sketch: Sketch, geometry: DrawingGeometry): Row[] {
  const { index, at, groups } = geometry;
  if (sketch.space) return slidingInSpace(sketch, geometry);
  return sketch.joints.flatMap(({ type, ends, given }): Row[] => {
    const axis = plainPoint(given["axis"]);
    const p = ends ? index.get(ends[1].point) : undefined;
    if (!ends || !slides(type) || p === undefined) return [];
    const [from, to] = axisPoints(given["axis"]).map((name) => index.get(name));
    if (from !== undefined && to !== undefined && from !== p && to !== p && from !== to)
      return [offsetRow(at, from, to, p, true)];
    if (!axis) return [];
    const length = Math.hypot(axis[0], axis[1]) || 1;
    const normal: Point = [-axis[1] / length, axis[0] / length];
    if (ends[0].body === GROUND) {
      const kept = normal[0] * at[p]![0] + normal[1] * at[p]![1];
      return [{ points: [p], value: (now) => normal[0] * now[p]![0] + normal[1] * now[p]![1] - kept }];
    }
    const guide = groups.find(({ bodies }) => bodies.includes(ends[0].body))?.points.filter((one) => one !== p) ?? [];
    const [a, b] = [guide[0], guide[guide.length - 1]];
    if (a === undefined || b === undefined || a === b) return [];
    return [alongGuide(at, a, b, p, axis)];
  });
}

const AXES: Record<string, Point> = { x: [1, 0, 0], y: [0, 1, 0], z: [0, 0, 1] };

/* In space, on lines of the ground and on those through two points. */
function slidingInSpace(sketch: Sketch, { index, at }: DrawingGeometry): Row[] {
  return sketch.joints.flatMap(({ type, ends, given }): Row[] => {
    const p = ends && slides(type, true) ? index.get(ends[1].point) : undefined;
    if (p === undefined) return [];
    const [from, to] = axisPoints(given["axis"]).map((name) => index.get(name));
    if (from !== undefined && to !== undefined)
      return from === p || to === p || from === to ? [] : onLineOf(at, [from, to], p);
    const axis = plainPoint(given["axis"]) ?? AXES[String(given["axis"]).replace(/^[+-]\s*/, "")];
    return axis && ends![0].body === GROUND ? onFixedLine(at, p, vec(axis)) : [];
  });
}

function alongGuide(of: readonly Point[], a: number, b: number, p: number, axis: Point): Row {
  const direction = (at: readonly Point[]): number => {
    const by = minus(at[b]!, at[a]!);
    return Math.atan2(by[1], by[0]);
  };
  const turned = Math.atan2(axis[1], axis[0]) - direction(of);
  const across = (at: readonly Point[]): number => {
    const angle = direction(at) + turned;
    const to = minus(at[p]!, at[a]!);
    return Math.cos(angle) * to[1] - Math.sin(angle) * to[0];
  };
  const kept = across(of);
  return { points: [a, b, p], value: (at) => across(at) - kept };
}

/* dimension_geometry.ts - dimension lines, arcs and arrows at this instant: what a dimension is of, where its number stands.
 *
 * A label is given along and across what the dimension is of, from its middle, so that it goes along with a motion. Of an angle it is
 * the radius of the arc, of a radius the way from the centre.
 */
import type { Point } from "../drawing/camera";
import { placed } from "../drawing/poses";
import type { Frame } from "../drawing/stage";
import type { Scene, SceneBody, Vec } from "../engine/engine";
import { isDimension, type Line, type SketchEntry } from "./sketch_entries";

export interface Figure {
  value: number | null; // SI
  thin: string; // paths, px of the world: extension lines
  strong: string; // dimension lines and arrows
  at: Point; // px: where the number stands
  marks: Point[]; // px: where the symbols of a constraint stand
  short?: { long: number; away: Point }; // of a straight one: px, and away from what it is of, where a number goes that has no room
}

/* Where a number stands that is so large (px, half of it): beside a dimension line that it would cover. */
export function clearPlace({ at, short }: Figure, half: [number, number]): Point {
  if (!short) return at;
  const { long, away } = short;
  const along: Point = [-away[1], away[0]];
  const reach = Math.min(half[0] / Math.abs(along[0] || 1e-9), half[1] / Math.abs(along[1] || 1e-9));
  if (long > 2 * reach + 3 * ARROW) return at;
  const by = half[0] * Math.abs(away[0]) + half[1] * Math.abs(away[1]) + 4;
  return [at[0] + by * away[0], at[1] + by * away[1]];
}

export const APART = 26; // px: of a dimension line from what it is of
const BEYOND = 5; // px: of extension lines over it
const ARROW = 8; // px
export const ARC = 44; // px

const n = (x: number): string => x.toFixed(1);
const wrap = (angle: number): number => Math.atan2(Math.sin(angle), Math.cos(angle));

function bodyNamed(scene: Scene, name: string): [SceneBody, number] | null {
  const index = scene.bodies.findIndex((one) => one.name === name);
  return index < 0 ? null : [scene.bodies[index]!, index];
}

/* A point on the ground, by its name "crank.A". */
export function placeAt(frame: Pick<Frame, "scene" | "poses">, place: string): Vec | null {
  const dot = place.lastIndexOf(".");
  const found = bodyNamed(frame.scene, place.slice(0, dot));
  if (!found) return null;
  const [body, index] = found;
  const name = place.slice(dot + 1);
  const own: Vec | undefined =
    body.points.find((one) => one.name === name)?.at ??
    (index === 0 || body.drawn ? frame.scene.drawing.find((one) => one.name === name)?.at : undefined);
  return own ? placed(body, frame.poses[index]!, own) : null;
}

function pointAt(frame: Frame, place: string): Point | null {
  const at = placeAt(frame, place);
  return at && [at[0], at[1]];
}

/* The two ends of a line on the ground, in space. */
export function lineAt(frame: Pick<Frame, "scene" | "poses">, line: Line): [Vec, Vec] | null {
  const points = bodyNamed(frame.scene, line[0])?.[0].points ?? [];
  const named = [points[0], points[points.length - 1]].map((one) => `${line[0]}.${one?.name}`);
  if (line.length === 1 && points.length < 2) return null;
  const [a, b] = (line.length === 2 ? line : named).map((one) => placeAt(frame, one));
  return a && b ? [a, b] : null;
}

/* The two ends of a line on the ground. */
export function endsAt(frame: Frame, line: Line): [Point, Point] | null {
  const ends = lineAt(frame, line);
  return (
    ends && [
      [ends[0][0], ends[0][1]],
      [ends[1][0], ends[1][1]],
    ]
  );
}

/* The middle and the radius of a round body. */
export function circleAt(frame: Frame, name: string): { at: Point; radius: number } | null {
  const found = bodyNamed(frame.scene, name);
  if (!found) return null;
  const [{ shape, surfaces }] = found;
  const shapes = shape.kind === "several" ? shape.shapes : [shape];
  const disc = shapes.find((one) => one.kind === "disc" && one.radius);
  const round = disc ?? surfaces?.find((one) => one.kind === "circle");
  if (!round || !("radius" in round) || !round.radius || !("at" in round)) return null;
  const [x, y] = placed(found[0], frame.poses[found[1]]!, round.at);
  return { at: [x, y], radius: round.radius };
}

const angleOf = ([a, b]: [Point, Point]): number => Math.atan2(b[1] - a[1], b[0] - a[0]);

function lineCrossing([a, b]: [Point, Point], [c, d]: [Point, Point]): Point | null {
  const [u, v] = [
    [b[0] - a[0], b[1] - a[1]],
    [d[0] - c[0], d[1] - c[1]],
  ] as const;
  const area = u[0] * v[1] - u[1] * v[0];
  if (Math.abs(area) < 1e-6 * Math.hypot(...u) * Math.hypot(...v)) return null;
  const part = ((c[0] - a[0]) * v[1] - (c[1] - a[1]) * v[0]) / area;
  return [a[0] + part * u[0], a[1] + part * u[1]];
}

/* ---- straight ones ---- */

export interface Straight {
  ends: [Point, Point];
  way: Point; // unit direction of the dimension line
  across: Point;
  middle: Point;
  value: number;
}

function straightOf(frame: Frame, { kind, of }: SketchEntry): Straight | null {
  const ends = endsAt(frame, of[0]!);
  if (!ends) return null;
  const [a, b] = ends;
  const middle: Point = [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];
  const length = Math.hypot(b[0] - a[0], b[1] - a[1]);
  if (kind === "distance_x") return { ends, way: [1, 0], across: [0, 1], middle, value: Math.abs(b[0] - a[0]) };
  if (kind === "distance_y") return { ends, way: [0, 1], across: [1, 0], middle, value: Math.abs(b[1] - a[1]) };
  const way: Point = length > 0 ? [(b[0] - a[0]) / length, (b[1] - a[1]) / length] : [1, 0];
  return { ends, way, across: [-way[1], way[0]], middle, value: length };
}

const dot = (a: Point, b: Point): number => a[0] * b[0] + a[1] * b[1];
const less = (a: Point, b: Point): Point => [a[0] - b[0], a[1] - b[1]];

export function arrow(tip: Point, way: Point): string {
  const [x, y] = tip;
  const side: Point = [-way[1], way[0]];
  const at = (s: number): string =>
    `${n(x - ARROW * way[0] + 3 * s * side[0])} ${n(y - ARROW * way[1] + 3 * s * side[1])}`;
  return `M${n(x)} ${n(y)}L${at(1)}L${at(-1)}Z`;
}

function straightFigure(frame: Frame, entry: SketchEntry, scale: number): Figure | null {
  const of = straightOf(frame, entry);
  return of && dimensionLine(of, entry, scale);
}

/* A dimension line with its extension lines and arrows; `scale`: px for a unit of what it is given in. */
export function dimensionLine(of: Straight, entry: Pick<SketchEntry, "label">, scale: number): Figure {
  const { ends, way, across, middle, value } = of;
  const half = Math.max(...ends.map((end) => Math.abs(dot(less(end, middle), across))));
  const [along, off] = entry.label ?? [0, half + APART / scale];
  const px = ([x, y]: Point): Point => [scale * x, -scale * y];
  const onLine = (end: Point): Point => {
    const s = dot(less(end, middle), way);
    return px([middle[0] + s * way[0] + off * across[0], middle[1] + s * way[1] + off * across[1]]);
  };
  const feet = ends.map(onLine) as [Point, Point];
  const thin = ends
    .map((end, i) => {
      const [p, q] = [px(end), feet[i]!];
      const far = Math.hypot(q[0] - p[0], q[1] - p[1]);
      const more = far > 0 ? BEYOND / far : 0;
      return far < 2
        ? ""
        : `M${n(p[0])} ${n(p[1])}L${n(q[0] + more * (q[0] - p[0]))} ${n(q[1] + more * (q[1] - p[1]))}`;
    })
    .join("");
  const [p, q] = feet;
  const long = Math.hypot(q[0] - p[0], q[1] - p[1]);
  const u: Point = long > 0 ? [(q[0] - p[0]) / long, (q[1] - p[1]) / long] : [1, 0];
  const arrows = long > 2.5 * ARROW ? arrow(q, u) + arrow(p, [-u[0], -u[1]]) : "";
  const at = px([middle[0] + along * way[0] + off * across[0], middle[1] + along * way[1] + off * across[1]]);
  return {
    value,
    thin,
    strong: `M${n(p[0])} ${n(p[1])}L${n(q[0])} ${n(q[1])}${arrows}`,
    at,
    marks: [],
    ...(entry.label ? {} : { short: { long, away: [across[0], -across[1]] } }),
  };
}

/* ---- angles and radii ---- */

interface Corner {
  at: Point;
  from: number;
  turn: number; // anticlockwise
}

function cornerOf(frame: Frame, { of }: SketchEntry): Corner | null {
  const lines = of.map((one) => endsAt(frame, one));
  const [first, second] = lines;
  if (!first || second === null) return null;
  if (!second) return { at: first[0], from: 0, turn: angleOf(first) };
  const at = lineCrossing(first, second) ?? first[0];
  return { at, from: angleOf(first), turn: wrap(angleOf(second) - angleOf(first)) };
}

function angleFigure(frame: Frame, entry: SketchEntry, scale: number): Figure | null {
  const corner = cornerOf(frame, entry);
  if (!corner) return null;
  const { at, from, turn } = corner;
  const [x, y]: Point = [scale * at[0], -scale * at[1]];
  const r = entry.label ? Math.max(scale * Math.hypot(...entry.label), 12) : ARC;
  const rim = (angle: number, radius = r): Point => [x + radius * Math.cos(angle), y - radius * Math.sin(angle)];
  const [a, b] = [rim(from), rim(from + turn)];
  const arc = `M${n(a[0])} ${n(a[1])}A${n(r)} ${n(r)} 0 0 ${turn > 0 ? 0 : 1} ${n(b[0])} ${n(b[1])}`;
  const legs = [from, from + turn].map((angle) => {
    const end = rim(angle, r + BEYOND);
    return `M${n(x)} ${n(y)}L${n(end[0])} ${n(end[1])}`;
  });
  const sense = turn > 0 ? 1 : -1;
  const end = from + turn;
  const tip = Math.abs(turn) * r > 2 * ARROW ? arrow(b, [-sense * Math.sin(end), -sense * Math.cos(end)]) : "";
  const value = entry.of.length > 1 ? Math.abs(turn) : turn;
  return { value, thin: legs.join(""), strong: arc + tip, at: rim(from + turn / 2, r + 16), marks: [] };
}

function radiusFigure(frame: Frame, entry: SketchEntry, scale: number): Figure | null {
  const circle = circleAt(frame, entry.of[0]![0]);
  if (!circle) return null;
  const r = scale * circle.radius;
  const way = entry.label ?? [Math.SQRT1_2, Math.SQRT1_2];
  const far = Math.hypot(...way) || 1;
  const u: Point = [way[0] / far, -way[1] / far];
  const text = entry.label ? scale * far : r + 26;
  const [x, y]: Point = [scale * circle.at[0], -scale * circle.at[1]];
  const rim: Point = [x + r * u[0], y + r * u[1]];
  const end: Point = [x + text * u[0], y + text * u[1]];
  const line = `M${n(x)} ${n(y)}L${n(text > r ? end[0] : rim[0])} ${n(text > r ? end[1] : rim[1])}`;
  return { value: circle.radius, thin: "", strong: line + arrow(rim, u), at: end, marks: [] };
}

/* ---- constraints ---- */

/* `before`: how many symbols stand at each of its lines already. */
function relationFigure(frame: Frame, entry: SketchEntry, scale: number, before: readonly number[]): Figure | null {
  const px = ([x, y]: Point): Point => [scale * x, -scale * y];
  if (entry.kind === "collinear") {
    const points = entry.of.map(([place]) => pointAt(frame, place));
    const [first, last] = [points[0], points[points.length - 1]];
    if (!first || !last) return null;
    const [p, q] = [px(first), px(last)];
    const at: Point = [(p[0] + q[0]) / 2, (p[1] + q[1]) / 2 - 16];
    return { value: null, thin: `M${n(p[0])} ${n(p[1])}L${n(q[0])} ${n(q[1])}`, strong: "", at, marks: [at] };
  }
  const marks = entry.of.map((line, i) => {
    const ends = endsAt(frame, line);
    if (!ends) return null;
    const [p, q] = ends.map(px) as [Point, Point];
    const long = Math.hypot(q[0] - p[0], q[1] - p[1]) || 1;
    /* a third of the way along, beside the link: its middle has the centre of mass */
    const part = 1 / 3 + (22 * (before[i] ?? 0)) / long;
    const at: Point = [p[0] + part * (q[0] - p[0]), p[1] + part * (q[1] - p[1])];
    return [at[0] - (18 * (q[1] - p[1])) / long, at[1] + (18 * (q[0] - p[0])) / long] as Point;
  });
  if (marks.some((one) => one === null)) return null;
  return { value: null, thin: "", strong: "", at: marks[0]!, marks: marks as Point[] };
}

export function figureOf(
  frame: Frame,
  entry: SketchEntry,
  scale: number,
  before: readonly number[] = [],
): Figure | null {
  if (!isDimension(entry.kind)) return relationFigure(frame, entry, scale, before);
  if (entry.kind === "angle") return angleFigure(frame, entry, scale);
  return entry.kind === "radius" ? radiusFigure(frame, entry, scale) : straightFigure(frame, entry, scale);
}

/* The label that puts the number at a place of the ground. */
export function labelAt(frame: Frame, entry: SketchEntry, at: Point, scale: number): [number, number] | null {
  if (entry.kind === "radius") {
    const circle = circleAt(frame, entry.of[0]![0]);
    return circle && less(at, circle.at);
  }
  if (entry.kind === "angle") {
    const corner = cornerOf(frame, entry);
    return corner && [Math.max(Math.hypot(...less(at, corner.at)) - 16 / scale, 12 / scale), 0];
  }
  const of = straightOf(frame, entry);
  return of && [dot(less(at, of.middle), of.way), dot(less(at, of.middle), of.across)];
}

/* layout.ts - where the points of a study stand in its picture.
 *
 *   one parameter     a graph: the answer over it
 *   two               a map: the answer as a colour, in cells of a grid, or as dots where samples were taken
 *   more              parallel axes: a line for each point, through its parameters to its answer
 */
import { shownUnit, type Shown } from "../../shell/display_units";
import { scaled } from "../../shell/quantity";
import type { Axis } from "./form";
import type { Point, Study } from "./state";

export interface Size {
  width: number;
  height: number;
}

export interface Box extends Size {
  left: number;
  top: number;
}

/* Values (SI) along a side of the picture: pixels from `start` on, upwards where `size` is negative. */
export interface Scale {
  name: string;
  shown: Shown;
  from: number;
  to: number;
  start: number;
  size: number;
}

export type Kind = "graph" | "map" | "dots" | "lines";

export interface Layout {
  kind: Kind;
  box: Box;
  scales: Scale[]; // across and up; of lines one for each axis, the last of the answer
  answers: [number, number] | null; // least and greatest; null: there is none yet
  answer: Scale | null; // of the colours
}

const EDGE = { left: 58, top: 22, bottom: 38, right: 16 };
const BAR = 84; // px, for the colours and their numbers
const WIDE = 14; // px, of the bar

export function kindOf({ axes }: Study): Kind {
  if (axes.length === 1) return "graph";
  if (axes.length > 2) return "lines";
  return axes.every(({ levels }) => levels !== null) ? "map" : "dots";
}

export function answersOf(points: Point[]): [number, number] | null {
  let [low, high] = [Infinity, -Infinity];
  for (const { answer } of points)
    if (Number.isFinite(answer)) [low, high] = [Math.min(low, answer), Math.max(high, answer)];
  return low <= high ? [low, high] : null;
}

function widened([low, high]: [number, number]): [number, number] {
  const room = high > low ? 0.06 * (high - low) : Math.abs(low) * 0.1 || 1;
  return [low - room, high + room];
}

function scaleOf({ name, from, to, unit }: Axis, start: number, size: number): Scale {
  return { name, shown: unit, from, to, start, size };
}

function answerScale(of: Study, [from, to]: [number, number], start: number, size: number): Scale {
  const base = shownUnit(of.answer.unit);
  const shown = scaled(base, Math.max(Math.abs(from), Math.abs(to)) * base.factor);
  return { name: of.answer.name, shown, from, to, start, size };
}

/* Cells of a grid have their values in their middles: the axis reaches half a cell further. */
function cells(axis: Axis): Axis {
  const half = (axis.to - axis.from) / (axis.levels! - 1) / 2;
  return { ...axis, from: axis.from - half, to: axis.to + half };
}

export function layoutOf(of: Study, { width, height }: Size): Layout {
  const kind = kindOf(of);
  const bar = kind === "graph" || kind === "lines" ? 0 : BAR;
  const box = {
    left: EDGE.left,
    top: EDGE.top,
    width: Math.max(40, width - EDGE.left - EDGE.right - bar),
    height: Math.max(40, height - EDGE.top - EDGE.bottom),
  };
  const answers = answersOf(of.points);
  const [bottom, up] = [box.top + box.height, -box.height];
  const answer = answers && answerScale(of, answers, bottom, up);
  const last = answerScale(of, widened(answers ?? [0, 1]), bottom, up);
  if (kind === "lines") {
    const scales = [...of.axes.map((axis) => scaleOf(axis, bottom, up)), last];
    return { kind, box, answers, answer, scales };
  }
  const [a, b] = of.axes.map((axis) => (kind === "map" ? cells(axis) : axis));
  const across = scaleOf(a!, box.left, box.width);
  return { kind, box, answers, answer, scales: [across, b ? scaleOf(b, bottom, up) : last] };
}

/* Where the bar of colours stands. */
export function barOf({ box }: Layout): Box {
  return { left: box.left + box.width + 12, top: box.top, width: WIDE, height: box.height };
}

export function pixel({ from, to, start, size }: Scale, value: number): number {
  return start + ((value - from) / (to - from)) * size;
}

/* Where the axis i of parallel ones stands. */
export function laneAt({ box, scales }: Layout, i: number): number {
  return box.left + (i / (scales.length - 1)) * box.width;
}

/* The corners of a point's line, from axis to axis; one without an answer ends before the last. */
export function lineOf(layout: Layout, point: Point): [x: number, y: number][] {
  const values = Number.isFinite(point.answer) ? [...point.values, point.answer] : point.values;
  return values.map((value, i) => [laneAt(layout, i), pixel(layout.scales[i]!, value)]);
}

const FOOT = 5; // px above the bottom: there stand those that have no answer

/* Where a point is marked. */
export function placeOf(layout: Layout, point: Point): [x: number, y: number] {
  const { kind, box, scales } = layout;
  if (kind === "lines") return lineOf(layout, point).pop()!;
  const x = pixel(scales[0]!, point.values[0]!);
  if (kind !== "graph") return [x, pixel(scales[1]!, point.values[1]!)];
  return [x, Number.isFinite(point.answer) ? pixel(scales[1]!, point.answer) : box.top + box.height - FOOT];
}

/* The cell of a grid about a point. */
export function cellOf(layout: Layout, of: Study, point: Point): Box {
  const [x, y] = placeOf(layout, point);
  const [a, b] = of.axes;
  const width = layout.box.width / a!.levels!;
  const height = layout.box.height / b!.levels!;
  return { left: x - width / 2, top: y - height / 2, width, height };
}

function toLine([px, py]: [number, number], [ax, ay]: [number, number], [bx, by]: [number, number]): number {
  const [dx, dy] = [bx - ax, by - ay];
  const part = Math.max(0, Math.min(1, ((px - ax) * dx + (py - ay) * dy) / (dx * dx + dy * dy || 1)));
  return Math.hypot(px - ax - part * dx, py - ay - part * dy);
}

function awayFrom(layout: Layout, of: Study, point: Point, x: number, y: number): number {
  if (layout.kind === "map") {
    const cell = cellOf(layout, of, point);
    const within = x >= cell.left && x < cell.left + cell.width && y >= cell.top && y < cell.top + cell.height;
    return within ? 0 : Infinity;
  }
  if (layout.kind === "lines") {
    const line = lineOf(layout, point);
    return Math.min(...line.slice(1).map((to, i) => toLine([x, y], line[i]!, to)));
  }
  const [px, py] = placeOf(layout, point);
  return layout.kind === "graph" ? Math.abs(px - x) + 1e-3 * Math.abs(py - y) : Math.hypot(px - x, py - y);
}

const REACH = 16; // px

/* The point at a place of the picture; null: there is none. */
export function pointAt(layout: Layout, of: Study, x: number, y: number): Point | null {
  let [best, least]: [Point | null, number] = [null, REACH];
  for (const point of of.points) {
    const away = awayFrom(layout, of, point, x, y);
    if (away < least) [best, least] = [point, away];
  }
  return best;
}

/* The next point in a direction, as arrow keys go: the nearest of those that lie more that way than across. */
export function nextPoint(layout: Layout, of: Study, from: Point | null, dx: number, dy: number): Point | null {
  if (!from) return of.points[0] ?? null;
  const [x, y] = placeOf(layout, from);
  let [best, least]: [Point | null, number] = [null, Infinity];
  for (const point of of.points) {
    const [px, py] = placeOf(layout, point);
    const along = (px - x) * dx + (py - y) * dy;
    const across = Math.abs((px - x) * dy - (py - y) * dx);
    const away = along + 2 * across;
    const free = layout.kind === "graph" || layout.kind === "lines"; // one direction alone counts
    if (along > 1e-6 && (free || along >= across) && (free ? along : away) < least)
      [best, least] = [point, free ? along : away];
  }
  return best ?? from;
}

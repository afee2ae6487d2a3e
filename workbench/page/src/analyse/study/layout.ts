/* layout.ts - where the points of a study stand in a picture of it (views.ts). */
import { shownUnit, siUnit, type Shown } from "../../shell/display_units";
import { scaled } from "../../shell/quantity";
import { texts } from "../../texts/texts";
import type { Axis, Column, Point, Study } from "./state";
import { percentile, sortedFinite } from "./statistics";
import { type View, viewsOf } from "./views";

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

export type Kind = Exclude<View, "matrix">;

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

export function hasColours(kind: Kind): boolean {
  return kind === "map" || kind === "levels" || kind === "dots";
}

function isGrid(kind: Kind): boolean {
  return kind === "map" || kind === "levels";
}

export function extremes(values: Iterable<number>): [number, number] | null {
  let [low, high] = [Infinity, -Infinity];
  for (const value of values) if (Number.isFinite(value)) [low, high] = [Math.min(low, value), Math.max(high, value)];
  return low <= high ? [low, high] : null;
}

export function answersOf(points: Point[]): [number, number] | null {
  return extremes(points.map(({ answer }) => answer));
}

function widened([low, high]: [number, number]): [number, number] {
  const room = high > low ? 0.06 * (high - low) : Math.abs(low) * 0.1 || 1;
  return [low - room, high + room];
}

/* One value alone stands in the middle. */
function scaleOf({ name, from, to, unit }: Axis, start: number, size: number): Scale {
  const [low, high] = to > from ? [from, to] : widened([from, from]);
  return { name, shown: unit, from: low, to: high, start, size };
}

export function answerScale({ name, unit }: Column, [from, to]: [number, number], start: number, size: number): Scale {
  const base = shownUnit(unit);
  const shown = scaled(base, Math.max(Math.abs(from), Math.abs(to)) * base.factor);
  return { name, shown, from, to, start, size };
}

/* ---- cells of a grid: about each value, to half way to its neighbours ---- */

function edgesOf(levels: number[], at: number): [number, number] {
  const last = levels.length - 1;
  const half = (i: number): number => (levels[i + 1]! - levels[i]!) / 2;
  return [
    at > 0 ? levels[at]! - half(at - 1) : levels[0]! - half(0),
    at < last ? levels[at]! + half(at) : levels[last]! + half(last - 1),
  ];
}

function cells(axis: Axis): Axis {
  const { levels } = axis;
  return { ...axis, from: edgesOf(levels!, 0)[0], to: edgesOf(levels!, levels!.length - 1)[1] };
}

/* ---- searches ---- */

/* What is far off, such as where a search began, stands at the edge: what it ended with is to be seen. */
function mostOf(values: number[], also: number[]): [number, number] {
  const sorted = sortedFinite(values);
  const usual = sorted.length > 0 ? [percentile(sorted, 0.05), percentile(sorted, 0.9)] : [];
  return widened(extremes([...usual, ...also]) ?? [0, 1]);
}

/* The best goal of all searches after each point. */
export function bestSoFar({ points, wish }: Study): number[] {
  const large = wish.kind === "optimize" && wish.large;
  let best = NaN;
  return points.map((point) => {
    const here = point.best ?? NaN;
    if (Number.isFinite(here)) best = !Number.isFinite(best) || (large ? here > best : here < best) ? here : best;
    return best;
  });
}

function convergenceScales(of: Study, box: Box): Scale[] {
  const best = bestSoFar(of).filter(Number.isFinite);
  const settled = best.slice(Math.floor(best.length / 10)); // without the first steps
  const range = mostOf(
    of.points.map(({ answers }) => answers[0]!),
    settled,
  );
  const last = Math.max(1, of.points.length - 1);
  return [
    { name: texts.results.study.evaluation, shown: siUnit(""), from: 0, to: last, start: box.left, size: box.width },
    answerScale(of.answers[0]!, range, box.top + box.height, -box.height),
  ];
}

function frontScales(of: Study, box: Box): Scale[] {
  const front = new Set(of.found?.front);
  return [0, 1].map((goal) => {
    const range = mostOf(
      of.points.map(({ answers }) => answers[goal]!),
      of.points.filter(({ number }) => front.has(number)).map(({ answers }) => answers[goal]!),
    );
    return goal === 0
      ? answerScale(of.answers[0]!, range, box.left, box.width)
      : answerScale(of.answers[1]!, range, box.top + box.height, -box.height);
  });
}

/* ---- the layout ---- */

export function kindOf(of: Study): Kind {
  return viewsOf(of)[0] as Kind;
}

function scalesOf(of: Study, kind: Kind, box: Box, answers: [number, number] | null): Scale[] {
  const [bottom, up] = [box.top + box.height, -box.height];
  if (kind === "descent") return convergenceScales(of, box);
  if (kind === "front") return frontScales(of, box);
  const last = answerScale(of.answer, widened(answers ?? [0, 1]), bottom, up);
  if (kind === "lines") return [...of.axes.map((axis) => scaleOf(axis, bottom, up)), last];
  const [a, b] = of.axes.map((axis) => (isGrid(kind) ? cells(axis) : axis));
  return [scaleOf(a!, box.left, box.width), b ? scaleOf(b, bottom, up) : last];
}

export function layoutOf(of: Study, { width, height }: Size, kind = kindOf(of)): Layout {
  const bar = hasColours(kind) ? BAR : 0;
  const box = {
    left: EDGE.left,
    top: EDGE.top,
    width: Math.max(40, width - EDGE.left - EDGE.right - bar),
    height: Math.max(40, height - EDGE.top - EDGE.bottom),
  };
  const answers = answersOf(of.points);
  const answer = answers && answerScale(of.answer, answers, box.top + box.height, -box.height);
  return { kind, box, answers, answer, scales: scalesOf(of, kind, box, answers) };
}

/* Where the bar of colours stands. */
export function barOf({ box }: Layout): Box {
  return { left: box.left + box.width + 12, top: box.top, width: WIDE, height: box.height };
}

export function pixel({ from, to, start, size }: Scale, value: number): number {
  return start + ((value - from) / (to - from)) * size;
}

/* At the edge where it lies beyond. */
function within(scale: Scale, value: number): number {
  return pixel(scale, Math.min(Math.max(value, scale.from), scale.to));
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
  const [across, up] = scales;
  const foot = box.top + box.height - FOOT;
  if (kind === "lines") return lineOf(layout, point).pop()!;
  if (kind === "descent" || kind === "front") {
    const [x, y] = kind === "front" ? point.answers : [point.number, point.answers[0]];
    const at = Number.isFinite(x) ? within(across!, x!) : box.left + FOOT;
    return [at, Number.isFinite(y) ? within(up!, y!) : foot];
  }
  const x = pixel(across!, point.values[0]!);
  if (kind !== "graph") return [x, pixel(up!, point.values[1]!)];
  return [x, Number.isFinite(point.answer) ? pixel(up!, point.answer) : foot];
}

/* The cell of a grid about a point. */
export function cellOf(layout: Layout, of: Study, point: Point): Box {
  const [x, y] = [0, 1].map((i) => {
    const levels = of.axes[i]!.levels!;
    return edgesOf(levels, levels.indexOf(point.values[i]!)).map((edge) => pixel(layout.scales[i]!, edge));
  });
  return { left: x![0]!, top: y![1]!, width: x![1]! - x![0]!, height: y![0]! - y![1]! };
}

function toLine([px, py]: [number, number], [ax, ay]: [number, number], [bx, by]: [number, number]): number {
  const [dx, dy] = [bx - ax, by - ay];
  const part = Math.max(0, Math.min(1, ((px - ax) * dx + (py - ay) * dy) / (dx * dx + dy * dy || 1)));
  return Math.hypot(px - ax - part * dx, py - ay - part * dy);
}

function awayFrom(layout: Layout, of: Study, point: Point, x: number, y: number): number {
  if (isGrid(layout.kind)) {
    const cell = cellOf(layout, of, point);
    const inside = x >= cell.left && x < cell.left + cell.width && y >= cell.top && y < cell.top + cell.height;
    return inside ? 0 : Infinity;
  }
  if (layout.kind === "lines") {
    const line = lineOf(layout, point);
    return Math.min(...line.slice(1).map((to, i) => toLine([x, y], line[i]!, to)));
  }
  const [px, py] = placeOf(layout, point);
  const along = layout.kind === "graph";
  return along ? Math.abs(px - x) + 1e-3 * Math.abs(py - y) : Math.hypot(px - x, py - y);
}

const REACH = 16; // px

/* The point at a place of the picture; null: there is none. Of a search those that it has found come before the others. */
export function pointAt(layout: Layout, of: Study, x: number, y: number): Point | null {
  const chosen = new Set(of.found ? [...of.found.front, of.found.best] : []);
  let [best, least]: [Point | null, number] = [null, REACH];
  for (const point of of.points) {
    const away = awayFrom(layout, of, point, x, y) - (chosen.has(point.number) ? REACH / 2 : 0);
    if (away < least) [best, least] = [point, away];
  }
  return best;
}

/* The next point in a direction, as arrow keys go: the nearest of those that lie more that way than across. */
export function nextPoint(layout: Layout, of: Study, from: Point | null, dx: number, dy: number): Point | null {
  if (!from) return of.points[0] ?? null;
  const [x, y] = placeOf(layout, from);
  const free = ["graph", "lines", "descent"].includes(layout.kind); // one direction alone counts
  let [best, least]: [Point | null, number] = [null, Infinity];
  for (const point of of.points) {
    const [px, py] = placeOf(layout, point);
    const along = (px - x) * dx + (py - y) * dy;
    const across = Math.abs((px - x) * dy - (py - y) * dx);
    const away = along + 2 * across;
    if (along > 1e-6 && (free || along >= across) && (free ? along : away) < least)
      [best, least] = [point, free ? along : away];
  }
  return best ?? from;
}

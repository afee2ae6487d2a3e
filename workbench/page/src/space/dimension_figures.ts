/* dimension_figures.ts - dimensions and constraints in space, as they are seen: their values are those in space, their lines lie flat over the
 * view, beside what they are of, so that they can be read from every side.
 *
 * A label is given along and across what is seen of a length, from its middle; of an angle it is the radius of its arc.
 */
import type { Point } from "../drawing/camera";
import type { Vec } from "../engine/engine";
import { arrow, ARC, dimensionLine, lineAt, placeAt, type Figure } from "../tools/dimension_geometry";
import { isDimension, type SketchEntry } from "../tools/sketch_entries";
import { angleBetween, isOfSpace } from "../tools/space_rows";
import type { Instant } from "./part";
import { dot, length, minus, plus, times, unit } from "./vectors";

/* How places are seen. */
export interface Sight {
  pixel(at: Vec): Point | null; // y down; null: behind the eye
  metre(at: Vec): number; // px for a metre there
}

const ENOUGH = 8; // px: a length that is seen shorter has no line beside it
const halfway = (a: Vec, b: Vec): Vec => times(plus(a, b), 0.5);
const path = (places: Point[]): string =>
  places.map(([x, y], i) => `${i ? "L" : "M"}${x.toFixed(1)} ${y.toFixed(1)}`).join("");

/* ---- lengths ---- */

interface SeenLength {
  ends: [Point, Point]; // px, y up
  way: Point;
  across: Point;
  middle: Point;
  value: number; // m
  metre: number;
}

function seenLength(now: Instant, { of }: SketchEntry, sight: Sight): SeenLength | null {
  const ends = lineAt(now, of[0]!);
  const [a, b] = ends?.map((one) => sight.pixel(one)) ?? [];
  if (!ends || !a || !b) return null;
  const [p, q]: [Point, Point] = [
    [a[0], -a[1]],
    [b[0], -b[1]],
  ];
  const long = Math.hypot(q[0] - p[0], q[1] - p[1]);
  const way: Point = long > 1e-6 ? [(q[0] - p[0]) / long, (q[1] - p[1]) / long] : [1, 0];
  return {
    ends: [p, q],
    way,
    across: [-way[1], way[0]],
    middle: [(p[0] + q[0]) / 2, (p[1] + q[1]) / 2],
    value: length(minus(ends[1], ends[0])),
    metre: sight.metre(halfway(...ends)),
  };
}

function lengthFigure(now: Instant, entry: SketchEntry, sight: Sight): Figure | null {
  const seen = seenLength(now, entry, sight);
  if (!seen) return null;
  const label = entry.label && (entry.label.map((one) => one * seen.metre) as [number, number]);
  const figure = dimensionLine(seen, { label }, 1);
  const [p, q] = seen.ends;
  /* seen from its end: a line to its number is all */
  if (Math.hypot(q[0] - p[0], q[1] - p[1]) < ENOUGH)
    return { ...figure, thin: path([[seen.middle[0], -seen.middle[1]], figure.at]), strong: "" };
  return figure;
}

/* ---- angles ---- */

interface Corner {
  at: Vec;
  u: Vec; // along the first line, unit
  v: Vec; // across it, towards the second
  turn: number;
}

/* Two lines, from where they come nearest to each other, each the way it goes. */
function cornerOf(now: Instant, { of }: SketchEntry): Corner | null {
  const [l, m] = of.map((one) => lineAt(now, one));
  if (!l || !m) return null;
  const [u, w] = [unit(minus(l[1], l[0])), unit(minus(m[1], m[0]))];
  const cosine = dot(u, w);
  const off = minus(w, times(u, cosine));
  const by = minus(m[0], l[0]);
  const apart = 1 - cosine * cosine;
  if (apart < 1e-9) return { at: l[0], u, v: [0, 0, 0], turn: angleBetween(u, w) };
  const [s, t] = [(dot(by, u) - dot(by, w) * cosine) / apart, (dot(by, u) * cosine - dot(by, w)) / apart];
  const at = halfway(plus(l[0], times(u, s)), plus(m[0], times(w, t)));
  return { at, u, v: unit(off), turn: angleBetween(u, w) };
}

const PIECES = 24;

function angleFigure(now: Instant, entry: SketchEntry, sight: Sight): Figure | null {
  const corner = cornerOf(now, entry);
  if (!corner) return null;
  const { at, u, v, turn } = corner;
  const metre = sight.metre(at);
  const radius = entry.label ? Math.max(Math.hypot(...entry.label), 12 / metre) : ARC / metre;
  const rim = (angle: number, r = radius): Point | null =>
    sight.pixel(plus(at, plus(times(u, r * Math.cos(angle)), times(v, r * Math.sin(angle)))));
  const places = Array.from({ length: PIECES + 1 }, (_, i) => rim((turn * i) / PIECES));
  const legs = [0, turn].map((angle) => [sight.pixel(at), rim(angle, radius + 5 / metre)]);
  const number = rim(turn / 2, radius + 16 / metre);
  if ([...places, ...legs.flat(), number].some((one) => one === null)) return null;
  const [before, end] = places.slice(-2) as [Point, Point];
  const step = Math.hypot(end[0] - before[0], end[1] - before[1]);
  const tip =
    turn * radius * metre > 16 && step > 0.3
      ? arrow(end, [(end[0] - before[0]) / step, (end[1] - before[1]) / step])
      : "";
  return {
    value: turn,
    thin: legs.map((leg) => path(leg as Point[])).join(""),
    strong: path(places as Point[]) + tip,
    at: number!,
    marks: [],
  };
}

/* ---- constraints ---- */

function relationFigure(now: Instant, entry: SketchEntry, sight: Sight, before: readonly number[]): Figure | null {
  const seen = (at: Vec | null): Point | null => at && sight.pixel(at);
  if (entry.kind === "collinear") {
    const places = entry.of.map(([place]) => seen(placeAt(now, place)));
    const [p, q] = [places[0], places[places.length - 1]];
    if (!p || !q) return null;
    const at: Point = [(p[0] + q[0]) / 2, (p[1] + q[1]) / 2 - 16];
    return { value: null, thin: path([p, q]), strong: "", at, marks: [at] };
  }
  const marks = entry.of.map((line, i): Point | null => {
    const [p, q] = lineAt(now, line)?.map(seen) ?? [];
    if (!p || !q) return null;
    const long = Math.hypot(q[0] - p[0], q[1] - p[1]) || 1;
    const part = 1 / 3 + (22 * (before[i] ?? 0)) / long;
    return [
      p[0] + part * (q[0] - p[0]) - (18 * (q[1] - p[1])) / long,
      p[1] + part * (q[1] - p[1]) + (18 * (q[0] - p[0])) / long,
    ];
  });
  if (marks.some((one) => one === null)) return null;
  return { value: null, thin: "", strong: "", at: marks[0]!, marks: marks as Point[] };
}

/* Null: it is behind the eye, or means nothing in space. */
export function figureInSpace(
  now: Instant,
  entry: SketchEntry,
  sight: Sight,
  before: readonly number[] = [],
): Figure | null {
  if (!isOfSpace(entry)) return null;
  if (!isDimension(entry.kind)) return relationFigure(now, entry, sight, before);
  return entry.kind === "angle" ? angleFigure(now, entry, sight) : lengthFigure(now, entry, sight);
}

/* The label that puts the number at a pixel of the view. */
export function labelInSpace(now: Instant, entry: SketchEntry, at: Point, sight: Sight): [number, number] | null {
  if (entry.kind === "angle") {
    const corner = cornerOf(now, entry);
    const from = corner && sight.pixel(corner.at);
    if (!corner || !from) return null;
    return [Math.max(Math.hypot(at[0] - from[0], at[1] - from[1]) - 16, 12) / sight.metre(corner.at), 0];
  }
  const seen = seenLength(now, entry, sight);
  if (!seen) return null;
  const by: Point = [at[0] - seen.middle[0], -at[1] - seen.middle[1]];
  const along = (way: Point): number => (by[0] * way[0] + by[1] * way[1]) / seen.metre;
  return [along(seen.way), along(seen.across)];
}

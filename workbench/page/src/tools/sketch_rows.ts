/* sketch_rows.ts - dimensions and constraints as equations of the drawing, and the drawing that satisfies them.
 *
 * What is asked for is tried in ways that change ever more: the mechanism moves, lengths kept; points that it names move, too; links change
 * their lengths. What the document holds stays true in all of them, or it is told what contradicts.
 */
import type { Place as Point } from "../drawing/camera";
import { readNumber } from "../editor/numbers";
import type { TextChange } from "../state/document";
import { texts } from "../texts/texts";
import { angleRow, distanceRow, drawingGeometry, rigidRows, slidingRows, type DrawingGeometry } from "./drawing_rows";
import { distance, minus, vec } from "./geometry";
import { redrawn } from "./link_size";
import type { Refused } from "./make";
import { GROUND, type Sketch } from "./sketch";
import { holds, isDimension, sketchEntries, type Line, type SketchEntry } from "./sketch_entries";
import { solvePoints, type Row } from "./solver";
import { angleBetween, isOfSpace, spaceEntryRows } from "./space_rows";

/* The point of the drawing that a place is; undefined: it belongs to a body with a frame of its own. */
function pointOf(sketch: Sketch, geometry: DrawingGeometry, place: string): number | undefined {
  const dot = place.lastIndexOf(".");
  const [body, point] = [place.slice(0, dot), place.slice(dot + 1)];
  const own = sketch.bodies.find(({ name }) => name === body);
  const drawn = own?.drawn ?? body === GROUND;
  return drawn ? geometry.index.get(point) : undefined;
}

function lineIn(sketch: Sketch, geometry: DrawingGeometry, line: Line): [number, number] | null {
  if (line.length === 1) {
    const body = sketch.bodies.find(({ name }) => name === line[0]);
    const points = body?.drawn ? [...body.points.keys()] : [];
    const [a, b] = [geometry.index.get(points[0] ?? ""), geometry.index.get(points[points.length - 1] ?? "")];
    return a === undefined || b === undefined || a === b ? null : [a, b];
  }
  const [a, b] = line.map((one) => pointOf(sketch, geometry, one));
  return a === undefined || b === undefined || a === b ? null : [a, b];
}

const direction = (at: readonly Point[], [a, b]: [number, number]): number => {
  const by = minus(at[b]!, at[a]!);
  return Math.atan2(by[1], by[0]);
};

const wrap = (angle: number): number => Math.atan2(Math.sin(angle), Math.cos(angle));

/* One component of the way between two points, counted as it lies now. */
function componentRow(of: readonly Point[], [a, b]: [number, number], axis: 0 | 1, value: number, name: string): Row {
  const sign = of[b]![axis] < of[a]![axis] ? -1 : 1;
  return { points: [a, b], value: (at) => sign * (at[b]![axis] - at[a]![axis]) - value, name };
}

function betweenRow(of: readonly Point[], l: [number, number], m: [number, number], value: number, name: string): Row {
  const sign = wrap(direction(of, m) - direction(of, l)) < 0 ? -1 : 1;
  return {
    points: [...l, ...m],
    value: (at) => distance(at[m[0]]!, at[m[1]]!) * wrap(direction(at, m) - direction(at, l) - sign * value),
    name,
  };
}

/* |l| is left out of the cross and scalar products, so that they are lengths. */
function crossRow(l: [number, number], m: [number, number], upright: boolean, name: string): Row {
  return {
    points: [...l, ...m],
    value: (at) => {
      const [u, v] = [minus(at[l[1]]!, at[l[0]]!), minus(at[m[1]]!, at[m[0]]!)];
      const along = Math.hypot(u[0], u[1]) || 1;
      return (upright ? u[0] * v[0] + u[1] * v[1] : u[0] * v[1] - u[1] * v[0]) / along;
    },
    name,
  };
}

type Pair = [number, number];

interface Asked {
  at: readonly Point[]; // as drawn
  first: Pair;
  second: Pair; // the first again where there is one only
  lines: Pair[];
  value: number;
  name: string;
}

const ROWS: Record<Exclude<SketchEntry["kind"], "collinear">, (of: Asked) => Row[]> = {
  length: ({ first, value, name }) => [distanceRow(first[0], first[1], value, name)],
  distance_x: ({ at, first, value, name }) => [componentRow(at, first, 0, value, name)],
  distance_y: ({ at, first, value, name }) => [componentRow(at, first, 1, value, name)],
  angle: ({ at, first, second, lines, value, name }) => [
    lines.length > 1 ? betweenRow(at, first, second, value, name) : angleRow(first[0], first[1], value, name),
  ],
  radius: () => [],
  horizontal: ({ first, name }) => [{ points: first, value: (now) => now[first[1]]![1] - now[first[0]]![1], name }],
  vertical: ({ first, name }) => [{ points: first, value: (now) => now[first[1]]![0] - now[first[0]]![0], name }],
  equal: ({ first, lines, name }) =>
    lines.slice(1).map(([a, b]) => ({
      points: [...first, a, b],
      value: (now) => distance(now[a]!, now[b]!) - distance(now[first[0]]!, now[first[1]]!),
      name,
    })),
  parallel: ({ first, second, name }) => [crossRow(first, second, false, name)],
  perpendicular: ({ first, second, name }) => [crossRow(first, second, true, name)],
};

/* The equations of one entry at a value; none where it is not of the drawing. */
export function entryRows(sketch: Sketch, geometry: DrawingGeometry, entry: SketchEntry, value: number): Row[] {
  const { kind, of, name } = entry;
  const { at } = geometry;
  if (sketch.space && !isOfSpace(entry)) return [];
  if (kind === "collinear") {
    const points = of.flatMap(([place]) => pointOf(sketch, geometry, place) ?? []);
    const [a, b, ...others] = points;
    if (a === undefined || b === undefined) return [];
    if (sketch.space)
      return spaceEntryRows(
        kind,
        [b, ...others].map((one): Pair => [a, one]),
        0,
        name,
      );
    return others.map((one) => crossRow([a, b], [a, one], false, name));
  }
  const lines = of.map((one) => lineIn(sketch, geometry, one));
  const [first, second] = lines;
  if (!first || lines.some((one) => one === null)) return [];
  if (sketch.space) return spaceEntryRows(kind, lines as Pair[], value, name);
  return ROWS[kind]({ at, first, second: second ?? first, lines: lines as Pair[], value, name });
}

/* What it comes to as drawn; null: it says no number, or is not of the drawing. */
export function drawnValue(sketch: Sketch, geometry: DrawingGeometry, { kind, of }: SketchEntry): number | null {
  const [first, second] = of.map((one) => lineIn(sketch, geometry, one));
  if (!first || !isDimension(kind)) return null;
  const by = minus(geometry.at[first[1]]!, geometry.at[first[0]]!);
  if (sketch.space && kind === "angle" && second)
    return angleBetween(vec(by), vec(minus(geometry.at[second[1]]!, geometry.at[second[0]]!)));
  if (kind === "length") return distance(geometry.at[first[0]]!, geometry.at[first[1]]!);
  if (kind === "distance_x") return Math.abs(by[0]);
  if (kind === "distance_y") return Math.abs(by[1]);
  if (kind !== "angle") return null;
  return second
    ? Math.abs(wrap(direction(geometry.at, second) - direction(geometry.at, first)))
    : direction(geometry.at, first);
}

/* All that the document holds, but for some. */
export function heldRows(sketch: Sketch, geometry: DrawingGeometry, but: readonly string[] = []): Row[] {
  return sketchEntries(sketch.text)
    .filter((entry) => holds(entry) && !but.includes(entry.name))
    .flatMap((entry) => {
      const value = entry.is === null ? 0 : readNumber(entry.is)?.value;
      return value === undefined ? [] : entryRows(sketch, geometry, entry, value);
    });
}

function named(sketch: Sketch, geometry: DrawingGeometry, { of }: SketchEntry): Set<number> {
  return new Set(
    of.flatMap((line) => lineIn(sketch, geometry, line) ?? line.flatMap((one) => pointOf(sketch, geometry, one) ?? [])),
  );
}

/* The drawing with an entry at a value, and all that holds; or why that cannot be. */
export function satisfy(sketch: Sketch, entry: SketchEntry, value: number): { changes: TextChange[] } | Refused {
  const geometry = drawingGeometry(sketch);
  const from = drawnValue(sketch, geometry, entry);
  const asked = (part: number): Row[] =>
    entryRows(sketch, geometry, entry, from === null ? value : from + part * between(entry, from, value));
  if (asked(1).length === 0) return { why: texts.dimensions.notOfDrawing };
  const own = named(sketch, geometry, entry);
  const held = heldRows(sketch, geometry, [entry.name]);
  const rigid = geometry.groups.flatMap(({ points }) => rigidRows(geometry.at, points));
  const sliding = slidingRows(sketch, geometry);
  const ways: { rows: Row[]; free: (i: number) => boolean }[] = [
    { rows: [...rigid, ...sliding], free: (i) => !geometry.grounded[i] },
    { rows: [...rigid, ...sliding], free: (i) => !geometry.grounded[i] || own.has(i) },
    { rows: sliding, free: (i) => !geometry.grounded[i] },
    { rows: sliding, free: (i) => !geometry.grounded[i] || own.has(i) },
    { rows: [], free: () => true },
  ];
  let failed: string[] = [];
  for (const { rows, free } of ways) {
    const movable = geometry.literal.map((literal, i) => literal && free(i));
    const solved = inSteps(geometry.at, movable, (part) => [...rows, ...held, ...asked(part)], sketch.size);
    if (solved.failed.length === 0) return { changes: redrawn(sketch, geometry, solved.at) };
    failed = solved.failed;
  }
  const others = failed.filter((one) => one !== "" && one !== entry.name);
  return { why: texts.dimensions.conflict(others) };
}

function between({ kind, of }: SketchEntry, from: number, to: number): number {
  return kind === "angle" && of.length === 1 ? wrap(to - from) : to - from;
}

const STEPS = 6; // so that the mechanism stays in the branch in which it is drawn

function inSteps(start: Point[], movable: boolean[], rows: (part: number) => Row[], size: number) {
  let solved = { at: start, failed: [] as string[] };
  for (let i = 1; i <= STEPS && solved.failed.length === 0; i++)
    solved = solvePoints(solved.at, movable, rows(i / STEPS), size);
  return solved;
}

/* ---- while a point is dragged ---- */

/* The drawing with one point brought to places, as near as what is held lets it; null where nothing is held. */
export function constrainedDrag(sketch: Sketch, point: string): ((to: Point) => TextChange[]) | null {
  const geometry = drawingGeometry(sketch);
  const dragged = geometry.index.get(point);
  const held = heldRows(sketch, geometry);
  if (dragged === undefined || held.length === 0) return null;
  const rows = [...held, ...slidingRows(sketch, geometry).filter(({ points }) => !points.includes(dragged))];
  let last = geometry.at;
  return (to) => {
    const start = last.map((one, i): Point => (i === dragged ? to : one));
    const movable = (pinned: boolean): boolean[] =>
      geometry.literal.map((literal, i) => literal && (i === dragged ? !pinned : !geometry.grounded[i]));
    for (const pinned of [true, false]) {
      const solved = solvePoints(start, movable(pinned), rows, sketch.size);
      if (solved.failed.length === 0) {
        last = solved.at;
        break;
      }
    }
    return redrawn(sketch, geometry, last);
  };
}

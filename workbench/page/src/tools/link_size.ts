/* link_size.ts - the lengths and angles of a link, and the drawing after one of them was typed.
 *
 * A length moves one end of the link. The other links keep theirs, and what is pinned together stays together: the mechanism is
 * assembled anew. Where the others cannot keep their lengths, the end alone moves, and what became of the others is told. An angle
 * rotates the link, all lengths kept.
 */
import type { Place as Point } from "../drawing/camera";
import { formatNumber, readNumber } from "../editor/numbers";
import { setValue } from "../editor/text_edits";
import { nodeAt, readTree } from "../editor/tree";
import type { TextChange } from "../state/document";
import { texts } from "../texts/texts";
import {
  angleRow,
  distanceRow,
  drawingGeometry,
  offsetRow,
  rigidRows,
  slidingRows,
  type DrawingGeometry,
} from "./drawing_rows";
import { collinear, distance, minus, onGround, type Frame } from "./geometry";
import { carriedChanges } from "./initial_position";
import type { Refused } from "./make";
import { fineness } from "./numbers";
import { bodyNamed, GROUND, groundJointAt, nodeOfEnd, type Sketch, type SketchBody } from "./sketch";
import { solvePoints, type Row } from "./solver";

/* A straight piece of a body between two of its points. */
export interface Side {
  body: string;
  from: string;
  to: string;
}

export interface Wish {
  length?: number; // m
  angle?: number; // rad, on the ground
}

export interface Resized {
  changes: TextChange[];
  note: string; // what else became different; "" where nothing did
}

/* A link has one, a plate as many as corners. */
export function sidesOf(body: SketchBody): Side[] {
  const names = [...body.points.keys()];
  const places = [...body.points.values()];
  const side = (i: number, j: number): Side => ({ body: body.name, from: names[i]!, to: names[j]! });
  const apart = (one: Side): boolean => distance(body.points.get(one.from)!, body.points.get(one.to)!) > 0;
  if (body.name === GROUND || names.length < 2) return [];
  if (names.length === 2 || collinear(places)) return [side(0, names.length - 1)].filter(apart);
  return names.map((_, i) => side(i, (i + 1) % names.length)).filter(apart);
}

export function measure(body: SketchBody, { from, to }: Side): Required<Wish> {
  const by = minus(onGround(body.frame, body.points.get(to)!), onGround(body.frame, body.points.get(from)!));
  return { length: Math.hypot(by[0], by[1]), angle: Math.atan2(by[1], by[0]) };
}

export function resize(sketch: Sketch, side: Side, wish: Wish, more: Row[] = []): Resized | Refused {
  const body = bodyNamed(sketch, side.body);
  if (!body) return { why: texts.sizes.gone(side.body) };
  if (wish.length !== undefined && !(wish.length > 0)) return { why: texts.sizes.notPositive };
  return body.drawn ? resizeDrawn(sketch, side, wish, more) : resizeFramed(sketch, body, side, wish.length);
}

/* ---- a body with a frame of its own ---- */

/* The end moves in the frame; a rotation is not a matter of the body alone (turn_link.ts). */
function resizeFramed(sketch: Sketch, body: SketchBody, side: Side, length?: number): Resized | Refused {
  if (length === undefined) return { changes: [], note: "" };
  const onPin = (point: string): boolean => {
    const node = nodeOfEnd(sketch, { body: body.name, point });
    return node !== undefined && groundJointAt(sketch, node) !== undefined;
  };
  const [still, moving] = onPin(side.to) && !onPin(side.from) ? [side.to, side.from] : [side.from, side.to];
  const [a, b] = [body.points.get(still)!, body.points.get(moving)!];
  const part = length / distance(a, b);
  const to: Point = [a[0] + part * (b[0] - a[0]), a[1] + part * (b[1] - a[1])];
  const path = ["bodies", body.name, "points", moving];
  if (body.literal.has(moving)) return { changes: pointChanges(sketch, path, to), note: "" };
  return (
    byParameter(sketch, path, minus(b, a), to) ?? {
      why: texts.sizes.expression(`${body.name}.${moving}`),
    }
  );
}

/* A coordinate that is a parameter and nothing else: that changes, and with it all that uses it. */
function byParameter(sketch: Sketch, path: (string | number)[], by: Point, to: Point): Resized | null {
  const { root } = readTree(sketch.text);
  const axis = Math.abs(by[1]) < 1e-12 ? 0 : Math.abs(by[0]) < 1e-12 ? 1 : -1;
  const written = axis < 0 ? undefined : nodeAt(root, [...path, axis]);
  const name = written?.kind === "scalar" ? /^\s*(-?)\s*([A-Za-z_]\w*)\s*$/.exec(written.text) : null;
  const value = name && nodeAt(root, ["parameters", name[2]!]);
  if (!name || value?.kind !== "scalar" || !readNumber(value.text)) return null;
  const number = formatNumber(name[1] ? -to[axis as 0 | 1] : to[axis as 0 | 1], value.text, fineness(sketch.size, 7));
  return {
    changes: setValue(sketch.text, ["parameters", name[2]!], number),
    note: texts.sizes.parameterSet(name[2]!, number),
  };
}

function pointChanges(sketch: Sketch, path: (string | number)[], to: Point): TextChange[] {
  const { root } = readTree(sketch.text);
  /* where joints hold more than once, lengths must fit to the last digits, lest nothing can move */
  const step = fineness(sketch.size, (sketch.scene?.mobility.redundant ?? 0) > 0 ? 13 : 7);
  return to.flatMap((value, axis) => {
    const number = nodeAt(root, [...path, axis]);
    if (number?.kind !== "scalar" || value === undefined) return [];
    const old = readNumber(number.text)?.value;
    if (old !== undefined && Math.abs(old - value) < step / 2) return []; // as it was written
    return [{ from: number.from, to: number.to, insert: formatNumber(value, number.text, step) }];
  });
}

/* ---- a body of the drawing ---- */

interface Ends {
  still: number;
  moving: number;
}

function endsIn(geometry: DrawingGeometry, side: Side): Ends | null {
  const [from, to] = [geometry.index.get(side.from), geometry.index.get(side.to)];
  if (from === undefined || to === undefined) return null;
  const stays = (i: number): boolean => geometry.grounded[i]! || !geometry.literal[i]!;
  return stays(to) && !stays(from) ? { still: to, moving: from } : { still: from, moving: to };
}

/* The rows of the body that changes its length. */
function ownRows(geometry: DrawingGeometry, points: number[], ends: Ends, side: Side, sketch: Sketch): Row[] {
  const { at } = geometry;
  const { still, moving } = ends;
  const others = points.filter((one) => one !== still && one !== moving);
  if (collinear(points.map((one) => at[one]!)))
    return others.flatMap((one) => [offsetRow(at, still, moving, one, false), offsetRow(at, still, moving, one, true)]);
  const beside = sidesOf(bodyNamed(sketch, side.body)!)
    .map(({ from, to }) => [geometry.index.get(from)!, geometry.index.get(to)!] as const)
    .filter((pair) => pair.includes(moving) && !pair.includes(still))
    .map((pair) => pair.find((one) => one !== moving)!);
  return [
    ...rigidRows(at, [still, ...others]),
    ...beside.map((one) => distanceRow(moving, one, distance(at[moving]!, at[one]!))),
  ];
}

function resizeDrawn(sketch: Sketch, side: Side, wish: Wish, more: Row[]): Resized | Refused {
  const geometry = drawingGeometry(sketch);
  const ends = endsIn(geometry, side);
  if (!ends) return { why: texts.sizes.gone(side.body) };
  if (!geometry.literal[ends.moving]) return { why: texts.sizes.expression(geometry.names[ends.moving]!) };
  const ways = [
    { first: true, others: true },
    { first: false, others: true },
    { first: true, others: false },
    { first: false, others: false },
  ].filter(({ others }) => others || wish.angle === undefined);
  for (const { first, others } of ways) {
    const found = attempt(sketch, geometry, ends, side, wish, first, others, more);
    if (found) return writtenAs(sketch, geometry, found, others ? "" : side.body);
  }
  const held = more.map(({ name }) => name).filter(Boolean);
  return { why: wish.angle === undefined ? texts.sizes.noLength(held as string[]) : texts.sizes.noAngle };
}

function attempt(
  sketch: Sketch,
  geometry: DrawingGeometry,
  ends: Ends,
  side: Side,
  wish: Wish,
  keepFirst: boolean,
  keepOthers: boolean,
  more: Row[],
): Point[] | null {
  const { still, moving } = ends;
  const own = geometry.groups.find(({ bodies }) => bodies.includes(side.body))!;
  const kept = keepOthers ? geometry.groups.filter((one) => one !== own) : [];
  const movable = geometry.literal.map(
    (literal, i) => literal && (i === moving || !(geometry.grounded[i] || (keepFirst && i === still))),
  );
  const fixed = [
    ...kept.flatMap(({ points }) => rigidRows(geometry.at, points)),
    ...(wish.length === undefined
      ? rigidRows(geometry.at, own.points)
      : ownRows(geometry, own.points, ends, side, sketch)),
    ...slidingRows(sketch, geometry),
    ...more,
  ];
  return follow(geometry.at, movable, (part) => [...fixed, ...wished(geometry, ends, side, wish, part)], sketch.size, {
    steps: stepsTo(geometry, side, wish, sketch.size),
  });
}

function now(geometry: DrawingGeometry, side: Side): Required<Wish> {
  const [from, to] = [geometry.at[geometry.index.get(side.from)!]!, geometry.at[geometry.index.get(side.to)!]!];
  const by = minus(to, from);
  return { length: Math.hypot(by[0], by[1]), angle: Math.atan2(by[1], by[0]) };
}

const turn = (from: number, to: number): number => Math.atan2(Math.sin(to - from), Math.cos(to - from));

/* Part of the way to what is wished. */
function wished(geometry: DrawingGeometry, ends: Ends, side: Side, wish: Wish, part: number): Row[] {
  const here = now(geometry, side);
  const rows: Row[] = [];
  if (wish.length !== undefined)
    rows.push(distanceRow(ends.still, ends.moving, here.length + part * (wish.length - here.length)));
  if (wish.angle !== undefined) {
    const [a, b] = [geometry.index.get(side.from)!, geometry.index.get(side.to)!];
    rows.push(angleRow(a, b, here.angle + part * turn(here.angle, wish.angle)));
  }
  return rows;
}

function stepsTo(geometry: DrawingGeometry, side: Side, wish: Wish, size: number): number {
  const here = now(geometry, side);
  const far = wish.length === undefined ? 0 : Math.abs(wish.length - here.length) / (0.1 * size);
  const round = wish.angle === undefined ? 0 : Math.abs(turn(here.angle, wish.angle)) / 0.2;
  return Math.min(Math.max(Math.ceil(Math.max(far, round)), 1), 24);
}

/* In small steps, so that the mechanism stays in the branch in which it is assembled. */
function follow(
  start: Point[],
  movable: boolean[],
  rows: (part: number) => Row[],
  size: number,
  { steps }: { steps: number },
): Point[] | null {
  let at = start;
  for (let i = 1; i <= steps; i++) {
    const solved = solvePoints(at, movable, rows(i / steps), size);
    if (solved.failed.length > 0) return null;
    at = solved.at;
  }
  return at;
}

/* ---- writing ---- */

/* How a body of the drawing has moved, by two of its points. */
function frameFrom(before: readonly Point[], after: readonly Point[]): Frame {
  const last = before.length - 1;
  const angleOf = (list: readonly Point[]): number => {
    const by = minus(list[last]!, list[0]!);
    return Math.atan2(by[1], by[0]);
  };
  const angle = last > 0 ? turn(angleOf(before), angleOf(after)) : 0;
  const [c, s] = [Math.cos(angle), Math.sin(angle)];
  const [x, y] = before[0]!;
  return { origin: [after[0]![0] - (c * x - s * y), after[0]![1] - (s * x + c * y)], angle };
}

/* The drawing with its points at other places, and all that goes with them. */
export function redrawn(sketch: Sketch, geometry: DrawingGeometry, at: readonly Point[]): TextChange[] {
  const points = geometry.names.flatMap((name, i) =>
    geometry.literal[i] ? pointChanges(sketch, ["points", name], at[i]!) : [],
  );
  if (sketch.space) return points; // what else is written of a drawn body stands in the frame of the ground
  const moved = sketch.bodies.flatMap((body) => {
    const own = body.drawn ? [...body.points.keys()].map((name) => geometry.index.get(name)!) : [];
    const still = own.every((i) => distance(at[i]!, geometry.at[i]!) < 1e-9 * sketch.size);
    if (own.length === 0 || still || body.name === GROUND) return [];
    const to = frameFrom(
      own.map((i) => geometry.at[i]!),
      own.map((i) => at[i]!),
    );
    return [{ body, to }];
  });
  return [...points, ...carriedChanges(sketch, moved)];
}

function writtenAs(sketch: Sketch, geometry: DrawingGeometry, at: Point[], only: string): Resized {
  const changes = redrawn(sketch, geometry, at);
  if (only === "") return { changes, note: "" };
  const others = sketch.bodies.filter((body) => {
    if (!body.drawn || body.name === only) return false;
    return sidesOf(body).some(({ from, to }) => {
      const [a, b] = [geometry.index.get(from)!, geometry.index.get(to)!];
      return Math.abs(distance(at[a]!, at[b]!) - distance(geometry.at[a]!, geometry.at[b]!)) > 1e-6 * sketch.size;
    });
  });
  return { changes, note: others.length > 0 ? texts.sizes.othersChanged(others.map(({ name }) => name)) : "" };
}

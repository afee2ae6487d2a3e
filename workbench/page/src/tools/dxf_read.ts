/* dxf_read.ts - the lines of a DXF drawing as chains of points, in metres.
 *
 * LINE, LWPOLYLINE, POLYLINE, ARC, CIRCLE, ELLIPSE and SPLINE are read; curves become chords. What is not understood is counted by
 * its name. Lengths are in the unit that the file says ($INSUNITS), millimetres where it says none.
 */
import type { Point } from "../drawing/camera";

export interface Chain {
  points: Point[];
  closed: boolean;
  circle?: { at: Point; radius: number };
}

export interface DxfDrawing {
  chains: Chain[];
  unit: string; // as the file says: "mm"; "": it says none
  unknown: Map<string, number>; // entities that were left out
}

type Pair = [code: number, value: string];

interface Entity {
  type: string;
  pairs: Pair[];
}

/* $INSUNITS -> metres. */
const UNITS: Record<number, [name: string, factor: number]> = {
  1: ["in", 0.0254],
  2: ["ft", 0.3048],
  4: ["mm", 1e-3],
  5: ["cm", 1e-2],
  6: ["m", 1],
  9: ["mil", 2.54e-5],
  10: ["yd", 0.9144],
  13: ["µm", 1e-6],
  14: ["dm", 0.1],
};

const CHORD = Math.PI / 36; // of arcs: at most 5 degrees
const SPLINE_STEPS = 12; // a span

function pairsOf(text: string): Pair[] {
  const lines = text.split(/\r\n|\r|\n/);
  const pairs: Pair[] = [];
  for (let i = 0; i + 1 < lines.length; i += 2) {
    const code = Number(lines[i]!.trim());
    if (!Number.isInteger(code)) throw new Error("not DXF");
    pairs.push([code, lines[i + 1]!.trim()]);
  }
  return pairs;
}

/* Entities of the drawing itself: not those of blocks. */
function entitiesOf(pairs: Pair[]): Entity[] {
  const entities: Entity[] = [];
  let inside = false;
  let now: Entity | null = null;
  for (let i = 0; i < pairs.length; i++) {
    const [code, value] = pairs[i]!;
    if (code === 0 && value === "SECTION") inside = pairs[i + 1]?.[1] === "ENTITIES";
    else if (code === 0 && value === "ENDSEC") [inside, now] = [false, null];
    else if (inside && code === 0) entities.push((now = { type: value, pairs: [] }));
    else if (inside) now?.pairs.push([code, value]);
  }
  return entities;
}

function unitOf(pairs: Pair[]): [string, number] {
  const at = pairs.findIndex(([code, value]) => code === 9 && value === "$INSUNITS");
  return (at >= 0 ? UNITS[Number(pairs[at + 1]?.[1])] : undefined) ?? ["", 1e-3];
}

const number = ({ pairs }: Entity, code: number, preset = 0): number =>
  Number(pairs.find(([one]) => one === code)?.[1] ?? preset);

const all = ({ pairs }: Entity, code: number): number[] =>
  pairs.filter(([one]) => one === code).map(([, value]) => Number(value));

/* Arcs of an ellipse with its half axes u and v. */
function arc(at: Point, u: Point, v: Point, from: number, to: number): Point[] {
  const count = Math.max(Math.ceil(Math.abs(to - from) / CHORD), 2);
  return Array.from({ length: count + 1 }, (_, i) => {
    const angle = from + ((to - from) * i) / count;
    const [c, s] = [Math.cos(angle), Math.sin(angle)];
    return [at[0] + c * u[0] + s * v[0], at[1] + c * u[1] + s * v[1]] as Point;
  });
}

/* From one corner to the next; a bulge is the tangent of a quarter of the angle of an arc between them. */
function withBulges(corners: { at: Point; bulge: number }[], closed: boolean): Point[] {
  const points: Point[] = [];
  corners.forEach(({ at, bulge }, i) => {
    const next = corners[i + 1] ?? (closed ? corners[0] : undefined);
    points.push(at);
    if (!next || Math.abs(bulge) < 1e-9) return;
    const angle = 4 * Math.atan(bulge);
    const [dx, dy] = [next.at[0] - at[0], next.at[1] - at[1]];
    const half = (1 - bulge * bulge) / (4 * bulge);
    const middle: Point = [(at[0] + next.at[0]) / 2 - half * dy, (at[1] + next.at[1]) / 2 + half * dx];
    const radius = Math.hypot(at[0] - middle[0], at[1] - middle[1]);
    const start = Math.atan2(at[1] - middle[1], at[0] - middle[0]);
    points.push(...arc(middle, [radius, 0], [0, radius], start, start + angle).slice(1, -1));
  });
  return points;
}

function lightPolyline(entity: Entity): Chain {
  const corners: { at: Point; bulge: number }[] = [];
  for (const [code, value] of entity.pairs) {
    const last = corners[corners.length - 1];
    if (code === 10) corners.push({ at: [Number(value), 0], bulge: 0 });
    else if (code === 20 && last) last.at[1] = Number(value);
    else if (code === 42 && last) last.bulge = Number(value);
  }
  const closed = (number(entity, 70) & 1) === 1;
  return { points: withBulges(corners, closed), closed };
}

/* Its corners are entities of their own, up to SEQEND. */
function heavyPolyline(entities: Entity[], at: number): Chain {
  const corners: { at: Point; bulge: number }[] = [];
  for (let i = at + 1; entities[i]?.type === "VERTEX"; i++) {
    const corner = entities[i]!;
    if ((number(corner, 70) & 16) === 0)
      // not a control point
      corners.push({ at: [number(corner, 10), number(corner, 20)], bulge: number(corner, 42) });
  }
  const closed = (number(entities[at]!, 70) & 1) === 1;
  return { points: withBulges(corners, closed), closed };
}

/* A rational B-spline at a parameter: de Boor's recursion. */
function splineAt(t: number, degree: number, knots: number[], poles: [number, number, number][]): Point {
  let span = degree;
  while (span < poles.length - 1 && t >= knots[span + 1]!) span++;
  const d = Array.from({ length: degree + 1 }, (_, j) => [...poles[span - degree + j]!] as [number, number, number]);
  for (let r = 1; r <= degree; r++)
    for (let j = degree; j >= r; j--) {
      const low = knots[span - degree + j]!;
      const wide = knots[span + 1 + j - r]! - low;
      const part = wide > 0 ? (t - low) / wide : 0;
      for (const k of [0, 1, 2] as const) d[j]![k] = (1 - part) * d[j - 1]![k] + part * d[j]![k];
    }
  const [x, y, w] = d[degree]!;
  return [x / w, y / w];
}

function spline(entity: Entity): Chain {
  const degree = number(entity, 71, 3);
  const knots = all(entity, 40);
  const weights = all(entity, 41);
  const [xs, ys] = [all(entity, 10), all(entity, 20)];
  const closed = (number(entity, 70) & 1) === 1;
  if (xs.length <= degree || knots.length < xs.length + degree + 1) {
    const [fx, fy] = [all(entity, 11), all(entity, 21)]; // points that it passes
    return { points: fx.map((x, i): Point => [x, fy[i]!]), closed };
  }
  const poles = xs.map((x, i): [number, number, number] => {
    const w = weights[i] ?? 1;
    return [x * w, ys[i]! * w, w];
  });
  const spans = [...new Set(knots.slice(degree, xs.length + 1))];
  const points = spans
    .slice(1)
    .flatMap((to, i) =>
      Array.from({ length: SPLINE_STEPS }, (_, k) =>
        splineAt(spans[i]! + ((to - spans[i]!) * k) / SPLINE_STEPS, degree, knots, poles),
      ),
    );
  return { points: [...points, [xs[xs.length - 1]!, ys[ys.length - 1]!]], closed };
}

function ellipse(entity: Entity): Chain {
  const at: Point = [number(entity, 10), number(entity, 20)];
  const u: Point = [number(entity, 11), number(entity, 21)];
  const ratio = number(entity, 40, 1);
  const v: Point = [-ratio * u[1], ratio * u[0]];
  const [from, to] = [number(entity, 41), number(entity, 42, 2 * Math.PI)];
  const end = to > from ? to : to + 2 * Math.PI;
  const whole = Math.abs(end - from - 2 * Math.PI) < 1e-6;
  const points = arc(at, u, v, from, end);
  return { points: whole ? points.slice(0, -1) : points, closed: whole };
}

function arcOf(entity: Entity, whole: boolean): Chain {
  const at: Point = [number(entity, 10), number(entity, 20)];
  const r = number(entity, 40);
  const [from, to] = whole ? [0, 360] : [number(entity, 50), number(entity, 51)];
  const end = to > from ? to : to + 360;
  const points = arc(at, [r, 0], [0, r], (from * Math.PI) / 180, (end * Math.PI) / 180);
  return whole ? { points: points.slice(0, -1), closed: true, circle: { at, radius: r } } : { points, closed: false };
}

function chainOf(entities: Entity[], i: number): Chain | null {
  const entity = entities[i]!;
  switch (entity.type) {
    case "LINE":
      return {
        points: [
          [number(entity, 10), number(entity, 20)],
          [number(entity, 11), number(entity, 21)],
        ],
        closed: false,
      };
    case "LWPOLYLINE":
      return lightPolyline(entity);
    case "POLYLINE":
      return heavyPolyline(entities, i);
    case "ARC":
      return arcOf(entity, false);
    case "CIRCLE":
      return arcOf(entity, true);
    case "ELLIPSE":
      return ellipse(entity);
    case "SPLINE":
      return spline(entity);
    default:
      return null;
  }
}

/* Throws where the text is no DXF. */
export function readDxf(text: string): DxfDrawing {
  const pairs = pairsOf(text);
  const entities = entitiesOf(pairs);
  if (!pairs.some(([code, value]) => code === 0 && value === "SECTION")) throw new Error("not DXF");
  const [unit, factor] = unitOf(pairs);
  const unknown = new Map<string, number>();
  const scaled = ([x, y]: Point): Point => [factor * x, factor * y];
  const chains = entities.flatMap((entity, i): Chain[] => {
    if (entity.type === "VERTEX" || entity.type === "SEQEND") return [];
    const chain = chainOf(entities, i);
    if (!chain) unknown.set(entity.type, (unknown.get(entity.type) ?? 0) + 1);
    if (!chain || chain.points.length < 2) return [];
    const circle = chain.circle && { at: scaled(chain.circle.at), radius: factor * chain.circle.radius };
    return [{ points: chain.points.map(scaled), closed: chain.closed, circle }];
  });
  return { chains, unit, unknown };
}

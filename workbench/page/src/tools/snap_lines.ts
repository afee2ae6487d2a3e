/* snap_lines.ts - lines and circles that a place may be held to, drawn from the place before it: level, upright, parallel and perpendicular
 * to a link, tangent to a circle, as long as another link; and in line with other points.
 *
 * Near one of them the place slides along it; near two it is where they meet.
 */
import type { Place as Point } from "../drawing/camera";
import { distance, minus } from "./geometry";

/* What holds a place, each with its symbol. */
export type Sign =
  | "point"
  | "middle"
  | "crossing"
  | "horizontal"
  | "vertical"
  | "parallel"
  | "perpendicular"
  | "tangent"
  | "equal"
  | "aligned"
  | "grid";

export interface Segment {
  from: Point;
  to: Point;
  body: string;
}

export interface Circle {
  at: Point;
  radius: number;
}

export interface Guide {
  from: Point;
  to: Point;
}

/* A straight line through a place, or a circle about it. */
export interface Locus {
  sign: Sign;
  through: Point;
  way: Point | null; // unit direction; null: a circle
  radius: number;
  source: Guide | null; // what it is parallel, perpendicular or tangent to
}

function straight(sign: Sign, through: Point, way: Point, source: Guide | null = null): Locus {
  return { sign, through, way, radius: 0, source };
}

function unit(by: Point): Point {
  const length = Math.hypot(by[0], by[1]);
  return [by[0] / length, by[1] / length];
}

const isLevel = ([x, y]: Point): boolean => Math.abs(x) < 1e-6 || Math.abs(y) < 1e-6;

/* Tangents from a place to a circle. */
function tangents(base: Point, circle: Circle): Locus[] {
  const by = minus(circle.at, base);
  const far = Math.hypot(by[0], by[1]);
  if (far <= circle.radius * (1 + 1e-9)) return [];
  const half = Math.asin(circle.radius / far);
  const angle = Math.atan2(by[1], by[0]);
  const reach = Math.sqrt(far * far - circle.radius * circle.radius);
  return [half, -half].map((turn) => {
    const way: Point = [Math.cos(angle + turn), Math.sin(angle + turn)];
    const touch: Point = [base[0] + reach * way[0], base[1] + reach * way[1]];
    return straight("tangent", base, way, { from: circle.at, to: touch });
  });
}

export function levelLoci(base: Point): Locus[] {
  return [straight("horizontal", base, [1, 0]), straight("vertical", base, [0, 1])];
}

/* Directions that other links and circles give. Those that are level or upright have that sign already. */
export function directionLoci(base: Point, segments: readonly Segment[], circles: readonly Circle[]): Locus[] {
  const links = segments.flatMap(({ from, to }) => {
    const way = unit(minus(to, from));
    if (isLevel(way)) return [];
    const source = { from, to };
    return [
      straight("parallel", base, way, source),
      straight("perpendicular", base, [-way[1], way[0]] as Point, source),
    ];
  });
  return [...links, ...circles.flatMap((circle) => tangents(base, circle))];
}

export function lengthLoci(base: Point, lengths: readonly number[]): Locus[] {
  return lengths.map((radius) => ({ sign: "equal", through: base, way: null, radius, source: null }));
}

/* The place of a stretch where a line from elsewhere meets it at a right angle; null: beyond its ends. */
export function footOn(from: Point, a: Point, b: Point): Point | null {
  const by = minus(b, a);
  const part = ((from[0] - a[0]) * by[0] + (from[1] - a[1]) * by[1]) / (by[0] ** 2 + by[1] ** 2);
  return part >= 0 && part <= 1 ? [a[0] + part * by[0], a[1] + part * by[1]] : null;
}

export function awayFrom({ from, to }: Segment, at: Point): number {
  const foot = footOn(at, from, to);
  return foot ? distance(foot, at) : Math.min(distance(from, at), distance(to, at));
}

/* The place of a locus that is nearest to one; null for the centre of a circle. */
export function nearestOn(locus: Locus, at: Point): Point | null {
  const by = minus(at, locus.through);
  if (locus.way) {
    const along = by[0] * locus.way[0] + by[1] * locus.way[1];
    return [locus.through[0] + along * locus.way[0], locus.through[1] + along * locus.way[1]];
  }
  const length = Math.hypot(by[0], by[1]);
  if (length === 0) return null;
  const part = locus.radius / length;
  return [locus.through[0] + part * by[0], locus.through[1] + part * by[1]];
}

export function offBy(locus: Locus, at: Point): number {
  const on = nearestOn(locus, at);
  return on ? distance(on, at) : Infinity;
}

/* Where two of them meet, nearest to a place; null: nowhere. */
export function meeting(a: Locus, b: Locus, at: Point): Point | null {
  if (a.way && b.way) {
    const area = a.way[0] * b.way[1] - a.way[1] * b.way[0];
    if (Math.abs(area) < 1e-3) return null; // as good as the same line
    const w = minus(b.through, a.through);
    const along = (w[0] * b.way[1] - w[1] * b.way[0]) / area;
    return [a.through[0] + along * a.way[0], a.through[1] + along * a.way[1]];
  }
  const [line, circle] = a.way ? [a, b] : [b, a];
  if (!line.way || circle.way) return null;
  const foot = nearestOn(line, circle.through)!;
  const rest = circle.radius ** 2 - distance(foot, circle.through) ** 2;
  if (rest < 0) return null;
  const half = Math.sqrt(rest);
  const places = [half, -half].map((by): Point => [foot[0] + by * line.way![0], foot[1] + by * line.way![1]]);
  return distance(places[0]!, at) <= distance(places[1]!, at) ? places[0]! : places[1]!;
}

/* How it is shown that a locus holds a place. */
export function guidesOf(locus: Locus, at: Point): Guide[] {
  return [{ from: locus.through, to: at }, ...(locus.source ? [locus.source] : [])];
}

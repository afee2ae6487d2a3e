/* geometry.ts - outlines of links and symbols, as SVG paths in pixels (x right, y down). */
import type { Point } from "./camera";

const n = (x: number): string => (Math.round(x * 100) / 100).toString();

export function polyline(points: Point[], closed = false): string {
  return points.map(([x, y], i) => `${i ? "L" : "M"}${n(x)} ${n(y)}`).join("") + (closed ? "Z" : "");
}

export function circle(x: number, y: number, r: number): string {
  return `M${n(x - r)} ${n(y)}a${n(r)} ${n(r)} 0 1 0 ${n(2 * r)} 0a${n(r)} ${n(r)} 0 1 0 ${n(-2 * r)} 0Z`;
}

function turn(o: Point, a: Point, b: Point): number {
  return (a[0] - o[0]) * (b[1] - o[1]) - (a[1] - o[1]) * (b[0] - o[0]);
}

/* Corners of the convex hull, each left of the one before in these axes; points on edges are left out (Andrew's monotone chain). */
export function hull(points: Point[]): Point[] {
  const sorted = [...points].sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  const reach = Math.max(...sorted.map(([x, y]) => Math.max(Math.abs(x), Math.abs(y))), 0);
  const tiny = 1e-9 * reach * reach;
  const distinct = sorted.filter(
    (p, i) => i === 0 || Math.hypot(p[0] - sorted[i - 1]![0], p[1] - sorted[i - 1]![1]) > 1e-9,
  );
  if (distinct.length < 3) return distinct;
  const half = (list: Point[]): Point[] => {
    const chain: Point[] = [];
    for (const p of list) {
      while (chain.length > 1 && turn(chain[chain.length - 2]!, chain[chain.length - 1]!, p) <= tiny) chain.pop();
      chain.push(p);
    }
    return chain.slice(0, -1);
  };
  return [...half(distinct), ...half(distinct.reverse())];
}

/* All within `radius` of the convex hull: a disc for one point, a bar with round ends for two, a rounded plate for more. */
export function inflated(points: Point[], radius: number): string {
  const corners = hull(points);
  if (corners.length === 0) return "";
  if (corners.length === 1) return circle(corners[0]![0], corners[0]![1], radius);
  let path = "";
  corners.forEach((a, i) => {
    const b = corners[(i + 1) % corners.length]!;
    const length = Math.hypot(b[0] - a[0], b[1] - a[1]);
    const [ux, uy] = [((b[0] - a[0]) / length) * radius, ((b[1] - a[1]) / length) * radius];
    const arc = i === 0 ? "M" : `A${n(radius)} ${n(radius)} 0 0 1 `;
    path += `${arc}${n(a[0] + uy)} ${n(a[1] - ux)}L${n(b[0] + uy)} ${n(b[1] - ux)}`;
  });
  const [a, b] = [corners[0]!, corners[1]!];
  const length = Math.hypot(b[0] - a[0], b[1] - a[1]);
  const end: Point = [a[0] + ((b[1] - a[1]) / length) * radius, a[1] - ((b[0] - a[0]) / length) * radius];
  return `${path}A${n(radius)} ${n(radius)} 0 0 1 ${n(end[0])} ${n(end[1])}Z`;
}

/* Distance of p from the segment a b. */
export function fromSegment(p: Point, a: Point, b: Point): number {
  const [dx, dy] = [b[0] - a[0], b[1] - a[1]];
  const square = dx * dx + dy * dy;
  const along = square > 0 ? Math.min(Math.max(((p[0] - a[0]) * dx + (p[1] - a[1]) * dy) / square, 0), 1) : 0;
  return Math.hypot(p[0] - a[0] - along * dx, p[1] - a[1] - along * dy);
}

/* Distance of p from the convex hull of points; 0 inside. */
export function fromHull(p: Point, points: Point[]): number {
  const corners = hull(points);
  if (corners.length === 0) return Infinity;
  const inside = corners.length > 2 && corners.every((a, i) => turn(a, corners[(i + 1) % corners.length]!, p) >= 0);
  if (inside) return 0;
  return Math.min(...corners.map((a, i) => fromSegment(p, a, corners[(i + 1) % corners.length]!)));
}

/* ---- symbols that lie along a line: from (0, 0) to (length, 0) ---- */

/* How many coils a spring is given, by its length at the start. */
export function coilsFor(rest: number): number {
  return Math.min(Math.max(Math.round(rest / 14), 5), 18);
}

/* A coil spring seen from the side: as many coils whatever its length. */
export function zigzag(length: number, width: number, coils: number, y = 0, lead = 12): Point[] {
  const straight = Math.min(lead, length / 5);
  const pitch = (length - 2 * straight) / (2 * coils);
  const points: Point[] = [
    [0, y],
    [straight, y],
  ];
  for (let i = 0; i < 2 * coils; i++) points.push([straight + (i + 0.5) * pitch, y + (i % 2 ? width : -width)]);
  points.push([length - straight, y], [length, y]);
  return points;
}

/* A cup with a piston in it. The cup stays where it is, the piston follows the end of the line. */
export function dashpot(length: number, width: number, y = 0, rest = length): string {
  const cup = Math.min(Math.max(0.36 * rest, 10), 46, Math.max(length * 0.6, 2));
  const from = Math.max((Math.min(rest, length) - cup) / 2, 0);
  const piston = Math.min(Math.max(from + 0.5 * cup + (length - rest), from + 2), from + cup);
  return (
    `M0 ${n(y)}H${n(from)}M${n(from + cup)} ${n(y - width)}H${n(from)}V${n(y + width)}H${n(from + cup)}` +
    `M${n(piston)} ${n(y - width + 2.5)}V${n(y + width - 2.5)}M${n(piston)} ${n(y)}H${n(length)}`
  );
}

/* Barrel of a ram, and its rod with the piston. */
export function cylinder(length: number, width: number, rest = length): { barrel: string; rod: string } {
  const barrel = Math.min(0.55 * rest, Math.max(length - 8, length * 0.5));
  const piston = Math.min(Math.max(0.28 * rest + (length - rest), 3), Math.max(barrel - 3, 3));
  return {
    barrel: `M0 ${n(-width)}H${n(barrel)}V${n(width)}H0Z`,
    rod: `M${n(piston)} ${n(-width + 1)}V${n(width - 1)}M${n(piston)} 0H${n(length)}`,
  };
}

/* Short strokes below the line y from x1 to x2: the ground. */
export function hatching(x1: number, x2: number, y: number, depth = 7, step = 6): string {
  let path = "";
  const count = Math.max(Math.floor((x2 - x1) / step), 1);
  for (let i = 1; i <= count; i++) {
    const x = x1 + ((x2 - x1) * i) / count;
    path += `M${n(x)} ${n(y)}L${n(x - depth)} ${n(y + depth)}`;
  }
  return path;
}

/* A spiral of some turns, out to radius r, that ends at angle `end` (rad, clockwise on the screen). */
export function spiral(r: number, turns: number, end = 0, inner = 4): string {
  const points: Point[] = [];
  const steps = Math.max(Math.ceil(Math.abs(turns) * 24), 8);
  for (let i = 0; i <= steps; i++) {
    const part = i / steps;
    const angle = end - 2 * Math.PI * turns * (1 - part);
    const at = inner + (r - inner) * part;
    points.push([at * Math.cos(angle), at * Math.sin(angle)]);
  }
  return polyline(points);
}

/* The head of an arrow whose tip is at (x, y) and which points along (ux, uy). */
function head(x: number, y: number, ux: number, uy: number, length = 10, half = 4): string {
  return polyline(
    [
      [x, y],
      [x - length * ux - half * uy, y - length * uy + half * ux],
      [x - length * ux + half * uy, y - length * uy - half * ux],
    ],
    true,
  );
}

/* An arrow from (x, y) by (dx, dy) pixels: shaft and head apart. A short arrow is all head. */
export function arrow(x: number, y: number, dx: number, dy: number): { shaft: string; head: string } {
  const length = Math.hypot(dx, dy);
  if (!(length > 0.5)) return { shaft: "", head: "" };
  const [ux, uy] = [dx / length, dy / length];
  const top = Math.min(10, Math.max(length * 0.6, 5));
  const shaft = Math.max(length - top + 1, 0);
  return {
    shaft: polyline([
      [x, y],
      [x + shaft * ux, y + shaft * uy],
    ]),
    head: head(x + dx, y + dy, ux, uy, top, top * 0.4),
  };
}

/* A round arrow about (x, y), anticlockwise where `sense` is positive (as torques count), over the top: below it is free. */
export function roundArrow(x: number, y: number, r: number, sense: number): { shaft: string; head: string } {
  const way = sense < 0 ? 1 : -1; // of the angle on the screen
  const from = -Math.PI / 2 - way * Math.PI * 0.68;
  const to = from + way * Math.PI * 1.2;
  const at = (angle: number): Point => [x + r * Math.cos(angle), y + r * Math.sin(angle)];
  const [start, end] = [at(from), at(to)];
  const tip = at(to + (way * 7) / r);
  const [tx, ty] = [-Math.sin(to) * way, Math.cos(to) * way];
  return {
    shaft: `M${n(start[0])} ${n(start[1])}A${n(r)} ${n(r)} 0 1 ${way > 0 ? 1 : 0} ${n(end[0])} ${n(end[1])}`,
    head: head(tip[0], tip[1], tx, ty, 9, 4),
  };
}

/* Radii of the pitch circles of two gears whose centres are `distance` apart; ratio = speed of the second over that of the first. */
export function pitchRadii(distance: number, ratio: number): [number, number] | null {
  const k = Math.abs(ratio);
  const shared = ratio < 0 ? 1 + k : Math.abs(1 - k);
  if (!(distance > 0) || !(shared > 1e-9)) return null;
  return [(distance * k) / shared, distance / shared];
}

/* The step of the form 1, 2 or 5 times a power of ten that is the first not below `least`. */
export function niceStep(least: number): number {
  const power = 10 ** Math.floor(Math.log10(least));
  const step = [1, 2, 5, 10].find((one) => one * power >= least * (1 - 1e-9));
  return (step ?? 10) * power;
}

/* surfaces.ts - surfaces of bodies in the plane: lines with hatching on the side where the body is, rims, bores, points. */
import type { SceneBody, SceneSurface, SimpleShape, SurfaceForm } from "../engine/engine";
import type { Point } from "./camera";
import { arrow, circle, fromSegment, polyline } from "./geometry";
import { local } from "./part";

const [STEP, DEPTH] = [8, 6]; // px, of hatching
const MOST_STROKES = 600; // of one surface
const FAR = 20000; // px: how far an endless line is drawn to either side,
const HATCHED = 2000; // px: and how far with hatching
const BELT = 26; // px: the arrow of a surface that runs

/* What a surface encloses; null where it encloses nothing, as a line or a bore. */
export function solidOf(surface: SurfaceForm): SimpleShape | null {
  if (surface.kind === "circle" && !surface.hollow)
    return { kind: "disc", at: surface.at, axis: [0, 0, 1], radius: surface.radius };
  if (surface.kind === "profile" && surface.closed && !surface.hollow)
    return { kind: "polygon", corners: surface.points };
  return null;
}

/* Strokes at equal distances along a line, to the right of the way along it (px, y down) and slanted. */
export function hatchAlong(points: Point[], step = STEP, depth = DEPTH): string {
  const sides = points.slice(1).map((b, i) => ({ a: points[i]!, b, length: far(points[i]!, b) }));
  const total = sides.reduce((sum, { length }) => sum + length, 0);
  const apart = Math.max(step, total / MOST_STROKES);
  let path = "";
  let next = apart / 2; // from the start of the side
  for (const { a, b, length } of sides) {
    const [ux, uy] = [(b[0] - a[0]) / length, (b[1] - a[1]) / length];
    for (; next <= length; next += apart) {
      const from: Point = [a[0] + next * ux, a[1] + next * uy];
      path += polyline([from, [from[0] - depth * (ux + uy), from[1] - depth * (uy - ux)]]);
    }
    next -= length;
  }
  return path;
}

const far = (a: Point, b: Point): number => Math.hypot(b[0] - a[0], b[1] - a[1]);

/* The line through two points, so long to either side of their middle. */
function prolonged([a, b]: [Point, Point], half: number): Point[] {
  const length = far(a, b) || 1;
  const [x, y] = [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];
  const [ux, uy] = [((b[0] - a[0]) / length) * half, ((b[1] - a[1]) / length) * half];
  return [
    [x - ux, y - uy],
    [x + ux, y + uy],
  ];
}

const ROUND = 72; // sides of a circle that is hatched

/* Clockwise as it is seen: the right of the way is inside. */
function around([x, y]: Point, radius: number, hollow: boolean): Point[] {
  const way = hollow ? -1 : 1;
  return Array.from({ length: ROUND + 1 }, (_, i): Point => {
    const angle = (2 * Math.PI * i * way) / ROUND;
    return [x + radius * Math.cos(angle), y + radius * Math.sin(angle)];
  });
}

export interface SurfacePaths {
  stroke: string;
  hatch: string;
  dots: string;
  distance(p: Point): number; // px from the nearest line of them
}

/* An arrow beside the middle of the first side, on the free side. */
function beltArrow(points: Point[], speed: number): string {
  const [a, b] = [points[0]!, points[1]!];
  const way = (speed < 0 ? -1 : 1) / (far(a, b) || 1);
  const [ux, uy] = [(b[0] - a[0]) * way, (b[1] - a[1]) * way];
  const side = speed < 0 ? -9 : 9;
  const at: Point = [(a[0] + b[0]) / 2 + side * uy - (BELT / 2) * ux, (a[1] + b[1]) / 2 - side * ux - (BELT / 2) * uy];
  const { shaft, head } = arrow(...at, BELT * ux, BELT * uy);
  return shaft + head;
}

interface Lines {
  stroke: string;
  hatched: Point[] | null;
  lines: Point[][];
}

function linesOf(body: SceneBody, surface: SceneSurface, isGround: boolean, scale: number): Lines | null {
  if (surface.kind === "circle") {
    const [at, radius] = [local(body, surface.at, scale), surface.radius * scale];
    const ring = around(at, radius, surface.hollow);
    return { stroke: circle(...at, radius), hatched: surface.hollow || isGround ? ring : null, lines: [ring] };
  }
  if (surface.kind !== "profile") return null;
  const points = surface.points.map((p) => local(body, p, scale));
  const belt = surface.speed !== 0 ? beltArrow(points, surface.speed) : "";
  if (surface.endless) {
    const ends = points.slice(0, 2) as [Point, Point];
    const line = prolonged(ends, FAR);
    return { stroke: polyline(line) + belt, hatched: prolonged(ends, HATCHED), lines: [line] };
  }
  const whole = surface.closed ? [...points, points[0]!] : points;
  const open = !surface.closed || surface.hollow || isGround;
  return { stroke: polyline(points, surface.closed) + belt, hatched: open ? whole : null, lines: [whole] };
}

export function surfacePaths(body: SceneBody, isGround: boolean, scale: number): SurfacePaths {
  const surfaces = body.surfaces ?? [];
  const drawn = surfaces.flatMap((one) => linesOf(body, one, isGround, scale) ?? []);
  const dots = surfaces.flatMap((one) => (one.kind === "point" ? [local(body, one.at, scale)] : []));
  const lines = drawn.flatMap((one) => one.lines);
  return {
    stroke: drawn.map(({ stroke }) => stroke).join(""),
    hatch: drawn.map(({ hatched }) => (hatched ? hatchAlong(hatched) : "")).join(""),
    dots: dots.map(([x, y]) => circle(x, y, 3.5)).join(""),
    distance: (p) =>
      Math.min(
        Infinity,
        ...lines.flatMap((points) => points.slice(1).map((b, i) => fromSegment(p, points[i]!, b))),
        ...dots.map((at) => Math.max(far(at, p) - 3.5, 0)),
      ),
  };
}

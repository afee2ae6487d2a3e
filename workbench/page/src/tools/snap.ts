/* snap.ts - where a click is meant: on a point near it, on the lines through the place before it, in line with others, on the grid.
 *
 * Nearest points win; then places of links (their middles, where they cross); then, with a place before it, horizontal and vertical,
 * parallel, perpendicular, tangent, and the lengths of other links; then lines of other points; then the grid. Two lines hold together
 * where they meet. Lines and grid work together: on a horizontal line the place slides in steps of the grid.
 */
import type { Place as Point } from "../drawing/camera";
import { APART, gridParts, roundLength } from "../drawing/grid";
import { crossing, distance } from "./geometry";
import type { Node } from "./sketch";
import {
  awayFrom,
  directionLoci,
  footOn,
  guidesOf,
  lengthLoci,
  levelLoci,
  meeting,
  nearestOn,
  offBy,
  type Circle,
  type Guide,
  type Locus,
  type Segment,
  type Sign,
} from "./snap_lines";

export type { Guide, Sign } from "./snap_lines";

export interface SnapInput {
  at: Point; // of the pointer
  reach: number; // m: how near counts
  grid: number; // m; 0: no grid
  nodes: Node[];
  base: Point | null; // the place before
  lengths: number[]; // of other links
  on: boolean; // false: only points hold
  segments?: Segment[]; // links
  circles?: Circle[]; // wheels, discs
}

export interface Snapped {
  at: Point;
  node: Node | null;
  guides: Guide[];
  kind: "node" | "link" | "line" | "length" | "grid" | "free";
  signs: Sign[]; // what holds it
  body?: string; // the link that it lies on
}

const MOST_LINKS = 30; // that give directions: the nearest

function nearest(nodes: Node[], at: Point, reach: number): Node | null {
  let best: Node | null = null;
  let least = reach;
  for (const node of nodes) {
    const gap = distance(node.at, at);
    if (gap < least || (gap === least && best === null)) {
      best = node;
      least = gap;
    }
  }
  return best;
}

function onGrid(x: number, grid: number): number {
  return grid > 0 ? Math.round(x / grid) * grid : x;
}

/* A coordinate that is that of another point, where one is near. */
function aligned(input: SnapInput, axis: 0 | 1): Node | null {
  let best: Node | null = null;
  let least = input.reach / 2;
  for (const node of input.nodes) {
    const gap = Math.abs(node.at[axis] - input.at[axis]);
    if (gap < least) {
      best = node;
      least = gap;
    }
  }
  return best;
}

/* Lines of the nearest points in line with a place. */
function alignedLoci(input: SnapInput): Locus[] {
  const [column, row] = [aligned(input, 0), aligned(input, 1)];
  const locus = (node: Node, way: Point): Locus => ({
    sign: "aligned",
    through: node.at,
    way,
    radius: 0,
    source: null,
  });
  return [...(column ? [locus(column, [0, 1])] : []), ...(row ? [locus(row, [1, 0])] : [])];
}

export function snapTo(input: SnapInput): Snapped {
  const near = nearest(input.nodes, input.at, input.reach);
  if (near) return onNode(near);
  const held = holdTo(input);
  /* the same click again finds the point that it made, wherever the grid has put that */
  const node = nearest(input.nodes, held.at, 1e-3 * input.reach);
  return node ? onNode(node) : held;
}

function onNode(node: Node): Snapped {
  return { at: node.at, node, guides: [], kind: "node", signs: ["point"] };
}

/* The middle of a link, where two cross, and where the line from the base meets one at a right angle. */
export function onLinks(input: SnapInput): Snapped | null {
  const { at, reach, base } = input;
  const segments = (input.segments ?? []).filter((one) => awayFrom(one, at) < reach);
  const found: { at: Point; sign: Sign; guides: Guide[]; body: string }[] = [];
  segments.forEach(({ from, to, body }, i) => {
    found.push({ at: [(from[0] + to[0]) / 2, (from[1] + to[1]) / 2], sign: "middle", guides: [{ from, to }], body });
    for (const other of segments.slice(i + 1)) {
      const cross = crossing(from, to, other.from, other.to);
      if (cross) found.push({ at: cross, sign: "crossing", guides: [{ from, to }, other], body });
    }
    const foot = base && footOn(base, from, to);
    if (foot && distance(foot, base) > reach)
      found.push({ at: foot, sign: "perpendicular", guides: [{ from: base, to: foot }], body });
  });
  const best = found
    .filter((one) => distance(one.at, at) < reach)
    .sort((a, b) => distance(a.at, at) - distance(b.at, at))[0];
  return best
    ? { at: best.at, node: null, guides: best.guides, kind: "link", signs: [best.sign], body: best.body }
    : null;
}

/* Held by a line, and by a second where that is near as well; else sliding in steps of the grid. */
function onLocus(input: SnapInput, first: Locus, others: Locus[]): Snapped {
  const { at, reach, grid, base } = input;
  const second = others
    .filter((one) => one !== first)
    .map((one) => ({ one, there: meeting(first, one, at) }))
    .filter(({ there }) => there !== null && distance(there, at) < 0.7 * reach)
    .sort((a, b) => distance(a.there!, at) - distance(b.there!, at))[0];
  const kind = first.sign === "equal" ? "length" : "line";
  if (second) {
    const there = second.there!;
    const guides = [...guidesOf(first, there), ...guidesOf(second.one, there)];
    return { at: there, node: null, guides, kind, signs: [first.sign, second.one.sign] };
  }
  const there = slid(first, nearestOn(first, at)!, grid, base);
  return { at: there, node: null, guides: guidesOf(first, there), kind, signs: [first.sign] };
}

/* Level lines slide along the lines of the grid, others by whole steps from the base. */
function slid({ sign, way, through }: Locus, at: Point, grid: number, base: Point | null): Point {
  if (!way || grid <= 0) return at;
  if (sign === "horizontal") return [onGrid(at[0], grid), through[1]];
  if (sign === "vertical") return [through[0], onGrid(at[1], grid)];
  if (!base) return at;
  const along = (at[0] - base[0]) * way[0] + (at[1] - base[1]) * way[1];
  const whole = onGrid(along, grid);
  return [base[0] + whole * way[0], base[1] + whole * way[1]];
}

function nearestLocus(loci: Locus[], at: Point, reach: number): Locus | undefined {
  const near = loci.filter((one) => offBy(one, at) < reach);
  return near.sort((a, b) => offBy(a, at) - offBy(b, at))[0];
}

function holdTo(input: SnapInput): Snapped {
  if (!input.on) return { at: input.at, node: null, guides: [], kind: "free", signs: [] };
  const { base, grid, at, reach } = input;
  const link = onLinks(input);
  if (link) return link;
  const gridded: Point = [onGrid(at[0], grid), onGrid(at[1], grid)];
  const lines = alignedLoci(input);
  if (base) {
    const lengths = lengthLoci(base, input.lengths);
    const level = levelLoci(base).filter((one) => offBy(one, at) < reach / 2);
    if (level.length === 1) return onLocus(input, level[0]!, [...lengths, ...lines]);
    const exact = grid > 0 && distance(gridded, at) < reach / 5; // a crossing of the grid is meant
    const way = exact ? undefined : nearestLocus(directionsTo(input, base), at, reach / 2);
    if (way) return onLocus(input, way, [...lengths, ...lines]);
    const same = distance(gridded, at) < reach / 2 ? undefined : nearestLocus(lengths, at, reach / 2);
    if (same) return onLocus(input, same, lines);
  }
  if (lines.length > 0) {
    const column = lines.find(({ way }) => way![0] === 0);
    const row = lines.find(({ way }) => way![1] === 0);
    const there: Point = [column?.through[0] ?? gridded[0], row?.through[1] ?? gridded[1]];
    const guides = lines.flatMap((one) => guidesOf(one, there));
    return { at: there, node: null, guides, kind: "line", signs: ["aligned"] };
  }
  return { at: gridded, node: null, guides: [], kind: grid > 0 ? "grid" : "free", signs: grid > 0 ? ["grid"] : [] };
}

/* Beyond the base: what lies at it has no direction yet. */
function directionsTo(input: SnapInput, base: Point): Locus[] {
  if (distance(base, input.at) < 2 * input.reach) return [];
  const away = new Map(input.segments?.map((one) => [one, awayFrom(one, input.at)]));
  const near = [...away.keys()].sort((a, b) => away.get(a)! - away.get(b)!).slice(0, MOST_LINKS);
  return directionLoci(base, near, input.circles ?? []);
}

/* The fine lines of the grid: a fifth (of 2: a quarter) of numbered lines at 1, 2 or 5 times a power of ten, 70 px apart or more. */
export function gridStep(scale: number): number {
  const numbered = roundLength(APART / scale);
  return numbered / gridParts(numbered);
}

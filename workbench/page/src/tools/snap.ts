/* snap.ts - where a click is meant: on a point near it, on the lines through the place before it, on the grid.
 *
 * Nearest points win; then, with a place before it, horizontal, vertical and the lengths of other links; then the grid. Lines and grid
 * work together: on a horizontal line the place slides in steps of the grid.
 */
import type { Point } from "../drawing/camera";
import { distance } from "./geometry";
import type { Node } from "./sketch";

export interface SnapInput {
  at: Point; // of the pointer
  reach: number; // m: how near counts
  grid: number; // m; 0: no grid
  nodes: Node[];
  base: Point | null; // the place before
  lengths: number[]; // of other links
  on: boolean; // false: only points hold
}

export interface Guide {
  from: Point;
  to: Point;
}

export interface Snapped {
  at: Point;
  node: Node | null;
  guides: Guide[];
  kind: "node" | "line" | "length" | "grid" | "free";
}

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

export function onGrid(x: number, grid: number): number {
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

function onLength(input: SnapInput, base: Point): Point | null {
  const length = distance(input.at, base);
  if (length === 0) return null;
  const wanted = input.lengths.find((one) => Math.abs(one - length) < input.reach / 2);
  if (wanted === undefined) return null;
  const part = wanted / length;
  return [base[0] + part * (input.at[0] - base[0]), base[1] + part * (input.at[1] - base[1])];
}

export function snapTo(input: SnapInput): Snapped {
  const near = nearest(input.nodes, input.at, input.reach);
  if (near) return { at: near.at, node: near, guides: [], kind: "node" };
  const held = holdTo(input);
  /* the same click again finds the point that it made, wherever the grid has put that */
  const node = nearest(input.nodes, held.at, 1e-3 * input.reach);
  return node ? { at: node.at, node, guides: [], kind: "node" } : held;
}

function holdTo(input: SnapInput): Snapped {
  if (!input.on) return { at: input.at, node: null, guides: [], kind: "free" };
  const { base, grid } = input;
  const gridded: Point = [onGrid(input.at[0], grid), onGrid(input.at[1], grid)];
  if (base) {
    const level = Math.abs(input.at[1] - base[1]) < input.reach / 2;
    const upright = Math.abs(input.at[0] - base[0]) < input.reach / 2;
    if (level !== upright) {
      const at: Point = level ? [gridded[0], base[1]] : [base[0], gridded[1]];
      return { at, node: null, guides: [{ from: base, to: at }], kind: "line" };
    }
    const same = distance(gridded, input.at) < input.reach / 2 ? null : onLength(input, base); // a crossing of the grid is meant
    if (same) return { at: same, node: null, guides: [{ from: base, to: same }], kind: "length" };
  }
  const [column, row] = [aligned(input, 0), aligned(input, 1)];
  if (column || row) {
    const at: Point = [column?.at[0] ?? gridded[0], row?.at[1] ?? gridded[1]];
    const guides = [column, row].flatMap((one) => (one ? [{ from: one.at, to: at }] : []));
    return { at, node: null, guides, kind: "line" };
  }
  return { at: gridded, node: null, guides: [], kind: grid > 0 ? "grid" : "free" };
}

/* The fine lines of the grid: a fifth (of 2: a quarter) of numbered lines at 1, 2 or 5 times a power of ten, 70 px apart or more. */
export function gridStep(scale: number): number {
  const wanted = 70 / scale;
  const power = 10 ** Math.floor(Math.log10(wanted));
  const factor = [1, 2, 5, 10].find((one) => one * power >= wanted * (1 - 1e-9)) ?? 10;
  return (factor * power) / (factor === 2 ? 4 : 5);
}

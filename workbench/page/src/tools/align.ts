/* align.ts - things brought to one line, or to equal distances: pins each by itself, bodies with all that is joined to them. */
import type { Point } from "../drawing/camera";
import type { Selected } from "../state/selection";
import { translation } from "./affine";
import type { Refused } from "./make";
import { movedBy } from "./moved";
import { bodyNamed, GROUND, nodeOfEnd, readSketch, type Node, type Sketch } from "./sketch";
import { nodeMeant } from "./grab";
import { transformed } from "./transform";
import { texts } from "../texts/texts";

export type Alignment = "left" | "right" | "top" | "bottom" | "centre" | "middle" | "columns" | "rows";

interface Thing {
  what: Selected[];
  low: Point;
  high: Point;
}

function boxOf(what: Selected[], nodes: readonly Node[]): Thing {
  const along = (axis: 0 | 1): number[] => nodes.map(({ at }) => at[axis]);
  return {
    what,
    low: [Math.min(...along(0)), Math.min(...along(1))],
    high: [Math.max(...along(0)), Math.max(...along(1))],
  };
}

function nodesOf(of: Sketch, body: string): Node[] {
  return [...(bodyNamed(of, body)?.points.keys() ?? [])].flatMap((point) => nodeOfEnd(of, { body, point }) ?? []);
}

/* Bodies of the selection that share pins are one thing. */
function clusters(of: Sketch, bodies: string[]): Thing[] {
  const left = new Set(bodies);
  const things: Thing[] = [];
  for (const first of bodies) {
    if (!left.delete(first)) continue;
    const names = [first];
    for (let i = 0; i < names.length; i++)
      for (const other of left)
        if (nodesOf(of, other).some((node) => nodesOf(of, names[i]!).includes(node))) {
          left.delete(other);
          names.push(other);
        }
    const nodes = names.flatMap((name) => nodesOf(of, name));
    if (nodes.length > 0)
      things.push(
        boxOf(
          names.map((name) => ({ kind: "body", name })),
          nodes,
        ),
      );
  }
  return things;
}

export function thingsOf(of: Sketch, selection: readonly Selected[]): Thing[] {
  const bodies = selection.filter(({ kind, name }) => kind === "body" && name !== GROUND).map(({ name }) => name);
  const joined = clusters(of, bodies);
  const held = new Set(bodies.flatMap((body) => nodesOf(of, body)));
  const nodes = new Map<Node, Selected>();
  for (const one of selection) {
    const node = nodeMeant(of, one);
    if (node && !held.has(node) && !nodes.has(node)) nodes.set(node, one);
  }
  return [...joined, ...[...nodes].map(([node, one]) => boxOf([one], [node]))];
}

const EDGES: Partial<Record<Alignment, { axis: 0 | 1; at(thing: Thing): number; of(values: number[]): number }>> = {
  left: { axis: 0, at: ({ low }) => low[0], of: (all) => Math.min(...all) },
  right: { axis: 0, at: ({ high }) => high[0], of: (all) => Math.max(...all) },
  bottom: { axis: 1, at: ({ low }) => low[1], of: (all) => Math.min(...all) },
  top: { axis: 1, at: ({ high }) => high[1], of: (all) => Math.max(...all) },
  centre: { axis: 0, at: middle(0), of: mean },
  middle: { axis: 1, at: middle(1), of: mean },
};

function middle(axis: 0 | 1): (thing: Thing) => number {
  return ({ low, high }) => (low[axis] + high[axis]) / 2;
}

function mean(all: number[]): number {
  return (Math.min(...all) + Math.max(...all)) / 2;
}

/* How far each thing goes. */
function shifts(things: Thing[], how: Alignment): Point[] | Refused {
  const edge = EDGES[how];
  const along = (axis: 0 | 1, by: number): Point => (axis === 0 ? [by, 0] : [0, by]);
  if (edge) {
    if (things.length < 2) return { why: texts.selection.alignNeedsTwo };
    const to = edge.of(things.map(edge.at));
    return things.map((thing) => along(edge.axis, to - edge.at(thing)));
  }
  if (things.length < 3) return { why: texts.selection.distributeNeedsThree };
  const axis = how === "columns" ? 0 : 1;
  const at = middle(axis);
  const order = [...things].sort((a, b) => at(a) - at(b));
  const [first, last] = [at(order[0]!), at(order[order.length - 1]!)];
  return things.map((thing) =>
    along(axis, first + ((last - first) * order.indexOf(thing)) / (order.length - 1) - at(thing)),
  );
}

export function aligned(of: Sketch, selection: readonly Selected[], how: Alignment): string | Refused {
  const things = thingsOf(of, selection);
  const by = shifts(things, how);
  if ("why" in by) return by;
  let now = of;
  things.forEach((thing, i) => {
    if (Math.hypot(...by[i]!) > 1e-12 * of.size)
      now = readSketch(transformed(now, movedBy(now, thing.what), translation(by[i]!)), of.scene);
  });
  return now.text;
}

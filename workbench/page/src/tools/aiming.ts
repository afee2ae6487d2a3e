/* aiming.ts - from a place of the window to what a click there means: the point, the body, or the ground, snapped. */
import type { Point } from "../drawing/camera";
import type { Stage } from "../drawing/stage";
import type { Selected } from "../state/selection";
import { snap } from "../state/settings";
import { base, entry, sketch, typedPlace, type Aim } from "./tool_state";
import { isEmptyEntry } from "./entry";
import { crossing, distance, minus, onGround } from "./geometry";
import { bodyNamed, GROUND, lineOf, type Node, type Sketch, type SketchBody } from "./sketch";
import { gridStep, snapTo, type Snapped } from "./snap";

export const REACH = 10; // px
export const REACH_TOUCH = 20;

export interface Modifiers {
  shift: boolean;
  free: boolean; // without snap
  touch: boolean;
}

/* Lengths of links, to make another one as long. */
function lengthsOf(of: Sketch): number[] {
  return of.bodies.flatMap((body) => {
    const points = [...body.points.values()];
    const [first, last] = [points[0], points[points.length - 1]];
    return first && last && points.length > 1 ? [distance(first, last)] : [];
  });
}

/* Where two rods cross, near a place: a pin there is meant to go through both. */
function crossingNear(bodies: SketchBody[], at: Point, reach: number): Point | null {
  const lines = bodies.flatMap((body) => lineOf(body) ?? []);
  for (let i = 0; i + 3 < lines.length; i += 2)
    for (let j = i + 2; j + 1 < lines.length; j += 2) {
      const found = crossing(lines[i]!, lines[i + 1]!, lines[j]!, lines[j + 1]!);
      if (found && distance(found, at) < 2 * reach) return found;
    }
  return null;
}

/* On a rod: the nearest place of its middle line, so many whole steps from its first end; its middle where that is near. */
function onRod(body: SketchBody, at: Point, reach: number, step: number): Point {
  const line = lineOf(body);
  if (!line) return at;
  const [from, to] = line;
  const along = minus(to, from);
  const by = minus(at, from);
  const length = distance(from, to);
  const far = (by[0] * along[0] + by[1] * along[1]) / length;
  const whole = step > 0 ? Math.round(far / step) * step : far;
  const kept = Math.abs(far - length / 2) < reach ? length / 2 : Math.min(Math.max(whole, 0), length);
  return [from[0] + (kept / length) * along[0], from[1] + (kept / length) * along[1]];
}

function spotOf(
  of: Sketch,
  stage: Stage,
  at: Point,
  hits: Selected[],
  nodes: Node[],
  from: Point | null,
  mods: Modifiers,
): { aimed: Snapped; body: string | null } {
  const { scale } = stage.camera.peek();
  const reach = (mods.touch ? REACH_TOUCH : REACH) / scale;
  const on = snap.value && !mods.free;
  const grid = gridStep(scale);
  const step = on ? grid : 0;
  const aimed = snapTo({ at, reach, grid, nodes, base: from, lengths: lengthsOf(of), on });
  const under = hits.filter((one) => !aimed.node && one.kind === "body" && one.name !== GROUND);
  const bodies = under.flatMap((one) => bodyNamed(of, one.name) ?? []);
  const body = bodies[0];
  if (!body) return { aimed, body: null };
  return {
    aimed: {
      at: crossingNear(bodies, at, reach) ?? onRod(body, at, reach, step),
      node: null,
      guides: [],
      kind: "free",
    },
    body: body.name,
  };
}

/* What a click at a place of the window would be; numbers that were typed go before the pointer. */
export function aimAt(stage: Stage, client: [number, number], mods: Modifiers, nodes = sketch.value.nodes): Aim {
  const hits = stage.hitTest(client[0], client[1], mods.touch ? REACH_TOUCH : undefined);
  const from = base.value;
  const grid = gridStep(stage.camera.peek().scale);
  const { aimed, body } = spotOf(sketch.value, stage, stage.toModel(client[0], client[1]), hits, nodes, from, mods);
  if (!isEmptyEntry(entry.value)) {
    const exact = typedPlace(aimed.at, grid);
    if (exact) {
      const node = nodes.find((one) => distance(one.at, exact) <= 1e-6 * sketch.value.size) ?? null;
      return { spot: { anchor: { at: exact, node, body: null }, hits, shift: mods.shift, grid }, guides: [], client };
    }
  }
  const anchor = { at: aimed.at, node: aimed.node, body };
  return { spot: { anchor, hits, shift: mods.shift, grid }, guides: aimed.guides, client };
}

/* Where a dragged pin goes: lines, lengths and the grid hold it. The sketch is that of before the drag. */
export function aimDragged(of: Sketch, stage: Stage, client: [number, number], mods: Modifiers, dragged: Node): Aim {
  const others = of.nodes.filter((node) => node !== dragged);
  const [neighbour] = neighbours(of, dragged);
  const pointer = stage.toModel(client[0], client[1]);
  const { aimed } = spotOf(of, stage, pointer, [], others, neighbour ?? null, mods);
  const at = aimed.kind === "node" ? pointer : aimed.at; // two pins do not become one by lying in one place
  const spot = { anchor: { at, node: null, body: null }, hits: [], shift: mods.shift, grid: 0 };
  return { spot, guides: aimed.guides, client };
}

/* The other ends of the links of a node. */
function neighbours(of: Sketch, node: Node): Point[] {
  return node.ends.flatMap(({ body, point }) => {
    const found = bodyNamed(of, body);
    if (!found || body === GROUND) return [];
    return [...found.points].filter(([name]) => name !== point).map(([, at]) => onGround(found.frame, at));
  });
}

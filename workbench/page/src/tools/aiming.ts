/* aiming.ts - from a place of the window to what a click there means: the point, the body, or the ground, snapped. */
import type { Place as Point } from "../drawing/camera";
import type { Stage } from "../drawing/stage";
import { isSlider } from "../state/description";
import type { Selected } from "../state/selection";
import { snap } from "../state/settings";
import { base, entry, sketch, typedPlace, type Aim } from "./tool_state";
import { isEmptyEntry } from "./entry";
import { distance, frameOf, minus, onGround } from "./geometry";
import { bodyNamed, GROUND, lineOf, type Node, type Sketch, type SketchBody } from "./sketch";
import { gridStep, onLinks, snapTo, type Snapped, type SnapInput } from "./snap";
import type { Circle, Segment } from "./snap_lines";

export const REACH = 10; // px
export const REACH_TOUCH = 20;

export interface Modifiers {
  shift: boolean;
  free: boolean; // without snap
  touch: boolean;
}

/* Lengths of links, to make another one as long. */
export function lengthsOf(of: Sketch): number[] {
  return of.bodies.flatMap((body) => {
    const points = [...body.points.values()];
    const [first, last] = [points[0], points[points.length - 1]];
    return first && last && points.length > 1 ? [distance(first, last)] : [];
  });
}

/* Links, to be met in their middles and where they cross, and to be parallel to; those that move with a node are left out. */
function segmentsOf(of: Sketch, moving: Node | null): Segment[] {
  const goes = new Set(moving?.ends.map(({ body }) => body));
  return of.bodies.flatMap((body) => {
    const line = goes.has(body.name) ? null : lineOf(body);
    return line ? [{ from: line[0], to: line[1], body: body.name }] : [];
  });
}

/* Discs and round surfaces, to be tangent to. */
function circlesOf({ scene }: Sketch): Circle[] {
  return (scene?.bodies ?? []).flatMap(({ shape, surfaces, com, pose }) => {
    const frame = frameOf(com, pose);
    const shapes = shape.kind === "several" ? shape.shapes : [shape];
    const discs = shapes.flatMap((one) => (one.kind === "disc" && one.radius ? [{ ...one, radius: one.radius }] : []));
    const round = (surfaces ?? []).flatMap((one) => (one.kind === "circle" ? [one] : []));
    return [...discs, ...round].map(({ at, radius }) => ({ at: onGround(frame, [at[0], at[1]]), radius }));
  });
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

/* The body that slides where its teeth are met, and not itself: a rack is longer than the block that carries it. */
function slidingUnder(of: Sketch, hits: Selected[]): string | null {
  const tied = new Set(
    hits.flatMap(({ kind, name }) =>
      kind === "joint" ? (of.joints.find((one) => one.name === name)?.joints ?? []) : [],
    ),
  );
  const slide = of.joints.find(({ name, type, ends }) => tied.has(name) && ends && isSlider(type));
  return slide?.ends?.map(({ body }) => body).find((body) => body !== GROUND) ?? null;
}

function spotOf(
  of: Sketch,
  stage: Stage,
  at: Point,
  hits: Selected[],
  nodes: Node[],
  from: Point | null,
  mods: Modifiers,
  moving: Node | null = null,
): { aimed: Snapped; body: string | null } {
  const { scale } = stage.camera.peek();
  const reach = (mods.touch ? REACH_TOUCH : REACH) / scale;
  const on = snap.value && !mods.free;
  const grid = gridStep(scale);
  const segments = segmentsOf(of, moving);
  const input: SnapInput = {
    ...{ at, reach, grid, nodes, base: from, on },
    ...{ lengths: lengthsOf(of), segments, circles: circlesOf(of) },
  };
  const aimed = snapTo(input);
  const under = hits.filter((one) => !aimed.node && one.kind === "body" && one.name !== GROUND);
  const bodies = under.flatMap((one) => bodyNamed(of, one.name) ?? []);
  const body = bodies[0];
  if (!body) return { aimed, body: aimed.body ?? (aimed.node ? null : slidingUnder(of, hits)) };
  const names = new Set(bodies.map(({ name }) => name));
  const own = segments.filter((one) => names.has(one.body));
  const there = onLinks({ ...input, reach: 2 * reach, segments: own, base: on ? from : null });
  const middle = there?.signs[0] === "middle" && distance(there.at, at) > reach ? null : there;
  const free: Snapped = { at: onRod(body, at, reach, on ? grid : 0), node: null, guides: [], kind: "free", signs: [] };
  return { aimed: on || there?.signs[0] === "crossing" ? (middle ?? free) : free, body: body.name };
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
      const spot = { anchor: { at: exact, node, body: null }, hits, shift: mods.shift, grid };
      return { spot, guides: [], signs: [], client };
    }
  }
  const anchor = { at: aimed.at, node: aimed.node, body };
  return { spot: { anchor, hits, shift: mods.shift, grid }, guides: aimed.guides, signs: aimed.signs, client };
}

/* Where a dragged pin goes: lines, lengths and the grid hold it. The sketch is that of before the drag. */
export function aimDragged(of: Sketch, stage: Stage, client: [number, number], mods: Modifiers, dragged: Node): Aim {
  const others = of.nodes.filter((node) => node !== dragged);
  const [neighbour] = neighbours(of, dragged);
  const pointer = stage.toModel(client[0], client[1]);
  const { aimed } = spotOf(of, stage, pointer, [], others, neighbour ?? null, mods, dragged);
  const at = aimed.kind === "node" ? pointer : aimed.at; // two pins do not become one by lying in one place
  const spot = { anchor: { at, node: null, body: null }, hits: [], shift: mods.shift, grid: 0 };
  return { spot, guides: aimed.guides, signs: aimed.kind === "node" ? [] : aimed.signs, client };
}

/* The other ends of the links of a node. */
function neighbours(of: Sketch, node: Node): Point[] {
  return node.ends.flatMap(({ body, point }) => {
    const found = bodyNamed(of, body);
    if (!found || body === GROUND) return [];
    return [...found.points].filter(([name]) => name !== point).map(([, at]) => onGround(found.frame, at));
  });
}

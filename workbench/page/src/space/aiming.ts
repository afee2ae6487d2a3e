/* aiming.ts - from a place of the window to what a click there means in space: a point, a place on a body, or one on the work plane.
 *
 * A point counts wherever it is seen. From the place before, the normal of the plane holds like a line; on the plane, all that holds in
 * the plane of a planar drawing (tools/snap.ts).
 */
import type { Pixel } from "../drawing/camera";
import type { Vec } from "../engine/engine";
import type { Selected } from "../state/selection";
import { snap } from "../state/settings";
import { lengthsOf, REACH, REACH_TOUCH, type Modifiers } from "../tools/aiming";
import { isEmptyEntry } from "../tools/entry";
import { distance, vec } from "../tools/geometry";
import { bodyNamed, GROUND, lineOf, type Node } from "../tools/sketch";
import { gridStep, snapTo, type Guide, type Sign } from "../tools/snap";
import { base, entry, sketch, typedPlace, type Aim } from "../tools/tool_state";
import { length, minus, plus, times } from "./vectors";
import { fromPlane, heightOver, meets, nearestOnLine, onPlane } from "./work_plane";
import { activePlane, axisInHand, axisWish, chosenAxis } from "./work_plane_state";
import type { World } from "./world";

interface Aimed {
  at: Vec;
  node: Node | null;
  body: string | null;
  guides: Guide[];
  signs: Sign[];
}

const apart = (a: Pixel, b: Pixel): number => Math.hypot(a[0] - b[0], a[1] - b[1]);

/* The point that is seen nearest to the pointer. */
function nodeNear(world: World, client: Pixel, reach: number): Node | null {
  let best: Node | null = null;
  let least = reach;
  for (const node of sketch.value.nodes) {
    const there = world.toClient(vec(node.at));
    const off = there ? apart(there, client) : Infinity;
    if (off < least) [best, least] = [node, off];
  }
  return best;
}

/* On the middle line of a rod in whole steps from its first end, or at its middle; else where the body is met. */
function onBody(world: World, name: string, client: Pixel, step: number, reach: number): Vec | null {
  const body = bodyNamed(sketch.value, name);
  const line = body && lineOf(body);
  if (!line) return world.faceAt(...client)?.at ?? null;
  const [from, to] = line.map(vec) as [Vec, Vec];
  const whole = length(minus(to, from));
  const way = times(minus(to, from), 1 / whole);
  const far = nearestOnLine(from, way, world.ray(...client)) ?? 0;
  const near = reach / world.scaleAt(from);
  const stepped = step > 0 ? Math.round(far / step) * step : far;
  const kept = Math.abs(far - whole / 2) < near ? whole / 2 : Math.min(Math.max(stepped, 0), whole);
  return plus(from, times(way, kept));
}

/* On the normal through the place before. */
function onNormal(world: World, client: Pixel, reach: number, step: number): Aimed | null {
  const from = base.value && vec(base.value);
  const { normal } = activePlane.value;
  if (!from) return null;
  const far = nearestOnLine(from, normal, world.ray(...client));
  if (far === null) return null;
  const [there, start] = [world.toClient(plus(from, times(normal, far))), world.toClient(from)];
  if (!there || !start || apart(there, client) > 0.6 * reach || apart(there, start) < 2 * reach) return null;
  const at = plus(from, times(normal, step > 0 ? Math.round(far / step) * step : far));
  return { at, node: null, body: null, guides: [{ from, to: at }], signs: ["perpendicular"] };
}

function onWorkPlane(world: World, client: Pixel, reach: number, grid: number, on: boolean): Aimed {
  const plane = activePlane.value;
  const of = sketch.value;
  const met = meets(plane, world.ray(...client));
  /* from its edge there is no place on it: one that faces the screen takes its place */
  if (!met)
    return {
      at: world.across(vec(base.value ?? plane.origin), ...client),
      node: null,
      body: null,
      guides: [],
      signs: [],
    };
  const lies = (at: Vec): boolean => Math.abs(heightOver(plane, at)) <= 1e-6 * of.size;
  const there = of.nodes.filter(({ at }) => lies(vec(at)));
  const nodes = there.map((node): Node => ({ ...node, at: onPlane(plane, vec(node.at)) }));
  const from = base.value && lies(vec(base.value)) ? onPlane(plane, vec(base.value)) : null;
  const near = reach / world.scaleAt(met);
  const aimed = snapTo({ at: onPlane(plane, met), reach: near, grid, nodes, base: from, lengths: lengthsOf(of), on });
  const node = aimed.node ? there[nodes.indexOf(aimed.node)]! : null;
  return {
    at: node ? vec(node.at) : fromPlane(plane, aimed.at),
    node,
    body: null,
    signs: aimed.signs,
    guides: aimed.guides.map((one) => ({ from: fromPlane(plane, one.from), to: fromPlane(plane, one.to) })),
  };
}

function aimed(world: World, client: Pixel, hits: Selected[], mods: Modifiers, grid: number): Aimed {
  const reach = mods.touch ? REACH_TOUCH : REACH;
  const on = snap.value && !mods.free;
  const node = nodeNear(world, client, reach);
  if (node) return { at: vec(node.at), node, body: null, guides: [], signs: ["point"] };
  const body = hits.find((one) => one.kind === "body" && one.name !== GROUND && bodyNamed(sketch.value, one.name));
  const there = body && onBody(world, body.name, client, on ? grid : 0, reach);
  if (there) return { at: there, node: null, body: body.name, guides: [], signs: [] };
  return (on ? onNormal(world, client, reach, grid) : null) ?? onWorkPlane(world, client, reach, grid, on);
}

export function aimInSpace(world: World, client: Pixel, mods: Modifiers): Aim {
  const hits = world.hitTest(client[0], client[1], mods.touch ? REACH_TOUCH : undefined);
  const grid = gridStep(world.scale);
  const found = aimed(world, client, hits, mods, grid);
  const axis = axisInHand.value;
  const about = axisWish.value ?? (chosenAxis.value ? "given" : undefined);
  const spot = (at: Vec, node: Node | null, body: string | null) => ({
    anchor: { at, node, body, axis, about },
    hits,
    shift: mods.shift,
    grid,
  });
  const exact = isEmptyEntry(entry.value) ? null : typedPlace(found.at, grid);
  if (exact) {
    const node = sketch.value.nodes.find((one) => distance(one.at, exact) <= 1e-6 * sketch.value.size) ?? null;
    return { spot: spot(vec(exact), node, null), guides: [], signs: [], client };
  }
  return { spot: spot(found.at, found.node, found.body), guides: found.guides, signs: found.signs, client };
}

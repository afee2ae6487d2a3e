/* grab.ts - what a press on the drawing takes hold of, and how it will move.
 *
 *   follow     a point of a body that hangs on the ground: the mechanism moves, assembled
 *   reshape    a pin on the ground, a point of what hangs on nothing or cannot be assembled, or any point with Alt: it moves in
 *              its bodies
 *   attach     an end of the selected spring
 */
import type { Place as Point } from "../drawing/camera";
import type { Selected } from "../state/selection";
import { endNear } from "./attach";
import { distance, frameOf, inFrame } from "./geometry";
import {
  bodyNamed,
  GROUND,
  groundJointAt,
  nodeNamed,
  nodeOfEnd,
  together,
  type Node,
  type Sketch,
  type SketchForce,
} from "./sketch";

export type Grab =
  | { way: "follow"; body: string; point: Point } // body frame
  | { way: "reshape"; node: Node }
  | { way: "attach"; force: SketchForce; index: number };

/* The pin that a selection means. */
export function nodeMeant(sketch: Sketch, what: Selected): Node | undefined {
  if (what.kind === "point") return nodeNamed(sketch, what.name);
  if (what.kind !== "joint") return undefined;
  const joint = sketch.joints.find((one) => one.name === what.name);
  const moving = joint?.ends?.find((end) => end.body !== GROUND);
  return moving && nodeOfEnd(sketch, moving);
}

/* Whether a node moves when its mechanism does. */
function follows(sketch: Sketch, node: Node): boolean {
  const end = node.ends.find(({ body }) => body !== GROUND);
  if (!end || groundJointAt(sketch, node) || sketch.scene?.assembled === false) return false;
  const { grounded } = together(sketch, end.body);
  return grounded && (sketch.dof !== 0 || sketch.drivers.length > 0);
}

function followNode(sketch: Sketch, node: Node): Grab | null {
  const end = node.ends.find(({ body }) => body !== GROUND);
  const at = end && bodyNamed(sketch, end.body)?.points.get(end.point);
  return end && at ? { way: "follow", body: end.body, point: at } : null;
}

export function grabNode(sketch: Sketch, node: Node, reshaping: boolean): Grab | null {
  if (reshaping || !follows(sketch, node)) return { way: "reshape", node };
  return followNode(sketch, node);
}

export function grab(
  sketch: Sketch,
  hits: Selected[],
  at: Point,
  reach: number,
  selected: Selected | null,
  reshaping: boolean,
): Grab | null {
  const force = selected?.kind === "force" ? sketch.forces.find((one) => one.name === selected.name) : undefined;
  const index = force ? endNear(sketch, force, at, reach) : null;
  if (force && index !== null) return { way: "attach", force, index };
  const near = sketch.nodes.filter((node) => distance(node.at, at) <= reach);
  near.sort((a, b) => distance(a.at, at) - distance(b.at, at));
  const hit = hits.map((one) => nodeMeant(sketch, one)).find((node) => node !== undefined);
  const node = hit ?? near[0];
  if (node) return grabNode(sketch, node, reshaping);
  const body = hits.find((one) => one.kind === "body" && one.name !== GROUND);
  const found = body && bodyNamed(sketch, body.name);
  if (found) return { way: "follow", body: found.name, point: inFrame(found.frame, at) };
  return reshaping ? null : grabInUse(sketch, hits, at);
}

/* What belongs to a use is not written where it could be reshaped: the mechanism follows a body or a pin of it. */
function grabInUse({ scene }: Sketch, hits: Selected[], at: Point): Grab | null {
  for (const { kind, name } of hits) {
    const joint = kind === "joint" ? scene?.joints.find((one) => one.name === name) : undefined;
    const index = joint ? Math.max(...joint.bodies) : (scene?.bodies.findIndex((one) => one.name === name) ?? -1);
    const body = scene?.bodies[index];
    if (body && index > 0) return { way: "follow", body: body.name, point: inFrame(frameOf(body.com, body.pose), at) };
  }
  return null;
}

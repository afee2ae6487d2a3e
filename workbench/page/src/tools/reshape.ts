/* reshape.ts - a pin moved in its bodies: their lengths change, and all points that are the pin move together. */
import type { Point } from "../drawing/camera";
import { formatNumber } from "../editor/numbers";
import { setValue } from "../editor/surgery";
import type { Data } from "../editor/tree";
import type { TextChange } from "../state/document";
import { inFrame } from "./geometry";
import type { Refused } from "./make";
import { fineness } from "./numbers";
import { bodyNamed, isMap, type End, type Node, type Sketch } from "./sketch";

/* Changes of the text that bring a node to a place on the ground. */
export function reshape(sketch: Sketch, node: Node, to: Point): TextChange[] | Refused {
  const step = fineness(sketch.size, 7);
  const changes: TextChange[] = [];
  const set = (path: (string | number)[], at: Point, old: Data | undefined) => {
    for (const axis of [0, 1] as const) {
      const before = Array.isArray(old) ? old[axis] : undefined;
      const text = formatNumber(at[axis], typeof before === "string" ? before : undefined, step);
      changes.push(...setValue(sketch.text, [...path, axis], text));
    }
  };
  if (node.drawing !== null) {
    const point = sketch.drawing.get(node.drawing);
    if (!point?.literal) return expression(node.drawing);
    set(["points", node.drawing], inFrame(drawnFrame(sketch, node), to), point.given);
  }
  for (const end of node.ends) {
    const body = bodyNamed(sketch, end.body);
    if (!body || body.drawn) continue;
    if (!body.literal.has(end.point)) return expression(`${end.body}.${end.point}`);
    const points = body.given["points"];
    const old = points !== undefined && isMap(points) ? points[end.point] : undefined;
    set(["bodies", end.body, "points", end.point], inFrame(body.frame, to), old);
  }
  return changes;
}

function expression(name: string): Refused {
  return { why: `Point ${name} is given by an expression: change it in the text or by its parameters.` };
}

function drawnFrame(sketch: Sketch, node: Node) {
  const end = node.ends.find(({ body }: End) => bodyNamed(sketch, body)?.drawn);
  return (end && bodyNamed(sketch, end.body)?.frame) ?? { origin: [0, 0] as Point, angle: 0 };
}

/* Why a node cannot be moved; "" where it can. */
export function whyFixed(sketch: Sketch, node: Node): string {
  const tried = reshape(sketch, node, node.at);
  return "why" in tried ? tried.why : "";
}

/* duplicate.ts - a second one of what is selected: a link beside the first, with points of its own; a force where the first is. */
import type { Point } from "../drawing/camera";
import type { Data } from "../editor/tree";
import type { Selected } from "../state/selection";
import { put } from "./edits";
import { onGround, plus } from "./geometry";
import type { Made, Refused } from "./make";
import { Plan } from "./plan";
import { bodyNamed, GROUND, type Sketch } from "./sketch";

export function duplicate(of: Sketch, what: Selected, by: Point): Made | Refused {
  const plan = new Plan(of);
  const stem = what.name.replace(/\d+$/, "");
  if (what.kind === "force") {
    const force = of.forces.find((one) => one.name === what.name);
    if (!force) return { why: `There is no force ${what.name}.` };
    const name = plan.newName(stem);
    plan.edits.push(put(["forces", name], force.given));
    return { edits: plan.edits, select: { kind: "force", name } };
  }
  const body = what.kind === "body" && what.name !== GROUND ? bodyNamed(of, what.name) : undefined;
  if (!body) return { why: "Links and forces can be duplicated." };
  const name = plan.newName(stem);
  const given: { [key: string]: Data } = { ...body.given };
  if (body.drawn)
    given["points"] = [...body.points.values()].map((at) => plan.addDrawingPoint(plus(onGround(body.frame, at), by)));
  else given["position"] = plus(body.frame.origin, by).map(String);
  if (Array.isArray(given["com"]) && body.drawn) delete given["com"];
  plan.edits.push(put(["bodies", name], given));
  return { edits: plan.edits, select: { kind: "body", name } };
}

/* duplicate.ts - a second one of what is selected: a link beside the first, with points of its own; a force where the first is. */
import type { Place as Point } from "../drawing/camera";
import { nodeAt, readTree, type Path } from "../editor/tree";
import { copyOf, isMapValue, type Value } from "../editor/write";
import type { Selected } from "../state/selection";
import { put } from "./edits";
import { onGround, plus } from "./geometry";
import type { Made, Refused } from "./make";
import { Plan } from "./plan";
import { bodyNamed, GROUND, type Sketch } from "./sketch";
import { texts } from "../texts/texts";

/* What is written of an element; null where that is shared with another as a whole. */
function fieldsOf(of: Sketch, path: Path): Record<string, Value> | null {
  const node = nodeAt(readTree(of.text).root, path);
  const copy = node && copyOf(node);
  return isMapValue(copy) ? { ...copy } : null;
}

export function duplicate(of: Sketch, what: Selected, by: Point): Made | Refused {
  const plan = new Plan(of);
  const shared = { why: `${what.name} is defined elsewhere and shared: copy it in the text.` };
  const stem = what.name.replace(/\d+$/, "");
  if (what.kind === "force") {
    const force = of.forces.find((one) => one.name === what.name);
    if (!force) return { why: texts.tools.duplicate.thereIsNoForce(what.name) };
    const given = fieldsOf(of, ["forces", what.name]);
    if (!given) return shared;
    const name = plan.newName(stem);
    plan.edits.push(put(["forces", name], given));
    return { edits: plan.edits, select: { kind: "force", name } };
  }
  const body = what.kind === "body" && what.name !== GROUND ? bodyNamed(of, what.name) : undefined;
  if (!body) return { why: texts.tools.duplicate.onlyLinksAndForcesCanBe };
  const given = fieldsOf(of, ["bodies", what.name]);
  if (!given) return shared;
  const name = plan.newName(stem);
  if (body.drawn)
    given["points"] = [...body.points.values()].map((at) => plan.addDrawingPoint(plus(onGround(body.frame, at), by)));
  else given["position"] = plus(body.frame.origin, by).map(String);
  if (Array.isArray(given["com"]) && body.drawn) delete given["com"];
  plan.edits.push(put(["bodies", name], given));
  return { edits: plan.edits, select: { kind: "body", name } };
}

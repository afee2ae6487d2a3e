/* remove.ts - what goes when something is deleted in the drawing: the element, all that cannot be without it, and the points and
 * blocks that were there for it alone.
 */
import { deleteElement, type Removed } from "../editor/rename";
import { homeOf } from "../editor/scope";
import { applyChanges } from "../editor/text_edits";
import { readTree } from "../editor/tree";
import { isSlider } from "../state/description";
import type { Selected } from "../state/selection";
import type { Edit } from "./edits";
import type { Made, Refused } from "./make";
import { bodyNamed, GROUND, nodeNamed, readSketch, type Sketch } from "./sketch";
import { texts } from "../texts/texts";

/* The elements that a selection means: of a pin of framed bodies each of its points, of a slider its block. */
function meantBy(sketch: Sketch, what: Selected): Selected[] {
  if (what.kind === "point") {
    const node = nodeNamed(sketch, what.name);
    if (!node) return [];
    if (node.drawing !== null) return [{ kind: "point", name: node.drawing }];
    return node.ends.map(({ body, point }) => {
      const whole = body !== GROUND && (bodyNamed(sketch, body)?.points.size ?? 0) <= 2;
      return whole ? { kind: "body" as const, name: body } : { kind: "point" as const, name: `${body}.${point}` };
    });
  }
  const joint = what.kind === "joint" ? sketch.joints.find((one) => one.name === what.name) : undefined;
  const rider = joint && isSlider(joint.type) ? joint.ends?.[1].body : undefined;
  const block = rider !== undefined && bodyNamed(sketch, rider)?.points.size === 1 ? rider : undefined;
  return block === undefined ? [what] : [{ kind: "body", name: block }];
}

/* Drawing points that something used and nothing uses any more. */
function loosePoints(before: Sketch, after: Sketch): string[] {
  const named = (end: unknown, name: string) =>
    typeof end === "object" && end !== null && "point" in end && end.point === name;
  return after.nodes
    .filter((node) => node.drawing !== null && node.ends.length === 0)
    .map((node) => node.drawing!)
    .filter((name) => (nodeNamed(before, name)?.ends.length ?? 0) > 0)
    .filter((name) => ![...after.forces, ...after.joints].some(({ ends }) => ends?.some((end) => named(end, name))));
}

const WORDS: Record<string, string> = {
  body: "link",
  joint: "joint",
  force: "force",
  driver: "driver",
  point: "point",
};

function deletionText(what: Selected, removed: Removed[]): string {
  const parts = ["body", "joint", "force", "driver"].flatMap((kind) => {
    const names = [...new Set(removed.filter((one) => one.kind === kind).map((one) => one.name))];
    const others = names.filter((name) => name !== what.name || kind !== what.kind);
    return others.length === 0 ? [] : [`${WORDS[kind]}${others.length > 1 ? "s" : ""} ${others.join(", ")}`];
  });
  return texts.tools.remove.deleted(
    WORDS[what.kind] ?? what.kind,
    what.name,
    parts.length > 0 ? " with " + parts.join(" and ") : "",
  );
}

export function removeElement(sketch: Sketch, what: Selected): Made | Refused {
  if (what.kind === "body" && what.name === GROUND) return { why: texts.tools.remove.theGroundCannotBeDeleted };
  const home = homeOf(readTree(sketch.text).root, what);
  const all = home?.use || home?.one ? [what] : meantBy(sketch, what);
  if (all.length === 0) return { why: texts.tools.remove.thereIsNo(what.kind, what.name) };
  const edits: Edit[] = [];
  const removed: Removed[] = [];
  let text = sketch.text;
  const take = ({ kind, name }: Selected) => {
    if (removed.some((one) => one.kind === kind && one.name === name)) return;
    const deletion = deleteElement(text, kind, name);
    text = applyChanges(text, deletion.changes);
    edits.push({ do: "delete", kind, name });
    removed.push({ kind, name }, ...deletion.removed);
  };
  all.forEach(take);
  for (const name of loosePoints(sketch, readSketch(text, sketch.scene))) take({ kind: "point", name });
  return { edits, select: null, toast: deletionText(what, removed) };
}

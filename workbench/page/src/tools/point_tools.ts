/* point_tools.ts - tools of one click on what is there: a point more on it, its path, and its end. */
import type { Selected } from "../state/selection";
import { texts } from "../texts/texts";
import { makePoint, refused } from "./make";
import type { Anchor } from "./plan";
import { whyLocked } from "./lock_guard";
import { removeElement } from "./remove";
import { GROUND, nameOfNode, type Sketch } from "./sketch";
import { NOTHING, type Outcome, type Spot, type Tool } from "./tool";

export const pointTool: Tool<null> = {
  start: null,
  drags: false,
  hint: () => texts.tools.pointTools.clickALinkToAddA,
  click: (state, spot, sketch) => ({ state, made: makePoint(sketch, spot.anchor) }),
  preview: (_, spot) => ({
    ...NOTHING,
    marks: [spot.anchor.at],
    label: spot.anchor.node ? "" : (spot.anchor.body ?? ""),
  }),
  base: () => null,
};

/* What a click is meant for, of all that lies there. */
function meant(spot: Spot): Selected | null {
  const first = spot.hits.find((hit) => !(hit.kind === "body" && hit.name === GROUND));
  return first ?? (spot.anchor.node ? { kind: "point", name: nameOfNode(spot.anchor.node) } : null);
}

export const deleteTool: Tool<null> = {
  start: null,
  drags: false,
  hint: () => texts.tools.pointTools.clickAnElementToDeleteIt,
  click(state, spot, sketch) {
    const what = meant(spot);
    const why = what && whyLocked([what]);
    if (why) return { state, made: { why } };
    return {
      state,
      made: what ? removeElement(sketch, what) : { why: texts.tools.pointTools.thereIsNothingHereToDelete },
    };
  },
  preview(_, spot) {
    const what = meant(spot);
    return what ? { ...NOTHING, label: texts.tools.pointTools.deleteWord(what.name) } : NOTHING;
  },
  base: () => null,
};

/* The point of a moving body at a node, as results name it. */
function traceOf(anchor: Anchor): string | null {
  const end = anchor.node?.ends.filter((one) => one.body !== GROUND).at(-1);
  return end ? `${end.body}.${end.point}` : null;
}

function isOnLink({ node, body }: Anchor): boolean {
  return !node && body !== null && body !== GROUND;
}

/* A click on a link beside its points: one is added there. */
function newTrace(sketch: Sketch, anchor: Anchor, state: null): Outcome<null> | null {
  if (!isOnLink(anchor)) return null;
  const made = makePoint(sketch, anchor);
  const name = refused(made) ? undefined : made.select?.name;
  if (name === undefined) return { state, made };
  return { state, made, trace: name.includes(".") ? name : `${anchor.body}.${name}` };
}

export const traceTool: Tool<null> = {
  start: null,
  drags: false,
  hint: () => texts.paths.hint,
  click(state, spot, sketch) {
    const point = traceOf(spot.anchor);
    if (point) return { state, trace: point };
    return newTrace(sketch, spot.anchor, state) ?? { state, made: { why: texts.paths.clickLink } };
  },
  preview: (_, spot) => ({
    ...NOTHING,
    marks: spot.anchor.node || isOnLink(spot.anchor) ? [spot.anchor.at] : [],
    label: traceOf(spot.anchor) ?? (isOnLink(spot.anchor) ? texts.paths.newPoint(spot.anchor.body!) : ""),
  }),
  base: () => null,
};

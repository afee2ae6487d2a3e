/* point_tools.ts - tools of one click on what is there: a point more on it, its path, and its end. */
import type { Selected } from "../state/selection";
import { makePoint } from "./make";
import type { Anchor } from "./plan";
import { removeElement } from "./remove";
import { GROUND, nameOfNode } from "./sketch";
import { NOTHING, type Spot, type Tool } from "./tool";

export const pointTool: Tool<null> = {
  start: null,
  drags: false,
  hint: () => "Click a link to add a point to it, or empty ground for a point by itself.",
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
  hint: () => "Click an element to delete it. Elements that depend on it are deleted, too; undo restores them.",
  click(state, spot, sketch) {
    const what = meant(spot);
    return { state, made: what ? removeElement(sketch, what) : { why: "There is nothing here to delete." } };
  },
  preview(_, spot) {
    const what = meant(spot);
    return what ? { ...NOTHING, label: `Delete ${what.name}` } : NOTHING;
  },
  base: () => null,
};

/* The point of a moving body at a node, as results name it. */
function traceOf(anchor: Anchor): string | null {
  const end = anchor.node?.ends.filter((one) => one.body !== GROUND).at(-1);
  return end ? `${end.body}.${end.point}` : null;
}

export const traceTool: Tool<null> = {
  start: null,
  drags: false,
  hint: () => "Click a point to draw its path, and again to hide it.",
  click(state, spot) {
    const point = traceOf(spot.anchor);
    return point ? { state, trace: point } : { state, made: { why: "Click a point of a link." } };
  },
  preview: (_, spot) => ({
    ...NOTHING,
    marks: spot.anchor.node ? [spot.anchor.at] : [],
    label: traceOf(spot.anchor) ?? "",
  }),
  base: () => null,
};

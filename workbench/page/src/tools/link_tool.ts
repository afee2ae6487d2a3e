/* link_tool.ts - links by their ends: each click after the first makes a link from the place before it.
 *
 * Clicking the place where the chain stands changes nothing, so that "O, A, A, B" and "O, A, B" are the same two links. A chain ends
 * at a point that was there before. With Shift a click adds a corner to the link under way instead of ending it.
 */
import type { Anchor } from "./plan";
import { distance } from "./geometry";
import { texts } from "../texts/texts";
import { joiningKind, joiningOptions } from "./joining";
import { makeLink, refused } from "./make";
import { NOTHING, renew, samePlace, type Outcome, type Spot, type Tool } from "./tool";
import type { Sketch } from "./sketch";

export interface LinkState {
  anchors: Anchor[]; // of the link under way
}

function take(state: LinkState, spot: Spot, sketch: Sketch): Outcome<LinkState> {
  const before = state.anchors.map((anchor) => renew(sketch, anchor));
  const last = before[before.length - 1];
  if (last && samePlace(sketch, last, spot.anchor)) return { state: { anchors: before } };
  const anchors = [...before, spot.anchor];
  if (anchors.length < 2 || spot.shift) return { state: { anchors } };
  const made = makeLink(sketch, anchors, joiningKind("link"));
  if (refused(made)) return { state: { anchors: before }, made };
  return { state: { anchors: spot.anchor.node ? [] : [spot.anchor] }, made };
}

export const linkTool: Tool<LinkState> = {
  start: { anchors: [] },
  get options() {
    return joiningOptions(texts.space.joinedBy);
  },
  drags: true,
  chains: true,
  hint(state, sketch) {
    if (state.anchors.length === 0) return texts.tools.linkTool.clickTheFirstEndOfA;
    if (state.anchors.length === 1) return sketch.space ? texts.space.otherEnd : texts.drawing.otherEnd;
    return texts.tools.linkTool.clickTheLastCornerOfThe;
  },
  click: take,
  preview(state, spot, sketch) {
    const anchors = state.anchors.map((anchor) => renew(sketch, anchor));
    const last = anchors[anchors.length - 1];
    if (!last) return { ...NOTHING, marks: [spot.anchor.at] };
    const places = [...anchors, spot.anchor].map(({ at }) => at);
    const corners = places.length > 2 ? [...places, places[0]!] : places;
    return {
      lines: corners.slice(1).map((to, i) => ({ from: corners[i]!, to, look: "link" as const })),
      marks: places,
      label: distance(last.at, spot.anchor.at) > 0 ? "link" : "",
    };
  },
  base(state) {
    return state.anchors[state.anchors.length - 1]?.at ?? null;
  },
};

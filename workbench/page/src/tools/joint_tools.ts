/* joint_tools.ts - joints of two bodies: the place first, then the other body or the direction. */
import type { Place as Point } from "../drawing/camera";
import { holdsPoint, inSentence, isSlider } from "../state/description";
import type { Anchor } from "./plan";
import { beyond, distance, length, minus } from "./geometry";
import {
  bodiesAt,
  changeType,
  joined,
  makeGroundPin,
  makeMount,
  makePin,
  makePins,
  refused,
  type Made,
  type Refused,
} from "./make";
import { makeSliding } from "./make_sliding";
import { joiningKind, joiningOptions } from "./joining";
import { leadsAlong, productOf } from "./products";
import { texts } from "../texts/texts";
import { bodyNamed, GROUND, jointsAt, lineOf, type Sketch } from "./sketch";
import { NOTHING, renew, type Outcome, type Spot, type Tool } from "./tool";

export interface PlaceState {
  from: Anchor | null;
}

const START: PlaceState = { from: null };

function base(state: PlaceState) {
  return state.from?.at ?? null;
}

export const groundTool: Tool<PlaceState> = {
  start: START,
  drags: false,
  get options() {
    return joiningOptions(texts.space.heldBy);
  },
  hint: () => texts.tools.jointTools.clickAnEndOfALink,
  click: (state, spot, sketch) => ({ state, made: makeGroundPin(sketch, spot.anchor, joiningKind("ground")) }),
  preview: (_, spot) => ({ ...NOTHING, marks: spot.anchor.node || spot.anchor.body ? [spot.anchor.at] : [] }),
  base: () => null,
};

/* Two bodies at a place that no joint holds together yet. */
function unjoined(sketch: Sketch, bodies: string[]): [string, string] | null {
  for (const [i, a] of bodies.entries()) for (const b of bodies.slice(i + 1)) if (!joined(sketch, a, b)) return [a, b];
  return null;
}

function bodyUnder(spot: Spot): string {
  const body = spot.hits.find((hit) => hit.kind === "body")?.name;
  return bodiesAt(spot.anchor)[0] ?? body ?? GROUND;
}

/* What is made between two bodies at one place. */
interface Meeting {
  title: string;
  make(sketch: Sketch, anchor: Anchor, first: string, second: string): Made;
  /* All bodies that have points there; null: they are joined. */
  makeAll?(sketch: Sketch, anchor: Anchor): Made | null;
  /* Instead, at a joint that is there already; null: nothing. */
  change(sketch: Sketch, spot: Spot): Made | Refused | null;
}

/* Where two bodies meet at once; else the place, then the other body. */
function meetingTool(what: () => Meeting): Tool<PlaceState> {
  return {
    start: START,
    drags: false,
    hint: (state) =>
      state.from
        ? texts.tools.jointTools.clickTheOtherBodyForThe(what().title)
        : texts.tools.jointTools.clickWhereTwoBodiesMeetOr(what().title),
    click(state, spot, sketch): Outcome<PlaceState> {
      if (!state.from) return place(what(), spot, sketch);
      const from = renew(sketch, state.from);
      const first = bodiesAt(from)[0]!;
      const other = bodyUnder(spot);
      if (other === first) return { state, made: { why: texts.tools.jointTools.chooseAnotherBodyOrEmptyGround } };
      const [a, b] = other === GROUND ? [GROUND, first] : [first, other];
      return { state: START, made: what().make(sketch, from, a, b) };
    },
    preview: (state, spot) => ({ ...NOTHING, marks: [state.from?.at ?? spot.anchor.at] }),
    base: () => null,
  };
}

/* A joint that is there already becomes one of this kind. */
function changed(type: string, spot: Spot, sketch: Sketch): Made | Refused | null {
  const { node, axis } = spot.anchor;
  if (!holdsPoint(type, sketch.space) || !node) return null;
  const there = jointsAt(sketch, node).filter((joint) => holdsPoint(joint.type, sketch.space));
  const other = there.find((joint) => joint.type !== type);
  return other ? changeType(sketch, other, type, axis) : null;
}

/* A joint at a place of two bodies: a pin, a weld. */
export function pinTool(type: string): Tool<PlaceState> {
  return meetingTool(() => ({
    title: inSentence(productOf(type).title),
    make(sketch, anchor, first, second) {
      const turned = leadsAlong(productOf(type)) && first !== GROUND; // the point that was clicked runs on the other body
      return turned ? makePin(sketch, anchor, second, first, type) : makePin(sketch, anchor, first, second, type);
    },
    makeAll: (sketch, anchor) => (leadsAlong(productOf(type)) ? null : makePins(sketch, anchor, type)),
    change: (sketch, spot) => changed(type, spot, sketch),
  }));
}

/* A force between two bodies at one place: a bushing. */
export function mountTool(id: string): Tool<PlaceState> {
  return meetingTool(() => ({
    title: inSentence(productOf(id).title),
    make: (sketch, anchor, first, second) => makeMount(sketch, id, anchor, first, second),
    change: () => null,
  }));
}

/* All that lies here: where two links cross, both are meant. */
function bodiesUnder(spot: Spot): string[] {
  const under = spot.hits.filter((hit) => !spot.anchor.node && hit.kind === "body" && hit.name !== GROUND);
  return [...new Set([...bodiesAt(spot.anchor), ...under.map((hit) => hit.name)])];
}

function place(what: Meeting, spot: Spot, sketch: Sketch): Outcome<PlaceState> {
  const meeting = what.makeAll?.(sketch, spot.anchor);
  if (meeting) return { state: START, made: meeting };
  const bodies = bodiesUnder(spot);
  const pair = unjoined(sketch, bodies);
  if (pair) return { state: START, made: what.make(sketch, spot.anchor, pair[0], pair[1]) };
  const made = what.change(sketch, spot);
  if (made) return { state: START, made };
  if (bodies.length === 0) return { state: START, made: { why: texts.tools.jointTools.clickAPlaceOnABody } };
  return { state: { from: spot.anchor } };
}

/* Whose line a click means, and which way it goes: along a rod that is clicked beside its ends, else towards the click. */
function lineMeant(sketch: Sketch, from: Anchor, spot: Spot): { guide: string; along: Point; rod: boolean } {
  const { anchor } = spot;
  const under = anchor.node || anchor.body ? bodyUnder(spot) : GROUND;
  const guide = bodiesAt(from).includes(under) ? GROUND : under;
  const body = guide === GROUND || anchor.node ? undefined : bodyNamed(sketch, guide);
  const rod = body && lineOf(body);
  return { guide, along: rod ? minus(rod[1], rod[0]) : minus(anchor.at, from.at), rod: Boolean(rod) };
}

/* Along a line: the point that slides, then a second place on its line; on a body, the line is that body's. */
export function slidingTool(type: string): Tool<PlaceState> {
  return {
    start: START,
    drags: true,
    hint: (state) =>
      state.from
        ? texts.tools.jointTools.clickALinkToSlideAlong
        : isSlider(type)
          ? texts.tools.jointTools.clickThePointOfALink
          : texts.tools.jointTools.clickThePointOfALink2,
    click(state, spot, sketch): Outcome<PlaceState> {
      if (!state.from) {
        if (bodiesAt(spot.anchor).length > 0 || isSlider(type)) return { state: { from: spot.anchor } };
        return { state, made: { why: texts.tools.jointTools.clickThePointOfALink2 } };
      }
      const from = renew(sketch, state.from);
      const { guide, along, rod } = lineMeant(sketch, from, spot);
      const made = makeSliding(sketch, from, guide, along, type, rod);
      return { state: refused(made) ? state : START, made };
    },
    preview(state, spot, sketch) {
      if (!state.from) return { ...NOTHING, marks: [spot.anchor.at] };
      const from = renew(sketch, state.from);
      const { guide, along } = lineMeant(sketch, from, spot);
      const far = distance(from.at, spot.anchor.at) / (length(along) || 1);
      const end = (way: number): Point => beyond(from.at, along, way * far);
      const label = guide === GROUND ? texts.tools.jointTools.lineOnTheGround : texts.tools.jointTools.lineOf(guide);
      return { lines: [{ from: end(-1), to: end(1), look: "line" }], marks: [from.at], label };
    },
    base,
  };
}

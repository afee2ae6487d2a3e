/* joint_tools.ts - pins, welds, sliders and slots: the place first, then the other body or the direction. */
import type { Point } from "../drawing/camera";
import type { Anchor } from "./plan";
import { distance, minus } from "./geometry";
import { bodiesAt, changeType, joined, makeGroundPin, makePin, makeSliding, refused } from "./make";
import { bodyNamed, GROUND, jointsAt, lineOf, PINS, type Sketch } from "./sketch";
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
  hint: () => "Click an end of a link to pin it to the ground.",
  click: (state, spot, sketch) => ({ state, made: makeGroundPin(sketch, spot.anchor) }),
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

/* revolute or fixed: where two bodies meet at once; else the place, then the other body. */
export function pinTool(type: "revolute" | "fixed"): Tool<PlaceState> {
  const word = type === "revolute" ? "pin" : "weld";
  return {
    start: START,
    drags: false,
    hint: (state) =>
      state.from
        ? `Click the other body to ${word} it here, or empty ground. Esc ends.`
        : `Click where two bodies meet, or a place on one body to ${word}.`,
    click(state, spot, sketch): Outcome<PlaceState> {
      if (!state.from) return place(type, spot, sketch);
      const from = renew(sketch, state.from);
      const first = bodiesAt(from)[0]!;
      const other = bodyUnder(spot);
      if (other === first) return { state, made: { why: "Choose another body, or empty ground." } };
      const [a, b] = other === GROUND ? [GROUND, first] : [first, other];
      return { state: START, made: makePin(sketch, from, a, b, type) };
    },
    preview: (state, spot) => ({ ...NOTHING, marks: [state.from?.at ?? spot.anchor.at] }),
    base: () => null,
  };
}

/* All that lies here: where two links cross, both are meant. */
function bodiesUnder(spot: Spot): string[] {
  const under = spot.hits.filter((hit) => !spot.anchor.node && hit.kind === "body" && hit.name !== GROUND);
  return [...new Set([...bodiesAt(spot.anchor), ...under.map((hit) => hit.name)])];
}

function place(type: "revolute" | "fixed", spot: Spot, sketch: Sketch): Outcome<PlaceState> {
  const bodies = bodiesUnder(spot);
  const pair = unjoined(sketch, bodies);
  if (pair) return { state: START, made: makePin(sketch, spot.anchor, pair[0], pair[1], type) };
  const there = spot.anchor.node ? jointsAt(sketch, spot.anchor.node).filter((joint) => PINS.has(joint.type)) : [];
  const other = there.find((joint) => joint.type !== type);
  if (other) {
    const made = changeType(sketch, other, type);
    return { state: START, made };
  }
  if (bodies.length === 0) return { state: START, made: { why: "Click a place on a body." } };
  return { state: { from: spot.anchor } };
}

/* Whose line a click means, and which way it goes: along a rod that is clicked beside its ends, else towards the click. */
function lineMeant(sketch: Sketch, from: Anchor, spot: Spot): { guide: string; along: Point } {
  const { anchor } = spot;
  const under = anchor.node || anchor.body ? bodyUnder(spot) : GROUND;
  const guide = bodiesAt(from).includes(under) ? GROUND : under;
  const body = guide === GROUND || anchor.node ? undefined : bodyNamed(sketch, guide);
  const rod = body && lineOf(body);
  return { guide, along: rod ? minus(rod[1], rod[0]) : minus(anchor.at, from.at) };
}

/* prismatic or slot: the point that slides, then a second place on its line; on a body, the line is that body's. */
export function slidingTool(type: "prismatic" | "slot"): Tool<PlaceState> {
  return {
    start: START,
    drags: true,
    hint: (state) =>
      state.from
        ? "Click a link to slide along it, or empty ground for a line that stands still. Esc ends."
        : type === "slot"
          ? "Click the point of a link that is to slide."
          : "Click the point of a link that is to slide, or empty ground for a block.",
    click(state, spot, sketch): Outcome<PlaceState> {
      if (!state.from) {
        if (bodiesAt(spot.anchor).length > 0 || type === "prismatic") return { state: { from: spot.anchor } };
        return { state, made: { why: "Click the point of a link that is to slide." } };
      }
      const from = renew(sketch, state.from);
      const { guide, along } = lineMeant(sketch, from, spot);
      const made = makeSliding(sketch, from, guide, along, type);
      return { state: refused(made) ? state : START, made };
    },
    preview(state, spot, sketch) {
      if (!state.from) return { ...NOTHING, marks: [spot.anchor.at] };
      const from = renew(sketch, state.from);
      const { guide, along } = lineMeant(sketch, from, spot);
      const far = distance(from.at, spot.anchor.at) / (Math.hypot(along[0], along[1]) || 1);
      const end = (way: number): Point => [from.at[0] + way * far * along[0], from.at[1] + way * far * along[1]];
      const label = guide === GROUND ? "line on the ground" : `line of ${guide}`;
      return { lines: [{ from: end(-1), to: end(1), look: "line" }], marks: [from.at], label };
    },
    base,
  };
}

/* load_tools.ts - what lies between two places; what acts on joints, on points, on bodies. */
import { quantity } from "../shell/quantity";
import type { Place as Point } from "../drawing/camera";
import { forceKind, inSentence } from "../state/description";
import type { Anchor } from "./plan";
import { length, minus } from "./geometry";
import type { PlaceState } from "./joint_tools";
import { bodiesAt, drivenCoordinate, makeBetween, makeMotor, makeOnBody, makeOnPoint, makeTie, refused } from "./make";
import { valuesOf, type ToolOption, type Values } from "./options";
import { productOf, products } from "./products";
import { bodyNamed, GROUND, jointsAt, type Sketch, type SketchJoint } from "./sketch";
import { NOTHING, renew, samePlace, type Outcome, type Spot, type Tool } from "./tool";
import { texts } from "../texts/texts";

const START: PlaceState = { from: null };
const NEWTONS_A_STEP = 10; // of a force that is drawn: so many for a step of the grid

/* What a product is called within a sentence. */
function called(id: string): string {
  return inSentence(productOf(id).title);
}

export function pairTool(what: string): Tool<PlaceState> {
  return {
    start: START,
    drags: true,
    hint: (state) =>
      state.from
        ? texts.tools.loadTools.clickTheOtherEndEscEnds
        : texts.tools.loadTools.clickTheFirstEndOfThe(called(what)),
    click(state, spot, sketch): Outcome<PlaceState> {
      if (!state.from) return { state: { from: spot.anchor } };
      const from = renew(sketch, state.from);
      if (samePlace(sketch, from, spot.anchor)) return { state };
      const made = makeBetween(sketch, what, from, spot.anchor);
      return { state: refused(made) ? state : START, made };
    },
    preview(state, spot, sketch) {
      if (!state.from) return { ...NOTHING, marks: [spot.anchor.at] };
      const from = renew(sketch, state.from).at;
      const look = productOf(what).section === "joints" ? "rod" : "spring";
      return { lines: [{ from, to: spot.anchor.at, look }], marks: [from, spot.anchor.at], label: "" };
    },
    base: (state) => state.from?.at ?? null,
  };
}

/* The joint that a click means: itself, one at the point, or that by which a body stands on the ground. */
export function jointMeant(sketch: Sketch, spot: Spot): SketchJoint | null {
  const free = (joint: SketchJoint) => drivenCoordinate(joint, sketch) !== "";
  const grounded = (joint: SketchJoint) => joint.ends?.some((end) => end.body === GROUND) ?? false;
  const best = (joints: SketchJoint[]) => joints.filter(free).find(grounded) ?? joints.find(free) ?? null;
  if (spot.anchor.node) {
    const there = best(jointsAt(sketch, spot.anchor.node));
    if (there) return there;
  }
  const hit = spot.hits.find((one) => one.kind === "joint");
  const joint = hit && sketch.joints.find((one) => one.name === hit.name);
  if (joint) return joint;
  const body = bodiesAt(spot.anchor)[0];
  const own = sketch.joints.filter((one) => one.ends?.some((end) => end.body === body));
  return body ? (own.filter(grounded).find(free) ?? null) : null;
}

function jointHint(what: string): string {
  const slides = productOf(what).template.sliding !== undefined;
  return slides
    ? texts.tools.loadTools.clickAPinOrASlider(called(what))
    : texts.tools.loadTools.clickAPinForThe(called(what));
}

/* Of drives with a gearbox: its numbers, where the kind has such fields. */
const GEARBOX: ToolOption[] = [
  {
    key: "ratio",
    label: texts.tools.loadTools.gearboxRatio,
    value: "1",
    about: texts.tools.loadTools.rotationsOfTheMotorForOne,
  },
  {
    key: "efficiency",
    label: texts.tools.loadTools.itsEfficiency,
    value: "1",
    about: texts.tools.loadTools.powerThatLeavesOverPowerThat,
  },
];

export function driveOptions(what: string): ToolOption[] {
  const product = products.value.find(({ id }) => id === what);
  const fields = product ? (forceKind(product.kind)?.fields ?? []) : [];
  if (!GEARBOX.every(({ key }) => fields.some(({ name }) => name === key))) return [];
  const given = (key: string): string | undefined => new RegExp(`\\b${key}: *([^,]*)`).exec(product!.fields)?.[1];
  return GEARBOX.map((option) => ({ ...option, value: given(option.key) ?? option.value }));
}

/* What was set otherwise than the options begin with. */
function changedOptions(what: string): Values {
  const options = driveOptions(what);
  const values = valuesOf(what, options);
  return Object.fromEntries(options.filter(({ key, value }) => values[key] !== value).map(({ key }) => [key, values[key]!])); // prettier-ignore
}

/* What acts on a joint. */
export function motorTool(what: string): Tool<null> {
  return {
    start: null,
    drags: false,
    get options() {
      const options = driveOptions(what);
      return options.length > 0 ? options : undefined;
    },
    hint: () => jointHint(what),
    click(state, spot, sketch) {
      const joint = jointMeant(sketch, spot);
      const made = joint
        ? makeMotor(sketch, joint, what, changedOptions(what))
        : { why: texts.tools.loadTools.clickAJointAPinOr };
      return { state, made };
    },
    preview(_, spot, sketch) {
      const joint = jointMeant(sketch, spot);
      return joint ? { ...NOTHING, marks: [spot.anchor.at], label: `joint ${joint.name}` } : NOTHING;
    },
    base: () => null,
  };
}

function loadOf(from: Anchor, spot: Spot): Point {
  const by = minus(spot.anchor.at, from.at);
  const scale = NEWTONS_A_STEP / spot.grid;
  return by.map((x) => Math.round(x! * scale * 10) / 10) as Point;
}

/* A force whose components are drawn as an arrow. */
export function arrowTool(what: string): Tool<PlaceState> {
  return {
    start: START,
    drags: true,
    hint: (state) =>
      state.from
        ? texts.tools.loadTools.clickWhereTheArrowEndsOr
        : texts.tools.loadTools.clickThePointOfALink(called(what)),
    click(state, spot, sketch): Outcome<PlaceState> {
      if (!state.from) {
        if (bodiesAt(spot.anchor).length > 0) return { state: { from: spot.anchor } };
        return { state, made: { why: texts.tools.loadTools.clickAPointOfALink(called(what)) } };
      }
      const from = renew(sketch, state.from);
      if (samePlace(sketch, from, spot.anchor)) return { state };
      return { state: START, made: makeOnPoint(sketch, what, from, loadOf(from, spot)) };
    },
    preview(state, spot, sketch) {
      if (!state.from) return { ...NOTHING, marks: [spot.anchor.at] };
      const from = renew(sketch, state.from);
      const load = loadOf(from, spot);
      return {
        lines: [{ from: from.at, to: spot.anchor.at, look: "force" }],
        marks: [],
        label: `${quantity(length(load), "N", 4)} (${load.map((one) => quantity(one!, "N", 4)).join(", ")})`,
      };
    },
    base: (state) => state.from?.at ?? null,
    typed: {
      signs: [texts.tools.loadTools.fx, texts.tools.loadTools.fy, texts.tools.loadTools.fz],
      perStep: NEWTONS_A_STEP,
    },
  };
}

/* What acts on a point, and has no direction of its own. */
export function onPointTool(what: string): Tool<null> {
  return {
    start: null,
    drags: false,
    hint: () => texts.tools.loadTools.clickThePointOfALink(called(what)),
    click: (state, spot, sketch) => ({ state, made: makeOnPoint(sketch, what, spot.anchor) }),
    preview: (_, spot) => ({ ...NOTHING, marks: [spot.anchor.at] }),
    base: () => null,
  };
}

/* What acts on a body as a whole: a torque. */
export function onBodyTool(what: string): Tool<null> {
  return {
    start: null,
    drags: false,
    hint: () => texts.tools.loadTools.clickALinkForThe(called(what)),
    click(state, spot, sketch) {
      const name = bodiesAt(spot.anchor)[0];
      const body = name === undefined ? undefined : bodyNamed(sketch, name);
      const why = texts.tools.loadTools.clickALinkForTheTo(called(what));
      return { state, made: body ? makeOnBody(sketch, what, body, spot.anchor.axis) : { why } };
    },
    preview: (_, spot) => ({ ...NOTHING, label: bodiesAt(spot.anchor)[0] ?? "" }),
    base: () => null,
  };
}

/* Two joints that are tied. */
export function tieTool(what: string): Tool<{ from: string | null }> {
  return {
    start: { from: null },
    drags: false,
    hint: (state) =>
      state.from
        ? texts.tools.loadTools.clickTheSecondJointEscEnds
        : texts.tools.loadTools.clickTheFirstJointOfThe(called(what)),
    click(state, spot, sketch) {
      const joint = jointMeant(sketch, spot);
      if (!joint) return { state, made: { why: texts.tools.loadTools.clickAJointAPinOr } };
      if (!state.from) return { state: { from: joint.name } };
      const first = sketch.joints.find((one) => one.name === state.from);
      const made = first
        ? makeTie(sketch, what, first, joint)
        : { why: texts.tools.loadTools.thereIsNoJoint(state.from) };
      return { state: refused(made) ? state : { from: null }, made };
    },
    preview(_, spot, sketch) {
      const joint = jointMeant(sketch, spot);
      return joint ? { ...NOTHING, marks: [spot.anchor.at], label: `joint ${joint.name}` } : NOTHING;
    },
    base: () => null,
  };
}

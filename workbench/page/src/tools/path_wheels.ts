/* path_wheels.ts - the wheels that belts and cables pass: pins whose body is a disc, and new ones on empty ground. */
import type { Place as Point } from "../drawing/camera";
import { texts } from "../texts/texts";
import type { ToolOption, Values } from "./options";
import { pinName } from "../state/description";
import { bodiesAt } from "./make";
import { looseBody } from "./make_sliding";
import type { Anchor, Plan } from "./plan";
import { GROUND, type Sketch, type SketchJoint } from "./sketch";
import { discRadius, pinsAt } from "./wheels";

export interface PathWheel {
  at: Point;
  pin: SketchJoint | null; // null: a wheel is to be made
  radius: number | null; // m; null: not known
}

/* The wheel of a pin: the body that is a disc. Null: there is something else. */
export function wheelOf(sketch: Sketch, anchor: Anchor): PathWheel | null {
  const [pin] = pinsAt(sketch, { anchor, hits: [], shift: false, grid: 0 });
  if (!pin) return bodiesAt(anchor).length > 0 ? null : { at: anchor.at, pin: null, radius: null };
  const body = pin.ends!.map((end) => end.body).find((one) => discRadius(sketch, one) !== null);
  return { at: anchor.at, pin, radius: body === undefined ? null : discRadius(sketch, body) };
}

/* The name of its pin; where there is none, a wheel is made there, pinned to the ground. */
export function pinOf(plan: Plan, { at, pin }: PathWheel, radius: number): string {
  if (pin) return pin.name;
  const anchor = { at, node: null, body: null };
  const end = looseBody(plan, "wheel", anchor, GROUND, `, shape: {disc: ${plan.length(radius)}}`);
  const from = plan.framed ? plan.pointOn(GROUND, anchor) : { body: GROUND, point: end.point };
  return plan.addJoint(pinName(), from, end);
}

/* Which side of a wheel the next click passes: fingers have no Shift. */
export const SIDE: ToolOption = {
  key: "side",
  label: texts.wheelSides.side,
  value: texts.wheelSides.sides.usual,
  choices: Object.values(texts.wheelSides.sides),
  about: texts.wheelSides.about,
};

/* Shift passes on the other side than the form says. */
export function isFlipped(shift: boolean, values: Values): boolean {
  return shift !== (values[SIDE.key] === texts.wheelSides.sides.other);
}

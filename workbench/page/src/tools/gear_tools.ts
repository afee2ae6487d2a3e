/* gear_tools.ts - a pair of gears by its two centres, a rack by the centre of its pinion and a place on its line.
 *
 * A centre may be a pin that there is; on empty ground a wheel is made there. So may the rack be a slider that there is, or a new one.
 */
import type { Point } from "../drawing/camera";
import { isHinge, isSlider, pinName } from "../state/description";
import { put } from "./edits";
import { distance, minus, rotated } from "./geometry";
import type { PlaceState } from "./joint_tools";
import { jointMeant } from "./load_tools";
import { bodiesAt, looseBody, makeBlock, refused, currentValue, type Made, type Refused } from "./make";
import { degrees, rounded, tidy, typed } from "./numbers";
import { Plan, type Anchor } from "./plan";
import { productOf, type Product } from "./products";
import { bodyNamed, GROUND, isMap, nodeOfEnd, plainPoint, type Sketch, type SketchJoint } from "./sketch";
import { NOTHING, renew, samePlace, type Outcome, type Spot, type Tool } from "./tool";

const START: PlaceState = { from: null };

/* A joint that wheels or racks are tied by, and how far it has gone at the start. */
interface Tied {
  joint: string;
  standing: number;
}

function pinAt(sketch: Sketch, spot: Spot): SketchJoint | undefined {
  const joint = jointMeant(sketch, spot);
  return joint && isHinge(joint.type) ? joint : undefined;
}

/* The pin that is there; else a wheel of so large a radius, pinned to the ground. Null: there is something, but no pin. */
function wheelAt(plan: Plan, spot: Spot, radius: number): Tied | null {
  const pin = pinAt(plan.sketch, spot);
  if (pin) return { joint: pin.name, standing: currentValue(plan.sketch, pin, `${pin.name}.angle`) };
  const { anchor } = spot;
  if (bodiesAt(anchor).length > 0) return null;
  const end = looseBody(plan, "wheel", anchor, GROUND, `, shape: {disc: ${tidy(rounded(radius, 3))}}`);
  const ground = plan.framed ? plan.pointOn(GROUND, anchor) : { body: GROUND, point: end.point };
  return { joint: plan.addJoint(pinName(), ground, end), standing: 0 };
}

const NO_PIN = "The centre of a wheel is a pin: pin the link first, or click empty ground for a new wheel.";

/* The radius of the wheel that turns about a pin; null: there is none, or it is no plain number. */
function wheelOn(sketch: Sketch, spot: Spot): number | null {
  const pin = pinAt(sketch, spot);
  for (const end of pin?.ends ?? []) {
    const shape = bodyNamed(sketch, end.body)?.given["shape"];
    const disc = isMap(shape) ? shape["disc"] : undefined;
    const radius = typed(String(isMap(disc) ? disc["radius"] : disc));
    if (radius !== null && radius > 0) return radius;
  }
  return null;
}

/* Radii that touch: wheels that there are keep theirs, as far as they leave room for the other. */
function radiiFor(sketch: Sketch, first: Spot, second: Spot): [number, number] {
  const apart = distance(first.anchor.at, second.anchor.at);
  const fits = (radius: number | null): radius is number => radius !== null && radius < apart;
  const [a, b] = [wheelOn(sketch, first), wheelOn(sketch, second)];
  if (fits(a)) return [a, apart - a];
  return fits(b) ? [apart - b, b] : [apart / 2, apart / 2];
}

function makeGear(sketch: Sketch, { kind, stem }: Product, first: Spot, second: Spot): Made | Refused {
  const plan = new Plan(sketch);
  const [one, two] = radiiFor(sketch, first, second);
  const ratio = -rounded(one / two, 6);
  const [a, b] = [wheelAt(plan, first, one), wheelAt(plan, second, two)];
  if (!a || !b) return { why: NO_PIN };
  if (a.joint === b.joint) return { why: "The two wheels need pins of their own." };
  const offset = b.standing - ratio * a.standing; // the angles are tied as they stand
  const more = Math.abs(offset) < 1e-9 ? "" : `, offset: ${degrees(offset, 6)}`;
  const name = plan.newName(stem);
  plan.edits.push(put(["joints", name], `{${kind}: [${a.joint}, ${b.joint}], ratio: ${tidy(ratio)}${more}}`));
  plan.addAnalysis();
  return { edits: plan.edits, select: { kind: "joint", name } };
}

/* Travel of the rack for a radian of the pinion: the rack rolls on that side of the centre where its line is. */
function radiusFor(centre: Point, place: Point, along: Point): number {
  const by = minus(place, centre);
  return (by[0] * along[1] - by[1] * along[0]) / Math.hypot(along[0], along[1]);
}

/* The direction of the line of a slider on the ground; null: its axis is not written as numbers. */
function directionOf(sketch: Sketch, joint: SketchJoint): Point | null {
  const { axis } = joint.given;
  const own: Point | null = axis === "x" ? [1, 0] : axis === "y" ? [0, 1] : plainPoint(axis);
  return own && joint.ends && rotated(own, new Plan(sketch).axisIn(joint.ends[0].body).angle);
}

function makeRack(sketch: Sketch, { kind, stem }: Product, first: Spot, second: Spot): Made | Refused {
  const plan = new Plan(sketch);
  const centre = first.anchor.at;
  const meant = jointMeant(sketch, second);
  const slider = meant && isSlider(meant.type) && meant.ends ? meant : null;
  const place = slider ? (nodeOfEnd(sketch, slider.ends![1])?.at ?? second.anchor.at) : second.anchor.at;
  const along = slider ? directionOf(sketch, slider) : rotated(minus(place, centre), Math.PI / 2);
  if (!along) return { why: "The direction of this slider is not known: write its axis as two numbers." };
  const radius = radiusFor(centre, place, along);
  if (Math.abs(radius) < 1e-6 * sketch.size)
    return { why: "The line of the rack must pass beside the pinion's centre." };
  const pinion = wheelAt(plan, first, Math.abs(radius));
  if (!pinion) return { why: NO_PIN };
  if (!slider && bodiesAt(second.anchor).length > 0) return { why: "Click a slider, or empty ground for a new rack." };
  const joint = slider?.name ?? makeBlock(plan, second.anchor, GROUND, along).select!.name;
  const travelled = slider ? currentValue(sketch, slider, `${slider.name}.displacement`) : 0;
  const offset = travelled - radius * pinion.standing;
  const more = Math.abs(offset) < 1e-9 ? "" : `, offset: ${tidy(offset, plan.step)}`;
  const name = plan.newName(stem);
  plan.edits.push(
    put(["joints", name], `{${kind}: [${pinion.joint}, ${joint}], radius: ${tidy(radius, plan.step)}${more}}`),
  );
  plan.addAnalysis();
  return { edits: plan.edits, select: { kind: "joint", name } };
}

const MAKE = { wheels: makeGear, rack: makeRack };

const HINTS = {
  wheels: [
    "Click the centre of the first wheel: a pin, or empty ground for a new wheel.",
    "Click the centre of the second wheel. The ratio can be changed in the properties. Esc ends.",
  ],
  rack: [
    "Click the centre of the pinion: a pin, or empty ground for a new wheel.",
    "Click a slider, or empty ground where the rack should pass. Esc ends.",
  ],
} as const;

/* A spot at a place in a model that has changed since. */
function spotAt(sketch: Sketch, anchor: Anchor, like: Spot): Spot {
  return { ...like, anchor: renew(sketch, anchor), hits: [] };
}

export function gearTool(id: string): Tool<PlaceState> {
  const way = (): "wheels" | "rack" => (productOf(id).gesture === "rack" ? "rack" : "wheels");
  return {
    start: START,
    drags: true,
    hint: (state) => HINTS[way()][state.from ? 1 : 0],
    click(state, spot, sketch): Outcome<PlaceState> {
      if (!state.from) {
        const there = bodiesAt(spot.anchor).length > 0;
        if (there && !pinAt(sketch, spot)) return { state, made: { why: NO_PIN } };
        return { state: { from: spot.anchor } };
      }
      const first = spotAt(sketch, state.from, spot);
      if (samePlace(sketch, first.anchor, spot.anchor)) return { state };
      const made = MAKE[way()](sketch, productOf(id), first, spot);
      return { state: refused(made) ? state : START, made };
    },
    preview(state, spot, sketch) {
      if (!state.from) return { ...NOTHING, marks: [spot.anchor.at] };
      const from = renew(sketch, state.from).at;
      const to = spot.anchor.at;
      return { lines: [{ from, to, look: "rod" }], marks: [from, to], label: productOf(id).title.toLowerCase() };
    },
    base: (state) => state.from?.at ?? null,
  };
}

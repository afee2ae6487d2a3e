/* gear_tools.ts - a pair of gears by its two centres, a rack by the centre of its pinion and a place on its line.
 *
 * A centre may be a pin that there is; on empty ground a wheel is made there, on a link a wheel that the link carries. So may the rack be a
 * slider that there is, or a new one. Kinds that can have teeth get them: as many as fit the distance (teeth.ts).
 */
import type { Place as Point } from "../drawing/camera";
import { inSentence, isHinge, isSlider, jointKind, pinName } from "../state/description";
import { put } from "./edits";
import { beyond, distance, length, minus, rotated } from "./geometry";
import { doNotFit, isAnything, PAIR_OPTIONS, RACK_OPTIONS, wishedPinion, wishedTeeth, wishOf } from "./gear_wish";
import type { PlaceState } from "./joint_tools";
import { jointMeant } from "./load_tools";
import { bodiesAt, refused, currentValue, type Made, type Refused } from "./make";
import { looseBody, makeBlock } from "./make_sliding";
import { degrees, rounded, tidy, typed } from "./numbers";
import { Plan, type Anchor } from "./plan";
import { productOf, type Product } from "./products";
import { bodyNamed, GROUND, nodeOfEnd, plainPoint, type Sketch, type SketchJoint } from "./sketch";
import { radiiOf, teethFor, teethOfRadius, type Teeth } from "./teeth";
import { NOTHING, renew, samePlace, type Outcome, type Spot, type Tool } from "./tool";
import { discRadius, meantPins, pinsAt, teethOn, wheelsOf } from "./wheels";
import { quantity } from "../shell/quantity";
import { texts } from "../texts/texts";

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

function tiedBy(sketch: Sketch, pin: SketchJoint): Tied {
  return { joint: pin.name, standing: currentValue(sketch, pin, `${pin.name}.angle`) };
}

/* A rim of a tenth of the radius about the teeth of a ring. */
function wheelShape(plan: Plan, radius: number, ring: boolean): string {
  const disc = (r: number): string => `disc: ${plan.length(r)}`;
  if (!ring) return `, shape: {${disc(radius)}}`;
  return `, shapes: [{${disc(1.1 * radius)}}, {${disc(radius)}, hole: true}]`;
}

/* A wheel of so large a radius, pinned to the ground or to the link that is there. */
function newWheel(plan: Plan, { anchor }: Spot, radius: number, ring = false): Tied {
  const guide = bodiesAt(anchor)[0] ?? GROUND;
  const own = guide === GROUND ? null : plan.pointOn(guide, anchor);
  const there = own && !anchor.node ? { ...anchor, node: { at: anchor.at, drawing: own.point, ends: [own] } } : anchor;
  const end = looseBody(plan, ring ? "ring" : "wheel", there, guide, wheelShape(plan, radius, ring));
  const drawn = { body: guide, point: end.point };
  const from = own ?? (plan.framed ? plan.pointOn(GROUND, anchor) : drawn);
  return { joint: plan.addJoint(pinName(), from, end), standing: 0 };
}

/* The pin that is there; else a wheel, pinned to the ground. Null: there is something, but no pin. */
function wheelAt(plan: Plan, spot: Spot, radius: number): Tied | null {
  const pin = pinAt(plan.sketch, spot);
  if (pin) return tiedBy(plan.sketch, pin);
  return bodiesAt(spot.anchor).length > 0 ? null : newWheel(plan, spot, radius);
}

const NO_PIN = texts.tools.gearTools.theCentreOfAWheelIs;

/* ---- two wheels ---- */

/* A pin that is still to be made, of a wheel on the ground or on a link. */
function pinToBe(spot: Spot, name: string): SketchJoint {
  const ends: SketchJoint["ends"] = [
    { body: bodiesAt(spot.anchor)[0] ?? GROUND, point: "" },
    { body: name, point: "" },
  ];
  return { name, entry: name, type: pinName(), ends, joints: [], given: {} };
}

/* Two wheels as they are to mesh: the pins that they turn about, and their teeth. */
interface Pair {
  spots: [Spot, Spot];
  pins: [SketchJoint, SketchJoint];
  fresh: [boolean, boolean]; // to be made
  ring: boolean; // the first has inner teeth
  teeth: Teeth;
}

/* The ratio of a template: speed of the second over that of the first; below zero side by side. */
function ratioOf({ template }: Product): number {
  return typed(/\bratio: *([^,]*)/.exec(template.plane)?.[1] ?? "") ?? -1;
}

/* How large the first wheel is to be, of the second: wheels that there are keep their radii, as far as they leave room for the other. */
function wantedRadii(sketch: Sketch, bodies: string[], apart: number, ring: boolean, preset: number): number {
  const [a, b] = bodies.map((body) => discRadius(sketch, body));
  if (ring) return a && a > apart ? a / (a - apart) : b ? (apart + b) / b : Math.max(preset, 1.5);
  if (a && a < apart) return a / (apart - a);
  return b && b < apart ? (apart - b) / b : ring || preset <= 0 ? 1 : preset;
}

/* The same spot further along the line from another place; null: it is held where it is. */
function movedTo(spot: Spot, from: Point, far: number): Spot | null {
  const { anchor } = spot;
  const by = minus(anchor.at, from);
  if (anchor.node || anchor.body) return null;
  return { ...spot, anchor: { ...anchor, at: beyond(from, by, far / length(by)) } };
}

/* Both spots as far apart as the wheels need. */
function spotsApart(spots: [Spot, Spot], wanted: number): [Spot, Spot] | Refused {
  const [first, second] = spots;
  const apart = distance(first.anchor.at, second.anchor.at);
  if (Math.abs(wanted - apart) <= 1e-7 * apart) return spots;
  const there = movedTo(second, first.anchor.at, wanted);
  if (there) return [first, there];
  const here = movedTo(first, second.anchor.at, wanted);
  return here ? [here, second] : doNotFit(wanted, apart);
}

function pairAt(sketch: Sketch, product: Product, first: Spot, second: Spot): Pair | Refused {
  const found = [pinsAt(sketch, first), pinsAt(sketch, second)];
  if (found[0]!.length === 0 && bodiesAt(first.anchor).length > 0) return { why: NO_PIN };
  const fresh = found.map((pins) => pins.length === 0) as [boolean, boolean];
  const [one, two] = [first, second].map((spot, i) => (fresh[i] ? [pinToBe(spot, `wheel ${i}`)] : found[i]!));
  const preset = ratioOf(product);
  const apart = distance(first.anchor.at, second.anchor.at);
  const pins = meantPins(sketch, one!, two!, preset > 0);
  if (!pins) return { why: texts.tools.gearTools.theTwoWheelsNeedPinsOf };
  const bodies = wheelsOf(...pins).map(({ body }) => body);
  const [a, b] = pins.map((pin, i) => teethOn(sketch, pin, bodies[i]!));
  if (b?.ring && !a?.ring) return pairAt(sketch, product, second, first);
  const inside = !a && !b && (discRadius(sketch, bodies[0]!) ?? 0) > apart; // the second centre lies inside the first wheel
  const ring = preset > 0 || inside || (a?.ring ?? false);
  const wanted = wantedRadii(sketch, bodies, apart, ring, Math.abs(preset));
  const known = { pins, fresh, ring };
  const wish = wishOf(product.id, PAIR_OPTIONS);
  if ("why" in wish) return wish;
  if (isAnything(wish) || a || b)
    return { ...known, spots: [first, second], teeth: teethFor(apart, wanted, ring, a?.ring === ring ? a : null, b) };
  const made = wishedTeeth(wish, apart, wanted, ring);
  if ("why" in made) return made;
  const spots = spotsApart([first, second], made.apart);
  return "why" in spots ? spots : { ...known, spots, teeth: made.teeth };
}

/* "teeth: [20, 40], module: 2 mm"; of a kind without teeth "ratio: -0.5". */
function meshFields(product: Product, pair: Pair, tied: [Tied, Tied]): string {
  const mesh = jointKind(product.kind)?.mesh;
  const { counts, module } = pair.teeth;
  if (mesh) {
    const size = mesh.module && module !== null ? `, ${mesh.module}: ${tidy(1000 * module)} mm` : "";
    return `${mesh.teeth}: [${counts.join(", ")}]${size}`;
  }
  const [a, b] = wheelsOf(...pair.pins);
  const ratio = (-counts[0] / counts[1]) * a!.sense * b!.sense;
  const offset = tied[1].standing - ratio * tied[0].standing; // the angles are tied as they stand
  return `ratio: ${tidy(rounded(ratio, 6))}` + (Math.abs(offset) < 1e-9 ? "" : `, offset: ${degrees(offset, 6)}`);
}

function makeGear(sketch: Sketch, product: Product, first: Spot, second: Spot): Made | Refused {
  const pair = pairAt(sketch, product, first, second);
  if ("why" in pair) return pair;
  const plan = new Plan(sketch);
  const radii = radiiOf(pair.teeth, distance(pair.spots[0].anchor.at, pair.spots[1].anchor.at));
  const tied = pair.pins.map((pin, i) => {
    return pair.fresh[i] ? newWheel(plan, pair.spots[i]!, radii[i]!, i === 0 && pair.ring) : tiedBy(sketch, pin);
  }) as [Tied, Tied];
  const name = plan.newName(product.stem);
  const fields = meshFields(product, pair, tied);
  plan.edits.push(put(["joints", name], `{${product.kind}: [${tied[0].joint}, ${tied[1].joint}], ${fields}}`));
  plan.addAnalysis();
  return { edits: plan.edits, select: { kind: "joint", name } };
}

/* What would be made, in words beside the pointer. */
function pairInWords(pair: Pair): string {
  const { counts, module } = pair.teeth;
  const size = module === null ? "" : texts.tools.gearTools.ofModule(quantity(module, "m", 6));
  return texts.tools.gearTools.andTeeth(Math.abs(counts[0]), pair.ring ? " inner" : "", counts[1], size);
}

/* ---- a rack ---- */

/* Travel of the rack for a radian of the pinion: the rack rolls on that side of the centre where its line is. */
function radiusFor(centre: Point, place: Point, along: Point): number {
  const by = minus(place, centre);
  return (by[0] * along[1] - by[1] * along[0]) / Math.hypot(along[0], along[1]);
}

/* The direction of the line of a slider on the ground; null: its axis is not written as numbers. */
function directionOf(sketch: Sketch, joint: SketchJoint): Point | null {
  const { axis } = joint.given;
  const own: Point | null = axis === "x" ? [1, 0] : axis === "y" ? [0, 1] : plainPoint(axis);
  return own && joint.ends && rotated(own, bodyNamed(sketch, joint.ends[0].body)?.frame.angle ?? 0);
}

const MODULE = "module";

/* By teeth, where the kind can have some and one body carries pinion and rack: those that the pinion has, or as many as fit. */
function rackTeeth(
  sketch: Sketch,
  kind: string,
  first: Spot,
  slider: SketchJoint | null,
  radius: number,
  wished: { count: number; module: number | null } | null,
): string | null {
  const described = jointKind(kind);
  const mesh = described?.mesh;
  const pin = pinAt(sketch, first);
  const guide = slider?.ends![0].body ?? GROUND;
  const carried = pin ? pin.ends!.some(({ body }) => body === guide) : guide === GROUND;
  if (!mesh || !carried) return null;
  const wheel = pin && pin.ends!.map(({ body }) => body).find((body) => body !== guide);
  const known = wheel === undefined ? null : teethOn(sketch, pin!, wheel);
  if (known && Math.abs((known.module * known.teeth) / 2 - radius) > 1e-6 * radius) return null;
  const { count, module } = known ? { count: known.teeth, module: known.module } : (wished ?? teethOfRadius(radius));
  const size = module === null || !described.fields.some(({ name }) => name === MODULE) ? "" : `, ${MODULE}: ${tidy(1000 * module)} mm`; // prettier-ignore
  return `${mesh.teeth}: ${count}${size}`;
}

function rackRadius(plan: Plan, radius: number, offset: number): string {
  return `radius: ${plan.length(radius, 7)}${Math.abs(offset) < 1e-9 ? "" : `, offset: ${plan.length(offset, 7)}`}`;
}

function makeRack(sketch: Sketch, { id, kind, stem }: Product, first: Spot, second: Spot): Made | Refused {
  const plan = new Plan(sketch);
  const centre = first.anchor.at;
  const meant = jointMeant(sketch, second);
  const slider = meant && isSlider(meant.type) && meant.ends ? meant : null;
  const place = slider ? (nodeOfEnd(sketch, slider.ends![1])?.at ?? second.anchor.at) : second.anchor.at;
  const along = slider ? directionOf(sketch, slider) : rotated(minus(place, centre), Math.PI / 2);
  if (!along) return { why: texts.tools.gearTools.theDirectionOfThisSliderIs };
  const clicked = radiusFor(centre, place, along);
  if (Math.abs(clicked) < 1e-6 * sketch.size) return { why: texts.tools.gearTools.theLineOfTheRackMust };
  const wish = wishOf(id, RACK_OPTIONS);
  if ("why" in wish) return wish;
  const pinned = pinAt(sketch, first) !== undefined;
  const wished = isAnything(wish) || pinned ? null : wishedPinion(wish, Math.abs(clicked));
  const radius = wished ? Math.sign(clicked) * wished.radius : clicked;
  const line = slider ? second : movedTo(second, centre, Math.abs(radius));
  if (Math.abs(radius - clicked) > 1e-7 * Math.abs(clicked) && (slider || !line))
    return doNotFit(Math.abs(radius), Math.abs(clicked));
  const pinion = wheelAt(plan, first, Math.abs(radius));
  if (!pinion) return { why: NO_PIN };
  if (!slider && bodiesAt(second.anchor).length > 0) return { why: texts.tools.gearTools.clickASliderOrEmptyGround };
  const joint = slider?.name ?? makeBlock(plan, (line ?? second).anchor, GROUND, along).select!.name;
  const name = plan.newName(stem);
  const travelled = slider ? currentValue(sketch, slider, `${slider.name}.displacement`) : 0;
  const fields =
    rackTeeth(sketch, kind, first, slider, Math.abs(radius), wished) ??
    rackRadius(plan, radius, travelled - radius * pinion.standing);
  plan.edits.push(put(["joints", name], `{${kind}: [${pinion.joint}, ${joint}], ${fields}}`));
  plan.addAnalysis();
  return { edits: plan.edits, select: { kind: "joint", name } };
}

const MAKE = { wheels: makeGear, ring: makeGear, rack: makeRack };

const HINTS = {
  wheels: [texts.tools.gearTools.clickTheCentreOfTheFirst, texts.tools.gearTools.clickTheCentreOfTheSecond],
  ring: [texts.tools.gearTools.clickTheCentreOfTheRing, texts.tools.gearTools.clickTheCentreOfTheWheel],
  rack: [texts.tools.gearTools.clickTheCentreOfThePinion, texts.tools.gearTools.clickASliderOrEmptyGround2],
} as const;

/* A spot at a place in a model that has changed since. */
function spotAt(sketch: Sketch, anchor: Anchor, like: Spot): Spot {
  return { ...like, anchor: renew(sketch, anchor), hits: [] };
}

export function gearTool(id: string): Tool<PlaceState> {
  const way = (): keyof typeof MAKE =>
    productOf(id).gesture === "rack" ? "rack" : ratioOf(productOf(id)) > 0 ? "ring" : "wheels";
  return {
    start: START,
    drags: true,
    get options() {
      if (!jointKind(productOf(id).kind)?.mesh) return undefined;
      return way() === "rack" ? RACK_OPTIONS : PAIR_OPTIONS;
    },
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
      const product = productOf(id);
      const first = spotAt(sketch, state.from, spot);
      const title = inSentence(product.title);
      const pair =
        way() === "rack" || samePlace(sketch, first.anchor, spot.anchor) ? null : pairAt(sketch, product, first, spot);
      if (!pair || "why" in pair)
        return { lines: [{ from, to, look: "rod" }], marks: [from, to], label: pair?.why ?? title };
      const [p, q] = pair.spots.map(({ anchor }) => anchor.at) as [Point, Point];
      const radii = radiiOf(pair.teeth, distance(p, q));
      const circles = [p, q].map((at, i) => ({ at, radius: radii[i]! }));
      return { lines: [{ from: p, to: q, look: "rod" }], marks: [p, q], circles, label: pairInWords(pair) };
    },
    base: (state) => state.from?.at ?? null,
  };
}

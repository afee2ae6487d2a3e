/* make.ts - new elements: what is written into the model for a link, for a joint, for a force. */
import type { Place as Point } from "../drawing/camera";
import { Plan, type Anchor } from "./plan";
import { put, remove, type Edit } from "./edits";
import { groundAll, joinAll, partiesAt } from "./meeting";
import { collinear, distance, inFrame, minus, STILL, type Frame } from "./geometry";
import { degrees, rounded, tidy, vector } from "./numbers";
import {
  bodyNamed,
  GROUND,
  lineOf,
  nodeOfEnd,
  type End,
  type Sketch,
  type SketchBody,
  type SketchJoint,
} from "./sketch";
import { called, coordinateOf, formOf, holdsPoint, inSentence, pinName, slides } from "../state/description";
import { curveThrough, fieldsOf, leadsAlong, productOf, type Product } from "./products";
import type { CrankDriver } from "./full_turn";
import type { Motion } from "../editor/motor_motion";
import { makeDriver, targetOf, USUAL } from "./make_driver";
import type { Selected } from "../state/selection";
import { texts } from "../texts/texts";

export interface Made {
  edits: Edit[];
  select: Selected | null; // what was made
  toast?: string; // what there is to say of it
  offer?: { text: string; title: string; make(now: Sketch): Made | Refused }; // what may have been meant instead
  crank?: CrankDriver; // a crank that is to turn round: whether it can is asked next
}

export interface Refused {
  why: string;
  immobile?: boolean; // because nothing can move at all
}

export function refused(made: Made | Refused): made is Refused {
  return "why" in made;
}

/* A rod where all lie on a line, else a plate. In space a rod turns about itself as well, and is not thin. */
function shapeFor({ sketch }: Plan, anchors: Anchor[]): string {
  const places = anchors.map(({ at }) => at);
  if (!collinear(places)) return "mass: 1, shape: polygon";
  const long = distance(places[0]!, places[places.length - 1]!);
  return `mass: 1, shape: ${sketch.space ? `{rod: ${tidy(rounded(long / 25, 1))}}` : "rod"}`;
}

/* ---- bodies ---- */

/* A link through two places or more; pinned to what it meets there. */
export function makeLink(sketch: Sketch, anchors: Anchor[], type = pinName()): Made | Refused {
  const first = anchors[0];
  const last = anchors[anchors.length - 1];
  if (!first || !last || anchors.length < 2) return { why: texts.tools.make.aLinkNeedsTwoEnds };
  if (anchors.some((one, i) => anchors.some((other, j) => i < j && distance(one.at, other.at) < 1e-6 * sketch.size)))
    return { why: texts.tools.make.theEndsOfALinkMust };
  const shared = bodiesAt(first).find((body) => anchors.every((anchor) => bodiesAt(anchor).includes(body)));
  if (shared !== undefined) return { why: texts.tools.make.bothPlacesAreAlreadyOnA(shared) };
  const plan = new Plan(sketch);
  const framed = plan.framed || anchors.some(({ node }) => node !== null && node.drawing === null);
  const name = plan.newName("link");
  plan.lines.set(name, minus(plan.rounded(last.at), plan.rounded(first.at)));
  const ends = framed ? writeFramed(plan, name, anchors) : writeDrawn(plan, name, anchors);
  anchors.forEach((anchor, i) => {
    const partner = plan.partner(anchor);
    const point = ends[i]!;
    if (partner === null || partner === name) return;
    const there = pointFor(plan, partner, anchor, point);
    const fields = plan.directionFields(type, partner, name, anchor) + fieldsOf(productOf(type));
    plan.addJoint(type, there, { body: name, point }, fields);
  });
  return { edits: plan.edits, select: { kind: "body", name } };
}

/* A point of the partner for a joint with a point of the new link: the same drawing point where both are drawn. */
function pointFor(plan: Plan, partner: string, anchor: Anchor, point: string): End {
  const body = bodyNamed(plan.sketch, partner);
  const there = anchor.node?.ends.some((end) => end.body === partner) ?? false;
  if (partner !== GROUND && !there && body?.drawn && plan.sketch.drawing.has(point) === false) {
    plan.addToBody(body, anchor.at, point);
    return { body: partner, point };
  }
  return plan.pointOn(partner, anchor);
}

function writeDrawn(plan: Plan, name: string, anchors: Anchor[]): string[] {
  const ends = anchors.map((anchor) => {
    if (anchor.node?.drawing) return anchor.node.drawing;
    const on = anchor.body === null ? undefined : bodyNamed(plan.sketch, anchor.body);
    return plan.addDrawingPoint(on?.drawn ? inFrame(on.frame, anchor.at) : anchor.at);
  });
  const shape = shapeFor(plan, anchors);
  plan.edits.push(put(["bodies", name], `{points: [${ends.join(", ")}], ${shape}}`));
  return ends;
}

/* Its frame has the origin at the first end and x towards the last. */
function writeFramed(plan: Plan, name: string, anchors: Anchor[]): string[] {
  const origin = anchors[0]!.at;
  const along = minus(anchors[anchors.length - 1]!.at, origin);
  const frame: Frame = { origin, angle: plan.sketch.space ? 0 : Math.atan2(along[1], along[0]) };
  const taken = new Set<string>();
  const ends = anchors.map(({ node }) => {
    const wanted = node?.ends[0]?.point;
    const end = wanted && !taken.has(wanted) ? wanted : plan.pointName();
    taken.add(end);
    return end;
  });
  const points = ends.map((end, i) => `${end}: ${plan.vector(inFrame(frame, anchors[i]!.at))}`).join(", ");
  const shape = shapeFor(plan, anchors);
  const turn = plan.sketch.space ? "" : `, angle: ${degrees(frame.angle, 4)}`;
  const place = `position: ${plan.vector(origin)}${turn}`;
  plan.edits.push(put(["bodies", name], `{points: {${points}}, ${shape}, ${place}}`));
  return ends;
}

/* A point by itself, or one more on a body. */
export function makePoint(sketch: Sketch, anchor: Anchor): Made | Refused {
  if (anchor.node) return { why: texts.tools.make.thereIsAlreadyAPointHere };
  const plan = new Plan(sketch);
  const body = anchor.body === null ? undefined : bodyNamed(sketch, anchor.body);
  if (body) {
    const point = plan.addToBody(body, anchor.at);
    return { edits: plan.edits, select: { kind: "point", name: body.drawn ? point : `${body.name}.${point}` } };
  }
  if (plan.framed) {
    const point = plan.groundPoint(anchor);
    return { edits: plan.edits, select: { kind: "point", name: `${GROUND}.${point}` } };
  }
  return { edits: plan.edits, select: { kind: "point", name: plan.addDrawingPoint(anchor.at) } };
}

/* ---- joints ---- */

/* The bodies that an anchor offers for a joint, the ground left out. */
export function bodiesAt(anchor: Anchor): string[] {
  if (!anchor.node) return anchor.body && anchor.body !== GROUND ? [anchor.body] : [];
  return [...new Set(anchor.node.ends.map((end) => end.body).filter((body) => body !== GROUND))];
}

export function joined(sketch: Sketch, a: string, b: string): SketchJoint | undefined {
  return sketch.joints.find(
    ({ ends }) => ends && ((ends[0].body === a && ends[1].body === b) || (ends[0].body === b && ends[1].body === a)),
  );
}

/* A pin (revolute) or a weld (fixed) of a body to another or to the ground. */
export function makePin(sketch: Sketch, anchor: Anchor, first: string, second: string, type = pinName()): Made {
  const plan = new Plan(sketch);
  const b = plan.pointOn(second, anchor);
  if (leadsAlong(productOf(type))) return makeOnCurve(plan, productOf(type), anchor.at, first, b);
  const on = bodyNamed(sketch, first);
  const shared = first !== GROUND && on?.drawn && !anchor.node && bodyNamed(sketch, second)?.drawn;
  if (shared) plan.addToBody(on, anchor.at, b.point);
  const a = shared ? { body: first, point: b.point } : drawnGround(plan, first, anchor, b);
  const both = heldAtBothEnds(plan, type, first, second, anchor);
  const fields =
    plan.directionFields(type, first, second, both ? { ...anchor, about: "link" } : anchor) + fieldsOf(productOf(type));
  const name = plan.addJoint(type, a, b, fields);
  if (both) plan.edits.push(put(["joints", both.entry, "axis"], both.axis));
  const toast = both ? texts.space.turnsAboutItself(second) : undefined;
  return { edits: plan.edits, select: { kind: "joint", name }, ...(toast ? { toast } : {}) };
}

/* In space a rod that is pinned to the ground at both ends can only turn about itself: where nobody chose otherwise, both pins are along it. */
function heldAtBothEnds(
  { sketch }: Plan,
  type: string,
  first: string,
  second: string,
  anchor: Anchor,
): { entry: string; axis: string } | null {
  if (!sketch.space || first !== GROUND || type !== pinName() || anchor.about) return null;
  const body = bodyNamed(sketch, second);
  if (!body?.drawn || !lineOf(body)) return null;
  const other = sketch.joints.find(
    ({ type: kind, ends }) => kind === type && ends?.[0].body === GROUND && ends[1].body === second,
  );
  const axis = other && new Plan(sketch).directions(type, GROUND, second, undefined, "link")?.[1];
  return other && axis && axis.startsWith("[") ? { entry: other.entry, axis } : null;
}

/* A point of the second body on a curve of the first that passes it there; the first needs no point for it. */
function makeOnCurve(plan: Plan, product: Product, at: Point, first: string, second: End): Made {
  const name = plan.newName(product.stem);
  const place = inFrame(bodyNamed(plan.sketch, first)?.frame ?? STILL, at);
  const curve = curveThrough(product, place, plan.step);
  plan.edits.push(put(["joints", name], `{${product.kind}: [${first}, ${second.body}.${second.point}]${curve}}`));
  return { edits: plan.edits, select: { kind: "joint", name } };
}

/* The ground has every point of the drawing, also one that was added a moment ago. */
function drawnGround(plan: Plan, first: string, anchor: Anchor, second: End): End {
  const drawn = bodyNamed(plan.sketch, second.body)?.drawn;
  return first === GROUND && drawn ? { body: GROUND, point: second.point } : plan.pointOn(first, anchor);
}

export function makeGroundPin(sketch: Sketch, anchor: Anchor, type = pinName()): Made | Refused {
  const body = bodiesAt(anchor)[0];
  const parties = anchor.node ? partiesAt(sketch, anchor) : [];
  if (body === undefined && parties.length === 0) return { why: texts.tools.make.clickAnEndOfALink };
  if (parties.length === 0) return makePin(sketch, anchor, GROUND, body!, type);
  const free = parties.filter(({ grounded }) => !grounded);
  if (free.length === 0) return { why: texts.tools.make.thisPointIsAlreadyPinnedTo };
  const plan = new Plan(sketch);
  const held = free[0]!.ends[0]!.body;
  const both = free.length === 1 ? heldAtBothEnds(plan, type, GROUND, held, anchor) : null;
  const joints = groundAll(plan, both ? { ...anchor, about: "link" } : anchor, free, type);
  if (both) plan.edits.push(put(["joints", both.entry, "axis"], both.axis));
  const many = free.length > 1 ? texts.meeting.grounded(free.map(({ ends }) => ends[0]!.body)) : undefined;
  const toast = both ? texts.space.turnsAboutItself(held) : many;
  return { edits: plan.edits, select: { kind: "joint", name: joints[0]! }, ...(toast && { toast }) };
}

/* Joins all bodies that meet at a place and are not joined yet; null: there are none. */
export function makePins(sketch: Sketch, anchor: Anchor, type: string): Made | null {
  const parties = anchor.node ? partiesAt(sketch, anchor) : [];
  if (parties.length < 2) return null;
  const plan = new Plan(sketch);
  const joints = joinAll(plan, anchor, parties, type);
  const bodies = parties.map(({ ends }) => ends[0]!.body);
  const toast = parties.length > 2 ? texts.meeting.joined(bodies, joints.length) : undefined;
  return { edits: plan.edits, select: { kind: "joint", name: joints[0]! }, ...(toast && { toast }) };
}

/* A pin that becomes a weld, or the other way round. */
export function changeType(sketch: Sketch, joint: SketchJoint, type: string, axis?: Point): Made | Refused {
  if (!holdsPoint(joint.type, sketch.space) || !holdsPoint(type, sketch.space))
    return { why: texts.tools.make.jointIsAJoint(joint.name, called(joint.type)) };
  if (joint.type === type) return { why: texts.tools.make.jointIsAlreadyAJoint(joint.name, called(type)) };
  const driven = sketch.drivers.some(({ channel }) => channel.startsWith(joint.name + "."));
  if (driven) return { why: texts.tools.make.aDriverMovesJointRemoveIt(joint.name) };
  return {
    edits: [
      { do: "rename", path: ["joints", joint.entry, joint.type], to: type },
      ...turned(sketch, joint, type, axis),
    ],
    select: { kind: "joint", name: joint.name },
  };
}

/* The directions of a joint that becomes one of another kind. */
function turned(sketch: Sketch, { entry, ends, given }: SketchJoint, type: string, axis?: Point): Edit[] {
  const wanted = ends && new Plan(sketch).directions(type, ends[0].body, ends[1].body, axis);
  const old = sketch.space ? ["axis", "axes"].filter((key) => key in given && key !== wanted?.[0]) : [];
  const path = ["joints", entry];
  const kept = wanted && wanted[0] in given && axis === undefined;
  return [
    ...old.map((key) => remove([...path, key])),
    ...(wanted && !kept ? [put([...path, wanted[0]], wanted[1])] : []),
  ];
}

/* ---- between two points ---- */

/* Something along the line of two points: a spring, a rod. */
export function makeBetween(sketch: Sketch, id: string, from: Anchor, to: Anchor): Made | Refused {
  const product = productOf(id);
  const length = distance(from.at, to.at);
  if (length < 1e-6 * sketch.size) return { why: texts.tools.make.theTwoEndsMustNotCoincide };
  const plan = new Plan(sketch);
  const bodies = [from, to].map((anchor) => plan.partner(anchor) ?? GROUND);
  const pair = chooseBodies(sketch, plan, from, to, bodies as [string, string]);
  if (!pair) return { why: texts.tools.make.bothEndsAreOnTheSame };
  const [a, b] = [plan.pointOn(pair[0], from), plan.pointOn(pair[1], to)];
  const ends = `[${a.body}.${a.point}, ${b.body}.${b.point}]`;
  return written(plan, product, ends, fieldsOf(product, plan.length(length, 3)));
}

/* NAME: {KIND: where, fields}, by the name that comes next. */
function written(plan: Plan, product: Product, where: string, fields: string): Made {
  const name = plan.newName(product.stem);
  plan.edits.push(put([product.section, name], `{${product.kind}: ${where}${fields}}`));
  return { edits: plan.edits, select: { kind: product.section === "joints" ? "joint" : "force", name } };
}

/* Between two bodies where they meet: a bushing. */
export function makeMount(sketch: Sketch, id: string, anchor: Anchor, first: string, second: string): Made {
  const product = productOf(id);
  const plan = new Plan(sketch);
  const b = plan.pointOn(second, anchor);
  const a = drawnGround(plan, first, anchor, b);
  return written(plan, product, `[${a.body}.${a.point}, ${b.body}.${b.point}]`, fieldsOf(product));
}

/* A joint of two joints that has no wheels of its own. */
export function makeTie(sketch: Sketch, id: string, first: SketchJoint, second: SketchJoint): Made | Refused {
  const product = productOf(id);
  if (first.name === second.name) return { why: texts.tools.make.clickTwoDifferentJoints };
  return written(new Plan(sketch), product, `[${first.name}, ${second.name}]`, fieldsOf(product));
}

/* Two different bodies for the ends, where the nodes leave a choice. */
function chooseBodies(
  sketch: Sketch,
  plan: Plan,
  from: Anchor,
  to: Anchor,
  preset: [string, string],
): [string, string] | null {
  if (preset[0] !== preset[1]) return preset;
  const offers = (anchor: Anchor, first: string) => [first, ...bodiesAt(anchor)];
  for (const a of offers(from, preset[0])) for (const b of offers(to, preset[1])) if (a !== b) return [a, b];
  const grounded = (anchor: Anchor) => plan.partner(anchor) === null || sketch.nodes.length === 0;
  return grounded(from) && !grounded(to) ? [GROUND, preset[1]] : null;
}

/* ---- what moves it ---- */

/* The coordinate of a joint that can be driven: "angle" or "displacement"; "" where it has none. */
export function drivenCoordinate(joint: SketchJoint, { space }: Sketch): string {
  return coordinateOf(joint.type, space);
}

/* "driver", or what acts on a joint: a motor, a torsion spring; `more`: fields that are set otherwise than in its template. */
export function makeMotor(
  sketch: Sketch,
  joint: SketchJoint,
  what: string,
  more: Readonly<Record<string, string>> = {},
  motion: Motion = USUAL[slides(joint.type, sketch.space) ? "sliding" : "turning"],
): Made | Refused {
  const coordinate = drivenCoordinate(joint, sketch);
  if (coordinate === "") return { why: texts.tools.make.aJointHasNothingToDrive(called(joint.type)) };
  const plan = new Plan(sketch);
  if (what === "driver") return makeDriver(plan, targetOf(sketch, joint, coordinate), motion);
  const product = productOf(what);
  const sliding = slides(joint.type, sketch.space);
  if (sliding && product.template.sliding === undefined)
    return { why: inSentence(texts.tools.make.aGoesOnAPin(product.title)) };
  const several = (formOf(joint.type, sketch.space)?.coordinates.filter(({ channel }) => channel).length ?? 0) > 1;
  const made = written(
    plan,
    product,
    several ? `${joint.name}.${coordinate}` : joint.name,
    withFields(fieldsOf(product, "0", sliding), more),
  );
  plan.addAnalysis();
  return made;
}

/* Fields in place of those that are there, or behind them. */
function withFields(text: string, more: Readonly<Record<string, string>>): string {
  return Object.entries(more).reduce((now, [key, value]) => {
    const there = new RegExp(`, ${key}: *[^,]*`);
    return there.test(now) ? now.replace(there, `, ${key}: ${value}`) : `${now}, ${key}: ${value}`;
  }, text);
}

/* Where a joint stands at the start; while no scene tells, an angle as the bodies have it. */
export function currentValue(sketch: Sketch, joint: SketchJoint, channel: string): number {
  const known = sketch.scene?.joints.find((one) => one.name === joint.name)?.coordinates;
  const found = known?.find((one) => one.channel === channel)?.value;
  const angle = (end: End | undefined) => (end && bodyNamed(sketch, end.body)?.frame.angle) ?? 0;
  if (found !== undefined) return found;
  if (channel.endsWith(".angle")) return angle(joint.ends?.[1]) - angle(joint.ends?.[0]);
  const [from, to] = joint.ends?.map((end) => nodeOfEnd(sketch, end)?.at) ?? [];
  return from && to ? distance(from, to) : 0;
}

/* ---- loads ---- */

/* On a point of a body that moves; `value`: components in place of those of the template. */
export function makeOnPoint(sketch: Sketch, id: string, anchor: Anchor, value?: Point): Made | Refused {
  const product = productOf(id);
  const plan = new Plan(sketch);
  const body = plan.partner(anchor);
  const moving = body === GROUND || body === null ? bodiesAt(anchor)[0] : body;
  if (moving === undefined) return { why: inSentence(texts.tools.make.clickAPointOfALink(product.title)) };
  const end = plan.pointOn(moving, anchor);
  const given = value && vector(value, 1e-3);
  const fields = given ? fieldsOf(product).replace(/\[[^\]]*\]/, given) : fieldsOf(product);
  const made = written(plan, product, `${end.body}.${end.point}`, fields);
  plan.addAnalysis();
  return made;
}

/* `axis`: in space, about what it turns, in place of the direction of the template. */
export function makeOnBody(sketch: Sketch, id: string, body: SketchBody, axis?: Point): Made {
  const product = productOf(id);
  const plan = new Plan(sketch);
  const fields = fieldsOf(product);
  const about = axis ? fields.replace(/\[[^\]]*\]/, vector(axis, 1e-6)) : fields;
  const made = written(plan, product, body.name, about);
  plan.addAnalysis();
  return made;
}

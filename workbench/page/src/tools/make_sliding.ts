/* make_sliding.ts - what slides along a line: a point in a slot, a block on a guide. */
import type { Place as Point } from "../drawing/camera";
import { cross } from "../drawing/vectors";
import { isHinge, isSlider, pinName, sliderName, weldName } from "../state/description";
import { put } from "./edits";
import { dot, length, minus, vec } from "./geometry";
import { bodiesAt, changeType, type Made, type Refused } from "./make";
import { degrees, rounded, tidy } from "./numbers";
import { Plan, type Anchor } from "./plan";
import { fieldsOf, productOf } from "./products";
import { bodyNamed, GROUND, lineOf, type End, type Sketch } from "./sketch";
import { texts } from "../texts/texts";

/* Of a body of one point: in space it can turn about it. */
function blockShape({ sketch }: Plan): string {
  const side = tidy(rounded(sketch.size / 15, 1));
  return sketch.space ? `, shape: {box: [${side}, ${side}, ${side}]}` : "";
}

/* A line of the first body, along which a point of the second slides: a slot; or, with a block that is pinned to the second, a slider.
 * `rod`: the line is that of the first body, which is a rod. */
export function makeSliding(
  sketch: Sketch,
  anchor: Anchor,
  guide: string,
  along: Point,
  type: string,
  rod = false,
): Made | Refused {
  const body = bodiesAt(anchor).find((one) => one !== guide);
  if (body === undefined && !isSlider(type)) return { why: texts.tools.makeSliding.clickThePointOfALink };
  if (length(along) === 0) return { why: texts.tools.makeSliding.theLineNeedsADirection };
  const plan = new Plan(sketch);
  if (body === undefined) return makeBlock(plan, anchor, guide, along, type);
  const end = plan.pointOn(body, anchor);
  const line = rod ? lineByPoints(sketch, guide) : null;
  const from = line && isOn(anchor.at, line.ends) ? line.from : guidePoint(plan, guide, anchor, end);
  const axis = `, axis: ${line?.axis ?? plan.axisIn(guide, along)}`;
  const more = axis + fieldsOf(productOf(type));
  if (!isSlider(type)) {
    const name = plan.addJoint(type, from, end, more);
    return { edits: plan.edits, select: { kind: "joint", name } };
  }
  const block = plan.newName("slider");
  const rider = writeBlock(plan, block, anchor, end, guide);
  const pin = plan.directionFields(pinName(), end.body, rider.body, anchor);
  const hinge = plan.addJoint(pinName(), end, rider, pin, end.point);
  const name = plan.addJoint(type, from, rider, more);
  const made: Made = { edits: plan.edits, select: { kind: "joint", name } };
  return isHeldByPin(sketch, body) ? made : { ...made, offer: keptDirection(body, hinge) };
}

/* Whether a link turns about something already, as the rod of a slider-crank does. */
function isHeldByPin(sketch: Sketch, body: string): boolean {
  return sketch.joints.some(({ type, ends }) => isHinge(type) && ends?.some((end) => end.body === body));
}

/* A yoke or a ram is to keep its direction: it is one with its block. */
function keptDirection(body: string, hinge: string): Made["offer"] {
  const weld = weldName();
  if (weld === null) return undefined;
  return {
    text: texts.tools.makeSliding.turnsOnBlock(body),
    title: texts.tools.makeSliding.keepDirection,
    make: (now) => {
      const joint = now.joints.find((one) => one.name === hinge);
      return joint ? changeType(now, joint, weld) : { why: texts.tools.makeSliding.noPin(hinge) };
    },
  };
}

/* The line of a rod by its ends, so that it stays along the rod when these are moved. */
function lineByPoints(sketch: Sketch, guide: string): { from: End; axis: string; ends: [Point, Point] } | null {
  const body = bodyNamed(sketch, guide);
  const ends = body && lineOf(body);
  if (!ends) return null;
  const points = [...body.points.keys()];
  const [first, last] = [points[0]!, points[points.length - 1]!];
  const said = (point: string): string => (body.drawn ? point : `${guide}.${point}`);
  return { from: { body: guide, point: first }, axis: `[${said(first)}, ${said(last)}]`, ends };
}

/* Whether a place lies on a line, as nearly as can be seen. */
function isOn(at: Point, [from, to]: [Point, Point]): boolean {
  const along = vec(minus(to, from));
  return length(cross(along, vec(minus(at, from)))) <= 1e-3 * dot(along, along);
}

/* A body of one point, which is to be held by the guide; and its point. */
export function looseBody(plan: Plan, stem: string, anchor: Anchor, guide: string, more = blockShape(plan)): End {
  const drawn = guide === GROUND ? !plan.framed : bodyNamed(plan.sketch, guide)?.drawn === true;
  const point = drawn ? (anchor.node?.drawing ?? plan.addDrawingPoint(anchor.at)) : plan.pointName();
  const body = plan.newName(stem);
  const place = `, position: ${plan.vector(anchor.at)}`;
  const given = drawn
    ? `{points: [${point}], mass: 1${more}}`
    : `{points: {${point}: ${plan.zero}}, mass: 1${more}${place}}`;
  plan.edits.push(put(["bodies", body], given));
  return { body, point };
}

/* A block by itself, which slides along a line of the guide: a mass for springs and dampers. */
export function makeBlock(plan: Plan, anchor: Anchor, guide: string, along: Point, type = sliderName()): Made {
  const on = bodyNamed(plan.sketch, guide);
  const drawn = guide === GROUND ? !plan.framed : on?.drawn === true;
  const rider = looseBody(plan, "slider", anchor, guide);
  const { point } = rider;
  if (drawn && guide !== GROUND && on && !on.points.has(point)) plan.addToBody(on, anchor.at, point);
  const from = drawn ? { body: guide, point } : plan.pointOn(guide, anchor);
  const axis = `, axis: ${plan.axisIn(guide, along)}`;
  const name = plan.addJoint(type, from, rider, axis + fieldsOf(productOf(type)));
  return { edits: plan.edits, select: { kind: "joint", name } };
}

function guidePoint(plan: Plan, guide: string, anchor: Anchor, end: End): End {
  const on = bodyNamed(plan.sketch, guide);
  const drawn = bodyNamed(plan.sketch, end.body)?.drawn;
  if (guide === GROUND && drawn) return { body: GROUND, point: end.point };
  if (on?.drawn && drawn && !on.points.has(end.point)) {
    plan.addToBody(on, anchor.at, end.point);
    return { body: guide, point: end.point };
  }
  return plan.pointOn(guide, anchor);
}

function writeBlock(plan: Plan, name: string, anchor: Anchor, end: End, guide: string): End {
  const drawn = bodyNamed(plan.sketch, end.body)?.drawn;
  const angle = bodyNamed(plan.sketch, guide)?.frame.angle ?? 0;
  const turn = Math.abs(angle) > 1e-9 ? `, angle: ${degrees(angle, 4)}` : "";
  plan.edits.push(
    drawn
      ? put(["bodies", name], `{points: [${end.point}], mass: 1${blockShape(plan)}}`)
      : put(
          ["bodies", name],
          `{points: {${end.point}: ${plan.zero}}, mass: 1${blockShape(plan)}, position: ${plan.vector(anchor.at)}${turn}}`,
        ),
  );
  return { body: name, point: end.point };
}

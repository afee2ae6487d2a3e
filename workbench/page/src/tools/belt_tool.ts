/* belt_tool.ts - a loop round wheels: click their centres in order, then the first again.
 *
 * A centre is a pin that there is, or empty ground for a new wheel. Kinds of joints along a path whose template has a list of radii are made
 * so: the list becomes that of these wheels, with the sign of the sense in which each is passed.
 */
import type { Point } from "../drawing/camera";
import type { JointKind } from "../engine/engine";
import { description, pinName } from "../state/description";
import { put } from "./edits";
import { distance } from "./geometry";
import { bodiesAt, looseBody, refused, type Made, type Refused } from "./make";
import { rounded, tidy } from "./numbers";
import { Plan, type Anchor } from "./plan";
import { GROUND, type Sketch, type SketchJoint } from "./sketch";
import { NOTHING, renew, samePlace, type Outcome, type Spot, type Tool } from "./tool";
import { discRadius, pinsAt } from "./wheels";

const LIST = /\[[^\]]*\]/;

/* Kinds of which a loop round wheels can be made. */
export function loopKinds(): JointKind[] {
  return description.value.joints.filter(
    ({ connects, plane, templates }) => connects === "path" && plane && LIST.test(templates[0]?.plane ?? ""),
  );
}

interface Centre {
  at: Point;
  pin: SketchJoint | null; // null: a wheel is to be made
  radius: number | null;
}

/* The wheel of a pin: the body that is not the ground. */
function wheelOf(sketch: Sketch, anchor: Anchor): Centre | null {
  const [pin] = pinsAt(sketch, { anchor, hits: [], shift: false, grid: 0 });
  if (!pin) return bodiesAt(anchor).length > 0 ? null : { at: anchor.at, pin: null, radius: null };
  const body = pin.ends!.map((end) => end.body).find((one) => discRadius(sketch, one) !== null);
  return { at: anchor.at, pin, radius: body === undefined ? null : discRadius(sketch, body) };
}

/* Above zero where the loop goes counterclockwise round its wheels. */
function area(points: Point[]): number {
  return points.reduce((sum, [x, y], i) => {
    const [u, v] = points[(i + 1) % points.length]!;
    return sum + (x * v - u * y) / 2;
  }, 0);
}

/* In the order in which a loop passes the wheels counterclockwise. */
function inOrder(centres: Centre[]): Centre[] {
  return area(centres.map(({ at }) => at)) < 0 ? [centres[0]!, ...centres.slice(1).reverse()] : centres;
}

export function makeLoop(sketch: Sketch, kind: JointKind, anchors: Anchor[]): Made | Refused {
  if (anchors.length < 2) return { why: "A loop goes round two wheels or more." };
  const found = anchors.map((anchor) => wheelOf(sketch, anchor));
  if (found.some((one) => one === null)) return { why: "The centre of a wheel is a pin, or empty ground." };
  const centres = inOrder(found as Centre[]);
  const nearest = Math.min(
    ...centres.flatMap((one, i) => centres.slice(i + 1).map((other) => distance(one.at, other.at))),
  );
  const plan = new Plan(sketch);
  const radii: number[] = [];
  const pins = centres.map(({ at, pin, radius }) => {
    const r = radius ?? rounded(0.25 * nearest, 1);
    radii.push(r);
    if (pin) return pin.name;
    const anchor = { at, node: null, body: null };
    const end = looseBody(plan, "wheel", anchor, GROUND, `, shape: {disc: ${tidy(r)}}`);
    const from = plan.framed ? plan.pointOn(GROUND, anchor) : { body: GROUND, point: end.point };
    return plan.addJoint(pinName(), from, end);
  });
  const template = kind.templates[0]!;
  const fields = template.plane.replace(LIST, `[${radii.map((r) => tidy(r)).join(", ")}]`);
  const name = plan.newName(template.stem);
  plan.edits.push(put(["joints", name], `{${kind.name}: [${pins.join(", ")}], ${fields}}`));
  plan.addAnalysis();
  return { edits: plan.edits, select: { kind: "joint", name } };
}

interface LoopState {
  anchors: Anchor[];
}

const START: LoopState = { anchors: [] };

export function loopTool(of: JointKind): Tool<LoopState> {
  const title = (of.templates[0]?.title ?? of.name).toLowerCase();
  return {
    start: START,
    drags: false,
    hint: ({ anchors }) =>
      anchors.length < 2
        ? `Click the centres of the wheels in the order in which the ${title} passes them.`
        : "Click the next wheel, or the first again to close it. Esc ends.",
    click(state, spot, sketch): Outcome<LoopState> {
      const anchors = state.anchors.map((one) => renew(sketch, one));
      const first = anchors[0];
      if (first && anchors.length > 1 && samePlace(sketch, first, spot.anchor)) {
        const made = makeLoop(sketch, of, anchors);
        return { state: refused(made) ? state : START, made };
      }
      if (anchors.some((one) => samePlace(sketch, one, spot.anchor))) return { state };
      if (!wheelOf(sketch, spot.anchor))
        return { state, made: { why: "The centre of a wheel is a pin: pin the link first, or click empty ground." } };
      return { state: { anchors: [...anchors, spot.anchor] } };
    },
    preview(state, spot: Spot) {
      const points = [...state.anchors.map(({ at }) => at), spot.anchor.at];
      if (points.length < 2) return { ...NOTHING, marks: points };
      const lines = points.slice(1).map((to, i) => ({ from: points[i]!, to, look: "rod" as const }));
      return { lines, marks: points, label: title };
    },
    base: (state) => state.anchors[state.anchors.length - 1]?.at ?? null,
  };
}

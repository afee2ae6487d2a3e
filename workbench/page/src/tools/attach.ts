/* attach.ts - an end of a spring or another force between points taken to another place. */
import type { Place as Point } from "../drawing/camera";
import { forceKind } from "../state/description";
import { put } from "./edits";
import { distance, onGround } from "./geometry";
import { bodiesAt, type Made, type Refused } from "./make";
import { Plan, type Anchor } from "./plan";
import { bodyNamed, GROUND, type Sketch, type SketchForce } from "./sketch";
import { texts } from "../texts/texts";

/* Where the ends of a force are that can be taken elsewhere. */
export function endsOf(sketch: Sketch, force: SketchForce): { index: number; at: Point }[] {
  const on = forceKind(force.type)?.acts_on;
  if (on !== "point" && on !== "points") return [];
  return force.ends.flatMap((end, index) => {
    if (typeof end === "string") return [];
    const body = bodyNamed(sketch, end.body);
    const own = body?.points.get(end.point);
    if (body && own) return [{ index, at: onGround(body.frame, own) }];
    const drawn = end.body === GROUND ? sketch.drawing.get(end.point)?.at : undefined;
    return drawn ? [{ index, at: drawn }] : [];
  });
}

export function attach(sketch: Sketch, force: SketchForce, index: number, anchor: Anchor): Made | Refused {
  const others = force.ends.filter((_, i) => i !== index).map((end) => (typeof end === "string" ? end : end.body));
  const plan = new Plan(sketch);
  const preset = plan.partner(anchor) ?? GROUND;
  const single = force.ends.length === 1;
  const offers = [preset, ...bodiesAt(anchor)].filter((body) => !others.includes(body) && !(single && body === GROUND));
  const body = offers[0];
  if (body === undefined)
    return { why: single ? texts.tools.attach.aForceActsOnALink : texts.tools.attach.bothEndsWouldBeOnThe };
  const end = plan.pointOn(body, anchor);
  const path = ["forces", force.name, force.type];
  plan.edits.push(put(single ? path : [...path, index], `${end.body}.${end.point}`));
  return { edits: plan.edits, select: { kind: "force", name: force.name } };
}

/* The end of a force near a place. */
export function endNear(sketch: Sketch, force: SketchForce, at: Point, reach: number): number | null {
  const near = endsOf(sketch, force).filter((end) => distance(end.at, at) <= reach);
  near.sort((a, b) => distance(a.at, at) - distance(b.at, at));
  return near[0]?.index ?? null;
}

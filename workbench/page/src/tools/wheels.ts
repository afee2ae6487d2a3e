/* wheels.ts - which bodies two pins make mesh, what wheels these are already, and which pins at two places are meant.
 *
 * As the engine has it: where one body carries both pins, the wheels are the other two; else the second bodies of the pins.
 */
import { readNumber } from "../editor/numbers";
import type { Data } from "../editor/tree";
import { isHinge, jointKind } from "../state/description";
import { distance } from "./geometry";
import { typed } from "./numbers";
import { bodyNamed, GROUND, isMap, jointsAt, nodeOfEnd, type Sketch, type SketchJoint } from "./sketch";
import type { Toothed } from "./teeth";
import type { Spot } from "./tool";

/* The body that carries both pins; null: none does. */
export function carrierOf(a: SketchJoint, b: SketchJoint): string | null {
  const others = b.ends?.map((end) => end.body) ?? [];
  return a.ends?.map((end) => end.body).find((body) => others.includes(body)) ?? null;
}

/* The bodies that mesh, and whether each is the second of its pin, so that it rotates as the pin counts. */
export function wheelsOf(a: SketchJoint, b: SketchJoint): { body: string; sense: 1 | -1 }[] {
  const carrier = carrierOf(a, b);
  return [a, b].map(({ ends }) =>
    ends![1].body === carrier ? { body: ends![0].body, sense: -1 } : { body: ends![1].body, sense: 1 },
  );
}

function numberOf(given: Data | undefined): number | null {
  return typeof given === "string" ? (readNumber(given)?.value ?? null) : null;
}

/* Where the pins of a gear are apart, m. */
function apart(sketch: Sketch, a: SketchJoint, b: SketchJoint): number {
  const [p, q] = [a, b].map(({ ends }) => ends && nodeOfEnd(sketch, ends[1])?.at);
  return p && q ? distance(p, q) : 0;
}

/* The teeth that a body has about a pin by the gears that there are; of a ring below zero. */
export function teethOn(sketch: Sketch, pin: SketchJoint, body: string): (Toothed & { ring: boolean }) | null {
  const named = new Map(sketch.joints.map((joint) => [joint.name, joint]));
  for (const gear of sketch.joints) {
    const mesh = jointKind(gear.type)?.mesh;
    const [a, b] = gear.joints.map((name) => named.get(name));
    if (!mesh || !a?.ends || !b?.ends) continue;
    const index = wheelsOf(a, b).findIndex((wheel, i) => wheel.body === body && sameAxis(sketch, [a, b][i]!, pin));
    const given = gear.given[mesh.teeth];
    const counts = Array.isArray(given) ? given.map(numberOf) : [];
    const [own, other] = [counts[index], counts[1 - index]];
    if (!own || !other) continue;
    const module = numberOf(gear.given[mesh.module ?? ""]) ?? (2 * apart(sketch, a, b)) / Math.abs(own + other);
    if (module > 0) return { teeth: Math.abs(own), module, ring: own < 0 };
  }
  return null;
}

function sameAxis(sketch: Sketch, a: SketchJoint, b: SketchJoint): boolean {
  const [p, q] = [a, b].map(({ ends }) => ends && nodeOfEnd(sketch, ends[1])?.at);
  return a.name === b.name || (!!p && !!q && distance(p, q) <= 1e-6 * sketch.size);
}

/* The radius of a body that is a disc; null: it is none, or that is no plain number. */
export function discRadius(sketch: Sketch, body: string): number | null {
  const shape = bodyNamed(sketch, body)?.given["shape"];
  const disc = isMap(shape) ? shape["disc"] : undefined;
  const radius = typed(String(isMap(disc) ? disc["radius"] : disc));
  return radius !== null && radius > 0 ? radius : null;
}

/* All pins that a click may mean. */
export function pinsAt(sketch: Sketch, spot: Spot): SketchJoint[] {
  if (spot.anchor.node) {
    const there = jointsAt(sketch, spot.anchor.node).filter((joint) => isHinge(joint.type));
    if (there.length > 0) return there;
  }
  const hit = spot.hits.find((one) => one.kind === "joint");
  const joint = hit && sketch.joints.find((one) => one.name === hit.name);
  return joint && isHinge(joint.type) && joint.ends ? [joint] : [];
}

/* How well a body would do as a wheel of this kind: what is one comes first, then the ground, then links. */
function fitness(sketch: Sketch, pin: SketchJoint, body: string, ring: boolean): number {
  const known = teethOn(sketch, pin, body);
  if (known) return known.ring === ring ? 0 : 9;
  if (discRadius(sketch, body) !== null) return ring ? 4 : 1;
  return body === GROUND ? 2 : (bodyNamed(sketch, body)?.points.size ?? 0) < 2 ? 1 : 3;
}

/* Of the pins at two places those whose wheels can mesh best; `ring`: the first is a ring. */
export function meantPins(
  sketch: Sketch,
  first: SketchJoint[],
  second: SketchJoint[],
  ring: boolean,
): [SketchJoint, SketchJoint] | null {
  let best: [SketchJoint, SketchJoint] | null = null;
  let least = Infinity;
  for (const a of first)
    for (const b of second) {
      const wheels = wheelsOf(a, b);
      if (a.name === b.name || wheels[0]!.body === wheels[1]!.body) continue;
      const worth = fitness(sketch, a, wheels[0]!.body, ring) + fitness(sketch, b, wheels[1]!.body, false);
      if (worth < least) [best, least] = [[a, b], worth];
    }
  return best;
}

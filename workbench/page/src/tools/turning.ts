/* turning.ts - whether a crank can turn all the way round: in a four-bar, and in a slider-crank.
 *
 * The crank is turned in thought, step by step, and the rest of its loop either reaches its pin or does not. The lengths alone decide.
 */
import type { Point } from "../drawing/camera";
import { distance, minus, turned } from "./geometry";
import { isHinge, isSlider, slides } from "../state/description";
import { Plan } from "./plan";
import { GROUND, nodeOfEnd, plainPoint, type End, type Sketch, type SketchJoint } from "./sketch";

/* A loop through a crank: what its pin must keep to. */
interface Loop {
  centre: Point;
  pin: Point;
  reaches(pin: Point): boolean;
  longest: number; // m: of the crank, with which it turns round
}

export interface Room {
  crank: string;
  length: number; // m
  longest: number; // m: shorter than this it would turn round; 0 or less: no length will do
  forth: number; // rad: how far it can be turned from where it stands
  back: number;
}

const STEP = Math.PI / 720;

function at(sketch: Sketch, end: End): Point | undefined {
  return nodeOfEnd(sketch, end)?.at;
}

/* The joint's end on a body, and what is at its other end. */
function endOn(joint: SketchJoint, body: string): { own: End; other: End } | null {
  const [a, b] = joint.ends ?? [];
  if (a?.body === body && b) return { own: a, other: b };
  return b?.body === body && a ? { own: b, other: a } : null;
}

function jointsOn(sketch: Sketch, body: string, without: SketchJoint): { joint: SketchJoint; own: End; other: End }[] {
  return sketch.joints.flatMap((joint) => {
    const ends = joint === without ? null : endOn(joint, body);
    return ends ? [{ joint, ...ends }] : [];
  });
}

/* The direction of the line of a slider or a slot on the ground. */
export function directionOf(sketch: Sketch, joint: SketchJoint): Point | null {
  const { axis } = joint.given;
  const own: Point | null = axis === "x" ? [1, 0] : axis === "y" ? [0, 1] : plainPoint(axis);
  return own && joint.ends && turned(own, new Plan(sketch).axisIn(joint.ends[0].body).angle);
}

function fourBar(centre: Point, pin: Point, second: Point, last: Point): Loop {
  const [rod, rocker, base] = [distance(pin, second), distance(second, last), distance(last, centre)];
  const [most, least] = [rod + rocker, Math.abs(rod - rocker)];
  const slack = 1e-9 * most;
  return {
    centre,
    pin,
    reaches: (place) => distance(place, last) <= most + slack && distance(place, last) >= least - slack,
    longest: rod + rocker + base - 2 * Math.max(rod, rocker, base),
  };
}

function sliderCrank(centre: Point, pin: Point, second: Point, along: Point): Loop {
  const rod = distance(pin, second);
  const off = (place: Point): number => {
    const by = minus(place, second);
    return Math.abs(by[0] * along[1] - by[1] * along[0]) / Math.hypot(along[0], along[1]);
  };
  return { centre, pin, reaches: (place) => off(place) <= rod * (1 + 1e-9), longest: rod - off(centre) };
}

/* Loops of four bars through a joint on the ground, whose last is a pin, a slider or a slot on the ground. */
function loopsThrough(sketch: Sketch, joint: SketchJoint, crank: End): Loop[] {
  const centre = at(sketch, crank);
  const loops: Loop[] = [];
  for (const rod of jointsOn(sketch, crank.body, joint)) {
    if (!isHinge(rod.joint.type) || rod.other.body === GROUND) continue;
    for (const next of jointsOn(sketch, rod.other.body, rod.joint)) {
      const [pin, second] = [at(sketch, rod.own), at(sketch, next.own)];
      if (!centre || !pin || !second) continue;
      const slot =
        slides(next.joint.type) && !isSlider(next.joint.type) && next.other.body === GROUND
          ? directionOf(sketch, next.joint)
          : null;
      if (slot) loops.push(sliderCrank(centre, pin, second, slot));
      if (!isHinge(next.joint.type) || next.other.body === crank.body || next.other.body === GROUND) continue;
      for (const last of jointsOn(sketch, next.other.body, next.joint)) {
        if (last.other.body !== GROUND) continue;
        const place = at(sketch, last.own);
        const line = isSlider(last.joint.type) ? directionOf(sketch, last.joint) : null;
        if (line) loops.push(sliderCrank(centre, pin, second, line));
        else if (isHinge(last.joint.type) && place) loops.push(fourBar(centre, pin, second, place));
      }
    }
  }
  return loops;
}

/* How far a loop lets its crank turn one way; a whole turn at most. */
function roomOf({ centre, pin, reaches }: Loop, way: 1 | -1): number {
  const arm = minus(pin, centre);
  for (let angle = STEP; angle < 2 * Math.PI; angle += STEP) {
    const [x, y] = turned(arm, way * angle);
    if (!reaches([centre[0] + x, centre[1] + y])) return angle - STEP;
  }
  return 2 * Math.PI;
}

/* The room of the crank at a pin on the ground; null: it turns round, or it is not known. */
export function roomToTurn(sketch: Sketch, joint: SketchJoint): Room | null {
  const ends = isHinge(joint.type) ? endOn(joint, GROUND) : null;
  if (!ends) return null;
  const loops = loopsThrough(sketch, joint, ends.other);
  const rooms = loops.map((loop) => ({ loop, forth: roomOf(loop, 1), back: roomOf(loop, -1) }));
  const tight = rooms.filter(({ forth }) => forth < 2 * Math.PI).sort((a, b) => a.forth + a.back - b.forth - b.back)[0];
  if (!tight) return null;
  const { loop, forth, back } = tight;
  return { crank: ends.other.body, length: distance(loop.centre, loop.pin), longest: loop.longest, forth, back };
}

/* wheels.ts - which wheels mesh in space: their cones, cylinders and threads, and where the teeth of each stand, so that all mesh at the start.
 *
 * The bodies keep the teeth in step from there on. With f how far the pitch point is behind a tooth, in pitches, and s = +-1 for the sense in which a
 * growing angle goes along the common direction t of the teeth:  f_2 = s_2 (s_1 f_1 + 1/2): a tooth of one stands in a gap of the other.
 */
import type { Scene, SceneJoint, Vec } from "../engine/engine";
import { gearRatio } from "../drawing/gear_part";
import { pitchRadii } from "../drawing/geometry";
import { placed, rotated } from "../drawing/poses";
import { slides } from "../state/description";
import { across, cross, dot, length, minus, plus, times, unit } from "./vectors";

/* How a wheel is made. Lengths in m. */
export type WheelForm =
  | { kind: "spur"; twist: number } // rad/m: right-hand above zero
  | { kind: "cone"; angle: number; reach: number; spiral: number }
  | { kind: "thread"; pitch: number; right: boolean }
  | { kind: "hollow"; worm: number; lead: number; side: number };

export interface SpaceWheel {
  body: number;
  origin: Vec; // of its own frame, at the start on the ground: its middle, of a cone the apex
  axis: Vec; // its own z: of a cone from the apex to the wheel
  to: Vec; // from the axis to the pitch point, unit
  radius: number;
  teeth: number; // of a ring below zero, of a worm its threads
  form: WheelForm;
  phase: number; // rad about the axis from across(axis) of the body's frame: where a tooth stands
  again: boolean; // another gear has drawn it
}

export interface Mesh {
  wheels: [SpaceWheel, SpaceWheel];
  pitchPoint: Vec; // at the start
  pressure: number | undefined;
}

/* A shaft that a joint of joints ties: the body that moves, beside what carries both. */
interface Shaft {
  body: number;
  at: Vec; // at the start, on the ground
  axis: Vec;
  sliding: boolean;
}

export function shaftOf(scene: Scene, tie: SceneJoint, i: 0 | 1): Shaft | null {
  const joint = scene.joints.find((one) => one.name === tie.joints?.[i]);
  const index = tie.bodies[i];
  const body = scene.bodies[index];
  if (!joint || !body) return null;
  const own = joint.axes[joint.bodies[1] === index ? 1 : 0];
  return {
    body: index,
    at: placed(body, body.pose, tie.points[i]),
    axis: unit(rotated(body.pose, own)),
    sliding: slides(joint.type),
  };
}

/* A direction on the ground in the frame of a body, as it is at the start. */
export function inBody(scene: Scene, body: number, v: Vec): Vec {
  const [w, x, y, z] = scene.bodies[body]!.pose.q;
  return rotated({ at: [0, 0, 0], angle: 0, q: [w, -x, -y, -z] }, v);
}

/* The angle of a direction about an axis of the body, from across(axis); both on the ground. */
export function angleOf(scene: Scene, body: number, axis: Vec, to: Vec): number {
  const own = unit(inBody(scene, body, axis));
  const x = across(own);
  const v = inBody(scene, body, to);
  return Math.atan2(dot(v, cross(own, x)), dot(v, x));
}

/* Teeth of two wheels whose model has only a ratio: few, and as 1 to k as they can be. */
export function someTeeth(wanted: number, k: number): [number, number] {
  let best: [number, number] = [wanted, Math.max(Math.round(wanted * k), 6)];
  let least = Infinity;
  for (let n = Math.max(wanted - 6, 6); n <= wanted + 24; n++) {
    const other = Math.round(n * k);
    const off = Math.abs(n * k - other) / k + 1e-4 * Math.abs(n - wanted);
    if (other >= 6 && off < least) [best, least] = [[n, other], off];
  }
  return best;
}

type Untimed = Omit<SpaceWheel, "phase" | "again">;
type Pair = [Untimed, Untimed];

function teethOf(gear: SceneJoint, radii: [number, number], grain: number): [number, number] {
  const { "teeth.x": first, "teeth.y": second } = gear.numbers;
  if (first && second) return [first, second];
  const wanted = Math.min(Math.max(Math.round((2 * Math.PI * radii[0]) / (0.05 * grain)), 8), 90);
  return someTeeth(wanted, radii[1] / radii[0]);
}

/* Parallel axes: cylinders; where the axes coincide there is no pitch circle that could be known. */
function parallelPair(scene: Scene, gear: SceneJoint, a: Shaft, b: Shaft, grain: number): { pair: Pair; at: Vec } {
  const apart = minus(b.at, a.at);
  const level = minus(apart, times(a.axis, dot(apart, a.axis)));
  const { ratio: given, "teeth.x": own, "teeth.y": other, helix } = gear.numbers;
  const opposite = dot(a.axis, b.axis) < 0 && own === undefined; // a ratio counts along the axes
  const ratio = (own && other ? -own / other : (given ?? gearRatio(scene, gear))) * (opposite ? -1 : 1);
  const far = length(level);
  const radii = far > 1e-6 * scene.size ? pitchRadii(far, ratio) : null;
  const [r1, r2] = radii ?? [0.1 * grain, (0.1 * grain) / Math.max(Math.abs(ratio), 0.2)];
  const way = unit(level, across(a.axis));
  let [z1, z2] = teethOf(gear, [r1, r2], grain);
  /* a ratio above zero: the larger wheel is a ring about the other */
  if (radii && own === undefined && ratio > 0) [z1, z2] = r1 > r2 ? [-z1, z2] : [z1, -z2];
  const inner = z1 < 0 !== z2 < 0;
  const to1 = inner && z2 < 0 ? times(way, -1) : way;
  const to2 = inner ? to1 : times(to1, -1);
  const twist = Math.tan(helix ?? 0) / r1;
  const side = (inner ? 1 : -1) * (r1 / r2); // a ring has the hand of the wheel in it, wheels beside each other have opposite ones
  const wheel = (shaft: Shaft, radius: number, teeth: number, to: Vec, own_: number): Untimed => ({
    body: shaft.body,
    origin: shaft.at,
    axis: shaft.axis,
    to,
    radius,
    teeth,
    form: { kind: "spur", twist: own_ },
  });
  return {
    pair: [wheel(a, r1, z1, to1, twist), wheel(b, r2, z2, to2, twist * side)],
    at: plus(a.at, times(to1, r1)),
  };
}

/* Axes that do not meet: a worm, the first, and its wheel. */
function wormPair(gear: SceneJoint, a: Shaft, b: Shaft, right: boolean): { pair: Pair; at: Vec } | null {
  const normal = cross(a.axis, b.axis);
  const along = dot(minus(b.at, a.at), normal) / length(normal);
  const distance = Math.abs(along);
  const u = times(unit(normal), Math.sign(along));
  const { starts = 1, teeth = 40, diameter } = gear.numbers;
  const r1 = diameter !== undefined ? diameter / 2 : 0.2 * distance;
  const r2 = distance - r1;
  if (!(r1 > 0 && r2 > 0)) return null;
  const [z1, z2] = [Math.max(Math.round(starts), 1), Math.max(Math.round(teeth), 6)];
  const pitch = (2 * Math.PI * r2) / z2;
  const foot = plus(a.at, times(a.axis, dot(minus(b.at, a.at), a.axis)));
  const lead = (right ? 1 : -1) * z1 * pitch;
  /* in the plane of the worm's axis; the wheel may be anywhere along its own */
  const middle = plus(b.at, times(b.axis, dot(minus(foot, b.at), b.axis)));
  const worm: Untimed = {
    body: a.body,
    origin: foot,
    axis: a.axis,
    to: u,
    radius: r1,
    teeth: z1,
    form: { kind: "thread", pitch, right },
  };
  /* a place of the worm's thread, theta towards the wheel's axis b, is lead theta/(2 pi) along a; round the wheel that is along b x (-u) */
  const theta = dot(cross(a.axis, u), b.axis);
  const round = dot(cross(b.axis, times(u, -1)), a.axis);
  const wheel: Untimed = {
    body: b.body,
    origin: middle,
    axis: b.axis,
    to: times(u, -1),
    radius: r2,
    teeth: z2,
    form: { kind: "hollow", worm: r1, lead, side: Math.sign(theta * round) || 1 },
  };
  return { pair: [worm, wheel], at: plus(foot, times(u, r1)) };
}

/* Axes that meet: cones with their apex there. */
function conePair(gear: SceneJoint, a: Shaft, b: Shaft, grain: number): { pair: Pair; at: Vec } | null {
  const apart = minus(b.at, a.at);
  const normal = cross(a.axis, b.axis);
  const nn = dot(normal, normal);
  const [s, t] = [dot(cross(apart, b.axis), normal) / nn, dot(cross(apart, a.axis), normal) / nn];
  const apex = plus(a.at, times(a.axis, s));
  const [a1, a2] = [times(a.axis, s > 0 ? -1 : 1), times(b.axis, t > 0 ? -1 : 1)];
  const [cosine, sine] = [dot(a1, a2), Math.sqrt(nn)];
  const { "teeth.x": first, "teeth.y": second, module, spiral = 0, ratio = 1 } = gear.numbers;
  const k = first && second ? second / first : 1 / Math.abs(ratio || 1);
  const angles = [Math.atan2(sine, k + cosine), Math.atan2(sine, 1 / k + cosine)] as const;
  if (angles.some((angle) => Math.cos(angle) < 1e-9)) return null;
  const reach = module !== undefined && first ? (module / Math.cos(spiral)) * (first / (2 * Math.sin(angles[0]))) : Math.abs(s) / Math.cos(angles[0]); // prettier-ignore
  if (!(reach > 0)) return null;
  const radii: [number, number] = [reach * Math.sin(angles[0]), reach * Math.sin(angles[1])];
  const teeth = teethOf(gear, radii, grain);
  const towards = unit(minus(a2, times(a1, cosine)));
  const wheel = (shaft: Shaft, axis: Vec, to: Vec, i: 0 | 1): Untimed => ({
    body: shaft.body,
    origin: apex,
    axis,
    to: unit(to),
    radius: radii[i],
    teeth: teeth[i],
    form: { kind: "cone", angle: angles[i], reach, spiral: i === 0 ? spiral : -spiral },
  });
  const edge = plus(times(a1, Math.cos(angles[0])), times(towards, Math.sin(angles[0])));
  return {
    pair: [wheel(a, a1, towards, 0), wheel(b, a2, minus(edge, times(a2, dot(edge, a2))), 1)],
    at: plus(apex, times(edge, reach)),
  };
}

function pairOf(scene: Scene, gear: SceneJoint, grain: number): { pair: Pair; at: Vec } | null {
  const [a, b] = [shaftOf(scene, gear, 0), shaftOf(scene, gear, 1)];
  if (!a || !b || a.sliding || b.sliding) return null;
  const normal = cross(a.axis, b.axis);
  if (length(normal) < 0.03) return parallelPair(scene, gear, a, b, grain);
  const apart = Math.abs(dot(minus(b.at, a.at), unit(normal)));
  if (gear.numbers.diameter !== undefined || apart > 1e-5 * scene.size) return wormPair(gear, a, b, !isLeft(gear));
  return conePair(gear, a, b, grain);
}

/* The hand of a worm; a number among the others, where it is told. */
function isLeft(gear: SceneJoint): boolean {
  return gear.words?.hand === "left";
}

/* The sense in which a growing angle of a wheel goes along t at the pitch point. A thread goes backwards along its axis, as a nut does. */
function sense({ axis, to, form }: Untimed, t: Vec): number {
  if (form.kind === "thread") return form.right ? -1 : 1;
  return Math.sign(dot(cross(axis, to), t)) || 1;
}

/* What the same wheel is in several gears. */
export function keyOf(scene: Scene, body: number, teeth: number, at: Vec): string {
  const own = inBody(scene, body, minus(at, scene.bodies[body]!.pose.at));
  const step = 1e-5 * scene.size;
  return [body, teeth, ...own.map((x) => Math.round(x / step))].join(" ");
}

const whole = (x: number): number => x - Math.floor(x);

export interface Meshes {
  of: Map<string, Mesh>; // by the name of the gear
  phases: Map<string, number>; // by keyOf
}

/* All pairs of wheels of a scene, timed with each other. */
export function meshesOf(scene: Scene, grain: number, isGear: (joint: SceneJoint) => boolean): Meshes {
  const phases = new Map<string, number>();
  const of = new Map<string, Mesh>();
  for (const gear of scene.joints) {
    const found = isGear(gear) ? pairOf(scene, gear, grain) : null;
    if (!found) continue;
    const { pair, at } = found;
    const t = pair[0].form.kind === "thread" ? pair[0].axis : cross(pair[0].axis, pair[0].to);
    const keys = pair.map((one) => keyOf(scene, one.body, one.teeth, middleOf(one)));
    const angles = pair.map((one) => angleOf(scene, one.body, one.axis, one.to));
    const senses = pair.map((one) => sense(one, t));
    /* how far the pitch point is behind a tooth, and a phase of which this is so */
    const behind = (i: number, phase: number): number =>
      ((angles[i]! - phase) * Math.abs(pair[i]!.teeth)) / (2 * Math.PI);
    const phaseFor = (i: number, f: number): number => angles[i]! - (2 * Math.PI * f) / Math.abs(pair[i]!.teeth);
    const other = (i: number, phase: number): number =>
      phaseFor(1 - i, whole(senses[1 - i]! * (senses[i]! * behind(i, phase) + 0.5)));
    const known = keys.map((key) => phases.get(key));
    const first = known[0] ?? (known[1] === undefined ? angles[0]! : other(1, known[1]));
    const second = known[1] ?? other(0, first);
    const again = keys.map((key) => phases.has(key));
    [first, second].forEach((phase, i) => again[i] || phases.set(keys[i]!, phase));
    const wheels = pair.map((one, i) => ({ ...one, phase: [first, second][i]!, again: again[i]! }));
    of.set(gear.name, { wheels: wheels as Mesh["wheels"], pitchPoint: at, pressure: gear.numbers.pressure });
  }
  return { of, phases };
}

/* Where a wheel is, on its axis. */
export function middleOf({ form, origin, axis }: Untimed): Vec {
  return form.kind === "cone" ? plus(origin, times(axis, form.reach * Math.cos(form.angle))) : origin;
}

/* Where the x axis of the wheel's own frame is, on the ground at the start: a tooth is there. */
export function firstTooth(scene: Scene, { body, axis, phase }: SpaceWheel): { x: Vec; z: Vec } {
  const z = unit(inBody(scene, body, axis));
  const x = across(z);
  return { x: plus(times(x, Math.cos(phase)), times(cross(z, x), Math.sin(phase))), z };
}

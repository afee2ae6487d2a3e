/* loads.ts - every force and torque on one body at an instant, and their sum against m a and I alpha.
 *
 * A joint's channels are what it exerts on its second body at that body's point, on ground axes; its first body feels the opposite at
 * the same place. Forces along a line act along it (tension positive), motors on the freedom of their joint. The sum over the body
 *
 *   sum F = m a        sum ((r - c) x F + T) = I alpha + w x I w        c: centre of mass
 *
 * holds for every row of a table: what is left over says how well.
 */
import type { Freedom, Measure, Pose, Scene, SceneForce, SceneJoint, Vec } from "../engine/engine";
import { drivenPlace } from "./force_part";
import { placed, turned } from "./poses";
import type { Sample } from "./sample";

export interface Load {
  name: string; // of the joint, force or driver; "gravity"
  kind: "joint" | "force" | "driver" | "gravity";
  what: string; // "revolute", "spring" …
  at: Vec; // where the force acts, ground axes
  force: Vec;
  torque: Vec;
  turns: boolean; // only a torque: it acts nowhere in particular
}

const ZERO: Vec = [0, 0, 0];

const add = (a: Vec, b: Vec): Vec => [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
const scaled = (a: Vec, k: number): Vec => [k * a[0], k * a[1], k * a[2]];
export const minus = (a: Vec, b: Vec): Vec => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
const dot = (a: Vec, b: Vec): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const cross = (a: Vec, b: Vec): Vec => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];
export const size = (a: Vec): number => Math.hypot(a[0], a[1], a[2]);

interface Now {
  scene: Scene;
  poses: Pose[];
  value: Sample;
  body: number;
}

function freedomOf(scene: Scene, channel: string): Freedom | null {
  const joint = scene.joints.find((one) => channel.startsWith(one.name + "."));
  return joint?.freedoms.find((one) => one.channel === channel) ?? null;
}

function place(now: Now, body: number, p: Vec): Vec {
  return placed(now.scene.bodies[body]!, now.poses[body]!, p);
}

function wrench(now: Now, name: string): { force: Vec; torque: Vec } | null {
  const { value } = now;
  const [fx, fy] = [value(`${name}.fx`), value(`${name}.fy`)];
  if (fx === null || fy === null) return null;
  if (!now.scene.space) return { force: [fx, fy, 0], torque: [0, 0, value(`${name}.torque`) ?? 0] };
  return {
    force: [fx, fy, value(`${name}.fz`) ?? 0],
    torque: [value(`${name}.tx`) ?? 0, value(`${name}.ty`) ?? 0, value(`${name}.tz`) ?? 0],
  };
}

/* Force and torque on the second body, at the point of it, that a unit force or torque on a freedom comes to: the slope of what it
 * measures. An angle about c at which u stands (both of unit length) grows by (c - u (u . c)) / (1 - (u . c)^2) . w. */
function slopeOf(now: Now, { kind, sign, bodies, axis, seen }: Measure): { force: Vec; torque: Vec } {
  const c = turned(now.poses[bodies[0]]!, axis);
  if (kind === "along") return { force: scaled(c, sign), torque: ZERO };
  const u = turned(now.poses[bodies[1]]!, seen);
  const along = dot(u, c);
  const torque =
    kind === "slope"
      ? scaled(cross(u, c), sign / Math.sqrt(1 - along * along))
      : scaled(minus(c, scaled(u, along)), sign / (1 - along * along));
  return { force: ZERO, torque };
}

/* +1 on the second body, -1 on the first, 0 on another. */
function side(now: Now, bodies: number[]): number {
  const second = bodies[bodies.length - 1] === now.body ? 1 : 0;
  return second - (bodies.length > 1 && bodies[0] === now.body ? 1 : 0);
}

/* What acts on a freedom: a torque, or a force at the point of its second body. */
function onFreedom(
  now: Now,
  { measure }: Freedom,
  amount: number,
): Pick<Load, "at" | "force" | "torque" | "turns"> | null {
  const sign = side(now, measure.bodies);
  if (sign === 0) return null;
  const { force, torque } = slopeOf(now, measure);
  return {
    at: place(now, measure.bodies[1], measure.at),
    force: scaled(force, sign * amount),
    torque: scaled(torque, sign * amount),
    turns: measure.kind !== "along",
  };
}

/* Gear and rack: one row over two freedoms, second - k first; its multiplier follows from what it does to the second body. */
function coupled(now: Now, joint: SceneJoint): Load[] {
  const [one, two] = joint.joints!.map((name) => now.scene.joints.find((other) => other.name === name)?.freedoms[0]);
  const acting = wrench(now, joint.name);
  if (!one || !two || !acting) return [];
  const slides = joint.type === "rack";
  const k = joint.numbers.ratio ?? joint.numbers.radius ?? 1;
  const way = slopeOf(now, two.measure);
  /* the channels count all that the row does to that body, on the side of the first joint too */
  const body = two.measure.bodies[1];
  const share = ({ bodies }: Measure): number => (bodies[1] === body ? 1 : 0) - (bodies[0] === body ? 1 : 0);
  const whole = slides ? 1 : 1 - k * share(one.measure) * dot(way.torque, slopeOf(now, one.measure).torque);
  const multiplier = (slides ? dot(acting.force, way.force) : dot(acting.torque, way.torque)) / whole;
  return [onFreedom(now, two, multiplier), onFreedom(now, one, -k * multiplier)].flatMap((part) =>
    part ? [{ name: joint.name, kind: "joint" as const, what: joint.type, ...part }] : [],
  );
}

function ofJoint(now: Now, joint: SceneJoint): Load[] {
  if (joint.joints) return coupled(now, joint);
  const sign = side(now, joint.bodies);
  const acting = sign === 0 ? null : wrench(now, joint.name);
  const loads: Load[] = [];
  if (acting) {
    const at = place(now, joint.bodies[1], joint.points[1]);
    const [force, torque] = [scaled(acting.force, sign), scaled(acting.torque, sign)];
    loads.push({ name: joint.name, kind: "joint", what: joint.type, at, force, torque, turns: false });
  }
  /* what an inverse analysis or a balance finds at the joint comes beside */
  for (const freedom of joint.freedoms) {
    const amount = now.value(freedom.actuator);
    const part = amount === null ? null : onFreedom(now, freedom, amount);
    if (part) loads.push({ name: joint.name, kind: "driver", what: "actuator", ...part });
  }
  return loads;
}

/* Along the line of two points; positive pulls them together. */
function tension(now: Now, force: SceneForce, amount: number): Pick<Load, "at" | "force" | "torque" | "turns">[] {
  const ends = force.bodies.map((body, i) => place(now, body, force.points[i]!));
  const line = minus(ends[1]!, ends[0]!);
  const pull = scaled(line, amount / (size(line) || 1));
  return force.bodies.flatMap((body, i) =>
    body === now.body ? [{ at: ends[i]!, force: scaled(pull, i === 0 ? 1 : -1), torque: ZERO, turns: false }] : [],
  );
}

function ofForce(now: Now, force: SceneForce): Load[] {
  const named = { name: force.name, kind: "force" as const, what: force.type };
  const last = force.bodies.length - 1;
  const sign = side(now, force.bodies);
  if (force.type === "spring" || force.type === "actuator") {
    const amount = now.value(`${force.name}.force`);
    return amount === null ? [] : tension(now, force, amount).map((part) => ({ ...named, ...part }));
  }
  if (sign === 0) return [];
  const acting = wrench(now, force.name);
  if (acting) {
    const at = place(now, force.bodies[last]!, force.points[last] ?? now.scene.bodies[force.bodies[last]!]!.com);
    const turns = force.type === "torque";
    return [{ ...named, at, force: scaled(acting.force, sign), torque: scaled(acting.torque, sign), turns }];
  }
  const freedom = force.freedom === undefined ? null : freedomOf(now.scene, force.freedom);
  const [torque, push] = [now.value(`${force.name}.torque`), now.value(`${force.name}.force`)];
  if (freedom && (torque ?? push) !== null) {
    const part = onFreedom(now, freedom, (torque ?? push)!);
    return part ? [{ ...named, ...part }] : [];
  }
  if (torque === null || now.scene.space) return [];
  return [{ ...named, at: now.poses[now.body]!.at, force: ZERO, torque: [0, 0, sign * torque], turns: true }];
}

function ofDriver(now: Now, name: string, channel: string): Load[] {
  const amount = now.value(`${name}.torque`) ?? now.value(`${name}.force`);
  if (amount === null) return [];
  const named = { name, kind: "driver" as const, what: channel };
  const stretched = now.scene.forces.find((one) => channel === `${one.name}.length`);
  if (stretched) return tension(now, stretched, -amount).map((part) => ({ ...named, ...part }));
  const freedom = freedomOf(now.scene, channel);
  if (freedom) {
    const part = onFreedom(now, freedom, amount);
    return part ? [{ ...named, ...part }] : [];
  }
  const where = drivenPlace(now.scene, channel);
  if (where?.body !== now.body) return [];
  const at = place(now, now.body, where.point!);
  if (where.along) return [{ ...named, at, force: scaled(where.along, amount), torque: ZERO, turns: false }];
  return [{ ...named, at, force: ZERO, torque: [0, 0, amount], turns: true }];
}

/* Joints and forces that touch each body. */
interface Touching {
  joints: SceneJoint[];
  forces: SceneForce[];
}

const neighbours = new WeakMap<Scene, Touching[]>();

function touching(scene: Scene, body: number): Touching {
  let list = neighbours.get(scene);
  if (!list) {
    list = scene.bodies.map((): Touching => ({ joints: [], forces: [] }));
    const named = new Map(scene.joints.map((joint) => [joint.name, joint]));
    for (const joint of scene.joints) {
      const tied = (joint.joints ?? []).flatMap((name) => named.get(name)?.bodies ?? []);
      for (const one of new Set([...(joint.joints ? tied : joint.bodies)])) list[one]?.joints.push(joint);
    }
    for (const force of scene.forces) {
      const on = force.joint ? (named.get(force.joint)?.bodies ?? []) : [];
      for (const one of new Set([...force.bodies, ...on])) list[one]?.forces.push(force);
    }
    neighbours.set(scene, list);
  }
  return list[body]!;
}

export function loadsOn(scene: Scene, poses: Pose[], value: Sample, body: number): Load[] {
  const now: Now = { scene, poses, value, body };
  const near = touching(scene, body);
  const weight: Load = {
    name: "gravity",
    kind: "gravity",
    what: "gravity",
    at: poses[body]!.at,
    force: scaled(scene.gravity, scene.bodies[body]!.mass),
    torque: ZERO,
    turns: false,
  };
  return [
    ...near.joints.flatMap((joint) => ofJoint(now, joint)),
    ...near.forces.flatMap((force) => ofForce(now, force)),
    ...scene.drivers.flatMap((driver) => ofDriver(now, driver.name, driver.channel)),
    weight,
  ].filter((load) => size(load.force) > 0 || size(load.torque) > 0);
}

export interface Balance {
  force: Vec; // sum of all forces
  moment: Vec; // of all forces and torques about the centre of mass
  inertia: Vec; // m a
  turning: Vec; // I alpha + w x I w
  left: number; // N: length of what is left over
  leftMoment: number; // N m
}

function tensor(i: number[], v: Vec): Vec {
  const [xx, yy, zz, xy, xz, yz] = i as [number, number, number, number, number, number];
  return [xx * v[0] + xy * v[1] + xz * v[2], xy * v[0] + yy * v[1] + yz * v[2], xz * v[0] + yz * v[1] + zz * v[2]];
}

/* I v on ground axes. */
function spun(scene: Scene, body: number, pose: Pose, v: Vec): Vec {
  const { inertia } = scene.bodies[body]!;
  if (!scene.space) return [0, 0, (inertia[2] ?? 0) * v[2]];
  const back: Pose = { ...pose, q: [pose.q[0], -pose.q[1], -pose.q[2], -pose.q[3]] };
  return turned(pose, tensor(inertia, turned(back, v)));
}

export function balanceOf(scene: Scene, poses: Pose[], value: Sample, body: number, loads: Load[]): Balance {
  const { name, mass } = scene.bodies[body]!;
  const pose = poses[body]!;
  const read = (what: string): number => value(`${name}.${what}`) ?? 0;
  const triple = (what: string): Vec => [read(`${what}x`), read(`${what}y`), scene.space ? read(`${what}z`) : 0];
  const force = loads.reduce((sum, one) => add(sum, one.force), ZERO);
  const moment = loads.reduce((sum, one) => add(sum, add(one.torque, cross(minus(one.at, pose.at), one.force))), ZERO);
  const inertia = scaled(triple("a"), mass);
  const omega: Vec = scene.space ? triple("omega") : [0, 0, read("omega")];
  const alpha: Vec = scene.space ? triple("alpha") : [0, 0, read("alpha")];
  const turning = add(
    spun(scene, body, pose, alpha),
    scene.space ? cross(omega, spun(scene, body, pose, omega)) : ZERO,
  );
  return {
    force,
    moment,
    inertia,
    turning,
    left: size(minus(force, inertia)),
    leftMoment: size(minus(moment, turning)),
  };
}

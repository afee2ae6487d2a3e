/* construction.ts - what a drawing of gears and cams is constructed by: base circles and the line of action of teeth, base circle, normal and pressure
 * angle of a cam at an instant.
 *
 * Teeth   The base circles have the radii r cos(alpha); the line of action touches both, passes the pitch point, and is at alpha to the common tangent.
 * Cams    The normal of the profile where it is touched; the pressure angle is between it and the way in which the follower is free to go there.
 */
import type { Scene, SceneBody, SceneForce, SceneJoint, Vec } from "../engine/engine";
import { connectsSurfaces, description, forceKind, hasMotif, isHinge, slides } from "../state/description";
import { gearRadii, gearRatio } from "./gear_part";
import { placed, rotated } from "./poses";
import type { Instant } from "./part";
import { PRESSURE } from "./tooth_form";
import { touchAt, touchNames } from "./touches";

/* All in m on the ground, angles in rad. */
export interface Construction {
  circles: { at: Vec; radius: number }[];
  lines: { from: Vec; to: Vec; kind: "action" | "normal" | "way" }[];
  angle: { at: Vec; from: Vec; to: Vec; value: number } | null; // between two unit directions
}

const plus = (a: Vec, b: Vec, k = 1): Vec => [a[0] + k * b[0], a[1] + k * b[1], 0];
const minus = (a: Vec, b: Vec): Vec => [a[0] - b[0], a[1] - b[1], 0];
const dot = (a: Vec, b: Vec): number => a[0] * b[0] + a[1] * b[1];
const across = (a: Vec): Vec => [-a[1], a[0], 0];
const size = (a: Vec): number => Math.hypot(a[0], a[1]);
const unit = (a: Vec): Vec => [a[0] / size(a), a[1] / size(a), 0];

type Now = Pick<Instant, "scene" | "poses" | "value">;

function spotOf({ scene, poses }: Now, body: number, p: Vec): Vec {
  return placed(scene.bodies[body]!, poses[body]!, p);
}

/* ---- gears ---- */

/* Base circles and line of action of two wheels: `sense` tells which flanks carry. */
export function ofTeeth(
  centres: [Vec, Vec],
  radii: [number, number],
  inner: boolean,
  pressure: number,
  sense = 1,
): Construction {
  // prettier-ignore
  const [a, b] = centres;
  const apart = unit(minus(b, a));
  /* inside a ring the pitch point is on the far side of the smaller wheel */
  const u: Vec = inner && radii[0] < radii[1] ? [-apart[0], -apart[1], 0] : apart;
  const pitch = plus(a, u, radii[0]);
  const t = across(u);
  const way = unit(plus(t, u, sense * Math.tan(pressure)));
  const feet = centres.map((centre) => plus(pitch, way, dot(minus(centre, pitch), way)));
  const along = [...feet, pitch].map((p) => dot(minus(p, pitch), way));
  return {
    circles: centres.map((at, i) => ({ at, radius: radii[i]! * Math.cos(pressure) })),
    lines: [
      { from: plus(pitch, way, Math.min(...along)), to: plus(pitch, way, Math.max(...along)), kind: "action" },
      { from: plus(pitch, t, -0.5 * Math.min(...radii)), to: plus(pitch, t, 0.5 * Math.min(...radii)), kind: "way" },
    ],
    angle: { at: pitch, from: t, to: way, value: pressure },
  };
}

export function ofGear(now: Now, gear: SceneJoint): Construction | null {
  const { scene } = now;
  const radii = gear.numbers["teeth.x"] === undefined ? null : gearRadii(scene, gear);
  if (!radii) return null;
  const centres = gear.bodies.map((body, i) => spotOf(now, body, gear.points[i]!)) as [Vec, Vec];
  const sense = (now.value(`${gear.name}.tangential`) ?? 0) < 0 ? -1 : 1;
  return ofTeeth(centres, radii, gearRatio(scene, gear) > 0, gear.numbers.pressure ?? PRESSURE, sense);
}

/* ---- cams ---- */

/* The profile of a body that is computed from a motion. */
function profileOf(body: SceneBody | undefined): Vec[] | null {
  const kinds = description.value.surfaces?.filter(({ motion }) => motion !== undefined).map(({ name }) => name) ?? [];
  const surface = body?.surfaces?.find((one) => kinds.includes(one.type));
  return surface?.kind === "profile" ? surface.points : null;
}

/* The normal (unit) of a closed curve at its place nearest to p, outwards of where that bends. */
export function normalAt(points: Vec[], p: Vec): Vec {
  let best: { far: number; n: Vec } = { far: Infinity, n: [0, 1, 0] };
  const normals = points.map((a, i) => across(minus(points[(i + 1) % points.length]!, a)));
  points.forEach((a, i) => {
    const along = minus(points[(i + 1) % points.length]!, a);
    const part = Math.min(Math.max(dot(minus(p, a), along) / Math.max(dot(along, along), 1e-300), 0), 1);
    const far = size(minus(p, plus(a, along, part)));
    if (far >= best.far) return;
    /* between the middles of the pieces the direction changes evenly */
    const other = normals[(i + (part < 0.5 ? points.length - 1 : 1)) % points.length]!;
    const share = Math.abs(part - 0.5);
    best = { far, n: plus([(1 - share) * normals[i]![0], (1 - share) * normals[i]![1], 0], other, share) };
  });
  return unit(best.n);
}

/* The way in which a body is free to go at a place: along its slider, across the arm from its hinge; of a roller that of what carries it. */
function wayOf(now: Now, body: number, at: Vec, beyond: number[] = []): Vec | null {
  const { scene, poses } = now;
  for (const joint of scene.joints) {
    const side = joint.bodies.indexOf(body);
    const other = joint.bodies[1 - side];
    if (side < 0 || joint.joints || other === undefined || beyond.includes(other)) continue;
    if (slides(joint.type)) return unit(rotated(poses[joint.bodies[0]]!, joint.axes[0]));
    if (!isHinge(joint.type)) continue;
    const pivot = spotOf(now, body, joint.points[side]!);
    const round = scene.bodies[body]!.surfaces?.find((one) => one.kind === "circle");
    const isRoller = round?.kind === "circle" && size(minus(spotOf(now, body, round.at), pivot)) < 1e-6 * scene.size;
    if (isRoller && other !== 0) return wayOf(now, other, pivot, [...beyond, body]);
    return size(minus(at, pivot)) > 0 ? unit(across(minus(at, pivot))) : null;
  }
  return null;
}

/* The hinge about which a cam turns, in its frame; else its centre of mass. */
function axisOf(scene: Scene, body: number): Vec {
  const hinge = scene.joints.find(({ type, bodies }) => isHinge(type) && bodies.includes(body));
  return hinge ? hinge.points[hinge.bodies.indexOf(body)]! : scene.bodies[body]!.com;
}

/* Of a contact, or of a joint of surfaces, one of whose bodies has a profile that is computed from a motion. */
export function ofTouch(now: Now, { name, bodies, points }: SceneForce | SceneJoint): Construction | null {
  const { scene } = now;
  if (bodies.length !== 2) return null;
  const i = bodies.findIndex((body) => profileOf(scene.bodies[body]));
  const cam = bodies[i];
  const profile = cam === undefined ? null : profileOf(scene.bodies[cam]);
  if (!profile || cam === undefined) return null;
  const touch = touchNames(scene, name).map((one) => touchAt(now.value, one))[0];
  const at = touch?.at ?? spotOf(now, cam, points[i]!);
  const centre = axisOf(scene, cam);
  const base = Math.min(...profile.map((p) => size(minus(p, centre))));
  const own = profile.map((p) => spotOf(now, cam, p));
  const n = normalAt(own, at);
  const outwards: Vec = dot(n, minus(at, spotOf(now, cam, centre))) < 0 ? [-n[0], -n[1], 0] : n;
  const free = wayOf(now, bodies[1 - i]!, at, [cam]);
  const way = free && (dot(free, outwards) < 0 ? ([-free[0], -free[1], 0] as Vec) : free);
  const long = 0.9 * base;
  return {
    circles: [{ at: spotOf(now, cam, centre), radius: base }],
    lines: [
      { from: plus(at, outwards, -long), to: plus(at, outwards, long), kind: "normal" },
      ...(way ? [{ from: at, to: plus(at, way, long), kind: "way" as const }] : []),
    ],
    angle: way && { at, from: way, to: outwards, value: Math.acos(Math.min(dot(way, outwards), 1)) },
  };
}

/* All of a scene, by the names of what they belong to. */
export function constructionsOf(now: Now): Map<string, Construction> {
  const found = new Map<string, Construction>();
  const take = (name: string, one: Construction | null): void => void (one && found.set(name, one));
  for (const joint of now.scene.joints) {
    if (hasMotif(joint.type, "gears")) take(joint.name, ofGear(now, joint));
    else if (connectsSurfaces(joint.type)) take(joint.name, ofTouch(now, joint));
  }
  for (const force of now.scene.forces)
    if (forceKind(force.type)?.acts_on === "surfaces") take(force.name, ofTouch(now, force));
  return found;
}

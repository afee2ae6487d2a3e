/* joint_parts.ts - joints in space by what they leave free: pins, rails, balls, crosses, screws, plates; on the ground with a foot.
 *
 * Each joint has two halves, one held by either body, so that what a joint lets go is seen to move. The page knows no kinds: how many
 * translations and rotations a kind has left decides on what it looks like.
 */
import { Group, type Object3D } from "three";
import type { SceneCurve, SceneJoint, Vec } from "../engine/engine";
import { jointLabel } from "../drawing/joint_part";
import {
  connectsPoints,
  connectsSurfaces,
  formOf,
  hasMotif,
  isHinge,
  jointKind,
  tiesJoints,
} from "../state/description";
import { supportAt, freerSide } from "./ground_support";
import { gearPart, rackPart } from "./gear_parts";
import { along, axes, mesh, stretch } from "./meshes";
import { bodyColour } from "./paint";
import { Held, spot, type Instant, type Kit, type SpacePart } from "./part";
import { coil } from "./coil";
import { pathPart } from "./path_parts";
import { Rope } from "./rope";
import { limitMarks } from "./joint_limits";
import { halfThickness, solidsOf } from "./solids";
import { touchPart } from "./touch_parts";
import { across, cross, diagonal, distance, dot, length, plus, times, unit } from "./vectors";

const PIN = 0.017; // of the grain: radius
const STEEL = "line-strong";

type Halves = [Object3D[], Object3D[]];

function turnedTo<T extends Object3D>(object: T, axis: Vec): T {
  along(object, axis);
  return object;
}

function shifted<T extends Object3D>(object: T, by: Vec): T {
  object.position.add({ x: by[0], y: by[1], z: by[2] });
  return object;
}

/* A pin comes out of the bodies it holds together. */
function pinHalf(kit: Kit, joint: SceneJoint): number {
  const { scene, grain } = kit;
  const halves = joint.bodies.map((body, i) =>
    body === 0 ? 0 : halfThickness(solidsOf(scene, body, grain), joint.points[i]!, joint.axes[i]!, grain),
  );
  return Math.max(0.05 * grain, ...halves.map((half) => half + 0.018 * grain));
}

function revolute(kit: Kit, joint: SceneJoint): Halves {
  const { forms, paint, grain } = kit;
  const sleeve = forms.cylinder(1.75 * PIN * grain, 0.05 * grain, paint.body(joint.bodies[0]));
  const pin = forms.cylinder(PIN * grain, 2 * pinHalf(kit, joint), paint.solid(STEEL), 24);
  return [[turnedTo(sleeve, joint.axes[0])], [turnedTo(pin, joint.axes[1])]];
}

/* From where to where along the axis the second body goes, from the point of the first. */
function travel(kit: Kit, joint: SceneJoint): [number, number] {
  const { pitch } = joint.numbers;
  const slides = joint.coordinates.find(({ unit }) => unit === "m");
  const screw = slides === undefined;
  const { channel, value: start } = slides ?? joint.coordinates[0] ?? { channel: "", value: 0 };
  const [low, high] = (channel ? kit.range(channel) : null) ?? [start, start];
  const scale = screw ? (pitch ?? 0) / (2 * Math.PI) : 1;
  const ends = [low, high, start].map((one) => one * scale);
  const most = 4 * kit.scene.size;
  return [Math.max(Math.min(...ends), -most), Math.min(Math.max(...ends), most)];
}

/* What a slider slides on: along the axis, a little longer than its travel. */
function rail(kit: Kit, joint: SceneJoint, make: (size: number) => Object3D): Object3D {
  const [low, high] = travel(kit, joint);
  const spare = 0.14 * kit.grain;
  const made = turnedTo(make(high - low + 2 * spare), joint.axes[0]);
  return shifted(made, times(unit(joint.axes[0]), (low + high) / 2));
}

function prismatic(kit: Kit, joint: SceneJoint): Halves {
  const { forms, paint, grain } = kit;
  const bar = rail(kit, joint, (size) => forms.box([0.034 * grain, size, 0.034 * grain], paint.body(joint.bodies[0])));
  const block = forms.box([0.075 * grain, 0.1 * grain, 0.075 * grain], paint.body(joint.bodies[1]));
  return [[bar], [turnedTo(block, joint.axes[1])]];
}

function cylindrical(kit: Kit, joint: SceneJoint): Halves {
  const { forms, paint, grain } = kit;
  const bar = rail(kit, joint, (size) => forms.cylinder(PIN * grain, size, paint.body(joint.bodies[0]), 24));
  const sleeve = forms.cylinder(0.036 * grain, 0.11 * grain, paint.body(joint.bodies[1]));
  return [[bar], [turnedTo(sleeve, joint.axes[1])]];
}

function screw(kit: Kit, joint: SceneJoint): Halves {
  const { forms, paint, grain } = kit;
  const bar = rail(kit, joint, (size) => {
    const group = new Group();
    const thread = coil(size, PIN * grain, 0.006 * grain, size / (0.022 * grain), paint.solid(STEEL));
    thread.position.y = -size / 2;
    group.add(forms.rod(PIN * grain, size, paint.body(joint.bodies[0])), thread);
    return group;
  });
  const nut = forms.cylinder(0.045 * grain, 0.05 * grain, paint.body(joint.bodies[1]), 6);
  return [[bar], [turnedTo(nut, joint.axes[1])]];
}

function spherical(kit: Kit, joint: SceneJoint): Halves {
  const { forms, paint, grain } = kit;
  const ring = forms.ring(0.031 * grain, 0.008 * grain, paint.body(joint.bodies[0]));
  return [[turnedTo(ring, kit.up)], [forms.ball(0.031 * grain, paint.solid(STEEL))]];
}

/* Two crossed pins; each body's fork takes hold of the ends of its own. */
function universal(kit: Kit, joint: SceneJoint): Halves {
  const { forms, paint, grain } = kit;
  const normal = unit(cross(joint.axes[0], joint.axes[1]), across(joint.axes[0]));
  const half = (i: 0 | 1, away: Vec): Object3D[] => {
    const pin = turnedTo(forms.rod(0.012 * grain, 0.11 * grain, paint.solid(STEEL)), joint.axes[i]);
    const fork = forms.ring(0.05 * grain, 0.012 * grain, paint.body(joint.bodies[i]), Math.PI);
    /* the ring runs from its x over -z back to x */
    const x = unit(joint.axes[i]);
    axes(fork, x, cross(times(away, -1), x), times(away, -1));
    return [pin, fork];
  };
  return [half(0, times(normal, -1)), half(1, normal)];
}

/* A plate on which the second body stays, by a foot or by a point. */
function plane(kit: Kit, joint: SceneJoint, flat: boolean): Halves {
  const { forms, paint, grain } = kit;
  const sheet = forms.box([0.42 * grain, 0.006 * grain, 0.42 * grain], paint.solid(bodyColour(joint.bodies[0]), 0.45));
  const puck = flat
    ? turnedTo(forms.cylinder(0.05 * grain, 0.025 * grain, paint.body(joint.bodies[1])), joint.axes[1])
    : forms.ball(0.03 * grain, paint.solid(STEEL));
  return [[turnedTo(sheet, joint.axes[0])], [puck]];
}

function slot(kit: Kit, joint: SceneJoint): Halves {
  const { forms, paint, grain } = kit;
  const bar = rail(kit, joint, (size) => forms.box([0.03 * grain, size, 0.03 * grain], paint.body(joint.bodies[0])));
  return [[bar], [forms.ball(0.034 * grain, paint.solid(STEEL))]];
}

function weld(kit: Kit): Halves {
  const { forms, paint, grain } = kit;
  const size = 0.05 * grain;
  return [[], [forms.box([size, size, size], paint.solid(STEEL))]];
}

/* Directions that are tied: an arrow on either body. */
function directions(kit: Kit, joint: SceneJoint): Halves {
  const { forms, paint, grain } = kit;
  const arrow = (i: 0 | 1): Object3D => {
    const group = new Group();
    const material = paint.body(joint.bodies[i]);
    const shaft = forms.stretched(0.008 * grain, material);
    shaft.scale.y = 0.15 * grain;
    const tip = forms.tip(0.02 * grain, 0.05 * grain, material);
    tip.position.y = 0.19 * grain;
    group.add(shaft, tip);
    return turnedTo(group, joint.axes[i]);
  };
  return [[arrow(0)], [arrow(1)]];
}

/* Free to go anywhere: three rings round nothing. */
function free(kit: Kit): Halves {
  const { forms, paint, grain } = kit;
  const rings = (
    [
      [1, 0, 0],
      [0, 1, 0],
      [0, 0, 1],
    ] as Vec[]
  ).map((axis) => turnedTo(forms.ring(0.032 * grain, 0.004 * grain, paint.solid(STEEL)), axis));
  return [[], rings];
}

/* How many translations and rotations a kind of joint leaves. */
function left(joint: SceneJoint): { translations: number; rotations: number; threaded: boolean } {
  const coordinates = formOf(joint.type, true)?.coordinates ?? [];
  const translations = coordinates.filter(({ unit }) => unit === "m").length;
  const rotations = coordinates.length - translations;
  /* one rotation about an axis, and yet no hinge: it moves along as it turns */
  return { translations, rotations, threaded: rotations === 1 && translations === 0 && !isHinge(joint.type) };
}

function halvesOf(kit: Kit, joint: SceneJoint): Halves {
  const { translations, rotations, threaded } = left(joint);
  const has = (i: 0 | 1): boolean => length(joint.axes[i]) > 0;
  if (!jointKind(joint.type)) return [[], [kit.forms.ball(0.028 * kit.grain, kit.paint.solid(STEEL))]];
  if (translations === 3) return rotations === 3 ? free(kit) : directions(kit, joint);
  if (translations === 0 && rotations === 0) return weld(kit);
  if (translations === 0 && (rotations === 3 || !has(0))) return spherical(kit, joint);
  if (!has(0)) return [[], [kit.forms.ball(0.028 * kit.grain, kit.paint.solid(STEEL))]];
  if (translations === 2) return plane(kit, joint, rotations === 1);
  if (translations === 1 && rotations > 1) return slot(kit, joint);
  if (translations === 1) return rotations === 0 ? prismatic(kit, joint) : cylindrical(kit, joint);
  if (threaded) return screw(kit, joint);
  return rotations === 2 ? universal(kit, joint) : revolute(kit, joint);
}

function rubber(kit: Kit, joint: SceneJoint): Object3D {
  const axis = length(joint.axes[1]) > 0 ? joint.axes[1] : kit.up;
  return turnedTo(kit.forms.ring(0.042 * kit.grain, 0.013 * kit.grain, kit.paint.solid("ink")), axis);
}

/* A pin is held beside what turns on it, not within. */
function footFor(kit: Kit, joint: SceneJoint): Object3D | null {
  const side = joint.bodies.indexOf(0);
  const { translations, rotations } = left(joint);
  if (side < 0 || translations + rotations === 6) return null;
  const at = joint.points[side]!;
  const axis = unit(joint.axes[side]!, kit.up);
  if (!isHinge(joint.type) || Math.abs(dot(axis, kit.up)) > 0.7) return supportAt(kit, at);
  return supportAt(kit, plus(at, times(freerSide(kit, at, axis), pinHalf(kit, joint) - 0.012 * kit.grain)));
}

/* How thick the wire along a curve is, m: that of a pin, and no less than what is seen of the whole. */
function wireRadius({ grain }: Kit, { points }: SceneCurve): number {
  return Math.max(0.01 * grain, 0.003 * diagonal(points));
}

/* A wire along the curve of a joint, in the frame of the body that has it. */
function wire(kit: Kit, body: number, curve: SceneCurve): Held {
  const { points, closed } = curve;
  const all = closed ? [...points, points[0]!] : points;
  const rope = new Rope(all.length, wireRadius(kit, curve));
  rope.lay(all);
  return new Held(body, [0, 0, 0]).add(mesh(rope.geometry, kit.paint.body(body)));
}

/* What runs along it: a bead, or a car that turns with the curve. */
function runner(kit: Kit, joint: SceneJoint, curve: SceneCurve): Object3D {
  const { forms, paint } = kit;
  const [r, material] = [wireRadius(kit, curve), paint.body(joint.bodies[1])];
  return left(joint).rotations > 0 ? forms.ball(2.4 * r, material) : forms.box([6 * r, 4 * r, 3 * r], material);
}

/* A rod of fixed length between two points. */
function rodPart(kit: Kit, joint: SceneJoint): SpacePart {
  const { forms, paint, grain } = kit;
  const group = new Group();
  const bar = forms.stretched(0.009 * grain, paint.solid("muted"));
  const ends = [0, 1].map(() => forms.ball(0.022 * grain, paint.solid(STEEL)));
  const grounded = footFor(kit, joint);
  group.add(bar, ...ends, ...(grounded ? [grounded] : []));
  return {
    selected: { kind: "joint", name: joint.name },
    label: jointLabel(kit.scene, joint),
    object: group,
    anchor: [0, 0, 0],
    pose(now: Instant) {
      const [a, b] = [spot(now, joint.bodies[0], joint.points[0]), spot(now, joint.bodies[1], joint.points[1])];
      stretch(bar, a, b);
      bar.visible = distance(a, b) > 1e-6 * grain;
      ends[0]!.position.set(...a);
      ends[1]!.position.set(...b);
      this.anchor = times(plus(a, b), 0.5);
    },
  };
}

export function jointPart(kit: Kit, joint: SceneJoint): SpacePart {
  if (hasMotif(joint.type, "rack")) return rackPart(kit, joint);
  if (hasMotif(joint.type, "gears")) return gearPart(kit, joint);
  if (joint.path) return pathPart(kit, joint, joint.path);
  if (connectsSurfaces(joint.type)) return touchPart(kit, joint, jointLabel(kit.scene, joint));
  if (connectsPoints(joint.type) || tiesJoints(joint.type)) return rodPart(kit, joint);
  const halves: Halves = joint.curve ? [[], [runner(kit, joint, joint.curve)]] : halvesOf(kit, joint);
  const held = halves.map((half, i) => new Held(joint.bodies[i]!, joint.points[i]!).add(...half));
  if (joint.curve) held.push(wire(kit, joint.bodies[0], joint.curve));
  if (joint.compliant) held[1]!.add(rubber(kit, joint));
  const group = new Group();
  group.add(...held.map((one) => one.group));
  const grounded = joint.curve ? null : footFor(kit, joint);
  if (grounded) group.add(grounded);
  const limits = limitMarks(kit, joint);
  if (limits) group.add(limits.object);
  return {
    selected: { kind: "joint", name: joint.name },
    label: jointLabel(kit.scene, joint),
    object: group,
    anchor: [0, 0, 0],
    pose(now: Instant) {
      for (const one of held) one.pose(now);
      limits?.pose(now);
      this.anchor = held[joint.bodies[1] === 0 ? 0 : 1]!.at;
    },
  };
}

/* force_parts.ts - what acts on a mechanism in space: springs, dampers, rams, motors, mounts, loads, drag; and drivers. */
import { Group, type Object3D } from "three";
import type { SceneDriver, SceneForce, SceneJoint, Vec } from "../engine/engine";
import { driverSense } from "../drawing/driver_sense";
import { drivenPlace, drivesTravel, forceLabel, isTouch } from "../drawing/force_part";
import { remaining } from "../drawing/symbol";
import { rotated } from "../drawing/poses";
import { forceKind } from "../state/description";
import { coil, spiral, wave } from "./coil";
import { supportAt } from "./ground_support";
import { aligned, along, stretch } from "./meshes";
import { direction, Held, spot, type Instant, type Kit, type SpacePart } from "./part";
import { halfThickness, solidsOf } from "./solids";
import { touchPart } from "./touch_parts";
import { across, distance, length, minus, plus, times, unit } from "./vectors";
import { texts } from "../texts/texts";

const STEEL = "line-strong";

function base(kit: Kit, force: SceneForce, object: Object3D, pose: (now: Instant) => Vec): SpacePart {
  return {
    selected: { kind: "force", name: force.name },
    label: forceLabel(kit.scene, force),
    object,
    anchor: [0, 0, 0],
    pose(now) {
      this.anchor = pose(now);
    },
  };
}

/* ---- between two points ---- */

interface Strut {
  object: Object3D;
  lay(a: Vec, b: Vec): void;
}

function wound(kit: Kit, rest: number, radius: number): Strut {
  const { paint, grain } = kit;
  const turns = Math.min(Math.max(Math.round(rest / (0.032 * grain)), 5), 14);
  const thick = Math.min(0.0075 * grain, rest / (3.2 * turns));
  const object = coil(rest, radius, thick, turns, paint.solid("muted"), 0.1);
  return { object, lay: (a, b) => stretch(object, a, b, rest) };
}

/* A cup at the second point, a rod with its piston at the first: each as long as it was at the start. */
function telescope(kit: Kit, rest: number, radius: number, cupColour: string): Strut {
  const { forms, paint } = kit;
  const [rod, cup] = [new Group(), new Group()];
  const long = 0.62 * rest;
  const bar = forms.stretched(0.38 * radius, paint.solid(STEEL));
  bar.scale.y = long;
  rod.add(bar);
  const barrel = forms.cylinder(radius, 0.5 * rest, paint.solid(cupColour));
  barrel.position.y = 0.25 * rest + 0.08 * rest;
  const stem = forms.stretched(0.38 * radius, paint.solid(STEEL));
  stem.scale.y = 0.09 * rest;
  cup.add(barrel, stem);
  const object = new Group();
  object.add(rod, cup);
  return {
    object,
    lay(a, b) {
      const d = minus(b, a);
      rod.position.set(...a);
      cup.position.set(...b);
      along(rod, d);
      along(cup, times(d, -1));
      /* drawn in farther than it is long, the rod would come out at the other end */
      bar.scale.y = Math.min(long, 0.92 * length(d));
    },
  };
}

function strutPart(kit: Kit, force: SceneForce, struts: Strut[]): SpacePart {
  const { forms, paint, grain } = kit;
  const group = new Group();
  const ends = [0, 1].map(() => forms.ball(0.016 * grain, paint.solid(STEEL)));
  group.add(...struts.map((one) => one.object), ...ends);
  const side = force.bodies.indexOf(0);
  if (side >= 0) group.add(supportAt(kit, force.points[side]!));
  return base(kit, force, group, (now) => {
    const [a, b] = force.bodies.map((body, i) => spot(now, body, force.points[i]!)) as [Vec, Vec];
    for (const one of struts) one.lay(a, b);
    ends[0]!.position.set(...a);
    ends[1]!.position.set(...b);
    return times(plus(a, b), 0.5);
  });
}

function restLength(kit: Kit, force: SceneForce): number {
  const poses = kit.scene.bodies.map((body) => body.pose);
  const now: Instant = { scene: kit.scene, poses, value: () => null };
  const [a, b] = force.bodies.map((body, i) => spot(now, body, force.points[i]!)) as [Vec, Vec];
  const size = distance(a, b);
  return size > 0.02 * kit.grain ? size : (force.numbers.length ?? 0) || 0.2 * kit.grain;
}

/* What lies along the line of two points, motif by motif; a bar where a symbol has none. */
function between(kit: Kit, force: SceneForce, motifs: string[]): SpacePart {
  const rest = restLength(kit, force);
  const slim = Math.min(0.03 * kit.grain, rest / 4);
  const struts: Strut[] = [];
  if (motifs.includes("dashpot"))
    struts.push(telescope(kit, rest, (motifs.includes("coil") ? 0.55 : 0.8) * slim, "muted"));
  if (motifs.includes("coil")) struts.push(wound(kit, rest, slim));
  if (motifs.includes("cylinder")) struts.push(telescope(kit, rest, Math.min(0.032 * kit.grain, rest / 4), "force"));
  if (struts.length === 0) {
    const bar = kit.forms.stretched(0.012 * kit.grain, kit.paint.solid("muted"));
    struts.push({ object: bar, lay: (a, b) => stretch(bar, a, b) });
  }
  return strutPart(kit, force, struts);
}

/* Rubber between two points that mostly are in the same place. */
function bushing(kit: Kit, force: SceneForce): SpacePart {
  const { forms, paint, grain, up } = kit;
  const ring = forms.ring(0.04 * grain, 0.018 * grain, paint.solid("ink"));
  along(ring, up);
  const held = new Held(force.bodies[1]!, force.points[1]!).add(ring, forms.ball(0.026 * grain, paint.solid(STEEL)));
  const tie = forms.stretched(0.006 * grain, paint.solid("muted"));
  const group = new Group();
  group.add(held.group, tie);
  if (force.bodies[0] === 0) group.add(supportAt(kit, force.points[0]!));
  return base(kit, force, group, (now) => {
    held.pose(now);
    const a = spot(now, force.bodies[0]!, force.points[0]!);
    stretch(tie, a, held.at);
    tie.visible = distance(a, held.at) > 0.01 * grain;
    return held.at;
  });
}

/* ---- arrows ---- */

interface Sign {
  object: Object3D;
  point(by: Vec): void;
}

/* From its origin along a direction. */
function straight(kit: Kit, colour: string, size: number): Sign {
  const { forms, paint, grain } = kit;
  const object = new Group();
  const shaft = forms.stretched(0.011 * grain, paint.solid(colour));
  shaft.scale.y = size - 0.06 * grain;
  const tip = forms.tip(0.03 * grain, 0.07 * grain, paint.solid(colour));
  tip.position.y = size;
  object.add(shaft, tip);
  return { object, point: (by) => along(object, by) };
}

/* Round a direction, right-handed. */
function round(kit: Kit, colour: string, radius: number): Sign {
  const { forms, paint, grain } = kit;
  const object = new Group();
  const sweep = 1.5 * Math.PI;
  const arc = forms.ring(radius, 0.009 * grain, paint.solid(colour), sweep);
  const tip = forms.tip(0.026 * grain, 0.06 * grain, paint.solid(colour));
  /* the ring runs from x towards -z: anticlockwise about y */
  const end = sweep + 0.045 * (grain / radius);
  tip.position.set(radius * Math.cos(end), 0, -radius * Math.sin(end));
  along(tip, [-Math.sin(end), 0, -Math.cos(end)]);
  object.add(arc, tip);
  return { object, point: (by) => aligned(object, by, across(unit(by))) };
}

/* Of the table, else of the model where it is constant; null: not known. On ground axes. */
function components(now: Instant, force: SceneForce, letter: string): Vec | null {
  const read = ["x", "y", "z"].map((axis) => now.value(`${force.name}.${letter}${axis}`));
  if (read.every((one) => one !== null)) return read as Vec;
  const given = ["x", "y", "z"].map((axis) => force.numbers[`value.${axis}`]);
  if (given.every((one) => one === undefined)) return null;
  const local = given.map((one) => one ?? 0) as Vec;
  return force.axes === "body" ? direction(now, force.bodies[0]!, local) : local;
}

function backTurned(now: Instant, body: number, way: Vec): Vec {
  const { q, ...pose } = now.poses[body]!;
  return rotated({ ...pose, q: [q[0], -q[1], -q[2], -q[3]] }, way);
}

function load(kit: Kit, force: SceneForce, turns: boolean): SpacePart {
  const sign = turns ? round(kit, "force", 0.085 * kit.grain) : straight(kit, "force", 0.24 * kit.grain);
  const last = force.bodies.length - 1;
  const body = force.bodies[last] ?? 0;
  const point = force.points[last] ?? kit.scene.bodies[body]!.com;
  const solids = turns ? solidsOf(kit.scene, body, kit.grain) : [];
  return base(kit, force, sign.object, (now) => {
    const by = components(now, force, turns ? "t" : "f");
    const way = by && length(by) > 0 ? unit(by) : kit.up;
    const at = spot(now, body, point);
    /* a round arrow lies beside the body it turns, not in it */
    const beside = turns ? halfThickness(solids, point, backTurned(now, body, way), kit.grain) + 0.02 * kit.grain : 0;
    sign.object.position.set(...plus(at, times(way, beside)));
    sign.object.visible = by === null || length(by) > 0;
    sign.point(way);
    return at;
  });
}

/* Waves behind a point that moves. */
function waves(kit: Kit, force: SceneForce): SpacePart {
  const { paint, grain } = kit;
  const group = new Group();
  for (const x of [-0.03, 0, 0.03]) {
    const one = wave(0.16 * grain, 0.01 * grain, 2, 0.004 * grain, paint.solid("force"));
    one.position.set(0, 0.08 * grain, x * grain);
    group.add(one);
  }
  const body = force.bodies[0]!;
  const { name } = kit.scene.bodies[body]!;
  return base(kit, force, group, (now) => {
    const at = spot(now, body, force.points[0] ?? kit.scene.bodies[body]!.com);
    const way = ["x", "y", "z"].map((axis) => now.value(`${name}.v${axis}`) ?? 0) as Vec;
    group.position.set(...at);
    along(group, length(way) > 0 ? times(way, -1) : levelled(kit));
    return at;
  });
}

function levelled(kit: Kit): Vec {
  return times(across(kit.up), -1);
}

/* ---- on joints ---- */

function jointOf(kit: Kit, name: string | undefined): SceneJoint | undefined {
  return kit.scene.joints.find((joint) => joint.name === name);
}

/* A round arrow about a joint that turns, a straight one beside a joint that slides. */
function driveSign(kit: Kit, joint: SceneJoint, slides: boolean): Sign & { held: Held } {
  const { grain } = kit;
  const sign = slides ? straight(kit, "accent", 0.22 * grain) : round(kit, "accent", 0.072 * grain);
  const axis = unit(joint.axes[0], kit.up);
  const held = new Held(joint.bodies[0], joint.points[0]);
  const off = slides ? times(across(axis), 0.075 * grain) : times(axis, 0.045 * grain);
  sign.object.position.set(...off);
  held.add(sign.object);
  return { ...sign, held };
}

function motor(kit: Kit, force: SceneForce): SpacePart {
  const joint = jointOf(kit, force.joint);
  if (!joint) return load(kit, force, true);
  const slides = drivesTravel(joint, force.coordinate ?? "");
  const sign = driveSign(kit, joint, slides);
  const axis = unit(joint.axes[0], kit.up);
  if (!slides) {
    const { forms, paint, grain } = kit;
    const stator = forms.cylinder(0.048 * grain, 0.055 * grain, paint.solid("muted"));
    stator.position.set(...times(axis, -0.075 * grain));
    along(stator, axis);
    sign.held.add(stator);
  }
  return base(kit, force, sign.held.group, (now) => {
    sign.held.pose(now);
    const value = now.value(`${force.name}.torque`) ?? now.value(`${force.name}.force`) ?? 1;
    sign.point(value < 0 ? times(axis, -1) : axis);
    return spot(now, joint.bodies[1], joint.points[1]);
  });
}

function torsion(kit: Kit, force: SceneForce): SpacePart {
  const { paint, grain } = kit;
  const joint = jointOf(kit, force.joint);
  const last = force.bodies.length - 1;
  const [body, point] = joint ? [joint.bodies[1], joint.points[1]] : [force.bodies[last] ?? 0, force.points[last]!];
  const axis = unit(joint?.axes[1] ?? kit.up, kit.up);
  const wire = spiral(0.022 * grain, 0.078 * grain, 3, 0.006 * grain, paint.solid("muted"));
  wire.position.set(...times(axis, 0.04 * grain));
  along(wire, axis);
  const held = new Held(body, point ?? kit.scene.bodies[body]!.com).add(wire);
  return base(kit, force, held.group, (now) => {
    held.pose(now);
    return held.at;
  });
}

/* By what it acts on, and by the motifs of its symbol. */
export function forcePart(kit: Kit, force: SceneForce): SpacePart {
  const kind = forceKind(force.type);
  const symbol = remaining(kind?.symbol ?? [], (field) => (force.numbers[field] ?? 0) !== 0);
  const motifs = symbol.flatMap(({ motif }) => motif ?? []);
  if (isTouch(force)) return touchPart(kit, force, forceLabel(kit.scene, force));
  if (force.bodies.length > 1 && kind?.acts_on === "points")
    return kind.along ? between(kit, force, motifs) : bushing(kit, force);
  if (motifs.includes("spiral")) return torsion(kit, force);
  if (force.joint || motifs.includes("drive")) return motor(kit, force);
  if (motifs.includes("turn")) return load(kit, force, true);
  return kind && motifs.length === 0 ? waves(kit, force) : load(kit, force, false);
}

export function driverPart(kit: Kit, driver: SceneDriver): SpacePart | null {
  const place = drivenPlace(kit.scene, driver.channel);
  if (!place) return null;
  const named = {
    selected: { kind: "driver" as const, name: driver.name },
    label: texts.spaceView.forceParts.driverOf(driver.name, driver.channel),
    anchor: [0, 0, 0] as Vec,
  };
  if (place.joint) {
    const { joint } = place;
    const sign = driveSign(kit, joint, drivesTravel(joint, driver.channel));
    sign.point(times(unit(joint.axes[0], kit.up), driverSense(kit.scene, driver)));
    return {
      ...named,
      object: sign.held.group,
      pose(now) {
        sign.held.pose(now);
        this.anchor = sign.held.at;
      },
    };
  }
  const sense = driverSense(kit.scene, driver);
  const sign =
    place.along || place.from ? straight(kit, "accent", 0.24 * kit.grain) : round(kit, "accent", 0.09 * kit.grain);
  sign.point(times(place.along ?? kit.up, sense));
  return {
    ...named,
    object: sign.object,
    pose(now) {
      this.anchor = spot(now, place.body!, place.point!);
      sign.object.position.set(...this.anchor);
      if (!place.from) return;
      const by = minus(this.anchor, spot(now, place.from.body, place.from.point));
      sign.point(times(unit(by, kit.up), sense));
    },
  };
}

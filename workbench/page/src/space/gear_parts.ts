/* gear_parts.ts - joints of joints: toothed wheels that turn with their bodies, and racks. Teeth meet where the wheels do (wheels.ts). */
import { Group, type BufferGeometry } from "three";
import type { Scene, SceneJoint, Vec } from "../engine/engine";
import { hasMotif } from "../state/description";
import { jointLabel } from "../drawing/joint_part";
import { involuteTooth, PRESSURE, rackTooth } from "../drawing/tooth_form";
import { axes } from "./meshes";
import { Held, type Instant, type Kit, type SpacePart } from "./part";
import {
  coneSections,
  hollowSections,
  rackSections,
  solidAbout,
  solidBetween,
  solidRound,
  wheelSections,
  wormSections,
} from "./tooth_solids";
import { across, cross, dot, minus, plus, times, unit } from "./vectors";
import {
  angleOf,
  firstTooth,
  inBody,
  keyOf,
  meshesOf,
  shaftOf,
  type Mesh,
  type Meshes,
  type SpaceWheel,
} from "./wheels";

const known = new WeakMap<Scene, Meshes>();

/* Those of a scene, found once. */
function meshes({ scene, grain }: Kit): Meshes {
  const there = known.get(scene);
  if (there) return there;
  const found = meshesOf(scene, grain, (joint) => hasMotif(joint.type, "gears"));
  known.set(scene, found);
  return found;
}

/* ---- wheels ---- */

/* How wide teeth are along the axis, m. */
function widthFor({ radius, teeth }: SpaceWheel, grain: number): number {
  return Math.min(Math.max(0.028 * grain, (8 * radius) / Math.abs(teeth)), 0.8 * radius);
}

/* The triangles of a wheel in its own frame. `pressure`: normal to the teeth. */
export function wheelGeometry(wheel: SpaceWheel, other: SpaceWheel, pressure: number, width: number): BufferGeometry {
  const { form, radius: r, teeth } = wheel;
  const module = (2 * r) / Math.abs(teeth);
  switch (form.kind) {
    case "spur": {
      const across_ = Math.atan(Math.tan(pressure) * Math.hypot(1, r * form.twist));
      const sections = wheelSections({ form: involuteTooth(r, teeth, across_), r, teeth }, width, form.twist);
      return teeth < 0 ? solidRound(sections, r + 3.5 * module) : solidAbout(sections);
    }
    case "cone": {
      /* as a wheel of the radius of the cone that stands on the teeth at a right angle (Tredgold) */
      const own = involuteTooth(r / Math.cos(form.angle), teeth / Math.cos(form.angle), pressure);
      return solidAbout(coneSections({ form: own, r, teeth }, form.angle, form.reach, 0.28 * form.reach, form.spiral));
    }
    case "thread":
      return solidAbout(wormSections(r, teeth, form.pitch, pressure, lengthOf(form.pitch, other.radius), form.right));
    case "hollow":
      return solidAbout(
        hollowSections(
          { form: involuteTooth(r, teeth, pressure), r, teeth },
          form.worm,
          form.lead,
          1.3 * form.worm,
          form.side,
        ),
      );
  }
}

/* Of a worm: as long as it touches the wheel, and a pitch more on each side. */
function lengthOf(pitch: number, wheel: number): number {
  const module = pitch / Math.PI;
  return 2 * Math.sqrt((wheel + module) ** 2 - wheel ** 2) + 2 * pitch;
}

function heldWheel(kit: Kit, wheel: SpaceWheel, other: SpaceWheel, pressure: number): Held {
  const { scene, grain, forms, paint } = kit;
  const width = widthFor(wheel.teeth < 0 ? other : wheel, grain);
  /* the faces of threads are wound: edges are where they meet */
  const sharp = wheel.form.kind === "thread" ? 55 : undefined;
  const made = forms.edges(wheelGeometry(wheel, other, pressure, width), paint.body(wheel.body), sharp);
  const { x, z } = firstTooth(scene, wheel);
  axes(made, x, cross(z, x), z);
  return new Held(wheel.body, pointIn(scene, wheel.body, wheel.origin)).add(made);
}

/* A place on the ground at the start, in the frame of a body. */
function pointIn(scene: Scene, body: number, at: Vec): Vec {
  const { com, pose } = scene.bodies[body]!;
  return plus(com, inBody(scene, body, minus(at, pose.at)));
}

function base(kit: Kit, joint: SceneJoint, held: Held[], anchor: (now: Instant) => Vec): SpacePart {
  const group = new Group();
  group.add(...held.map((one) => one.group));
  return {
    selected: { kind: "joint", name: joint.name },
    label: jointLabel(kit.scene, joint),
    object: group,
    anchor: [0, 0, 0],
    pose(now) {
      for (const one of held) one.pose(now);
      this.anchor = anchor(now);
    },
  };
}

/* A thin ring on the pitch circle of a wheel that another gear has drawn: to point at this one. */
function pitchRing(kit: Kit, wheel: SpaceWheel): Held {
  const ring = kit.forms.ring(wheel.radius, 0.003 * kit.grain, kit.paint.solid("muted"));
  const { x, z } = firstTooth(kit.scene, wheel);
  axes(ring, x, z, times(cross(z, x), -1));
  return new Held(wheel.body, pointIn(kit.scene, wheel.body, wheel.origin)).add(ring);
}

/* What turns of a pair of which one slides, or whose cones cannot be: a wheel that only says that this is a gear. */
function someWheels(kit: Kit, gear: SceneJoint): SpacePart {
  const held = ([0, 1] as const).flatMap((i) => {
    const shaft = shaftOf(kit.scene, gear, i);
    if (!shaft || shaft.sliding) return [];
    const to = across(shaft.axis);
    const [radius, teeth] = [0.1 * kit.grain, 20];
    const wheel: SpaceWheel = { ...shaft, origin: shaft.at, to, radius, teeth, form: { kind: "spur", twist: 0 }, phase: 0, again: false }; // prettier-ignore
    return [heldWheel(kit, wheel, wheel, PRESSURE)];
  });
  return base(kit, gear, held, () => held[0]?.at ?? [0, 0, 0]);
}

function meshPart(kit: Kit, gear: SceneJoint, { wheels, pitchPoint, pressure }: Mesh): SpacePart {
  const [a, b] = wheels;
  const held = wheels.flatMap((wheel, i) =>
    wheel.again ? [] : [heldWheel(kit, wheel, wheels[1 - i]!, pressure ?? PRESSURE)],
  );
  if (held.length === 0) held.push(pitchRing(kit, a.teeth < 0 ? b : a));
  /* between the axes as they stand now: of wheels whose carrier moves, too */
  const [p, q] = wheels.map(({ body, origin }) => new Held(body, pointIn(kit.scene, body, origin)));
  const apart = dot(minus(pitchPoint, a.origin), minus(b.origin, a.origin));
  const part = apart / Math.max(dot(minus(b.origin, a.origin), minus(b.origin, a.origin)), 1e-300);
  return base(kit, gear, held, (now) => {
    if (a.form.kind === "cone" || a.form.kind === "thread") return held[0]!.at;
    p!.pose(now);
    q!.pose(now);
    return plus(p!.at, times(minus(q!.at, p!.at), part));
  });
}

export function gearPart(kit: Kit, gear: SceneJoint): SpacePart {
  const mesh = meshes(kit).of.get(gear.name);
  return mesh ? meshPart(kit, gear, mesh) : someWheels(kit, gear);
}

/* ---- racks ---- */

export function rackPart(kit: Kit, rack: SceneJoint): SpacePart {
  const { scene, grain, forms, paint } = kit;
  const [pinion, bar] = [shaftOf(scene, rack, 0), shaftOf(scene, rack, 1)];
  if (!pinion || !bar) return base(kit, rack, [], () => [0, 0, 0]);
  const { radius: given, teeth: own, helix = 0, pressure = PRESSURE } = rack.numbers;
  const way = bar.axis;
  const side = unit(cross(way, pinion.axis), across(way));
  const off = dot(minus(bar.at, pinion.at), side);
  const radius = Math.max(Math.abs(given ?? off), 0.02 * grain);
  const out = Math.abs(off) > 1e-6 * grain ? times(side, Math.sign(off)) : side;
  const teeth = own ?? Math.min(Math.max(Math.round((2 * Math.PI * radius) / (0.05 * grain)), 8), 120);
  const pitch = (2 * Math.PI * radius) / teeth;
  /* where a gear has this pinion, too, it has its teeth */
  const angle = angleOf(scene, pinion.body, pinion.axis, out);
  const there = meshes(kit).phases.get(keyOf(scene, pinion.body, teeth, pinion.at));
  const wheel: SpaceWheel = {
    ...pinion,
    origin: pinion.at,
    to: out,
    radius,
    teeth,
    form: { kind: "spur", twist: Math.tan(helix) / radius },
    phase: there ?? angle,
    again: there !== undefined,
  };
  const [low, high] = kit.range(`${rack.joints![1]}.displacement`) ?? [0, 0];
  const half = Math.ceil((Math.max(2.2 * radius, high - low + radius) + 0.1 * grain) / pitch);
  /* a tooth of the pinion stands in a gap */
  const along = Math.sign(dot(cross(pinion.axis, out), way)) || 1;
  const gap = -along * (angle - wheel.phase) * radius;
  const inwards = times(out, -1);
  const depth = cross(way, inwards);
  const slope = Math.tan(helix) * Math.sign(dot(depth, pinion.axis)) * along;
  const width = widthFor(wheel, grain);
  const sections = rackSections(rackTooth(pitch, pressure), pitch, [-half, half], gap, 0.04 * grain, width, slope);
  const made = forms.edges(solidBetween(sections), paint.body(bar.body));
  axes(made, unit(inBody(scene, bar.body, way)), unit(inBody(scene, bar.body, inwards)), unit(inBody(scene, bar.body, depth))); // prettier-ignore
  const contact = plus(pinion.at, times(out, radius));
  const held = [
    ...(wheel.again ? [] : [heldWheel(kit, wheel, wheel, pressure)]),
    new Held(bar.body, pointIn(scene, bar.body, contact)).add(made),
  ];
  const centre = new Held(pinion.body, pointIn(scene, pinion.body, pinion.at));
  return base(kit, rack, held, (now) => {
    centre.pose(now);
    return plus(centre.at, times(out, radius));
  });
}

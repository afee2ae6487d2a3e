/* gear_parts.ts - joints of joints: toothed wheels that turn with their bodies, and racks. Teeth meet where the wheels do. */
import { Group, type Object3D } from "three";
import type { Scene, SceneJoint, Vec } from "../engine/engine";
import { slides } from "../state/description";
import { gearRatio } from "../drawing/gear_part";
import { pitchRadii } from "../drawing/geometry";
import { jointLabel } from "../drawing/joint_part";
import { placed, rotated } from "../drawing/poses";
import { axes } from "./meshes";
import { Held, type Instant, type Kit, type SpacePart } from "./part";
import { across, cross, distance, dot, length, minus, plus, times, unit } from "./vectors";

interface Wheel {
  joint: SceneJoint;
  at: Vec; // at the start, on the ground
  axis: Vec;
}

function wheelOf(scene: Scene, name: string | undefined): Wheel | null {
  const joint = scene.joints.find((one) => one.name === name);
  const body = joint && scene.bodies[joint.bodies[1]];
  if (!joint || !body) return null;
  return { joint, at: placed(body, body.pose, joint.points[1]), axis: unit(rotated(body.pose, joint.axes[1])) };
}

/* Teeth round a circle; a tooth stands on the x axis, or with `gap` the space between two. */
export function teeth(radius: number, count: number, gap: boolean): [number, number][] {
  const depth = Math.min((1.1 * radius) / count, radius / 4);
  const points: [number, number][] = [];
  for (let i = 0; i < count; i++)
    for (const [part, at] of [
      [-0.3, radius - depth],
      [-0.16, radius + depth],
      [0.16, radius + depth],
      [0.3, radius - depth],
    ] as const) {
      const angle = (2 * Math.PI * (i + part + (gap ? 0.5 : 0))) / count;
      points.push([at * Math.cos(angle), at * Math.sin(angle)]);
    }
  return points;
}

/* A wheel about z in the frame of its body; `towards`: where its first tooth points, on the ground. */
function toothed(kit: Kit, wheel: Wheel, radius: number, count: number, towards: Vec, gap: boolean): Object3D {
  const { scene, forms, paint, grain } = kit;
  const index = wheel.joint.bodies[1];
  const made = forms.slab(teeth(radius, count, gap), 0.028 * grain, paint.body(index));
  const [w, x, y, z] = scene.bodies[index]!.pose.q;
  const back = (v: Vec): Vec => rotated({ at: [0, 0, 0], angle: 0, q: [w, -x, -y, -z] }, v);
  const axis = unit(back(wheel.axis));
  const flat = minus(towards, times(wheel.axis, dot(towards, wheel.axis)));
  const first = length(flat) > 1e-9 ? unit(back(flat)) : across(axis);
  axes(made, first, cross(axis, first), axis);
  return made;
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

function holding(wheel: Wheel, object: Object3D): Held {
  return new Held(wheel.joint.bodies[1], wheel.joint.points[1]).add(object);
}

/* Pitch radii (m) of a worm and its wheel by the worm's diameter, of bevel gears by their cones: in the middle of the teeth, with a module, or where the
 * points of the joints are. */
function crossedRadii(a: Wheel, b: Wheel, { numbers }: SceneJoint): [number, number] | null {
  const { diameter, module, "teeth.x": first, "teeth.y": second } = numbers;
  const normal = cross(a.axis, b.axis);
  const sine = length(normal);
  const apart = minus(b.at, a.at);
  if (diameter !== undefined) return [diameter / 2, Math.abs(dot(apart, normal)) / sine - diameter / 2];
  if (!first || !second) return null;
  if (module !== undefined) return [(module * first) / 2, (module * second) / 2];
  const [s, t] = [dot(cross(apart, b.axis), normal), dot(cross(apart, a.axis), normal)];
  const cosine = dot(a.axis, b.axis) * Math.sign(s * t);
  const reach = Math.abs(s) / (sine * sine);
  const radius = (reach * sine) / (second / first + cosine);
  return radius > 0 ? [radius, (radius * second) / first] : null;
}

export function gearPart(kit: Kit, gear: SceneJoint): SpacePart {
  const [a, b] = [wheelOf(kit.scene, gear.joints?.[0]), wheelOf(kit.scene, gear.joints?.[1])];
  if (!a || !b) return base(kit, gear, [], () => [0, 0, 0]);
  const apart = minus(b.at, a.at);
  const parallel = Math.abs(dot(a.axis, b.axis)) > 0.999;
  const level = parallel ? minus(apart, times(a.axis, dot(apart, a.axis))) : apart;
  const { ratio: given, starts, teeth: count_, "teeth.x": own } = gear.numbers;
  const opposite = parallel && dot(a.axis, b.axis) < 0 && own === undefined; // a ratio counts along the axes
  const ratio = (given ?? (count_ ? (starts ?? 1) / count_ : gearRatio(kit.scene, gear))) * (opposite ? -1 : 1);
  const far = length(level);
  const known =
    (parallel ? null : crossedRadii(a, b, gear)) ??
    (far > 1e-6 * kit.scene.size ? pitchRadii(far, parallel ? ratio : -Math.abs(ratio)) : null);
  const [first, second] = known ?? [0.1 * kit.grain, (0.1 * kit.grain) / Math.max(Math.abs(ratio), 0.2)];
  const drawn = Math.min(Math.max(Math.round((2 * Math.PI * first) / (0.05 * kit.grain)), 8), 120);
  const count = own === undefined ? drawn : Math.abs(own);
  const other = Math.min(Math.max(Math.round((count * second) / first), 6), 240);
  const held = [
    holding(a, toothed(kit, a, first, count, level, false)),
    holding(b, toothed(kit, b, second, other, times(level, -1), true)),
  ].filter((_, i) => !slides([a, b][i]!.joint.type));
  return base(kit, gear, held, () => {
    const [p, q] = held.map((one) => one.at);
    if (!p || !q) return p ?? a.at;
    return plus(p, times(minus(q, p), first / (first + second)));
  });
}

export function rackPart(kit: Kit, rack: SceneJoint): SpacePart {
  const { scene, grain, forms, paint } = kit;
  const [wheel, bar] = [wheelOf(scene, rack.joints?.[0]), wheelOf(scene, rack.joints?.[1])];
  if (!wheel || !bar) return base(kit, rack, [], () => [0, 0, 0]);
  const way = bar.axis;
  const side = unit(cross(way, wheel.axis), across(way));
  const off = dot(minus(bar.at, wheel.at), side);
  const radius = Math.max(Math.abs(rack.numbers.radius ?? off), 0.02 * grain);
  const out = Math.abs(off) > 1e-6 * grain ? times(side, Math.sign(off)) : side;
  const count = rack.numbers.teeth ?? Math.min(Math.max(Math.round((2 * Math.PI * radius) / (0.05 * grain)), 8), 120);
  const pitch = (2 * Math.PI * radius) / count;
  const [low, high] = kit.range(`${bar.joint.name}.displacement`) ?? [0, 0];
  const half = Math.ceil((Math.max(2.2 * radius, high - low + radius) + 0.1 * grain) / pitch);
  const depth = Math.min((1.1 * radius) / count, radius / 4);
  const outline: [number, number][] = [[-half * pitch, -0.04 * grain]];
  for (let i = -half; i < half; i++)
    for (const [part, height] of [
      [0.2, -depth],
      [0.34, depth],
      [0.66, depth],
      [0.8, -depth],
    ] as const)
      outline.push([(i + part) * pitch, height]);
  outline.push([half * pitch, -0.04 * grain]);
  const slab = forms.slab(outline, 0.028 * grain, paint.body(bar.joint.bodies[1]));
  /* a tooth of the wheel stands in the space at the middle of the rack */
  const body = scene.bodies[bar.joint.bodies[1]]!;
  const [w, x, y, z] = body.pose.q;
  const back = (v: Vec): Vec => rotated({ at: [0, 0, 0], angle: 0, q: [w, -x, -y, -z] }, v);
  const inwards = times(out, -1);
  axes(slab, unit(back(way)), unit(back(inwards)), unit(back(cross(way, inwards))));
  const contact = plus(wheel.at, times(out, radius));
  slab.position.set(...back(minus(contact, bar.at)));
  const held = [holding(wheel, toothed(kit, wheel, radius, count, out, false)), holding(bar, slab)];
  return base(kit, rack, held, () =>
    distance(held[0]!.at, contact) > 0 ? plus(held[0]!.at, times(out, radius)) : contact,
  );
}

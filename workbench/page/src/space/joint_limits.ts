/* joint_limits.ts - stops of a joint in space: an arc about its axis where its angle may be, a bar along it where it may slide.
 *
 * Both are held by the first body. The arc is where the arm of the second body can point, as in the plane (drawing/joint_limits.ts): an
 * arm over one of its ends is at its stop.
 */
import { Group, type Object3D } from "three";
import type { JointCoordinate, Pose, SceneJoint, Vec } from "../engine/engine";
import { placed, rotated } from "../drawing/poses";
import { axes, along } from "./meshes";
import { Held, type Instant, type Kit } from "./part";
import { across, cross, dot, length, minus, plus, times, unit } from "./vectors";

type Limits = [number | null, number | null];

const RADIUS = 0.15; // of the grain: of an arc
const THICK = 0.006; // of it
const OPEN = Math.PI / 2; // what is drawn of a side without a stop

const back = ({ q: [w, x, y, z], ...pose }: Pose): Pose => ({ ...pose, q: [w, -x, -y, -z] });

/* v turned about a unit axis. */
export function turned(v: Vec, axis: Vec, angle: number): Vec {
  const [c, s] = [Math.cos(angle), Math.sin(angle)];
  return plus(plus(times(v, c), times(cross(axis, v), s)), times(axis, dot(axis, v) * (1 - c)));
}

/* The arm of the second body across the axis where the coordinate is zero, in the frame of the first. */
export function zeroArm(kit: Pick<Kit, "scene">, joint: SceneJoint, value: number): Vec {
  const [first, second] = joint.bodies.map((body) => kit.scene.bodies[body]!) as [Body, Body];
  const axis = unit(joint.axes[0]);
  const at = placed(second, second.pose, joint.points[1]);
  const arms = [...second.points.map((point) => point.at), second.com].map((p) => {
    const arm = rotated(back(first.pose), minus(placed(second, second.pose, p), at));
    return minus(arm, times(axis, dot(arm, axis)));
  });
  const longest = arms.reduce((best, arm) => (length(arm) > length(best) * (1 + 1e-9) ? arm : best));
  return turned(length(longest) > 1e-9 * (kit.scene.size || 1) ? unit(longest) : across(axis), axis, -value);
}

type Body = Kit["scene"]["bodies"][number];

/* From one end to the other, with a peg at each stop. */
function arc(kit: Kit, axis: Vec, zero: Vec, [low, high]: Limits): Object3D[] {
  const { forms, paint, grain } = kit;
  const from = low ?? (high ?? 0) - OPEN;
  const span = Math.min(Math.max((high ?? (low ?? 0) + OPEN) - from, 1e-3), 2 * Math.PI);
  const radius = RADIUS * grain;
  const line = forms.ring(radius, THICK * grain, paint.solid("muted"), span);
  /* the ring runs from its x over -z: anticlockwise about y */
  const x = turned(zero, axis, from);
  axes(line, x, axis, cross(x, axis));
  const peg = (angle: number): Object3D => {
    const made = forms.rod(1.6 * THICK * grain, 0.06 * grain, paint.solid("line-strong"));
    const way = turned(zero, axis, angle);
    made.position.set(...times(way, radius));
    along(made, way);
    return made;
  };
  return [line, ...(low === null ? [] : [peg(low)]), ...(high === null ? [] : [peg(high)])];
}

/* Beside the line that the second body slides on; from: where its coordinate is zero. */
function bar(kit: Kit, axis: Vec, from: Vec, [low, high]: Limits): Object3D[] {
  const { forms, paint, grain } = kit;
  const start = low ?? (high ?? 0) - 0.3 * grain;
  const end = high ?? (low ?? 0) + 0.3 * grain;
  const beside = plus(from, times(across(axis), 0.09 * grain));
  const line = forms.rod(THICK * grain, Math.max(end - start, 1e-6), paint.solid("muted"));
  line.position.set(...plus(beside, times(axis, (start + end) / 2)));
  along(line, axis);
  const plate = (s: number): Object3D => {
    const made = forms.cylinder(0.03 * grain, 0.01 * grain, paint.solid("line-strong"), 24);
    made.position.set(...plus(beside, times(axis, s)));
    along(made, axis);
    return made;
  };
  return [line, ...(low === null ? [] : [plate(low)]), ...(high === null ? [] : [plate(high)])];
}

/* Where the second point is when the coordinate is zero, from the first one, in the frame of the first body. */
function zeroPlace(kit: Kit, joint: SceneJoint, value: number, axis: Vec): Vec {
  const [first, second] = joint.bodies.map((body) => kit.scene.bodies[body]!) as [Body, Body];
  const gap = minus(placed(second, second.pose, joint.points[1]), placed(first, first.pose, joint.points[0]));
  return minus(rotated(back(first.pose), gap), times(axis, value));
}

export interface LimitMarks {
  object: Object3D;
  pose(now: Instant): void;
}

/* Of the coordinates about and along the axis of the joint; null: none has stops. */
export function limitMarks(kit: Kit, joint: SceneJoint): LimitMarks | null {
  if (!(length(joint.axes[0]) > 0)) return null;
  const axis = unit(joint.axes[0]);
  const seen = (unitOf: string): JointCoordinate | undefined => joint.coordinates.find(({ unit }) => unit === unitOf);
  const [angle, slide] = [seen("rad"), seen("m")];
  const objects = [
    ...(angle?.limits ? arc(kit, axis, zeroArm(kit, joint, angle.value), angle.limits) : []),
    ...(slide?.limits ? bar(kit, axis, zeroPlace(kit, joint, slide.value, axis), slide.limits) : []),
  ];
  if (objects.length === 0) return null;
  const held = new Held(joint.bodies[0], joint.points[0]).add(...objects);
  const object = new Group();
  object.add(held.group);
  return { object, pose: (now) => held.pose(now) };
}

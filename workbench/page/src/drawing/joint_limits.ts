/* joint_limits.ts - stops of a joint in the plane: an arc where its angle may be, a bar where it may slide, with a stroke at each end.
 *
 * Both are fixed to the first body. The arc is about the joint, where the arm of the second body can point: an arm that lies on a stroke
 * is at its stop. The arm of a body is the way from the joint to its farthest point, or to its centre of mass.
 */
import type { JointCoordinate, Pose, Scene, SceneBody, SceneJoint, Vec } from "../engine/engine";
import type { Point } from "./camera";
import { polyline } from "./geometry";
import { draw, group, heading, move, path, spot, type Instant, type Pen } from "./part";

const RADIUS = 30; // px, of an arc
const ASIDE = 17; // px: from the line of a slider to its bar
const [STROKE, OPEN] = [7, 14]; // px: half of a stroke at an end; what is drawn of a side without one

/* Angle of the arm of a body about a point of it, in its own frame. */
export function armAngle(body: SceneBody, from: Vec): number {
  const away = (p: Vec): number => Math.hypot(p[0] - from[0], p[1] - from[1]);
  const places = [...body.points.map(({ at }) => at), body.com];
  const end = places.reduce((best, p) => (away(p) > away(best) * (1 + 1e-9) ? p : best), from);
  return away(end) > 0 ? Math.atan2(end[1] - from[1], end[0] - from[0]) : 0;
}

/* Direction of the second body's arm in the frame of the first, where the coordinate is zero. */
export function zeroAngle(scene: Scene, joint: SceneJoint, value: number): number {
  const [first, second] = joint.bodies.map((body) => scene.bodies[body]!) as [SceneBody, SceneBody];
  return armAngle(second, joint.points[1]) + second.pose.angle - first.pose.angle - value;
}

const at = (radius: number, angle: number): Point => [radius * Math.cos(angle), -radius * Math.sin(angle)];

/* From one end to the other; a side without an end is left open. */
export function arcPath([low, high]: [number | null, number | null], zero: number, radius = RADIUS): string {
  const from = zero + (low ?? (high ?? 0) - Math.PI / 2);
  const to = zero + (high ?? (low ?? 0) + Math.PI / 2);
  const span = Math.min(Math.max(to - from, 0), 2 * Math.PI - 1e-3);
  const [a, b] = [at(radius, from), at(radius, from + span)];
  const arc = `M${n(a[0])} ${n(a[1])}A${radius} ${radius} 0 ${span > Math.PI ? 1 : 0} 0 ${n(b[0])} ${n(b[1])}`;
  const stroke = (angle: number): string => polyline([at(radius - STROKE, angle), at(radius + STROKE, angle)]);
  return arc + (low === null ? "" : stroke(from)) + (high === null ? "" : stroke(to));
}

const n = (x: number): string => (Math.round(x * 100) / 100).toString();

/* Along x, from the place where the coordinate is zero. */
export function barPath([low, high]: [number | null, number | null], scale: number, side: number): string {
  const from = low === null ? (high ?? 0) * scale - OPEN * 3 : low * scale;
  const to = high === null ? (low ?? 0) * scale + OPEN * 3 : high * scale;
  const stroke = (x: number): string => `M${n(x)} ${n(side - STROKE)}V${n(side + STROKE)}`;
  return `M${n(from)} ${n(side)}H${n(to)}` + (low === null ? "" : stroke(from)) + (high === null ? "" : stroke(to));
}

/* How far along an axis of the first body the second is at the start, less the coordinate. */
function zeroAlong(scene: Scene, joint: SceneJoint, value: number, axis: Vec): number {
  const poses: Pose[] = scene.bodies.map((body) => body.pose);
  const now = { scene, poses, scale: 1 } as Instant;
  const [a, b] = [spot(now, joint.bodies[0], joint.points[0]), spot(now, joint.bodies[1], joint.points[1])];
  const angle = heading(now, joint.bodies[0], axis);
  return (b[0] - a[0]) * Math.cos(angle) - (b[1] - a[1]) * Math.sin(angle) - value;
}

interface Mark {
  element: SVGGElement;
  layout(pen: Pen): void;
  pose(now: Instant, off: Point): void; // off: px, where its group is already
}

/* It is at a stop while that presses. */
function touches(now: Instant, coordinate: JointCoordinate, joint: SceneJoint, several: boolean): boolean {
  const own = coordinate.channel.slice(joint.name.length + 1);
  const force = now.value(several ? `${joint.name}.${own}_limit` : `${joint.name}.limit`);
  return force !== null && force !== 0;
}

function markOf(scene: Scene, joint: SceneJoint, coordinate: JointCoordinate, axis: Vec, limits: Limits): Mark {
  const rotates = coordinate.unit === "rad";
  const line = path("limit-line");
  const element = group("limit", [line]);
  const several = joint.coordinates.length > 1;
  const zero = rotates ? zeroAngle(scene, joint, coordinate.value) : zeroAlong(scene, joint, coordinate.value, axis);
  return {
    element,
    layout(pen) {
      const shifted = limits.map((one) => (one === null ? null : one + zero)) as Limits;
      draw(line, rotates ? arcPath(limits, zero) : barPath(shifted, pen.scale, ASIDE));
    },
    pose(now, off) {
      const first = joint.bodies[0];
      const [px, py] = spot(now, first, joint.points[0]);
      move(element, [px - off[0], py - off[1]], rotates ? now.poses[first]!.angle : heading(now, first, axis));
      element.classList.toggle("touched", touches(now, coordinate, joint, several));
    },
  };
}

type Limits = [number | null, number | null];

/* Of every coordinate with limits. Translations lie along the axis of the joint, the second of them across it. */
export function limitMarks(scene: Scene, joint: SceneJoint): Mark[] {
  const [x, y] = joint.axes[0].some((one) => one !== 0) ? joint.axes[0] : [1, 0];
  const along: Vec[] = [
    [x, y, 0],
    [-y, x, 0],
  ];
  let translations = 0;
  return joint.coordinates.flatMap((coordinate) => {
    const axis = coordinate.unit === "m" ? along[translations++ % 2]! : along[0]!;
    return coordinate.limits ? [markOf(scene, joint, coordinate, axis, coordinate.limits)] : [];
  });
}

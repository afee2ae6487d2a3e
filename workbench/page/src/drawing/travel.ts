/* travel.ts - mechanisms that drive away, as a car does: all of their bodies go many times the size of the whole. A view of the whole way would
 * show a dot; it shows the mechanism where it begins, and goes along. */
import type { Pose, Scene, Vec } from "../engine/engine";
import { posesAtRow, type Motion } from "./poses";

const MANY = 8; // times its size
const BEYOND = 2; // times what is seen at the start
const TOGETHER = 2; // times the size from the middle
const MANY_BESIDE = 3; // times the size, beside others that stay and must be seen well

function apart(a: Vec, b: Vec): number {
  return Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
}

/* The middle of the bodies. */
export function middleOf(poses: Pose[]): Vec {
  const mean = (axis: 0 | 1 | 2): number =>
    poses.slice(1).reduce((sum, { at }) => sum + at[axis], 0) / Math.max(poses.length - 1, 1);
  return [mean(0), mean(1), mean(2)];
}

/* All of them go far, also beyond what is seen at the start (m, with the ground), and stay together. */
export function drivesAway(scene: Scene, motion: Motion | null, seen: number): boolean {
  if (!motion?.timed || motion.rows < 2 || scene.bodies.length < 2) return false;
  const [first, last] = [posesAtRow(scene, motion, 0), posesAtRow(scene, motion, motion.rows - 1)];
  const middle = middleOf(last);
  const far = Math.max(MANY * scene.size, BEYOND * seen);
  return first.every((pose, i) => {
    const then = last[i]!.at;
    return i === 0 || (apart(pose.at, then) > far && apart(then, middle) <= TOGETHER * scene.size);
  });
}

/* Bodies that go so far that a view of their whole way would show a dot: all of what drives away, and what nothing holds where it goes many times the
 * size of the rest. */
export function leavers(scene: Scene, motion: Motion, seen: number): ReadonlySet<string> {
  const names = (bodies: readonly { name: string }[]): Set<string> => new Set(bodies.map(({ name }) => name));
  if (drivesAway(scene, motion, seen)) return names(scene.bodies.slice(1));
  const loose = new Set(scene.mobility?.loose?.flat());
  if (loose.size === 0 || loose.size >= scene.bodies.length - 1) return new Set();
  const last = posesAtRow(scene, motion, motion.rows - 1);
  const far = (name: string, i: number): boolean =>
    loose.has(name) && apart(scene.bodies[i]!.pose.at, last[i]!.at) > MANY_BESIDE * scene.size;
  return names(scene.bodies.filter(({ name }, i) => far(name, i)));
}

/* Poses that a view must hold: what leaves counts where it begins. */
export function shownPoses(scene: Scene, away: ReadonlySet<string>, poses: Pose[]): Pose[] {
  if (away.size === 0) return poses;
  return poses.map((pose, i) => (away.has(scene.bodies[i]!.name) ? scene.bodies[i]!.pose : pose));
}

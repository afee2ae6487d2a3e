/* travel.ts - mechanisms that drive away, as a car does: all of their bodies go many times the size of the whole. A view of the whole way would
 * show a dot; it shows the mechanism where it begins, and goes along. */
import type { Pose, Scene, Vec } from "../engine/engine";
import { posesAtRow, type Motion } from "./poses";

const MANY = 8; // times its size

function apart(a: Vec, b: Vec): number {
  return Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
}

export function drivesAway(scene: Scene, motion: Motion | null): boolean {
  if (!motion?.timed || motion.rows < 2 || scene.bodies.length < 2) return false;
  const [first, last] = [posesAtRow(scene, motion, 0), posesAtRow(scene, motion, motion.rows - 1)];
  return first.every((pose, i) => i === 0 || apart(pose.at, last[i]!.at) > MANY * scene.size);
}

/* The middle of the bodies. */
export function middleOf(poses: Pose[]): Vec {
  const mean = (axis: 0 | 1 | 2): number =>
    poses.slice(1).reduce((sum, { at }) => sum + at[axis], 0) / Math.max(poses.length - 1, 1);
  return [mean(0), mean(1), mean(2)];
}

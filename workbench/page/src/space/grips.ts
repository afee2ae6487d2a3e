/* grips.ts - where joints and forces take hold of each body, found once for a scene: each body asks, and there may be a thousand. */
import type { Scene, SceneForce, SceneJoint, Vec } from "../engine/engine";

export interface Grip {
  at: Vec; // body frame
  joint: SceneJoint | null;
  force: SceneForce | null;
  axis: Vec; // of a joint, body frame
}

const known = new WeakMap<Scene, Grip[][]>();

function find(scene: Scene): Grip[][] {
  const grips: Grip[][] = scene.bodies.map(() => []);
  for (const joint of scene.joints)
    joint.bodies.forEach((body, i) => {
      const at = joint.points[i];
      if (at) grips[body]?.push({ at, joint, force: null, axis: joint.axes[i]! });
    });
  for (const force of scene.forces)
    force.bodies.forEach((body, i) => {
      const at = force.points[i];
      if (at) grips[body]?.push({ at, joint: null, force, axis: [0, 0, 0] });
    });
  return grips;
}

export function gripsOf(scene: Scene, body: number): Grip[] {
  const all = known.get(scene) ?? find(scene);
  known.set(scene, all);
  return all[body] ?? [];
}

/* scene_parts.ts - the parts of a scene: all of it, or, where a few of its elements have changed, these alone.
 *
 * Whether one has changed is told by what it is built from: its own numbers, and those of the bodies and joints it is attached to; where it
 * stands is said in every frame.
 */
import { Box3, type Group, type Object3D } from "three";
import type { Pose, Scene } from "../engine/engine";
import { isSeen } from "../drawing/body_part";
import type { Motion } from "../drawing/poses";
import { bodyPart } from "./body_parts";
import { boundingSpheres } from "./bounding_spheres";
import { driverPart, forcePart } from "./force_parts";
import { gripsOf } from "./grips";
import { jointPart } from "./joint_parts";
import type { Sphere } from "./orbit";
import type { Kit, SpacePart } from "./part";

interface Plan {
  from: string; // what it is built from
  build(kit: Kit): SpacePart | null;
}

interface Placed {
  line: number;
  column: number;
}

/* Without where it stands in the text. */
const said = <T extends Placed>(one: T): string => JSON.stringify({ ...one, line: 0, column: 0 });

function plansOf(scene: Scene): Plan[] {
  const joints = scene.joints.map(said);
  const bodies = scene.bodies.map(({ points, shape, surfaces, com, name }, i) =>
    JSON.stringify([name, com, points.map(({ name: of, at }) => [of, at]), shape, surfaces, gripsAt(scene, i)]),
  );
  const on = (list: readonly number[]): string => list.map((i) => bodies[i]).join();
  const ties = (one: { joints?: unknown; path?: unknown }): string => (one.joints || one.path ? joints.join() : "");
  const every: Plan[] = [
    ...scene.joints.map((joint, i) => ({
      from: joints[i]! + on(joint.bodies) + ties(joint),
      build: (kit: Kit) => jointPart(kit, kit.scene.joints[i]!),
    })),
    ...scene.forces.map((force, i) => ({
      from: said(force) + on(force.bodies) + (force.joint ? joints.join() : ""),
      build: (kit: Kit) => forcePart(kit, kit.scene.forces[i]!),
    })),
    ...scene.drivers.map((driver, i) => ({
      from: said(driver) + joints.join() + bodies.join(),
      build: (kit: Kit) => driverPart(kit, kit.scene.drivers[i]!),
    })),
  ];
  const body = (i: number): Plan => ({ from: bodies[i]!, build: (kit) => bodyPart(kit, i) });
  return [...every, ...scene.bodies.slice(1).map((_, i) => body(i + 1)), ...(isSeen(scene.bodies[0]) ? [body(0)] : [])];
}

/* Solids leave room for what takes hold of them. */
function gripsAt(scene: Scene, body: number): unknown[] {
  return gripsOf(scene, body).map(({ at, axis, joint, force }) => [at, axis, joint?.type, force?.type]);
}

export class SceneParts {
  all: SpacePart[] = [];
  private plans: Plan[] = [];
  private made: (SpacePart | null)[] = [];

  constructor(private readonly group: Group) {}

  build(kit: Kit): void {
    this.plans = plansOf(kit.scene);
    this.made = this.plans.map((plan) => plan.build(kit));
    this.all = this.made.filter((one) => one !== null);
    this.add(this.all);
  }

  private add(parts: SpacePart[]): void {
    for (const part of parts) {
      part.object.userData.part = part;
      this.group.add(part.object);
    }
  }

  /* The parts of a scene of the same elements, those that changed built anew; answers which have gone. Null: there are other elements. */
  change(kit: Kit): SpacePart[] | null {
    const next = plansOf(kit.scene);
    if (next.length !== this.plans.length) return null;
    const changed = next.flatMap((plan, i) => (plan.from === this.plans[i]!.from ? [] : [i]));
    const gone = changed.flatMap((i) => this.made[i] ?? []);
    this.plans = next;
    for (const i of changed) this.made[i] = next[i]!.build(kit);
    this.all = this.made.filter((one) => one !== null);
    this.group.remove(...gone.map(({ object }) => object));
    this.add(changed.flatMap((i) => this.made[i] ?? []));
    return gone;
  }

  /* Panes of planes without ends have no size of their own: they are as large as the motion. */
  private static grow(box: Box3, object: Object3D): void {
    let endless = false;
    object.traverse((one) => (endless ||= one.userData.endless === true));
    if (!endless) box.expandByObject(object);
    else if (!object.userData.endless) for (const child of object.children) SceneParts.grow(box, child);
  }

  /* Of the boxes that symbols, wheels and rails take as they stand. */
  private corners(): Sphere[] {
    return this.all
      .flatMap(({ object }) => {
        const box = new Box3();
        SceneParts.grow(box, object);
        const { min, max } = box;
        return [min.x, max.x].flatMap((x) =>
          [min.y, max.y].flatMap((y) => [min.z, max.z].map((z): Sphere => ({ at: [x, y, z], radius: 0 }))),
        );
      })
      .filter(({ at }) => at.every(Number.isFinite));
  }

  /* What a view must show: places that bodies reach, over a motion or in poses, and what is drawn there. */
  balls(scene: Scene, motion: Motion | null, reach: Pose[][]): Sphere[] {
    return [...boundingSpheres(scene, motion, reach), ...this.corners()];
  }

  clear(): void {
    this.all = [];
    this.plans = [];
    this.made = [];
  }
}

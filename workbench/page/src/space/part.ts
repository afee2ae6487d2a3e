/* part.ts - one thing in space: a body, a joint, a force, a driver. It is built once for a scene and placed in each frame. */
import { Group, type Object3D } from "three";
import type { Pose, Scene, Vec } from "../engine/engine";
import { placed, rotated } from "../drawing/poses";
import type { Sample } from "../drawing/sample";
import type { Selected } from "../state/selection";
import type { Forms } from "./meshes";
import type { MeshStore } from "./mesh_store";
import type { Paint } from "./paint";

export interface Instant {
  scene: Scene;
  poses: Pose[];
  value: Sample;
}

/* What parts are built with. */
export interface Kit {
  scene: Scene;
  grain: number; // m: see bounding_spheres.ts
  up: Vec;
  paint: Paint;
  forms: Forms;
  files?: MeshStore; // absent: meshes are not drawn
  /* Smallest and largest value of a channel of what is played. */
  range(channel: string): [number, number] | null;
}

export interface SpacePart {
  selected: Selected;
  label: string; // for those who do not see it
  object: Object3D;
  pose(now: Instant): void;
  anchor: Vec; // where its name stands, as last posed
}

export function spot(now: Instant, body: number, p: Vec): Vec {
  return placed(now.scene.bodies[body]!, now.poses[body]!, p);
}

export function direction(now: Instant, body: number, axis: Vec): Vec {
  return rotated(now.poses[body]!, axis);
}

export function rotation(object: Object3D, [w, x, y, z]: Pose["q"]): void {
  object.quaternion.set(x, y, z, w);
}

/* A group that stands at a point of a body and turns with it; its axes are the body's. */
export class Held {
  readonly group = new Group();
  at: Vec = [0, 0, 0];

  constructor(
    private body: number,
    private point: Vec,
  ) {}

  add(...children: Object3D[]): this {
    for (const child of children) this.group.add(child);
    return this;
  }

  pose(now: Instant): void {
    this.at = spot(now, this.body, this.point);
    this.group.position.set(...this.at);
    rotation(this.group, now.poses[this.body]!.q);
  }
}

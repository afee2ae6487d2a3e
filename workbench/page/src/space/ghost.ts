/* ghost.ts - the run that is compared with the shown one: its bodies at the same instant, as if of glass. */
import { Group } from "three";
import { posesLaidOver, type LaidOver } from "../drawing/laid_over";
import { noSample } from "../drawing/sample";
import { bodyPart } from "./body_parts";
import { disposeAll } from "./meshes";
import type { Kit, SpacePart } from "./part";

const GLASS = 0.3;

export class Ghost {
  readonly group = new Group();
  private parts: SpacePart[] = [];
  private laid: LaidOver | null = null;

  build(kit: Omit<Kit, "scene">, laid: LaidOver | null): void {
    this.clear();
    this.laid = laid;
    if (!laid) return;
    const all = { ...kit, scene: laid.scene };
    this.parts = laid.scene.bodies.map((_, i) => bodyPart(all, i, GLASS)).slice(1);
    for (const part of this.parts) this.group.add(part.object);
  }

  pose(): void {
    if (!this.laid) return;
    const now = { scene: this.laid.scene, poses: posesLaidOver(this.laid), value: noSample };
    for (const part of this.parts) part.pose(now);
  }

  clear(): void {
    disposeAll(this.group);
    this.group.clear();
    this.parts = [];
    this.laid = null;
  }
}

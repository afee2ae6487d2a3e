/* ghost.ts - the run that is compared with the shown one: its bodies at the same instant, as if of glass. */
import { Group } from "three";
import { comparisonPoses, type Comparison } from "../drawing/comparison";
import { noSample } from "../drawing/sample";
import { bodyPart } from "./body_parts";
import { disposeAll } from "./meshes";
import type { Kit, SpacePart } from "./part";

const GLASS = 0.3;

export class Ghost {
  readonly group = new Group();
  private parts: SpacePart[] = [];
  private other: Comparison | null = null;

  build(kit: Omit<Kit, "scene">, other: Comparison | null): void {
    this.clear();
    this.other = other;
    if (!other) return;
    const all = { ...kit, scene: other.scene };
    this.parts = other.scene.bodies.map((_, i) => bodyPart(all, i, GLASS)).slice(1);
    for (const part of this.parts) this.group.add(part.object);
  }

  pose(): void {
    if (!this.other) return;
    const now = { scene: this.other.scene, poses: comparisonPoses(this.other), value: noSample };
    for (const part of this.parts) part.pose(now);
  }

  clear(): void {
    disposeAll(this.group);
    this.group.clear();
    this.parts = [];
    this.other = null;
  }
}

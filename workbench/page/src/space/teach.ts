/* teach.ts - teaching overlays in space: the mechanism at instants equally far apart, as if of glass, and the screw axes of its bodies. */
import { BufferAttribute, BufferGeometry, Group, Line, LineDashedMaterial, type Object3D } from "three";
import { ghostTimes } from "../drawing/overlay/ghosts";
import { ghostCount, isOn } from "../drawing/overlay_state";
import type { Played } from "../drawing/player";
import { posesAt } from "../drawing/poses";
import { noSample } from "../drawing/sample";
import { bodyPart } from "./body_parts";
import { disposeAll } from "./meshes";
import type { Instant, Kit } from "./part";
import { upOf } from "./vectors";

const GLASS = 0.12;
const MOST = 240; // bodies of all ghosts together
const REACH = 1; // sizes of the mechanism: how far an axis is drawn to either side

interface Axis {
  body: string;
  line: Line<BufferGeometry, LineDashedMaterial>;
}

export class Teach {
  private readonly group = new Group();
  private axes: Axis[] = [];

  constructor(parent: Object3D) {
    parent.add(this.group);
  }

  /* Reads what is on: called again when that changes. */
  build(bare: Omit<Kit, "scene" | "up">, now: Played | null): void {
    this.clear();
    if (!now || now.modes) return;
    const kit = { ...bare, up: upOf(now.scene.gravity) };
    if (isOn("ghosts")) this.addGhosts(kit, now);
    if (isOn("screws")) this.addAxes(kit, now);
  }

  private addGhosts(kit: Omit<Kit, "scene">, now: Played): void {
    const { scene, motion } = now;
    const most = Math.max(2, Math.floor(MOST / scene.bodies.length));
    for (const t of ghostTimes(now, Math.min(ghostCount.value, most))) {
      const instant: Instant = { scene, poses: posesAt(scene, motion, t), value: noSample };
      for (let body = 1; body < scene.bodies.length; body++) {
        const part = bodyPart({ ...kit, scene }, body, GLASS);
        part.pose(instant);
        this.group.add(part.object);
      }
    }
  }

  private addAxes({ paint }: Omit<Kit, "scene">, { scene, table }: Played): void {
    if (!table.diagram) return;
    const material = new LineDashedMaterial({
      color: paint.colour("accent"),
      dashSize: 0.05 * scene.size,
      gapSize: 0.025 * scene.size,
    });
    for (const { name } of scene.bodies.slice(1)) {
      const geometry = new BufferGeometry();
      geometry.setAttribute("position", new BufferAttribute(new Float32Array(6), 3));
      const line = new Line(geometry, material);
      line.frustumCulled = false; // it moves
      line.raycast = () => {};
      this.axes.push({ body: name, line });
      this.group.add(line);
    }
  }

  /* The axes of this instant; a body that only translates has none. */
  pose({ scene, value }: Instant): void {
    for (const { body, line } of this.axes) {
      const read = (part: string): number => value.diagram?.number(`${body}.screw.${part}`) ?? NaN;
      const [at, along] = [["x", "y", "z"].map(read), ["dx", "dy", "dz"].map(read)];
      line.visible = [...at, ...along].every(Number.isFinite);
      if (!line.visible) continue;
      const place = line.geometry.getAttribute("position");
      const far = REACH * scene.size;
      place.setXYZ(0, at[0]! - far * along[0]!, at[1]! - far * along[1]!, at[2]! - far * along[2]!);
      place.setXYZ(1, at[0]! + far * along[0]!, at[1]! + far * along[1]!, at[2]! + far * along[2]!);
      place.needsUpdate = true;
      line.computeLineDistances();
    }
  }

  private clear(): void {
    for (const { line } of this.axes) {
      line.geometry.dispose();
      line.material.dispose();
    }
    this.axes = [];
    disposeAll(this.group);
    this.group.clear();
  }
}

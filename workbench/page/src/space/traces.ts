/* traces.ts - paths of points in space over the whole motion: faint, and strong as far as it has come. */
import { Group } from "three";
import { Line2 } from "three/examples/jsm/lines/Line2.js";
import { LineGeometry } from "three/examples/jsm/lines/LineGeometry.js";
import { LineMaterial } from "three/examples/jsm/lines/LineMaterial.js";
import type { Scene } from "../engine/engine";
import { findPoint } from "../drawing/points";
import { placed, poseAt, rowAt, type Motion } from "../drawing/poses";
import type { Paint } from "./paint";

const PLACES = 600;

/* Places along the path of a point, and how many of them belong to one row. */
function tracePlaces(scene: Scene, motion: Motion, name: string): { places: number[]; perRow: number } | null {
  const point = findPoint(scene, name);
  const columns = point && motion.bodies[point.body];
  if (!point || !columns || motion.rows < 2) return null;
  const perRow = motion.timed ? Math.max(1, Math.ceil(PLACES / (motion.rows - 1))) : 1;
  const body = scene.bodies[point.body]!;
  const places: number[] = [];
  for (let i = 0; i <= (motion.rows - 1) * perRow; i++) {
    const row = Math.floor(i / perRow);
    const part = (i % perRow) / perRow;
    const h = row + 1 < motion.rows ? motion.t[row + 1]! - motion.t[row]! : 0;
    places.push(...placed(body, poseAt(columns, row, h, part), point.at));
  }
  return { places, perRow };
}

interface Trace {
  past: Line2;
  perRow: number;
}

export class Traces {
  readonly group = new Group();
  private faint = new LineMaterial({ linewidth: 1.5, transparent: true, opacity: 0.35 });
  private strong = new LineMaterial({ linewidth: 2.5 });
  private list: Trace[] = [];
  private motion: Motion | null = null;

  constructor(private paint: Paint) {
    this.refresh();
  }

  refresh(): void {
    this.faint.color.set(this.paint.text("trace"));
    this.strong.color.set(this.paint.text("trace"));
  }

  build(scene: Scene, motion: Motion | null, names: string[]): void {
    this.clear();
    this.motion = motion;
    for (const name of motion ? names : []) {
      const found = tracePlaces(scene, motion!, name);
      if (!found) continue;
      const [all, past] = [this.faint, this.strong].map((material) => {
        const geometry = new LineGeometry();
        geometry.setPositions(found.places);
        const line = new Line2(geometry, material);
        line.raycast = () => {};
        return line;
      }) as [Line2, Line2];
      this.group.add(all, past);
      this.list.push({ past, perRow: found.perRow });
    }
  }

  pose(time: number): void {
    if (!this.motion) return;
    const [row, part] = this.motion.timed ? rowAt(this.motion, time) : [0, 0];
    for (const { past, perRow } of this.list) past.geometry.instanceCount = Math.round((row + part) * perRow);
  }

  private clear(): void {
    for (const one of [...this.group.children]) {
      if (one instanceof Line2) one.geometry.dispose();
      this.group.remove(one);
    }
    this.list = [];
  }

  dispose(): void {
    this.clear();
    this.faint.dispose();
    this.strong.dispose();
  }
}

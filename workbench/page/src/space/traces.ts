/* traces.ts - paths of points in space over the whole motion: faint, and strong as far as it has come. */
import { Group } from "three";
import { Line2 } from "three/examples/jsm/lines/Line2.js";
import { LineGeometry } from "three/examples/jsm/lines/LineGeometry.js";
import { LineMaterial } from "three/examples/jsm/lines/LineMaterial.js";
import type { Scene } from "../engine/engine";
import { findPoint } from "../drawing/points";
import type { Motion } from "../drawing/poses";
import { placeAt, tracePath, type TracePath } from "../drawing/trace_path";
import type { Paint } from "./paint";

interface Trace {
  path: TracePath;
  past: Line2;
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
      const point = findPoint(scene, name);
      const path = point && tracePath(scene, motion!, point);
      if (!path) continue;
      const [all, past] = [this.faint, this.strong].map((material) => {
        const geometry = new LineGeometry();
        geometry.setPositions(path.at.flat());
        const line = new Line2(geometry, material);
        line.raycast = () => {};
        return line;
      }) as [Line2, Line2];
      this.group.add(all, past);
      this.list.push({ path, past });
    }
  }

  pose(time: number): void {
    for (const { path, past } of this.list) {
      const [place, part] = this.motion?.timed ? placeAt(path, time) : [0, 0];
      past.geometry.instanceCount = Math.round(place + part);
    }
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

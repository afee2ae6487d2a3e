/* work_grid.ts - the grid of the work plane, with the axes of the ground that lie in it, where one looks. */
import { BufferGeometry, Float32BufferAttribute, Group, LineSegments } from "three";
import type { Vec } from "../engine/engine";
import { gridStep } from "../tools/snap";
import { LinedPlane } from "./lined_plane";
import { axes, disposeAll } from "./meshes";
import type { Paint } from "./paint";
import { cross } from "./vectors";
import { fromPlane, onPlane, type WorkPlane } from "./work_plane";

const COLOURS = ["error", "ok", "accent"]; // of x, y and z, as elsewhere

export class WorkGrid {
  readonly group = new Group();
  private shown: WorkPlane | null = null;
  private lined: LinedPlane;
  private lines: LineSegments[] = []; // the two axes of the plane

  constructor(private paint: Paint) {
    this.lined = new LinedPlane(paint, "accent");
    this.group.add(this.lined.mesh);
    this.group.visible = false;
  }

  get plane(): WorkPlane | null {
    return this.shown;
  }

  set plane(plane: WorkPlane | null) {
    this.shown = plane;
    this.group.visible = plane !== null;
    if (!plane) return;
    axes(this.group, plane.x, plane.y, cross(plane.x, plane.y));
    this.drawAxes(plane);
  }

  private drawAxes(plane: WorkPlane): void {
    for (const line of this.lines) {
      this.group.remove(line);
      disposeAll(line);
    }
    this.lines = [plane.x, plane.y].map((way, i) => {
      const axis = way.findIndex((one) => Math.abs(one) > 1 - 1e-9);
      const geometry = new BufferGeometry();
      const ends = i === 0 ? [-1, 0, 0, 1, 0, 0] : [0, -1, 0, 0, 1, 0];
      geometry.setAttribute("position", new Float32BufferAttribute(ends, 3));
      const line = new LineSegments(geometry, this.paint.line(COLOURS[axis] ?? "line-strong", 0.8));
      line.renderOrder = -1;
      this.group.add(line);
      return line;
    });
  }

  refresh(): void {
    this.lined.refresh();
  }

  /* Round where one looks, in the steps that places snap to. */
  lay(target: Vec, scale: number, radius: number): void {
    const { shown } = this;
    if (!shown) return;
    const step = gridStep(scale);
    const whole = (x: number): number => Math.round(x / (5 * step)) * 5 * step;
    const [u, v] = onPlane(shown, target);
    const middle: [number, number] = [whole(u), whole(v)];
    const reach = Math.max(3 * radius, 60 * step);
    this.group.position.set(...fromPlane(shown, middle));
    this.lined.lay(step, reach, middle);
    for (const [i, line] of this.lines.entries()) {
      line.position.set(i === 0 ? 0 : -middle[0], i === 0 ? -middle[1] : 0, 0);
      line.scale.setScalar(reach);
    }
  }

  dispose(): void {
    this.lined.dispose();
    disposeAll(this.group);
  }
}

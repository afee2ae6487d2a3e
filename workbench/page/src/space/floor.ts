/* floor.ts - a level grid below the mechanism that fades out, with the shadow of what stands over it. */
import { Group, Mesh, PlaneGeometry, ShadowMaterial } from "three";
import type { Vec } from "../engine/engine";
import { roundLength } from "../drawing/grid";
import { LinedPlane } from "./lined_plane";
import { axes } from "./meshes";
import type { Paint } from "./paint";
import { cross, dot, levelOf, plus, times } from "./vectors";

export class Floor {
  readonly group = new Group();
  step = 1; // m between lines
  private lined: LinedPlane;
  private shade = new ShadowMaterial({ opacity: 0.16, depthWrite: false });
  private square = new PlaneGeometry(2, 2);
  private shadow = new Mesh(this.square, this.shade);

  constructor(private paint: Paint) {
    this.lined = new LinedPlane(paint, "line-strong");
    this.shadow.receiveShadow = true;
    this.shadow.renderOrder = -1;
    this.group.add(this.lined.mesh, this.shadow);
    this.refresh();
  }

  refresh(): void {
    this.lined.refresh();
    this.shade.opacity = this.paint.dark ? 0.5 : 0.15;
  }

  set showLines(on: boolean) {
    this.lined.mesh.visible = on;
  }

  /* Below a mechanism that reaches `radius` round `centre`, at a height along up. */
  lay(up: Vec, centre: Vec, height: number, radius: number): void {
    const [x, y] = levelOf(up);
    const reach = 3 * radius;
    const at = plus(plus(times(x, dot(x, centre)), times(y, dot(y, centre))), times(up, height));
    axes(this.group, x, y, cross(x, y));
    this.group.position.set(...at);
    this.step = roundLength(radius / 8);
    this.lined.lay(this.step, reach, [dot(x, centre), dot(y, centre)]);
    this.shadow.scale.setScalar(reach);
  }

  dispose(): void {
    this.square.dispose();
    this.lined.dispose();
    this.shade.dispose();
  }
}

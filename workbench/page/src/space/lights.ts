/* lights.ts - the light of the view of space: a sky, a sun whose shadow falls on the floor, and a lamp beside the eye. */
import { DirectionalLight, HemisphereLight, type Camera, type Object3D } from "three";
import type { Vec } from "../engine/engine";
import type { Extent } from "./orbit";
import { plus, times } from "./vectors";

export class Lights {
  private sky = new HemisphereLight(0xffffff, 0xffffff, 1);
  private sun = new DirectionalLight(0xffffff, 1);
  private lamp = new DirectionalLight(0xffffff, 1);

  constructor(stage: Object3D, camera: Camera) {
    this.sun.castShadow = true;
    this.sun.shadow.mapSize.set(1024, 1024);
    this.sun.shadow.intensity = 0.75;
    camera.add(this.lamp, this.lamp.target);
    this.lamp.position.set(0.3, 0.5, 1);
    this.lamp.target.position.set(0, 0, -1);
    stage.add(this.sky, this.sun, this.sun.target);
  }

  get shadows(): boolean {
    return this.sun.castShadow;
  }

  set shadows(on: boolean) {
    this.sun.castShadow = on;
  }

  /* Over what is seen; `level`: two directions of the level. */
  set({ centre, radius }: Extent, up: Vec, level: [Vec, Vec]): void {
    const over = plus(centre, times(up, 3 * radius));
    this.sun.position.set(...plus(over, plus(times(level[0], -1.2 * radius), times(level[1], -1.6 * radius))));
    this.sun.target.position.set(...centre);
    const { camera } = this.sun.shadow;
    camera.left = camera.bottom = -1.6 * radius;
    camera.right = camera.top = 1.6 * radius;
    camera.near = 0.2 * radius;
    camera.far = 8 * radius;
    camera.updateProjectionMatrix();
    this.sun.shadow.normalBias = 0.004 * radius;
    this.sun.shadow.radius = 3;
    this.sky.position.set(...up);
  }

  refresh(dark: boolean): void {
    this.sky.intensity = dark ? 1.5 : 2.1;
    this.sky.groundColor.set(dark ? 0x5a6672 : 0xaab4be);
    this.sun.intensity = dark ? 1.5 : 1.4;
    this.lamp.intensity = dark ? 0.9 : 1; // faces towards the eye are read by it
  }

  dispose(): void {
    this.sun.dispose();
  }
}

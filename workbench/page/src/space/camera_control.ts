/* camera_control.ts - the camera of the view of space: orbit, pan and zoom by mouse, fingers and keys; what is seen when all is to be seen. */
import { MOUSE, TOUCH, Vector3, type PerspectiveCamera } from "three";
import { OrbitControls } from "three/examples/jsm/controls/OrbitControls.js";
import type { Vec } from "../engine/engine";
import { against, extentOf, fitted, orbited, threeQuarters, type Sphere, type Extent, type CameraPose } from "./orbit";
import type { Place } from "./overlay";
import { distance, dot, levelOf, minus, plus, times, unit } from "./vectors";

const MARGIN = { x: 36, y: 52 }; // px: the bar over the drawing covers nothing
const GLIDE = 240; // ms
const ANGLE = 28; // degrees of view in perspective
const FLAT = 0.4; // degrees: from so far away that lines stay parallel, as nearly as can be seen
const FAR = 1.8; // times as far away as where all just fits: too far

export class CameraControl {
  moved = false; // the user has chosen what is seen
  extent: Extent = { centre: [0, 0, 0], radius: 1, low: 0 };
  carried: () => void = () => {}; // what must be seen is elsewhere
  private controls: OrbitControls | null = null;
  private balls: Sphere[] = [];
  private along: Vec = [0, 0, 0]; // m: how far the view has gone along with what drives away, and what it must hold with it
  private least = 1;
  private up: Vec = [0, 0, 1];
  private size = { width: 0, height: 0 };
  private gliding = 0;

  constructor(
    readonly camera: PerspectiveCamera,
    private canvas: HTMLCanvasElement,
    private changed: () => void,
  ) {
    this.upright([0, 0, 1]);
  }

  get upward(): Vec {
    return this.up;
  }

  get level(): [Vec, Vec] {
    return levelOf(this.up);
  }

  /* The controls take the upward direction once, when they are made. */
  private upright(up: Vec): void {
    const target = this.controls?.target.clone();
    const enabled = this.controls?.enabled ?? true;
    this.controls?.dispose();
    this.up = up;
    this.camera.up.set(...up);
    const controls = new OrbitControls(this.camera, this.canvas);
    controls.enableDamping = false;
    controls.zoomToCursor = true;
    controls.screenSpacePanning = true;
    controls.rotateSpeed = 0.9;
    controls.zoomSpeed = 1.1;
    controls.mouseButtons = { LEFT: MOUSE.ROTATE, MIDDLE: MOUSE.PAN, RIGHT: MOUSE.PAN };
    controls.touches = { ONE: TOUCH.ROTATE, TWO: TOUCH.DOLLY_PAN };
    controls.enabled = enabled;
    if (target) controls.target.copy(target);
    let held = false; // a click that moves nothing chooses no view
    controls.addEventListener("change", () => {
      if (held) this.moved = true;
      this.changed();
    });
    controls.addEventListener("start", () => {
      held = true;
      cancelAnimationFrame(this.gliding);
    });
    controls.addEventListener("end", () => (held = false));
    this.controls = controls;
  }

  /* False: the pointer belongs to something else. */
  set enabled(on: boolean) {
    if (this.controls) this.controls.enabled = on;
  }

  setBalls(balls: Sphere[], up: Vec, least: number): void {
    this.balls = balls;
    this.least = least;
    if (distance(up, this.up) > 1e-9) this.upright(up);
    this.extent = extentOf(balls, up, least);
    this.extent.centre = plus(this.extent.centre, this.along);
    this.bound();
  }

  /* What must be seen is now there, measured from where it begins. */
  private carry(along: Vec): Vec {
    const by = minus(along, this.along);
    this.along = along;
    if (Math.hypot(...by) > 0) {
      this.extent = { ...this.extent, centre: plus(this.extent.centre, by) };
      this.carried();
    }
    return by;
  }

  resize(width: number, height: number): void {
    const first = this.size.width === 0;
    this.size = { width, height };
    this.shape(width / height);
    if (first || !this.moved) this.fit(false);
  }

  shape(aspect: number): void {
    this.camera.aspect = aspect;
    this.camera.updateProjectionMatrix();
  }

  /* Where the eye looks. */
  get target(): Vec {
    return this.controls!.target.toArray() as Vec;
  }

  /* Without perspective what is seen is as large where the eye looks. */
  get parallel(): boolean {
    return this.camera.fov < 1;
  }

  set parallel(on: boolean) {
    if (on === this.parallel) return;
    const tangent = (): number => Math.tan((this.camera.fov * Math.PI) / 360);
    const { position, target } = this.standing;
    const before = tangent();
    this.camera.fov = on ? FLAT : ANGLE;
    this.bound();
    this.stand({ target, position: plus(target, times(minus(position, target), before / tangent())) });
  }

  /* How near and how far the eye may go. */
  private bound(): void {
    const { radius } = this.extent;
    const away = Math.tan((ANGLE * Math.PI) / 360) / Math.tan((this.camera.fov * Math.PI) / 360);
    if (this.controls)
      [this.controls.minDistance, this.controls.maxDistance] = [0.02 * radius * away, 60 * radius * away];
  }

  /* ---- where it stands ---- */

  private get standing(): CameraPose {
    return { position: this.camera.position.toArray() as Vec, target: this.controls!.target.toArray() as Vec };
  }

  private stand({ position, target }: CameraPose): void {
    this.camera.position.set(...position);
    this.controls!.target.set(...target);
    this.controls!.update();
    this.changed();
  }

  private go(to: CameraPose, glide: boolean): void {
    cancelAnimationFrame(this.gliding);
    const from = this.standing;
    const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
    if (!glide || still || distance(from.position, from.target) === 0) return this.stand(to);
    const begun = performance.now();
    const [near, far] = [minus(from.position, from.target), minus(to.position, to.target)];
    const [a, b] = [Math.hypot(...near), Math.hypot(...far)];
    const step = (now: number): void => {
      const passed = Math.min(Math.max((now - begun) / GLIDE, 0), 1);
      const part = passed * passed * (3 - 2 * passed);
      const mix = (p: Vec, q: Vec): Vec => plus(times(p, 1 - part), times(q, part));
      const way = unit(mix(unit(near), unit(far)), unit(far));
      const target = mix(from.target, to.target);
      this.stand(passed < 1 ? { target, position: plus(target, times(way, a * Math.pow(b / a, part))) } : to);
      if (passed < 1) this.gliding = requestAnimationFrame(step);
    };
    this.gliding = requestAnimationFrame(step);
  }

  private towards(): Vec {
    const { position, target } = this.standing;
    return unit(minus(position, target), threeQuarters(this.up));
  }

  private fittedFrom(from: Vec): CameraPose {
    const { width, height } = this.size;
    const tangent = Math.tan((this.camera.fov * Math.PI) / 360);
    const inner = (size: number, margin: number): number => Math.max(1 - (2 * margin) / size, 0.4);
    const tangents: [number, number] = [
      tangent * this.camera.aspect * inner(width, MARGIN.x),
      tangent * inner(height, MARGIN.y),
    ];
    const { position, target } = fitted(this.balls, from, this.up, tangents, this.least);
    return { position: plus(position, this.along), target: plus(target, this.along) };
  }

  fit(glide: boolean): void {
    this.moved = false;
    if (this.size.width > 0) this.go(this.fittedFrom(this.towards()), glide);
  }

  /* Begins anew: from the side from which a new model is shown. */
  home(): void {
    this.moved = false;
    this.carry([0, 0, 0]);
    if (this.size.width > 0) this.go(this.fittedFrom(threeQuarters(this.up)), false);
    else {
      const from = threeQuarters(this.up);
      this.stand({
        position: plus(this.extent.centre, times(from, 5 * this.extent.radius)),
        target: this.extent.centre,
      });
    }
  }

  /* Against an axis of the ground; null: from the side, above. */
  look(axis: Vec | null): void {
    this.moved = false;
    if (this.size.width === 0) return;
    const from = axis ? against(axis, this.up) : threeQuarters(this.up);
    this.go(this.fittedFrom(from), true);
  }

  orbit(round: number, over: number): void {
    this.moved = true;
    this.go(orbited(this.standing, this.up, round, over), false);
  }

  private shift(by: Vec): void {
    const { position, target } = this.standing;
    this.stand({ position: plus(position, by), target: plus(target, by) });
  }

  /* Begins to go along with what is in the middle now, where it is seen; where it is out of sight, the eye looks at it. */
  meet(along: Vec, middle: Vec): void {
    this.carry(along);
    if (!this.sees(middle)) this.shift(minus(middle, this.target));
  }

  goAlong(along: Vec): void {
    const by = this.carry(along);
    if (Math.hypot(...by) > 0) this.shift(by);
  }

  /* What must be seen is again where it begins; the eye stays. */
  stayBehind(): void {
    this.carry([0, 0, 0]);
  }

  zoom(factor: number): void {
    this.moved = true;
    const { position, target } = this.standing;
    const reach = distance(position, target) / factor;
    const { minDistance, maxDistance } = this.controls!;
    const bounded = Math.min(Math.max(reach, minDistance), maxDistance);
    this.go({ target, position: plus(target, times(this.towards(), bounded)) }, false);
  }

  /* Whether the window shows the whole motion, and not from far away. */
  suits(): boolean {
    if (this.size.width === 0) return true;
    const [now, best] = [this.standing, this.fittedFrom(this.towards())];
    const far = distance(now.position, now.target) > FAR * distance(best.position, best.target);
    return !far && this.holds();
  }

  private sees(at: Vec): boolean {
    const { width, height } = this.size;
    const there = this.project(at, width, height);
    return there !== null && there[0] >= 0 && there[1] >= 0 && there[0] <= width && there[1] <= height;
  }

  private holds(): boolean {
    return this.balls.every(({ at }) => this.sees(plus(at, this.along)));
  }

  /* ---- what it sees ---- */

  beforeFrame(): void {
    const { centre, radius } = this.extent;
    const { position, target } = this.standing;
    const [less, more] = [distance(position, centre), distance(position, target)].sort((a, b) => a - b);
    this.camera.near = Math.max(less! - 8 * radius, less! / 400, radius / 400);
    this.camera.far = more! + 8 * radius;
    this.camera.updateProjectionMatrix();
    this.camera.updateMatrixWorld();
  }

  project(at: Vec, width: number, height: number): Place | null {
    this.camera.updateMatrixWorld();
    const there = new Vector3(...at).applyMatrix4(this.camera.matrixWorldInverse);
    if (there.z >= 0) return null;
    there.applyMatrix4(this.camera.projectionMatrix);
    return [((there.x + 1) / 2) * width, ((1 - there.y) / 2) * height];
  }

  /* Right, up and towards the eye, on the axes of the ground. */
  screen(): [Vec, Vec, Vec] {
    this.camera.updateMatrixWorld();
    const e = this.camera.matrixWorld.elements;
    return [
      [e[0], e[1], e[2]],
      [e[4], e[5], e[6]],
      [e[8], e[9], e[10]],
    ];
  }

  /* px for a metre at a place. */
  metreAt(at: Vec, height: number): number {
    const away = dot(minus(this.camera.position.toArray() as Vec, at), this.screen()[2]);
    return height / (2 * Math.tan((this.camera.fov * Math.PI) / 360) * Math.max(away, 1e-12));
  }

  /* px for a metre at the target. */
  metre(height: number): number {
    const { position, target } = this.standing;
    return height / (2 * Math.tan((this.camera.fov * Math.PI) / 360) * Math.max(distance(position, target), 1e-12));
  }

  dispose(): void {
    cancelAnimationFrame(this.gliding);
    this.controls?.dispose();
  }
}

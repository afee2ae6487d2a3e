/* plane_view.ts - the planar drawing: parts in the layers of one SVG, laid out when the zoom changes, posed in each frame.
 *
 * Nothing here goes through Preact: a frame sets the transforms of groups and a few paths, so that a hundred bodies move at sixty
 * frames a second.
 */
import { signal } from "@preact/signals";
import type { Pose, Scene } from "../engine/engine";
import { emptyHeight } from "../shell/display_units";
import type { Selected } from "../state/selection";
import { fit, pan, toModel, toScreen, zoomAt, type Box, type Camera, type Point, type Size } from "./camera";
import { exportSvg, type PictureLook } from "./export_svg";
import { extentOf } from "./extent";
import { Grid } from "./grid";
import { Gravity } from "./gravity";
import { Labels } from "./labels";
import { inBox } from "./box_hits";
import { concealedIn, type IsConcealed } from "./concealed";
import { LoosePoints, looseNames } from "./loose_points";
import { makeLayers, type Layers } from "./layers";
import { FAR, FAR_AFTER_EDITS, marginsIn } from "./margins";
import type { Instant, Part, Pen } from "./part";
import { PartSet } from "./part_set";
import type { PaintedParts } from "./painted_parts";
import { hitsAt } from "./part_hits";
import { pointsOf, type ShownPoint } from "./points";
import type { Motion } from "./poses";
import { noSample, type Sample } from "./sample";
import type { Claim, Frame, Stage } from "./stage";
import { paintSvg, type FrameCapture, type Viewer } from "./viewer";

const REACH = 8; // px
const LINES = 90; // px: of words that come and go in the line of the status
export const CROWD = 150; // bodies: from here on each needs ROOM for a mark of its own
export const ROOM = 22; // px

export interface Shown {
  grid: boolean;
  masses: boolean;
  names: boolean;
}

/* Something drawn over the mechanism in each frame: traces, arrows. */
export interface Overlay {
  draw(now: Instant, camera: Camera): void;
}

export class PlaneView implements Stage, Viewer {
  readonly layers: Layers;
  readonly camera = signal<Camera>({ scale: 300, x0: 200, y0: 200 });
  readonly overlays: Overlay[] = [];
  under: Box | null = null;
  moved = false; // the user has chosen what is seen
  private points: ShownPoint[] = [];
  private given: Scene | null = null; // by the page
  private scene: Scene | null = null; // as drawn
  private motion: Motion | null = null;
  private reach: Pose[][] = [];
  private last: Frame | null = null;
  private draggedPoses: Pose[] | null = null;
  private size: Size = { width: 0, height: 0 };
  private laidOut = ""; // what the last layout of all was for
  private unlaid: Set<Part> | null = null; // a scene came since: parts that are laid out for it in any case
  private listeners = new Set<(frame: Frame, camera: Camera) => void>();
  private claims: Claim[] = [];
  private drawn: PartSet;
  private grid: Grid;
  private gravity: Gravity;
  private labels: Labels;
  private loose: LoosePoints;
  private show: Shown = { grid: true, masses: true, names: false };
  private waiting = 0;
  private visible: Part[] = [];
  private hidden: readonly Selected[] = [];
  private isConcealed: IsConcealed = () => false;
  private tellParts: (parts: Part[]) => void = () => {};
  onFrameRequest: () => void = () => {}; // a new frame is wanted
  bring: () => void = () => {}; // sets the poses of the clock's instant, now
  painted: PaintedParts | null = null; // where many parts may be painted while they move

  constructor(readonly svg: SVGSVGElement) {
    this.layers = makeLayers(svg);
    this.drawn = new PartSet(this.layers);
    this.grid = new Grid(this.layers.of.grid, this.layers.screen);
    this.gravity = new Gravity(this.layers.screen);
    this.labels = new Labels(this.layers.of.labels);
    this.loose = new LoosePoints(this.layers.of.bodies);
  }

  /* ---- what is drawn ---- */

  /* reach: poses that must have their place in the window, where there is no motion that says so */
  setScene(scene: Scene, motion: Motion | null, reach: Pose[][] = []): void {
    this.motion = motion;
    this.reach = reach;
    this.laidOut = "";
    this.draggedPoses = null;
    this.given = scene;
    this.build(scene);
  }

  showScene(tried: Scene | null): void {
    const scene = tried ?? this.given;
    if (!scene || scene === this.scene) return;
    this.build(scene);
    if (tried) this.draw();
    else this.onFrameRequest();
  }

  private build(scene: Scene): void {
    if (scene === this.scene) return;
    this.painted?.settle();
    this.scene = scene;
    this.isConcealed = concealedIn(scene, this.hidden);
    const fresh = this.drawn.build(scene);
    this.conceal();
    /* joints are drawn as long as they travel: that is not in what they are made of */
    const joints = this.parts.filter((part) => part.selected.kind === "joint");
    this.unlaid = new Set([...(this.unlaid ?? []), ...fresh, ...joints]);
    this.loose.build(scene);
    const poses = scene.bodies.map((body) => body.pose);
    this.last = { scene, poses, time: 0, value: noSample, moving: false };
  }

  /* Those that are drawn. */
  get parts(): Part[] {
    return this.visible;
  }

  /* Told of the parts when they change. */
  set onParts(tell: (parts: Part[]) => void) {
    this.tellParts = tell;
    this.drawn.onParts = (parts) => tell(parts.filter(({ selected }) => !this.isConcealed(selected)));
  }

  setHidden(list: readonly Selected[]): void {
    this.hidden = list;
    this.isConcealed = concealedIn(this.scene, list);
    this.conceal();
    this.tellParts(this.visible);
    this.laidOut = "";
    this.redraw();
  }

  /* What is hidden is neither drawn nor found by the pointer. */
  private conceal(): void {
    for (const { element, selected } of [...this.drawn.parts, ...this.drawn.masses])
      element.toggleAttribute("data-hidden", this.isConcealed(selected));
    this.visible = this.drawn.parts.filter(({ selected }) => !this.isConcealed(selected));
    this.points = this.scene
      ? pointsOf(this.scene).filter(({ name }) => !this.isConcealed({ kind: "point", name }))
      : [];
    if (this.scene) this.labels.build(this.scene, this.parts, this.points);
  }

  setShown(show: Shown): void {
    this.show = show;
    this.redraw();
  }

  /* Marks that would lie on one another say nothing, and take their time in each frame: they come where one zooms in. */
  private get massesSeen(): boolean {
    if (!this.show.masses) return false;
    const { size, bodies } = this.scene!;
    return bodies.length < CROWD || (this.camera.value.scale * size) / Math.sqrt(bodies.length) > ROOM;
  }

  /* The instant to show. The poses of a hand go before. */
  set(poses: Pose[], time: number, value: Sample = noSample): void {
    if (!this.scene || this.scene !== this.given || poses.length !== this.scene.bodies.length) return;
    this.last = {
      scene: this.scene,
      poses: this.draggedPoses ?? poses,
      time,
      value,
      moving: this.motion !== null && !this.draggedPoses,
    };
    this.painted?.comes(this.parts.length);
    this.draw();
  }

  pen(camera: Camera): Pen {
    const size = this.scene?.size ?? 1;
    return {
      scale: camera.scale,
      half: Math.min(Math.max(camera.scale * size * 0.014, 3.5), 11),
      travel: (joint) => this.travel(joint),
    };
  }

  private travel(name: string): [number, number] | null {
    const joint = this.scene!.joints.find((one) => one.name === name);
    const coordinate = joint?.coordinates.find((one) => one.channel === `${name}.displacement`);
    const start = coordinate?.value ?? 0;
    const spare = 0.12 * this.scene!.size;
    const [low, high] = this.ranges(`${name}.displacement`) ?? [start - spare, start + spare];
    return [Math.min(low, start), Math.max(high, start)];
  }

  /* Smallest and largest value of a channel of the table that is played. */
  ranges: (channel: string) => [number, number] | null = () => null;

  draw(): void {
    const { last } = this;
    const camera = this.camera.value;
    if (!last || this.size.width === 0 || this.painted?.waits()) return;
    const now: Instant = { ...last, scale: camera.scale, taken: [] };
    if (this.needsLayout(camera)) this.loose.layout(camera.scale);
    const pose = (): void => this.poseParts(now, camera);
    if (this.painted) this.painted.show(pose, camera, this.size);
    else pose();
    for (const overlay of this.overlays) overlay.draw(now, camera);
    this.labels.pose(now, this.show.names, { x: -camera.x0, y: -camera.y0, ...this.size });
    for (const listener of this.listeners) listener(last, camera);
  }

  private poseParts(now: Instant, camera: Camera): void {
    this.layOut(camera);
    for (const part of this.parts) part.pose(now);
    const masses = this.massesSeen;
    this.layers.of.forces.classList.toggle("no-masses", !masses);
    if (masses) for (const part of this.drawn.masses) part.pose(now);
  }

  private layoutFor({ scale }: Camera): string {
    return `${scale} ${this.scene!.size}`;
  }

  private needsLayout(camera: Camera): boolean {
    return this.unlaid !== null || this.layoutFor(camera) !== this.laidOut;
  }

  /* All parts where what they are drawn with has changed, else what is new. */
  private layOut(camera: Camera): void {
    if (!this.needsLayout(camera)) return;
    const all = this.layoutFor(camera) !== this.laidOut;
    const pen = this.pen(camera);
    for (const part of this.parts) if (all || this.unlaid!.has(part)) part.layout(pen);
    this.laidOut = this.layoutFor(camera);
    this.unlaid = null;
  }

  /* In the next frame, once. */
  redraw(): void {
    if (!this.waiting)
      this.waiting = requestAnimationFrame(() => {
        this.waiting = 0;
        this.place();
        this.draw();
      });
  }

  private place(): void {
    const camera = this.camera.value;
    this.layers.world.setAttribute("transform", `translate(${camera.x0} ${camera.y0})`);
    this.grid.draw(camera, this.size, this.show.grid);
    this.gravity.draw(this.scene?.gravity ?? [0, 0, 0], this.size);
  }

  /* ---- the camera ---- */

  setCamera(camera: Camera): void {
    this.camera.value = camera;
    this.redraw();
  }

  panBy(dx: number, dy: number): void {
    this.moved = true;
    this.setCamera(pan(this.camera.value, dx, dy));
  }

  zoomBy(clientX: number, clientY: number, factor: number): void {
    const { left, top } = this.svg.getBoundingClientRect();
    this.moved = true;
    this.setCamera(zoomAt(this.camera.value, clientX - left, clientY - top, factor));
  }

  zoomCentre(factor: number): void {
    this.moved = true;
    this.setCamera(zoomAt(this.camera.value, this.size.width / 2, this.size.height / 2, factor));
  }

  resize(size: Size): void {
    const before = this.size;
    const saw = this.suits(true);
    this.size = size;
    this.svg.setAttribute("viewBox", `0 0 ${size.width} ${size.height}`);
    /* a line more or less below the drawing moves nothing in it, unless it would cut off what was seen whole */
    const line = before.width === size.width && Math.abs(before.height - size.height) < LINES;
    const hardly = line && (!saw || this.suits(true));
    if (before.width === 0 || (!this.moved && !hardly)) this.fit();
    else this.redraw();
  }

  width(): number {
    return this.size.width;
  }

  height(): number {
    return this.size.height;
  }

  extent(): Box | null {
    const empty = !this.scene || this.scene.bodies.length < 2;
    return empty && this.under ? this.under : this.scene && extentOf(this.scene, this.motion, this.reach);
  }

  fit(): void {
    this.moved = false;
    const box = this.extent();
    if (box && this.size.width > 0) this.setCamera(fit(box, this.size, marginsIn(this.size), emptyHeight()));
    else this.redraw();
  }

  /* Whether the window shows the whole motion, and not from far away; an edit, and its undo, leave the view alone as far as they can. */
  suits(edited = false): boolean {
    const box = this.extent();
    if (!box || this.size.width === 0) return true;
    const best = fit(box, this.size, marginsIn(this.size), emptyHeight());
    return this.camera.value.scale > best.scale / (edited ? FAR_AFTER_EDITS : FAR) && this.holds();
  }

  private holds(): boolean {
    const box = this.extent();
    const { width, height } = this.size;
    if (!box || !(box.left <= box.right)) return true;
    const [left, top] = toModel(this.camera.value, 0, 0);
    const [right, bottom] = toModel(this.camera.value, width, height);
    return box.left >= left && box.right <= right && box.top <= top && box.bottom >= bottom;
  }

  /* ---- for others ---- */

  frame(): Frame | null {
    return this.last;
  }

  toModel(clientX: number, clientY: number): Point {
    const { left, top } = this.svg.getBoundingClientRect();
    return toModel(this.camera.value, clientX - left, clientY - top);
  }

  toClient(x: number, y: number): Point {
    const { left, top } = this.svg.getBoundingClientRect();
    const [px, py] = toScreen(this.camera.value, x, y);
    return [left + px, top + py];
  }

  hitTest(clientX: number, clientY: number, reach = REACH): Selected[] {
    const frame = this.last;
    if (!frame) return [];
    const { left, top } = this.svg.getBoundingClientRect();
    const { scale, x0, y0 } = this.camera.value;
    const p: Point = [clientX - left - x0, clientY - top - y0];
    return hitsAt(p, reach, this.parts, this.points, { ...frame, scale });
  }

  hitBox(from: Point, to: Point, touching: boolean): Selected[] {
    if (!this.last) return [];
    this.painted?.settle(); // the browser is asked where elements are
    const { left, top } = this.svg.getBoundingClientRect();
    const { scale, x0, y0 } = this.camera.value;
    const origin: Point = [left + x0, top + y0];
    const box = {
      left: Math.min(from[0], to[0]) - origin[0],
      right: Math.max(from[0], to[0]) - origin[0],
      top: Math.min(from[1], to[1]) - origin[1],
      bottom: Math.max(from[1], to[1]) - origin[1],
    };
    const points = this.points.filter(({ body }) => body >= 0 || !this.last!.moving); // where the drawing is not shown, its points are not
    return inBox(this.parts, points, { ...this.last, scale }, box, touching, origin);
  }

  everything(): Selected[] {
    const parts = this.parts.map((part) => part.selected).filter(({ name }) => name !== "ground");
    const loose = (this.scene ? looseNames(this.scene) : []).map((name): Selected => ({ kind: "point", name }));
    return [...loose.filter((one) => !this.isConcealed(one)), ...parts.reverse()];
  }

  showPoses(poses: Pose[] | null): void {
    this.draggedPoses = poses;
    if (poses && this.last) {
      this.last = { ...this.last, poses, moving: false };
      this.painted?.comes(this.parts.length);
      this.draw();
    } else this.onFrameRequest();
  }

  onFrame(listener: (frame: Frame, camera: Camera) => void): () => void {
    this.listeners.add(listener);
    if (this.last) listener(this.last, this.camera.value);
    return () => this.listeners.delete(listener);
  }

  claim(claim: Claim): () => void {
    this.claims.push(claim);
    return () => {
      this.claims = this.claims.filter((one) => one !== claim);
    };
  }

  claimed(event: PointerEvent): boolean {
    const hits = this.hitTest(event.clientX, event.clientY);
    return [...this.claims].reverse().some((one) => one(event, hits));
  }

  locate(what: Selected): Point | null {
    const part = this.parts.find(({ selected }) => selected.kind === what.kind && selected.name === what.name);
    const { x0, y0 } = this.camera.value;
    return part ? [x0 + part.anchor[0], y0 + part.anchor[1]] : null;
  }

  snapshotSvg(): string {
    return this.exportSvg();
  }

  capture(canvas: HTMLCanvasElement): FrameCapture {
    return {
      take: () => {
        this.bring();
        return paintSvg(this.exportSvg(), canvas);
      },
      end: () => {},
    };
  }

  exportSvg(look?: PictureLook): string {
    this.painted?.settle();
    return exportSvg(this.svg, this.size, look);
  }

  dispose(): void {
    this.painted?.dispose();
    cancelAnimationFrame(this.waiting);
  }
}

/* world.ts - the mechanism in space: its parts in one three.js scene, placed in each frame and drawn only when something changed. */
import { Group, PerspectiveCamera, Scene as Stage, type Object3D, type WebGLRenderer } from "three";
import type { Pose, Scene, Vec } from "../engine/engine";
import type { Sight } from "./dimension_figures";
import type { Comparison } from "../drawing/comparison";
import { posesAtRow, type Motion } from "../drawing/poses";
import { pointsOf, type ShownPoint } from "../drawing/points";
import { noSample, type Sample } from "../drawing/sample";
import type { Frame } from "../drawing/stage";
import { outlook, sized, type FrameCapture, type Viewer } from "../drawing/viewer";
import { markedByAny, type Selected } from "../state/selection";
import { Arrows } from "./arrows";
import { Batches } from "./batches";
import { CameraControl } from "./camera_control";
import { Floor } from "./floor";
import { Lights } from "./lights";
import { Ghost } from "./ghost";
import { Highlight } from "./highlight";
import { disposeAll, Forms } from "./meshes";
import { MeshStore } from "./mesh_store";
import { Overlay, type Place, type Written } from "./overlay";
import { Pace } from "./pace";
import { Paint } from "./paint";
import { type Instant, type Kit, type SpacePart } from "./part";
import { Picker } from "./picker";
import { resolutionOf } from "./bounding_spheres";
import { rendererOn } from "./renderer";
import { SceneParts } from "./scene_parts";
import { Teach } from "./teach";
import { cuttingPlane, type Section } from "./section";
import { Traces } from "./traces";
import { WorkGrid } from "./work_grid";
import type { Ray, WorkPlane } from "./work_plane";
import { writtenOver, type Shown } from "./writing";
import { upOf } from "./vectors";

const REACH = 8; // px

const same = (a: Selected, b: Selected | null): boolean => a.kind === b?.kind && a.name === b.name;

export class World implements Viewer {
  readonly eye: CameraControl;
  private renderer: WebGLRenderer;
  private stage = new Stage();
  private inner = new Group(); // what belongs to the scene on show
  private built = new SceneParts(this.inner);
  private painter = new Paint();
  private forms = new Forms(this.painter);
  private files = new MeshStore(() => this.grow());
  private batches = new Batches();
  private floor = new Floor(this.painter);
  private traces = new Traces(this.painter);
  private arrows: Arrows | null = null;
  private ghost = new Ghost();
  readonly teach = new Teach(this.stage);
  private highlight = new Highlight();
  private overlay = new Overlay(this.painter);
  private lights: Lights;
  private workGrid = new WorkGrid(this.painter);
  private scene: Scene | null = null;
  private motion: Motion | null = null;
  private points: ShownPoint[] = [];
  private grain = 1;
  private last: Frame | null = null;
  private draggedPoses: Pose[] | null = null;
  private show: Shown = { grid: true, masses: true, names: false };
  private marked: [chosen: readonly Selected[], pointed: Selected | null] = [[], null];
  private size = { width: 0, height: 0 };
  private waiting = 0;
  private reach: Pose[][] = [];
  private pace = new Pace();
  private listeners = new Set<(frame: Frame) => void>();
  private picker: Picker;
  private cut: Section | null = null;
  private shooting = false; // pictures are made of it: the page waits
  onFrameRequest: () => void = () => {}; // a new frame is wanted
  bring: () => void = () => {}; // sets the poses of the clock's instant, now
  goAlong: (now: Instant) => void = () => {}; // moves the eye before a frame is drawn
  writeOver: (pen: CanvasRenderingContext2D, now: Frame, sight: Sight, colour: (name: string) => string) => void =
    () => {}; // on pictures, what the page lays over
  ranges: (channel: string) => [number, number] | null = () => null;

  constructor(
    readonly canvas: HTMLCanvasElement,
    private sheet: HTMLCanvasElement,
  ) {
    this.renderer = rendererOn(canvas);
    this.stage.matrixWorldAutoUpdate = false; // once a frame, not once for each pass
    this.eye = new CameraControl(new PerspectiveCamera(28, 1), canvas, () => this.redraw());
    this.eye.carried = () => this.layFloor();
    this.picker = new Picker(this.eye, canvas);
    this.lights = new Lights(this.stage, this.eye.camera);
    const { batches, floor, traces, ghost, workGrid } = this;
    this.stage.add(this.inner, ...[batches, floor, traces, ghost, workGrid].map(({ group }) => group), this.eye.camera);
    this.refresh();
  }

  /* ---- what is drawn ---- */

  /* reach: poses that must be seen where there is no motion that says so */
  setScene(scene: Scene, motion: Motion | null, reach: Pose[][] = []): void {
    this.clear();
    this.files.begin();
    this.scene = scene;
    this.motion = motion;
    this.draggedPoses = null;
    this.last = null; // its poses are of other bodies
    this.grain = resolutionOf(scene);
    this.forms.begin(scene.bodies.length);
    const kit: Kit = { ...this.kit, scene, up: upOf(scene.gravity) };
    this.built.build(kit);
    this.batches.build(this.parts.map((part) => part.object));
    this.arrows = new Arrows(this.forms, this.grain);
    this.inner.add(this.arrows.group);
    this.points = pointsOf(scene).filter((point) => point.body >= 0);
    const moves = motion !== null && motion.rows > 0;
    const first = reach[0] ?? (moves ? posesAtRow(scene, motion, 0) : scene.bodies.map((body) => body.pose));
    const start: Instant = { scene, poses: first, value: noSample };
    for (const part of this.parts) part.pose(start);
    this.reach = reach;
    this.encompass(scene);
    if (this.cut) this.setSection(this.cut);
    this.mark(...this.marked);
  }

  /* What must be seen of the scene, and the floor below it. */
  private encompass(scene: Scene): void {
    const balls = this.built.balls(scene, this.motion, this.reach);
    this.eye.setBalls(balls, upOf(scene.gravity), scene.size > 0 ? scene.size : 1);
    this.layFloor();
  }

  /* Files of triangles have come: bodies are larger than they were. */
  private grow(): void {
    if (!this.scene) return;
    this.encompass(this.scene);
    if (!this.eye.moved) this.eye.fit(false);
    this.mark(...this.marked);
  }

  /* A scene of the same elements, some of them moved or changed: only these are built anew, and what is seen stays where it is. */
  tryScene(scene: Scene): void {
    const kit: Kit = { ...this.kit, scene, up: upOf(scene.gravity) };
    const changed = this.scene && this.built.change(kit);
    if (!changed) return this.setScene(scene, null);
    this.scene = scene;
    this.motion = null;
    this.points = pointsOf(scene).filter((point) => point.body >= 0);
    if (this.last) this.last = { ...this.last, scene, poses: scene.bodies.map(({ pose }) => pose), moving: false };
    this.batches.leave(changed.map(({ object }) => object));
    if (changed.length > 0) this.mark(...this.marked);
  }

  get parts(): SpacePart[] {
    return this.built.all;
  }

  get kit(): Omit<Kit, "scene" | "up"> {
    const { painter: paint, forms, files, grain } = this;
    return { grain, paint, forms, files, range: (channel) => this.ranges(channel) };
  }

  setGhost(laid: Comparison | null): void {
    this.ghost.build({ ...this.kit, up: upOf(laid?.scene.gravity ?? [0, 0, 0]) }, laid);
    this.redraw();
  }

  private layFloor(): void {
    const { extent, upward, level } = this.eye;
    this.floor.lay(upward, extent.centre, extent.low - 0.004 * this.grain, extent.radius);
    this.showGrids();
    this.lights.set(extent, upward, level);
  }

  private clear(): void {
    this.highlight.mark([], []);
    this.arrows?.dispose();
    this.batches.clear();
    disposeAll(this.inner);
    this.inner.clear();
    this.built.clear();
  }

  /* Cut by a plane; null: whole. */
  setSection(by: Section | null): void {
    this.cut = by;
    this.painter.cut(by && cuttingPlane(by, this.eye.extent));
    this.redraw();
  }

  setTraces(names: string[]): void {
    if (this.scene) this.traces.build(this.scene, this.motion, names);
    this.redraw();
  }

  setShown(show: Shown): void {
    this.show = show;
    if (this.scene) this.layFloor();
    this.redraw();
  }

  mark(chosen: readonly Selected[], pointed: Selected | null): void {
    this.marked = [chosen, pointed];
    const all = this.parts.map((part) => part.selected);
    const objects = (what: readonly Selected[]): Object3D[] => {
      const isMarked = markedByAny(what, all);
      return this.parts.filter((part) => isMarked(part.selected)).map((part) => part.object);
    };
    const under = pointed && !chosen.some((one) => same(one, pointed)) ? [pointed] : [];
    this.highlight.mark(objects(chosen), objects(under));
    this.redraw();
  }

  /* The instant to show. The poses of a hand go before. */
  set(poses: Pose[], time: number, value: Sample = noSample): void {
    if (!this.scene) return;
    this.last = {
      scene: this.scene,
      poses: this.draggedPoses ?? poses,
      time,
      value,
      moving: this.motion !== null && !this.draggedPoses,
    };
    this.redraw();
  }

  showPoses(poses: Pose[] | null): void {
    this.draggedPoses = poses;
    if (poses && this.last) {
      this.last = { ...this.last, poses, moving: false };
      this.redraw();
    } else this.onFrameRequest();
  }

  /* After a change between light and dark. */
  refresh(): void {
    this.painter.refresh();
    this.renderer.setClearColor(this.painter.colour("paper"), 1);
    this.lights.refresh(this.painter.dark);
    this.workGrid.refresh();
    this.floor.refresh();
    this.traces.refresh();
    this.highlight.colour(this.painter.text("accent"));
    this.redraw();
  }

  /* ---- frames ---- */

  resize(width: number, height: number): void {
    this.size = { width, height };
    if (this.shooting) return;
    this.renderer.setPixelRatio(this.lights.shadows ? Math.min(devicePixelRatio || 1, 2) : 1);
    this.renderer.setSize(width, height, false);
    this.eye.resize(width, height);
    this.redraw();
  }

  /* In the next frame, once. */
  redraw(): void {
    if (!this.waiting && this.renderer)
      this.waiting = requestAnimationFrame(() => {
        this.waiting = 0;
        this.draw();
      });
  }

  /* Where frames come slowly, shadows and fine pixels are given up. */
  private keepPace(): void {
    if (!this.pace.falls(performance.now()) || !this.lights.shadows) return;
    this.lights.shadows = false;
    this.resize(this.size.width, this.size.height);
  }

  private draw(): void {
    const { last, size } = this;
    if (!last || size.width === 0 || this.shooting) return;
    this.keepPace();
    this.place(last);
    this.render();
    const ratio = this.renderer.getPixelRatio();
    const [width, height] = [Math.round(size.width * ratio), Math.round(size.height * ratio)];
    sized(this.sheet, width, height);
    const pen = this.sheet.getContext("2d")!;
    pen.setTransform(ratio, 0, 0, ratio, 0, 0);
    pen.clearRect(0, 0, size.width, size.height);
    const written = this.written(last, size.width, size.height);
    this.overlay.draw(pen, written);
    outlook.value = [written.right, written.up];
    for (const listener of this.listeners) listener(last);
  }

  private place(now: Frame): void {
    this.goAlong(now);
    for (const part of this.parts) part.pose(now);
    this.arrows?.draw(now, this.scale);
    this.traces.pose(now.time);
    this.ghost.pose();
    this.teach.pose(now);
  }

  private render(): void {
    this.eye.beforeFrame();
    this.workGrid.lay(this.eye.target, this.scale, this.eye.extent.radius);
    this.stage.updateMatrixWorld();
    this.batches.follow();
    this.renderer.render(this.stage, this.eye.camera);
    this.highlight.draw(this.renderer, this.stage, this.eye.camera);
  }

  private written(now: Frame, width: number, height: number): Written {
    const { eye, show, arrows, floor, parts, points } = this;
    return writtenOver(now, eye, width, height, {
      show,
      parts,
      points,
      marked: this.marked,
      step: floor.step,
      legend: arrows?.legend ?? [],
      values: arrows?.labels ?? [],
    });
  }

  /* ---- for others ---- */

  frame(): Frame | null {
    return this.last;
  }

  onFrame(listener: (frame: Frame) => void): () => void {
    this.listeners.add(listener);
    if (this.last) listener(this.last);
    return () => this.listeners.delete(listener);
  }

  /* On the window's pixels of the drawing; null: behind the eye. */
  project(at: Vec): Place | null {
    return this.eye.project(at, this.size.width, this.size.height);
  }

  hitTest(clientX: number, clientY: number, reach = REACH): Selected[] {
    return this.last ? this.picker.under(this.last, this.parts, this.points, clientX, clientY, reach, this.grain) : [];
  }

  toClient(at: Vec): Place | null {
    const there = this.project(at);
    const { left, top } = this.canvas.getBoundingClientRect();
    return there && [there[0] + left, there[1] + top];
  }

  ray(clientX: number, clientY: number): Ray {
    return this.picker.ray3(clientX, clientY);
  }

  faceAt(clientX: number, clientY: number): { at: Vec; normal: Vec } | null {
    return this.picker.face(this.parts, clientX, clientY);
  }

  /* px for a metre where the eye looks, and at a place. */
  get scale(): number {
    return this.eye.metre(this.size.height || 1);
  }

  scaleAt(at: Vec): number {
    return this.eye.metreAt(at, this.size.height || 1);
  }

  /* The grid of the plane that is drawn on, in place of that of the floor; null: nothing is drawn. */
  showWorkPlane(plane: WorkPlane | null): void {
    this.workGrid.plane = plane;
    this.showGrids();
    this.redraw();
  }

  private showGrids(): void {
    this.floor.showLines = this.show.grid && !this.workGrid.plane;
  }

  /* The place under the pointer on the plane through `at` that faces the screen. */
  across(at: Vec, clientX: number, clientY: number): Vec {
    return this.picker.across(at, clientX, clientY);
  }

  fit(): void {
    this.eye.fit(true);
  }

  zoomCentre(factor: number): void {
    this.eye.zoom(factor);
  }

  /* Meanwhile the page's own canvas has the size of the pictures, so that each is drawn once only. */
  capture(canvas: HTMLCanvasElement, transparent = false): FrameCapture {
    const { width, height } = canvas;
    const [chosen, pointed] = this.marked;
    const [ratio, size] = [this.renderer.getPixelRatio(), this.size];
    this.shooting = true;
    this.refresh();
    if (transparent) this.renderer.setClearColor(this.painter.colour("paper"), 0);
    this.highlight.mark([], []);
    this.renderer.setPixelRatio(1);
    this.renderer.setSize(width, height, false);
    this.eye.shape(width / height);
    this.sheet.getContext("2d")!.clearRect(0, 0, this.sheet.width, this.sheet.height);
    return {
      take: async () => this.shoot(canvas),
      end: () => {
        this.shooting = false;
        this.renderer.setClearColor(this.painter.colour("paper"), 1);
        this.renderer.setPixelRatio(ratio);
        this.renderer.setSize(size.width, size.height, false);
        this.eye.shape(size.width / size.height);
        if (this.size !== size) this.resize(this.size.width, this.size.height); // of the window, meanwhile
        this.mark(chosen, pointed);
        this.draw();
      },
    };
  }

  private shoot(canvas: HTMLCanvasElement): void {
    this.bring();
    const { last, size } = this;
    if (!last || size.width === 0) return;
    this.place(last);
    this.render();
    const pen = canvas.getContext("2d")!;
    pen.clearRect(0, 0, canvas.width, canvas.height);
    pen.drawImage(this.canvas, 0, 0, canvas.width, canvas.height);
    /* what is written keeps the size it has on the screen, in proportion */
    const scale = canvas.height / size.height;
    pen.setTransform(scale, 0, 0, scale, 0, 0);
    const [width, height] = [canvas.width / scale, size.height];
    this.overlay.draw(pen, { ...this.written(last, width, height), rings: [] });
    const sight: Sight = {
      pixel: (at) => this.eye.project(at, width, height),
      metre: (at) => this.eye.metreAt(at, height),
    };
    this.writeOver(pen, last, sight, (name) => this.painter.text(name));
    pen.setTransform(1, 0, 0, 1, 0, 0);
  }

  dispose(): void {
    cancelAnimationFrame(this.waiting);
    outlook.value = null;
    this.clear();
    this.ghost.clear();
    const { eye, files, floor, traces, highlight, lights, workGrid, painter, renderer } = this;
    for (const one of [eye, files, floor, traces, highlight, lights, workGrid, painter, renderer]) one.dispose();
    renderer.forceContextLoss();
  }
}

/* stage.ts - the drawing as other parts of the page see it: its camera, its layers, what lies under the pointer, and the poses shown.
 *
 * `stage.value` is there while the planar drawing is on show. Tools draw on `layers.of.overlay` (see layers.ts for its coordinates),
 * redraw in `onFrame`, and claim the pointer before the drawing pans or selects.
 */
import { signal, type ReadonlySignal } from "@preact/signals";
import type { Pose, Scene } from "../engine/engine";
import type { Selected } from "../state/selection";
import type { Box, Camera, Point } from "./camera";
import type { PictureLook } from "./export_svg";
import type { Layers } from "./layers";
import type { Sample } from "./sample";

export interface Frame {
  scene: Scene;
  poses: Pose[]; // as Scene.bodies
  time: number; // of the table; 0 where none is played
  value: Sample; // channels of the table at this instant
  moving: boolean; // from a table; false: the start, or led by hand
}

/* True: the pointer is the caller's until it is released. Asked at each pointerdown, the latest claim first. */
export type Claim = (event: PointerEvent, hits: Selected[]) => boolean;

export interface Stage {
  svg: SVGSVGElement;
  layers: Layers;
  camera: ReadonlySignal<Camera>;
  setCamera(camera: Camera): void;
  under: Box | null; // of a picture under the drawing, m; it is fitted into the window where nothing else is drawn
  moved: boolean; // the user has chosen what is seen: it does not change by itself
  frame(): Frame | null;
  toModel(clientX: number, clientY: number): Point; // m, ground frame
  toClient(x: number, y: number): Point;
  /* What lies within reach (px) of a place of the window, nearest first: points before joints, forces, bodies. */
  hitTest(clientX: number, clientY: number, reach?: number): Selected[];
  /* What a box of the window encloses, or touches; points only where nothing else stands for them. */
  hitBox(from: Point, to: Point, touching: boolean): Selected[];
  /* Everything that can be chosen, the ground not. */
  everything(): Selected[];
  /* Poses to show instead of those of the scene or the table, until null. */
  showPoses(poses: Pose[] | null): void;
  /* A scene to show at its start instead of that of the page, until null or until that one changes. */
  showScene(scene: Scene | null): void;
  fit(): void;
  zoomCentre(factor: number): void;
  onFrame(listener: (frame: Frame, camera: Camera) => void): () => void;
  claim(claim: Claim): () => void;
  exportSvg(look?: PictureLook): string;
}

export const stage = signal<Stage | null>(null);

/* thumbnail.ts - a small picture of a model, drawn by the same pen as the drawing, that plays its motion over and over. */
import type { Pose } from "../engine/engine";
import type { Thumbnail } from "../shell/thumbnails";
import { fit } from "../drawing/camera";
import { extentOf } from "../drawing/extent";
import { PlaneView } from "../drawing/plane_view";
import { posesAt } from "../drawing/poses";
import { recordedMotion, sceneOf, type Recorded, type Shown } from "../drawing/recorded_motion";
import { SpacePicture } from "./space_picture";
import { SVG } from "../drawing/layers";
import "./thumbnail.css";

/* Drawn on more pixels than it is shown on: lines and symbols are finer than those of the large drawing. */
export const SHEET = { width: 420, height: 280 };
const MARGINS = { left: 26, right: 26, top: 24, bottom: 24 };

/* How long one round takes on the screen: motions of machines are slowed down, long ones hurried. */
const ROUND = { least: 2.5, most: 6 }; // s

interface Picture {
  pose(poses: Pose[], time: number): void;
  dispose(): void;
}

function planePicture(svg: SVGSVGElement, { scene, motion, ranges }: Recorded): Picture {
  const view = new PlaneView(svg);
  view.ranges = (channel) => ranges.get(channel) ?? null;
  view.setShown({ grid: false, masses: false, names: false });
  view.setScene(scene, motion);
  view.resize(SHEET);
  view.setCamera(fit(extentOf(scene, motion), SHEET, MARGINS, scene.size > 0 ? scene.size : 1));
  return { pose: (poses, time) => view.set(poses, time), dispose: () => view.dispose() };
}

function pictureOf(svg: SVGSVGElement, recorded: Recorded): Picture {
  return recorded.scene.space ? new SpacePicture(svg, recorded, SHEET) : planePicture(svg, recorded);
}

function sheetIn(box: HTMLElement): SVGSVGElement {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("class", "plane-svg thumbnail-svg");
  svg.setAttribute("viewBox", `0 0 ${SHEET.width} ${SHEET.height}`);
  box.replaceChildren(svg);
  return svg;
}

/* Where a box is: the engine is asked first for those that are seen. */
function placeOf(box: HTMLElement): "gone" | "page" | "window" {
  if (!box.isConnected) return "gone";
  const { top, bottom } = box.getBoundingClientRect();
  return bottom > 0 && top < innerHeight ? "window" : "page";
}

class Playing implements Thumbnail {
  private recorded: Recorded | null = null;
  private picture: Picture | null = null;
  private wanted = false;
  private frame = 0;
  private time = 0; // of the model, from its start
  private before = 0; // ms, of the last frame

  constructor(
    private box: HTMLElement,
    text: string,
    file: string,
  ) {
    void this.begin({ text, file, where: () => placeOf(box) });
  }

  /* As the model is drawn, then as far as it moves. */
  private async begin(of: Shown): Promise<void> {
    const scene = await sceneOf(of);
    if (!scene) return;
    this.draw({ scene, motion: null, ranges: new Map() });
    const recorded = await recordedMotion(of, scene);
    if (!recorded?.motion) return;
    this.draw(recorded);
    if (this.box.isConnected) this.box.dataset.state = "ready";
    if (this.wanted) this.play();
  }

  private draw(recorded: Recorded): void {
    if (!this.box.isConnected) return;
    this.picture?.dispose();
    this.recorded = recorded;
    this.picture = pictureOf(sheetIn(this.box), recorded);
    this.show();
  }

  private show(): void {
    const { scene, motion } = this.recorded!;
    const start = motion?.t[0] ?? 0;
    const poses = motion ? posesAt(scene, motion, start + this.time) : scene.bodies.map((body) => body.pose);
    this.picture!.pose(poses, this.time);
  }

  play(): void {
    this.wanted = true;
    const motion = this.recorded?.motion;
    if (!motion?.timed || this.frame) return;
    const length = motion.t[motion.rows - 1]! - motion.t[0]!;
    const pace = length / Math.min(Math.max(length, ROUND.least), ROUND.most) / 1000; // s of the model a ms of the screen
    this.box.dataset.state = "moving";
    this.before = performance.now();
    const step = (now: number): void => {
      this.time = (this.time + Math.max(now - this.before, 0) * pace) % length;
      this.before = now;
      this.show();
      this.frame = requestAnimationFrame(step);
    };
    this.frame = requestAnimationFrame(step);
  }

  /* Stands still where it is: a jump back would be one more motion. */
  rest(): void {
    this.wanted = false;
    cancelAnimationFrame(this.frame);
    this.frame = 0;
    if (this.recorded?.motion) this.box.dataset.state = "ready";
  }

  remove(): void {
    this.rest();
    this.picture?.dispose();
    this.box.replaceChildren();
  }
}

export function drawThumbnail(box: HTMLElement, text: string, file: string): Thumbnail {
  return new Playing(box, text, file);
}

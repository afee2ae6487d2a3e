/* follow.ts - the view goes along with the mechanism, so that what falls or drives away stays in sight. */
import { effect } from "@preact/signals";
import { perDocument } from "../state/loads";
import { pan, toScreen, type Camera, type Point } from "./camera";
import type { Instant } from "./part";
import type { PlaneView } from "./plane_view";

const LEAST = 0.01; // px

export const follows = perDocument(false);

/* The middle of what is followed: of the bodies that nothing holds, or of all. */
function middleOf({ scene, poses }: Instant): Point {
  const loose = new Set(scene.mobility?.loose?.flat());
  const all = poses.filter((_, i) => i > 0 && (loose.size === 0 || loose.has(scene.bodies[i]!.name)));
  const mean = (axis: 0 | 1): number => all.reduce((sum, { at }) => sum + at[axis], 0) / Math.max(all.length, 1);
  return [mean(0), mean(1)];
}

/* Holds the middle at one place of the window. Where somebody else has moved the view, it is held where it is seen then. */
export class Follow {
  private held: Point | null = null;
  private own: Camera | null = null;

  constructor(private view: PlaneView) {
    view.overlays.push({ draw: (now) => this.draw(now) });
  }

  watch(): () => void {
    return effect(() => {
      this.held = null;
      if (follows.value) this.view.redraw();
    });
  }

  private draw(now: Instant): void {
    if (!follows.peek() || now.scene.space) return;
    const camera = this.view.camera.peek();
    const at = toScreen(camera, ...middleOf(now));
    if (!this.held || camera !== this.own) this.held = this.inside(at);
    const [dx, dy] = [this.held[0] - at[0], this.held[1] - at[1]];
    this.own = Math.hypot(dx, dy) < LEAST ? camera : pan(camera, dx, dy);
    if (this.own !== camera) this.view.setCamera(this.own);
  }

  /* The place, or the middle of the window where it lies outside. */
  private inside(at: Point): Point {
    const [width, height] = [this.view.width(), this.view.height()];
    const seen = at[0] > 0 && at[0] < width && at[1] > 0 && at[1] < height;
    return seen ? at : [width / 2, height / 2];
  }
}

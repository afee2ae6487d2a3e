/* follow.ts - the view goes along with the mechanism, so that what falls or drives away stays in sight. */
import { effect } from "@preact/signals";
import { perDocument } from "../state/loads";
import { pan, type Point } from "./camera";
import type { Instant } from "./part";
import type { PlaneView } from "./plane_view";

export const follows = perDocument(false);

/* The middle of what is followed: of the bodies that nothing holds, or of all. */
function middleOf({ scene, poses }: Instant): Point {
  const loose = new Set(scene.mobility?.loose?.flat());
  const all = poses.filter((_, i) => i > 0 && (loose.size === 0 || loose.has(scene.bodies[i]!.name)));
  const mean = (axis: 0 | 1): number => all.reduce((sum, { at }) => sum + at[axis], 0) / Math.max(all.length, 1);
  return [mean(0), mean(1)];
}

export class Follow {
  private last: Point | null = null;

  constructor(private view: PlaneView) {
    view.overlays.push({ draw: (now) => this.draw(now) });
  }

  watch(): () => void {
    return effect(() => {
      this.last = null;
      if (follows.value) this.view.redraw();
    });
  }

  private draw(now: Instant): void {
    if (!follows.peek() || now.scene.space) return;
    const middle = middleOf(now);
    const { last } = this;
    this.last = middle;
    if (!last || (last[0] === middle[0] && last[1] === middle[1])) return;
    const camera = this.view.camera.peek();
    this.view.setCamera(pan(camera, camera.scale * (last[0] - middle[0]), camera.scale * (middle[1] - last[1])));
  }
}

/* ghost.ts - the run that is compared with the shown one: its bodies at the same instant, in dashed outline. */
import { effect } from "@preact/signals";
import { bodyPath } from "./body_part";
import { comparison, comparisonPoses } from "./comparison";
import { colourClass, draw, group, move, path, type Instant, type Pen } from "./part";
import type { PlaneView } from "./plane_view";

export class Ghost {
  private sheet = group("ghost");
  private outlines: SVGPathElement[] = [];
  private scale = 0;

  constructor(private view: PlaneView) {
    view.layers.of.bodies.before(this.sheet);
    view.overlays.push({ draw: (now) => this.draw(now) });
  }

  watch(): () => void {
    return effect(() => {
      this.outlines = (comparison.value?.scene.bodies ?? []).map((_, i) => path(`ghost-body ${colourClass(i)}`));
      this.sheet.replaceChildren(...this.outlines.slice(1));
      this.scale = 0;
      this.view.redraw();
    });
  }

  private draw(now: Instant): void {
    const other = comparison.peek();
    if (!other || other.scene.bodies.length !== this.outlines.length) return;
    const pen: Pen = this.view.pen(this.view.camera.peek());
    if (this.scale !== now.scale) this.outlines.forEach((one, i) => draw(one, bodyPath(other.scene, i, pen)));
    this.scale = now.scale;
    comparisonPoses(other).forEach(({ at, angle }, i) =>
      move(this.outlines[i]!, [now.scale * at[0], -now.scale * at[1]], angle),
    );
  }
}

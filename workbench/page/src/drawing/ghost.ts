/* ghost.ts - the run that is compared with the shown one: its bodies at the same instant, in dashed outline. */
import { effect } from "@preact/signals";
import { fineOf, type Scene } from "../engine/engine";
import { row, time } from "../state/clock";
import { compared, sceneOf } from "../state/runs";
import { bodyPath } from "./body_part";
import { colourClass, draw, group, move, path, type Instant, type Pen } from "./part";
import type { PlaneView } from "./plane_view";
import { played } from "./player";
import { motionOf, posesAt, posesAtRow, type Motion } from "./poses";

export class Ghost {
  private sheet = group("ghost");
  private scene: Scene | null = null;
  private motion: Motion | null = null;
  private outlines: SVGPathElement[] = [];
  private scale = 0;

  constructor(private view: PlaneView) {
    view.layers.of.bodies.before(this.sheet);
    view.overlays.push({ draw: (now) => this.draw(now) });
  }

  watch(): () => void {
    return effect(() => {
      const run = compared.value;
      const shown = played.value;
      const found = run?.tables.find((one) => one.kind === shown?.table.kind);
      const table = found && fineOf(found);
      const wanted = run && table && shown && table !== shown.table && !shown.modes && !run.scene.space;
      this.scene = wanted ? sceneOf(run, table) : null;
      this.motion = this.scene && table ? motionOf(this.scene, table) : null;
      this.outlines = (this.scene?.bodies ?? []).map((_, i) => path(`ghost-body ${colourClass(i)}`));
      this.sheet.replaceChildren(...this.outlines.slice(1));
      this.scale = 0;
      this.view.redraw();
    });
  }

  private draw(now: Instant): void {
    const { scene, motion } = this;
    if (!scene || !motion || motion.rows === 0) return;
    const pen: Pen = this.view.pen(this.view.camera.peek());
    if (this.scale !== now.scale) this.outlines.forEach((one, i) => draw(one, bodyPath(scene, i, pen)));
    this.scale = now.scale;
    const poses = motion.timed
      ? posesAt(scene, motion, time.peek())
      : posesAtRow(scene, motion, Math.min(row.peek(), motion.rows - 1));
    poses.forEach(({ at, angle }, i) => move(this.outlines[i]!, [now.scale * at[0], -now.scale * at[1]], angle));
  }
}

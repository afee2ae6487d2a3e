/* ghosts.tsx - the mechanism at instants that are equally far apart, faintly, below what moves. */
import { texts } from "../../texts/texts";
import { bodyPath } from "../body_part";
import { Amount } from "../overlay_choice";
import type { DrawnOverlay, OverlayKind } from "../overlay_kind";
import { ghostCount } from "../overlay_state";
import { colourClass, draw, group, move, path, type Instant } from "../part";
import type { PlaneView } from "../plane_view";
import type { Played } from "../player";
import { posesAt } from "../poses";
import type { Pose } from "../../engine/engine";

/* Equally spaced, both ends among them; of what is not a motion the rows. */
export function ghostTimes({ from, to, motion }: Pick<Played, "from" | "to" | "motion">, count: number): number[] {
  const most = motion.timed ? count : Math.min(count, motion.rows);
  return Array.from({ length: most }, (_, i) => {
    const part = most > 1 ? i / (most - 1) : 0;
    return motion.timed ? from + part * (to - from) : Math.round(part * (motion.rows - 1));
  });
}

class Ghosts implements DrawnOverlay {
  private poses: Pose[][] = [];
  private outlines: SVGPathElement[][] = [];
  private laidOut = "";

  constructor(
    private readonly sheet: SVGGElement,
    private readonly view: PlaneView,
  ) {
    view.layers.of.bodies.before(sheet); // below what moves
  }

  prepare(now: Played | null): void {
    const times = now ? ghostTimes(now, ghostCount.value) : [];
    this.poses = times.map((t) => posesAt(now!.scene, now!.motion, t));
    this.outlines = this.poses.map((poses) =>
      poses.slice(1).map((_, i) => path(`link ghost-link ${colourClass(i + 1)}`)),
    );
    this.sheet.replaceChildren(...this.outlines.map((list) => group("ghost-position", list)));
    this.laidOut = "";
  }

  draw(now: Instant): void {
    const wanted = `${now.scale}`;
    if (wanted === this.laidOut) return;
    this.laidOut = wanted;
    const pen = this.view.pen(this.view.camera.peek());
    const shapes = now.scene.bodies.slice(1).map((_, i) => bodyPath(now.scene, i + 1, pen));
    this.outlines.forEach((list, ghost) =>
      list.forEach((one, i) => {
        const { at, angle } = this.poses[ghost]![i + 1]!;
        draw(one, shapes[i] ?? "");
        move(one, [now.scale * at[0], -now.scale * at[1]], angle);
      }),
    );
  }
}

export const overlay: OverlayKind = {
  id: "ghosts",
  order: 1,
  title: () => texts.teach.ghosts,
  about: () => texts.teach.ghostsAbout,
  space: true, // space/teach.ts draws them there
  make: (sheet, view) => new Ghosts(sheet, view),
  Options: () => <Amount label={texts.teach.positions} value={ghostCount} min={2} max={24} />,
};

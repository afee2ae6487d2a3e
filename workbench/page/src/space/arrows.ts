/* arrows.ts - velocities, accelerations, forces and impulses as arrows in space; which there are is said by drawing/arrow_set.ts and impulses.ts. */
import { Group } from "three";
import type { Vec } from "../engine/engine";
import { ARROW_KINDS, arrowsAt, fullArrowOf, type ArrowKind } from "../drawing/arrow_set";
import { arrowScale, arrowsOf } from "../drawing/arrow_state";
import { FADES, impulsesAt, largestImpulse, opacityOf, stepOf } from "../drawing/impulses";
import { played } from "../drawing/player";
import { speed, time } from "../state/clock";
import { selected } from "../state/selection";
import { arrows as settings } from "../state/settings";
import { along, disposeAll, type Forms } from "./meshes";
import type { Instant } from "./part";

const LONGEST = 0.42; // of the grain: what is large in this run

/* Length of the arrow of a vector, m; what is hardly anything beside the large ones is nothing. */
function arrowLength(value: number, full: number, longest: number): number {
  return full > 0 && value > 1e-6 * full ? Math.max((value / full) * longest, 0.02 * longest) : 0;
}

export interface Legend {
  kind: ArrowKind;
  perUnit: number; // m of the drawing
}

interface Drawn {
  group: Group;
  lay(at: Vec, by: Vec, size: number): void;
}

export class Arrows {
  readonly group = new Group();
  legend: Legend[] = [];
  private pool: Record<ArrowKind, Drawn[]> = { velocity: [], acceleration: [], force: [] };
  private impulses: Drawn[][] = Array.from({ length: FADES }, () => []); // by how fresh they are

  constructor(
    private forms: Forms,
    private grain: number,
  ) {}

  private make(colour: string, opacity = 1): Drawn {
    const { forms, grain } = this;
    const material = forms.paint.solid(colour, opacity);
    const group = new Group();
    const shaft = forms.stretched(0.0075 * grain, material);
    const tip = forms.tip(0.022 * grain, 0.055 * grain, material);
    group.add(shaft, tip);
    this.group.add(group);
    const head = 0.055 * grain;
    return {
      group,
      lay(at, by, size) {
        group.position.set(...at);
        along(group, by);
        const small = Math.min(size / head, 1);
        tip.scale.setScalar(small);
        tip.position.y = size;
        shaft.scale.y = Math.max(size - head * small, 1e-9);
      },
    };
  }

  draw(now: Instant): void {
    const shown = played.peek();
    const only =
      arrowsOf.peek() === "all" ? null : now.scene.bodies.findIndex((body) => body.name === selected.peek()?.name);
    const longest = LONGEST * this.grain * arrowScale.peek();
    this.legend = [];
    for (const kind of ARROW_KINDS) {
      const on = settings.peek()[kind] && shown !== null && !shown.modes && shown.scene === now.scene && only !== -1;
      const full = on ? fullArrowOf(now.scene, shown.table, kind) : 0;
      if (full > 0) this.legend.push({ kind, perUnit: longest / full });
      this.fill(this.pool[kind], on ? arrowsAt({ ...now, scale: 1 }, kind, only) : [], full, longest, () =>
        this.make(kind),
      );
    }
    this.drawImpulses(now, longest);
  }

  /* Whatever arrows are chosen: an impact is seen. */
  private drawImpulses(now: Instant, longest: number): void {
    const shown = played.peek();
    const full = shown?.scene === now.scene && shown.motion.timed ? largestImpulse(shown.events) : 0;
    const list = full > 0 ? impulsesAt(now, shown!.events, time.peek(), speed.peek()) : [];
    this.impulses.forEach((pool, step) => {
      const these = list.filter((one) => stepOf(one) === step);
      this.fill(pool, these, full, longest, () => this.make("accent", opacityOf(step)));
    });
  }

  private fill(pool: Drawn[], list: { at: Vec; by: Vec }[], full: number, longest: number, make: () => Drawn): void {
    let used = 0;
    for (const { at, by } of list) {
      const size = Math.hypot(...by);
      const length = arrowLength(size, full, longest);
      if (length === 0) continue;
      const one = (pool[used] ??= make());
      one.group.visible = true;
      one.lay(at, by, length);
      used++;
    }
    for (const one of pool.slice(used)) one.group.visible = false;
  }

  dispose(): void {
    disposeAll(this.group);
    this.group.removeFromParent();
  }
}

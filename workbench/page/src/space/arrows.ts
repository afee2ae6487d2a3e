/* arrows.ts - velocities, accelerations, forces and impulses as arrows in space; which there are is said by drawing/arrow_set.ts and impulses.ts. */
import { Group } from "three";
import type { Vec } from "../engine/engine";
import { quantity } from "../shell/quantity";
import { ARROW_KINDS, ARROW_UNITS, arrowsAt, fullArrowOf, type ArrowKind } from "../drawing/arrow_set";
import { arrowScale, arrowsOf } from "../drawing/arrow_state";
import { FADES, impulsesAt, largestImpulse, opacityOf, stepOf } from "../drawing/impulses";
import { played } from "../drawing/player";
import { speed, time } from "../state/clock";
import { selected } from "../state/selection";
import { arrows as settings } from "../state/settings";
import { along, disposeAll, type Forms } from "./meshes";
import type { Instant } from "./part";
import { plus, times } from "./vectors";

const LONGEST = 0.42; // of the grain: what is large in this run
const SHAFT = 1.6; // px: half the width of a shaft
const HEAD = { radius: 5, length: 13 }; // px
const RIM = 1.4; // px: of paper round an arrow, so that it is seen over bodies of its colour
const SHORTEST = 14; // px: a head and a little of its shaft
const MOST_LABELS = 16; // of the largest: more would hide each other

/* Length of the arrow of a vector, m; what is hardly anything beside the large ones is nothing. */
function arrowLength(value: number, full: number, longest: number, metre: number): number {
  return full > 0 && value > 1e-6 * full ? Math.max((value / full) * longest, SHORTEST / metre) : 0;
}

export interface Legend {
  kind: ArrowKind;
  perUnit: number; // m of the drawing
}

export interface ArrowLabel {
  kind: ArrowKind;
  at: Vec;
  text: string;
}

interface Drawn {
  group: Group;
  lay(at: Vec, by: Vec, size: number): void;
}

export class Arrows {
  readonly group = new Group();
  legend: Legend[] = [];
  labels: ArrowLabel[] = []; // at their tips
  private metre = 1;
  private pool: Record<ArrowKind, Drawn[]> = { velocity: [], acceleration: [], force: [] };
  private impulses: Drawn[][] = Array.from({ length: FADES }, () => []); // by how fresh they are

  constructor(
    private forms: Forms,
    private grain: number,
  ) {}

  private make(colour: string, opacity = 1): Drawn {
    const { forms } = this;
    const material = forms.paint.over(colour, opacity);
    const group = new Group();
    const shaft = forms.stretched(SHAFT, material);
    const tip = forms.tip(HEAD.radius, HEAD.length, material);
    const paper = forms.paint.over("paper", 0.85 * opacity);
    const rims = [
      forms.stretched(SHAFT + RIM, paper),
      forms.tip(HEAD.radius + 1.6 * RIM, HEAD.length + 3 * RIM, paper),
    ] as const;
    for (const [one, order] of [
      [rims[0], 4],
      [rims[1], 4],
      [shaft, 5],
      [tip, 5],
    ] as const) {
      one.renderOrder = order;
      one.castShadow = one.receiveShadow = false;
      one.raycast = () => {};
      group.add(one);
    }
    this.group.add(group);
    return {
      group,
      lay: (at, by, size) => {
        const px = 1 / this.metre;
        group.position.set(...at);
        along(group, by);
        const small = Math.min(size / (HEAD.length * px), 1);
        const long = Math.max(size - HEAD.length * px * small, 1e-9);
        for (const one of [tip, rims[1]]) one.scale.setScalar(small * px);
        tip.position.y = size;
        rims[1].position.y = size + 1.6 * RIM * px * small;
        for (const one of [shaft, rims[0]]) one.scale.set(px, long, px);
      },
    };
  }

  /* `metre`: px for one, where the mechanism is. */
  draw(now: Instant, metre: number): void {
    this.metre = metre;
    this.labels = [];
    const shown = played.peek();
    const only =
      arrowsOf.peek() === "all" ? null : now.scene.bodies.findIndex((body) => body.name === selected.peek()?.name);
    const longest = LONGEST * this.grain * arrowScale.peek();
    this.legend = [];
    for (const kind of ARROW_KINDS) {
      const on = settings.peek()[kind] && shown !== null && !shown.modes && shown.scene === now.scene && only !== -1;
      const full = on ? fullArrowOf(now.scene, shown.table, kind) : 0;
      if (full > 0) this.legend.push({ kind, perUnit: longest / full });
      const list = on ? arrowsAt({ ...now, scale: 1 }, kind, only) : [];
      this.fill(this.pool[kind], list, full, longest, () => this.make(kind));
      this.label(kind, list, full, longest);
    }
    this.drawImpulses(now, longest);
  }

  private label(kind: ArrowKind, list: { at: Vec; by: Vec }[], full: number, longest: number): void {
    const sized = list.map(({ at, by }) => ({ at, by, size: Math.hypot(...by) }));
    for (const { at, by, size } of sized.sort((a, b) => b.size - a.size).slice(0, MOST_LABELS)) {
      const far = arrowLength(size, full, longest, this.metre);
      if (far > 0)
        this.labels.push({
          kind,
          at: plus(at, times(by, far / size)),
          text: quantity(size, ARROW_UNITS[kind], 3),
        });
    }
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
      const length = arrowLength(size, full, longest, this.metre);
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

/* band.ts - the rubber band: a box drawn from empty ground. To the right it selects what it encloses, to the left all that it touches. */
import { signal } from "@preact/signals";
import type { Point } from "../drawing/camera";
import { unlocked } from "../drawing/locked";
import type { Stage } from "../drawing/stage";
import { sameSelected, selectAll, selection, type Selected } from "../state/selection";
import type { Drag } from "./drags";
import { dragging } from "./tool_state";

export interface BandBox {
  from: Point; // px of the window
  to: Point;
}

export const band = signal<BandBox | null>(null);

export function isTouching({ from, to }: BandBox): boolean {
  return to[0] < from[0];
}

/* With what was selected before, each once. */
function joinedWith(before: readonly Selected[], found: readonly Selected[]): Selected[] {
  return [...before.filter((one) => !found.some((other) => sameSelected(one, other))), ...found];
}

export class Band implements Drag {
  private readonly before: readonly Selected[];

  /* `adds`: what it finds is added to what is selected. */
  constructor(
    private readonly stage: Stage,
    private readonly from: Point,
    adds: boolean,
  ) {
    this.before = adds ? selection.peek() : [];
    dragging.value = "band";
  }

  move(): void {}

  over(to: Point): void {
    band.value = { from: this.from, to };
  }

  end(): Promise<void> {
    const now = band.peek();
    this.clear();
    if (now) selectAll(joinedWith(this.before, unlocked(this.stage.hitBox(now.from, now.to, isTouching(now)))));
    return Promise.resolve();
  }

  cancel(): void {
    this.clear();
  }

  private clear(): void {
    band.value = null;
    dragging.value = "";
  }
}

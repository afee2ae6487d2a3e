/* drags.ts - what happens while something is dragged: the mechanism follows, or its links change length. */
import type { Point } from "../drawing/camera";
import type { Stage } from "../drawing/stage";
import type { Lead, Vec } from "../engine/engine";
import { toast } from "../shell/toast";
import { change, text } from "../state/document";
import { checkedText } from "../state/model";
import { dragging } from "./desk";
import { Latest } from "./latest";
import { Leading } from "./leading";
import { LiveText } from "./live_text";
import type { Reshaper } from "./reshape";
import { restartAt } from "./restart";
import type { Sketch } from "./sketch";

export interface Drag {
  move(to: Point): void;
  end(): Promise<void>;
  cancel(): void;
}

const PATIENCE_MS = 1500; // for the scene of the new start

/* Resolves when the present text is checked, or after a while. */
export function whenChecked(): Promise<void> {
  return new Promise((go) => {
    const finish = () => {
      stop();
      clearTimeout(timer);
      go();
    };
    const timer = setTimeout(finish, PATIENCE_MS);
    const stop = checkedText.subscribe((of) => {
      if (of === text.peek()) queueMicrotask(finish);
    });
  });
}

/* The mechanism follows a point of a body, joints closed, and starts where it is let go. */
export class Follow implements Drag {
  private readonly leading: Leading;

  constructor(
    stage: Stage,
    private readonly of: Sketch,
    body: number,
    point: Vec,
  ) {
    dragging.value = "follow";
    this.leading = new Leading({
      text: of.text,
      size: of.size,
      body,
      point,
      advice: "With Alt its points can be moved.",
      show: (poses) => stage.showPoses(poses),
      keep: (lead) => this.keep(lead),
      ended: () => (dragging.value = ""),
    });
  }

  move([x, y]: Point): void {
    this.leading.to([x, y, 0]);
  }

  private async keep(lead: Lead): Promise<void> {
    const restart = restartAt(this.of, lead);
    if ("why" in restart) toast(restart.why);
    else if (restart.changes.length > 0) {
      change(restart.changes);
      await whenChecked();
    }
  }

  end(): Promise<void> {
    return this.leading.end();
  }

  cancel(): void {
    this.leading.cancel();
  }
}

/* A pin moves in its bodies; the text follows as fast as the engine assembles the mechanism anew. */
export class Reshape implements Drag {
  private readonly live = new LiveText();
  private wanted: Point | null = null;
  private readonly latest: Latest<Point, void>;

  constructor(private readonly reshaper: Reshaper) {
    dragging.value = "reshape";
    this.latest = new Latest(
      (to) => this.show(to),
      () => {},
    );
  }

  move(to: Point): void {
    this.wanted = to;
    this.latest.put(to);
  }

  private async show(to: Point): Promise<void> {
    const content = this.reshaper.text(to);
    if (content === text.peek()) return;
    this.live.show(content);
    await whenChecked();
    await new Promise(requestAnimationFrame); // what was found is seen before more is asked
  }

  end(): Promise<void> {
    this.latest.stop();
    if (this.wanted) this.live.show(this.reshaper.text(this.wanted));
    this.live.keep();
    dragging.value = "";
    return Promise.resolve();
  }

  cancel(): void {
    this.latest.stop();
    this.live.cancel();
    dragging.value = "";
  }
}

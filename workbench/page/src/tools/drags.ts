/* drags.ts - what happens while something is dragged: the mechanism follows, or its links change length. */
import type { Point } from "../drawing/camera";
import type { Stage } from "../drawing/stage";
import type { Lead, Vec } from "../engine/engine";
import { commit } from "../editor/commit";
import { SurgeryError } from "../editor/surgery";
import { toast } from "../shell/toast";
import { text } from "../state/document";
import { checkedText } from "../state/model";
import { dragging, sketch } from "./desk";
import { Latest } from "./latest";
import { Leading, type Held } from "./leading";
import { LiveText } from "./live_text";
import type { Reshaper } from "./reshape";
import { restartAt } from "./restart";

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

/* The mechanism follows a point of a body, joints closed, and starts where it is let go. What is held, what is drawn and what is
 * written at the end are one state of the model: that which was checked last. */
export class Follow implements Drag {
  private readonly leading: Leading;
  private of = sketch.peek();

  constructor(stage: Stage, body: string, point: Vec) {
    dragging.value = "follow";
    this.leading = new Leading({
      model: () => this.checked(body),
      point,
      advice: "With Alt its points can be moved.",
      show: (poses) => stage.showPoses(poses),
      keep: (lead) => this.keep(lead),
      ended: () => (dragging.value = ""),
    });
  }

  private async checked(body: string): Promise<Held> {
    if (checkedText.peek() !== text.peek()) await whenChecked();
    this.of = sketch.peek();
    const index = this.of.scene?.bodies.findIndex((one) => one.name === body) ?? -1;
    if (checkedText.peek() !== this.of.text || index < 0)
      throw new Error("the model is not checked yet, or has a mistake");
    return { text: this.of.text, size: this.of.size, body: index };
  }

  move([x, y]: Point): void {
    this.leading.to([x, y, 0]);
  }

  private async keep(lead: Lead): Promise<void> {
    const why = commit(() => {
      const restart = restartAt(this.of, lead);
      if ("why" in restart) throw new SurgeryError(restart.why);
      return restart.changes;
    });
    if (why === undefined) await whenChecked();
    else toast(why);
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
    dragging.value = "";
    return Promise.resolve();
  }

  cancel(): void {
    this.latest.stop();
    this.live.cancel();
    dragging.value = "";
  }
}

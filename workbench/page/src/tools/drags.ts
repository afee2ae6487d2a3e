/* drags.ts - what happens while something is dragged: the mechanism follows, or its links change length. */
import type { Point } from "../drawing/camera";
import type { Stage } from "../drawing/stage";
import type { Hand, Lead, Vec } from "../engine/engine";
import { commit } from "../editor/commit";
import { SurgeryError } from "../editor/surgery";
import { toast } from "../shell/toast";
import { engine } from "../state/connection";
import { text } from "../state/document";
import { checkedText, name, settings } from "../state/model";
import { dragging, sketch } from "./desk";
import { Latest } from "./latest";
import { LiveText } from "./live_text";
import type { Reshaper } from "./reshape";
import { restartAt } from "./restart";

export interface Drag {
  move(to: Point): void;
  end(): Promise<void>;
  cancel(): void;
}

const NEAR = 1e-4; // of the mechanism's size: the point is where it was to go
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
  private of = sketch.peek();
  private readonly hand: Promise<Hand>;
  private readonly latest: Latest<Point, Lead>;
  private lead: Lead | null = null;
  private away = Infinity;
  private target: Point | null = null;
  private over = false;

  constructor(
    private readonly stage: Stage,
    private readonly body: string,
    point: Vec,
  ) {
    dragging.value = "follow";
    this.hand = this.takeHold();
    this.hand.catch(() => {});
    this.latest = new Latest(
      async (to) => (await this.hand).lead(this.index(), point, [to[0], to[1], 0]),
      (lead, to) => this.take(lead, to),
      (error) => this.fail(error),
    );
  }

  private async takeHold(): Promise<Hand> {
    if (checkedText.peek() !== text.peek()) await whenChecked();
    this.of = sketch.peek();
    if (checkedText.peek() !== this.of.text || this.index() < 0)
      throw new Error("the model is not checked yet, or has a mistake");
    return engine.hold(this.of.text, name.peek(), settings.peek());
  }

  private index(): number {
    return this.of.scene?.bodies.findIndex((one) => one.name === this.body) ?? -1;
  }

  private take(lead: Lead, to: Point): void {
    this.lead = lead;
    this.stage.showPoses(lead.poses);
    const nearer = lead.distance < 0.999 * this.away;
    this.away = lead.distance;
    /* what is far off is approached in several steps */
    if (nearer && lead.distance > NEAR * this.of.size && to === this.target)
      requestAnimationFrame(() => {
        if (!this.over && to === this.target) this.latest.put(to);
      });
  }

  private fail(error: unknown): void {
    if (this.over) return;
    const why = error instanceof Error ? error.message.replace(/\.$/, "") : "";
    toast(`The mechanism cannot follow${why ? ": " + why : ""}. With Alt its points can be moved.`, { kind: "error" });
    this.cancel();
  }

  move(to: Point): void {
    this.target = to;
    this.away = Infinity;
    this.latest.put(to);
  }

  async end(): Promise<void> {
    await this.latest.done();
    if (this.over) return;
    const { lead } = this;
    this.finish();
    try {
      if (lead) await this.keep(lead);
    } finally {
      this.stage.showPoses(null);
    }
  }

  private async keep(lead: Lead): Promise<void> {
    if (text.peek() !== this.of.text) return;
    if (!lead.closed) {
      toast("The joints could not be kept closed there, so the start stays as it was.");
      return;
    }
    const why = commit(() => {
      const restart = restartAt(this.of, lead);
      if ("why" in restart) throw new SurgeryError(restart.why);
      return restart.changes;
    });
    if (why === undefined) await whenChecked();
    else toast(why);
  }

  private finish(): void {
    this.over = true;
    this.latest.stop();
    void this.hand.then((hand) => hand.release()).catch(() => {});
    dragging.value = "";
  }

  cancel(): void {
    if (this.over) return;
    this.finish();
    this.stage.showPoses(null);
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

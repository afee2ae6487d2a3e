/* drags.ts - what happens while something is dragged: the mechanism follows, or its links change length. */
import type { Point } from "../drawing/camera";
import type { Stage } from "../drawing/stage";
import type { Checked, Hand, Lead, Vec } from "../engine/engine";
import { toast } from "../shell/toast";
import { engine } from "../state/connection";
import { change, text } from "../state/document";
import { checkedText, name, settings } from "../state/model";
import { dragFault, dragging } from "./desk";
import { Latest } from "./latest";
import { LiveText } from "./live_text";
import type { Reshaper } from "./reshape";
import { restartAt } from "./restart";
import type { Sketch } from "./sketch";

export interface Drag {
  move(to: Point): void;
  end(): Promise<void>;
  cancel(): void;
}

const NEAR = 1e-4; // of the mechanism's size: the point is where it was to go
const PATIENCE_MS = 1500; // for the scene of the new start
const REST_MS = 250; // without a move the hand rests

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
  private readonly hand: Promise<Hand>;
  private readonly latest: Latest<Point, Lead>;
  private lead: Lead | null = null;
  private away = Infinity;
  private target: Point | null = null;
  private over = false;

  constructor(
    private readonly stage: Stage,
    private readonly of: Sketch,
    body: number,
    point: Vec,
  ) {
    dragging.value = "follow";
    this.hand = engine.hold(of.text, name.peek(), settings.peek());
    this.hand.catch(() => {});
    this.latest = new Latest(
      async (to) => (await this.hand).lead(body, point, [to[0], to[1], 0]),
      (lead, to) => this.take(lead, to),
      (error) => this.fail(error),
    );
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
    if (lead) await this.keep(lead);
    this.stage.showPoses(null);
  }

  private async keep(lead: Lead): Promise<void> {
    if (text.peek() !== this.of.text) return;
    if (!lead.closed) {
      toast("The joints could not be kept closed there, so the start stays as it was.");
      return;
    }
    const restart = restartAt(this.of, lead);
    if ("why" in restart) toast(restart.why);
    else if (restart.changes.length > 0) {
      change(restart.changes);
      await whenChecked();
    }
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

/* A pin moves in its bodies, and the drawing shows at once what the engine makes of it. The text, with all that follows from it,
 * is written where the hand rests and where it lets go.
 */
export class Reshape implements Drag {
  private readonly live = new LiveText();
  private readonly latest: Latest<string, Checked>;
  private wanted: Point | null = null;
  private rest: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly stage: Stage,
    private readonly reshaper: Reshaper,
  ) {
    dragging.value = "reshape";
    this.latest = new Latest(
      (content) => engine.check(content, name.peek(), settings.peek()),
      ({ scene, messages }) => {
        if (scene) this.stage.showScene(scene);
        dragFault.value = scene ? "" : (messages.find(({ severity }) => severity === "error")?.text ?? "");
      },
    );
  }

  move(to: Point): void {
    this.wanted = to;
    this.latest.put(this.reshaper.text(to));
    clearTimeout(this.rest);
    this.rest = setTimeout(() => this.write(), REST_MS);
  }

  private write(): void {
    if (this.wanted) this.live.show(this.reshaper.text(this.wanted));
  }

  async end(): Promise<void> {
    this.write();
    await this.finish();
  }

  cancel(): void {
    this.live.cancel();
    void this.finish();
  }

  /* What is on trial stays in view until the text that stands is checked: nothing older is seen between. */
  private async finish(): Promise<void> {
    clearTimeout(this.rest);
    this.latest.stop();
    dragging.value = "";
    dragFault.value = "";
    await whenChecked();
    this.stage.showScene(null);
  }
}

/* drags.ts - what happens while something is dragged: the mechanism follows, or its links change length. */
import type { Place as Point } from "../drawing/camera";
import type { Stage } from "../drawing/stage";
import type { Checked, DragResult, Vec } from "../engine/engine";
import { commit } from "../editor/commit";
import { TextEditError } from "../editor/text_edits";
import { toast } from "../shell/toast";
import { firstError } from "../shell/units_in_text";
import { engine } from "../state/connection";
import { text } from "../state/document";
import { checkedText, name, settings } from "../state/model";
import { dragFault, dragging, sketch } from "./tool_state";
import { Latest } from "./latest";
import { DragSession, type DragModel } from "./drag_session";
import { LiveText } from "./live_text";
import type { Reshaper } from "./reshape";
import { initialPositionAt } from "./initial_position";
import { texts } from "../texts/texts";

export interface Drag {
  move(to: Point): void;
  end(): Promise<void>;
  cancel(): void;
}

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

/* The mechanism follows a point of a body, joints closed, and starts where it is let go. What is held, what is drawn and what is
 * written at the end are one state of the model: that which was checked last. */
export class MechanismDrag implements Drag {
  private readonly session: DragSession;
  private of = sketch.peek();

  constructor(stage: Stage, body: string, point: Vec) {
    dragging.value = "follow";
    this.session = new DragSession({
      model: () => this.checked(body),
      point,
      advice: texts.tools.drags.holdAltToMoveItsPoints,
      show: (poses) => stage.showPoses(poses),
      keep: (result) => this.keep(result),
      ended: () => (dragging.value = ""),
    });
  }

  private async checked(body: string): Promise<DragModel> {
    if (checkedText.peek() !== text.peek()) await whenChecked();
    this.of = sketch.peek();
    const index = this.of.scene?.bodies.findIndex((one) => one.name === body) ?? -1;
    if (checkedText.peek() !== this.of.text || index < 0)
      throw new Error("the model is not checked yet, or has an error");
    return { text: this.of.text, size: this.of.size, body: index };
  }

  move([x, y]: Point): void {
    this.session.to([x, y, 0]);
  }

  private async keep(result: DragResult): Promise<void> {
    const why = commit(() => {
      const restart = initialPositionAt(this.of, result);
      if ("why" in restart) throw new TextEditError(restart.why);
      return restart.changes;
    });
    if (why === undefined) await whenChecked();
    else toast(why);
  }

  end(): Promise<void> {
    return this.session.end();
  }

  cancel(): void {
    this.session.cancel();
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
    way: "reshape" | "move" = "reshape",
  ) {
    dragging.value = way;
    this.latest = new Latest(
      (content) => engine.check(content, name.peek(), settings.peek()),
      ({ scene, messages }) => {
        if (scene) this.stage.showScene(scene);
        dragFault.value = scene ? "" : (firstError(messages) ?? "");
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

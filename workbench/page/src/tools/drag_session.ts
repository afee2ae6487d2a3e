/* drag_session.ts - a mechanism, in the plane or in space, is led by one of its points: the point goes where it is wanted, as near as the
 * closed joints let it, and what is shown follows. What becomes of it when it is let go is for others to say.
 */
import type { Drag, DragResult, Pose, Vec } from "../engine/engine";
import { toast } from "../shell/toast";
import { inDisplayUnits } from "../shell/units_in_text";
import { engine } from "../state/connection";
import { text } from "../state/document";
import { name, settings } from "../state/model";
import { Latest } from "./latest";
import { texts } from "../texts/texts";

const NEAR = 1e-4; // of the mechanism's size: the point is where it was to go

/* The model that is led. */
export interface DragModel {
  text: string;
  size: number; // of the mechanism
  body: number;
}

export interface DragSessionOptions {
  model(): Promise<DragModel>; // asked once, when the mechanism is first led
  point: Vec; // in the body's frame
  advice?: string; // what else can be done where it cannot be led
  show(poses: Pose[] | null): void; // null: as they are without being led
  keep(result: DragResult): Promise<void>; // writes where it was let go into the text
  ended?(): void;
}

export class DragSession {
  private readonly latest: Latest<Vec, DragResult>;
  private drag: Promise<Drag> | null = null;
  private model: DragModel | null = null;
  private last: DragResult | null = null;
  private distance = Infinity;
  private target: Vec | null = null;
  private over = false;

  constructor(private readonly options: DragSessionOptions) {
    this.latest = new Latest(
      async (to) => (await this.drag!).move(this.model!.body, options.point, to),
      (result, to) => this.take(result, to),
      (error) => this.fail(error),
    );
  }

  to(target: Vec): void {
    if (this.over) return;
    this.drag ??= this.begin();
    this.target = target;
    this.distance = Infinity;
    this.latest.put(target);
  }

  private async begin(): Promise<Drag> {
    this.model = await this.options.model();
    return engine.drag(this.model.text, name.peek(), settings.peek());
  }

  private take(result: DragResult, to: Vec): void {
    this.last = result;
    this.options.show(result.poses);
    const nearer = result.distance < 0.999 * this.distance;
    this.distance = result.distance;
    /* what is far off is approached in several steps */
    if (nearer && result.distance > NEAR * this.model!.size && to === this.target)
      requestAnimationFrame(() => {
        if (!this.over && to === this.target) this.latest.put(to);
      });
  }

  private fail(error: unknown): void {
    if (this.over) return;
    const why = error instanceof Error ? inDisplayUnits(error.message).replace(/\.$/, "") : "";
    const words = [texts.tools.dragSession.theMechanismCannotFollow(why ? ": " + why : ""), this.options.advice];
    toast(words.filter(Boolean).join(" "), { kind: "error" });
    this.cancel();
  }

  async end(): Promise<void> {
    await this.latest.done();
    if (this.over) return;
    this.finish();
    try {
      if (this.last && text.peek() === this.model!.text) await this.keep(this.last);
    } catch {
      toast(texts.tools.dragSession.theNewInitialPositionCouldNot);
    }
    this.options.show(null);
  }

  private async keep(result: DragResult): Promise<void> {
    if (result.closed) await this.options.keep(result);
    else toast(texts.tools.dragSession.theJointsCouldNotBeKept);
  }

  private finish(): void {
    this.over = true;
    this.latest.stop();
    void this.drag?.then((drag) => drag.release()).catch(() => {});
    this.options.ended?.();
  }

  cancel(): void {
    if (this.over) return;
    this.finish();
    if (this.drag) this.options.show(null);
  }
}

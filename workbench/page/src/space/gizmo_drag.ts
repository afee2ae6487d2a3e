/* gizmo_drag.ts - the selection moved or rotated by a handle: the drawing shows what the engine makes of it, and the text is written once, at
 * the end, as one step of undo.
 */
import { commitOrReport } from "../editor/commit";
import { difference } from "../editor/text_edits";
import { TextEditError } from "../editor/tree";
import type { Checked, Vec } from "../engine/engine";
import { toast } from "../shell/toast";
import { inDisplayUnits } from "../shell/units_in_text";
import { engine } from "../state/connection";
import { loads, text } from "../state/document";
import { name, settings } from "../state/model";
import type { Selected } from "../state/selection";
import { asked } from "../tools/hints";
import { keptHeld } from "../tools/held_in_space";
import { whenChecked } from "../tools/drags";
import { Latest } from "../tools/latest";
import { movedBy } from "../tools/moved";
import { readSketch } from "../tools/sketch";
import { holds, sketchEntries } from "../tools/sketch_entries";
import { done, sketch, stopAtStart } from "../tools/tool_state";
import { transformed } from "../tools/transform";
import { texts } from "../texts/texts";
import { imageBy, type Handle } from "./gizmo_geometry";
import { handled } from "./gizmo_state";
import { trial } from "./trial";

/* The text with the selection moved by so much; throws a TextEditError where that cannot be written. */
function textAfter(of: string, all: readonly Selected[], handle: Handle, value: number, centre: Vec): string {
  if (value === 0) return of;
  const { scene } = sketch.peek();
  const from = readSketch(of, scene);
  const what = movedBy(from, all);
  const moved = transformed(from, what, imageBy(handle, value, centre));
  if (!sketchEntries(of).some(holds)) return moved;
  const made = keptHeld(readSketch(moved, scene), { points: what.points });
  if (typeof made !== "string") throw new TextEditError(made.why);
  return made;
}

/* What gives up the move that is under way; null: none is. */
let giveUp: (() => void) | null = null;

export function moveUnderWay(how: (() => void) | null): void {
  giveUp = how;
}

export function isMoving(): boolean {
  return giveUp !== null;
}

/* True: something was under way. */
export function giveUpMove(): boolean {
  const how = giveUp;
  how?.();
  return how !== null;
}

export class GizmoDrag {
  private readonly of = text.peek();
  private readonly model = loads.peek();
  private readonly latest: Latest<string, Checked>;
  private value = 0;
  private fault = "";

  constructor(
    private readonly all: readonly Selected[],
    private readonly handle: Handle,
    private readonly centre: Vec,
  ) {
    stopAtStart();
    this.latest = new Latest(
      (content) => engine.check(content, name.peek(), settings.peek()),
      ({ scene, messages }) => {
        if (scene) trial.value = scene;
        this.fault = scene ? "" : (messages.find(({ severity }) => severity === "error")?.text ?? "");
        asked.value = this.fault ? inDisplayUnits(this.fault) : texts.gizmo.hint[handle.does];
      },
    );
    asked.value = texts.gizmo.hint[handle.does];
  }

  to(value: number): void {
    this.value = value;
    handled.value = { handle: this.handle, value, typed: false };
    const now = this.written();
    if (now !== null) this.latest.put(now);
  }

  private written(): string | null {
    try {
      return textAfter(this.of, this.all, this.handle, this.value, this.centre);
    } catch (fault) {
      if (!(fault instanceof TextEditError)) throw fault;
      asked.value = fault.message;
      return null;
    }
  }

  async end(): Promise<void> {
    const same = text.peek() === this.of && loads.peek() === this.model;
    if (same && this.value !== 0) commitMove(this.all, this.handle, this.value, this.centre);
    await this.finish();
  }

  cancel(): void {
    void this.finish();
  }

  /* What is on trial stays in view until the text that stands is checked. */
  private async finish(): Promise<void> {
    this.latest.stop();
    asked.value = "";
    handled.value = null;
    await whenChecked();
    trial.value = null;
  }
}

/* At once, as by keys and typed numbers. */
export function commitMove(all: readonly Selected[], handle: Handle, value: number, centre: Vec): boolean {
  stopAtStart();
  const made = commitOrReport((now) => difference(now, textAfter(now, all, handle, value, centre)));
  if (made) done.value = texts.gizmo.moved;
  return made;
}

/* Whether a handle can do anything with this selection; if not, why is told. */
export function mayMove(all: readonly Selected[], handle: Handle, centre: Vec): boolean {
  try {
    textAfter(text.peek(), all, handle, handle.does === "move" ? 0.01 : Math.PI / 2, centre);
    return true;
  } catch (fault) {
    if (!(fault instanceof TextEditError)) throw fault;
    toast(fault.message);
    return false;
  }
}

/* live_text.ts - the text while it changes under a gesture: every state is seen, and the whole is one step of undo.
 *
 * Each state takes the place of the one before by undoing that. Changes that the history is not told of would not do: it carries the
 * steps before along with them, and what they overwrite it cannot bring back.
 */
import { batch } from "@preact/signals";
import { difference } from "../editor/surgery";
import { change, loads, text, undo, view } from "../state/document";

export class LiveText {
  readonly before = text.peek();
  private readonly model = loads.peek();
  private changed = false; // the last step of the history is this gesture's

  private set(content: string): void {
    if (content === text.peek() || loads.peek() !== this.model) return;
    batch(() => {
      const seen = view.scrollSnapshot(); // undo would lead to the cursor
      if (this.changed) undo();
      const now = view.state.doc.toString();
      this.changed = content !== now;
      if (this.changed) change(difference(now, content));
      view.dispatch({ effects: seen });
    });
  }

  show(content: string): void {
    this.set(content);
  }

  /* True: something has changed. */
  keep(): boolean {
    return text.peek() !== this.before;
  }

  cancel(): void {
    this.set(this.before);
  }
}

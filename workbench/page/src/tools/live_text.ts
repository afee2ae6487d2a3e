/* live_text.ts - the text while it changes under a gesture: it may be seen at any time, and the whole is one step of undo.
 *
 * Each state takes the place of the one before by undoing that. Changes that the history is not told of would not do: it carries the
 * steps before along with them, and what they overwrite it cannot bring back. A gesture that is given up leaves the history as it was,
 * with what could be redone.
 */
import { batch } from "@preact/signals";
import { difference } from "../editor/text_edits";
import { change, loads, rememberHistory, text, undo, view } from "../state/document";

export class LiveText {
  private readonly before = text.peek();
  private readonly goBack = rememberHistory();
  private readonly model = loads.peek();
  private changed = false; // the last step of the history is this gesture's

  show(content: string): void {
    if (content === text.peek() || loads.peek() !== this.model) return;
    batch(() => {
      const seen = view.scrollSnapshot(); // undo would lead to the cursor
      if (content === this.before) this.goBack();
      else {
        if (this.changed) undo();
        change(difference(view.state.doc.toString(), content));
      }
      this.changed = content !== this.before;
      view.dispatch({ effects: seen });
    });
  }

  cancel(): void {
    this.show(this.before);
  }
}

/* live_text.ts - the text while it changes under a gesture: every state is seen, and the whole is one step of undo. */
import { Transaction } from "@codemirror/state";
import { batch } from "@preact/signals";
import { difference } from "../editor/surgery";
import { change, text, view } from "../state/document";

export class LiveText {
  readonly before = text.peek();

  private set(content: string): void {
    const now = text.peek();
    if (content === now) return;
    view.dispatch({ changes: difference(now, content), annotations: Transaction.addToHistory.of(false) });
  }

  show(content: string): void {
    this.set(content);
  }

  /* True: something has changed. */
  keep(): boolean {
    const after = text.peek();
    if (after === this.before) return false;
    batch(() => {
      this.set(this.before);
      change(difference(this.before, after));
    });
    return true;
  }

  cancel(): void {
    this.set(this.before);
  }
}

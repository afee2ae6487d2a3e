/* undo_toast.ts - words about a change of the text that was just made, with the way back for as long as it leads there. */
import { text, undo } from "../state/document";
import { toast } from "./toast";

export function toastWithUndo(words: string): void {
  const after = text.peek();
  const dismiss = toast(words, { action: { title: "Undo", run: () => void undo() } });
  const stop = text.subscribe((now) => {
    if (now === after) return;
    dismiss(); // undo would now take back something else
    stop();
  });
}

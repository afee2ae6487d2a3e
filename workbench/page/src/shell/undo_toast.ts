/* undo_toast.ts - words about a change of the text that was just made, with the way back, or on, for as long as it leads there. */
import { text, undo } from "../state/document";
import { toast, type ToastOptions } from "./toast";
import { texts } from "../texts/texts";

const BACK: ToastOptions["action"] = { title: texts.shell.undoToast.undo, run: () => void undo() };

export function toastWithUndo(words: string, action = BACK): void {
  const after = text.peek();
  const dismiss = toast(words, { action });
  const stop = text.subscribe((now) => {
    if (now === after) return;
    dismiss(); // it would now be done to something else
    stop();
  });
}

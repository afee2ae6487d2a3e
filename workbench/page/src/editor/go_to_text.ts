/* go_to_text.ts - brings a place of the text into view in the pane, and the cursor there. */
import { EditorView } from "@codemirror/view";
import { showPart } from "../shell/layout";
import { text, view } from "../state/document";
import { offsetAt } from "./diagnostics";

/* Once the pane is on show; the text may be shorter by then. */
export function goToRange(from: number, to = from): void {
  showPart("text");
  requestAnimationFrame(() => {
    const { length } = view.state.doc;
    view.dispatch({
      selection: { anchor: Math.min(from, length), head: Math.min(to, length) },
      effects: EditorView.scrollIntoView(Math.min(from, length), { y: "center" }),
    });
    view.focus();
  });
}

/* A line and column as messages have them. */
export function goToText(line: number, column: number): void {
  const at = offsetAt(text.peek(), line, column);
  if (at !== null) goToRange(at);
}

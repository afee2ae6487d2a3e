/* go_to_text.ts - brings a place of the text into view in the pane. */
import { showPart } from "../shell/layout";
import { view } from "../state/document";

export function goToText(line: number, column: number): void {
  const { doc } = view.state;
  if (line < 1 || line > doc.lines) return;
  const at = doc.line(line);
  const offset = Math.min(at.from + Math.max(0, column - 1), at.to);
  showPart("text");
  requestAnimationFrame(() => {
    view.dispatch({ selection: { anchor: offset }, scrollIntoView: true });
    view.focus();
  });
}

/* format.ts - lays the text out as `trammel format` does, in one step of undo; the cursor stays at what it stood at. */
import { toast } from "../shell/toast";
import { engine } from "../state/connection";
import { change, text, view } from "../state/document";
import { name } from "../state/model";
import { goToText } from "./go_to_text";
import { samePlace } from "./same_place";
import { difference } from "./text_edits";
import { texts } from "../texts/texts";

export async function layOut(): Promise<void> {
  const before = text.peek();
  const { text: after, messages } = await engine.format(before, name.peek());
  if (text.peek() !== before) return; // somebody writes on: what was asked is about another text
  if (after === null) {
    const why = messages.find(({ severity }) => severity === "error") ?? messages[0];
    if (why && why.line > 0) goToText(why.line, why.column);
    toast(texts.editor.format.theTextCannotBeLaidOut(why?.text ?? "it cannot be read"), { kind: "error" });
  } else if (after === before) toast(texts.editor.format.theTextIsLaidOutAlready);
  else change(difference(before, after), samePlace(before, after, view.state.selection.main.head));
}

/* lint.ts - the engine's messages as underlines in the text, word for word, with their fixes. */
import { messageText } from "../shell/units_in_text";
import { type Action, type Diagnostic, setDiagnostics } from "@codemirror/lint";
import type { Message } from "../engine/engine";
import { change, type TextChange, view } from "../state/document";
import { followed } from "./followers";
import { type Fix, fixesFor, type Range, rangeOf } from "./diagnostics";

export interface Problem {
  message: Message;
  range: Range | null;
  fixes: Fix[];
}

const MOST_WITH_FIXES = 40; // of a text that is wrong all over, nobody mends the rest by fixes

export function problemsOf(text: string, messages: readonly Message[]): Problem[] {
  return messages.map((message, i) => ({
    message,
    range: rangeOf(text, message),
    fixes: i < MOST_WITH_FIXES ? fixesFor(text, message) : [],
  }));
}

/* A fix belongs to the text it was found for. */
export function applyFix(text: string, changes: TextChange[]): void {
  if (view.state.doc.toString() === text) change(followed(text, changes));
}

const SEVERITY = { error: "error", warning: "warning", note: "info" } as const;

export function underline(problems: readonly Problem[]): void {
  const length = view.state.doc.length;
  const text = view.state.doc.toString();
  const diagnostics = problems.flatMap(({ message, range, fixes }): Diagnostic[] => {
    if (!range) return [];
    const from = Math.min(range.from, length);
    const actions = fixes.map(({ title, changes }): Action => ({ name: title, apply: () => applyFix(text, changes) }));
    return [
      {
        from,
        to: Math.min(range.to, length),
        severity: SEVERITY[message.severity],
        message: messageText(message),
        actions,
      },
    ];
  });
  view.dispatch(setDiagnostics(view.state, diagnostics));
}

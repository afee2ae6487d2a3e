/* sync_selection.ts - the text and the drawing choose the same element: what is selected is marked and scrolled to, without taking the focus;
 * the cursor in an element selects it. */
import { type Extension, StateEffect, StateField } from "@codemirror/state";
import { Decoration, type DecorationSet, EditorView } from "@codemirror/view";
import { selected, type Selected } from "../state/selection";
import { elementOf, placeOf } from "./elements";
import { pathAt } from "./diagnostics";
import { readTree } from "./tree";

const mark = StateEffect.define<{ from: number; to: number } | null>();
const chosen = Decoration.mark({ class: "cm-chosen" });

const marked = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(value, transaction) {
    let next = value.map(transaction.changes);
    for (const effect of transaction.effects)
      if (effect.is(mark)) {
        const range = effect.value;
        next = range && range.to > range.from ? Decoration.set([chosen.range(range.from, range.to)]) : Decoration.none;
      }
    return next;
  },
  provide: (field) => EditorView.decorations.from(field),
});

function same(a: Selected | null, b: Selected | null): boolean {
  return a?.kind === b?.kind && a?.name === b?.name;
}

let fromText = false; // what is selected was chosen by the cursor: nothing needs to scroll
let shown: Selected | null = null;

/* Marks what is selected, and scrolls to it where it is another than before. */
export function showSelected(view: EditorView, what: Selected | null): void {
  const isNew = !same(what, shown);
  shown = what;
  const text = view.state.doc.toString();
  const found = what && placeOf(readTree(text).root, what);
  const range = found && { from: found.from, to: Math.min(found.to, text.length) };
  const effects: StateEffect<unknown>[] = [mark.of(range)];
  if (range && isNew && !fromText) effects.push(EditorView.scrollIntoView(range.from, { y: "nearest", yMargin: 60 }));
  view.dispatch({ effects });
  fromText = false;
}

let waiting: ReturnType<typeof setTimeout> | undefined;

function selectAtCursor(view: EditorView): void {
  const { root } = readTree(view.state.doc.toString());
  const element = elementOf(root, pathAt(root, view.state.selection.main.head));
  if (!element || same(element, selected.value)) return;
  fromText = true;
  selected.value = element;
}

export const selectionExtension: Extension = [
  marked,
  EditorView.updateListener.of((update) => {
    const byUser = update.transactions.some((one) => one.isUserEvent("select") || one.isUserEvent("input"));
    if (!update.selectionSet || !byUser || !update.view.hasFocus) return;
    clearTimeout(waiting);
    waiting = setTimeout(() => selectAtCursor(update.view), 120);
  }),
];

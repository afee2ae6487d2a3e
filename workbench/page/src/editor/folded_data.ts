/* folded_data.ts - pictures in the text are shown as a word: nobody reads their bytes, and they would bury the rest. */
import { type EditorState, RangeSetBuilder, StateField } from "@codemirror/state";
import { Decoration, type DecorationSet, EditorView, WidgetType } from "@codemirror/view";
import { dataRanges, wordFor } from "./data_ranges";

class Word extends WidgetType {
  constructor(private readonly words: string) {
    super();
  }
  override eq(other: Word): boolean {
    return other.words === this.words;
  }
  toDOM(): HTMLElement {
    const made = document.createElement("span");
    made.className = "cm-foldPlaceholder";
    made.textContent = this.words;
    return made;
  }
}

function folds(state: EditorState): DecorationSet {
  const made = new RangeSetBuilder<Decoration>();
  for (const { from, to } of dataRanges(state.doc.toString()))
    made.add(from, to, Decoration.replace({ widget: new Word(wordFor(to - from)) }));
  return made.finish();
}

export const foldedData = StateField.define<DecorationSet>({
  create: folds,
  update: (now, change) => (change.docChanged ? folds(change.state) : now),
  provide: (field) => [
    EditorView.decorations.from(field),
    EditorView.atomicRanges.of((view) => view.state.field(field, false) ?? Decoration.none),
  ],
});

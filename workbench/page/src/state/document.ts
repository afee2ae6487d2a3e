/* document.ts - the text of the model: the one truth from which everything on the page follows.
 *
 * The drawing changes it too, by small changes of text, so that comments and layout stay and one undo serves both. It is held by
 * CodeMirror's view, which need not be on show.
 */
import {
  history,
  historyField,
  isolateHistory,
  redo as redoCommand,
  redoDepth,
  undo as undoCommand,
  undoDepth,
} from "@codemirror/commands";
import { Compartment, EditorState, type Extension } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import { batch, computed, signal } from "@preact/signals";
import { loads } from "./loads";

export { loads };

export interface TextChange {
  from: number; // offsets into the text as it is
  to: number;
  insert: string;
}

interface Version {
  text: string;
  undoable: boolean;
  redoable: boolean;
}

const version = signal<Version>({ text: "", undoable: false, redoable: false });
const extensions = new Compartment(); // language, completion, errors: what only the pane for text needs

export const text = computed(() => version.value.text);
/* The text, for what takes long to follow it: while somebody types in a long one, as it was before he began. */
export const settledText = signal("");
export const canUndo = computed(() => version.value.undoable);
export const canRedo = computed(() => version.value.redoable);

let installed: Extension = [];
const reachable = EditorView.contentAttributes.of({ tabindex: "0" }); // by the Tab key, and known to be so to those who check

function begin(content: string, kept?: KeptHistory | null): EditorState {
  const config = { extensions: [history(), reachable, extensions.of(installed)] };
  if (kept) {
    try {
      const selection = { ranges: [{ anchor: 0, head: 0 }], main: 0 };
      return EditorState.fromJSON({ doc: content, selection, history: kept.steps }, config, { history: historyField });
    } catch {
      /* it was written by another version: it begins without */
    }
  }
  return EditorState.create({ doc: content, ...config });
}

/* What can be undone and redone, as it outlives the page. */
export interface KeptHistory {
  steps: { done: unknown[]; undone: unknown[] };
  cut: number; // steps of undo that had no room
}

/* The newest steps that fit into so many characters; null: there is nothing to undo or redo. */
export function historyWithin(room: number): KeptHistory | null {
  const { history: all } = view.state.toJSON({ history: historyField }) as { history: KeptHistory["steps"] };
  if (undoDepth(view.state) + redoDepth(view.state) === 0) return null;
  let left = room;
  const fits = (step: unknown): boolean => (left -= JSON.stringify(step).length + 1) >= 0;
  const newest = (steps: unknown[]): unknown[] => {
    let from = steps.length;
    while (from > 0 && fits(steps[from - 1])) from--;
    return steps.slice(from);
  };
  const done = newest(all.done);
  return { steps: { done, undone: newest(all.undone) }, cut: all.done.length - done.length };
}

export const view = new EditorView({
  state: begin(""),
  dispatchTransactions: (transactions, target) => {
    target.update(transactions);
    const typed = transactions.some((one) => one.isUserEvent("input.type") || one.isUserEvent("delete"));
    note(typed && target.state.doc.length > LONG ? PAUSE_MS : 0);
  },
});

const LONG = 20_000; // characters
const PAUSE_MS = 300;
let settling: ReturnType<typeof setTimeout> | undefined;

/* `pause` is how long nothing must be typed until the text is settled. */
function note(pause = 0): void {
  const { state } = view;
  const content = state.doc.toString();
  const changed = content !== version.peek().text;
  if (changed) clearTimeout(settling);
  if (changed && pause > 0) settling = setTimeout(() => (settledText.value = text.peek()), pause);
  batch(() => {
    version.value = { text: content, undoable: undoDepth(state) > 0, redoable: redoDepth(state) > 0 };
    if (changed && pause === 0) settledText.value = content;
  });
}

/* Another model, with a history of its own, or with the one that it had when it was left. */
export function load(content: string, kept?: KeptHistory | null): void {
  view.setState(begin(content, kept));
  batch(() => {
    note();
    loads.value++;
  });
}

/* One step of undo, whatever the number of changes. Offsets are all of the text before; `cursor` is one of the text after. */
export function change(changes: TextChange[], cursor?: number): void {
  const selection = cursor === undefined ? undefined : { anchor: cursor };
  if (changes.length > 0)
    view.dispatch({ changes, selection, scrollIntoView: !!selection, annotations: isolateHistory.of("full") });
}

/* Remembers the text with its history; the answer brings both back, also what could be redone. */
export function rememberHistory(): () => void {
  const { state } = view;
  return () => {
    view.setState(state);
    note();
  };
}

export function undo(): boolean {
  return undoCommand(view);
}

export function redo(): boolean {
  return redoCommand(view);
}

/* What the pane for text adds to the bare text; it stays when another model is loaded. */
export function setExtensions(extension: Extension): void {
  installed = extension;
  view.dispatch({ effects: extensions.reconfigure(extension) });
}

/* follow.ts - the text and the drawing choose the same element: what is selected is marked and scrolled to, without taking the focus;
 * the cursor in an element selects it. */
import { type Extension, StateEffect, StateField } from "@codemirror/state";
import { Decoration, type DecorationSet, EditorView } from "@codemirror/view";
import { type Kind, selected, type Selected } from "../state/selection";
import { pathAt } from "./faults";
import { pathOf } from "./rename";
import { type Node, nodeAt, type Path, readTree } from "./tree";

const KINDS: Record<string, Kind> = {
  bodies: "body",
  joints: "joint",
  forces: "force",
  drivers: "driver",
  points: "point",
  parameters: "parameter",
};

/* The element that a path is in. */
export function elementAt(root: Node | null, path: Path): Selected | null {
  const kind = KINDS[String(path[0])];
  if (!kind || path.length < 2) return null;
  const name = String(path[1]);
  if (kind === "body" && path[2] === "points" && path.length > 3) {
    if (typeof path[3] === "string") return { kind: "point", name: `${name}.${path[3]}` };
    const item = nodeAt(root, path.slice(0, 4));
    if (item?.kind === "scalar" && nodeAt(root, ["points", item.text])) return { kind: "point", name: item.text };
  }
  return { kind, name };
}

/* Where an element is written: from its key to the end of its value. */
export function rangeOfElement(root: Node | null, { kind, name }: Selected): { from: number; to: number } | null {
  const path = pathOf(kind, name);
  const parent = nodeAt(root, path.slice(0, -1));
  const key = path[path.length - 1];
  if (parent?.kind === "map") {
    const entry = parent.entries.find((one) => one.key.text === key);
    return entry ? { from: entry.key.from, to: Math.max(entry.value.to, entry.colon) } : null;
  }
  if (parent?.kind === "list" && kind === "point") {
    const point = String(key);
    const item = parent.items.find((one) => one.kind === "scalar" && one.text === point);
    return item ? { from: item.from, to: item.to } : null;
  }
  return null;
}

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

/* Marks what is selected; called with each change of it. */
export function showSelected(view: EditorView, what: Selected | null): void {
  const text = view.state.doc.toString();
  const found = what && rangeOfElement(readTree(text).root, what);
  const range = found && { from: found.from, to: Math.min(found.to, text.length) };
  const effects: StateEffect<unknown>[] = [mark.of(range)];
  if (range && !fromText) effects.push(EditorView.scrollIntoView(range.from, { y: "nearest", yMargin: 60 }));
  view.dispatch({ effects });
  fromText = false;
}

let waiting: ReturnType<typeof setTimeout> | undefined;

function selectAtCursor(view: EditorView): void {
  const { root } = readTree(view.state.doc.toString());
  const element = elementAt(root, pathAt(root, view.state.selection.main.head));
  if (!element || same(element, selected.value)) return;
  fromText = true;
  selected.value = element;
}

export const followExtension: Extension = [
  marked,
  EditorView.updateListener.of((update) => {
    const byUser = update.transactions.some((one) => one.isUserEvent("select") || one.isUserEvent("input"));
    if (!update.selectionSet || !byUser || !update.view.hasFocus) return;
    clearTimeout(waiting);
    waiting = setTimeout(() => selectAtCursor(update.view), 120);
  }),
];

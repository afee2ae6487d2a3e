/* renaming.ts - another name for an element, asked for where it stands in the drawing; and its place in the text. */
import { effect, signal } from "@preact/signals";
import { commit } from "../editor/commit";
import { placeOf } from "../editor/elements";
import { goToRange } from "../editor/go_to_text";
import { pathOf, rename } from "../editor/rename";
import { homeOf, lastPart, ownerOf } from "../editor/scope";
import { nodeAt, readTree } from "../editor/tree";
import { lineEndAt } from "../editor/write";
import { showPart } from "../shell/layout";
import { loads, text } from "../state/document";
import { selected, type Selected } from "../state/selection";

export interface Renaming {
  what: Selected;
  at: [x: number, y: number]; // px, in the drawing
  wrong: string;
}

export const renaming = signal<Renaming | null>(null);

effect(() => {
  void loads.value; // an element of another model is not meant
  renaming.value = null;
});

/* The name without the body that a point belongs to. */
export function lastName(what: Selected): string {
  return what.kind === "point" ? lastPart(what.name) : what.name;
}

/* A point of a drawn body is a point of the drawing. */
export function written(what: Selected): Selected {
  const { root } = readTree(text.peek());
  if (what.kind !== "point" || nodeAt(root, pathOf("point", what.name)) || homeOf(root, what)?.use) return what;
  return nodeAt(root, ["points", lastName(what)]) ? { kind: "point", name: lastName(what) } : what;
}

export function renameTo(name: string): void {
  const now = renaming.value;
  if (!now) return;
  const { what } = now;
  const wrong = commit((old) => rename(old, what.kind, what.name, name.trim()));
  if (wrong !== undefined) {
    renaming.value = { ...now, wrong };
    return;
  }
  renaming.value = null;
  const owner = what.kind === "point" ? ownerOf(what.name) : "";
  selected.value = { kind: what.kind, name: (owner && owner + ".") + name.trim() };
}

/* Its line, from its name on; where it is not written, the text alone. */
export function showInText(what: Selected): void {
  const place = placeOf(readTree(text.peek()).root, written(what));
  if (!place) showPart("text");
  else goToRange(place.from, lineEndAt(text.peek(), place.from));
}

/* remove_all.ts - a selection deleted, each with what cannot be without it. */
import { applyChanges } from "../editor/text_edits";
import { changesFor, type Edit } from "./edits";
import { refused, type Made, type Refused } from "./make";
import { removeElement } from "./remove";
import { GROUND, readSketch, type Sketch } from "./sketch";
import type { Selected } from "../state/selection";
import { texts } from "../texts/texts";

export function removeAll(of: Sketch, selection: readonly Selected[]): Made | Refused {
  const wanted = selection.filter(({ kind, name }) => kind !== "body" || name !== GROUND);
  if (wanted.length === 1) return removeElement(of, wanted[0]!);
  const edits: Edit[] = [];
  let now = of;
  let why = "";
  let count = 0;
  for (const what of wanted) {
    const made = removeElement(now, what);
    if (refused(made)) {
      if (!made.why.startsWith("There is no")) why = made.why; // it went with another
      continue;
    }
    count++;
    edits.push(...made.edits);
    now = readSketch(applyChanges(now.text, changesFor(now.text, made.edits)), of.scene);
  }
  if (count === 0) return { why: why || texts.selection.nothing };
  return { edits, select: null, toast: texts.selection.deleted(wanted.length) };
}

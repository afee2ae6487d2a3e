/* chosen.ts - what the panel of properties shows; adding, moving and deleting there. */
import { batch, effect, untracked } from "@preact/signals";
import { toastWithUndo } from "../shell/undo_toast";
import { text } from "../state/document";
import { perDocument } from "../state/loads";
import { selected } from "../state/selection";
import type { Addition } from "./additions";
import { commitOrReport } from "./commit";
import { swapWithNext } from "./move";
import type { Chosen } from "./outline";
import { deleteElement } from "./rename";
import { studiesIn, studyAt } from "./studies";
import { get, remove } from "./text_edits";
import { readTree } from "./tree";
import { texts } from "../texts/texts";

export const chosen = perDocument<Chosen>({ kind: "model" });

/* What is selected anywhere is shown here. */
effect(() => {
  const element = selected.value;
  const before = untracked(() => chosen.value);
  if (element) chosen.value = element;
  else if ("name" in before) chosen.value = { kind: "model" };
});

export function choose(what: Chosen): void {
  if ("name" in what) selected.value = what;
  else {
    selected.value = null;
    chosen.value = what;
  }
}

export function addAndChoose(make: (text: string) => Addition): void {
  let made: Addition | null = null;
  const done = commitOrReport((now) => {
    made = make(now);
    return made.draft.changes();
  });
  if (done && made) choose((made as Addition).chosen);
}

/* Analyses are done in their order. */
export function canMove(what: Chosen, by: 1 | -1): boolean {
  const list = what.kind === "analysis" ? get(text.value, ["analyses"]) : [];
  return what.kind === "analysis" && Array.isArray(list) && list[what.index + by] !== undefined;
}

export function moveChosen(by: 1 | -1): void {
  const what = chosen.value;
  if (what.kind !== "analysis" || !canMove(what, by)) return;
  const first = Math.min(what.index, what.index + by);
  batch(() => {
    if (commitOrReport((now) => swapWithNext(now, ["analyses"], first)))
      choose({ kind: "analysis", index: what.index + by });
  });
}

/* Deletes what is shown, and says what went along. */
export function deleteChosen(what: Chosen): void {
  if (what.kind === "model") return;
  let words = "";
  const done = commitOrReport((now) => {
    if (what.kind === "initial") {
      words = texts.editor.chosen.deletedTheInitialValues;
      return remove(now, ["initial"]);
    }
    if (what.kind === "table") {
      words = texts.editor.chosen.deletedTable(what.table);
      return remove(now, ["tables", what.table]);
    }
    if (what.kind === "analysis") {
      words = texts.editor.chosen.deletedAnalysis(what.index + 1);
      return remove(now, ["analyses", what.index]);
    }
    if (what.kind === "study") {
      words = texts.editor.chosen.deletedStudy(studyAt(readTree(now).root, what.at)?.name ?? "");
      return remove(now, studiesIn(readTree(now).root).length > 1 ? ["studies", what.at] : ["studies"]);
    }
    const { changes, removed } = deleteElement(now, what.kind, what.name);
    const along = removed.filter((one) => one.kind !== "mention").map((one) => one.name);
    words =
      texts.editor.chosen.deleted(what.kind, what.name) +
      (along.length > 0 ? texts.editor.chosen.withWord(along.join(", ")) : "");
    return changes;
  });
  if (!done) return;
  choose({ kind: "model" });
  toastWithUndo(words);
}

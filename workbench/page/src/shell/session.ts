/* session.ts - how a model comes onto the page, in place of the one that was there.
 *
 *   openText(text, "fourbar.yaml", { run: true });
 *       Shows the text as a model of that name. With `run`, `runWish` counts up: who computes runs and plays it once it is checked.
 *
 * Unsaved work is never asked about and never lost: it stays as a draft, and a toast offers the way back.
 */
import { batch, signal } from "@preact/signals";
import { playing, time } from "../state/clock";
import { load } from "../state/document";
import { forget, name } from "../state/model";
import { comparedId, running, runs, shownId, tableIndex } from "../state/runs";
import { hovered, selected } from "../state/selection";
import { traces } from "../state/settings";
import { forgetDraft, keepNow, leave, present, store, takeOver } from "./autosave";
import { isUnsavedAnywhere, type Draft } from "./drafts";
import { showPart } from "./layout";
import { freeName } from "./naming";
import { toast } from "./toast";
import { endsAsOnWindows, fromFile, noteLineEnds } from "./line_ends";
import { folder, phase, restored, savedText, stamp, type Restored } from "./work";

export { phase, savedText, stamp, unsaved } from "./work";

/* Counts up whenever a model was opened that is to be run and played as soon as it is checked. */
export const runWish = signal(0);

export interface Opening {
  run?: boolean; // run it and play it
  stamp?: string; // of the file that it was read from
  folder?: string; // that this file is in
  saved?: string | null; // what was saved, where it is not `text`; null: nothing was
  windows?: boolean; // the lines of its file end as on Windows; else as those of the text given here
  restored?: Restored; // say that unsaved work was found
}

function empty(): void {
  forget();
  playing.value = false;
  time.value = 0;
  runs.value = [];
  shownId.value = null;
  comparedId.value = null;
  tableIndex.value = 0;
  selected.value = null;
  hovered.value = null;
  traces.value = [];
}

/* A name that no unsaved work has, unless it is a file's. */
function nameFor(wanted: string, opening: Opening): string {
  if (opening.stamp !== undefined || opening.restored) return wanted;
  return freeName(wanted, (other) => isUnsavedAnywhere(store, { folder: "", name: other }));
}

function offerReturn(left: Draft): void {
  toast(`Unsaved changes to ${left.name} are kept.`, {
    action: { title: "Go back", run: () => openDraft(left) },
  });
}

export function openText(given: string, fileName: string, opening: Opening = {}): void {
  const content = fromFile(given);
  const before = present();
  const left = leave() ? before : null;
  running.value?.stop();
  batch(() => {
    empty();
    name.value = nameFor(fileName, opening);
    stamp.value = opening.stamp ?? null;
    folder.value = opening.folder ?? "";
    noteLineEnds(opening.windows ?? endsAsOnWindows(opening.saved ?? given));
    const { saved = content } = opening;
    savedText.value = saved === null ? null : fromFile(saved);
    restored.value = opening.restored ?? null;
    load(content);
    phase.value = "model";
    if (opening.run) {
      showPart("drawing");
      runWish.value++;
    }
  });
  keepNow();
  const same = left && left.name === name.value && left.folder === folder.value;
  if (left && !same) offerReturn(left);
}

/* Unsaved work as it was left. */
export function openDraft(draft: Draft): void {
  openText(draft.text, draft.name, {
    run: true,
    stamp: draft.stamp ?? undefined,
    folder: draft.folder,
    saved: draft.saved,
    windows: draft.windows,
    restored: {
      time: draft.time,
      fileChanged: false,
      discard: () => discardTo(draft.saved),
    },
  });
  takeOver(draft);
}

/* Back to what was saved; without that, to the beginning. What is thrown away is not kept. */
function discardTo(saved: string | null): void {
  const thrown = present();
  const { name: fileName, stamp: mark, folder: where, windows } = thrown;
  forgetDraft(thrown);
  phase.value = "starting";
  if (saved === null) closeModel();
  else openText(saved, fileName, { run: true, stamp: mark ?? undefined, folder: where, windows });
}

function closeModel(): void {
  running.value?.stop();
  batch(() => {
    empty();
    restored.value = null;
    load("");
    phase.value = "welcome";
  });
}

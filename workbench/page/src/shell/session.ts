/* session.ts - how a model comes onto the page, in place of the one that was there.
 *
 *   openText(text, "fourbar.yaml", { run: true });
 *       Shows the text as a model of that name. With `run`, `runRequest` counts up: who computes runs and plays it once it is checked.
 *
 * Unsaved work is not asked about and not lost: it stays as a draft, and a toast offers the way back. Only where the browser cannot keep
 * it does a dialog ask what is to become of it.
 */
import { batch, signal } from "@preact/signals";
import { playing, row, time } from "../state/clock";
import { load } from "../state/document";
import { forget, name } from "../state/model";
import { comparedId, forgotten, running, runs, shownId, tableIndex } from "../state/runs";
import { hovered, selected } from "../state/selection";
import { texts } from "../texts/texts";
import { traces } from "../state/settings";
import { ask } from "./ask";
import { forgetDraft, keepNow, leave, present, setAside, store, takeOver, type Left } from "./autosave";
import { readUndo } from "./kept_undo";
import { thisTab } from "./tab";
import { download } from "./download";
import { isSame, isUnsaved, isUnsavedAnywhere, readDraft, type Draft } from "./drafts";
import { releaseFocus } from "./focus_origin";
import { isElsewhere } from "./folder";
import { showPart } from "./layout";
import { freeName } from "./naming";
import { toast } from "./toast";
import { endsAsOnWindows, fromFile, noteLineEnds, toFile } from "./line_ends";
import { folder, phase, restored, savedText, stamp, type Restored } from "./work";

export { phase, savedText, stamp, unsaved } from "./work";

/* Counts up whenever what was run is to be run again without a jump of the clock: the file was changed by others. */
export const rerunRequest = signal(0);

/* Counts up whenever a model was opened that is to be run and played as soon as it is checked. */
export const runRequest = signal(0);

export interface Opening {
  run?: boolean; // run it and play it
  stamp?: string; // of the file that it was read from
  folder?: string; // id of the one that this file is in, or is to be in
  saved?: string | null; // what was saved, where it is not `text`; null: nothing was
  windows?: boolean; // the lines of its file end as on Windows; else as those of the text given here
  restored?: Restored; // say that unsaved work was found
  from?: Draft; // the draft that it is: what could be undone of it comes with it
}

function empty(): void {
  forget();
  playing.value = false;
  time.value = 0;
  row.value = 0;
  runs.value = [];
  forgotten.value = 0;
  shownId.value = null;
  comparedId.value = null;
  tableIndex.value = 0;
  selected.value = null;
  hovered.value = null;
  traces.value = [];
}

/* For what is no file: a name that no unsaved work has. */
function ownName(wanted: string): string {
  return freeName(wanted, (other) => isUnsavedAnywhere(store, { folder: "", name: other }));
}

/* Work of this tab whose place in the store is taken by what is on the page now. */
function displaced(left: Left | null): Draft | null {
  const now = present();
  const old = left && isSame(left.draft, now) ? left.draft : readDraft(store, now);
  return old && isUnsaved(old) && old.text !== now.text ? old : null;
}

async function rescue(draft: Draft): Promise<void> {
  const choice = await ask(
    texts.shell.session.unsavedChangesCannotBeKept,
    texts.shell.session.theBrowserHasNoRoomFor(draft.name),
    [
      { id: "drop", title: texts.shell.session.discardThem },
      { id: "download", title: texts.shell.session.download },
      { id: "back", title: texts.shell.session.goBack, primary: true },
    ],
  );
  if (choice === "download") download(toFile(draft.text, draft.windows), "text/yaml", draft.name);
  else if (choice !== "drop") openDraft(draft);
}

function offerReturn({ draft, kept }: Left): void {
  if (!kept) void rescue(draft);
  else
    toast(texts.shell.session.unsavedChangesToAreKept(draft.name), {
      action: { title: texts.shell.session.goBack, run: () => openDraft(draft) },
    });
}

export function openText(given: string, fileName: string, opening: Opening = {}): void {
  const content = fromFile(given);
  const left = leave();
  running.value?.stop();
  batch(() => {
    empty();
    name.value = opening.folder || opening.restored ? fileName : ownName(fileName);
    stamp.value = opening.stamp ?? null;
    folder.value = opening.folder ?? "";
    noteLineEnds(opening.windows ?? endsAsOnWindows(opening.saved ?? given));
    const { saved = content } = opening;
    savedText.value = saved === null ? null : fromFile(saved);
    restored.value = opening.restored ?? null;
    const history = readUndo(
      store,
      opening.from ?? { tab: thisTab(), folder: folder.value, name: name.value },
      content,
    );
    load(content, history);
    if (history?.cut) toast(texts.drafts.undoCut(history.steps.done.length, history.cut), { seconds: 10 });
    phase.value = "model";
    if (opening.run) {
      showPart("drawing");
      runRequest.value++;
    }
  });
  if (opening.run) releaseFocus();
  const old = displaced(left);
  const gone = old ? setAside(old) : left && !isSame(left.draft, present()) ? left : null;
  keepNow();
  if (gone) offerReturn(gone);
}

/* Unsaved work as it was left. That on a file of another folder is shown as a copy, which is no file, and stays with its file. */
export function openDraft(draft: Draft): void {
  const copied = isElsewhere(draft.folder);
  openText(draft.text, copied ? ownName(draft.name) : draft.name, {
    run: true,
    stamp: copied ? undefined : (draft.stamp ?? undefined),
    folder: copied ? "" : draft.folder,
    saved: draft.saved,
    windows: draft.windows,
    from: draft,
    restored: {
      time: draft.time,
      fileChanged: false,
      discard: () => discardTo(draft.saved),
    },
  });
  if (!copied) takeOver(draft);
}

/* The file of the model is out of reach: it is none any more. Its draft stays where it was. */
export function detach(): void {
  batch(() => {
    name.value = ownName(name.value);
    stamp.value = null;
    folder.value = "";
    savedText.value = null;
    restored.value = null;
  });
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

/* saves.ts - the model goes into its file: in the folder that the engine serves, else through the browser.
 *
 * A file is saved only over what we read (its stamp); where another program changed it, the user decides. One save is under way at a time.
 */
import { EngineError } from "../engine/engine";
import { connection, engine } from "../state/connection";
import { change, text } from "../state/document";
import { modelCount, name } from "../state/model";
import { ask } from "./ask";
import { forgetDraft, keepNow, present } from "./autosave";
import { download } from "./download";
import { readNow, showFile } from "./files";
import { folderId, folderName } from "./folder";
import { endsAsOnWindows, fromFile, noteLineEnds, toFile } from "./line_ends";
import { toast, type ToastOptions } from "./toast";
import { fileNews, overrides, folder, restored, savedText, stamp } from "./work";
import { texts } from "../texts/texts";

/* What is to be saved, as it was when that was asked for. */
interface Job {
  fileName: string;
  model: number; // modelCount() then: where another came onto the page meanwhile, that one has nothing to do with it
  content: string;
  bytes: string; // the content with the line ends of its file
  known: string | null; // the stamp that the file must have, null: there must be none
  otherName: () => void; // asks for another name
}

function jobFor(fileName: string, otherName: () => void): Job {
  const content = text.value;
  const known = fileName === name.value ? stamp.value : null;
  return { fileName, model: modelCount(), content, bytes: toFile(content), known, otherName };
}

function isOnPage(job: Job): boolean {
  return job.model === modelCount();
}

export function downloadModel(): void {
  download(toFile(text.value), "text/yaml", name.value);
}

/* A file holds this now, as far as we know; null: it is none of the folder. */
export function noteHeld(content: string, mark: string | null): void {
  stamp.value = mark;
  savedText.value = content;
  fileNews.value = null;
  restored.value = null; // what it would throw away is in the file, or gone
}

function noteSaved({ fileName, content }: Job, mark: string): void {
  forgetDraft(present());
  name.value = fileName;
  folder.value = folderId();
  noteHeld(content, mark);
  keepNow();
}

/* Also what the file does not hold, though the page shows it. */
function tellSaved(job: Job): void {
  const beside = isOnPage(job) ? overrides.value : null;
  if (!beside) toast(texts.shell.saves.saved(job.fileName));
  else
    toast(texts.shell.saves.savedTheTextOfWithout(job.fileName, beside.text), {
      action: { title: texts.shell.saves.writeToTheText, run: beside.write },
    });
}

async function write(job: Job, known = job.known): Promise<true> {
  const mark = await engine.files!.save(job.fileName, job.bytes, known);
  if (isOnPage(job)) noteSaved(job, mark);
  tellSaved(job);
  return true;
}

/* The file was taken away since it was opened. */
async function settleAbsent(job: Job): Promise<boolean> {
  const choice = await ask(
    texts.shell.saves.theFileIsGone,
    texts.shell.saves.wasMovedOrDeletedByAnother(job.fileName),
    [
      { id: "other", title: texts.shell.saves.saveUnderAnotherName },
      { id: "again", title: texts.shell.saves.saveItAgain, primary: true },
    ],
  );
  if (choice === "again") return write(job, null);
  if (choice === "other" && isOnPage(job)) job.otherName();
  return false;
}

/* One more change, so that undo brings ours back. */
function loadTheirs(theirs: { text: string; stamp: string }): void {
  const content = fromFile(theirs.text);
  change([{ from: 0, to: text.value.length, insert: content }]);
  noteLineEnds(endsAsOnWindows(theirs.text));
  noteHeld(content, theirs.stamp);
  toast(texts.shell.saves.loadedTheFileUndoBringsYour);
}

/* The file is not what we read. */
async function settle(job: Job): Promise<boolean> {
  const { fileName, known, otherName } = job;
  const theirs = await readNow(fileName);
  if (!theirs) return settleAbsent(job);
  const choice = await ask(
    known !== null ? texts.shell.saves.theFileHasChanged : texts.shell.saves.theFileAlreadyExists,
    known !== null
      ? texts.shell.saves.wasChangedByAnotherProgramSince(fileName)
      : texts.shell.saves.alreadyContainsAFileNamed(folderName(), fileName),
    [
      { id: "overwrite", title: texts.shell.saves.overwrite },
      { id: "theirs", title: texts.shell.saves.reloadTheFile },
      { id: "other", title: texts.shell.saves.saveUnderAnotherName, primary: true },
    ],
  );
  if (choice === "overwrite") return write(job, theirs.stamp);
  if (!isOnPage(job)) return false;
  if (choice === "other") otherName();
  else if (choice === "theirs" && known === null) await showFile(theirs, false);
  else if (choice === "theirs") loadTheirs(theirs);
  return false;
}

function isConflict(error: unknown): boolean {
  return error instanceof EngineError && (error.code === "changed" || error.code === "exists");
}

/* Answers whether the file was written; if not, that was told. */
async function saveNow(job: Job): Promise<boolean> {
  const instead: ToastOptions = {
    kind: "error",
    action: { title: texts.shell.saves.download, run: () => download(job.bytes, "text/yaml", job.fileName) },
  };
  if (connection.value !== "open") {
    toast(texts.shell.saves.trammelIsNotRespondingSoThe, instead);
    return false;
  }
  try {
    return await write(job).catch((error: unknown) => {
      if (isConflict(error)) return settle(job);
      throw error;
    });
  } catch (fault) {
    const words = fault instanceof Error ? fault.message : String(fault);
    toast(texts.shell.saves.wasNotSaved(job.fileName, words), instead);
    return false;
  }
}

/* ---- one at a time ---- */

let underWay: { job: Job; written: Promise<boolean> } | null = null;

/* The name under which the model on the page is being saved just now. */
export function nameBeingSaved(): string | null {
  return underWay && isOnPage(underWay.job) ? underWay.job.fileName : null;
}

/* Whether the file has what is on the page by now. */
function isIn(fileName: string): boolean {
  return fileName === name.value && stamp.value !== null && text.value === savedText.value;
}

/* Waits for the saves before it, and is not needed any more where the model was left meanwhile, where the file has it all by then, or
 * where the same was tried in vain. */
export async function saveTo(fileName: string, otherName: () => void): Promise<void> {
  const model = modelCount();
  while (underWay) {
    const { job, written } = underWay;
    const vain = !(await written) && job.fileName === fileName;
    if (vain || model !== modelCount() || isIn(fileName)) return;
  }
  const job = jobFor(fileName, otherName);
  underWay = { job, written: saveNow(job) };
  await underWay.written;
  underWay = null;
}

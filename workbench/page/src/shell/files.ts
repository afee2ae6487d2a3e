/* files.ts - open and save: in the folder that the engine serves, else through the browser.
 *
 * A file is saved only over what we read (its stamp); where another program changed it, the user decides.
 */
import { EngineError, type OpenFile } from "../engine/engine";
import { connection, engine } from "../state/connection";
import { change, text } from "../state/document";
import { modelCount, name } from "../state/model";
import { ask } from "./ask";
import { draftFor, forgetDraft, keepNow, present, store, takeOver } from "./autosave";
import { download } from "./download";
import { dropDraft, isUnsavedAnywhere, restoring } from "./drafts";
import { endsAsOnWindows, fromFile, noteLineEnds, toFile } from "./line_ends";
import { openText } from "./session";
import { LARGEST } from "./share";
import { isOpenElsewhere, lookAround } from "./tab";
import { toast } from "./toast";
import { besideText, folder, phase, savedText, stamp } from "./work";

export function folderName(): string {
  return engine.files ? engine.files.folder || "." : "";
}

/* ---- open ---- */

/* The file as it is now; null: there is none. */
async function readNow(fileName: string): Promise<OpenFile | null> {
  try {
    return await engine.files!.open(fileName);
  } catch (error) {
    if (error instanceof EngineError && error.code === "absent") return null;
    throw error;
  }
}

/* Each tab has its own unsaved work: what another has is not touched, but told of. */
function tellOfOtherTabs(where: string, fileName: string): void {
  if (isUnsavedAnywhere(store, { folder: where, name: fileName }, isOpenElsewhere))
    toast(`Another tab has unsaved changes to ${fileName}. This tab shows the file.`, { seconds: 10 });
}

async function showFile(file: OpenFile, run: boolean): Promise<void> {
  await lookAround();
  const where = folderName();
  const draft = draftFor({ folder: where, name: file.name });
  const found = restoring(draft, { ...file, text: fromFile(file.text) });
  const opened = { stamp: file.stamp, folder: where, saved: file.text };
  if (found.show === "file" || !draft) {
    if (draft) dropDraft(store, draft);
    openText(file.text, file.name, { ...opened, run });
    tellOfOtherTabs(where, file.name);
    return;
  }
  openText(draft.text, file.name, {
    ...opened,
    run,
    stamp: draft.stamp ?? file.stamp,
    restored: {
      time: draft.time,
      fileChanged: found.fileChanged,
      discard: () => {
        phase.value = "starting"; // so that what is thrown away is not kept
        forgetDraft(present());
        openText(file.text, file.name, { ...opened, run });
      },
    },
  });
  takeOver(draft);
}

interface OpenOptions {
  run?: boolean;
  absentIsFine?: boolean; // say nothing where there is no such file
}

export async function openFile(fileName: string, options: OpenOptions = {}): Promise<"opened" | "absent" | "failed"> {
  try {
    const file = await readNow(fileName);
    if (file) await showFile(file, options.run ?? false);
    else if (!options.absentIsFine) toast(`There is no file ${fileName} in ${folderName()}.`, { kind: "error" });
    return file ? "opened" : "absent";
  } catch (error) {
    const words = error instanceof Error ? error.message : String(error);
    toast(`${fileName} could not be opened. ${words}`, { kind: "error" });
    return "failed";
  }
}

/* A file from the browser's picker, or dropped on the page: a copy, which is not saved back by itself. */
export async function takeFile(file: File): Promise<void> {
  if (file.size > LARGEST) {
    toast(`${file.name} is too large for a model.`, { kind: "error" });
    return;
  }
  try {
    const content = await file.text();
    if (content.includes("\0")) throw new Error("It is not a text file.");
    openText(content, file.name, { run: true });
  } catch (error) {
    const words = error instanceof Error ? error.message : String(error);
    toast(`${file.name} could not be read. ${words}`, { kind: "error" });
  }
}

export function pickFile(): void {
  const input = document.createElement("input");
  input.type = "file";
  input.accept = ".yaml,.yml,.json,text/yaml,application/json";
  input.onchange = () => {
    const file = input.files?.[0];
    if (file) void takeFile(file);
  };
  input.click();
}

/* ---- save ---- */

export function downloadModel(): void {
  download(toFile(text.value), "text/yaml", name.value);
}

/* Saves a model; where another came onto the page meanwhile, that one has nothing to do with it. */
async function save(fileName: string, content: string, known: string | null): Promise<void> {
  const model = modelCount();
  const mark = await engine.files!.save(fileName, toFile(content), known);
  if (model === modelCount()) noteSaved(fileName, content, mark);
  else toast(`Saved ${fileName}`);
}

function noteSaved(fileName: string, content: string, mark: string): void {
  forgetDraft(present());
  name.value = fileName;
  stamp.value = mark;
  folder.value = folderName();
  savedText.value = content;
  keepNow();
  tellSaved(fileName);
}

/* Also what the file does not hold, though the page shows it. */
function tellSaved(fileName: string): void {
  const beside = besideText.value;
  if (!beside) toast(`Saved ${fileName}`);
  else
    toast(`Saved ${fileName} as its text says, without ${beside.words}.`, {
      action: { title: "Write into the text", run: beside.write },
    });
}

/* The file was taken away since it was opened. */
async function settleAbsent(fileName: string, content: string, otherName: () => void): Promise<void> {
  const choice = await ask("The file is gone", `${fileName} was moved or deleted by another program.`, [
    { id: "other", title: "Save as another name…" },
    { id: "again", title: "Save it again", primary: true },
  ]);
  if (choice === "other") otherName();
  else if (choice) await save(fileName, content, null);
}

/* The file is not what we read. Theirs is loaded as one more change, so that undo brings ours back. */
async function settle(fileName: string, content: string, known: boolean, otherName: () => void): Promise<void> {
  const theirs = await readNow(fileName);
  if (!theirs) return settleAbsent(fileName, content, otherName);
  const choice = await ask(
    known ? "The file has changed" : "There is such a file",
    known
      ? `${fileName} was changed by another program since you opened it.`
      : `${folderName()} holds a file named ${fileName} already.`,
    [
      { id: "overwrite", title: "Overwrite" },
      { id: "theirs", title: "Load theirs" },
      { id: "other", title: "Save as another name…", primary: true },
    ],
  );
  if (choice === "other") otherName();
  else if (choice === "overwrite") await save(fileName, content, theirs.stamp);
  else if (choice === "theirs" && !known) await showFile(theirs, false);
  else if (choice === "theirs") {
    change([{ from: 0, to: text.value.length, insert: fromFile(theirs.text) }]);
    stamp.value = theirs.stamp;
    noteLineEnds(endsAsOnWindows(theirs.text));
    savedText.value = fromFile(theirs.text);
    toast("Loaded the file. Undo brings your text back.");
  }
}

/* `known` is the stamp that the file must have, null: there must be none. `otherName` asks for another name. */
export async function saveTo(fileName: string, known: string | null, otherName: () => void): Promise<void> {
  const content = text.value;
  if (connection.value !== "open") {
    toast("Trammel does not answer, so the file cannot be saved now. Your work is kept here.", {
      kind: "error",
      action: { title: "Download", run: downloadModel },
    });
    return;
  }
  try {
    await save(fileName, content, known);
  } catch (error) {
    try {
      if (!(error instanceof EngineError && (error.code === "changed" || error.code === "exists"))) throw error;
      await settle(fileName, content, known !== null, otherName);
    } catch (fault) {
      const words = fault instanceof Error ? fault.message : String(fault);
      toast(`${fileName} was not saved. ${words}`, {
        kind: "error",
        action: { title: "Download", run: downloadModel },
      });
    }
  }
}

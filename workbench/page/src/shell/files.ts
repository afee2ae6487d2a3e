/* files.ts - how files come onto the page: from the folder that the engine serves, else through the browser. */
import { EngineError, type OpenFile } from "../engine/engine";
import { engine } from "../state/connection";
import { texts } from "../texts/texts";
import { draftFor, forgetDraft, keepNow, present, store, takeOver } from "./autosave";
import { dropDraft, isUnsavedAnywhere, restoring } from "./drafts";
import { folderId, folderName } from "./folder";
import { fromFile } from "./line_ends";
import { isPage, LARGEST_PAGE, modelInPage } from "./model_in_page";
import { openText } from "./session";
import { LARGEST } from "./share";
import { isOpenElsewhere, findOtherTabs } from "./tab";
import { importRobot, robotFormat } from "./robot_file";
import { toast } from "./toast";
import { phase } from "./work";

/* The file as it is now; null: there is none. */
export async function readNow(fileName: string): Promise<OpenFile | null> {
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
    toast(texts.shell.files.anotherTabHasUnsavedChangesTo(fileName), { seconds: 10 });
}

export async function showFile(file: OpenFile, run: boolean): Promise<void> {
  await findOtherTabs();
  keepNow(); // it may be this very file that is on the page
  const where = folderId();
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
    stamp: draft.stamp ?? undefined, // where there was no file before, saving has to ask
    from: draft,
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
    else if (!options.absentIsFine) toast(texts.shell.files.thereIsNoFileIn(fileName, folderName()), { kind: "error" });
    return file ? "opened" : "absent";
  } catch (error) {
    const words = error instanceof Error ? error.message : String(error);
    toast(texts.shell.files.couldNotBeOpened(fileName, words), { kind: "error" });
    return "failed";
  }
}

/* A file from the browser's picker, or dropped on the page: a copy, which is not saved back by itself. */
export async function takeFile(file: File): Promise<void> {
  const page = /\.html?$/i.test(file.name);
  if (file.size > (page ? LARGEST_PAGE : LARGEST)) {
    toast(texts.shell.files.isTooLargeForAModel(file.name), { kind: "error" });
    return;
  }
  try {
    const content = await file.text();
    if (content.includes("\0")) throw new Error("It is not a text file.");
    const format = robotFormat(content);
    if (format !== null) return await takeRobot(file.name, content, format);
    const carried = isPage(content) ? modelInPage(content) : { name: file.name, text: content };
    if (!carried) throw new Error(texts.share.noModel);
    openText(carried.text, carried.name, { run: true });
  } catch (error) {
    const words = error instanceof Error ? error.message : String(error);
    toast(texts.shell.files.couldNotBeRead(file.name, words), { kind: "error" });
  }
}

/* The model of a robot's description, to be saved as a file of its own. */
async function takeRobot(fileName: string, content: string, format: string): Promise<void> {
  const { name, text, notes } = await importRobot(fileName, content);
  openText(text, name, { run: true });
  const left = notes.slice(0, 3).join(" ");
  toast(texts.shell.robotFile.imported(fileName, format, left, Math.max(notes.length - 3, 0)), { seconds: 15 });
}

export function pickFile(): void {
  const input = document.createElement("input");
  input.type = "file";
  input.accept = ".yaml,.yml,.json,.html,.urdf,.xml,.mjcf,.sdf,text/yaml,application/json,text/html";
  input.onchange = () => {
    const file = input.files?.[0];
    if (file) void takeFile(file);
  };
  input.click();
}

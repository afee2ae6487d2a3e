/* start.ts - what the page shows first: a shared model, the file named on the command line, the last work, or how to begin. */
import { connection, engine } from "../state/connection";
import type { Welcome } from "../engine/engine";
import { draftFor, lastWork, pruneKept } from "./autosave";
import { beginning, isUnsaved, type Beginning, type Draft } from "./drafts";
import { openFile } from "./files";
import { folderId, isElsewhere } from "./folder";
import { fileNameFor, titleOf } from "./naming";
import { newText } from "./new_model";
import { detach, openDraft, openText } from "./session";
import { decodeModel, modelIn } from "./share";
import { registerTab } from "./tab";
import { toast } from "./toast";
import { folder, folderListed, phase } from "./work";
import { texts } from "../texts/texts";

const PATIENCE_MS = 2500; // for the engine to say which file it was started with

/* The engine's greeting; null where it does not answer in time. */
function greeting(): Promise<Welcome | null> {
  return new Promise((resolve) => {
    engine.welcome().then(resolve, () => resolve(null));
    setTimeout(() => resolve(null), PATIENCE_MS);
    const off = connection.subscribe((state) => {
      if (state === "refused") resolve(null);
    });
    setTimeout(off, PATIENCE_MS);
  });
}

/* Takes the model out of the address, so that a reload shows the work and not the link again. */
async function openLink(): Promise<boolean> {
  const code = modelIn(location.hash);
  if (code === null) return false;
  history.replaceState(null, "", location.pathname + location.search);
  try {
    const content = await decodeModel(code);
    openText(content, fileNameFor(titleOf(content)), { saved: null, run: true });
    return true;
  } catch (error) {
    toast(texts.shell.start.theLinkCannotBeOpenedAsk(error instanceof Error ? error.message : ""), {
      kind: "error",
      seconds: 20,
    });
    return false;
  }
}

function openKept(draft: Draft): void {
  if (isUnsaved(draft)) openDraft(draft);
  else {
    const { name, windows } = draft;
    openText(draft.text, name, { run: true, folder: isElsewhere(draft.folder) ? "" : draft.folder, windows });
  }
}

/* A file of the folder; its draft where it cannot be read; a new model of that name where the command line asks for one. */
async function beginFile(name: string, named: boolean): Promise<boolean> {
  const outcome = connection.value === "open" ? await openFile(name, { run: true, absentIsFine: true }) : "failed";
  if (outcome === "opened") return true;
  const here = folderId();
  const draft = draftFor({ folder: here, name });
  if (draft) openKept(draft);
  else if (named && outcome === "absent") openText(newText(), name, { folder: here });
  else return false;
  return true;
}

async function begin(what: Beginning, named: string | null): Promise<boolean> {
  if (what.from === "file") return beginFile(what.name, what.name === named);
  if (what.from !== "draft") return false;
  openKept(draftFor(what.of)!);
  return true;
}

function choose(welcome: Welcome | null): Beginning {
  folderListed.value = welcome?.lists ?? false;
  return beginning({
    link: false,
    ...lastWork(),
    file: welcome?.file ?? null,
    lists: welcome?.lists ?? false,
    folder: folderId(),
    hasDraft: (of) => draftFor(of) !== null,
  });
}

export async function start(): Promise<void> {
  await registerTab();
  if (await openLink()) void engine.welcome().catch(() => {});
  else {
    const welcome = await greeting();
    if (!(await begin(choose(welcome), welcome?.file ?? null))) phase.value = "welcome";
    if (!welcome) void late();
  }
  pruneKept();
  addEventListener("hashchange", () => void openLink());
  watchFolder();
}

/* The engine answered after all: if nothing was begun meanwhile, begin as it says. */
async function late(): Promise<void> {
  try {
    const welcome = await engine.welcome();
    if (phase.value === "welcome") await begin(choose(welcome), welcome.file);
  } catch {
    /* the bar says that there is no connection */
  }
}

/* Trammel was ended and started again, perhaps in another folder: then the model is no file of this one. */
function watchFolder(): void {
  let before = connection.peek();
  connection.subscribe((state) => {
    if (state === "open" && before !== "open")
      engine.welcome().then(
        () => {
          if (isElsewhere(folder.value)) detach();
        },
        () => {},
      );
    before = state;
  });
}

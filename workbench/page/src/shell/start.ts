/* start.ts - what the page shows first: a shared model, the file named on the command line, the last work, or how to begin. */
import { connection, engine } from "../state/connection";
import type { Welcome } from "../engine/engine";
import { lastWork, store } from "./autosave";
import { beginning, keyOf, readDraft, type Beginning } from "./drafts";
import { folderName, openFile } from "./files";
import { fileNameFor, titleOf } from "./naming";
import { openDraft, openText } from "./session";
import { decodeModel, modelIn } from "./share";
import { toast } from "./toast";
import { phase } from "./work";

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
    toast(
      `The link cannot be opened. ${error instanceof Error ? error.message : ""} Ask for it again, or for the file.`,
      {
        kind: "error",
        seconds: 20,
      },
    );
    return false;
  }
}

async function begin(what: Beginning): Promise<boolean> {
  if (what.from === "file") {
    if (connection.value === "open" && (await openFile(what.name, true))) return true;
    const draft = readDraft(store, keyOf(folderName(), what.name));
    if (draft) openDraft(draft);
    return draft !== null;
  }
  if (what.from === "draft") {
    const draft = readDraft(store, what.key)!;
    if (draft.text === draft.saved) openText(draft.text, draft.name, { saved: draft.saved });
    else openDraft(draft);
    return true;
  }
  return false;
}

function choose(welcome: Welcome | null): Beginning {
  return beginning({
    link: false,
    ...lastWork(),
    file: welcome?.file ?? null,
    folder: folderName(),
    hasDraft: (key) => readDraft(store, key) !== null,
  });
}

export async function start(): Promise<void> {
  if (await openLink()) void engine.welcome().catch(() => {});
  else {
    const welcome = await greeting();
    if (!(await begin(choose(welcome)))) phase.value = "welcome";
    if (!welcome) void late();
  }
  addEventListener("hashchange", () => void openLink());
}

/* The engine answered after all: if nothing was begun meanwhile, begin as it says. */
async function late(): Promise<void> {
  try {
    const welcome = await engine.welcome();
    if (phase.value === "welcome") await begin(choose(welcome));
  } catch {
    /* the bar says that there is no connection */
  }
}

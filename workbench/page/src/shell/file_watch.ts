/* file_watch.ts - the file of the model on the page, as other programs and other tabs change it.
 *
 * The engine is asked every second, and at once where another tab says that it has saved. A model without unsaved changes takes over what
 * the file holds now, as a change that can be undone, and keeps its view and clock; one that has some asks.
 */
import { batch, effect } from "@preact/signals";
import { connection, engine } from "../state/connection";
import { change, text } from "../state/document";
import { modelCount, name } from "../state/model";
import { texts } from "../texts/texts";
import { readNow } from "./files";
import { folderId } from "./folder";
import { endsAsOnWindows, fromFile, noteLineEnds } from "./line_ends";
import { tellTabs, whenTabsTell } from "./tab_news";
import { nameBeingSaved, noteHeld } from "./saves";
import { rerunRequest } from "./session";
import { differenceOf } from "./text_difference";
import { toastWithUndo } from "./undo_toast";
import { fileNews, folder, phase, restored, savedText, stamp, unsaved } from "./work";

const PERIOD_MS = 1000;

/* Of the file that is watched. */
let watched = ""; // which, of which model
let mark: string | null = null;
let told: string | null = null; // the stamp that the user has been told of
let missed = 0; // looks in a row that found no file: programs that save may take it away for a moment

function isWatched(): boolean {
  return phase.value === "model" && stamp.value !== null && folder.value === folderId() && connection.value === "open";
}

function beginAnew(): void {
  const now = `${modelCount()} ${name.value}`;
  if (now === watched) return;
  watched = now;
  mark = told = null;
  missed = 0;
  fileNews.value = null;
  if (restored.value?.fileChanged) told = "any"; // it was said when the draft was found
}

/* One more change, of no more than what differs, so that cursor, view and undo stay. */
function takeOver(theirs: { text: string; stamp: string }): void {
  const content = fromFile(theirs.text);
  const changes = differenceOf(text.value, content);
  batch(() => {
    if (changes) change([changes]);
    noteLineEnds(endsAsOnWindows(theirs.text));
    noteHeld(content, theirs.stamp);
    fileNews.value = null;
    rerunRequest.value++;
  });
}

async function meetChange(found: string): Promise<void> {
  const model = modelCount();
  const theirs = await readNow(name.value);
  if (!theirs || model !== modelCount() || nameBeingSaved()) return;
  told = found;
  if (fromFile(theirs.text) === text.value) noteHeld(text.value, theirs.stamp);
  else if (!unsaved.value) {
    takeOver(theirs);
    toastWithUndo(texts.files.loadedAgain(name.value));
  } else fileNews.value = { what: "changed", load: () => takeOver(theirs) };
}

function meetAbsence(): void {
  if (++missed !== 2) return;
  savedText.value = null; // what is on the page is all there is: it is kept as unsaved work
  fileNews.value = { what: "gone" };
}

async function look(): Promise<void> {
  if (!isWatched() || nameBeingSaved()) return;
  beginAnew();
  const of = watched;
  const answer = await engine.files!.look(name.value, mark).catch(() => null); // asked again in a moment
  if (!answer || of !== `${modelCount()} ${name.value}` || !isWatched() || nameBeingSaved()) return;
  if (answer.mark === null) return meetAbsence();
  missed = 0;
  mark = answer.mark;
  const { stamp: found } = answer;
  if (found === undefined || found === stamp.value || found === told) return;
  if (told === "any") told = found;
  else await meetChange(found);
}

let busy = false;

async function lookOnce(): Promise<void> {
  if (busy) return;
  busy = true;
  await look().finally(() => (busy = false));
}

/* Called once. */
export function watchFile(): void {
  const wanted = (): void => void (document.visibilityState === "visible" && lookOnce());
  setInterval(wanted, PERIOD_MS);
  document.addEventListener("visibilitychange", wanted);
  whenTabsTell((news) => {
    if (news.folder === folder.value && news.name === name.value) void lookOnce();
  });
  let saved = stamp.peek();
  effect(() => {
    const now = stamp.value;
    if (now !== null && now !== saved && !unsaved.peek()) tellTabs({ folder: folder.peek(), name: name.peek() });
    saved = now;
  });
}

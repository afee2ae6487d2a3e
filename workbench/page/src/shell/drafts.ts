/* drafts.ts - unsaved work, kept by the browser so that it outlives a reload, a crash, and the opening of another model.
 *
 * There is one draft for each name. A file's draft lives while it differs from the file; what is no file (an example, a shared model,
 * a new one) is kept in whole, and stays in the list while it differs from what it began as.
 */
export interface Draft {
  name: string;
  folder: string; // of the file; "" where it is no file
  text: string;
  saved: string | null; // what the file held, or what was opened; null: nothing was saved yet
  stamp: string | null; // of the file, null: it is no file
  time: number; // ms since 1970
}

/* What localStorage can do. */
export interface Store {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
  removeItem(key: string): void;
  key(index: number): string | null;
  readonly length: number;
}

const PREFIX = "trammel.draft.";
const MOST = 20;

export function keyOf(folder: string, name: string): string {
  return `${PREFIX}${folder}/${name}`;
}

export function isUnsaved(draft: Draft): boolean {
  return draft.text !== draft.saved;
}

/* Whether this state of the work has to be kept. */
function worthKeeping(draft: Draft): boolean {
  return draft.stamp === null || isUnsaved(draft);
}

function parse(stored: string | null): Draft | null {
  if (stored === null) return null;
  try {
    const draft = JSON.parse(stored) as Partial<Draft>;
    return typeof draft.text === "string" && typeof draft.name === "string" ? (draft as Draft) : null;
  } catch {
    return null;
  }
}

export function readDraft(store: Store, key: string): Draft | null {
  return parse(store.getItem(key));
}

/* Newest first. */
export function allDrafts(store: Store): Draft[] {
  const keys = Array.from({ length: store.length }, (_, i) => store.key(i)!).filter((key) => key.startsWith(PREFIX));
  return keys
    .map((key) => readDraft(store, key))
    .filter((draft) => draft !== null)
    .sort((a, b) => b.time - a.time);
}

export function dropDraft(store: Store, key: string): void {
  store.removeItem(key);
}

/* Keeps the draft, or takes it away where it is not worth it. Answers whether the work is safe. The oldest go when there are many, or
 * when the store is full. */
export function keepDraft(store: Store, draft: Draft): boolean {
  const key = keyOf(draft.folder, draft.name);
  if (!worthKeeping(draft)) {
    store.removeItem(key);
    return true;
  }
  const content = JSON.stringify(draft);
  const others = allDrafts(store).filter((other) => keyOf(other.folder, other.name) !== key);
  for (const old of others.slice(MOST - 1)) store.removeItem(keyOf(old.folder, old.name));
  try {
    store.setItem(key, content);
    return true;
  } catch {
    return false; // the store is full or forbidden
  }
}

/* ---- what to show of a file for which there is a draft ---- */

export type Restoring =
  | { show: "file" } // there is nothing else, or nothing that differs
  | { show: "draft"; fileChanged: boolean }; // the file was changed by others since: saving will ask

export function restoring(draft: Draft | null, file: { text: string; stamp: string } | null): Restoring {
  if (!draft) return { show: "file" };
  if (!file) return { show: "draft", fileChanged: true };
  if (draft.text === file.text) return { show: "file" };
  if (draft.stamp === file.stamp) return { show: "draft", fileChanged: false };
  return isUnsaved(draft) ? { show: "draft", fileChanged: true } : { show: "file" };
}

/* ---- what to begin with ---- */

/* What was worked on last: in this tab, or in any. */
export interface Last {
  name: string;
  folder: string; // "": it is a draft and no file
}

export type Beginning =
  { from: "link" } | { from: "file"; name: string } | { from: "draft"; key: string } | { from: "nothing" };

interface Possible {
  link: boolean; // the address carries a model
  tab: Last | null; // this tab was reloaded
  file: string | null; // named on the command line
  last: Last | null; // of an earlier visit
  folder: string; // that files are in now; "": there are none
  hasDraft: (key: string) => boolean;
}

function beginFrom(last: Last | null, { folder, hasDraft }: Possible): Beginning | null {
  if (!last) return null;
  if (last.folder !== "" && last.folder === folder) return { from: "file", name: last.name };
  const key = keyOf(last.folder, last.name);
  return hasDraft(key) ? { from: "draft", key } : null;
}

/* A link first, then what this tab showed before a reload, the file named on the command line, the last work of all. */
export function beginning(possible: Possible): Beginning {
  if (possible.link) return { from: "link" };
  const tab = beginFrom(possible.tab, possible);
  if (tab) return tab;
  if (possible.file !== null) return { from: "file", name: possible.file };
  return beginFrom(possible.last, possible) ?? { from: "nothing" };
}

/* "12:31", or with its day where that is not today. */
export function clockTime(time: number, now = Date.now()): string {
  const date = new Date(time);
  const clock = date.toLocaleTimeString([], { hour: "2-digit", minute: "2-digit", hour12: false });
  if (date.toDateString() === new Date(now).toDateString()) return clock;
  return `${date.toLocaleDateString([], { day: "numeric", month: "short" })}, ${clock}`;
}

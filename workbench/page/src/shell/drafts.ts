/* drafts.ts - unsaved work, kept by the browser so that it outlives a reload, a crash, and the opening of another model.
 *
 * There is one draft for each name in each folder and each tab, so that no tab writes over the work of another. A file's draft lives while
 * it differs from the file; what is no file (an example, a shared model, a new one) is kept in whole, and stays in the list while it
 * differs from what it began as.
 */
/* A model, and the tab in which it is worked on. */
export interface Owned {
  tab: string;
  folder: string; // id of the one that the file is in, or is to be in; "": it is no file
  name: string;
}

export interface Draft extends Owned {
  text: string;
  saved: string | null; // what the file held, or what was opened; null: nothing was saved yet
  stamp: string | null; // of the file, null: it is no file
  time: number; // ms since 1970
  windows?: boolean; // the lines of the file end as on Windows
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

export function keyOf({ tab, folder, name }: Owned): string {
  return `${PREFIX}${tab}:${folder}/${name}`;
}

export function isSame(a: Owned, b: Owned): boolean {
  return keyOf(a) === keyOf(b);
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
    const whole = [draft.text, draft.name, draft.folder, draft.tab].every((part) => typeof part === "string");
    return whole ? (draft as Draft) : null;
  } catch {
    return null;
  }
}

export function readDraft(store: Store, of: Owned): Draft | null {
  return parse(store.getItem(keyOf(of)));
}

/* Newest first. */
export function allDrafts(store: Store): Draft[] {
  const keys = Array.from({ length: store.length }, (_, i) => store.key(i)!).filter((key) => key.startsWith(PREFIX));
  return keys
    .map((key) => parse(store.getItem(key)))
    .filter((draft) => draft !== null)
    .sort((a, b) => b.time - a.time);
}

/* Those of one model, of whatever tab. */
function draftsOf(store: Store, { folder, name }: Last): Draft[] {
  return allDrafts(store).filter((draft) => draft.folder === folder && draft.name === name);
}

/* Unsaved work on a model that a tab may take up: its own, else the latest of a tab that is closed. */
export function findDraft(store: Store, of: Owned, isOpen: (tab: string) => boolean): Draft | null {
  return readDraft(store, of) ?? draftsOf(store, of).find((draft) => !isOpen(draft.tab)) ?? null;
}

export function isUnsavedAnywhere(store: Store, of: Last, where: (tab: string) => boolean = () => true): boolean {
  return draftsOf(store, of).some((draft) => isUnsaved(draft) && where(draft.tab));
}

export function dropDraft(store: Store, of: Owned): void {
  store.removeItem(keyOf(of));
}

/* Keeps the draft, or takes it away where it is not worth it. Answers whether the work is safe: none is dropped for another, so where
 * there is no room it is this one that is not kept, and whoever asked has to say so. */
export function keepDraft(store: Store, draft: Draft): boolean {
  if (!worthKeeping(draft)) {
    dropDraft(store, draft);
    return true;
  }
  try {
    store.setItem(keyOf(draft), JSON.stringify(draft));
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
export type Last = Omit<Owned, "tab">;

export type Beginning =
  { from: "link" } | { from: "file"; name: string } | { from: "draft"; of: Last } | { from: "nothing" };

interface Possible {
  link: boolean; // the address carries a model
  tab: Last | null; // this tab was reloaded
  file: string | null; // named on the command line
  lists: boolean; // a folder was named there: its files are listed
  last: Last | null; // of an earlier visit
  folder: string; // id of the one that files are in now; "": there are none, or nobody knows yet
  hasDraft: (of: Last) => boolean;
}

function beginFrom(last: Last | null, { folder, hasDraft }: Possible): Beginning | null {
  if (!last) return null;
  if (last.folder !== "" && last.folder === folder) return { from: "file", name: last.name };
  return hasDraft(last) ? { from: "draft", of: last } : null;
}

/* A link first, then what this tab showed before a reload, the file or folder named on the command line, the last work of all. */
export function beginning(possible: Possible): Beginning {
  if (possible.link) return { from: "link" };
  const tab = beginFrom(possible.tab, possible);
  if (tab) return tab;
  if (possible.file !== null) return { from: "file", name: possible.file };
  if (possible.lists) return { from: "nothing" };
  const { last, folder } = possible;
  const isOfAnother = last && last.folder !== "" && folder !== "" && last.folder !== folder; // it waits until it is asked for
  return (isOfAnother ? null : beginFrom(last, possible)) ?? { from: "nothing" };
}

/* "12:31", or with its day where that is not today. */
export function clockTime(time: number, now = Date.now()): string {
  const date = new Date(time);
  const clock = date.toLocaleTimeString([], { hour: "2-digit", minute: "2-digit", hour12: false });
  if (date.toDateString() === new Date(now).toDateString()) return clock;
  return `${date.toLocaleDateString([], { day: "numeric", month: "short" })}, ${clock}`;
}

/* autosave.ts - keeps the work in the browser a moment after each change, and at once when the page goes away. */
import { computed, effect, signal } from "@preact/signals";
import { historyWithin, text } from "../state/document";
import { name } from "../state/model";
import {
  allDrafts,
  clockTime,
  dropDraft,
  findDraft,
  isSame,
  isUnsaved,
  keepDraft,
  keyOf,
  type Draft,
  type Last,
  type Owned,
  type Store,
} from "./drafts";
import { isElsewhere } from "./folder";
import { dropOldestUndo, dropUndo, keepUndo, pruneUndo, UNDO_ROOM } from "./kept_undo";
import { linesOfWindows } from "./line_ends";
import { isOpenElsewhere, thisTab } from "./tab";
import { folder, phase, savedText, stamp, unsaved } from "./work";
import { texts } from "../texts/texts";

const DELAY_MS = 400;
const LAST = "trammel.last";

/* Nothing: for a browser that forbids storage. */
const nowhere: Store = {
  getItem: () => null,
  setItem: () => {
    throw new Error("no storage");
  },
  removeItem: () => {},
  key: () => null,
  length: 0,
};

function storage(which: "localStorage" | "sessionStorage"): Store {
  try {
    const found = window[which];
    found.getItem(LAST); // some browsers refuse only now
    return found;
  } catch {
    return nowhere;
  }
}

export const store = storage("localStorage");
const tabStore = storage("sessionStorage");

/* Whether what is on the page is in the store, too. */
const safe = signal(true);
let timer = 0;

/* Why unsaved work on the page is not kept: the browser has no room, or forbids it; null: it is kept, or there is none. */
export const unkept = computed<"full" | "forbidden" | null>(() => {
  if (safe.value || !unsaved.value) return null;
  return store === nowhere ? "forbidden" : "full";
});

/* What can be undone goes before a draft does. */
function keepWithRoom(draft: Draft): boolean {
  while (!keepDraft(store, draft)) if (!dropOldestUndo(store)) return false;
  return true;
}

export function present(): Draft {
  return {
    tab: thisTab(),
    name: name.value,
    folder: folder.value,
    text: text.value,
    saved: savedText.value,
    stamp: stamp.value,
    time: Date.now(),
    windows: linesOfWindows(),
  };
}

/* Unsaved work on a model, of this tab or of one that is closed. */
export function draftFor(of: Last): Draft | null {
  return findDraft(store, { ...of, tab: thisTab() }, isOpenElsewhere);
}

/* Answers whether the work is safe. */
export function keepNow(): boolean {
  clearTimeout(timer);
  timer = 0;
  if (phase.value !== "model") return true;
  const draft = present();
  safe.value = keepWithRoom(draft);
  if (safe.value) keepUndo(store, draft, draft.text, historyWithin(UNDO_ROOM));
  const last: Last = { name: draft.name, folder: draft.folder };
  try {
    store.setItem(LAST, JSON.stringify(last));
    tabStore.setItem(LAST, JSON.stringify(last));
  } catch {
    /* then nothing is remembered */
  }
  return safe.value;
}

/* Unsaved work that is no longer on the page. */
export interface Left {
  draft: Draft;
  kept: boolean; // in the store; else nothing but the page's memory has it
}

/* The present model is left for another: its draft stays only if there is something unsaved in it. */
export function leave(): Left | null {
  if (phase.value !== "model") return null;
  const draft = present();
  const kept = keepNow();
  if (isUnsaved(draft)) return { draft, kept };
  forgetDraft(draft);
  return null;
}

/* What came onto the page has the place of `old` in the store: that goes to where the work of closed tabs is. */
export function setAside(old: Draft): Left {
  const draft = { ...old, tab: crypto.randomUUID() };
  return { draft, kept: keepWithRoom(draft) };
}

export function forgetDraft(of: Owned): void {
  dropDraft(store, of);
  dropUndo(store, of);
}

/* A draft that was thrown away is wanted after all. */
export function bringBack(draft: Draft): boolean {
  return keepWithRoom(draft);
}

/* What a closed tab left and this one took up is kept under the name of this one. */
export function takeOver(draft: Draft): void {
  if (safe.value && draft.tab !== thisTab() && !isOpenElsewhere(draft.tab)) forgetDraft(draft);
}

/* Unsaved work other than what is on the page, here or in another tab, newest first. */
export function otherDrafts(): Draft[] {
  const here = phase.value === "model" ? present() : null;
  return allDrafts(store).filter(
    (draft) => isUnsaved(draft) && !isOpenElsewhere(draft.tab) && !(here && isSame(draft, here)),
  );
}

/* When it was left, and where it is no file of this folder, that. */
export function whenAndWhere(draft: Draft): string {
  return clockTime(draft.time) + (isElsewhere(draft.folder) ? texts.shell.autosave.anotherFolder : "");
}

function readLast(from: Store): Last | null {
  try {
    return JSON.parse(from.getItem(LAST) ?? "null") as Last | null;
  } catch {
    return null;
  }
}

export function lastWork(): { tab: Last | null; last: Last | null } {
  return { tab: readLast(tabStore), last: readLast(store) };
}

/* Once it is known which tabs are open. */
export function pruneKept(): void {
  pruneUndo(store, (tab) => tab === thisTab() || isOpenElsewhere(tab));
}

/* Another tab, or the user, emptied the store: what was in it of this page is put back. */
function putBack(event: StorageEvent): void {
  if (event.newValue === null && unsaved.value && (event.key === null || event.key === keyOf(present()))) keepNow();
}

export function watchWork(): void {
  addEventListener("storage", putBack);
  effect(() => {
    void [text.value, name.value, stamp.value, savedText.value, folder.value];
    if (phase.value !== "model") return;
    clearTimeout(timer);
    timer = window.setTimeout(keepNow, DELAY_MS);
  });
  const flush = () => {
    if (timer) keepNow();
  };
  addEventListener("pagehide", flush);
  document.addEventListener("visibilitychange", flush);
  addEventListener("beforeunload", (event) => {
    if (unsaved.value && !keepNow()) event.preventDefault();
  });
}

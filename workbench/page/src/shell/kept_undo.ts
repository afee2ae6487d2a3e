/* kept_undo.ts - what can be undone of a model, kept by the browser beside its draft, so that undo survives a reload.
 *
 * It is worth less than any draft: where room is needed for one, it goes, the oldest first. What is kept says how much was cut.
 */
import type { KeptHistory } from "../state/document";
import { keyOf, type Owned, type Store } from "./drafts";

const PREFIX = "trammel.undo.";
const DRAFT = "trammel.draft.";
export const UNDO_ROOM = 400_000; // characters, of one model

interface Kept extends KeptHistory {
  text: string; // the one that it belongs to
  time: number; // ms since 1970
}

function undoKey(of: Owned): string {
  return PREFIX + keyOf(of).slice(DRAFT.length);
}

function keysIn(store: Store): string[] {
  const all = Array.from({ length: store.length }, (_, i) => store.key(i)!);
  return all.filter((key) => key.startsWith(PREFIX));
}

function parse(stored: string | null): Kept | null {
  try {
    const kept = JSON.parse(stored ?? "null") as Kept | null;
    return kept && Array.isArray(kept.steps.done) && Array.isArray(kept.steps.undone) ? kept : null;
  } catch {
    return null;
  }
}

export function dropUndo(store: Store, of: Owned): void {
  store.removeItem(undoKey(of));
}

export function keepUndo(store: Store, of: Owned, text: string, history: KeptHistory | null): void {
  dropUndo(store, of);
  if (!history) return;
  const write = (kept: KeptHistory): void =>
    store.setItem(undoKey(of), JSON.stringify({ ...kept, text, time: Date.now() } satisfies Kept));
  try {
    write(history);
  } catch {
    try {
      write({ steps: { done: [], undone: [] }, cut: history.cut + history.steps.done.length });
    } catch {
      /* not even that */
    }
  }
}

/* That of just this text; null: there is none. */
export function readUndo(store: Store, of: Owned, text: string): KeptHistory | null {
  const kept = parse(store.getItem(undoKey(of)));
  return kept && kept.text === text ? kept : null;
}

/* Takes away the oldest, so that a draft finds room; false: there is none left. */
export function dropOldestUndo(store: Store): boolean {
  const all = keysIn(store).map((key) => ({ key, time: parse(store.getItem(key))?.time ?? 0 }));
  const oldest = all.sort((a, b) => a.time - b.time)[0];
  if (oldest) store.removeItem(oldest.key);
  return oldest !== undefined;
}

/* Those of closed tabs that left no draft are of no use to anybody. */
export function pruneUndo(store: Store, isOpen: (tab: string) => boolean): void {
  for (const key of keysIn(store)) {
    const rest = key.slice(PREFIX.length);
    const tab = rest.slice(0, rest.indexOf(":"));
    if (!isOpen(tab) && store.getItem(DRAFT + rest) === null) store.removeItem(key);
  }
}

/* set_parameters.ts - parameters that are set beside the text: what they are in words, how they come into the text, and how they last.
 *
 * They belong to the tab and its model, so a page that is loaded anew has them again.
 */
import { effect, untracked } from "@preact/signals";
import type { Settings } from "../engine/engine";
import { commitOrReport } from "../editor/commit";
import { combine, setValue } from "../editor/text_edits";
import { overrides, folder, phase } from "../shell/work";
import { text } from "../state/document";
import { name, settings } from "../state/model";
import { settingsText } from "./summary";

export function writeSet(names: string[] = Object.keys(settings.value)): void {
  const left = { ...settings.value };
  const moved: Settings = {};
  for (const one of names) {
    if (left[one] === undefined) continue;
    moved[one] = left[one];
    delete left[one];
  }
  const edits = Object.entries(moved).map(
    ([one, value]) =>
      (now: string) =>
        setValue(now, ["parameters", one], value),
  );
  if (commitOrReport((now) => combine(now, ...edits))) settings.value = left;
}

export function revertToText(): void {
  settings.value = {};
}

/* ---- kept while the page is loaded anew ---- */

const KEY = "trammel.set-parameters";

interface Kept {
  folder: string;
  name: string;
  text: string;
  set: Settings;
}

const REST_MS = 300; // a slider that moves sets a parameter in every frame, and a store takes milliseconds

let latest: Kept | null = null;
let timer = 0;

function keepNow(): void {
  clearTimeout(timer);
  timer = 0;
  try {
    if (latest) sessionStorage.setItem(KEY, JSON.stringify(latest));
    else sessionStorage.removeItem(KEY);
  } catch {
    /* a forbidden or full store only means that nothing is kept */
  }
}

/* Where it has come to rest, and at the latest when the page goes. */
function keep(kept: Kept | null): void {
  latest = kept;
  clearTimeout(timer);
  timer = window.setTimeout(keepNow, REST_MS);
}

function kept(): Kept | null {
  try {
    return JSON.parse(sessionStorage.getItem(KEY) ?? "null") as Kept | null;
  } catch {
    return null;
  }
}

/* What was set for just this text of this file, before the page was loaded anew. */
function restore(): void {
  const found = kept();
  const same = found?.folder === folder.value && found.name === name.value && found.text === text.value;
  if (same) settings.value = found!.set;
}

let watching = false;

/* Called once: tells what is set, and keeps it. */
export function watchSet(): void {
  if (watching) return;
  watching = true;
  addEventListener("pagehide", () => timer && keepNow());
  let begun = false;
  effect(() => {
    if (phase.value !== "model") return;
    if (!begun) untracked(restore);
    begun = true;
    const set = settings.value;
    const any = Object.keys(set).length > 0;
    keep(any ? { folder: folder.value, name: name.value, text: text.value, set } : null);
    overrides.value = any ? { text: settingsText(set), write: () => writeSet(), drop: revertToText } : null;
  });
}

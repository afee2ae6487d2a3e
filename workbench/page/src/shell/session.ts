/* session.ts - the model that is being worked on, as a file: its name, whether it is saved, and how another takes its place. */
import { batch, computed, signal } from "@preact/signals";
import { load, text } from "../state/document";
import { forget, name } from "../state/model";
import { comparedId, running, runs, shownId, tableIndex } from "../state/runs";
import { playing, time } from "../state/clock";
import { hovered, selected } from "../state/selection";
import { traces } from "../state/settings";

export type Phase = "starting" | "welcome" | "model";

/* Whether there is a model to show; else the drawing shows how to begin. */
export const phase = signal<Phase>("starting");
/* What the file holds as far as we know; null: it is no file yet. */
export const savedText = signal<string | null>(null);
export const stamp = signal<string | null>(null);
export const unsaved = computed(() => phase.value === "model" && text.value !== savedText.value);

/* Counts up whenever a model was opened that is to be run and played as soon as it is checked. */
export const runWish = signal(0);

export interface Opening {
  run?: boolean; // run it and play it
  stamp?: string | null; // of the file that it was read from
  saved?: string | null; // what that file holds, where it is not `text`
}

export function openText(content: string, fileName: string, opening: Opening = {}): void {
  running.value?.stop();
  batch(() => {
    forget();
    playing.value = false;
    time.value = 0;
    runs.value = [];
    shownId.value = null;
    comparedId.value = null;
    tableIndex.value = 0;
    selected.value = null;
    hovered.value = null;
    traces.value = [];
    name.value = fileName;
    stamp.value = opening.stamp ?? null;
    savedText.value = opening.saved !== undefined ? opening.saved : content;
    load(content);
    phase.value = "model";
    if (opening.run) runWish.value++;
  });
}

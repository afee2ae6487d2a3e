/* work.ts - the model that is being worked on, as a file: whether there is one, what it was saved as, and whether it still is that. */
import { computed, signal } from "@preact/signals";
import { text } from "../state/document";

export type Phase = "starting" | "welcome" | "model";

/* Whether there is a model to show; else the drawing shows how to begin. */
export const phase = signal<Phase>("starting");
/* What the file holds as far as we know, or what was opened; null: nothing was saved yet. */
export const savedText = signal<string | null>(null);
/* Of the file in the engine's folder; null: it is none. */
export const stamp = signal<string | null>(null);
/* The id of that folder, also where the file is still to be made; "": it is no file. */
export const folder = signal("");
export const unsaved = computed(() => phase.value === "model" && text.value !== savedText.value);

/* What is set beside the text, so that no file holds it: who can set such things says so here. */
export interface Overrides {
  text: string; // "c = 770"
  write: () => void; // into the text
  drop: () => void; // back to what the text says
}
export const overrides = signal<Overrides | null>(null);

/* A folder was named when the workbench was started: what there is to open is its files. */
export const folderListed = signal(false);

/* Another program, or another tab, changed or removed the file of what is on the page. */
export interface FileNews {
  what: "changed" | "gone";
  load?: () => void; // shows what the file holds now
}
export const fileNews = signal<FileNews | null>(null);

/* Unsaved work that was found at the opening, for the bar that says so. */
export interface Restored {
  time: number;
  fileChanged: boolean;
  discard: () => void;
}
export const restored = signal<Restored | null>(null);

/* measured.ts - what is measured on the drawing just now, and which dimension is open. */
import { effect, signal } from "@preact/signals";
import { loads } from "../state/document";
import type { SketchEntry } from "./sketch_entries";

export const measured = signal<SketchEntry | null>(null);
/* The one whose form is open: its name, "" for what is measured. */
export const openEntry = signal<{ name: string; at: [x: number, y: number] } | null>(null);

effect(() => {
  void loads.value;
  measured.value = null;
  openEntry.value = null;
});

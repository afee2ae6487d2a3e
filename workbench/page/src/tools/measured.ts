/* measured.ts - what is measured on the drawing just now, which dimension is open, and what dimensions are drawn on. */
import { signal } from "@preact/signals";
import type { Pixel } from "../drawing/camera";
import { perDocument } from "../state/loads";
import type { Figure } from "./dimension_geometry";
import type { SketchEntry } from "./sketch_entries";

export const measured = perDocument<SketchEntry | null>(null);
/* The one whose form is open: its name, "" for what is measured. */
export const openEntry = perDocument<{ name: string; at: [x: number, y: number] } | null>(null);

/* The drawing that dimensions lie over, in the plane or in space. */
export interface Sheet {
  element: Element; // the drawing
  /* `before`: how many symbols stand at each of its lines already */
  figure(entry: SketchEntry, before: readonly number[]): Figure | null;
  label(entry: SketchEntry, client: Pixel): [number, number] | null; // that puts the number at a place of the window
  size(): number; // m: of the mechanism
  onFrame(listener: () => void): () => void;
}
export const sheet = signal<Sheet | null>(null);

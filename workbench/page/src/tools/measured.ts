/* measured.ts - what is measured on the drawing just now, and which dimension is open. */
import { perDocument } from "../state/loads";
import type { SketchEntry } from "./sketch_entries";

export const measured = perDocument<SketchEntry | null>(null);
/* The one whose form is open: its name, "" for what is measured. */
export const openEntry = perDocument<{ name: string; at: [x: number, y: number] } | null>(null);

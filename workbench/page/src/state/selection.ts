/* selection.ts - what the user has chosen, in whichever view. */
import { signal } from "@preact/signals";

export type Kind = "body" | "joint" | "force" | "driver" | "point" | "parameter";

export interface Selected {
  kind: Kind;
  name: string; // of a point of a body: "crank.A"; of a drawing point: "A"
}

export const selected = signal<Selected | null>(null);
export const hovered = signal<Selected | null>(null);

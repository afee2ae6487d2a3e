/* selection.ts - what the user has chosen, in whichever view. */
import { computed, effect, signal } from "@preact/signals";

export type Kind = "body" | "joint" | "force" | "driver" | "point" | "parameter";

export interface Selected {
  kind: Kind;
  name: string; // of a point of a body: "crank.A"; of a drawing point: "A"
}

export const selected = signal<Selected | null>(null);
export const hovered = signal<Selected | null>(null);
/* What the keyboard stands on in the drawing. It need not be chosen: arrow keys go past much before Enter chooses. */
export const focused = signal<Selected | null>(null);

/* What a key acts on: of the two the one that came last. */
export const meant = computed(() => focused.value ?? selected.value);

effect(() => {
  void selected.value;
  focused.value = null;
});

/* arrow_state.ts - how long arrows are drawn, and of which bodies. */
import { signal } from "@preact/signals";

export const arrowScale = signal(1); // times the length chosen for the run
export const arrowsOf = signal<"all" | "selected">("all");

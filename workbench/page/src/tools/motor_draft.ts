/* motor_draft.ts - what the next motor is to do: set in the form over the drawing before a pin, a slider or a cylinder is clicked. */
import { computed, signal } from "@preact/signals";
import type { Motion } from "../editor/motor_motion";
import { USUAL } from "./make_driver";

export type Place = "turning" | "sliding";

export const drafts = signal<Record<Place, Motion>>(USUAL);
export const draftPlace = signal<Place>("turning"); // whose numbers the form shows

export const draft = computed(() => drafts.value[draftPlace.value]);

export function setDraft(place: Place, motion: Motion): void {
  drafts.value = { ...drafts.value, [place]: motion };
}

/* Whether the next motor on such a place gives a torque instead of a motion. */
export function draftLoad(place: Place): string | null {
  const motion = drafts.value[place];
  return motion.way === "load" ? motion.load : null;
}

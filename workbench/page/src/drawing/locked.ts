/* locked.ts - what belongs to a locked group is seen, and the pointer passes through it: neither selected by a click nor dragged. Tools
 * still take its points. */
import { computed } from "@preact/signals";
import { lockedElements } from "../state/hidden";
import type { Selected } from "../state/selection";
import { concealedIn } from "./concealed";
import { shownScene } from "./player";

export const isLocked = computed(() => concealedIn(shownScene.value, lockedElements.value));

export function unlocked(hits: Selected[]): Selected[] {
  return lockedElements.value.length === 0 ? hits : hits.filter((one) => !isLocked.value(one));
}

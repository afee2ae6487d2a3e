/* hints.ts - what to do next, in words for the hand that does it: a mouse, a finger, or keys. */
import { computed, signal } from "@preact/signals";
import { scene } from "../state/model";
import { base, dragFault, dragging, sketch, spatial, toolId, toolState } from "./tool_state";
import { itemOf } from "./kit";
import { texts } from "../texts/texts";

const coarse = typeof matchMedia === "function" && matchMedia("(pointer: coarse)").matches;

export type Hand = "mouse" | "touch" | "keys";

/* What was used last. */
export const hand = signal<Hand>(coarse ? "touch" : "mouse");

/* Whom the words are for. Some keys are pressed on a phone, too, where there is no room for advice on the others. */
const reader = computed<Hand>(() => {
  const phone = coarse && matchMedia("(max-width: 720px), (max-height: 480px)").matches;
  return phone && hand.value === "keys" ? "touch" : hand.value;
});

const DRAG_HINTS = {
  follow: texts.tools.hints.theMechanismFollowsReleaseToStart,
  reshape: texts.tools.hints.lengthsChangeReleaseToKeepThem,
  attach: texts.tools.hints.releaseOnAPointALink,
};

const EMPTY: Record<Hand, string> = {
  mouse: texts.tools.hints.pressLOrChooseTheLink,
  touch: texts.tools.hints.chooseTheLinkToolThenTap,
  keys: texts.tools.hints.pressLForTheLinkTool,
};

const IDLE: Record<Hand, string> = {
  mouse: texts.tools.hints.dragAPointAndTheMechanism,
  touch: texts.tools.hints.dragAPointAndTheMechanism2,
  keys: texts.tools.hints.arrowKeysGoFromElementTo,
};

/* Fingers have neither keys nor clicks. */
function forFingers(text: string): string {
  return text
    .replace(/ Shift\+click[^.;]*[.;]/g, "")
    .replace(/,? or Shift\+click[^.]*\./g, ".")
    .replace(/Esc ends/g, "Tap the tool again to end")
    .replace(/; Esc takes it back/g, "")
    .replace(/, or type its (components|length)/g, "") // a button offers that
    .replace(/Click/g, "Tap")
    .replace(/click/g, "tap");
}

function ofTool(words: string): string {
  if (fingers.value) return forFingers(words);
  return reader.value === "keys"
    ? `${words} ${spatial.value ? (base.value ? texts.space.byKeysFrom : texts.space.byKeys) : texts.tools.hints.arrowKeysAimAndEnterClicks(base.value ? "length Tab angle Enter" : "x Tab y Enter")}`
    : words;
}

export const fingers = computed(() => reader.value === "touch");

/* As it is said to who uses fingers, and to all others. */
export function toReader(words: string): string {
  return fingers.value ? forFingers(words) : words;
}

/* What else a click is for at this moment. */
export const asked = signal("");

export const hint = computed(() => {
  if (asked.value) return ofTool(asked.value);
  const drag = dragging.value;
  if (drag === "band") return texts.selection.bandHint;
  if (drag === "move") return dragFault.value || texts.selection.moveHint;
  if (drag) return dragFault.value || ofTool(DRAG_HINTS[drag]);
  const { tool, id } = itemOf(toolId.value);
  if (tool) return ofTool(tool.hint(toolState.value, sketch.value));
  if (id === "reshape") return texts.tools.hints.dragAPointTheLengthsOf;
  if (id === "several") return toReader(texts.selection.severalHint);
  const empty = (scene.value?.bodies.length ?? 0) < 2;
  if (spatial.value) return empty ? texts.space.empty[reader.value] : texts.space.idle[reader.value];
  return empty ? EMPTY[reader.value] : IDLE[reader.value];
});

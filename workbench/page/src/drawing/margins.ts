/* margins.ts - what a view of the whole mechanism leaves free round it, and from when on it is seen from too far away. */
import type { Margins, Size } from "./camera";

const UNDER_BUTTONS = 640; // px: the middle of a narrower drawing lies below the buttons of the view

/* Room for numbers, the controls in the corner and the scale bar; less of it where there is little. */
export function marginsIn({ width, height }: Size): Margins {
  const side = Math.min(56, 0.1 * width);
  const top = width < UNDER_BUTTONS ? Math.min(72, 0.25 * height) : Math.min(64, 0.14 * height);
  return { left: side, right: 0.8 * side, top, bottom: Math.min(52, 0.15 * height) };
}

export const FAR = 1.8; // times smaller than what just fits: too small
export const FAR_AFTER_EDITS = 10; // as when eight copies of a mechanism were undone

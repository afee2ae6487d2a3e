/* group_move.ts - all that is selected, moved as one: by hand or by arrow keys. What is pinned to it and stays is stretched. */
import type { Place as Point } from "../drawing/camera";
import { difference } from "../editor/text_edits";
import type { Selected } from "../state/selection";
import { translation } from "./affine";
import { movedBy } from "./moved";
import type { Refused } from "./make";
import type { Reshaper } from "./reshape";
import type { Sketch } from "./sketch";
import { transformed } from "./transform";
import { TextEditError } from "../editor/tree";

/* What brings a selection from one place to others; `grid`: in whole steps of it (0: freely). */
export function mover(of: Sketch, selection: readonly Selected[], from: Point, grid: number): Reshaper | Refused {
  const what = movedBy(of, selection);
  const round = (x: number): number => (grid > 0 ? Math.round(x / grid) * grid : x);
  const text = (to: Point): string =>
    transformed(
      of,
      what,
      translation([round(to[0] - from[0]), round(to[1] - from[1]), round((to[2] ?? 0) - (from[2] ?? 0))]),
    );
  try {
    text([from[0] + 1, from[1] + 1]);
  } catch (fault) {
    if (!(fault instanceof TextEditError)) throw fault;
    return { why: fault.message };
  }
  return { text, changes: (to) => difference(of.text, text(to)) };
}

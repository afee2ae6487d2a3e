/* board.ts - what tools draw on: the plane of a planar drawing, or a work plane in space.
 *
 * Tools and keys ask the board, so that the same ones serve both.
 */
import { signal } from "@preact/signals";
import type { Pixel, Place as Point } from "../drawing/camera";
import type { Selected } from "../state/selection";
import type { Modifiers } from "./aiming";
import type { Aim } from "./tool_state";

export interface Board {
  element: HTMLElement | SVGElement; // takes pointer and keys
  scale(): number; // px per m, where it is drawn on
  toModel(clientX: number, clientY: number): Point;
  toClient(at: Point): Pixel;
  hitTest(clientX: number, clientY: number, reach?: number): Selected[];
  /* What a click at a place of the window would be. */
  aim(client: Pixel, mods: Modifiers): Aim;
  /* So many whole steps of a size to the right and up from a place. */
  step(from: Point, by: Point, size: number): Point;
  hold(): void; // what is seen does not change while it is drawn
  fit(): void;
}

export const board = signal<Board | null>(null);

/* The place in the middle of what is seen. */
export function middleOf({ element, toModel }: Board): Point {
  const box = element.getBoundingClientRect();
  return toModel(box.left + box.width / 2, box.top + box.height / 2);
}

export function steppedTo(at: number, by: number, size: number): number {
  return by === 0 ? at : Math.round((at + by * size) / size) * size;
}

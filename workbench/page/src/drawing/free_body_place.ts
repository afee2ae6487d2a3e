/* free_body_place.ts - where the free-body diagram lies: in the corner of the drawing where it hides least of its body and of the mechanism; where
 * every corner hides some of it, over the side panel; until it is taken elsewhere by its header or with arrow keys.
 */
import { listen } from "../shell/listen";
import type { Point, Size } from "./camera";

export interface Edges {
  left: number; // px of the window
  top: number;
  right: number;
  bottom: number;
}

const GAP = 8; // px
const BUTTONS = 46; // px: those of the view, in the upper left corner
const STEP = 20; // px of an arrow key
const LEAST_HEIGHT = 240; // px: a low drawing must not cut it off
const SIDE: Size = { width: 320, height: 420 }; // px: a side panel that it has room on
const NARROW = 720; // px: of a phone, where it has the half of the drawing

const ARROWS: Record<string, Point> = {
  ArrowLeft: [-STEP, 0],
  ArrowRight: [STEP, 0],
  ArrowUp: [0, -STEP],
  ArrowDown: [0, STEP],
};

function hidden([left, top]: Point, { width, height }: Size, body: Edges): number {
  const across = Math.min(left + width, body.right) - Math.max(left, body.left);
  const down = Math.min(top + height, body.bottom) - Math.max(top, body.top);
  return Math.max(across, 0) * Math.max(down, 0);
}

/* What a diagram should not hide, px of the window. */
export interface Drawn {
  body: Edges;
  mechanism: Edges;
}

/* The corner of an area where something of this size hides least of a body, then of the mechanism. */
export function bestCorner(area: Edges, size: Size, { body, mechanism }: Drawn): Point {
  const [right, bottom] = [area.right - size.width - GAP, area.bottom - size.height - GAP];
  const [left, top] = [area.left + GAP, area.top + GAP];
  const corners: Point[] = [[right, top], [right, bottom], [left, top + BUTTONS], [left, bottom]]; // prettier-ignore
  const cost = (at: Point): number => 4 * hidden(at, size, body) + hidden(at, size, mechanism);
  return corners.reduce((best, one) => (cost(one) < cost(best) ? one : best));
}

/* The side panel, where it is open and large enough. */
function sidePanel(): Edges | null {
  const edges = document.getElementById("side")?.getBoundingClientRect();
  const wide = innerWidth > NARROW && edges && edges.width >= SIDE.width && edges.height >= SIDE.height;
  return wide ? edges : null;
}

function put(panel: HTMLElement, [left, top]: Point): void {
  const within = (x: number, most: number): number => Math.max(Math.min(x, most - GAP), GAP);
  panel.style.left = `${within(left, innerWidth - panel.offsetWidth)}px`;
  panel.style.top = `${within(top, innerHeight - panel.offsetHeight)}px`;
}

function placeOf(panel: HTMLElement): Point {
  return [parseFloat(panel.style.left), parseFloat(panel.style.top)];
}

/* In a corner of the drawing, or over the side panel. */
function choose(panel: HTMLElement, area: Edges, drawn: Drawn | null): Point {
  const sizeOf = (most: number): Size => {
    panel.style.maxHeight = `${Math.max(most, LEAST_HEIGHT)}px`;
    return { width: panel.offsetWidth, height: panel.offsetHeight };
  };
  delete panel.dataset.beside;
  const high = area.bottom - area.top;
  const size = sizeOf(innerWidth > NARROW ? high - BUTTONS - 2 * GAP : 0.5 * high);
  if (!drawn) return [area.right - size.width - GAP, area.top + GAP];
  const corner = bestCorner(area, size, drawn);
  const side = hidden(corner, size, drawn.mechanism) > 0 ? sidePanel() : null;
  if (!side) return corner;
  panel.dataset.beside = "";
  const { width } = sizeOf(innerHeight - side.top - 2 * GAP);
  return [side.right - width - GAP, side.top + GAP];
}

/* Keeps a panel that is on show in its place; `drawn`: null where that is not known. Returns how to end. */
export function watchPlace(panel: HTMLElement, header: HTMLElement, drawn: () => Drawn | null): () => void {
  const area = panel.parentElement!;
  let taken = false; // elsewhere, by the user
  let held: Point | null = null; // where in the panel the pointer has it
  const settle = (): void => {
    put(panel, taken ? placeOf(panel) : choose(panel, area.getBoundingClientRect(), drawn()));
  };
  const take = (to: Point): void => {
    taken = true;
    put(panel, to);
  };
  const down = (event: PointerEvent): void => {
    if (event.button !== 0 || (event.target as Element).closest("select, .icon-button:not(.grip)")) return;
    const [left, top] = placeOf(panel);
    held = [event.clientX - left, event.clientY - top];
    header.setPointerCapture(event.pointerId);
  };
  const move = (event: PointerEvent): void => {
    if (held) take([event.clientX - held[0], event.clientY - held[1]]);
  };
  const up = (): void => void (held = null);
  const key = (event: KeyboardEvent): void => {
    const by = ARROWS[event.key];
    if (!by || !(event.target as Element).closest(".grip")) return;
    const [left, top] = placeOf(panel);
    take([left + by[0], top + by[1]]);
    event.preventDefault();
  };
  const deaf = [
    listen(header, { pointerdown: down, pointermove: move, pointerup: up, pointercancel: up, keydown: key }),
    listen(window, { resize: settle }),
  ];
  const sizes = new ResizeObserver(settle);
  sizes.observe(area);
  settle();
  return () => {
    sizes.disconnect();
    deaf.forEach((stop) => stop());
  };
}

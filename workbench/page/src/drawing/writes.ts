/* writes.ts - how lines and places get into the page: at once, or kept for later while the parts that have them are painted. */
import type { Point } from "./camera";
import { set } from "./layers";

/* Where an element stands: px, degrees clockwise. One object for each, whose numbers change. */
export interface Place {
  x: number;
  y: number;
  turn: number;
  then: string; // what else its transform says
}

/* Where each was put last: to ask the page takes longer than to move. */
const places = new WeakMap<Element, Place>();

export function placeOf(element: Element): Place | undefined {
  return places.get(element);
}

const short = (x: number): number => Math.round(x * 100) / 100;

function transform({ x, y, turn, then }: Place): string {
  return `translate(${x} ${y})${turn === 0 ? "" : ` rotate(${turn})`}${then}`;
}

/* A path without a line is no part of the page's layout: of a thousand bodies most are. */
function write(target: SVGPathElement, d: string): void {
  set(target, "d", d);
  if (target.hasAttribute("display") === (d === "")) return;
  if (d) target.removeAttribute("display");
  else target.setAttribute("display", "none");
}

/* What the page is not told yet. */
export class Kept {
  readonly lines = new Map<SVGPathElement, string>();
  readonly moved = new Set<SVGElement>();
  readonly drawn = new Set<SVGPathElement>(); // for who paints them: those that are new since it asked

  lineOf(target: SVGPathElement): string {
    return this.lines.get(target) ?? target.getAttribute("d") ?? "";
  }

  draw(target: SVGPathElement, d: string): void {
    if (this.lineOf(target) === d) return;
    this.lines.set(target, d);
    this.drawn.add(target);
  }

  write(): void {
    for (const [target, d] of this.lines) write(target, d);
    for (const target of this.moved) target.setAttribute("transform", transform(places.get(target)!));
    for (const one of [this.lines, this.moved, this.drawn]) one.clear();
  }
}

let kept: Kept | null = null;

/* What is drawn and moved meanwhile is kept there. */
export function keeping(there: Kept, run: () => void): void {
  kept = there;
  try {
    run();
  } finally {
    kept = null;
  }
}

export function draw(target: SVGPathElement, d: string): void {
  if (kept) kept.draw(target, d);
  else write(target, d);
}

/* Angle in radians, anticlockwise as in the plane of the mechanism. What a failed run left without a value stays where it is. */
export function move(target: SVGElement, [atX, atY]: Point, angle = 0, then = ""): void {
  if (!Number.isFinite(atX + atY + angle)) return;
  const [x, y, turn] = [short(atX), short(atY), Math.round((-angle * 180e3) / Math.PI) / 1e3];
  let place = places.get(target);
  if (place && place.x === x && place.y === y && place.turn === turn && place.then === then) return;
  if (place) [place.x, place.y, place.turn, place.then] = [x, y, turn, then];
  else places.set(target, (place = { x, y, turn, then }));
  if (kept) kept.moved.add(target);
  else target.setAttribute("transform", transform(place));
}

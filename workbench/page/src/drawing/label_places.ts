/* label_places.ts - where labels stand so that they cover neither each other nor what they must not hide.
 *
 * Each label has a few places about its anchor, the preferred one first, the far ones last. They are chosen one after the other, the least cover
 * first; the place of the frame before is kept as long as it is free, so that names do not jump about while the mechanism moves.
 */
import type { Point } from "./camera";

export interface Box {
  x: number; // px: left, top
  y: number;
  width: number;
  height: number;
}

export interface LabelWish {
  anchor: Point;
  width: number;
  height: number;
  places: Point[]; // of its left upper corner, from the anchor
  near: number; // how many of them need no line to the anchor
}

export interface LabelPlace {
  place: number; // of its places
  box: Box;
  far: boolean; // a line leads to the anchor
}

/* Places round an anchor for a box of this size: close by first right, above, left, below; then the same further away. */
export function placesAround(
  width: number,
  height: number,
  gap: number,
  far: number,
): { places: Point[]; near: number } {
  const round = (d: number): Point[] => [
    [d, -height - d + 4],
    [d, d - 4],
    [-width - d, -height - d + 4],
    [-width - d, d - 4],
    [d + 3, -height / 2],
    [-width - d - 3, -height / 2],
    [-width / 2, -height - d],
    [-width / 2, d],
  ];
  return { places: [...round(gap), ...round(far)], near: 8 };
}

function cover(a: Box, b: Box): number {
  const across = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x);
  const down = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y);
  return across > 0 && down > 0 ? across * down : 0;
}

function coverOf(box: Box, others: Box[], enough: number): number {
  let sum = 0;
  for (const other of others) {
    sum += cover(box, other);
    if (sum >= enough) break;
  }
  return sum;
}

const STAYS = 6; // px²: a hair of cover does not move a label

/* `before`: the places of the frame before, by index; -1: none. */
export function placeLabels(wishes: LabelWish[], obstacles: Box[], before: number[] = []): LabelPlace[] {
  const taken = [...obstacles];
  return wishes.map(({ anchor, width, height, places, near }, i) => {
    const boxAt = (place: number): Box => ({
      x: anchor[0] + places[place]![0],
      y: anchor[1] + places[place]![1],
      width,
      height,
    });
    const kept = before[i] ?? -1;
    let best = { place: 0, cost: Infinity };
    const order = kept >= 0 && kept < places.length ? [kept, ...places.keys()] : [...places.keys()];
    for (const place of order) {
      const cost = coverOf(boxAt(place), taken, best.cost);
      if (cost < best.cost) best = { place, cost };
      if (best.cost <= (place === kept ? STAYS : 0)) break;
    }
    const box = boxAt(best.place);
    taken.push(box);
    return { place: best.place, box, far: best.place >= near };
  });
}

const [CELL_WIDE, CELL_HIGH] = [24, 14]; // px

/* Of very many labels those that have room in the window, each in its first place; null: it has none. Those of the frame before come first. */
export function placeSome(wishes: LabelWish[], window: Box, before: number[] = []): (LabelPlace | null)[] {
  const taken = new Set<number>();
  const found: (LabelPlace | null)[] = wishes.map(() => null);
  const rows = Math.ceil(window.height / CELL_HIGH) + 1;
  const place = (i: number): void => {
    const { anchor, width, height, places } = wishes[i]!;
    const box: Box = { x: anchor[0] + places[0]![0], y: anchor[1] + places[0]![1], width, height };
    const [left, top] = [box.x - window.x, box.y - window.y];
    if (left < 0 || top < 0 || left + width > window.width || top + height > window.height) return;
    const cells: number[] = [];
    for (let x = Math.floor(left / CELL_WIDE); x * CELL_WIDE < left + width; x++)
      for (let y = Math.floor(top / CELL_HIGH); y * CELL_HIGH < top + height; y++) cells.push(x * rows + y);
    if (cells.some((cell) => taken.has(cell))) return;
    for (const cell of cells) taken.add(cell);
    found[i] = { place: 0, box, far: false };
  };
  wishes.forEach((_, i) => before[i] === 0 && place(i));
  wishes.forEach((_, i) => before[i] !== 0 && place(i));
  return found;
}

/* Where on a box the line from its anchor ends. */
export function leaderEnd({ x, y, width, height }: Box, [ax, ay]: Point): Point {
  return [Math.min(Math.max(ax, x), x + width), Math.min(Math.max(ay, y), y + height)];
}

/* part_hits.ts - what lies within reach of a place of the drawing, nearest first: points before joints, forces, bodies. */
import type { Selected } from "../state/selection";
import type { Point } from "./camera";
import { spot, type Instant, type Part } from "./part";
import type { ShownPoint } from "./points";
import type { Frame } from "./stage";

const RANKS: Record<string, number> = { joint: 1, force: 2, driver: 2, body: 3 };

/* p: px of the world. Where the drawing is not shown, its points are not. */
export function hitsAt(
  p: Point,
  reach: number,
  parts: Part[],
  points: ShownPoint[],
  now: Instant & Pick<Frame, "moving">,
): Selected[] {
  const found: { rank: number; distance: number; selected: Selected }[] = [];
  for (const point of points) {
    if (point.body < 0 && now.moving) continue;
    const drawn: Point = [now.scale * point.at[0], -now.scale * point.at[1]];
    const at = point.body < 0 ? drawn : spot(now, point.body, point.at);
    const distance = Math.hypot(at[0] - p[0], at[1] - p[1]);
    if (distance <= reach) found.push({ rank: 0, distance, selected: { kind: "point", name: point.name } });
  }
  for (const part of parts) {
    const distance = part.distance(p);
    const near = part.selected.kind === "body" ? reach / 2 : reach;
    if (distance <= near) found.push({ rank: RANKS[part.selected.kind] ?? 3, distance, selected: part.selected });
  }
  found.sort((a, b) => a.rank - b.rank || a.distance - b.distance);
  return found.map((one) => one.selected);
}

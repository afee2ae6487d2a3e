/* box_hits.ts - what a box on the drawing holds: all that lies within it, or all that it touches.
 *
 * Whether something is touched is found by its distance, which every part tells: a square that is farther from it than half its
 * diagonal does not touch it, one whose middle is inside does, and others are quartered.
 */
import type { Selected } from "../state/selection";
import type { Point } from "./camera";
import { spot, type Instant, type Part } from "./part";
import type { ShownPoint } from "./points";

export interface ScreenBox {
  left: number; // px
  top: number;
  right: number;
  bottom: number;
}

const FINEST = 1.5; // px: half the side of a square that is not quartered any more

export function touches(distance: (p: Point) => number, box: ScreenBox): boolean {
  const [x, y] = [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
  const [half, tall] = [(box.right - box.left) / 2, (box.bottom - box.top) / 2];
  const away = distance([x, y]);
  if (away <= Math.min(FINEST, half, tall)) return true;
  if (!(away <= Math.hypot(half, tall)) || Math.max(half, tall) <= FINEST) return false;
  const [xs, ys] = [half > FINEST ? [box.left, x, box.right] : [box.left, box.right], [box.top, y, box.bottom]];
  const rows = tall > FINEST ? ys : [box.top, box.bottom];
  for (let i = 0; i + 1 < xs.length; i++)
    for (let j = 0; j + 1 < rows.length; j++)
      if (touches(distance, { left: xs[i]!, right: xs[i + 1]!, top: rows[j]!, bottom: rows[j + 1]! })) return true;
  return false;
}

function holds(box: ScreenBox, [x, y]: Point): boolean {
  return x >= box.left && x <= box.right && y >= box.top && y <= box.bottom;
}

/* `origin`: where the world's is in the window, px. The outline of a part is asked of the browser, which has drawn it. */
function encloses(part: Part, box: ScreenBox, origin: Point): boolean {
  const own = part.element.getBoundingClientRect();
  if (own.width === 0 && own.height === 0) return holds(box, part.anchor);
  return (
    holds(box, [own.left - origin[0], own.top - origin[1]]) &&
    holds(box, [own.right - origin[0], own.bottom - origin[1]])
  );
}

/* Points count where nothing else stands for them: the body is not in the box, and no joint of the box is at that place. */
function pointsIn(points: ShownPoint[], found: readonly Part[], now: Instant, box: ScreenBox): Selected[] {
  const bodies = new Set(found.filter(({ selected }) => selected.kind === "body").map(({ selected }) => selected.name));
  const joints = found.filter(({ selected }) => selected.kind === "joint").map(({ anchor }) => anchor);
  const held = new Set(
    now.scene.bodies.flatMap(({ name, drawn, points: own }) =>
      drawn && bodies.has(name) ? own.map((one) => one.name) : [],
    ),
  );
  return points.flatMap(({ name, body, at }): Selected[] => {
    const place: Point = body < 0 ? [now.scale * at[0], -now.scale * at[1]] : spot(now, body, at);
    const isHeld =
      body < 0 ? held.has(name) : bodies.has(now.scene.bodies[body]!.name) || now.scene.bodies[body]!.drawn;
    const atJoint = joints.some((joint) => Math.hypot(joint[0] - place[0], joint[1] - place[1]) < 1);
    return holds(box, place) && !isHeld && !atJoint ? [{ kind: "point", name }] : [];
  });
}

/* A box in pixels of the world. */
export function inBox(
  parts: Part[],
  points: ShownPoint[],
  now: Instant,
  box: ScreenBox,
  touching: boolean,
  origin: Point,
): Selected[] {
  const moving = parts.filter(({ selected }) => !(selected.kind === "body" && selected.name === "ground"));
  const found = moving.filter((part) =>
    touching ? touches((p) => part.distance(p), box) : encloses(part, box, origin),
  );
  return [...pointsIn(points, found, now, box), ...found.map(({ selected }) => selected).reverse()];
}

/* touch_part.ts - bodies that touch, in the plane: a ring where their surfaces are nearest, filled while they press, with a lock while
 * nothing slips.
 *
 * The engine tells where two bodies touch, as channels `x` and `y` of their contact; a contact of more bodies tells it of each two of
 * them. Without a run the ring is where they are nearest at the start.
 */
import type { Scene, SceneForce, SceneJoint } from "../engine/engine";
import { circle } from "./geometry";
import { far, group, move, path, spot, type Instant, type Part } from "./part";
import type { Point } from "./camera";
import type { Base } from "./symbol_part";
import { touchAt, touchNames } from "./touches";

const [RING, REACH] = [4.5, 7]; // px
export const LOCK = "M-4.5 -3V-5.5A4.5 4.5 0 0 1 4.5 -5.5V-3M-6.5 -3H6.5V5H-6.5Z"; // px

class Mark {
  readonly element = group("touch", [path("touch-ring", circle(0, 0, RING))]);
  at: Point | null = null; // px; null: not shown
  private lock: SVGGElement | null = null;

  pose(at: Point | null, presses: boolean, sticks: boolean): void {
    this.at = at;
    this.element.classList.toggle("absent", at === null);
    this.element.classList.toggle("presses", presses);
    this.element.classList.toggle("sticks", sticks);
    if (at) move(this.element, at);
    if (!sticks || this.lock) return;
    this.lock = group("sticking", [path("sticking-lock", LOCK)]);
    move(this.lock, [14, 15]);
    this.element.append(this.lock);
  }
}

/* Of a contact, or of a joint of surfaces. */
export function touchPart(scene: Scene, force: SceneForce | SceneJoint, part: Base): Part {
  const names = touchNames(scene, force.name);
  const marks = names.map(() => new Mark());
  part.element.append(...marks.map(({ element }) => element));
  const atStart = (now: Instant, i: number): Point | null =>
    i === 0 && force.bodies.length > 0 ? spot(now, force.bodies[0]!, force.points[0]!) : null;
  const only = marks.length === 1; // then it is always seen, so that it can be chosen
  return {
    ...part,
    layout() {},
    pose(now) {
      names.forEach((name, i) => {
        const touch = touchAt(now.value, name);
        const { scale } = now;
        const there: Point | null = touch && [scale * touch.at[0], -scale * touch.at[1]];
        const seen = touch ? touch.presses || only : i === 0;
        marks[i]!.pose(seen ? (there ?? atStart(now, i)) : null, touch?.presses ?? false, touch?.sticks ?? false);
      });
      this.anchor = marks.find(({ at }) => at)?.at ?? atStart(now, 0) ?? [0, 0];
    },
    distance: (p) => Math.min(...marks.map(({ at }) => (at ? Math.max(far(p, at) - REACH, 0) : Infinity))),
  };
}

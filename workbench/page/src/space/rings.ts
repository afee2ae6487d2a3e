/* rings.ts - rings round the points that are chosen or under the pointer, on the screen. */
import { findPoint } from "../drawing/points";
import type { Vec } from "../engine/engine";
import type { Selected } from "../state/selection";
import { spot, type Instant } from "./part";

type Screen = [x: number, y: number];

export interface Ring {
  at: Screen;
  chosen: boolean;
}

export function ringsOf(
  now: Instant,
  chosen: readonly Selected[],
  pointed: Selected | null,
  place: (at: Vec) => Screen | null,
): Ring[] {
  const ring = (what: Selected, isChosen: boolean): Ring[] => {
    const point = what.kind === "point" ? findPoint(now.scene, what.name) : null;
    const at = point && place(spot(now, point.body, point.at));
    return at ? [{ at, chosen: isChosen }] : [];
  };
  return [...chosen.flatMap((what) => ring(what, true)), ...(pointed ? ring(pointed, false) : [])];
}

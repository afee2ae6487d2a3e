/* cam_shape.ts - the geometry of a cam and its follower at the start, from where its centre and its follower are.
 *
 * A follower that slides has the point F on its line, one that swings at the end of its arm or, with a flat face, on the line through its
 * pivot. There it touches the base circle: |F - O| = base + roller.
 */
import type { Place as Point } from "../drawing/camera";
import { distance, minus, plus, rotated } from "./geometry";

export type Face = "roller" | "flat" | "point";

/* Part of the distance that the roller takes. */
const ROLLER = 0.22;

const times = (a: Point, k: number): Point => [a[0] * k, a[1] * k];
const unit = (a: Point): Point => times(a, 1 / (Math.hypot(a[0], a[1]) || 1));
const cross = (a: Point, b: Point): number => a[0] * b[1] - a[1] * b[0];

/* A length with two digits that matter, not above x. */
function round(x: number): number {
  if (!(x > 0)) return 0;
  const step = 10 ** (Math.floor(Math.log10(x)) - 1);
  return Math.floor(x / step + 1e-9) * step;
}

export interface Radii {
  base: number;
  roller: number; // 0: none
}

/* The two radii that a distance between the centres, or of the face, leaves. */
export function radiiFor(apart: number, face: Face): Radii {
  const roller = face === "roller" ? round(ROLLER * apart) : 0;
  return { base: apart - roller, roller };
}

/* A flat face from one end to the other, with the cam at its left: `out` is the way that the follower leaves it. */
export function faceAcross(at: Point, out: Point, half: number): [Point, Point] {
  const along = rotated(times(unit(out), -1), -Math.PI / 2);
  return [plus(at, times(along, -half)), plus(at, times(along, half))];
}

export interface Swing {
  tip: Point; // centre of the roller, the point, or the end of the face
  radii: Radii;
}

/* An arm for a pivot, on the upper side: it touches half way to the pivot. */
export function swingAbout(centre: Point, pivot: Point, face: Face): Swing {
  const apart = distance(centre, pivot);
  const towards = unit(minus(centre, pivot));
  const reach = round(0.45 * apart);
  const side = towards[0] < 0 ? -1 : 1; // to the left of a line that goes right is above it
  if (face === "flat") {
    const turn = Math.asin(reach / apart);
    const length = 1.5 * Math.sqrt(apart * apart - reach * reach);
    const tip = plus(pivot, times(rotated(towards, side * turn), length));
    return { tip, radii: { base: reach, roller: 0 } };
  }
  const arm = round(0.95 * apart);
  const angle = Math.acos((arm * arm + apart * apart - reach * reach) / (2 * arm * apart));
  return { tip: plus(pivot, times(rotated(towards, side * angle), arm)), radii: radiiFor(reach, face) };
}

/* On which side of the line from its pivot to the centre an arm is. */
export function isLeft(centre: Point, pivot: Point, tip: Point): boolean {
  return cross(minus(centre, pivot), minus(tip, pivot)) > 0;
}

/* How far the line of a follower passes to the left of the centre, as it moves outwards. */
export function offsetOf(centre: Point, at: Point, out: Point): number {
  return cross(unit(out), minus(at, centre));
}

/* orbit.ts - where the camera stands: it looks at a target from some side, and `up` is upwards on the screen.
 *
 * A perspective that shows spheres (c_i, r_i) as large as it goes: with z towards the camera, x to the right, and t the tangent of
 * half the angle of view,
 *
 *   |x_i - x| <= t (d - z_i) - r_i sqrt(1 + t^2)
 *
 * are two half-planes for (x, d); the smallest d lies where the outermost of either side meet. The same upwards.
 */
import type { Vec } from "../engine/engine";
import { cross, distance, dot, levelOf, minus, plus, times, unit } from "./vectors";

export interface Sphere {
  at: Vec;
  radius: number;
}

export interface Extent {
  centre: Vec;
  radius: number;
  low: number; // along up
}

export interface CameraPose {
  position: Vec;
  target: Vec;
}

const STEEPEST = 0.02; // rad from straight up or down

/* Right and upwards on the screen of one who looks from `from` (unit, towards the camera). */
export function screenOf(from: Vec, up: Vec): [Vec, Vec] {
  const right = unit(cross(up, from), levelOf(up)[0]);
  return [right, cross(from, right)];
}

/* One ball at least; a long motion of many bodies has hundreds of thousands. */
function orOne(balls: Sphere[], least: number): Sphere[] {
  return balls.length > 0 ? balls : [{ at: [0, 0, 0], radius: least }];
}

function spanOf(balls: Sphere[], low: (ball: Sphere) => number, high: (ball: Sphere) => number): [number, number] {
  const span: [number, number] = [Infinity, -Infinity];
  for (const ball of balls) {
    span[0] = Math.min(span[0], low(ball));
    span[1] = Math.max(span[1], high(ball));
  }
  return span;
}

export function extentOf(balls: Sphere[], up: Vec, least: number): Extent {
  const list = orOne(balls, least);
  const along = (of: (at: Vec) => number): [number, number] =>
    spanOf(
      list,
      ({ at, radius }) => of(at) - radius,
      ({ at, radius }) => of(at) + radius,
    );
  const middle = (axis: number): number => along((at) => at[axis]!).reduce((low, high) => (low + high) / 2);
  const centre: Vec = [middle(0), middle(1), middle(2)];
  const reach = (ball: Sphere): number => distance(ball.at, centre) + ball.radius;
  return { centre, radius: Math.max(spanOf(list, reach, reach)[1], 0.3 * least), low: along((at) => dot(at, up))[0] };
}

/* tangents: of half the angle of view, across and upwards. */
export function fitted(balls: Sphere[], from: Vec, up: Vec, tangents: [number, number], least: number): CameraPose {
  const [right, upwards] = screenOf(from, up);
  const list = orOne(balls, least);
  const outermost = (axis: Vec, tangent: number): [number, number] => {
    let [high, low] = [-Infinity, -Infinity];
    for (const { at, radius } of list) {
      const [x, z] = [dot(at, axis), dot(at, from)];
      const reach = Math.max(radius, 0.02 * least) * Math.hypot(1, tangent) + tangent * z;
      high = Math.max(high, x + reach);
      low = Math.max(low, -x + reach);
    }
    return [(high - low) / 2, (high + low) / (2 * tangent)];
  };
  const [x, across] = outermost(right, tangents[0]);
  const [y, above] = outermost(upwards, tangents[1]);
  const depth = ({ at }: Sphere): number => dot(at, from);
  const [far, near] = spanOf(list, depth, depth);
  const middle = (near + far) / 2;
  const reach = Math.max(across, above, near + 0.5 * least);
  const axis = plus(times(right, x), times(upwards, y));
  return { position: plus(axis, times(from, reach)), target: plus(axis, times(from, middle)) };
}

/* Turned about the target: by `round` about up, `over` towards up; rad. It never goes over the top. */
export function orbited({ position, target }: CameraPose, up: Vec, round: number, over: number): CameraPose {
  const from = minus(position, target);
  const reach = Math.hypot(...from);
  const [first, second] = levelOf(up);
  const height = Math.asin(Math.min(Math.max(dot(from, up) / reach, -1), 1));
  const azimuth = Math.atan2(dot(from, second), dot(from, first)) + round;
  const limit = Math.PI / 2 - STEEPEST;
  const higher = Math.min(Math.max(height + over, -limit), limit);
  const level = plus(times(first, Math.cos(azimuth)), times(second, Math.sin(azimuth)));
  const direction = plus(times(level, Math.cos(higher)), times(up, Math.sin(higher)));
  return { position: plus(target, times(direction, reach)), target };
}

/* From the front, to the right and above: towards the camera, unit. */
export function threeQuarters(up: Vec): Vec {
  const [first, second] = levelOf(up);
  return unit(plus(plus(times(first, 0.62), times(second, -1)), times(up, 0.5)));
}

/* Looking against an axis; straight from above or below the screen's upward direction stays that of the level. */
export function against(axis: Vec, up: Vec): Vec {
  if (Math.abs(dot(axis, up)) < 0.99) return axis;
  const [, second] = levelOf(up);
  return unit(plus(axis, times(second, -0.02)));
}

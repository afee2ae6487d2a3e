/* free_place.ts - a place for a new body: beside all that there is, so that it is seen and meets nothing. */
import type { Scene, Vec } from "../engine/engine";

export interface FreePlace {
  from: number[]; // two coordinates in the plane, three in space: m, ground
  to: number[];
}

function reach(of: Vec, points: readonly { at: Vec }[]): number {
  return Math.max(0, ...points.map(({ at }) => Math.hypot(at[0] - of[0], at[1] - of[1], at[2] - of[2])));
}

/* Low and high end of what is there along each axis: every body in the ball round its centre of mass that its points are in. */
function box({ bodies, drawing }: Scene): { low: number[]; high: number[] } | null {
  const balls = bodies.slice(1).map((body) => ({ at: body.pose.at, by: reach(body.com, body.points) }));
  const fixed = [...(bodies[0]?.points ?? []), ...drawing].map(({ at }) => ({ at, by: 0 }));
  const all = [...balls, ...fixed].filter(({ at }) => at.every(Number.isFinite));
  if (all.length === 0) return null;
  const ends = (sign: 1 | -1): number[] =>
    [0, 1, 2].map((axis) => sign * Math.max(...all.map(({ at, by }) => sign * at[axis]! + by)));
  return { low: ends(-1), high: ends(1) };
}

/* To two digits that matter of the size. */
function round(x: number, size: number): number {
  const step = 10 ** (Math.floor(Math.log10(size)) - 1);
  return Number((Math.round(x / step) * step).toPrecision(12));
}

/* In the plane below the rest, in space beside it. */
export function freePlace(of: Scene | null, space: boolean): FreePlace {
  const there = of && box(of);
  if (!of || !there) return space ? { from: [0, 0, 0], to: [1, 0, 0] } : { from: [0, 0], to: [1, 0] };
  const spans = there.high.map((high, i) => high - there.low[i]!);
  const size = Math.max(...spans, of.size) || 1;
  const middle = there.low.map((low, i) => low + spans[i]! / 2);
  const near = (x: number): number => round(x, size);
  if (!space) {
    const y = near(there.low[1]! - 0.2 * size);
    return { from: [near(middle[0]! - 0.2 * size), y], to: [near(middle[0]! + 0.2 * size), y] };
  }
  const [x, y, z] = [there.high[0]! + 0.2 * size, middle[1]!, middle[2]!].map(near) as [number, number, number];
  return { from: [x, y, z], to: [near(x + 0.4 * size), y, z] };
}

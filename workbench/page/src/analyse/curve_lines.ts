/* curve_lines.ts - a curve as the lines that are drawn of it: as many points as can be told apart, stable states apart from others. */
import { decimate, type Points, thinPath } from "./decimate";
import { type Curve, GROWS } from "./plot_model";

export interface Line extends Points {
  stable: boolean; // false: states that are not; of all else true
}

/* The part of a plot that is seen, in the units of the curve. */
export interface Seen {
  from: number; // of x
  to: number;
  pixels: number; // from there to there
  step: [x: number, y: number]; // closer than so, points of a path cannot be told apart; 0: they always can
}

export const DOTS = [2, 3]; // px: lines and gaps of states that are not stable

export function linesOf(curve: Curve, seen: Seen): Line[] {
  if (curve.growth) return stateLines(curve, curve.growth);
  const points = curve.rising
    ? decimate(curve.x, curve.y, seen.from, seen.to, Math.max(1, Math.round(seen.pixels)))
    : thinPath(curve.x, curve.y, ...seen.step);
  return [{ ...points, stable: true }];
}

/* Rows without numbers part the curves of a sweep. */
function stateLines(curve: Curve, growth: Float64Array): Line[] {
  const lines: Line[] = [];
  const stands = (row: number): boolean => Number.isFinite(curve.x[row]) && Number.isFinite(curve.y[row]);
  for (let first = 0; first < growth.length; first++) {
    if (!stands(first)) continue;
    let end = first;
    while (end < growth.length && stands(end)) end++;
    lines.push(...byStability(curve, growth, first, end));
    first = end;
  }
  return lines;
}

/* Each line begins where the one before it ends. */
function byStability({ x, y }: Curve, growth: Float64Array, first: number, end: number): Line[] {
  const stable = stabilities(growth.subarray(first, end));
  const lines: Line[] = [];
  for (let from = first, row = first + 1; row <= end; row++) {
    if (row < end && stable[row - first] === stable[from - first]) continue;
    const begin = Math.max(from - 1, first);
    lines.push({ x: x.subarray(begin, row), y: y.subarray(begin, row), stable: stable[from - first]! });
    from = row;
  }
  return lines;
}

/* Where a curve forks off nothing is known: such a row is as the next one that knows, or as the last. */
function stabilities(growth: Float64Array): boolean[] {
  const known = (row: number, by: 1 | -1): number | undefined => {
    while (Number.isNaN(growth[row])) row += by;
    return growth[row];
  };
  return Array.from(growth, (_, row) => !((known(row, 1) ?? known(row, -1) ?? 0) > GROWS));
}

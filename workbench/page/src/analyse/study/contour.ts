/* contour.ts - lines of equal answers over a grid, square by square: along each side between corners above and below the level the
 * answer is taken for linear. Squares with a corner that has no answer are left out.
 */
import type { Study } from "./state";

/* Answers by the places of their values along the two axes; NaN: there is none. */
export function gridOf({ axes, points }: Study): number[][] {
  const [across, up] = axes.map(({ levels }) => new Map(levels!.map((value, i) => [value, i])));
  const grid = axes[1]!.levels!.map(() => new Array<number>(axes[0]!.levels!.length).fill(NaN));
  for (const { values, answer } of points) {
    const [i, j] = [across!.get(values[0]!), up!.get(values[1]!)];
    if (i !== undefined && j !== undefined) grid[j]![i] = answer;
  }
  return grid;
}

export type Segment = [[x: number, y: number], [x: number, y: number]];

/* Sides of a square: from corner to corner, around it. */
const SIDES = [
  [0, 1],
  [1, 2],
  [2, 3],
  [3, 0],
] as const;

/* In units of the grid: [1.5, 0] lies half way between the second and the third value of the first axis. */
export function segmentsAt(grid: number[][], level: number): Segment[] {
  const found: Segment[] = [];
  for (let j = 0; j + 1 < grid.length; j++)
    for (let i = 0; i + 1 < grid[j]!.length; i++) {
      const corners = [
        [i, j],
        [i + 1, j],
        [i + 1, j + 1],
        [i, j + 1],
      ] as const;
      const heights = corners.map(([x, y]) => grid[y]![x]!);
      if (!heights.every(Number.isFinite)) continue;
      const crossed = SIDES.flatMap(([a, b]): [number, number][] => {
        if (heights[a]! >= level === heights[b]! >= level) return [];
        const part = (level - heights[a]!) / (heights[b]! - heights[a]!);
        const at = (k: 0 | 1): number => corners[a]![k] + part * (corners[b]![k] - corners[a]![k]);
        return [[at(0), at(1)]];
      });
      if (crossed.length === 2) found.push([crossed[0]!, crossed[1]!]);
      if (crossed.length === 4) {
        const above = heights.reduce((sum, one) => sum + one, 0) / 4 >= level === heights[0]! >= level; // a saddle
        const [a, b, c, d] = crossed as [[number, number], [number, number], [number, number], [number, number]];
        found.push(...(above ? ([[a, b], [c, d]] as Segment[]) : ([[d, a], [b, c]] as Segment[]))); // prettier-ignore
      }
    }
  return found;
}

/* solver.ts - places of points that satisfy equations, as near as can be to where the points were.
 *
 *   r(x) = 0,   dx = -J' (J J')^-1 r      Newton's method with the shortest step
 *
 * Rows that say the same twice do no harm: J J' gets a small diagonal. All residuals are lengths, so that they can be compared.
 */
import type { Place as Point } from "../drawing/camera";

export interface Row {
  points: number[]; // that it depends on
  value(at: readonly Point[]): number; // m; 0 where it holds
  name?: string; // of what asks for it, for messages
}

export interface Solved {
  at: Point[];
  failed: string[]; // names of rows that do not hold; empty: all do
}

const MAX_STEPS = 60;
const NEAR = 1e-11; // of the size: it holds
const DIAGONAL = 1e-13;

/* Derivatives by central differences: a row depends on a few points only. */
function gradient(row: Row, at: Point[], columns: number[], size: number): [column: number, slope: number][] {
  const found: [number, number][] = [];
  const h = 1e-6 * size;
  for (const point of new Set(row.points)) {
    const column = columns[point]!;
    if (column < 0) continue;
    for (let axis = 0; axis < at[point]!.length; axis++) {
      const old = at[point]!;
      const moved = (by: number): number => {
        at[point] = old.map((x, i) => (i === axis ? x! + by : x)) as Point;
        return row.value(at);
      };
      const slope = (moved(h) - moved(-h)) / (2 * h);
      at[point] = old;
      if (slope !== 0) found.push([column + axis, slope]);
    }
  }
  return found;
}

/* Solves a symmetric positive definite system in place: Cholesky. */
function solveSymmetric(a: Float64Array, b: Float64Array, n: number): void {
  for (let j = 0; j < n; j++) {
    for (let i = j; i < n; i++) {
      let sum = a[i * n + j]!;
      for (let k = 0; k < j; k++) sum -= a[i * n + k]! * a[j * n + k]!;
      a[i * n + j] = i === j ? Math.sqrt(Math.max(sum, 1e-30)) : sum / a[j * n + j]!;
    }
  }
  for (let i = 0; i < n; i++) {
    for (let k = 0; k < i; k++) b[i] = b[i]! - a[i * n + k]! * b[k]!;
    b[i] = b[i]! / a[i * n + i]!;
  }
  for (let i = n - 1; i >= 0; i--) {
    for (let k = i + 1; k < n; k++) b[i] = b[i]! - a[k * n + i]! * b[k]!;
    b[i] = b[i]! / a[i * n + i]!;
  }
}

function step(rows: readonly Row[], at: Point[], columns: number[], width: number, size: number): Float64Array {
  const m = rows.length;
  const slopes = rows.map((row) => gradient(row, at, columns, size));
  const full = slopes.map((list) => {
    const line = new Float64Array(width);
    for (const [column, slope] of list) line[column] = slope;
    return line;
  });
  const a = new Float64Array(m * m);
  const y = new Float64Array(m);
  for (let i = 0; i < m; i++) {
    y[i] = rows[i]!.value(at);
    for (let j = 0; j <= i; j++) {
      let sum = i === j ? DIAGONAL : 0;
      for (const [column, slope] of slopes[i]!) sum += slope * full[j]![column]!;
      a[i * m + j] = sum;
    }
  }
  solveSymmetric(a, y, m);
  const dx = new Float64Array(width);
  for (let i = 0; i < m; i++) for (const [column, slope] of slopes[i]!) dx[column] = dx[column]! - slope * y[i]!;
  return dx;
}

function worst(rows: readonly Row[], at: readonly Point[]): number {
  return rows.reduce((most, row) => Math.max(most, Math.abs(row.value(at))), 0);
}

/* Points moved so that all rows hold, in the plane or in space; only those that may move do. */
export function solvePoints(start: readonly Point[], movable: readonly boolean[], rows: Row[], size: number): Solved {
  let at = start.map((one): Point => [...one] as Point);
  let width = 0;
  const columns = start.map((one, i) => (movable[i] ? (width += one.length) - one.length : -1));
  let left = worst(rows, at);
  for (let i = 0; i < MAX_STEPS && left > NEAR * size && width > 0; i++) {
    const dx = step(rows, at, columns, width, size);
    const longest = dx.reduce((most, one) => Math.max(most, Math.abs(one)), 0);
    let part = Math.min(1, (0.3 * size) / Math.max(longest, 1e-300));
    let better: Point[] | null = null;
    for (let tries = 0; tries < 8 && !better; tries++, part /= 2) {
      const next = at.map((one, p): Point => {
        const column = columns[p]!;
        return column < 0 ? one : (one.map((x, i) => x! + part * dx[column + i]!) as Point);
      });
      const rest = worst(rows, next);
      if (rest < left) [better, left] = [next, rest];
    }
    if (!better) break;
    at = better;
  }
  const holds = (row: Row): boolean => Math.abs(row.value(at)) <= 1e-8 * size;
  const failed = rows.filter((row) => !holds(row)).map(({ name }) => name ?? "");
  return { at, failed: [...new Set(failed)] };
}

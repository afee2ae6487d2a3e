/* statistics.ts - how the answers of a study are spread: percentiles and a histogram of those that are numbers. */

/* Between the sorted values, linearly: 0 is the least, 1 the greatest. */
export function percentile(sorted: ArrayLike<number>, part: number): number {
  if (sorted.length === 0) return NaN;
  const at = part * (sorted.length - 1);
  const below = Math.floor(at);
  const above = Math.min(below + 1, sorted.length - 1);
  return sorted[below]! + (at - below) * (sorted[above]! - sorted[below]!);
}

export function sortedFinite(values: Iterable<number>): Float64Array {
  return Float64Array.from([...values].filter(Number.isFinite)).sort();
}

export interface Histogram {
  from: number;
  to: number;
  counts: number[];
}

const MOST_BINS = 24;

/* Bins of one width from the least to the greatest, about as many as the root of the number of values. */
export function histogram(sorted: ArrayLike<number>): Histogram | null {
  if (sorted.length === 0) return null;
  const [from, to] = [sorted[0]!, sorted[sorted.length - 1]!];
  const bins = to > from ? Math.max(1, Math.min(MOST_BINS, Math.ceil(Math.sqrt(sorted.length)))) : 1;
  const counts = new Array<number>(bins).fill(0);
  for (let i = 0; i < sorted.length; i++)
    counts[to > from ? Math.min(bins - 1, Math.floor(((sorted[i]! - from) / (to - from)) * bins)) : 0]!++;
  return { from, to, counts };
}

/* Pearson's coefficient of the pairs that are numbers; NaN: there are too few, or one of the two does not change. */
export function correlation(a: ArrayLike<number>, b: ArrayLike<number>): number {
  let [n, ma, mb, saa, sbb, sab] = [0, 0, 0, 0, 0, 0];
  for (let i = 0; i < a.length; i++) {
    const [x, y] = [a[i]!, b[i]!];
    if (!Number.isFinite(x) || !Number.isFinite(y)) continue;
    n++;
    const [dx, dy] = [x - ma, y - mb];
    ma += dx / n;
    mb += dy / n;
    saa += dx * (x - ma);
    sbb += dy * (y - mb);
    sab += dx * (y - mb);
  }
  return n > 2 && saa > 0 && sbb > 0 ? sab / Math.sqrt(saa * sbb) : NaN;
}

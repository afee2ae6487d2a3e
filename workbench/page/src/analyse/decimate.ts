/* decimate.ts - as many points of a curve as its plot has room for: of each column of pixels the first, lowest, highest and last.
 *
 * What is drawn is then the same as if all points were, and a hundred thousand rows cost no more than a few thousand.
 */

export interface Points {
  x: Float64Array;
  y: Float64Array;
}

/* First index whose x is not below `value`; x rises. */
export function lowerBound(x: ArrayLike<number>, value: number): number {
  let low = 0;
  let high = x.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (x[middle]! < value) low = middle + 1;
    else high = middle;
  }
  return low;
}

export function rises(x: ArrayLike<number>): boolean {
  for (let i = 1; i < x.length; i++) if (!(x[i]! >= x[i - 1]!)) return false;
  return true;
}

/* Points of a curve over rising x from `from` to `to` (and one on either side) for a plot `pixels` wide. */
export function decimate(x: Float64Array, y: Float64Array, from: number, to: number, pixels: number): Points {
  const first = Math.max(0, lowerBound(x, from) - 1);
  const last = Math.min(x.length, lowerBound(x, to) + 2);
  const count = last - first;
  if (count <= 4 * pixels || !(to > from)) return { x: x.subarray(first, last), y: y.subarray(first, last) };
  const outX = new Float64Array(4 * (pixels + 2));
  const outY = new Float64Array(4 * (pixels + 2));
  let out = 0;
  const take = (i: number): void => {
    outX[out] = x[i]!;
    outY[out++] = y[i]!;
  };
  const columnOf = (i: number): number => Math.floor(((x[i]! - from) / (to - from)) * pixels);
  for (let i = first; i < last;) {
    const column = columnOf(i);
    let low = i;
    let high = i;
    let end = i;
    while (end < last && columnOf(end) === column) {
      if (y[end]! < y[low]! || Number.isNaN(y[low]!)) low = end;
      if (y[end]! > y[high]! || Number.isNaN(y[high]!)) high = end;
      end++;
    }
    if (out + 4 > outX.length) break;
    let before = -1;
    for (const one of [i, Math.min(low, high), Math.max(low, high), end - 1]) {
      if (one !== before) take(one);
      before = one;
    }
    i = end;
  }
  return { x: outX.subarray(0, out), y: outY.subarray(0, out) };
}

/* Of a path in the plane: points that lie less than a step on either axis from the last one taken are left out. */
export function thinPath(x: Float64Array, y: Float64Array, stepX: number, stepY: number): Points {
  const rows = x.length;
  if (rows < 2000 || !(stepX > 0 && stepY > 0)) return { x, y };
  const outX = new Float64Array(rows);
  const outY = new Float64Array(rows);
  let out = 0;
  for (let i = 0; i < rows; i++) {
    const near = out > 0 && Math.abs(x[i]! - outX[out - 1]!) < stepX && Math.abs(y[i]! - outY[out - 1]!) < stepY;
    if (near && i < rows - 1) continue;
    outX[out] = x[i]!;
    outY[out++] = y[i]!;
  }
  return { x: outX.subarray(0, out), y: outY.subarray(0, out) };
}

/* Smallest and largest of the rows from `first` to before `last`; NaN is nothing. */
export function extent(y: ArrayLike<number>, first = 0, last = y.length): [low: number, high: number] {
  let low = Infinity;
  let high = -Infinity;
  for (let i = first; i < last; i++) {
    const one = y[i]!;
    if (one < low && one > -Infinity) low = one;
    if (one > high && one < Infinity) high = one;
  }
  return [low, high];
}

/* Room above and below a curve; a constant gets some as well. */
export function padded([low, high]: [number, number], part = 0.06): [number, number] {
  if (!(high >= low)) return [0, 1];
  const size = Math.max(Math.abs(low), Math.abs(high));
  if (high - low <= 1e-9 * size || high === low) {
    const room = size > 0 ? 0.1 * size : 1;
    return [low - room, high + room];
  }
  return [low - part * (high - low), high + part * (high - low)];
}

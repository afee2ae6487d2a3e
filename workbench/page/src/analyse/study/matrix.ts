/* matrix.ts - a scatter matrix: every parameter and answer over every other; on the diagonal how each is spread, above it how closely two
 * go together.
 */
import type { Colours } from "../plot_colours";
import { mapColour, partOf } from "./colour_map";
import { answersOf, answerScale, extremes, pixel, type Scale, type Size } from "./layout";
import type { Point, Study } from "./state";
import { correlation, histogram, sortedFinite } from "./statistics";

export const LEAST_CELL = 74; // px
const GAP = 4;
const FONT = '12px system-ui, "DejaVu Sans", sans-serif';

export interface Quantity {
  name: string;
  of: (point: Point) => number;
}

export interface Matrix {
  quantities: Quantity[];
  cell: Size;
  scales: Scale[]; // of each quantity, from 0 to 1
}

const MOST = 8; // quantities

export function quantitiesOf({ axes, answers }: Study): Quantity[] {
  const own = axes.map(({ name }, i) => ({ name, of: ({ values }: Point) => values[i]! }));
  const kept = answers.map(({ name }, i) => ({ name, of: ({ answers }: Point) => answers[i] ?? NaN }));
  return [...own, ...kept].slice(0, MOST);
}

export function sizeOf(of: Study, { width, height }: Size): Size {
  const count = quantitiesOf(of).length;
  return { width: Math.max(width, count * LEAST_CELL), height: Math.max(height, count * LEAST_CELL) };
}

export function matrixOf(of: Study, { width, height }: Size): Matrix {
  const quantities = quantitiesOf(of);
  const scales = quantities.map((one) => {
    const [from, to] = extremes(of.points.map(one.of)) ?? [0, 1];
    const room = to > from ? 0.08 * (to - from) : 1;
    return answerScale({ name: one.name, unit: "" }, [from - room, to + room], 0, 1);
  });
  return { quantities, cell: { width: width / quantities.length, height: height / quantities.length }, scales };
}

/* Where a point stands in the cell of a column and a row. */
export function spotOf({ quantities, cell, scales }: Matrix, column: number, row: number, point: Point) {
  const inner = (size: number): number => size - 2 * GAP;
  const x = pixel(scales[column]!, quantities[column]!.of(point));
  const y = pixel(scales[row]!, quantities[row]!.of(point));
  return [
    column * cell.width + GAP + x * inner(cell.width),
    row * cell.height + GAP + (1 - y) * inner(cell.height),
  ] as const;
}

const REACH = 12; // px

/* The point below the pointer, in one of the cells below the diagonal. */
export function matrixPointAt(matrix: Matrix, of: Study, x: number, y: number): Point | null {
  const [column, row] = [Math.floor(x / matrix.cell.width), Math.floor(y / matrix.cell.height)];
  if (row <= column || row >= matrix.quantities.length || column < 0) return null;
  let [best, least]: [Point | null, number] = [null, REACH];
  for (const point of of.points) {
    const [px, py] = spotOf(matrix, column, row, point);
    const away = Math.hypot(px - x, py - y);
    if (away < least) [best, least] = [point, away];
  }
  return best;
}

/* ---- drawing ---- */

interface Pen {
  ctx: CanvasRenderingContext2D;
  matrix: Matrix;
  of: Study;
  colours: Colours;
}

function fitted(ctx: CanvasRenderingContext2D, text: string, width: number): string {
  if (ctx.measureText(text).width <= width) return text;
  let end = text.length - 1;
  while (end > 1 && ctx.measureText(text.slice(0, end) + "…").width > width) end--;
  return text.slice(0, end) + "…";
}

function drawSpread({ ctx, matrix, of, colours }: Pen, at: number): void {
  const { cell, quantities } = matrix;
  const bins = histogram(sortedFinite(of.points.map(quantities[at]!.of)));
  const [left, top] = [at * cell.width + GAP, at * cell.height + GAP];
  const [width, height] = [cell.width - 2 * GAP, cell.height - 2 * GAP];
  const room = height - 18; // below the name
  const most = Math.max(...(bins?.counts ?? [1]));
  ctx.fillStyle = colours.accent;
  ctx.globalAlpha = 0.5;
  bins?.counts.forEach((count, i) => {
    const wide = width / bins.counts.length;
    const high = (count / most) * room;
    ctx.fillRect(left + i * wide, top + height - high, Math.max(1, wide - 1), high);
  });
  ctx.globalAlpha = 1;
  ctx.fillStyle = colours.ink;
  ctx.textAlign = "left";
  ctx.textBaseline = "top";
  ctx.fillText(fitted(ctx, quantities[at]!.name, width - 4), left + 3, top + 2);
}

function drawTogether({ ctx, matrix, of, colours }: Pen, column: number, row: number): void {
  const { cell, quantities } = matrix;
  const [a, b] = [column, row].map((i) => of.points.map(quantities[i]!.of));
  const r = correlation(a!, b!);
  if (!Number.isFinite(r)) return;
  ctx.fillStyle = colours.ink;
  ctx.textAlign = "center";
  ctx.textBaseline = "middle";
  ctx.globalAlpha = 0.45 + 0.55 * Math.abs(r);
  ctx.fillText(
    (r.toFixed(2) === "-0.00" ? "0.00" : r.toFixed(2)).replace("-", "−"),
    (column + 0.5) * cell.width,
    (row + 0.5) * cell.height,
  );
  ctx.globalAlpha = 1;
}

function drawCloud({ ctx, matrix, of, colours }: Pen, column: number, row: number): void {
  const answers = answersOf(of.points);
  const half = of.points.length > 400 ? 1 : 1.6;
  for (const point of of.points) {
    const [x, y] = spotOf(matrix, column, row, point);
    if (!Number.isFinite(x) || !Number.isFinite(y)) continue;
    ctx.fillStyle = colours.muted; // an edge, on any ground
    ctx.fillRect(x - half - 0.6, y - half - 0.6, 2 * half + 1.2, 2 * half + 1.2);
    ctx.fillStyle = Number.isFinite(point.answer) && answers ? mapColour(partOf(point.answer, answers)) : colours.muted;
    ctx.fillRect(x - half, y - half, 2 * half, 2 * half);
  }
}

export function paintMatrix(
  ctx: CanvasRenderingContext2D,
  matrix: Matrix,
  of: Study,
  colours: Colours,
  marked: (Point | null)[],
): void {
  const pen: Pen = { ctx, matrix, of, colours };
  const { cell, quantities } = matrix;
  ctx.font = FONT;
  ctx.lineWidth = 1;
  for (let row = 0; row < quantities.length; row++)
    for (let column = 0; column < quantities.length; column++) {
      ctx.strokeStyle = colours.grid;
      ctx.strokeRect(column * cell.width + 1.5, row * cell.height + 1.5, cell.width - 3, cell.height - 3);
      if (row === column) drawSpread(pen, row);
      else if (row < column) drawTogether(pen, column, row);
      else drawCloud(pen, column, row);
      for (const point of marked) {
        if (!point || row <= column) continue;
        ctx.strokeStyle = colours.ink;
        ctx.lineWidth = 2;
        ctx.beginPath();
        ctx.arc(...spotOf(matrix, column, row, point), 5, 0, 2 * Math.PI);
        ctx.stroke();
        ctx.lineWidth = 1;
      }
    }
}

/* board.ts - a picture of a study as the page handles it: how it is drawn, and which point stands where. */
import type { Colours } from "../plot_colours";
import { type Kind, layoutOf, nextPoint, placeOf, pointAt, type Size } from "./layout";
import { matrixOf, matrixPointAt, paintMatrix, sizeOf, spotOf } from "./matrix";
import { paint } from "./paint";
import type { Point, Study } from "./state";
import type { View } from "./views";

export interface Board {
  size: Size; // it may be larger than its place
  paint(ctx: CanvasRenderingContext2D, colours: Colours, marked: (Point | null)[]): void;
  at(x: number, y: number): Point | null;
  next(from: Point | null, dx: number, dy: number): Point | null; // as arrow keys go
  place(point: Point): readonly [x: number, y: number];
}

function matrixBoard(of: Study, place: Size): Board {
  const size = sizeOf(of, place);
  const matrix = matrixOf(of, size);
  const last = matrix.quantities.length - 1;
  return {
    size,
    paint: (ctx, colours, marked) => paintMatrix(ctx, matrix, of, colours, marked),
    at: (x, y) => matrixPointAt(matrix, of, x, y),
    next: (from, dx, dy) => of.points[Math.max(0, of.points.indexOf(from!) + (dx || -dy))] ?? from,
    place: (point) => spotOf(matrix, 0, last, point),
  };
}

export function boardOf(of: Study, view: View, place: Size): Board {
  if (view === "matrix") return matrixBoard(of, place);
  const layout = layoutOf(of, place, view as Kind);
  return {
    size: place,
    paint: (ctx, colours, marked) => paint(ctx, layout, of, colours, marked),
    at: (x, y) => pointAt(layout, of, x, y),
    next: (from, dx, dy) => nextPoint(layout, of, from, dx, dy),
    place: (point) => placeOf(layout, point),
  };
}

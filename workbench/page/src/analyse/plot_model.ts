/* plot_model.ts - a plot as numbers: its curves, its axes in the units they are shown in, and how far they reach.
 *
 * Curves of one unit share a y axis. The compared run adds the same curves, dashed.
 */
import { isModes } from "../drawing/states";
import { fineOf, type Table } from "../engine/engine";
import { columnOf, independentOf, timeOf, unitOf } from "./channels";
import { isUnique } from "../engine/unique";
import { extent, lowerBound, padded, rises } from "./decimate";
import { pathColumns, type Plot } from "./plot_spec";
import { shownColumn } from "./rounding";
import { type Shown, shownUnit } from "../shell/display_units";
import { scaled } from "../shell/quantity";

export interface Curve {
  name: string; // channel, or the point of a path
  colour: number; // 0 to 7
  compared: boolean;
  shared?: boolean; // a reaction that is not unique
  unit: string; // SI: which y axis
  x: Float64Array; // SI
  y: Float64Array;
  rising: boolean; // x never goes back
  apart: boolean; // points with nothing between them, as modes are
  growth: Float64Array | null; // of small disturbances, where rows are states: above zero they are unstable
}

export interface YAxis {
  unit: string; // SI
  shown: Shown;
  curves: Curve[];
}

export interface PlotModel {
  curves: Curve[];
  missing: string[]; // wanted, but not in the table
  xName: string;
  xUnit: string;
  xShown: Shown;
  xExtent: [number, number]; // shown unit
  axes: YAxis[];
  timed: boolean; // x is the clock's time
  events: { name: string; t: number }[]; // that happened, where x is time
  path: boolean; // both axes on one scale
  logX: boolean;
  logY: boolean;
}

/* What a plot's axes are made from: one of the same form differs in numbers alone. */
export function formOf(model: PlotModel): string {
  const { xName, xShown, timed, path, logX, logY } = model;
  const axes = model.axes.map(({ unit, shown, curves }) => [
    [unit, shown],
    curves.map(({ name, colour, compared, shared }) => [name, colour, compared, shared]),
  ]);
  return JSON.stringify([xName, xShown, timed, path, logX, logY, axes]);
}

/* px: strokes of the compared run; longer ones with a dot between for what is not unique. */
export function dashOf({ compared, shared }: Curve): number[] {
  if (shared) return compared ? [7, 4, 2, 4] : [10, 4, 2, 4];
  return compared ? [7, 4] : [];
}

/* Small disturbances of a state grow: it is unstable. */
export const GROWS = 1e-9;

const COLOURS = 8;

const rowNumbers = new WeakMap<Table, Float64Array>();

function rowsOf(table: Table): Float64Array {
  let numbers = rowNumbers.get(table);
  if (!numbers) rowNumbers.set(table, (numbers = Float64Array.from({ length: table.rows }, (_, i) => i + 1)));
  return numbers;
}

function overCurves(plot: Plot, table: Table, compared: boolean): Curve[] {
  const over = plot.x ?? independentOf(table);
  const x = over === null ? rowsOf(table) : columnOf(table, over);
  if (!x) return [];
  const growth = timeOf(table) ? null : columnOf(table, "stability.growth");
  const rising = rises(x) && !growth;
  const apart = isModes(table);
  return plot.curves.flatMap((name, i) => {
    const y = shownColumn(table, name);
    const unit = unitOf(table, name) ?? "";
    return y
      ? [{ name, colour: i % COLOURS, compared, shared: !isUnique(table, name), unit, x, y, rising, growth, apart }]
      : [];
  });
}

function pathCurves(plot: Plot, table: Table, compared: boolean): Curve[] {
  return plot.curves.flatMap((name, i) => {
    const pair = pathColumns(table, name, plot.plane);
    return pair
      ? [
          {
            name,
            colour: i % COLOURS,
            compared,
            unit: "m",
            x: pair[0],
            y: pair[1],
            rising: false,
            growth: null,
            apart: false,
          },
        ]
      : [];
  });
}

function together(extents: [number, number][]): [number, number] {
  return extents.reduce(([low, high], [a, b]) => [Math.min(low, a), Math.max(high, b)], [Infinity, -Infinity]);
}

function largest([low, high]: [number, number]): number {
  return high >= low ? Math.max(Math.abs(low), Math.abs(high)) : 0;
}

export function modelOf(plot: Plot, table: Table, other: Table | null): PlotModel {
  const curvesOf = plot.kind === "path" ? pathCurves : overCurves;
  const own = curvesOf(plot, fineOf(table), false);
  const curves = [...(other ? curvesOf(plot, fineOf(other), true) : []), ...own]; // one's own on top
  const xName =
    plot.kind === "path" ? plot.plane[0]! : (plot.x ?? independentOf(table) ?? (isModes(table) ? "mode" : "row"));
  const xUnit = plot.kind === "path" ? "m" : xName === "row" || xName === "mode" ? "" : (unitOf(table, xName) ?? "");
  const path = plot.kind === "path";
  const xRaw = together(curves.map((curve) => extent(curve.x)));
  const xBase = shownUnit(xUnit);
  let xShown = scaled(xBase, largest(xRaw) * xBase.factor);
  const axes: YAxis[] = [];
  for (const curve of curves) {
    const axis = axes.find((one) => one.unit === curve.unit);
    if (axis) axis.curves.push(curve);
    else axes.push({ unit: curve.unit, shown: shownUnit(curve.unit), curves: [curve] });
  }
  axes.sort((a, b) => own.findIndex((one) => one.unit === a.unit) - own.findIndex((one) => one.unit === b.unit));
  for (const axis of axes) {
    const size = largest(together(axis.curves.map((curve) => extent(curve.y)))) * axis.shown.factor;
    if (!plot.logY) axis.shown = scaled(axis.shown, size);
  }
  if (path && axes[0]) {
    const both = largest(together(curves.flatMap((curve) => [extent(curve.x), extent(curve.y)])));
    xShown = axes[0].shown = scaled(xBase, both * xBase.factor);
  }
  const xExtent: [number, number] = xRaw[1] >= xRaw[0] ? [xRaw[0] * xShown.factor, xRaw[1] * xShown.factor] : [0, 1];
  const timed = plot.kind === "over" && plot.x === null && timeOf(table) !== null;
  return {
    curves,
    missing: plot.curves.filter((name) => !own.some((curve) => curve.name === name)),
    xName,
    xUnit,
    xShown,
    xExtent,
    axes,
    timed,
    events: timed ? eventsOf(table) : [],
    path,
    logX: plot.logX && xExtent[0] > 0,
    logY: plot.logY,
  };
}

/* When events happened, with their names. */
export function eventsOf({ events }: Table): { name: string; t: number }[] {
  const times = events && columnOf(events, "t");
  return times ? Array.from(times, (t, i) => ({ name: events.rowNames?.[i] ?? "", t })) : [];
}

/* Whole x axis: motions from end to end, others with some room. */
export function fullX(model: PlotModel): [number, number] {
  const [low, high] = model.xExtent;
  if (model.logX) return high > low ? [low, high] : [low / 2, 2 * high];
  if (model.timed || model.xName === "frequency") return high > low ? [low, high] : padded([low, high]);
  return padded([low, high], 0.04);
}

/* A part of the time axis as far as motions reach that end at `ends`; null: that is all of it, or nothing. */
export function windowWithin(window: [number, number] | null, from: number, ends: number[]): [number, number] | null {
  const to = Math.max(...ends);
  if (!window || (window[0] >= from && window[1] <= to)) return window;
  const [low, high] = [Math.max(window[0], from), Math.min(window[1], to)];
  return high > low && (low > from || high < to) ? [low, high] : null;
}

/* What an axis must reach so that its curves fit, seen between x0 and x1 (shown unit). */
export function fitY(model: PlotModel, axis: YAxis, x0: number, x1: number): [number, number] {
  const { factor } = model.xShown;
  const range = together(
    axis.curves.map((curve) => {
      if (!curve.rising) return extent(curve.y);
      const first = Math.max(0, lowerBound(curve.x, x0 / factor) - 1);
      return extent(curve.y, first, Math.min(curve.y.length, lowerBound(curve.x, x1 / factor) + 1));
    }),
  );
  const [low, high] = [range[0] * axis.shown.factor, range[1] * axis.shown.factor];
  if (!model.logY) return padded([low, high]);
  const positive = positiveExtent(axis, model);
  return [positive[0] / 1.3, positive[1] * 1.3];
}

function positiveExtent(axis: YAxis, model: PlotModel): [number, number] {
  let low = Infinity;
  let high = 0;
  for (const curve of axis.curves)
    for (const one of curve.y) {
      const value = Math.abs(one) * axis.shown.factor;
      if (value > 0 && value < low) low = value;
      if (value > high && value < Infinity) high = value;
    }
  if (!(high > 0)) return [0.1, 10];
  return [Math.max(low, model.logY ? high * 1e-12 : 0), high];
}

/* Ranges for one scale on both axes in a box of the given size. */
export function equalScale(
  x: [number, number],
  y: [number, number],
  width: number,
  height: number,
): [x: [number, number], y: [number, number]] {
  const perX = (x[1] - x[0]) / Math.max(width, 1);
  const perY = (y[1] - y[0]) / Math.max(height, 1);
  const per = Math.max(perX, perY);
  const about = ([low, high]: [number, number], size: number): [number, number] => {
    const middle = (low + high) / 2;
    return [middle - (per * size) / 2, middle + (per * size) / 2];
  };
  return [about(x, width), about(y, height)];
}

/* A column between rows; row may have a part. */
export function valueAt(column: Float64Array, row: number): number {
  const low = Math.floor(row);
  const here = column[low] ?? NaN;
  const part = row - low;
  return part === 0 ? here : here + part * ((column[low + 1] ?? here) - here);
}

/* The row (with its part) where rising x has this value. */
export function rowFor(x: Float64Array, value: number): number {
  const rows = x.length;
  if (rows === 0 || !(value > x[0]!)) return 0;
  if (value >= x[rows - 1]!) return rows - 1;
  const next = lowerBound(x, value);
  const before = next - 1;
  return before + (value - x[before]!) / (x[next]! - x[before]!);
}

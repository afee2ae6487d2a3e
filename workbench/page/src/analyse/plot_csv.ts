/* plot_csv.ts - the curves of a plot as numbers: in the units of its axes, with all their digits, as far as it is zoomed. */
import { texts } from "../texts/texts";
import { exact, field } from "./csv";
import type { Curve, PlotModel } from "./plot_model";

interface Column {
  head: string;
  values: number[];
}

function head(name: string, unit: string): string {
  return unit === "" ? name : `${name} [${unit}]`;
}

/* Rows of a curve that lie in a window of x, in the shown unit; null: all. */
function rowsOf({ x }: Curve, factor: number, window: [number, number] | null): number[] {
  const all = Array.from(x, (_, i) => i);
  return window ? all.filter((i) => x[i]! * factor >= window[0] && x[i]! * factor <= window[1]) : all;
}

function columnsOf(model: PlotModel, window: [number, number] | null): Column[] {
  const made: Column[] = [];
  const { factor, written } = model.xShown;
  let before: Float64Array | null = null;
  for (const axis of model.axes)
    for (const curve of axis.curves) {
      const rows = rowsOf(curve, factor, window);
      const named = curve.compared ? texts.exporting.compared(curve.name) : curve.name;
      const xName = model.path ? `${named}.x` : model.xName;
      /* curves over the same numbers share a column for them */
      if (curve.x !== before) made.push({ head: head(xName, written), values: rows.map((i) => curve.x[i]! * factor) });
      before = curve.x;
      const yName = model.path ? `${named}.y` : named;
      made.push({ head: head(yName, axis.shown.written), values: rows.map((i) => curve.y[i]! * axis.shown.factor) });
    }
  return made;
}

export function plotCsv(model: PlotModel, window: [number, number] | null): string {
  const columns = columnsOf(model, window);
  const count = Math.max(0, ...columns.map(({ values }) => values.length));
  const lines = [columns.map((one) => field(one.head)).join(",")];
  for (let i = 0; i < count; i++)
    lines.push(columns.map(({ values }) => (i < values.length ? exact(values[i]!) : "")).join(","));
  return lines.join("\n") + "\n";
}

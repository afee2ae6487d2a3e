/* plot_spec.ts - what a plot is asked to show, and whether a table has it. */
import type { Table } from "../engine/engine";
import { columnOf } from "./channels";

export interface Plot {
  id: number;
  kind: "over" | "path"; // curves over x; or paths of points in the plane
  x: string | null; // null: time, frequency or row
  curves: string[]; // channels; of paths the points: "coupler.P"
  plane: "xy" | "xz" | "yz"; // of paths in space
  logX: boolean;
  logY: boolean;
}

/* ---- paths ---- */

export function pathColumns(of: Table, point: string, plane: Plot["plane"]): [Float64Array, Float64Array] | null {
  const x = columnOf(of, `${point}.${plane[0]}`);
  const y = columnOf(of, `${point}.${plane[1]}`);
  return x && y ? [x, y] : null;
}

export function hasCurve(of: Table, plot: Plot, curve: string): boolean {
  return plot.kind === "path" ? pathColumns(of, curve, plot.plane) !== null : columnOf(of, curve) !== null;
}

/* The points whose paths a table tells. */
export function pathPoints(of: Table): string[] {
  const names = new Set(of.channels.map((channel) => channel.name));
  return of.channels
    .filter((channel) => channel.name.endsWith(".x") && names.has(channel.name.slice(0, -1) + "y"))
    .map((channel) => channel.name.slice(0, -2));
}

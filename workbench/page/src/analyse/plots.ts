/* plots.ts - which plots there are and what is in them; kept for every model by its name.
 *
 * Tables of one family share their plots: motions (over time), responses (over frequency), and states (row by row).
 */
import { isModes } from "../drawing/states";
import { computed, effect, signal, untracked } from "@preact/signals";
import type { Scene, Table } from "../engine/engine";
import { name } from "../state/model";
import { shown, table } from "../state/runs";
import { kept } from "../state/settings";
import { columnOf, firstCurves, independentOf, isMatrix } from "./channels";
import { hasCurve, type Plot } from "./plot_spec";

export { hasCurve, pathPoints, type Plot } from "./plot_spec";

export type Family = "motion" | "response" | "states";

export const plots = signal<Plot[]>([]);
export const activeId = signal<number | null>(null);
export const active = computed(() => plots.value.find((plot) => plot.id === activeId.value) ?? plots.value[0] ?? null);

/* Where the time axes of all plots are looked at; null: all of it. */
export const xWindow = signal<[number, number] | null>(null);
/* Where the pointer is on a time axis; null: not in a plot. */
export const pointed = signal<number | null>(null);

let nextId = 1;

function familyOf(of: Table): Family {
  const over = independentOf(of);
  return over === "t" ? "motion" : over === "frequency" ? "response" : "states";
}

/* A plot of its own, whatever plot `more` is taken from. */
export function blank(curves: string[] = [], more: Partial<Plot> = {}): Plot {
  return { kind: "over", x: null, plane: "xy", logX: false, logY: false, ...more, curves, id: nextId++ };
}

/* ---- what to show first ---- */

export function firstPlots(of: Table, scene: Scene): Plot[] {
  const family = familyOf(of);
  if (family === "response") return responsePlots(of);
  if (family === "states") return statePlots(of, scene);
  const sets = firstCurves(of, scene);
  return (sets.length > 0 ? sets : [[]]).map((curves) => blank(curves));
}

function responsePlots(of: Table): Plot[] {
  const names = of.channels.map((channel) => channel.name);
  const amplitudes = names.filter((one) => one.endsWith(".amplitude")).slice(0, 1);
  const phases = names.filter((one) => one.endsWith(".phase")).slice(0, 1);
  return [blank(amplitudes, { logX: true, logY: true }), blank(phases, { logX: true })];
}

/* Of a sweep: the first coordinate over the speed that was swept. */
function statePlots(of: Table, scene: Scene): Plot[] {
  if (of.rows < 3 || isModes(of) || isMatrix(of)) return [blank()];
  const varies = (channel: string): boolean => {
    const values = columnOf(of, channel);
    return values !== null && values.some((one) => Math.abs(one - values[0]!) > 1e-9);
  };
  const x = of.channels.map((channel) => channel.name).find((one) => one.endsWith(".speed") && varies(one)) ?? null;
  const coordinate = scene.joints.flatMap((joint) => joint.coordinates.map((one) => one.channel)).find(varies);
  return [blank(coordinate ? [coordinate] : [], { x })];
}

/* ---- kept by model and family ---- */

const KEEP = 40;
const store = kept<Record<string, Plot[]>>("plots", {});
let key = "";

function keyOf(of: Table): string {
  return `${name.value}/${familyOf(of)}`;
}

function usable(kept: Plot[] | undefined, of: Table): Plot[] | null {
  const known = kept?.some((plot) => plot.curves.some((curve) => hasCurve(of, plot, curve)));
  return known ? kept!.map((plot) => blank(plot.curves, plot)) : null;
}

/* Called once: loads the plots of what is shown, and keeps those that the user arranged. */
export function watchPlots(): void {
  effect(() => {
    const of = table.value;
    const run = shown.value;
    if (!of || !run || isMatrix(of)) return;
    const wanted = keyOf(of);
    untracked(() => {
      const empty = !plots.value.some((plot) => plot.curves.some((curve) => hasCurve(of, plot, curve)));
      if (wanted === key && !(empty && plots.value.every((plot) => plot.curves.length > 0))) return;
      key = wanted;
      xWindow.value = null;
      const next = usable(store.value[wanted], of) ?? firstPlots(of, run.scene);
      plots.value = next;
      activeId.value = next[0]?.id ?? null;
    });
  });
}

function change(next: Plot[]): void {
  plots.value = next;
  if (!key) return;
  const others = Object.entries(store.value).filter(([one]) => one !== key);
  store.value = Object.fromEntries([...others.slice(1 - KEEP), [key, next]]);
}

/* ---- changing them ---- */

export function addPlot(curves: string[] = [], more: Partial<Plot> = {}): number {
  const plot = blank(curves, more);
  change([...plots.value, plot]);
  activeId.value = plot.id;
  return plot.id;
}

export function removePlot(id: number): void {
  change(plots.value.filter((plot) => plot.id !== id));
  if (activeId.value === id) activeId.value = plots.value[plots.value.length - 1]?.id ?? null;
}

export function changePlot(id: number, more: Partial<Plot>): void {
  change(plots.value.map((plot) => (plot.id === id ? { ...plot, ...more } : plot)));
}

export function addCurve(id: number | null, curve: string): void {
  const plot = plots.value.find((one) => one.id === id);
  if (!plot || plot.kind === "path") {
    addPlot([curve]);
    return;
  }
  if (!plot.curves.includes(curve)) changePlot(plot.id, { curves: [...plot.curves, curve] });
  activeId.value = plot.id;
}

export function removeCurve(id: number, curve: string): void {
  const plot = plots.value.find((one) => one.id === id);
  if (plot) changePlot(id, { curves: plot.curves.filter((one) => one !== curve) });
}

export function toggleCurve(curve: string): void {
  const plot = active.value;
  if (plot?.kind === "over" && plot.curves.includes(curve)) removeCurve(plot.id, curve);
  else addCurve(plot?.id ?? null, curve);
}

export function resetPlots(): void {
  const of = table.value;
  const run = shown.value;
  if (!of || !run) return;
  change(firstPlots(of, run.scene));
  activeId.value = plots.value[0]?.id ?? null;
  xWindow.value = null;
}

/* form.ts - a study as it is chosen on the page, and as the engine is asked for it.
 *
 * Ends of ranges are typed in the unit beside them; the engine gets SI.
 */
import { typedNumber } from "../../editor/typed";
import type { SceneParameter, StudyOptions } from "../../engine/engine";
import type { Shown } from "../../shell/display_units";
import { perDocument } from "../../state/loads";
import { texts } from "../../texts/texts";
import { shownOf, written } from "../parameter_values";

export const SAMPLES = ["grid", "sobol", "latin_hypercube", "random"] as const;
export type Sample = (typeof SAMPLES)[number];

/* What is made of a channel over a run, as the engine writes it. */
export const MEASURES = {
  peak: (f: string) => `max(abs(${f}))`,
  max: (f: string) => `max(${f})`,
  min: (f: string) => `min(${f})`,
  range: (f: string) => `range(${f})`,
  mean: (f: string) => `mean(${f})`,
  rms: (f: string) => `rms(${f})`,
  integral: (f: string) => `integral(${f})`,
  final: (f: string) => `final(${f})`,
  time: (f: string) => `time(max(${f}))`,
} as const;
export type Measure = keyof typeof MEASURES;

/* As typed, in the unit beside it. */
export interface Range {
  from: string;
  to: string;
  count: string; // values, in a grid
}

export interface StudyForm {
  ranges: Record<string, Range>; // by parameter
  varied: string[] | null; // parameters; null: the first of the model
  sample: Sample;
  count: string; // points, other than in a grid
  measure: Measure;
  channel: string; // or an expression of channels; "": the first that is plotted
}

export const form = perDocument<StudyForm>({
  ranges: {},
  varied: null,
  sample: "grid",
  count: "100",
  measure: "peak",
  channel: "",
});

export function change(by: Partial<StudyForm>): void {
  form.value = { ...form.value, ...by };
}

export const MOST_POINTS = 20_000; // that a page draws and keeps at hand
const AROUND = 0.2; // ranges reach so far below and above the value of the text

function plain(value: number): string {
  return String(Number(value.toPrecision(4)));
}

export function unitOf(one: SceneParameter): Shown {
  return shownOf(one, written(one)).unit;
}

export function usualRange(one: SceneParameter, alone: boolean): Range {
  const { value } = shownOf(one, written(one));
  const reach = value === 0 || !Number.isFinite(value) ? 1 : AROUND * Math.abs(value);
  const middle = Number.isFinite(value) ? value : 0;
  return { from: plain(middle - reach), to: plain(middle + reach), count: alone ? "21" : "11" };
}

export function variedOf(of: StudyForm, all: SceneParameter[]): SceneParameter[] {
  const names = of.varied ?? all.slice(0, 1).map(({ name }) => name);
  return all.filter(({ name }) => names.includes(name));
}

export function rangeOf(of: StudyForm, one: SceneParameter, alone: boolean): Range {
  return { ...usualRange(one, alone), ...of.ranges[one.name] };
}

/* A study that can be asked for: what is varied, from where to where, in how many steps. */
export interface Wish {
  options: Pick<StudyOptions, "vary" | "keep" | "sample" | "count">;
  axes: Axis[];
  points: number;
}

export interface Axis {
  name: string;
  from: number; // SI
  to: number;
  levels: number | null; // values between and with the ends; null: anything between them
  unit: Shown;
}

function whole(text: string): number {
  const value = Number(text);
  return Number.isInteger(value) && value > 0 ? value : NaN;
}

function axisOf(of: StudyForm, one: SceneParameter, alone: boolean): Axis | string {
  const typed = rangeOf(of, one, alone);
  const unit = unitOf(one);
  const [a, b] = [typedNumber(typed.from, unit), typedNumber(typed.to, unit)];
  const levels = of.sample === "grid" ? whole(typed.count) : null;
  if (a === null || b === null || a === b) return texts.results.study.twoNumbers(one.name);
  if (levels !== null && !(levels >= 2)) return texts.results.study.wholeNumber(one.name);
  return { name: one.name, from: Math.min(a, b), to: Math.max(a, b), levels, unit };
}

/* The wish, or why there is none. */
export function wishOf(of: StudyForm, all: SceneParameter[], channel: string): Wish | string {
  const varied = variedOf(of, all);
  if (varied.length === 0) return texts.results.study.chooseParameter;
  if (channel.trim() === "") return texts.results.study.chooseChannel;
  const found = varied.map((one) => axisOf(of, one, varied.length === 1));
  const fault = found.find((one) => typeof one === "string");
  if (fault !== undefined) return fault;
  const axes = found as Axis[];
  const grid = of.sample === "grid";
  const points = grid ? axes.reduce((product, { levels }) => product * levels!, 1) : whole(of.count);
  if (!(points >= 1)) return texts.results.study.wholePoints;
  if (points > MOST_POINTS) return texts.results.study.tooMany(points, MOST_POINTS);
  const vary = axes.map(({ name, from, to, levels }) => `${name}=${from}:${to}${levels === null ? "" : `:${levels}`}`);
  const keep = [MEASURES[of.measure](channel.trim())];
  return { options: { vary, keep, sample: of.sample, ...(grid ? {} : { count: points }) }, axes, points };
}

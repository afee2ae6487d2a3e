/* form.ts - a study as it is chosen on the page, and as the engine is asked for it.
 *
 * Numbers are typed in the unit beside them; the engine gets SI.
 */
import { typedNumber } from "../../editor/typed";
import type { OptimizeOptions, SceneParameter, StudyOptions } from "../../engine/engine";
import type { Shown } from "../../shell/display_units";
import { perDocument } from "../../state/loads";
import { texts } from "../../texts/texts";
import { shownOf, written } from "../parameter_values";

export const KINDS = ["sweep", "optimize"] as const;
export type Kind = (typeof KINDS)[number];

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
  written: (f: string) => f,
} as const;
export type Measure = keyof typeof MEASURES;

/* How samples are spread about a parameter's value: by which numbers, and how the engine has them. */
export type Part = "from" | "to" | "count" | "middle" | "spread" | "start";
type Say = (part: Part) => string;
export const LAWS = {
  uniform: { parts: ["from", "to"], written: (say: Say) => `${say("from")}:${say("to")}` },
  normal: { parts: ["middle", "spread"], written: (say: Say) => `normal(${say("middle")}, ${say("spread")})` },
  truncated: {
    parts: ["middle", "spread", "from", "to"],
    written: (say: Say) =>
      `truncated_normal(${say("middle")}, ${say("spread")}, lower=${say("from")}, upper=${say("to")})`,
  },
  tolerance: { parts: ["middle", "spread"], written: (say: Say) => `tolerance(${say("middle")}, ${say("spread")})` },
} as const;
export type Law = keyof typeof LAWS;

/* As typed, in the unit beside it. */
export interface Range {
  from: string; // the ends; of a truncated distribution where it is cut off
  to: string;
  count: string; // values, in a grid
  law: Law; // of samples
  middle: string; // of a distribution: mean, nominal value
  spread: string; // standard deviation, tolerance
  start: string; // of a search; "": it chooses itself
}

export interface Answer {
  measure: Measure;
  channel: string; // or an expression of channels; "": the first that is plotted
  large: boolean; // of a goal: it is to be made large
  name?: string; // that a study of the model gives it
}

export interface StudyForm {
  of: string; // the study of the model that is changed here; "": a new one
  kind: Kind;
  ranges: Record<string, Partial<Range>>; // by parameter
  varied: string[] | null; // parameters; null: the first of the model
  sample: Sample;
  count: string; // points, other than in a grid
  answers: Answer[]; // one at least; of a search its goals
  constraints: string; // of a search, one in each line
  method: string; // of a search; "": the usual one
}

export const FIRST_ANSWER: Answer = { measure: "peak", channel: "", large: false };

export const EMPTY: StudyForm = {
  of: "",
  kind: "sweep",
  ranges: {},
  varied: null,
  sample: "grid",
  count: "100",
  answers: [FIRST_ANSWER],
  constraints: "",
  method: "",
};

export const form = perDocument<StudyForm>(EMPTY);

export function change(by: Partial<StudyForm>): void {
  form.value = { ...form.value, ...by };
}

export const MOST_POINTS = 20_000; // that a page draws and keeps at hand
const AROUND = 0.2; // ranges reach so far below and above the value of the text
const SPREAD = 0.01; // of it, of distributions

function plain(value: number): string {
  return String(Number(value.toPrecision(4)));
}

export function unitOf(one: SceneParameter): Shown {
  return shownOf(one, written(one)).unit;
}

export function usualRange(one: SceneParameter, alone: boolean): Range {
  const { value } = shownOf(one, written(one));
  const middle = Number.isFinite(value) ? value : 0;
  const size = Math.abs(middle) || 1 / AROUND;
  return {
    from: plain(middle - AROUND * size),
    to: plain(middle + AROUND * size),
    count: alone ? "21" : "11",
    law: "uniform",
    middle: plain(middle),
    spread: plain(SPREAD * size),
    start: "",
  };
}

export function variedOf(of: StudyForm, all: SceneParameter[]): SceneParameter[] {
  const names = of.varied ?? all.slice(0, 1).map(({ name }) => name);
  return all.filter(({ name }) => names.includes(name));
}

export function rangeOf(of: StudyForm, one: SceneParameter, alone: boolean): Range {
  return { ...usualRange(one, alone), ...of.ranges[one.name] };
}

/* Which of the numbers of a range are asked for. */
export function partsOf(of: StudyForm, { law, start }: Pick<Range, "law" | "start">): readonly Part[] {
  if (of.kind === "optimize") return start === "" ? ["from", "to"] : ["from", "to", "start"];
  return of.sample === "grid" ? ["from", "to", "count"] : LAWS[law].parts;
}

/* A study that can be asked for. */
export type Wish = {
  names: string[]; // of the parameters that are varied
  points: number | null; // null: nobody knows
} & (
  | { kind: "sweep"; options: StudyOptions }
  | { kind: "optimize"; options: OptimizeOptions; goals: number; large: boolean } // large: the first goal is to be
);

function whole(text: string): number {
  const value = Number(text);
  return Number.isInteger(value) && value > 0 ? value : NaN;
}

/* The numbers of a range, SI. */
type Numbers = Record<Part, number>;

/* "1.9:2.1:20", "1.9:2.1", "normal(2, 0.01)" …, of numbers as they are to be written. */
export function variation(of: StudyForm, { law, start }: Pick<Range, "law" | "start">, say: Say): string {
  if (of.kind === "optimize") return `${say("from")}..${say("to")}${start === "" ? "" : `@${say("start")}`}`;
  return of.sample === "grid" ? `${say("from")}:${say("to")}:${say("count")}` : LAWS[law].written(say);
}

/* What is wrong with numbers of a range, if anything is. */
function faultOf(of: StudyForm, { name }: SceneParameter, typed: Range, numbers: Numbers): string | null {
  const said = texts.results.study;
  const asked = partsOf(of, typed);
  const { from, to, count, middle, spread } = numbers;
  if (asked.includes("from") && !(Number.isFinite(from) && Number.isFinite(to) && from !== to))
    return said.twoNumbers(name);
  if (asked.includes("count") && !(count >= 2)) return said.wholeNumber(name);
  if (asked.includes("start") && !(numbers.start >= from && numbers.start <= to)) return said.startNumber(name);
  if (asked.includes("middle") && !(Number.isFinite(middle) && spread > 0)) return said.spreadNumbers(name);
  return null;
}

function numbersOf(typed: Range, unit: Shown): Numbers {
  const number = (text: string): number => typedNumber(text, unit) ?? NaN;
  const [a, b] = [number(typed.from), number(typed.to)];
  return {
    from: Math.min(a, b),
    to: Math.max(a, b),
    count: whole(typed.count),
    middle: number(typed.middle),
    spread: number(typed.spread),
    start: number(typed.start),
  };
}

/* How the answers are written; the first may be that of the channel which is plotted. */
export function answersOf(of: StudyForm, channel: string): string[] {
  return of.answers.map((one, i) => MEASURES[one.measure]((i === 0 ? channel : one.channel).trim()));
}

export function constraintsOf(of: StudyForm): string[] {
  return of.constraints
    .split(/[\n;]/)
    .map((one) => one.trim())
    .filter(Boolean);
}

/* The wish, or why there is none. */
export function wishOf(of: StudyForm, all: SceneParameter[], channel: string): Wish | string {
  const said = texts.results.study;
  const varied = variedOf(of, all);
  if (varied.length === 0) return said.chooseParameter;
  if (of.answers.some((one, i) => (i === 0 ? channel : one.channel).trim() === "")) return said.chooseChannel;
  const ranges = varied.map((one) => {
    const typed = rangeOf(of, one, varied.length === 1);
    return { one, typed, numbers: numbersOf(typed, unitOf(one)) };
  });
  for (const { one, typed, numbers } of ranges) {
    const fault = faultOf(of, one, typed, numbers);
    if (fault) return fault;
  }
  const names = varied.map(({ name }) => name);
  const vary = ranges.map(({ one, typed, numbers }) => {
    const spoken = variation(of, typed, (part) => String(numbers[part]));
    return `${one.name}=${spoken}`;
  });
  const answers = answersOf(of, channel);
  if (of.kind === "optimize") {
    const goals = (large: boolean): string[] => answers.filter((_, i) => of.answers[i]!.large === large);
    const [minimize, maximize] = [goals(false), goals(true)];
    const options = { minimize, maximize, over: vary, subject_to: constraintsOf(of), method: of.method || undefined };
    return { kind: "optimize", names, points: null, goals: answers.length, large: minimize.length === 0, options };
  }
  const grid = of.sample === "grid";
  const points = grid ? ranges.reduce((product, { numbers }) => product * numbers.count, 1) : whole(of.count);
  if (!(points >= 1)) return said.wholePoints;
  if (points > MOST_POINTS) return said.tooMany(points, MOST_POINTS);
  const options = { vary, keep: answers, sample: of.sample, ...(grid ? {} : { count: points }) };
  return { kind: "sweep", names, points, options };
}

/* load.ts - a study of the model in the form, to be changed there and saved under its name: the form as its text has it, and the way back.
 *
 * What the form does not show (a seed, correlations, a tolerance of its own) stays in the text, and counts when it is run.
 */
import { combine, remove, setValue } from "../../editor/text_edits";
import { readNumber } from "../../editor/numbers";
import { studiesIn, type StudyEntry } from "../../editor/studies";
import { type Data, dataOf, readTree } from "../../editor/tree";
import { shownNumber } from "../../editor/typed";
import type { Value } from "../../editor/write";
import type { SceneParameter } from "../../engine/engine";
import type { Shown } from "../../shell/display_units";
import type { TextChange } from "../../state/document";
import {
  type Answer,
  EMPTY,
  type Kind,
  KINDS,
  type Law,
  LAWS,
  MEASURES,
  type Measure,
  type Part,
  type Range,
  type Sample,
  SAMPLES,
  type StudyForm,
  unitOf,
} from "./form";

type Fields = Record<string, Data>;
const isMap = (data: Data | undefined): data is Fields => typeof data === "object" && !Array.isArray(data);

/* ---- ranges ---- */

/* How variations are written, and what their numbers are: of a search, in a grid, of samples by each law. */
const NUMBER = "\\s*([^:,()@]+?)\\s*";
const GRID: [RegExp, Part[]] = [new RegExp(`^${NUMBER}:${NUMBER}:${NUMBER}$`), ["from", "to", "count"]];
const SEARCH: [RegExp, Part[]] = [/^\s*([^@]+?)\s*\.\.\s*([^@]+?)\s*(?:@\s*(.+?)\s*)?$/, ["from", "to", "start"]];
const SAMPLED: Record<Law, [RegExp, Part[]]> = {
  uniform: [new RegExp(`^${NUMBER}:${NUMBER}$`), ["from", "to"]],
  normal: [new RegExp(`^\\s*normal\\(${NUMBER},${NUMBER}\\)\\s*$`), ["middle", "spread"]],
  truncated: [
    new RegExp(`^\\s*truncated_normal\\(${NUMBER},${NUMBER},\\s*lower\\s*=${NUMBER},\\s*upper\\s*=${NUMBER}\\)\\s*$`),
    ["middle", "spread", "from", "to"],
  ],
  tolerance: [new RegExp(`^\\s*tolerance\\(${NUMBER},${NUMBER}\\)\\s*$`), ["middle", "spread"]],
};

function readBy([pattern, parts]: [RegExp, Part[]], text: string, unit: Shown): Partial<Range> | null {
  const found = pattern.exec(text);
  if (!found) return null;
  const range: Partial<Range> = {};
  for (const [i, part] of parts.entries()) {
    const number = found[i + 1];
    if (number === undefined) continue;
    if (!readNumber(number)) return null; // an expression: the form has numbers
    range[part] = part === "count" ? number : shownNumber(number, unit);
  }
  return range;
}

/* null: it is written in a way that the form does not have. */
export function readRange(text: string, kind: Kind, sample: Sample, unit: Shown): Partial<Range> | null {
  if (kind === "optimize") return readBy(SEARCH, text, unit);
  if (sample === "grid") return readBy(GRID, text, unit);
  for (const law of Object.keys(LAWS) as Law[]) {
    const range = readBy(SAMPLED[law], text, unit);
    if (range) return { ...range, law };
  }
  return null;
}

function rangesOf(data: Data | undefined, of: StudyForm, all: SceneParameter[]): StudyForm["ranges"] | null {
  if (!isMap(data)) return null;
  const ranges: StudyForm["ranges"] = {};
  for (const [name, text] of Object.entries(data)) {
    const parameter = all.find((one) => one.name === name);
    const range = parameter && typeof text === "string" && readRange(text, of.kind, of.sample, unitOf(parameter));
    if (!range) return null;
    ranges[name] = range;
  }
  return ranges;
}

/* ---- answers ---- */

function isWhole(text: string): boolean {
  let depth = 0;
  for (const sign of text) {
    depth += sign === "(" ? 1 : sign === ")" ? -1 : 0;
    if (depth < 0) return false;
  }
  return depth === 0;
}

function answerOf(text: string, large: boolean, name?: string): Answer {
  for (const measure of Object.keys(MEASURES) as Measure[]) {
    const [before, behind] = MEASURES[measure]("\n").split("\n") as [string, string];
    const inner = text.trim().slice(before.length, text.trim().length - behind.length);
    if (MEASURES[measure](inner) === text.trim() && isWhole(inner)) return { measure, channel: inner, large, name };
  }
  return { measure: "written", channel: text.trim(), large, name };
}

function answersIn(data: Data | undefined, large: boolean): Answer[] | null {
  if (data === undefined) return [];
  if (typeof data === "string") return [answerOf(data, large)];
  const named = isMap(data) ? Object.entries(data) : data.map((one) => [undefined, one] as const);
  const answers = named.flatMap(([name, one]) => (typeof one === "string" ? [answerOf(one, large, name)] : []));
  return answers.length === named.length ? answers : null;
}

/* ---- the form of a study ---- */

/* null: it says something in a way that the form cannot show. */
export function formOf({ kind, name, fields }: StudyEntry, all: SceneParameter[]): StudyForm | null {
  const data = dataOf(fields);
  if (!isMap(data) || !(KINDS as readonly string[]).includes(kind)) return null;
  const { vary, over, keep, minimize, maximize, subject_to, method, sample = "grid", count = EMPTY.count } = data;
  const bounds = subject_to === undefined ? [] : typeof subject_to === "string" ? [subject_to] : subject_to;
  const known = typeof sample === "string" && (SAMPLES as readonly string[]).includes(sample);
  if (!known || typeof count !== "string" || !Array.isArray(bounds)) return null;
  if (!bounds.every((one) => typeof one === "string") || (method !== undefined && typeof method !== "string"))
    return null;
  const begun: StudyForm = { ...EMPTY, of: name, kind: kind as Kind, sample: sample as Sample, count };
  const ranges = rangesOf(begun.kind === "sweep" ? vary : over, begun, all);
  const lists =
    begun.kind === "sweep" ? [answersIn(keep, false)] : [answersIn(minimize, false), answersIn(maximize, true)];
  const answers = lists.flatMap((list) => list ?? []);
  if (!ranges || lists.includes(null) || answers.length === 0) return null;
  const varied = Object.keys(ranges);
  return { ...begun, ranges, varied, answers, constraints: bounds.join("; "), method: method ?? "" };
}

/* ---- and back ---- */

/* Names stay where all answers have one. */
export function answersValue(list: readonly Answer[], texts: readonly string[]): Value {
  const names = list.map(({ name }) => name);
  if (!names.every((name): name is string => !!name) || new Set(names).size < names.length) return [...texts];
  return Object.fromEntries(names.map((name, i) => [name, texts[i]!]));
}

function sameRange(a: Partial<Range> | null, b: Partial<Range> | null): boolean {
  const sorted = (range: Partial<Range> | null): string => JSON.stringify(Object.entries(range ?? {}).sort());
  return a !== null && b !== null && sorted(a) === sorted(b);
}

/* A text with these fields in the place of those of the study: what means the same stays as it was written. */
export function withFields(
  now: string,
  of: StudyForm,
  fields: Record<string, Value>,
  all: SceneParameter[],
): TextChange[] {
  const entry = studiesIn(readTree(now).root).find(({ name, kind }) => name === of.of && kind === of.kind)!;
  const old = dataOf(entry.fields) as Fields;
  const shown = of.kind === "sweep" ? ["keep", "sample", "count"] : ["minimize", "maximize", "subject_to", "method"];
  const key = of.kind === "sweep" ? "vary" : "over";
  const edits: ((text: string) => TextChange[])[] = [];
  const change = (path: string[], before: Data | undefined, after: Value | undefined): void => {
    const at = [...entry.path, ...path];
    if (after === undefined) {
      if (before !== undefined) edits.push((text) => remove(text, at));
    } else if (JSON.stringify(before) !== JSON.stringify(after)) edits.push((text) => setValue(text, at, after));
  };
  const list = (data: Data | undefined): Data | undefined => (typeof data === "string" ? [data] : data);
  for (const one of shown) {
    const several = Array.isArray(fields[one]);
    change([one], several ? list(old[one]) : old[one], fields[one]);
  }
  const [before, after] = [old[key] as Fields, fields[key] as Record<string, string>];
  for (const name of Object.keys({ ...before, ...after })) {
    const parameter = all.find((one) => one.name === name);
    const read = (text: Data | undefined): Partial<Range> | null =>
      parameter && typeof text === "string" ? readRange(text, of.kind, of.sample, unitOf(parameter)) : null;
    if (!sameRange(read(before[name]), read(after[name]))) change([key, name], before[name], after[name]);
  }
  return combine(now, ...edits);
}

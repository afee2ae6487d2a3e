/* analysis_form.ts - analyses and their options as the engine describes them, to be asked for in a form and written into the text. */
import { computed } from "@preact/signals";
import type { FieldInfo } from "../engine/engine";
import { analysisBegins } from "../editor/templates";
import { analyses, description } from "../state/description";
import { writtenNumber } from "../editor/typed";
import { siUnit } from "../shell/display_units";
import type { TextChange } from "../state/document";
import { scene } from "../state/model";
import { combine, type Data, get, insertItem, remove, setValue, type Value } from "../editor/text_edits";

export interface Option {
  name: string;
  words: string;
  kind: "number" | "choice" | "switch" | "names" | "numbers" | "speeds" | "yaml";
  unit: string;
  choices: string[];
  preset: string; // "" where there is none
  required: boolean;
  first: boolean; // shown without asking for more
}

export interface AnalysisForm {
  kind: string;
  words: string;
  options: Option[];
}

/* How values of these types are asked for; of all others as they are written. */
const ASKED: Record<string, Option["kind"]> = {
  number: "number",
  choice: "choice",
  boolean: "switch",
  names: "names",
  range: "numbers",
  speeds: "speeds",
};

function optionOf(field: FieldInfo): Option {
  const required = field.required ?? false;
  return {
    name: field.name,
    words: field.doc,
    kind: ASKED[field.type] ?? "yaml",
    unit: field.unit ?? "",
    choices: field.choices ?? [],
    preset: field.default ?? "",
    required,
    first: required || !field.advanced,
  };
}

/* In the order in which they are offered. */
export const forms = computed((): AnalysisForm[] =>
  analyses.value.map(({ name, doc, fields }) => ({
    kind: name,
    words: doc,
    options: [...fields, ...description.value.analysis_fields].map(optionOf),
  })),
);

/* ---- what is written now ---- */

export interface Written {
  index: number;
  kind: string;
  options: Record<string, string>; // as they would be typed
}

function typed(value: Data | undefined): string {
  if (value === undefined || value === null) return "";
  if (Array.isArray(value)) return value.map(typed).join(", ");
  if (typeof value === "object")
    return `{${entries(value)
      .map(([key, one]) => `${key}: ${typed(one)}`)
      .join(", ")}}`;
  return String(value);
}

function entries(value: Data | undefined): [string, Data][] {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? Object.entries(value) : [];
}

export function analysesIn(text: string): Written[] {
  const list = get(text, ["analyses"]);
  if (!Array.isArray(list)) return [];
  return list.flatMap((item: Data, index) => {
    if (typeof item === "string") return [{ index, kind: item, options: {} }];
    const [kind, body] = entries(item)[0] ?? [];
    if (!kind) return [];
    const options = Object.fromEntries(entries(body).map(([key, one]) => [key, typed(one)]));
    return [{ index, kind, options }];
  });
}

/* What a new one begins with, as it would be typed. */
export function beginning(kind: string): Record<string, string> {
  return Object.fromEntries(entries(analysisBegins(kind, scene.value)).map(([key, one]) => [key, typed(one)]));
}

/* ---- writing ---- */

function valueOf(option: Option | undefined, text: string): Value {
  const plain = text.trim();
  if (option?.kind === "names" || option?.kind === "numbers")
    return plain
      .replace(/^\[|\]$/g, "")
      .split(",")
      .map((one) => one.trim())
      .filter(Boolean);
  return option?.kind === "number" ? writtenNumber(plain, siUnit(option.unit)) : plain;
}

/* Options that say what is so anyway are left out. */
function given(kind: AnalysisForm, typedIn: Record<string, string>): [string, string][] {
  return kind.options
    .map((option): [string, string] => [option.name, (typedIn[option.name] ?? "").trim()])
    .filter(([name, text]) => text !== "" && text !== kind.options.find((option) => option.name === name)!.preset);
}

export function missing(kind: AnalysisForm, typedIn: Record<string, string>): string[] {
  return kind.options.filter((one) => one.required && !(typedIn[one.name] ?? "").trim()).map((one) => one.name);
}

function item(kind: AnalysisForm, typedIn: Record<string, string>): Value {
  const option = (name: string): Option | undefined => kind.options.find((one) => one.name === name);
  const body = given(kind, typedIn).map(([name, value]) => [name, valueOf(option(name), value)]);
  return { [kind.kind]: Object.fromEntries(body) as Record<string, Value> };
}

export function addAnalysis(text: string, kind: AnalysisForm, typedIn: Record<string, string>): TextChange[] {
  return insertItem(text, ["analyses"], analysesIn(text).length, item(kind, typedIn));
}

/* Changes only what is different, so that comments beside the other options stay. */
export function changeAnalysis(
  text: string,
  before: Written,
  kind: AnalysisForm,
  typedIn: Record<string, string>,
): TextChange[] {
  if (before.kind !== kind.kind) {
    return setValue(text, ["analyses", before.index], item(kind, typedIn));
  }
  const wanted = new Map(given(kind, typedIn));
  const edits: ((text: string) => TextChange[])[] = [];
  for (const option of kind.options) {
    const path = ["analyses", before.index, kind.kind, option.name];
    const old = before.options[option.name];
    const now = wanted.get(option.name) ?? ((typedIn[option.name] ?? "").trim() === old ? old : undefined);
    if (now !== undefined && now !== old) edits.push((one) => setValue(one, path, valueOf(option, now)));
    else if (now === undefined && old !== undefined) edits.push((one) => remove(one, path));
  }
  return combine(text, ...edits);
}

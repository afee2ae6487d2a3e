/* analysis_form.ts - analyses and their options as the schema has them, to be asked for in a form and written into the text. */
import type { TextChange } from "../state/document";
import { combine, type Data, get, insertItem, remove, setValue, type Value } from "../editor/surgery";

export interface Option {
  name: string;
  words: string;
  kind: "number" | "choice" | "switch" | "names" | "yaml";
  unit: string;
  choices: string[];
  preset: string; // "" where there is none
  required: boolean;
  first: boolean; // shown without asking for more
}

export interface AnalysisKind {
  kind: string;
  words: string;
  options: Option[];
}

type Schema = Record<string, unknown>;

const FIRST = new Set(
  "end output formulation integrator tolerance search actuators speeds about inputs outputs frequencies matrices".split(
    " ",
  ),
);
const ORDER = ["dynamics", "kinematics", "inverse", "static", "balance", "steady", "modes", "evaluate", "assembly"];

function record(value: unknown): Schema {
  return typeof value === "object" && value !== null ? (value as Schema) : {};
}

function optionKind(field: Schema): Option["kind"] {
  if (Array.isArray(field.enum)) return "choice";
  if (field.type === "boolean") return "switch";
  if (field.$ref === "#/$defs/number") return "number";
  const items = record(field.items);
  if (field.type === "array" && items.$ref === "#/$defs/text") return "names";
  return "yaml";
}

function optionOf(name: string, field: Schema, required: string[]): Option {
  const words = String(field.description ?? "");
  const unit = /\[([^\]]+)\]\s*$/.exec(words);
  return {
    name,
    words: unit ? words.slice(0, unit.index).trim() : words,
    kind: optionKind(field),
    unit: unit?.[1] ?? "",
    choices: Array.isArray(field.enum) ? field.enum.map(String) : [],
    preset: field.default === undefined ? "" : String(field.default),
    required: required.includes(name),
    first: required.includes(name) || FIRST.has(name),
  };
}

export function kindsOf(schema: Schema): AnalysisKind[] {
  const all = record(record(schema.$defs).analysis).anyOf;
  const found: AnalysisKind[] = [];
  for (const one of Array.isArray(all) ? all.map(record) : []) {
    const kind = Object.keys(record(one.properties))[0];
    if (!kind) continue;
    const body = record(record(one.properties)[kind]);
    const required = Array.isArray(body.required) ? body.required.map(String) : [];
    const options = Object.entries(record(body.properties))
      .filter(([name]) => name !== "dt") // another name of step
      .map(([name, field]) => optionOf(name, record(field), required));
    found.push({ kind, words: String(one.description ?? ""), options });
  }
  const rank = (kind: string): number => (ORDER.indexOf(kind) + ORDER.length + 1) % (ORDER.length + 1);
  return found.sort((a, b) => rank(a.kind) - rank(b.kind));
}

/* ---- what is written now ---- */

export interface Written {
  index: number;
  kind: string;
  options: Record<string, string>; // as they would be typed
}

function typed(value: Data | undefined): string {
  if (value === undefined || value === null) return "";
  if (Array.isArray(value)) return value.map(typed).join(", ");
  if (typeof value === "object") {
    const fields = Object.entries(value as Record<string, Data>).map(([key, one]) => `${key}: ${typed(one)}`);
    return `{${fields.join(", ")}}`;
  }
  return String(value);
}

export function analysesIn(text: string): Written[] {
  const list = get(text, ["analyses"]);
  if (!Array.isArray(list)) return [];
  return list.flatMap((item: Data, index) => {
    if (typeof item === "string") return [{ index, kind: item, options: {} }];
    const [kind, body] = Object.entries(record(item))[0] ?? [];
    if (!kind) return [];
    const options = Object.fromEntries(Object.entries(record(body)).map(([key, one]) => [key, typed(one as Data)]));
    return [{ index, kind, options }];
  });
}

/* ---- writing ---- */

function valueOf(option: Option | undefined, text: string): Value {
  const plain = text.trim();
  if (option?.kind === "names" || (option?.name === "frequencies" && !plain.startsWith("[")))
    return plain
      .replace(/^\[|\]$/g, "")
      .split(",")
      .map((one) => one.trim())
      .filter(Boolean);
  return plain;
}

/* Options that say what is so anyway are left out. */
function given(kind: AnalysisKind, typedIn: Record<string, string>): [string, string][] {
  return kind.options
    .map((option): [string, string] => [option.name, (typedIn[option.name] ?? "").trim()])
    .filter(([name, text]) => text !== "" && text !== kind.options.find((option) => option.name === name)!.preset);
}

export function missing(kind: AnalysisKind, typedIn: Record<string, string>): string[] {
  return kind.options.filter((one) => one.required && !(typedIn[one.name] ?? "").trim()).map((one) => one.name);
}

function item(kind: AnalysisKind, typedIn: Record<string, string>): Value {
  const option = (name: string): Option | undefined => kind.options.find((one) => one.name === name);
  const body = given(kind, typedIn).map(([name, value]) => [name, valueOf(option(name), value)]);
  return { [kind.kind]: Object.fromEntries(body) as Record<string, Value> };
}

export function addAnalysis(text: string, kind: AnalysisKind, typedIn: Record<string, string>): TextChange[] {
  return insertItem(text, ["analyses"], analysesIn(text).length, item(kind, typedIn));
}

/* Changes only what is different, so that comments beside the other options stay. */
export function changeAnalysis(
  text: string,
  before: Written,
  kind: AnalysisKind,
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

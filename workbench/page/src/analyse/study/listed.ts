/* listed.ts - the studies of the model, to be run as they are, and the study of the page written among them. */
import { computed, effect } from "@preact/signals";
import { addAndChoose, choose } from "../../editor/chosen";
import { commitOrReport } from "../../editor/commit";
import { addStudyWith, freeStudyName, type StudyEntry, studiesIn } from "../../editor/studies";
import { dataOf, type Node, nodeAt, readTree } from "../../editor/tree";
import { applyChanges } from "../../editor/text_edits";
import { writtenNumber } from "../../editor/typed";
import type { Value } from "../../editor/write";
import type { SceneParameter } from "../../engine/engine";
import { settledText } from "../../state/document";
import { scene } from "../../state/model";
import {
  answersOf,
  constraintsOf,
  form,
  type Kind,
  KINDS,
  type Part,
  rangeOf,
  type StudyForm,
  unitOf,
  variation,
  variedOf,
  type Wish,
} from "./form";
import { beginFit } from "./fit";
import { hideInfluence } from "./influence";
import { answersValue, formOf, withFields } from "./load";
import { begin } from "./state";

const FIT = "fit"; // the kind of studies with pictures of their own

export const listed = computed(() => studiesIn(readTree(settledText.value).root));

/* Those that the page can run. */
export function runs({ kind }: StudyEntry): boolean {
  return kind === FIT || (KINDS as readonly string[]).includes(kind);
}

function keysAt(fields: Node, field: string): string[] {
  const node = nodeAt(fields, [field]);
  return node?.kind === "map" ? node.entries.map(({ key }) => key.text) : [];
}

/* How many goals a field has: one expression, or several in a list or by name. */
function countAt(fields: Node, field: string): number {
  const node = nodeAt(fields, [field]);
  const data = node ? dataOf(node) : "";
  return typeof data === "string" ? (data === "" ? 0 : 1) : Object.keys(data).length;
}

export function wishFor({ kind, name, fields }: StudyEntry): Wish {
  const options = { study: name };
  if ((kind as Kind) === "sweep") return { kind: "sweep", names: keysAt(fields, "vary"), points: null, options };
  const [small, large] = [countAt(fields, "minimize"), countAt(fields, "maximize")];
  return {
    kind: "optimize",
    names: keysAt(fields, "over"),
    points: null,
    goals: small + large,
    large: small === 0,
    options,
  };
}

export function runListed(one: StudyEntry): void {
  hideInfluence();
  if (one.kind === FIT) void beginFit(one.name, keysAt(one.fields, "over"));
  else begin(wishFor(one), one.name);
}

/* ---- into the model ---- */

/* As a file has it: numbers with the units of their fields. */
export function fieldsOf(of: StudyForm, all: SceneParameter[], channel: string): Record<string, Value> {
  const varied = variedOf(of, all);
  const ranges = varied.map((one) => {
    const typed = rangeOf(of, one, varied.length === 1);
    const unit = unitOf(one);
    const say = (part: Part): string => (part === "count" ? typed.count.trim() : writtenNumber(typed[part], unit));
    return [one.name, variation(of, typed, say)] as const;
  });
  const answers = answersOf(of, channel);
  const vary = Object.fromEntries(ranges);
  if (of.kind === "sweep") {
    const sampled: Record<string, Value> = of.sample === "grid" ? {} : { sample: of.sample, count: of.count.trim() };
    return { vary, keep: answersValue(of.answers, answers), ...sampled };
  }
  const goals = (name: string, large: boolean): Record<string, Value> => {
    const among = (_: unknown, i: number): boolean => of.answers[i]!.large === large;
    const list = of.answers.filter(among);
    return list.length > 0 ? { [name]: answersValue(list, answers.filter(among)) } : {};
  };
  const bounds = constraintsOf(of);
  return {
    ...goals("minimize", false),
    ...goals("maximize", true),
    over: vary,
    ...(bounds.length > 0 ? { subject_to: bounds } : {}),
    ...(of.method ? { method: of.method } : {}),
  };
}

/* The study that the form changes; undefined: it is a new one, or another kind of study has its name now. */
export function loaded(): StudyEntry | undefined {
  const { of, kind } = form.value;
  return listed.value.find((one) => of !== "" && one.name === of && one.kind === kind);
}

/* Into the form, where that has all its fields, and among the properties, which have them in any case. */
export function load(one: StudyEntry, all: SceneParameter[]): void {
  const found = formOf(one, all);
  if (found) form.value = found;
  choose({ kind: "study", at: one.at });
}

/* What is changed elsewhere (in the text, among the properties, by an undo) is changed in the form, too. */
let seen = "";
effect(() => {
  const one = loaded();
  const now = one ? JSON.stringify(dataOf(one.fields)) : "";
  const changed = one !== undefined && seen !== "" && now !== seen;
  seen = now;
  if (changed) form.value = formOf(one, scene.peek()?.parameters ?? []) ?? { ...form.peek(), of: "" };
});

/* The study of the form: that of the model as it is changed here, or a new one. */
export function beginForm(wish: Wish, of: StudyForm, all: SceneParameter[], channel: string): void {
  hideInfluence();
  if (!loaded()) return begin(wish);
  const now = settledText.value;
  const within = applyChanges(now, withFields(now, of, fieldsOf(of, all, channel), all));
  begin({ ...wish, options: { study: of.of } }, "", within);
}

/* As one step of undo; a new one is chosen among the properties, where it can be given another name. */
export function keepInModel(of: StudyForm, all: SceneParameter[], channel: string): void {
  const fields = fieldsOf(of, all, channel);
  if (loaded()) {
    commitOrReport((now) => withFields(now, of, fields, all));
    return;
  }
  const name = freeStudyName(settledText.value, of.kind);
  addAndChoose((now) => addStudyWith(now, of.kind, { name, ...fields }));
  form.value = { ...of, of: name };
}

/* listed.ts - the studies of the model, to be run as they are, and the study of the page written among them. */
import { computed } from "@preact/signals";
import { addAndChoose } from "../../editor/chosen";
import { addStudyWith, freeStudyName, type StudyEntry, studiesIn } from "../../editor/studies";
import { dataOf, type Node, nodeAt, readTree } from "../../editor/tree";
import { writtenNumber } from "../../editor/typed";
import type { Value } from "../../editor/write";
import type { SceneParameter } from "../../engine/engine";
import { settledText } from "../../state/document";
import {
  answersOf,
  constraintsOf,
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
function fieldsOf(of: StudyForm, all: SceneParameter[], channel: string): Record<string, Value> {
  const varied = variedOf(of, all);
  const ranges = varied.map((one) => {
    const typed = rangeOf(of, one, varied.length === 1);
    const unit = unitOf(one);
    const say = (part: Part): string => (part === "count" ? typed.count.trim() : writtenNumber(typed[part], unit));
    return [one.name, variation(of, typed.law, say)] as const;
  });
  const answers = answersOf(of, channel);
  const vary = Object.fromEntries(ranges);
  if (of.kind === "sweep") {
    const sampled: Record<string, Value> = of.sample === "grid" ? {} : { sample: of.sample, count: of.count.trim() };
    return { vary, keep: answers, ...sampled };
  }
  const goals = (large: boolean): string[] => answers.filter((_, i) => of.answers[i]!.large === large);
  const [small, large, bounds] = [goals(false), goals(true), constraintsOf(of)];
  return {
    ...(small.length > 0 ? { minimize: small } : {}),
    ...(large.length > 0 ? { maximize: large } : {}),
    over: vary,
    ...(bounds.length > 0 ? { subject_to: bounds } : {}),
    ...(of.method ? { method: of.method } : {}),
  };
}

/* As one step of undo; it is chosen among the properties, where it can be given another name. */
export function keepInModel(of: StudyForm, all: SceneParameter[], channel: string): void {
  const fields = fieldsOf(of, all, channel);
  addAndChoose((now) => addStudyWith(now, of.kind, { name: freeStudyName(now, of.kind), ...fields }));
}

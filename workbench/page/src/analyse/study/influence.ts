/* influence.ts - which parameter matters most: how an answer changes, to first order, with 1 % more of each. */
import { computed } from "@preact/signals";
import { readNumber } from "../../editor/numbers";
import { mentions } from "../../editor/roles";
import { readTree } from "../../editor/tree";
import { EngineError, type InfluenceAnswer, type SceneParameter } from "../../engine/engine";
import { engine } from "../../state/connection";
import { text } from "../../state/document";
import { influenceMarks, type InfluenceMark } from "../../state/influence";
import { perDocument } from "../../state/loads";
import { modelCount, name, sameMechanism, settings } from "../../state/model";
import { quantity, signed } from "../../shell/quantity";
import { texts } from "../../texts/texts";
import { written } from "../parameter_values";
import { choices, optionsOf } from "../runner";

export const MORE = 0.01; // of a parameter

export interface Bar {
  name: string;
  effect: number; // SI, of MORE of the parameter
}

export interface Influence {
  text: string; // that it is of
  set: string;
  status: "running" | "done" | "failed";
  answer: { name: string; unit: string; value: number };
  bars: Bar[]; // the greatest first
  without: string[]; // parameters that have no derivative
  reason: string | null;
}

export const influence = perDocument<Influence | null>(null);
/* What the panel shows: the points of the study, the influence of the parameters, or a fit to measured curves. */
export const looksAt = perDocument<"points" | "influence" | "fit">("points");

/* Those that are numbers of their own: what is an expression of others changes with them. Of zero there is no percentage. */
export function candidates(all: SceneParameter[]): SceneParameter[] {
  return all.filter((one) => one.value !== 0 && readNumber(settings.value[one.name] ?? written(one)) !== null);
}

export function barsOf(list: SceneParameter[], derivatives: (number | null)[]): Bar[] {
  return list
    .map(({ name, value }, i) => ({ name, effect: MORE * value * (derivatives[i] ?? NaN) }))
    .filter(({ effect }) => Number.isFinite(effect))
    .sort((a, b) => Math.abs(b.effect) - Math.abs(a.effect));
}

const ROUNDING = 1e-11; // relative to the answer: it does not depend on the parameter

function withoutRounding({ name, effect }: Bar, answer: number): Bar {
  return { name, effect: Math.abs(effect) < ROUNDING * Math.abs(answer) ? 0 : effect };
}

/* Points and bodies in whose text a parameter stands: "crank.A", "crank". */
export function placesOf(of: string, parameter: string): string[] {
  const { root } = readTree(of);
  const found = mentions(of, root).flatMap(({ name, scope, path }) => {
    if (name !== parameter || scope.length > 0) return [];
    const [section, owner, key, point] = path.map(String);
    if (section === "points") return [owner!];
    if (section !== "bodies") return [];
    return key === "points" && point !== undefined ? [`${owner}.${point}`] : [owner!];
  });
  return [...new Set(found)];
}

/* Relative to the answer, where that is not zero. */
export function effectText({ answer }: Influence, { effect }: Bar): string {
  const part = (100 * effect) / Math.abs(answer.value);
  const percent = Number.isFinite(part) ? `${part > 0 ? "+" : ""}${quantity(part, "", 3)} %` : "";
  return [signed(effect, answer.unit, 3), percent].filter(Boolean).join(", ");
}

function marksOf(of: Influence): InfluenceMark[] {
  const most = Math.abs(of.bars[0]?.effect ?? 0);
  return of.bars.flatMap((bar) =>
    placesOf(of.text, bar.name).map((place) => ({
      place,
      text: `${bar.name}: ${signed(bar.effect, of.answer.unit, 3)}`,
      part: most > 0 ? Math.abs(bar.effect) / most : 0,
      rises: bar.effect > 0,
    })),
  );
}

function taken(
  now: Influence,
  list: SceneParameter[],
  { status, answers, reason, messages }: InfluenceAnswer,
): Influence {
  const found = answers[0];
  if (!found) {
    const error = messages.find(({ severity }) => severity === "error");
    return { ...now, status: "failed", reason: reason ?? error?.text ?? texts.results.study.noAnswer };
  }
  const bars = barsOf(list, found.derivatives).map((bar) => withoutRounding(bar, found.value ?? NaN));
  const without = list.map((one) => one.name).filter((one) => !bars.some((bar) => bar.name === one));
  const answer = { name: found.name, unit: found.unit, value: found.value ?? NaN };
  const failed = status !== "ok" && bars.length === 0;
  return { ...now, status: failed ? "failed" : "done", answer, bars, without, reason };
}

let current = 0;

export async function findInfluence(all: SceneParameter[], keep: string): Promise<void> {
  const mine = ++current;
  const model = modelCount();
  const list = candidates(all);
  const { only, formulation, integrator, tolerance } = optionsOf(choices.value);
  const set = settings.value;
  const now: Influence = {
    text: text.value,
    set: JSON.stringify(set),
    status: "running",
    answer: { name: keep, unit: "", value: NaN },
    bars: [],
    without: [],
    reason: null,
  };
  const isMine = (): boolean => mine === current && model === modelCount();
  influence.value = now;
  looksAt.value = "influence";
  influenceMarks.value = [];
  try {
    const options = { set, only, formulation, integrator, tolerance, keep: [keep] };
    const vary = list.map((one) => `${one.name}=${one.value}`);
    const answer = await engine.influence(now.text, name.peek(), { ...options, vary });
    if (isMine()) influence.value = taken(now, list, answer);
  } catch (error) {
    const words = error instanceof EngineError ? error.message : String(error);
    if (isMine()) influence.value = { ...now, status: "failed", reason: words };
  }
  if (isMine()) influenceMarks.value = marksOf(influence.value!);
}

export function hideInfluence(): void {
  influenceMarks.value = [];
  looksAt.value = "points";
}

export const influenceIsOld = computed(() => {
  const of = influence.value;
  return of !== null && (of.set !== JSON.stringify(settings.value) || !sameMechanism(of.text, text.value));
});

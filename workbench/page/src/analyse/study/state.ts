/* state.ts - the study on show: its points as they come, how far it is, and how it is stopped and goes on.
 *
 * Points of a sweep are known by their numbers in it; those that a search has tried are counted as they come.
 */
import { computed } from "@preact/signals";
import { studiesIn } from "../../editor/studies";
import { dataOf, readTree } from "../../editor/tree";
import {
  EngineError,
  type Message,
  type OptimizePart,
  type Settings,
  type StudyAxis,
  type StudyPart,
} from "../../engine/engine";
import { shownUnit, type Shown } from "../../shell/display_units";
import { engine } from "../../state/connection";
import { text } from "../../state/document";
import { perDocument } from "../../state/loads";
import { modelCount, name, sameMechanism, scene, settings } from "../../state/model";
import { choices, optionsOf } from "../runner";
import { unitOf, type Wish } from "./form";
import { foundBy, type Found } from "./found";

export interface Point {
  number: number;
  values: number[]; // of the axes, SI
  answers: number[]; // SI; NaN: there is none
  answer: number; // the one of them that is shown
  best?: number; // of a search: of its goal, so far
  reason: string | null; // why one is missing
}

export interface Axis extends StudyAxis {
  name: string;
  unit: Shown;
}

export interface Column {
  name: string;
  unit: string;
}

export interface Study {
  wish: Wish;
  title: string; // of a study of the model; "": it has none
  text: string; // that it is of
  set: Settings;
  axes: Axis[]; // none before the first part has come
  answers: Column[];
  shown: number; // which of the answers is
  answer: Column; // that one
  all: number | null; // points; null: nobody knows
  points: Point[]; // that are done, as they came
  found: Found | null; // by a search that has ended
  status: "running" | "done" | "stopped" | "wrong" | "failed" | "lost";
  messages: Message[];
  began: number; // ms of performance.now(), of this part of the work
  before: number; // points that were done then
  seconds: number; // that it has taken so far, since then
}

export const study = perDocument<Study | null>(null);
export const isRunning = computed(() => study.value?.status === "running");

let stopNow: (() => void) | null = null;
let current = 0; // counts the beginnings: what is said of an earlier one is not heard

/* ---- what comes ---- */

function axisOf({ name, unit }: Column, given: StudyAxis): Axis {
  const parameter = scene.peek()?.parameters.find((one) => one.name === name);
  return { ...given, name, unit: parameter ? unitOf(parameter) : shownUnit(unit) };
}

/* What the first part tells. */
function headed(of: Study, columns: Column[], axes: StudyAxis[]): Study {
  const answers = columns.slice(axes.length);
  return {
    ...of,
    axes: axes.map((axis, i) => axisOf(columns[i]!, axis)),
    answers,
    answer: answers[of.shown] ?? answers[0] ?? of.answer,
  };
}

function pointOf(of: Study, number: number, row: (number | null)[], reason: string | undefined): Point {
  const values = row.map((one) => one ?? NaN);
  const answers = values.slice(of.axes.length, of.axes.length + of.answers.length);
  return {
    number,
    values: values.slice(0, of.axes.length),
    answers,
    answer: answers[of.shown] ?? NaN,
    reason: reason ?? null,
  };
}

function takeSwept(of: Study, part: StudyPart, known: Map<number, Point>, seconds: number): Study {
  const now = part.columns && part.axes ? headed(of, part.columns, part.axes) : of;
  const before = known.size;
  for (const [number, ...row] of part.rows) known.set(number, pointOf(now, number, row, part.reasons[number]));
  return {
    ...now,
    all: part.points,
    points: known.size > before ? [...known.values()] : now.points,
    before: part.columns ? known.size : now.before,
    seconds,
  };
}

/* A search goes through ranges: its axes reach as far as it has been. */
function reached(of: Study): Study {
  const axes = of.axes.map((axis, i) => {
    let [from, to] = [Infinity, -Infinity];
    for (const { values } of of.points) [from, to] = [Math.min(from, values[i]!), Math.max(to, values[i]!)];
    return { ...axis, from, to };
  });
  return { ...of, axes };
}

function takeTried(of: Study, part: OptimizePart, seconds: number): Study {
  const first = part.columns?.slice(0, part.parameters).map(() => ({ from: 0, to: 0, levels: null }));
  const now = part.columns && first ? headed(of, part.columns, first) : of;
  const more = part.rows.map(([, ...row], i) => {
    const number = of.points.length + i;
    return { ...pointOf(now, number, row, part.reasons[number]), best: row.at(-1) ?? NaN };
  });
  return reached({ ...now, points: [...of.points, ...more], seconds });
}

/* ---- the work ---- */

async function ask(of: Study, hear: (take: (now: Study) => Study) => void, stop: AbortSignal): Promise<Partial<Study>> {
  const seconds = (): number => (performance.now() - of.began) / 1000;
  if (of.wish.kind === "sweep") {
    const known = new Map(of.points.map((point) => [point.number, point]));
    const take = (part: StudyPart): void => hear((now) => takeSwept(now, part, known, seconds()));
    const { status, messages } = await engine.study(
      of.text,
      name.peek(),
      { ...of.wish.options, set: of.set },
      take,
      stop,
    );
    return { status: status === "ok" ? "done" : status, messages, seconds: seconds() };
  }
  const take = (part: OptimizePart): void => hear((now) => takeTried(now, part, seconds()));
  const options = { ...of.wish.options, set: of.set };
  const answer = await engine.optimize(of.text, name.peek(), options, take, stop);
  hear((now) => foundBy(now, answer));
  return { status: answer.status === "ok" ? "done" : answer.status, messages: answer.messages, seconds: seconds() };
}

async function work(of: Study): Promise<void> {
  const mine = ++current;
  const model = modelCount();
  const control = new AbortController();
  stopNow?.();
  stopNow = () => control.abort();
  study.value = of;
  const hear = (take: (now: Study) => Study): void => {
    const now = mine === current && model === modelCount() ? study.peek() : null;
    if (now) study.value = take(now);
  };
  try {
    const end = await ask(of, hear, control.signal);
    hear((now) => ({ ...now, ...end }));
  } catch (error) {
    const code = error instanceof EngineError ? error.code : "";
    const words = error instanceof Error ? error.message : String(error);
    const messages: Message[] = [{ severity: "error", text: words, line: 0, column: 0 }];
    const status = code === "stopped" || code === "lost" ? code : "failed";
    hear((now) => ({ ...now, status, messages: status === "stopped" ? [] : messages }));
  }
}

/* Parameters that are set beside the text hold in a study as well, but those that it varies. */
function settingsFor(names: string[]): Settings {
  return Object.fromEntries(Object.entries(settings.value).filter(([one]) => !names.includes(one)));
}

/* How the model is run is chosen on the page; a study of the model says that itself. */
function withChoices(wish: Wish, title: string): Wish {
  if (title !== "") return wish;
  const { only, formulation, integrator, tolerance } = optionsOf(choices.value);
  return { ...wish, options: { ...wish.options, only, formulation, integrator, tolerance } } as Wish;
}

/* title: the name of a study of the model; within: the text that it is of. */
export function begin(wish: Wish, title = "", within = text.value): void {
  void work({
    wish: withChoices(wish, title),
    title,
    text: within,
    set: settingsFor(wish.names),
    axes: [],
    answers: [],
    shown: 0,
    answer: { name: "", unit: "" },
    all: wish.points,
    points: [],
    found: null,
    status: "running",
    messages: [],
    began: performance.now(),
    before: 0,
    seconds: 0,
  });
}

export function stop(): void {
  stopNow?.();
}

/* A sweep goes on where it was; a search begins anew. */
export function goOn(): void {
  const of = study.value;
  if (!of || of.status === "running") return;
  if (of.wish.kind === "sweep") void work({ ...of, status: "running", messages: [], began: performance.now() });
  else begin(of.wish, of.title, of.title === "" ? of.text : undefined);
}

/* Another of the answers is shown. */
export function showAnswer(shown: number): void {
  const of = study.value;
  const answer = of?.answers[shown];
  if (!of || !answer) return;
  const points = of.points.map((point) => ({ ...point, answer: point.answers[shown] ?? NaN }));
  study.value = { ...of, shown, answer, points };
}

/* Seconds until the rest is done, at the rate that was measured; null: nothing was measured yet. */
export function secondsLeft(of: Study): number | null {
  const done = of.points.length - of.before;
  if (of.status !== "running" || of.all === null || done <= 0 || of.seconds < 0.3) return null;
  return ((of.all - of.points.length) * of.seconds) / done;
}

/* A study of the model, as a text has it. */
function definition(title: string, within: string): string {
  const found = title === "" ? undefined : studiesIn(readTree(within).root).find(({ name }) => name === title);
  return found ? JSON.stringify(dataOf(found.fields)) : "";
}

/* The model has changed since: other than in the parameters that the study varies, where those are set beside the text. */
export const isOld = computed(() => {
  const of = study.value;
  if (!of) return false;
  const same = JSON.stringify(settingsFor(of.wish.names)) === JSON.stringify(of.set);
  return (
    !same || !sameMechanism(of.text, text.value) || definition(of.title, of.text) !== definition(of.title, text.value)
  );
});

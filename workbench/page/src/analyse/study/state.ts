/* state.ts - the study on show: its points as they come, how far it is, and how it is stopped and goes on. */
import { computed } from "@preact/signals";
import { EngineError, type Message, type Settings, type StudyOptions, type StudyPart } from "../../engine/engine";
import { engine } from "../../state/connection";
import { text } from "../../state/document";
import { perDocument } from "../../state/loads";
import { modelCount, name, sameMechanism, settings } from "../../state/model";
import { choices, optionsOf } from "../runner";
import type { Axis, Wish } from "./form";

export interface Point {
  number: number;
  values: number[]; // of the axes, SI
  answer: number; // SI; NaN: there is none
  reason: string | null; // why there is none
}

export interface Study {
  text: string; // that it is of
  options: StudyOptions;
  axes: Axis[];
  answer: { name: string; unit: string };
  all: number; // points
  points: Point[]; // that are done, as they came
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

function take(known: Map<number, Point>, part: StudyPart, axes: number): void {
  for (const [number, ...values] of part.rows)
    known.set(number, {
      number,
      values: values.slice(0, axes).map((one) => one ?? NaN),
      answer: values[axes] ?? NaN,
      reason: part.reasons[number] ?? null,
    });
}

async function work(of: Study): Promise<void> {
  const mine = ++current;
  const model = modelCount();
  const control = new AbortController();
  const known = new Map(of.points.map((point) => [point.number, point]));
  stopNow?.();
  stopNow = () => control.abort();
  study.value = of;
  const heard = (): Study | null => (mine === current && model === modelCount() ? study.peek() : null);
  const seconds = (): number => (performance.now() - of.began) / 1000;
  const hear = (part: StudyPart): void => {
    const now = heard();
    if (!now) return;
    const before = known.size;
    take(known, part, of.axes.length);
    const column = part.columns?.[of.axes.length];
    study.value = {
      ...now,
      answer: column ?? now.answer,
      all: part.points,
      points: known.size > before ? [...known.values()] : now.points,
      before: part.columns ? known.size : now.before,
      seconds: seconds(),
    };
  };
  try {
    const { status, messages } = await engine.study(of.text, name.peek(), of.options, hear, control.signal);
    const now = heard();
    if (now) study.value = { ...now, status: status === "ok" ? "done" : status, messages, seconds: seconds() };
  } catch (error) {
    const now = heard();
    const code = error instanceof EngineError ? error.code : "";
    const words = error instanceof Error ? error.message : String(error);
    const messages: Message[] = [{ severity: "error", text: words, line: 0, column: 0 }];
    const status = code === "stopped" || code === "lost" ? code : "failed";
    if (now) study.value = { ...now, status, messages: status === "stopped" ? [] : messages, seconds: seconds() };
  }
}

/* Parameters that are set beside the text hold in a study as well, but those that it varies. */
function settingsFor(axes: Axis[]): Settings {
  return Object.fromEntries(Object.entries(settings.value).filter(([one]) => !axes.some((axis) => axis.name === one)));
}

export function begin({ options, axes, points }: Wish): void {
  const { only, formulation, integrator, tolerance } = optionsOf(choices.value);
  const set = settingsFor(axes);
  void work({
    text: text.value,
    options: { ...options, set, only, formulation, integrator, tolerance },
    axes,
    answer: { name: options.keep[0]!, unit: "" },
    all: points,
    points: [],
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

export function goOn(): void {
  const of = study.value;
  if (of && of.status !== "running") void work({ ...of, status: "running", messages: [], began: performance.now() });
}

/* Seconds until the rest is done, at the rate that was measured; null: nothing was measured yet. */
export function secondsLeft(of: Study): number | null {
  const done = of.points.length - of.before;
  if (of.status !== "running" || done <= 0 || of.seconds < 0.3) return null;
  return ((of.all - of.points.length) * of.seconds) / done;
}

/* The model has changed since: other than in the parameters that the study varies, where those are set beside the text. */
export const isOld = computed(() => {
  const of = study.value;
  if (!of) return false;
  const same = JSON.stringify(settingsFor(of.axes)) === JSON.stringify(of.options.set);
  return !same || !sameMechanism(of.text, text.value);
});

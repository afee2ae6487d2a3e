/* runner.ts - runs the model: one run at a time, the latest wish only, and what came of it.
 *
 * A run that the user asked for starts the clock anew and plays. A live one (a parameter was moved, the text changed) takes the place
 * of the live one before it; until it is there, the curves stay as they were, and the clock goes on.
 */
import { isModes } from "../drawing/states";
import { failureText } from "./failure";
import { batch, effect, signal, untracked } from "@preact/signals";
import { type Checked, EngineError, type Message, type RunAnswer, type RunOptions, type Scene } from "../engine/engine";
import { dock, part, phone } from "../shell/layout";
import { rerunRequest, runRequest } from "../shell/session";
import { toast } from "../shell/toast";
import { playing, row, time } from "../state/clock";
import { askCheck } from "../state/asked_checks";
import { connection, engine } from "../state/connection";
import { text } from "../state/document";
import { checkedText, known, messages, modelCount, name, sameMechanism, scene, settings, stale } from "../state/model";
import { comparedId, forgotten, type Run, running, runs, shown, shownId, tableIndex } from "../state/runs";
import { perDocument } from "../state/loads";
import { kept } from "../state/settings";
import { bestTable } from "./best_table";
import { type Remainder, withoutFaulty } from "./faulty_analyses";
import { timeOf } from "./channels";
import { isStates } from "./state_entries";
import { nextLabel } from "./run_labels";
import { showResults, tabForRun } from "./tabs";
import { texts } from "../texts/texts";

/* What the user chose for this model's runs over what the text says; empty: as the text says. */
export interface Choices {
  only: string;
  formulation: string;
  integrator: string;
  tolerance: string;
  stiffness: string;
  error: boolean; // estimate it
}
export const AS_WRITTEN: Choices = {
  only: "",
  formulation: "",
  integrator: "",
  tolerance: "",
  stiffness: "",
  error: false,
};
export const choices = perDocument<Choices>(AS_WRITTEN);

/* Run again after every change of the text. */
export const autoRun = kept("auto-run", false);

/* What the last run had to say; null where there was none since the model was opened. */
export interface Outcome {
  status: RunAnswer["status"] | "lost";
  messages: Message[];
  computed: boolean; // something, if only a part; else what is shown is of a run before
  leftOut: string[]; // analyses that are wrong: the others were run without them
  text: string | null; // that the messages are about; null: another than the model's
}
export const outcome = signal<Outcome | null>(null);

export const MOST_RUNS = 12;
const MOST_BYTES = 500e6; // of all runs together

export function optionsOf(chosen: Choices): RunOptions {
  const number = (text: string): number | undefined => {
    const value = Number(text);
    return text.trim() !== "" && value > 0 ? value : undefined;
  };
  return {
    only: chosen.only || undefined,
    formulation: chosen.formulation || undefined,
    integrator: chosen.integrator || undefined,
    tolerance: number(chosen.tolerance),
    stiffness: number(chosen.stiffness),
    error: chosen.error || undefined,
  };
}

/* ---- taking an answer ---- */

let nextId = 1;
let liveId: number | null = null; // the run that the next live one replaces: none that the user has marked

/* What the user has named, compared or gone back to is not replaced. */
export function keepRun(id: number): void {
  if (liveId === id) liveId = null;
}

function indexLike(answer: RunAnswer, before: Run | null): number {
  const kind = before?.tables[tableIndex.value]?.kind;
  if (answer.tables[tableIndex.value]?.kind === kind) return tableIndex.value;
  const same = answer.tables.findIndex((table) => table.kind === kind);
  return same >= 0 ? same : bestTable(answer);
}

const still = typeof matchMedia === "function" && matchMedia("(prefers-reduced-motion: reduce)").matches;

function startClock(answer: RunAnswer, index: number): void {
  const table = answer.tables[index];
  const t = table ? timeOf(table) : null;
  time.value = t ? t[0]! : 0;
  row.value = 0;
  playing.value = !still && (t !== null || (table !== undefined && isModes(table)));
}

const TAUGHT = 60; // bodies: diagrams of more could not be read

/* What is drawn to teach a motion is asked for with it where it can be read. */
function teaches(of: Scene | null): boolean {
  return of === null || of.bodies.length <= TAUGHT;
}

function keepClock(answer: RunAnswer, index: number): void {
  const table = answer.tables[index];
  const t = table ? timeOf(table) : null;
  if (t && time.value > t[t.length - 1]!) time.value = t[0]!;
  if (table && row.value >= table.rows) row.value = 0;
}

function bytesOf(one: Run): number {
  return one.tables.reduce(
    (sum, { rows, columns, loads, diagram }) =>
      sum + 8 * rows * (columns.length + (loads?.columns.length ?? 0) + (diagram?.columns.length ?? 0)),
    0,
  );
}

/* The newest runs, as many as there is room for; the one that is compared stays, and what the user has named. */
function within(all: Run[]): Run[] {
  let bytes = 0;
  let count = 0;
  return [...all].reverse().filter((one, i) => {
    const fits = count < MOST_RUNS && bytes + bytesOf(one) < MOST_BYTES;
    const stays = i === 0 || one.id === comparedId.value || one.named || fits;
    if (stays) [bytes, count] = [bytes + bytesOf(one), count + 1];
    return stays;
  });
}

/* So many rows of a motion, where the model asks for fewer, make it smooth to look at. */
const ROWS = 150;

interface Job {
  live: boolean;
  model: number; // modelCount() when it was asked for: what comes of another model is not shown
  text: string;
  set: Record<string, string>;
  options: RunOptions;
  rest: Remainder | null; // what is run instead of the text, whose other analyses are wrong
  faults: Message[]; // why they are
}

function take(job: Job, answer: RunAnswer, of: Scene, check: string): void {
  const rows = answer.tables.some((table) => table.rows > 0);
  const leftOut = job.rest?.leftOut ?? [];
  const status = leftOut.length > 0 && answer.status === "ok" ? "failed" : answer.status;
  outcome.value = {
    status,
    messages: [...job.faults, ...answer.messages],
    computed: rows,
    leftOut,
    text: job.rest ? null : job.text,
  };
  if (!job.live) tellFailure();
  if (!rows) return;
  const before = shown.value;
  const replaced = job.live && liveId !== null ? runs.value.find((one) => one.id === liveId) : undefined;
  const id = replaced?.id ?? nextId++;
  const others = runs.value.filter((one) => one.id !== id);
  const run: Run = {
    ...answer,
    id,
    label: nextLabel(others, of, job, id, answer.status),
    text: job.text,
    settings: job.set,
    options: job.options,
    scene: of,
    check,
    made: Date.now(),
  };
  const index = job.live ? indexLike(answer, before) : bestTable(answer);
  const all = others.concat(run);
  const kept = within(all).sort((a, b) => a.id - b.id);
  forgotten.value += all.length - kept.length;
  runs.value = kept;
  shownId.value = id;
  tableIndex.value = index;
  if (job.live && before) keepClock(answer, index);
  else startClock(answer, index);
  const shownTable = answer.tables[index]!;
  if (!job.live) tabForRun(isModes(shownTable) || (isStates(shownTable) && shownTable.rows < 3));
  liveId = job.live ? id : null;
}

let closeFailure = (): void => {};

const resultsFillThePage = (): boolean => phone.value && part.value === "results";

/* A run that failed says so where the user looks, and why among the results: these say it themselves while they are on show. */
function tellFailure(): void {
  const last = outcome.value;
  if (!last || last.status === "ok" || last.status === "stopped" || resultsFillThePage()) return;
  if (last.status === "failed" && dock.value.open && !phone.value) return;
  closeFailure = toast(failureText(last.messages) ?? texts.results.runner.theRunFailed, {
    kind: "error",
    action: { title: texts.results.runner.show, run: () => showResults() },
  });
}

function tellWrong(list: Message[], of: string): void {
  outcome.value = { status: "wrong", messages: list, computed: false, leftOut: [], text: of };
}

function fail(error: unknown): void {
  const code = error instanceof EngineError ? error.code : "";
  const words = error instanceof Error ? error.message : String(error);
  outcome.value = {
    computed: false,
    leftOut: [],
    text: null,
    status: code === "lost" || code === "stopped" ? code : "failed",
    messages: [{ severity: code === "stopped" ? "note" : "error", text: words, line: 0, column: 0 }],
  };
}

/* ---- running ---- */

let wanted: Job | null = null;
let busy = false;
let stopNow: (() => void) | null = null;
let stoppedByHand = false;

/* The scene to draw it with. A check that was stopped along with the run hides nothing of what the run has computed so far. */
async function checkFor(job: Job, file: string, stop: AbortSignal): Promise<Checked> {
  try {
    return await askCheck(job.rest?.text ?? job.text, file, job.set, stop);
  } catch (error) {
    const found = stop.aborted ? known(job.text, job.set) : null;
    if (found) return found;
    throw error;
  }
}

/* A run that was stopped because another one is to take its place has nothing to say. */
function overtaken(): boolean {
  return wanted !== null && !stoppedByHand;
}

/* What came of a job: an answer, or why there is none. */
type Ended = { checked: Checked; answer: RunAnswer } | { error: unknown; stopped: boolean };

function begin(job: Job): Promise<Ended> {
  const control = new AbortController();
  const stop = (): void => control.abort();
  stopNow = stop;
  running.value = {
    part: 0,
    analysis: "",
    stop: () => {
      stoppedByHand = true;
      stop();
    },
  };
  const progress = (part: number, analysis: string): void => {
    if (running.value) running.value = { ...running.value, part, analysis };
  };
  const file = name.value;
  const run = engine.run(
    job.rest?.text ?? job.text,
    file,
    { ...job.options, set: job.set, rows: ROWS, loads: true, diagrams: teaches(scene.peek()) },
    progress,
    control.signal,
  );
  return Promise.all([checkFor(job, file, control.signal), run]).then(
    ([checked, answer]) => ({ checked, answer }),
    (error: unknown) => ({ error, stopped: control.signal.aborted }),
  );
}

function show(job: Job, ended: Ended): void {
  if ("error" in ended) {
    fail(ended.error);
    if (!job.live) tellFailure();
    return;
  }
  const { checked, answer } = ended;
  batch(() => {
    if (checked.scene) take(job, answer, checked.scene, checked.report);
    else {
      tellWrong(answer.messages.length ? answer.messages : checked.messages, job.text);
      if (!job.live) showResults();
    }
  });
}

function isForNothing(job: Job, ended: Ended): boolean {
  const stopped = "error" in ended ? ended.stopped : ended.answer.status === "stopped";
  return job.model !== modelCount() || (stopped && overtaken());
}

/* The next job, begun; null: there is none. */
function beginNext(): { job: Job; ended: Promise<Ended> } | null {
  while (wanted && wanted.model !== modelCount()) wanted = null;
  const job = wanted;
  wanted = null;
  stoppedByHand = false;
  return job && { job, ended: begin(job) };
}

/* The next one is begun before what has come is shown: the engine works while the page draws. */
async function work(): Promise<void> {
  if (busy) return;
  busy = true;
  for (let now = beginNext(); now;) {
    const ended = await now.ended;
    const nothing = isForNothing(now.job, ended);
    const next = beginNext();
    if (!nothing) show(now.job, ended);
    now = next ?? beginNext();
  }
  running.value = null;
  stopNow = null;
  busy = false;
}

function ask(live: boolean, rest: Remainder | null = null): void {
  const options = optionsOf(choices.value);
  const faults = rest ? messages.value.filter(({ severity }) => severity === "error") : [];
  wanted = { live, model: modelCount(), text: text.value, set: { ...settings.value }, options, rest, faults };
  if (busy && !live) stopNow?.(); // a live one waits for the one before: else nothing would ever come of fast sliders
  void work();
}

/* What the button does: run now, from the start. A text with mistakes shows them instead, unless they are of some of its analyses only. */
export function run(): void {
  const wrong = stale.value && checkedText.value === text.value;
  const rest = wrong ? withoutFaulty(text.value, messages.value) : null;
  if (wrong && !rest) {
    tellWrong(messages.value, text.value);
    showResults();
  } else ask(false, rest);
}

export function runLive(): void {
  ask(true);
}

export function cancel(): void {
  wanted = null;
  running.value?.stop();
}

/* Runs of a text that is no longer the present one. */
export function isOld(one: Run | null): boolean {
  if (!one) return false;
  return !sameMechanism(one.text, text.value) || JSON.stringify(one.settings) !== JSON.stringify(settings.value);
}

export function removeRun(id: number): void {
  batch(() => {
    const left = runs.value.filter((one) => one.id !== id);
    runs.value = left;
    if (comparedId.value === id) comparedId.value = null;
    keepRun(id);
    if (shownId.value === id) showRun(left[left.length - 1]?.id ?? null);
  });
}

export function showRun(id: number | null): void {
  batch(() => {
    const next = runs.value.find((one) => one.id === id) ?? null;
    if (next) tableIndex.value = indexLike(next, shown.value);
    shownId.value = id;
    if (comparedId.value === id) comparedId.value = null;
    if (next) keepClock(next, tableIndex.value);
  });
}

/* Lays a run over the one on show; null: none. */
export function compareRun(id: number | null): void {
  if (id !== null) keepRun(id);
  comparedId.value = id;
}

export function renameRun(id: number, label: string): void {
  keepRun(id);
  runs.value = runs.value.map((one) => (one.id === id ? { ...one, label, named: true } : one));
}

/* ---- what runs by itself ---- */

let watching = false;

/* Called once: examples run when they are opened, moved parameters run live, and so does the text where that is wished. */
export function watchRuns(): void {
  if (watching) return;
  watching = true;
  let lastAgain = 0;
  let lastRequest = 0; // what was opened before this began is run, too
  let ranText = "";
  let ranSettings = "{}";
  effect(() => {
    if (runs.value.length === 0 && !untracked(() => running.value)) {
      outcome.value = null;
      liveId = null;
    }
  });
  effect(() => {
    const last = untracked(() => outcome.value);
    if (!stale.value && last?.status === "wrong") outcome.value = null; // they are mended
  });
  effect(() => {
    if (resultsFillThePage()) untracked(closeFailure);
  });
  effect(() => {
    const ready = scene.value !== null && checkedText.value === text.value && !stale.value;
    const set = JSON.stringify(settings.value);
    const now = text.value;
    const request = runRequest.value;
    const again = rerunRequest.value;
    if (!ready || connection.value !== "open") return;
    untracked(() => {
      if (request !== lastRequest) {
        lastRequest = request;
        ranText = now;
        ranSettings = set;
        if (scene.value!.analyses.length > 0) run();
        return;
      }
      const moved = (set !== ranSettings || again !== lastAgain) && shown.value !== null;
      lastAgain = again;
      const changed = !sameMechanism(now, ranText) && autoRun.value && scene.value!.analyses.length > 0;
      ranText = now;
      ranSettings = set;
      if (moved || changed) runLive();
    });
  });
}

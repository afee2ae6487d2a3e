/* fit.ts - parameters fitted to measured curves by a study of the model: its values, their intervals, the curves. */
import { computed } from "@preact/signals";
import { EngineError, type Message, type RunAnswer, type Settings, type Table } from "../../engine/engine";
import { siUnit, type Shown } from "../../shell/display_units";
import { engine } from "../../state/connection";
import { text } from "../../state/document";
import { perDocument } from "../../state/loads";
import { modelCount, name, sameMechanism, scene, settings } from "../../state/model";
import { unitOf } from "./form";
import { looksAt } from "./influence";

export interface Fitted {
  name: string;
  unit: Shown;
  value: number; // SI
  error: number; // standard; NaN: the data do not determine it
  interval: [number, number];
}

export interface Curve {
  name: string;
  unit: string;
  t: Float64Array;
  measured: Float64Array;
  fitted: Float64Array;
}

export interface Fit {
  title: string;
  text: string; // that it is of
  set: Settings;
  status: "running" | "done" | "failed";
  part: number; // of the most that it may take, 0 to 1
  messages: Message[];
  parameters: Fitted[];
  curves: Curve[];
  facts: [name: string, text: string][]; // how good it is
}

export const fit = perDocument<Fit | null>(null);
export const isFitting = computed(() => fit.value?.status === "running");

let stopNow: (() => void) | null = null;
let current = 0;

function parametersOf(of: Table): Fitted[] {
  const known = scene.peek()?.parameters ?? [];
  const at = (column: string, row: number): number =>
    of.columns[of.channels.findIndex(({ name }) => name === column)]?.[row] ?? NaN;
  return (of.rowNames ?? []).map((one, row) => {
    const parameter = known.find(({ name }) => name === one);
    return {
      name: one,
      unit: parameter ? unitOf(parameter) : siUnit(""),
      value: at("value", row),
      error: at("standard error", row),
      interval: [at("lower", row), at("upper", row)],
    };
  });
}

/* Columns come in threes: measured, fit, residual. */
function curvesOf(of: Table): Curve[] {
  const column = (name: string): Float64Array | undefined =>
    of.columns[of.channels.findIndex((one) => one.name === name)];
  const t = column("t");
  return of.channels.flatMap(({ name, unit }) => {
    const [measured, fitted] = [column(name), column(`${name}.fit`)];
    return t && measured && fitted ? [{ name, unit, t, measured, fitted }] : [];
  });
}

const TOLD = /^(R\^2|chi\^2|degrees of freedom|searches that agree|ended)/;

export function fitted(now: Fit, { status, tables, messages }: RunAnswer): Fit {
  const values = tables.find(({ kind }) => kind === "fit");
  const curves = tables.find(({ kind }) => kind === "fit.curves");
  return {
    ...now,
    status: values ? "done" : "failed",
    messages: status === "stopped" ? [] : messages,
    parameters: values ? parametersOf(values) : [],
    curves: curves ? curvesOf(curves) : [],
    facts: (values?.facts ?? []).filter(([name]) => TOLD.test(name)).map(([name, words]) => [name, words]),
  };
}

/* names: of the parameters, which are not set beside the text for it. */
export async function beginFit(title: string, names: string[]): Promise<void> {
  const mine = ++current;
  const model = modelCount();
  const control = new AbortController();
  stopNow?.();
  stopNow = () => control.abort();
  const set = Object.fromEntries(Object.entries(settings.peek()).filter(([one]) => !names.includes(one)));
  const begun: Fit = {
    title,
    text: text.value,
    set,
    status: "running",
    part: 0,
    messages: [],
    parameters: [],
    curves: [],
    facts: [],
  };
  fit.value = begun;
  looksAt.value = "fit";
  const hear = (take: (now: Fit) => Fit): void => {
    const now = mine === current && model === modelCount() ? fit.peek() : null;
    if (now) fit.value = take(now);
  };
  try {
    const progress = (part: number): void => hear((now) => ({ ...now, part }));
    const options = { study: title, set };
    const answer = await engine.fit(begun.text, name.peek(), options, progress, control.signal);
    hear((now) => fitted(now, answer));
  } catch (error) {
    const words = error instanceof EngineError ? error.message : String(error);
    const messages: Message[] = [{ severity: "error", text: words, line: 0, column: 0 }];
    hear((now) => ({ ...now, status: "failed", messages }));
  }
}

export function stopFit(): void {
  stopNow?.();
}

export const fitIsOld = computed(() => {
  const of = fit.value;
  return of !== null && !sameMechanism(of.text, text.value);
});

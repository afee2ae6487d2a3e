/* run_button.tsx - runs the model, shows how far it is, stops it; beside it a menu of what to run and how. */
import { useSignal, useSignalEffect } from "@preact/signals";
import { useRef } from "preact/hooks";
import { register } from "../shell/commands";
import { Dialog } from "../shell/dialog";
import { Icon } from "../shell/icons";
import { Menu, type MenuEntry } from "../shell/widgets";
import { text } from "../state/document";
import { connection } from "../state/connection";
import { description } from "../state/description";
import { scene, stale } from "../state/model";
import { running } from "../state/runs";
import { phase } from "../shell/work";
import { AnalysisDialog, editing } from "./analysis_dialog";
import { analysesIn } from "./analysis_form";
import { watchSet } from "./set_parameters";
import { AS_WRITTEN, autoRun, cancel, choices, run, watchRuns } from "./runner";
import "./run_button.css";

const SHOW_AFTER_MS = 250; // a run shorter than this shows no bar, so that nothing flickers
const MEANT_AFTER_MS = 400; // nobody has read "Cancel" and pressed it in less

function start(): void {
  if (scene.value && scene.value.analyses.length === 0 && !stale.value) editing.value = -1;
  else run();
}

function ready(): boolean {
  return phase.value === "model" && connection.value === "open";
}

watchRuns();
watchSet();
register(
  { id: "run", title: "Run the model", group: "Analyse", keys: ["Mod+Enter"], run: start, enabled: ready },
  {
    id: "cancel",
    title: "Stop the run",
    group: "Analyse",
    keys: ["Mod+."],
    run: cancel,
    enabled: () => running.value !== null,
  },
  {
    id: "add-analysis",
    title: "Add an analysis",
    group: "Analyse",
    run: () => (editing.value = -1),
    enabled: () => phase.value === "model",
  },
);

/* Since when the bar is shown, ms; 0 while it is not worth it: the run has lasted for a while. */
function useSlow() {
  const slow = useSignal(0);
  const timer = useRef(0);
  useSignalEffect(() => {
    const busy = running.value !== null;
    if (busy === (timer.current !== 0)) return;
    clearTimeout(timer.current);
    timer.current = busy ? window.setTimeout(() => (slow.value = performance.now()), SHOW_AFTER_MS) : 0;
    if (!busy) slow.value = 0;
  });
  return slow;
}

/* ---- options of runs ---- */

function ChoiceDialog({ onClose }: { onClose: () => void }) {
  const fields = description.value.analyses.find(({ integrates }) => integrates)?.fields;
  const select = (name: "formulation" | "integrator", label: string) => (
    <div class="option">
      <label for={`run-${name}`}>{label}</label>
      <select
        id={`run-${name}`}
        class="input"
        value={choices.value[name]}
        onChange={(event) => (choices.value = { ...choices.value, [name]: event.currentTarget.value })}
      >
        <option value="">as in the model</option>
        {fields
          ?.find((field) => field.name === name)
          ?.choices?.map((choice) => (
            <option key={choice} value={choice}>
              {choice}
            </option>
          ))}
      </select>
    </div>
  );
  const number = (name: "tolerance" | "stiffness", label: string, unit: string, note: string) => {
    const given = choices.value[name];
    const wrong = given.trim() !== "" && !(Number(given) > 0);
    return (
      <div class="option">
        <label for={`run-${name}`}>{label}</label>
        <div class="field-box">
          <input
            id={`run-${name}`}
            class="input"
            type="text"
            inputMode="decimal"
            placeholder="as in the model"
            value={given}
            aria-invalid={wrong}
            aria-describedby={`run-${name}-note`}
            onInput={(event) => (choices.value = { ...choices.value, [name]: event.currentTarget.value })}
          />
          {unit && <span class="field-unit">{unit}</span>}
        </div>
        <p id={`run-${name}-note`} class={wrong ? "field-note error" : "field-note"}>
          {wrong ? "Enter a positive number, for example 1e-10." : note}
        </p>
      </div>
    );
  };
  return (
    <Dialog
      title="Run options"
      onClose={onClose}
      actions={
        <>
          <button
            type="button"
            class="button"
            onClick={() => (choices.value = { ...AS_WRITTEN, only: choices.value.only })}
          >
            As in the model
          </button>
          <button
            type="button"
            class="button primary"
            onClick={() => {
              onClose();
              run();
            }}
          >
            Run
          </button>
        </>
      }
    >
      <p class="field-note">These apply to runs of this model on this page; the text is not changed.</p>
      {select("formulation", "Formulation")}
      {select("integrator", "Integrator")}
      {number("tolerance", "Tolerance", "", "Error per step, as a fraction of the size of the mechanism.")}
      {number(
        "stiffness",
        "Joint stiffness",
        "N/m",
        "For the implicit formulation, where joints have none of their own.",
      )}
      <div class="option">
        <label for="run-error">Error of the results</label>
        <div class="field-box">
          <input
            id="run-error"
            type="checkbox"
            checked={choices.value.error}
            aria-describedby="run-error-note"
            onChange={(event) => (choices.value = { ...choices.value, error: event.currentTarget.checked })}
          />
        </div>
        <p id="run-error-note" class="field-note">
          Estimates the error of every channel of dynamics with two more runs; takes about four times as long.
        </p>
      </div>
    </Dialog>
  );
}

function changed(): boolean {
  const { formulation, integrator, tolerance, stiffness, error } = choices.value;
  return error || [formulation, integrator, tolerance, stiffness].some((one) => one !== "");
}

function menu(openOptions: () => void): MenuEntry[] {
  const written = analysesIn(text.value);
  const unique = [...new Set(written.map((one) => one.kind))];
  const { only } = choices.value;
  const items: MenuEntry[] = [{ heading: "Run" }];
  items.push({
    title: written.length > 1 ? `All ${written.length} analyses` : "All analyses",
    checked: only === "",
    run: () => {
      choices.value = { ...choices.value, only: "" };
      start();
    },
  });
  if (unique.length > 1)
    for (const kind of unique)
      items.push({
        title: `Up to ${kind}`,
        checked: only === kind,
        run: () => {
          choices.value = { ...choices.value, only: kind };
          start();
        },
      });
  items.push("line", { heading: "Analyses of the model" });
  for (const one of written)
    items.push({
      title: `${one.index + 1}. ${one.kind}…`,
      note: Object.entries(one.options)
        .slice(0, 3)
        .map(([key, value]) => `${key} ${value}`)
        .join(", "),
      icon: "gear",
      run: () => (editing.value = one.index),
    });
  items.push(
    { title: "Add an analysis…", icon: "plus", run: () => (editing.value = -1) },
    "line",
    { title: changed() ? "Run options… (changed)" : "Run options…", icon: "properties", run: openOptions },
    { title: "Run after every change", checked: autoRun.value, run: () => (autoRun.value = !autoRun.value) },
  );
  return items;
}

export function RunButton() {
  const slow = useSlow();
  const options = useSignal(false);
  const now = running.value;
  const busy = now !== null && slow.value > 0;
  const stop = (event: MouseEvent) => {
    if (event.timeStamp - slow.value > MEANT_AFTER_MS) cancel(); // a press meant for Run, whose place this button has just taken, is none of its own
  };
  return (
    <div class="run-group">
      {busy ? (
        <button
          type="button"
          class="button run-button busy"
          title="Stop the run"
          aria-label="Cancel the run"
          onClick={stop}
        >
          <Icon name="stop" size={14} />
          <span class="run-text">Cancel</span>
          <progress class="run-part" max={1} value={now.part} aria-label={`Running ${now.analysis}`} />
          <span class="run-note">
            {now.analysis} {Math.round(100 * now.part)} %
          </span>
        </button>
      ) : (
        <button
          type="button"
          class="button primary run-button"
          title="Run the model (Ctrl+Enter)"
          aria-keyshortcuts="Control+Enter"
          disabled={!ready()}
          onClick={start}
        >
          <Icon name="play" size={14} />
          <span class="run-text">Run</span>
        </button>
      )}
      <Menu
        label="What to run, and how"
        icon="down"
        class="run-more"
        disabled={!ready()}
        items={() => menu(() => (options.value = true))}
      />
      {options.value && <ChoiceDialog onClose={() => (options.value = false)} />}
      <AnalysisDialog />
    </div>
  );
}

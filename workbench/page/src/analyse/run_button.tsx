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
import { texts } from "../texts/texts";

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
  {
    id: "run",
    title: texts.results.runButton.runTheModel,
    group: texts.results.runButton.analyse,
    keys: ["Mod+Enter"],
    run: start,
    enabled: ready,
  },
  {
    id: "cancel",
    title: texts.results.runButton.stopTheRun,
    group: texts.results.runButton.analyse,
    keys: ["Mod+."],
    run: cancel,
    enabled: () => running.value !== null,
  },
  {
    id: "add-analysis",
    title: texts.results.runButton.addAnAnalysis,
    group: texts.results.runButton.analyse,
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
        <option value="">{texts.results.runButton.asInTheModel}</option>
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
            placeholder={texts.results.runButton.asInTheModel}
            value={given}
            aria-invalid={wrong}
            aria-describedby={`run-${name}-note`}
            onInput={(event) => (choices.value = { ...choices.value, [name]: event.currentTarget.value })}
          />
          {unit && <span class="field-unit">{unit}</span>}
        </div>
        <p id={`run-${name}-note`} class={wrong ? "field-note error" : "field-note"}>
          {wrong ? texts.results.runButton.enterAPositiveNumberForExample : note}
        </p>
      </div>
    );
  };
  return (
    <Dialog
      title={texts.results.runButton.runOptions}
      onClose={onClose}
      actions={
        <>
          <button
            type="button"
            class="button"
            onClick={() => (choices.value = { ...AS_WRITTEN, only: choices.value.only })}
          >
            {texts.results.runButton.asInTheModel2}
          </button>
          <button
            type="button"
            class="button primary"
            onClick={() => {
              onClose();
              run();
            }}
          >
            {texts.results.runButton.run}
          </button>
        </>
      }
    >
      <p class="field-note">{texts.results.runButton.theseApplyToRunsOfThis}</p>
      {select("formulation", texts.results.runButton.formulation)}
      {select("integrator", texts.results.runButton.integrator)}
      {number("tolerance", texts.results.runButton.tolerance, "", texts.results.runButton.errorPerStepAsAFraction)}
      {number(
        "stiffness",
        texts.results.runButton.jointStiffness,
        "N/m",
        texts.results.runButton.forTheImplicitFormulationWhereJoints,
      )}
      <div class="option">
        <label for="run-error">{texts.results.runButton.errorOfTheResults}</label>
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
          {texts.results.runButton.estimatesTheErrorOfEveryChannel}
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
  const items: MenuEntry[] = [{ heading: texts.results.runButton.run }];
  items.push({
    title:
      written.length > 1 ? texts.results.runButton.allAnalyses(written.length) : texts.results.runButton.allAnalyses2,
    checked: only === "",
    run: () => {
      choices.value = { ...choices.value, only: "" };
      start();
    },
  });
  if (unique.length > 1)
    for (const kind of unique)
      items.push({
        title: texts.results.runButton.upTo(kind),
        checked: only === kind,
        run: () => {
          choices.value = { ...choices.value, only: kind };
          start();
        },
      });
  items.push("line", { heading: texts.results.runButton.analysesOfTheModel });
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
    { title: texts.results.runButton.addAnAnalysis2, icon: "plus", run: () => (editing.value = -1) },
    "line",
    {
      title: changed() ? texts.results.runButton.runOptionsChanged : texts.results.runButton.runOptions2,
      icon: "properties",
      run: openOptions,
    },
    {
      title: texts.results.runButton.runAfterEveryChange,
      checked: autoRun.value,
      run: () => (autoRun.value = !autoRun.value),
    },
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
          title={texts.results.runButton.stopTheRun}
          aria-label={texts.results.runButton.cancelTheRun}
          onClick={stop}
        >
          <Icon name="stop" size={14} />
          <span class="run-text">{texts.results.runButton.cancel}</span>
          <progress
            class="run-part"
            max={1}
            value={now.part}
            aria-label={texts.results.runButton.running(now.analysis)}
          />
          <span class="run-note">
            {now.analysis} {Math.round(100 * now.part)} %
          </span>
        </button>
      ) : (
        <button
          type="button"
          class="button primary run-button"
          title={texts.results.runButton.runTheModelCtrlEnter}
          aria-keyshortcuts="Control+Enter"
          disabled={!ready()}
          onClick={start}
        >
          <Icon name="play" size={14} />
          <span class="run-text">{texts.results.runButton.run}</span>
        </button>
      )}
      <Menu
        label={texts.results.runButton.whatToRunAndHow}
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

/* analysis_dialog.tsx - asks what to compute and how, and writes it into the text. */
import { signal, useSignal } from "@preact/signals";
import { useEffect, useId } from "preact/hooks";
import { Dialog } from "../shell/dialog";
import { commitOrTell } from "../editor/commit";
import { engine } from "../state/connection";
import { text } from "../state/document";
import { scene } from "../state/model";
import {
  addAnalysis,
  type AnalysisKind,
  analysesIn,
  changeAnalysis,
  kindsOf,
  missing,
  type Option,
  type Written,
} from "./analysis_form";
import { run } from "./runner";

/* Open while not null: which analysis of the list; -1: a new one. */
export const editing = signal<number | null>(null);
export const kinds = signal<AnalysisKind[]>([]);

export async function loadKinds(): Promise<void> {
  if (kinds.value.length > 0) return;
  try {
    kinds.value = kindsOf(await engine.schema());
  } catch {
    /* asked again when the dialog opens */
  }
}

/* What a newcomer most likely wants: a motion of some seconds. */
function presets(kind: string): Record<string, string> {
  if (kind === "dynamics") return { end: "5", output: "0.02" };
  if (kind === "kinematics" || kind === "inverse") return { end: "2", output: "0.01" };
  return {};
}

function firstKind(): string {
  const now = scene.value;
  return now && now.drivers.length > 0 && now.dof === 0 ? "kinematics" : "dynamics";
}

function Input({ option, value, onInput }: { option: Option; value: string; onInput: (text: string) => void }) {
  const id = useId();
  const note = `${id}-note`;
  const choices = option.kind === "switch" ? ["true", "false"] : option.choices;
  return (
    <div class="option">
      <label for={id}>
        {option.name}
        {option.required && <span class="required"> needed</span>}
      </label>
      <div class="field-box">
        {option.kind === "choice" || option.kind === "switch" ? (
          <select
            id={id}
            class="input"
            aria-describedby={note}
            value={value || option.preset}
            onChange={(event) => onInput(event.currentTarget.value)}
          >
            {option.preset === "" && <option value="">not given</option>}
            {choices.map((choice) => (
              <option key={choice} value={choice}>
                {option.kind === "switch" ? (choice === "true" ? "yes" : "no") : choice}
              </option>
            ))}
          </select>
        ) : (
          <input
            id={id}
            class="input"
            type="text"
            aria-describedby={note}
            value={value}
            placeholder={
              option.preset ||
              (option.kind === "names" ? "names, with commas" : option.name === "speeds" ? "{O: 20}" : "")
            }
            autocomplete="off"
            spellcheck={false}
            onInput={(event) => onInput(event.currentTarget.value)}
          />
        )}
        {option.unit && <span class="field-unit">{option.unit}</span>}
      </div>
      <p id={note} class="field-note">
        {option.words}
      </p>
    </div>
  );
}

function Form({ index }: { index: number }) {
  const written = analysesIn(text.value);
  const before: Written | null = written[index] ?? null;
  const chosen = useSignal(before?.kind ?? firstKind());
  const typed = useSignal<Record<string, string>>(before ? { ...before.options } : presets(firstKind()));
  const kind = kinds.value.find((one) => one.kind === chosen.value);
  const close = (): void => void (editing.value = null);
  const lacking = kind ? missing(kind, typed.value) : [];
  const save = (andRun: boolean): void => {
    if (!kind || lacking.length > 0) return;
    const done = commitOrTell((now) =>
      before ? changeAnalysis(now, before, kind, typed.value) : addAnalysis(now, kind, typed.value),
    );
    if (!done) return;
    close();
    if (andRun) run();
  };
  const input = (option: Option) => (
    <Input
      key={`${chosen.value}.${option.name}`}
      option={option}
      value={typed.value[option.name] ?? ""}
      onInput={(value) => (typed.value = { ...typed.value, [option.name]: value })}
    />
  );
  const more = kind?.options.filter((option) => !option.first) ?? [];
  return (
    <Dialog
      title={before ? `Analysis ${index + 1}: ${before.kind}` : "Add an analysis"}
      onClose={close}
      actions={
        <>
          <button type="button" class="button" onClick={close}>
            Cancel
          </button>
          <button type="button" class="button" disabled={lacking.length > 0} onClick={() => save(false)}>
            Write into the text
          </button>
          <button type="button" class="button primary" disabled={lacking.length > 0} onClick={() => save(true)}>
            Write and run
          </button>
        </>
      }
    >
      <div class="option">
        <label for="analysis-kind">What to find</label>
        <select
          id="analysis-kind"
          class="input"
          data-autofocus
          value={chosen.value}
          onChange={(event) => {
            chosen.value = event.currentTarget.value;
            typed.value = {
              ...presets(chosen.value),
              ...(before?.kind === chosen.value ? before.options : {}),
            };
          }}
        >
          {kinds.value.map((one) => (
            <option key={one.kind} value={one.kind}>
              {one.kind}
            </option>
          ))}
        </select>
        <p class="field-note">{kind?.words}</p>
      </div>
      <div class="options">{kind?.options.filter((option) => option.first).map(input)}</div>
      {more.length > 0 && (
        <details class="more-options">
          <summary>More options</summary>
          <div class="options">{more.map(input)}</div>
        </details>
      )}
      {lacking.length > 0 && <p class="field-note error">Give {lacking.join(" and ")}.</p>}
    </Dialog>
  );
}

export function AnalysisDialog() {
  const index = editing.value;
  useEffect(() => {
    if (index !== null) void loadKinds();
  }, [index]);
  if (index === null || kinds.value.length === 0) return null;
  return <Form key={index} index={index} />;
}

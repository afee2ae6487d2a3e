/* analysis_dialog.tsx - asks what to compute and how, and writes it into the text. */
import { useSignal } from "@preact/signals";
import { useEffect, useId } from "preact/hooks";
import { Dialog } from "../shell/dialog";
import { unitText } from "../shell/unit_text";
import { commitOrReport } from "../editor/commit";
import { firstAnalysis } from "../state/description";
import { text } from "../state/document";
import { perDocument } from "../state/loads";
import { messageText } from "../shell/units_in_text";
import { messages, name, scene, settings } from "../state/model";
import { engine } from "../state/connection";
import { applyChanges } from "../editor/text_edits";
import { texts } from "../texts/texts";
import {
  addAnalysis,
  type AnalysisForm,
  analysesIn,
  beginning,
  changeAnalysis,
  forms,
  missing,
  type Option,
  type Written,
} from "./analysis_form";
import { run } from "./runner";

/* Open while not null: which analysis of the list; -1: a new one. */
export const editing = perDocument<number | null>(null);

function firstKind(): string {
  const now = scene.value;
  return firstAnalysis(now !== null && now.drivers.length > 0 && now.dof === 0);
}

const HINTS: Partial<Record<Option["kind"], string>> = {
  names: texts.results.analysisDialog.namesSeparatedByCommas,
  numbers: texts.results.analysisDialog.numbersSeparatedByCommas,
  speeds: "{O: 20}",
};

function Input({ option, value, onInput }: { option: Option; value: string; onInput: (text: string) => void }) {
  const id = useId();
  const note = `${id}-note`;
  const choices = option.kind === "switch" ? ["true", "false"] : option.choices;
  return (
    <div class="option">
      <label for={id}>
        {option.name}
        {option.required && <span class="required"> {texts.results.analysisDialog.required}</span>}
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
            {option.preset === "" && <option value="">{texts.results.analysisDialog.notSet}</option>}
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
            placeholder={option.preset || HINTS[option.kind]}
            autocomplete="off"
            spellcheck={false}
            onInput={(event) => onInput(event.currentTarget.value)}
          />
        )}
        {option.unit && <span class="field-unit">{unitText(option.unit)}</span>}
      </div>
      <p id={note} class="field-note">
        {option.words}
      </p>
    </div>
  );
}

const PAUSE_MS = 250; // nothing is typed for so long before the engine is asked

/* What the engine would say against the analysis, before it is written; "": nothing. */
function useTrouble(kind: AnalysisForm | undefined, typed: Record<string, string>, before: Written | null): string {
  const trouble = useSignal("");
  useEffect(() => {
    const known = new Set(messages.value.map((message) => message.text));
    const ask = async (): Promise<void> => {
      if (!kind || missing(kind, typed).length > 0) return;
      const now = text.value;
      const changes = before ? changeAnalysis(now, before, kind, typed) : addAnalysis(now, kind, typed);
      const answer = await engine.check(applyChanges(now, changes), name.value, settings.value);
      const fresh = answer.messages.find((one) => one.severity === "error" && !known.has(one.text));
      trouble.value = fresh ? messageText(fresh) : "";
    };
    const timer = setTimeout(() => void ask().catch(() => (trouble.value = "")), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [kind, typed]);
  return trouble.value;
}

function Form({ index }: { index: number }) {
  const written = analysesIn(text.value);
  const before: Written | null = written[index] ?? null;
  const chosen = useSignal(before?.kind ?? firstKind());
  const typed = useSignal<Record<string, string>>(before ? { ...before.options } : beginning(firstKind()));
  const kind = forms.value.find((one) => one.kind === chosen.value);
  const close = (): void => void (editing.value = null);
  const lacking = kind ? missing(kind, typed.value) : [];
  const needs = before ? undefined : scene.value?.proposals?.[chosen.value]?.needs;
  const trouble = useTrouble(kind, typed.value, before);
  const save = (andRun: boolean): void => {
    if (!kind || lacking.length > 0) return;
    const done = commitOrReport((now) =>
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
      title={
        before
          ? texts.results.analysisDialog.analysis(index + 1, before.kind)
          : texts.results.analysisDialog.addAnAnalysis
      }
      onClose={close}
      actions={
        <>
          <button type="button" class="button" onClick={close}>
            {texts.results.analysisDialog.cancel}
          </button>
          <button type="button" class="button" disabled={lacking.length > 0} onClick={() => save(false)}>
            {texts.results.analysisDialog.writeToTheText}
          </button>
          <button type="button" class="button primary" disabled={lacking.length > 0} onClick={() => save(true)}>
            {texts.results.analysisDialog.writeAndRun}
          </button>
        </>
      }
    >
      <div class="option">
        <label for="analysis-kind">{texts.results.analysisDialog.analysis2}</label>
        <select
          id="analysis-kind"
          class="input"
          data-autofocus
          value={chosen.value}
          onChange={(event) => {
            chosen.value = event.currentTarget.value;
            typed.value = {
              ...beginning(chosen.value),
              ...(before?.kind === chosen.value ? before.options : {}),
            };
          }}
        >
          {forms.value.map((one) => (
            <option key={one.kind} value={one.kind}>
              {one.kind}
            </option>
          ))}
        </select>
        <p class="field-note">{kind?.words}</p>
        {needs && (
          <p class="field-note error" role="status">
            {texts.analyses.needs(chosen.value, needs.replace(/\.$/, ""))}
          </p>
        )}
      </div>
      <div class="options">{kind?.options.filter((option) => option.first).map(input)}</div>
      {more.length > 0 && (
        <details class="more-options">
          <summary>{texts.results.analysisDialog.moreOptions}</summary>
          <div class="options">{more.map(input)}</div>
        </details>
      )}
      {lacking.length > 0 && (
        <p class="field-note error">
          {texts.results.analysisDialog.required2} {lacking.join(" and ")}.
        </p>
      )}
      {lacking.length === 0 && !needs && trouble !== "" && (
        <p class="field-note error" role="status">
          {trouble}
        </p>
      )}
    </Dialog>
  );
}

export function AnalysisDialog() {
  const index = editing.value;
  if (index === null || forms.value.length === 0) return null;
  return <Form key={index} index={index} />;
}

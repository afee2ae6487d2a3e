/* results.tsx - what came of a run in plain words: how far to trust it, the largest forces and when, how it was computed. */
import { isModes } from "../../drawing/states";
import { type Run, shown, table, tableIndex } from "../../state/runs";
import { showPart } from "../../shell/layout";
import { isMatrix } from "../channels";
import { isStates } from "../state_entries";
import { ExplainButton } from "../../editor/explain";
import { Messages } from "../messages";
import { Events, Facts, Outputs, Ranges } from "../result_parts";
import { outcome } from "../runner";
import { accuracyNotes } from "../summary";
import { StatesList } from "../states_list";
import { texts } from "../../texts/texts";
import type { Panel } from "../panels";

function Others({ run }: { run: Run }) {
  if (run.tables.length < 2) return null;
  return (
    <p class="other-tables">
      {texts.results.panelResults.alsoComputed}
      {run.tables.map((one, i) =>
        i === tableIndex.value ? null : (
          <button type="button" key={i} class="link" onClick={() => (tableIndex.value = i)}>
            {one.kind}
          </button>
        ),
      )}
    </p>
  );
}

const WORDS = {
  ok: null,
  failed: texts.analyses.partly,
  wrong: texts.results.panelResults.theModelHasErrorsNothingWas,
  stopped: texts.results.panelResults.theRunWasStoppedResultsUp,
  lost: texts.results.panelResults.theConnectionWasLostDuringThe,
} as const;

function ResultsPanel() {
  const run = shown.value;
  const of = table.value;
  const last = outcome.value;
  const statusText = last && WORDS[last.status];
  const before = last !== null && !last.computed; // what is shown then
  const failed = last?.status === "failed" && before;
  return (
    <div class="results">
      {statusText && (
        <p class={`result-words ${last.status}`}>
          {failed
            ? texts.results.panelResults.theRunFailedNothingWasComputed
            : last.leftOut.length > 0
              ? texts.analyses.leftOut(last.leftOut)
              : statusText}
        </p>
      )}
      {last && last.messages.length > 0 && (
        <Messages
          list={last.messages}
          more={(message) => <ExplainButton message={message} among={last.messages} of={last.text} />}
        />
      )}
      {!run && !last && <p class="panel-none">{texts.results.panelResults.runTheModelToSeeIts}</p>}
      {run && of && before && (
        <h3 class="run-before">
          {texts.results.panelResults.fromAnEarlierRun} {run.label}
        </h3>
      )}
      {run && of && (
        <div class={before ? "results-columns before" : "results-columns"}>
          <div>
            {!isMatrix(of) &&
              accuracyNotes(of, run.scene).map(({ ok, text }) => (
                <p key={text} class={ok ? "trust ok" : "trust doubtful"}>
                  {text}
                </p>
              ))}
            {(isModes(of) || isStates(of)) && <StatesList run={run} of={of} />}
            {!isMatrix(of) && <Outputs run={run} of={of} />}
            {!isMatrix(of) && <Events of={of} />}
            {!isMatrix(of) && <Ranges run={run} of={of} />}
          </div>
          <div>
            <Facts of={of} />
            <Others run={run} />
          </div>
        </div>
      )}
      {statusText && last.status === "wrong" && (
        <button type="button" class="button" onClick={() => showPart("text")}>
          {texts.results.panelResults.goToTheText}
        </button>
      )}
    </div>
  );
}

function errorCount(): string {
  const errors = outcome.value?.messages.filter((message) => message.severity === "error").length ?? 0;
  return errors > 0 ? String(errors) : "";
}

export const panel: Panel = {
  id: "results",
  place: "main",
  order: 3,
  title: () => texts.results.panelResults.results,
  badge: errorCount,
  Body: ResultsPanel,
  showsFailures: true,
};

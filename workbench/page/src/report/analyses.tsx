/* analyses.tsx - what came of each analysis: how far to trust it, its states or modes to click, its forces, its facts, its numbers. */
import { analysisKind } from "../state/description";
import { capitalized, isModes } from "../drawing/states";
import { batch, useSignal } from "@preact/signals";
import { useId } from "preact/hooks";
import { columnOf, isMatrix, timeOf, unitOf } from "../analyse/channels";
import { isStates } from "../analyse/state_entries";
import { Events, Facts, Outputs, Ranges } from "../analyse/result_parts";
import { StatesList } from "../analyse/states_list";
import { rowsText, setFor, accuracyNotes } from "../analyse/summary";
import { saveCsv, TablePanel } from "../analyse/panel/table";
import { unitText } from "../shell/unit_text";
import { fineOf, type Table } from "../engine/engine";
import { few } from "../shell/number_text";
import { played } from "../drawing/player";
import { playing, row } from "../state/clock";
import { type Run, shown, tableIndex } from "../state/runs";
import type { Report } from "../analyse/report_data";
import { texts } from "../texts/texts";

const MOST_CELLS = 30; // rows or columns of a matrix that is written

function titleOf(of: Table): string {
  const title = of.kind.includes(".") ? undefined : analysisKind(of.kind)?.templates[0]?.title;
  return title ? `${title} (${of.kind})` : capitalized(of.kind);
}

function show(index: number): void {
  if (tableIndex.value === index) return;
  batch(() => {
    tableIndex.value = index;
    row.value = 0;
    playing.value = false;
  });
}

/* What is clicked is shown in the drawing: where that is out of sight, it is brought back. */
function bringDrawing(): void {
  const stage = document.getElementById("stage");
  const seen = stage?.getBoundingClientRect();
  if (seen && (seen.bottom < innerHeight * 0.3 || seen.top > innerHeight * 0.7))
    stage!.scrollIntoView({ block: "nearest" });
}

function Matrix({ of }: { of: Table }) {
  const names = of.channels.map((channel) => channel.name);
  if (of.rows > MOST_CELLS || names.length > MOST_CELLS)
    return (
      <p>
        {of.rows} {texts.report.analyses.x} {names.length} {texts.report.analyses.numbers}{" "}
        <button type="button" class="link" onClick={() => saveCsv(of)}>
          {texts.report.analyses.saveAsCsv}
        </button>
      </p>
    );
  return (
    <div class="report-wide" tabIndex={0} role="region" aria-label={texts.report.analyses.matrix(of.kind)}>
      <table class="report-table">
        <thead>
          <tr>
            <td />
            {names.map((name) => (
              <th key={name} scope="col">
                {name} <small>{unitText(unitOf(of, name) ?? "")}</small>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {Array.from({ length: of.rows }, (_, i) => (
            <tr key={i}>
              <th scope="row">{of.rowNames?.[i] ?? i + 1}</th>
              {names.map((name) => (
                <td key={name}>{few(columnOf(of, name)![i]!, 5)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Numbers({ of, index }: { of: Table; index: number }) {
  const open = useSignal(false);
  return (
    <details
      class="report-numbers on-screen"
      onToggle={(event) => {
        open.value = event.currentTarget.open;
        if (open.value) show(index);
      }}
    >
      <summary>
        {texts.report.analyses.allNumbers} {rowsText(of)} {texts.report.analyses.ofWord} {of.channels.length}{" "}
        {texts.report.analyses.channels}
      </summary>
      <p>
        <button type="button" class="button" onClick={() => saveCsv(of)}>
          {texts.report.analyses.saveAsCsv}
        </button>
      </p>
      {open.value && tableIndex.value === index && (
        <div class="report-grid">
          <TablePanel />
        </div>
      )}
    </details>
  );
}

function Analysis({ run, of, index }: { run: Run; of: Table; index: number }) {
  const heading = useId();
  const set = setFor(run, of);
  const on = tableIndex.value === index;
  const drawn = on && played.value?.table === fineOf(of);
  const several = run.tables.length > 1 && !isMatrix(of) && of.rows > 0;
  const listed = isModes(of) || isStates(of);
  return (
    <section class="report-part" aria-labelledby={heading}>
      <div class="report-bar">
        <h2 id={heading}>
          {titleOf(of)}
          {set && <small>, {set}</small>}
        </h2>
        {several && (
          <button
            type="button"
            class="button on-screen"
            aria-pressed={on}
            onClick={() => {
              show(index);
              playing.value = timeOf(of) !== null || isModes(of);
              bringDrawing();
            }}
          >
            {drawn ? texts.report.analyses.shown : texts.report.analyses.show}
          </button>
        )}
      </div>
      {isMatrix(of) ? (
        <Matrix of={of} />
      ) : (
        <div
          class="results-columns"
          onClickCapture={(event) => {
            if (!(event.target instanceof Element) || !event.target.closest("button, [role=option]")) return;
            show(index);
            bringDrawing();
          }}
        >
          <div>
            {accuracyNotes(of, run.scene).map(({ ok, text: words }) => (
              <p key={words} class={ok ? "trust ok" : "trust doubtful"}>
                {words}
              </p>
            ))}
            {listed && <StatesList run={run} of={of} on={on} onChoose={() => show(index)} />}
            <Outputs run={run} of={of} />
            <Events of={of} />
            <Ranges run={run} of={of} />
          </div>
          <div>
            <Facts of={of} />
          </div>
        </div>
      )}
      {!isMatrix(of) && of.rows > 0 && <Numbers of={of} index={index} />}
    </section>
  );
}

export function Analyses({ report }: { report: Report }) {
  const run = shown.value;
  if (!run)
    return (
      <section class="report-part">
        <p>
          {texts.report.analyses.nothingWasComputed}
          {report.run.messages.length > 0 ? texts.report.analyses.seeTheMessages : ""}.
        </p>
      </section>
    );
  if (run.tables.length === 0)
    return (
      <section class="report-part">
        <p>{texts.report.analyses.theModelRequestsNoAnalysisIt}</p>
      </section>
    );
  return (
    <>
      {run.tables.map((of, index) => (
        <Analysis key={index} run={run} of={of} index={index} />
      ))}
    </>
  );
}

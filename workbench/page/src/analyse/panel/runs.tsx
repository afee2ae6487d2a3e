/* runs.tsx - the runs of this session: which is shown, and which is laid over it for comparison. */
import { useSignal } from "@preact/signals";
import { reading } from "../../drawing/sample";
import { Icon } from "../../shell/icons";
import { Menu } from "../../shell/widgets";
import { compared, comparedId, forgotten, type Run, runs, shown, shownId } from "../../state/runs";
import { change, text } from "../../state/document";
import { settings } from "../../state/model";
import { columnOf, timeOf, unitOf } from "../channels";
import { valueAt } from "../plot_model";
import { active } from "../plots";
import { clockRow, comparedTable, readTime } from "../readout";
import { compareRun, keepRun, MOST_RUNS, removeRun, renameRun, showRun } from "../runner";
import { table } from "../../state/runs";
import { duration, quantity } from "../../shell/quantity";
import type { Panel } from "../panels";
import { texts } from "../../texts/texts";

function clockText(ms: number): string {
  const date = new Date(ms);
  const two = (value: number): string => String(value).padStart(2, "0");
  return `${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}`;
}

/* The text and the parameters of a run take the place of the present ones, in one step of undo. */
function restore(run: Run): void {
  keepRun(run.id);
  if (run.text !== text.value) change([{ from: 0, to: text.value.length, insert: run.text }]);
  settings.value = { ...run.settings };
}

function Entry({ run }: { run: Run }) {
  const naming = useSignal(false);
  const isShown = run.id === shownId.value;
  const isCompared = run.id === comparedId.value;
  const rename = (label: string): void => {
    naming.value = false;
    if (label.trim() !== "") renameRun(run.id, label.trim());
  };
  return (
    <li class={isShown ? "run-entry shown" : "run-entry"}>
      {naming.value ? (
        <input
          class="input"
          type="text"
          aria-label={texts.results.panelRuns.nameOfTheRun}
          value={run.label}
          ref={(input) => input?.focus()}
          onBlur={(event) => rename(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === "Enter") rename(event.currentTarget.value);
            if (event.key === "Escape") naming.value = false;
          }}
        />
      ) : (
        <button type="button" class="run-name" aria-pressed={isShown} onClick={() => showRun(run.id)}>
          <span>{run.label}</span>
          <small>
            {clockText(run.made)}, {duration(run.seconds)}
          </small>
        </button>
      )}
      <button
        type="button"
        class="icon-button small"
        aria-pressed={isCompared}
        disabled={isShown}
        title={
          isShown
            ? texts.results.panelRuns.thisIsTheRunShown
            : isCompared
              ? texts.results.panelRuns.stopComparing
              : texts.results.panelRuns.overlayOnTheRunShownDashed
        }
        aria-label={texts.results.panelRuns.compareWith(run.label)}
        onClick={() => compareRun(isCompared ? null : run.id)}
      >
        <Icon name="copy" size={14} />
      </button>
      <Menu
        label={texts.results.panelRuns.moreAbout(run.label)}
        icon="more"
        class="small"
        items={() => [
          { title: texts.results.panelRuns.rename, run: () => (naming.value = true) },
          {
            title: texts.results.panelRuns.restoreThisText,
            note: texts.results.panelRuns.withItsParametersCanBeUndone,
            run: () => restore(run),
          },
          { title: texts.results.panelRuns.remove, icon: "trash", run: () => removeRun(run.id) },
        ]}
      />
    </li>
  );
}

/* The largest difference of each curve of the marked plot, and the one now. */
function Differences() {
  const of = table.value;
  const other = comparedTable.value;
  const plot = active.value;
  if (!of || !other || !plot || plot.kind === "path") return null;
  const t = timeOf(of);
  const lines = plot.curves.flatMap((name) => {
    const mine = columnOf(of, name);
    const its = columnOf(other, name);
    if (!mine || !its || !t) return [];
    const end = timeOf(other)?.at(-1) ?? -Infinity;
    let most = 0;
    let when = 0;
    for (let row = 0; row < of.rows && t[row]! <= end; row++) {
      const away = Math.abs(mine[row]! - valueAt(its, clockRow(other, t[row]!)));
      if (away > most) [most, when] = [away, t[row]!];
    }
    const at = readTime.value;
    const unit = unitOf(of, name) ?? "";
    const now = reading(valueAt(mine, clockRow(of, at)) - valueAt(its, clockRow(other, at)), mine, unit);
    return [{ name, unit, most: reading(most, mine, unit), when, now }];
  });
  if (lines.length === 0) return null;
  return (
    <dl class="differences">
      {lines.map(({ name, unit, most, when, now }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            {texts.results.panelRuns.now} {quantity(now, unit, 3)}
            {texts.results.panelRuns.atMost} {quantity(most, unit, 3)} {texts.results.panelRuns.at}{" "}
            {quantity(when, "s", 3)}
          </dd>
        </div>
      ))}
    </dl>
  );
}

function RunsPanel() {
  const list = [...runs.value].reverse();
  if (list.length === 0) return <p class="browser-none">{texts.results.panelRuns.noRunsYet}</p>;
  return (
    <div class="runs">
      <ul class="run-list">
        {list.map((run) => (
          <Entry key={run.id} run={run} />
        ))}
      </ul>
      {forgotten.value > 0 && (
        <p class="browser-none">{texts.results.panelRuns.forgotten(forgotten.value, MOST_RUNS)}</p>
      )}
      {compared.value && shown.value && (
        <section class="comparison" aria-label={texts.results.panelRuns.difference}>
          <h3>
            {shown.value.label} {texts.results.panelRuns.minus} {compared.value.label}
          </h3>
          <Differences />
          <button type="button" class="button" onClick={() => compareRun(null)}>
            {texts.results.panelRuns.stopComparing}
          </button>
        </section>
      )}
    </div>
  );
}

export const panel: Panel = {
  id: "runs",
  place: "side",
  order: 3,
  title: () => texts.results.panelRuns.runs,
  Body: RunsPanel,
};

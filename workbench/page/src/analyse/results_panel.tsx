/* results_panel.tsx - what came of a run in plain words: how far to trust it, the largest forces and when, how it was computed. */
import type { Table } from "../engine/engine";
import { selected } from "../state/selection";
import { type Run, shown, table, tableIndex } from "../state/runs";
import { showPart } from "../shell/layout";
import { isMatrix, timeOf } from "./channels";
import { isModes, isStates } from "./lists";
import { Messages } from "./messages";
import { addCurve, active, angleUnit } from "./plots";
import { goToRow } from "./readout";
import { outcome } from "./runner";
import { type Range, reactionRanges, trustOf } from "./summary";
import { StatesList } from "./states_list";
import { few, quantity } from "./units";

function Extreme({ range, of, which }: { range: Range; of: Table; which: "low" | "high" }) {
  const value = range[which];
  const row = which === "low" ? range.lowRow : range.highRow;
  const t = timeOf(of);
  return (
    <button
      type="button"
      class="link"
      title="Show this instant"
      onClick={() => {
        goToRow(of, row);
        selected.value = { kind: kindOf(range.element), name: range.element };
      }}
    >
      {quantity(value, range.unit, angleUnit.value, 5)}
      {t && <small> at {few(t[row]!, 4)} s</small>}
    </button>
  );
}

function kindOf(element: string): "joint" | "force" | "driver" {
  const scene = shown.value?.scene;
  if (scene?.joints.some((one) => one.name === element)) return "joint";
  return scene?.forces.some((one) => one.name === element) ? "force" : "driver";
}

function Ranges({ run, of }: { run: Run; of: Table }) {
  const ranges = reactionRanges(of, run.scene);
  if (ranges.length === 0) return null;
  const timed = timeOf(of) !== null;
  return (
    <table class="ranges">
      <caption>Forces and torques</caption>
      <thead>
        <tr>
          <th scope="col">Channel</th>
          {timed && <th scope="col">Smallest</th>}
          <th scope="col">{timed ? "Largest" : "Value"}</th>
        </tr>
      </thead>
      <tbody>
        {ranges.map((range) => (
          <tr key={range.channel}>
            <th scope="row">
              <button
                type="button"
                class="link"
                title="Plot this"
                onClick={() => addCurve(active.value?.id ?? null, range.channel)}
              >
                {range.channel}
              </button>
            </th>
            {timed && (
              <td>
                <Extreme range={range} of={of} which="low" />
              </td>
            )}
            <td>
              <Extreme range={range} of={of} which="high" />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Facts({ of }: { of: Table }) {
  const facts = of.facts.filter(([name]) => !name.startsWith("reaction "));
  if (facts.length === 0) return null;
  return (
    <dl class="facts">
      {facts.map(([name, text]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  );
}

function Others({ run }: { run: Run }) {
  if (run.tables.length < 2) return null;
  return (
    <p class="other-tables">
      Also computed:
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
  failed: "The run failed. What was computed until then is shown.",
  wrong: "The model has mistakes. Nothing was computed.",
  stopped: "The run was stopped. What was computed until then is shown.",
  lost: "The connection was lost during the run. Run it again when it is back.",
} as const;

export function ResultsPanel() {
  const run = shown.value;
  const of = table.value;
  const last = outcome.value;
  const words = last && WORDS[last.status];
  const failed = last?.status === "failed" && !run;
  return (
    <div class="results">
      {words && <p class={`result-words ${last.status}`}>{failed ? "The run failed. Nothing was computed." : words}</p>}
      {last && last.messages.length > 0 && <Messages list={last.messages} />}
      {!run && !last && <p class="panel-none">Run the model to see what comes of it.</p>}
      {run && of && (
        <div class="results-columns">
          <div>
            {!isMatrix(of) &&
              trustOf(of).map(({ ok, words: text }) => (
                <p key={text} class={ok ? "trust ok" : "trust doubtful"}>
                  {text}
                </p>
              ))}
            {(isModes(of) || isStates(of)) && <StatesList run={run} of={of} />}
            <Ranges run={run} of={of} />
          </div>
          <div>
            <Facts of={of} />
            <Others run={run} />
          </div>
        </div>
      )}
      {words && last.status === "wrong" && (
        <button type="button" class="button" onClick={() => showPart("text")}>
          Go to the text
        </button>
      )}
    </div>
  );
}

/* result_parts.tsx - what came of an analysis, piece by piece: the range of every force with its instants, and what it says of itself. */
import type { Table } from "../engine/engine";
import { isUnique } from "../engine/unique";
import { orZero } from "../shell/number_text";
import { type Run, shown } from "../state/runs";
import { stateRows } from "../drawing/states";
import { selected } from "../state/selection";
import { active, addCurve, angleUnit } from "./plots";
import { goToRow } from "./readout";
import { type Range, reactionRanges, whereOf } from "./summary";
import { quantity } from "./units";

function Extreme({ range, of, which }: { range: Range; of: Table; which: "low" | "high" }) {
  const value = orZero(range[which], Math.max(Math.abs(range.low), Math.abs(range.high)));
  const row = which === "low" ? range.lowRow : range.highRow;
  return (
    <button
      type="button"
      class="link"
      title="Show it"
      onClick={() => {
        goToRow(of, row);
        selected.value = { kind: kindOf(range.element), name: range.element };
      }}
    >
      {quantity(value, range.unit, angleUnit.value, 5)}
      <small>{whereOf(of, row)}</small>
    </button>
  );
}

function kindOf(element: string): "joint" | "force" | "driver" {
  const scene = shown.value?.scene;
  if (scene?.joints.some((one) => one.name === element)) return "joint";
  return scene?.forces.some((one) => one.name === element) ? "force" : "driver";
}

export function Ranges({ run, of }: { run: Run; of: Table }) {
  const ranges = reactionRanges(of, run.scene);
  if (ranges.length === 0) return null;
  const several = stateRows(of).length > 1;
  return (
    <table class="ranges">
      <caption>Forces and torques</caption>
      <thead>
        <tr>
          <th scope="col">Channel</th>
          {several && <th scope="col">Smallest</th>}
          <th scope="col">{several ? "Largest" : "Value"}</th>
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
              {!isUnique(of, range.channel) && <small class="not-unique"> not unique</small>}
            </th>
            {several && (
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

export function Facts({ of }: { of: Table }) {
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

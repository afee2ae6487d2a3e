/* result_parts.tsx - what came of an analysis, piece by piece: the range of every force with its instants, and what it says of itself. */
import type { ComponentChildren } from "preact";
import type { Table } from "../engine/engine";
import { isUnique } from "../engine/unique";
import { NotUnique } from "../shell/not_unique";
import { few, orZero } from "../shell/number_text";
import { type Run, shown } from "../state/runs";
import { stateRows } from "../drawing/states";
import { selected } from "../state/selection";
import { playing, time } from "../state/clock";
import { reading } from "../drawing/rounding";
import { columnOf, groupsOf } from "./channels";
import { shownColumn } from "./rounding";
import { isListedFact, MEASURES, outputFacts } from "./output_facts";
import { active, addCurve } from "./plots";
import { goToRow } from "./readout";
import { type Range, reactionRanges, whereOf } from "./summary";
import { quantity } from "../shell/quantity";
import { inDisplayUnits } from "../shell/units_in_text";
import { texts } from "../texts/texts";

function Extreme({ range, of, which }: { range: Range; of: Table; which: "low" | "high" }) {
  const value = orZero(range[which], Math.max(Math.abs(range.low), Math.abs(range.high)));
  const row = which === "low" ? range.lowRow : range.highRow;
  const shared = !isUnique(of, range.channel); // digits would say more than is known
  return (
    <button
      type="button"
      class="link"
      title={texts.results.resultParts.showIt}
      onClick={() => {
        goToRow(of, row);
        selected.value = { kind: kindOf(range.element), name: range.element };
      }}
    >
      {shared && "≈ "}
      {quantity(value, range.unit, shared ? 3 : 5)}
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
      <caption>{texts.results.resultParts.forcesAndTorques}</caption>
      <thead>
        <tr>
          <th scope="col">{texts.results.resultParts.channel}</th>
          {several && <th scope="col">{texts.results.resultParts.smallest}</th>}
          <th scope="col">{several ? texts.results.resultParts.largest : texts.results.resultParts.value}</th>
        </tr>
      </thead>
      <tbody>
        {ranges.map((range) => (
          <tr key={range.channel}>
            <th scope="row">
              <button
                type="button"
                class="link"
                title={texts.results.resultParts.plotThis}
                onClick={() => addCurve(active.value?.id ?? null, range.channel)}
              >
                {range.channel}
              </button>
              {!isUnique(of, range.channel) && <NotUnique of={of} />}
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

function AtTime({ t, children }: { t: number; children: ComponentChildren }) {
  return (
    <button
      type="button"
      class="link"
      title={texts.results.resultParts.showIt}
      onClick={() => {
        playing.value = false;
        time.value = t;
      }}
    >
      {children}
    </button>
  );
}

/* What the outputs come to over the motion. */
export function Outputs({ run, of }: { run: Run; of: Table }) {
  const all = outputFacts(of, run.scene);
  if (all.length === 0) return null;
  const given = MEASURES.filter((measure) => all.some(({ values }) => values[measure]));
  return (
    <table class="ranges">
      <caption>{texts.results.resultParts.outputs}</caption>
      <thead>
        <tr>
          <th scope="col">{texts.results.resultParts.output}</th>
          {given.map((measure) => (
            <th scope="col" key={measure}>
              {measure}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {all.map(({ name, title, values }) => (
          <tr key={name}>
            <th scope="row">
              <button
                type="button"
                class="link"
                title={texts.results.resultParts.plotThis}
                onClick={() => addCurve(active.value?.id ?? null, name)}
              >
                {name}
              </button>
              {title && <small> {title}</small>}
            </th>
            {given.map((measure) => {
              const value = values[measure];
              return (
                <td key={measure}>
                  {value && value.time !== null ? (
                    <AtTime t={value.time}>
                      {value.text}{" "}
                      <small>
                        {texts.results.resultParts.at} {few(value.time, 4)} {texts.results.resultParts.s}
                      </small>
                    </AtTime>
                  ) : (
                    (value?.text ?? "")
                  )}
                </td>
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const MOST_EVENTS = 100; // more are in the table

/* What happened during the motion, with the impulses in joints and drivers. */
export function Events({ of }: { of: Table }) {
  const { events } = of;
  const times = events && columnOf(events, "t");
  if (!events || !times || events.rows === 0) return null;
  const skipped = new Set(["t", "count", "energy"]);
  const all = groupsOf(events, shown.value?.scene ?? null).flatMap(({ channels }) => channels);
  const parts = new Set(all.flatMap((one) => one.parts ?? [])); // of magnitudes, which stand for them
  const impulses = all.filter(
    ({ name }) => !skipped.has(name) && !parts.has(name) && columnOf(events, name)?.some((one) => one !== 0),
  );
  const row = (i: number, name: string, unit: string): string => {
    const column = shownColumn(events, name);
    return quantity(column ? reading(column[i]!, column, unit) : NaN, unit, 4);
  };
  return (
    <table class="ranges">
      <caption>
        {texts.results.resultParts.events}
        {events.rows > MOST_EVENTS ? texts.results.resultParts.theFirstOf(MOST_EVENTS, events.rows) : ""}
      </caption>
      <thead>
        <tr>
          <th scope="col">{texts.results.resultParts.event}</th>
          <th scope="col">{texts.results.resultParts.time}</th>
          <th scope="col">{texts.results.resultParts.energy}</th>
          {impulses.map(({ name }) => (
            <th scope="col" key={name}>
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {Array.from({ length: Math.min(events.rows, MOST_EVENTS) }, (_, i) => (
          <tr key={i}>
            <th scope="row">{events.rowNames?.[i]}</th>
            <td>
              <AtTime t={times[i]!}>
                {few(times[i]!, 6)} {texts.results.resultParts.s}
              </AtTime>
            </td>
            <td>{row(i, "energy", "J")}</td>
            {impulses.map(({ name, unit }) => (
              <td key={name}>{row(i, name, unit)}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

export function Facts({ of }: { of: Table }) {
  const scene = shown.value?.scene;
  const facts = of.facts.filter(([name]) => !name.startsWith("reaction ") && !(scene && isListedFact(of, scene, name)));
  if (facts.length === 0) return null;
  return (
    <dl class="facts">
      {facts.map(([name, text], i) => (
        <div key={name + i}>
          <dt>{name}</dt>
          <dd>{inDisplayUnits(text)}</dd>
        </div>
      ))}
    </dl>
  );
}

/* fields.tsx - what a study varies and keeps, or what a search makes small or large, as fields. */
import { useSignal } from "@preact/signals";
import { useId } from "preact/hooks";
import type { SceneParameter } from "../../engine/engine";
import { IconButton } from "../../shell/widgets";
import { description } from "../../state/description";
import { table } from "../../state/runs";
import { texts } from "../../texts/texts";
import { ChannelPicker } from "../channel_picker";
import {
  type Answer,
  change,
  FIRST_ANSWER,
  form,
  KINDS,
  type Law,
  LAWS,
  MEASURES,
  type Measure,
  type Part,
  partsOf,
  type Range,
  rangeOf,
  type Sample,
  SAMPLES,
  unitOf,
  variedOf,
} from "./form";

const said = texts.results.study;

function Choice<T extends string>(props: {
  label: string;
  value: T;
  words: readonly T[];
  titles: Record<string, string>;
  class?: string;
  id?: string;
  onChoose: (word: T) => void;
}) {
  const { label, value, words, titles, onChoose } = props;
  return (
    <select
      id={props.id}
      class={`input ${props.class ?? ""}`}
      aria-label={props.id ? undefined : label}
      title={label}
      value={value}
      onChange={(event) => onChoose(event.currentTarget.value as T)}
    >
      {words.map((one) => (
        <option key={one} value={one}>
          {titles[one] ?? one}
        </option>
      ))}
    </select>
  );
}

/* ---- parameters ---- */

function setRange(one: SceneParameter, by: Partial<Range>): void {
  change({ ranges: { ...form.value.ranges, [one.name]: { ...form.value.ranges[one.name], ...by } } });
}

/* What stands before a number. */
const SIGNS: Partial<Record<Part, string>> = { to: "–", spread: "±", count: "×", start: "@" };

function Numbers({ one, range }: { one: SceneParameter; range: Range }) {
  const parts = partsOf(form.value, range);
  return (
    <span class="study-range">
      {parts.map((part, i) => {
        const label = said.parts[part](one.name);
        const cut = parts.length === 4 && part === "from";
        return (
          <span key={part}>
            {part === "count" && <span class="study-unit">{unitOf(one).unit}</span>}
            {cut ? "∈" : i > 0 && SIGNS[part]}
            <input
              class={`input study-${part}`}
              type="text"
              inputMode="decimal"
              aria-label={label}
              title={label}
              value={range[part]}
              spellcheck={false}
              onInput={(event) => setRange(one, { [part]: event.currentTarget.value })}
            />
          </span>
        );
      })}
      {parts.at(-1) !== "count" && <span class="study-unit">{unitOf(one).unit}</span>}
    </span>
  );
}

function Parameter({ one, varied, all }: { one: SceneParameter; varied: SceneParameter[]; all: SceneParameter[] }) {
  const id = useId();
  const on = varied.includes(one);
  const range = rangeOf(form.value, one, varied.length < 2);
  const sampled = form.value.kind === "sweep" && form.value.sample !== "grid";
  const choose = (wanted: boolean): void => {
    const names = all.filter((other) => (other === one ? wanted : varied.includes(other))).map(({ name }) => name);
    change({ varied: names });
  };
  return (
    <div class="study-parameter">
      <input id={id} type="checkbox" checked={on} onChange={(event) => choose(event.currentTarget.checked)} />
      <label for={id} title={one.name}>
        {one.name}
      </label>
      {on && sampled && (
        <Choice
          class="study-law"
          label={said.law(one.name)}
          value={range.law}
          words={Object.keys(LAWS) as Law[]}
          titles={said.laws}
          onChoose={(law: Law) => setRange(one, { law })}
        />
      )}
      {on && <Numbers one={one} range={range} />}
    </div>
  );
}

/* ---- answers, goals ---- */

function setAnswer(at: number, by: Partial<Answer>): void {
  change({ answers: form.value.answers.map((one, i) => (i === at ? { ...one, ...by } : one)) });
}

function AnswerRow({ at, one, channel }: { at: number; one: Answer; channel: string }) {
  const id = useId();
  const picking = useSignal(false);
  const names = table.value?.channels.map(({ name }) => name) ?? [];
  const search = form.value.kind === "optimize";
  const numbered = (label: string): string => (at === 0 ? label : said.another(label, at + 1));
  return (
    <div class="study-answer">
      {search && (
        <Choice
          class="study-sense"
          label={numbered(said.sense)}
          value={one.large ? "maximize" : "minimize"}
          words={["minimize", "maximize"]}
          titles={said.senses}
          onChoose={(word) => setAnswer(at, { large: word === "maximize" })}
        />
      )}
      <Choice
        class="study-measure"
        label={numbered(said.measure)}
        value={one.measure}
        words={Object.keys(MEASURES) as Measure[]}
        titles={said.measures}
        onChoose={(measure: Measure) => setAnswer(at, { measure })}
      />
      <input
        class="input"
        type="text"
        list={id}
        aria-label={numbered(said.channel)}
        title={said.channel}
        value={channel}
        spellcheck={false}
        autocomplete="off"
        onInput={(event) => setAnswer(at, { channel: event.currentTarget.value })}
      />
      <datalist id={id}>
        {names.map((one) => (
          <option key={one} value={one} />
        ))}
      </datalist>
      <IconButton icon="search" class="small" label={numbered(said.pick)} onClick={() => (picking.value = true)} />
      {form.value.answers.length > 1 && (
        <IconButton
          icon="close"
          class="small"
          label={said.removeAnswer(at + 1)}
          onClick={() => change({ answers: form.value.answers.filter((_, i) => i !== at) })}
        />
      )}
      {picking.value && (
        <ChannelPicker
          title={said.pick}
          onPick={(name) => setAnswer(at, { channel: name })}
          onClose={() => (picking.value = false)}
        />
      )}
    </div>
  );
}

function Answers({ channel }: { channel: string }) {
  const search = form.value.kind === "optimize";
  return (
    <fieldset aria-label={search ? said.goals : said.answer}>
      <div class="study-head">
        <KindChoice />
        <IconButton
          icon="plus"
          class="small"
          label={search ? said.addGoal : said.addAnswer}
          onClick={() => change({ answers: [...form.value.answers, { ...FIRST_ANSWER, channel: "" }] })}
        />
      </div>
      {form.value.answers.map((one, at) => (
        <AnswerRow key={at} at={at} one={one} channel={at === 0 ? channel : one.channel} />
      ))}
    </fieldset>
  );
}

/* ---- how ---- */

/* In a grid the number of points follows from those of the values. */
function Sampling({ points }: { points: number | null }) {
  const id = useId();
  const { sample, count } = form.value;
  return (
    <div class="study-sampling">
      <label for={id}>{said.points}</label>
      <Choice
        id={id}
        label={said.points}
        value={sample}
        words={SAMPLES}
        titles={said.samples}
        onChoose={(sample: Sample) => change({ sample })}
      />
      {sample === "grid" ? (
        points !== null && <span class="study-points">{said.pointCount(points)}</span>
      ) : (
        <input
          class="input study-count"
          type="text"
          inputMode="numeric"
          aria-label={said.count}
          title={said.count}
          value={count}
          onInput={(event) => change({ count: event.currentTarget.value })}
        />
      )}
    </div>
  );
}

function Searching() {
  const [constraints, method] = [useId(), useId()];
  const field = description.value.studies
    ?.find(({ name }) => name === "optimize")
    ?.fields.find(({ name }) => name === "method");
  return (
    <>
      <div class="study-sampling">
        <label for={constraints}>{said.constraints}</label>
        <input
          id={constraints}
          class="input study-constraints"
          type="text"
          placeholder="max(abs(B.fx)) <= 100"
          title={said.constraintsTip}
          value={form.value.constraints}
          spellcheck={false}
          autocomplete="off"
          onInput={(event) => change({ constraints: event.currentTarget.value })}
        />
      </div>
      <div class="study-sampling">
        <label for={method}>{said.method}</label>
        <Choice
          id={method}
          label={said.method}
          value={form.value.method || (field?.default ?? "")}
          words={field?.choices ?? []}
          titles={{}}
          onChoose={(word) => change({ method: word === field?.default ? "" : word })}
        />
      </div>
    </>
  );
}

function KindChoice() {
  return (
    <div class="study-kinds" role="radiogroup" aria-label={said.kind}>
      {KINDS.map((one) => (
        <label key={one}>
          <input
            type="radio"
            name="study-kind"
            checked={form.value.kind === one}
            onChange={() => change({ kind: one, of: "" })}
          />
          <span>{said.kinds[one]}</span>
        </label>
      ))}
    </div>
  );
}

export function StudyFields(props: { all: SceneParameter[]; channel: string; points: number | null }) {
  const { all, channel, points } = props;
  const varied = variedOf(form.value, all);
  const search = form.value.kind === "optimize";
  return (
    <>
      <Answers channel={channel} />
      {!search && <Sampling points={points} />}
      <fieldset class="study-parameters">
        <legend>{search ? said.over : said.vary}</legend>
        {all.map((one) => (
          <Parameter key={one.name} one={one} varied={varied} all={all} />
        ))}
      </fieldset>
      {search && <Searching />}
    </>
  );
}

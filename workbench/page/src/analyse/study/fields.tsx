/* fields.tsx - what a study varies and keeps, as fields. */
import { useSignal } from "@preact/signals";
import { useId } from "preact/hooks";
import type { SceneParameter } from "../../engine/engine";
import { IconButton } from "../../shell/widgets";
import { table } from "../../state/runs";
import { texts } from "../../texts/texts";
import { ChannelPicker } from "../channel_picker";
import {
  change,
  form,
  MEASURES,
  type Measure,
  type Range,
  rangeOf,
  type Sample,
  SAMPLES,
  unitOf,
  variedOf,
} from "./form";

function RangeField({
  one,
  range,
  part,
  label,
}: {
  one: SceneParameter;
  range: Range;
  part: keyof Range;
  label: string;
}) {
  return (
    <input
      class={`input study-${part}`}
      type="text"
      inputMode="decimal"
      aria-label={label}
      title={label}
      value={range[part]}
      spellcheck={false}
      onInput={(event) => {
        const now = { ...range, [part]: event.currentTarget.value };
        change({ ranges: { ...form.value.ranges, [one.name]: now } });
      }}
    />
  );
}

function Parameter({ one, varied, all }: { one: SceneParameter; varied: SceneParameter[]; all: SceneParameter[] }) {
  const id = useId();
  const on = varied.includes(one);
  const range = rangeOf(form.value, one, varied.length < 2);
  const grid = form.value.sample === "grid";
  const choose = (wanted: boolean): void => {
    const names = all.filter((other) => (other === one ? wanted : varied.includes(other))).map(({ name }) => name);
    change({ varied: names });
  };
  return (
    <div class="study-parameter">
      <input id={id} type="checkbox" checked={on} onChange={(event) => choose(event.currentTarget.checked)} />
      <label for={id}>{one.name}</label>
      {on && (
        <span class="study-range">
          <RangeField one={one} range={range} part="from" label={texts.results.study.from(one.name)} />–
          <RangeField one={one} range={range} part="to" label={texts.results.study.to(one.name)} />
          <span class="study-unit">{unitOf(one).unit}</span>
          {grid && <>×</>}
          {grid && <RangeField one={one} range={range} part="count" label={texts.results.study.values(one.name)} />}
        </span>
      )}
    </div>
  );
}

function Answer({ channel }: { channel: string }) {
  const id = useId();
  const picking = useSignal(false);
  const names = table.value?.channels.map(({ name }) => name) ?? [];
  return (
    <div class="study-answer">
      <select
        class="input"
        aria-label={texts.results.study.measure}
        value={form.value.measure}
        onChange={(event) => change({ measure: event.currentTarget.value as Measure })}
      >
        {(Object.keys(MEASURES) as Measure[]).map((one) => (
          <option key={one} value={one}>
            {texts.results.study.measures[one]}
          </option>
        ))}
      </select>
      <input
        class="input"
        type="text"
        list={id}
        aria-label={texts.results.study.channel}
        title={texts.results.study.channel}
        value={channel}
        spellcheck={false}
        autocomplete="off"
        onInput={(event) => change({ channel: event.currentTarget.value })}
      />
      <datalist id={id}>
        {names.map((one) => (
          <option key={one} value={one} />
        ))}
      </datalist>
      <IconButton icon="search" label={texts.results.study.pick} onClick={() => (picking.value = true)} />
      {picking.value && (
        <ChannelPicker
          title={texts.results.study.pick}
          onPick={(name) => change({ channel: name })}
          onClose={() => (picking.value = false)}
        />
      )}
    </div>
  );
}

/* In a grid the number of points follows from those of the values. */
function Sampling({ points }: { points: number | null }) {
  const id = useId();
  const { sample, count } = form.value;
  return (
    <div class="study-sampling">
      <label for={id}>{texts.results.study.points}</label>
      <select
        id={id}
        class="input"
        value={sample}
        onChange={(event) => change({ sample: event.currentTarget.value as Sample })}
      >
        {SAMPLES.map((one) => (
          <option key={one} value={one}>
            {texts.results.study.samples[one]}
          </option>
        ))}
      </select>
      {sample === "grid" ? (
        points !== null && <span class="study-points">{texts.results.study.pointCount(points)}</span>
      ) : (
        <input
          class="input study-count"
          type="text"
          inputMode="numeric"
          aria-label={texts.results.study.count}
          title={texts.results.study.count}
          value={count}
          onInput={(event) => change({ count: event.currentTarget.value })}
        />
      )}
    </div>
  );
}

export function StudyFields(props: { all: SceneParameter[]; channel: string; points: number | null }) {
  const { all, channel, points } = props;
  const varied = variedOf(form.value, all);
  return (
    <>
      <fieldset>
        <legend>{texts.results.study.answer}</legend>
        <Answer channel={channel} />
      </fieldset>
      <Sampling points={points} />
      <fieldset class="study-parameters">
        <legend>{texts.results.study.vary}</legend>
        {all.map((one) => (
          <Parameter key={one.name} one={one} varied={varied} all={all} />
        ))}
      </fieldset>
    </>
  );
}

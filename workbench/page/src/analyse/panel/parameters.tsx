/* parameters.tsx - a slider for each parameter of the model; moving one draws and runs the model anew, at once.
 *
 * The text stays as it is until the value is written into it.
 */
import { useSignal } from "@preact/signals";
import type { SceneParameter } from "../../engine/engine";
import { Icon } from "../../shell/icons";
import { Menu } from "../../shell/widgets";
import { messages, scene, settings, stale } from "../../state/model";
import { compared, runs, shownId } from "../../state/runs";
import { shownNumber, typedNumber, writtenNumber } from "../../editor/typed";
import type { Shown } from "../../shell/display_units";
import { few, withUnitText } from "../../shell/number_text";
import { firstError } from "../../shell/units_in_text";
import { shownOf, written } from "../parameter_values";
import { compareRun } from "../runner";
import { revertToText, writeSet } from "../set_parameters";
import { placeOf, type Span, spanAbout, STEPS, valueAt } from "../sliders";
import { settingsText } from "../summary";
import "./parameters.css";
import { perDocument } from "../../state/loads";
import type { Panel } from "../panels";
import { texts } from "../../texts/texts";

/* How far sliders reach where the user said so, by the name of the parameter and its unit. */
const spans = perDocument<Record<string, Span>>({});

function keyOf(one: SceneParameter, unit: Shown): string {
  return `${one.name} ${unit.written}`;
}

function set(name: string, value: string | null): void {
  const next = { ...settings.value };
  if (value === null) delete next[name];
  else next[name] = value;
  settings.value = next;
}

function Ends({ one, unit, span, about }: { one: SceneParameter; unit: Shown; span: Span; about: number }) {
  const end = (which: "min" | "max") => (
    <input
      class="slider-end"
      type="text"
      inputMode="decimal"
      size={5}
      aria-label={`${which === "min" ? texts.results.panelParameters.smallest : texts.results.panelParameters.largest} ${one.name}`}
      value={few(span[which], 4).replace("−", "-")}
      onChange={(event) => {
        const typed = typedNumber(event.currentTarget.value, unit);
        const next = { ...span, [which]: typed === null ? NaN : Number((typed * unit.factor).toPrecision(12)) };
        if (next.max > next.min) spans.value = { ...spans.value, [keyOf(one, unit)]: next };
        else event.currentTarget.value = few(span[which], 4).replace("−", "-");
      }}
    />
  );
  return (
    <div class="slider-ends">
      {end("min")}
      <span class="slider-ticks" aria-hidden="true" style={`--at: ${placeOf(about, span) / STEPS}`} />
      {end("max")}
    </div>
  );
}

function Slider({ one }: { one: SceneParameter }) {
  const typed = useSignal<string | null>(null);
  const base = written(one);
  const moved = settings.value[one.name] !== undefined;
  const now = settings.value[one.name] ?? base;
  const home = shownOf(one, base);
  const { value, unit } = shownOf(one, now);
  const natural = spanAbout(home.value);
  const own = spans.value[keyOf(one, unit)] ?? natural;
  const span = { min: Math.min(own.min, value), max: Math.max(own.max, value) };
  const shown = shownNumber(now, unit);
  const commit = (text: string): void => {
    typed.value = null;
    if (text.trim() === "" || text.trim() === shown) return;
    const written = writtenNumber(text, unit);
    set(one.name, written === base ? null : written);
  };
  return (
    <div class={moved ? "slider moved" : "slider"}>
      <div class="slider-head">
        <label for={`parameter-${one.name}`}>{one.name}</label>
        <input
          class="input slider-value"
          type="text"
          aria-label={texts.results.panelParameters.valueOfANumberOrAn(one.name)}
          aria-invalid={stale.value && moved}
          value={typed.value ?? shown}
          spellcheck={false}
          onInput={(event) => (typed.value = event.currentTarget.value)}
          onChange={(event) => commit(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === "Enter") commit(event.currentTarget.value);
            if (event.key === "Escape") typed.value = null;
          }}
        />
        <span class="slider-unit">{unit.unit}</span>
        <button
          type="button"
          class="icon-button small"
          aria-label={texts.results.panelParameters.resetTo(base)}
          title={texts.results.panelParameters.resetToAsInTheText(base)}
          disabled={!moved}
          onClick={() => set(one.name, null)}
        >
          <Icon name="undo" size={14} />
        </button>
        <button
          type="button"
          class="icon-button small"
          aria-label={texts.results.panelParameters.writeToTheText(one.name)}
          title={texts.results.panelParameters.writeToTheText2}
          disabled={!moved}
          onClick={() => writeSet([one.name])}
        >
          <Icon name="text" size={14} />
        </button>
      </div>
      <input
        id={`parameter-${one.name}`}
        class="slider-range"
        type="range"
        min={0}
        max={STEPS}
        step={1}
        value={placeOf(value, span)}
        aria-valuetext={withUnitText(String(value), unit.unit)}
        onInput={(event) =>
          set(one.name, writtenNumber(String(valueAt(Number(event.currentTarget.value), span)), unit))
        }
        onDblClick={() => set(one.name, null)}
      />
      <Ends one={one} unit={unit} span={span} about={home.value} />
    </div>
  );
}

function ParametersPanel() {
  const list = scene.value?.parameters ?? [];
  if (list.length === 0)
    return (
      <p class="browser-none">
        {texts.results.panelParameters.thisModelHasNoParametersAdd}{" "}
        <code>
          {texts.results.panelParameters.parameters} {"{length: 0.4}"}
        </code>
        {texts.results.panelParameters.andUseTheirNamesInPlace}
      </p>
    );
  const moved = Object.keys(settings.value);
  const other = runs.value.filter((one) => one.id !== shownId.value).pop();
  return (
    <div class="sliders">
      {list.map((one) => (
        <Slider key={one.name} one={one} />
      ))}
      {stale.value && moved.length > 0 && (
        <p class="field-note error">{firstError(messages.value)?.replace(/^\w+=.*?:\d+: /, "")}</p>
      )}
      {moved.length > 0 && (
        <div class="sliders-set">
          <p>
            {settingsText(settings.value)}
            {texts.results.panelParameters.notInTheText}
          </p>
          <button type="button" class="button" onClick={() => writeSet()}>
            {texts.results.panelParameters.writeToTheText2}
          </button>
          <button type="button" class="button" onClick={revertToText}>
            {texts.results.panelParameters.revertToTheText}
          </button>
        </div>
      )}
      <div class="sliders-foot">
        <button
          type="button"
          class="button"
          aria-pressed={compared.value !== null}
          disabled={!other && !compared.value}
          title={texts.results.panelParameters.overlayThePreviousRunDashed}
          onClick={() => compareRun(compared.value ? null : other!.id)}
        >
          {texts.results.panelParameters.compare}
        </button>
        <Menu
          label={texts.results.panelParameters.more}
          icon="more"
          items={() => [
            { title: texts.results.panelParameters.defaultRanges, icon: "undo", run: () => (spans.value = {}) },
          ]}
        />
      </div>
    </div>
  );
}

export const panel: Panel = {
  id: "parameters",
  place: "side",
  order: 2,
  title: () => (Object.keys(settings.value).length > 0 ? "Parameters •" : texts.results.panelParameters.parameters2),
  Body: ParametersPanel,
};

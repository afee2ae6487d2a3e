/* transport.tsx - the bar below the drawing: play, scrub, step, speed; steps through solutions; the amplitude of modes. */
import { useComputed } from "@preact/signals";
import { few } from "../shell/number_text";
import { looping, playing, row, speed, time } from "../state/clock";
import { channelColumn } from "./sample";
import { IconButton } from "./icons";
import {
  amplitude,
  decaying,
  outdated,
  played,
  shownMode,
  showRun,
  step,
  toEnd,
  toStart,
  togglePlay,
  type Played,
} from "./player";
import { SPEEDS, speedText } from "./playback_speeds";
import { stateAt, stateLabel, stateRows } from "./states";
import { texts } from "../texts/texts";

/* As many digits as tell one row from the next. */
function timeDigits(now: Played): number {
  const rowStep = (now.to - now.from) / Math.max(now.motion.rows - 1, 1);
  return rowStep > 0 ? Math.min(Math.max(Math.ceil(-Math.log10(rowStep) - 1e-9), 0), 9) : 2;
}

function Scrub({ now }: { now: Played }) {
  const digits = timeDigits(now);
  const part = useComputed(() => (now.to > now.from ? (time.value - now.from) / (now.to - now.from) : 0));
  return (
    <>
      <input
        class="scrub"
        type="range"
        aria-label={texts.view.transport.time}
        aria-valuetext={`${time.value.toFixed(digits)} s`}
        min={now.from}
        max={now.to}
        step="any"
        value={time.value}
        style={{ "--part": String(part.value) }}
        onInput={(event) => {
          playing.value = false;
          time.value = Number(event.currentTarget.value);
        }}
        onKeyDown={(event) => {
          const by = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1, PageUp: 10, PageDown: -10 }[event.key];
          if (by === undefined) return;
          event.preventDefault();
          step(by);
        }}
      />
      <output class="readout clock" aria-label={texts.view.transport.timeShown}>
        {time.value.toFixed(digits)}
        <span class="of">
          {" "}
          / {few(now.to, 4)} {texts.view.transport.s}
        </span>
      </output>
    </>
  );
}

function Speed() {
  const choices = SPEEDS.includes(speed.value) ? SPEEDS : [...SPEEDS, speed.value].sort((a, b) => a - b);
  return (
    <select
      class="speed"
      aria-label={texts.view.transport.speed}
      title={texts.view.transport.speed}
      value={String(speed.value)}
      onChange={(event) => (speed.value = Number(event.currentTarget.value))}
    >
      {choices.map((one) => (
        <option value={String(one)} key={one}>
          {speedText(one)}
        </option>
      ))}
    </select>
  );
}

function Timed({ now }: { now: Played }) {
  return (
    <>
      <IconButton of="start" kind="end" label={texts.view.transport.toTheStartHome} act={toStart} />
      <IconButton of="back" kind="step" label={texts.view.transport.oneRowBackLeftArrow} act={() => step(-1)} />
      <PlayButton />
      <IconButton of="next" kind="step" label={texts.view.transport.oneRowForwardRightArrow} act={() => step(1)} />
      <IconButton of="end" kind="end" label={texts.view.transport.toTheEndEnd} act={toEnd} />
      <Scrub now={now} />
      <Speed />
      <IconButton
        of="loop"
        label={texts.view.transport.repeat}
        pressed={looping.value}
        act={() => (looping.value = !looping.value)}
      />
    </>
  );
}

function PlayButton() {
  return (
    <IconButton
      of={playing.value ? "pause" : "play"}
      label={playing.value ? texts.view.transport.pauseSpace : texts.view.transport.playSpace}
      act={togglePlay}
    />
  );
}

function rowLabel(now: Played): string {
  return stateLabel(now.table, row.value);
}

function Rows({ now }: { now: Played }) {
  const states = stateRows(now.table);
  const single = states.length < 2;
  return (
    <>
      {!single && <IconButton of="back" label={texts.view.transport.previousLeftArrow} act={() => step(-1)} />}
      {!single && <IconButton of="next" label={texts.view.transport.nextRightArrow} act={() => step(1)} />}
      {!single && (
        <input
          class="scrub"
          type="range"
          aria-label={texts.view.transport.solution}
          aria-valuetext={rowLabel(now)}
          min={0}
          max={states.length - 1}
          step={1}
          value={stateAt(now.table, row.value)}
          onInput={(event) => (row.value = states[Number(event.currentTarget.value)]!)}
        />
      )}
      <output class="readout">{rowLabel(now)}</output>
    </>
  );
}

function Modes({ now }: { now: Played }) {
  const mode = shownMode.value;
  const frequency = channelColumn(now.table, "frequency")?.[row.value] ?? 0;
  return (
    <>
      <IconButton of="back" label={texts.view.transport.previousModeLeftArrow} act={() => step(-1)} />
      <PlayButton />
      <IconButton of="next" label={texts.view.transport.nextModeRightArrow} act={() => step(1)} />
      <output class="readout">
        {rowLabel(now)}
        {mode && frequency > 0 ? `, ${few(frequency, 4)} Hz` : texts.view.transport.noOscillation}
      </output>
      <label class="amplitude">
        <span>{texts.view.transport.amplitude}</span>
        <input
          type="range"
          min={0}
          max={2}
          step={0.05}
          value={amplitude.value}
          onInput={(event) => (amplitude.value = Number(event.currentTarget.value))}
        />
      </label>
      <label class="check">
        <input
          type="checkbox"
          checked={decaying.value}
          onChange={(event) => {
            decaying.value = event.currentTarget.checked;
            time.value = 0;
          }}
        />
        <span>{texts.view.transport.decay}</span>
      </label>
    </>
  );
}

export function Transport() {
  const now = played.value;
  return (
    <div class="transport" role="group" aria-label={texts.view.transport.playing}>
      {now?.modes && <Modes now={now} />}
      {now && !now.modes && now.motion.timed && <Timed now={now} />}
      {now && !now.modes && !now.motion.timed && <Rows now={now} />}
      {!now && (
        <>
          <IconButton of="play" label={texts.view.transport.playSpace} act={togglePlay} disabled={!outdated.value} />
          <span class="transport-note">
            {outdated.value
              ? texts.view.transport.editedSinceTheLastRun
              : texts.view.transport.theInitialPositionRunAnAnalysis}
          </span>
          {outdated.value && (
            <button type="button" class="text-button" onClick={showRun}>
              {texts.view.transport.showThatRun}
            </button>
          )}
        </>
      )}
    </div>
  );
}

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
        aria-label="Time"
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
      <output class="readout clock" aria-label="Time shown">
        {time.value.toFixed(digits)}
        <span class="of"> / {few(now.to, 4)} s</span>
      </output>
    </>
  );
}

function Speed() {
  const choices = SPEEDS.includes(speed.value) ? SPEEDS : [...SPEEDS, speed.value].sort((a, b) => a - b);
  return (
    <select
      class="speed"
      aria-label="Speed"
      title="Speed"
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
      <IconButton of="start" kind="end" label="To the start (Home)" act={toStart} />
      <IconButton of="back" kind="step" label="One row back (left arrow)" act={() => step(-1)} />
      <PlayButton />
      <IconButton of="next" kind="step" label="One row forward (right arrow)" act={() => step(1)} />
      <IconButton of="end" kind="end" label="To the end (End)" act={toEnd} />
      <Scrub now={now} />
      <Speed />
      <IconButton of="loop" label="Repeat" pressed={looping.value} act={() => (looping.value = !looping.value)} />
    </>
  );
}

function PlayButton() {
  return (
    <IconButton
      of={playing.value ? "pause" : "play"}
      label={playing.value ? "Pause (space)" : "Play (space)"}
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
      {!single && <IconButton of="back" label="Previous (left arrow)" act={() => step(-1)} />}
      {!single && <IconButton of="next" label="Next (right arrow)" act={() => step(1)} />}
      {!single && (
        <input
          class="scrub"
          type="range"
          aria-label="Solution"
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
      <IconButton of="back" label="Previous mode (left arrow)" act={() => step(-1)} />
      <PlayButton />
      <IconButton of="next" label="Next mode (right arrow)" act={() => step(1)} />
      <output class="readout">
        {rowLabel(now)}
        {mode && frequency > 0 ? `, ${few(frequency, 4)} Hz` : ", no oscillation"}
      </output>
      <label class="amplitude">
        <span>Amplitude</span>
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
        <span>Decay</span>
      </label>
    </>
  );
}

export function Transport() {
  const now = played.value;
  return (
    <div class="transport" role="group" aria-label="Playing">
      {now?.modes && <Modes now={now} />}
      {now && !now.modes && now.motion.timed && <Timed now={now} />}
      {now && !now.modes && !now.motion.timed && <Rows now={now} />}
      {!now && (
        <>
          <IconButton of="play" label="Play (space)" act={togglePlay} disabled={!outdated.value} />
          <span class="transport-note">
            {outdated.value ? "Edited since the last run." : "The initial position. Run an analysis to see it move."}
          </span>
          {outdated.value && (
            <button type="button" class="text-button" onClick={showRun}>
              Show that run
            </button>
          )}
        </>
      )}
    </div>
  );
}

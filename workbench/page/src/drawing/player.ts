/* player.ts - what is on show: the model as it stands, or a table of the shown run, and the clock that plays it.
 *
 * Of the model and the run the one that changed last is shown: a run that was chosen, or an edit since then.
 */
import { computed, effect, signal } from "@preact/signals";
import { fineOf, type Pose, type Scene, type Table } from "../engine/engine";
import { looping, painting, playing, row, speed, time } from "../state/clock";
import { perDocument } from "../state/loads";
import { checkedText, sameMechanism, scene as modelScene, settings as modelSettings } from "../state/model";
import { running, sceneOf, shown, tableIndex, type Run } from "../state/runs";
import { largestShift, modeOf, posesOfMode, referencePoses, shapesOf, type Mode } from "./modes";
import { motionOf, posesAtRow, rowAt, type Motion } from "./poses";
import { noSample, sampleAt, type Sample } from "./sample";
import { suitableSpeed } from "./playback_speeds";
import { isModes, stateAt, stateRows } from "./states";

export interface Played {
  scene: Scene;
  table: Table;
  motion: Motion; // no rows for modes
  modes: boolean;
  reference: Pose[]; // modes: about it
  from: number; // s, of the clock; rows of tables that are not timed
  to: number;
  events?: Table; // what happens during it
}

export const amplitude = perDocument(1); // of modes, as a part of what is chosen for them
export const decaying = perDocument(false); // modes decay or grow as they do
const LARGEST_SHIFT = 0.14; // of the size of the mechanism
const CYCLE = 2; // s of the clock for one cycle of a mode at speed 1

const followsRun = signal(false);

/* Whether a run is of the model as it stands: in its text, in its parameters. */
function freshness(run: Run): { text: boolean; settings: boolean } {
  return {
    text: sameMechanism(run.text, checkedText.value),
    settings: JSON.stringify(run.settings) === JSON.stringify(modelSettings.value),
  };
}

effect(() => {
  const run = shown.value;
  const index = tableIndex.value;
  followsRun.value = run !== null && index >= 0;
});

/* A parameter that is moved is run anew at once: until then the run before stays on show, and the drawing does not jump to the start. */
const PATIENCE = 1500; // ms
let timer: ReturnType<typeof setTimeout> | undefined;

effect(() => {
  void [modelScene.value, running.value];
  const run = shown.peek(); // one that was chosen is shown whatever it is of
  clearTimeout(timer);
  if (!run) return;
  const { text, settings } = freshness(run);
  const leave = (): void => void (followsRun.value = followsRun.peek() && shown.peek() !== run);
  if (text && settings) followsRun.value = true;
  else if (!text) followsRun.value = false;
  else if (!running.value) timer = setTimeout(leave, PATIENCE);
});

/* The run that could be played but is of another state of the model. */
export const outdated = computed(() => !followsRun.value && shown.value !== null);

export function showRun(): void {
  if (shown.value) followsRun.value = true;
}

/* A table that shows no motion itself (a matrix, a response) leaves the one before it on show. */
export const played = computed<Played | null>(() => {
  const run = shown.value;
  if (!run || !followsRun.value) return null;
  for (let index = Math.min(tableIndex.value, run.tables.length - 1); index >= 0; index--) {
    const found = playedOf(run, index);
    if (found) return found;
  }
  return null;
});

function playedOf(run: Run, index: number): Played | null {
  const one = fineOf(run.tables[index]!);
  const scene = sceneOf(run, one);
  const modes = isModes(one);
  const motion = motionOf(scene, one);
  if (motion.rows === 0 || (!modes && !motion.bodies.some((body) => body !== null))) return null;
  const reference = modes ? referencePoses(scene, run.tables, index) : [];
  const [from, to] = [motion.t[0]!, motion.t[motion.rows - 1]!];
  return { scene, table: one, motion, modes, reference, from, to, events: run.tables[index]!.events };
}

export const shownScene = computed<Scene | null>(() => played.value?.scene ?? modelScene.value);

/* ---- what is shown at this instant ---- */

export interface Moment {
  scene: Scene;
  poses: Pose[];
  value: Sample;
  time: number;
}

function shapeAt(now: Played, which: number) {
  const list = shapesOf(now.scene, now.table, which);
  const shift = largestShift(now.scene, now.reference, list);
  return { list, mode: modeOf(now.table, which), unit: shift > 0 ? (LARGEST_SHIFT * now.scene.size) / shift : 0 };
}

const shapes = computed(() => {
  const now = played.value;
  return now?.modes ? shapeAt(now, Math.min(Math.max(row.value, 0), now.table.rows - 1)) : null;
});

/* Poses that all modes together reach: what a window for them must hold. */
export function modeExtremes(now: Played): Pose[][] {
  const phases = [0, 1, 2, 3].map((k) => (k * Math.PI) / 2);
  return Array.from({ length: Math.min(now.table.rows, 40) }, (_, which) => shapeAt(now, which)).flatMap(
    ({ list, unit }) =>
      phases.map((phase) => posesOfMode(now.reference, list, unit * Math.cos(phase), unit * Math.sin(phase))),
  );
}

export const shownMode = computed<Mode | null>(() => shapes.value?.mode ?? null);

function ofModes(now: Played): Moment {
  const { list, mode, unit } = shapes.value!;
  const phase = (2 * Math.PI * time.value) / mode.period;
  /* decay is kept visible: it begins anew after three time constants, or ten cycles */
  const span = decaySpan(mode);
  const size = unit * amplitude.value * (decaying.value && span > 0 ? Math.exp(mode.sigma * (time.value % span)) : 1);
  const bounded = Math.min(size, 4 * unit);
  return {
    scene: now.scene,
    poses: posesOfMode(now.reference, list, bounded * Math.cos(phase), bounded * Math.sin(phase)),
    value: sampleAt(now.table, row.value, 0),
    time: time.value,
  };
}

function decaySpan(mode: Mode): number {
  return mode.sigma === 0 ? 0 : Math.min(3 / Math.abs(mode.sigma), 10 * mode.period);
}

function rowNow(now: Played): [row: number, part: number] {
  if (now.motion.timed) return rowAt(now.motion, time.value);
  return [stateRows(now.table)[stateAt(now.table, row.value)] ?? 0, 0];
}

export function moment(): Moment | null {
  const now = played.value;
  const scene = shownScene.value;
  if (!scene) return null;
  if (!now) return { scene, poses: scene.bodies.map((body) => body.pose), value: noSample, time: 0 };
  if (now.modes) return ofModes(now);
  const [at, part] = rowNow(now);
  return momentAt(now, scene, at, part, time.value);
}

function momentAt(now: Played, scene: Scene, at: number, part: number, t: number): Moment {
  return {
    scene,
    poses: posesAtRow(scene, now.motion, at, part),
    value: sampleAt(now.table, at, part),
    time: now.motion.timed ? t : 0,
  };
}

/* The computed row nearest to what is shown: between rows everything is guessed on its own, and forces would not quite add up. */
export function nearestMoment(): Moment | null {
  const now = played.value;
  const scene = shownScene.value;
  if (!now || !scene || now.modes) return moment();
  const [at, part] = rowNow(now);
  const nearest = at + (part >= 0.5 ? 1 : 0);
  return momentAt(now, scene, nearest, 0, now.motion.t[nearest]!);
}

/* Puts the clock on that row, so that drawing, plots and clock tell of the same instant as what is shown of a row alone. */
export function snapToRow(): void {
  const now = played.value;
  if (now && !now.modes && now.motion.timed) time.value = nearestMoment()!.time;
}

/* ---- time goes by ---- */

/* Seconds of the mechanism for one of the clock. */
function pace(now: Played): number {
  const mode = shownMode.value;
  if (now.modes && mode) return (mode.period / CYCLE) * speed.value;
  return now.motion.timed ? speed.value : 0;
}

const LONGEST_WAIT = 250; // ms, for a picture
let frame = 0;
let before = 0;

function tickClock(stamp: number): void {
  frame = 0;
  const now = played.peek();
  if (!now || !playing.peek()) return;
  if (painting.now && stamp - before < LONGEST_WAIT) {
    frame = requestAnimationFrame(tickClock);
    return;
  }
  /* after a pause of the browser time does not jump */
  const passed = Math.min(Math.max(stamp - before, 0) / 1000, 0.25);
  before = stamp;
  let next = time.peek() + passed * pace(now);
  if (!now.modes && next > now.to) {
    const span = now.to - now.from;
    if (looping.peek() && span > 0) next = now.from + ((next - now.from) % span);
    else {
      next = now.to;
      playing.value = false;
    }
  }
  time.value = next;
  if (playing.peek()) frame = requestAnimationFrame(tickClock);
}

/* The wish to play outlives an edit: the clock waits while there is nothing to play, and goes on with the next run. */
const plays = computed(() => playing.value && played.value !== null);

effect(() => {
  if (!plays.value || typeof requestAnimationFrame === "undefined") return;
  const now = played.peek();
  if (now && !now.modes && time.peek() >= now.to) time.value = now.from;
  before = performance.now();
  if (!frame) frame = requestAnimationFrame(tickClock);
});

/* Another table begins at its start, at a speed that suits it; the same table of a new run goes on where the old one was, also where
 * a parameter that was moved says when it ends.
 */
let last: { run: Run; kind: string; from: number; to: number } | null = null;
effect(() => {
  const now = played.value;
  if (!now) return;
  const run = shown.peek()!;
  const same =
    last !== null &&
    last.kind === now.table.kind &&
    last.from === now.from &&
    (last.to === now.to || (last.run !== run && last.run.text === run.text && time.peek() <= now.to));
  last = { run, kind: now.table.kind, from: now.from, to: now.to };
  if (same) return;
  time.value = now.modes ? 0 : now.from;
  if (row.peek() >= now.table.rows) row.value = 0;
  speed.value = now.modes || !now.motion.timed ? 1 : suitableSpeed(now.to - now.from);
});

const ON_ROW = 1e-6; // of the way to the next

/* One row on or back; past the end to the other end where it loops. */
export function step(by: number): void {
  const now = played.value;
  if (!now) return;
  playing.value = false;
  const rows = now.table.rows;
  if (now.modes || !now.motion.timed) {
    const states = stateRows(now.table);
    row.value = states[(stateAt(now.table, row.value) + by + states.length) % states.length] ?? 0;
    return;
  }
  const [before, part] = rowNow(now);
  const at = part > 1 - ON_ROW ? before + 1 : before; // a time that was typed or told in digits is a row's but for rounding
  let next = by < 0 && part > ON_ROW && at === before ? at + by + 1 : at + by;
  if (next >= rows) next = looping.value ? 0 : rows - 1;
  if (next < 0) next = looping.value ? rows - 1 : 0;
  time.value = now.motion.t[next]!;
}

export function toStart(): void {
  const now = played.value;
  if (now?.motion.timed) time.value = now.from;
  else row.value = 0;
}

export function toEnd(): void {
  const now = played.value;
  if (now?.motion.timed) time.value = now.to;
  else if (now) row.value = stateRows(now.table).at(-1) ?? 0;
}

/* Playing a run that is of another state of the model shows that state again. */
export function togglePlay(): void {
  const asks = !played.value; // to see it at all
  if (asks) showRun();
  if (played.value && (played.value.motion.timed || played.value.modes)) playing.value = asks || !playing.value;
}

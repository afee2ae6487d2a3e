/* readout.ts - the instant whose numbers are written: the clock's, or where the pointer is; while it plays only ten times a second. What
 * is looked at of the time axis lies within the motions that are shown. */
import { computed, effect, signal } from "@preact/signals";
import { fineOf, type Table } from "../engine/engine";
import { playing, row, time } from "../state/clock";
import { compared, table, tableIndex } from "../state/runs";
import { timeOf } from "./channels";
import { rowFor, windowWithin } from "./plot_model";
import { pointed, xWindow } from "./plots";

const EVERY_MS = 100;

export const readTime = signal(0);
let last = 0;

export function watchReadout(): void {
  effect(() => {
    const now = time.value;
    const clock = performance.now();
    if (playing.value && clock - last < EVERY_MS) return;
    last = clock;
    readTime.value = now;
  });
  effect(() => {
    const times = [table.value, comparedTable.value].flatMap((of) => (of ? [timeOf(of)] : []));
    const [t] = times;
    if (t)
      xWindow.value = windowWithin(
        xWindow.peek(),
        t[0]!,
        times.flatMap((one) => one?.at(-1) ?? []),
      );
  });
}

/* The table of the compared run that belongs to the one shown. */
export const comparedTable = computed<Table | null>(() => {
  const other = compared.value;
  const of = table.value;
  if (!other || !of) return null;
  const same = other.tables[tableIndex.value];
  return same?.kind === of.kind ? same : (other.tables.find((one) => one.kind === of.kind) ?? null);
});

/* The row of a table at an instant of the clock; with a part between rows. */
export function clockRow(of: Table, at: number): number {
  const t = timeOf(of);
  return t ? rowFor(t, at) : Math.min(row.value, Math.max(0, of.rows - 1));
}

/* The same among the rows of its curves, of which there may be more than the table has. */
export function curveRow(of: Table, at: number): number {
  return clockRow(fineOf(of), at);
}

/* The row of the curves that is written: at the pointer's instant before the clock's. */
export function readRow(of: Table): number {
  return curveRow(of, pointed.value ?? readTime.value);
}

/* Puts the clock to a row. */
export function goToRow(of: Table, to: number): void {
  const t = timeOf(of);
  playing.value = t ? false : playing.value;
  if (t) time.value = t[Math.max(0, Math.min(to, of.rows - 1))]!;
  else row.value = Math.max(0, Math.min(to, of.rows - 1));
}

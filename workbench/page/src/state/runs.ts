/* runs.ts - what was computed: the runs of this session, which of them is shown, and which is laid over it. */
import { computed, signal } from "@preact/signals";
import type { RunAnswer, RunOptions, Scene, Settings, Table } from "../engine/engine";

export interface Run extends RunAnswer {
  id: number;
  label: string; // "fourbar.yaml, r = 0.4"
  text: string; // of the model it was run from
  settings: Settings;
  options: RunOptions; // chosen over what the text says
  scene: Scene; // of that text
  check: string; // what `trammel check` prints of it
  made: number; // ms since 1970
  named?: boolean; // by the user: it stays, however many come
}

/* The scene with which a table of the run is drawn: with the parameters that its analysis had. */
export function sceneOf(run: Run, of: Table | null | undefined): Scene {
  return run.scenes?.[of?.scene ?? ""] ?? run.scene;
}

export const runs = signal<Run[]>([]); // newest last
export const forgotten = signal(0); // runs of this document that had to go for newer ones
export const shownId = signal<number | null>(null);
export const comparedId = signal<number | null>(null);
export const shown = computed(() => runs.value.find((run) => run.id === shownId.value) ?? null);
export const compared = computed(() => runs.value.find((run) => run.id === comparedId.value) ?? null);

/* The table of the shown run that is played: index into its tables. */
export const tableIndex = signal(0);
export const table = computed<Table | null>(() => shown.value?.tables[tableIndex.value] ?? null);

/* A run under way: its part done, and how to stop it. */
export interface Running {
  part: number;
  analysis: string;
  stop: () => void;
}
export const running = signal<Running | null>(null);

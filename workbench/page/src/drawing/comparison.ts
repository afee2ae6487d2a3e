/* comparison.ts - the run that is laid over the shown one for comparison: its mechanism, and where that is at the clock's instant. */
import { computed } from "@preact/signals";
import { fineOf, type Pose, type Scene } from "../engine/engine";
import { row, time } from "../state/clock";
import { compared, sceneOf } from "../state/runs";
import { played } from "./player";
import { motionOf, posesAt, posesAtRow, type Motion } from "./poses";

export interface Comparison {
  scene: Scene;
  motion: Motion; // of at least one row
}

/* Null where nothing is compared, or what is has no such analysis. */
export const comparison = computed<Comparison | null>(() => {
  const run = compared.value;
  const now = played.value;
  const found = run?.tables.find((one) => one.kind === now?.table.kind);
  const table = found && fineOf(found);
  if (!run || !now || now.modes || !table || table === now.table) return null;
  const scene = sceneOf(run, table);
  const motion = motionOf(scene, table);
  return motion.rows > 0 && scene.space === now.scene.space ? { scene, motion } : null;
});

export function comparisonPoses({ scene, motion }: Comparison): Pose[] {
  if (motion.timed) return posesAt(scene, motion, time.peek());
  return posesAtRow(scene, motion, Math.min(row.peek(), motion.rows - 1));
}

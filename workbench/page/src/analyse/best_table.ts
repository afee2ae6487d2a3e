/* best_table.ts - which of a run's analyses is looked at first. */
import type { RunAnswer } from "../engine/engine";
import { isMatrix, timeOf } from "./channels";

/* The table to look at first: the last motion, else the last list of states or modes. */
export function bestTable(answer: RunAnswer): number {
  const last = (good: (i: number) => boolean): number => {
    for (let i = answer.tables.length - 1; i >= 0; i--) if (good(i)) return i;
    return -1;
  };
  const motion = last((i) => timeOf(answer.tables[i]!) !== null);
  if (motion >= 0) return motion;
  const states = last(
    (i) => !isMatrix(answer.tables[i]!) && answer.tables[i]!.rows > 0 && !answer.tables[i]!.kind.includes("."),
  );
  return Math.max(0, states);
}

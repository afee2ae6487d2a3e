/* new_painter.ts - the thread that paints; null where there is none: a report is one file, and has no second script. */
export function newPainter(): Worker | null {
  return new Worker(new URL("./painter.worker.ts", import.meta.url), { type: "module" });
}

/* status_hold.ts - the line of the status keeps its height while passing words stand in it, so that the drawing above never changes its size
 * by them: the hint beside them has the lines that it had. */
import { effect } from "@preact/signals";
import { toasts } from "./toast";

const LINE = 18; // px, of the words in it

/* From now on; what is measured is the line before the words have come: the page draws them after this. */
export function holdStatusLine(): void {
  let held = false;
  effect(() => {
    const some = toasts.value.length > 0;
    if (some === held) return;
    held = some;
    const { style } = document.documentElement;
    const height = document.querySelector<HTMLElement>(".status-area")?.offsetHeight ?? 0;
    style.setProperty("--status-held", some ? `${height}px` : "0px");
    style.setProperty("--status-lines", some ? String(Math.max(Math.floor(height / LINE), 1)) : "none");
  });
}

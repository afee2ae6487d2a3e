/* layout.ts - which parts of the page are on show and how large they are.
 *
 * On a desk all parts stand side by side; the panel at the side and the dock below can be resized and closed. On a phone one part is
 * shown at a time. `showPart` brings a part into view in either case.
 *
 * The sizes are given to the style sheet as variables and attributes of the root, where first.js puts them before the first paint.
 */
import { effect, signal } from "@preact/signals";
import { kept } from "../state/settings";

export type Part = "drawing" | "text" | "properties" | "results";

export interface Panel {
  size: number; // px, while open; 0: as the style sheet says
  open: boolean;
}

export const part = signal<Part>("drawing"); // on a phone
export const sideTab = kept<"properties" | "text">("side-tab", "properties");
export const side = kept<Panel>("side", { size: 0, open: true });
export const dock = kept<Panel>("dock", { size: 0, open: true });

const narrow = typeof matchMedia === "function" ? matchMedia("(max-width: 720px), (max-height: 480px)") : null;
export const phone = signal(narrow?.matches ?? false);
narrow?.addEventListener("change", () => (phone.value = narrow.matches));

export function showPart(wanted: Part): void {
  part.value = wanted;
  if (wanted === "text" || wanted === "properties") {
    sideTab.value = wanted;
    if (!side.value.open) side.value = { ...side.value, open: true };
  }
  if (wanted === "results" && !dock.value.open) dock.value = { ...dock.value, open: true };
}

export function toggle(panel: typeof side): void {
  panel.value = { ...panel.value, open: !panel.value.open };
}

export function watchLayout(): void {
  const root = document.documentElement;
  effect(() => {
    root.dataset.part = part.value;
    root.dataset.side = side.value.open ? "open" : "closed";
    root.dataset.dock = dock.value.open ? "open" : "closed";
    if (side.value.size > 0) root.style.setProperty("--side-size", side.value.size + "px");
    if (dock.value.size > 0) root.style.setProperty("--dock-size", dock.value.size + "px");
  });
}

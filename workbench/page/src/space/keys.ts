/* keys.ts - the view of space by keyboard: arrows orbit while it has the focus; 1, 2, 3 and 0 look from the sides wherever it is. */
import type { Vec } from "../engine/engine";
import type { World } from "./world";

const STEP = Math.PI / 24;
const TAKES = "input, textarea, select, [contenteditable], [role=dialog], [role=menu], [role=listbox], [role=grid]";

const ORBIT: Record<string, [round: number, over: number]> = {
  ArrowLeft: [-STEP, 0],
  ArrowRight: [STEP, 0],
  ArrowUp: [0, STEP],
  ArrowDown: [0, -STEP],
};

/* Looking along the axis from its positive end; 0 the way a model is first shown. */
const SIDES: Record<string, Vec | null> = { "1": [1, 0, 0], "2": [0, 1, 0], "3": [0, 0, 1], "0": null };

export function watchKeys(world: World, box: HTMLElement): () => void {
  const orbit = (event: KeyboardEvent): void => {
    const by = ORBIT[event.key];
    if (!by || event.target !== world.canvas || event.ctrlKey || event.metaKey || event.altKey) return;
    world.eye.orbit(by[0], by[1]);
    event.preventDefault();
    event.stopPropagation();
  };
  const look = (event: KeyboardEvent): void => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    const at = event.target instanceof Element ? event.target : document.body;
    if (at.closest(TAKES) || !(event.key in SIDES)) return;
    world.eye.look(SIDES[event.key]!);
    event.preventDefault();
  };
  box.addEventListener("keydown", orbit);
  document.addEventListener("keydown", look);
  return () => {
    box.removeEventListener("keydown", orbit);
    document.removeEventListener("keydown", look);
  };
}

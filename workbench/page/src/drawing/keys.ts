/* keys.ts - keys for playing and for the view, wherever the focus is, unless something there takes them itself. */
import { played, step, toEnd, toStart, togglePlay } from "./player";
import { viewer } from "./viewer";

const TAKES_ALL =
  "input, textarea, select, [contenteditable], [role=dialog], [role=menu], [role=listbox], [role=grid], [role=slider]";
const TAKES_SPACE = "button, a, summary, [role=button], [role=tab], [role=option], [role=switch]";

const SLIDING = new Set(["ArrowLeft", "ArrowRight", "Home", "End"]);

export function watchKeys(): () => void {
  const key = (event: KeyboardEvent): void => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    const at = event.target instanceof Element ? event.target : document.body;
    if (at.closest(TAKES_ALL)) return;
    /* an element of the drawing is chosen by Enter, so that the space bar plays there too */
    const button = at.closest(TAKES_SPACE) !== null && !at.closest(".plane-svg, .space-list");
    if (event.key === " " && button) return;
    if (SLIDING.has(event.key) && (!played.value || at.closest("[role=tablist], [role=toolbar], [role=tree]"))) return;
    if (!act(event)) return;
    event.preventDefault();
  };
  document.addEventListener("keydown", key);
  return () => document.removeEventListener("keydown", key);
}

function act(event: KeyboardEvent): boolean {
  const view = viewer.value;
  switch (event.key) {
    case " ":
      togglePlay();
      return true;
    case "ArrowLeft":
      step(event.shiftKey ? -10 : -1);
      return true;
    case "ArrowRight":
      step(event.shiftKey ? 10 : 1);
      return true;
    case "Home":
      toStart();
      return true;
    case "End":
      toEnd();
      return true;
    case "f":
    case "F":
      view?.fit();
      return view !== null;
    case "+":
    case "=":
      view?.zoomCentre(1.25);
      return view !== null;
    case "-":
      view?.zoomCentre(0.8);
      return view !== null;
    default:
      return false;
  }
}

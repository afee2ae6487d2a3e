/* kept_paths.ts - paths of points that are drawn stand in the text, under `display`: who opens it again, or makes a report of it, sees them. */
import { effect } from "@preact/signals";
import { keepTracesBy } from "../drawing/trace_choice";
import { text } from "../state/document";
import { checkedText, scene } from "../state/model";
import { traces } from "../state/settings";
import { commitOrReport } from "./commit";
import { get, remove, setValue } from "./text_edits";

const PATHS = ["display", "paths"];
const DISPLAY = PATHS.slice(0, 1);

/* Nothing is left behind where there is no path any more. */
export function pathChanges(now: string, names: readonly string[]): ReturnType<typeof setValue> {
  if (names.length > 0) return setValue(now, PATHS, names);
  const display = get(now, DISPLAY);
  const alone = typeof display === "object" && display !== null && Object.keys(display).length === 1;
  return remove(now, alone ? DISPLAY : PATHS);
}

/* Called once. */
export function keepPathsInText(): void {
  keepTracesBy((names) => void commitOrReport((now) => pathChanges(now, names)));
  effect(() => {
    const written = scene.value?.display?.paths ?? [];
    if (scene.value === null || checkedText.value !== text.peek()) return; // an older text is answered: the next answer counts
    if (written.join() !== traces.peek().join()) traces.value = written;
  });
}

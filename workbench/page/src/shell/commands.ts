/* commands.ts - everything that can be done on the page, by name: for menus, keys, the list of keys and the search for commands.
 *
 *   register({ id: "play", title: "Play or pause", group: "Motion", keys: ["Space"], run: toggle, enabled: () => table.value !== null });
 *   perform("play");
 *
 * `register` answers how to take the commands away again. `keys` are written as keys.ts says; the first is the one that is shown.
 * While the user types in a field, only keys with Mod or Alt (and function keys) are commands, and those that edit text (Mod+Z, Mod+C …)
 * belong to the field. Enter and Space belong to the button that has the focus; Space only where the focus came by keys and the button does
 * something with it: after a click on Run, Space pauses. Nothing happens behind a modal dialog.
 */
import { signal } from "@preact/signals";
import { commitField, focusCameByPointer, watchFocus } from "./focus_origin";
import { matchesKeys, parseKeys, type KeyPress } from "./keys";

export interface Command {
  id: string;
  title: string; // "Save the model": what it does, in sentence case
  group?: string; // heading in the list of keys
  keys?: string[];
  run: () => void;
  enabled?: () => boolean;
  unlisted?: boolean; // not in the search for commands: makes sense only by key
  native?: boolean; // its keys are the browser's own, as those of copy and paste, and call it by another event
}

/* What has the focus when a key is pressed. "clicked": a button that has it from a click, or one to which Space means nothing. */
export type Place = "page" | "button" | "clicked" | "field" | "editor";

export const commands = signal<readonly Command[]>([]);

export function register(...added: Command[]): () => void {
  const ids = new Set(added.map((command) => command.id));
  commands.value = [...commands.value.filter((command) => !ids.has(command.id)), ...added];
  return () => (commands.value = commands.value.filter((command) => !added.includes(command)));
}

export function find(id: string): Command | undefined {
  return commands.value.find((command) => command.id === id);
}

export function isEnabled(command: Command): boolean {
  return command.enabled?.() ?? true;
}

export function perform(id: string): boolean {
  const command = find(id);
  if (!command || !isEnabled(command)) return false;
  command.run();
  return true;
}

const EDITING = new Set([
  "a",
  "c",
  "v",
  "x",
  "z",
  "y",
  "arrowleft",
  "arrowright",
  "backspace",
  "delete",
  "home",
  "end",
]);

export function allowed(keys: string, place: Place): boolean {
  const { mod, alt, key } = parseKeys(keys);
  if (place === "page") return true;
  if (place === "button") return mod || (key !== " " && key !== "enter");
  if (place === "clicked") return mod || key !== "enter";
  if (/^f\d+$/.test(key) || alt) return true;
  return mod && (place === "editor" ? !/^(a|c|v|x|arrow.*|backspace|delete|home|end)$/.test(key) : !EDITING.has(key));
}

/* The command that these keys call: of those that are enabled the last registered, and one that is not only where there is no other. */
export function commandFor(list: readonly Command[], press: KeyPress, place: Place, mac?: boolean): Command | null {
  const calls = ({ keys, native }: Command) =>
    !native && keys?.some((one) => matchesKeys(one, press, mac) && allowed(one, place));
  const hits = list.filter(calls).reverse();
  return hits.find(isEnabled) ?? hits[0] ?? null;
}

/* How well a title answers what was typed: 0 not at all. All words must occur; beginnings of words and of the title count more. */
export function score(query: string, title: string): number {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  const text = title.toLowerCase();
  let sum = 1;
  for (const word of words) {
    const at = text.indexOf(word);
    if (at < 0) return 0;
    sum += at === 0 ? 3 : new RegExp(`[^\\p{L}\\p{N}]${escape(word)}`, "u").test(text) ? 2 : 1;
  }
  return sum;
}

function escape(word: string): string {
  return word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}

export function searchCommands(list: readonly Command[], query: string): Command[] {
  return list
    .map((command, i) => ({ command, i, points: score(query, `${command.title} ${command.group ?? ""}`) }))
    .filter(({ command, points }) => points > 0 && !command.unlisted)
    .sort((a, b) => b.points - a.points || a.i - b.i)
    .map(({ command }) => command);
}

const BUTTONS = "button, a[href], summary, input, [role=tab], [role=menuitem], [role=option], [role=separator]";
const WITHOUT_SPACE = "a[href], input[type=range], [role=separator], [aria-selected=true]"; // it would do nothing there

function placeOf(target: EventTarget | null): Place {
  if (!(target instanceof Element)) return "page";
  if (target.closest(".cm-editor")) return "editor";
  if (
    target.closest("input:not([type=checkbox], [type=radio], [type=range]), textarea, select, [contenteditable=true]")
  )
    return "field";
  const button = target.closest(BUTTONS);
  if (!button) return "page";
  return focusCameByPointer() || button.matches(WITHOUT_SPACE) ? "clicked" : "button";
}

/* Keys to which the editor gives a lesser meaning of its own: here a blank line. */
const BEFORE_EDITOR = ["Mod+Enter"];

let heldSpace = false; // a command took it: browsers press a button when it is let go

function take(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.isComposing || document.querySelector("dialog:modal, [role=menu]")) return;
  const place = placeOf(event.target);
  const command = commandFor(commands.value, event, place);
  if (!command) return;
  const enabled = isEnabled(command);
  if (!enabled && !event.ctrlKey && !event.metaKey) return; // such as an arrow key: it may scroll
  event.preventDefault(); // Ctrl+S is ours also where there is nothing to save
  event.stopPropagation();
  if (!enabled) return;
  heldSpace = event.key === " ";
  if (place === "field") commitField(event.target as HTMLElement);
  command.run();
}

function release(event: KeyboardEvent): void {
  if (event.key !== " " || !heldSpace) return;
  heldSpace = false;
  event.preventDefault();
}

export function watchKeys(): void {
  watchFocus();
  addEventListener("keydown", take);
  addEventListener("keyup", release, true);
  addEventListener(
    "keydown",
    (event) => {
      if (BEFORE_EDITOR.some((keys) => matchesKeys(keys, event))) take(event);
    },
    true,
  );
}

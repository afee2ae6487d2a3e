/* clipboard.ts - copy, cut and paste of parts of the model, by the keys and menus of the browser: as text that is a model itself, so that
 * it goes to other documents, tabs and editors, and comes from there.
 */
import { stage } from "../drawing/stage";
import { toast } from "../shell/toast";
import { texts } from "../texts/texts";
import type { Point } from "../drawing/camera";
import { pictureIn, takePicture } from "./background_commands";
import { isModelText } from "./paste";
import { copyMeant, cutMeant, paste } from "./selection_acts";

const ELSEWHERE = "input, textarea, select, [contenteditable=true], .cm-editor, dialog, [role=dialog]";

let pointer: { x: number; y: number; over: boolean } | null = null;
let middleAt = -Infinity; // when the middle button, which pans, came up: some systems paste by it
let latest = ""; // what was copied here last, where the browser lets nobody read the clipboard

function isElsewhere(event: Event): boolean {
  const target = event.target instanceof Element ? event.target : document.body;
  if (target.closest(ELSEWHERE) || document.querySelector("dialog[open]")) return true;
  return (getSelection()?.toString() ?? "") !== ""; // words of the page are copied as words
}

/* Where the pointer is over the drawing, in the model. */
function pointedAt(): Point | null {
  const on = stage.peek();
  return on && pointer?.over ? on.toModel(pointer.x, pointer.y) : null;
}

function hand(event: ClipboardEvent, make: typeof copyMeant): void {
  if (isElsewhere(event)) return;
  const made = make();
  if (!made) return;
  latest = made.text;
  event.clipboardData?.setData("text/plain", made.text);
  event.preventDefault();
}

const BY_BUTTON = 300; // ms

function onPaste(event: ClipboardEvent): void {
  if (isElsewhere(event)) return;
  if (event.timeStamp - middleAt < BY_BUTTON) return event.preventDefault();
  const given = event.clipboardData?.getData("text/plain") ?? "";
  const picture = given === "" ? pictureIn(event.clipboardData) : null;
  event.preventDefault();
  if (picture) return takePicture(picture);
  if (isModelText(given)) paste(given, pointedAt());
  else toast(texts.selection.nothingToPaste);
}

/* By a command, which has no event of the clipboard. */
export async function copyByCommand(make: typeof copyMeant): Promise<void> {
  const made = make();
  if (!made) return;
  latest = made.text;
  await navigator.clipboard?.writeText(made.text).catch(() => undefined); // here it can be pasted in any case
}

export async function pasteByCommand(): Promise<void> {
  const read = await navigator.clipboard?.readText?.().catch(() => latest);
  const given = read || latest;
  if (isModelText(given)) paste(given, null);
  else toast(given === "" ? texts.selection.noClipboard : texts.selection.nothingToPaste);
}

export function watchClipboard(): () => void {
  const copy = (event: ClipboardEvent): void => hand(event, copyMeant);
  const cut = (event: ClipboardEvent): void => hand(event, cutMeant);
  const move = (event: PointerEvent): void => {
    const over = event.target instanceof Element && stage.peek()?.svg.contains(event.target) === true;
    pointer = { x: event.clientX, y: event.clientY, over };
  };
  const up = (event: PointerEvent): void => {
    if (event.button === 1) middleAt = event.timeStamp;
  };
  document.addEventListener("pointerup", up, { capture: true, passive: true });
  document.addEventListener("copy", copy);
  document.addEventListener("cut", cut);
  document.addEventListener("paste", onPaste);
  document.addEventListener("pointermove", move, { passive: true });
  return () => {
    document.removeEventListener("pointerup", up, { capture: true });
    document.removeEventListener("copy", copy);
    document.removeEventListener("cut", cut);
    document.removeEventListener("paste", onPaste);
    document.removeEventListener("pointermove", move);
  };
}

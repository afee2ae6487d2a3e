/* model.ts - what the engine says of the present text: its messages, and the scene that is drawn. check.ts asks it.
 *
 * While the text is wrong, the scene stays the last good one and `stale` says so.
 */
import { batch, computed, signal } from "@preact/signals";
import type { Checked, Message, Scene, Settings } from "../engine/engine";

export const name = signal("untitled.yaml"); // of the file, as messages have it
export const settings = signal<Settings>({}); // parameters moved by sliders, over those of the text
export const report = signal("");
export const messages = signal<Message[]>([]);
export const scene = signal<Scene | null>(null);
export const stale = computed(() => messages.value.some((message) => message.severity === "error"));
/* The text that `scene` and `messages` belong to. */
export const checkedText = signal<string | null>(null);

/* Counts the times that nothing was left of the model before: an answer about that one is not taken. */
let model = 0;

export function clear(): void {
  model++;
  batch(() => {
    messages.value = [];
    report.value = "";
    scene.value = null;
    checkedText.value = null;
  });
}

/* Another model: nothing of the one before is shown any more. */
export function forget(): void {
  batch(() => {
    clear();
    settings.value = {};
  });
}

/* Which model an answer is about that is asked for now. */
export function modelCount(): number {
  return model;
}

/* What is drawn need not be drawn anew where the text differs in words alone. */
let drawn = "";

function isDrawn(found: Scene): boolean {
  const content = JSON.stringify(found);
  const same = scene.peek() !== null && content === drawn;
  drawn = content;
  return same;
}

export function accept(of: string, answer: Checked): void {
  batch(() => {
    messages.value = answer.messages;
    report.value = answer.report;
    if (answer.scene && !isDrawn(answer.scene)) scene.value = answer.scene;
    checkedText.value = of;
  });
}

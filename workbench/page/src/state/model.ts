/* model.ts - what the engine says of the present text: its messages, and the scene that is drawn.
 *
 * The text is checked after each change, the latest only. While it is wrong, the scene stays the last good one and `stale` says so.
 */
import { computed, effect, signal } from "@preact/signals";
import type { Checked, Message, Scene, Settings } from "../engine/engine";
import { connection, engine } from "./connection";
import { text } from "./document";

export const name = signal("untitled.yaml"); // of the file, as messages have it
export const settings = signal<Settings>({}); // parameters moved by sliders, over those of the text
export const report = signal("");
export const messages = signal<Message[]>([]);
export const scene = signal<Scene | null>(null);
export const stale = computed(() => messages.value.some((message) => message.severity === "error"));
/* The text that `scene` and `messages` belong to. */
export const checkedText = signal<string | null>(null);

let busy = false;
let again = false;

function accept(of: string, answer: Checked): void {
  messages.value = answer.messages;
  report.value = answer.report;
  if (answer.scene) scene.value = answer.scene;
  checkedText.value = of;
}

async function check(): Promise<void> {
  if (busy) {
    again = true;
    return;
  }
  busy = true;
  do {
    again = false;
    const of = text.value;
    try {
      accept(of, await engine.check(of, name.value, settings.value));
    } catch {
      /* the connection is lost; it is checked anew when there is one again */
    }
  } while (again);
  busy = false;
}

export function watchText(): void {
  effect(() => {
    if (connection.value === "open" && (text.value !== checkedText.value || settings.value)) void check();
  });
}

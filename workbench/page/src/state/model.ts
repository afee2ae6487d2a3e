/* model.ts - what the engine says of the present text: its messages, and the scene that is drawn.
 *
 * The text is checked after each change, the latest only. While it is wrong, the scene stays the last good one and `stale` says so.
 */
import { batch, computed, effect, signal, untracked } from "@preact/signals";
import { EngineError, type Checked, type Message, type Scene, type Settings } from "../engine/engine";
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
let model = 0; // counts the times that nothing was left of the model before: an answer about that one is not taken

function clear(): void {
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

function accept(of: string, answer: Checked): void {
  batch(() => {
    messages.value = answer.messages;
    report.value = answer.report;
    if (answer.scene) scene.value = answer.scene;
    checkedText.value = of;
  });
}

/* A model that the engine gives up on (too large, too slow) is told like a fault of the text. */
function refuse(of: string, error: EngineError): void {
  const message: Message = { severity: "error", text: error.message, line: 0, column: 0 };
  accept(of, { messages: [message], scene: null, report: "" });
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
    const which = model;
    try {
      const answer = await engine.check(of, name.value, settings.value);
      if (which === model) accept(of, answer);
    } catch (error) {
      /* where the connection is lost, it is checked anew when there is one again */
      if (which === model && error instanceof EngineError && error.code !== "lost") refuse(of, error);
    }
  } while (again);
  busy = false;
}

export function watchText(): void {
  effect(() => {
    const blank = text.value.trim() === "";
    void settings.value;
    void name.value;
    if (blank) untracked(clear);
    else if (connection.value === "open") untracked(() => void check());
  });
}

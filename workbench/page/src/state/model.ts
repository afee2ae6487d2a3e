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
/* Whether the scene is of a text before the one that was checked last: that cannot be drawn. */
export const sceneIsOld = signal(false);
/* The text that `scene` and `messages` belong to. */
export const checkedText = signal<string | null>(null);

let checkedSettings: Settings = {};

/* Counts the times that nothing was left of the model before: an answer about that one is not taken. */
let model = 0;

export function clear(): void {
  model++;
  batch(() => {
    messages.value = [];
    report.value = "";
    scene.value = null;
    sceneIsOld.value = false;
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

export function accept(of: string, set: Settings, answer: Checked): void {
  checkedSettings = set;
  batch(() => {
    if (JSON.stringify(answer.messages) !== JSON.stringify(messages.peek())) messages.value = answer.messages;
    report.value = answer.report;
    sceneIsOld.value = answer.scene === null;
    if (answer.scene && !isDrawn(answer.scene)) scene.value = answer.scene;
    checkedText.value = of;
  });
}

const ASIDE = /^(?:display|sketch|groups|background|studies):/m;
const ASIDE_WHOLE = /^(?:display|sketch|groups|background|studies):.*(?:\n(?:[ \t]+.*|- .*|[ \t]*(?=\n)))*\n?/gm;

/* The text without what it says of how it is shown and drawn, and of studies: no number of a run depends on that. */
function mechanismIn(of: string): string {
  const rest = of.replace(ASIDE_WHOLE, "");
  return rest.replace(/\n\s*\n/g, "\n").trim();
}

/* Whether two texts describe one mechanism and differ at most in how it is shown, and in studies of it. */
export function sameMechanism(a: string | null, b: string | null): boolean {
  if (a === b) return true;
  if (a === null || b === null || !(ASIDE.test(a) || ASIDE.test(b))) return false;
  return mechanismIn(a) === mechanismIn(b);
}

/* What the page knows already of just this text with these parameters; null: nothing. */
export function known(of: string, set: Settings): Checked | null {
  const same = of === checkedText.value && JSON.stringify(set) === JSON.stringify(checkedSettings);
  if (!same || stale.value) return null;
  return { messages: messages.value, scene: scene.value, report: report.value };
}

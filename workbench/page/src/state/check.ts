/* check.ts - asks the engine about the text after each change, about the latest only. A question that takes long is given up when there
 * is a newer one. */
import { effect, untracked } from "@preact/signals";
import { EngineError, type Message, type Settings } from "../engine/engine";
import { askCheck } from "./asked_checks";
import { connection } from "./connection";
import { described } from "./description";
import { settledText, text } from "./document";
import { accept, clear, modelCount, name, settings } from "./model";
import { running } from "./runs";

const PATIENCE_MS = 1000;
const TURN_MS = 100;

let busy = false;
let again = false;
let giveUp = new AbortController();
let began = 0;

/* A model that the engine gives up on (too large, too slow) is told like a fault of the text. */
function refuse(of: string, set: Settings, error: EngineError): void {
  const message: Message = { severity: "error", text: error.message, line: 0, column: 0 };
  accept(of, set, { messages: [message], scene: null, report: "" });
}

async function checkOnce(): Promise<void> {
  const of = text.value;
  const set = settings.value;
  const which = modelCount();
  giveUp = new AbortController();
  began = performance.now();
  try {
    const answer = await askCheck(of, name.value, set, giveUp.signal);
    if (which === modelCount()) accept(of, set, answer);
  } catch (error) {
    if (!(error instanceof EngineError))
      queueMicrotask(() => {
        throw error; // a fault of the page: page_errors.ts tells it
      });
    /* where the connection is lost, it is checked anew when there is one again */
    else if (which === modelCount() && error.code !== "lost" && error.code !== "stopped") refuse(of, set, error);
  }
}

/* While a slider moves, runs follow each other, and each asks for its scene: the next question waits for that one, which then is the same. */
async function turn(): Promise<void> {
  const now = running.peek();
  if (!now) return;
  let end = (): void => {};
  await new Promise<void>((go) => {
    setTimeout(go, TURN_MS);
    end = effect(() => {
      if (running.value !== now) go();
    });
  });
  end();
}

async function check(): Promise<void> {
  if (busy) {
    again = true;
    if (performance.now() - began > PATIENCE_MS) giveUp.abort();
    return;
  }
  busy = true;
  try {
    do {
      again = false;
      await checkOnce();
      if (again) await turn();
    } while (again);
  } finally {
    busy = false;
  }
}

export function watchText(): void {
  effect(() => {
    const blank = settledText.value.trim() === "";
    void settings.value;
    void name.value;
    if (blank) untracked(clear);
    else if (connection.value === "open" && described.value) untracked(() => void check());
  });
}

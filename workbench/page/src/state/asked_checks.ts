/* asked_checks.ts - one question about one text: who asks while it is under way gets the same answer.
 *
 * A slider that moves is checked and run at once, and both want the scene.
 */
import { type Checked, EngineError, type Settings } from "../engine/engine";
import { engine } from "./connection";

interface Asked {
  key: string;
  answer: Promise<Checked>;
  users: number; // who still waits for it
  control: AbortController;
}

let last: Asked | null = null;

function ask(key: string, text: string, name: string, set: Settings): Asked {
  const control = new AbortController();
  const asked: Asked = { key, answer: engine.check(text, name, set, control.signal), users: 0, control };
  const over = (): void => {
    if (last === asked) last = null;
  };
  asked.answer.then(over, over);
  return asked;
}

/* The question ends when all who asked it have stopped. */
export function askCheck(text: string, name: string, set: Settings, stop: AbortSignal): Promise<Checked> {
  const key = JSON.stringify([text, name, set]);
  const asked = last?.key === key && !last.control.signal.aborted ? last : ask(key, text, name, set);
  last = asked;
  asked.users++;
  return new Promise((resolve, reject) => {
    asked.answer.then(resolve, reject);
    const leave = (): void => {
      if (--asked.users === 0) asked.control.abort();
      else reject(new EngineError("stopped", "It was stopped."));
    };
    if (stop.aborted) leave();
    else stop.addEventListener("abort", leave, { once: true });
  });
}

/* failure.ts - why a run failed, in one or two sentences: what the engine says, and what can be done where a mechanism locks. */
import type { Message } from "../engine/engine";
import { messageText } from "../shell/units_in_text";
import { texts } from "../texts/texts";

const LOCKS = /a dead point, or the mechanism locks/;

/* "t = 0.107271048 s": the instant in as many digits as one reads. */
function instant(text: string): string {
  const found = /t = ([-+.\deE]+) s/.exec(text);
  return found ? texts.results.failure.atTS(Number(Number(found[1]).toPrecision(3))) : "";
}

export function failureText(messages: readonly Message[]): string | null {
  const first = messages.find((message) => message.severity === "error");
  if (!first) return null;
  const isStopped = /^E67/.test(first.code ?? ""); // by a contact or a stop, as it says
  const locks = !isStopped && messages.some((message) => LOCKS.test(message.text));
  if (locks) return texts.results.failure.itLocksChangeItsLengthsOr(instant(first.text));
  return messageText(first);
}

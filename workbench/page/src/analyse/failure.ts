/* failure.ts - why a run failed, in one or two sentences: what the engine says, and what can be done where a mechanism locks. */
import type { Message } from "../engine/engine";

const LOCKS = /a dead point, or the mechanism locks/;

export function failureInWords(messages: readonly Message[]): string | null {
  const first = messages.find((message) => message.severity === "error");
  if (!first) return null;
  const locks = messages.some((message) => LOCKS.test(message.text));
  return locks ? `${first.text}: the mechanism locks there. Change its lengths, or drive it less far.` : first.text;
}

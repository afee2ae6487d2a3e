/* failure.test.ts - a mechanism that locks is said to, with what to do. */
import { expect, test } from "vitest";
import { failureInWords } from "../../src/analyse/failure";
import type { Message } from "../../src/engine/engine";

const said = (severity: Message["severity"], text: string): Message => ({ severity, text }) as Message;

test("what locks is said to", () => {
  const stuck = said("error", "the motion could not be followed beyond t = 1 s");
  const note = said("note", "there joint A, x hardly differs: a dead point, or the mechanism locks");
  expect(failureInWords([stuck, note])).toContain("t = 1 s: the mechanism locks there");
  expect(failureInWords([stuck])).toBe(stuck.text);
  expect(failureInWords([note])).toBeNull();
});

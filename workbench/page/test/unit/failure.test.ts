/* failure.test.ts - a mechanism that locks is said to, with what to do. */
import { expect, test } from "vitest";
import { failureText } from "../../src/analyse/failure";
import type { Message } from "../../src/engine/engine";

const said = (severity: Message["severity"], text: string): Message => ({ severity, text }) as Message;

test("a mechanism that locks is reported", () => {
  const stuck = said("error", "the motion could not be integrated beyond t = 0.107271048 s");
  const note = said(
    "note",
    "there joint A, x is nearly dependent on the other constraints: a dead point, or the mechanism locks",
  );
  const words = failureText([stuck, note])!;
  expect(words).toContain("It locks at t = 0.107 s");
  expect(words.length).toBeLessThan(70); // two lines of a phone
  expect(failureText([stuck])).toBe("the motion could not be integrated beyond t = 0.107271048 s");
  expect(failureText([note])).toBeNull();
  const stop = { ...said("error", "drivers move the mechanism on against cyl.upper_end"), code: "E670" };
  expect(failureText([stop, note])).toBe(stop.text);
});

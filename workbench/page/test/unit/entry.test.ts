/* entry.test.ts - arrow keys step a number by a unit of its second digit. */
import { expect, test } from "vitest";
import { stepped } from "../../src/editor/entry";

test.each<[string, 1 | -1, number, string | null]>([
  ["2.5 kg", 1, 1, "2.6 kg"],
  ["2.7 kg", 1, 10, "3.7 kg"],
  ["2.7", -1, 0.1, "2.69"],
  ["60 deg", 1, 1, "61 deg"],
  ["60 deg", -1, 10, "50 deg"],
  ["0", 1, 1, "0.1"],
  ["0 mm", -1, 1, "-1 mm"],
  ["-0.05", 1, 1, "-0.049"],
  ["1200", 1, 1, "1300"],
  ["2*L", 1, 1, null],
])("%s %d by %d", (text, way, times, expected) => {
  expect(stepped(text, way, times)).toBe(expected);
});

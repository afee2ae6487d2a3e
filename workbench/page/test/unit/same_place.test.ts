/* same_place.test.ts - the cursor stays at what it stood at when the text is laid out. */
import { expect, test } from "vitest";
import { samePlace } from "../../src/editor/same_place";

const BEFORE = "trammel:   1\nbodies:\n    crank: {mass:   1}\n";
const AFTER = "trammel: 1\nbodies:\n  crank: {mass: 1}\n";

test.each([
  ["trammel:   |1", "trammel: |1"],
  ["bodies:|", "bodies:|"],
  ["    cra|nk", "  cra|nk"],
  ["    |crank", "  |crank"],
  ["{mass:   1|}", "{mass: 1|}"],
])("%s", (before, after) => {
  const at = (text: string, mark: string): number => text.indexOf(mark.replace("|", "")) + mark.indexOf("|");
  expect(samePlace(BEFORE, AFTER, at(BEFORE, before))).toBe(at(AFTER, after));
});

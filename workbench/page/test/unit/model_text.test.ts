/* Texts that describe one mechanism. */
import { expect, it } from "vitest";
import { sameMechanism } from "../../src/state/model";

const TEXT = "trammel: 1\ntitle: a\n\nbodies:\n  crank: {mass: 1}\n";

it.each([
  ["trammel: 1\ntitle: a\ndisplay: {paths: [crank]}\n\nbodies:\n  crank: {mass: 1}\n", true],
  [TEXT + "\ndisplay:\n  length: mm\n\n  paths: [crank]\n", true],
  [TEXT + "display: {length: mm}\nforces: {}\n", false],
  [TEXT.replace("mass: 1", "mass: 2") + "display: {length: mm}\n", false],
])("%j", (other, same) => {
  expect(sameMechanism(TEXT, other)).toBe(same);
  expect(sameMechanism(other, TEXT)).toBe(same);
});

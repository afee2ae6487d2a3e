/* sync_selection.test.ts - places in the text and elements of the model belong together, both ways. */
import { expect, test } from "vitest";
import { pathAt } from "../../src/editor/diagnostics";
import { elementOf, placeOf } from "../../src/editor/elements";
import { readTree } from "../../src/editor/tree";
import type { Selected } from "../../src/state/selection";
import { modelText } from "./models";

const LINKAGE = modelText("docs/guide/straight-line.yaml");
const FOURBAR = modelText("models/fourbar/fourbar.yaml");

test.each<[string, string, Selected | null]>([
  [FOURBAR, "com: [1", { kind: "body", name: "crank" }],
  [FOURBAR, "A: [2, 0]", { kind: "point", name: "crank.A" }],
  [FOURBAR, "crank, coupler", { kind: "joint", name: "A" }],
  [FOURBAR, "value: torque", { kind: "force", name: "motor" }],
  [FOURBAR, "39.75", { kind: "parameter", name: "torque" }],
  [FOURBAR, "end: 5", null],
  [FOURBAR, "title:", null],
  [LINKAGE, "B, P]", { kind: "point", name: "B" }],
  [LINKAGE, "P: [0.4", { kind: "point", name: "P" }],
])("%# the cursor at %j", (text, where, expected) => {
  const { root } = readTree(text);
  expect(elementOf(root, pathAt(root, text.indexOf(where)))).toEqual(expected);
});

test.each<[string, Selected, string | null]>([
  [FOURBAR, { kind: "joint", name: "A" }, "A: {revolute: [crank, coupler]}"],
  [FOURBAR, { kind: "point", name: "crank.A" }, "A: [2, 0]"],
  [LINKAGE, { kind: "point", name: "crank.A" }, "A"],
  [LINKAGE, { kind: "point", name: "P" }, "P: [0.4, 0.4]"],
  [FOURBAR, { kind: "body", name: "nobody" }, null],
])("%# the place of %j", (text, element, expected) => {
  const range = placeOf(readTree(text).root, element);
  expect(range && text.slice(range.from, range.to)).toBe(expected);
});

/* diagnostics.test.ts - messages of the engine, as it words them, at their places, with their fixes. */
import { describe, expect, test } from "vitest";
import { fixesFor, offsetAt, pathAt, rangeOf } from "../../src/editor/diagnostics";
import { applyChanges } from "../../src/editor/text_edits";
import { readTree } from "../../src/editor/tree";
import type { Message } from "../../src/engine/engine";
import { modelText } from "./models";

const FOURBAR = modelText("models/fourbar/fourbar.yaml");
const LINKAGE = modelText("docs/guide/straight-line.yaml");

function broken(text: string, right: string, wrong: string): string {
  expect(text).toContain(right);
  return text.replace(right, wrong);
}

function message(line: number, column: number, text: string): Message {
  return { severity: "error", text, line, column };
}

describe("places", () => {
  test("columns count characters", () => {
    expect(offsetAt("a\n😀b: x\n", 2, 2)).toBe(4);
    expect(offsetAt("größe: x", 1, 8)).toBe(7);
    expect(offsetAt("a", 0, 0)).toBeNull();
    expect(offsetAt("a\n", 9, 1)).toBe(2);
    expect(offsetAt("ab\r\ncd", 1, 9)).toBe(2);
  });
  test("the token at a place", () => {
    const text = "a: {mas: 'x y', b: ground.A}\n";
    const at = (column: number): string => {
      const range = rangeOf(text, message(1, column, "x"))!;
      return text.slice(range.from, range.to);
    };
    expect(at(5)).toBe("mas");
    expect(at(10)).toBe("'x y'");
    expect(at(20)).toBe("ground.A");
    expect(at(4)).toBe("{");
    expect(at(99)).toBe("}");
  });
  test("the path at an offset", () => {
    const { root } = readTree(FOURBAR);
    expect(pathAt(root, FOURBAR.indexOf("com: [1") + 1)).toEqual(["bodies", "crank", "com"]);
    expect(pathAt(root, FOURBAR.indexOf("crank, coupler"))).toEqual(["joints", "A", "revolute", 0]);
  });
});

describe("fixes", () => {
  test.each<[string, string, string, Message, string, string]>([
    [
      "a body",
      "coupler, follower",
      "cupler, follower",
      message(18, 18, 'joint B: no point "B" on body "cupler"; did you mean "coupler"?'),
      'Replace "cupler" with "coupler"',
      "coupler, follower",
    ],
    [
      "a key",
      "mass: 1,",
      "mas: 1,",
      message(11, 59, 'body crank: unknown key "mas"; did you mean "mass"?'),
      'Replace "mas" with "mass"',
      "mass: 1,",
    ],
    [
      "a unit",
      "60 deg}",
      "60 dge}",
      message(11, 96, 'body crank: angle: unknown unit "dge"; did you mean "deg"?'),
      'Replace "dge" with "deg"',
      "60 deg}",
    ],
    [
      "a name",
      "value: torque",
      "value: torqe",
      message(22, 33, 'force motor: value: unknown name "torqe"; did you mean "torque"?'),
      'Replace "torqe" with "torque"',
      "value: torque",
    ],
    [
      "a type",
      "O: {revolute",
      "O: {revolut",
      message(16, 7, 'joint O: unknown type "revolut"; did you mean "revolute"?'),
      'Replace "revolut" with "revolute"',
      "O: {revolute",
    ],
    [
      "a channel, though the message stands at its value",
      "O.speed: 0",
      "O.spede: 0",
      message(26, 12, 'initial: there is no position or velocity "O.spede"; did you mean "O.speed"?'),
      'Replace "O.spede" with "O.speed"',
      "O.speed: 0",
    ],
    [
      "one of the keys known",
      "value: torque",
      "val: torque",
      message(22, 26, 'force motor: unknown key "val"; known are value, axes'),
      'Replace "val" with "value"',
      "value: torque",
    ],
    [
      "a missing point",
      "A: [2, 0]}",
      "D: [2, 0]}",
      message(17, 18, 'joint A: no point "A" on body "crank"; it has O, D'),
      "Add point A to crank",
      "D: [2, 0], A: [0, 0]}",
    ],
    [
      "a missing key",
      ", value: torque",
      "",
      message(22, 10, 'force motor: "value" is missing: the torque; in space its three components'),
      "Add value",
      "{torque: crank, value: 0}",
    ],
    [
      "a missing parameter",
      "value: torque",
      "value: blah",
      message(22, 33, 'force motor: value: unknown name "blah"'),
      "Add parameter blah",
      "  torque: 39.75\n  blah: 1\n",
    ],
    [
      "a unit of the wrong kind",
      "mass: 1,",
      "mass: 1 mm,",
      message(11, 65, "body crank: mass: expected kg, found mm"),
      'Replace "mm" with "kg"',
      "mass: 1 kg,",
    ],
    [
      "a version",
      "trammel: 1\n",
      "",
      message(2, 1, '"trammel" is missing: version of this format: 1'),
      "Add trammel",
      "trammel: 1\ntitle",
    ],
    [
      "a name that is taken",
      "motor: {",
      "crank: {",
      message(22, 3, 'force "crank": the name is taken; bodies, joints, forces and drivers share one set of names'),
      'Rename this one to "crank1"',
      "  crank1: {",
    ],
  ])("%s", (_, right, wrong, fault, title, expected) => {
    const text = broken(FOURBAR, right, wrong);
    const fix = fixesFor(text, fault)[0]!;
    expect(fix.title).toBe(title);
    expect(applyChanges(text, fix.changes)).toContain(expected);
  });
  test("other points of the body", () => {
    const text = broken(FOURBAR, "A: [2, 0]}", "D: [2, 0]}");
    const fixes = fixesFor(text, message(17, 18, 'joint A: no point "A" on body "crank"; it has O, D'));
    expect(fixes.map((fix) => fix.title)).toEqual([
      "Add point A to crank",
      "Use point O of crank",
      "Use point D of crank",
    ]);
    expect(applyChanges(text, fixes[2]!.changes)).toContain("A: {revolute: [crank.D, coupler]}");
  });
  test("a joint that is not named after its point says where it is", () => {
    const text = broken(LINKAGE, "O: {revolute", "OO: {revolute");
    const [fix] = fixesFor(text, message(10, 19, 'joint OO: no point "OO" on body "ground"; did you mean "O"?'));
    expect(fix!.title).toBe("Add at: O");
    expect(applyChanges(text, fix!.changes)).toContain("OO: {revolute: [ground, crank], at: O}");
  });
  test("a drawing point", () => {
    const text = broken(LINKAGE, "[O, A]", "[O, Z]");
    const [fix] = fixesFor(text, message(6, 25, 'body crank: no point "Z" in the drawing'));
    expect(applyChanges(text, fix!.changes)).toContain("P: [0.4, 0.4], Z: [0, 0]}");
  });
  test("no fix is offered without a suggestion", () => {
    expect(fixesFor(FOURBAR, message(17, 17, 'joint A: "revolute" must be [first, second]'))).toEqual([]);
    expect(fixesFor("a: [1\nb", message(1, 1, '"end" is missing: x'))).toEqual([]);
    expect(fixesFor(FOURBAR, message(0, 0, "cannot be assembled"))).toEqual([]);
  });
});

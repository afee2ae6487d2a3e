/* cures.test.ts - what the engine proposes as a fix that works can be applied by one click, and then it works. */
import { expect, test } from "vitest";
import { fixesFor } from "../../src/editor/diagnostics";
import { schema } from "../../src/editor/knowledge";
import { SchemaReader } from "../../src/editor/schema";
import { applyChanges } from "../../src/editor/text_edits";
import { messagesOf, schemaOf } from "./program";

schema.value = new SchemaReader(schemaOf());

const LOOP = `trammel: 1
bodies:
  ground:  {points: {O: [0, 0], C: [2, 0]}}
  crank:   {points: {O: [0, 0], A: [0.5, 0]}, mass: 1, shape: rod, angle: 60 deg}
  coupler: {points: {A: [0, 0], B: [1.5, 0]}, mass: 1, shape: rod}
  rocker:  {points: {C: [0, 0], B: [1, 0]}, mass: 1, shape: rod, angle: 120 deg} # the output
joints:
  O: {revolute: [ground, crank]}
  A: {revolute: [crank, coupler]}
  B: {revolute: [coupler, rocker]}
  C: {revolute: [ground, rocker]}
`;
const DRAWN = `trammel: 1
points: {O: [0, 0], A: [0.1, 0], B: [0.5, 0.1], C: [0.9, 0]}
bodies:
  crank: {points: [O, A], mass: 1, shape: rod}
  coupler: {points: {A: [0, 0], B: [0.41, 0]}, mass: 1, inertia: 0.1}
  rocker: {points: [B, C], mass: 1, shape: rod}
joints:
  O: {revolute: [ground, crank]}
  A: {revolute: [crank, coupler]}
  B: {revolute: [coupler, rocker]}
  C: {revolute: [ground, rocker]}
`;
const ARCH = `trammel: 1
points: {O: [0, 0], A: [0.5, 0.5], D: [1, 0]}
bodies:
  left:  {points: [O, A], mass: 1, shape: rod}
  right: {points: [A, D], mass: 1, shape: rod}
joints:
  O: {revolute: [ground, left]}
  A: {revolute: [left, right]}
  D: {revolute: [ground, right]}
initial: {O.speed: 1.2}
analyses: [dynamics: {end: 0.1}]
`;
const RUN = "analyses: [kinematics: {end: 0.1}]\n";

/* name, model, what is proposed, what has to be in the text then */
const CASES: [string, string, string, RegExp][] = [
  [
    "a length",
    LOOP.replace("B: [1.5, 0]", "B: [0.8, 0]").replace("B: [1, 0]", "B: [0.5, 0]") + "analyses: [static: {}]\n",
    "Give body rocker 1044 mm between joints B and C instead of 500 mm",
    /rocker: {2}\{points: \{C: \[-0\.544, 0\], B: \[0\.5, 0\]\}.*# the output/,
  ],
  [
    "another initial value",
    `${LOOP}drivers: {d: {O.angle: 1 + t}}\ninitial: {O.angle: 0.5}\n${RUN}`,
    "Give O.angle 57.3° instead of 28.6°",
    /initial: \{O\.angle: 1 rad\}/,
  ],
  [
    "where a driver begins",
    `${DRAWN}drivers: {d: {O.angle: 1 + t}}\ninitial: {O.angle: 0.5}\n${RUN}`,
    "Let driver d be 28.6° at t = 0 s instead of 57.3°",
    /O\.angle: 1 \+ t - 0\.5\}/,
  ],
  [
    "one driver fewer",
    `${LOOP}drivers: {d: {O.angle: 1 + t}, e: {C.angle: 2 + t}}\n${RUN}`,
    "Leave driver e out",
    /drivers: \{d: \{O\.angle: 1 \+ t\}\}/,
  ],
  ["a slot for a pin", ARCH, "Make joint D a slot along x", /D: \{slot: \[ground, right\], axis: x\}/],
  ["a driver more", `${LOOP}${RUN}`, "Add drivers: {d1: {O.angle}}", /d1: \{O\.angle: t\}/],
];

test.each(CASES)("%s: the fix of the engine is applied", (_name, model, title, then) => {
  const cured = messagesOf(model).find((line) => line.includes("a fix that works"));
  expect(cured).toBeDefined();
  const fixes = fixesFor(model, { severity: "note", text: cured!, line: 1, column: 1 });
  expect(fixes.map((fix) => fix.title)).toEqual([title]);
  const next = applyChanges(model, fixes[0]!.changes);
  expect(next).toMatch(then);
  expect(messagesOf(next).filter((line) => /cannot|contradict|not driven/.test(line))).toEqual([]);
});

test("what is not written in the text has no button", () => {
  const said = (text: string) => fixesFor(LOOP, { severity: "note", text, line: 1, column: 1 });
  expect(said("a fix that works (tried): leave driver leg1.d out")).toEqual([]);
  expect(said("a fix that works (tried): give joint leg1.A the length 0.2 m instead of 0.1 m")).toEqual([]);
});

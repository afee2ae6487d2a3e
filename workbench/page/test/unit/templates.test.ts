/* templates.test.ts - models to begin from: each runs without a message, and has a title of its own. */
import { expect, test } from "vitest";
import { modelTemplates } from "../../src/shell/template_models";
import { reportOf } from "./program";

test.each(modelTemplates)("$file runs and moves", ({ text }) => {
  const { run } = reportOf(text);
  expect(run.status).toBe("ok");
  expect(run.messages.filter(({ severity }) => severity !== "note")).toEqual([]);
  const moving = run.tables.find(({ rows }) => rows > 30)!;
  expect(moving.columns.some((column) => Math.abs(column.at(-1)! - column[0]!) > 0.01)).toBe(true);
});

test("their titles differ, and each says in a line what it does", () => {
  const titles = modelTemplates.map(({ title }) => title);
  expect(new Set(titles).size).toBe(titles.length);
  for (const { text, file } of modelTemplates) expect(/^description: \S.{20,}$/m.test(text), file).toBe(true);
});

/* What machines are built of: each has a model that it can be tried with. */
const FAMILIES: [string, RegExp][] = [
  ["cam", /^ +\w+: \{?cam|profile|follower/m],
  ["gear pair", /gear: \[/],
  ["helical gear", /helix:/],
  ["planetary set", /planet/],
  ["differential", /part: differential/],
  ["belt", /belt: \[/],
  ["cable", /cable: \[/],
  ["rack", /rack: \[/],
  ["worm", /worm: \[/],
  ["bevel gear", /bevel: \[/],
  ["Geneva wheel", /^title: .*Geneva/m],
  ["ratchet", /^title: Ratchet/m],
  ["escapement", /escapement/],
  ["DC motor", /dc-motor:/],
  ["induction motor", /induction-motor:/],
  ["servo", /servo:/],
  ["hydraulic cylinder", /hydraulic-cylinder:/],
  ["clutch", /clutch: \[/],
  ["brake", /brake: O/],
  ["quarter car", /^title: .*quarter car/im],
  ["half car", /^title: .*half car/im],
  ["full car", /wishbone/],
  ["universal joint", /universal: \[/],
  ["constant-velocity joint", /constant-velocity: \[/],
];

test.each(FAMILIES)("there is a model with a %s to begin from", (_, words) => {
  expect(modelTemplates.some(({ text }) => words.test(text))).toBe(true);
});

/* templates.test.ts - mechanisms to begin from: each runs without a message, moves, has its family and says what it does. */
import { expect, test } from "vitest";
import { FAMILIES, FAMILY_IDS, FEATURED } from "../../src/shell/template_families";
import { modelTemplates } from "../../src/shell/template_models";
import { searchTemplates } from "../../src/shell/template_search";
import { texts } from "../../src/texts/texts";
import { reportOf } from "./program";

/* A warning is no fault of a model whose text explains it, by its code. */
test.each(modelTemplates)("$file runs and moves", ({ text }) => {
  const { run } = reportOf(text);
  expect(run.status).toBe("ok");
  const unexplained = run.messages.filter(({ severity, code }) => severity !== "note" && !text.includes(`# ${code}: `));
  expect(unexplained).toEqual([]);
  const moving = run.tables.find(({ rows }) => rows > 30)!;
  const range = (column: Float64Array): number => Math.max(...column) - Math.min(...column);
  expect(moving.columns.slice(1).some((column) => range(column) > 0.01)).toBe(true);
});

test("every family has its mechanisms, and each file is in one", () => {
  const files = modelTemplates.map(({ file }) => file.replace(/\.yaml$/, ""));
  expect(files).toEqual(FAMILY_IDS.flatMap((id) => FAMILIES[id]));
  expect(new Set(files).size).toBe(files.length);
  expect(files.length).toBeGreaterThan(90);
  for (const name of FEATURED) expect(files).toContain(name);
  for (const id of FAMILY_IDS) expect(texts.gallery.families[id]).toMatch(/^[A-Z]/);
});

test("their titles differ, and each says in two sentences what it does and where", () => {
  const titles = modelTemplates.map(({ title }) => title);
  expect(new Set(titles).size).toBe(titles.length);
  for (const { line, file } of modelTemplates) {
    expect(line, file).toMatch(/^[A-Z].{20,210}\.$/);
    expect(line.split(/[.?!]\s/).length, file).toBeLessThanOrEqual(2);
  }
});

test("they are found by title, by use and by family, titles first", () => {
  const found = (query: string): string[] => searchTemplates(modelTemplates, query).map(({ title }) => title);
  expect(found("peaucellier")).toEqual(["Peaucellier's inversor", "Hart's inversor"]);
  expect(found("windscreen")[0]).toBe("Windscreen wipers");
  expect(found("governors")).toEqual(["Watt governor", "Porter governor", "Hartnell governor"]);
  expect(found("no such thing")).toEqual([]);
  expect(found("")).toHaveLength(modelTemplates.length);
});

/* What machines are built of: each has a model that it can be tried with. */
const ELEMENTS: [string, RegExp][] = [
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

test.each(ELEMENTS)("there is a model with a %s to begin from", (_, words) => {
  expect(modelTemplates.some(({ text }) => words.test(text))).toBe(true);
});

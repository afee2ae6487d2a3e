/* every_key.test.ts - all keys that the program's own schema knows can be entered in a form, and what is wrong with one is told there. */
import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, describe, expect, test } from "vitest";
import * as make from "../../src/editor/additions";
import { faultAt, faultsOf, firstValue, formRows, type Row } from "../../src/editor/form";
import { firstFriction } from "../../src/editor/first_friction";
import { retypeShape } from "../../src/editor/retype";
import { type Field, type Schema, SchemaReader } from "../../src/editor/schema";
import { applyChanges, type Path, setValue, type Value } from "../../src/editor/text_edits";
import { nodeAt, readTree } from "../../src/editor/tree";
import { alternativeForms } from "../../src/editor/alternative_forms";
import { typeOf } from "../../src/editor/roles";
import { fieldUnit, writtenNumber } from "../../src/editor/typed";
import { description, kindSuits } from "../../src/state/description";
import type { Message } from "../../src/engine/engine";

const PROGRAM = process.env.TRAMMEL ?? fileURLToPath(new URL("../../../../build/trammel", import.meta.url));
const SCHEMA = new SchemaReader(JSON.parse(execFileSync(PROGRAM, ["schema"]).toString()) as Schema);

const MODEL = {
  plane: `trammel: 1
parameters: {p: 1}
points: {O: [0, 0], A: [1, 0], B: [2, 0]}
bodies:
  a: {points: [O, A], mass: 1, inertia: 1}
  b: {points: [A, B], mass: 1, inertia: 1}
joints:
  O: {revolute: [ground, a]}
  A: {revolute: [a, b]}
`,
  space: `trammel: 1
space: space
parameters: {p: 1}
points: {O: [0, 0, 0], A: [1, 0, 0], B: [2, 0, 0]}
bodies:
  a: {points: [O, A], mass: 1, inertia: [1, 1, 1]}
  b: {points: [A, B], mass: 1, inertia: [1, 1, 1]}
joints:
  O: {revolute: [ground, a], axis: z}
  A: {revolute: [a, b], axis: z}
`,
} as const;
type Where = keyof typeof MODEL;

const put = (text: string, path: Path, value: Value): string => applyChanges(text, setValue(text, path, value));

/* Looked at only when it is run; and not at all beside a torque or a radius. */
const UNCHECKED = new Set([
  "analysis modes: frequencies",
  "force motor: force",
  ...["disc", "sphere", "cylinder"].map((shape) => `shape ${shape}: diameter`),
]);

/* A text with an element, and the map whose keys are looked at. */
interface Case {
  name: string;
  text: string;
  path: Path;
}

function casesOf(where: Where): Case[] {
  const [text, space] = [MODEL[where], where === "space"];
  const types = (section: string) => SCHEMA.types([section, section === "analyses" ? 0 : ""]).map((one) => one.type);
  const named = (chosen: make.Addition["chosen"]) => ("name" in chosen ? chosen.name : "");
  const jointTypes = types("joints").filter((type) => kindSuits("joints", type, space));
  const joints = jointTypes.map((type): Case => {
    const { draft, chosen } = make.addJoint(text, type);
    return { name: `joint ${type}`, text: draft.text, path: ["joints", named(chosen)] };
  });
  const forces = types("forces").map((type): Case => {
    const { draft, chosen } = make.addForce(text, type, space);
    return { name: `force ${type}`, text: draft.text, path: ["forces", named(chosen)] };
  });
  const analyses = types("analyses").map((kind): Case => {
    const { draft } = make.addAnalysis(text, kind);
    return { name: `analysis ${kind}`, text: draft.text, path: ["analyses", 0, kind] };
  });
  const shapes = SCHEMA.types(["bodies", "", "shape"]).map(({ type }): Case => {
    const shape = ["bodies", "b", "shape"];
    const shaped = applyChanges(text, retypeShape(text, shape, type, space));
    const isMap = nodeAt(readTree(shaped).root, shape)?.kind === "map";
    return { name: `shape ${type}`, text: isMap ? shaped : put(shaped, shape, { [type]: {} }), path: [...shape, type] };
  });
  return [{ name: "body", text, path: ["bodies", "a"] }, ...joints, ...forces, ...analyses, ...shapes];
}

function begun({ text, path }: Case, field: Field, space: boolean): string {
  const there = [...path, field.key];
  if (nodeAt(readTree(text).root, there)) return text;
  return put(text, there, firstValue(SCHEMA, field, path, space, ["A"]));
}

function rowOf(text: string, path: Path, key: string, space: boolean): Row | undefined {
  return formRows(text, path, SCHEMA, space).find((row) => row.key === key);
}

const FOLDER = mkdtempSync(join(tmpdir(), "trammel-"));
afterAll(() => rmSync(FOLDER, { recursive: true }));

/* What the engine says of a text. */
function messagesOf(text: string): Message[] {
  const file = join(FOLDER, "model.yaml");
  writeFileSync(file, text);
  const { stderr } = spawnSync(PROGRAM, ["check", file], { encoding: "utf8" });
  return stderr.split("\n").flatMap((line): Message[] => {
    const found = /^.*?model\.yaml:(\d+):(\d+): (.*?)(?: \[\w+\])?$/.exec(line);
    return found ? [{ severity: "error", text: found[3]!, line: Number(found[1]), column: Number(found[2]) }] : [];
  });
}

/* Lists of maps, of points and of directions are written as YAML. */
const WRITTEN = [
  "joint curve points",
  "joint track points",
  "joint belt axes",
  "joint cable axes",
  "joint chain axes",
  "force curve-motor curve",
];

const isWritten = (name: string, key: string): boolean => key === "shapes" || WRITTEN.includes(`${name} ${key}`);

/* A row, and the rows of the maps in it. */
const withInner = (row: Row): Row[] => [row, ...row.rows.flatMap(withInner)];

/* The fields of numbers of a key, in every way in which its value may be written: each with a text that holds it. */
function numbersOf(one: Case, field: Field, space: boolean): { text: string; row: Row }[] {
  const begin = begun(one, field, space);
  const path = [...one.path, field.key];
  const forms = alternativeForms(SCHEMA, field.schema, nodeAt(readTree(begin).root, path)!, space, ["A"]);
  const stops = field.key === "limits" && one.path[0] === "joints" ? stopForms(one) : [];
  const texts = [begin, ...[...forms.map(({ value }) => value), ...stops].map((value) => put(begin, path, value))];
  return texts.flatMap((text) => {
    const rows = withInner(rowOf(text, one.path, field.key, space)!);
    return rows.filter(({ input }) => input === "number" || input === "numbers").map((row) => ({ text, row }));
  });
}

/* Stops by the name of a coordinate, and compliant ones. */
function stopForms({ text, path }: Case): Value[] {
  const type = typeOf("joints", nodeAt(readTree(text).root, path));
  const kind = description.value.joints.find(({ name }) => name === type);
  const [first] = (text.includes("space: space") ? kind?.space : kind?.plane)?.coordinates ?? [];
  if (!first) return [];
  const rigid = { [first.name]: ["-1", "1"], restitution: "0" };
  return [rigid, { [first.name]: { range: ["-1", "1"], stiffness: "1", damping: "1", exponent: "1" } }];
}

/* What is typed into the field of a row, as the file has it then; of a list into the first. */
function typedInto({ text, row }: { text: string; row: Row }, typed: string): string {
  const beside = fieldUnit([], row.unit);
  if (row.input === "number") return put(text, row.path, writtenNumber(typed, beside));
  return put(text, row.path, [writtenNumber(typed, beside), ...Array.from({ length: row.count - 1 }, () => "1")]);
}

/* What the engine says of a unit at a row: that it expects another, or a plain number. */
function saidOfUnit(at: { text: string; row: Row }, typed: string): string | undefined {
  const text = typedInto(at, typed);
  return /expected (.+), found/.exec(faultAt(faultsOf(text, messagesOf(text)), at.row.path) ?? "")?.[1];
}

/* One number for what acts along and about axes: joints of joints, a bushing. It can have no unit. */
const ofBoth = (name: string, key: string): boolean =>
  /^(joint (gear|rack|bevel|worm|coupler)|force bushing)$/.test(name) && /^(stiffness|damping)$/.test(key);

const walked = new Set<string>();

describe.each<Where>(["plane", "space"])("a bare number in %s is in a unit of the document:", (where) => {
  const space = where === "space";
  test.each(casesOf(where))("$name", (one) => {
    for (const field of SCHEMA.fields(one.path, readTree(one.text).root)) {
      if (field.type || isWritten(one.name, field.key) || ofBoth(one.name, field.key)) continue;
      for (const at of numbersOf(one, field, space)) {
        const told = `${one.name}: ${at.row.path.slice(one.path.length).join(".")}, ${at.row.input}`;
        if (walked.has(told) && !process.env.LONG) continue;
        walked.add(told);
        const expected = saidOfUnit(at, "1 A^3*K");
        if (expected === undefined) continue; // the engine knows of none
        expect(at.row.unit === "", `${told} [${at.row.unit}]: ${expected}`).toBe(expected === "a plain number");
        if (at.row.unit !== "") expect(saidOfUnit(at, "7"), told).toBeUndefined(); // 7 with the unit of the document
      }
    }
  });
});

describe.each<Where>(["plane", "space"])("friction that a form adds in %s", (where) => {
  const space = where === "space";
  const joints = casesOf(where).filter(({ text, path }) => {
    const fields = SCHEMA.fields(path, readTree(text).root);
    return path[0] === "joints" && fields.some(({ key }) => key === "friction");
  });
  const taken = joints.filter(({ text, path }) => {
    const said = messagesOf(put(text, [...path, "friction"], "0.1"));
    return !said.some(({ text: words }) => /friction (has no|is not|of a .* joint is not)/.test(words));
  });
  test.each(taken)("$name is taken by the engine", ({ text, path }) => {
    const value = firstFriction(path, readTree(text).root, space, 2)!;
    const said = messagesOf(put(text, [...path, "friction"], value)).map((one) => one.text);
    expect(said.filter((words) => words.includes("friction"))).toEqual([]);
  });
});

/* Numbers that were looked at in the plane: one reading of them serves space as well, and is asked again where there is time (LONG). */
const asked = new Set<string>();

describe.each<Where>(["plane", "space"])("in %s", (where) => {
  const space = where === "space";
  describe.each(casesOf(where))("$name", (one) => {
    const fields = SCHEMA.fields(one.path, readTree(one.text).root);
    if (fields.length === 0) return;
    test.each(fields)("$key has a field, in its unit", (field) => {
      const row = rowOf(begun(one, field, space), one.path, field.key, space);
      expect(row).toBeDefined();
      expect(row!.input === "yaml").toBe(isWritten(one.name, field.key));
      if (field.doc.unit) expect(row!.unit).toBe(field.doc.unit);
    });
    test.each(fields.filter((field) => !field.type && !isWritten(one.name, field.key)))(
      "$key can be written in its other ways",
      (field) => {
        const text = begun(one, field, space);
        const path = [...one.path, field.key];
        const node = nodeAt(readTree(text).root, path)!;
        for (const { value } of alternativeForms(SCHEMA, field.schema, node, space, ["A"]))
          expect(rowOf(put(text, path, value), one.path, field.key, space)!.input).not.toBe("yaml");
      },
    );
    const numbers = fields.filter((field) => {
      const told = `${one.name}: ${field.key}`;
      if (UNCHECKED.has(told) || (space && asked.has(told) && !process.env.LONG)) return false;
      const way = rowOf(begun(one, field, space), one.path, field.key, space)?.input;
      const isNumber = way === "number" || way === "numbers";
      if (isNumber) asked.add(told);
      return isNumber;
    });
    test.each(numbers)("what is wrong with $key is told at it", (field) => {
      const text = begun(one, field, space);
      const path = [...one.path, field.key];
      const isList = nodeAt(readTree(text).root, path)!.kind === "list";
      const wrong = put(text, isList ? [...path, 0] : path, "nonsense");
      expect(faultAt(faultsOf(wrong, messagesOf(wrong)), path), wrong).toBeDefined();
    });
  });
});

/* ready_parts.test.ts - parts that need not be written: offered with their ports and numbers, added so that they run, and one entry of the list. */
import { describe, expect, it, test } from "vitest";
import { addUse } from "../../src/editor/additions";
import { complete, keysFor, unitAt } from "../../src/editor/complete";
import { outline } from "../../src/editor/outline";
import { readyField } from "../../src/editor/names";
import { deleteElement, rename } from "../../src/editor/rename";
import { homeOf } from "../../src/editor/scope";
import { readyParts } from "../../src/editor/ready_parts";
import { SchemaReader } from "../../src/editor/schema";
import { readTree } from "../../src/editor/tree";
import { reportOf, schemaOf } from "./program";

const schema = new SchemaReader(schemaOf());
const known = { schema, channels: [], space: false };
const TEXT =
  "trammel: 1\nuse:\n  g: {part: planetary, ports: {housing: ground}, with: {sun: 24, planet: 12, module: 2 mm}}\n";
const { root } = readTree(TEXT);

test.each([
  ["planetary", false],
  ["planetary", true],
  ["differential", true],
])("%s is added with what it needs (in space: %s), and the engine takes it", (part, space) => {
  const head = `trammel: 1\n${space ? "space: space\n" : ""}`;
  const { draft, chosen } = addUse(head, part, space);
  const name = "name" in chosen ? chosen.name : "";
  expect(draft.text).toContain(`part: ${part}`);
  const scene = reportOf(`${draft.text}analyses: [assembly]\n`).scene!;
  expect(scene.assembled).toBe(true);
  expect(scene.uses?.map((one) => one.name)).toEqual([name]);
  expect(scene.bodies.some((body) => body.use === name)).toBe(true);
});

describe("a use of one", () => {
  it("has the parameters of the part, with meaning and unit", () => {
    expect(readyField(root, ["use", "g", "with", "sun"])?.doc).toBe("teeth of the sun");
    expect(readyField(root, ["use", "g", "with", "moon"])).toBeUndefined();
    expect(unitAt({ path: ["use", "g", "with", "module"], root }, known)).toBe("m");
    const keys = keysFor(["use", "g", "with"], root, known);
    expect(keys).toEqual(expect.arrayContaining(["planets", "ring", "pressure"]));
    expect(keys).not.toContain("sun"); // it is given
    const bare = readTree("trammel: 1\nuse: {g: {part: planetary, ports: {}}}\n").root;
    expect(keysFor(["use", "g", "ports"], bare, known)).toEqual(["housing"]);
  });

  it("is what its bodies and points show, and they are not renamed or deleted one by one", () => {
    for (const [kind, name] of [
      ["body", "g.sun"],
      ["joint", "g.O"],
      ["point", "g.sun.O"],
    ] as const)
      expect(homeOf(root, { kind, name })).toMatchObject({
        path: ["use", "g"],
        use: "g",
        part: "planetary",
        ready: true,
      });
    expect(homeOf(root, { kind: "body", name: "h.sun" })).toBeNull();
    expect(() => rename(TEXT, "body", "g.sun", "star")).toThrow(
      "g.sun belongs to g, a ready part (planetary): rename g itself.",
    );
    expect(() => deleteElement(TEXT, "body", "g.sun")).toThrow("delete g itself");
    expect(deleteElement(TEXT, "use", "g").removed).toEqual([]);
  });

  it("is one entry of the list", () => {
    const items = outline(root).find(({ id }) => id === "use")!.items;
    expect(items.map(({ title }) => title)).toEqual(["g"]);
  });

  it("is completed where a use begins, those of space in space alone", () => {
    const at = (space: boolean) => complete("trammel: 1\nuse:\n  ", 20, { ...known, space })?.options ?? [];
    const plane = at(false).find(({ label }) => label === "planetary");
    expect(plane?.snippet).toMatch(
      /part: planetary, at: \[\$\{0\}, \$\{0\}\], ports: \{housing: \$\{ground\}\}, with: \{sun: \$\{/,
    );
    expect(at(false).some(({ label }) => label === "differential")).toBe(false);
    expect(at(true).some(({ label }) => label === "differential")).toBe(true);
  });
});

test("a part of the text hides one of its name", () => {
  const own = readTree(
    "trammel: 1\nparts:\n  planetary: {parameters: {r: 1}}\nuse:\n  g: {part: planetary, with: {}}\n",
  ).root;
  expect(readyParts(own).some(({ name }) => name === "planetary")).toBe(false);
  expect(readyField(own, ["use", "g", "with", "sun"])).toBeUndefined();
  expect(keysFor(["use", "g", "with"], own, known)).toEqual(["r"]);
});

/* insert.test.ts - where new entries go in texts that are laid out in rare ways. */
import { describe, expect, test } from "vitest";
import {
  applyChanges,
  get,
  insertItem,
  type Path,
  refuseInvalid,
  remove,
  setValue,
  TextEditError,
  type Value,
} from "../../src/editor/text_edits";
import { readTree } from "../../src/editor/tree";

function set(text: string, path: Path, value: Value): string {
  return applyChanges(text, refuseInvalid(text, setValue(text, path, value)));
}

describe("a root map that is indented", () => {
  test.each<[string, Path, Value, string]>([
    ["  trammel: 1\n", ["joints", "A"], "x", "  trammel: 1\n\n  joints:\n    A: x\n"],
    [
      "  trammel: 1\n  bodies:\n     a: 1\n",
      ["joints", "A"],
      "x",
      "  trammel: 1\n  bodies:\n     a: 1\n  joints:\n     A: x\n",
    ],
    ["  joints:\n    A: x\n", ["points", "P"], "1", "  points:\n    P: 1\n  joints:\n    A: x\n"],
    ["  trammel: 1\n  joints:\n", ["joints", "A"], "x", "  trammel: 1\n  joints:\n    A: x\n"],
    ["  trammel: 1\n", ["title"], "One", "  trammel: 1\n  title: One\n"],
  ])("%j %j", (text, path, value, expected) => {
    expect(set(text, path, value)).toBe(expected);
  });

  test("an item of a new list", () => {
    const text = "  trammel: 1\n";
    expect(applyChanges(text, insertItem(text, ["analyses"], 0, "static"))).toBe(
      "  trammel: 1\n\n  analyses:\n    - static\n",
    );
  });
});

describe("comments below the last entry stay with it", () => {
  test.each<[string, Path, string]>([
    ["bodies:\n  a: 1\n  # of a\n\njoints: 2\n", ["bodies", "b"], "bodies:\n  a: 1\n  # of a\n  b: x\n\njoints: 2\n"],
    ["bodies:\n  a: 1\n    # of a\n", ["bodies", "b"], "bodies:\n  a: 1\n    # of a\n  b: x\n"],
    ["bodies:\n  a: 1\n# of joints\njoints: 2\n", ["bodies", "b"], "bodies:\n  a: 1\n  b: x\n# of joints\njoints: 2\n"],
    [
      "bodies:\n  a:\n    m: 1\n  # of b\n  b: 1\n",
      ["bodies", "a", "n"],
      "bodies:\n  a:\n    m: 1\n    n: x\n  # of b\n  b: 1\n",
    ],
    ["bodies:\n  a: 1\n  # of a", ["bodies", "b"], "bodies:\n  a: 1\n  # of a\n  b: x"],
  ])("%j %j", (text, path, expected) => {
    expect(set(text, path, "x")).toBe(expected);
  });

  test("in lists, too", () => {
    const text = "analyses:\n  - static\n  # the fall\n";
    expect(applyChanges(text, insertItem(text, ["analyses"], 9, "evaluate"))).toBe(
      "analyses:\n  - static\n  # the fall\n  - evaluate\n",
    );
  });
});

/* `? key` is YAML that hardly anybody writes: what cannot be done there is refused, and nothing is broken. */
describe("explicit keys", () => {
  const text = "trammel: 1\nbodies:\n  ? a\n  : 1\n  ? b\n  : 2\njoints: {}\n";
  const edits: [string, () => string, unknown][] = [
    ["change", () => set(text, ["bodies", "a"], "3"), { a: "3", b: "2" }],
    ["add", () => set(text, ["bodies", "c"], "3"), { a: "1", b: "2", c: "3" }],
    ["take away the first", () => applyChanges(text, refuseInvalid(text, remove(text, ["bodies", "a"]))), { b: "2" }],
    ["take away the last", () => applyChanges(text, refuseInvalid(text, remove(text, ["bodies", "b"]))), { a: "1" }],
    ["add below", () => set("? a\n: 1\n", ["joints", "A"], "3"), undefined],
  ];
  test.each(edits)("%s", (_, edit, expected) => {
    try {
      const after = edit();
      expect(readTree(after).faults).toEqual([]);
      expect(get(after, ["bodies"])).toEqual(expected);
    } catch (fault) {
      expect(fault).toBeInstanceOf(TextEditError);
    }
  });
});

describe("incomplete lists are kept as text", () => {
  test.each(["[0, 1", "[0, 1], x", "{a: 1", "[0, 1] # two"])("%s", (typed) => {
    for (const text of ["a: {size: [1, 2], b: 3}\n", "a:\n  size: [1, 2]\n  b: 3\n"]) {
      let after = text;
      try {
        after = set(text, ["a", "size"], typed);
      } catch (fault) {
        expect(fault).toBeInstanceOf(TextEditError);
      }
      expect(readTree(after).faults).toEqual([]);
      expect(get(after, ["a", "b"])).toBe("3");
    }
  });
});

/* text_edits.test.ts - single edits of text: what changes, and that nothing else does. */
import { describe, expect, test } from "vitest";
import {
  applyChanges,
  combine,
  difference,
  get,
  has,
  insertItem,
  type Path,
  remove,
  setValue,
  TextEditError,
  type Value,
} from "../../src/editor/text_edits";
import { MODELS, modelText } from "./models";

const FOURBAR = modelText("models/fourbar/fourbar.yaml");

function set(text: string, path: Path, value: Value): string {
  return applyChanges(text, setValue(text, path, value));
}

function without(text: string, path: Path): string {
  return applyChanges(text, remove(text, path));
}

describe("a value that is half a list", () => {
  test.each(["[1", "{", "[1, 2] and more", "{a: 1"])("%s is written as words, and the text stays sound", (value) => {
    const now = set(FOURBAR, ["bodies", "crank", "mass"], value);
    expect(get(now, ["bodies", "crank", "mass"])).toBe(value);
    expect(get(now, ["bodies", "coupler"])).toEqual(get(FOURBAR, ["bodies", "coupler"]));
  });
});

describe("reading", () => {
  test("values are text, whatever they look like", () => {
    expect(get(FOURBAR, ["bodies", "crank", "angle"])).toBe("60 deg");
    expect(get(FOURBAR, ["bodies", "crank", "points", "A", 0])).toBe("2");
    expect(get(FOURBAR, ["initial", "O.angle"])).toBe("60 deg");
    expect(has(FOURBAR, ["bodies", "rod"])).toBe(false);
  });
  test("an expression that YAML cuts at its commas is one value", () => {
    const arm = modelText("models/arm-inverse/arm-inverse.yaml");
    expect(get(arm, ["drivers", "pitch"])).toEqual({ "hand.angle": "atan2(0.9, -0.8) - pi/2" });
    expect(get("v: [step(t, 0, 0, 1, 2), 3]", ["v"])).toEqual(["step(t, 0, 0, 1, 2)", "3"]);
  });
});

describe("replacing", () => {
  test("only the value changes", () => {
    expect(setValue(FOURBAR, ["bodies", "crank", "mass"], "2 kg")).toEqual([
      { from: FOURBAR.indexOf("mass: 1,") + 6, to: FOURBAR.indexOf("mass: 1,") + 7, insert: "2 kg" },
    ]);
  });
  test.each<[string, Path, Value, string]>([
    ["a: 1 # one\n", ["a"], "2", "a: 2 # one\n"],
    ["a: 1", ["a"], "2", "a: 2"],
    ["a:   1\r\nb: 2\r\n", ["a"], "3", "a:   3\r\nb: 2\r\n"],
    ["a:\nb: 2\n", ["a"], "3", "a: 3\nb: 2\n"],
    ["a:  # nothing yet\nb: 2\n", ["a"], "3", "a: 3  # nothing yet\nb: 2\n"],
    ["a: {b: }\n", ["a", "b"], "3", "a: {b: 3 }\n"],
    ["a: {b: f(1, 2), c: 3}\n", ["a", "b"], "4", "a: {b: 4, c: 3}\n"],
    ["a: {b: 1}\n", ["a", "b"], "f(1, 2)", "a: {b: 'f(1, 2)'}\n"],
    ["a: 1\n", ["a"], "f(1, 2)", "a: f(1, 2)\n"],
    ['a: {"b": "x", c: 1}\n', ["a", "b"], "f(1, 2)", 'a: {"b": "f(1, 2)", c: 1}\n'],
    ["a: [1, 2, 3]\n", ["a", 1], "x*2", "a: [1, x*2, 3]\n"],
    ["a:\n  b: 1\n  # why\n  c: 2\nd: 1\n", ["a"], "none", "a: none\n  # why\nd: 1\n"],
    ["title: A\n", ["title"], "Crank: one # two", "title: 'Crank: one # two'\n"],
    ["title: A\n", ["title"], "it's 'so': x", "title: 'it''s ''so'': x'\n"],
    ["title: Größe ∅\n", ["title"], "Maß", "title: Maß\n"],
    ["a: >\n  long\n  text\nb: 1\n", ["a"], "short", "a: short\nb: 1\n"],
    ['{"a": 1, "b": "x"}', ["b"], "y", '{"a": 1, "b": "y"}'],
    ['{"a": 1, "b": "x"}', ["b"], "2.5", '{"a": 1, "b": 2.5}'],
    ["a: &k 3\nb: *k\n", ["a"], "4", "a: &k 4\nb: *k\n"],
    ["a: [0,   0]\n", ["a"], [1, "2 mm"], "a: [1, 2 mm]\n"],
  ])("%j %j", (text, path, value, expected) => {
    expect(set(text, path, value)).toBe(expected);
  });
  test("an alias is not written over", () => {
    expect(() => setValue("a: &k 3\nb: *k\n", ["b"], "4")).toThrow(TextEditError);
    expect(() => setValue("a: &k {x: 1}\nb: *k\n", ["b", "x"], "4")).toThrow(/"&k"/);
    expect(() => remove("a: &k {x: 1}\nb: *k\n", ["a"])).toThrow(/\*k/);
  });
  test("a text with a mistake is left alone", () => {
    expect(() => setValue("a: [1\nb: 2", ["b"], "3")).toThrow(TextEditError);
    expect(() => setValue("just words", ["b"], "3")).toThrow(TextEditError);
  });
});

describe("inserting", () => {
  test.each<[string, string, Path, Value, string]>([
    [
      "a field of a body",
      "bodies:\n  a: {mass: 1} # x\n",
      ["bodies", "a", "angle"],
      "60 deg",
      "bodies:\n  a: {mass: 1, angle: 60 deg} # x\n",
    ],
    [
      "an entry like its neighbours",
      "joints:\n  A: {revolute: [a, b]}\n",
      ["joints", "B"],
      { revolute: ["b", "c"] },
      "joints:\n  A: {revolute: [a, b]}\n  B: {revolute: [b, c]}\n",
    ],
    [
      "aligned",
      "bodies:\n  a:   {mass: 1}\n  abc: {mass: 1}\n",
      ["bodies", "ab"],
      { mass: 2 },
      "bodies:\n  a:   {mass: 1}\n  abc: {mass: 1}\n  ab:  {mass: 2}\n",
    ],
    [
      "longer than the alignment",
      "bodies:\n  a:   {mass: 1}\n  abc: {mass: 1}\n",
      ["bodies", "abcde"],
      { mass: 2 },
      "bodies:\n  a:   {mass: 1}\n  abc: {mass: 1}\n  abcde: {mass: 2}\n",
    ],
    [
      "four columns",
      "bodies:\n    a: {mass: 1}\n\njoints:\n    A: {}\n",
      ["joints", "B"],
      {},
      "bodies:\n    a: {mass: 1}\n\njoints:\n    A: {}\n    B: {}\n",
    ],
    [
      "a section takes the indentation",
      "trammel: 1\n\nbodies:\n    a: {mass: 1}\n",
      ["joints", "B"],
      {},
      "trammel: 1\n\nbodies:\n    a: {mass: 1}\n\njoints:\n    B: {}\n",
    ],
    [
      "a section in its place",
      "trammel: 1\nbodies:\n  a: {}\nanalyses:\n  - static: {}\n",
      ["joints", "A"],
      {},
      "trammel: 1\nbodies:\n  a: {}\njoints:\n  A: {}\nanalyses:\n  - static: {}\n",
    ],
    [
      "with an empty line where others have one",
      "trammel: 1\n\nbodies:\n  a: {} # x\n  # y\n\nanalyses:\n  - static: {}\n",
      ["joints", "A"],
      {},
      "trammel: 1\n\nbodies:\n  a: {} # x\n  # y\n\njoints:\n  A: {}\n\nanalyses:\n  - static: {}\n",
    ],
    [
      "no final line break",
      "trammel: 1\nbodies:\n  a: {}",
      ["bodies", "b"],
      {},
      "trammel: 1\nbodies:\n  a: {}\n  b: {}",
    ],
    [
      "CRLF",
      "trammel: 1\r\nbodies:\r\n  a: {} # c\r\n",
      ["bodies", "b"],
      {},
      "trammel: 1\r\nbodies:\r\n  a: {} # c\r\n  b: {}\r\n",
    ],
    [
      "CRLF section",
      "trammel: 1\r\nbodies:\r\n  a: {}\r\n",
      ["joints", "b"],
      {},
      "trammel: 1\r\nbodies:\r\n  a: {}\r\njoints:\r\n  b: {}\r\n",
    ],
    ["an empty text", "", ["points", "A"], [0, 0], "trammel: 1\n\npoints:\n  A: [0, 0]\n"],
    ["only comments", "# mine", ["points", "A"], [0, 0], "# mine\ntrammel: 1\n\npoints:\n  A: [0, 0]\n"],
    [
      "a section without entries",
      "trammel: 1\njoints:   # none\n# end\n",
      ["joints", "A"],
      {},
      "trammel: 1\njoints:   # none\n  A: {}\n# end\n",
    ],
    [
      "a section that is {}",
      "trammel: 1\njoints: {} # none\n",
      ["joints", "A"],
      {},
      "trammel: 1\njoints: # none\n  A: {}\n",
    ],
    [
      "an element without fields",
      "bodies:\n  ground:\n  a: {}\n",
      ["bodies", "ground", "points", "O"],
      [0, 0],
      "bodies:\n  ground: {points: {O: [0, 0]}}\n  a: {}\n",
    ],
    [
      "an element that is {}",
      "bodies:\n  a: {}\n",
      ["bodies", "a", "points", "O"],
      [0, 0],
      "bodies:\n  a: {points: {O: [0, 0]}}\n",
    ],
    ["a head", "trammel: 1\ngravity: none\n", ["title"], "Mine", "trammel: 1\ntitle: Mine\ngravity: none\n"],
    ["before everything", "gravity: none\n", ["trammel"], "1", "trammel: 1\ngravity: none\n"],
    [
      "block style",
      "bodies:\n  a:\n    mass: 1   # m\n    # end of a\n  b:\n    mass: 2\n",
      ["bodies", "a", "angle"],
      "1",
      "bodies:\n  a:\n    mass: 1   # m\n    # end of a\n    angle: 1\n  b:\n    mass: 2\n",
    ],
    [
      "behind a long flow map",
      "points: {\n  A: [0, 0], B: [1, 0],\n  C: [2, 0]\n}\nbodies: {}\n",
      ["points", "D"],
      [3, 0],
      "points: {\n  A: [0, 0], B: [1, 0],\n  C: [2, 0], D: [3, 0]\n}\nbodies: {}\n",
    ],
    [
      "lines of a flow map",
      '{\n  "a": 1,\n  "b": {\n    "c": 2\n  }\n}\n',
      ["b", "d"],
      "x",
      '{\n  "a": 1,\n  "b": {\n    "c": 2,\n    "d": "x"\n  }\n}\n',
    ],
    [
      "a section of JSON",
      '{"trammel": 1, "analyses": []}',
      ["joints", "A"],
      { revolute: ["a", "b"] },
      '{"trammel": 1, "joints": {"A": {"revolute": ["a", "b"]}}, "analyses": []}',
    ],
    [
      "options of a bare analysis",
      "analyses:\n  - static\n",
      ["analyses", 0, "static", "search"],
      "all",
      "analyses:\n  - static: {search: all}\n",
    ],
    [
      "fields of a bare shape",
      "bodies:\n  a: {shape: disc}\n",
      ["bodies", "a", "shape", "disc", "radius"],
      "5 mm",
      "bodies:\n  a: {shape: {disc: {radius: 5 mm}}}\n",
    ],
    ["a key that needs quotes", "parameters: {a: 1}\n", ["parameters", "x: y"], "2", "parameters: {a: 1, 'x: y': 2}\n"],
    ["behind a comma at the end", "p: {a: 1, }\n", ["p", "b"], "2", "p: {a: 1, b: 2, }\n"],
    [
      "behind a multi-line element",
      "bodies:\n  a: {mass: 1,\n      angle: 2} # two\n",
      ["bodies", "b"],
      {},
      "bodies:\n  a: {mass: 1,\n      angle: 2} # two\n  b: {}\n",
    ],
    [
      "quoted keys in a block",
      "'bodies':\n  \"a\": {mass: 1}\n",
      ["bodies", "a", "angle"],
      "2",
      "'bodies':\n  \"a\": {mass: 1, angle: 2}\n",
    ],
  ])("%s", (_, text, path, value, expected) => {
    expect(set(text, path, value)).toBe(expected);
  });
  test("a flow map over several lines goes on in a new line when the last is full", () => {
    const long = `points: {A: [0, 0], D: [1, 1],\n         ${"B".repeat(76)}: [1.00000, 2.00000]}\n`;
    expect(set(long, ["points", "C"], [3, 4])).toBe(long.replace("2.00000]", "2.00000], C: [3, 4]"));
    const longer = long.replace("1.00000", "1.0000000000");
    expect(set(longer, ["points", "C"], [3, 4])).toBe(longer.replace("2.00000]", "2.00000],\n         C: [3, 4]"));
  });
  test("nothing can be added to a number", () => {
    expect(() => setValue("a: 1\n", ["a", "b"], "2")).toThrow(TextEditError);
  });
});

describe("lists", () => {
  test.each<[string, Path, number, Value, string]>([
    [
      "analyses:\n  - static: {} # rest\n",
      ["analyses"],
      9,
      { modes: {} },
      "analyses:\n  - static: {} # rest\n  - modes: {}\n",
    ],
    ["analyses:\n- static: {}\n", ["analyses"], 0, { modes: {} }, "analyses:\n- modes: {}\n- static: {}\n"],
    ["trammel: 1\n", ["analyses"], 0, { modes: {} }, "trammel: 1\n\nanalyses:\n  - modes: {}\n"],
    ["trammel: 1\nanalyses:\n", ["analyses"], 0, "static", "trammel: 1\nanalyses:\n  - static\n"],
    ["trammel: 1\nanalyses: [] # c\n", ["analyses"], 0, "static", "trammel: 1\nanalyses: # c\n  - static\n"],
    ["b: {p: [A, B]}\n", ["b", "p"], 1, "C", "b: {p: [A, C, B]}\n"],
    ["b: {p: [A, B]}\n", ["b", "p"], 0, "C", "b: {p: [C, A, B]}\n"],
    ["b: {p: []}\n", ["b", "p"], 0, "C", "b: {p: [C]}\n"],
    ["b: {}\n", ["b", "p"], 0, "C", "b:\n  p: [C]\n"],
    ['{"analyses": [{"static": {}}]}', ["analyses"], 1, { modes: {} }, '{"analyses": [{"static": {}}, {"modes": {}}]}'],
  ])("insert into %j at %j %i", (text, path, index, value, expected) => {
    expect(applyChanges(text, insertItem(text, path, index, value))).toBe(expected);
  });
  test.each<[string, Path, number, string]>([
    ["analyses:\n  - static: {} # rest\n  - modes: {}\n", ["analyses"], 0, "analyses:\n  - modes: {}\n"],
    ["trammel: 1\n\nanalyses:\n  - static: {}\n", ["analyses"], 0, "trammel: 1\n"],
    ["b: {p: [A, B, C]}\n", ["b", "p"], 1, "b: {p: [A, C]}\n"],
    ["b: {p: [A, B, C]}\n", ["b", "p"], 2, "b: {p: [A, B]}\n"],
    ["b: {p: [A, B, C]}\n", ["b", "p"], 0, "b: {p: [B, C]}\n"],
    ["a:\n  - x:\n      y: 1\n  - z\n", ["a"], 0, "a:\n  - z\n"],
  ])("remove from %j at %j %i", (text, path, index, expected) => {
    expect(applyChanges(text, remove(text, [...path, index]))).toBe(expected);
  });
});

describe("removing", () => {
  test.each<[string, Path, string]>([
    ["j:\n  A: {x: 1} # own\n  # line\n  B: {}\n", ["j", "A"], "j:\n  # line\n  B: {}\n"],
    ["trammel: 1\n\njoints:\n  A: {}\n\nforces:\n  f: {}\n", ["joints", "A"], "trammel: 1\n\nforces:\n  f: {}\n"],
    [
      "trammel: 1\njoints:\n  # why\n  A: {}\nforces:\n  f: {}\n",
      ["joints", "A"],
      "trammel: 1\n  # why\nforces:\n  f: {}\n",
    ],
    ["trammel: 1\ninitial: {O.angle: 1}\n", ["initial", "O.angle"], "trammel: 1\n"],
    ["trammel: 1\ninitial: {O.angle: 1}", ["initial", "O.angle"], "trammel: 1"],
    ["a: {x: 1, y: 2, z: 3}\n", ["a", "x"], "a: {y: 2, z: 3}\n"],
    ["a: {x: 1, y: 2, z: 3}\n", ["a", "y"], "a: {x: 1, z: 3}\n"],
    ["a: {x: 1, y: 2, z: 3}\n", ["a", "z"], "a: {x: 1, y: 2}\n"],
    ["a: {x: f(1, 2), z: 3}\n", ["a", "x"], "a: {z: 3}\n"],
    ["a: {x: 1,\n    y: 2, # about y\n    z: 3}\n", ["a", "y"], "a: {x: 1,\n    z: 3}\n"],
    ["a: {x: 1, y: 2,\n    z: 3}\n", ["a", "y"], "a: {x: 1,\n    z: 3}\n"],
    ["a: {x: 1,\n    # z is last\n    z: 3}\n", ["a", "z"], "a: {x: 1\n    # z is last\n    }\n"],
    ["bodies:\n  a: {mass: 1}\n", ["bodies", "a", "mass"], "bodies:\n  a: {}\n"],
    ["bodies:\n  a:\n    mass: 1\n  b: {}\n", ["bodies", "a", "mass"], "bodies:\n  a: {}\n  b: {}\n"],
    [
      "bodies:\n  set: {points: {A: [0, 0]}, mass: 1}\n",
      ["bodies", "set", "points", "A"],
      "bodies:\n  set: {mass: 1}\n",
    ],
    ["bodies:\n  points: {mass: 1}\n", ["bodies", "points", "mass"], "bodies:\n  points: {}\n"],
    [
      "analyses:\n  - dynamics: {end: 5, set: {a: 1}}\n",
      ["analyses", 0, "dynamics", "set", "a"],
      "analyses:\n  - dynamics: {end: 5}\n",
    ],
    ['{\n  "a": 1,\n  "b": 2\n}\n', ["b"], '{\n  "a": 1\n}\n'],
    ['{\n  "a": 1,\n  "b": 2\n}\n', ["a"], '{\n  "b": 2\n}\n'],
    ["a: 1\r\nb: 2 # c\r\nc: 3\r\n", ["b"], "a: 1\r\nc: 3\r\n"],
    ["a: 1\nb: 2", ["b"], "a: 1"],
    ["a: 1\n", ["z", "y"], "a: 1\n"],
  ])("%j %j", (text, path, expected) => {
    expect(without(text, path)).toBe(expected);
  });
});

describe("changes", () => {
  test("several edits are changes of the first text", () => {
    const changes = combine(
      FOURBAR,
      (text) => setValue(text, ["bodies", "crank", "mass"], "2"),
      (text) => setValue(text, ["joints", "D"], { revolute: ["a", "b"] }),
      (text) => setValue(text, ["bodies", "crank", "mass"], "3"),
    );
    expect(changes.map((change) => change.insert)).toEqual(["3", "  D: {revolute: [a, b]}\n"]);
    expect(get(applyChanges(FOURBAR, changes), ["bodies", "crank", "mass"])).toBe("3");
  });
  test("the difference of any two texts leads from one to the other", () => {
    for (let i = 1; i < MODELS.length; i++) {
      const [before, after] = [MODELS[i - 1]![1], MODELS[i]![1]];
      expect(applyChanges(before, difference(before, after))).toBe(after);
    }
  });
});

describe("a model in JSON", () => {
  test("stays JSON where a list or a map is given as YAML", () => {
    const text = '{\n  "bodies": {\n    "a": {"mass": 1}\n  }\n}\n';
    const more = set(text, ["bodies", "b"], "{points: [O, A], mass: 1, length: 5 mm}");
    expect(JSON.parse(more)).toEqual({
      bodies: { a: { mass: 1 }, b: { points: ["O", "A"], mass: 1, length: "5 mm" } },
    });
  });
});

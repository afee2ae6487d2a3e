/* text_edits_random.test.ts - random edits of every model: the text keeps its lines of comment and means what a plain object, edited in
 * the same way, means. */
import { describe, expect, test } from "vitest";
import { Draft } from "../../src/editor/draft";
import { type Data, get, type Path, remove, type Value } from "../../src/editor/text_edits";
import { readTree } from "../../src/editor/tree";
import { MODELS } from "./models";

type Plain = { [key: string]: Data };

const GOES = new Set(
  "parameters tables points bodies joints forces drivers initial analyses set events speeds actuators inputs outputs stiffness damping".split(
    " ",
  ),
);

function generator(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1664525 + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

function at(root: Data, path: Path): Data {
  return path.reduce<Data>((node, step) => (node as Plain)[step as string]!, root);
}

function assign(root: Data, path: Path, value: Data): void {
  (at(root, path.slice(0, -1)) as Plain)[path[path.length - 1] as string] = value;
}

function erase(root: Data, path: Path): void {
  const parent = at(root, path.slice(0, -1));
  const last = path[path.length - 1]!;
  if (Array.isArray(parent)) parent.splice(Number(last), 1);
  else delete (parent as Plain)[last as string];
  const name = path[path.length - 2];
  const empty = Object.keys(parent as object).length === 0;
  if (empty && typeof name === "string" && GOES.has(name) && path.length !== 3) erase(root, path.slice(0, -1));
}

/* Paths of all values, the root's own excepted. */
function paths(node: Data, path: Path = []): Path[] {
  if (typeof node === "string") return [];
  const steps: (string | number)[] = Array.isArray(node) ? node.map((_, i) => i) : Object.keys(node);
  return steps.flatMap((step) => {
    const here = [...path, step];
    return [here, ...paths((node as Plain)[step as string]!, here)];
  });
}

function comments(text: string): string[] {
  return text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line.startsWith("#"))
    .sort();
}

const VALUES: [Value, Data][] = [
  ["42 mm", "42 mm"],
  ["f(a, b)*2", "f(a, b)*2"],
  ["it's: so # yes", "it's: so # yes"],
  [
    ["1", "x + 2"],
    ["1", "x + 2"],
  ],
  [
    { revolute: ["ground", "a.B"], at: "max(1, 2)" },
    { revolute: ["ground", "a.B"], at: "max(1, 2)" },
  ],
  ["größer", "größer"],
];

function step(draft: Draft, model: Data, random: () => number, count: number): string {
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!;
  const all = paths(model).filter((path) => path[0] !== "trammel");
  const [value, data] = pick(VALUES);
  const copy = structuredClone(data);
  const what = random();
  if (what < 0.35 && all.length > 0) {
    const path = pick(all);
    draft.set(path, value);
    assign(model, path, copy);
    return `set ${path.join("/")}`;
  }
  const maps = [[], ...all].filter((path) => {
    const node = at(model, path);
    return typeof node === "object" && !Array.isArray(node);
  });
  if (what < 0.6) {
    const path = [...pick(maps), `new${count}`];
    draft.set(path, value);
    assign(model, path, copy);
    return `add ${path.join("/")}`;
  }
  if (what < 0.7) {
    const section = pick(["joints", "forces", "points", "initial", "drivers", "parameters"]);
    if (typeof (model as Plain)[section] === "string" || Array.isArray((model as Plain)[section])) return "nothing";
    draft.set([section, `el${count}`], value);
    ((model as Plain)[section] ??= {}) as Plain;
    assign(model, [section, `el${count}`], copy);
    return `element ${section}`;
  }
  const lists = all.filter((path) => Array.isArray(at(model, path)));
  if (what < 0.8 && lists.length > 0) {
    const path = pick(lists);
    const list = at(model, path) as Data[];
    const index = Math.floor(random() * (list.length + 1));
    draft.insertItem(path, index, value);
    list.splice(index, 0, copy);
    return `insert ${path.join("/")} ${index}`;
  }
  if (all.length === 0) return "nothing";
  const path = pick(all);
  draft.apply(remove(draft.text, path));
  erase(model, path);
  return `remove ${path.join("/")}`;
}

/* Texts that are not short take long: one way to end lines each, by turns; all with LONG=1 (make test-long). */
const SHORT = process.env.LONG ? 2500 : 700;

function variants(text: string): [string, string][] {
  const all: [string, string][] = [
    ["as it is", text],
    ["CRLF", text.replaceAll("\n", "\r\n")],
    ["without final line break", text.replace(/\n$/, "")],
  ];
  return text.length < SHORT ? all : [all[text.length % all.length]!];
}

describe.each(MODELS)("%s", (_, text) => {
  test.each(variants(text))("%s", async (name, start) => {
    await new Promise((done) => setImmediate(done)); // the test runner wants to be heard between long tests
    const most = name === "as it is" && start.length < 1000 ? 3 : 1;
    for (let seed = 1; seed <= most; seed++) {
      const random = generator(seed * 7919 + start.length);
      const draft = new Draft(start);
      const model = structuredClone(get(start, [])!);
      const log: string[] = [];
      for (let count = 0; count < 14; count++) {
        const before = draft.text;
        log.push(step(draft, model, random, count));
        const note = `${log.join("; ")}\n---- before\n${before}\n---- after\n${draft.text}`;
        expect(readTree(draft.text).faults, note).toEqual([]);
        expect(get(draft.text, []) ?? {}, note).toEqual(model);
        expect(comments(draft.text), note).toEqual(comments(start));
      }
    }
  });
});

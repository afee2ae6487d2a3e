/* Copies and images of parts of a model: by geometry, and by what the engine makes of them. */
import { describe, expect, it } from "vitest";
import { applyChanges, difference, keysOf, setValue } from "../../src/editor/text_edits";
import { image, mirror, rotation, scaling, translation, type Affine } from "../../src/tools/affine";
import { fragmentOf } from "../../src/tools/fragment";
import { combined } from "../../src/tools/image_text";
import { movedBy } from "../../src/tools/moved";
import { isModelText, pasted, pastedAll } from "../../src/tools/paste";
import { nodeNamed, readSketch, type Sketch } from "../../src/tools/sketch";
import { transformed } from "../../src/tools/transform";
import type { Selected } from "../../src/state/selection";
import { modelText } from "./models";
import { csvOf, reportOf } from "./program";
import { tableOf } from "./tables";

const FOURBAR = `trammel: 1
gravity: [0, 0]
parameters: {l: 0.5, unused: 3}
points:
  O: [0, 0]
  A: [0, 0.2] # the crank's end
  B: [0.5, 0.4]
  C: ["l + 10 cm", 0]
bodies:
  crank: {points: [O, A], mass: 1, shape: rod}
  coupler: {points: [A, B], mass: 2, shape: rod}
  rocker: {points: [B, C], mass: 1, shape: rod}
joints:
  O: {revolute: [ground, crank]}
  A: {revolute: [crank, coupler]}
  B: {revolute: [coupler, rocker]}
  C: {revolute: [ground, rocker]}
forces:
  spring1: {spring: [ground.O, rocker.B], stiffness: 100, length: 0.5}
drivers:
  drive: {O.angle: 2*pi*t}
analyses:
  - kinematics: {end: 1, output: 0.1}
`;

const sketch = (text: string): Sketch => readSketch(text, reportOf(text).scene);
const bodies = (...names: string[]): Selected[] => names.map((name) => ({ kind: "body", name }));
const ALL = bodies("crank", "coupler", "rocker");

function placed(text: string, by: Affine, what: readonly Selected[] = ALL): string {
  const of = sketch(text);
  return transformed(of, movedBy(of, what), by);
}

/* Places of the points on the ground, as the engine has them. */
function places(text: string): Map<string, number[]> {
  const { drawing } = reportOf(text).scene!;
  return new Map(drawing.map(({ name, at }) => [name, [at[0], at[1]]]));
}

function near(a: readonly number[], b: readonly number[], within = 1e-8): void {
  a.forEach((x, i) => expect(Math.abs(x - b[i]!)).toBeLessThan(within));
}

describe("an image", () => {
  it("has each point at its image, and keeps comments and expressions", () => {
    for (const by of [
      translation([0.3, -0.1]),
      rotation(0.7, [0.1, 0.2]),
      mirror([0.2, 0], [1, 2]),
      scaling(1.5, [0, 0.1], false),
    ]) {
      const text = placed(FOURBAR, by);
      const before = places(FOURBAR);
      for (const [name, at] of places(text)) near(at, image(by, before.get(name)!));
      expect(text).toContain("# the crank's end");
      expect(text).toMatch(/C: \[.*l \+ 10 cm/);
    }
  });

  it("of an image in the same mirror is the original", () => {
    const by = mirror([0.3, 0.1], [0.6, 0.8]);
    const twice = placed(placed(FOURBAR, by), by);
    const before = places(FOURBAR);
    for (const [name, at] of places(twice)) near(at, before.get(name)!);
    expect(keysOf(twice, ["joints"])).toEqual(keysOf(FOURBAR, ["joints"]));
  });

  it("in a mirror moves as the mirror image does", () => {
    const by = mirror([0, 0], [1, 0]);
    const [one, other] = [FOURBAR, placed(FOURBAR, by)].map((text) => tableOf(csvOf(text), "kinematics"));
    const column = (table: typeof one, name: string): Float64Array =>
      table!.columns[table!.channels.findIndex((c) => c.name === name)]!;
    for (const [name, sign] of [
      ["rocker.x", -1],
      ["rocker.y", 1],
      ["B.angle", -1],
    ] as const) {
      const [a, b] = [column(one, name), column(other, name)];
      a.forEach((x, i) => expect(Math.abs(sign * x - b[i]!)).toBeLessThan(1e-7));
    }
  });

  it("by four quarter turns is the text it was", () => {
    let text = FOURBAR.replace('"l + 10 cm"', "0.6");
    const before = text;
    for (let i = 0; i < 4; i++) text = placed(text, rotation(Math.PI / 2, [0.1, 0.1]));
    expect(places(text)).toEqual(places(before));
  });

  it("of some bodies stretches what is pinned to them", () => {
    const text = placed(FOURBAR, translation([0.1, 0]), bodies("crank"));
    const now = places(text);
    near(now.get("O")!, [0.1, 0]);
    near(now.get("A")!, [0.1, 0.2]);
    near(now.get("B")!, [0.5, 0.4]);
  });
});

describe("bodies with frames of their own", () => {
  const FRAMED = modelText("models/fourbar/fourbar.yaml");
  it("are where their images are, joints closed", () => {
    const names = keysOf(FRAMED, ["bodies"]).filter((name) => name !== "ground");
    for (const by of [translation([1, 2]), rotation(0.5, [0.2, 0.1]), mirror([1, 0], [1, 1])]) {
      const text = placed(FRAMED, by, bodies(...names));
      const [before, after] = [reportOf(FRAMED).scene!, reportOf(text).scene!];
      expect(after.assembled).toBe(true);
      for (const { name, pose } of before.bodies.slice(1)) {
        const now = after.bodies.find((one) => one.name === name)!;
        near(now.pose.at.slice(0, 2), image(by, pose.at.slice(0, 2)), 1e-6 * before.size);
      }
    }
  });
});

describe("a copy", () => {
  it("runs with the values of the original, in another model and beside it", () => {
    const piece = fragmentOf(sketch(FOURBAR), ALL, true);
    expect(piece.text).toContain("l: 0.5");
    expect(piece.text).not.toContain("unused");
    const elsewhere = pasted("trammel: 1\n", piece.text, translation([2, 1]));
    const beside = pasted(FOURBAR, piece.text, translation([2, 1]));
    const [first, there, here] = [FOURBAR, elsewhere.text, beside.text].map((text) =>
      tableOf(csvOf(text), "kinematics"),
    );
    const column = (table: typeof first, name: string): Float64Array =>
      table!.columns[table!.channels.findIndex((c) => c.name === name)]!;
    for (const [name, copied] of [
      ["B.angle", "B1.angle"],
      ["C.fx", "C1.fx"],
      ["spring1.force", "spring2.force"],
    ] as const) {
      const given = column(first, name);
      given.forEach((x, i) => {
        expect(Math.abs(x - column(there, name)[i]!)).toBeLessThan(1e-7 * Math.max(1, Math.abs(x)));
        expect(Math.abs(x - column(here, copied)[i]!)).toBeLessThan(1e-7 * Math.max(1, Math.abs(x)));
      });
    }
    expect(keysOf(beside.text, ["parameters"])).toEqual(["l", "unused"]); // those that say the same are shared
    expect(applyChanges(FOURBAR, difference(FOURBAR, beside.text))).toBe(beside.text);
    expect(beside.text).toContain("# the crank's end");
  });

  it("of one body is that body; joints to bodies that are not copied are named", () => {
    const alone = fragmentOf(sketch(FOURBAR), bodies("crank"));
    expect(keysOf(alone.text, ["joints"])).toEqual([]);
    expect(keysOf(alone.text, ["points"])).toEqual(["O", "A"]);
    const some = fragmentOf(sketch(FOURBAR), [
      ...bodies("crank"),
      { kind: "joint", name: "A" },
      { kind: "joint", name: "O" },
    ]);
    expect(keysOf(some.text, ["joints"])).toEqual(["O"]);
    expect(some.left).toEqual(["A"]);
  });

  it("keeps a parameter of its own where the other model has another of that name", () => {
    const piece = fragmentOf(sketch(FOURBAR), ALL.slice(2));
    const { text } = pasted(
      "trammel: 1\nparameters: {l: 2}\npoints: {Q: [l, 0]}\nanalyses: [{dynamics: {end: 0.1}}]\n",
      piece.text,
      translation([0, 0]),
    );
    near(places(text).get("C")!, [0.6, 0]);
    near(places(text).get("Q")!, [2, 0]);
  });

  it("six times around a circle closes", () => {
    const piece = fragmentOf(sketch(FOURBAR), bodies("coupler"));
    const turns = [1, 2, 3, 4, 5].map((i) => rotation((i * Math.PI) / 3, [0, 0]));
    const { text, selection } = pastedAll(FOURBAR, piece.text, turns);
    const all = readSketch(text, null);
    const ends = ["B", "B1", "B2", "B3", "B4", "B5"].map((name) => nodeNamed(all, name)!.at);
    const step = Math.hypot(ends[1]![0] - ends[0]![0], ends[1]![1] - ends[0]![1]);
    ends.forEach((at, i) => {
      const next = ends[(i + 1) % 6]!;
      expect(Math.hypot(next[0] - at[0], next[1] - at[1])).toBeCloseTo(step, 8);
      expect(Math.hypot(at[0], at[1])).toBeCloseTo(step, 8); // a hexagon
    });
    expect(selection.filter(({ kind }) => kind === "body")).toHaveLength(5);
  });

  it("is refused where it is no model, or of the other space", () => {
    expect(isModelText("hello: world")).toBe(false);
    expect(() => pasted(FOURBAR, "some words", translation([0, 0]))).toThrow(/no part of a model/);
    const space = modelText("models/governor/governor.yaml");
    expect(() => pasted(FOURBAR, space, translation([0, 0, 0]))).toThrow(/space/);
  });

  it("of every model beside itself can be checked", () => {
    for (const path of [
      "models/governor/governor.yaml",
      "models/fourbar/fourbar.yaml",
      "docs/guide/straight-line.yaml",
      "docs/guide/crane.yaml",
      "models/gear-pair/gear-pair.yaml",
      "models/belt-drive/belt-drive.yaml",
      "models/stewart/stewart.yaml",
    ]) {
      const given = modelText(path);
      const text = applyChanges(given, setValue(given, ["analyses"], [{ dynamics: { end: 0.001 } }]));
      const of = sketch(text);
      const every = (kind: Selected["kind"], list: { name: string }[]): Selected[] =>
        list.filter(({ name }) => name !== "ground").map(({ name }) => ({ kind, name }));
      const all = [...every("body", of.scene!.bodies), ...every("joint", of.joints), ...every("force", of.forces)];
      const { text: twice, left } = pasted(text, fragmentOf(of, all).text, translation([10, 0, 0]));
      const { scene } = reportOf(twice);
      expect(scene!.bodies).toHaveLength(2 * reportOf(text).scene!.bodies.length - 1);
      expect([path, left]).toEqual([path, []]);
    }
  });
});

describe("coordinates as text", () => {
  it("are numbers in their units, or expressions", () => {
    expect(combined(["40 mm"], [1], 0.01, "40 mm", 1e-9)).toBe("50 mm");
    expect(combined(["r"], [-1], 0.5, "r", 1e-9)).toBe("-r + 0.5");
    expect(combined(["r + 1", "0.2"], [0.5, 1], 0, "r", 1e-9)).toBe("0.5*(r + 1) + 0.2");
  });
});

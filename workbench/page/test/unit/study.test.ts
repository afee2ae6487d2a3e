/* A study: what is asked for, its points as they come, where they stand in the picture, how the answers are spread. */
import { signal } from "@preact/signals";
import { beforeEach, describe, expect, it, vi } from "vitest";
import type {
  OptimizeOptions,
  OptimizePart,
  RunAnswer,
  SceneParameter,
  StudyAnswer,
  StudyOptions,
  StudyPart,
} from "../../src/engine/engine";

interface Asked {
  options: StudyOptions;
  part: (part: StudyPart) => void;
  answer: (answer: Partial<StudyAnswer>) => void;
  stopped: () => boolean;
}
const asked: Asked[] = [];
interface Searched {
  options: OptimizeOptions;
  part: (part: OptimizePart) => void;
  answer: (answer: Partial<RunAnswer>) => void;
}
const searched: Searched[] = [];
const text = signal("parameters: {L: 2, a: 60 deg}");

vi.mock("../../src/state/document", () => ({ text, load: () => {}, change: () => {} }));
vi.mock("../../src/state/connection", () => ({
  connection: signal("open"),
  engine: {
    study: (_text: string, _name: string, options: StudyOptions, part: (part: StudyPart) => void, stop: AbortSignal) =>
      new Promise<StudyAnswer>((go) =>
        asked.push({
          options,
          part,
          answer: (given) => go({ status: "ok", messages: [], points: 0, done: 0, seconds: 0, ...given }),
          stopped: () => stop.aborted,
        }),
      ),
    optimize: (_text: string, _name: string, options: OptimizeOptions, part: (part: OptimizePart) => void) =>
      new Promise<RunAnswer>((go) =>
        searched.push({
          options,
          part,
          answer: (given) => go({ status: "ok", messages: [], tables: [], seconds: 0, ...given }),
        }),
      ),
  },
}));

const { form, usualRange, wishOf } = await import("../../src/analyse/study/form");
const { begin, goOn, isOld, secondsLeft, stop, study } = await import("../../src/analyse/study/state");
const { barsOf, candidates, placesOf } = await import("../../src/analyse/study/influence");
const layouts = await import("../../src/analyse/study/layout");
const { segmentsAt } = await import("../../src/analyse/study/contour");
const { correlation, histogram, percentile, sortedFinite } = await import("../../src/analyse/study/statistics");
const { mapColour } = await import("../../src/analyse/study/colour_map");
const { settings } = await import("../../src/state/model");

const parameter = (name: string, value: number, unit: string, written: string): SceneParameter =>
  ({ name, value, unit, text: written }) as SceneParameter;
const L = parameter("L", 2, "", "2");
const a = parameter("a", Math.PI / 3, "rad", "60 deg");
const settled = (): Promise<void> => new Promise((go) => setTimeout(go, 0));

beforeEach(() => {
  asked.length = 0;
  settings.value = {};
  study.value = null;
  form.value = {
    of: "",
    kind: "sweep",
    ranges: {},
    varied: ["L", "a"],
    sample: "grid",
    count: "100",
    answers: [{ measure: "peak", channel: "", large: false }],
    constraints: "",
    method: "",
  };
});

function wish(changes: Partial<typeof form.value> = {}) {
  const found = wishOf({ ...form.value, ...changes }, [L, a], "B.fx");
  if (typeof found === "string") throw new Error(found);
  return found;
}

describe("what is asked for", () => {
  it("has ranges in SI, typed in the unit of the field, and the smaller end first", () => {
    const ranges = { L: { from: "2.1", to: "1.9", count: "3" }, a: { from: "0", to: "90", count: "2" } };
    const { options, points } = wish({ ranges });
    expect(options).toEqual({
      vary: ["L=1.9:2.1:3", `a=0:${Math.PI / 2}:2`],
      keep: ["max(abs(B.fx))"],
      sample: "grid",
    });
    expect(points).toBe(6);
  });
  it("has a number of points in the place of values where samples are taken", () => {
    const { options, points } = wish({
      sample: "sobol",
      varied: ["L"],
      answers: [{ measure: "final", channel: "", large: false }],
    });
    expect(options).toEqual({ vary: ["L=1.6:2.4"], keep: ["final(B.fx)"], sample: "sobol", count: 100 });
    expect(points).toBe(100);
  });
  it("begins a fifth about the value of the text", () => {
    expect(usualRange(a, true)).toMatchObject({ from: "48", to: "72", count: "21", middle: "60", spread: "0.6" });
  });
  it("has distributions, each by the numbers that it has", () => {
    const law = (law: "normal" | "truncated" | "tolerance") =>
      wish({ sample: "random", varied: ["L"], ranges: { L: { law, middle: "2", spread: "0.1" } } }).options;
    expect(law("normal")).toMatchObject({ vary: ["L=normal(2, 0.1)"] });
    expect(law("tolerance")).toMatchObject({ vary: ["L=tolerance(2, 0.1)"] });
    expect(law("truncated")).toMatchObject({ vary: ["L=truncated_normal(2, 0.1, lower=1.6, upper=2.4)"] });
  });
  it("is a search with goals, bounds and constraints", () => {
    const answers = [
      { measure: "peak" as const, channel: "", large: false },
      { measure: "final" as const, channel: "x", large: true },
    ];
    expect(wish({ kind: "optimize", answers, varied: ["L"], constraints: "x <= 1; y >= 2" })).toMatchObject({
      options: {
        minimize: ["max(abs(B.fx))"],
        maximize: ["final(x)"],
        over: ["L=1.6..2.4"],
        subject_to: ["x <= 1", "y >= 2"],
      },
      goals: 2,
    });
  });
  it("is not asked for where something is missing, and says what", () => {
    const said = (changes: Partial<typeof form.value>, channel = "B.fx") =>
      wishOf({ ...form.value, ...changes }, [L, a], channel);
    expect(said({ varied: [] })).toMatch(/parameter/);
    expect(said({}, " ")).toMatch(/channel/);
    expect(said({ ranges: { L: { from: "1", to: "1", count: "3" } } })).toMatch(/^L: from one number/);
    expect(said({ ranges: { L: { from: "1", to: "2", count: "1.5" } } })).toMatch(/^L: the number of values/);
    expect(said({ ranges: { L: { from: "1", to: "2", count: "20000" } } })).toMatch(/^220,000 points/);
    expect(said({ sample: "random", count: "0" })).toMatch(/whole/);
  });
});

const columns = ["L", "a", "max(abs(B.fx))"].map((name, i) => ({ name, unit: i === 2 ? "N" : "" }));
const axes = [
  { from: 1, to: 3, levels: [1, 2, 3] },
  { from: 0, to: Math.PI / 2, levels: [0, Math.PI / 2] },
];

describe("points as they come", () => {
  it("are there one by one, those that failed with their reason", async () => {
    settings.value = { L: "7", k: "3" };
    begin(wish());
    const { options, part, answer } = asked[0]!;
    expect(options.set).toEqual({ k: "3" }); // what is varied is not set
    part({ points: 121, done: 0, columns, axes, rows: [], reasons: {} });
    part({ points: 121, done: 1, rows: [[5, 1.6, 1, 12]], reasons: {} });
    part({ points: 121, done: 2, rows: [[3, 2.4, 1, null]], reasons: { "3": "E300: it cannot be closed" } });
    expect(study.value).toMatchObject({ all: 121, answer: { unit: "N" }, status: "running" });
    expect(study.value!.points).toEqual([
      { number: 5, values: [1.6, 1], answers: [12], answer: 12, reason: null },
      { number: 3, values: [2.4, 1], answers: [NaN], answer: NaN, reason: "E300: it cannot be closed" },
    ]);
    answer({ status: "ok" });
    await settled();
    expect(study.value!.status).toBe("done");
  });
  it("go on after a stop with those that are there, and the time left is that of the others", async () => {
    begin(wish());
    asked[0]!.part({ points: 121, done: 1, columns, axes, rows: [[0, 1.6, 1, 12]], reasons: {} });
    stop();
    expect(asked[0]!.stopped()).toBe(true);
    asked[0]!.answer({ status: "stopped" });
    await settled();
    expect(study.value).toMatchObject({ status: "stopped" });
    goOn();
    expect(asked[1]!.options).toEqual(asked[0]!.options);
    asked[1]!.part({ points: 121, done: 1, columns, axes, rows: [[0, 1.6, 1, 12]], reasons: {} });
    expect(secondsLeft(study.value!)).toBeNull(); // nothing was measured yet
    asked[1]!.part({ points: 121, done: 3, rows: [[1, 1.7, 1, 1], [2, 1.8, 1, 1]], reasons: {} }); // prettier-ignore
    expect(secondsLeft({ ...study.value!, seconds: 2 })).toBe(118);
  });
  it("of a study before are not heard", () => {
    begin(wish());
    begin(wish());
    expect(asked[0]!.stopped()).toBe(true);
    asked[0]!.part({ points: 121, done: 1, columns, axes, rows: [[0, 1.6, 1, 12]], reasons: {} });
    expect(study.value!.points).toEqual([]);
  });
  it("are old when the model has changed, but not when a variant of them is shown", () => {
    begin(wish());
    settings.value = { L: "1.6", a: "1" };
    expect(isOld.value).toBe(false);
    settings.value = { k: "1" };
    expect(isOld.value).toBe(true);
    settings.value = {};
    text.value += " ";
    expect(isOld.value).toBe(true);
  });
});

describe("the picture", () => {
  const size = { width: 600, height: 300 };
  function grid() {
    const ranges = { L: { from: "1", to: "3", count: "3" }, a: { from: "0", to: "90", count: "2" } };
    begin(wish({ ranges }));
    const rows = [0, 1, 2, 3, 4, 5].map((i): [number, ...(number | null)[]] => [
      i,
      1 + (i % 3),
      i < 3 ? 0 : Math.PI / 2,
      i === 4 ? null : i,
    ]);
    asked.at(-1)!.part({ points: 6, done: 6, columns, axes, rows, reasons: { "4": "no" } });
    return study.value!;
  }
  it("of a grid has a cell about each point, which fill its box", () => {
    const of = grid();
    const layout = layouts.layoutOf(of, size);
    expect(layout.kind).toBe("map");
    expect(layouts.layoutOf(of, size, "levels").box).toEqual(layout.box);
    expect(layout.answers).toEqual([0, 5]);
    const [first, last] = [layouts.cellOf(layout, of, of.points[0]!), layouts.cellOf(layout, of, of.points[5]!)];
    expect(first.left).toBeCloseTo(layout.box.left);
    expect(first.top + first.height).toBeCloseTo(layout.box.top + layout.box.height);
    expect(last.left + last.width).toBeCloseTo(layout.box.left + layout.box.width);
    expect(last.top).toBeCloseTo(layout.box.top);
    for (const point of of.points)
      expect(layouts.pointAt(layout, of, ...layouts.placeOf(layout, point))!.number).toBe(point.number);
    expect(layouts.pointAt(layout, of, 2, 2)).toBeNull();
  });
  it("is gone through by arrow keys, neighbour by neighbour", () => {
    const of = grid();
    const layout = layouts.layoutOf(of, size);
    const go = (from: number, dx: number, dy: number) =>
      layouts.nextPoint(layout, of, of.points[from]!, dx, dy)!.number;
    expect([go(0, 1, 0), go(1, 1, 0), go(2, 1, 0), go(1, 0, -1), go(4, 0, 1), go(4, -1, 0)]).toEqual([
      1, 2, 2, 4, 1, 3,
    ]);
  });
  it("of three parameters has a line through each point's values to its answer, if there is one", () => {
    const of = { ...grid(), axes: [...grid().axes, { ...grid().axes[0]!, name: "c" }] };
    of.points = [{ number: 0, values: [1, 0, 3], answers: [5], answer: 5, reason: null }];
    const layout = layouts.layoutOf(of, size);
    expect(layout.kind).toBe("lines");
    expect(layouts.lineOf(layout, of.points[0]!)).toHaveLength(4);
    expect(layouts.lineOf(layout, { ...of.points[0]!, answer: NaN })).toHaveLength(3);
  });
});

describe("lines of equal answers", () => {
  it("run where the answer has the level, of x + y straight across", () => {
    const grid = [0, 1, 2].map((y) => [0, 1, 2].map((x) => x + y));
    const corners = segmentsAt(grid, 1.5).flat();
    expect(corners).toHaveLength(6); // three squares
    for (const [x, y] of corners) expect(x + y).toBeCloseTo(1.5, 12);
    grid[1]![1] = NaN;
    expect(segmentsAt(grid, 1.5)).toEqual([]);
  });
});

describe("a search", () => {
  const answers = [
    { measure: "peak" as const, channel: "", large: false },
    { measure: "final" as const, channel: "x", large: false },
  ];
  it("has the best so far, and what it has found is one of the points that it tried", async () => {
    begin(wish({ kind: "optimize", varied: ["L"] }));
    const { part, answer } = searched.at(-1)!;
    const names = [columns[0]!, columns[2]!];
    part({ columns: names, parameters: 1, rows: [[0, 1.6, 9, 9], [1, 2.4, 7, 7]], reasons: {} }); // prettier-ignore
    part({ rows: [[0, 2, null, 9], [1, 2.2, 4, 4]], reasons: { "2": "E300: no" } }); // prettier-ignore
    expect(layouts.bestSoFar(study.value!)).toEqual([9, 7, 7, 4]);
    expect(study.value!.points[2]).toMatchObject({ reason: "E300: no", answer: NaN });
    expect(study.value!.axes[0]).toMatchObject({ from: 1.6, to: 2.4 });
    const facts: [string, string, number][] = [["best L", "2.2", 2.2], ["feasible", "yes", 1], ["converged", "yes", 1]]; // prettier-ignore
    answer({ tables: [{ kind: "optimize", channels: [], rows: 0, rowNames: null, facts, columns: [] }] });
    await settled();
    expect(study.value).toMatchObject({ status: "done", found: { best: 3, front: [], feasible: true } });
  });
  it("of two goals has a front, whose points it has tried", async () => {
    begin(wish({ kind: "optimize", varied: ["L"], answers }));
    const { part, answer } = searched.at(-1)!;
    const names = [columns[0]!, columns[2]!, { name: "final(x)", unit: "m" }];
    part({ columns: names, parameters: 1, rows: [[0, 1, 9, 1, 9], [0, 2, 8, 3, 8], [0, 3, 9, 4, 8]], reasons: {} }); // prettier-ignore
    const front = {
      kind: "front",
      channels: names,
      rows: 2,
      rowNames: null,
      facts: [],
      columns: [Float64Array.of(2, 1), Float64Array.of(8, 9), Float64Array.of(3, 1)],
    };
    answer({ tables: [{ ...front, kind: "optimize", rows: 0 }, front] });
    await settled();
    expect(study.value!.found).toMatchObject({ front: [1, 0], best: null });
    expect(layouts.layoutOf(study.value!, { width: 500, height: 300 }).kind).toBe("front");
  });
});

describe("what matters most", () => {
  it("is what 1 % of each parameter does, the greatest first, whatever its sign", () => {
    const list = [parameter("k", 4, "", "4"), parameter("m", 1, "", "1"), parameter("n", 3, "", "3")];
    expect(barsOf(list, [0.5, -6, null])).toEqual([
      { name: "m", effect: -0.06 },
      { name: "k", effect: 0.02 },
    ]);
  });
  it("asks for parameters that are numbers, not for those that follow from others", () => {
    text.value = "parameters: {L: 2, a: 60 deg, b: 2*L, z: 0}";
    const all = [L, a, parameter("b", 4, "", "2*L"), parameter("z", 0, "", "0")];
    expect(candidates(all).map(({ name }) => name)).toEqual(["L", "a"]);
  });
  it("is drawn where the parameter stands in the model", () => {
    const model = `trammel: 1
parameters: {L: 2, m: 1}
points: {P: [L, 0]}
bodies:
  ground: {points: {C: [2*L, 0]}}
  rod: {points: {A: [0, 0], B: [L, 0]}, mass: m}
outputs: {double: 2*L}
`;
    expect(placesOf(model, "L")).toEqual(["P", "ground.C", "rod.B"]);
    expect(placesOf(model, "m")).toEqual(["rod"]);
  });
});

describe("the spread", () => {
  it("has percentiles between the sorted values", () => {
    const sorted = sortedFinite([4, NaN, 1, 3, 2, 5]);
    expect([0, 0.05, 0.5, 0.95, 1].map((part) => percentile(sorted, part))).toEqual([1, 1.2, 3, 4.8, 5]);
  });
  it("of two quantities says how closely they go together", () => {
    expect(correlation([1, 2, 3, NaN], [2, 4, 6, 1])).toBeCloseTo(1, 14);
    expect(correlation([1, 2, 3, 4], [1, -1, -1, 1])).toBeCloseTo(0, 14);
    expect(correlation([1, 2, 3], [5, 5, 5])).toBeNaN();
  });
  it("counts every answer in one bin", () => {
    expect(histogram(sortedFinite([0, 1, 2, 3, 4, 4, 4, 4, 4]))!.counts).toEqual([2, 1, 6]);
    expect(histogram(sortedFinite([2, 2]))).toEqual({ from: 2, to: 2, counts: [2] });
    expect(histogram(new Float64Array())).toBeNull();
  });
  it("has the colours of the program's pictures", () => {
    expect([mapColour(0), mapColour(0.5), mapColour(1)]).toEqual([
      "rgb(41 25 89)",
      "rgb(43 158 154)",
      "rgb(253 227 94)",
    ]);
  });
});

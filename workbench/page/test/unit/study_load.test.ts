/* A study of the model in the form: what it shows, and what of the text changes when it is saved. */
import { describe, expect, it, vi } from "vitest";
import { signal } from "@preact/signals";
import { applyChanges } from "../../src/editor/changes";
import { studiesIn } from "../../src/editor/studies";
import { readTree } from "../../src/editor/tree";
import type { SceneParameter } from "../../src/engine/engine";
import { modelText } from "./models";

const TEXT =
  modelText("models/quarter-car/quarter-car.yaml") +
  `  - sweep: {name: odd, vary: {cs: "lognormal(1200, 0.1)"}, keep: [min(tyre.load)], sample: random, count: 10}
  - optimize: {name: two, over: {cs: 1 N*s/mm..2 N*s/mm@1.5 N*s/mm}, minimize: rms(body.ay), maximize: {low: min(tyre.load)}, subject_to: max(abs(body.vy)) <= 1, seed: 4}
`;
const text = signal(TEXT);
vi.mock("../../src/state/document", () => ({ text, settledText: text, load: () => {}, change: () => {} }));
vi.mock("../../src/state/connection", () => ({ connection: signal("open"), engine: {} }));

const { formOf, withFields } = await import("../../src/analyse/study/load");
const { fieldsOf } = await import("../../src/analyse/study/listed");

const parameter = (name: string, value: number, unit: string, written: string): SceneParameter =>
  ({ name, value, unit, text: written }) as SceneParameter;
const ALL = [
  parameter("v", 10, "m/s", "10"),
  parameter("ks", 20e3, "N/m", "20 kN/m"),
  parameter("cs", 1200, "N*s/m", "1200 N*s/m"),
  parameter("kt", 180e3, "N/m", "180 kN/m"),
];

const entry = (name: string) => studiesIn(readTree(TEXT).root).find((one) => one.name === name)!;
const loaded = (name: string) => formOf(entry(name), ALL)!;
type Form = ReturnType<typeof loaded>;
const saved = (of: Form): string =>
  applyChanges(TEXT, withFields(TEXT, of, fieldsOf(of, ALL, of.answers[0]!.channel), ALL));
const lines = (changed: string): [string, string][] => {
  const [a, b] = [TEXT.split("\n"), changed.split("\n")];
  expect(b).toHaveLength(a.length);
  return a.flatMap((line, i): [string, string][] => (line === b[i] ? [] : [[line.trim(), b[i]!.trim()]]));
};

describe("the form of a study", () => {
  it("shows a grid in the unit of the form, and answers with their names", () => {
    const form = loaded("damper");
    expect(form).toMatchObject({ of: "damper", kind: "sweep", sample: "grid", varied: ["cs"] });
    expect(form.ranges.cs).toMatchObject({ from: "0.6", to: "3", count: "13" }); // N s/mm
    expect(form.answers.map(({ name, measure, channel }) => [name, measure, channel])).toEqual([
      ["comfort", "rms", "body.ay"],
      ["load", "min", "tyre.load"],
      ["travel", "range", "strut.length"],
    ]);
  });
  it("shows distributions, and where a search begins", () => {
    const { ranges, sample, count } = loaded("series");
    expect([sample, count]).toEqual(["sobol", "64"]);
    expect(ranges.ks).toMatchObject({ law: "normal", middle: "20", spread: "0.4" });
    expect(ranges.kt).toMatchObject({ law: "truncated", middle: "180", spread: "9", from: "160", to: "200" });
    const two = loaded("two");
    expect(two.ranges.cs).toEqual({ from: "1", to: "2", start: "1.5" });
    expect(two.answers.map(({ measure, large }) => [measure, large])).toEqual([
      ["rms", false],
      ["min", true],
    ]);
    expect(two.constraints).toBe("max(abs(body.vy)) <= 1");
  });
  it("is none where it could not show all", () => expect(formOf(entry("odd"), ALL)).toBeNull());
});

describe("a study that is saved", () => {
  it.each(["damper", "series", "two"])("is what it was where nothing was changed: %s", (name) =>
    expect(saved(loaded(name))).toBe(TEXT),
  );
  it("changes in what was changed alone", () => {
    const form = loaded("series");
    const ranges = { ...form.ranges, ks: { ...form.ranges.ks, spread: "0.5" } };
    const [[before, after], ...more] = lines(saved({ ...form, ranges })) as [[string, string]];
    expect(more).toEqual([]);
    expect(before).toContain('ks: "normal(20e3, 400)"');
    expect(after).toContain("normal(20 N/mm, 0.5 N/mm)");
    expect(after).toContain('cs: "tolerance(1200, 180)"'); // and keeps its correlations, which the form does not show
  });
  it("loses a parameter that is no longer varied", () => {
    const { kt: _, ...ranges } = loaded("series").ranges;
    const changed = saved({ ...loaded("series"), ranges, varied: ["ks", "cs"] });
    expect(changed).not.toContain("truncated_normal");
    expect(changed).toContain("correlate: {");
  });
});

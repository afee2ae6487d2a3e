/* Studies of a model: where the text has them, and new ones among them. */
import { describe, expect, it } from "vitest";
import { addStudy, addStudyWith, freeStudyName, studiesIn } from "../../src/editor/studies";
import { readTree } from "../../src/editor/tree";

const LIST = "trammel: 1\nstudies:\n  - sweep: {name: damper, vary: {c: '1:2:3'}, keep: [B.x]} # soft\n  - optimize: {over: {c: 1..2}, minimize: B.x}\n"; // prettier-ignore
const MAP = "trammel: 1\nstudies: {sweep: {vary: {c: '1:2:3'}, keep: [B.x]}}\n";

const found = (text: string) => studiesIn(readTree(text).root).map(({ at, kind, name }) => [at, kind, name]);

describe("the studies of a text", () => {
  it("are those of a list or of a map, called by their names or kinds", () => {
    expect(found(LIST)).toEqual([
      [0, "sweep", "damper"],
      [1, "optimize", "optimize"],
    ]);
    expect(found(MAP)).toEqual([["sweep", "sweep", "sweep"]]);
    expect(found("trammel: 1\n")).toEqual([]);
  });
  it("get another behind the last, with a name of its own, and comments stay", () => {
    expect(freeStudyName(LIST, "damper")).toBe("damper2");
    const { draft, chosen } = addStudyWith(LIST, "sweep", { name: "s", vary: { c: "1 N*s/m:2 N*s/m:3" }, keep: ["x"] });
    expect(draft.text).toContain("# soft");
    expect(found(draft.text)[2]).toEqual([2, "sweep", "s"]);
    expect(chosen).toEqual({ kind: "study", at: 2 });
  });
  it("become a list where a map has no room for two of a kind", () => {
    expect(found(addStudyWith(MAP, "sweep", { name: "s" }).draft.text)).toEqual([
      [0, "sweep", "sweep"],
      [1, "sweep", "s"],
    ]);
    expect(found(addStudyWith("trammel: 1\n", "sweep", { name: "s" }).draft.text)).toEqual([[0, "sweep", "s"]]);
  });
  it("begin with what their kind needs", () => {
    expect(addStudy("trammel: 1\n", "optimize").draft.text).toMatch(/optimize: \{name: optimize, minimize: /);
    expect(addStudy("trammel: 1\n", "sweep").draft.text).toMatch(/keep:/);
  });
});

/* The guide on the page: every page is found and read, every link and picture leads somewhere, nothing becomes HTML of its own. */
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { anchorOf, searchGuide, sectionsOf, targetOf, titleOf } from "../../src/shell/guide_text";
import { marked as linesMarked } from "../../src/editor/line_marks";

const FOLDER = fileURLToPath(new URL("../../../../docs/guide/", import.meta.url));
const names = readdirSync(FOLDER);
const read = (name: string): string => readFileSync(FOLDER + name, "utf8");
const pages = new Map(names.filter((name) => name.endsWith(".md")).map((name) => [name, read(name)]));
const models = new Map(names.filter((name) => name.endsWith(".yaml")).map((name) => [name, read(name)]));
const sections = [...pages].flatMap(([name, text]) => sectionsOf(name, text));

describe("the guide", () => {
  it("has pages with titles, and sections with anchors as their links have them", () => {
    for (const [name, text] of pages) expect(titleOf(text), name).not.toBe("");
    expect(anchorOf("Kinks are stepped onto")).toBe("kinks-are-stepped-onto");
    expect(sections.some(({ page, anchor }) => page === "tables.md" && anchor === "kinks-are-stepped-onto")).toBe(true);
  });

  it("leads within itself: a link to a page of it names one that is there, with its section", () => {
    for (const [name, text] of pages)
      for (const [, link] of text.matchAll(/(?<!!)\[[^\]]*\]\(([^)\s]+)\)/g)) {
        const target = targetOf(link!, name, pages, models);
        if (target.kind !== "page" || target.anchor === "") continue;
        const there = sections.some(({ page, anchor }) => page === target.page && anchor === target.anchor);
        expect(there, `${name}: ${link}`).toBe(true);
      }
    expect(targetOf("servo.yaml", "drives.md", pages, models)).toEqual({ kind: "model", name: "servo.yaml" });
    expect(targetOf("../theory/drives.md", "drives.md", pages, models)).toEqual({ kind: "none" });
    expect(targetOf("../guide/tables.md#smooth-enough", "x.md", pages, models)).toMatchObject({ page: "tables.md" });
  });

  it("is searched: headings with the words come first", () => {
    expect(searchGuide(sections, "servo drive")[0]).toMatchObject({ page: "drives.md", heading: "Servo drive" });
    expect(searchGuide(sections, "xyzzy")).toEqual([]);
    expect(searchGuide(sections, "  ")).toEqual([]);
  });
});

describe("an example before and after", () => {
  it("marks the lines that the other lacks", () => {
    const found = linesMarked("a\nb\nc\n", "a\nc\n").filter(({ differs }) => differs);
    expect(found).toEqual([{ line: "b", differs: true }]);
  });
});

/* Names of files, and what a text says of itself. */
import { describe, expect, it } from "vitest";
import { newText } from "../../src/shell/new_model";
import { commentOf, fileNameFor, freeName, isSpatial, titleOf, wholeName } from "../../src/shell/naming";
import { describe as told, ordered, searchExamples } from "../../src/shell/examples";

describe("a text", () => {
  it("has a title, quoted or not, with or without a comment behind", () => {
    expect(titleOf("trammel: 1\ntitle: Four-bar linkage   # the first\n")).toBe("Four-bar linkage");
    expect(titleOf('title: "A # B"\n')).toBe("A # B");
    expect(titleOf("trammel: 1\nbodies:\n  title: {}\n")).toBe("");
  });

  it("has a comment at its head", () => {
    expect(commentOf("# One\n# two\n\n# three\n")).toBe("One two");
    expect(commentOf("trammel: 1\n# no\n")).toBe("");
    expect(commentOf(newText())).toBe(""); // hints for whoever writes are no description
    expect(commentOf(`# A crank.\n${newText()}`)).toBe("A crank.");
  });

  it("is spatial if it says so", () => {
    expect(isSpatial("trammel: 1\nspace: space\n")).toBe(true);
    expect(isSpatial("space: plane   # not space: space\n")).toBe(false);
  });
});

describe("a file name", () => {
  it("is derived from the title", () => {
    expect(fileNameFor("Four-bar linkage (IFToMM A02)")).toBe("four-bar-linkage-iftomm-a02.yaml");
    expect(fileNameFor("Größe?")).toBe("große.yaml".normalize());
    expect(fileNameFor("  ")).toBe("untitled.yaml");
  });

  it("is made unique by a number", () => {
    const taken = new Set(["a.yaml", "a-2.yaml"]);
    expect(freeName("a.yaml", (name) => taken.has(name))).toBe("a-3.yaml");
    expect(freeName("b.yaml", (name) => taken.has(name))).toBe("b.yaml");
  });

  it("gets the extension of a model file, and no path", () => {
    expect(wholeName(" crank ")).toEqual({ name: "crank.yaml" });
    expect(wholeName("crank.json")).toEqual({ name: "crank.json" });
    expect(wholeName("../crank")).toHaveProperty("error");
    expect(wholeName(".hidden")).toHaveProperty("error");
    expect(wholeName("")).toHaveProperty("error");
  });
});

describe("an example", () => {
  const pictures = { "../models/chang/picture.svg": "/assets/p.svg" };

  it("has the picture of its folder", () => {
    const one = told("../models/chang/a1.yaml", "# Two.\ntrammel: 1\ntitle: Body\nspace: space\n", pictures);
    expect(one).toMatchObject({ folder: "chang", file: "a1.yaml", title: "Body", comment: "Two.", space: true });
    expect(one.picture).toBe("/assets/p.svg");
  });

  it("without a title is named after its file", () => {
    expect(told("../models/x/crank.yaml", "trammel: 1\n", {}).title).toBe("crank");
  });

  it("is found by title, file and comment, introductory ones first", () => {
    const list = ordered([
      told("m/zebra/zebra.yaml", "title: A zebra\n", {}),
      told("m/fourbar-motor/fourbar-motor.yaml", "# Torque.\ntitle: With a motor\n", {}),
    ]);
    expect(list.map((one) => one.folder)).toEqual(["fourbar-motor", "zebra"]);
    expect(searchExamples(list, "torque")).toHaveLength(1);
    expect(searchExamples(list, "zeb").map((one) => one.file)).toEqual(["zebra.yaml"]);
    const bars = [told("m/ica-fourbar/ica-fourbar.yaml", "", {}), told("m/fourbar/fourbar.yaml", "", {})];
    expect(searchExamples(bars, "fourbar.yaml")[0]!.file).toBe("fourbar.yaml");
  });
});

/* Wheels that do not fit their distance: each proposal makes a model that the engine takes, with discs as large as the wheels. */
import { describe, expect, it } from "vitest";
import { applyChanges, setValue } from "../../src/editor/text_edits";
import type { Message } from "../../src/engine/engine";
import type { TextChange } from "../../src/state/document";
import { gearFixes } from "../../src/tools/gear_fixes";
import { readSketch } from "../../src/tools/sketch";
import { discsFollow, wheelsIn } from "../../src/tools/wheel_radii";
import { complaintOf, reportOf } from "./program";

const PAIR = `trammel: 1
points: {A: [0, 0], B: [96 mm, 72 mm]} # 120 mm apart
bodies:
  wheel1: {points: [A], mass: 1, shape: {disc: 60 mm}}
  wheel2: {points: [B], mass: 1, shape: {disc: 0.06}}
joints:
  A: {revolute: [ground, wheel1]}
  B: {revolute: [ground, wheel2]}
  gear1: {gear: [A, B], teeth: [30, 30], module: 4 mm}
analyses: [{dynamics: {end: 0.001, output: 0.001}}]
`;

const RACK = `trammel: 1
points: {A: [0, 0], B: [0, -0.04]}
bodies:
  pinion: {points: [A], mass: 1, shape: {disc: 0.04}}
  slider1: {points: [B], mass: 1, inertia: 1}
joints:
  A: {revolute: [ground, pinion]}
  B: {prismatic: [ground, slider1], axis: [1, 0]}
  rack1: {rack: [A, B], teeth: 20, module: 4 mm}
analyses: [{dynamics: {end: 0.001, output: 0.001}}]
`;

/* An edit of a form, with what follows from it. */
function withDiscs(text: string, changes: TextChange[]): string {
  const after = applyChanges(text, changes);
  return applyChanges(after, discsFollow(text, after));
}

function fixesOf(text: string): Map<string, string> {
  const message: Message = { severity: "error", text: complaintOf(text), line: 1, column: 1, code: "E352" } as Message;
  return new Map(gearFixes(text, message).map(({ title, changes }) => [title, withDiscs(text, changes)]));
}

const formed = (text: string, path: string[], value: string | string[]): string =>
  withDiscs(text, setValue(text, path, value));

const radii = (text: string): number[] => wheelsIn(readSketch(text, null)).map(({ radius }) => radius);

describe("a gear pair that is given other teeth", () => {
  const wrong = formed(PAIR, ["joints", "gear1", "teeth"], ["20", "60"]); // needs 160 mm
  const fixes = fixesOf(wrong);

  it("has three ways to fit", () => {
    expect([...fixes.keys()]).toEqual([
      "Set the module to 3 mm",
      "Move wheel2: axes 160 mm apart",
      "Give them 24 and 72 teeth of module 2.5 mm", // 96 * 2.5 mm / 2 = 120 mm
    ]);
    for (const text of fixes.values()) expect(reportOf(text).scene!.joints).toHaveLength(3);
  });

  it("has discs of its pitch radii, each in its unit", () => {
    const mended = fixes.get("Set the module to 3 mm")!;
    expect(radii(mended)[0]).toBeCloseTo(0.03, 9); // 120 mm shared as 20 to 60
    expect(radii(mended)[1]).toBeCloseTo(0.09, 9);
    expect(mended).toContain("shape: {disc: 30 mm}");
    expect(mended).toContain("shape: {disc: 0.09}");
  });

  it("moves the wheel along the line of centres", () => {
    expect(fixes.get("Move wheel2: axes 160 mm apart")).toContain("B: [128 mm, 96 mm]");
  });

  it("leaves a module out that no short number is", () => {
    const odd = fixesOf(formed(PAIR, ["joints", "gear1", "teeth"], ["20", "51"]));
    const [title, text] = [...odd].find(([words]) => words.startsWith("Leave"))!;
    expect(title).toContain("the distance gives 3.38"); // 240 mm / 71
    expect(text).not.toContain("module");
    reportOf(text);
  });

  it("keeps a disc that was never as large as the wheel", () => {
    const flywheel = PAIR.replace("disc: 0.06}", "disc: 0.2}");
    expect(formed(flywheel, ["joints", "gear1", "teeth"], ["20", "40"])).toContain("disc: 0.2}");
  });
});

describe("a rack", () => {
  it("whose pinion has other teeth gets the module that fits, and the disc follows the module", () => {
    const fixes = fixesOf(formed(RACK, ["joints", "rack1", "teeth"], "32"));
    expect([...fixes.keys()]).toContain("Set the module to 2.5 mm");
    for (const text of fixes.values()) {
      reportOf(text);
      expect(text).toContain("disc: 0.04}"); // the line of the rack has not moved
    }
  });
});

describe("a belt and a chain", () => {
  const LOOP = PAIR.replace(/gear1:.*/, "belt1: {belt: [A, B], radii: [0.06, 0.06]}");
  it("have discs as large as their list says", () => {
    const text = formed(LOOP, ["joints", "belt1", "radii"], ["30 mm", "-45 mm"]);
    expect(text).toContain("shape: {disc: 30 mm}");
    expect(text).toContain("shape: {disc: 0.045}");
    const chain = PAIR.replace(/gear1:.*/, "chain1: {chain: [A, B], teeth: [20, 20], pitch: 10 mm}").replace(
      "60 mm}}",
      `${(200 / 2 / Math.PI).toFixed(4)} mm}}`,
    );
    expect(formed(chain, ["joints", "chain1", "teeth"], ["40", "20"])).toContain("shape: {disc: 63.66198 mm}");
  });
});

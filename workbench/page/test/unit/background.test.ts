/* background.test.ts - the picture to trace over: read from the text, written into it, moved, turned, calibrated. */
import { expect, test } from "vitest";
import {
  backgroundChanges,
  backgroundIn,
  boxOf,
  calibrated,
  corners,
  differing,
  movedTo,
  scaledTo,
  turnedTo,
  type Background,
} from "../../src/tools/background_key";
import { pictureType, within } from "../../src/tools/background_image";
import { dataRanges, withoutData } from "../../src/editor/data_ranges";
import { applyChanges, get } from "../../src/editor/text_edits";
import { rename, deleteElement } from "../../src/editor/rename";
import { sameMechanism } from "../../src/state/model";

const IMAGE = "data:image/png;base64," + "crank/A+b=".repeat(10).replaceAll("=", "k");
const NOW: Background = {
  image: IMAGE,
  at: [0.1, 0.2],
  width: 0.4,
  angle: 0,
  opacity: 0.5,
  locked: false,
  hidden: false,
};
const TEXT = "trammel: 1\nbodies: {crank: {points: {A: [1, 0], B: [0, 0]}}}\nanalyses: [assembly: {}]\n";

test("what is written is read again, and stands behind everything else", () => {
  const made = applyChanges(TEXT, backgroundChanges(TEXT, NOW));
  expect(made.startsWith(TEXT)).toBe(true);
  expect(backgroundIn(made)).toEqual(NOW);
  const turned = applyChanges(made, backgroundChanges(made, { angle: Math.PI / 6, locked: true }));
  expect(backgroundIn(turned)!.angle).toBeCloseTo(Math.PI / 6, 7);
  expect(backgroundIn(turned)!.locked).toBe(true);
  const back = applyChanges(turned, backgroundChanges(turned, { angle: 0, locked: false }));
  expect(get(back, ["background", "angle"])).toBeUndefined();
  expect(get(back, ["background", "locked"])).toBeUndefined();
});

test("units and parameters are understood; what is no number shows nothing", () => {
  const written = (fields: string): string => `trammel: 1\nbackground: {image: a.png, ${fields}}\n`;
  expect(backgroundIn(written("width: 300 mm, at: [1 in, -20 mm], angle: 90 deg"))).toMatchObject({
    at: [0.0254, -0.02],
    width: 0.3,
    angle: Math.PI / 2,
    opacity: 0.5,
  });
  expect(backgroundIn(written("width: 2*L"), (name) => (name === "L" ? 0.25 : undefined))!.width).toBe(0.5);
  for (const fields of ["width: 0", "width: wide", "at: [0, 0]", "width: 1, at: [x, 0]"])
    expect(backgroundIn(written(fields))).toBeNull();
});

test("calibration makes two places of the picture so far apart, and leaves the first where it is", () => {
  const [a, b]: [[number, number], [number, number]] = [
    [0.05, 0.1],
    [0.08, 0.14],
  ]; // 0.05 apart
  const now = calibrated({ ...NOW, angle: 0.3 }, [a, b], 0.2);
  expect(now.width).toBeCloseTo(1.6, 12);
  expect(now.angle).toBe(0.3);
  /* a place of the picture moves with its centre: a stays, b comes to lie at a + 4 (b - a) */
  const moved = (p: readonly [number, number]) => [
    now.at[0] + (now.width / NOW.width) * (p[0] - NOW.at[0]),
    now.at[1] + (now.width / NOW.width) * (p[1] - NOW.at[1]),
  ];
  expect(moved(a)[0]).toBeCloseTo(a[0], 12);
  expect(moved(a)[1]).toBeCloseTo(a[1], 12);
  expect(Math.hypot(moved(b)[0]! - a[0], moved(b)[1]! - a[1])).toBeCloseTo(0.2, 12);
});

test("handles move, scale about the centre, and turn", () => {
  expect(movedTo(NOW, [0, 0], [0.03, -0.04]).at).toEqual([0.13, 0.16]);
  expect(scaledTo(NOW, [0.3, 0.2], [0.1, 0.8]).width).toBeCloseTo(1.2, 12); // three times as far from the centre
  expect(turnedTo(NOW, [0.2, 0.2], [0.1, 0.3], false).angle).toBeCloseTo(Math.PI / 2, 5);
  expect(turnedTo(NOW, [0.2, 0.2], [0.2, 0.2268], true).angle).toBeCloseTo(Math.PI / 12, 12); // 15.003°
  expect(differing(NOW, movedTo(NOW, [0, 0], [1, 0]))).toEqual({ at: [1.1, 0.2] });
});

test("corners and box of a picture that is turned by a quarter", () => {
  const up = { ...NOW, at: [0, 0] as [number, number], angle: Math.PI / 2 };
  const [first] = corners(up, 0.5); // 0.4 wide, 0.2 high
  expect(first![0]).toBeCloseTo(0.1, 12);
  expect(first![1]).toBeCloseTo(-0.2, 12);
  const box = boxOf(up, 0.5);
  expect([box.left, box.right, box.bottom, box.top].map((one) => Number(one.toFixed(9)))).toEqual([
    -0.1, 0.1, -0.2, 0.2,
  ]);
});

test("pictures are known by their type, else by their ending, and scaled within an edge", () => {
  expect(pictureType({ type: "image/jpeg", name: "a" })).toBe("image/jpeg");
  expect(pictureType({ type: "", name: "A.SVG" })).toBe("image/svg+xml");
  expect(pictureType({ type: "image/tiff", name: "a.png" })).toBeNull();
  expect(pictureType({ type: "text/yaml", name: "a.yaml" })).toBeNull();
  expect(within(5472, 3648, 1600)).toEqual([1600, 1067]);
  expect(within(300, 200, 1600)).toEqual([300, 200]);
});

test("bytes of a picture are no words of the model: they are neither read, renamed nor shown", () => {
  const made = applyChanges(TEXT, backgroundChanges(TEXT, NOW));
  const renamed = applyChanges(made, rename(made, "body", "crank", "arm"));
  expect(renamed).toContain("arm:");
  expect(renamed).toContain(IMAGE);
  const [range] = dataRanges(made);
  expect(made.slice(range!.from, range!.to)).toBe(IMAGE.slice(IMAGE.indexOf(",") + 1));
  expect(withoutData(made)).not.toContain("crank/A");
  expect(withoutData(TEXT)).toBe(TEXT);
});

test("a run stays a run of the model when the picture, the sketch or groups change", () => {
  const made = applyChanges(TEXT, backgroundChanges(TEXT, NOW));
  expect(sameMechanism(TEXT, made)).toBe(true);
  expect(sameMechanism(TEXT, TEXT + "groups:\n  g: {of: [crank], hidden: true}\n")).toBe(true);
  expect(sameMechanism(TEXT, TEXT.replace("[1, 0]", "[2, 0]") + "groups: {}\n")).toBe(false);
});

test("an element that is renamed or deleted is so in its groups", () => {
  const of = TEXT + "groups: {moving: {of: [crank, s], hidden: true}}\nforces: {s: {force: crank.A, value: [1, 0]}}\n";
  expect(applyChanges(of, rename(of, "body", "crank", "arm"))).toContain("{of: [arm, s], hidden: true}");
  expect(applyChanges(of, rename(of, "force", "s", "load"))).toContain("{of: [crank, load], hidden: true}");
  expect(applyChanges(of, deleteElement(of, "force", "s").changes)).toContain("{of: [crank], hidden: true}");
});

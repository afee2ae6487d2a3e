/* A loop round wheels, of a kind that this page has never heard of: by clicks on pins and on empty ground. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Description, JointKind } from "../../src/engine/engine";
import type { Point } from "../../src/drawing/camera";
import { description } from "../../src/state/description";
import { loopKinds, loopTool } from "../../src/tools/belt_tool";
import { edited } from "../../src/tools/edits";
import { distance } from "../../src/tools/geometry";
import { slots } from "../../src/tools/kit";
import { refused } from "../../src/tools/make";
import { readSketch } from "../../src/tools/sketch";

const band = {
  name: "band",
  doc: "A band round wheels.",
  connects: "path",
  hinge: false,
  slider: false,
  plane: { rows: 1, needs_axis: false, shares_point: false, coordinates: [] },
  space: null,
  fields: [],
  common_fields: [],
  symbol: [{ motif: "path" }],
  templates: [{ title: "Band", stem: "band", plane: "radii: [1, 1], tension: 5", space: "", rank: 0 }],
} as unknown as JointKind;

let before: Description;
beforeAll(() => {
  before = description.value;
  const others = before.joints.filter(({ connects }) => (connects as string) !== "path");
  description.value = { ...before, joints: [...others, band] };
});
afterAll(() => void (description.value = before));

function use(text: string, ...places: Point[]): { text: string; said: string } {
  const tool = loopTool(loopKinds()[0]!);
  let [now, state, said] = [text, tool.start, ""];
  for (const at of places) {
    const sketch = readSketch(now, null);
    const node = sketch.nodes.find((one) => distance(one.at, at) < 0.05) ?? null;
    const spot = { anchor: { at: node?.at ?? at, node, body: null }, hits: [], shift: false, grid: 0.1 };
    const out = tool.click(state, spot, sketch);
    state = out.state;
    if (out.made && refused(out.made)) said = out.made.why;
    if (out.made && !refused(out.made)) now = edited(now, out.made.edits);
  }
  return { text: now, said };
}

const WHEELS = `trammel: 1
points: {A: [0, 0], B: [1, 0]}
bodies:
  small: {points: [A], mass: 1, shape: {disc: 0.1}}
  large: {points: [B], mass: 1, shape: {disc: 0.2}}
joints:
  A: {revolute: [ground, small]}
  B: {revolute: [ground, large]}
`;

describe("a loop", () => {
  it("goes round wheels that there are, with their radii", () => {
    expect(use(WHEELS, [0, 0], [1, 0], [0, 0]).text).toContain("band1: {band: [A, B], radii: [0.1, 0.2], tension: 5}");
  });
  it("goes round new wheels, counterclockwise whichever way they are clicked", () => {
    const { text } = use(WHEELS, [0, 0], [0.5, 0.8], [1, 0], [0, 0]);
    expect(text).toMatch(/wheel1: \{points: \[\w\], mass: 1, shape: \{disc: 0.2\}\}/);
    expect(text).toMatch(/band1: \{band: \[A, B, \w\], radii: \[0.1, 0.2, 0.2\], tension: 5\}/);
  });
  it("needs pins", () => {
    const link = "trammel: 1\npoints: {A: [0, 0], B: [1, 0]}\nbodies: {a: {points: [A, B], mass: 1, shape: rod}}\n";
    expect(use(link, [0, 0]).said).toContain("is a pin");
  });
  it("is in the palette, once the engine describes one", () => {
    expect(slots.value.find(({ key }) => key === "J")!.items.map(({ title }) => title)).toContain("Band");
  });
});

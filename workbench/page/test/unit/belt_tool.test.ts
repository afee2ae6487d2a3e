/* Loops round wheels, also of a kind that this page has never heard of, and open ropes: by clicks on pins, points and empty ground. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Description, JointKind } from "../../src/engine/engine";
import type { Point } from "../../src/drawing/camera";
import { description } from "../../src/state/description";
import { loopKinds, loopTool } from "../../src/tools/belt_tool";
import { cableKinds, cableTool } from "../../src/tools/cable_tool";
import { edited } from "../../src/tools/edits";
import { distance } from "../../src/tools/geometry";
import { slots } from "../../src/tools/kit";
import { refused } from "../../src/tools/make";
import { resetOptions, setOption } from "../../src/tools/options";
import { readSketch } from "../../src/tools/sketch";
import type { Tool } from "../../src/tools/tool";
import { reportOf } from "./program";

const described = description.value;

const band = {
  name: "band",
  doc: "A band round wheels.",
  connects: "path",
  hinge: false,
  slider: false,
  plane: { rows: 1, needs_axis: false, shares_point: false, coordinates: [] },
  space: null,
  fields: [{ name: "radii", type: "numbers", doc: "", unit: "m" }],
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

function use(text: string, ...places: Place[]): { text: string; said: string } {
  return play(loopTool(loopKinds()[0]!), text, ...places);
}

/* A place that is clicked with Shift has a third. */
type Place = [x: number, y: number, shift?: true];

function play<S>(tool: Tool<S>, text: string, ...places: Place[]): { text: string; said: string } {
  let [now, state, said] = [text, tool.start, ""];
  for (const [x, y, shift = false] of places) {
    const at: Point = [x, y];
    const sketch = readSketch(now, null);
    const node = sketch.nodes.find((one) => distance(one.at, at) < 0.05) ?? null;
    const spot = { anchor: { at: node?.at ?? at, node, body: null }, hits: [], shift, grid: 0.1 };
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
  it("is crossed, or passes a wheel that is clicked with Shift on its back", () => {
    setOption("loop band", "run", "crossed");
    expect(use(WHEELS, [0, 0], [1, 0], [0, 0]).text).toContain("radii: [0.1, -0.2], tension: 5");
    resetOptions();
    const { text } = use(WHEELS, [0, 0], [1, 0], [0.5, 0.3, true], [0, 0]);
    expect(text).toMatch(/band1: \{band: \[A, B, \w\], radii: \[0.1, 0.2, -0.1\], tension: 5\}/);
  });
  it("needs pins", () => {
    const link = "trammel: 1\npoints: {A: [0, 0], B: [1, 0]}\nbodies: {a: {points: [A, B], mass: 1, shape: rod}}\n";
    expect(use(link, [0, 0]).said).toContain("is a pin");
  });
  it("is in the palette, once the engine describes one", () => {
    expect(slots.value.find(({ key }) => key === "J")!.items.map(({ title }) => title)).toContain("Band");
  });
});

describe("with what the engine describes", () => {
  beforeAll(() => void (description.value = described));
  afterAll(() => void (description.value = before));

  const named = (kinds: JointKind[], name: string): JointKind => kinds.find((kind) => kind.name === name)!;

  it("a chain has whole teeth of its pitch, and new wheels the radii of these", () => {
    const { text, said } = play(loopTool(named(loopKinds(), "chain")), WHEELS, [0, 0], [1, 0], [0, 0]);
    expect(said).toBe("");
    expect(text).toContain("chain1: {chain: [A, B], teeth: [49, 99], pitch: 12.7 mm, pretension: 50}");
    setOption("loop chain", "pitch", "50 mm");
    const fresh = play(loopTool(named(loopKinds(), "chain")), "trammel: 1\n", [0, 0], [1, 0], [0, 0]).text;
    expect(fresh).toContain("teeth: [38, 38], pitch: 50 mm"); // of 0.3 m
    expect(fresh).toContain("shape: {disc: 0.302394}");
    const { run } = reportOf(fresh);
    expect(run.messages.filter(({ severity }) => severity === "error")).toEqual([]);
    setOption("loop chain", "pitch", "2 m");
    expect(play(loopTool(named(loopKinds(), "chain")), WHEELS, [0, 0], [1, 0], [0, 0]).said).toContain(
      "fewer than 6 teeth",
    );
    resetOptions();
  });

  const CRANE = `trammel: 1
points: {D: [0, 0], L: [1.1, 0.2]}
bodies:
  drum: {points: [D], mass: 1, shape: {disc: 0.1}}
  load: {points: [L], mass: 1, com: L, inertia: 1}
joints:
  D: {revolute: [ground, drum]}
`;

  it("a rope goes from a drum over a new wheel to a load, in the sense in which it turns there", () => {
    const tool = cableTool(cableKinds()[0]!);
    const { text, said } = play(tool, CRANE, [0, 0], [1, 1], [1.1, 0.2], [1.1, 0.2]);
    expect(said).toBe("");
    expect(text).toMatch(/wheel1: \{points: \[\w\], mass: 1, shape: \{disc: 0.1\}\}/);
    expect(text).toMatch(/cable1: \{cable: \[D, \w, load.L\], radii: \[-0.1, -0.1, 0\]\}/);
    const { run, scene } = reportOf(text);
    expect(run.messages.filter(({ severity }) => severity === "error")).toEqual([]);
    expect(scene!.joints.find(({ type }) => type === "cable")!.path!.places).toHaveLength(3);
  });

  it("a rope clicked with Shift leaves its drum on the other side; it ends on the ground, too", () => {
    const tool = cableTool(cableKinds()[0]!);
    expect(play(tool, CRANE, [0, 0, true], [1, 1], [1.1, 0.2], [1.1, 0.2]).text).toContain("radii: [0.1, -0.1, 0]");
    const tied = play(tool, CRANE, [1.1, 0.2], [1.3, 1], [1.3, 1]).text;
    expect(tied).toMatch(/cable1: \{cable: \[load.L, ground.\w\]\}/);
    expect(play(tool, CRANE, [2, 2], [3, 2], [3, 2]).said).toContain("Nothing would move");
  });

  it("ropes, belts and chains are in the palette", () => {
    const titles = slots.value.find(({ key }) => key === "J")!.items.map(({ title }) => title);
    expect(titles).toEqual(expect.arrayContaining(["Belt", "Chain", "Cable"]));
  });
});

/* Kinds that this page has never heard of: what the engine describes is drawn, placed, edited and completed. */
import { Mesh } from "three";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { beginning, forms } from "../../src/analyse/analysis_form";
import { rowsText } from "../../src/analyse/summary";
import { complete } from "../../src/editor/complete";
import { addAnalysis, addForce, addJoint } from "../../src/editor/additions";
import { formRows, typeAt } from "../../src/editor/form";
import { retypeShape } from "../../src/editor/retype";
import { roleOf, typeOf } from "../../src/editor/roles";
import { SchemaReader, type Schema } from "../../src/editor/schema";
import { nodeAt, readTree } from "../../src/editor/tree";
import { suggestedUnits } from "../../src/editor/suggested_units";
import type { Description, ForceKind, JointKind, Pose, Template } from "../../src/engine/engine";
import { movedAlong, outline, remaining } from "../../src/drawing/symbol";
import { jointPart } from "../../src/space/joint_parts";
import { Forms } from "../../src/space/meshes";
import { Paint } from "../../src/space/paint";
import { description, kindSuits } from "../../src/state/description";
import { applyChanges } from "../../src/editor/changes";
import { edited } from "../../src/tools/edits";
import { distance } from "../../src/tools/geometry";
import { linkTool } from "../../src/tools/link_tool";
import { itemOf, slots } from "../../src/tools/kit";
import { refused } from "../../src/tools/make";
import { readSketch } from "../../src/tools/sketch";
import type { Tool } from "../../src/tools/tool";
import { schemaOf } from "./program";
import { body, joint, point, scene } from "./space_scene";

const template = (title: string, plane = ""): Template => ({
  title,
  stem: title.toLowerCase(),
  plane,
  space: plane,
  rank: 0,
});

/* A pin that slides in a curved slot, a belt between two pins, a magnet between two points, a fan at a point. */
const cam: JointKind = {
  name: "camslot",
  doc: "A pin in a curved slot.",
  connects: "bodies",
  hinge: false,
  slider: false,
  plane: {
    rows: 1,
    needs_axis: true,
    shares_point: false,
    coordinates: [
      { name: "displacement", unit: "m", channel: true },
      { name: "angle", unit: "rad", channel: true },
    ],
  },
  space: null,
  fields: [{ name: "curvature", type: "number", doc: "of the slot", unit: "1/m", required: true }],
  common_fields: [{ name: "axis", type: "direction", doc: "direction" }],
  symbol: [{ on: "rail", look: "groove", path: "M-9 -5H9V5H-9Z" }],
  templates: [template("Curved slot", "curvature: 2")],
};
const belt: JointKind = {
  ...cam,
  name: "belt",
  connects: "joints",
  couples: "angle angle",
  plane: { rows: 1, needs_axis: false, shares_point: false, coordinates: [] },
  fields: [{ name: "ratio", type: "number", doc: "ratio", unit: "" }],
  common_fields: [],
  symbol: [{ on: "point", look: "paper", path: "M-6 0H6V6H-6Z" }],
  templates: [template("Belt", "ratio: 2")],
};
/* A disc on a table: in space only. */
const puck: JointKind = {
  ...cam,
  name: "puck",
  plane: null,
  space: {
    rows: 3,
    needs_axis: true,
    shares_point: false,
    coordinates: [
      { name: "x", unit: "m", channel: true },
      { name: "y", unit: "m", channel: true },
      { name: "angle", unit: "rad", channel: true },
    ],
  },
  fields: [],
  templates: [template("Puck")],
};
const magnet: ForceKind = {
  name: "magnet",
  doc: "Pulls two points together.",
  acts_on: "points",
  along: true,
  elastic: false,
  wrench: false,
  plane: true,
  space: true,
  fields: [{ name: "pull", type: "varying", doc: "tension", unit: "N", required: true }],
  common_fields: [],
  channels: [{ name: "length", unit: "m", doc: "distance of its points" }],
  symbol: [{ on: "line", look: "dashed", path: "M0 0H100" }],
  templates: [template("Magnet", "pull: 3")],
};
const fan: ForceKind = {
  ...magnet,
  name: "fan",
  acts_on: "point",
  along: false,
  templates: [template("Fan", "pull: 1")],
};

const TEXT = `trammel: 1
points: {O: [0, 0], A: [1, 0], B: [2, 0], P: [1, 1]}
bodies:
  crank: {points: [O, A], mass: 1, shape: rod}
  rod: {points: [A, B], mass: 1, shape: rod}
joints:
  O: {revolute: [ground, crank]}
  A: {revolute: [crank, rod]}
`;

let before: Description;
let known: SchemaReader;

beforeAll(() => {
  before = description.value;
  description.value = {
    ...before,
    joints: [...before.joints, cam, belt, puck],
    shapes: [
      ...before.shapes,
      { name: "cone", doc: "A cone.", fields: [], templates: [template("cone", "radius: 2")] },
    ],
    analyses: [
      ...before.analyses,
      {
        name: "fatigue",
        doc: "life of bearings",
        needs_inertia: true,
        integrates: false,
        row: "life",
        rows: "lives",
        fields: [
          { name: "load", type: "number", doc: "mean load", unit: "N" },
          { name: "seed", type: "number", doc: "of the draw", advanced: true },
        ],
        templates: [template("Fatigue", "load: 3")],
      },
    ],
    forces: [...before.forces, magnet, fan],
    functions: [...before.functions, { name: "bump", arguments: "x, w", doc: "a smooth bump" }],
    units: [...before.units, { name: "furlong", si: "m", factor: 201.168 }],
  };
  const schema = schemaOf();
  const of = (name: string, kind: JointKind | ForceKind, ref: string): Schema => ({
    type: "object",
    description: kind.doc,
    properties: {
      [name]: { $ref: `#/$defs/${ref}` },
      ...Object.fromEntries(kind.fields.map((f) => [f.name, { description: f.doc, $ref: "#/$defs/number" }])),
      ...Object.fromEntries(kind.common_fields.map((f) => [f.name, { description: f.doc, $ref: "#/$defs/direction" }])),
    },
    required: [name, ...kind.fields.filter(({ required }) => required).map((f) => f.name)],
    additionalProperties: false,
  });
  schema.$defs!.joint!.anyOf!.push(of("camslot", cam, "pair"), of("belt", belt, "pair"), of("puck", puck, "pair"));
  schema.$defs!.force!.anyOf!.push(of("magnet", magnet, "pair"), of("fan", fan, "text"));
  known = new SchemaReader(schema);
});

afterAll(() => void (description.value = before));

function use<S>(text: string, tool: Tool<S>, ...places: [number, number][]): string {
  let [now, state] = [text, tool.start];
  for (const at of places) {
    const sketch = readSketch(now, null);
    const node = sketch.nodes.find((one) => distance(one.at, at) < 0.05) ?? null;
    const spot = { anchor: { at: node?.at ?? at, node, body: null }, hits: [], shift: false, grid: 0.1 };
    const out = tool.click(state, spot, sketch);
    state = out.state;
    if (out.made && refused(out.made)) throw new Error(out.made.why);
    if (out.made && !refused(out.made)) now = edited(now, out.made.edits);
  }
  return now;
}

describe("the palette", () => {
  it("has each in its place, by what it connects or acts on", () => {
    const place = (id: string) => slots.value.find((slot) => slot.items.some((item) => item.id === id))?.key;
    expect(["camslot", "belt", "magnet", "fan"].map(place)).toEqual(["J", "J", "S", "F"]);
    expect(itemOf("camslot").title).toBe("Curved slot");
  });
  it("places a joint along a line, a tie between joints, a force between points, one at a point", () => {
    expect(use(TEXT, itemOf("camslot").tool!, [2, 0], [3, 0])).toMatch(
      /B: \{camslot: \[ground, rod\], axis: \[1, 0\], curvature: 2\}/,
    );
    expect(use(TEXT, itemOf("belt").tool!, [0, 0], [1, 0])).toContain("belt1: {belt: [O, A], ratio: 2}");
    expect(use(TEXT, itemOf("magnet").tool!, [1, 1], [2, 0])).toContain(
      "magnet1: {magnet: [ground.P, rod.B], pull: 3}",
    );
    expect(use(TEXT, itemOf("fan").tool!, [2, 0])).toContain("fan1: {fan: rod.B, pull: 1}");
  });
  it("keeps the tools that there were", () => {
    expect(use("trammel: 1\n", linkTool, [0, 0], [1, 0])).toContain("link1");
    expect(slots.value.map((slot) => slot.items[0]!.id)).toEqual(
      ["select", "link", "ground", "point", "revolute", "spring", "driver", "force", "trace", "dimension", "delete"], // prettier-ignore
    );
  });
});

describe("the editor", () => {
  const at = (text: string) => {
    const offset = text.indexOf("|");
    const all = complete(text.replace("|", ""), offset, { schema: known, channels: [], space: false });
    return new Map((all?.options ?? []).map((option) => [option.label, option]));
  };
  it("completes kinds with their fields, functions and units", () => {
    expect(at("joints:\n  |").get("camslot joint")?.snippet).toBe(
      "${A}: {camslot: [${first}, ${second}], axis: ${x}, curvature: ${2}}",
    );
    expect(at("forces:\n  |").get("magnet")?.snippet).toBe("${magnet}: {magnet: [${first}, ${second}], pull: ${3}}");
    expect([...at("forces:\n  m: {magnet: [a.A, b.B], pull: |}").keys()]).toEqual(
      expect.arrayContaining(["bump", "length", "sin"]),
    );
    expect(suggestedUnits("m").length).toBeGreaterThan(3);
  });
  it("knows what their names refer to", () => {
    const { root } = readTree("joints:\n  b: {belt: [O, A]}\nforces:\n  m: {magnet: [a.A, b.B], pull: 3}\n");
    expect(roleOf(["joints", "b", "belt", 0], root)).toBe("joint");
    expect(roleOf(["forces", "m", "magnet", 0], root)).toBe("place");
    expect(typeOf("forces", nodeAt(root, ["forces", "m"]))).toBe("magnet");
  });
  it("has them in the form, with all their fields", () => {
    const text = TEXT + "forces:\n  m: {magnet: [ground.P, rod.B], pull: 3}\n";
    const rows = formRows(text, ["forces", "m"], known, false);
    expect(rows.map(({ key, input: way, isType }) => [key, way, isType])).toEqual([
      ["magnet", "places", true],
      ["pull", "number", false],
    ]);
    expect(typeAt(text, ["forces", "m"])).toBe("magnet");
  });
  it("adds them with what they need", () => {
    expect(addJoint(TEXT, "camslot").draft.text).toMatch(/camslot: \[.*\], .*axis: x, curvature: 2/);
    expect(addForce(TEXT, "magnet", false).draft.text).toContain("magnet: [ground.O, rod.B], pull: 3");
  });
});

describe("in space", () => {
  const held = joint("P", "puck", [0, 1], [[0, 0, 0], [0, 0, 0]], [0, 0, 1]); // prettier-ignore
  const one = scene([body("disc", { points: [point("P", [0, 0, 0])] })], [held]);

  it("a joint is drawn, by what it leaves free", () => {
    vi.stubGlobal("document", { documentElement: null });
    vi.stubGlobal("getComputedStyle", () => ({ getPropertyValue: () => "" }));
    const paint = new Paint();
    const part = jointPart(
      { scene: one, grain: 1, up: [0, 0, 1], paint, forms: new Forms(paint), range: () => null },
      held,
    );
    vi.unstubAllGlobals();
    const solids: string[] = [];
    part.object.traverse((object) => void (object instanceof Mesh && solids.push(object.geometry.type)));
    expect(solids).toEqual(expect.arrayContaining(["BoxGeometry", "CylinderGeometry"])); // the table and the disc
    expect(part.label).toContain("puck");
    const poses = one.bodies.map((_, i): Pose => ({ at: [i, 0, 0], angle: 0, q: [1, 0, 0, 0] }));
    part.pose({ scene: one, poses, value: () => null });
    expect(part.anchor).toEqual([1, 0, 0]);
  });
  it("it is listed there and not in the plane, completed and added with its axis", () => {
    expect([true, false].map((space) => kindSuits("joints", "puck", space))).toEqual([true, false]);
    expect(known.types(["joints", ""]).map(({ type }) => type)).toContain("puck");
    const options = complete("joints:\n  ", 10, { schema: known, channels: [], space: true })?.options ?? [];
    expect(options.find(({ label }) => label === "puck joint")?.snippet).toContain("axis: ");
    expect(addJoint(TEXT, "puck", true).draft.text).toMatch(/puck: \[.*\], .*axis: x/);
  });
});

describe("an analysis and a shape", () => {
  it("are offered last, with what few need behind the rest", () => {
    const form = forms.value.at(-1)!;
    expect([form.kind, ...form.options.filter(({ first }) => first).map(({ name }) => name)]).toEqual([
      "fatigue",
      "load",
    ]);
    expect(beginning("fatigue")).toEqual({ load: "3" });
    expect(addAnalysis(TEXT, "fatigue").draft.text).toContain("- fatigue: {load: 3}");
  });
  it("have words for their rows", () => {
    const table = { kind: "fatigue", channels: [], rows: 2, rowNames: null, facts: [], columns: [] };
    expect(rowsText(table)).toBe("2 lives");
  });
  it("begin with the sizes that are described", () => {
    const text = "bodies:\n  a: {shape: rod}\n";
    expect(applyChanges(text, retypeShape(text, ["bodies", "a", "shape"], "cone", true))).toContain(
      "shape: {cone: {radius: 2}}",
    );
  });
});

describe("symbols", () => {
  it("are stretched point by point", () => {
    expect(movedAlong("M-9 -5H9A8 8 0 0 1 9 5Z", (x) => 2 * x)).toBe("M-18 -5H18A8 8 0 0 1 18 5Z");
    expect(outline({ on: "line", look: "rod", path: "M0 0H100" }, (x) => x / 2)).toBe("M0 0H50");
    expect(outline({ look: "hatch", path: "M-9 3H9" })).toMatch(/^M.*L/);
  });
  it("show the motifs whose fields are given, the first where none is", () => {
    const spring = before.forces.find(({ name }) => name === "spring")!.symbol;
    const motifs = (...given: string[]) =>
      remaining(spring, (one) => given.includes(one)).flatMap(({ motif }) => motif ?? []);
    expect(motifs("stiffness")).toEqual(["coil"]);
    expect(motifs("damping")).toEqual(["dashpot"]);
    expect(motifs("damping", "stiffness")).toEqual(["coil", "dashpot"]);
    expect(motifs()).toEqual(["coil"]);
  });
});

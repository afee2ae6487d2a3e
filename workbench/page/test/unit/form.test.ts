/* form.test.ts - a model as an outline and as forms, what is added to it, and where messages stand. */
import { describe, expect, test } from "vitest";
import { addAnalysis, addBody, addForce, addJoint, addPoint, addPointTo } from "../../src/editor/additions";
import { freePlace } from "../../src/editor/free_place";
import { evaluatedTo, faultAt, faultsOf, fieldsToAdd, firstValue, formRows, type Row } from "../../src/editor/form";
import { filtered, outline } from "../../src/editor/outline";
import { SchemaReader } from "../../src/editor/schema";
import { retype } from "../../src/editor/retype";
import { applyChanges, get, type Path } from "../../src/editor/text_edits";
import { readTree } from "../../src/editor/tree";
import { modelText } from "./models";
import { reportOf, schemaOf } from "./program";

const SCHEMA = new SchemaReader(schemaOf());
const FOURBAR = modelText("models/fourbar/fourbar.yaml");
const LINKAGE = modelText("docs/guide/straight-line.yaml");
const PLANE = modelText("test/fuzz/seed/model/plane.yaml");

const short = (rows: Row[]): string =>
  rows.map((row) => `${row.key}:${row.input}${row.rows.length ? `(${short(row.rows)})` : ""}`).join(" ");

describe("the outline", () => {
  test("describes elements in a few words", () => {
    const groups = filtered(outline(readTree(FOURBAR).root), "");
    expect(groups.map((group) => group.title)).toEqual([
      "Model",
      "Parameters",
      "Bodies",
      "Joints",
      "Forces",
      "Initial values",
      "Analyses",
    ]);
    expect(groups.find((group) => group.id === "joints")!.items[0]).toMatchObject({
      title: "O",
      note: "pin: ground – crank",
    });
    expect(groups.find((group) => group.id === "bodies")!.items.map((item) => item.title)).toEqual([
      "ground",
      "O",
      "C",
      "crank",
      "O",
      "A",
      "coupler",
      "A",
      "B",
      "follower",
      "C",
      "B",
    ]);
    expect(groups.find((group) => group.id === "forces")!.items[0]!.note).toBe("torque: crank");
  });
  test("a search", () => {
    const found = filtered(outline(readTree(FOURBAR).root), "crank pin");
    expect(found.flatMap((group) => group.items.map((item) => item.title))).toEqual(["O", "A"]);
    expect(filtered(outline(readTree(FOURBAR).root), "nothing like it")).toEqual([]);
  });
  test("an empty text has only the model itself", () => {
    expect(filtered(outline(null), "").map((group) => group.id)).toEqual(["model"]);
  });
  test("places are in the units of the drawing, whatever unit they are written in", () => {
    const text = "points: {O: [0.5, -20 cm], P: [r, 0]}\nbodies: {bar: {points: {A: [0.25, 0]}}}\n";
    const notes = outline(readTree(text).root).flatMap(({ items }) => items.map(({ note }) => note));
    expect(notes).toContain("[500 mm, −200 mm]");
    expect(notes).toContain("[r, 0 mm]");
    expect(notes).toContain("[250 mm, 0 mm]");
  });
});

describe("rows", () => {
  test("a body in its own frame", () => {
    expect(short(formRows(FOURBAR, ["bodies", "crank"], SCHEMA, false))).toBe(
      "points:points com:numbers mass:number inertia:number angle:number",
    );
  });
  test("a body of a drawing", () => {
    expect(short(formRows(LINKAGE, ["bodies", "crank"], SCHEMA, false))).toBe("points:names mass:number shape:choice");
  });
  test("joints, the type first", () => {
    expect(short(formRows(PLANE, ["joints", "mesh"], SCHEMA, false))).toBe("gear:places ratio:number offset:number");
    expect(short(formRows(PLANE, ["joints", "O"], SCHEMA, false))).toBe(
      "revolute:places stiffness:number damping:fields(translation:number rotation:number)",
    );
    expect(short(formRows(PLANE, ["joints", "slide"], SCHEMA, false))).toBe("prismatic:places axis:numbers");
  });
  test("forces", () => {
    expect(short(formRows(PLANE, ["forces", "turn"], SCHEMA, false))).toBe("motor:place value:number");
    expect(short(formRows(PLANE, ["forces", "f"], SCHEMA, false))).toBe("force:place value:numbers in:choice");
    expect(formRows(PLANE, ["forces", "s"], SCHEMA, false)[1]).toMatchObject({
      key: "stiffness",
      unit: "N/m",
      source: "k",
    });
  });
  test("a shape with sizes", () => {
    const disc = PLANE.replace("{rod: {diameter: 20 mm}}", "{disc: {radius: 20 mm}}");
    expect(short(formRows(disc, ["bodies", "coupler"], SCHEMA, false))).toContain(
      "shape:fields(disc:fields(radius:number))",
    );
  });
  test("an analysis shows required fields even if missing", () => {
    const rows = formRows("analyses:\n  - dynamics: {}\n", ["analyses", 0, "dynamics"], SCHEMA, false);
    expect(rows).toMatchObject([{ key: "end", given: false, required: true, unit: "s" }]);
  });
  test("an unknown key is shown", () => {
    expect(short(formRows("bodies:\n  a: {mas: 1}\n", ["bodies", "a"], SCHEMA, false))).toBe("mas:yaml");
  });
  test("offers only fields that are missing", () => {
    const keys = fieldsToAdd(PLANE, ["forces", "s"], SCHEMA).map((field) => field.key);
    expect(keys).toEqual(["value", "on", "repeat", "index"]);
    expect(fieldsToAdd(PLANE, ["forces", "turn"], SCHEMA).map((field) => field.key)).toEqual([
      "torque",
      "force",
      "rated",
      "peak",
      "max_speed",
      "on",
      "repeat",
      "index",
    ]);
  });
});

describe("fields that are added", () => {
  test.each<[Path, string, string[], string | string[]]>([
    [["joints", "A"], "at", ["Q"], "Q"],
    [["joints", "A"], "axis", [], "x"],
    [["bodies", "crank"], "density", [], "1"],
    [["bodies", "crank"], "position", [], ["0", "0"]],
    [["bodies", "crank"], "shape", [], "rod"],
    [["forces", "s"], "preload", [], "0"],
    [["analyses", 1, "dynamics"], "set", [], "{}"],
    [["analyses", 1, "dynamics"], "formulation", [], "auto"],
    [["analyses", 1, "dynamics"], "assemble", [], "true"],
  ])("%j %s", (path, key, names, expected) => {
    const field = SCHEMA.fields(path, readTree(PLANE).root).find((one) => one.key === key)!;
    expect(firstValue(SCHEMA, field, path, false, names)).toEqual(expected);
  });
});

describe("another type", () => {
  const typed = (path: Path, from: string, to: string): unknown =>
    get(applyChanges(PLANE, retype(PLANE, path, from, to, SCHEMA, false)), path);
  test("keeps what fits", () => {
    expect(typed(["joints", "slide"], "prismatic", "revolute")).toEqual({
      revolute: ["ground.R", "wheel.W"],
      axis: ["1", "0"],
    });
    expect(typed(["joints", "A"], "revolute", "prismatic")).toEqual({ prismatic: ["crank", "coupler"] });
    expect(typed(["forces", "s"], "spring", "torsion")).toMatchObject({ stiffness: "k", damping: "2", preload: "3" });
    expect(typed(["forces", "turn"], "motor", "torque")).toMatchObject({ torque: "plate", value: "-0.1*A.speed" });
  });
  test("keeps shared values", () => {
    const text = "parameters: {k: &k 3}\nforces:\n  s: {spring: [ground, a], stiffness: *k, length: 1}\n";
    const changes = retype(text, ["forces", "s"], "spring", "torsion", SCHEMA, false);
    expect(applyChanges(text, changes)).toContain("stiffness: *k");
  });
  test("gets required fields", () => {
    expect(typed(["joints", "A"], "revolute", "distance")).toEqual({
      distance: [expect.stringContaining("."), expect.stringContaining(".")],
    });
    expect(typed(["joints", "A"], "revolute", "gear")).toEqual({ gear: ["O", "A"], ratio: "-1" });
    expect(typed(["analyses", 1], "dynamics", "inverse")).toEqual({ inverse: { end: "5", output: "0.025" } });
  });
});

describe("values and messages", () => {
  test("the value of an expression", () => {
    expect(evaluatedTo("2*L", 0.0628318, "m")).toBe("= 62.832 mm");
    expect(evaluatedTo("40 mm", 0.04, "m")).toBe("");
    expect(evaluatedTo("3", 3, "m")).toBe("");
    expect(evaluatedTo("pi/3", 1.0471975512, "rad")).toBe("= 60°");
    expect(evaluatedTo("5 N*m", 5, "N*m")).toBe("");
    expect(evaluatedTo("x", undefined, "m")).toBe("");
  });
  test("a message stands at its field", () => {
    const text = FOURBAR.replace("mass: 1,", "mass: 1 mm,");
    const faults = faultsOf(text, [{ severity: "error", text: "expected kg", line: 11, column: 65 }]);
    expect(faultAt(faults, ["bodies", "crank", "mass"])).toBe("expected kg");
    expect(faultAt(faults, ["bodies", "crank"])).toBe("expected kg");
    expect(faultAt(faults, ["bodies", "crank", "inertia"])).toBeUndefined();
  });
});

describe("additions", () => {
  test("a joint where two bodies meet", () => {
    const text = LINKAGE.replace(/  B: \{revolute.*\n/, "");
    expect(text).not.toBe(LINKAGE);
    const { draft, chosen } = addJoint(text, "revolute");
    expect(chosen).toEqual({ kind: "joint", name: "B" });
    expect(draft.get(["joints", "B"])).toEqual({ revolute: ["coupler", "rocker"] });
  });
  test("forces have ends", () => {
    expect(addForce(LINKAGE, "spring", false).draft.get(["forces", "spring"])).toEqual({
      spring: ["ground.O", "rocker.B"],
      stiffness: "100",
      length: "0.1",
    });
    expect(addForce(LINKAGE, "motor", false).draft.get(["forces", "motor"])).toEqual({ motor: "O", torque: "10" });
  });
  test("points and bodies", () => {
    expect(addPoint(LINKAGE, false).draft.get(["points", "D"])).toEqual(["0", "0"]);
    expect(addPointTo(LINKAGE, "crank", false).draft.get(["bodies", "crank", "points"])).toEqual(["O", "A", "D"]);
    expect(addPointTo(FOURBAR, "crank", false).chosen).toEqual({ kind: "point", name: "crank.D" });
    expect(get(addBody("", true).draft.text, ["points"])).toEqual({ A: ["0", "0", "0"], B: ["1", "0", "0"] });
  });
  test("a body has points of its own at a place where nothing is", () => {
    const scene = reportOf(LINKAGE).scene!;
    const { draft, chosen } = addBody(LINKAGE, false, freePlace(scene, false));
    const added = reportOf(draft.text).scene!.bodies.find(({ name }) => "name" in chosen && name === chosen.name)!;
    const lowest = Math.min(...scene.drawing.map(({ at }) => at[1]));
    expect(added.points).toHaveLength(2);
    expect(added.points.every(({ at }) => at[1] < lowest)).toBe(true);
    expect(Math.abs(added.points[1]!.at[0] - added.points[0]!.at[0])).toBeGreaterThan(0.1 * scene.size);
    const framed = addBody(FOURBAR, false, { from: [3, -1], to: [4, -1] }).draft;
    expect(framed.get(["bodies", "link1"])).toEqual({
      points: { A: ["0", "0"], B: ["1", "0"] },
      mass: "1",
      shape: "rod",
      position: ["3", "-1"],
    });
  });
  test("an analysis is the last", () => {
    const { draft, chosen } = addAnalysis(FOURBAR, "static");
    expect(chosen).toEqual({ kind: "analysis", index: 1 });
    expect(draft.get(["analyses", 1])).toEqual({ static: {} });
  });
});

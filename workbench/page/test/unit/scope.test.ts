/* scope.test.ts - elements of uses and repetitions: where they are written, and what may be done with them. */
import { describe, expect, test } from "vitest";
import { pathAt } from "../../src/editor/diagnostics";
import { elementOf, placeOf } from "../../src/editor/elements";
import { outline } from "../../src/editor/outline";
import { deleteElement, rename } from "../../src/editor/rename";
import { firstUse, homeOf } from "../../src/editor/scope";
import { applyChanges, get } from "../../src/editor/text_edits";
import { readTree } from "../../src/editor/tree";
import { ownerOfChannel } from "../../src/engine/owner";
import { markedBy, type Kind, type Selected } from "../../src/state/selection";
import { readSketch } from "../../src/tools/sketch";
import "./description";
import { modelText } from "./models";

const STEWART = modelText("models/stewart/stewart.yaml");
const MODEL = `trammel: 1
parameters: {L: 0.5, k: 3}
points: {O: [0, 0], P: [1, 0]}
bodies:
  bar: {points: [O, P], mass: 1}
  wheel: {repeat: 3, index: n, mass: n*1 kg}
states:
  i: {rate: k - i, start: 0}
parts:
  knee:
    ports: [up]
    points: {K: [0, 0]}
    bodies: {shank: {points: [K], mass: L}}
    joints: {K: {revolute: [up, shank]}}
  leg:
    parameters: {L: 0.3, m: k}
    ports: [base]
    points: {A: [0, 0], B: [L, 0]}
    bodies: {thigh: {points: [A, B], mass: m}}
    joints: {A: {revolute: [base, thigh]}}
    use: {low: {part: knee, at: B, ports: {up: thigh}}}
use:
  leg: {part: leg, repeat: 6, index: n, ports: {base: bar}, with: {L: L*n}}
  arm: {part: knee, at: leg1.B, ports: {up: bar.P}}
outputs:
  load: {value: leg2.A.fx + i, unit: N}
  gap: {distance: [leg1.thigh.B, bar.P]}
events:
  hit: {when: leg1.A.angle, do: {set: {leg1.A.speed: 0, i: 1, k: 2*k}}}
initial: {leg3.A.angle: 0}
`;
const { root } = readTree(MODEL);

test.each<[Kind, string, string | null, string]>([
  ["joint", "leg2.A", "parts.leg.joints.A", "leg2"],
  ["body", "leg6.low.shank", "parts.knee.bodies.shank", "leg6.low"],
  ["point", "leg1.thigh.B", "parts.leg.points.B", "leg1"],
  ["point", "leg1.B", "parts.leg.points.B", "leg1"],
  ["body", "wheel2", "bodies.wheel", ""],
  ["body", "wheel", "bodies.wheel", ""],
  ["use", "leg4", "use.leg", ""],
  ["use", "leg4.low", "parts.leg.use.low", "leg4"],
  ["parameter", "leg1.L", "parts.leg.parameters.L", "leg1"],
  ["joint", "leg2.nothing", null, ""],
  ["body", "wheels", null, ""],
  ["joint", "A", null, ""],
])("%s %s is written at %s", (kind, name, path, use) => {
  const home = homeOf(root, { kind, name });
  expect(home?.path.join(".") ?? null).toBe(path);
  expect(home?.use ?? "").toBe(use);
});

test("a part that contains itself ends", () => {
  const text = "parts:\n  a: {use: {b: {part: a}}}\nuse: {x: {part: a}}\n";
  expect(homeOf(readTree(text).root, { kind: "joint", name: "x.b.b.J" })).toBeNull();
  expect(firstUse(readTree(text).root, "none")).toBeNull();
  expect(outline(readTree(text).root).length).toBeGreaterThan(0);
});

test("the cursor in a part chooses the element of its first use, and that is marked there", () => {
  const at = (where: string): Selected | null => elementOf(root, pathAt(root, MODEL.indexOf(where)));
  expect(at("revolute: [base")).toEqual({ kind: "joint", name: "leg1.A" });
  expect(at("revolute: [up")).toEqual({ kind: "joint", name: "arm.K" });
  expect(at("[base]")).toEqual({ kind: "part", name: "leg" });
  const place = placeOf(root, { kind: "joint", name: "leg5.A" })!;
  expect(MODEL.slice(place.from, place.to)).toBe("A: {revolute: [base, thigh]}");
});

describe("in the list", () => {
  test("a use is one entry, below it each that it makes, and below that what it has", () => {
    const group = outline(readTree(STEWART).root).find(({ id }) => id === "use")!;
    const names = group.items.map(({ depth, title, under }) => `${depth} ${title} ${under ?? ""}`.trim());
    expect(names.slice(0, 7)).toEqual([
      "0 leg",
      "1 leg1 leg",
      "2 barrel leg1",
      "2 piston leg1",
      "2 A leg1",
      "2 ram leg1",
      "2 B leg1",
    ]);
    expect(group.items.filter(({ depth }) => depth === 1)).toHaveLength(6);
    expect(group.items[0]!.note).toBe("6 times leg");
  });
  test("of a thousand uses it stays short", () => {
    const many = STEWART.replace("repeat: 6", "repeat: 1000");
    const group = outline(readTree(many).root).find(({ id }) => id === "use")!;
    expect(group.items.length).toBeLessThan(1000);
  });
});

describe("another name", () => {
  const renamed = (kind: Kind, old: string, name: string): string =>
    applyChanges(MODEL, rename(MODEL, kind, old, name));
  test("of a use reaches what belongs to it", () => {
    const now = renamed("use", "leg2", "limb");
    expect(now).toContain("limb: {part: leg, repeat: 6");
    expect(now).toContain("leg2.A.fx".replace("leg", "limb"));
    expect(now).toContain("distance: [limb1.thigh.B, bar.P]");
    expect(now).toContain("at: limb1.B");
    expect(now).toContain("{limb1.A.speed: 0, i: 1");
    expect(now).toContain("initial: {limb3.A.angle: 0}");
  });
  test("of a part reaches its uses, also in parts", () => {
    const now = renamed("part", "knee", "joint");
    expect(now).toContain("low: {part: joint");
    expect(now).toContain("arm: {part: joint");
  });
  test("of a parameter leaves those of parts that hide it", () => {
    const now = renamed("parameter", "L", "length");
    expect(now).toContain("with: {L: length*n}");
    expect(now).toContain("parameters: {L: 0.3, m: k}");
    expect(now).toContain("B: [L, 0]");
    expect(now).toContain("shank: {points: [K], mass: length}");
    expect(renamed("parameter", "k", "q")).toContain("{L: 0.3, m: q}");
    expect(renamed("parameter", "k", "q")).toContain("q: 2*q");
  });
  test("of a state reaches expressions and events", () => {
    const now = renamed("state", "i", "current");
    expect(now).toContain("current: {rate: k - current");
    expect(now).toContain("leg2.A.fx + current");
    expect(now).toContain("current: 1, k: 2*k");
  });
  test("of what is written in a part is refused with its place", () => {
    expect(() => renamed("joint", "leg2.A", "hip")).toThrow(
      'leg2.A belongs to leg2, a use of the part leg: rename "A" in the text of the part.',
    );
  });
  test("of a body in ports changes them", () => {
    expect(renamed("body", "bar", "beam")).toContain("ports: {base: beam}");
    expect(renamed("body", "bar", "beam")).toContain("ports: {up: beam.P}");
  });
  test("of a point leaves the points of parts alone", () => {
    const text = MODEL.replace("P: [1, 0]", "A: [1, 0]").replaceAll("bar.P", "bar.A").replace("[O, P]", "[O, A]");
    const now = applyChanges(text, rename(text, "point", "A", "Q"));
    expect(now).toContain("points: {A: [0, 0], B: [L, 0]}");
    expect(now).toContain("joints: {A: {revolute: [base, thigh]}}");
    expect(now).toContain("ports: {up: bar.Q}");
  });
});

describe("deleting", () => {
  test("a use takes along what names its elements", () => {
    const { changes, removed } = deleteElement(MODEL, "use", "leg");
    const now = applyChanges(MODEL, changes);
    expect(get(now, ["use", "leg"])).toBeUndefined();
    expect(get(now, ["initial"])).toBeUndefined();
    expect(removed).toContainEqual({ kind: "initial", name: "leg3.A.angle" });
  });
  test("a part takes along its uses, a body the uses that it carries", () => {
    expect(deleteElement(MODEL, "part", "knee").removed).toContainEqual({ kind: "use", name: "arm" });
    expect(deleteElement(MODEL, "body", "bar").removed).toEqual(
      expect.arrayContaining([
        { kind: "use", name: "leg" },
        { kind: "use", name: "arm" },
      ]),
    );
  });
  test("an element of a use, or one of several, is refused", () => {
    expect(() => deleteElement(MODEL, "body", "leg1.thigh")).toThrow(
      'leg1.thigh belongs to leg1, a use of the part leg: delete "thigh" in the text of the part.',
    );
    expect(() => deleteElement(MODEL, "body", "wheel2")).toThrow("wheel2 is one of those that wheel makes");
    expect(() => deleteElement(MODEL, "use", "leg4")).toThrow("leg4 is one of those that leg makes");
  });
});

test("the longest name counts", () => {
  const names = new Set(["leg1.knee", "leg1", "i"]);
  expect(ownerOfChannel(names, "leg1.knee.fx")).toBe("leg1.knee");
  expect(ownerOfChannel(names, "i")).toBe("i");
  expect(ownerOfChannel(null, "O.angle")).toBe("O");
});

test("a use that is chosen marks all its elements", () => {
  const all: Selected[] = ["leg1.A", "leg12.A", "legs", "arm.A"].map((name) => ({ kind: "joint", name }));
  const marked = (name: string): string[] => all.filter(markedBy({ kind: "use", name }, all)).map((one) => one.name);
  expect(marked("leg1")).toEqual(["leg1.A"]);
  expect(marked("leg")).toEqual(["leg1.A", "leg12.A"]);
});

describe("a joint of several bodies", () => {
  const PINS = `trammel: 1
points: {O: [0, 0], A: [1, 0], B: [1, 1], C: [2, 0]}
bodies:
  crank: {points: [O, A], mass: 1, shape: rod}
  coupler: {points: [A, B], mass: 1, shape: rod}
  rocker: {points: [A, C], mass: 1, shape: rod}
joints:
  O: {revolute: [ground, crank]}
  A: {revolute: [crank, coupler, rocker.A]}
forces:
  m: {motor: A.coupler, torque: 0.1*A.rocker.speed}
`;
  const tree = readTree(PINS).root;
  test.each(["A", "A.coupler", "A.rocker"])("%s is written in one entry", (name) => {
    expect(homeOf(tree, { kind: "joint", name })?.path).toEqual(["joints", "A"]);
    const place = placeOf(tree, { kind: "joint", name })!;
    expect(PINS.slice(place.from, place.to)).toBe("A: {revolute: [crank, coupler, rocker.A]}");
  });
  test("others are not its joints", () => {
    expect(homeOf(tree, { kind: "joint", name: "A.lever" })).toBeNull();
    expect(homeOf(tree, { kind: "joint", name: "O.crank" })).toBeNull();
    expect(homeOf(tree, { kind: "force", name: "A.coupler" })).toBeNull();
  });
  test("marks all of its joints when it is chosen, and one when that is", () => {
    const all: Selected[] = ["O", "A.coupler", "A.rocker"].map((name) => ({ kind: "joint", name }));
    expect(all.filter(markedBy({ kind: "joint", name: "A" }, all))).toHaveLength(2);
    expect(all.filter(markedBy({ kind: "joint", name: "A.rocker" }, all))).toHaveLength(1);
  });
  test("is renamed with all that names its joints", () => {
    const text = applyChanges(PINS, rename(PINS, "joint", "A", "pin"));
    expect(text).toContain("pin: {revolute: [crank, coupler, rocker.A], at: A}");
    expect(text).toContain("{motor: pin.coupler, torque: 0.1*pin.rocker.speed}");
  });
  test("goes as a whole, with what needs it; one of its joints alone does not", () => {
    expect(() => deleteElement(PINS, "joint", "A.coupler")).toThrow("take the body out of its list, or delete A");
    const text = applyChanges(PINS, deleteElement(PINS, "joint", "A").changes);
    expect(text).not.toContain("coupler, rocker");
    expect(text).not.toContain("motor");
  });
  test("is several joints in the drawing, which share one point", () => {
    const sketch = readSketch(PINS, null);
    expect(sketch.joints.map(({ name, entry }) => `${name} ${entry}`)).toEqual(["O O", "A.coupler A", "A.rocker A"]);
    expect(sketch.joints[2]!.ends).toEqual([
      { body: "crank", point: "A" },
      { body: "rocker", point: "A" },
    ]);
    expect(sketch.forces[0]!.joint).toBe("A.coupler");
  });
});

/* rename.test.ts - another name reaches every mention; what is deleted takes along what needs it. */
import { describe, expect, test } from "vitest";
import { Draft, freeName } from "../../src/editor/draft";
import { deleteElement, rename } from "../../src/editor/rename";
import { applyChanges, get, TextEditError } from "../../src/editor/text_edits";
import type { Kind } from "../../src/state/selection";
import { modelText } from "./models";

const PLANE = modelText("test/fuzz/seed/model/plane.yaml");
const LINKAGE = modelText("docs/guide/straight-line.yaml");

function renamed(text: string, kind: Kind, old: string, name: string): string {
  return applyChanges(text, rename(text, kind, old, name));
}

/* Lines that differ, as "before -> after". */
function lines(before: string, after: string): string[] {
  const [old, now] = [before.split("\n"), after.split("\n")];
  expect(now.length).toBe(old.length);
  return now.filter((line, i) => line !== old[i]).map((line) => line.trim());
}

describe("invalid names", () => {
  test.each([
    ["my crank", "such as my_crank"],
    ["Länge", "such as Lange"],
    ["1e3", "such as e3"],
    ["a.b", "such as a_b"],
    ["机构", "begin with a letter."],
    ["", "begin with a letter."],
  ])("%s: %s", (name, words) => {
    expect(() => rename(PLANE, "body", "crank", name)).toThrow(words);
  });
  test("ground is a body: nothing else may have its name", () => {
    expect(() => rename(PLANE, "joint", "O", "ground")).toThrow('There is already a body "ground".');
    expect(() => rename(PLANE, "force", "motor", "ground")).toThrow("already");
    const now = renamed(LINKAGE, "point", "A", "ground"); // its joint keeps its own name
    expect(get(now, ["joints", "A", "at"])).toBe("ground");
  });
  test.each(["yes", "null", "on", "x".repeat(300)])("%s is a name like others", (name) => {
    const now = renamed(PLANE, "body", "crank", name);
    expect(renamed(now, "body", name, "crank")).toBe(PLANE);
  });
});

describe("renaming", () => {
  test("a body", () => {
    expect(lines(PLANE, renamed(PLANE, "body", "crank", "arm"))).toEqual([
      "arm: {points: {O: [0, 0], A: [L, 0]}, com: [L/2, 0], mass: 1, inertia: 0.3, angle: 60 deg, omega: 3}",
      "O: {revolute: [ground, arm], stiffness: 0.5, damping: {translation: 1, rotation: 2}}",
      "A: {revolute: [arm, coupler]}",
      "pin: {slot: [arm.A, plate.Q], axis: y}",
      "motor: {torque: arm, value: 'if(O.speed > 2, 39.75, step(t, 0, 0, 1, 5))'}",
      "- dynamics: {end: 5, output: 0.025, integrator: dae, events: {hit: 'arm.y - 1', low: {when: O.angle, direction: down, stop: true}}}",
    ]);
  });
  test("a joint keeps the point it was named after", () => {
    expect(lines(PLANE, renamed(PLANE, "joint", "O", "main"))).toEqual([
      "main: {revolute: [ground, crank], stiffness: 0.5, damping: {translation: 1, rotation: 2}, at: O}",
      "mesh: {gear: [main, C], ratio: -0.5, offset: 10 deg}",
      "teeth: {rack: [main, slide], radius: 0.1}",
      "motor: {torque: crank, value: 'if(main.speed > 2, 39.75, step(t, 0, 0, 1, 5))'}",
      "initial: {main.angle: 60 deg, main.speed: n/10}",
      "- dynamics: {end: 5, output: 0.025, integrator: dae, events: {hit: 'crank.y - 1', low: {when: main.angle, direction: down, stop: true}}}",
    ]);
  });
  test("a parameter, and not the unit or the key of its name", () => {
    const text =
      "parameters: {m: 2, L: 3*m + 1 m}\nbodies:\n  m: {mass: m, angle: m.x}\nanalyses:\n  - static: {set: {m: 3 m}}\n";
    expect(renamed(text, "parameter", "m", "w")).toBe(
      "parameters: {w: 2, L: 3*w + 1 m}\nbodies:\n  m: {mass: w, angle: m.x}\nanalyses:\n  - static: {set: {w: 3 m}}\n",
    );
  });
  test("a driver and a force where analyses name them", () => {
    const car = modelText("docs/guide/quarter-car.yaml");
    expect(lines(car, renamed(car, "driver", "road", "bump"))).toEqual([
      "bump: {R.displacement: 0}",
      "inputs:      [bump]",
    ]);
    expect(lines(car, renamed(car, "force", "strut", "leg"))).toEqual([
      "leg: {spring: [wheel.P, body.P], stiffness: 20 kN/m, length: 0.65, damping: 1200}",
      "outputs:     [body.ay, leg.length, tyre.force]",
    ]);
  });
  test("a point of a body: joints that have it by name say so", () => {
    expect(lines(PLANE, renamed(PLANE, "point", "plate.Q", "tip"))).toEqual([
      "plate: {points: {P: [0, 0], tip: [1, 0], S: [0, 1]}, mass: 3, shape: {polygon: {points: [P, tip, S]}}}",
      "pin: {slot: [crank.A, plate.tip], axis: y}",
      "f: {force: plate.tip, value: ['-3*plate.tip.vx', 'table(t, cam)'], in: body}",
    ]);
    expect(lines(PLANE, renamed(PLANE, "point", "crank.A", "E"))).toEqual([
      "crank: {points: {O: [0, 0], E: [L, 0]}, com: [L/2, 0], mass: 1, inertia: 0.3, angle: 60 deg, omega: 3}",
      "A: {revolute: [crank.E, coupler]}",
      "pin: {slot: [crank.E, plate.Q], axis: y}",
    ]);
  });
  test("the point of a particle", () => {
    const text = "bodies:\n  arm: {points: {O: [0, 0], B: [1, 0]}, mass: 2, shape: {particle: B}}\n";
    expect(renamed(text, "point", "arm.B", "tip")).toBe(
      "bodies:\n  arm: {points: {O: [0, 0], tip: [1, 0]}, mass: 2, shape: {particle: tip}}\n",
    );
  });
  test("a drawing point, and the joint that is named after it", () => {
    expect(lines(LINKAGE, renamed(LINKAGE, "point", "O", "M"))).toEqual([
      "points: {M: [0, 0], A: [0, 0.1], B: [0.2, 0.25], C: [0.2, 0], P: [0.4, 0.4]}",
      "crank:   {points: [M, A], mass: 200 g, shape: rod}",
      "M: {revolute: [ground, crank]}",
      "drive: {motor: M, torque: 2*(60 rpm - M.speed)}",
    ]);
    const fourbars = modelText("models/a02-fourbars-2/a02-fourbars-2.yaml");
    expect(get(renamed(fourbars, "point", "B1", "top"), ["joints", "L1"])).toEqual({
      revolute: ["post1", "beam1"],
      at: "top",
    });
  });
  test("a drawing point whose new name a body has: the joint stays", () => {
    const now = renamed(LINKAGE, "point", "O", "crank");
    expect(get(now, ["joints", "O"])).toEqual({ revolute: ["ground", "crank"], at: "crank" });
  });
  test("invalid names are refused", () => {
    expect(() => rename(PLANE, "body", "crank", "coupler")).toThrow('There is already a body "coupler".');
    expect(() => rename(PLANE, "body", "crank", "motor")).toThrow('There is already a force "motor".');
    expect(() => rename(PLANE, "body", "crank", "a.b")).toThrow(TextEditError);
    expect(() => rename(PLANE, "body", "ground", "earth")).toThrow(TextEditError);
    expect(() => rename(PLANE, "parameter", "k", "t")).toThrow(TextEditError);
    expect(() => rename(PLANE, "body", "nobody", "x")).toThrow(TextEditError);
  });
  test("renaming back restores the text", () => {
    for (const [kind, old] of [
      ["body", "plate"],
      ["parameter", "k"],
      ["force", "s"],
      ["driver", "drive"],
      ["point", "plate.S"],
      ["joint", "weld"],
    ] as const) {
      const there = renamed(PLANE, kind, old, "zz");
      expect(there).not.toBe(PLANE);
      expect(renamed(there, kind, kind === "point" ? "plate.zz" : "zz", old.split(".").pop()!)).toBe(PLANE);
    }
  });
});

describe("deleting", () => {
  test("a body takes its joints, forces, drivers and mentions along", () => {
    const { changes, removed } = deleteElement(PLANE, "body", "wheel");
    expect(removed).toEqual([
      { kind: "joint", name: "slide" },
      { kind: "joint", name: "teeth" },
      { kind: "force", name: "air" },
      { kind: "driver", name: "drive" },
    ]);
    const now = applyChanges(PLANE, changes);
    expect(get(now, ["drivers"])).toBeUndefined();
    expect(get(now, ["joints", "mesh"])).toBeDefined();
    expect(now).not.toMatch(/wheel|slide|teeth/);
  });
  test("a joint takes its motor and its initial values", () => {
    const { changes, removed } = deleteElement(PLANE, "joint", "O");
    expect(removed.map(({ name }) => name)).toEqual(["mesh", "teeth", "O.speed", "O.angle"]);
    expect(get(applyChanges(PLANE, changes), ["initial"])).toBeUndefined();
  });
  test("a drawing point leaves the links that still have two others", () => {
    const { changes, removed } = deleteElement(LINKAGE, "point", "A");
    expect(removed.map(({ name }) => name)).toEqual(["crank", "O", "A", "drive"]);
    const now = applyChanges(LINKAGE, changes);
    expect(get(now, ["bodies", "coupler", "points"])).toEqual(["B", "P"]);
    expect(get(now, ["points", "A"])).toBeUndefined();
    expect(get(now, ["forces"])).toBeUndefined();
  });
  test("a point of a body", () => {
    const { changes, removed } = deleteElement(PLANE, "point", "plate.S");
    expect(removed.map(({ name }) => name)).toEqual(["rod", "s"]);
    expect(get(applyChanges(PLANE, changes), ["bodies", "plate", "shape"])).toEqual({
      polygon: { points: ["P", "Q"] },
    });
  });
  test("actuators of an analysis", () => {
    const arm = modelText("models/arm-inverse/arm-inverse.yaml");
    const { changes } = deleteElement(arm, "joint", "B");
    expect(get(applyChanges(arm, changes), ["analyses", 0, "inverse", "actuators"])).toEqual(["A", "C"]);
  });
});

describe("drafts", () => {
  test("a four-bar from nothing", () => {
    const draft = new Draft("");
    const [a, b, c, d] = [
      [0, 0],
      [0, "40 mm"],
      [0.2, 0.1],
      [0.2, 0],
    ].map((at) => draft.addPoint(at));
    for (const points of [
      [a!, b!],
      [b!, c!],
      [c!, d!],
    ])
      draft.addBody({ points, mass: "1 kg", shape: "rod" });
    draft.addJoint("revolute", ["ground", "link1"], {}, a);
    draft.addJoint("revolute", ["link1", "link2"], {}, b);
    draft.addForce("motor", "A", { torque: "5" });
    draft.addForce("motor", "B", { torque: "if(t > 1, 2, 3)" });
    draft.addDriver("A.angle", "2*pi*t");
    draft.addParameter("3 mm", "gap");
    draft.addAnalysis("dynamics", { end: 1 });
    draft.set(["title"], "Drawn");
    expect(draft.text).toBe(`trammel: 1
title: Drawn

parameters:
  gap: 3 mm

points:
  A: [0, 0]
  B: [0, 40 mm]
  C: [0.2, 0.1]
  D: [0.2, 0]

bodies:
  link1: {points: [A, B], mass: 1 kg, shape: rod}
  link2: {points: [B, C], mass: 1 kg, shape: rod}
  link3: {points: [C, D], mass: 1 kg, shape: rod}

joints:
  A: {revolute: [ground, link1]}
  B: {revolute: [link1, link2]}

forces:
  motor: {motor: A, torque: 5}
  motor1: {motor: B, torque: 'if(t > 1, 2, 3)'}

drivers:
  drive: {A.angle: 2*pi*t}

analyses:
  - dynamics: {end: 1}
`);
    expect(applyChanges("", draft.changes())).toBe(draft.text);
  });
  test("names that are free", () => {
    expect(freeName(LINKAGE, "point")).toBe("D");
    expect(freeName(LINKAGE, "body")).toBe("link1");
    expect(freeName(LINKAGE, "force", "drive")).toBe("drive1");
    expect(() => new Draft(LINKAGE).addBody({}, "drive")).toThrow(TextEditError);
  });
});

describe("studies", () => {
  const text =
    'parameters: {m: 1, n: 2}\njoints: {O: {revolute: [ground, a]}}\nstudies:\n  - sweep: {name: m, vary: {m: "n:2*n:3"}, keep: {m: max(O.fx)/m}}\n';
  test("parameters that are varied and what is kept follow a new name, names of studies and of answers do not", () => {
    expect(renamed(text, "parameter", "m", "mass")).toContain(
      'sweep: {name: m, vary: {mass: "n:2*n:3"}, keep: {m: max(O.fx)/mass}}',
    );
    expect(renamed(text, "parameter", "n", "k")).toContain('vary: {m: "k:2*k:3"}');
    expect(renamed(text, "joint", "O", "P")).toContain("keep: {m: max(P.fx)/m}");
  });
});

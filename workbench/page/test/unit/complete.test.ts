/* complete.test.ts - what is offered at a cursor, written as | in the text. */
import { describe, expect, test } from "vitest";
import { complete, type Knowledge, type Option } from "../../src/editor/complete";
import { placeAt } from "../../src/editor/place";
import { docOf, SchemaReader } from "../../src/editor/schema";
import { readTree } from "../../src/editor/tree";
import { schemaOf } from "./program";

const SCHEMA = new SchemaReader(schemaOf());

const KNOWN: Knowledge = {
  schema: SCHEMA,
  space: false,
  channels: [
    { name: "t", unit: "s" },
    { name: "O.angle", unit: "rad" },
    { name: "O.speed", unit: "rad/s" },
    { name: "O.fx", unit: "N" },
    { name: "crank.vx", unit: "m/s" },
    { name: "energy.kinetic", unit: "J" },
  ],
};

const MODEL = `trammel: 1
parameters: {r: 2, torque: 5}
points:
  O: [0, 0]
  A: [1, 0]
bodies:
  ground: {points: {Z: [0, 0]}}
  crank: {points: [O, A], mass: 1}
joints:
  O: {revolute: [ground, crank]}
`;

function at(marked: string, prefix = MODEL): Option[] {
  const text = prefix + marked;
  const offset = text.indexOf("|", prefix.length);
  return complete(text.slice(0, offset) + text.slice(offset + 1), offset, KNOWN)?.options ?? [];
}

function labels(marked: string, prefix?: string): string[] {
  return at(marked, prefix).map((option) => option.label);
}

describe("places", () => {
  const path = (marked: string): string => {
    const offset = marked.indexOf("|");
    const place = placeAt(marked.replace("|", ""), offset);
    return place ? (place.isKey ? "key " : "value ") + place.path.join("/") : "nowhere";
  };
  test.each([
    ["bo|", "key bo"],
    ["bodies:\n  a: {ma|}", "key bodies/a/ma"],
    ["bodies:\n  a: {mass: 1, |}", "key bodies/a/"],
    ["bodies:\n  a: {mass: |}", "value bodies/a/mass"],
    ["bodies:\n  a: {mass: 2*|}", "value bodies/a/mass"],
    ["bodies:\n  a:\n    ma|\n  b: {}", "key bodies/a/ma"],
    ["joints:\n  O: {revolute: [gr|]}", "value joints/O/revolute/0"],
    ["joints:\n  O: {revolute: [ground, |]}", "value joints/O/revolute/1"],
    ["joints:\n  O: {revolute: [ground, cr|\nforces:\n  f: {}", "value joints/O/revolute/1"],
    ["joints:\n  O: {rev|\nforces:\n  f: {}", "key joints/O/rev"],
    ["forces:\n  f: {value: step(t, 0, r|), at: x}", "value forces/f/value"],
    ["analyses:\n  - dyn|", "key analyses/0/dyn"],
    ["analyses:\n  - static: {}\n  - dynamics: {end: 1, out|: 2}", "key analyses/1/dynamics/out"],
    ["title: Four bar # comm|", "nowhere"],
    ["initial:\n  O.an|", "key initial/O.an"],
    ["forces:\n  f: {value: 'sin(|)'}", "value forces/f/value"],
    ["space: |", "value space"],
  ])("%j is %s", (marked, expected) => {
    expect(path(marked)).toBe(expected);
  });
});

describe("keys", () => {
  test("sections that are not there yet", () => {
    const written = ["trammel", "parameters", "points", "bodies", "joints"];
    const sections = Object.keys((schemaOf() as { properties: Record<string, unknown> }).properties);
    expect(labels("|")).toEqual(sections.filter((section) => !written.includes(section)));
  });
  test("fields of a body with unit and meaning", () => {
    const options = at("  rod: {mass: 1, |}", MODEL.replace(/joints[^]*/, ""));
    expect(options.map((option) => option.label)).not.toContain("mass");
    expect(options.find((option) => option.label === "density")).toMatchObject({
      detail: "[kg/m^3]",
      info: "instead of a mass, with a shape whose volume is known",
    });
  });
  test("types of a joint, then the fields of its type", () => {
    expect(labels("  A: {|}")).toEqual(expect.arrayContaining(["distance", "gear", "prismatic", "revolute"]));
    expect(labels("  A: {|}")).not.toContain("spherical"); // the model is planar
    expect(labels("  A: {gear: [O, A], |}")).toEqual([
      "ratio",
      "offset",
      "teeth",
      "module",
      "pressure",
      "helix",
      "backlash",
      "restitution",
      "efficiency",
      "stiffness",
      "damping",
      "repeat",
      "index",
    ]);
    expect(at("  A: {gear: [O, A], |}")[0]).toMatchObject({ label: "ratio", rank: 2 });
  });
  test("elements as snippets, joints at points that have none", () => {
    expect(labels("  |")).toEqual(expect.arrayContaining(["A", "distance joint", "gear joint", "revolute joint"]));
    const spring = at("forces:\n  |").find((option) => option.label === "spring");
    expect(spring?.snippet).toBe("${spring}: {spring: [${first}, ${second}], stiffness: ${100}, length: ${0.1}}");
  });
  test("channels that are given, and no reactions", () => {
    expect(labels("initial:\n  |")).toEqual(["O.angle", "O.speed", "crank.vx"]);
    expect(labels("initial: {O.angle: 0, |}")).toEqual(["O.speed", "crank.vx"]);
  });
  test("analyses and parameters to set in them", () => {
    expect(labels("analyses:\n  - |")).toEqual(expect.arrayContaining(["dynamics", "inverse", "static", "steady"]));
    expect(labels("analyses:\n  - static: {set: {|}}")).toEqual(["r", "torque"]);
  });
  test("a key that has its colon gets no second one", () => {
    const [option] = at("  A: {rev|: [O, A]}");
    expect(option?.snippet).toBeUndefined();
  });
});

describe("values", () => {
  test("choices", () => {
    expect(labels("space: |")).toEqual(["plane", "space"]);
    expect(labels("analyses:\n  - dynamics: {formulation: |}")).toContain("absolute");
    expect(labels("analyses:\n  - static: {assemble: |}")).toEqual(expect.arrayContaining(["true", "false"]));
  });
  test("bodies and points", () => {
    expect(labels("  A: {revolute: [|]}")).toEqual([
      "ground",
      "crank",
      "ground.O",
      "ground.A",
      "ground.Z",
      "crank.O",
      "crank.A",
    ]);
    expect(labels("  A: {revolute: [ground, crank], at: |}")).toEqual(["O", "A"]);
    expect(labels("forces:\n  f: {motor: |}")).toEqual(["O"]);
  });
  test("drawing points that the body does not have", () => {
    expect(labels("  b: {points: [O, |]}", MODEL.replace(/joints[^]*/, ""))).toEqual(["A"]);
  });
  test("parameters, time and channels where they may stand", () => {
    expect(labels("forces:\n  f: {torque: crank, value: 2*|}").slice(0, 5)).toEqual([
      "r",
      "torque",
      "t",
      "O.angle",
      "O.speed",
    ]);
    expect(labels("drivers:\n  d: {O.angle: |}").slice(0, 4)).toEqual(["r", "torque", "t", "pi"]);
    expect(labels("initial: {O.angle: |}").slice(0, 2)).toEqual(["r", "torque"]);
    expect(labels("initial: {O.angle: |}")).toEqual(expect.arrayContaining(["pi", "O", "O.x"]));
  });
  test("units of the right dimension", () => {
    expect(labels("initial: {O.speed: 5 |}")).toEqual(["rad/s", "rpm", "deg/s", "mrad/s"]);
    expect(labels("forces:\n  s: {spring: [a, b], stiffness: 3 k|}")[0]).toBe("N/m");
    expect(labels("gravity: [0, 3 |]")[0]).toBe("m/s^2");
  });
  test("measures of the spring", () => {
    expect(labels("forces:\n  s: {spring: [a, b], value: |}")).toEqual(expect.arrayContaining(["length", "rate"]));
  });
});

describe("the schema", () => {
  test("units stand at the end of a description", () => {
    expect(docOf("mass; a body without is massless [kg]")).toEqual({
      text: "mass; a body without is massless",
      unit: "kg",
    });
    expect(docOf("extents, [a, b] or [a, b, c] [m]").unit).toBe("m");
    expect(docOf("[first, second]").unit).toBe("");
  });
  test("the type that is written decides the fields", () => {
    const { root } = readTree("forces:\n  f: {motor: O, torque: 1}\n");
    expect(SCHEMA.fields(["forces", "f"], root).map((field) => field.key)).toEqual([
      "motor",
      "torque",
      "value",
      "force",
      "rated",
      "peak",
      "max_speed",
      "on",
      "repeat",
      "index",
    ]);
    expect(SCHEMA.field(["forces", "f", "torque"], root)?.doc.unit).toBe("N*m");
  });
});

describe("studies", () => {
  test("kinds, fields, parameters that are varied, answers", () => {
    expect(labels("studies:\n  - |")).toContain("sweep");
    expect(labels("studies:\n  - sweep: {|}")).toEqual(expect.arrayContaining(["vary", "keep", "sample", "count"]));
    expect(labels("studies:\n  - sweep: {vary: {|}}")).toEqual(["r", "torque"]);
    expect(labels("studies: {sweep: {vary: {torque: 1}, keep: {a: |}}}")).toEqual(
      expect.arrayContaining(["O.fx", "r"]),
    );
    expect(labels("studies:\n  - sweep: {sample: |}")).toContain("sobol");
  });
});

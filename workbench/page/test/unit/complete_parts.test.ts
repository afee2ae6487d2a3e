/* complete_parts.test.ts - what is offered and said in states, outputs, events, uses and in the text of a part. */
import { expect, test } from "vitest";
import { complete, type Knowledge } from "../../src/editor/complete";
import { cursorInfoAt } from "../../src/editor/cursor_info";
import { madeNames } from "../../src/editor/names";
import { SchemaReader } from "../../src/editor/schema";
import "./description";
import { reportOf, schemaOf } from "./program";

const MODEL = `trammel: 1
parameters: {U: 5}
points: {O: [0, 0], P: [1, 0]}
bodies:
  bar: {points: [O, P], mass: 1, shape: rod}
joints:
  O: {revolute: [ground, bar]}
forces:
  m: {motor: O, torque: 1}
drivers:
  push: {leg1.A.angle: 0, on: false}
states:
  i: {rate: U - i, start: 0}
outputs:
  load: {value: "hypot(O.fx, O.fy)", title: Force in the pin}
parts:
  leg:
    ports: [base]
    parameters: {L: 0.3, w: }
    points: {A: [0, 0], B: [L, 0]}
    bodies:
      thigh: {points: [A, B], mass: 1, shape: rod}
    joints:
      A: {revolute: [base, thigh]}
use:
  leg: {part: leg, repeat: 2, index: k, at: [0, k], ports: {base: ground}, with: {w: k}}
analyses:
  - dynamics: {end: 0.1, output: 0.05}
`;

const scene = reportOf(MODEL).scene!;
const KNOWN: Knowledge = {
  schema: new SchemaReader(schemaOf()),
  space: false,
  channels: scene.channels,
  made: madeNames(scene),
};

/* What is offered where the text has `before` and then the cursor; `put` is written there first. */
function offered(before: string, put: string, text = MODEL): string[] {
  const at = text.indexOf(before) + before.length;
  const marked = text.slice(0, at) + put + text.slice(at);
  return complete(marked, at + put.length, KNOWN)?.options.map(({ label }) => label) ?? [];
}

const IN_PART = "      thigh: {points: [A, B], mass: 1, shape: rod";
const IN_EVENT = (inner: string): string => MODEL.replace("analyses:", `events:\n  hit: {${inner}}\nanalyses:`);

test.each<[string, string[], string[]]>([
  ["sections", offered("trammel: 1\n", "\n"), ["events", "include", "defaults"]],
  ["states", offered("start: 0}\n", "  "), ["pid", "lag", "transfer", "rate"]],
  ["fields of a state", offered("{rate: U - i, start: 0", ", "), ["unit", "energy", "power"]],
  ["in a rate", offered("{rate: ", ""), ["U", "i", "O.speed", "leg1.A.angle", "leg2.L", "t", "sin"]],
  ["outputs", offered("pin}\n", "  "), ["new output", "distance", "angle", "velocity"]],
  ["fields of an output", offered("Force in the pin", ", "), ["unit", "component"]],
  ["in an output", offered('value: "', ""), ["i", "leg1.A.fx", "energy.kinetic", "bar.P", "leg2.thigh.B"]],
  ["fields of an event", offered("hit: {", "", IN_EVENT("")), ["when", "direction", "do"]],
  ["when", offered("when: ", "", IN_EVENT("when: ")), ["O.angle", "load", "leg1.A.fx", "i"]],
  ["directions", offered("direction: ", "", IN_EVENT("when: t, direction: ")), ["rising", "falling", "both"]],
  ["actions", offered("do: {", "", IN_EVENT("when: t, do: {}")), ["set", "impulse", "switch", "count", "stop"]],
  ["what is set", offered("set: {", "", IN_EVENT("when: t, do: {set: {}}")), ["O.speed", "i", "U", "leg1.A.speed"]],
  ["switches", offered("switch: {", "", IN_EVENT("when: t, do: {switch: {}}")), ["push", "m"]],
  ["uses", offered("with: {w: k}}\n", "  "), ["leg"]],
  ["fields of a use", offered("index: k", ", "), ["angle", "orientation"]],
  ["parts", offered("  leg: {part: ", ""), ["leg"]],
  ["ports", offered("ports: {", "", MODEL.replace("base: ground", "")), ["base"]],
  ["given ports", offered("ports: {base: ", ""), ["ground", "bar", "bar.P", "leg1.thigh"]],
  ["parameters of the part", offered("with: {w: k", ", "), ["L"]],
  ["in a value of a use", offered("with: {w: ", ""), ["U", "k", "P.x"]],
  ["fields in a part", offered(IN_PART, ", "), ["com", "inertia", "repeat"]],
  ["bodies in a part", offered("{revolute: [", "", MODEL.replace("base, thigh", "")), ["ground", "bar"]],
  ["bodies and ports in a part", offered("A: {revolute: [", ""), ["base", "thigh"]],
  ["numbers in a part", offered(IN_PART, ", com: ["), ["L", "w", "U", "k", "A.x"]],
  ["points in a part", offered("thigh: {points: [A, B", ", "), ["O", "P"]],
  ["tables", offered("trammel: 1\n", "tables: {c: {"), ["points", "file", "interpolation", "periodic"]],
  ["a driver", offered("push: {", ""), ["leg2.A.angle", "O.speed", "O.acceleration"]],
  ["switches of an analysis", offered("output: 0.05", ", switch: {"), ["push", "m"]],
])("%s", (_, labels, expected) => {
  expect(labels).toEqual(expect.arrayContaining(expected));
});

test("names of a part stay in it", () => {
  expect(offered("{rate: ", "")).not.toContain("L");
  expect(offered("{rate: ", "")).not.toContain("A.angle");
});

test.each<[string, string]>([
  ["i: {rate", "state by its rate"],
  ["load: {", "output, in N: Force in the pin"],
  ["thigh]}", "body: 1 kg, 2 points, in leg1"],
])("hover over %s", (where, words) => {
  const said = cursorInfoAt(MODEL, MODEL.indexOf(where), KNOWN.schema, scene)?.text ?? "";
  expect(said).toBe(words);
});

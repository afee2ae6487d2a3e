/* In a mirror everything turns the other way: the motion of an image is the mirror image of the motion, for all that drives and ties it. */
import { describe, expect, it } from "vitest";
import { keysOf } from "../../src/editor/text_edits";
import { mirror, rotation } from "../../src/tools/affine";
import { allOf } from "../../src/tools/moved";
import { readSketch } from "../../src/tools/sketch";
import { transformed } from "../../src/tools/transform";
import { csvOf, reportOf } from "./program";
import { tableOf } from "./tables";

const HEAD = `trammel: 1
gravity: [0, 0]
points: {O: [0, 0], A: [0.3, 0.1], B: [0, -0.05]}
bodies:
  one: {points: [O, A], mass: 1, shape: rod}
  two: {points: [A], mass: 1, inertia: 0.1}
  slide: {points: [B], mass: 1, inertia: 1}
joints:
  O: {revolute: [ground, one]}
  A: {revolute: [ground, two]}
  B: {prismatic: [ground, slide], axis: [1, 0]}
`;
const TAIL = "analyses: [{dynamics: {end: 0.2, output: 0.05}}]\n";

function image(text: string): string {
  const of = readSketch(text, reportOf(text).scene);
  return transformed(of, allOf(of), mirror([0.1, 0], [1, 0])); // left and right
}

function column(text: string, name: string): Float64Array {
  const table = tableOf(csvOf(text), "dynamics")!;
  return table.columns[table.channels.findIndex((one) => one.name === name)]!;
}

/* Angles of `one` and `two` turn the other way, the slide goes to the other side; something moves at all. */
function mirrors(more: string): string {
  const text = HEAD + more + TAIL;
  const other = image(text);
  let most = 0;
  for (const [name, at] of [
    ["O.angle", (x: number) => -x],
    ["A.angle", (x: number) => -x],
    ["slide.x", (x: number) => 0.2 - x],
    ["slide.y", (x: number) => x],
  ] as const) {
    const [a, b] = [column(text, name), column(other, name)];
    a.forEach((x, i) => {
      expect(Math.abs(at(x) - b[i]!), `${name} of\n${other}`).toBeLessThan(1e-7);
      most = Math.max(most, Math.abs(x - a[0]!));
    });
  }
  expect(most).toBeGreaterThan(1e-3);
  return other;
}

describe("the mirror image", () => {
  it("of motors, servos and torsion springs on pins", () => {
    expect(mirrors("forces: {m: {motor: O, torque: 2*cos(t)}}\n")).toContain("torque: -(2*cos(t))");
    mirrors(
      "forces: {t: {torsion: O, stiffness: 5, angle: 20 deg, preload: 0.3}, u: {torsion: A, stiffness: 1, value: 0.2*t}}\n",
    );
    mirrors("forces: {m: {motor: O, torque: 1 - 0.5*O.speed}}\n"); // of a channel that has the other sign itself
    mirrors("forces: {m: {dc-motor: O, voltage: 12, R: 1, k: 0.1}}\n");
    mirrors("forces: {m: {motor: B, force: 3}}\n"); // along a line nothing changes its sense
  });

  it("of gears by a ratio, racks by a radius and couplers", () => {
    mirrors("  G: {gear: [O, A], ratio: -2, offset: 0}\nforces: {m: {motor: O, torque: 1}}\n");
    mirrors("  G: {rack: [O, B], radius: 0.05}\nforces: {m: {motor: O, torque: 1}}\n");
    mirrors("  G: {gear: [O, B], ratio: 0.1}\nforces: {m: {motor: O, torque: 1}}\n");
    mirrors("  G: {coupler: O.angle = 3*A.angle + 2*B.displacement}\nforces: {m: {motor: O, torque: 1}}\n");
  });

  it("of drivers that follow channels, and of clutches that hold one way", () => {
    mirrors("drivers: {d: {O.angle: 2*t + t^2}}\nforces: {m: {torsion: A, stiffness: 1, value: 0.3*O.angle}}\n");
    const held = mirrors(
      "forces: {c: {one-way-clutch: O, capacity: 2}, m: {motor: O, torque: 1}, n: {motor: A, torque: 1}}\n",
    );
    expect(held).toContain("free: negative");
  });

  it("of belts goes round the other way", () => {
    const other = image(HEAD + "  belt1: {belt: [O, A], radii: [0.05, -0.08]}\n" + TAIL);
    expect(other).toMatch(/radii: \[-0.05, 0.08\]/);
    reportOf(other);
  });

  it("twice is the text it was", () => {
    const text = HEAD + "  G: {rack: [O, B], radius: 0.05}\nforces: {m: {motor: O, torque: 2}}\n" + TAIL;
    const twice = image(image(text));
    expect(keysOf(twice, ["forces", "m"])).toEqual(keysOf(text, ["forces", "m"]));
    expect(twice).toContain("torque: 2");
    expect(twice).toContain("radius: 0.05");
  });
});

describe("a box", () => {
  const BOX = `trammel: 1
points: {P: [0.2, 0.1]}
bodies:
  block: {points: [P], density: 7800, shape: {box: [0.2, 0.1], at: [0.2, 0.1], thickness: 10 mm}}
analyses: [{dynamics: {end: 0.001, output: 0.001}}]
`;
  const turned = (text: string, angle: number): string => {
    const of = readSketch(text, reportOf(text).scene);
    return transformed(of, allOf(of), rotation(angle, [0, 0]));
  };
  it("that is rotated a little has the same mass, inertia and centre, by its corners", () => {
    const text = turned(BOX, 0.4);
    expect(text).toMatch(/thickness: 10 mm, polygon: \[\[/);
    const [before, after] = [BOX, text].map((one) => reportOf(one).scene!.bodies.find(({ name }) => name === "block")!);
    expect(after!.mass).toBeCloseTo(before!.mass, 6);
    expect(after!.inertia[2]).toBeCloseTo(before!.inertia[2]!, 8);
    const [x, y] = [0.2 * Math.cos(0.4) - 0.1 * Math.sin(0.4), 0.2 * Math.sin(0.4) + 0.1 * Math.cos(0.4)];
    expect(after!.pose.at[0]).toBeCloseTo(x, 7);
    expect(after!.pose.at[1]).toBeCloseTo(y, 7);
  });

  it("by a quarter turn stays a box, its sides change places", () => {
    expect(turned(BOX, Math.PI / 2)).toContain("box: [0.1, 0.2]");
  });
});

describe("bodies with frames of their own", () => {
  const GATE = `trammel: 1
parameters: {a: 0.3}
bodies:
  ground: {points: {O: [a, 0], B: [0, 0.2]}}
  gate: {points: {O: [0, 0], A: [0.8, 0]}, mass: 2, shape: rod}
  load: {points: {P: [0, 0]}, mass: 1, inertia: 1, position: [0, 0.2]}
joints:
  O: {revolute: [ground, gate], limits: {angle: [-20 deg, 90 deg], stiffness: 900, damping: 0.1}}
  B: {prismatic: [ground.B, load.P], axis: x}
forces: {m: {motor: B, force: 2}}
initial: {O.angle: 60 deg}
analyses: [{dynamics: {end: 0.6, output: 0.05}}]
`;
  it("keep their limits, sliders and places given by parameters in a mirror and by a rotation", () => {
    const of = readSketch(GATE, null); // as a piece that is copied is read
    const other = transformed(of, allOf(of), mirror([0, 0], [1, 0]));
    for (const [name, sign] of [
      ["gate.x", -1],
      ["gate.y", 1],
      ["load.x", -1],
      ["load.y", 1],
    ] as const) {
      const [a, b] = [column(GATE, name), column(other, name)];
      a.forEach((x, i) => expect(Math.abs(sign * x - b[i]!), `${name} of\n${other}`).toBeLessThan(1e-6));
    }
    const still = GATE.replace("trammel: 1", "trammel: 1\ngravity: [0, 0]");
    const piece = readSketch(still, null);
    const turned = transformed(piece, allOf(piece), rotation(0.5, [0, 0]));
    const [x, y, u] = [column(still, "load.x"), column(still, "load.y"), column(turned, "load.x")];
    x.forEach((_, i) => expect(u[i]!).toBeCloseTo(x[i]! * Math.cos(0.5) - y[i]! * Math.sin(0.5), 6));
  });
});

/* Bodies of space rotated and mirrored in the text: where the engine has their points then, and how they move. */
import { describe, expect, it } from "vitest";
import { placed } from "../../src/drawing/poses";
import { image, mirror, rotation, translation, type Affine } from "../../src/tools/affine";
import { withLength } from "../../src/tools/space_length";
import { angleOf, componentsOf } from "../../src/space/measured";
import { movedBy } from "../../src/tools/moved";
import { readSketch, type Sketch } from "../../src/tools/sketch";
import { transformed } from "../../src/tools/transform";
import { modelText } from "./models";
import { csvOf, reportOf } from "./program";

const sketch = (text: string): Sketch => readSketch(text, reportOf(text).scene);

function moved(text: string, by: Affine, names?: string[]): string {
  const of = sketch(text);
  const all = names ?? of.bodies.map(({ name }) => name).filter((name) => name !== "ground");
  return transformed(
    of,
    movedBy(
      of,
      all.map((name) => ({ kind: "body", name })),
    ),
    by,
  );
}

/* The points of moving bodies on the ground, as the engine has them at the start. */
function places(text: string): Map<string, number[]> {
  const { scene } = reportOf(text);
  expect(scene!.assembled).toBe(true);
  return new Map(
    scene!.bodies
      .slice(1)
      .flatMap((body) =>
        [...body.points, { name: "", at: body.com }].map(({ name, at }): [string, number[]] => [
          `${body.name}.${name}`,
          placed(body, body.pose, at),
        ]),
      ),
  );
}

function isImage(after: string, before: string, by: Affine): void {
  const was = places(before);
  for (const [name, at] of places(after))
    image(by, was.get(name)!).forEach((x, i) => expect(Math.abs(x - at[i]!), name).toBeLessThan(2e-7));
}

function columns(csv: string): Map<string, number[]> {
  const [head, ...rows] = csv
    .trimEnd()
    .split("\n")
    .filter((line) => !line.startsWith("#"));
  return new Map(head!.split(",").map((name, i) => [name, rows.map((row) => Number(row.split(",")[i]))]));
}

const TILTED = rotation(0.7, [0.1, -0.2, 0.3], [0.6, 0, 0.8]);
const MIRROR = mirror([0.1, 0, 0.2], [1, 2, -0.5]);

/* A crank with a frame on a pin about x, a rod on ball joints, and a free box. */
const FRAMED = `trammel: 1
space: space
gravity: [0, 0, 0]
bodies:
  ground: {points: {O: [0, 0, 0], P: [0, 0.5, 0.1]}}
  crank: {points: {O: [0, 0, 0], A: [0, 0, 0.2]}, mass: 2, inertia: [0.01, 0.02, 0.03], com: [0, 0, 0.1], position: [0, 0, 0]}
  rod: {points: {A: [0, 0, 0], B: [0, 0.5, 0]}, mass: 1, inertia: [0.02, 0.001, 0.02], com: [0, 0.25, 0], position: [0, 0, 0.2]} # long
  slider: {points: {B: [0, 0, 0]}, mass: 1, inertia: [0.1, 0.1, 0.1], position: [0, 0.4582, 0.0]}
joints:
  O: {revolute: [ground, crank], axis: x}
  A: {spherical: [crank, rod]}
  B: {universal: [slider, rod], axes: [x, z]}
  P: {prismatic: [ground.P, slider.B], axis: y}
drivers:
  drive: {O.angle: 2*pi*t}
analyses:
  - kinematics: {end: 1, output: 0.1}
`;

describe("a mechanism of framed bodies in space", () => {
  it.each([
    ["rotated", TILTED],
    ["mirrored", MIRROR],
    ["moved", translation([0.1, -0.3, 0.2])],
  ])("%s stands where its image is, and moves as it did", (_, by) => {
    const text = moved(FRAMED, by);
    isImage(text, FRAMED, by);
    expect(text).toContain("# long");
    const [was, now] = [columns(csvOf(FRAMED)), columns(csvOf(text))];
    expect(was.get("crank.x")!.length).toBeGreaterThan(5);
    for (const body of ["crank", "slider"])
      was.get(`${body}.x`)!.forEach((_, row) => {
        const at = (of: Map<string, number[]>): number[] => ["x", "y", "z"].map((a) => of.get(`${body}.${a}`)![row]!);
        image(by, at(was)).forEach((x, i) => expect(at(now)[i]).toBeCloseTo(x, 6));
      });
  });

  it.each(["models/a05-flyball/a05-flyball.yaml", "workbench/page/templates/scara.yaml"])(
    "as %s stands where its image is",
    (file) => {
      const text = modelText(file);
      for (const by of [TILTED, MIRROR]) isImage(moved(text, by), text, by);
    },
  );
});

const FREE = `trammel: 1
space: space
bodies:
  box: {mass: 2, shape: {box: [0.3, 0.2, 0.1]}, points: {A: [0.15, 0, 0]}, position: [0.1, 0, 0], orientation: {axis: x, angle: 30 deg}, velocity: [1, 0, 0], omega: [0, 0, 2]}
  disc: {mass: 1, shape: {disc: 0.1}, points: [P]}
points: {P: [1, 0, 0]}
analyses:
  - dynamics: {end: 0.1}
`;

describe("free bodies", () => {
  it("turn with their frames, velocities and the directions that their shapes preset", () => {
    const quarter = rotation(Math.PI / 2, [0, 0, 0], [1, 0, 0]);
    const text = moved(FREE, quarter);
    isImage(text, FREE, quarter);
    expect(text).toContain("box: [0.3, 0.2, 0.1]");
    expect(text).toContain("orientation: {axis: x, angle: 120 deg}");
    expect(text).toMatch(/omega: \[0, -2, 0\]/);
    expect(text).toMatch(/disc: 0\.1, axis: (\[0, -1, 0\]|-y)/);
  });

  it("of another body keep a point where it is pinned to what moves", () => {
    const by = translation([0, 0, 0.1]);
    const text = moved(FRAMED, by, ["crank"]);
    const [was, now] = [places(FRAMED), places(text)];
    expect(now.get("rod.A")![2]).toBeCloseTo(was.get("rod.A")![2]! + 0.1, 6);
  });
});

describe("a link in space", () => {
  it("is as long as is typed: the end that does not stand on the ground moves along it", () => {
    const long = withLength(sketch(FRAMED), { body: "crank", from: "O", to: "A" }, 0.25) as string;
    expect(long).toContain("A: [0, 0, 0.25]}, mass: 2");
    const drawn = modelText("workbench/page/templates/scara.yaml");
    const of = sketch(drawn);
    const body = of.bodies.find((one) => one.drawn && one.points.size >= 2)!;
    const [from, to] = [...body.points.keys()] as [string, string];
    const text = withLength(of, { body: body.name, from, to }, 0.123) as string;
    const [a, b] = [from, to].map((name) => reportOf(text).scene!.drawing.find((one) => one.name === name)!.at);
    expect(Math.hypot(...a!.map((x, i) => x - b![i]!))).toBeCloseTo(0.123, 6);
    expect(withLength(of, { body: body.name, from, to }, -1)).toHaveProperty("why");
  });

  it("is measured between points: along the axes, and at the second of three", () => {
    expect(componentsOf([1, 2, 3], [2, 2, 1])).toEqual([
      ["x", 1],
      ["y", 0],
      ["z", -2],
    ]);
    expect(angleOf([1, 0, 0], [0, 0, 0], [1, 0, 1])).toBeCloseTo(Math.PI / 4, 12);
  });
});

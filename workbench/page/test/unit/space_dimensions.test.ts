/* Dimensions and constraints in space: what holds while points are moved, and how they are seen. */
import { describe, expect, it } from "vitest";
import { applyChanges } from "../../src/editor/text_edits";
import type { Vec } from "../../src/engine/engine";
import { figureInSpace, labelInSpace, type Sight } from "../../src/space/dimension_figures";
import { keptHeld } from "../../src/tools/held_in_space";
import { readSketch } from "../../src/tools/sketch";
import type { SketchEntry } from "../../src/tools/sketch_entries";
import { satisfy } from "../../src/tools/sketch_rows";
import { withLength } from "../../src/tools/space_length";
import { rigidInSpace } from "../../src/tools/space_rows";
import { solvePoints } from "../../src/tools/solver";
import { body, point } from "./space_scene";
import "./description";

const CHAIN = `trammel: 1
space: space
points:
  O: [0, 0, 0]
  A: [0, 0, 0.1]
  B: [0.2, 0.1, 0.3]
  C: [0.4, 0, 0]
bodies:
  crank: {points: [O, A], mass: 1, shape: rod}
  coupler: {points: [A, B], mass: 1, shape: rod}
  rocker: {points: [C, B], mass: 1, shape: rod}
joints:
  O: {revolute: [ground, crank], axis: x}
  A: {spherical: [crank, coupler]}
  B: {spherical: [coupler, rocker]}
  C: {revolute: [ground, rocker], axis: y}
`;
const LOCKED = CHAIN + "sketch:\n  d1: {length: crank, is: 100 mm}\n  d2: {length: coupler, is: 300 mm}\n";

function places(text: string): Record<string, Vec> {
  return Object.fromEntries([...readSketch(text, null).drawing].map(([name, one]) => [name, one.at as Vec]));
}
const apart = (a: Vec, b: Vec): number => Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);

function moved(text: string, name: string, to: Vec): string {
  return text.replace(new RegExp(`  ${name}: \\[.*\\]`), `  ${name}: [${to.join(", ")}]`);
}

function kept(text: string, ...points: string[]): string {
  const made = keptHeld(readSketch(text, null), { points: new Set(points) });
  if (typeof made !== "string") throw new Error(made.why);
  return made;
}

function asked(kind: SketchEntry["kind"], of: SketchEntry["of"], value = 0, text = CHAIN): string {
  const made = satisfy(readSketch(text, null), { name: "new", kind, of, is: null, label: null }, value);
  if ("why" in made) throw new Error(made.why);
  return applyChanges(text, made.changes);
}

describe("lengths that are held in space", () => {
  it("let other points follow the one that was moved, and pins on the ground stay", () => {
    const now = places(kept(moved(LOCKED, "A", [0, 0.06, 0.08]), "A"));
    expect(now.A).toEqual([0, 0.06, 0.08]); // 100 mm from O: it is where it was put
    expect(apart(now.A!, now.B!)).toBeCloseTo(0.3, 6);
    expect([now.O, now.C]).toEqual([
      [0, 0, 0],
      [0.4, 0, 0],
    ]);
  });

  it("bring the moved point as near as they let it", () => {
    const now = places(kept(moved(LOCKED, "A", [0, 0.12, 0.16]), "A"));
    /* on the sphere about O, in the direction in which it was put */
    [0, 0.06, 0.08].forEach((x, i) => expect(now.A![i]).toBeCloseTo(x, 2));
    expect(apart(now.O!, now.A!)).toBeCloseTo(0.1, 6);
    expect(apart(now.A!, now.B!)).toBeCloseTo(0.3, 6);
  });

  it("that contradict each other are named", () => {
    const text = LOCKED + "  d3: {length: [crank.O, rocker.B], is: 1 m}\n";
    expect(keptHeld(readSketch(text, null), { points: new Set(["A"]) })).toEqual({
      why: expect.stringContaining("contradicts"),
    });
  });

  it("hold while the length of another link is typed", () => {
    const made = withLength(readSketch(LOCKED, null), { body: "rocker", from: "C", to: "B" }, 0.4);
    const now = places(made as string);
    expect(apart(now.C!, now.B!)).toBeCloseTo(0.4, 6);
    expect(apart(now.O!, now.A!)).toBeCloseTo(0.1, 6);
    expect(apart(now.A!, now.B!)).toBeCloseTo(0.3, 6);
  });
});

describe("dimensions and constraints in space", () => {
  it("are satisfied by the drawing: angles, equal, parallel, perpendicular, on one line", () => {
    const way = (a: Vec, b: Vec): Vec => [b[0] - a[0], b[1] - a[1], b[2] - a[2]];
    const cosine = (u: Vec, v: Vec): number =>
      (u[0] * v[0] + u[1] * v[1] + u[2] * v[2]) / (Math.hypot(...u) * Math.hypot(...v));
    const lines = (text: string): [Vec, Vec] => {
      const now = places(text);
      return [way(now.O!, now.A!), way(now.A!, now.B!)];
    };
    const both: SketchEntry["of"] = [["crank"], ["coupler"]];
    expect(cosine(...lines(asked("angle", both, Math.PI / 6)))).toBeCloseTo(Math.cos(Math.PI / 6), 6);
    expect(cosine(...lines(asked("perpendicular", both)))).toBeCloseTo(0, 6);
    expect(Math.abs(cosine(...lines(asked("parallel", both))))).toBeCloseTo(1, 6);
    const [u, v] = lines(asked("equal", both));
    expect(Math.hypot(...u)).toBeCloseTo(Math.hypot(...v), 6);
    const now = places(asked("collinear", [["crank.O"], ["crank.A"], ["coupler.B"]]));
    expect(Math.abs(cosine(way(now.O!, now.A!), way(now.O!, now.B!)))).toBeCloseTo(1, 6);
    expect(
      satisfy(readSketch(CHAIN, null), { name: "n", kind: "horizontal", of: [["crank"]], is: null, label: null }, 0),
    ).toHaveProperty("why");
  });

  it("keep the shape of a body of four corners, all its distances and its hand", () => {
    const at: Vec[] = [
      [0, 0, 0],
      [1, 0, 0],
      [0, 1, 0],
      [0, 0, 1],
    ];
    const rows = rigidInSpace(at, [0, 1, 2, 3]);
    const start = at.map((one, i): Vec => (i === 0 ? [0.1, 0, 0] : one));
    const solved = solvePoints(start, [false, true, true, true], rows, 1);
    expect(solved.failed).toEqual([]);
    const now = solved.at as Vec[];
    for (const [i, j] of [
      [0, 1],
      [0, 2],
      [0, 3],
      [1, 2],
      [1, 3],
      [2, 3],
    ] as const)
      expect(apart(now[i]!, now[j]!)).toBeCloseTo(apart(at[i]!, at[j]!), 8);
    const [u, v, w] = [1, 2, 3].map((i) => now[i]!.map((x, k) => x - now[0]![k]!) as Vec) as [Vec, Vec, Vec];
    const volume =
      u[0] * (v[1] * w[2] - v[2] * w[1]) - u[1] * (v[0] * w[2] - v[2] * w[0]) + u[2] * (v[0] * w[1] - v[1] * w[0]);
    expect(volume).toBeCloseTo(1, 8);
  });
});

describe("a dimension as it is seen", () => {
  const rod = (name: string, to: Vec) => body(name, { points: [point("A", [0, 0, 0]), point("B", to)] });
  const scene = { bodies: [body("ground"), rod("long", [0.3, 0, 0.4]), rod("up", [0, 0, 0.2])], drawing: [], size: 1 };
  const now = { scene, poses: scene.bodies.map(({ pose }) => pose), value: () => null } as never;
  /* from above: x to the right, y up, 1000 px for a metre */
  const sight: Sight = { pixel: ([x, y]) => [1000 * x, -1000 * y], metre: () => 1000 };
  const entry = (kind: SketchEntry["kind"], of: SketchEntry["of"]): SketchEntry => ({
    name: "d1",
    kind,
    of,
    is: null,
    label: null,
  });

  it("says the length in space, not the one that is seen", () => {
    const figure = figureInSpace(now, entry("length", [["long"]]), sight)!;
    expect(figure.value).toBeCloseTo(0.5, 12);
    expect(figure.at[0]).toBeCloseTo(150, 6);
    expect(figure.strong).toMatch(/^M0\.0 .*L300\.0 /);
  });

  it("of a link that is seen from its end has its number all the same", () => {
    const figure = figureInSpace(now, entry("length", [["up"]]), sight)!;
    expect([figure.value, figure.strong]).toEqual([expect.closeTo(0.2, 12), ""]);
    expect(figure.thin).toMatch(/^M0\.0 /);
  });

  it("has its number where it was put", () => {
    const one = entry("length", [["long"]]);
    const label = labelInSpace(now, one, [200, -90], sight)!;
    expect(figureInSpace(now, { ...one, label }, sight)!.at.map(Math.round)).toEqual([200, -90]);
  });

  it("says the angle between two links in space", () => {
    expect(figureInSpace(now, entry("angle", [["long"], ["up"]]), sight)!.value).toBeCloseTo(Math.atan2(3, 4), 12);
    expect(figureInSpace(now, entry("horizontal", [["long"]]), sight)).toBeNull();
  });
});

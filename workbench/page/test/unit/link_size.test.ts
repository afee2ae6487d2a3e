/* Lengths and angles of links that are typed: what moves, and what stays, in numbers. */
import { describe, expect, it } from "vitest";
import { applyChanges } from "../../src/editor/text_edits";
import { measure, resize, sidesOf, type Wish } from "../../src/tools/link_size";
import { bodyNamed, readSketch } from "../../src/tools/sketch";

const FOURBAR = `trammel: 1
points:
  O: [0, 0]          # the crank turns here
  A: [0, 100 mm]
  B: [300 mm, 200 mm]
  C: [300 mm, 0]
bodies:
  crank: {points: [O, A], mass: 1, shape: rod}
  coupler: {points: [A, B], mass: 1, shape: rod}
  rocker: {points: [B, C], mass: 1, shape: rod}
joints:
  O: {revolute: [ground, crank]}
  A: {revolute: [crank, coupler]}
  B: {revolute: [coupler, rocker]}
  C: {revolute: [ground, rocker]}
`;

function lengths(text: string): Record<string, number> {
  const { bodies } = readSketch(text, null);
  return Object.fromEntries(
    bodies.flatMap((body) =>
      sidesOf(body).map((side) => [`${side.body} ${side.from}${side.to}`, measure(body, side).length]),
    ),
  );
}

function after(text: string, body: string, wish: Wish, which = 0): { text: string; note: string } {
  const sketch = readSketch(text, null);
  const made = resize(sketch, sidesOf(bodyNamed(sketch, body)!)[which]!, wish);
  if ("why" in made) throw new Error(made.why);
  return { text: applyChanges(text, made.changes), note: made.note };
}

describe("a length that is typed", () => {
  it("is that of the link; the other links keep theirs, and pins stay on the ground", () => {
    const before = lengths(FOURBAR);
    const { text, note } = after(FOURBAR, "crank", { length: 0.12 });
    const now = lengths(text);
    expect(now["crank OA"]).toBeCloseTo(0.12, 7);
    expect(now["coupler AB"]).toBeCloseTo(before["coupler AB"]!, 7);
    expect(now["rocker BC"]).toBeCloseTo(before["rocker BC"]!, 7);
    expect(text).toContain("O: [0, 0]          # the crank turns here");
    expect(text).toContain("C: [300 mm, 0]");
    expect(note).toBe("");
  });

  it("of the coupler leaves the crank where it is", () => {
    const { text } = after(FOURBAR, "coupler", { length: 0.35 });
    expect(text).toContain("A: [0, 100 mm]");
    expect(lengths(text)["coupler AB"]).toBeCloseTo(0.35, 7);
    expect(lengths(text)["rocker BC"]).toBeCloseTo(0.2, 7);
  });

  it("that the others cannot follow moves the end alone, and says so", () => {
    const { text, note } = after(FOURBAR, "crank", { length: 2 });
    expect(lengths(text)["crank OA"]).toBeCloseTo(2, 6);
    expect(note).toMatch(/could not keep their lengths: coupler/);
  });

  it("of a slider-crank leaves the slider on its line", () => {
    const slider = `trammel: 1
points: {O: [0, 0], A: [0.06, 0.08], B: [0.36, 0.02]}
bodies:
  crank: {points: [O, A], mass: 1, shape: rod}
  rod: {points: [A, B], mass: 1, shape: rod}
  block: {points: [B], mass: 1}
joints:
  O: {revolute: [ground, crank]}
  A: {revolute: [crank, rod]}
  B: {revolute: [rod, block]}
  S: {prismatic: [ground, block], at: B, axis: [1, 0]}
`;
    const { text } = after(slider, "rod", { length: 0.4 });
    const b = readSketch(text, null).drawing.get("B")!.at;
    expect(b[1]).toBeCloseTo(0.02, 9);
    expect(b[0]).toBeCloseTo(0.06 + Math.sqrt(0.4 ** 2 - 0.06 ** 2), 7); // the crank has not moved
  });

  it("leaves what slides along a link on that link", () => {
    const swing = `trammel: 1
points: {O: [0, 0], A: [0.1, 0.2], C: [0.3, -0.2], D: [0, 0.5]}
bodies:
  crank: {points: [O, A], mass: 1, shape: rod}
  arm: {points: [C, A, D], mass: 1, shape: rod}
  block: {points: [A], mass: 1}
joints:
  O: {revolute: [ground, crank]}
  C: {revolute: [ground, arm]}
  A: {revolute: [crank, block]}
  S: {prismatic: [arm, block], at: A, axis: [C, D]}
`;
    const across = (text: string): number => {
      const { drawing } = readSketch(text, null);
      const [a, c, d] = ["A", "C", "D"].map((name) => drawing.get(name)!.at) as [number, number][];
      return (
        ((d![0] - c![0]) * (a![1] - c![1]) - (d![1] - c![1]) * (a![0] - c![0])) /
        Math.hypot(d![0] - c![0], d![1] - c![1])
      );
    };
    const { text } = after(swing, "crank", { length: 0.25 });
    expect(lengths(text)["crank OA"]).toBeCloseTo(0.25, 6);
    expect(across(text)).toBeCloseTo(across(swing), 7);
  });

  it("of a plate leaves its other sides; a point in the middle of a rod stays on it", () => {
    const plate = "trammel: 1\npoints: {A: [0, 0], B: [3, 0], C: [0, 4]}\nbodies: {p: {points: [A, B, C], mass: 1}}\n";
    const sides = lengths(after(plate, "p", { length: 3.5 }).text);
    expect(sides["p AB"]).toBeCloseTo(3.5, 6);
    expect(sides["p BC"]).toBeCloseTo(5, 6);
    expect(sides["p CA"]).toBeCloseTo(4, 6);
    const rod = "trammel: 1\npoints: {A: [0, 0], P: [1, 1], B: [3, 3]}\nbodies: {r: {points: [A, P, B], shape: rod}}\n";
    const { drawing } = readSketch(after(rod, "r", { length: 5 }).text, null);
    expect(drawing.get("P")!.at).toEqual([1, 1]);
    expect(drawing.get("B")!.at[0]).toBeCloseTo(5 / Math.SQRT2, 6);
    expect(drawing.get("B")!.at[1]).toBeCloseTo(5 / Math.SQRT2, 6);
  });

  it("of a body with its own frame moves its end in the frame, or sets the parameter that it is", () => {
    const own =
      "trammel: 1\nparameters: {r: 40 mm}\nbodies:\n  a: {points: {O: [0, 0], A: [0.5, 0]}}\n  b: {points: {O: [0, 0], A: [r, 0]}}\n";
    expect(after(own, "a", { length: 0.25 }).text).toContain("A: [0.25, 0]");
    const sketch = readSketch(own, null);
    const b = bodyNamed(sketch, "b")!;
    b.points.set("A", [0.04, 0]); // as the scene would tell
    const made = resize(sketch, sidesOf(b)[0]!, { length: 0.06 });
    if ("why" in made) throw new Error(made.why);
    expect(applyChanges(own, made.changes)).toContain("{r: 60 mm}");
  });

  it("is refused where it is no length, or where the point is an expression", () => {
    const sketch = readSketch(FOURBAR, null);
    const side = sidesOf(bodyNamed(sketch, "crank")!)[0]!;
    expect(resize(sketch, side, { length: 0 })).toHaveProperty("why");
    expect(resize(sketch, side, { length: -1 })).toHaveProperty("why");
  });
});

describe("an angle that is typed", () => {
  it("rotates the crank, and the mechanism follows with its lengths", () => {
    const before = lengths(FOURBAR);
    const { text } = after(FOURBAR, "crank", { angle: (60 * Math.PI) / 180 });
    const { drawing } = readSketch(text, null);
    expect(drawing.get("A")!.at[0]).toBeCloseTo(0.05, 8);
    expect(drawing.get("A")!.at[1]).toBeCloseTo(0.1 * Math.sin(Math.PI / 3), 8);
    for (const [name, length] of Object.entries(lengths(text))) expect(length).toBeCloseTo(before[name]!, 7);
  });

  it("of the coupler is reached by all links together", () => {
    const { text } = after(FOURBAR, "coupler", { angle: 0.5 });
    const coupler = bodyNamed(readSketch(text, null), "coupler")!;
    expect(measure(coupler, sidesOf(coupler)[0]!).angle).toBeCloseTo(0.5, 6);
    expect(lengths(text)["crank OA"]).toBeCloseTo(0.1, 7);
  });

  it("that cannot be reached is refused", () => {
    const sketch = readSketch(FOURBAR, null);
    const rocker = sidesOf(bodyNamed(sketch, "rocker")!)[0]!;
    expect(resize(sketch, rocker, { angle: Math.PI / 2 })).toHaveProperty("why");
  });
});

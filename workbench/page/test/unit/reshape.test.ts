/* A pin moved in its bodies: what slides along a link stays along it. */
import { describe, expect, it } from "vitest";
import type { Place as Point } from "../../src/drawing/camera";
import { deleteElement, rename } from "../../src/editor/rename";
import { applyChanges } from "../../src/editor/text_edits";
import { reshaper } from "../../src/tools/reshape";
import { nodeNamed, plainPoint, readSketch, type Sketch } from "../../src/tools/sketch";

function moved(text: string, point: string, to: Point): Sketch {
  const sketch = readSketch(text, null);
  const by = reshaper(sketch, nodeNamed(sketch, point)!);
  if ("why" in by) throw new Error(by.why);
  return readSketch(by.text(to), null);
}

function at(sketch: Sketch, point: string): Point {
  return nodeNamed(sketch, point)!.at;
}

const GUIDED = `trammel: 1
points:
  C: [1, 0]
  P: [0.5, 0.5] # the pin in the slot
  D: [0, 1]
  O: [0, 0]
bodies:
  guide: {points: [C, P, D], mass: 1, shape: rod}
  crank: {points: [O, P], mass: 1, shape: rod}
joints:
  C: {revolute: [ground, guide]}
  O: {revolute: [ground, crank]}
  P: {slot: [guide, crank], axis: [-0.7071068, 0.7071068]}
`;

describe("an end of a rod that carries a slot", () => {
  it("takes the axis and the point on its line along", () => {
    const now = moved(GUIDED, "D", [0, 2]);
    const axis = plainPoint(now.joints.find(({ name }) => name === "P")!.given["axis"])!;
    const [c, p, d] = [at(now, "C"), at(now, "P"), at(now, "D")];
    const cross = (u: Point, v: Point): number => u[0] * v[1] - u[1] * v[0];
    expect(Math.abs(cross(axis, [d[0] - c[0], d[1] - c[1]]))).toBeLessThan(1e-6);
    expect(Math.abs(cross([p[0] - c[0], p[1] - c[1]], [d[0] - c[0], d[1] - c[1]]))).toBeLessThan(1e-6);
    expect(axis[0]).toBeLessThan(0); // the same way as before
    expect(Math.hypot(p[0] - c[0], p[1] - c[1]) / Math.hypot(d[0] - c[0], d[1] - c[1])).toBeCloseTo(0.5, 6);
    expect(now.text).toContain("# the pin in the slot");
  });

  it("leaves what is not along it alone", () => {
    const across = GUIDED.replace("[-0.7071068, 0.7071068]", "[1, 0]");
    const now = moved(across, "D", [0, 2]);
    expect(now.text).toContain("axis: [1, 0]");
    expect(at(now, "P")).toEqual([0.5, 0.5]);
  });
});

describe("an axis by points", () => {
  const NAMED = GUIDED.replace("[-0.7071068, 0.7071068]", "[C, D]");
  it("follows the points and their names", () => {
    expect(moved(NAMED, "D", [0, 2]).text).toContain("axis: [C, D]");
    const renamed = applyChanges(NAMED, rename(NAMED, "point", "D", "tip"));
    expect(renamed).toContain("axis: [C, tip]");
  });
  it("takes its joint along when a point goes", () => {
    const slotted = NAMED.replace("slot: [guide, crank]", "slot: [guide.C, crank.P]").replace(
      "[C, P, D]",
      "[C, P, Q, D]",
    );
    const gone = deleteElement(slotted.replace("  O: [0, 0]", "  O: [0, 0]\n  Q: [0.2, 0.8]"), "point", "D");
    expect(gone.removed).toContainEqual({ kind: "joint", name: "P" });
  });
  it("is known in expressions, too", () => {
    const text = NAMED + "parameters: {l: norm(D - C), x: D.x + 1, y: guide.D.y}\n";
    const renamed = applyChanges(text, rename(text, "point", "D", "tip"));
    expect(renamed).toContain("l: norm(tip - C), x: tip.x + 1, y: guide.tip.y");
  });
});

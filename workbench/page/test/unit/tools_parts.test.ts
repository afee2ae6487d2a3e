/* Snapping, numbers that are typed, one question at a time, and the new start after a drag. */
import { describe, expect, it } from "vitest";
import type { Vec } from "../../src/engine/engine";
import { applyChanges } from "../../src/editor/text_edits";
import { EMPTY_ENTRY, isEmptyEntry, press, resolve, resolveComponents, type Entry } from "../../src/tools/entry";
import { crossing, frameOf, inFrame, onGround } from "../../src/tools/geometry";
import { grab, grabNode } from "../../src/tools/grab";
import { Latest } from "../../src/tools/latest";
import { tidy } from "../../src/tools/numbers";
import { reshaper } from "../../src/tools/reshape";
import { initialPositionAt } from "../../src/tools/initial_position";
import { nodeNamed, readSketch, together, type Node } from "../../src/tools/sketch";
import { gridStep, snapTo, type SnapInput } from "../../src/tools/snap";
import { attach } from "../../src/tools/attach";
import { duplicate } from "../../src/tools/duplicate";
import { edited } from "../../src/tools/edits";
import { refused } from "../../src/tools/make";
import { body, GROUND, pose, scene } from "./plane_scene";
import { turning } from "./tables";

describe("numbers", () => {
  it("are written without the noise of binary fractions", () => {
    expect(tidy(0.1 + 0.2)).toBe("0.3");
    expect(tidy(-1e-17)).toBe("0");
    expect(tidy(120, 1e-3)).toBe("120");
    expect(tidy(2.5000004, 1e-3)).toBe("2.5");
  });

  it("are typed field by field", () => {
    const keys = (text: string[], base: [number, number] | null): Entry =>
      text.reduce((now, key) => press(now, { key, shift: false }, base) ?? now, EMPTY_ENTRY);
    expect(resolve(keys(["1", "5", "0", "Tab", "9", "0"], null), [9, 9], null)).toEqual([0.15, 0.09]);
    expect(resolve(keys(["4", ",", "5", "c", "m"], null), [9, 8], null)).toEqual([0.045, 8]);
    const polar = resolve(keys(["2", "m", "Tab", "9", "0"], [1, 1]), [9, 9], [1, 1])!;
    expect(polar[0]).toBeCloseTo(1, 12);
    expect(polar[1]).toBeCloseTo(3, 12);
    expect(resolve(keys(["5", "m"], [1, 1]), [4, 1], [1, 1])).toEqual([6, 1]); // the pointer says whereto
    expect(resolve(keys(["<", "9", "0"], [1, 1]), [4, 3], [1, 1])![1]).toBeCloseTo(3, 12); // and how far
    expect(resolve(keys(["5", "m", "Tab", "Tab", "4", "m"], [1, 0]), [2, 9], [1, 0])).toEqual([4, 4]);
    expect(resolve(keys(["x", "4", "m", "Tab", "7", "m"], [1, 0]), [2, 9], [1, 0])).toEqual([4, 7]);
    expect(isEmptyEntry(keys(["x"], [1, 0]))).toBe(false);
    expect(isEmptyEntry(keys(["7", "Backspace"], [1, 0]))).toBe(true);
    expect(resolve(keys(["1", "q"], null), [1, 1], null)).toBeNull();
  });
});

describe("components that are typed", () => {
  it("count from the base, at so many metres for one", () => {
    const typed = ["5", "Tab", "-", "2", "0"].reduce(
      (now, key) => press(now, { key, shift: false }, [1, 1], true) ?? now,
      EMPTY_ENTRY,
    );
    expect(resolveComponents(typed, [9, 9], [1, 1], 0.01)).toEqual([1.05, 0.8]);
    expect(press(typed, { key: "Tab", shift: false }, [1, 1], true)?.active).toBe("x");
  });
});

describe("crossing", () => {
  it("is where two stretches meet, or nowhere", () => {
    expect(crossing([0, 0], [2, 2], [0, 2], [2, 0])).toEqual([1, 1]);
    expect(crossing([0, 0], [1, 1], [5, 0], [4, 1])).toBeNull();
    expect(crossing([0, 0], [1, 0], [0, 1], [1, 1])).toBeNull();
  });
});

describe("snapping", () => {
  const node = (x: number, y: number): Node => ({ at: [x, y], drawing: "A", ends: [] });
  const input: SnapInput = { at: [0, 0], reach: 0.1, grid: 0.5, nodes: [], base: null, lengths: [], on: true };

  it("takes the nearest point first", () => {
    const near = node(1.02, 1);
    expect(snapTo({ ...input, at: [1.05, 1], nodes: [node(1.12, 1), near] }).node).toBe(near);
    expect(snapTo({ ...input, at: [1.05, 1], nodes: [near], on: false }).node).toBe(near);
  });

  it("keeps to the grid, and not without snap", () => {
    expect(snapTo({ ...input, at: [0.7, 1.3] }).at).toEqual([0.5, 1.5]);
    expect(snapTo({ ...input, at: [0.7, 1.3], on: false }).at).toEqual([0.7, 1.3]);
  });

  it("finds the point that the same click made on the grid", () => {
    const made = node(0.5, 1.5);
    expect(snapTo({ ...input, at: [0.7, 1.3], nodes: [made] }).node).toBe(made);
    expect(snapTo({ ...input, at: [0.7, 1.3], nodes: [made], on: false }).node).toBeNull();
  });

  it("keeps level, upright and as long as another", () => {
    expect(snapTo({ ...input, at: [1.7, 0.23], base: [0, 0.2] }).at).toEqual([1.5, 0.2]);
    expect(snapTo({ ...input, at: [0.23, 1.7], base: [0.2, 0] }).at).toEqual([0.2, 1.5]);
    const meant = snapTo({ ...input, at: [3.02, 4.0], base: [0, 0], lengths: [4.98] });
    expect(meant.at).toEqual([3, 4]); // a crossing of the grid is meant before a length
    const same = snapTo({ ...input, at: [3.2, 3.82], base: [0, 0], lengths: [5] });
    expect(same.kind).toBe("length");
    expect(Math.hypot(same.at[0], same.at[1])).toBeCloseTo(5, 12);
  });

  it("keeps in line with other points", () => {
    const there = snapTo({ ...input, at: [2.03, 5.2], nodes: [node(2, 0)] });
    expect(there.at).toEqual([2, 5]);
    expect(there.guides).toHaveLength(1);
  });

  it("holds to links: middles, crossings, right angles, parallels, tangents, each with its sign", () => {
    const link = { from: [0, 0] as [number, number], to: [4, 3] as [number, number], body: "a" };
    const other = { from: [0, 3] as [number, number], to: [4, 0] as [number, number], body: "b" };
    const middle = snapTo({ ...input, at: [2.05, 1.5], segments: [link] });
    expect(middle).toMatchObject({ at: [2, 1.5], signs: ["middle"], body: "a" });
    const long = { ...other, to: [8, -3] as [number, number] };
    expect(snapTo({ ...input, at: [2.04, 1.5], segments: [{ ...link, to: [8, 6] }, long] }).signs).toEqual([
      "crossing",
    ]);
    /* from (0, 5) the foot on y = 3/4 x is at 5·(3/4)/(1 + 9/16) = 2.4, 1.8 */
    const foot = snapTo({ ...input, at: [2.43, 1.8], base: [0, 5], segments: [{ ...link, to: [40, 30] }] });
    expect(foot.signs).toEqual(["perpendicular"]);
    expect(foot.at[0]).toBeCloseTo(2.4, 12);
    expect(foot.at[1]).toBeCloseTo(1.8, 12);
    const parallel = snapTo({ ...input, grid: 0, at: [6.02, 6.5], base: [2, 3.5], segments: [link] });
    expect(parallel.signs).toEqual(["parallel"]);
    expect((parallel.at[1] - 3.5) / (parallel.at[0] - 2)).toBeCloseTo(0.75, 12);
    /* both as long as another link and parallel to it */
    const both = snapTo({ ...input, grid: 0, at: [6.02, 6.5], base: [2, 3.5], segments: [link], lengths: [5] });
    expect(both.signs).toEqual(["parallel", "equal"]);
    expect(both.at[0]).toBeCloseTo(6, 12);
    expect(both.at[1]).toBeCloseTo(6.5, 12);
    const tangent = snapTo({
      ...input,
      grid: 0,
      at: [8.03, 4.61],
      base: [0, 0],
      circles: [{ at: [5, 0], radius: 2.5 }],
    });
    expect(tangent.signs).toEqual(["tangent"]);
    expect(Math.atan2(tangent.at[1], tangent.at[0])).toBeCloseTo(Math.PI / 6, 12); // sin = 2.5 / 5
    expect(snapTo({ ...input, at: [2.05, 1.5], segments: [link], on: false }).signs).toEqual([]);
  });

  it("has steps of 1, 2 or 5", () => {
    expect(gridStep(300)).toBeCloseTo(0.1, 12);
    expect(gridStep(100)).toBeCloseTo(0.2, 12);
    expect(gridStep(50)).toBeCloseTo(0.5, 12);
  });
});

describe("one question at a time", () => {
  it("asks the latest only", async () => {
    const asked: number[] = [];
    const taken: number[] = [];
    const latest = new Latest<number, number>(
      async (n) => {
        asked.push(n);
        await Promise.resolve();
        return 10 * n;
      },
      (answer) => taken.push(answer),
    );
    for (const n of [1, 2, 3, 4]) latest.put(n);
    await latest.done();
    expect(asked).toEqual([1, 4]);
    expect(taken).toEqual([10, 40]);
    latest.stop();
    latest.put(5);
    await latest.done();
    expect(asked).toEqual([1, 4]);
  });
});

/* ---- dragging ---- */

const DRAWN = `trammel: 1
points:
  O: [0, 0]        # the pivot
  A: [1000 mm, 0]
bodies:
  arm: {points: [O, A], mass: 1, shape: rod}
joints:
  O: {revolute: [ground, arm]}
`;

describe("the start after a drag", () => {
  const held = scene([GROUND, body("arm", [0.5, 0, 0], true, pose([0.5, 0], 0))], 1);
  const up = { poses: [pose([0, 0], 0), pose([0, 0.5], Math.PI / 2)], coordinates: { "O.angle": Math.PI / 2 } };
  const lead = { ...up, distance: 0, closed: true };

  it("moves the points of a drawing with their bodies, in their units", () => {
    const found = initialPositionAt(readSketch(DRAWN, held), lead);
    expect("changes" in found && applyChanges(DRAWN, found.changes)).toBe(DRAWN.replace("[1000 mm, 0]", "[0 mm, 1]"));
  });

  it("keeps all digits where joints hold more than once", () => {
    const turn = { ...lead, poses: [pose([0, 0], 0), pose([0.5 * Math.cos(1), 0.5 * Math.sin(1)], 1)] };
    const written = (redundant: number): string => {
      const found = initialPositionAt(readSketch(DRAWN, { ...held, mobility: { ...held.mobility, redundant } }), turn);
      return "changes" in found ? applyChanges(DRAWN, found.changes) : "";
    };
    expect(written(0)).toContain("A: [540.3023 mm, 0.841471]");
    expect(written(1)).toContain("A: [540.3023058681 mm, 0.8414709848079]");
  });

  it("turns directions and centres of mass of the drawing along", () => {
    const text = DRAWN.replace("shape: rod", "com: [0.5, 0]") + "  S: {slot: [arm, ground], at: A, axis: [1, 0]}\n";
    const found = initialPositionAt(readSketch(text, held), lead);
    const after = "changes" in found ? applyChanges(text, found.changes) : "";
    expect(after).toContain("com: [0, 0.5]");
    expect(after).toContain("axis: [0, 1]");
  });

  it("is told by `initial` where the drawing has expressions", () => {
    const text = DRAWN.replace("trammel: 1", "trammel: 1\nparameters: {r: 1}").replace("[1000 mm, 0]", "[r, 0]");
    const drawn = {
      ...held,
      drawing: [{ name: "A", line: 1, column: 1, at: [1, 0, 0] as Vec }],
      joints: [
        {
          ...{ name: "O", line: 1, column: 1, type: "revolute", bodies: [0, 1] as [number, number] },
          ...{
            points: [
              [0, 0, 0],
              [0, 0, 0],
            ] as [Vec, Vec],
            axes: [
              [0, 0, 1],
              [0, 0, 1],
            ] as [Vec, Vec],
          },
          ...{ numbers: {}, compliant: false, coordinates: [turning("O.angle")] },
        },
      ],
    };
    const found = initialPositionAt(readSketch(text, drawn), lead);
    const after = "changes" in found ? applyChanges(text, found.changes) : "";
    expect(after).toContain("A: [r, 0]");
    expect(after).toMatch(/initial:\n {2}O.angle: 90 deg\n/);
  });

  const FRAMED = `trammel: 1
bodies:
  ground: {points: {O: [0, 0]}}
  arm: {points: {O: [0, 0], A: [1, 0]}, mass: 1, shape: rod, angle: 0 deg}
joints:
  O: {revolute: [ground, arm]}
initial: {O.angle: 0 deg, O.speed: 1}
`;

  it("is an angle of the body and a value of `initial`", () => {
    const framed = scene([GROUND, body("arm", [0.5, 0, 0], false, pose([0.5, 0], 0))], 1);
    const found = initialPositionAt(readSketch(FRAMED, framed), lead);
    const after = "changes" in found ? applyChanges(FRAMED, found.changes) : "";
    expect(after).toContain("angle: 90 deg}");
    expect(after).toContain("initial: {O.angle: 90 deg, O.speed: 1}");
    expect(after).not.toContain("position");
  });

  it("that did not move is told why, and what does", () => {
    const arm = body("arm", [0.5, 0, 0], false, pose([0.5, 0], 0));
    const still = { ...lead, poses: [pose([0, 0], 0), pose([0.5, 0], 0)] };
    const locked = readSketch(FRAMED, scene([GROUND, arm], 0));
    expect(initialPositionAt(locked, still)).toMatchObject({
      why: expect.stringContaining("the joints lock every link") as string,
    });
    const free = readSketch(FRAMED, scene([GROUND, arm], 1));
    expect(initialPositionAt(free, still)).toEqual({ changes: [] });
  });

  it("stays where a driver has it", () => {
    const text = FRAMED.replace("initial: {O.angle: 0 deg, O.speed: 1}", "drivers: {drive: {O.angle: 2*pi*t}}");
    const framed = scene([GROUND, body("arm", [0.5, 0, 0], false, pose([0.5, 0], 0))], 0);
    expect(initialPositionAt(readSketch(text, framed), lead)).toMatchObject({
      why: expect.stringContaining("drive") as string,
    });
  });
});

describe("what a press takes hold of", () => {
  const held = scene([GROUND, body("arm", [0.5, 0, 0], true, pose([0.5, 0], 0))], 1);
  const sketch = readSketch(DRAWN, held);

  it("a moving point follows, a ground pin and any point with Alt are reshaped", () => {
    expect(grabNode(sketch, nodeNamed(sketch, "A")!, false)).toMatchObject({ way: "follow", body: "arm" });
    expect(grabNode(sketch, nodeNamed(sketch, "A")!, true)).toMatchObject({ way: "reshape" });
    expect(grabNode(sketch, nodeNamed(sketch, "O")!, false)).toMatchObject({ way: "reshape" });
  });

  it("a body is led by the place where it is pressed", () => {
    const taken = grab(sketch, [{ kind: "body", name: "arm" }], [0.5, 0.01], 0.02, null, false);
    expect(taken).toEqual({ way: "follow", body: "arm", point: [0.5, 0.01] });
  });

  it("what cannot be assembled is reshaped", () => {
    const open = readSketch(DRAWN, { ...held, assembled: false });
    expect(grabNode(open, nodeNamed(open, "A")!, false)).toMatchObject({ way: "reshape" });
  });

  it("what hangs on nothing is reshaped", () => {
    const loose = readSketch(DRAWN.slice(0, DRAWN.indexOf("joints")), held);
    expect(together(loose, "arm").grounded).toBe(false);
    expect(grabNode(loose, nodeNamed(loose, "A")!, false)).toMatchObject({ way: "reshape" });
  });
});

describe("reshaping", () => {
  it("moves a drawing point, in its unit, and nothing else", () => {
    const sketch = readSketch(DRAWN, null);
    const by = reshaper(sketch, nodeNamed(sketch, "A")!);
    expect("why" in by ? by.why : by.text([0.25, 0.5])).toBe(DRAWN.replace("[1000 mm, 0]", "[250 mm, 0.5]"));
  });

  it("moves all points that are one pin, each in its own frame", () => {
    const text = `trammel: 1
bodies:
  ground: {points: {O: [0, 0]}}
  a: {points: {O: [0, 0], A: [1, 0]}, angle: 90 deg}
  b: {points: {A: [0, 0], B: [1, 0]}, position: [0, 1]}
joints:
  O: {revolute: [ground, a]}
  A: {revolute: [a, b]}
`;
    const sketch = readSketch(text, null);
    const by = reshaper(sketch, nodeNamed(sketch, "a.A")!);
    const after = "why" in by ? by.why : by.text([0.5, 2]);
    expect(after).toContain("a: {points: {O: [0, 0], A: [2, -0.5]}");
    expect(after).toContain("b: {points: {A: [0.5, 1], B: [1, 0]}");
  });

  it("leaves expressions alone", () => {
    const sketch = readSketch(DRAWN.replace("[1000 mm, 0]", "[r, 0]"), {
      ...scene([GROUND], 1),
      drawing: [{ name: "A", line: 1, column: 1, at: [1, 0, 0] }],
    });
    expect(reshaper(sketch, nodeNamed(sketch, "A")!)).toMatchObject({
      why: expect.stringContaining("expression") as string,
    });
  });
});

describe("more edits", () => {
  const text = `${DRAWN}forces:
  s: {spring: [ground.O, arm.A], stiffness: 5} # soft
`;
  const sketch = readSketch(text, null);

  it("an end of a spring goes to another place", () => {
    const force = sketch.forces[0]!;
    const made = attach(sketch, force, 0, { at: [0, 2], node: null, body: null });
    const after = refused(made) ? made.why : edited(text, made.edits);
    expect(after).toContain("s: {spring: [ground.B, arm.A], stiffness: 5} # soft");
    expect(after).toContain("B: [0, 2]");
  });

  it("both ends are not on one body", () => {
    const made = attach(sketch, sketch.forces[0]!, 0, { at: [0.5, 0], node: null, body: "arm" });
    expect(refused(made)).toBe(true);
  });

  it("a second link has points of its own", () => {
    const made = duplicate(sketch, { kind: "body", name: "arm" }, [0, 1]);
    const after = refused(made) ? made.why : edited(text, made.edits);
    expect(after).toContain("arm1: {points: [B, C], mass: 1, shape: rod}");
    expect(after).toContain("C: [1, 1]");
  });

  it("what is shared in the text, the copy shares", () => {
    const given = text.replace("trammel: 1", "trammel: 1\nparameters: {m: &m 2}").replace("mass: 1", "mass: *m");
    const copy = (of: string) => duplicate(readSketch(of, null), { kind: "body", name: "arm" }, [0, 1]);
    const made = copy(given);
    const after = refused(made) ? made.why : edited(given, made.edits);
    expect(after).toContain("arm1: {points: [B, C], mass: *m, shape: rod}");
    const whole = copy("trammel: 1\nbodies:\n  base: &base {mass: 1}\n  arm: *base\n");
    expect(refused(whole) && whole.why).toContain("shared");
  });
});

describe("frames", () => {
  it("take places to the ground and back", () => {
    const frame = frameOf([0.3, 0.1, 0], pose([1, 2], 0.7));
    const there = onGround(frame, [0.3, 0.1]);
    expect(there[0]).toBeCloseTo(1, 12);
    expect(there[1]).toBeCloseTo(2, 12);
    const back = inFrame(frame, onGround(frame, [4, -5]));
    expect(back[0]).toBeCloseTo(4, 12);
    expect(back[1]).toBeCloseTo(-5, 12);
  });
});

/* Points of bodies in one place: who is joined there already, and pins for the others, counted by the degrees of freedom left. */
import { describe, expect, it } from "vitest";
import { mirror, rotation, type Affine } from "../../src/tools/affine";
import { edited } from "../../src/tools/edits";
import { fragmentOf } from "../../src/tools/fragment";
import { makeGroundPin, makePins, refused } from "../../src/tools/make";
import { joinMeeting, partiesAt } from "../../src/tools/meeting";
import { pastedAll } from "../../src/tools/paste";
import type { Anchor } from "../../src/tools/plan";
import { nodeNamed, readSketch, type Sketch } from "../../src/tools/sketch";
import { reportOf } from "./program";

const sceneOf = (text: string) => reportOf(text + "analyses: [{dynamics: {end: 0.001, output: 0.001}}]\n").scene!;
const sketch = (text: string): Sketch => readSketch(text, sceneOf(text));

function anchorAt(of: Sketch, name: string): Anchor {
  const node = nodeNamed(of, name)!;
  return { at: node.at, node, body: null };
}

/* Copies of bodies, pinned where they meet what there is. */
function copied(text: string, names: string[], ...images: Affine[]): { text: string; joints: string[]; at: string[] } {
  const of = sketch(text);
  const piece = fragmentOf(of, names.map((name) => ({ kind: "body" as const, name }))); // prettier-ignore
  const made = pastedAll(text, piece.text, images, true);
  const bodies = new Set(made.selection.filter(({ kind }) => kind === "body").map(({ name }) => name));
  const { plan, joints, at } = joinMeeting(readSketch(made.text, of.scene), bodies);
  return { text: edited(made.text, plan.edits), joints, at };
}

const HALF = `trammel: 1
points: {O: [0, 0], A: [0, 0.3], B: [0.2, 0.5]}
bodies:
  crank: {points: [O, A], mass: 1, shape: rod}
  arm: {points: [A, B], mass: 1, shape: rod}
joints:
  O: {revolute: [ground, crank]}
  A: {revolute: [crank, arm]}
`;

describe("a copy", () => {
  it("is pinned where its points meet the original", () => {
    const made = copied(HALF, ["arm"], mirror([0, 0], [1, 0])); // A lies on the mirror line
    expect(made.at).toEqual(["A"]);
    expect(made.text).toContain("arm1: {points: [A, B1]");
    expect(made.joints).toHaveLength(1);
    expect(sceneOf(made.text).dof).toBe(3); // three bodies, three pins: 9 - 6
  });

  it("of a mechanism that has a pin on the ground there needs no other", () => {
    const made = copied(HALF, ["crank", "arm"], mirror([0, 0], [1, 0]));
    expect(sceneOf(made.text).dof).toBe(4); // 12 - 8: two chains that share the ground; the cranks lie on each other
    expect(made.joints).toEqual([]);
  });

  it("is joined to the ground where what it meets stands on the ground", () => {
    const made = copied(HALF, ["crank"], rotation(1, [0, 0]));
    expect(made.text).toContain("O2: {revolute: [ground, crank1], at: O}");
    expect(sceneOf(made.text).dof).toBe(3);
  });

  it("n times about its own end has a pin for each, and none where two bodies would be locked", () => {
    const link = "trammel: 1\npoints: {P: [1, 1], Q: [1.5, 1]}\nbodies: {bar: {points: [P, Q], mass: 1, shape: rod}}\n";
    const star = copied(link, ["bar"], ...[1, 2, 3].map((i) => rotation((i * Math.PI) / 2, [1, 1])));
    expect(star.joints).toHaveLength(3);
    expect(sceneOf(star.text).dof).toBe(12 - 6);
    const same = copied(link, ["bar"], mirror([1, 1], [0, 1])); // both points lie on the line
    expect(same.joints).toHaveLength(1);
  });
});

const PILE = `trammel: 1
points: {A: [0, 0], B: [0.1, 0], C: [0, 0], D: [0, 0.2], E: [-0.1, 0.1]}
bodies:
  a: {points: [A, B], mass: 1, shape: rod}
  b: {points: [C, D], mass: 1, shape: rod}
  c: {points: {P: [0, 0], Q: [0.3, 0]}, position: [0, 0], angle: 200 deg, mass: 1, shape: rod}
`;

describe("bodies that meet without a joint", () => {
  it("are joined by one pin fewer than there are of them, at points that they have", () => {
    const of = sketch(PILE);
    expect(partiesAt(of, anchorAt(of, "A"))).toHaveLength(3);
    const made = makePins(of, anchorAt(of, "C"), "revolute")!;
    const text = edited(PILE, made.edits);
    expect(sceneOf(text).dof).toBe(9 - 4);
    expect(text.match(/revolute/g)).toHaveLength(2);
    expect(text).toContain("points: {P: [0, 0], Q: [0.3, 0]}"); // no point more
    const after = sketch(text);
    expect(makePins(after, anchorAt(after, "A"), "revolute")).toBeNull();
  });

  it("all stand on the ground after one click of its tool", () => {
    const of = sketch(PILE);
    const made = makeGroundPin(of, anchorAt(of, "A"));
    if (refused(made)) throw new Error(made.why);
    const text = edited(PILE, made.edits);
    expect(sceneOf(text).dof).toBe(9 - 6);
    expect(made.toast).toContain("a, b, c");
    const after = sketch(text);
    expect(refused(makeGroundPin(after, anchorAt(after, "A")))).toBe(true);
  });
});

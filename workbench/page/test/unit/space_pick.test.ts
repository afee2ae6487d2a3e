/* What is meant by a tap in space, and where names stand. */
import { describe, expect, it } from "vitest";
import { lengthText } from "../../src/drawing/grid";
import { freeBox, freeValueBox } from "../../src/space/overlay";
import { inOrder, probes, type Candidate } from "../../src/space/pick";

const at = (kind: "point" | "joint" | "body" | "force", name: string, depth: number, off = 0): Candidate => ({
  selected: { kind, name },
  depth,
  off,
});

describe("what lies under the pointer", () => {
  it("is the point before the joint, and the joint before the body about it", () => {
    const found = inOrder([at("body", "rod", 1), at("joint", "A", 1.02), at("point", "rod.A", 1.03, 3)], 0.1);
    expect(found.map(({ name }) => name)).toEqual(["rod.A", "A", "rod"]);
  });

  it("comes before what is hidden behind it", () => {
    const found = inOrder([at("joint", "far", 3), at("point", "rod.far", 3), at("body", "near", 1)], 0.1);
    expect(found[0]!.name).toBe("near");
    expect(found).toHaveLength(3);
  });

  it("names each thing once, and nothing where there is nothing", () => {
    expect(inOrder([at("body", "rod", 1), at("body", "rod", 2, 6)], 0.1)).toEqual([{ kind: "body", name: "rod" }]);
    expect(inOrder([], 0.1)).toEqual([]);
  });

  it("is looked for within reach", () => {
    for (const [x, y] of probes(8)) expect(Math.hypot(x, y)).toBeLessThanOrEqual(8);
    expect(probes(8)[0]).toEqual([0, 0]);
  });
});

describe("names", () => {
  it("puts values of arrows beside their tips, in the view and clear of each other", () => {
    const first = freeValueBox([], [100, 100], 40, 300, 200)!;
    expect(first).toEqual({ left: 107, top: 100, width: 40 });
    expect(freeValueBox([first], [100, 100], 40, 300, 200)).toEqual({ left: 53, top: 100, width: 40 });
    expect(freeValueBox([], [280, 3], 40, 300, 200)).toEqual({ left: 233, top: 17, width: 40 }); // not over the edge
    expect(freeValueBox([], [500, 100], 40, 300, 200)).toBeNull();
  });

  it("keep clear of each other", () => {
    const first = freeBox([], [100, 100], 40);
    const second = freeBox([first], [100, 100], 40);
    expect(second).not.toEqual(first);
    expect(Math.abs(second.top - first.top) >= 13 || second.left + 40 <= first.left).toBe(true);
  });

  it("give lengths in the unit of the document, whatever their size", () => {
    expect(lengthText(0.5)).toBe("500 mm");
    expect(lengthText(0.05)).toBe("50 mm");
    expect(lengthText(2000)).toBe("2e6 mm");
  });
});

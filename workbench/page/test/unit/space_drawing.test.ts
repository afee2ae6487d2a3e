/* What the tools write for a mechanism in space, click by click, and where a pointer means on a work plane. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Place as Point } from "../../src/drawing/camera";
import { edited } from "../../src/tools/edits";
import { EMPTY_ENTRY, fieldsFor, press, resolve, planeAxes } from "../../src/tools/entry";
import { distance } from "../../src/tools/geometry";
import { groundTool, pinTool, slidingTool } from "../../src/tools/joint_tools";
import { linkTool } from "../../src/tools/link_tool";
import { arrowTool, motorTool, onBodyTool } from "../../src/tools/load_tools";
import { refused } from "../../src/tools/make";
import { resetOptions, setOption } from "../../src/tools/options";
import { products, type Product } from "../../src/tools/products";
import { readSketch } from "../../src/tools/sketch";
import type { Tool } from "../../src/tools/tool";
import { scene as pageScene } from "../../src/state/model";
import { fromPlane, meets, nearestOnLine, onPlane, passing, planeOn, PLANES } from "../../src/space/work_plane";
import { csvOf } from "./program";
import { scene } from "./space_scene";

const NEW = "trammel: 1\nspace: space\n";

/* A board without a screen: clicks in model coordinates, joints about an axis. */
class Board {
  said = "";
  axis: Point = [0, 0, 1];
  constructor(public text = NEW) {}

  about(axis: Point): this {
    this.axis = axis;
    return this;
  }

  use<S>(tool: Tool<S>, ...clicks: [at: Point, body?: string][]): this {
    let state = tool.start;
    for (const [at, body] of clicks) {
      const sketch = readSketch(this.text, null);
      const node = sketch.nodes.find((one) => distance(one.at, at) < 0.01) ?? null;
      const anchor = { at: node?.at ?? at, node, body: node ? null : (body ?? null), axis: this.axis };
      const hits = body ? [{ kind: "body" as const, name: body }] : [];
      const out = tool.click(state, { anchor, hits, shift: false, grid: 0.1 }, sketch);
      state = out.state;
      if (!out.made) continue;
      this.said = refused(out.made) ? out.made.why : "";
      if (!refused(out.made)) this.text = edited(this.text, out.made.edits);
    }
    return this;
  }
}

beforeAll(() => void (pageScene.value = scene([])));
afterAll(() => {
  pageScene.value = null;
  resetOptions();
});

const O: Point = [0, 0, 0];
const A: Point = [0, 0, 0.1];
const B: Point = [0.4, 0.3, 0.3];
const C: Point = [0.4, 0.3, 0];

describe("drawing in space", () => {
  it("draws a crank, a coupler on balls and a rocker that the engine can move", () => {
    setOption("link", "joint", "Ball joint");
    const board = new Board().use(linkTool, [O], [A], [B], [C]);
    board.about([1, 0, 0]).use(groundTool, [O]).about([0, 1, 0]).use(groundTool, [C]).use(motorTool("driver"), [O]);
    resetOptions();
    expect(board.text).toContain("B: [0.4, 0.3, 0.3]");
    expect(board.text).toContain("A: {spherical: [link1, link2]}");
    expect(board.text).toContain("O: {revolute: [ground, link1], axis: x}");
    expect(board.text).toContain("C: {revolute: [ground, link3], axis: y}");
    expect(board.text).toMatch(/drive: \{O\.angle: /);
    expect(csvOf(board.text).split("\n").length).toBeGreaterThan(50);
  });

  it("crosses the two axes of a universal joint, each across its shaft", () => {
    const [c, s] = [Math.cos(0.5), Math.sin(0.5)];
    const end: Point = [1 + c, s, 0];
    setOption("link", "joint", "Universal joint");
    const board = new Board().use(linkTool, [O], [[1, 0, 0]], [end]);
    resetOptions();
    const [, a, ...b] = /axes: \[(\w), \[(.*), (.*), (.*)\]\]/.exec(board.text)!;
    expect(a).toBe("z");
    const [x, y, z] = b.map(Number) as [number, number, number];
    expect([x * c + y * s, z]).toEqual([expect.closeTo(0, 6), 0]);
  });

  it("holds the shafts of a universal joint by pins along them, which names say exactly, and they turn", () => {
    const end: Point = [0.15 + 0.15 * Math.cos(Math.PI / 6), 0.075, 0];
    setOption("link", "joint", "Universal joint");
    const board = new Board().use(linkTool, [O], [[0.15, 0, 0]], [end]);
    resetOptions();
    board.use(groundTool, [O]).use(groundTool, [end]).use(motorTool("driver"), [O]);
    expect(board.text).toContain("O: {revolute: [ground, link1], axis: [O, A]}");
    expect(board.text).toContain("B: {revolute: [ground, link2], axis: [A, B]}");
    const [head, ...rows] = csvOf(board.text)
      .trim()
      .split("\n")
      .filter((row) => !row.startsWith("#"));
    const column = (name: string): number[] =>
      rows.map((row) => Number(row.split(",")[head!.split(",").indexOf(name)]));
    const [into, out] = [column("O.speed"), column("B.speed")];
    /* of a Hooke's joint between cos(bend) and 1/cos(bend) */
    const ratio = out.map((one, i) => Math.abs(one / into[i]!));
    expect(Math.min(...ratio)).toBeCloseTo(Math.cos(Math.PI / 6), 2);
    expect(Math.max(...ratio)).toBeCloseTo(1 / Math.cos(Math.PI / 6), 2);
  });

  it("turns a link about itself that is pinned to the ground at both ends, unless an axis was chosen", () => {
    const board = new Board().use(linkTool, [O], [A]).use(groundTool, [O]).use(groundTool, [A]);
    expect(board.text).toContain("O: {revolute: [ground, link1], axis: [O, A]}");
    expect(board.text).toContain("A: {revolute: [ground, link1], axis: [O, A]}");
    board.use(motorTool("driver"), [O]);
    expect(csvOf(board.text).split("\n").length).toBeGreaterThan(50);
  });

  it("changes a pin to a ball and back, with its axis", () => {
    const board = new Board().use(linkTool, [O], [A], [B]);
    expect(board.text).toContain("A: {revolute: [link1, link2], axis: z}");
    board.use(pinTool("spherical"), [A]);
    expect(board.text).toContain("A: {spherical: [link1, link2]}");
    board.about([0, 1, 0]).use(pinTool("revolute"), [A]);
    expect(board.text).toContain("A: {revolute: [link1, link2], axis: y}");
  });

  it("slides along a direction with three numbers", () => {
    const board = new Board().use(slidingTool("prismatic"), [O], [[0, 0, 1]]);
    expect(board.text).toContain("{prismatic: [ground, slider1], axis: z}");
    const slanted = new Board().use(linkTool, [O], [A]).use(slidingTool("cylindrical"), [A], [[0, 0.3, 0.5]]);
    expect(slanted.text).toContain("{cylindrical: [ground, link1], axis: [0, 0.6, 0.8]}");
  });

  it("draws forces with three components, and torques about the axis", () => {
    const board = new Board().use(linkTool, [O], [A]).use(arrowTool("force"), [A], [[0.1, 0.2, 0.4]]);
    expect(board.text).toContain("{force: link1.A, value: [10, 20, 30]}");
    board.about([0, 1, 0]).use(onBodyTool("torque"), [[0, 0, 0.05], "link1"]);
    expect(board.text).toContain("{torque: link1, value: [0, 1, 0]}");
  });

  it("drives no ball", () => {
    setOption("link", "joint", "Ball joint");
    const board = new Board().use(linkTool, [O], [A], [B]).use(motorTool("driver"), [A]);
    resetOptions();
    expect(board.said).toMatch(/pin or a slider/);
  });

  it("offers every joint and force of space that is drawn, and none of the plane alone", () => {
    const ids = products.value.map(({ id }: Product) => id);
    for (const id of [
      "revolute",
      "spherical",
      "universal",
      "cylindrical",
      "screw",
      "planar",
      "gear",
      "spring",
      "torque",
    ])
      expect(ids).toContain(id);
    expect(ids).not.toContain("skate");
    expect(products.value.find(({ id }) => id === "planar")!.gesture).toBe("place");
    expect(products.value.find(({ id }) => id === "cylindrical")!.gesture).toBe("line");
  });
});

describe("numbers typed in space", () => {
  const typedIn = (keys: string[]) =>
    keys.reduce((entry, key) => press(entry, { key, shift: false }, O, false, true)!, EMPTY_ENTRY);

  it("are x, y and z; from the place before a length and an angle on the work plane, or three coordinates", () => {
    const first = (keys: string[]) =>
      keys.reduce((entry, key) => press(entry, { key, shift: false }, null, false, true)!, EMPTY_ENTRY);
    expect(fieldsFor(null, false, true)).toEqual(["x", "y", "z"]);
    expect(fieldsFor(O, false, true)).toEqual(["length", "angle", "x", "y", "z"]);
    expect(resolve(first(["1", "Tab", "2", "Tab", "3"]), [9, 9, 9], null)).toEqual([0.001, 0.002, 0.003]); // mm
    expect(resolve(first(["Tab", "Tab", "3"]), [1, 2, 9], null)).toEqual([1, 2, 0.003]);
    expect(resolve(typedIn([..."10 -20 0.5m"]), [9, 9, 9], [1, 1, 1])).toEqual([0.01, -0.02, 0.5]);
    const far = resolve(typedIn([..."5000"]), [0, 0.3, 0.4], O)!;
    expect(far).toEqual([0, expect.closeTo(3, 12), expect.closeTo(4, 12)]);
    planeAxes.value = [
      [0, 1, 0],
      [0, 0, 1],
    ];
    const polar = resolve(typedIn([..."150", "Tab", ..."30"]), [7, 7, 7], [1, 2, 3])!;
    planeAxes.value = [
      [1, 0, 0],
      [0, 1, 0],
    ];
    const [c, s] = [0.15 * Math.cos(Math.PI / 6), 0.15 * Math.sin(Math.PI / 6)];
    expect(polar).toEqual([1, expect.closeTo(2 + c, 12), expect.closeTo(3 + s, 12)]);
    expect(resolve(typedIn(["1", "x"]), [0, 0, 0], O)).toBeNull();
  });
});

describe("a work plane", () => {
  const xz = passing(PLANES[1]!, [5, 2, 7]);

  it("keeps the lines of its grid where it is moved", () => {
    expect(xz.origin).toEqual([0, 2, 0]);
    expect(onPlane(xz, [3, 2, 4])).toEqual([3, 4]);
    expect(fromPlane(xz, [3, 4])).toEqual([3, 2, 4]);
  });

  it("is met by a ray in front of the eye, and not from its edge", () => {
    const along: [number, number, number] = [0.6, 0.8, 0];
    expect(meets(xz, { from: [0, -2, 1], along })).toEqual([3, 2, 1].map((one) => expect.closeTo(one, 12)));
    expect(meets(xz, { from: [0, 6, 1], along })).toBeNull();
    expect(meets(xz, { from: [0, -2, 1], along: [1, 0, 0] })).toBeNull();
  });

  it("finds the place of a line that is nearest to a ray", () => {
    expect(nearestOnLine([1, 0, 0], [0, 0, 1], { from: [1, -5, 3], along: [0, 1, 0] })).toBeCloseTo(3, 12);
    expect(nearestOnLine([1, 0, 0], [0, 0, 1], { from: [0, 0, 0], along: [0, 0, 1] })).toBeNull();
  });

  it("lies on a face, level where it can", () => {
    expect(planeOn([0, 0, 3], [0, 0, -1])).toMatchObject({ name: "xy", normal: [0, 0, 1], origin: [0, 0, 3] });
    const slanted = planeOn([0, 0, 0], [1, 0, 1]);
    expect(slanted.x[2]).toBeCloseTo(0, 12);
  });
});

/* What the tools write into the model, click by click. */
import { describe, expect, it } from "vitest";
import type { Point } from "../../src/drawing/camera";
import { edited } from "../../src/tools/edits";
import { distance } from "../../src/tools/geometry";
import { gearTool } from "../../src/tools/gear_tools";
import { groundTool, pinTool, slidingTool } from "../../src/tools/joint_tools";
import { linkTool } from "../../src/tools/link_tool";
import { driverTool } from "../../src/tools/motor_tool";
import { arrowTool, driveOptions, motorTool, onBodyTool, pairTool } from "../../src/tools/load_tools";
import { refused } from "../../src/tools/make";
import { resetOptions, setOption } from "../../src/tools/options";
import { deleteTool, pointTool } from "../../src/tools/point_tools";
import { swingInstead } from "../../src/tools/full_turn";
import { verdictOn } from "../../src/tools/mobility";
import { fieldsOf, productOf } from "../../src/tools/products";
import { readSketch, type Sketch } from "../../src/tools/sketch";
import type { Mobility } from "../../src/engine/engine";
import { reportOf } from "./program";
import { fourbarScene, MOBILE } from "./tables";
import type { Spot, Tool } from "../../src/tools/tool";

/* A drawing board without a screen: clicks in model coordinates. */
class Board {
  said = "";
  constructor(public text = "trammel: 1\n") {}

  spot(at: Point, body: string | null = null, shift = false): Spot {
    const sketch = readSketch(this.text, null);
    const node = sketch.nodes.find((one) => distance(one.at, at) < 0.05) ?? null;
    const anchor = { at: node?.at ?? at, node, body: node ? null : body };
    return { anchor, hits: body ? [{ kind: "body", name: body }] : [], shift, grid: 0.1 };
  }

  use<S>(tool: Tool<S>, ...clicks: [at: Point, body?: string, shift?: boolean][]): this {
    let state = tool.start;
    for (const [at, body, shift] of clicks) {
      const out = tool.click(state, this.spot(at, body, shift), readSketch(this.text, null));
      state = out.state;
      if (!out.made) continue;
      this.said = refused(out.made) ? out.made.why : (out.made.toast ?? "");
      if (!refused(out.made)) this.text = edited(this.text, out.made.edits);
    }
    return this;
  }
}

const O: Point = [0, 0];
const A: Point = [0.5, 1];
const B: Point = [3, 2];
const C: Point = [2.5, 0];

function fourBar(): Board {
  return new Board("").use(linkTool, [O], [A], [A], [B], [B], [C]).use(groundTool, [O], [C]);
}

describe("an analysis", () => {
  it("is added to what is to be moved where there is none, whichever way they are written", () => {
    const moved = fourBar().use(motorTool("motor"), [O]);
    expect(moved.text).toContain("dynamics");
    const given = new Board(fourBar().text + "\nanalyses: [static]\n").use(motorTool("motor"), [O]);
    expect(given.text).toContain("motor");
    expect(given.text).toContain("analyses: [static]\n");
  });
});

describe("the newcomer's path", () => {
  it("draws a four-bar with eight clicks or more and moves it", () => {
    const board = fourBar().use(driverTool, [O]);
    expect(board.text).toBe(`trammel: 1

points:
  O: [0, 0]
  A: [0.5, 1]
  B: [3, 2]
  C: [2.5, 0]

bodies:
  link1: {points: [O, A], mass: 1, shape: rod}
  link2: {points: [A, B], mass: 1, shape: rod}
  link3: {points: [B, C], mass: 1, shape: rod}

joints:
  A: {revolute: [link1, link2]}
  B: {revolute: [link2, link3]}
  O: {revolute: [ground, link1]}
  C: {revolute: [ground, link3]}

drivers:
  drive: {O.angle: 60 rpm*t}

analyses:
  - dynamics: {end: 2, output: 0.01}
`);
  });

  it("needs no second click where the chain stands", () => {
    const chained = new Board("").use(linkTool, [O], [A], [B], [C]).use(groundTool, [O], [C]);
    expect(chained.text).toBe(fourBar().text);
  });

  it("ends the chain at a point that was there", () => {
    const board = new Board("").use(linkTool, [O], [A], [B], [O], [[9, 9]]);
    expect(board.text).toContain("link3: {points: [B, O]");
    expect(board.text).not.toContain("link4");
    expect(board.text).toContain("O: {revolute: [link1, link3]}");
  });
});

describe("links", () => {
  it("gives the third body at a point a joint of another name", () => {
    const board = fourBar().use(linkTool, [A], [[1, 3]]);
    expect(board.text).toContain("link4: {points: [A, D], mass: 1, shape: rod}");
    expect(board.text).toContain("A2: {revolute: [link1, link4], at: A}");
  });

  it("pins to the ground what meets a ground pin", () => {
    const board = fourBar().use(linkTool, [O], [[-1, 1]]);
    expect(board.text).toContain("O2: {revolute: [ground, link4], at: O}");
  });

  it("that end on the middle of another add a point there, not at the end of its rod", () => {
    const board = fourBar().use(linkTool, [[1.75, 1.5], "link2"], [[2, 3]]);
    expect(board.text).toContain("link2: {points: [A, D, B]");
    expect(board.text).toContain("link4: {points: [D, E]");
    expect(board.text).toContain("D: {revolute: [link2, link4]}");
  });

  it("with corners are plates", () => {
    const board = new Board().use(linkTool, [O, undefined, true], [A, undefined, true], [B]);
    expect(board.text).toContain("link1: {points: [O, A, B], mass: 1, shape: polygon}");
  });

  it("along a link that is there are refused", () => {
    const board = fourBar().use(linkTool, [O], [A]);
    expect(board.said).toMatch(/already on link1/);
    expect(board.text).toBe(fourBar().text);
  });

  it("of one place are refused", () => {
    const board = new Board().use(linkTool, [O], [O]);
    expect(board.text).toBe("trammel: 1\n");
  });
});

describe("points", () => {
  it("go to the body that was clicked", () => {
    const board = fourBar().use(pointTool, [[1.75, 1.8], "link2"], [[5, 5]]);
    expect(board.text).toContain("link2: {points: [A, P, B]");
    expect(board.text).toContain("P: [1.75, 1.8]");
    expect(board.text).toContain("D: [5, 5]");
  });
});

describe("joints", () => {
  it("a slider is a block on a line of the ground", () => {
    const board = new Board("").use(linkTool, [O], [A], [B]).use(groundTool, [O]);
    board.use(slidingTool("prismatic"), [B], [[4, 2]]);
    expect(board.text).toContain("slider1: {points: [B], mass: 1}");
    expect(board.text).toContain("B: {revolute: [link2, slider1]}");
    expect(board.text).toContain("B2: {prismatic: [ground, slider1], at: B, axis: [1, 0]}");
  });

  it("a slider on empty ground is a mass for springs", () => {
    const board = new Board("").use(slidingTool("prismatic"), [O], [[0, 1]]).use(pairTool("spring"), [O], [[0, 1]]);
    expect(board.text).toContain("slider1: {points: [O], mass: 1}");
    expect(board.text).toContain("O: {prismatic: [ground, slider1], axis: [0, 1]}");
    expect(board.text).toContain("spring1: {spring: [slider1.O, ground.A]");
    expect(new Board("").use(slidingTool("slot"), [O], [[0, 1]]).text).not.toContain("slot");
  });

  it("a slider on empty ground follows a model with points in bodies, and rides on links", () => {
    const framed = "trammel: 1\nbodies:\n  arm: {points: {A: [0, 0], B: [1, 0]}, mass: 1}\n";
    const board = new Board(framed).use(slidingTool("prismatic"), [[3, 3]], [[4, 3]]);
    expect(board.text).toMatch(/slider1: \{points: \{\w+: \[0, 0\]\}, mass: 1, position: \[3, 3\]\}/);
    const riding = fourBar().use(slidingTool("prismatic"), [[1.75, 1.9]], [B]);
    expect(riding.text).toMatch(/prismatic: \[link\d, slider1\]/);
  });

  it("a pin where two links cross goes through both at once", () => {
    const board = new Board("").use(linkTool, [O], [[1, 1]]).use(linkTool, [[1, 0]], [[0, 1]]);
    const tool = pinTool("revolute");
    const spot = board.spot([0.5, 0.5], "link2");
    spot.hits.push({ kind: "body", name: "link1" });
    const out = tool.click(tool.start, spot, readSketch(board.text, null));
    if (!out.made || refused(out.made)) throw new Error("no pin");
    const text = edited(board.text, out.made.edits);
    expect(text).toContain("link1: {points: [O, P, A]");
    expect(text).toContain("link2: {points: [B, P, C]");
    expect(text).toContain("P: {revolute: [link2, link1]}");
    expect(text).toContain("P: [0.5, 0.5]");
  });

  it("a slot is a line that a point stays on", () => {
    const board = new Board("").use(linkTool, [O], [A], [B]).use(slidingTool("slot"), [B], [[3, 4]]);
    expect(board.text).toContain("B: {slot: [ground, link2], axis: [0, 1]}");
  });

  it("a pin becomes a weld", () => {
    const board = fourBar().use(pinTool("fixed"), [A]);
    expect(board.text).toContain("A: {fixed: [link1, link2]}");
  });

  it("a pin joins a place on one link with another", () => {
    const board = new Board("").use(linkTool, [O], [A]).use(linkTool, [[2, 0]], [[3, 0]]);
    board.use(pinTool("revolute"), [A], [[2.5, 0], "link2"]);
    expect(board.text).toContain("link2: {points: [B, A, C]");
    expect(board.text).toContain("A: {revolute: [link1, link2]}");
  });

  it("a curve passes the place that was clicked, in the frame of the body that has it", () => {
    const board = new Board("").use(linkTool, [A], [B]).use(pinTool("curve"), [B], [[7, 7]]);
    expect(board.text).toContain("curve1: {curve: [ground, link1.A], x: 3 + 0.5*u, y: 2 + 0.2*u^2, from: -1, to: 1}");
    const scene = reportOf(board.text + "analyses: [assembly]\n").scene!;
    expect(scene.assembled).toBe(true);
    expect(scene.joints[0]!.points[0]![0]).toBeCloseTo(3, 9); // the link stays where it was drawn
    expect(scene.joints[0]!.points[0]![1]).toBeCloseTo(2, 9);
    const framed =
      "trammel: 1\nbodies:\n  plate: {mass: 1, inertia: 1, position: [1, 2], angle: 90 deg, points: {P: [0, 0]}}\n";
    const ridden = new Board(`${framed}  pin: {mass: 1, inertia: 1, position: [0, 2], points: {Q: [0, 0]}}\n`);
    ridden.use(pinTool("track"), [[0, 2]], [[1, 2]]);
    expect(ridden.text).toContain("track1: {track: [plate, pin.Q], x: 0.5*u, y: 1 + 0.2*u^2, from: -1, to: 1}");
  });

  it("a pin to the ground is made but once", () => {
    const board = fourBar().use(groundTool, [O]);
    expect(board.said).toMatch(/already/);
    expect(board.text).toBe(fourBar().text);
  });

  it("a rod keeps two points apart", () => {
    const board = fourBar().use(pairTool("distance"), [[5, 0]], [B]);
    expect(board.text).toContain("D: [5, 0]");
    expect(board.text).toContain("rod1: {distance: [ground.D, link2.B]}");
  });
});

describe("loads", () => {
  it("springs are as long as they are drawn", () => {
    const board = fourBar().use(pairTool("spring"), [O], [B]);
    expect(board.text).toContain("spring1: {spring: [ground.O, link2.B], stiffness: 100, length: 3.61}");
  });

  it("springs need two bodies", () => {
    const board = new Board("").use(linkTool, [O], [A]).use(pairTool("spring"), [O], [A]);
    expect(board.said).toMatch(/same body/);
    expect(board.text).not.toContain("spring");
  });

  it("forces have ten newtons for a step of the grid", () => {
    const board = fourBar().use(arrowTool("force"), [B], [[3, 1.8]]);
    expect(board.text).toContain("force1: {force: link2.B, value: [0, -20]}");
  });

  it("torques and motors", () => {
    const board = fourBar()
      .use(onBodyTool("torque"), [[1.7, 1.5], "link2"])
      .use(motorTool("motor"), [C]);
    expect(board.text).toContain("torque1: {torque: link2, value: 1}");
    expect(board.text).toContain("motor1: {motor: C, torque: 10}");
  });

  it("drive a joint once", () => {
    const board = fourBar().use(driverTool, [O], [O]);
    expect(board.text.match(/O\.angle:/g)).toHaveLength(1);
  });
});

/* What the engine says of it. */
function judged(text: string, mobility: Partial<Mobility>): Sketch {
  return readSketch(text, { ...fourbarScene(), mobility: { ...MOBILE, ...mobility } });
}

describe("what cannot move", () => {
  const turning = { driver: "drive", channel: "O.angle", crank: "link1", start: 0 };
  const room = { start: 0, low: -2, high: 0.5, length: 0.4, maxLength: 0.29099 };

  it("a crank on the ground is asked about as soon as it is driven", () => {
    const made = driverTool.click(driverTool.start, fourBar().spot(O), readSketch(fourBar().text, null)).made;
    expect(made && !refused(made) && made.crank).toEqual({ ...turning, start: expect.closeTo(0) as number });
  });

  it("a crank that cannot turn round is said not to, and swings instead, to the side with more room", () => {
    const { text: words, make } = swingInstead(turning, room)!;
    expect(words).toBe(
      "link1 cannot make a full turn: it locks after 29°. Make it shorter than 291 mm, or let it swing.",
    );
    expect(make().edits).toEqual([
      expect.objectContaining({ path: ["drivers", "drive", "O.angle"], value: "-92 deg*(1 - cos(2*pi*t))/2" }),
    ]);
    expect(swingInstead(turning, { ...room, maxLength: 0 })!.text).toContain("Change lengths, or let it swing.");
  });

  it("nothing is said of one that turns round", () => {
    expect(swingInstead(turning, { ...room, low: null, high: null })).toBeNull();
  });

  it("two drivers on one degree of freedom: either may go", () => {
    const board = fourBar().use(driverTool, [O], [C]);
    const overdriven = { verdict: "overdriven", drivers: 2, excess: 1, remedies: ["drive2", "drive"] } as const;
    const verdict = verdictOn(judged(board.text, { ...overdriven, remedies: [...overdriven.remedies] }), [])!;
    expect(verdict.text).toBe(
      "2 drivers for 1 degree of freedom: drive (O.angle) and drive2 (C.angle) contradict each other. Remove one.",
    );
    expect(verdict.remove.map(({ name }) => name)).toEqual(["drive2", "drive"]);
    expect(verdictOn(judged(board.text, {}), [])).toBeNull();
  });

  it("a link too many is named where something is to move", () => {
    const immobile: Partial<Mobility> = { verdict: "immobile", joints: 0, remedies: ["link4", "link3"] };
    const braced = fourBar().use(linkTool, [A], [C]);
    expect(verdictOn(judged(braced.text, immobile), [])).toBeNull(); // a frame
    const verdict = verdictOn(judged(braced.use(driverTool, [O]).text, immobile), [])!;
    expect(verdict.text).toBe("Nothing can move: the joints lock every link. Remove link4 or link3, or a joint.");
    expect(verdict.remove[0]).toEqual({ kind: "body", name: "link4" });
  });
});

describe("gears", () => {
  it("are two clicks on empty ground, with teeth of a standard module", () => {
    const board = new Board("").use(gearTool("gear"), [[0, 0]], [[0.4, 0]]);
    expect(board.text).toContain("wheel1: {points: [O], mass: 1, shape: {disc: 0.2}}");
    expect(board.text).toContain("O: {revolute: [ground, wheel1]}");
    expect(board.text).toContain("gear1: {gear: [O, A], teeth: [25, 25], module: 16 mm}");
    board.use(gearTool("gear"), [[0.4, 0]], [[0.72, 0]]); // a wheel that there is keeps its teeth and its module
    expect(board.text).toContain("wheel3: {points: [B], mass: 1, shape: {disc: 0.12}}");
    expect(board.text).toContain("gear2: {gear: [A, B], teeth: [25, 15], module: 16 mm}");
  });

  it("mesh about pins that there are, as they stand", () => {
    const board = fourBar().use(gearTool("gear"), [O], [C]);
    expect(board.text).toContain("gear1: {gear: [O, C], teeth: [25, 25], module: 100 mm}");
    const framed = new Board(FRAMED).use(gearTool("gear"), [O], [[1, 0]]);
    expect(framed.text).toContain("wheel1: {points: {B: [0, 0]}, mass: 1, shape: {disc: 0.5}, position: [1, 0]}");
    expect(framed.text).toMatch(/gear1: \{gear: \[O, B\], teeth: \[25, 25\], module: 40 mm\}/);
  });

  it("take the radii of discs that there are, and leave the module to a distance that no standard one fits", () => {
    const discs = (b: string): Board =>
      new Board(`trammel: 1
points: {O: [0, 0], B: [${b}, 0]}
bodies:
  small: {points: [O], mass: 1, shape: {disc: 0.1}}
  large: {points: [B], mass: 1}
joints:
  O: {revolute: [ground, small]}
  B: {revolute: [ground, large]}
`).use(gearTool("gear"), [[0, 0]], [[Number(b), 0]]);
    expect(discs("0.3").text).toContain("teeth: [25, 50], module: 8 mm}");
    expect(discs("0.31415927").text).toMatch(/teeth: \[\d+, \d+\]\}/);
  });

  /* The carrier swings about O, a planet is pinned to its end. */
  const ARM = `trammel: 1
points: {O: [0, 0], P: [0.3, 0]}
bodies:
  arm: {points: [O, P], mass: 1, shape: rod}
  planet: {points: [P], mass: 1, shape: {disc: 0.1}}
joints:
  O: {revolute: [ground, arm]}
  P: {revolute: [arm, planet]}
`;
  const SUN = ARM.replace(
    "joints:",
    "  sun: {points: [O], mass: 1, shape: {disc: 0.2}}\njoints:\n  S: {revolute: [ground, sun], at: O}",
  );

  it("on an arm and its planet are those of the ground and the planet", () => {
    expect(new Board(ARM).use(gearTool("gear"), [[0, 0]], [[0.3, 0]]).text).toContain(
      "gear1: {gear: [O, P], teeth: [50, 25], module: 8 mm}",
    );
    expect(new Board(ARM).use(gearTool("ring"), [[0, 0]], [[0.3, 0]]).text).toContain(
      "ring1: {gear: [O, P], teeth: [-100, 25], module: 8 mm}",
    );
  });

  it("about a sun on the arm's axis are those of sun and planet; the ring is then the ground", () => {
    const board = new Board(SUN).use(gearTool("gear"), [[0, 0]], [[0.3, 0]]);
    expect(board.text).toContain("gear1: {gear: [S, P], teeth: [50, 25], module: 8 mm}");
    board.use(gearTool("ring"), [[0, 0]], [[0.3, 0]]);
    expect(board.text).toContain("ring1: {gear: [O, P], teeth: [-100, 25], module: 8 mm}");
  });

  it("run as they are drawn", () => {
    const turns = (board: Board, joint: string): void => {
      const { run } = reportOf(
        board.text.replace("analyses:", `drivers:\n  drive: {${joint}.angle: 2*pi*t}\nanalyses:`),
      );
      expect(run.messages.filter(({ severity }) => severity !== "note")).toEqual([]);
      expect(run.status).toBe("ok");
    };
    turns(new Board("").use(gearTool("gear"), [[0, 0]], [[0.4, 0]]), "O");
    turns(new Board("").use(gearTool("gear"), [[0, 0]], [[0.31, 0.17]]), "O");
    turns(new Board("").use(gearTool("ring"), [[0, 0]], [[0.2, 0]]), "O");
    turns(new Board(ARM).use(gearTool("gear"), [[0, 0]], [[0.3, 0]]), "O");
    turns(new Board(ARM).use(gearTool("ring"), [[0, 0]], [[0.3, 0]]), "O");
  });

  it("a planet is made on the arm that is clicked", () => {
    const bare = ARM.replace(/ {2}planet:.*\n/, "").replace(/ {2}P: \{revolute.*\n/, "");
    const board = new Board(bare).use(gearTool("gear"), [[0, 0]], [[0.3, 0]]);
    expect(board.text).toContain("wheel1: {points: [P], mass: 1, shape: {disc: 0.15}}");
    expect(board.text).toContain("P: {revolute: [arm, wheel1]}");
    expect(board.text).toMatch(/gear1: \{gear: \[O, P\], teeth: \[\d+, \d+\], module/);
  });

  it("a ring is hollow, and the wheel inside it smaller", () => {
    const board = new Board("").use(gearTool("ring"), [[0, 0]], [[0.2, 0]]);
    expect(board.text).toContain("ring1: {points: [O], mass: 1, shapes: [{disc: 0.33}, {disc: 0.3, hole: true}]}");
    expect(board.text).toMatch(/gear: \[O, A\], teeth: \[-\d+, \d+\], module: \d+ mm\}/);
  });

  it("are no ends of links that nothing pins", () => {
    expect(new Board("").use(linkTool, [O], [A]).use(gearTool("gear"), [A]).said).toContain("is a pin");
  });

  it("a rack passes beside its pinion", () => {
    const board = new Board("").use(gearTool("rack"), [[0, 0]], [[0, 0.2]]);
    expect(board.text).toContain("wheel1: {points: [O], mass: 1, shape: {disc: 0.2}}");
    expect(board.text).toContain("A: {prismatic: [ground, slider1], axis: [-1, 0]}");
    expect(board.text).toContain("rack1: {rack: [O, A], teeth: 25, module: 16 mm}");
  });

  it("a rack is a slider that there is: its radius is how far it passes", () => {
    const board = new Board("").use(slidingTool("prismatic"), [[0.3, -0.2]], [[1, -0.2]]);
    board.use(gearTool("rack"), [[0, 0]], [[0.3, -0.2]]);
    expect(board.text).toMatch(/rack1: \{rack: \[\w+, O\], teeth: 25, module: 16 mm\}/);
  });

  it("a rack beside a pinion that a link carries is tied by a radius", () => {
    const board = new Board("").use(slidingTool("prismatic"), [[0.3, -0.2]], [[1, -0.2]]);
    board.use(linkTool, [[-0.5, 0]], [[0.1, 0]]).use(groundTool, [[-0.5, 0]]);
    board.use(linkTool, [[0.1, 0]], [[0.2, 0.3]]);
    board.use(gearTool("rack"), [[0.1, 0]], [[0.3, -0.2]]);
    expect(board.text).toMatch(/rack1: \{rack: \[\w+, O\], radius: 0.2/);
  });
});

describe("drives", () => {
  it("have a gearbox where their form says so", () => {
    const { kind } = productOf("dc-motor");
    expect(driveOptions(kind).map(({ key }) => key)).toEqual(["ratio", "efficiency"]);
    expect(driveOptions("driver")).toEqual([]);
    expect(driveOptions("motor")).toEqual([]);
    const plain = fourBar().use(motorTool(kind), [O]);
    expect(plain.text).not.toContain("ratio");
    setOption(kind, "ratio", "20");
    setOption(kind, "efficiency", "0.9");
    expect(fourBar().use(motorTool(kind), [O]).text).toMatch(/dc-motor: O, .*, ratio: 20, efficiency: 0.9\}/);
    setOption("servo", "ratio", "80");
    expect(fourBar().use(motorTool("servo"), [O]).text).toMatch(/servo: O, .*ratio: 80, peak_torque: 3, rotor: 1e-4\}/);
    resetOptions();
  });
});

describe("slots", () => {
  it("run along the link that is clicked, wherever the click is on it", () => {
    const board = new Board("").use(linkTool, [[0, -1]], [[0, 1]]).use(linkTool, [[-0.5, 0]], [[0.2, 0.1]]);
    board.use(slidingTool("slot"), [[0.2, 0.1]], [[0.02, 0.7], "link1"]);
    expect(board.text).toMatch(/slot: \[link1, link2\].*axis: \[O, A\]/);
  });

  it("pass through the ends of the link where the point is on it", () => {
    const board = new Board("").use(linkTool, [[0, -1]], [[0, 1]]).use(linkTool, [[-0.5, 0]], [[0, 0.1]]);
    board.use(slidingTool("slot"), [[0, 0.1]], [[0.02, 0.7], "link1"]);
    expect(board.text).toContain("C: {slot: [link1.O, link2.C], axis: [O, A]}");
    expect(board.text).toContain("link1: {points: [O, A], mass: 1");
  });
});

describe("deleting", () => {
  it("takes along what cannot be without it", () => {
    const board = fourBar().use(driverTool, [O]).use(pairTool("spring"), [O], [B]);
    board.use(deleteTool, [[0.25, 0.5], "link1"]);
    expect(board.text).not.toMatch(/link1|drive|O: \{/);
    expect(board.text).toContain("spring1");
    expect(board.said).toMatch(/link1 with joints A, O and driver drive/);
  });

  it("of a point takes links of two points", () => {
    const board = fourBar().use(deleteTool, [B]);
    expect(board.text).not.toMatch(/link2|link3|B|C/);
    expect(board.text).toContain("link1");
  });
});

const FRAMED = `trammel: 1
bodies:
  ground: {points: {O: [0, 0]}}
  crank: {points: {O: [0, 0], A: [2, 0]}, mass: 1, shape: rod, angle: 90 deg} # stands
joints:
  O: {revolute: [ground, crank]}
`;

describe("body frames", () => {
  it("new links have a frame of their own", () => {
    const board = new Board(FRAMED).use(linkTool, [[0, 2]], [[2, 2]]);
    expect(board.text).toContain(
      "link1: {points: {A: [0, 0], B: [2, 0]}, mass: 1, shape: rod, position: [0, 2], angle: 0 deg}",
    );
    expect(board.text).toContain("A: {revolute: [crank, link1]}");
    expect(board.text).toContain("# stands");
  });

  it("new points are in the frame of the body; a rod runs from end to end as before", () => {
    const board = new Board(FRAMED).use(pointTool, [[0.5, 1], "crank"]);
    expect(board.text).toContain("crank: {points: {O: [0, 0], P: [1, -0.5], A: [2, 0]}, mass: 1");
  });

  it("drivers begin where the joint stands", () => {
    const board = new Board(FRAMED).use(driverTool, [O]);
    expect(board.text).toContain("drive: {O.angle: 90 deg + 60 rpm*t}");
  });

  it("pins to the ground give it a point", () => {
    const board = new Board(FRAMED).use(groundTool, [[0, 2]]);
    expect(board.text).toContain("ground: {points: {O: [0, 0], A: [0, 2]}}");
    expect(board.text).toContain("A: {revolute: [ground, crank]}");
  });

  it("lines of sliders are in the frame of the body that has them", () => {
    const board = new Board(FRAMED).use(linkTool, [[1, 3]], [[2, 3]]);
    board.use(slidingTool("slot"), [[2, 3]], [[0, 1], "crank"]);
    expect(board.text).toMatch(/slot: \[crank\.\w+, link1\.\w+\], axis: \[crank\.O, crank\.A\]/); // along the crank
  });
});

it("a cylinder is as long as it is drawn, whatever its size", () => {
  for (const id of ["hydraulic-cylinder", "pneumatic-cylinder"]) {
    const fields = fieldsOf(productOf(id), "80 mm");
    const share = (key: string): number => Number(new RegExp(`${key}: ([\\d.]+) mm`).exec(fields)![1]) / 80;
    expect(share("retracted")).toBeLessThan(1); // it can go in,
    expect(share("retracted") + share("stroke")).toBeGreaterThan(1); // and out
  }
});

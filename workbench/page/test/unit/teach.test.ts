/* teach.test.ts - teaching overlays: what they make of the engine's tables, against geometry. */
import { describe, expect, it } from "vitest";
import { phasesOf } from "../../src/analyse/phase_plot";
import { leaderEnd, placeLabels, placesAround, placeSome, type Box } from "../../src/drawing/label_places";
import { branches } from "../../src/drawing/overlay/centrodes";
import { gridOn } from "../../src/drawing/overlay/coupler_curves";
import { energyBars } from "../../src/drawing/overlay/energy_bars";
import { ghostTimes } from "../../src/drawing/overlay/ghosts";
import { centreLabel, kennedyLines } from "../../src/drawing/overlay/instant_centres";
import { colouredPaths, drivenPins, qualityOf } from "../../src/drawing/overlay/transmission";
import { placeOf, poleAt, polePairs } from "../../src/drawing/poles";
import { polygonAt } from "../../src/drawing/polygon";
import { motionOf } from "../../src/drawing/poses";
import { sampleAt } from "../../src/drawing/sample";
import type { Table, Vec } from "../../src/engine/engine";
import { fourbarScene, tableOf } from "./tables";

const BODIES = ["ground", "crank", "coupler", "follower"];
const PAIRS = BODIES.flatMap((a, i) => BODIES.slice(i + 1).map((b) => `${a}:${b}`));

/* All centres of one mechanism, the same in each row but for ground:coupler. */
function poles(...coupler: string[]): Table {
  const head = PAIRS.flatMap((pair) => [`${pair}.px`, `${pair}.py`, `${pair}.pw`]).join(",");
  const rows = coupler.map((one, i) =>
    [i, ...PAIRS.map((pair) => (pair === "ground:coupler" ? one : "1,2,1"))].join(","),
  );
  return tableOf(`t,${head}\n${rows.join("\n")}\n`, "dynamics.diagram");
}

function sampled(diagram: Table, row: number, part = 0) {
  const t = Array.from({ length: diagram.rows }, (_, i) => i).join("\n");
  return sampleAt({ ...tableOf(`t\n${t}\n`), diagram }, row, part).diagram!;
}

describe("instant centres", () => {
  const scene = fourbarScene();

  it("are of all pairs, joints first known", () => {
    const found = polePairs(scene, poles("0,0,1"));
    expect(found.map(({ name }) => name)).toEqual(PAIRS);
    expect(found.filter(({ primary }) => !primary).map(centreLabel)).toEqual(["I₁₃", "I₂₄"]);
  });

  it("are on the lines of two joints each", () => {
    const found = polePairs(scene, poles("0,0,1"));
    const coupler = found.find(({ name }) => name === "ground:coupler")!;
    expect(kennedyLines(found, coupler).map((pair) => pair.map(({ name }) => name))).toEqual([
      ["ground:crank", "crank:coupler"],
      ["ground:follower", "coupler:follower"],
    ]);
  });

  it("pass infinity between rows without a jump, whatever their sign is", () => {
    const diagram = poles("3,0,0.5", "3,0,-0.5", "-3,0,0.5");
    const pair = polePairs(scene, diagram).find(({ name }) => name === "ground:coupler")!;
    expect(placeOf(poleAt(sampled(diagram, 0), pair)!, 4)).toEqual([6, 0]);
    expect(placeOf(poleAt(sampled(diagram, 0, 0.25), pair)!, 4)).toEqual([12, 0]);
    expect(placeOf(poleAt(sampled(diagram, 0, 0.5), pair)!, 4)).toBeNull(); // at infinity
    expect(placeOf(poleAt(sampled(diagram, 1, 0.5), pair)!, 4)![0]).toBe(-6); // the same centre, of the other sign
  });

  it("are nowhere while nothing moves", () => {
    const diagram = poles("NaN,NaN,NaN");
    const pair = polePairs(scene, diagram).find(({ name }) => name === "ground:coupler")!;
    expect(poleAt(sampled(diagram, 0), pair)).toBeNull();
  });

  it("have paths of several branches where they pass infinity", () => {
    const far = 1000;
    expect(branches([[0, 0], [1, 0], [far, 0], [-far, 0], [-1, 0], [0, 1], null, [2, 2]], 4)).toEqual([
      [[0, 0], [1, 0]],
      [[-1, 0], [0, 1]],
    ]); // prettier-ignore
  });
});

describe("polygons", () => {
  /* A crank of 2 rad/s, and a coupler that carries B. */
  const diagram = tableOf(
    "t,crank.O.vx,crank.O.vy,crank.O.ax,crank.O.ay,crank.A.vx,crank.A.vy,crank.A.ax,crank.A.ay," +
      "coupler.A.vx,coupler.A.vy,coupler.A.ax,coupler.A.ay,coupler.B.vx,coupler.B.vy,coupler.B.ax,coupler.B.ay," +
      "crank.A/O.nx,crank.A/O.ny,coupler.B/A.nx,coupler.B/A.ny\n" +
      "0,0,0,0,0,0,2,-4,0,0,2,-4,0,3,1,5,5,-4,0,-1,-2\n",
    "dynamics.diagram",
  );
  const scene = fourbarScene();

  it("of velocities lead from the pole over v_A and v_B/A to v_B", () => {
    const sides = polygonAt(scene, sampled(diagram, 0), "velocity");
    expect(sides.map(({ name }) => name.index)).toEqual(["A", "B", "B/A"]);
    const [a, b, ba] = sides;
    expect(ba!.from).toEqual(a!.to);
    expect(ba!.to).toEqual(b!.to);
  });

  it("of accelerations have the normal part, then the tangential one, and end at a_B", () => {
    const sides = polygonAt(scene, sampled(diagram, 0), "acceleration", "coupler");
    const normal = sides.find(({ name }) => name.above === "n")!;
    const tangential = sides.find(({ name }) => name.above === "t")!;
    expect(normal.from).toEqual([-4, 0]);
    expect(normal.to).toEqual([-5, -2]);
    expect(tangential.from).toEqual(normal.to);
    expect(tangential.to).toEqual([5, 5]);
  });
});

describe("the transmission angle", () => {
  it("is good from 50 degrees, fair from 40", () => {
    expect([50, 49.9, 40, 39.9].map((angle) => qualityOf((angle * Math.PI) / 180))).toEqual(
      ["good", "fair", "fair", "poor"], // prettier-ignore
    );
  });

  it("colours the way of the pin piece by piece", () => {
    const angle = Float64Array.from([1.5, 1.2, 0.6, 0.6]);
    const found = colouredPaths([[0, 0], [1, 0], [2, 0], [3, 0]], angle); // prettier-ignore
    expect(found).toEqual({ good: "M0.0 0.0L1.0 0.0", fair: "", poor: "M1.0 0.0L2.0 0.0L3.0 0.0" });
  });

  it("is found in the table itself and beside it", () => {
    const beside = tableOf("t,B.transmission\n0,1\n", "dynamics.diagram");
    expect(drivenPins(fourbarScene(), { ...tableOf("t\n0\n"), diagram: beside }).map(({ joint }) => joint)).toEqual([
      "B",
    ]);
    expect(drivenPins(fourbarScene(), tableOf("t,C.transmission\n0,1\n")).map(({ joint }) => joint)).toEqual(["C"]);
  });
});

describe("energy bars", () => {
  it("count gravity from its lowest, and add up to what was put in", () => {
    const diagram = tableOf(
      "t,energy.gravity,energy.elastic,energy.input,energy.other_work\n0,-5,1,0,0\n1,-8,3,4,-1\n",
      "dynamics.diagram",
    );
    const table = { ...tableOf("t,energy.kinetic\n0,2\n1,6\n"), diagram };
    const at = (row: number) =>
      Object.fromEntries(energyBars(table, sampleAt(table, row, 0)).map(({ id, value }) => [id, value]));
    expect(at(0).gravity).toBe(3);
    expect(at(1).gravity).toBe(0);
    const stored = (row: number): number => at(row).kinetic! + at(row).gravity! + at(row).elastic!;
    expect(stored(1) - stored(0)).toBe(at(1).input! + at(1).other_work!);
  });
});

describe("ghosts and curves", () => {
  it("stand at instants equally far apart, both ends among them", () => {
    const table = tableOf("t,crank.x,crank.y,crank.angle\n2,0,0,0\n4,0,0,1\n");
    const motion = motionOf(fourbarScene(), table);
    expect(ghostTimes({ from: 2, to: 4, motion }, 5)).toEqual([2, 2.5, 3, 3.5, 4]);
  });

  it("cover a body by a grid along it", () => {
    const scene = fourbarScene();
    const point = (name: string, at: Vec) => ({ name, line: 0, column: 0, at });
    scene.bodies[2]!.points = [point("A", [0, 0, 0]), point("B", [0, 2, 0])];
    const grid = gridOn(scene, 2, 5);
    expect(grid).toHaveLength(15);
    const along = grid.map(([, y]) => y);
    expect(Math.min(...along)).toBeCloseTo(-1.2, 12); // 0.6 of the length beyond each end
    expect(Math.max(...along)).toBeCloseTo(3.2, 12);
    expect(grid.filter(([x]) => Math.abs(x) < 1e-12)).toHaveLength(5); // one row lies on the body
  });
});

describe("phase plots", () => {
  it("are of coordinates whose speed is told", () => {
    const table = tableOf("t,O.angle,O.speed,A.angle\n0,1,2,3\n");
    expect(phasesOf(fourbarScene(), table)).toEqual([
      { joint: "O", position: "O.angle", speed: "O.speed" },
    ]); // prettier-ignore
  });
});

describe("labels", () => {
  const wish = (x: number, y: number) => ({
    anchor: [x, y] as [number, number],
    width: 30,
    height: 12,
    ...placesAround(30, 12, 6, 26),
  });
  const apart = (a: Box, b: Box): boolean =>
    a.x + a.width <= b.x || b.x + b.width <= a.x || a.y + a.height <= b.y || b.y + b.height <= a.y;

  it("of one place do not cover each other, nor what is in their way", () => {
    const pin: Box = { x: -5, y: -5, width: 10, height: 10 };
    const found = placeLabels(Array.from({ length: 6 }, () => wish(0, 0)), [pin]); // prettier-ignore
    for (const [i, one] of found.entries()) {
      expect(apart(one.box, pin)).toBe(true);
      for (const other of found.slice(i + 1)) expect(apart(one.box, other.box)).toBe(true);
    }
  });

  it("stay where they were as long as that is free", () => {
    const first = placeLabels([wish(0, 0)], [{ x: 5, y: -20, width: 30, height: 20 }])[0]!;
    expect(first.place).not.toBe(0);
    expect(placeLabels([wish(0, 0)], [], [first.place])[0]!.place).toBe(first.place);
    expect(placeLabels([wish(0, 0)], [])[0]!.place).toBe(0);
  });

  it("of very many are those that have room in the window, and the same as in the frame before", () => {
    const window: Box = { x: -50, y: -50, width: 400, height: 300 };
    const wishes = Array.from({ length: 900 }, (_, i) => wish(20 * (i % 30) - 100, 12 * Math.floor(i / 30) - 60));
    const found = placeSome(wishes, window);
    const seen = found.flatMap((one) => (one ? [one.box] : []));
    expect(seen.length).toBeGreaterThan(60);
    for (const [i, box] of seen.entries()) {
      expect(box.x >= -50 && box.x + box.width <= 350 && box.y >= -50 && box.y + box.height <= 250).toBe(true);
      for (const other of seen.slice(i + 1)) expect(apart(box, other)).toBe(true);
    }
    /* the first wish has no room where the last was seen before */
    const [first, last] = [wish(0, 0), wish(3, 3)];
    expect(placeSome([first, last], window).map((one) => one !== null)).toEqual([true, false]);
    expect(placeSome([first, last], window, [-1, 0]).map((one) => one !== null)).toEqual([false, true]);
  });

  it("have a line to their place where they stand far from it", () => {
    const around: Box[] = [{ x: -60, y: -22, width: 120, height: 44 }];
    const [found] = placeLabels([wish(0, 0)], around);
    expect(found!.far).toBe(true);
    const [x, y] = leaderEnd(found!.box, [0, 0]);
    expect(x).toBeGreaterThanOrEqual(found!.box.x);
    expect(y).toBeLessThanOrEqual(found!.box.y + 12);
  });
});

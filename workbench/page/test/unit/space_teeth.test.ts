/* Toothed wheels in space: as the engine moves them, no tooth of one is within a tooth of the other. */
import { Group, Mesh, Object3D, Vector3, type BufferGeometry } from "three";
import { describe, expect, it } from "vitest";
import { involuteTooth, rackTooth } from "../../src/drawing/tooth_form";
import { motionOf, posesAtRow } from "../../src/drawing/poses";
import { noSample } from "../../src/drawing/sample";
import type { Scene, Table } from "../../src/engine/engine";
import { gearPart, rackPart } from "../../src/space/gear_parts";
import type { Kit, SpacePart } from "../../src/space/part";
import { meshesOf, someTeeth } from "../../src/space/wheels";
import { modelText } from "./models";
import { reportOf } from "./program";

function ran(text: string): { scene: Scene; tables: Table[] } {
  const { scene, run } = reportOf(text);
  return { scene: scene!, tables: run.tables };
}

/* What parts are built with, without a screen. */
function kitOf(scene: Scene): Kit {
  const edges = (geometry: BufferGeometry): Group => new Group().add(new Mesh(geometry));
  const forms = { edges, ring: () => new Group() };
  const paint = { body: () => null, solid: () => null };
  return { scene, grain: 0.3, up: [0, 0, 1], paint, forms, range: () => [0, 0.05] } as unknown as Kit;
}

type Triangle = [Vector3, Vector3, Vector3];

/* The triangles of the solids of a part, where they stand. */
function solids(part: SpacePart): Triangle[][] {
  const found: Triangle[][] = [];
  part.object.updateMatrixWorld(true);
  part.object.traverse((one: Object3D) => {
    if (!(one instanceof Mesh)) return;
    const places = (one.geometry as BufferGeometry).getAttribute("position");
    const at = (i: number): Vector3 => new Vector3().fromBufferAttribute(places, i).applyMatrix4(one.matrixWorld);
    found.push(Array.from({ length: places.count / 3 }, (_, i): Triangle => [at(3 * i), at(3 * i + 1), at(3 * i + 2)]));
  });
  return found;
}

/* A direction that no model uses, and two across it. */
const WAY = new Vector3(0.3712, 0.6135, 0.6969).normalize();
const ACROSS = [new Vector3(0, 0.6969, -0.6135).normalize()];
ACROSS.push(new Vector3().crossVectors(WAY, ACROSS[0]!));

/* What a solid covers, seen along that direction, triangle by triangle: low and high across it. */
const covers = new WeakMap<Triangle[], Float64Array>();

function cover(solid: Triangle[]): Float64Array {
  const there = covers.get(solid);
  if (there) return there;
  const boxes = new Float64Array(4 * solid.length);
  solid.forEach((corners, i) =>
    ACROSS.forEach((axis, k) => {
      const parts = corners.map((p) => p.dot(axis));
      boxes[4 * i + 2 * k] = Math.min(...parts);
      boxes[4 * i + 2 * k + 1] = Math.max(...parts);
    }),
  );
  covers.set(solid, boxes);
  return boxes;
}

/* Whether a ray from p passes the surface an odd number of times. */
function within(p: Vector3, solid: Triangle[]): boolean {
  const boxes = cover(solid);
  const [x, y] = ACROSS.map((axis) => p.dot(axis)) as [number, number];
  let count = 0;
  const [e1, e2, h, s, q] = Array.from({ length: 5 }, () => new Vector3()) as [Vector3, Vector3, Vector3, Vector3, Vector3]; // prettier-ignore
  for (let i = 0; i < solid.length; i++) {
    if (x < boxes[4 * i]! || x > boxes[4 * i + 1]! || y < boxes[4 * i + 2]! || y > boxes[4 * i + 3]!) continue;
    const [a, b, c] = solid[i]!;
    e1.subVectors(b, a);
    e2.subVectors(c, a);
    h.crossVectors(WAY, e2);
    const d = e1.dot(h);
    if (Math.abs(d) < 1e-20) continue;
    s.subVectors(p, a);
    const u = s.dot(h) / d;
    if (u < 0 || u > 1) continue;
    q.crossVectors(s, e1);
    const v = WAY.dot(q) / d;
    if (v < 0 || u + v > 1 || e2.dot(q) / d <= 0) continue;
    count++;
  }
  return count % 2 === 1;
}

/* Places all over a triangle. */
function spread([a, b, c]: Triangle): Vector3[] {
  const found: Vector3[] = [];
  for (let i = 0; i <= 6; i++)
    for (let j = 0; i + j <= 6; j++)
      found.push(
        new Vector3()
          .addScaledVector(a, i / 6)
          .addScaledVector(b, j / 6)
          .addScaledVector(c, (6 - i - j) / 6),
      );
  return found;
}

/* The part of the surface of one solid, near the other's teeth, that is within the other. */
function overlap(solid: Triangle[], other: Triangle[], near: Vector3, reach: number): number {
  const points = solid
    .filter((corners) => corners.some((p) => p.distanceTo(near) < 8 * reach))
    .flatMap(spread)
    .filter((p) => p.distanceTo(near) < reach);
  expect(points.length).toBeGreaterThan(20);
  const some = points.filter((_, i) => i % Math.ceil(points.length / 200) === 0);
  return some.filter((p) => within(p, other)).length / some.length;
}

const PAIR = (axes: string, points: string, joint: string): string => `trammel: 1
space: space
gravity: none
points: ${points}
bodies:
  one: {points: [A], mass: 1, inertia: [1e-3, 1e-3, 1e-3]}
  two: {points: [B], mass: 1, inertia: [1e-3, 1e-3, 1e-3]}
joints:
  A: {revolute: [ground, one], axis: ${axes.split(" ")[0]}}
  B: {revolute: [ground, two], axis: ${axes.split(" ")[1]}}
  mesh: ${joint}
drivers:
  d: {A.angle: 0.4*t}
initial: {}
analyses:
  - dynamics: {end: 1, output: 0.125}
`;

const S = "{A: [0, 0, 0], B: [0.12, 0, 0]}";
const CASES: [string, string, number][] = [
  ["spur wheels", PAIR("z z", S, "{gear: [A, B], teeth: [20, 40]}"), 0.0],
  ["helical wheels", PAIR("z z", S, "{gear: [A, B], teeth: [20, 40], helix: 25 deg}"), 0.0],
  ["wheels whose axes point against each other", PAIR("z -z", S, "{gear: [A, B], teeth: [24, 36], helix: -20 deg}"), 0],
  ["a wheel in a ring", PAIR("z z", "{A: [0, 0, 0], B: [0.04, 0, 0]}", "{gear: [A, B], teeth: [-60, 20]}"), 0],
  [
    "bevel wheels",
    PAIR("z x", "{A: [0, 0, 0.06], B: [0.03, 0, 0]}", "{bevel: [A, B], teeth: [20, 40], module: 3 mm}"),
    0,
  ],
  [
    "bevel wheels at 120 deg on a skew frame",
    PAIR("[0.6,0,0.8] [0.6,0.8,0]", "{A: [0.06, 0, 0.08], B: [0.045, 0.06, 0]}", "{bevel: [A, B], teeth: [17, 31], module: 3 mm}"), // prettier-ignore
    0,
  ],
  [
    "spiral bevel wheels",
    PAIR("z -x", "{A: [0, 0, 0.06], B: [0.03, 0, 0]}", "{bevel: [A, B], teeth: [18, 34], module: 3 mm, spiral: 30 deg}"), // prettier-ignore
    0.02,
  ],
  ["a worm", PAIR("x z", "{A: [0, 0, 0], B: [0, 0.1, 0]}", "{worm: [A, B], teeth: 40, diameter: 40 mm}"), 0.06],
  [
    "a left-hand worm of two threads",
    PAIR("x -z", "{A: [0, 0, 0], B: [0.02, -0.1, 0]}", "{worm: [A, B], starts: 2, teeth: 41, diameter: 50 mm, hand: left}"), // prettier-ignore
    0.06,
  ],
];

describe("teeth in space", () => {
  it.each(CASES)("%s mesh as they turn", { timeout: 60_000 }, (_, text, some) => {
    const { scene, tables } = ran(text);
    const kit = kitOf(scene);
    const gear = scene.joints.find(({ name }) => name === "mesh")!;
    const mesh = meshesOf(scene, kit.grain, ({ name }) => name === "mesh").of.get("mesh")!;
    const part = gearPart(kit, gear);
    const motion = motionOf(scene, tables[0]!);
    const near = new Vector3(...mesh.pitchPoint);
    const reach = (4 * mesh.wheels[1].radius) / Math.abs(mesh.wheels[1].teeth);
    let wrong = 0;
    for (let row = 0; row < motion.rows; row += 3) {
      part.pose({ scene, poses: posesAtRow(scene, motion, row), value: noSample });
      const [one, two] = solids(part) as [Triangle[], Triangle[]];
      expect(Math.max(overlap(one, two, near, reach), overlap(two, one, near, reach))).toBeLessThanOrEqual(some);
      /* half a pitch further they would be in each other's way */
      const poses = posesAtRow(scene, motion, row);
      const angle = Math.PI / mesh.wheels[1].teeth / 2;
      const { axis } = mesh.wheels[1];
      const [w, x, y, z] = poses[2]!.q;
      const [c, s] = [Math.cos(angle), Math.sin(angle)];
      const [i, j, k] = [s * axis[0], s * axis[1], s * axis[2]];
      poses[2] = {
        ...poses[2]!,
        q: [c * w - i * x - j * y - k * z, c * x + i * w + j * z - k * y, c * y - i * z + j * w + k * x, c * z + i * y - j * x + k * w], // prettier-ignore
      };
      part.pose({ scene, poses, value: noSample });
      const [first, second] = solids(part) as [Triangle[], Triangle[]];
      wrong += Math.max(overlap(first, second, near, reach), overlap(second, first, near, reach));
    }
    expect(wrong / Math.ceil(motion.rows / 3)).toBeGreaterThan(some + 0.08);
  });

  it("a rack with slanting teeth meshes as it slides", () => {
    const text = `trammel: 1
space: space
gravity: none
points: {A: [0, 0, 0], S: [0.01, -0.05, 0]}
bodies:
  pinion: {points: [A], mass: 1, inertia: [1e-3, 1e-3, 1e-3]}
  bar: {points: [S], mass: 1, inertia: [1e-3, 1e-3, 1e-3]}
joints:
  A: {revolute: [ground, pinion], axis: z}
  S: {prismatic: [ground, bar], axis: x}
  mesh: {rack: [A, S], teeth: 20, helix: 15 deg}
drivers: {d: {A.angle: 0.4*t}}
analyses:
  - dynamics: {end: 1, output: 0.25}
`;
    const { scene, tables } = ran(text);
    const kit = kitOf(scene);
    const part = rackPart(
      kit,
      scene.joints.find(({ name }) => name === "mesh")!,
    );
    const motion = motionOf(scene, tables[0]!);
    const near = new Vector3(0, -0.05, 0);
    for (let row = 0; row < motion.rows; row++) {
      part.pose({ scene, poses: posesAtRow(scene, motion, row), value: noSample });
      const [pinion, bar] = solids(part) as [Triangle[], Triangle[]];
      expect(overlap(pinion, bar, near, 0.012)).toBe(0);
      expect(overlap(bar, pinion, near, 0.012)).toBe(0);
    }
  });

  it("wheels in several gears are drawn once, with teeth that suit all", () => {
    const { scene } = ran(modelText("docs/guide/differential.yaml").replace("end: 30, output: 0.5", "end: 0.1, output: 0.1")); // prettier-ignore
    const gears = scene.joints.filter(({ type }) => type === "bevel");
    const { of } = meshesOf(scene, 0.3, ({ type }) => type === "bevel");
    expect(gears).toHaveLength(5);
    const drawn = gears.flatMap(({ name }) => of.get(name)!.wheels.filter(({ again }) => !again));
    expect(drawn.map(({ body }) => scene.bodies[body]!.name).sort()).toEqual(
      ["d.case", "d.left", "d.pinion1", "d.pinion2", "d.right", "shaft"], // prettier-ignore
    );
  });

  it("of a ratio alone are as many as keep it", () => {
    expect(someTeeth(20, 3 / 2)).toEqual([20, 30]);
    const [a, b] = someTeeth(20, 31 / 17);
    expect(b / a).toBeCloseTo(31 / 17, 12);
  });
});

describe("the form of a tooth", () => {
  it("is an involute: as wide as a gap at the pitch circle, and on the line that unwinds from the base circle", () => {
    const [r, z, pressure] = [0.05, 40, (20 * Math.PI) / 180];
    const form = involuteTooth(r, z, pressure);
    const base = r * Math.cos(pressure);
    const turns = form
      .filter(({ h }) => r + h > base)
      .map(({ h, w }) => ({ rho: r + h, angle: (2 * Math.PI * w) / z }));
    /* unwinding by u, rho = base hypot(1, u), and the flank goes round by u - atan(u) */
    const round = turns.map(({ rho, angle }) => angle + Math.sqrt((rho / base) ** 2 - 1) - Math.acos(base / rho));
    for (const one of round) expect(one).toBeCloseTo(round[0]!, 12);
    expect(form[0]!.h).toBeLessThan(0);
    expect(form.at(-1)!.h).toBeCloseTo((2 * r) / z, 12);
  });

  it("of a rack is straight, at the pressure angle", () => {
    const [root, tip] = rackTooth(0.01, 0.4);
    expect(((root!.w - tip!.w) * 0.01) / (tip!.h - root!.h)).toBeCloseTo(Math.tan(0.4), 12);
  });
});

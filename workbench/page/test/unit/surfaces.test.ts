/* surfaces.test.ts - surfaces of bodies as they are drawn: on which side hatching lies, what a body without a shape looks like. */
import { describe, expect, test } from "vitest";
import type { SceneBody, SceneSurface } from "../../src/engine/engine";
import { hatchAlong, solidOf, surfacePaths } from "../../src/drawing/surfaces";
import { extentOf } from "../../src/drawing/extent";
import { enclosed } from "../../src/space/solids";
import { ballsOfSurface, reachOf, trianglesOf } from "../../src/space/surfaces";
import { reportOf } from "./program";
import { body, scene } from "./space_scene";

const place = { line: 1, column: 1 };

function bodyWith(...surfaces: SceneSurface[]): SceneBody {
  return {
    ...{ name: "b", ...place, drawn: false, mass: 1, inertia: [0, 0, 1, 0, 0, 0], com: [0, 0, 0], points: [] },
    ...{ shape: { kind: "none" }, pose: { at: [0, 0, 0], angle: 0, q: [1, 0, 0, 0] } },
    surfaces,
  } as SceneBody;
}

const line: SceneSurface = {
  ...{ name: "floor", ...place, type: "line", kind: "profile", closed: false, endless: true, hollow: false, speed: 0 },
  points: [
    [0, 0, 0],
    [1, 0, 0],
  ],
};
const rim: SceneSurface = {
  name: "rim",
  ...place,
  type: "disc",
  kind: "circle",
  at: [0, 0, 0],
  radius: 0.1,
  hollow: false,
};

/* Where each stroke of a path ends, less where it begins. */
function strokes(path: string): [number, number][] {
  return [...path.matchAll(/M(\S+) (\S+)L(\S+) ([^M]+)/g)].map((m) => [
    Number(m[3]) - Number(m[1]),
    Number(m[4]) - Number(m[2]),
  ]);
}

describe("hatching", () => {
  test("lies on the right of the way along a line, where the body is", () => {
    const right = strokes(
      hatchAlong([
        [0, 0],
        [100, 0],
      ]),
    );
    expect(right.length).toBeGreaterThan(8);
    for (const [, dy] of right) expect(dy).toBeGreaterThan(0); // y down: below a line to the right
    for (const [, dy] of strokes(
      hatchAlong([
        [100, 0],
        [0, 0],
      ]),
    ))
      expect(dy).toBeLessThan(0);
  });
  test("is spread over corners, at equal distances, and bounded in number", () => {
    expect(
      strokes(
        hatchAlong(
          [
            [0, 0],
            [12, 0],
            [12, 12],
          ],
          8,
        ),
      ).length,
    ).toBe(3);
    expect(
      strokes(
        hatchAlong([
          [0, 0],
          [1e6, 0],
        ]),
      ).length,
    ).toBeLessThanOrEqual(600);
  });
  test("of a bore lies outside, of a rim on a body there is none", () => {
    const bore = surfacePaths(bodyWith({ ...rim, hollow: true }), false, 1000);
    const ends = [...bore.hatch.matchAll(/L(\S+) ([^M]+)/g)].map((m) => Math.hypot(Number(m[1]), Number(m[2])));
    expect(Math.min(...ends)).toBeGreaterThan(100);
    expect(surfacePaths(bodyWith(rim), false, 1000).hatch).toBe("");
    expect(surfacePaths(bodyWith(rim), true, 1000).hatch).not.toBe(""); // on the ground
  });
});

test("a surface is found by its distance; a line without ends far away, too", () => {
  const paths = surfacePaths(bodyWith(line), true, 100);
  expect(paths.distance([5000, 3])).toBeCloseTo(3);
  expect(surfacePaths(bodyWith(), true, 100).distance([0, 0])).toBe(Infinity);
});

test("a running surface has an arrow", () => {
  const still = surfacePaths(bodyWith(line), true, 100).stroke;
  expect(surfacePaths(bodyWith({ ...line, speed: -1 }), true, 100).stroke.length).toBeGreaterThan(still.length);
});

test("what a surface encloses is the body where that has no shape", () => {
  expect(solidOf(rim)).toMatchObject({ kind: "disc", radius: 0.1 });
  expect(solidOf({ ...rim, hollow: true })).toBeNull();
  expect(solidOf(line)).toBeNull();
  expect(enclosed({ kind: "ring", at: [0, 0, 0], axis: [0, 1, 0], radius: 1, tube: 0 }, 1)?.kind).toBe("cylinder");
  expect(enclosed({ kind: "ring", at: [0, 0, 0], axis: [0, 1, 0], radius: 1, tube: 0.1 }, 1)).toBeNull();
});

test("a sheet of 3 rows of 2 points has 4 triangles", () => {
  expect(trianglesOf(6, 2).length / 3).toBe(4);
});

const PLANE = `trammel: 1
analyses: [assembly]
bodies:
  ground: {surfaces: {floor: {line: [[0, -1], [1, -1]]}, cam: {spline: {points: [[0, 0], [1, 0], [0.5, 1]], closed: true}}}}
  ball: {mass: 1, inertia: 1, position: [5, 1], surfaces: {rim: {disc: 50 mm}, bore: {disc: {radius: 20 mm, hollow: true}}}}
`;

test("the engine tells all that is drawn: samples of a spline with its corners, free side on the left", () => {
  const scene = reportOf(PLANE).scene!;
  const [floor, cam] = scene.bodies[0]!.surfaces!;
  expect(floor).toMatchObject({ kind: "profile", type: "line", endless: true, closed: false });
  expect(cam).toMatchObject({ kind: "profile", closed: true });
  const points = (cam as SceneSurface & { kind: "profile" }).points;
  expect(points.length).toBe(36);
  const area = points.reduce((sum, [x, y], i) => {
    const [u, v] = points[(i + 1) % points.length]!;
    return sum + x * v - u * y;
  }, 0);
  expect(area).toBeLessThan(0); // clockwise: outside is on the left
  expect(scene.bodies[1]!.surfaces!.map((one) => one.kind)).toEqual(["circle", "circle"]);
  const box = extentOf(scene, null);
  expect(box.bottom).toBeCloseTo(-1); // the floor is seen, where it is nearest
  expect(box.right).toBeCloseTo(5.05);
});

const SPACE = `trammel: 1
space: space
analyses: [assembly]
tables: {hills: {x: [-1, 0, 1], y: [0, 1, 2], z: [[0, 1, 0], [0, 2, 0], [0, 1, 0]]}}
bodies:
  ground: {surfaces: {floor: {plane: [0, 0, 0]}, hill: {heightfield: {table: hills, at: [3, 0, 0]}}}}
  a: {mass: 1, inertia: [1, 1, 1], surfaces: {s: {sphere: 0.1}, c: {capsule: {radius: 0.1, from: [0, 0, 0], to: [1, 0, 0]}}, d: {cylinder: {radius: 0.1, length: 1}},
      b: {box: [1, 1, 1]}, m: {mesh: [[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]]}, e: {disc: {radius: 0.2, axis: y}}, t: {torus: {radius: 0.2, tube: 0.05}}}}
`;

test("every surface of space is told and has balls that hold it, but for the plane", () => {
  const scene = reportOf(SPACE).scene!;
  const all = scene.bodies.flatMap((body) => body.surfaces ?? []);
  expect(all.map((one) => one.kind)).toEqual([
    "plane",
    "sheet",
    "sphere",
    "capsule",
    "cylinder",
    "box",
    "hull",
    "ring",
    "ring",
  ]);
  for (const one of all) expect(ballsOfSurface(one).length > 0).toBe(one.kind !== "plane");
  const hill = all[1] as SceneSurface & { kind: "sheet" };
  expect(hill.points.length % hill.columns).toBe(0);
  expect(Math.max(...hill.points.map((p) => p[2]))).toBeCloseTo(2, 6);
  expect(hill.points[0]).toEqual([2, 0, 0]);
});

test("a plane without ends is drawn below all of the motion", () => {
  const ranges: Record<string, [number, number]> = { "b.x": [0, 4], "b.y": [-3, 0] };
  const range = (channel: string): [number, number] | null => ranges[channel] ?? null;
  expect(reachOf({ scene: scene([body("b")]), range })).toEqual({ middle: [2, -1.5, 0], radius: 2.5 });
  expect(reachOf({ scene: scene([]), range })).toEqual({ middle: [0, 0, 0], radius: 0 });
});

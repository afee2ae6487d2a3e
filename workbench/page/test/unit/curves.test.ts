/* curves.test.ts - curves of joints as the engine tells them and as they are drawn: on the curve, on its body, with strokes at its stops. */
import { expect, test, vi } from "vitest";
import { Mesh } from "three";
import type { Point } from "../../src/drawing/camera";
import { curvePixels, fromCurve, placeAlong, stops } from "../../src/drawing/curve_part";
import { extentOf } from "../../src/drawing/extent";
import { boundingSpheres } from "../../src/space/bounding_spheres";
import { jointPart } from "../../src/space/joint_parts";
import { Forms } from "../../src/space/meshes";
import { Paint } from "../../src/space/paint";
import { modelText } from "./models";
import { reportOf } from "./program";

const BEAD = `trammel: 1
bodies:
  ground: {points: {O: [2, 0]}}
  plate: {mass: 1, inertia: 1, points: {O: [0, 0]}, com: [0.1, 0], position: [2, 0]}
  bead: {mass: 1, inertia: 0.01, position: [2.5, 0]}
joints:
  O: {revolute: [ground, plate]}
  wire: {curve: [plate, bead], x: 0.5*cos(u), y: 0.5*sin(u), to: 360 deg, closed: true, limits: {displacement: [-0.2, 0.2], stiffness: 100}}
analyses: [assembly]
`;

test("the engine tells the curve; pixels are counted from the centre of mass of its body", () => {
  const scene = reportOf(BEAD).scene!;
  const { curve } = scene.joints.find(({ name }) => name === "wire")!;
  expect(curve!.closed).toBe(true);
  const points = curvePixels(scene.bodies[1]!, curve!, 100);
  for (const [x, y] of points) expect(Math.hypot(x + 10, y)).toBeCloseTo(50, 9);
  expect(fromCurve([-10, 0], points, true)).toBeCloseTo(50, 1);
  expect(fromCurve([40, 0.01], points, true)).toBeLessThan(0.1);
  const box = extentOf(scene, null);
  expect(box.left).toBeCloseTo(1.5, 3); // the ring is wider than all that moves on it
  expect(box.top).toBeCloseTo(0.5, 3);
});

test("a place along a curve is found from either side of where it closes, and none beyond an end", () => {
  const square: Point[] = [
    [0, 0],
    [2, 0],
    [2, 2],
    [0, 2],
  ];
  expect(placeAlong(square, true, 3)).toEqual({ at: [2, 1], along: [0, 1] });
  expect(placeAlong(square, true, -1)).toEqual({ at: [0, 1], along: [0, -1] });
  expect(placeAlong(square, true, 11)).toEqual({ at: [2, 1], along: [0, 1] });
  expect(placeAlong(square, false, 6)).toEqual({ at: [0, 2], along: [-1, 0] });
  expect(placeAlong(square, false, 7)).toBeNull();
  expect(placeAlong(square, false, -1)).toBeNull();
  expect(stops(square, true, [null, 0.03], 100)).toBe("M-7 1L11 1"); // at [2, 1], across the second side
});

test("in space the wire lies round its curve, in the frame of its body", () => {
  const scene = reportOf(modelText("models/roller-coaster/roller-coaster.yaml")).scene!;
  const [track] = scene.joints;
  for (const [x, y, z] of track!.curve!.points) {
    const u = Math.atan2(y / 16, x / 30);
    expect(Math.hypot(x / 30, y / 16)).toBeCloseTo(1, 12);
    expect(z).toBeCloseTo(8 + 6 * Math.cos(u) + 2 * Math.cos(4 * u), 9);
  }
  const least = Math.min(...boundingSpheres(scene, null).map(({ at }) => at[0]));
  expect(least).toBeCloseTo(-30, 2);
  vi.stubGlobal("document", { documentElement: null });
  vi.stubGlobal("getComputedStyle", () => ({ getPropertyValue: () => "" }));
  const paint = new Paint();
  const part = jointPart(
    { scene, grain: 10, up: [0, 0, 1], paint, forms: new Forms(paint), range: () => null },
    track!,
  );
  vi.unstubAllGlobals();
  part.pose({ scene, poses: scene.bodies.map(({ pose }) => pose), value: () => null });
  part.object.updateMatrixWorld(true);
  let far = 0;
  part.object.traverse((object) => {
    if (!(object instanceof Mesh)) return;
    object.geometry.computeBoundingBox();
    far = Math.max(far, -object.geometry.boundingBox!.clone().applyMatrix4(object.matrixWorld).min.x);
  });
  expect(far).toBeCloseTo(30 + 0.003 * Math.hypot(60, 32, 15), 1); // half of the wire beyond the curve
});

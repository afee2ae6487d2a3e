/* joint_limits.test.ts - stops of joints as they are drawn: where the arm of the second body lies on them, and on which side a bar is open. */
import { expect, test } from "vitest";
import { arcPath, armAngle, barPath, zeroAngle } from "../../src/drawing/joint_limits";
import { reportOf } from "./program";

/* Places of the strokes of a path "M x y L x y": their middles. */
function strokes(path: string): [number, number][] {
  return [...path.matchAll(/M(\S+) (\S+)L(\S+) ([^MA]+)/g)].map((m) => [
    (Number(m[1]) + Number(m[3])) / 2,
    (Number(m[2]) + Number(m[4])) / 2,
  ]);
}

const GATE = `trammel: 1
bodies:
  ground: {points: {O: [0, 0]}}
  gate: {mass: 1, inertia: 1, points: {O: [0, 0], P: [0, -2]}, com: [0, -1]}
joints:
  O: {revolute: [ground.O, gate.O], limits: {angle: [-30 deg, 90 deg], stiffness: 100}}
initial: {O.angle: 20 deg}
analyses: [assembly]
`;

test("the engine tells the limits; the arm is at an end of the arc where the angle is", () => {
  const scene = reportOf(GATE).scene!;
  const joint = scene.joints[0]!;
  const [coordinate] = joint.coordinates;
  expect(coordinate!.limits![0]).toBeCloseTo(-Math.PI / 6, 12);
  expect(coordinate!.limits![1]).toBeCloseTo(Math.PI / 2, 12);
  expect(armAngle(scene.bodies[1]!, joint.points[1])).toBeCloseTo(-Math.PI / 2, 12);
  const zero = zeroAngle(scene, joint, coordinate!.value);
  expect(zero).toBeCloseTo(-Math.PI / 2, 9); // the arm hangs where the angle is zero
  const [low, high] = strokes(arcPath(coordinate!.limits!, zero, 100));
  expect(low![0]).toBeCloseTo(100 * Math.cos(-Math.PI / 2 - Math.PI / 6), 1);
  expect(low![1]).toBeCloseTo(-100 * Math.sin(-Math.PI / 2 - Math.PI / 6), 1); // y down
  expect(high![0]).toBeCloseTo(100, 1);
  expect(high![1]).toBeCloseTo(0, 1);
});

test("a side without a limit has no stroke", () => {
  expect(strokes(arcPath([null, 1], 0)).length).toBe(1);
  expect(strokes(arcPath([0, 1], 0)).length).toBe(2);
  expect(barPath([null, 0.2], 100, 17).match(/V/g)!.length).toBe(1);
  expect(barPath([-0.1, 0.2], 100, 17)).toBe("M-10 17H20M-10 10V24M20 10V24");
});

test("an arc of more than a turn is a circle but for a gap", () => {
  expect(arcPath([-10, 10], 0)).toContain(" 1 0 "); // the long way round
});

/* touches.test.ts - bodies that touch: where, whether they press and stick; their impulses and their loads; stops in space. */
import { expect, test } from "vitest";
import { arrowsAt } from "../../src/drawing/arrow_set";
import { impulsesAt, stepOf } from "../../src/drawing/impulses";
import { balanceOf, loadsOn } from "../../src/drawing/loads";
import type { Instant } from "../../src/drawing/part";
import { sampleAt } from "../../src/drawing/sample";
import { touchAt, touchNames } from "../../src/drawing/touches";
import { turned, zeroArm } from "../../src/space/joint_limits";
import "./description";
import { reportOf } from "./program";

/* Two blocks of 1 and 3 kg on each other, g = 10: 30 N between them, 40 N on the floor. A third falls 0.2 m to the floor: 0.2 s, 2 N s. */
const SIDES = "{polygon: [[-0.1, -0.1], [0.1, -0.1], [0.1, 0.1], [-0.1, 0.1]], group: blocks}";
const BLOCKS = `trammel: 1
gravity: [0, -10]
bodies:
  ground: {surfaces: {floor: {line: [[0, 0], [1, 0]]}}}
  low: {mass: 1, shape: {box: [0.2, 0.2]}, position: [0, 0.1], surfaces: {s: ${SIDES}}}
  high: {mass: 3, shape: {box: [0.2, 0.2]}, position: [0.04, 0.3], surfaces: {s: ${SIDES}}}
  ball: {mass: 1, shape: {disc: 0.1}, position: [1, 0.3], surfaces: {rim: {disc: 0.1}}}
forces:
  on: {contact: [blocks, ground], friction: 0.5}
  among: {contact: [blocks, blocks], friction: 0.5}
  hit: {contact: [ball.rim, ground.floor]}
analyses: [dynamics: {end: 0.4, output: 0.1}]
`;

const { scene: found, run } = reportOf(BLOCKS);
const scene = found!;
const table = run.tables[0]!;
const last = sampleAt(table, table.rows - 1, 0);

test("a contact tells where bodies touch, of more than two bodies for each two of them", () => {
  expect(touchNames(scene, "hit")).toEqual(["hit"]);
  expect(touchNames(scene, "on")).toEqual(["on.low.ground", "on.high.ground"]);
  const low = touchAt(last, "on.low.ground")!;
  expect(low.at[0]).toBeCloseTo(0.03, 9); // 3/4 of 0.04
  expect(low.force[1]).toBeCloseTo(-40, 9); // on the ground
  expect([low.presses, low.sticks]).toEqual([true, true]);
  expect(touchAt(last, "on.high.ground")).toMatchObject({ presses: false, sticks: false });
  expect(touchAt(() => null, "hit")).toBeNull();
});

test("the scene places a contact where its bodies are nearest", () => {
  const hit = scene.forces.find(({ name }) => name === "hit")!;
  expect(hit.bodies).toEqual([3, 0]);
  expect(hit.points[0]![1]).toBeCloseTo(-0.2, 9); // midway over the gap of 0.2 m, in the frame of the ball
  expect(hit.points[1]![1]).toBeCloseTo(0.1, 9);
});

test("free bodies contain contacts by the names of their bodies, and balance", () => {
  const loads = loadsOn(scene, last, 1)!;
  expect(loads.map(({ name, kind, what }) => [name, kind, what])).toEqual([
    ["on.low.ground", "force", "contact"],
    ["among", "force", "contact"],
    ["weight", "weight", "weight"],
  ]);
  expect(balanceOf(scene, last, 1)!.residual).toBeLessThan(1e-9);
});

test("of all bodies each touch is one arrow, of one body it is its own", () => {
  const now = { scene, poses: scene.bodies.map(({ pose }) => pose), value: last, scale: 1 } as unknown as Instant;
  const at = (arrows: { by: number[] }[]): number[] => arrows.map(({ by }) => Math.round(by[1]!)).sort((a, b) => a - b);
  expect(at(arrowsAt(now, "force", null))).toEqual([-30, -30, -10, -10, 10, 40]); // weights; among on low; the ball; the floor
  expect(at(arrowsAt(now, "force", 2))).toEqual([-30, 30]);
});

test("the impulse of an impact is an arrow at its place, on what moves, and fades", () => {
  const { events } = table;
  const now = { scene, poses: scene.bodies.map(({ pose }) => pose) };
  const [impulse] = impulsesAt(now, events, 0.2000001, 1);
  expect(impulse!.at[0]).toBeCloseTo(1, 9);
  expect(impulse!.at[1]).toBeCloseTo(0, 6);
  expect(impulse!.by[1]).toBeCloseTo(2, 6);
  expect(stepOf(impulse!)).toBe(3);
  expect(stepOf(impulsesAt(now, events, 0.55, 1)[0]!)).toBe(0);
});

test("stops in space lie where the arm of the second body points", () => {
  const door = reportOf(`trammel: 1
space: space
bodies:
  ground: {points: {H: [0, 0, 0]}}
  door: {mass: 1, inertia: [1, 1, 1], points: {H: [0, 0, 0], T: [1, 0, 0]}, com: [0.5, 0, 0]}
joints: {H: {revolute: [ground, door], axis: z, limits: {angle: [-30 deg, 90 deg], stiffness: 100}}}
initial: {H.angle: 20 deg}
analyses: [assembly]
`).scene!;
  const joint = door.joints[0]!;
  const arm = zeroArm({ scene: door }, joint, joint.coordinates[0]!.value);
  [1, 0, 0].forEach((x, i) => expect(arm[i]).toBeCloseTo(x, 9));
  const end = turned(arm, [0, 0, 1], Math.PI / 2);
  [0, 1, 0].forEach((x, i) => expect(end[i]).toBeCloseTo(x, 9));
});

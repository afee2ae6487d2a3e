/* impulses.test.ts - impulses of events: for how long their arrows stay, where they act. */
import { expect, test } from "vitest";
import { impulsesAt, largestImpulse, rowsShown } from "../../src/drawing/impulses";
import { reportOf } from "./program";

/* A rod on a pin at rest, struck at its end by J = 1 N s across it: v = J/m + w a, w = J l/I_O with I_O = I + m a^2; the pin gives m v - J. */
const STRUCK = `trammel: 1
gravity: [0, 0]
bodies:
  ground: {points: {O: [0, 0]}}
  rod: {mass: 2, inertia: 0.1, points: {O: [0, 0], P: [1, 0]}, com: [0.4, 0]}
joints: {O: {revolute: [ground, rod]}}
events: {strike: {when: t - 0.5, do: {impulse: {at: rod.P, value: [0, 1]}}}}
analyses: [dynamics: {end: 1, output: 0.1}]
`;

test("the impulse of a joint is an arrow at the joint, for a moment from its instant on", () => {
  const { scene, run } = reportOf(STRUCK);
  const events = run.tables[0]!.events!;
  const now = { scene: scene!, poses: scene!.bodies.map(({ pose }) => pose) };
  expect(impulsesAt(now, events, 0.49, 1)).toEqual([]);
  const [arrow] = impulsesAt(now, events, 0.5, 1);
  const pin = (2 * 0.4) / (0.1 + 2 * 0.4 * 0.4) - 1; // m a w - J
  expect(arrow!.at[0]).toBeCloseTo(0, 12);
  expect(arrow!.by[0]).toBeCloseTo(0, 9);
  expect(arrow!.by[1]).toBeCloseTo(pin, 9);
  expect(largestImpulse(events)).toBeCloseTo(Math.abs(pin), 9);
  expect(impulsesAt(now, events, 0.89, 1).length).toBe(1);
  expect(impulsesAt(now, events, 0.91, 1).length).toBe(0);
  expect(rowsShown(events, 0.6, 0.1)).toEqual([]); // slower: a moment of the clock is shorter
  expect(impulsesAt(now, undefined, 0.5, 1)).toEqual([]);
});

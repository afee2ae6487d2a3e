/* extent.test.ts - what a view of everything must hold. */
import { expect, it } from "vitest";
import { extentOf } from "../../src/drawing/extent";
import type { Motion } from "../../src/drawing/poses";
import { drivesAway } from "../../src/drawing/travel";
import { body, GROUND, pose, scene } from "./plane_scene";

it("includes the ends of a spring on the ground in every pose", () => {
  const hung = scene([GROUND, body("bob", [0, 0, 0], false, pose([0.5, 1], 0))], 1);
  const spring = { name: "k", line: 1, column: 1, type: "spring", bodies: [0, 1], numbers: {} };
  hung.forces = [{ ...spring, points: [[0, 3, 0], [0.2, 0, 0]] }]; // prettier-ignore
  const still = [GROUND.pose, pose([0.5, 1], 0)];
  expect(extentOf(hung, null, [still])).toEqual({ left: 0, right: 0.7, bottom: 1, top: 3 });
});

/* Two bodies, of which the second goes along x. */
function cart(way: number, other: number): Motion {
  const still = Float64Array.of(0, 0);
  const along = (to: number) => ({
    at: [Float64Array.of(0, to), still],
    ...{ speed: null, angle: still, omega: null, q: null, turning: null },
  });
  return { t: Float64Array.of(0, 1), rows: 2, timed: true, bodies: [null, along(way), along(other)] };
}

it("is where a mechanism begins that drives away as a whole, and all of the way of one that stays", () => {
  const two = scene([GROUND, body("car", [0, 0, 0], false, pose([0, 0], 0)), body("wheel", [0, 0, 0], false, pose([0, 0], 0))], 1); // prettier-ignore
  expect(drivesAway(two, cart(20, 20), 1)).toBe(true);
  expect(extentOf(two, cart(20, 20)).right).toBe(0);
  expect(drivesAway(two, cart(20, 20), 11)).toBe(false); // on a long floor
  expect(drivesAway(two, cart(20, 0), 1)).toBe(false);
  expect(extentOf(two, cart(20, 0)).right).toBe(20);
});

it("holds the way of a loose body beside others that stay, but not where it goes many times their size", () => {
  const two = scene([GROUND, body("fallen", [0, 0, 0], false, pose([0, 0], 0)), body("crank", [0, 0, 0], false, pose([0, 0], 0))], 1); // prettier-ignore
  const right = (way: number): number => extentOf(two, cart(way, 0)).right;
  two.mobility = { ...two.mobility!, loose: [["fallen"]] };
  expect([right(2.5), right(3.5)]).toEqual([2.5, 0]);
  two.mobility = { ...two.mobility, loose: [["fallen"], ["crank"]] };
  expect([right(7), right(9)]).toEqual([7, 9]); // the crank stays although nothing holds it
});

/* extent.test.ts - what a view of everything must hold. */
import { expect, it } from "vitest";
import { extentOf } from "../../src/drawing/extent";
import { body, GROUND, pose, scene } from "./plane_scene";

it("includes the ends of a spring on the ground in every pose", () => {
  const hung = scene([GROUND, body("bob", [0, 0, 0], false, pose([0.5, 1], 0))], 1);
  const spring = { name: "k", line: 1, column: 1, type: "spring", bodies: [0, 1], numbers: {} };
  hung.forces = [{ ...spring, points: [[0, 3, 0], [0.2, 0, 0]] }]; // prettier-ignore
  const still = [GROUND.pose, pose([0.5, 1], 0)];
  expect(extentOf(hung, null, [still])).toEqual({ left: 0, right: 0.7, bottom: 1, top: 3 });
});

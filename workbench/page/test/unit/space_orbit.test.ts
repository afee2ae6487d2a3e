/* Where the camera of space stands, and what it must hold. */
import { describe, expect, it } from "vitest";
import type { Vec } from "../../src/engine/engine";
import { against, extentOf, fitted, orbited, screenOf, threeQuarters, type Sphere } from "../../src/space/orbit";
import { cross, distance, dot, length, levelOf, minus, upOf } from "../../src/space/vectors";

const Z: Vec = [0, 0, 1];
const Y: Vec = [0, 1, 0];

/* How far out of the cone of view (1: on its edge) the ball reaches, across and upwards. */
function used(balls: Sphere[], from: Vec, up: Vec, tangents: [number, number], position: Vec): [number, number] {
  const [right, upwards] = screenOf(from, up);
  const most: [number, number] = [0, 0];
  for (const { at, radius } of balls) {
    const d = minus(at, position);
    const depth = -dot(d, from);
    [right, upwards].forEach((axis, i) => {
      const t = tangents[i]!;
      /* distance of the ball's far side from the plane of the cone, as a part of the cone's width there */
      most[i] = Math.max(most[i]!, (Math.abs(dot(d, axis)) + radius * Math.hypot(1, t)) / (t * depth));
    });
  }
  return most;
}

describe("directions", () => {
  it("has up against gravity, z where there is none", () => {
    expect(distance(upOf([0, -9.81, 0]), Y)).toBe(0);
    expect(upOf([0, 0, 0])).toEqual([0, 0, 1]);
  });

  it("has x to the right and y away where z is up, and z to the front where y is up", () => {
    expect(levelOf(Z)).toEqual([
      [1, 0, 0],
      [0, 1, 0],
    ]);
    expect(dot(levelOf(Y)[1], [0, 0, -1])).toBeCloseTo(1, 12);
    for (const up of [Z, Y, [1, 0, 0], [0.6, 0, 0.8]] as Vec[]) {
      const [first, second] = levelOf(up);
      expect(distance(cross(first, second), up)).toBeLessThan(1e-12);
      expect(length(first)).toBeCloseTo(1, 12);
    }
  });

  it("keeps the level upright on the screen when it looks straight down", () => {
    const from = against(Z, Z);
    const [right, upwards] = screenOf(from, Z);
    expect(dot(right, [1, 0, 0])).toBeGreaterThan(0.99);
    expect(dot(upwards, [0, 1, 0])).toBeGreaterThan(0.99);
    expect(against([1, 0, 0], Z)).toEqual([1, 0, 0]);
  });
});

describe("a view of everything", () => {
  const balls: Sphere[] = [
    { at: [0, 0, 0], radius: 0.1 },
    { at: [2, 0.5, 0], radius: 0 },
    { at: [1, -3, 1], radius: 0.4 },
    { at: [-1, 1, 2.5], radius: 0.2 },
  ];

  it.each([
    [[0.4, 0.4], threeQuarters(Z), Z],
    [[0.9, 0.25], threeQuarters(Z), Z],
    [[0.2, 0.5], threeQuarters(Y), Y],
    [[0.4, 0.3], [1, 0, 0], Z],
    [[0.4, 0.3], against(Z, Z), Z],
  ] as [[number, number], Vec, Vec][])("holds all and wastes nothing %#", (tangents, from, up) => {
    const { position } = fitted(balls, from, up, tangents, 1);
    const [across, above] = used(balls, from, up, tangents, position);
    expect(across).toBeLessThan(1 + 1e-9);
    expect(above).toBeLessThan(1 + 1e-9);
    expect(Math.max(across, above)).toBeGreaterThan(0.999);
  });

  it("shows one point, and nothing at all, from some distance", () => {
    for (const few of [[], [{ at: [1, 2, 3] as Vec, radius: 0 }]]) {
      const { position, target } = fitted(few, threeQuarters(Z), Z, [0.4, 0.3], 1);
      expect(distance(position, target)).toBeGreaterThan(0.1);
      expect(position.every(Number.isFinite)).toBe(true);
    }
  });
});

describe("orbiting", () => {
  const start = { position: [3, -4, 2] as Vec, target: [1, 1, 1] as Vec };

  it("keeps its distance and its height when it goes round", () => {
    const there = orbited(start, Z, 1.1, 0);
    expect(distance(there.position, there.target)).toBeCloseTo(distance(start.position, start.target), 12);
    expect(there.position[2]).toBeCloseTo(start.position[2], 12);
    const back = orbited(there, Z, -1.1, 0);
    expect(distance(back.position, start.position)).toBeLessThan(1e-12);
  });

  it("stops before it goes over the top", () => {
    const there = orbited(start, Z, 0, 10);
    const from = minus(there.position, there.target);
    expect(dot(from, Z) / length(from)).toBeGreaterThan(0.99);
    expect(Math.hypot(from[0], from[1])).toBeGreaterThan(0);
    expect(orbited(there, Z, 0, 1).position[2]).toBeCloseTo(there.position[2], 9);
  });
});

describe("what all balls take", () => {
  it("reaches to their far sides", () => {
    const balls: Sphere[] = [
      { at: [0, 0, 0], radius: 1 },
      { at: [4, 0, 0], radius: 0 },
    ];
    expect(extentOf(balls, Z, 0.1)).toEqual({ centre: [1.5, 0, 0], radius: 2.5, low: -1 });
    expect(extentOf([], Z, 0.1)).toEqual({ centre: [0, 0, 0], radius: 0.1, low: -0.1 });
  });

  it("is found for long motions of many bodies, too", () => {
    const many: Sphere[] = Array.from({ length: 300_000 }, (_, i) => ({ at: [i / 1e5, 0, 0], radius: 0 }));
    expect(extentOf(many, Z, 0.1).radius).toBeCloseTo(1.5, 4);
    expect(fitted(many, Z, Y, [0.3, 0.2], 0.1).target[0]).toBeCloseTo(1.5, 4);
  });
});

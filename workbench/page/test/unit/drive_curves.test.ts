/* What a motion asks of its drives: peak, root mean square, speed and power, of rotors before their gearbox. */
import { expect, it } from "vitest";
import { driveCurves, rmsOf } from "../../src/analyse/drive_curves";
import { reportOf } from "./program";

const MOTOR = `trammel: 1
gravity: none
points: {O: [0, 0]}
bodies: {disc: {points: [O], mass: 1, inertia: 0.5}}
joints: {O: {revolute: [ground, disc]}}
forces:
  m: {motor: O, torque: 2*sin(2*pi*t)}
  b: {brake: O, torque: 0}
analyses: [{dynamics: {end: 1, output: 5 ms}}]
`;

/* w = 2 (1 - cos 2 pi t)/(2 pi J): 4/(2 pi J) at most; the mean square of the sine is a half */
it("a motor that swings a disc", () => {
  const { run, scene } = reportOf(MOTOR);
  const curves = driveCurves(run.tables[0]!, scene);
  expect(curves.map(({ name }) => name)).toEqual(["m"]);
  const [curve] = curves;
  expect(curve!.peak).toBeCloseTo(2, 9);
  expect(curve!.rms).toBeCloseTo(Math.SQRT2, 9);
  expect(curve!.fastest).toBeCloseTo(4 / Math.PI, 6);
  expect([curve!.speedUnit, curve!.effortUnit]).toEqual(["rad/s", "N*m"]);
});

it("a motor with a gearbox is asked for what its rotor does", () => {
  const geared = MOTOR.replace(/ {2}b: .*\n/, "").replace(
    / {2}m: .*/,
    "  m: {dc-motor: O, voltage: 24, R: 4, L: 8 mH, k: 0.25, ratio: 8, rotor: 2e-5}",
  );
  const { run, scene } = reportOf(geared);
  const table = run.tables[0]!;
  const [curve] = driveCurves(table, scene);
  const speed = table.columns[table.channels.findIndex(({ name }) => name === "O.speed")]!;
  expect(curve!.fastest / Math.max(...speed)).toBeCloseTo(8, 9);
});

it("an actuator between two points is a drive, with the margins of its ratings", () => {
  const ram = MOTOR.replace(/ {2}b: .*\n/, "")
    .replace("points: {O: [0, 0]}", "points: {O: [0, 0], A: [1, 0], B: [0, 1]}")
    .replace("points: [O]", "points: [O, A]")
    .replace(
      / {2}m: .*/,
      "  m: {actuator: [ground.B, disc.A], value: 2, peak: 3}\n  g: {spring: [ground.B, disc.A], stiffness: 1}",
    );
  const { run, scene } = reportOf(ram);
  const curves = driveCurves(run.tables[0]!, scene);
  expect(curves.map(({ name }) => name)).toEqual(["m"]);
  expect(curves[0]!.peak).toBeCloseTo(2, 12);
  expect([curves[0]!.speedUnit, curves[0]!.effortUnit]).toEqual(["m/s", "N"]);
  expect(curves[0]!.facts).toEqual([["margins", "peak 1.5"]]);
});

it("the root of the mean square is that of the trapezoidal rule", () => {
  expect(rmsOf(Float64Array.of(0, 1, 3), Float64Array.of(1, 1, 1))).toBe(1);
  expect(rmsOf(Float64Array.of(0, 1), Float64Array.of(0, 2))).toBeCloseTo(Math.SQRT2, 12);
});

it("there is none in a table that is no motion", () => {
  expect(driveCurves(null, null)).toEqual([]);
});

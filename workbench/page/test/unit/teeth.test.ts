/* Teeth for two wheels at a distance: whole, of a standard module where one fits, near the wanted ratio. */
import { describe, expect, it } from "vitest";
import { applyChanges } from "../../src/editor/changes";
import { remesh, teethOfRatio } from "../../src/editor/remesh";
import type { Scene } from "../../src/engine/engine";
import { gearRadii, gearRatio, toothings } from "../../src/drawing/gear_part";
import { radiiOf, teethFor } from "../../src/tools/teeth";
import { modelText } from "./models";
import { reportOf } from "./program";

const STANDARD = [1, 1.25, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10, 12, 16, 20, 25, 32, 40, 50];

describe("teeth", () => {
  it.each([
    [0.14, 0.4],
    [0.09, 1],
    [0.375, 3],
    [0.06, 0.2],
  ])("at %f m with radii as %f to 1", (distance, radii) => {
    const { counts, module } = teethFor(distance, radii, false);
    expect(STANDARD).toContain(Number((1000 * module!).toPrecision(6)));
    expect((module! * (counts[0] + counts[1])) / 2).toBeCloseTo(distance, 12);
    expect(Math.abs(Math.log(counts[0] / counts[1] / radii))).toBeLessThan(0.06);
    expect(Math.min(...counts)).toBeGreaterThanOrEqual(12);
  });

  it("of a ring and a wheel in it", () => {
    const { counts, module } = teethFor(0.042, 60 / 18, true);
    expect(counts[0]).toBeLessThan(0);
    expect((module! * -(counts[0] + counts[1])) / 2).toBeCloseTo(0.042, 12);
    expect(teethFor(0.042, 1, true, null, { teeth: 18, module: 0.002 })).toEqual({ counts: [-60, 18], module: 0.002 });
    expect(teethFor(0.042, 1, true, { teeth: 60, module: 0.002 })).toEqual({ counts: [-60, 18], module: 0.002 });
  });

  it("of wheels that have some stay", () => {
    const [a, b] = [{ teeth: 20, module: 0.004 }, { teeth: 50, module: 0.004 }]; // prettier-ignore
    expect(teethFor(0.14, 1, false, a, b)).toEqual({ counts: [20, 50], module: 0.004 });
    expect(teethFor(0.15, 1, false, a, b)).toEqual({ counts: [20, 50], module: null });
    expect(teethFor(0.14, 1, false, a)).toEqual({ counts: [20, 50], module: 0.004 });
    expect(teethFor(0.14, 1, false, null, b)).toEqual({ counts: [20, 50], module: 0.004 });
  });

  it("fit at every size, without a module where no standard one does", () => {
    for (const size of [1e-4, 0.01, 1, 30, 1000]) {
      const { counts, module } = teethFor(0.4 * size, 2, false);
      expect((module! * (counts[0] + counts[1])) / 2 / size).toBeCloseTo(0.4, 9);
    }
    expect(teethFor(Math.SQRT2 / 7, 2, false)).toEqual({ counts: [48, 24], module: null });
    const [one, two] = radiiOf({ counts: [48, 24], module: null }, 0.3);
    expect(one).toBeCloseTo(0.2, 12);
    expect(two).toBeCloseTo(0.1, 12);
  });
});

describe("a gear given in the other way", () => {
  const changed = (text: string, to: "teeth" | "ratio", ratio: number, sense: number): string =>
    applyChanges(text, remesh(text, ["joints", "mesh"], to, ratio, sense));
  const WAY = "joints:\n  mesh: {gear: [O, P], ratio: -0.4, offset: 3 deg} # kept\n";
  it("has teeth of the same ratio, or the ratio of its teeth", () => {
    expect(changed(WAY, "teeth", -0.4, 1)).toBe("joints:\n  mesh: {gear: [O, P], teeth: [20, 50]} # kept\n");
    const toothed = "joints:\n  mesh: {gear: [O, P], teeth: [-60, 18], module: 2 mm, pressure: 20 deg}\n";
    expect(changed(toothed, "ratio", 60 / 18, -1)).toBe("joints:\n  mesh: {gear: [O, P], ratio: -3.33333333}\n");
  });
  it("has whole teeth as near as they can be", () => {
    expect(teethOfRatio(-1)).toEqual([20, 20]);
    expect(teethOfRatio(3)).toEqual([-60, 20]);
    expect(teethOfRatio(1 / 3)).toEqual([20, -60]);
    const [a, b] = teethOfRatio(-17 / 23);
    expect(a / b).toBeCloseTo(17 / 23, 12);
  });
});

/* A wheel on an arm that rolls about a fixed one, by a ratio: the arm's angle counts, and not that of the fixed wheel. */
const ARM = `trammel: 1
bodies:
  ground: {points: {O: [0, 0]}}
  arm: {points: {O: [0, 0], P: [0.3, 0]}, com: [0.15, 0], mass: 1, inertia: 0.01}
  planet: {points: {P: [0, 0]}, mass: 1, inertia: 0.01, position: [0.3, 0]}
joints:
  O: {revolute: [ground, arm]}
  P: {revolute: [arm, planet]}
  mesh: {gear: [O, P], ratio: 2}
analyses:
  - dynamics: {end: 0.1, output: 0.1}
`;

const sceneOf = (text: string): Scene => reportOf(text).scene!;

describe("drawn wheels", () => {
  it("on an arm have the radii that the ratio means there", () => {
    const scene = sceneOf(ARM);
    const mesh = scene.joints.find(({ name }) => name === "mesh")!;
    expect(gearRatio(scene, mesh)).toBe(-2);
    expect(gearRadii(scene, mesh)!.map((r) => r.toFixed(6))).toEqual(["0.200000", "0.100000"]);
    const toothed = sceneOf(ARM.replace("ratio: 2", "teeth: [40, 20], module: 10 mm"));
    const same = toothed.joints.find(({ name }) => name === "mesh")!;
    expect(gearRadii(toothed, same)!.map((r) => r.toFixed(6))).toEqual(["0.200000", "0.100000"]);
  });

  /* At the pitch point of each pair a tooth of one is where the other has its gap. */
  it.each(["planetary", "gear-pair"])("of %s mesh at the start", (name) => {
    const scene = sceneOf(modelText(`models/${name}/${name}.yaml`));
    const phases = toothings(scene);
    const gears = scene.joints.filter(({ numbers }) => numbers["teeth.x"] !== undefined);
    expect(gears.length).toBeGreaterThan(0);
    for (const gear of gears) {
      const z = [gear.numbers["teeth.x"]!, gear.numbers["teeth.y"]!];
      const at = gear.bodies.map((body) => scene.bodies[body]!.pose);
      const middle = gear.bodies.map((body, i) => {
        const { com } = scene.bodies[body]!;
        const [x, y] = [gear.points[i]![0] - com[0], gear.points[i]![1] - com[1]];
        const [c, s] = [Math.cos(at[i]!.angle), Math.sin(at[i]!.angle)];
        return [at[i]!.at[0] + c * x - s * y, at[i]!.at[1] + s * x + c * y] as const;
      });
      const radii = gearRadii(scene, gear)!;
      const towards = Math.atan2(middle[1]![1] - middle[0]![1], middle[1]![0] - middle[0]![0]);
      const inward = z[0]! > 0 && z[1]! < 0 ? Math.PI : 0;
      const pitch = [0, 1].map((i) => middle[0]![i]! + radii[0]! * [Math.cos, Math.sin][i]!(towards + inward));
      const parts = [0, 1].map((i) => {
        const angle = Math.atan2(pitch[1]! - middle[i]![1], pitch[0]! - middle[i]![0]);
        return ((angle - at[i]!.angle - phases.get(gear.name)!.phases[i]!) * Math.abs(z[i]!)) / (2 * Math.PI);
      });
      const sum = z[0]! * z[1]! < 0 ? parts[1]! - parts[0]! : parts[1]! + parts[0]!;
      expect(Math.abs(sum - Math.floor(sum) - 0.5)).toBeLessThan(1e-6);
    }
  });
});

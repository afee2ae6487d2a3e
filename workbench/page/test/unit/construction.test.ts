/* What gears and cams are constructed by: lines that touch base circles, and the pressure angle that the engine tells of a cam. */
import { describe, expect, it } from "vitest";
import { constructionsOf, normalAt, ofTeeth } from "../../src/drawing/construction";
import { motionOf, posesAtRow } from "../../src/drawing/poses";
import { channelColumn, sampleAt } from "../../src/drawing/sample";
import type { Vec } from "../../src/engine/engine";
import { modelText } from "./models";
import { reportOf } from "./program";

const away = (p: Vec, from: Vec, to: Vec): number =>
  Math.abs((p[0] - from[0]) * (to[1] - from[1]) - (p[1] - from[1]) * (to[0] - from[0])) /
  Math.hypot(to[0] - from[0], to[1] - from[1]);

describe("teeth", () => {
  it.each([
    ["side by side", [0.14, 0.02], [0.04, 0.1], false],
    ["a wheel in a ring", [0.03, -0.04], [0.15, 0.1], true],
    ["a ring about a wheel", [-0.05, 0], [0.1, 0.15], true],
  ] as const)("%s have a line of action that touches both base circles", (_, [x, y], radii, inner) => {
    const distance = Math.hypot(x, y);
    const scaled = radii.map((r) => (r * distance) / (inner ? 0.05 : 0.14)) as [number, number];
    for (const sense of [1, -1]) {
      const { circles, lines, angle } = ofTeeth([[0, 0, 0], [x, y, 0]], scaled, inner, 0.35, sense); // prettier-ignore
      const action = lines.find(({ kind }) => kind === "action")!;
      circles.forEach(({ at, radius }, i) => {
        expect(radius).toBeCloseTo(scaled[i]! * Math.cos(0.35), 12);
        expect(away(at, action.from, action.to)).toBeCloseTo(radius, 12);
      });
      expect(angle!.value).toBe(0.35);
      /* the pitch point is at both pitch radii */
      expect(Math.hypot(angle!.at[0], angle!.at[1])).toBeCloseTo(scaled[0], 12);
      expect(Math.hypot(angle!.at[0] - x, angle!.at[1] - y)).toBeCloseTo(scaled[1], 12);
    }
  });
});

describe("cams", () => {
  it("have the normal of their profile", () => {
    const round = Array.from({ length: 90 }, (_, i): Vec => [Math.cos(i / 14.32394), Math.sin(i / 14.32394), 0]);
    for (const angle of [0.1, 1.234, 3.3, 5.9]) {
      const n = normalAt(round, [Math.cos(angle), Math.sin(angle), 0]);
      expect(Math.abs(n[0] * Math.cos(angle) + n[1] * Math.sin(angle))).toBeCloseTo(1, 6);
    }
  });

  it.each([
    ["roller", modelText("workbench/page/templates/cam-roller.yaml"), 0.6],
    ["flat", modelText("workbench/page/templates/cam-flat.yaml"), 0.6],
  ])("show the pressure angle that the engine computes: %s", (_, text, within) => {
    const { scene, run } = reportOf(text.replace(/\nanalyses:\n/, "\nanalyses:\n  - cam\n"));
    const cam = run.tables.find(({ channels }) => channels.some(({ name }) => name.endsWith("pressure_angle")))!;
    const table = run.tables.find(({ channels }) => channels.some(({ name }) => name === "t"))!;
    const named = (end: string): Float64Array =>
      channelColumn(cam, cam.channels.find(({ name }) => name === end || name.endsWith(`.${end}`))!.name)!;
    const [angles, told] = [named("angle"), named("pressure_angle")];
    const motion = motionOf(scene!, table);
    const shaft = channelColumn(table, "O.angle")!;
    let worst = 0;
    let most = 0;
    for (let row = 0; row < table.rows; row += 7) {
      const now = { scene: scene!, poses: posesAtRow(scene!, motion, row), value: sampleAt(table, row, 0) };
      const [one] = [...constructionsOf(now).values()];
      const turned =
        ((((Math.abs(shaft[row]!) - angles[0]!) % (2 * Math.PI)) + 2 * Math.PI) % (2 * Math.PI)) + angles[0]!;
      const i = angles.findIndex((angle, k) => angle <= turned && (angles[k + 1] ?? Infinity) > turned);
      const part = (turned - angles[i]!) / ((angles[i + 1] ?? angles[i]! + 1) - angles[i]!);
      const wanted = Math.abs(told[i]! + part * ((told[i + 1] ?? told[i]!) - told[i]!));
      worst = Math.max(worst, Math.abs(one!.angle!.value - wanted));
      most = Math.max(most, wanted);
    }
    expect((worst * 180) / Math.PI).toBeLessThan(within);
    expect((most * 180) / Math.PI).toBeGreaterThan(_ === "flat" ? -1 : 10);
  });
});

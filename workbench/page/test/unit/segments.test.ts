/* A motion by segments: where its ends are, and edits of its text that move them, keep units and comments, and keep it closed. */
import { describe, expect, it } from "vitest";
import { applyChanges } from "../../src/editor/changes";
import {
  addSegment,
  motionLaws,
  moveEnd,
  readMotion,
  removeSegment,
  retypeSegment,
  segmentKeys,
} from "../../src/editor/segments";
import { reportOf } from "./program";

const TEXT = `trammel: 1
tables:
  lift:
    periodic: true
    segments:
      - {rise: 20 mm, over: 90 deg, law: 3-4-5} # up
      - {dwell: 30 deg}
      - {return: 20 mm, over: 90 deg, law: cycloidal}
      - {dwell: 150 deg} # down
points: {O: [0, 0]}
bodies: {b: {points: [O], mass: 1, inertia: 1}}
joints: {O: {revolute: [ground, b]}}
analyses: [{dynamics: {end: 1, output: 1}}]
`;
const PATH = ["tables", "lift"];
const STEP = { x: Math.PI / 1800, y: 1e-5 };
const DEG = Math.PI / 180;
const moved = (text: string, i: number, x: number, y: number): string =>
  applyChanges(text, moveEnd(text, PATH, i, { x: x * DEG, y }, STEP));

describe("segments", () => {
  it("end where the engine has their ends", () => {
    const { segments, periodic } = readMotion(TEXT, PATH)!;
    expect(periodic).toBe(true);
    expect(segments.map(({ end }) => Math.round(end!.x / DEG))).toEqual([90, 120, 210, 360]);
    expect(segments.map(({ end }) => end!.y.toFixed(3))).toEqual(["0.020", "0.020", "0.000", "0.000"]);
    const motion = reportOf(TEXT).scene!.motions!.find(({ name }) => name === "lift")!;
    expect([motion.x_unit, motion.unit, motion.period.toFixed(6)]).toEqual(["rad", "m", (2 * Math.PI).toFixed(6)]);
    const at = (x: number): number => motion.x.findIndex((one) => one >= x - 1e-6);
    for (const { end } of segments) expect(motion.value[at(end!.x)]).toBeCloseTo(end!.y, 6);
    /* 3-4-5: largest velocity 1.875 h/b, acceleration 5.7735 h/b^2, third derivative 60 h/b^3 */
    const [h, b] = [0.02, Math.PI / 2];
    const first = motion.x.flatMap((x, i) => (x < b - 1e-6 ? [i] : []));
    const most = (list: (number | null)[]): number => Math.max(...first.map((i) => list[i]!));
    expect(most(motion.first)).toBeCloseTo((1.875 * h) / b, 9);
    expect(most(motion.second) / ((5.7735 * h) / b ** 2)).toBeCloseTo(1, 2);
    expect(most(motion.third)).toBeCloseTo((60 * h) / b ** 3, 6);
  });

  it("give the next one what they take, and keep units and comments", () => {
    const text = moved(TEXT, 0, 10, 0.005);
    expect(text).toContain("- {rise: 25 mm, over: 100 deg, law: 3-4-5} # up");
    expect(text).toContain("- {dwell: 20 deg}");
    expect(text).toContain("- {return: 25 mm, over: 90 deg, law: cycloidal}");
    expect(text).toContain("- {dwell: 150 deg} # down");
    expect(reportOf(text).scene!.motions).toHaveLength(1); // it is closed as before
  });

  it("of a dwell lift what led to it", () => {
    const text = moved(TEXT, 1, 5, -0.004);
    expect(text).toContain("{rise: 16 mm, over: 90 deg");
    expect(text).toContain("{dwell: 35 deg}");
    expect(text).toContain("{return: 16 mm, over: 85 deg");
  });

  it("keep a length, and the end of a period", () => {
    expect(() => moved(TEXT, 0, -95, 0)).toThrow("must have a length");
    expect(() => moved(TEXT, 0, 40, 0)).toThrow("must have a length");
    expect(moved(TEXT, 3, 20, 0)).toBe(TEXT);
    expect(() => moved(TEXT.replace("rise: 20 mm", "rise: h"), 0, 0, 0.001)).toThrow("expression");
  });

  it("become others, come and go, and stay closed", () => {
    expect(applyChanges(TEXT, retypeSegment(TEXT, PATH, 0, "dwell"))).toContain("- {dwell: 90 deg} # up");
    expect(applyChanges(TEXT, retypeSegment(TEXT, PATH, 1, "to"))).toMatch(/\{to: 0.01, over: 30 deg, law: [\w-]+\}/);
    const more = applyChanges(TEXT, addSegment(TEXT, PATH, 3));
    expect(more).toMatch(/- \{dwell: 75 deg\} # down\n {6}- \{dwell: 75 deg\}\n/);
    expect(applyChanges(more, removeSegment(more, PATH, 4))).toBe(TEXT);
  });

  it("have the laws that the engine describes", () => {
    expect(motionLaws()).toEqual(expect.arrayContaining(["3-4-5", "cycloidal", "modified_sine", "harmonic"]));
    expect(segmentKeys()).toEqual(["rise", "return", "to", "dwell", "end", "expression"]);
  });

  it("are none in a table of points", () => {
    expect(readMotion("tables: {a: [[0, 0], [1, 1]]}", ["tables", "a"])).toBeNull();
  });
});

/* A planetary gear set by two clicks: its teeth mesh, it runs, and its speeds are those of Willis. */
import { afterEach, describe, expect, it } from "vitest";
import { toothings } from "../../src/drawing/gear_part";
import { edited } from "../../src/tools/edits";
import { slots } from "../../src/tools/kit";
import { refused } from "../../src/tools/make";
import { resetOptions, setOption, valuesOf } from "../../src/tools/options";
import { makePlanetary, PLANETARY_OPTIONS, planetaryTool, readPlanetary } from "../../src/tools/planetary";
import { readSketch } from "../../src/tools/sketch";
import { reportOf } from "./program";

const START = valuesOf("planetary", PLANETARY_OPTIONS);

function set(values: Record<string, string>, radius = 0.6, text = "trammel: 1\n"): string {
  const made = makePlanetary(readSketch(text, null), { at: [0.1, 0.2], node: null, body: null }, radius, {
    ...START,
    ...values,
  });
  if (refused(made)) throw new Error(made.why);
  return edited(text, made.edits);
}

afterEach(resetOptions);

describe("a planetary set", () => {
  it.each([
    ["24", "18", "3"],
    ["20", "16", "4"],
    ["30", "12", "2"],
    ["25", "15", "5"],
  ])("of %s and %s teeth with %s planets runs", (sun, planet, planets) => {
    const { run, scene } = reportOf(set({ sun, planet, planets }));
    expect(run.status).toBe("ok");
    expect(run.messages.filter(({ severity }) => severity === "error")).toEqual([]);
    const table = run.tables[0]!;
    const last = (name: string): number => table.columns[table.channels.findIndex((one) => one.name === name)]!.at(-1)!;
    /* Willis: w_sun z_s = w_carrier (z_s + z_r) where the ring stands */
    const zs = Number(sun);
    const zr = zs + 2 * Number(planet);
    expect(last("C.angle") / last("S.angle")).toBeCloseTo(zs / (zs + zr), 9);
    /* every wheel of the ground, the ring, has one set of teeth */
    const rings = scene!.joints.filter(({ name }) => name.startsWith("ring"));
    expect(rings).toHaveLength(Number(planets));
    const phases = rings.map(({ name }) => toothings(scene!).get(name)!.phases[0]);
    for (const phase of phases) expect(phase).toBeCloseTo(phases[0]!, 12);
  });

  it("has a standard module next to the size that is clicked, small or large", () => {
    expect(set({})).toContain("sun1: {gear: [S, P1], teeth: [24, 18], module: 20 mm}");
    expect(set({})).toContain("ring1: {gear: [C, P1], teeth: [-60, 18], module: 20 mm}");
    const small = set({}, 0.061);
    expect(small).toContain("module: 2 mm");
    expect(reportOf(small).run.status).toBe("ok");
  });

  it("has a ring that turns, where that is wanted", () => {
    const text = set({ ring: "turns" });
    expect(text).toContain("R: {revolute: [ground, ring], at: O}");
    expect(text).toContain("ring1: {gear: [R, P1], teeth: [-60, 18], module: 20 mm}");
    expect(reportOf(text).scene!.dof).toBe(1); // two, less the driver
  });

  it("stands beside what there is, and does not drive that", () => {
    const text = set({}, 0.6, "trammel: 1\npoints: {O: [5, 0]}\nbodies: {sun: {points: [O], mass: 1}}\njoints: {O: {revolute: [ground, sun]}}\ndrivers: {d: {O.angle: t}}\n"); // prettier-ignore
    expect(text).toContain("sun2: {points: [");
    expect(text.match(/angle: /g)).toHaveLength(1);
    expect(reportOf(text + "\n").run.status).toBe("ok");
  });

  it("is shown at any size, also where the second click is still to come", () => {
    const tool = planetaryTool("planetary");
    const sketch = readSketch("", null);
    const spot = (x: number) => ({ anchor: { at: [x, 0] as [number, number], node: null, body: null }, hits: [], shift: false, grid: 0.1 }); // prettier-ignore
    for (const x of [0, 1e-12, 1e-3, 1, 1e9])
      for (const { radius } of tool.preview({ from: spot(0).anchor }, spot(x), sketch).circles ?? [])
        expect(Number.isFinite(radius)).toBe(true);
  });

  it("says what would fit", () => {
    expect(readPlanetary({ ...START, sun: "25" })).toEqual({
      why: "The teeth of 3 planets at equal distances do not fit between sun and ring: give the sun 24 teeth.",
    });
    expect(readPlanetary({ ...START, planet: "60", planets: "4" })).toMatchObject({
      why: expect.stringContaining("touch each other") as string,
    });
    expect(readPlanetary({ ...START, sun: "12.5" })).toMatchObject({ why: expect.stringContaining("whole") as string });
  });

  it("is two clicks with the teeth that were set before", () => {
    setOption("planetary", "sun", "30");
    const tool = planetaryTool("planetary");
    const sketch = readSketch("", null);
    const spot = (x: number) => ({ anchor: { at: [x, 0] as [number, number], node: null, body: null }, hits: [], shift: false, grid: 0.1 }); // prettier-ignore
    const first = tool.click(tool.start, spot(0), sketch);
    const second = tool.click(first.state, spot(0.5), sketch);
    expect(second.made && !refused(second.made) && edited("", second.made.edits)).toContain("teeth: [30, 18]");
    expect(tool.preview(first.state, spot(0.5), sketch).circles).toHaveLength(5);
    expect(slots.value.find(({ key }) => key === "J")!.items.some(({ id }) => id === "planetary")).toBe(true);
  });
});

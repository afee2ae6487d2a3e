import { describe, expect, it } from "vitest";
import { addAnalysis, analysesIn, beginning, changeAnalysis, forms, missing } from "../../src/analyse/analysis_form";
import { firstAnalysis } from "../../src/state/description";
import { firstCurves } from "../../src/analyse/channels";
import { linesOf } from "../../src/analyse/curve_lines";
import { thinPath } from "../../src/analyse/decimate";
import { splitFix } from "../../src/analyse/fixes";
import { equalScale, fitY, fullX, modelOf, rowFor, valueAt } from "../../src/analyse/plot_model";
import type { Plot } from "../../src/analyse/plot_spec";
import { svgOf, ticks } from "../../src/analyse/plot_svg";
import { curveRow } from "../../src/analyse/readout";
import { nextLabel } from "../../src/analyse/run_labels";
import { applyChanges } from "../../src/editor/text_edits";
import type { Run } from "../../src/state/runs";
import { csvOf, FOURBAR_MOTOR } from "./program";
import { body, scene as spaceScene } from "./space_scene";
import { fourbarScene, tableOf } from "./tables";

const csv = csvOf(FOURBAR_MOTOR);
const plot = (curves: string[], more: Partial<Plot> = {}): Plot => ({
  id: 1,
  kind: "over",
  x: null,
  curves,
  plane: "xy",
  logX: false,
  logY: false,
  ...more,
});

describe("what is plotted first", () => {
  it("leaves out channels that are always zero, such as drivers in `inverse`", () => {
    const scene = fourbarScene();
    const driver = { name: "drive", line: 0, column: 0, channel: "O.angle", text: "t" };
    const first = (torque: number): string[] | undefined => {
      const table = tableOf(`t,drive.torque,O.actuator,O.fx,O.fy\n0,${torque},3,1,1\n1,${torque},4,1,1\n`);
      return firstCurves(table, { ...scene, drivers: [driver] }).at(-1);
    };
    expect(first(0)).toEqual(["O.actuator"]);
    expect(first(5)).toEqual(["drive.torque", "O.actuator"]);
  });

  it("shows where bodies without joints are, and what touches them", () => {
    const thrown = (csv: string, names: string[]): string[][] => {
      const floor = { name: "floor", line: 0, column: 0, type: "contact", bodies: [0, 1], points: [], numbers: {} };
      const bodies = names.map((name) => body(name));
      return firstCurves(tableOf(csv), { ...spaceScene(bodies, [], [floor]), space: false, gravity: [0, -9.81, 0] });
    };
    expect(thrown("t,a.x,a.y,floor.force\n0,0,1,0\n1,1,0,5\n", ["a"])).toEqual([["a.x", "a.y"], ["floor.force"]]);
    expect(thrown("t,a.x,a.y,b.x,b.y\n0,0,1,0,1\n1,1,0,5,1\n", ["a", "b"])).toEqual([["a.y", "b.y"]]);
  });
});

describe("a plot as numbers", () => {
  const table = tableOf(csv);
  it("has one axis for each displayed unit", () => {
    const model = modelOf(plot(["O.angle", "|O.f|", "A.angle", "nothing"]), table, null);
    expect(model.axes.map((axis) => axis.unit)).toEqual(["rad", "N"]);
    expect(model.axes[0]!.shown.unit).toBe("°");
    expect(model.missing).toEqual(["nothing"]);
    expect(model.timed).toBe(true);
    expect(fullX(model)).toEqual([0, table.columns[0]!.at(-1)]);
  });
  it("fits visible curves only", () => {
    const model = modelOf(plot(["O.angle"]), table, null);
    const all = fitY(model, model.axes[0]!, ...fullX(model));
    const start = fitY(model, model.axes[0]!, 0, 0.4);
    expect(start[1]).toBeLessThan(all[1]);
  });
  it("draws the compared run dashed with its own times", () => {
    const other = tableOf(csv.split("\n").slice(0, 6).join("\n") + "\n");
    const model = modelOf(plot(["O.angle"]), table, other);
    expect(model.curves.map((curve) => curve.compared)).toEqual([true, false]);
    expect(model.curves[0]!.x.length).toBe(5);
    expect(svgOf(model, "A <title>", null)).toContain("stroke-dasharray");
  });
  it("shows paths with equal scales on both axes", () => {
    const model = modelOf(plot(["coupler.B"], { kind: "path" }), table, null);
    expect(model.path).toBe(true);
    const [x, y] = equalScale([0, 4], [0, 1], 200, 100);
    expect((x[1] - x[0]) / 200).toBeCloseTo((y[1] - y[0]) / 100, 12);
  });
  it("reads curves at the time of the clock, also with more rows than the table", () => {
    const row = Math.floor(table.rows / 2);
    const few = { ...table, rows: 2, columns: table.columns.map((one) => Float64Array.from([one[0]!, one.at(-1)!])) };
    const smooth = { ...few, fine: { stride: table.rows - 1, table } };
    const [curve] = modelOf(plot(["O.angle"]), smooth, null).curves;
    const angle = table.channels.findIndex(({ name }) => name === "O.angle");
    expect(valueAt(curve!.y, curveRow(smooth, table.columns[0]![row]!))).toBe(table.columns[angle]![row]);
  });
  it("interpolates between rows", () => {
    const t = Float64Array.from([0, 1, 3]);
    expect(rowFor(t, 2)).toBe(1.5);
    expect(rowFor(t, -1)).toBe(0);
    expect(rowFor(t, 9)).toBe(2);
    expect(valueAt(Float64Array.from([0, 10, 20]), 1.5)).toBe(15);
  });
});

describe("a plot as SVG", () => {
  it("has round ticks and escapes its texts", () => {
    expect(ticks(0, 5, 5)).toEqual([0, 1, 2, 3, 4, 5]);
    expect(ticks(-0.3, 0.3, 6)).toEqual([-0.3, -0.2, -0.1, 0, 0.1, 0.2, 0.3]);
    const svg = svgOf(modelOf(plot(["O.angle"]), tableOf(csv), null), "A <title>", null);
    expect(svg).toContain("A &lt;title&gt;");
    expect(svg).not.toContain("NaN");
  });
});

describe("states in a plot", () => {
  /* two curves, parted by a row without numbers; the second forks off, where nothing is known */
  const sweep = tableOf(
    "t,O.speed,O.angle,stability.growth\n0,1,1,-1\n0,2,2,-1\n0,3,3,1\n0,4,4,1\nnan,nan,nan,nan\n0,2,5,nan\n0,3,6,2\n",
    "steady",
  );
  const model = modelOf(plot(["O.angle"], { x: "O.speed" }), sweep, null);

  it("are drawn differently if unstable, without gaps", () => {
    const lines = linesOf(model.curves[0]!, { from: 0, to: 5, pixels: 100, step: [0, 0] });
    expect(lines.map(({ x, stable }) => [[...x], stable])).toEqual([
      [[1, 2], true],
      [[2, 3, 4], false],
      [[2, 3], false],
    ]);
  });
  it("are dotted in pictures, too", () => {
    const paths = svgOf(model, "", null).match(/<path[^>]*clip-path[^>]*>/g)!;
    expect(paths.map((one) => one.includes('stroke-dasharray="2 3"'))).toEqual([false, true, true]);
  });
});

describe("a path of many rows", () => {
  it("keeps variations on the axis with small numbers", () => {
    const rows = 4000;
    const x = Float64Array.from({ length: rows }, (_, i) => 1000 * Math.sin(i / 300));
    const y = Float64Array.from({ length: rows }, (_, i) => 1e-3 * Math.sin(i / 2));
    const thin = thinPath(x, y, 1, 1e-6);
    const wanted = y.reduce((most, one) => Math.max(most, one), 0);
    expect(thin.y.reduce((most, one) => Math.max(most, one), 0)).toBe(wanted);
    expect(thin.x.length).toBeGreaterThan(0.9 * rows);
    expect(thinPath(x, y, 1, 1).x.length).toBeLessThan(0.9 * rows);
  });
});

describe("analyses in the text", () => {
  const form = (kind: string) => forms.value.find((one) => one.kind === kind)!;
  const dynamics = form("dynamics");
  const text = "trammel: 1\n\nanalyses:\n  - static\n  - dynamics: {end: 5, output: 0.02} # all of it\n";

  it("are asked for as the engine describes them", () => {
    expect(forms.value.slice(0, 2).map((one) => one.kind)).toEqual(["dynamics", "kinematics"]);
    expect(dynamics.options[0]).toMatchObject({
      name: "end",
      unit: "s",
      required: true,
      kind: "number",
      words: "time at which to stop",
    });
    const first = (kind: string) => form(kind).options.filter((one) => one.first).map(({ name }) => name); // prettier-ignore
    expect(first("dynamics")).toEqual(["end", "output", "formulation", "integrator", "tolerance"]);
    expect(first("modes")).toEqual(["about", "inputs", "outputs", "matrices", "frequencies"]);
    expect(missing(dynamics, { end: " " })).toEqual(["end"]);
  });
  it("begin with what the engine describes", () => {
    expect(beginning("dynamics")).toEqual({ end: "2", output: "0.01" });
    expect(beginning("static")).toEqual({});
    expect([firstAnalysis(false), firstAnalysis(true)]).toEqual(["dynamics", "kinematics"]);
  });
  it("are read from the text", () => {
    expect(analysesIn(text)).toEqual([
      { index: 0, kind: "static", options: {} },
      { index: 1, kind: "dynamics", options: { end: "5", output: "0.02" } },
    ]);
    expect(analysesIn("trammel: 1\n")).toEqual([]);
  });
  it("are added without default values", () => {
    const made = applyChanges(
      text,
      addAnalysis(text, form("inverse"), { end: "2", actuators: "O, A", assemble: "true" }),
    );
    expect(made).toBe(text + "  - inverse: {end: 2, actuators: [O, A]}\n");
    expect(applyChanges("trammel: 1\n", addAnalysis("trammel: 1\n", form("static"), {}))).toContain("- static: {}");
  });
  it("are changed only where they differ, and comments stay", () => {
    const before = analysesIn(text)[1]!;
    const changed = applyChanges(text, changeAnalysis(text, before, dynamics, { end: "7", output: "" }));
    expect(changed).toBe(text.replace("{end: 5, output: 0.02}", "{end: 7}"));
    expect(changeAnalysis(text, before, dynamics, { end: "5", output: "0.02" })).toEqual([]);
  });
});

describe("words", () => {
  it("separate what is wrong from the proposed fix", () => {
    expect(splitFix('joint A: no point "A" on body "cupler"; did you mean "coupler"?')).toEqual([
      'joint A: no point "A" on body "cupler"',
      'did you mean "coupler"?',
    ]);
    expect(splitFix("plain; and so on")).toEqual(["plain; and so on", null]);
  });
  it("name a run by its differences", () => {
    const scene = fourbarScene();
    const parameter = { name: "torque", line: 1, column: 1, text: "40", value: 40, unit: "" };
    const before = { id: 1, text: "a", scene: { ...scene, parameters: [{ ...parameter, value: 39 }] } } as Run;
    expect(nextLabel([], scene, { text: "a", set: {} }, 1, "ok")).toBe("Run 1");
    expect(nextLabel([before], { ...scene, parameters: [parameter] }, { text: "a", set: {} }, 2, "stopped")).toBe(
      "Run 2: torque = 40, stopped",
    );
    const same = { ...scene, parameters: [{ ...parameter, value: 39 }] };
    expect(nextLabel([before], same, { text: "b", set: {} }, 2, "ok")).toBe("Run 2: edited");
    expect(nextLabel([before], same, { text: "a", set: { torque: "39" } }, 2, "ok")).toBe("Run 2: torque = 39, again");
  });
});

it("draws modes as separate points over their numbers", () => {
  const model = modelOf(plot(["s1.re"]), tableOf("t,mode,eigenvalue.re,s1.re\n0,1,1,0.5\n0,2,2,-0.5\n", "modes"), null);
  expect(model.xName).toBe("mode");
  expect(svgOf(model, "", null).match(/a3\.5 3\.5 0 1 0 7 0/g)).toHaveLength(2);
});

describe("rounding", () => {
  const table = tableOf("t,A.angle,A.fx,A.fy,A.t,b.x\n0,1e-15,100,0,1e-14,2\n1,3e-14,100,1,-2e-14,2\n");
  table.channels.forEach((one, i) => (one.unit = ["s", "rad", "N", "N", "N*m", "m"][i]!));
  it("is drawn flat at zero", () => {
    const model = modelOf(plot(["A.angle", "A.fy"]), table, null);
    expect([...model.curves[0]!.y]).toEqual([0, 0]);
    expect([...model.curves[1]!.y]).toEqual([0, 1]);
  });
  it("is not shown as a torque beside the forces of the same mechanism", () => {
    expect([...modelOf(plot(["A.t"]), table, null).curves[0]!.y]).toEqual([0, 0]);
  });
});

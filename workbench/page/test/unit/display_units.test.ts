/* display_units.test.ts - one unit system for a document: what is shown, and what is meant by what is typed. */
import { afterEach, describe, expect, it } from "vitest";
import type { DisplayKey, SceneParameter } from "../../src/engine/engine";
import { fieldUnit, shownNumber, typedNumber, writtenList, writtenNumber } from "../../src/editor/typed";
import { roundLength } from "../../src/drawing/grid";
import { displayUnits, lengthFor, shownIn, shownUnit, siUnit, unitsOf } from "../../src/shell/display_units";
import { duration, quantity, scaled, signed, steadyQuantity } from "../../src/shell/quantity";
import { unitText } from "../../src/shell/unit_text";
import { description } from "../../src/state/description";
import { scene } from "../../src/state/model";
import { statusLine } from "../../src/analyse/summary";
import { sampleAt } from "../../src/drawing/sample";
import { setDisplay } from "../../src/editor/display_key";
import { applyChanges } from "../../src/editor/text_edits";
import { inDisplayUnits } from "../../src/shell/units_in_text";
import { body, GROUND, pose, scene as sceneOf } from "./plane_scene";
import { tableOf } from "./tables";

function show(display: DisplayKey, parameters: SceneParameter[] = []): void {
  scene.value = { ...sceneOf([GROUND], 0), display, parameters };
}

afterEach(() => {
  scene.value = null;
});

describe("the units of a document", () => {
  it("are those that the file says, and suit each other where it says only some", () => {
    expect(unitsOf({}, "mm")).toEqual({ length: "mm", force: "N", angle: "deg", speed: "deg/s", mass: "kg" });
    expect(unitsOf({ length: "in" }, "mm")).toMatchObject({ length: "in", force: "lbf", mass: "lb" });
    expect(unitsOf({ angle: "rad" }, "m").speed).toBe("rad/s");
    show({ length: "cm", speed: "rpm" });
    expect(displayUnits.value).toMatchObject({ length: "cm", force: "N", speed: "rpm" });
  });
  it("are chosen by the size of the mechanism where the file says nothing", () => {
    const of = sceneOf([GROUND], 0);
    expect(lengthFor({ ...of, size: 0.4 })).toBe("mm");
    expect(lengthFor({ ...of, bodies: [GROUND, GROUND], size: 1 })).toBe("m");
  });
});

describe("derived units", () => {
  const mm = unitsOf({ speed: "rpm" }, "mm");
  const inch = unitsOf({ length: "in" }, "mm");
  /* factors by hand: 1 in = 25.4 mm, 1 lbf = 4.4482216152605 N, 1 lb = 0.45359237 kg */
  it.each([
    ["m", "mm", 1000],
    ["m/s", "mm/s", 1000],
    ["m/s^2", "m/s^2", 1],
    ["m^2", "mm^2", 1e6],
    ["N", "N", 1],
    ["N/m", "N/mm", 1e-3],
    ["N*s/m", "N*s/mm", 1e-3],
    ["N*m", "N*m", 1],
    ["N*m/rad", "N*m/rad", 1],
    ["Pa", "MPa", 1e-6],
    ["kg*m^2", "kg*mm^2", 1e6],
    ["rad", "deg", 180 / Math.PI],
    ["rad/s", "rpm", 30 / Math.PI],
    ["rad/s^2", "deg/s^2", 180 / Math.PI],
    ["W", "W", 1],
    ["s", "s", 1],
    ["m^3/s/Pa", "m^3/s/Pa", 1],
    ["", "", 1],
  ])("of millimetres: %s is %s", (si, written, factor) => {
    const shown = shownIn(si, mm);
    expect(shown.written).toBe(written);
    expect(shown.factor / factor).toBeCloseTo(1, 12);
  });
  it.each([
    ["m", "in", 1 / 0.0254],
    ["N*m", "lbf*in", 1 / (4.4482216152605 * 0.0254)],
    ["N/m", "lbf/in", 0.0254 / 4.4482216152605],
    ["Pa", "psi", (0.0254 * 0.0254) / 4.4482216152605],
    ["kg/m^3", "lb/in^3", 0.0254 ** 3 / 0.45359237],
    ["kg*m^2", "lb*in^2", 1 / (0.45359237 * 0.0254 ** 2)],
    ["m/s^2", "in/s^2", 1 / 0.0254],
  ])("of inches: %s is %s", (si, written, factor) => {
    const shown = shownIn(si, inch);
    expect(shown.written).toBe(written);
    expect(shown.factor / factor).toBeCloseTo(1, 9);
  });
  it("can all be read by the engine, with the same factor", () => {
    const known = new Map(description.value.units.map(({ name, factor }) => [name, factor]));
    for (const units of [mm, inch, unitsOf({ length: "ft", force: "kN", mass: "g" }, "m")])
      for (const si of ["m", "m/s", "N/m", "N*m", "Pa", "kg*m^2", "kg/m^3", "rad/s", "W", "J", "m/s^2"]) {
        const { written, factor } = shownIn(si, units);
        const parts = [...written.matchAll(/([*/]|^)([A-Za-z]+)(?:\^(\d+))?/g)];
        const si_ = parts.reduce(
          (all, [, sign, name, power]) => all * known.get(name!)! ** ((sign === "/" ? -1 : 1) * Number(power ?? 1)),
          1,
        );
        expect(si_ * factor, written).toBeCloseTo(1, 9);
      }
  });
  it("are printed as people write them", () => {
    expect(["N*m", "deg/s^2", "us", "um", "m/s^2", "mN m", "mus"].map(unitText)).toEqual([
      "N·m",
      "°/s²",
      "µs",
      "µm",
      "m/s²",
      "mN m",
      "mus",
    ]);
  });
});

describe("a quantity", () => {
  it("keeps the unit of the document, whatever its size", () => {
    show({ length: "mm" });
    expect(quantity(0.15, "m")).toBe("150 mm");
    expect(quantity(47228.3, "N")).toBe("47228 N");
    expect(quantity(Math.PI / 2, "rad")).toBe("90°");
    expect(steadyQuantity(0.0125, "m/s")).toBe("12.50 mm/s");
    show({ length: "in", force: "kN" });
    expect(quantity(0.0254, "m")).toBe("1 in");
    expect(quantity(47228.3, "N")).toBe("47.228 kN");
    expect(scaled(shownUnit("N"), 2e7)).toMatchObject({ unit: "10⁷ kN", factor: 1e-10 });
  });
  it("has a prefix where the document has no say", () => {
    expect(quantity(0.0042, "s")).toBe("4.2 ms");
    expect(quantity(25_000, "W")).toBe("25 kW");
    expect(quantity(-49.35e-6, "N*m", 4, 1.5)).toBe("−4.935e-5 N·m");
    expect(scaled(shownUnit(""), 2e-7).unit).toBe("10⁻⁷");
    expect(signed(-Math.PI / 180, "rad")).toBe("−1°");
    expect(duration(42e-6)).toBe("42 µs");
  });
});

describe("a field", () => {
  const mm = shownIn("m", unitsOf({}, "mm"));
  const deg = shownIn("rad", unitsOf({}, "mm"));
  it.each([
    ["0.15", "150"],
    ["150 mm", "150"],
    ["4.0 cm", "40"],
    ["0.07", "70"],
    ["1 in", "25.4"],
    ["pi", "pi"],
    ["0.1234567891", "123.4568"],
    ["0", "0"],
    ["2*a + 10 mm", "2*a + 10 mm"],
    ["", ""],
  ])("shows %s of the file as %s mm", (source, text) => expect(shownNumber(source, mm)).toBe(text));
  it.each([
    ["150", "150 mm"],
    ["150,5", "150.5 mm"],
    ["0,25", "0.25 mm"],
    ["−3", "-3 mm"],
    ["0", "0"],
    ["5 cm", "5 cm"],
    ["0,5 in", "0.5 in"],
    ["(100 + 20)/2", "60 mm"],
    ["max(a, 2)", "max(a, 2)"],
    ["2*a", "2*a"],
    ["1e3", "1e3 mm"],
    ["nonsense", "nonsense"],
  ])("takes %s for %s", (text, written) => expect(writtenNumber(text, mm)).toBe(written));
  it("of an angle takes degrees, and a unit where there is one", () => {
    expect(writtenNumber("45", deg)).toBe("45 deg");
    expect(writtenNumber("45°", deg)).toBe("45 deg");
    expect(writtenNumber("1 rad", deg)).toBe("1 rad");
    expect(typedNumber("90", deg)).toBeCloseTo(Math.PI / 2, 15);
    expect(shownNumber("90 deg", deg)).toBe("90");
  });
  it("of SI writes numbers as they are", () => {
    expect(writtenNumber("0,15", siUnit("m"))).toBe("0.15");
    expect(shownNumber("40 mm", siUnit("m"))).toBe("0.04");
    expect(shownNumber("40 mm", siUnit(""))).toBe("40 mm");
  });
  it("has the unit of the document beside an expression of parameters, and SI beside what varies along a motion", () => {
    show({ length: "mm" });
    expect(fieldUnit(["0.1", "20 mm"], "m").written).toBe("mm");
    expect(fieldUnit(["0.1", "a + 2"], "m").written).toBe("mm");
    expect(fieldUnit(["0.1", "sqrt(a^2)/2"], "m").written).toBe("mm");
    expect(fieldUnit(["0.1", "a + 2*t"], "m").written).toBe("m");
    expect(fieldUnit(["crank.x + 2"], "m").written).toBe("m");
  });
  it.each([
    ["a + 10", "a + 10 mm"],
    ["10 - 2*a + 5 cm", "10 mm - 2*a + 5 cm"],
    ["-10 + a/2", "-10 mm + a/2"],
    ["2*a", "2*a"],
    ["a", "a"],
    ["a + 10*t", "a + 10*t"],
    ["max(a, 2)", "max(a, 2)"],
    ["[1, 2]", "[1, 2]"],
  ])("takes the expression %s for %s: a number that stands alone in a sum has the unit beside it", (text, written) => {
    show({ length: "mm" });
    expect(writtenNumber(text, shownUnit("m"))).toBe(written);
  });
  it.each([
    ["a + 0.01", "a + 0.01 m"],
    ["a + 10 mm", "a + 10 mm"],
    ["2*a", "2*a"],
    ["a + 2*t", "a + 2*t"],
  ])("says the unit of %s in the file: %s", (source, text) => {
    show({ length: "mm" });
    expect(shownNumber(source, shownUnit("m"))).toBe(text);
  });
  it("has a length by an expression of the parameters", () => {
    show({ length: "mm" }, [{ name: "a", text: "0.2", value: 0.2, unit: "m", line: 1, column: 1 }]);
    expect(typedNumber("a/2 + 10", shownUnit("m"))).toBeCloseTo(0.11, 15);
    expect(typedNumber("b/2 + 10", shownUnit("m"))).toBeNull();
  });
  it("of several numbers knows a list from decimal commas", () => {
    expect(writtenList("150, 90", mm)).toBe("[150 mm, 90 mm]");
    expect(writtenList("[0,5; 90]", mm)).toBe("[0.5 mm, 90 mm]");
    expect(writtenList("none", mm)).toBe("none");
  });
  it("and the grid have round numbers of the unit", () => {
    show({ length: "in" });
    expect(roundLength(0.03)).toBeCloseTo(2 * 0.0254, 15);
  });
});

describe("what the engine says", () => {
  it("is told in the units of the document, but for what it quotes", () => {
    show({ length: "mm", speed: "rpm" });
    expect(inDisplayUnits("joint A: open by 0.0312 m, 0.1 rad")).toBe("joint A: open by 31.2 mm, 5.73°");
    expect(inDisplayUnits('expected kg, found mm in "2 m"')).toBe('expected kg, found mm in "2 m"');
    expect(inDisplayUnits("peak 12.5 N m at t = 0.2 s")).toBe("peak 12.5 N·m at t = 0.2 s");
    expect(inDisplayUnits("below 10.47 rad/s")).toBe("below 99.98 rpm");
    expect(inDisplayUnits("the arm must be between 0.1 and 0.25 m")).toBe("the arm must be between 100 and 250 mm");
    expect(inDisplayUnits("joint A and 3 m")).toBe("joint A and 3000 mm");
    show({ force: "kN" });
    expect(inDisplayUnits("off by 1500 J, peak power 200 W")).toBe("off by 1.5 kJ, peak power 0.2 kW");
    expect(inDisplayUnits("0.16 us in 12 steps of 3 bodies")).toBe("0.16 µs in 12 steps of 3 bodies");
  });
});

describe("the key display", () => {
  const mm = unitsOf({ speed: "rpm" }, "mm");
  const apply = (text: string, units = mm): string => applyChanges(text, setDisplay(text, units));
  const LINE = "display: {length: mm, force: N, angle: deg, speed: rpm, mass: kg}\n";
  it("stands below the head of the file", () => {
    expect(apply("trammel: 1\ntitle: T # mine\nbodies: {ground: {}}\n")).toBe(
      `trammel: 1\ntitle: T # mine\n${LINE}bodies: {ground: {}}\n`,
    );
    expect(apply("trammel: 1")).toBe(`trammel: 1\n${LINE}`);
  });
  it("keeps its place, its comments and what stays", () => {
    const before = "trammel: 1\ndisplay:\n  length: m # big\n  force: N\n  angle: deg\n  speed: rpm\n  mass: kg\n";
    expect(apply(before)).toBe(before.replace("length: m ", "length: mm "));
    expect(apply("trammel: 1\ndisplay: {length: in}\n")).toBe(`trammel: 1\n${LINE}`);
  });
});

describe("rounding", () => {
  it("is zero beside what there is of its kind, but not in residuals", () => {
    const table = tableOf("t,A.x,O.fx,O.torque,residual.position\n0,0.1,5,3.3e-16,1e-17\n1,0.2,6,-2e-16,2e-17\n");
    const sample = sampleAt(table, 0, 0);
    expect(sample("O.torque")).toBe(0);
    expect(sample("O.fx")).toBe(5);
    expect(sample("residual.position")).toBe(1e-17);
  });
  it("is no energy error of what rests", () => {
    const rest = "t,energy.kinetic,energy.potential,energy.error\n0,0,0,0\n1,2e-31,1e-18,1e-18\n";
    const heavy = { ...sceneOf([GROUND, body("rod", [0, 0, 0], false, pose([0, 0], 0))], 1), size: 1 };
    expect(statusLine(tableOf(rest, "dynamics"), 0.001, heavy)).not.toContain("energy");
    expect(statusLine(tableOf(rest, "dynamics"), 0.001)).toContain("energy");
  });
});

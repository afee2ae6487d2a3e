/* number_text.test.ts - numbers as they are read, and what rounding leaves of them. */
import { describe, expect, it } from "vitest";
import { reading, sampleAt } from "../../src/drawing/sample";
import { markText, steadyQuantity } from "../../src/shell/quantity";
import { few, orZero, steady, withUnitText } from "../../src/shell/number_text";
import { tableOf } from "./tables";

describe("few digits", () => {
  it.each([
    [1810.9712, 6, "1810.97"],
    [0.025, 6, "0.025"],
    [-0.5, 6, "−0.5"],
    [2.14e-13, 1, "2e-13"],
    [-2.5e-7, 6, "−2.5e-7"],
    [1e21, 6, "1e21"],
    [1234567, 7, "1234567"],
    [1234567, 4, "1.235e6"],
    [123456, 4, "123500"],
    [0, 6, "0"],
    [-0, 6, "0"],
    [NaN, 6, "–"],
    [-Infinity, 6, "−∞"],
  ])("writes %d in %d as %s", (value, digits, text) => expect(few(value, digits)).toBe(text));
});

describe("steady digits", () => {
  it.each([
    [-1234.56, "−1235"],
    [0.012345, "0.01235"],
    [12.5, "12.50"],
    [9.99996, "10.00"],
    [2.5e-7, "2.5e-7"],
    [0, "0"],
  ])("writes %d as %s", (value, text) => expect(steady(value)).toBe(text));
  it("gives angles in degrees, with the unit behind", () => {
    expect(steadyQuantity(Math.PI / 3, "rad")).toBe("60.00°");
    expect(steadyQuantity(12.5, "N*m")).toBe("12.50 N·m");
    expect(withUnitText("3", "")).toBe("3");
  });
});

describe("marks of axes", () => {
  it("distinguishes close neighbours and writes powers of ten", () => {
    expect(markText(1.2345678, false)).toBe("1.2345678");
    expect(markText(0.30000000000000004, false)).toBe("0.3");
    expect(markText(1.5e-4, false)).toBe("0.00015");
    expect(markText(1e7, true)).toBe("1e7");
  });
});

describe("rounding residue", () => {
  it("is zero relative to the whole, and nothing else is", () => {
    expect(orZero(-3e-16, 1)).toBe(0);
    expect(orZero(-3e-16, 1e-9)).toBe(-3e-16);
    expect(orZero(NaN, 1)).toBeNaN();
  });
  it("is measured by the channel's own largest value, of angles by one radian at least", () => {
    const column = Float64Array.of(0.2, -3e-16, NaN, -0.4);
    expect(reading(column[1]!, column, "m")).toBe(0);
    expect(reading(1e-9, column, "m")).toBe(1e-9);
    const small = Float64Array.of(-3e-16, 2e-16);
    expect(reading(small[0]!, small, "rad")).toBe(0);
    expect(reading(small[0]!, small, "m")).toBe(-3e-16);
  });
  it("is not shown in readings at an instant", () => {
    const value = sampleAt(tableOf("t,x\n0,-3e-16\n1,0.2\n"), 0, 0);
    expect(value("x")).toBe(0);
  });
});

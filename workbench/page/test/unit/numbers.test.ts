/* numbers.test.ts - numbers keep their unit and their manner. */
import { describe, expect, test } from "vitest";
import { formatNumber, namesIn, readNumber } from "../../src/editor/numbers";

describe("reading", () => {
  test.each([
    ["40 mm", 0.04],
    ["60 deg", Math.PI / 3],
    ["1800 rpm", 60 * Math.PI],
    ["50 kN/m", 5e4],
    ["200 N*s/m", 200],
    ["7850 kg/m^3", 7850],
    ["2 cm^2", 2e-4],
    ["-1.5e-3", -1.5e-3],
    [".5", 0.5],
    [" 3 ", 3],
    ["2 bar", 2e5],
    ["4 kp", 39.2266],
    ["5 Nmm", 5e-3],
    ["3 kg m^2", 3],
    ["30°", Math.PI / 6],
    ["90 °/s", Math.PI / 2],
    ["5 µm", 5e-6],
  ])("%s", (text, value) => {
    expect(readNumber(text)?.value).toBeCloseTo(value, 12);
  });
  test.each(["2*L", "pi", "3 parsec", "3 m*t", "1 + 2", "", "3 min(1)", "0..40 rpm", "3 m t", "30 °C"])(
    "%s is no number",
    (text) => {
      expect(readNumber(text)).toBeNull();
    },
  );
});

describe("writing", () => {
  test.each<[number, string | undefined, number | undefined, string]>([
    [0.0412345, "40 mm", 1e-4, "41.2 mm"],
    [0.0412345, "40 mm", 1e-3, "41 mm"],
    [Math.PI / 4, "60 deg", undefined, "45 deg"],
    [0.123456789, undefined, undefined, "0.12346"],
    [0.123456789, "1", 0.01, "0.12"],
    [0.71, "0.7060", 0.001, "0.7100"],
    [2, "1", 0.001, "2"],
    [2.5e-6, "2.194e-6", undefined, "2.5e-6"],
    [-1e-9, "3", 0.01, "0"],
    [0, "3 mm", undefined, "0 mm"],
    [1234567, undefined, undefined, "1234567"],
    [3e5, "8e5", undefined, "3e5"],
    [0.5, "2*L", 0.01, "0.5"],
    [1e-9, undefined, undefined, "1e-9"],
    [1.25, "1.0", undefined, "1.25"],
    [Math.PI / 4, "60°", undefined, "45 °"],
    [0.002, "5 N m", undefined, "0.002 N m"],
  ])("%d in the manner of %s by %d", (value, old, resolution, text) => {
    expect(formatNumber(value, old, resolution)).toBe(text);
  });
  test("what is written reads as the same value", () => {
    for (const old of ["1", "2 mm", "3 deg", "4 rpm", "1e-7", "5.50 kN"])
      for (const value of [1e-8, -0.00345, 0.1, 7, -12345.678, 9.9999e7]) {
        const read = readNumber(formatNumber(value, old))!.value;
        expect(Math.abs(read - value)).toBeLessThanOrEqual(1e-4 * Math.abs(value));
      }
  });
});

describe("names in expressions", () => {
  test.each<[string, string[]]>([
    ["r2*cos(60 deg) + m*0.5 m", ["r2", "cos", "m"]],
    ["-100*(length - 0.2) - 3*rate", ["length", "rate"]],
    ["if(O.speed > 2, 39.75, step(t, 0, 0, 1, 5))", ["if", "O.speed", "step", "t"]],
    ["3 N*s/m*v", ["v"]],
    ["2 m*t", ["t"]],
    ["1 and x or 2", ["and", "x", "or"]],
    ["crank.A.x^2", ["crank.A.x"]],
    ["1e3*e", ["e"]],
    ["größe*2", ["größe"]],
    ["3 kg m^2 + L", ["L"]],
    ["30°*k", ["k"]],
  ])("%s", (text, names) => {
    expect(namesIn(text).map(({ name }) => name)).toEqual(names);
  });
});

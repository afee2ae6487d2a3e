import { describe, expect, it } from "vitest";
import { digitsOf, QUANTITIES, summarize, type Quantity } from "../../src/analyse/certificate";
import { columnOf, firstCurves, groupsOf, suggestionsFor } from "../../src/analyse/channels";
import { csvOf, exact, jsonOf } from "../../src/analyse/csv";
import { decimate, extent, padded } from "../../src/analyse/decimate";
import { modeEntries } from "../../src/analyse/state_entries";
import { find, match } from "../../src/analyse/search";
import { nice, placeOf, spanAbout, valueAt } from "../../src/analyse/sliders";
import { energyScale, reactionRanges, rowsText, statusLine, accuracyNotes, whereOf } from "../../src/analyse/summary";
import { isUnique, nonUniqueParts } from "../../src/engine/unique";
import type { Table } from "../../src/engine/engine";
import { sceneOf, type Run } from "../../src/state/runs";
import * as program from "./program";
import { FOURBAR_MOTOR } from "./program";
import { fourbarScene, tableOf } from "./tables";

const csv = program.csvOf(FOURBAR_MOTOR);
const certificate = program.certificateOf(FOURBAR_MOTOR);

describe("csv", () => {
  it("equals the file of the program", () => {
    expect(csvOf(tableOf(csv))).toBe(csv);
  });
  it("writes numbers as %.17g does", () => {
    expect(exact(0.1)).toBe("0.10000000000000001");
    expect(exact(1e17)).toBe("1e+17");
    expect(exact(12345678901234567)).toBe("12345678901234568");
    expect(exact(1e-5)).toBe("1.0000000000000001e-05");
    expect(exact(0.0001)).toBe("0.0001");
    expect(exact(-2.3e-300)).toBe("-2.3e-300");
    expect(exact(-0)).toBe("-0");
    expect(exact(NaN)).toBe("nan");
  });
  it("rounds ties to even, as C does", () => {
    expect(exact(2 ** -25)).toBe("2.9802322387695312e-08"); // …3125 exactly
    expect(exact(-(2 ** -25))).toBe("-2.9802322387695312e-08");
    expect(exact(3 * 2 ** -25)).toBe("8.9406967163085938e-08"); // …9375 exactly
    expect(exact(2 ** -25 * (1 + 2 ** -50))).toBe("2.9802322387695339e-08");
  });
  it("quotes names that contain separators", () => {
    const table: Table = { ...tableOf("t\n0\n"), channels: [{ name: 'a,"b', unit: "" }] };
    expect(csvOf(table).split("\n")[0]).toBe('"a,""b"');
  });
  it("writes JSON that reads back, with null for numbers that are not finite", () => {
    const table = tableOf("t,x\n0,1\n1,2\n");
    table.columns[1]!.set([-0, NaN]);
    const back = JSON.parse(jsonOf([table], "Title", "0.1.0")) as { analyses: { rows: unknown; kind: string }[] };
    expect(back.analyses[0]!.rows).toEqual([
      [0, -0],
      [1, null],
    ]);
  });
  it("writes numeric facts as numbers", () => {
    const facts: Table["facts"] = [
      ["energy scale", "276 J", 276.3],
      ["integrator", "explicit", null],
    ];
    const back = JSON.parse(jsonOf([{ ...tableOf(csv), facts }], "", "")) as { analyses: { facts: unknown }[] };
    expect(back.analyses[0]!.facts).toEqual({ "energy scale": 276.3, integrator: "explicit" });
  });
});

describe("the energy balance", () => {
  it("is measured by the energy scale of the program", () => {
    const table = { ...tableOf(csv), facts: [["energy scale", "276 J", 276.3]] as Table["facts"] };
    expect(energyScale(table)).toBe(276.3);
    expect(energyScale(tableOf(csv))).not.toBe(276.3);
  });
});

describe("the certificate of a run", () => {
  const words = (...facts: Table["facts"]): string =>
    accuracyNotes({ ...tableOf(csv), facts })
      .map((one) => one.text)
      .join(" ");
  it("claims nothing about joints if there are none", () => {
    expect(words()).not.toMatch(/joint/i);
  });
  it("distinguishes rigid joints from compliant ones", () => {
    expect(words(["worst position residual", "2e-15", 2e-15])).toContain("Joints stay closed, to rounding.");
    const soft = words(["largest opening", "0.15 m: compliant joint B, t = 1 s", 0.15]);
    expect(soft).toContain("Compliant joints open by up to 150 mm.");
    expect(soft).not.toMatch(/closed/);
  });
  it("judges rounding by the size of the mechanism", () => {
    const told = (x: number, residual: number): string => {
      const table = tableOf(`t,b.x\n0,${x}\n1,${-x}\n`);
      table.channels[1]!.unit = "m";
      table.facts = [["worst position residual", String(residual), residual]];
      return accuracyNotes(table)
        .map(({ ok, text: words }) => `${ok} ${words}`)
        .join(" ");
    };
    expect(told(1, 1e-14)).toContain("true Joints stay closed, to rounding.");
    expect(told(1e-6, 1e-14)).toContain("true Joints stay closed to 1e-11 mm.");
    expect(told(1e-6, 1e-9)).toContain("false Joints stay closed to 1e-6 mm.");
    expect(told(1e7, 1e-7)).toContain("true Joints stay closed, to rounding.");
  });
  it("reports the error of the result, and where no digits are left", () => {
    expect(words(["error of positions", "3e-9 m in a.x", 3e-9])).toContain(
      "Estimated error of the results: positions 3e-6 mm",
    );
    expect(words(["channels without digits", "a.x from t = 2 s on", 1])).toContain("No digit is certain of a.x");
  });
  it("names reactions that are not unique", () => {
    const facts: Table["facts"] = [["reactions not unique", "A, B: of all reactions, the smallest", null]];
    const table = { ...tableOf(csv), facts };
    expect(words(...facts)).toContain("Reactions of A, B are not unique");
    expect(isUnique(table, "A.fx")).toBe(false);
    expect(isUnique(table, "|B.f|")).toBe(false);
    expect(isUnique(table, "A.angle")).toBe(true);
    expect(isUnique(table, "C.fx")).toBe(true);
  });
  it("names components of reactions that are not unique, and no others", () => {
    const facts: Table["facts"] = [["reactions not unique", "A.fx, A.fy, B.fz: the smallest", null]];
    const table = { ...tableOf("t,A.fx,A.fy,A.torque,B.fx,B.fz\n0,1,2,3,4,5\n"), facts };
    expect(words(...facts)).toContain("Reactions of A (fx, fy), B (fz) are not unique");
    expect(["A.fx", "|A.f|", "B.fz", "|B.f|"].map((name) => isUnique(table, name))).toEqual([
      false,
      false,
      false,
      false,
    ]);
    expect(["A.torque", "B.fx", "|B.t|"].map((name) => isUnique(table, name))).toEqual([true, true, true]);
    expect(nonUniqueParts(table, "A")).toEqual(["fx", "fy"]);
    expect(nonUniqueParts(table, "C")).toEqual([]);
  });
});

describe("the scene of a table", () => {
  it("is that of the parameters that its analysis set", () => {
    const [start, later] = [fourbarScene(), fourbarScene()];
    const run = { scene: start, scenes: { "1": later } } as unknown as Run;
    const table = tableOf(csv);
    expect(sceneOf(run, table)).toBe(start);
    expect(sceneOf(run, { ...table, scene: "1" })).toBe(later);
    expect(sceneOf(run, { ...table, scene: "7" })).toBe(start);
  });
});

describe("channels", () => {
  const table = tableOf(csv);
  it("makes magnitudes from components", () => {
    const size = columnOf(table, "|O.f|")!;
    const fx = columnOf(table, "O.fx")!;
    const fy = columnOf(table, "O.fy")!;
    expect(size[5]).toBeCloseTo(Math.hypot(fx[5]!, fy[5]!), 12);
    expect(columnOf(table, "|nobody.f|")).toBeNull();
    expect(columnOf(table, "nothing")).toBeNull();
  });
  it("groups by element with descriptions", () => {
    const groups = groupsOf(table, fourbarScene());
    expect(groups[0]!.element).toBe("O");
    expect(groups[0]!.kind).toBe("pin");
    const fx = groups[0]!.channels.find((one) => one.name === "O.fx")!;
    expect(fx.words).toBe("reaction force on crank, along x");
    const words = new Map(groups.flatMap((group) => group.channels.map((one) => [one.name, one.words])));
    expect(words.get("O.angle")).toBe("angle");
    expect(words.get("O.speed")).toBe("speed of the angle");
    expect(words.get("crank.vx")).toBe("velocity of the centre of mass, along x");
    expect(words.get("crank.A.x")).toBe("position of point A, along x");
    expect(words.get("energy.kinetic")).toBe("kinetic energy");
    expect(
      [...words].filter(([name, text]) => name.endsWith(`.${text}`) && text !== "angle" && text !== "torque"),
    ).toEqual([]);
    expect(groups.at(-1)!.element).toBe("");
    const all = groups.flatMap((group) => group.channels.map((one) => one.name));
    expect(new Set(all).size).toBe(all.length);
    expect(table.channels.every(({ name }) => name === "t" || all.includes(name))).toBe(true);
  });
  it("proposes channels to begin with", () => {
    expect(firstCurves(table, fourbarScene())[0]).toEqual(["O.angle", "A.angle", "B.angle"]);
    expect(firstCurves(table, fourbarScene())[1]).toEqual(["drive.torque"]);
    expect(suggestionsFor(table, "O")).toEqual([
      { name: "O.angle", label: "angle" },
      { name: "O.speed", label: "speed" },
      { name: "O.acceleration", label: "acceleration" },
      { name: "|O.f|", label: "|force|" },
      { name: "O.torque", label: "torque" },
    ]);
  });
});

describe("search", () => {
  it("finds letters in order, word beginnings first", () => {
    const names = ["crank.x", "coupler.B.ax", "O.angle", "crank.angle", "coupler.angle", "energy.kinetic"];
    const of = (query: string) => find(query, names, (name) => name).map((hit) => hit.item);
    expect(of("crank a")[0]).toBe("crank.angle");
    expect(of("o.an")[0]).toBe("O.angle");
    expect(of("can")[0]).toMatch(/^(crank|coupler)\.angle$/);
    expect(of("ek")).toContain("energy.kinetic");
    expect(of("zzz")).toEqual([]);
    expect(match("fx", "O.fx")!.marks).toEqual([2, 3]);
  });
  it("searches descriptions too", () => {
    expect(
      find(
        "reaction",
        ["O.fx", "O.angle"],
        (n) => n,
        (n) => (n === "O.fx" ? "reaction force" : ""),
      ).length,
    ).toBe(1);
  });
});

describe("decimation", () => {
  it("keeps the extremes of every column of pixels", () => {
    const rows = 100_000;
    const x = Float64Array.from({ length: rows }, (_, i) => i / rows);
    const y = x.map((one) => Math.sin(40 * one));
    y[54_321] = 9;
    y[12_345] = -7;
    const points = decimate(x, y, 0, 1, 500);
    expect(points.x.length).toBeLessThanOrEqual(4 * 502);
    expect(points.x.length).toBeGreaterThan(900);
    expect(extent(points.y)).toEqual([-7, 9]);
    expect(points.x[0]).toBe(0);
    expect(points.x.at(-1)).toBe(x[rows - 1]);
    expect(points.x.every((one, i) => i === 0 || one >= points.x[i - 1]!)).toBe(true);
  });
  it("takes a neighbour on either side of a window", () => {
    const x = Float64Array.from([0, 1, 2, 3, 4, 5]);
    expect([...decimate(x, x, 1.5, 3.5, 100).x]).toEqual([1, 2, 3, 4, 5]);
  });
  it("gives a constant curve a range", () => {
    expect(padded([2, 2])).toEqual([1.8, 2.2]);
    expect(padded([0, 0])).toEqual([-1, 1]);
  });
});

describe("summary", () => {
  it("finds the largest force of each joint and its time", () => {
    const table = tableOf(csv);
    const range = reactionRanges(table, fourbarScene()).find((one) => one.element === "O")!;
    const size = columnOf(table, "|O.f|")!;
    expect(range.high).toBe(Math.max(...size));
    expect(size[range.highRow]).toBe(range.high);
  });
  it("reports the first of equal peaks", () => {
    const table = tableOf("t,O.fx,O.fy\n0,0,0\n1,5,0\n2,1,0\n3,5.000001,0\n4,0,0\n");
    const range = reactionRanges(table, fourbarScene()).find((one) => one.element === "O")!;
    expect([range.lowRow, range.highRow]).toEqual([0, 1]);
  });
  it("names the time, or the state among several", () => {
    expect(whereOf(tableOf("t,x\n0,1\n0.25,2\n"), 1)).toBe(" at 0.25 s");
    const rest = "t,x\n0,1\nnan,nan\n0,2\n";
    expect(whereOf(tableOf(rest, "static"), 2)).toBe(" at no. 2");
    expect(whereOf(tableOf("t,x\n0,1\n", "static"), 0)).toBe("");
    expect(rowsText(tableOf(rest, "static"))).toBe("2 equilibria");
  });
  it("fits in a line", () => {
    expect(statusLine(tableOf(csv), 0.0031)).toMatch(/^dynamics: 11 rows, 3\.1 ms, energy error \d/);
  });
  it("accepts the energy of a mechanism at rest", () => {
    const rest = "t,energy.kinetic,energy.potential,energy.work,energy.error\n0,0,9.81,0,0\n1,4e-31,9.81,0,2e-15\n";
    expect(statusLine(tableOf(rest), 0.001)).not.toContain("energy");
  });
});

describe("certificate", () => {
  it("states how many digits agree and by which formulations", () => {
    const words = summarize(certificate);
    expect(words.tone).toBe("ok");
    const difference = certificate.difference as Record<Quantity, number>;
    const digits = Math.floor(digitsOf(Math.max(...QUANTITIES.map((name) => difference[name])))!);
    expect(digits).toBeGreaterThan(5);
    expect(words.headline).toBe(
      `Agreed to ${digits} digits by four formulations (absolute, joint, particles and point).`,
    );
    expect(words.lines.map((line) => line.name)).toEqual(["absolute", "implicit", "joint", "particles", "point"]);
    const largest = words.lines.filter((line) => line.name !== "implicit").map((line) => line.of.position.difference!);
    expect(Math.max(...largest)).toBe(difference.position);
  });
  it("reports a disagreement", () => {
    const changed = structuredClone(certificate);
    changed.agreed = false;
    const lines = changed.formulations as { name: string; verdict: string; text: string }[];
    lines[4]!.verdict = "disagrees";
    lines[4]!.text = "rodA.E.y is 0.345 at t = 0.5 s, by absolute it is 0.333";
    const words = summarize(changed);
    expect(words.tone).toBe("error");
    expect(words.headline).toMatch(/^No agreement: point differs/);
    expect(words.details.join()).toContain("rodA.E.y");
  });
  it("warns about a single formulation", () => {
    const changed = structuredClone(certificate);
    changed.formulations = (changed.formulations as unknown[]).slice(0, 1);
    expect(summarize(changed).tone).toBe("warning");
    expect(summarize({ ...changed, moves: false }).headline).toMatch(/Nothing moves/);
  });
  it("counts rounding as 16 digits", () => {
    expect(digitsOf(0)).toBe(16);
    expect(digitsOf(1e-9)).toBeCloseTo(9, 12);
  });
});

describe("modes", () => {
  it("names frequency, damping and the body that moves most", () => {
    const table = tableOf(
      "t,mode,eigenvalue.re,eigenvalue.im,frequency,natural,damping,time_constant,rigid,body.participation,wheel.participation\n" +
        "0,1,-1.64,7.65,1.217,7.82,0.21,0.61,0,0.998,0.002\n0,2,0.5,6,0.95,6.02,-0.083,-2,0,0.1,0.9\n",
      "modes",
    );
    const [first, second] = modeEntries(table);
    expect(first!.title).toBe("1.217 Hz");
    expect(first!.details).toEqual(["damping ratio 0.21", "body moves most (100 % of the energy)"]);
    expect(first!.stable).toBe(true);
    expect(second!.stable).toBe(false);
    expect(second!.details[0]).toMatch(/^grows/);
  });
});

describe("sliders", () => {
  it("have a sensible range about a value", () => {
    expect(spanAbout(39.75)).toEqual({ min: 8, max: 80 });
    expect(spanAbout(-2)).toEqual({ min: -4, max: -0.4 });
    expect(spanAbout(0)).toEqual({ min: -1, max: 1 });
    expect(nice(0.23)).toBe(0.25);
  });
  it("step to short numbers", () => {
    const span = { min: 8, max: 80 };
    expect(valueAt(0, span)).toBe(8);
    expect(valueAt(200, span)).toBe(80);
    expect(placeOf(valueAt(77, span), span)).toBe(77);
    expect(String(valueAt(77, span)).length).toBeLessThan(7);
  });
});

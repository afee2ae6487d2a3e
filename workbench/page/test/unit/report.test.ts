/* A report holds what was computed bit for bit, and nothing in a model can leave its place in the file. */
import { expect, it } from "vitest";
import type { Scene, Table } from "../../src/engine/engine";
import { decode, encode, fill, fromBase64, PLACE, toBase64, type Report } from "../../src/analyse/report_data";
import { description } from "../../src/state/description";
import { piecesOf, writtenOf } from "../../src/report/model_text";

function tableOf(kind: string, names: string[], columns: number[][]): Table {
  return {
    kind,
    channels: names.map((name) => ({ name, unit: "m" })),
    rows: columns[0]?.length ?? 0,
    rowNames: null,
    facts: [["steps", "97"]],
    columns: columns.map((column) => Float64Array.from(column)),
  };
}

const ODD = [0, -0, 1 / 3, 5e-324, 1.7976931348623157e308, NaN, Infinity, -Infinity];

function reportOf(text: string): Report {
  return {
    version: "0.1.0",
    made: "2026-03-01T12:00:00Z",
    how: "trammel report a.yaml",
    name: "a.yaml",
    text,
    settings: { r: "0.4 m" },
    check: "",
    scene: { title: text } as Scene,
    description: description.value,
    run: {
      status: "ok",
      messages: [],
      seconds: 0.1,
      tables: [
        tableOf("dynamics", ["t", "x"], [ODD, [...ODD].reverse()]),
        tableOf("static", ["t"], [[]]),
        tableOf("modes", ["mode"], [[1, 2, 3]]),
      ],
    },
    verified: null,
  };
}

it("restores every number exactly", () => {
  const report = reportOf("title: x");
  const read = decode(encode(report));
  expect(read).toEqual(report);
  expect(Object.is(read.run.tables[0]!.columns[0]![1], -0)).toBe(true);
});

it("writes standard base64 of any length", () => {
  for (const length of [0, 1, 2, 3, 4, 0x6000 - 1, 0x6000, 0x6000 + 2]) {
    const bytes = Uint8Array.from({ length }, (_, i) => (i * 37) & 255);
    expect(toBase64(bytes)).toBe(Buffer.from(bytes).toString("base64"));
    expect(fromBase64(toBase64(bytes))).toEqual(bytes);
  }
});

it("no text of a model can end the script that contains it", () => {
  const text = "# </script><script>alert(1)</script> <!-- <script \u2028 \u2029\ntitle: $& $' $`";
  const template = `<html>${PLACE}</script><script>run()</script></html>`;
  const html = fill(template, reportOf(text));
  const data = html.slice(html.indexOf(PLACE) + PLACE.length, html.indexOf("</script>"));
  expect(data).not.toMatch(/[<\u2028\u2029]/);
  expect(decode(data).text).toBe(text);
  expect(html.endsWith("</script><script>run()</script></html>")).toBe(true);
});

it("refuses an invalid template", () => {
  expect(() => fill("<html></html>", reportOf(""))).toThrow("template");
});

it("distinguishes keys and comments of a line", () => {
  const line = "  crank: {mass: 1}  # the: crank";
  expect(piecesOf(line)).toEqual([
    ["", "  "],
    ["key", "crank"],
    ["", ": {"],
    ["key", "mass"],
    ["", ": 1} "],
    ["comment", " # the: crank"],
  ]);
  expect(
    piecesOf(line)
      .map(([, text]) => text)
      .join(""),
  ).toBe(line);
});

it("finds the written value of a parameter that was set", () => {
  const said = (text: string, name: string, line: number): string =>
    writtenOf(text, {
      name,
      line,
      column: text.split("\n")[line - 1]!.indexOf(name) + 1,
      text: "700",
      value: 700,
      unit: "",
    });
  expect(said("parameters:\n  c: 1500  # N s/m\n", "c", 2)).toBe("1500");
  expect(said("parameters: {cc: 40 mm, k: '2*cc'}", "cc", 1)).toBe("40 mm");
  expect(said("parameters: {cc: 40 mm, k: '2*cc'}", "k", 1)).toBe("2*cc");
});

/* Lengths of what is drawn, in the unit that the document says: short numbers, and the same places. */
import { describe, expect, it } from "vitest";
import { edited } from "../../src/tools/edits";
import { lengthText, lengthUnit, placeText } from "../../src/tools/length_text";
import { makeLink, refused } from "../../src/tools/make";
import { readSketch } from "../../src/tools/sketch";

const at = (x: number, y: number) => ({ at: [x, y] as [number, number], node: null, body: null });

function drawn(text: string): string {
  const made = makeLink(readSketch(text, null), [at(0.15, 0.09), at(0.1 + 0.2, -0.0254)]);
  if (refused(made)) throw new Error(made.why);
  return edited(text, made.edits);
}

describe("what is drawn", () => {
  it("is written in the unit of the document, without noise", () => {
    expect(drawn("trammel: 1\ndisplay: {length: mm}\n")).toMatch(/O: \[150 mm, 90 mm\][^]*A: \[300 mm, -25.4 mm\]/);
    expect(drawn("trammel: 1\ndisplay: {length: in}\n")).toMatch(/A: \[11.811\d* in, -1 in\]/);
    expect(drawn("trammel: 1\ndisplay: {length: m}\n")).toContain("O: [0.15, 0.09]");
    expect(drawn("trammel: 1\n")).toContain("O: [0.15, 0.09]"); // it says none
    expect(drawn('{"trammel": 1, "display": {"length": "mm"}}\n')).toContain('["150 mm", "90 mm"]');
  });

  it("keeps a length that was typed with an angle", () => {
    const text = "trammel: 1\ndisplay: {length: mm}\n";
    const made = makeLink(readSketch(text, null), [at(0, 0), at(0.1 * Math.cos(Math.PI / 6), 0.05)]);
    if (refused(made)) throw new Error(made.why);
    const [x, y] = readSketch(edited(text, made.edits), null).drawing.get("A")!.at;
    expect((1000 * Math.hypot(x, y)).toPrecision(7)).toBe("100.0000");
  });

  it("is where it was drawn", () => {
    for (const unit of ["mm", "cm", "in", "ft", "m"])
      for (const [x, y] of [
        [0.1234567, -3.21],
        [1e-4, 12.5],
      ] as const) {
        const text = `trammel: 1\npoints: {P: ${placeText([x, y], 1e-9, lengthUnit(unit))}}\n`;
        const [a, b] = readSketch(text, null).drawing.get("P")!.at;
        expect(Math.hypot(a - x, b - y)).toBeLessThan(1e-8);
      }
    expect(lengthText(0.1 + 0.05, 1e-7, lengthUnit("mm"))).toBe("150 mm");
    expect(lengthText(-1e-12, 1e-7, lengthUnit("mm"))).toBe("0");
  });
});

/* move.test.ts - items of a list change places; comments go with them, layout stays. */
import { describe, expect, test } from "vitest";
import { swapWithNext } from "../../src/editor/move";
import { applyChanges, get } from "../../src/editor/text_edits";

const swapped = (text: string, index = 0): string => applyChanges(text, swapWithNext(text, ["analyses"], index));

describe("an item and the next are swapped", () => {
  test.each<[string, string]>([
    ["analyses:\n  - static\n  - dynamics: {end: 1}\n", "analyses:\n  - dynamics: {end: 1}\n  - static\n"],
    ["analyses:\n  - static\n  - dynamics: {end: 1}", "analyses:\n  - dynamics: {end: 1}\n  - static"],
    ["analyses:\r\n- static # s\r\n- modes # m\r\n", "analyses:\r\n- modes # m\r\n- static # s\r\n"],
    ["analyses: [static, modes: {count: 2}] # both\n", "analyses: [modes: {count: 2}, static] # both\n"],
    [
      "analyses: # what to do\n  # first rest\n  - static # here\n\n  # then\n  # move\n  - dynamics:\n      end: 1 # s\n      # output: 0.1\nend: 1\n",
      "analyses: # what to do\n  # then\n  # move\n  - dynamics:\n      end: 1 # s\n      # output: 0.1\n\n  # first rest\n  - static # here\nend: 1\n",
    ],
    [
      "analyses:\n  # about all of them\n\n  - static\n  # what follows\n  - modes\n  # the end\n",
      "analyses:\n  # about all of them\n\n  # what follows\n  - modes\n  - static\n  # the end\n",
    ],
    ['{"analyses": [{"static": {}}, {"modes": {}}]}', '{"analyses": [{"modes": {}}, {"static": {}}]}'],
  ])("%j", (text, expected) => {
    expect(swapped(text)).toBe(expected);
    expect(get(swapped(swapped(text)), ["analyses"])).toEqual(get(text, ["analyses"]));
  });
  test("the last item has no next", () => {
    expect(swapWithNext("analyses:\n  - static\n", ["analyses"], 0)).toEqual([]);
    expect(swapWithNext("analyses:\n  - static\n", ["analyses"], -1)).toEqual([]);
  });
  test("anchors stay before their aliases", () => {
    const text = "analyses:\n  - dynamics: {end: &T 1}\n  - kinematics: {end: *T}\n  - static\n";
    expect(() => swapWithNext(text, ["analyses"], 0)).toThrow("*T");
    expect(swapped(text, 1)).toContain("  - static\n  - kinematics: {end: *T}\n");
  });
});

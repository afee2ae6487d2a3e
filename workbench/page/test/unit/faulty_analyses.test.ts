/* Analyses with mistakes, and what can be run without them. */
import { expect, it } from "vitest";
import { withoutFaulty } from "../../src/analyse/faulty_analyses";
import type { Message } from "../../src/engine/engine";

const BLOCK = `title: a
analyses:
  - dynamics: {end: 3}
  - steady:
      search: near # of all
  - modes: {}
outputs: {x: 1}
`;
const FLOW = "analyses: [dynamics: {end: 3}, steady: {}, modes: {}]\n";

const error = (line: number, column = 5): Message => ({ severity: "error", text: "wrong", line, column });

it("leaves out the faulty one and keeps the number of every line", () => {
  const rest = withoutFaulty(BLOCK, [error(5, 15)])!;
  expect(rest.leftOut).toEqual(["2. steady"]);
  expect(rest.text).not.toContain("steady");
  expect(rest.text.split("\n").indexOf("outputs: {x: 1}")).toBe(6);
  expect(rest.text).toContain("modes");
});

it("tells those of one line apart", () => {
  const rest = withoutFaulty(FLOW, [error(1, FLOW.indexOf("steady") + 1)])!;
  expect(rest.leftOut).toEqual(["2. steady"]);
  expect(rest.text).toBe("analyses: [dynamics: {end: 3}, modes: {}]\n");
});

it("leaves out several", () => {
  expect(withoutFaulty(BLOCK, [error(3), error(4)])!.leftOut).toEqual(["1. dynamics", "2. steady"]);
});

it("runs nothing where another part of the text is wrong, or nothing would be left", () => {
  expect(withoutFaulty(BLOCK, [error(7), error(4)])).toBeNull();
  expect(withoutFaulty(BLOCK, [error(3), error(4), error(6)])).toBeNull();
  expect(withoutFaulty(BLOCK, [{ ...error(4), severity: "warning" }])).toBeNull();
});

/* touching.test.ts - surfaces and contacts put into a model, renamed and deleted: what is written runs. */
import { expect, test } from "vitest";
import { deleteElement, rename } from "../../src/editor/rename";
import { applyChanges, get, keysOf } from "../../src/editor/text_edits";
import { addContact, addFloor, addSurface, lowest, renameSurface } from "../../src/editor/touching";
import "./description";
import { reportOf } from "./program";

const LOOSE = `trammel: 1
bodies:
  ball: {mass: 1, shape: {disc: 60 mm}, position: [0, 0.5]}
  block: {mass: 2, shape: {box: [0.2, 0.1]}, position: [0.5, 0.3]}
  rod: {mass: 1, shape: rod, points: {A: [0, 0], B: [0.3, 0]}, position: [1, 0.4]}
analyses: [dynamics: {end: 0.1, output: 0.05}]
`;
const scene = reportOf(LOOSE).scene!;

test("a floor lies below all that there is", () => {
  expect(lowest(scene)).toBeCloseTo(0.25, 9);
  const { text } = addFloor(LOOSE, scene).draft;
  expect(get(text, ["bodies", "ground", "surfaces", "floor"])).toEqual({
    line: [
      ["0", "0.25"],
      ["1", "0.25"],
    ],
  });
});

test("a surface is as the body is", () => {
  const of = (body: string): unknown => {
    const { text } = addSurface(LOOSE, scene, body).draft;
    const [name] = keysOf(text, ["bodies", body, "surfaces"]);
    return get(text, ["bodies", body, "surfaces", name!]);
  };
  expect(of("ball")).toEqual({ disc: "60 mm" });
  expect(of("block")).toEqual({
    polygon: [
      ["-0.1", "-0.05"],
      ["0.1", "-0.05"],
      ["0.1", "0.05"],
      ["-0.1", "0.05"],
    ],
  });
  expect(of("rod")).toEqual({ point: "B" });
});

test("two bodies that are to touch get what they need, and the model runs", () => {
  let { text } = addContact(LOOSE, scene, "ball", "ground").draft;
  text = addContact(text, reportOf(text).scene!, "block", "ground").draft.text;
  text = addContact(text, reportOf(text).scene!, "ball", "block").draft.text;
  expect(keysOf(text, ["forces"])).toEqual(["contact", "contact1", "contact2"]);
  const { run } = reportOf(text);
  expect([run.status, run.messages.filter(({ severity }) => severity === "error")]).toEqual(["ok", []]);
});

test("a new name of a body or a surface goes where contacts mention it; what is deleted takes its contacts along", () => {
  const { text } = addContact(LOOSE, scene, "ball", "ground").draft;
  const named = text.replace("contact: [ball, ground]", "contact: [ball.disc, ground.floor]");
  const surface = applyChanges(named, renameSurface(named, "ball", "disc", "rim"));
  expect(surface).toContain("contact: [ball.rim, ground.floor]");
  expect(keysOf(surface, ["bodies", "ball", "surfaces"])).toEqual(["rim"]);
  expect(() => renameSurface(surface, "ball", "rim", "a b")).toThrow();
  const body = applyChanges(surface, rename(surface, "body", "ball", "wheel"));
  expect(body).toContain("contact: [wheel.rim, ground.floor]");
  const gone = applyChanges(body, deleteElement(body, "body", "wheel").changes);
  expect(keysOf(gone, ["forces"])).toEqual([]);
});

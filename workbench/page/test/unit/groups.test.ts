/* groups.test.ts - named groups in the text: made, filled, hidden, renamed, taken away; and what they mean in a scene. */
import { expect, test } from "vitest";
import type { Scene } from "../../src/engine/engine";
import {
  addGroup,
  freeGroupName,
  namesOf,
  putInto,
  removeGroup,
  renameGroup,
  setGroup,
  takeOut,
} from "../../src/editor/groups";
import { setDisplay } from "../../src/editor/display_key";
import { applyChanges, get } from "../../src/editor/text_edits";
import { membersOf } from "../../src/state/hidden";
import type { TextChange } from "../../src/state/document";

const TEXT = "trammel: 1\nbodies: {crank: {}, rod: {}}\nanalyses: [assembly: {}] # all\n";
const after = (text: string, ...steps: ((now: string) => TextChange[])[]): string =>
  steps.reduce((now, step) => applyChanges(now, step(now)), text);

test("a group is made of what is selected, filled and emptied, and goes without a trace", () => {
  const made = after(TEXT, (now) => addGroup(now, "moving", ["crank", "crank"]));
  expect(get(made, ["groups"])).toEqual({ moving: { of: ["crank"] } });
  expect(made.indexOf("groups:")).toBeLessThan(made.indexOf("analyses:"));
  const full = after(made, (now) => putInto(now, "moving", ["rod", "crank"]));
  expect(get(full, ["groups", "moving", "of"])).toEqual(["crank", "rod"]);
  const less = after(full, (now) => takeOut(now, "moving", ["crank"]));
  expect(get(less, ["groups", "moving", "of"])).toEqual(["rod"]);
  expect(after(made, (now) => removeGroup(now, "moving"))).toBe(TEXT);
});

test("hidden and locked are written where they are so, and no longer where they are not", () => {
  const made = after(TEXT, (now) => addGroup(now, "g", ["rod"]));
  const off = after(
    made,
    (now) => setGroup(now, "g", "hidden", true),
    (now) => setGroup(now, "g", "locked", true),
  );
  expect(get(off, ["groups", "g"])).toEqual({ of: ["rod"], hidden: "true", locked: "true" });
  const on = after(
    off,
    (now) => setGroup(now, "g", "locked", false),
    (now) => setGroup(now, "g", "hidden", false),
  );
  expect(on).toBe(made);
});

test("names are free and can be names", () => {
  const made = after(TEXT, (now) => addGroup(now, "group1", ["rod"]));
  expect(freeGroupName(made)).toBe("group2");
  expect(() => addGroup(made, "group1", [])).toThrow("already a group");
  expect(() => addGroup(made, "1 group", [])).toThrow("cannot be a name");
  expect(
    get(
      after(made, (now) => renameGroup(now, "group1", "frame")),
      ["groups", "frame", "of"],
    ),
  ).toEqual(["rod"]);
  const selection = [
    { kind: "body", name: "rod" },
    { kind: "point", name: "rod.A" },
    { kind: "body", name: "ground" },
    { kind: "force", name: "s" },
  ] as const;
  expect(namesOf(selection)).toEqual(["rod", "s"]);
});

test("members are elements of their names, and all that is in a use of a part", () => {
  const named = (...names: string[]): { name: string }[] => names.map((name) => ({ name }));
  const scene = {
    bodies: named("ground", "leg1.shin", "leg1.foot", "leg10.foot", "rod"),
    joints: named("leg1.knee", "A"),
    forces: named("s"),
  } as unknown as Scene;
  expect(membersOf(scene, ["leg1", "s"]).map(({ kind, name }) => `${kind} ${name}`)).toEqual([
    "body leg1.shin",
    "body leg1.foot",
    "joint leg1.knee",
    "force s",
  ]);
});

test("other units leave the paths that are drawn in the text", () => {
  const text = "trammel: 1\ndisplay: {paths: [rod.A], length: m}\n";
  const units = { length: "mm", force: "N", angle: "deg", speed: "rpm", mass: "kg" } as const;
  expect(
    get(
      after(text, (now) => setDisplay(now, units)),
      ["display"],
    ),
  ).toEqual({ paths: ["rod.A"], ...units });
});

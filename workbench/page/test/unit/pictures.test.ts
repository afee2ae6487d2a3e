/* pictures.test.ts - every field that the engine describes is explained by a picture in which its quantity is marked. */
import { expect, test } from "vitest";
import type { FieldInfo } from "../../src/engine/engine";
import { pictureOf, quantityPicture } from "../../src/editor/picture/choose";
import { motorPicture } from "../../src/editor/picture/motions";
import { spring, torsion } from "../../src/editor/picture/springs";
import { gears, loop } from "../../src/editor/picture/wheels";
import { description } from "../../src/state/description";

/* What is given by a word, a switch or a name has a picture of that. */
const WORDS = new Set(["choice", "boolean", "text", "names", "any", "events", "channels", "switches"]);

type Fielded = { name: string; fields: FieldInfo[]; common_fields?: FieldInfo[] };

/* Each list of fields that is shown as one form, with whose it is. */
function lists(): [string, FieldInfo[]][] {
  const all = description.value as unknown as Record<string, unknown>;
  const kinds = ["joints", "forces", "states", "shapes", "surfaces", "ready_parts", "analyses", "studies"].flatMap(
    (section) =>
      (all[section] as Fielded[]).flatMap(({ name, fields, common_fields: common = [] }): [string, FieldInfo[]][] => [
        [`${section} ${name}`, fields],
        [`${section} ${name}, common`, common],
      ]),
  );
  const others = Object.keys(all).filter((key) => key.endsWith("_fields"));
  return [...kinds, ...others.map((key): [string, FieldInfo[]] => [key, all[key] as FieldInfo[]])];
}

test("every quantity that is described is marked in a picture", () => {
  const missing = lists().flatMap(([whose, fields]) =>
    fields
      .filter((field) => !WORDS.has(field.type) && quantityPicture(field, fields) === null)
      .map(({ name, unit = "", type }) => `${whose}: ${name} [${unit}] ${type}`),
  );
  expect(missing).toEqual([]);
});

test("every field has a picture with something marked", () => {
  const blank = lists().flatMap(([whose, fields]) =>
    fields
      .filter((field) => {
        const { family, of } = pictureOf(field, fields);
        return !family.some((piece) => piece.of?.includes(of) && piece.path !== "");
      })
      .map(({ name }) => `${whose}: ${name}`),
  );
  expect(blank).toEqual([]);
});

test("a field of the same name is drawn as what it is of", () => {
  const of = (section: "joints" | "forces", kind: string, name: string) => {
    const found = (description.value[section] as Fielded[]).find((one) => one.name === kind)!;
    return pictureOf(
      found.fields.find((field) => field.name === name)!,
      found.fields,
    );
  };
  expect(of("forces", "spring", "length").family).toBe(spring);
  expect(of("forces", "torsion", "stiffness").family).toBe(torsion);
  expect(of("joints", "gear", "teeth").family).toBe(gears);
  expect(of("joints", "chain", "teeth").family).toBe(loop);
});

test("every field of the motor's form is drawn, as the motion is that it is of", () => {
  const fields = {
    speed: ["speed", "from"],
    move: ["from", "to", "speed", "acceleration", "jerk", "start", "over", "profile"],
    cycle: ["from", "to", "speed", "acceleration", "jerk", "start", "over", "dwell", "profile"],
    swing: ["from", "to", "period", "phase"],
    table: ["table"],
    load: ["load"],
  };
  for (const [way, names] of Object.entries(fields))
    for (const name of names) expect(motorPicture(name, way), `${name} of ${way}`).toBeDefined();
  expect(motorPicture("from", "swing")!.family).not.toBe(motorPicture("from", "move")!.family);
});

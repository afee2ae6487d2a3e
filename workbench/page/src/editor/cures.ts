/* cures.ts - "a fix that works (tried): …": the edit that the engine has tried, as a change of the text.
 *
 * The sentences are those of src/diagnosis/cure.c. What stands in the text of a part, or as an expression, has no button: the sentence
 * alone says what to do.
 */
import { inDisplayUnits } from "../shell/units_in_text";
import { jointKind } from "../state/description";
import type { TextChange } from "../state/document";
import { scene } from "../state/model";
import type { Fix } from "./diagnostics";
import { knowledge, schema } from "./knowledge";
import { formatNumber } from "./numbers";
import { retype } from "./retype";
import { get, has, keysOf, remove, setValue, sourceOf } from "./text_edits";
import { type Path, TextEditError } from "./tree";

type Words = string[]; // what the pattern has found
type Edit = (text: string, words: Words) => TextChange[];

/* What the engine names has to stand in the text under that name, and not in a part. */
function at(text: string, path: Path): Path {
  if (!has(text, path)) throw new TextEditError("It is not written here.");
  return path;
}

function tidy(value: number): string {
  return formatNumber(Number(value.toPrecision(9)));
}

function typeOfJoint(text: string, joint: string): string {
  return keysOf(text, at(text, ["joints", joint])).find((key) => jointKind(key) !== undefined) ?? "";
}

function asType(text: string, joint: string, to: string): TextChange[] {
  const reader = schema.value;
  const from = typeOfJoint(text, joint);
  if (!reader || !from) return [];
  return retype(text, ["joints", joint], from, to, reader, knowledge.value.space);
}

function applied(text: string, changes: TextChange[]): string {
  const later = [...changes].sort((a, b) => b.from - a.from);
  return later.reduce((now, { from, to, insert }) => now.slice(0, from) + insert + now.slice(to), text);
}

/* All of a text as one change: for edits that are made one after the other. */
function whole(text: string, edits: ((now: string) => TextChange[])[]): TextChange[] {
  const next = edits.reduce((now, edit) => applied(now, edit(now)), text);
  return [{ from: 0, to: text.length, insert: next }];
}

/* A driver that is elsewhere at the start: its expression and a constant. */
function shiftDriver(text: string, name: string, by: number): TextChange[] {
  const channel = keysOf(text, at(text, ["drivers", name])).find((key) => key.includes("."));
  const source = channel === undefined ? undefined : sourceOf(text, ["drivers", name, channel])?.trim();
  if (channel === undefined || !source || /^[{["']/.test(source)) return [];
  const sign = by < 0 ? "-" : "+";
  return setValue(text, ["drivers", name, channel], `${source} ${sign} ${tidy(Math.abs(by))}`);
}

/* The point of a body that a joint takes: as it says, or of its own name. */
function pointOf(text: string, body: string, joint: string): string {
  const type = typeOfJoint(text, joint);
  const ends = get(text, ["joints", joint, type]);
  const named = Array.isArray(ends) ? ends.map(String).find((end) => end.startsWith(`${body}.`)) : undefined;
  const given = named?.slice(body.length + 1) ?? get(text, ["joints", joint, "at"]);
  return typeof given === "string" ? given : joint;
}

function numbersAt(text: string, path: Path): number[] {
  const found = get(text, path);
  const list = Array.isArray(found) ? found.map(Number) : [];
  if (list.length < 2 || list.some((one) => !Number.isFinite(one))) throw new TextEditError("It is an expression.");
  return list;
}

/* The point of one joint moves along the line to that of the other. */
function changeLength(text: string, body: string, length: number, root: string, joint: string): TextChange[] {
  const place = (of: string): Path => at(text, ["bodies", body, "points", pointOf(text, body, of)]);
  const [from, to] = [numbersAt(text, place(root)), numbersAt(text, place(joint))];
  const now = Math.hypot(...to.map((one, i) => one - from[i]!));
  if (!(now > 0)) return [];
  const next = to.map((one, i) => tidy(from[i]! + ((one - from[i]!) * length) / now));
  return setValue(text, place(joint), next);
}

/* Where the coordinate is in the drawing, and on from there. */
function drive(text: string, channels: Words): TextChange[] {
  const found = scene.value?.joints.flatMap(({ coordinates }) => coordinates) ?? [];
  return whole(
    text,
    channels.map((written) => (now) => {
      const [, name, channel] = /^(\w+): \{(\S+): \.\.\.\}$/.exec(written)!;
      const coordinate = found.find((one) => one.channel === channel);
      const speed = coordinate?.unit === "m" ? `${tidy((scene.value?.size ?? 1) / 10)}*t` : "t";
      const begin = tidy(coordinate?.value ?? 0);
      return setValue(now, ["drivers", name!, channel!], begin === "0" ? speed : `${begin} + ${speed}`);
    }),
  );
}

const EDITS: [RegExp, Edit][] = [
  [/^give joint (\S+) the length (\S+) m instead/, (text, [, joint, length]) => setValue(text, [...at(text, ["joints", joint!]), "length"], `${length!} m`)], // prettier-ignore
  [/^give body (\S+) (\S+) m between joints (\S+) and (\S+) instead/, (text, [, body, length, root, joint]) => changeLength(text, body!, Number(length), root!, joint!)], // prettier-ignore
  [/^give (\S+) (\S+ \S+) instead/, (text, [, name, value]) => setValue(text, at(text, ["initial", name!]), value!)],
  [/^let driver (\S+) be (\S+) \S+ at t = 0 s instead of (\S+) /, (text, [, name, to, from]) => shiftDriver(text, name!, Number(to) - Number(from))], // prettier-ignore
  [/^leave driver (\S+) out$/, (text, [, name]) => remove(text, at(text, ["drivers", name!]))],
  [/^leave initial (\S+) out$/, (text, [, name]) => remove(text, at(text, ["initial", name!]))],
  [/^remove joint (\S+)$/, (text, [, name]) => remove(text, at(text, ["joints", name!]))],
  [
    /^start body (\S+) at position: \[(.*?)\], (angle|orientation): (.*)$/,
    (text, [, body, position, key, turn]) => {
      const path = at(text, ["bodies", body!]);
      const angle = key === "angle" ? turn! : turn!.replace(/[[\]]/g, "").split(", ");
      return whole(text, [
        (now) => setValue(now, [...path, "position"], position!.split(", ")),
        (now) => setValue(now, [...path, key!], angle),
      ]);
    },
  ],
  [
    /^make joint (\S+) an? \S+ along [xyz], \{(\S+): \[\.\.\.\], axis: ([xyz])\}/,
    (text, [, joint, type, axis]) =>
      whole(text, [
        (now) => asType(now, joint!, type!),
        (now) => setValue(now, [...at(now, ["joints", joint!]), "axis"], axis!),
      ]),
  ],
  [/^make joint (\S+) an? (\S+) joint instead/, (text, [, joint, type]) => asType(text, joint!, type!)],
  [/^add drivers: \{(.*)\}$/, (text, [, list]) => drive(text, list!.split(/, (?=\w+: \{)/))],
];

const TRIED = /a fix that works \(tried\): (.*)$/;

export function saysCure(said: string): boolean {
  return TRIED.test(said);
}

/* "Give body rocker 1044 mm between joints B and C instead of 500 mm". */
function titleOf(cure: string): string {
  const words = inDisplayUnits(cure.replace(/, \{\S+: \[\.\.\.\].*$/, "").replace(/: \.\.\.\}/g, "}"));
  return words[0]!.toUpperCase() + words.slice(1);
}

export function cureOf(text: string, said: string): Fix[] {
  const cure = TRIED.exec(said)?.[1];
  if (cure === undefined) return [];
  for (const [pattern, edit] of EDITS) {
    const words = pattern.exec(cure);
    if (!words) continue;
    try {
      const changes = edit(text, [...words]);
      return changes.length > 0 ? [{ title: titleOf(cure), changes }] : [];
    } catch (fault) {
      if (fault instanceof TextEditError) return []; // it stands in a part, or as an expression
      throw fault;
    }
  }
  return [];
}

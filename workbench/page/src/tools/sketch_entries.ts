/* sketch_entries.ts - the dimensions and constraints that a document keeps (`sketch:`), as they stand in its text.
 *
 *   d1: {length: crank, is: 150 mm}     a dimension, held at its value     d2: {angle: [crank, coupler]}     c1: {parallel: [crank, rocker]}
 *
 * A line is a body, from its first point to its last, or two points.
 */
import { readNumber } from "../editor/numbers";
import { dataOf, nodeAt, readTree, type Data } from "../editor/tree";
import { isMap } from "./sketch";

export const DIMENSIONS = ["length", "distance_x", "distance_y", "angle", "radius"] as const;
export const RELATIONS = ["horizontal", "vertical", "equal", "parallel", "perpendicular", "collinear"] as const;
export type DimensionKind = (typeof DIMENSIONS)[number];
export type RelationKind = (typeof RELATIONS)[number];
export type EntryKind = DimensionKind | RelationKind;

export type Line = [body: string] | [from: string, to: string]; // "crank"; "crank.O", "crank.A"; of `collinear` one point each

export interface SketchEntry {
  name: string; // "": not written, only measured
  kind: EntryKind;
  of: Line[];
  is: string | null; // as written
  label: [along: number, across: number] | null; // m
}

export function isDimension(kind: EntryKind): kind is DimensionKind {
  return (DIMENSIONS as readonly string[]).includes(kind);
}

/* Whether it holds when the drawing changes. */
export function holds({ kind, is }: SketchEntry): boolean {
  return is !== null || !isDimension(kind);
}

/* The unit (SI) of what it says; "": it says no number. */
export function unitOf(kind: EntryKind): string {
  return kind === "angle" ? "rad" : isDimension(kind) ? "m" : "";
}

const ofSeveral = new Set<EntryKind>(RELATIONS.slice(2)); // lines, or points
const isPoint = (word: string): boolean => word.includes(".");

function linesOf(kind: EntryKind, given: Data): Line[] {
  if (typeof given === "string") return [[given]];
  if (!Array.isArray(given)) return [];
  const pair = given.length === 2 && given.every((one) => typeof one === "string" && isPoint(one));
  const single = !ofSeveral.has(kind);
  if (pair && single) return [[String(given[0]), String(given[1])]];
  return given.flatMap((one): Line[] => {
    if (typeof one === "string") return [[one]];
    return Array.isArray(one) && one.length === 2 ? [[String(one[0]), String(one[1])]] : [];
  });
}

function readLabel(given: Data | undefined): SketchEntry["label"] {
  const numbers = Array.isArray(given) ? given.map((one) => readNumber(String(one))?.value ?? NaN) : [];
  return numbers.length === 2 && numbers.every(Number.isFinite) ? [numbers[0]!, numbers[1]!] : null;
}

function readEntry(name: string, given: Data): SketchEntry[] {
  if (!isMap(given)) return [];
  const kind = [...DIMENSIONS, ...RELATIONS].find((one) => one in given);
  const of = kind ? linesOf(kind, given[kind]!) : [];
  if (!kind || of.length === 0) return [];
  const is = typeof given["is"] === "string" ? given["is"] : null;
  return [{ name, kind, of, is, label: readLabel(given["label"]) }];
}

let last: { text: string; entries: SketchEntry[] } = { text: "", entries: [] };

export function sketchEntries(text: string): SketchEntry[] {
  if (text !== last.text) {
    const node = nodeAt(readTree(text).root, ["sketch"]);
    const given = node ? dataOf(node) : {};
    last = { text, entries: isMap(given) ? Object.entries(given).flatMap(([name, one]) => readEntry(name, one)) : [] };
  }
  return last.entries;
}

/* As the text has it. */
export function writtenEntry({ kind, of, is, label }: Omit<SketchEntry, "name">, labelText?: string): string {
  const line = (one: Line): string => (one.length === 1 ? one[0] : `[${one.join(", ")}]`);
  const whole = of.length === 1 ? line(of[0]!) : `[${of.map(line).join(", ")}]`;
  const where = label && (labelText ?? `[${label[0]}, ${label[1]}]`);
  return `{${kind}: ${whole}${is === null ? "" : `, is: ${is}`}${where ? `, label: ${where}` : ""}}`;
}

/* d1, d2 …; c1, c2 … for constraints. */
export function freeName(entries: readonly SketchEntry[], kind: EntryKind): string {
  const stem = isDimension(kind) ? "d" : "c";
  let i = 1;
  while (entries.some(({ name }) => name === stem + i)) i++;
  return stem + i;
}

/* Whether two say the same of the same. */
export function sameEntry(a: SketchEntry, b: SketchEntry): boolean {
  const key = ({ kind, of }: SketchEntry): string =>
    kind +
    of
      .map((one) => one.join())
      .sort()
      .join(";");
  return key(a) === key(b);
}

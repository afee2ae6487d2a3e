/* entry.ts - numbers typed while a place is chosen: x, y, in space z, and, from the place before, length and angle, in space on the work plane.
 *
 * What is typed holds; what is left empty follows the pointer. "150 Tab 0 Enter" is the place (150, 0) in the unit of the document; from a
 * place before it is 150 far at 0 degrees, as one says of a link, and "x" or "y" before a number, or Tab, leads to coordinates. In space,
 * where letters turn the work plane, three numbers with blanks between them are coordinates: "100 50 20 Enter".
 */
import { signal } from "@preact/signals";
import type { Place as Point } from "../drawing/camera";
import type { Vec } from "../engine/engine";
import { beyond, distance, dot, length, minus, vec } from "./geometry";
import { typedNumber } from "../editor/typed";
import { shownUnit } from "../shell/display_units";

const FIELDS = ["length", "angle", "x", "y", "z"] as const;
export type Field = (typeof FIELDS)[number];

export interface Entry {
  texts: Record<Field, string>;
  active: Field | null; // null: nothing is typed yet
}

export const EMPTY_ENTRY: Entry = { texts: { x: "", y: "", z: "", length: "", angle: "" }, active: null };

/* The fields that there are: length and angle need a place to count from. */
export function fieldsFor(base: Point | null, components = false, space = false): Field[] {
  const place: Field[] = space ? ["x", "y", "z"] : ["x", "y"];
  return !base || components ? place : ["length", "angle", ...place];
}

export type Key = { key: string; shift: boolean };

/* The field that a letter leads to, where nothing is typed in one yet. */
const LETTERS: Record<string, Field> = { x: "x", y: "y", z: "z", l: "length", a: "angle", "<": "angle" };

/* Whether a key begins an entry; in space letters turn the work plane. */
export function begins(key: string, space = false): boolean {
  return space ? /^[-+.\d]$/.test(key) : /^[-+.\dxy<]$/.test(key);
}

/* The entry after a key; null: the key is none of its own. */
export function press(
  entry: Entry,
  { key, shift }: Key,
  base: Point | null,
  components = false,
  space = false,
): Entry | null {
  const fields = fieldsFor(base, components, space);
  const active = activeField(entry, fields);
  const here = entry.texts[active];
  const other = here === "" ? LETTERS[key] : undefined;
  if (other && fields.includes(other)) return { ...entry, active: other };
  const write = (text: string): Entry => ({ texts: { ...entry.texts, [active]: text }, active });
  if (key === "Tab") {
    const step = shift ? fields.length - 1 : 1;
    return { ...entry, active: fields[(fields.indexOf(active) + step) % fields.length]! };
  }
  if (key === "Backspace") {
    const less = write(here.slice(0, -1));
    return FIELDS.every((field) => less.texts[field] === "") ? EMPTY_ENTRY : less;
  }
  if (key.length === 1 && /[-+.,\deE a-zA-Z°]/.test(key)) return write(here + key);
  return null;
}

/* The field that is typed into. */
export function activeField(entry: Entry, fields: readonly Field[]): Field {
  return entry.active && fields.includes(entry.active) ? entry.active : fields[0]!;
}

export function isEmptyEntry(entry: Entry): boolean {
  return entry.active === null && FIELDS.every((field) => entry.texts[field] === "");
}

/* In space: the axes of the work plane, in which angles count. */
export const planeAxes = signal<readonly [Vec, Vec]>([
  [1, 0, 0],
  [0, 1, 0],
]);

/* Of a direction, on the work plane. */
export function angleOnPlane(by: Point): number {
  const [x, y] = planeAxes.value;
  return Math.atan2(dot(by, y), dot(by, x));
}

/* "100 50 20" or "100; 50; 20", each with a unit or without. */
function threeNumbers(text: string, unit: string): Vec | null {
  const parts = text.trim().split(/\s*;\s*|\s+(?=[-+.\d])/);
  const all = parts.map((one) => typedNumber(one, shownUnit(unit)));
  return all.length === 3 && all.every((one) => one !== null) ? (all as Vec) : null;
}

/* So far, at an angle on the work plane; what is not typed is the pointer's. */
function onWorkPlane(base: Point, pointer: Vec, far: number | undefined, angle: number | undefined): Point | null {
  const by = minus(pointer, base);
  if (angle === undefined) return length(by) === 0 ? null : beyond(base, by, far! / length(by));
  const [x, y] = planeAxes.value;
  const way = beyond(beyond([0, 0, 0], x, Math.cos(angle)), y, Math.sin(angle));
  return beyond(base, way, far ?? Math.abs(dot(by, way)));
}

/* In space: what is typed, and the length from the base towards it. */
function resolveInSpace({ texts }: Entry, pointer: Vec, base: Point | null, unit: string): Point | null {
  const read = (text: string): number | null => typedNumber(text, shownUnit(unit));
  const three = threeNumbers(texts.length || texts.x, unit);
  if (three) return three;
  const [far, angle] = [texts.length, texts.angle].map((text) => text.trim());
  if (base && (far || angle) && [texts.x, texts.y, texts.z].every((text) => text.trim() === "")) {
    const [gl, ga] = [far ? read(far) : undefined, angle ? typedNumber(angle, shownUnit("rad")) : undefined];
    return gl === null || ga === null ? null : onWorkPlane(base, pointer, gl, ga);
  }
  const given = [texts.x, texts.y, texts.z].map((text, i) => (text.trim() === "" ? pointer[i]! : read(text)));
  if (given.some((one) => one === null)) return null;
  const at = given as Vec;
  if (!base || texts.length.trim() === "") return at;
  const long = read(texts.length);
  const by = minus(at, base);
  return long === null || length(by) === 0 ? null : beyond(base, by, long / length(by));
}

/* The place that is meant; null where something typed is no number. */
export function resolve(entry: Entry, pointer: Point, base: Point | null, unit = "m"): Point | null {
  if (pointer[2] !== undefined) return resolveInSpace(entry, vec(pointer), base, unit);
  const { x, y, length: far, angle } = entry.texts;
  const given = (text: string, of = unit) => (text.trim() === "" ? undefined : typedNumber(text, shownUnit(of)));
  const [gx, gy, gl, ga] = [given(x), given(y), given(far), given(angle, "rad")];
  if (gx === null || gy === null || gl === null || ga === null) return null;
  if (base && (gl !== undefined || ga !== undefined) && (gx === undefined || gy === undefined))
    return polar(base, pointer, gx, gy, gl, ga);
  return [gx ?? pointer[0], gy ?? pointer[1]];
}

function polar(base: Point, pointer: Point, x?: number, y?: number, length?: number, angle?: number): Point | null {
  if (length !== undefined && angle === undefined && (x !== undefined || y !== undefined)) {
    const given = x !== undefined ? x - base[0] : y! - base[1];
    const rest = length * length - given * given;
    if (rest < 0) return null;
    const along = x !== undefined ? 1 : 0;
    const side = Math.sign(pointer[along] - base[along]) || 1;
    const other = base[along] + side * Math.sqrt(rest);
    return x !== undefined ? [x, other] : [other, y!];
  }
  const by = angle ?? Math.atan2(pointer[1] - base[1], pointer[0] - base[0]);
  const along = (pointer[0] - base[0]) * Math.cos(by) + (pointer[1] - base[1]) * Math.sin(by);
  const far = length ?? (angle === undefined ? distance(base, pointer) : Math.abs(along));
  return [base[0] + far * Math.cos(by), base[1] + far * Math.sin(by)];
}

/* The place whose distance from the base are components of a force, as typed, at so many metres for a newton. */
export function resolveComponents(entry: Entry, pointer: Point, base: Point, scale: number): Point | null {
  const own = resolve(entry, minus(pointer, base).map((one) => one! / scale) as Point, null, "N");
  return own && beyond(base, own, scale);
}

/* background_key.ts - the picture under the drawing, to trace over (`background:`): as it stands in the text, and how it is changed.
 *
 *   background: {image: "data:image/jpeg;base64,...", at: [0.1, 0.2], width: 300 mm, angle: 2 deg, opacity: 0.4, locked: true}
 *
 * `at` is its centre; its height follows from its proportions. No number of the mechanism depends on it.
 */
import type { Box, Point } from "../drawing/camera";
import { constant } from "../editor/constant";
import { combine, get, remove, setValue, type Value } from "../editor/text_edits";
import type { TextChange } from "../state/document";
import { isMap } from "./sketch";
import { writeSize } from "./size_text";

export interface Background {
  image: string; // the picture itself (data:…), or the name of a file beside the model
  at: Point; // m
  width: number; // m
  angle: number; // rad
  opacity: number; // 0 to 1
  locked: boolean;
  hidden: boolean;
}

export const KEY = "background";
const OPACITY = 0.5;

/* ---- reading ---- */

export type Known = (name: string) => number | undefined;

/* Null: there is none that can be shown; the engine says what is wrong with it. */
export function backgroundIn(now: string, known: Known = () => undefined): Background | null {
  const given = get(now, [KEY]);
  if (!given || !isMap(given) || typeof given["image"] !== "string") return null;
  const number = (key: string, preset: number): number => {
    const value = given[key];
    return value === undefined ? preset : typeof value === "string" ? (constant(value, known) ?? NaN) : NaN;
  };
  const at = Array.isArray(given["at"]) ? given["at"].map((one) => constant(String(one), known) ?? NaN) : [0, 0];
  const found: Background = {
    image: given["image"],
    at: [at[0] ?? 0, at[1] ?? 0],
    width: number("width", NaN),
    angle: number("angle", 0),
    opacity: number("opacity", OPACITY),
    locked: given["locked"] === "true",
    hidden: given["hidden"] === "true",
  };
  const numbers = [...found.at, found.width, found.angle, found.opacity];
  return numbers.every(Number.isFinite) && found.width > 0 ? found : null;
}

/* ---- writing ---- */

const round = (value: number, digits: number): number => Number(value.toPrecision(digits));

function written<K extends keyof Background>(key: K, value: Background[K]): Value {
  switch (key) {
    case "at":
      return `[${(value as Point).map((one) => writeSize(round(one, 6), "m")).join(", ")}]`;
    case "width":
      return writeSize(round(value as number, 7), "m");
    case "angle":
      return writeSize(value as number, "rad");
    case "opacity":
      return String(round(value as number, 2));
    default:
      return String(value);
  }
}

/* What is as it would be without a word is not written. */
function isPreset(key: keyof Background, value: Value): boolean {
  return (key === "angle" && Number(value) === 0) || ((key === "locked" || key === "hidden") && value === "false");
}

export function backgroundChanges(now: string, part: Partial<Background>): TextChange[] {
  const entries = Object.entries(part) as [keyof Background, never][];
  if (get(now, [KEY]) === undefined) {
    const all = entries.map(([key, value]) => [key, written(key, value)] as const);
    return setValue(now, [KEY], Object.fromEntries(all.filter(([key, value]) => !isPreset(key, value))));
  }
  return combine(
    now,
    ...entries.map(([key, value]) => (then: string) => {
      const words = written(key, value);
      return isPreset(key, words) ? remove(then, [KEY, key]) : setValue(then, [KEY, key], words);
    }),
  );
}

/* What is other in one than in the other. */
export function differing(was: Background, now: Background): Partial<Background> {
  const keys = (Object.keys(now) as (keyof Background)[]).filter((key) => String(now[key]) !== String(was[key]));
  return Object.fromEntries(keys.map((key) => [key, now[key]]));
}

/* ---- geometry ---- */

/* Its corners in the plane, from the lower left on, against the clock. */
export function corners({ at, width, angle }: Background, ratio: number): Point[] {
  const [c, s] = [Math.cos(angle), Math.sin(angle)];
  const [u, v] = [width / 2, (width * ratio) / 2];
  return [
    [-u, -v],
    [u, -v],
    [u, v],
    [-u, v],
  ].map(([x, y]): Point => [at[0] + c * x! - s * y!, at[1] + s * x! + c * y!]);
}

export function boxOf(now: Background, ratio: number): Box {
  const all = corners(now, ratio);
  const [x, y] = [all.map((one) => one[0]), all.map((one) => one[1])];
  return { left: Math.min(...x), right: Math.max(...x), bottom: Math.min(...y), top: Math.max(...y) };
}

/* So large that two places of it are a distance apart; the first stays where it is. */
export function calibrated(now: Background, [a, b]: readonly [Point, Point], distance: number): Background {
  const k = distance / Math.hypot(b[0] - a[0], b[1] - a[1]);
  return { ...now, width: k * now.width, at: [a[0] + k * (now.at[0] - a[0]), a[1] + k * (now.at[1] - a[1])] };
}

/* Scaled about its centre, so that what was at `from` of it comes to lie as far from there as `to`. */
export function scaledTo(now: Background, from: Point, to: Point): Background {
  const was = Math.hypot(from[0] - now.at[0], from[1] - now.at[1]);
  const is = Math.hypot(to[0] - now.at[0], to[1] - now.at[1]);
  return was > 0 && is > 0 ? { ...now, width: (now.width * is) / was } : now;
}

/* Turned about its centre from one direction to another; by whole steps of 15° where that is wanted. */
export function turnedTo(now: Background, from: Point, to: Point, steps: boolean): Background {
  const direction = ([x, y]: Point): number => Math.atan2(y - now.at[1], x - now.at[0]);
  const angle = now.angle + direction(to) - direction(from);
  const step = Math.PI / 12;
  const free = Math.atan2(Math.sin(angle), Math.cos(angle));
  return { ...now, angle: steps ? step * Math.round(free / step) : Math.round(free * 1e5) / 1e5 };
}

export function movedTo(now: Background, from: Point, to: Point): Background {
  return { ...now, at: [now.at[0] + to[0] - from[0], now.at[1] + to[1] - from[1]] };
}

/* segments.ts - a motion by its segments, as the text has it: where each ends, and edits that move an end, give another law, add and remove one.
 *
 * Numbers keep their units. A segment whose numbers are expressions is left as it is; so are those whose ends cannot be told from the text.
 */
import { description } from "../state/description";
import type { TextChange } from "../state/document";
import { formatNumber, readNumber } from "./numbers";
import { combine, get, insertItem, remove, setValue, TextEditError, type Data } from "./text_edits";
import type { Path } from "./tree";

/* by: how far it goes up; to: where it goes; stay: it dwells; free: a polynomial, an expression */
type Way = "by" | "to" | "stay" | "free";

export interface Segment {
  key: string; // that says what it does: "rise", "dwell"
  way: Way;
  law: string; // "" where it has none
  over: number | null; // its length along x, SI; null: not a plain number
  end: { x: number; y: number } | null; // where it ends; null: that is not plain
}

const WAYS: Record<string, Way> = {
  rise: "by",
  return: "by",
  to: "to",
  dwell: "stay",
  end: "free",
  expression: "free",
};

function plain(given: Data | undefined): number | null {
  return typeof given === "string" ? (readNumber(given)?.value ?? null) : null;
}

function record(given: Data | undefined): { [key: string]: Data } {
  return typeof given === "object" && !Array.isArray(given) ? given : {};
}

const keyOf = (given: { [key: string]: Data }): string => Object.keys(WAYS).find((key) => key in given) ?? "";
const lengthKey = (key: string): string => (key === "dwell" ? "dwell" : "over");
const signOf = (key: string): number => (key === "return" ? -1 : 1);

export interface Motion {
  begin: { x: number; y: number };
  segments: Segment[];
  periodic: boolean;
}

/* The motion of a table; null: it is not given by segments. */
export function readMotion(text: string, path: Path): Motion | null {
  const given = record(get(text, path));
  const list = given["segments"];
  if (!Array.isArray(list)) return null;
  const start = Array.isArray(given["begin"]) ? given["begin"].map(plain) : [0, 0];
  const begin = { x: start[0] ?? 0, y: start[1] ?? 0 };
  let at: { x: number; y: number } | null = begin;
  const segments = list.map((one): Segment => {
    const segment = record(one);
    const key = keyOf(segment);
    const way = WAYS[key] ?? "free";
    const over = plain(segment[lengthKey(key)]);
    const value = way === "free" ? valueOfEnd(segment) : plain(segment[key]);
    const y = at && nextValue(at.y, key, way, value);
    at = at && over !== null && y !== null ? { x: at.x + over, y } : null;
    return { key, way, law: typeof segment["law"] === "string" ? segment["law"] : "", over, end: at };
  });
  return { begin, segments, periodic: given["periodic"] === "true" };
}

function valueOfEnd(segment: { [key: string]: Data }): number | null {
  return Array.isArray(segment["end"]) ? plain(segment["end"][0]) : null;
}

function nextValue(from: number, key: string, way: Way, value: number | null): number | null {
  if (way === "stay") return from;
  if (value === null) return null;
  return way === "by" ? from + signOf(key) * value : value;
}

const here = (path: Path, i: number, ...more: (string | number)[]): Path => [...path, "segments", i, ...more];

function written(text: string, path: Path): string | undefined {
  const given = get(text, path);
  return typeof given === "string" ? given : undefined;
}

/* A number of the text by so much more; throws where it is an expression. */
function shifted(text: string, path: Path, by: number, resolution: number): TextChange[] {
  const old = written(text, path);
  const value = plain(old);
  if (old === undefined || value === null)
    throw new TextEditError("This is given by an expression: change it in the text.");
  return setValue(text, path, formatNumber(value + by, old, resolution));
}

/* Moves the end of a segment. The next one begins there and ends where it did: its length, and how far it goes, make up for it. The last
 * segment of a periodic motion keeps its end. */
export function moveEnd(
  text: string,
  path: Path,
  index: number,
  by: { x: number; y: number },
  resolution: { x: number; y: number },
): TextChange[] {
  const motion = readMotion(text, path)!;
  const { segments } = motion;
  const changes: ((now: string) => TextChange[])[] = [];
  const longer = (i: number, x: number): void => {
    const { key } = segments[i]!;
    changes.push((now) => shifted(now, here(path, i, lengthKey(key)), x, resolution.x));
  };
  const last = index === segments.length - 1;
  if (by.x !== 0 && !(last && motion.periodic)) {
    const room = segments[index + 1]?.over;
    if ((segments[index]!.over ?? 0) + by.x <= 0 || (room !== undefined && room !== null && room - by.x <= 0))
      throw new TextEditError("A segment must have a length.");
    longer(index, by.x);
    if (!last) longer(index + 1, -by.x);
  }
  if (by.y !== 0) changes.push(...lifted(path, segments, index, by.y, resolution.y));
  return combine(text, ...changes);
}

/* The value at the end of a segment, by so much more: of a dwell that of what led to it; what leaves it makes up for it. */
function lifted(
  path: Path,
  segments: Segment[],
  index: number,
  by: number,
  resolution: number,
): ((now: string) => TextChange[])[] {
  const goes = (i: number): boolean => segments[i]!.way !== "stay";
  let up = index;
  while (up >= 0 && !goes(up)) up--;
  let down = index + 1;
  while (down < segments.length && !goes(down)) down++;
  const change = (i: number, y: number) => {
    const { key, way } = segments[i]!;
    const at = way === "free" ? here(path, i, key, 0) : here(path, i, key);
    return (now: string) => shifted(now, at, way === "by" ? signOf(key) * y : y, resolution);
  };
  if (up < 0) return [];
  const after = segments[down];
  return [change(up, by), ...(after?.way === "by" ? [change(down, -by)] : [])];
}

/* ---- kinds of segments ---- */

/* The laws that the engine knows. */
export function motionLaws(): string[] {
  return description.value.segment_fields?.find(({ name }) => name === "law")?.choices ?? [];
}

/* What a segment can be, as the engine describes it: the fields of which one says what it does. */
export function segmentKeys(): string[] {
  return (description.value.segment_fields ?? []).map(({ name }) => name).filter((name) => name in WAYS);
}

/* Another kind of segment, over the same length; what it went by stays where it can. */
export function retypeSegment(text: string, path: Path, index: number, to: string): TextChange[] {
  const given = record(get(text, here(path, index)));
  const from = keyOf(given);
  const length = written(text, here(path, index, lengthKey(from))) ?? "1";
  const value = WAYS[from] === "by" || WAYS[from] === "to" ? String(given[from]) : "0.01";
  const law = typeof given["law"] === "string" ? given["law"] : (motionLaws()[0] ?? "");
  const next: Record<string, string> = {
    dwell: `{dwell: ${length}}`,
    end: `{end: [${value}, 0, 0], over: ${length}}`,
    expression: `{expression: 0*x, over: ${length}}`,
  };
  return setValue(text, here(path, index), next[to] ?? `{${to}: ${value}, over: ${length}, law: ${law}}`);
}

/* One more behind another, which gives it half of its length. */
export function addSegment(text: string, path: Path, index: number): TextChange[] {
  const segment = readMotion(text, path)!.segments[index];
  if (!segment) return insertItem(text, [...path, "segments"], 0, "{dwell: 1}");
  const at = here(path, index, lengthKey(segment.key));
  const old = written(text, at);
  if (old === undefined || segment.over === null)
    throw new TextEditError("The length of this segment is an expression: add one in the text.");
  const half = formatNumber(segment.over / 2, old, Math.abs(segment.over) * 1e-4);
  return combine(
    text,
    (now) => setValue(now, at, half),
    (now) => insertItem(now, [...path, "segments"], index + 1, `{dwell: ${half}}`),
  );
}

/* Gives its length to the one before it, or behind it. */
export function removeSegment(text: string, path: Path, index: number): TextChange[] {
  const { segments } = readMotion(text, path)!;
  const gone = segments[index]!;
  const heir = index > 0 ? index - 1 : 1;
  const to = segments[heir];
  const given = gone.over !== null && to?.over !== null && to !== undefined;
  return combine(
    text,
    (now) => (given ? shifted(now, here(path, heir, lengthKey(to.key)), gone.over!, Math.abs(gone.over!) * 1e-4) : []),
    (now) => remove(now, here(path, index)),
  );
}

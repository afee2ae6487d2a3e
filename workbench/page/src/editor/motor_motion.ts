/* motor_motion.ts - what a motor does, as people think of it: a speed, a move from here to there, back and forth, a swing, a table.
 *
 * It is read from what the model says of a driver: an expression in t, or a table that it follows. Fields are as written, with their units;
 * "" is one that is not given.
 */
import { constant, termsOf } from "./constant";
import { formatNumber } from "./numbers";
import { type Data, get } from "./text_edits";

export type Way = "speed" | "move" | "cycle" | "swing" | "table" | "load";
export const WAYS: readonly Way[] = ["speed", "move", "cycle", "swing", "table", "load"];

export interface Motion {
  way: Way | "other"; // other: an expression of its own
  speed: string; // with its sign where it goes on for ever; else the largest
  from: string;
  to: string;
  acceleration: string;
  jerk: string; // "": a trapezoid; else an S-curve
  start: string; // when a move begins
  over: string; // how long it takes, where that is given
  dwell: string; // at each end
  period: string;
  centred: boolean; // a swing that begins in the middle
  table: string;
  load: string; // torque or force
}

export const EMPTY: Motion = {
  way: "other",
  speed: "",
  from: "",
  to: "",
  acceleration: "",
  jerk: "",
  start: "",
  over: "",
  dwell: "",
  period: "",
  centred: false,
  table: "",
  load: "",
};

/* ---- numbers as text ---- */

/* Twelve digits are enough for a sum of numbers that people write. */
function tidied(value: number): number {
  return Number(value.toPrecision(12));
}

/* The difference of two values in the unit of the first, or as an expression. */
export function difference(a: string, b: string): string {
  return combined(a, b, -1);
}

export function sum(a: string, b: string): string {
  return combined(a, b, 1);
}

function combined(a: string, b: string, sign: 1 | -1): string {
  if (isZero(b)) return a || "0";
  if (isZero(a)) return sign > 0 ? b : negated(b);
  const [x, y] = [constant(a), constant(b)];
  if (x === null || y === null) return `${a} ${sign > 0 ? "+" : "-"} ${bracketed(b)}`;
  return written(x + sign * y, a);
}

/* A value in the unit of a text. */
export function written(value: number, like: string): string {
  return formatNumber(tidied(value), like, Math.abs(value) * 1e-9 || undefined);
}

export function negated(text: string): string {
  if (isZero(text)) return text;
  const bare = text.startsWith("-") ? text.slice(1).trim() : null;
  if (bare !== null && termsOf(text).length === 1) return bare;
  return termsOf(text).length > 1 ? `-(${text})` : `-${text}`;
}

export function bracketed(text: string): string {
  return termsOf(text).length > 1 || text.startsWith("-") ? `(${text})` : text;
}

export function isZero(text: string): boolean {
  return text.trim() === "" || constant(text) === 0;
}

/* ---- reading an expression ---- */

const TIME = /(?<![\w.])t(?![\w.(])/;
const TABLE = /^table\(\s*t\s*,\s*([\w.]+)\s*\)$/;
const ROUND = String.raw`\(\s*(?:(?<whole>2\*pi\*t(?:\/(?<period>[^()*/]+)|\*(?<after>[^()*/]+))?)|2\*pi\*(?<rate>[^()*/]+)\*t|(?<omega>[^()]+?)\*t)\s*\)`;
const SINE = new RegExp(String.raw`^(?:(?<size>.+?)\*)?sin${ROUND}$`);
const COSINE = new RegExp(String.raw`^(?:(?<size>.+?)\*)?\(\s*1\s*-\s*cos${ROUND}\s*\)\s*\/\s*2$`);

function periodOf({ whole, period, after, rate, omega }: Record<string, string | undefined>): string | null {
  const per = (value: number | null, times = 1): string | null =>
    value !== null && value > 0 ? `${tidied(times / value)} s` : null;
  if (whole !== undefined) return period?.trim() ?? (after === undefined ? "1 s" : per(constant(after)));
  if (rate !== undefined) return per(constant(rate));
  return omega === undefined ? null : per(constant(omega), 2 * Math.PI);
}

function readSwing(base: string, sign: 1 | -1, term: string): Motion | null {
  const found = SINE.exec(term) ?? COSINE.exec(term);
  const period = found && periodOf(found.groups!);
  if (!found || !period) return null;
  const size = found.groups!.size ?? "1";
  const signed = sign > 0 ? size : negated(size);
  const centred = SINE.test(term);
  const from = centred ? difference(base || "0", signed) : base || "0";
  return { ...EMPTY, way: "swing", from, to: sum(base || "0", signed), period, centred };
}

/* "2*pi" of "2*pi*t"; null: it is no product with t. */
function rateOf(term: string): string | null {
  if (term === "t") return "1";
  const before = /^(.*)\*\s*t$/.exec(term)?.[1]?.trim() ?? /^t\s*\*(.*)$/.exec(term)?.[1]?.trim();
  return before === undefined || before === "" || TIME.test(before) ? null : before;
}

function joined(terms: { sign: 1 | -1; text: string }[]): string {
  return terms.map(({ sign, text }, i) => (i === 0 ? (sign < 0 ? `-${text}` : text) : `${sign < 0 ? "-" : "+"} ${text}`)).join(" "); // prettier-ignore
}

function readExpression(text: string): Motion | null {
  const terms = termsOf(text);
  const moving = terms.filter((term) => TIME.test(term.text));
  const base = joined(terms.filter((term) => !TIME.test(term.text)));
  if (moving.length !== 1 || /\w\(/.test(base)) return null;
  const { sign, text: term } = moving[0]!;
  const rate = rateOf(term);
  if (rate !== null && !/\w\(/.test(rate))
    return { ...EMPTY, way: "speed", from: base, speed: sign < 0 ? negated(rate) : rate };
  return readSwing(base, sign, term);
}

/* ---- reading a table ---- */

type Fields = { [key: string]: Data };

function isFields(value: Data | undefined): value is Fields {
  return typeof value === "object" && !Array.isArray(value);
}

function word(fields: Fields, key: string): string {
  const value = fields[key];
  return typeof value === "string" ? value : "";
}

export const LAWS = { trapezoid: "trapezoid", smooth: "s_curve" } as const; // laws of a move: without and with a jerk

function limitsOf(fields: Fields): Pick<Motion, "speed" | "acceleration" | "jerk" | "over"> {
  return {
    speed: word(fields, "speed"),
    acceleration: word(fields, "acceleration"),
    jerk: word(fields, "jerk"),
    over: word(fields, "over"),
  };
}

function readMove(table: Fields): Motion | null {
  const law = Object.values(LAWS).find((one) => isFields(table[one]));
  if (law === undefined) return null;
  const fields = table[law] as Fields;
  const rest = { from: word(fields, "from") || "0", to: word(fields, "to"), start: word(fields, "start") };
  return { ...EMPTY, way: "move", ...limitsOf(fields), ...rest };
}

/* There, and back within the same limits; it may stay at both ends, as long at each. */
function readCycle(table: Fields): Motion | null {
  const { segments, begin } = table;
  if (table.periodic !== "true" || !Array.isArray(segments) || !segments.every(isFields)) return null;
  const moves = segments.filter((one) => one.to !== undefined);
  const stays = segments.filter((one) => one.dwell !== undefined);
  const [there, back] = moves;
  const from = Array.isArray(begin) ? begin[1] : "0";
  const dwells = stays.map((one) => word(one, "dwell"));
  const alternate = segments.every((one, i) =>
    stays.length === 0 || i % 2 === 0 ? moves.includes(one) : stays.includes(one),
  );
  if (!there || !back || moves.length !== 2 || !alternate || moves.length + stays.length !== segments.length)
    return null;
  if (stays.length !== 0 && (stays.length !== 2 || dwells[0] !== dwells[1])) return null;
  const limits = limitsOf(there);
  const same = JSON.stringify(limits) === JSON.stringify(limitsOf(back)) && there.law === back.law;
  const known = (Object.values(LAWS) as string[]).includes(word(there, "law"));
  if (!same || !known || typeof from !== "string" || constant(word(back, "to")) !== constant(from)) return null;
  return { ...EMPTY, way: "cycle", ...limits, from, to: word(there, "to"), dwell: dwells[0] ?? "" };
}

/* What a driver asks of its channel. */
export function readMotorMotion(text: string, expression: string): Motion {
  const name = TABLE.exec(expression.trim())?.[1];
  if (name === undefined) return readExpression(expression) ?? EMPTY;
  const table = get(text, ["tables", name]);
  const made = isFields(table) ? (readMove(table) ?? readCycle(table)) : null;
  return made ? { ...made, table: name } : { ...EMPTY, way: "table", table: name };
}

/* ---- which way ---- */

/* 1: the value grows; -1: it falls; 0: it is not known. */
export function directionOf(motion: Motion): -1 | 0 | 1 {
  const by =
    motion.way === "speed"
      ? constant(motion.speed)
      : motion.way === "load"
        ? constant(motion.load)
        : constant(difference(motion.to || "0", motion.from || "0"));
  return by === null ? 0 : (Math.sign(by) as -1 | 0 | 1);
}

/* The same the other way round. */
export function reversed(motion: Motion): Motion {
  if (motion.way === "speed") return { ...motion, speed: negated(motion.speed) };
  if (motion.way === "load") return { ...motion, load: negated(motion.load) };
  if (motion.way === "table" || motion.way === "other") return motion;
  return { ...motion, to: difference(motion.from || "0", difference(motion.to || "0", motion.from || "0")) };
}

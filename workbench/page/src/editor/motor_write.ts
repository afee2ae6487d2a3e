/* motor_write.ts - a motion of a motor as text: the expression of a driver, and the table that it follows where it has one. */
import type { TextChange } from "../state/document";
import { bracketed, difference, isZero, LAWS, type Motion, negated, readMotorMotion, sum } from "./motor_motion";
import { combine, get, has, keysOf, type Path, remove, setValue, type Value } from "./text_edits";

type Fields = Record<string, Value>;
export type Units = readonly [time: string, value: string]; // of a new table

/* "30 deg + 60 rpm*t": what is zero is left out. */
function added(base: string, term: string): string {
  const minus = term.startsWith("-");
  if (isZero(base)) return term;
  return minus ? `${base} - ${term.slice(1).trim()}` : `${base} + ${term}`;
}

function ofSpeed({ from, speed }: Motion): string {
  const minus = speed.startsWith("-");
  const term = `${bracketed(minus ? negated(speed) : speed)}*t`;
  return added(from, minus ? `-${term}` : term);
}

function swingOf({ from, to, period, centred }: Motion): string {
  const turn = `2*pi*t/${bracketed(period || "1 s")}`;
  const way = difference(to || "0", from || "0");
  if (!centred) return added(from, `${bracketed(way)}*(1 - cos(${turn}))/2`.replace(/^\((-[^()]*)\)\*/, "$1*"));
  const half = halved(way);
  return added(sum(from || "0", half), `${bracketed(half)}*sin(${turn})`.replace(/^\((-[^()]*)\)\*/, "$1*"));
}

function halved(text: string): string {
  const found = /^(-?[\d.]+)( .*)?$/.exec(text);
  return found ? `${Number((Number(found[1]) / 2).toPrecision(12))}${found[2] ?? ""}` : `${bracketed(text)}/2`;
}

/* Fields that are given. */
function given(fields: Record<string, string>): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== ""));
}

function lawOf({ jerk }: Motion): string {
  return jerk === "" ? LAWS.trapezoid : LAWS.smooth;
}

function moveFields({ from, to, speed, acceleration, jerk, start, over }: Motion): Fields {
  return given({ from: from || "0", to, speed, acceleration, jerk, start: isZero(start) ? "" : start, over });
}

function cycleTable(motion: Motion): Fields {
  const { from, to, speed, acceleration, jerk, over, dwell } = motion;
  const move = (end: string): Value => given({ to: end, law: lawOf(motion), speed, acceleration, jerk, over });
  const stay: Value[] = isZero(dwell) ? [] : [{ dwell }];
  return {
    periodic: "true",
    begin: ["0", from || "0"],
    segments: [move(to), ...stay, move(from || "0"), ...stay],
  };
}

/* The table as it is to be; null: the motion has none of its own. */
function tableOf(motion: Motion): Fields | null {
  if (motion.way === "move") return { [lawOf(motion)]: moveFields(motion) };
  return motion.way === "cycle" ? cycleTable(motion) : null;
}

/* The text of a model that has this motion and nothing else: what the engine says of it can be shown before it is written. */
export function probeOf(motion: Motion, parameters: string): string | null {
  const table = tableOf(motion);
  if (!table) return null;
  const base = `trammel: 1\n${parameters}`;
  const changes = setValue(base, ["tables", "motion"], table);
  return changes.reduceRight((now, { from, to, insert }) => now.slice(0, from) + insert + now.slice(to), base);
}

function expressionOf(motion: Motion): string {
  return motion.way === "swing" ? swingOf(motion) : ofSpeed(motion);
}

/* Fields of a map one by one, so that what else stands in it stays, comments too. */
function setFields(text: string, path: Path, fields: Fields, known: readonly string[]): TextChange[] {
  const sets = Object.entries(fields).map(
    ([key, value]) =>
      (now: string) =>
        setValue(now, [...path, key], value),
  );
  const drops = known
    .filter((key) => !(key in fields))
    .map((key) => (now: string) => (has(now, [...path, key]) ? remove(now, [...path, key]) : []));
  return combine(text, ...drops, ...sets);
}

const MOVE_KEYS = ["from", "to", "speed", "acceleration", "jerk", "start", "over"];

function writeTable(text: string, name: string, fields: Fields): TextChange[] {
  const law = Object.values(LAWS).find((one) => one in fields);
  return law !== undefined && has(text, ["tables", name, law])
    ? setFields(text, ["tables", name, law], fields[law] as Fields, MOVE_KEYS)
    : setValue(text, ["tables", name], fields);
}

function freeTable(text: string, stem: string): string {
  const taken = keysOf(text, ["tables"]);
  let name = stem;
  for (let i = 2; taken.includes(name); i++) name = stem + i;
  return name;
}

/* Whether nothing else in the text mentions a table. */
function isOwn(text: string, table: string): boolean {
  return [...text.matchAll(new RegExp(String.raw`(?<![\w.])${table}(?![\w])`, "g"))].length <= 2;
}

/* Points to begin with, where a table is to be followed and there is none: from rest to rest. */
function firstPoints({ from, to }: Motion, units: Units): Fields {
  const plain = (text: string): string => /^-?[\d.]+/.exec(text)?.[0] ?? "0";
  const [a, b] = [plain(from), plain(to || "1")];
  const middle = String(Number(((Number(a) + Number(b)) / 2).toPrecision(6)));
  return {
    units: [...units],
    interpolation: "spline",
    ends: "clamped",
    points: [["0", a], ["0.5", middle], ["1", b]], // prettier-ignore
  };
}

export interface Parts {
  expression: string; // of the driver
  table: { name: string; fields: Fields | null } | null; // fields: as it is to be; null: it is there
}

/* What a motion is made of, for a driver of this name; `own`: a table of its own that it may take. */
export function partsOf(text: string, driver: string, motion: Motion, units: Units, own = ""): Parts {
  const fields = tableOf(motion);
  const known = keysOf(text, ["tables"]).includes(motion.table.split(".")[0]!);
  if (motion.way === "table" && known)
    return { expression: `table(t, ${motion.table})`, table: { name: motion.table, fields: null } };
  if (motion.way !== "table" && !fields) return { expression: expressionOf(motion), table: null };
  const name = own && fields ? own : freeTable(text, `${driver}_motion`);
  return { expression: `table(t, ${name})`, table: { name, fields: fields ?? firstPoints(motion, units) } };
}

/* Another motion for the driver at a path, whose channel is the key in it; in one step. */
export function writeMotion(text: string, path: Path, channel: string, motion: Motion, units: Units): TextChange[] {
  const at = [...path, channel];
  const before = get(text, at);
  const old = typeof before === "string" ? readMotorMotion(text, before) : null;
  const made = old && (old.way === "move" || old.way === "cycle") ? old.table : "";
  const own = made !== "" && isOwn(text, made) ? made : "";
  const { expression, table } = partsOf(text, String(path[path.length - 1]), motion, units, own);
  return combine(
    text,
    (now) => (own !== "" && own !== table?.name ? remove(now, ["tables", own]) : []),
    (now) => (table?.fields ? writeTable(now, table.name, table.fields) : []),
    (now) => setValue(now, at, expression),
  );
}

/* diagnostics.ts - the engine's messages in the text: which letters each concerns, and what would mend it. */
import type { Message } from "../engine/engine";
import type { TextChange } from "../state/document";
import { cureOf } from "./cures";
import { freeName } from "./draft";
import { has, setValue } from "./text_edits";
import { type Node, type Path, readTree, visit } from "./tree";
import { lineEndAt, lineStartAt } from "./write";
import { texts } from "../texts/texts";

export interface Range {
  from: number;
  to: number;
}

export interface Fix {
  title: string;
  changes: TextChange[];
}

/* Offset of a line and column, both from 1; columns count characters, not halves of them. Null: the message has no place. */
export function offsetAt(text: string, line: number, column: number): number | null {
  if (line < 1) return null;
  let start = 0;
  for (let i = 1; i < line; i++) {
    const next = text.indexOf("\n", start);
    if (next < 0) return text.length;
    start = next + 1;
  }
  const end = lineEndAt(text, start);
  const characters = [...text.slice(start, end)].slice(0, Math.max(column - 1, 0));
  return Math.min(start + characters.join("").length, end);
}

/* The token at an offset: a name, a number, a quoted text, a sign. */
export function tokenAt(text: string, at: number): Range {
  const rest = text.slice(at, lineEndAt(text, at));
  const found = /^(?:"(?:[^"\\]|\\.)*"|'(?:[^']|'')*'|[\w\u0080-\uffff]+(?:\.[\w\u0080-\uffff]+)*|[^\s])/.exec(rest);
  if (found) return { from: at, to: at + found[0].length };
  const start = lineStartAt(text, at);
  return at > start ? { from: at - 1, to: at } : { from: at, to: Math.min(at + 1, text.length) };
}

export function rangeOf(text: string, message: Message): Range | null {
  const at = offsetAt(text, message.line, message.column);
  if (at === null) return null;
  const wrong = suggestion(message)?.wrong;
  const found = wrong === undefined ? null : findWord(text, wrong, at);
  return found && found.from <= at && at <= found.to ? found : tokenAt(text, at);
}

/* ---- did you mean ---- */

/* Letters to change, add or leave out to come from one word to another. */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++)
      next[j] = Math.min(row[j]! + 1, next[j - 1]! + 1, row[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1));
    row = next;
  }
  return row[b.length]!;
}

function suggestion(message: Message): { wrong: string; right: string } | null {
  const found = /; did you mean "([^"]+)"\?/.exec(message.text);
  if (!found) return null;
  const right = found[1]!;
  const quoted = [...message.text.slice(0, found.index).matchAll(/"([^"]+)"/g)].map((match) => match[1]!);
  const others = quoted.filter((word) => word !== right || quoted.length === 1);
  if (others.length === 0) return null;
  const wrong = others.reduce((best, word) => (distance(word, right) <= distance(best, right) ? word : best));
  return { wrong, right };
}

/* A word in the line of an offset, the nearest to it; whole, or a part of a dotted name. */
function findWord(text: string, word: string, at: number): Range | null {
  const start = lineStartAt(text, at);
  const line = text.slice(start, lineEndAt(text, at));
  let best: Range | null = null;
  for (let i = line.indexOf(word); i >= 0; i = line.indexOf(word, i + 1)) {
    const bare =
      !/[\w\u0080-\uffff]/.test(line[i - 1] ?? " ") && !/[\w\u0080-\uffff]/.test(line[i + word.length] ?? " ");
    const from = start + i;
    if (bare && (best === null || Math.abs(from - at) < Math.abs(best.from - at)))
      best = { from, to: from + word.length };
  }
  return best;
}

/* The path of the innermost node at an offset, and whether it is a key. */
export function pathAt(root: Node | null, offset: number): Path {
  let found: Path = [];
  visit(root, (path, node, key) => {
    const inKey = key !== null && key.from <= offset && offset <= key.to;
    if (inKey || (node.from <= offset && offset <= node.to && node.from < node.to)) found = path;
  });
  return found;
}

/* ---- fixes ---- */

type Mend = (context: Context) => Fix[];

interface Context {
  text: string;
  message: Message;
  at: number;
  path: Path;
  match: RegExpExecArray;
}

function replace(title: string, range: Range | null, insert: string): Fix[] {
  return range ? [{ title, changes: [{ ...range, insert }] }] : [];
}

function attempt(title: string, edit: () => TextChange[]): Fix[] {
  try {
    const changes = edit();
    return changes.length > 0 ? [{ title, changes }] : [];
  } catch {
    return []; // the text cannot be edited there: then there is no such fix
  }
}

function list(words: string): string[] {
  return words.split(/, | and | or /).filter((word) => /^[\w.]+$/.test(word));
}

function origin(text: string): string[] {
  return /^space:\s*space\b/m.test(text) ? ["0", "0", "0"] : ["0", "0"];
}

function didYouMean({ text, message, at, path }: Context): Fix[] {
  const found = suggestion(message);
  if (!found) return [];
  const { wrong, right } = found;
  const range = findWord(text, wrong, at);
  const ofName = path[0] === "joints" && path[1] === wrong && range?.from === lineStartOfKey(text, range);
  if (ofName && /no point "/.test(message.text))
    return attempt(texts.editor.diagnostics.addAt(right), () => setValue(text, ["joints", wrong, "at"], right));
  return replace(`Replace "${wrong}" with "${right}"`, range, right);
}

function lineStartOfKey(text: string, range: Range | null): number {
  if (!range) return -1;
  const start = lineStartAt(text, range.from);
  return start + /^\s*/.exec(text.slice(start))![0].length;
}

function pointMissing({ text, match, at, path }: Context): Fix[] {
  const [, point, body, others] = match;
  const token = tokenAt(text, at);
  const fixes: Fix[] = [];
  const drawn = readTree(text).root !== null && /^\s*\[/.test(sourceOfPoints(text, body!) ?? "");
  const exists = body === "ground" || has(text, ["bodies", body!]);
  if (!drawn && exists)
    fixes.push(
      ...attempt(texts.editor.diagnostics.addPointTo(point!, body!), () =>
        setValue(text, ["bodies", body!, "points", point!], origin(text)),
      ),
    );
  for (const other of list(others ?? "").slice(0, 4)) {
    const isBody = text.slice(token.from, token.to) === body;
    if (path[0] === "joints" || path[0] === "forces")
      fixes.push(...replace(`Use point ${other} of ${body}`, token, isBody ? `${body}.${other}` : other));
  }
  return fixes;
}

function sourceOfPoints(text: string, body: string): string | undefined {
  let source: string | undefined;
  visit(readTree(text).root, (path, node) => {
    if (path.length === 3 && path[0] === "bodies" && path[1] === body && path[2] === "points")
      source = text.slice(node.from, node.to);
  });
  return source;
}

/* The map that a message about a missing key stands at. */
function mapAt(text: string, at: number): Path {
  let found: Path = [];
  visit(readTree(text).root, (path, node, key) => {
    if (node.kind === "map" && (node.from === at || key?.from === at)) found = path;
  });
  return found;
}

const BEGIN: Record<string, string> = { trammel: "1", mass: "1", end: "1", ratio: "-1", radius: "0.1", pitch: "1 mm" };

function keyMissing({ text, match, at }: Context): Fix[] {
  const key = match[1]!;
  const path = key === "trammel" ? [] : mapAt(text, at);
  const isVector =
    /its three components|components of the force/.test(match.input) && !/the torque; in space/.test(match.input);
  const value = isVector ? origin(text) : (BEGIN[key] ?? "0");
  return attempt(texts.editor.diagnostics.add(key), () => setValue(text, [...path, key], value));
}

/* Of few words any may be meant; of many, those that begin alike. */
function likely(wrong: string, words: string[]): string[] {
  return words.length <= 4 ? words : words.filter((word) => word[0] === wrong[0]);
}

const MENDS: [RegExp, Mend][] = [
  [/; did you mean "[^"]+"\?/, didYouMean],
  [
    /unknown key "([^"]+)"; known are (.*)$/,
    ({ text, at, match }) =>
      likely(match[1]!, list(match[2]!))
        .slice(0, 5)
        .flatMap((word) => replace(`Replace "${match[1]}" with "${word}"`, findWord(text, match[1]!, at), word)),
  ],
  [/no point "([^"]+)" on body "([^"]+)"(?:; it has (.*))?$/, pointMissing],
  [
    /no point "([^"]+)" in the drawing/,
    ({ text, match }) =>
      attempt(texts.editor.diagnostics.addPoint(match[1]!), () => setValue(text, ["points", match[1]!], origin(text))),
  ],
  [
    /no body "([^"]+)"/,
    ({ text, match }) =>
      attempt(texts.editor.diagnostics.addBody(match[1]!), () =>
        setValue(text, ["bodies", match[1]!], { mass: "1", inertia: "1" }),
      ),
  ],
  [
    /unknown name "(\w+)"/,
    ({ text, match }) =>
      attempt(texts.editor.diagnostics.addParameter(match[1]!), () => setValue(text, ["parameters", match[1]!], "1")),
  ],
  [/"(\w+)" is missing/, keyMissing],
  [
    /has an inertia but no mass/,
    ({ text, path }) =>
      attempt(texts.editor.diagnostics.addMass, () => setValue(text, [...path.slice(0, 2), "mass"], "1")),
  ],
  [
    /expected (\S+), found (\S+)$/,
    ({ text, match, at }) => {
      const number = /^[-+]?[\d.]+(?:[eE][+-]?\d+)?\s+(\S+?)(?=[\s,}\]]|$)/.exec(text.slice(at, lineEndAt(text, at)));
      if (!number || number[1] !== match[2]) return [];
      const from = at + number[0].length - match[2]!.length;
      return replace(`Replace "${match[2]}" with "${match[1]}"`, { from, to: at + number[0].length }, match[1]!);
    },
  ],
  [
    /(?:force|joint|driver|body) "(\w+)": the name is taken/,
    ({ text, match, at }) => {
      const name = freeName(text, "force", match[1]!);
      return replace(`Rename this one to "${name}"`, tokenAt(text, at), name);
    },
  ],
];

type Mender = (text: string, message: Message) => Fix[];
const others = new Set<Mender>();

/* What knows the mechanism, and not only its text, mends more. */
export function addMender(one: Mender): () => void {
  others.add(one);
  return () => others.delete(one);
}

export function fixesFor(text: string, message: Message): Fix[] {
  const cure = cureOf(text, message.text);
  for (const mend of others) {
    const fixes = mend(text, message);
    if (fixes.length > 0) return fixes;
  }
  const at = offsetAt(text, message.line, message.column);
  if (cure.length > 0 || at === null) return cure;
  const path = pathAt(readTree(text).root, at);
  for (const [pattern, mend] of MENDS) {
    const match = pattern.exec(message.text);
    const fixes = match ? mend({ text, message, at, path, match }) : [];
    if (fixes.length > 0) return fixes;
  }
  return [];
}

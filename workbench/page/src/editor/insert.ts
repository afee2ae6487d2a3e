/* insert.ts - where a new entry goes, and how it is laid out there: like its neighbours. */
import type { TextChange } from "../state/document";
import { type Entry, type ListNode, type MapNode, type Node, type Path, TextEditError, type Tree } from "./tree";
import {
  columnAt,
  isJson,
  lineEnd,
  lineEndAt,
  lineStartAt,
  type Style,
  nextLineAt,
  type Value,
  writeItem,
  writeKey,
  writeValue,
} from "./write";

/* The order in which a model reads best. */
const SECTIONS =
  "trammel title description space gravity parameters tables points bodies joints forces drivers initial sketch groups analyses studies background".split(
    " ",
  );
const HEADS = new Set(["trammel", "title", "description", "space", "gravity"]);
const WIDEST = 120;

/* Keys behind a question mark (`? crank`) are rare, and left to those who write them. */
export function refuseExplicit(text: string, entry: Entry): void {
  if (/\?\s+$/.test(text.slice(lineStartAt(text, entry.key.from), entry.key.from)))
    throw new TextEditError(
      `"${entry.key.text}" is an explicit key, written with a question mark: change it in the text.`,
    );
}

function columnOfKeys(text: string, map: MapNode): number {
  const first = map.entries[0]!;
  refuseExplicit(text, first);
  return columnAt(text, first.key.from);
}

/* What stands before the entries of sections. */
function indentation(text: string, root: Node | null): string {
  if (root?.kind !== "map" || root.entries.length === 0) return "  ";
  const outer = columnOfKeys(text, root);
  for (const { value } of root.entries)
    if ((value.kind === "map" || value.kind === "list") && !value.flow) {
      const column = columnAt(text, value.from);
      if (column > outer) return " ".repeat(column);
    }
  return " ".repeat(outer + 2);
}

/* Lines to put behind `section:`, each with a line break before it. */
export function sectionLines(text: string, tree: Tree, value: Value): string {
  const indent = indentation(text, tree.root);
  const style: Style = { flow: false, json: false };
  const lines = Array.isArray(value)
    ? value.map((item: Value) => `${indent}- ${writeItem(item, style)}`)
    : Object.entries(value as Record<string, Value>).map(
        ([key, item]) => `${indent}${writeKey(key, style)}: ${writeValue(item, style)}`,
      );
  return lines.map((line) => lineEnd(text) + line).join("");
}

function nest(path: Path, value: Value): Value {
  return path.reduceRight<Value>((inner, step) => (typeof step === "number" ? [inner] : { [step]: inner }), value);
}

/* A new entry `key` of a map (null: of a text without any), holding `value` at the path `rest` within it. */
export function insertEntry(
  text: string,
  tree: Tree,
  map: MapNode | null,
  at: Path,
  key: string | number,
  rest: Path,
  value: Value,
): TextChange[] {
  const name = String(key);
  const inner = nest(rest, value);
  if (map?.flow) return insertIntoFlow(text, map, name, inner, { flow: true, json: isJson(tree) }, at.length === 0);
  if (at.length === 0) return insertSection(text, tree, map, name, rest.length > 0, inner);
  return insertIntoBlock(text, map!, name, inner);
}

/* ---- sections ---- */

function insertSection(
  text: string,
  tree: Tree,
  map: MapNode | null,
  name: string,
  nested: boolean,
  value: Value,
): TextChange[] {
  const br = lineEnd(text);
  const empty = !map || map.entries.length === 0;
  const written = nested ? `${name}:${sectionLines(text, tree, value)}` : `${name}: ${writeValue(value, style())}`;
  const body = empty ? written : " ".repeat(columnOfKeys(text, map)) + written;
  if (empty) {
    const start = text === "" || text.endsWith("\n") ? "" : br;
    const head = name === "trammel" ? "" : `trammel: 1${br}${HEADS.has(name) ? "" : br}`;
    return [{ from: text.length, to: text.length, insert: start + head + body + br }];
  }
  const before = precedingEntry(map, name);
  const spaced = !HEADS.has(name) && isSpaced(text, map);
  if (!before) {
    const first = lineStartAt(text, map.entries[0]!.key.from);
    return [{ from: first, to: first, insert: body + br + (spaced ? br : "") }];
  }
  const end = sectionEnd(text, before);
  return [{ from: end, to: end, insert: (spaced ? br : "") + br + body }];
}

function style(): Style {
  return { flow: false, json: false };
}

/* The last entry that is before a section of this name in the usual order; unusual keys stay where they are. */
function precedingEntry(map: MapNode, name: string): Entry | null {
  const rank = SECTIONS.indexOf(name);
  let found: Entry | null = null;
  for (const entry of map.entries) {
    const other = SECTIONS.indexOf(entry.key.text);
    if (rank < 0 || (other >= 0 && other < rank)) found = entry;
  }
  return found;
}

/* Whether sections have an empty line before them. */
function isSpaced(text: string, map: MapNode): boolean {
  const sections = map.entries.filter((entry) => !HEADS.has(entry.key.text));
  const spaced = sections.filter((entry) => {
    let at = lineStartAt(text, entry.key.from);
    while (at > 0 && /^[ \t]*#/.test(text.slice(lineStartAt(text, at - 1), at))) at = lineStartAt(text, at - 1);
    return at > 0 && text.slice(lineStartAt(text, at - 1), at).trim() === "";
  });
  return sections.length > 0 ? spaced.length * 2 >= sections.length : true;
}

/* The end of the last line of an entry, and of its comments that are indented below it. */
function sectionEnd(text: string, entry: Entry): number {
  return endWithComments(text, Math.max(entry.value.to, entry.colon), columnAt(text, entry.key.from) + 1);
}

/* The end of the line of an offset, and of the lines of comment just below it that are indented to a column. */
function endWithComments(text: string, at: number, column: number): number {
  let end = lineEndAt(text, at);
  for (;;) {
    const next = nextLineAt(text, end);
    const indented = /^([ \t]*)#/.exec(text.slice(next, lineEndAt(text, next)));
    if (next === end || !indented || indented[1]!.length < column) return end;
    end = lineEndAt(text, next);
  }
}

/* ---- block maps ---- */

/* The column at which all values stand, where keys of different lengths have been aligned; 0: they have not. */
function alignedColumn(text: string, map: MapNode): number {
  const lines = map.entries.filter((entry) => !/[\n]/.test(text.slice(entry.key.from, entry.value.from)));
  const columns = new Set(lines.map((entry) => columnAt(text, entry.value.from)));
  const lengths = new Set(lines.map((entry) => entry.key.to - entry.key.from));
  return lines.length > 1 && columns.size === 1 && lengths.size > 1 ? [...columns][0]! : 0;
}

function insertIntoBlock(text: string, map: MapNode, name: string, value: Value): TextChange[] {
  const last = map.entries[map.entries.length - 1]!;
  const indent = columnOfKeys(text, map);
  const end = endWithComments(text, Math.max(last.value.to, last.colon), indent);
  const key = writeKey(name, style());
  const pad = " ".repeat(Math.max(alignedColumn(text, map) - indent - key.length - 1, 1));
  const line = " ".repeat(indent) + key + ":" + pad + writeValue(value, style());
  return [{ from: end, to: end, insert: lineEnd(text) + line }];
}

/* ---- flow maps and lists ---- */

function beginsLine(text: string, at: number): boolean {
  return text.slice(lineStartAt(text, at), at).trim() === "";
}

/* What goes between an entry and the new one behind it: a new line where entries have lines of their own. */
function separator(text: string, starts: number[], end: number, length: number): string {
  const last = starts[starts.length - 1]!;
  const ownLines = starts.length > 1 ? starts.slice(1).every((at) => beginsLine(text, at)) : beginsLine(text, last);
  const severalLines = starts.some((at) => beginsLine(text, at) && at !== starts[0]);
  const tooLong = columnAt(text, end) + length + 3 > WIDEST;
  if (!ownLines && !(severalLines && tooLong)) return ", ";
  const model = ownLines ? last : (starts.find((at) => beginsLine(text, at) && at !== starts[0]) ?? last);
  return "," + lineEnd(text) + text.slice(lineStartAt(text, model), model);
}

function insertIntoFlow(
  text: string,
  map: MapNode,
  name: string,
  value: Value,
  how: Style,
  isRoot: boolean,
): TextChange[] {
  const written = `${writeKey(name, how)}: ${writeValue(value, how)}`;
  if (map.entries.length === 0) return [{ from: map.from + 1, to: map.from + 1, insert: written }];
  const before = (isRoot && precedingEntry(map, name)) || map.entries[map.entries.length - 1]!;
  const end = Math.max(before.value.to, before.colon, before.key.to);
  const starts = map.entries.slice(0, map.entries.indexOf(before) + 1).map((entry) => entry.key.from);
  return [{ from: end, to: end, insert: separator(text, starts, end, written.length) + written }];
}

export function insertIntoList(text: string, list: ListNode, index: number, value: Value, how: Style): TextChange[] {
  const at = Math.min(Math.max(index, 0), list.items.length);
  if (list.flow) {
    const written = writeValue(value, { ...how, flow: true });
    if (at === 0) return [{ from: list.items[0]!.from, to: list.items[0]!.from, insert: written + ", " }];
    const before = list.items[at - 1]!;
    const starts = list.items.slice(0, at).map((item) => item.from);
    return [{ from: before.to, to: before.to, insert: separator(text, starts, before.to, written.length) + written }];
  }
  const indent = columnAt(text, list.dashes[0]!);
  const line = " ".repeat(indent) + "- " + writeItem(value, how);
  if (!beginsLine(text, list.dashes[0]!))
    throw new TextEditError("A list within a list can only be changed in the text.");
  if (at < list.items.length) {
    const start = lineStartAt(text, list.dashes[at]!);
    return [{ from: start, to: start, insert: line + lineEnd(text) }];
  }
  const end = endWithComments(text, Math.max(list.items[at - 1]!.to, list.dashes[at - 1]! + 1), indent);
  return [{ from: end, to: end, insert: lineEnd(text) + line }];
}

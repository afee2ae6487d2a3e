/* text_edits.ts - edits of a model's text as small changes of it.
 *
 * Everything that an edit does not concern stays byte for byte: comments, order, layout, the way numbers are written. The text is
 * parsed only to find places; what is new is written in the manner of its neighbours.
 *
 *   setValue(text, ["bodies", "crank", "mass"], "2 kg")      setValue(text, ["joints", "A"], {revolute: ["crank", "rod"]})
 *
 * Several edits in one step of undo, new elements and free names: draft.ts. Renaming and deleting with all that refers to an
 * element: rename.ts. Numbers in the manner of the old text: numbers.ts.
 */
import type { TextChange } from "../state/document";
import { applyChanges } from "./changes";
import { insertEntry, insertIntoList, refuseExplicit, sectionLines } from "./insert";
import {
  child,
  type Data,
  dataOf,
  type Entry,
  entryOf,
  isEmpty,
  type ListNode,
  type MapNode,
  type Node,
  nodeAt,
  type Path,
  readTree,
  TextEditError,
  type Tree,
  visit,
} from "./tree";
import {
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

export { applyChanges, combine, difference } from "./changes";
export { TextEditError } from "./tree";
export type { Data, Path } from "./tree";
export type { Value } from "./write";

/* ---- reading ---- */

export function get(text: string, path: Path): Data | undefined {
  const node = nodeAt(readTree(text).root, path);
  return node && dataOf(node);
}

export function has(text: string, path: Path): boolean {
  return nodeAt(readTree(text).root, path) !== undefined;
}

/* The keys of a map, in the order of the text; none where there is no map. */
export function keysOf(text: string, path: Path): string[] {
  const node = nodeAt(readTree(text).root, path);
  return node?.kind === "map" ? node.entries.map((entry) => entry.key.text) : [];
}

/* What stands in the text at a path, as written. */
export function sourceOf(text: string, path: Path): string | undefined {
  const node = nodeAt(readTree(text).root, path);
  return node && text.slice(node.from, node.to);
}

/* ---- setting ---- */

/* A tree that may be edited. */
export function validTree(text: string): Tree {
  const tree = readTree(text);
  if (tree.faults.length > 0) throw new TextEditError("The text has an error that must be fixed first.");
  if (tree.root && tree.root.kind !== "map") throw new TextEditError("The text is not a model: it has no keys.");
  return tree;
}

/* Changes after which the text can still be read; others, as of YAML that is written in a rare way, are refused. */
export function refuseInvalid(text: string, changes: TextChange[]): TextChange[] {
  if (readTree(applyChanges(text, changes)).faults.length > 0)
    throw new TextEditError("This cannot be written here: change it in the text.");
  return changes;
}

function styleAt(tree: Tree, path: Path): Style {
  let node: Node | undefined = tree.root ?? undefined;
  let flow = false;
  for (const step of path) {
    if (node && (node.kind === "map" || node.kind === "list") && node.flow) flow = true;
    node = node && child(node, step);
  }
  if (node && (node.kind === "map" || node.kind === "list") && node.flow) flow = true;
  const quote = node?.kind === "scalar" && node.style === "double" ? "double" : "single";
  return { flow, json: isJson(tree), quote };
}

function wrap(path: Path, value: Value): Value {
  return path.reduceRight<Value>((inner, step) => (typeof step === "number" ? [inner] : { [step]: inner }), value);
}

function refuseAlias(node: Node): void {
  if (node.kind === "alias")
    throw new TextEditError(`This value is shared: change it in the text, at its anchor "&${node.name}".`);
}

function findEntry(root: Node | null, path: Path): Entry | undefined {
  const parent = nodeAt(root, path.slice(0, -1));
  return parent?.kind === "map" ? entryOf(parent, String(path[path.length - 1])) : undefined;
}

function replaceNode(text: string, tree: Tree, path: Path, node: Node, value: Value): TextChange[] {
  const style = styleAt(tree, path.slice(0, -1));
  const inList = typeof path[path.length - 1] === "number";
  const own = node.kind === "scalar" && node.style === "double" ? "double" : "single";
  const written = inList && !style.flow ? writeItem(value, style) : writeValue(value, { ...style, quote: own });
  const entry = findEntry(tree.root, path);
  const block = (node.kind === "map" || node.kind === "list") && !node.flow;
  if (entry && block) {
    const kept = keptComments(text, node, nextLineAt(text, entry.colon), lineEndAt(text, node.to));
    const lines = kept === "" ? "" : lineEnd(text) + kept.replace(/\r?\n$/, "");
    return [{ from: entry.colon, to: node.to, insert: " " + written + lines }];
  }
  if (entry && isEmpty(node)) return [{ from: entry.colon, to: node.to, insert: " " + written }];
  if (isEmpty(node)) return [{ from: node.from, to: node.to, insert: " " + written }];
  return text.slice(node.from, node.to) === written ? [] : [{ from: node.from, to: node.to, insert: written }];
}

/* A map in place of nothing (`ground:`), or of the name alone (`- static`) of what now gets options. */
function becomeMap(text: string, tree: Tree, path: Path, node: Node, rest: Path, value: Value): TextChange[] {
  if (isEmpty(node) && path.length === 1 && tree.root?.kind === "map" && !tree.root.flow) {
    const lines = sectionLines(text, tree, wrap(rest, value));
    return [{ from: lineEndAt(text, node.from), to: lineEndAt(text, node.from), insert: lines }];
  }
  if (isEmpty(node)) return replaceNode(text, tree, path, node, wrap(rest, value));
  if (node.kind === "scalar" && node.text === rest[0])
    return replaceNode(text, tree, path, node, { [node.text]: rest.length > 1 ? wrap(rest.slice(1), value) : value });
  throw new TextEditError(`"${path.join(".")}" is not a map, so nothing can be added to it.`);
}

/* Replaces the value at a path, or inserts it with all that is missing on the way there. */
export function setValue(text: string, path: Path, value: Value): TextChange[] {
  const tree = validTree(text);
  let node: Node | null = tree.root;
  for (let i = 0; i < path.length; i++) {
    const rest = path.slice(i);
    const here = path.slice(0, i);
    if (!node || (i === 0 && node.kind === "map" && node.entries.length === 0 && !node.flow)) {
      return insertEntry(text, tree, null, here, rest[0]!, rest.slice(1), value);
    }
    refuseAlias(node);
    const next = child(node, path[i]!);
    if (next) {
      node = next;
      continue;
    }
    if (node.kind === "list") return insertItem(text, here, node.items.length, wrap(rest.slice(1), value));
    if (node.kind !== "map") return becomeMap(text, tree, here, node, rest, value);
    if (i === 1 && node.flow && node.entries.length === 0 && tree.root?.kind === "map" && !tree.root.flow) {
      const lines = sectionLines(text, tree, wrap(rest, value)); // `joints: {}` becomes a section
      const entry = findEntry(tree.root, here)!;
      return [
        { from: entry.key.to + 1, to: node.to, insert: "" },
        { from: lineEndAt(text, node.to), to: lineEndAt(text, node.to), insert: lines },
      ];
    }
    return insertEntry(text, tree, node, here, rest[0]!, rest.slice(1), value);
  }
  if (!node) return [];
  refuseAlias(node);
  if (node.anchor && (node.kind === "map" || node.kind === "list")) refuseShared(node, tree);
  return replaceNode(text, tree, path, node, value);
}

/* ---- lists ---- */

export function insertItem(text: string, path: Path, index: number, value: Value): TextChange[] {
  const tree = validTree(text);
  const list = nodeAt(tree.root, path);
  if (!list || isEmpty(list) || (list.kind === "list" && list.items.length === 0)) {
    const root = tree.root;
    const toSection = path.length === 1 && !(root?.kind === "map" && root.flow);
    if (!toSection) return setValue(text, path, [value]);
    const entry = list && findEntry(root, path);
    if (!entry) return insertEntry(text, tree, root as MapNode | null, [], path[0]!, [0], value);
    const end = lineEndAt(text, Math.max(list.to, entry.colon));
    return [
      { from: entry.colon, to: Math.max(list.to, entry.colon), insert: "" },
      { from: end, to: end, insert: sectionLines(text, tree, [value]) },
    ];
  }
  refuseAlias(list);
  if (list.kind !== "list") throw new TextEditError(`"${path.join(".")}" is not a list.`);
  return insertIntoList(text, list, index, value, styleAt(tree, path));
}

/* ---- removing ---- */

/* Maps and lists that say nothing when they are empty, and go with their last entry. */
const GOES_WHEN_EMPTY = new Set(
  (
    "parameters tables points bodies joints forces drivers initial sketch groups analyses studies " +
    "set events speeds actuators inputs outputs stiffness damping"
  ).split(" "),
);

function refuseShared(node: Node, tree: Tree): void {
  const anchors = new Set<string>();
  visit(node, (_, inner) => inner.anchor !== undefined && anchors.add(inner.anchor));
  visit(tree.root, (_, other) => {
    if (other.kind === "alias" && anchors.has(other.name) && (other.from < node.from || other.to > node.to))
      throw new TextEditError(`The alias "*${other.name}" refers to this: change it in the text.`);
  });
}

/* Removes an entry or item with its line and the comment behind it; a section goes with its last entry. */
export function remove(text: string, path: Path): TextChange[] {
  const tree = validTree(text);
  const node = nodeAt(tree.root, path);
  const parent = nodeAt(tree.root, path.slice(0, -1));
  if (!node || !parent || (parent.kind !== "map" && parent.kind !== "list")) {
    for (let i = 1; i < path.length; i++) {
      const above = nodeAt(tree.root, path.slice(0, i));
      if (above) refuseAlias(above);
    }
    return [];
  }
  refuseShared(node, tree);
  if (parent.kind === "map") refuseExplicit(text, parent.entries[indexIn(parent, path[path.length - 1]!)]!);
  const count = parent.kind === "map" ? parent.entries.length : parent.items.length;
  const name = path[path.length - 2];
  if (count === 1 && path.length > 1) {
    const isName = path.length === 3; // that of an element, which may be called anything
    if (typeof name === "string" && GOES_WHEN_EMPTY.has(name) && !isName) return remove(text, path.slice(0, -1));
    if (!parent.flow) return replaceNode(text, tree, path.slice(0, -1), parent, parent.kind === "map" ? "{}" : "[]");
  }
  return parent.flow ? removeFromFlow(text, parent, path) : removeLines(text, parent, path, node);
}

function spans(parent: MapNode | ListNode): { from: number; to: number }[] {
  if (parent.kind === "list") return parent.items.map((item) => ({ from: item.from, to: item.to }));
  return parent.entries.map((entry) => ({ from: entry.key.from, to: Math.max(entry.value.to, entry.colon) }));
}

function indexIn(parent: MapNode | ListNode, step: string | number): number {
  if (parent.kind === "list") return Number(step);
  return parent.entries.findIndex((entry) => entry.key.text === String(step));
}

function removeLines(text: string, parent: MapNode | ListNode, path: Path, node: Node): TextChange[] {
  const index = indexIn(parent, path[path.length - 1]!);
  const from = parent.kind === "map" ? parent.entries[index]!.key.from : (parent.dashes[index] ?? node.from);
  const to = parent.kind === "map" ? Math.max(node.to, parent.entries[index]!.colon) : Math.max(node.to, from + 1);
  let start = lineStartAt(text, from);
  if (text.slice(start, from).trim() !== "") return removeInline(text, parent, index, from, to);
  let end = nextLineAt(text, to);
  const blankBefore = /(^|\n)[ \t]*\r?\n$/.exec(text.slice(0, start));
  const blankAfter = /^[ \t]*(\r?\n|$)/.test(text.slice(end));
  if (path.length === 1 && blankBefore && blankAfter) start = lineStartAt(text, start - 1);
  if (end === text.length && !text.endsWith("\n") && start > 0) {
    start -= text[start - 2] === "\r" ? 2 : 1; // the text had no final line break, and still has none
  }
  if (node.kind !== "map" && node.kind !== "list") return [{ from: start, to: end, insert: "" }];
  return [{ from: start, to: end, insert: keptComments(text, node, start, end) }];
}

/* Whole lines of comment within a section that goes stay: they are the user's. */
function keptComments(text: string, node: MapNode | ListNode, start: number, end: number): string {
  const kept: string[] = [];
  let inScalar: [number, number][] = [];
  visit(node, (_, inner) => {
    if (inner.kind === "scalar") inScalar = [...inScalar, [inner.from, inner.to]];
  });
  for (let at = start; at < end; at = nextLineAt(text, at)) {
    const line = text.slice(at, nextLineAt(text, at));
    if (/^[ \t]*#/.test(line) && !inScalar.some(([a, b]) => at > a && at < b)) kept.push(line);
    if (nextLineAt(text, at) === at) break;
  }
  return kept.join("");
}

/* The first key of a map that stands behind a dash: `- name: x`. */
function removeInline(text: string, parent: MapNode | ListNode, index: number, from: number, to: number): TextChange[] {
  const next = spans(parent)[index + 1];
  if (next && text.slice(to, next.from).includes("#"))
    return [{ from, to: nextContent(text, to, next.from), insert: "" }];
  return [{ from, to: next ? next.from : lineEndAt(text, to), insert: "" }];
}

function nextContent(text: string, at: number, limit: number): number {
  const lastBreak = text.lastIndexOf("\n", limit - 1);
  return lastBreak > at ? limit : at;
}

function removeFromFlow(text: string, parent: MapNode | ListNode, path: Path): TextChange[] {
  const index = indexIn(parent, path[path.length - 1]!);
  const all = spans(parent);
  const { from, to } = all[index]!;
  const next = all[index + 1];
  const before = all[index - 1];
  if (!next && !before) {
    const inner = text.slice(parent.from + 1, parent.to - 1);
    return inner.includes("#")
      ? [{ from, to, insert: "" }]
      : [{ from: parent.from + 1, to: parent.to - 1, insert: "" }];
  }
  const beginsLine = text.slice(lineStartAt(text, from), from).trim() === "";
  if (next) {
    const comma = to + commaIn(text.slice(to, next.from));
    const endsLine = /^,[ \t]*(#.*)?\r?$/.test(text.slice(comma, lineEndAt(text, comma)));
    if (!endsLine) return [{ from, to: next.from, insert: "" }];
    if (beginsLine) return [{ from: lineStartAt(text, from), to: nextLineAt(text, comma), insert: "" }];
    if (!before) return [{ from, to: text.slice(comma, next.from).includes("#") ? comma + 1 : next.from, insert: "" }];
    return [{ from: before.to, to, insert: "" }];
  }
  const between = text.slice(before!.to, from);
  if (!between.includes("#")) return [{ from: before!.to, to, insert: "" }];
  const comma = before!.to + commaIn(between);
  return [
    { from: comma, to: comma + 1, insert: "" },
    { from, to, insert: "" },
  ];
}

/* Offset of the comma between two entries of a flow collection, not of one in a comment. */
function commaIn(between: string): number {
  const plain = between.replace(/(^|\s)#.*/g, (comment) => " ".repeat(comment.length));
  return Math.max(plain.indexOf(","), 0);
}

/* ---- keys ---- */

/* Another name for a key, and nothing else. */
export function renameKey(text: string, path: Path, name: string): TextChange[] {
  const tree = validTree(text);
  const entry = findEntry(tree.root, path);
  if (!entry) return [];
  const style = { ...styleAt(tree, path.slice(0, -1)), json: entry.key.style === "double" };
  return [{ from: entry.key.from, to: entry.key.to, insert: writeKey(name, style) }];
}

/* tree.ts - a model's text as a tree whose nodes know where they stand, so that edits can be small changes of text.
 *
 * Scalars are text, whatever they look like, as in the engine. Where YAML cuts an expression at its commas, as in
 * `{O.angle: step(t, 0, 0, 1, 2)}`, the pieces are one scalar here, as they are for the engine.
 */
import { isAlias, isMap, isScalar, isSeq, type Pair, type ParsedNode, parseDocument } from "yaml";

export type Path = readonly (string | number)[];

/* An edit that cannot be made; its message is for the user. */
export class TextEditError extends Error {}

interface Spot {
  from: number;
  to: number;
  anchor?: string;
}

export interface ScalarNode extends Spot {
  kind: "scalar";
  text: string;
  style: "plain" | "single" | "double" | "block";
}

export interface Entry {
  key: ScalarNode;
  colon: number; // just behind the colon, and behind an anchor that follows it
  value: Node; // what is not given is an empty plain scalar at `colon`
}

export interface MapNode extends Spot {
  kind: "map";
  flow: boolean;
  entries: Entry[];
}

export interface ListNode extends Spot {
  kind: "list";
  flow: boolean;
  items: Node[];
  dashes: number[]; // where items of a block list begin
}

export interface AliasNode extends Spot {
  kind: "alias";
  name: string;
}

export type Node = ScalarNode | MapNode | ListNode | AliasNode;

export interface Tree {
  root: Node | null; // null: nothing but comments
  faults: { message: string; from: number; to: number }[];
}

const STYLES: Record<string, ScalarNode["style"]> = { QUOTE_SINGLE: "single", QUOTE_DOUBLE: "double" };

function openBrackets(text: string): number {
  let open = 0;
  for (const c of text) open += c === "(" ? 1 : c === ")" ? -1 : 0;
  return open;
}

interface Token {
  type: string;
  offset: number;
  source: string;
}

function colonOf(pair: Pair, fallback: number): number {
  const separators = (pair as { srcToken?: { sep?: Token[] } }).srcToken?.sep ?? [];
  let at = fallback;
  for (const token of separators)
    if (token.type === "map-value-ind" || token.type === "anchor" || token.type === "tag")
      at = token.offset + token.source.length;
  return at;
}

function trimEnd(text: string, from: number, to: number): number {
  while (to > from && /\s/.test(text[to - 1]!)) to--;
  return to;
}

class Reader {
  constructor(readonly text: string) {}

  node(source: ParsedNode | null, fallback: number): Node {
    if (!source) return { kind: "scalar", from: fallback, to: fallback, text: "", style: "plain" };
    const [from, to] = source.range;
    const anchor = isAlias(source) ? undefined : source.anchor;
    const base = anchor === undefined ? {} : { anchor };
    if (isAlias(source)) return { kind: "alias", from, to, name: source.source };
    if (isMap(source)) return { ...base, ...this.map(source.items as Pair[], !!source.flow, from, to) };
    if (isSeq(source)) return { ...base, ...this.list(source, !!source.flow, from, to) };
    return { ...base, ...this.scalar(source, fallback) };
  }

  scalar(source: ParsedNode, fallback: number): ScalarNode {
    let [from, to] = source.range;
    const value = isScalar(source) ? String(source.value ?? "") : "";
    const type = isScalar(source) ? (source.type ?? "PLAIN") : "PLAIN";
    const style = type.startsWith("BLOCK") ? "block" : (STYLES[type] ?? "plain");
    if (style === "block") to = trimEnd(this.text, from, to);
    if (from === to) from = to = fallback;
    return { kind: "scalar", from, to, text: value, style };
  }

  map(pairs: Pair[], flow: boolean, from: number, to: number): MapNode {
    const entries: Entry[] = [];
    let open = 0;
    for (const pair of pairs) {
      const key = this.node(pair.key as ParsedNode, from);
      if (key.kind !== "scalar") throw new TextEditError("A key must be a name, not a list or a map.");
      const last = entries[entries.length - 1];
      if (flow && open > 0 && last?.value.kind === "scalar" && pair.value === null) {
        open += openBrackets(key.text);
        this.extend(last.value, key.to);
        continue;
      }
      const colon = colonOf(pair, key.to);
      const value = this.node(pair.value as ParsedNode | null, colon);
      open = value.kind === "scalar" && value.style === "plain" ? openBrackets(value.text) : 0;
      entries.push({ key, colon, value });
    }
    const end = entries[entries.length - 1];
    if (!flow && end) to = Math.max(end.value.to, end.colon);
    return { kind: "map", from, to, flow, entries };
  }

  list(source: ParsedNode & { items: unknown[] }, flow: boolean, from: number, to: number): ListNode {
    const items: Node[] = [];
    const tokens = (source as { srcToken?: { items: { start: Token[] }[] } }).srcToken?.items ?? [];
    const dashes = flow
      ? []
      : tokens.flatMap((item) => item.start.filter((token) => token.type === "seq-item-ind").map((t) => t.offset));
    let open = 0;
    source.items.forEach((item, i) => {
      const last = items[items.length - 1];
      const node = isPair(item)
        ? this.map([item], true, pairStart(item), pairEnd(item))
        : this.node(item as ParsedNode, (dashes[i] ?? from) + 1);
      if (flow && open > 0 && last?.kind === "scalar" && node.kind === "scalar" && node.style === "plain") {
        open += openBrackets(node.text);
        this.extend(last, node.to);
        return;
      }
      open = node.kind === "scalar" && node.style === "plain" ? openBrackets(node.text) : 0;
      items.push(node);
    });
    const end = items[items.length - 1];
    if (!flow && end) {
      from = dashes[0] ?? from;
      to = Math.max(end.to, (dashes[dashes.length - 1] ?? from) + 1);
    }
    return { kind: "list", from, to, flow, items, dashes };
  }

  extend(scalar: ScalarNode, to: number): void {
    scalar.to = to;
    scalar.text = this.text.slice(scalar.from, to).replace(/[\r\n\t]/g, " ");
  }
}

function isPair(item: unknown): item is Pair {
  return typeof item === "object" && item !== null && "key" in item && "value" in item && !("range" in item);
}

function pairStart(pair: Pair): number {
  return (pair.key as ParsedNode).range[0];
}

function pairEnd(pair: Pair): number {
  return ((pair.value ?? pair.key) as ParsedNode).range[1];
}

/* The last few texts: the present one, the one that was checked, the one with the cursor's mark in it. */
const KEPT = 4;
const recent = new Map<string, Tree>();

/* The tree of a text, as far as it can be read. */
export function readTree(text: string): Tree {
  const known = recent.get(text);
  if (known) return known;
  const tree = parse(text);
  recent.set(text, tree);
  if (recent.size > KEPT) recent.delete(recent.keys().next().value!);
  return tree;
}

function parse(text: string): Tree {
  const document = parseDocument(text, {
    schema: "failsafe",
    uniqueKeys: false,
    keepSourceTokens: true,
    strict: false,
    prettyErrors: false,
    logLevel: "silent",
  });
  const faults = document.errors.map((fault) => ({ message: fault.message, from: fault.pos[0], to: fault.pos[1] }));
  let root: Node | null = null;
  try {
    root = document.contents ? new Reader(text).node(document.contents as ParsedNode, 0) : null;
  } catch (fault) {
    faults.push({ message: fault instanceof Error ? fault.message : String(fault), from: 0, to: 0 });
  }
  if (root?.kind === "scalar" && root.text === "") root = null;
  return { root, faults };
}

export function child(node: Node, step: string | number): Node | undefined {
  if (node.kind === "map") return entryOf(node, String(step))?.value;
  if (node.kind === "list") return typeof step === "number" ? node.items[step] : undefined;
  return undefined;
}

export function entryOf(map: MapNode, key: string): Entry | undefined {
  return map.entries.find((entry) => entry.key.text === key);
}

export function nodeAt(root: Node | null, path: Path): Node | undefined {
  let node: Node | undefined = root ?? undefined;
  for (const step of path) node = node && child(node, step);
  return node;
}

export function isEmpty(node: Node): boolean {
  return node.kind === "scalar" && node.style === "plain" && node.from === node.to;
}

export type Data = string | Data[] | { [key: string]: Data };

/* What a node says, as strings, lists and maps; aliases are their text. */
export function dataOf(node: Node): Data {
  if (node.kind === "scalar") return node.text;
  if (node.kind === "alias") return "*" + node.name;
  if (node.kind === "list") return node.items.map(dataOf);
  const data: { [key: string]: Data } = {};
  for (const entry of node.entries) data[entry.key.text] = dataOf(entry.value);
  return data;
}

/* Each node with its path, parents first; keys too. */
export function visit(root: Node | null, see: (path: Path, node: Node, key: ScalarNode | null) => void): void {
  const walk = (path: Path, node: Node, key: ScalarNode | null): void => {
    see(path, node, key);
    if (node.kind === "map") for (const entry of node.entries) walk([...path, entry.key.text], entry.value, entry.key);
    if (node.kind === "list") node.items.forEach((item, i) => walk([...path, i], item, null));
  };
  if (root) walk([], root, null);
}

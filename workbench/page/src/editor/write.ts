/* write.ts - values as YAML text: quoted where they must be, in the manner of the text around them. */
import { dataOf, readTree, type Node, type Tree } from "./tree";

/* `*name`: what is written elsewhere in the text, and shared. */
export class Alias {
  constructor(readonly name: string) {}
}

/* Text of a scalar (or, beginning with [ or {, of a list or map as YAML), a number, a list, a map. */
export type Value = string | number | Alias | readonly Value[] | { readonly [key: string]: Value };

/* What a node says, to be written once more: what it shares, the copy shares. */
export function copyOf(node: Node): Value {
  if (node.kind === "alias") return new Alias(node.name);
  if (node.kind === "list") return node.items.map(copyOf);
  if (node.kind === "map") return Object.fromEntries(node.entries.map(({ key, value }) => [key.text, copyOf(value)]));
  return node.text;
}

export function isMapValue(value: Value | undefined): value is { readonly [key: string]: Value } {
  return typeof value === "object" && !Array.isArray(value) && !(value instanceof Alias);
}

export interface Style {
  flow: boolean; // within [] or {}
  json: boolean; // keys and texts in double quotes
  quote?: "single" | "double"; // which to take where quotes are needed
}

const JSON_SCALAR = /^(-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?|true|false|null)$/;

function mustQuote(text: string, flow: boolean): boolean {
  if (text === "" || text !== text.trim() || /[\n\r\t]/.test(text)) return true;
  if (/^[,[\]{}#&*!|>'"%@`]/.test(text) || /^[-?:](\s|$)/.test(text)) return true;
  if (/:(\s|$)/.test(text) || /\s#/.test(text) || /^(---|\.\.\.)/.test(text)) return true;
  return flow && (/[,[\]{}]/.test(text) || /^[-?:][,[\]{}]/.test(text));
}

function writeScalar(text: string, style: Style): string {
  if (style.json) return JSON_SCALAR.test(text) ? text : JSON.stringify(text);
  if (!mustQuote(text, style.flow)) return text;
  if (/[\n\r\t]/.test(text) || style.quote === "double") return JSON.stringify(text);
  return "'" + text.replaceAll("'", "''") + "'";
}

export function writeKey(text: string, style: Style): string {
  return style.json ? JSON.stringify(text) : writeScalar(text, style);
}

export function writeValue(value: Value, style: Style): string {
  if (typeof value === "number") return String(value);
  if (value instanceof Alias) return "*" + value.name;
  if (typeof value === "string") return writeGiven(value, style) ?? writeScalar(value, style);
  const inside = { ...style, flow: true };
  if (Array.isArray(value)) return "[" + value.map((item: Value) => writeValue(item, inside)).join(", ") + "]";
  return "{" + writeFields(value as Readonly<Record<string, Value>>, inside) + "}";
}

/* A list or map that is text already; JSON has its words in quotes. Null: it is none, or one that breaks off. */
function writeGiven(text: string, style: Style): string | null {
  if (!/^\s*[[{]/.test(text)) return null;
  const { root, faults } = readTree(text.trim());
  if (!root || root.kind === "scalar" || faults.length > 0) return null;
  return style.json ? writeValue(dataOf(root), style) : text.trim();
}

function writeFields(fields: Readonly<Record<string, Value>>, style: Style): string {
  return Object.entries(fields)
    .map(([key, item]) => `${writeKey(key, style)}: ${writeValue(item, style)}`)
    .join(", ");
}

/* A value as an item of a block list: a map's first line may follow the dash. */
export function writeItem(value: Value, style: Style): string {
  if (style.json || !isMapValue(value) || Object.keys(value).length !== 1) return writeValue(value, style);
  return Object.entries(value)
    .map(([key, item]) => `${writeKey(key, style)}: ${writeValue(item, style)}`)
    .join("");
}

/* A text is JSON when its root is a flow map whose keys are all in double quotes. */
export function isJson(tree: Tree): boolean {
  const root: Node | null = tree.root;
  return root?.kind === "map" && root.flow && root.entries.every((entry) => entry.key.style === "double");
}

export function lineEnd(text: string): string {
  return /\r\n/.test(text) ? "\r\n" : "\n";
}

export function lineStartAt(text: string, at: number): number {
  return text.lastIndexOf("\n", at - 1) + 1;
}

/* Where the line that holds an offset ends: before its line break. */
export function lineEndAt(text: string, at: number): number {
  const end = text.indexOf("\n", at);
  if (end < 0) return text.length;
  return text[end - 1] === "\r" && end - 1 >= at ? end - 1 : end;
}

/* Where the next line begins, or the text ends. */
export function nextLineAt(text: string, at: number): number {
  const end = text.indexOf("\n", at);
  return end < 0 ? text.length : end + 1;
}

export function columnAt(text: string, at: number): number {
  return at - lineStartAt(text, at);
}

/* form.ts - the fields of an element as rows of a form, made from the schema and from what the text gives.
 *
 * Each row says how its value is entered. A value that fits none of the simple ways is entered as YAML, so that there is nothing that
 * the panel cannot change.
 */
import { quantity } from "../shell/quantity";
import { messageText } from "../shell/units_in_text";
import type { Message, Scene } from "../engine/engine";
import { unitAt } from "./complete";
import { offsetAt, pathAt } from "./diagnostics";
import { readNumber } from "./numbers";
import { roleOf, typeOf } from "./roles";
import { scoped } from "./scope";
import { entriesOf, type Field, type Schema, type SchemaReader } from "./schema";
import { type Entry, isEmpty, type Node, nodeAt, type Path, readTree } from "./tree";
import { isUntyped } from "./alternative_forms";
import { texts } from "../texts/texts";

/* As they stand in the file, in every language. */
export const BOOLEANS = ["true", "false"];

export type InputKind =
  | "number" // an expression
  | "numbers" // a list of expressions: coordinates
  | "text"
  | "choice"
  | "boolean"
  | "place" // one body, point or joint
  | "places" // two of them
  | "directions" // two of them: x, or a vector
  | "names" // a list of names of any length
  | "points" // a map from names to coordinates
  | "values" // a map from names to expressions
  | "fields" // a map with rows of its own
  | "yaml";

export interface Row {
  path: Path;
  key: string;
  input: InputKind;
  doc: string;
  unit: string;
  default?: string;
  required: boolean;
  isType: boolean; // it says which type of joint, force, shape or analysis this is
  given: boolean;
  source: string; // as written; "" where it is not given
  words: string[]; // of a choice
  count: number; // of numbers
  rows: Row[]; // of fields
  schema?: Schema; // what may stand there; none where that is not known
}

interface Context {
  text: string;
  root: Node | null;
  reader: SchemaReader;
  space: boolean;
}

function inputKindOf(context: Context, path: Path, schema: Schema, node: Node | undefined): InputKind {
  const kinds = entriesOf(context.reader, schema).map((entry) => entry.kind);
  const role = roleOf(path, context.root);
  const isKnown = node && !isEmpty(node);
  const own = scoped(path, context.root).path;
  if (own[0] === "bodies" && own[2] === "points" && own.length === 3) return node?.kind === "list" ? "names" : "points";
  if (isKnown && node.kind === "map") {
    if (hasFields(context, path)) return "fields";
    const isValue = ({ key, value }: Entry): boolean =>
      value.kind === "scalar" || hasFields(context, [...path, key.text]);
    return node.entries.every(isValue) ? "values" : "yaml";
  }
  if (isUntyped(schema) && role === "expression") {
    if (!isKnown || node.kind === "scalar") return "number";
    return node.kind === "list" && node.items.every((item) => item.kind === "scalar") ? "numbers" : "yaml";
  }
  if (isKnown && node.kind === "list") {
    if (kinds.includes("pair")) return node.items.length > 2 ? "names" : "places";
    if (kinds.includes("directions")) return "directions";
    if (kinds.includes("vector") && node.items.every((item) => item.kind === "scalar")) return "numbers";
    const ofNames = roleOf([...path, 0], context.root);
    return node.items.every((item) => item.kind === "scalar") && ofNames !== "expression" && ofNames !== "text"
      ? "names"
      : "yaml";
  }
  if (isKnown && node.kind === "scalar" && kinds.includes("choice") && kinds.length > 1 && !kinds.includes("vector"))
    return entriesOf(context.reader, schema).some((entry) => entry.kind === "choice" && entry.words.includes(node.text))
      ? "choice"
      : "text";
  if (role === "place" || role === "joint" || role === "joint or place" || role === "own point")
    if (!kinds.includes("pair") || isKnown) return "place";
  return firstInputKind(kinds, isKnown === true);
}

function firstInputKind(kinds: string[], isKnown: boolean): InputKind {
  const [first] = kinds;
  if (kinds.includes("choice") && kinds.includes("vector")) return "text"; // a direction: x, or a vector
  if (first === "choice" || first === "boolean" || first === "number" || first === "text") return first;
  if (first === "pair") return isKnown ? "yaml" : "places";
  if (first === "vector") return isKnown ? "number" : "numbers";
  return "yaml";
}

function hasFields(context: Context, path: Path): boolean {
  return context.reader.fields(path, context.root).length > 0;
}

function wordsOf(context: Context, schema: Schema): string[] {
  return entriesOf(context.reader, schema).flatMap((entry) => (entry.kind === "choice" ? entry.words : []));
}

/* The unit of a number, or of all numbers of a list. */
function unitOfInput(context: Context, path: Path, input: InputKind, count: number): string {
  const unit = (at: Path): string => unitAt({ path: at, root: context.root }, knownOf(context));
  if (input === "number") return unit(path);
  if (input !== "numbers") return "";
  const units = Array.from({ length: count }, (_, i) => unit([...path, i]));
  return units.every((one) => one === units[0]) ? (units[0] ?? "") : "";
}

function rowOf(context: Context, path: Path, field: Field): Row {
  const node = nodeAt(context.root, path);
  const input = inputKindOf(context, path, field.schema, node);
  const vector = entriesOf(context.reader, field.schema).find((entry) => entry.kind === "vector");
  const dimension = context.space ? 3 : 2;
  const fits = vector?.kind === "vector" ? Math.min(Math.max(dimension, vector.least), vector.most) : dimension;
  const count = node?.kind === "list" ? node.items.length : fits;
  return {
    path,
    key: field.key,
    input,
    doc: field.doc.text,
    unit: field.doc.unit || unitOfInput(context, path, input, count),
    default: field.default,
    required: field.required,
    isType: field.type,
    given: node !== undefined,
    source: node ? context.text.slice(node.from, node.to) : "",
    words: wordsOf(context, field.schema),
    count,
    rows: input === "fields" ? rowsAt(context, path) : [],
    schema: field.schema,
  };
}

function knownOf(context: Context) {
  return { schema: context.reader, channels: [], space: context.space };
}

function rowsAt(context: Context, path: Path, only?: string[]): Row[] {
  const fields = context.reader.fields(path, context.root);
  const node = nodeAt(context.root, path);
  const keys = node?.kind === "map" ? node.entries.map((entry) => entry.key.text) : [];
  const known = keys.flatMap((key) => fields.find((field) => field.key === key) ?? []);
  const missing = fields.filter((field) => field.required && !keys.includes(field.key));
  const strange = keys.filter((key) => !fields.some((field) => field.key === key));
  const ordered = [...known.filter((field) => field.type), ...known.filter((field) => !field.type), ...missing];
  const wanted = (key: string): boolean => !only || only.includes(key);
  return [
    ...ordered.filter(({ key }) => wanted(key)).map((field) => rowOf(context, [...path, field.key], field)),
    ...strange.filter(wanted).map((key) => namedRow(context, path, key) ?? unknownRow(context, [...path, key])),
  ];
}

/* A key beside the fields that names something: a coordinate of the stops of a joint. */
function namedRow(context: Context, path: Path, key: string): Row | undefined {
  const [schema] = context.reader.at([...path, key], context.root);
  const none = { required: false, type: false, doc: { text: "", unit: "" } };
  return schema && rowOf(context, [...path, key], { key, schema, ...none });
}

/* A key that the schema does not know: it can be seen, changed and removed. */
function unknownRow(context: Context, path: Path): Row {
  const node = nodeAt(context.root, path)!;
  const key = String(path[path.length - 1]);
  return {
    ...{
      path,
      key,
      input: "yaml" as const,
      doc: texts.editor.form.notAKnownKey,
      unit: "",
      required: false,
      isType: false,
      given: true,
    },
    source: context.text.slice(node.from, node.to),
    ...{ words: [], count: 0, rows: [] },
  };
}

/* The rows of the map at a path. `only`: those of these keys. */
export function formRows(text: string, path: Path, reader: SchemaReader, space: boolean, only?: string[]): Row[] {
  return rowsAt({ text, root: readTree(text).root, reader, space }, path, only);
}

/* A row for one value that is no map: a parameter, a point. */
export function valueRow(text: string, path: Path, input: InputKind, doc: string, unit: string, space: boolean): Row {
  const node = nodeAt(readTree(text).root, path);
  const key = String(path[path.length - 1]);
  return {
    ...{ path, key, input, doc, unit, required: true, isType: false, given: node !== undefined },
    source: node ? text.slice(node.from, node.to) : "",
    ...{ words: [], count: node?.kind === "list" ? node.items.length : space ? 3 : 2, rows: [] },
  };
}

/* Fields that the map at a path could still get. */
export function fieldsToAdd(text: string, path: Path, reader: SchemaReader): Field[] {
  const { root } = readTree(text);
  const node = nodeAt(root, path);
  const keys = new Set(node?.kind === "map" ? node.entries.map((entry) => entry.key.text) : []);
  return reader
    .fields(path, root)
    .filter((field) => !keys.has(field.key) && !field.type && !field.required && field.twin === undefined);
}

/* What a field begins with when it is added: its default, or something that makes sense and can be seen. `names` suit its place. */
export function firstValue(
  reader: SchemaReader,
  field: Field,
  path: Path,
  space: boolean,
  names: readonly string[] = [],
): string | string[] {
  const zeros = space ? ["0", "0", "0"] : ["0", "0"];
  const usual: Record<string, string | string[]> = {
    ...{ axis: "x", axes: path[0] === "joints" ? ["x", "y"] : "ground", com: zeros, orientation: "[1, 0, 0, 0]" },
    ...{ mass: "1", density: "1", length: "1", points: names.length > 0 ? "[]" : "{}" },
  };
  if (field.default !== undefined) return field.default;
  if (usual[field.key] !== undefined) return usual[field.key]!;
  const entries = entriesOf(reader, field.schema);
  const [first] = space ? [entries.find(({ kind }) => kind === "vector") ?? entries[0]] : entries;
  switch (first?.kind) {
    case "choice":
      return first.words[0] ?? "";
    case "boolean":
      return "true";
    case "vector":
      return Array.from({ length: Math.min(Math.max(space ? 3 : 2, first.least), first.most) }, () => "0");
    case "number":
      return "0";
    case "text":
      return names[0] ?? "A";
    default:
      return reader.alternatives(field.schema)[0]?.type === "array" ? "[]" : "{}";
  }
}

/* ---- what a value comes to ---- */

/* The number (SI) that the engine has for a place; undefined where the scene does not hold it. */
export function valueAt(scene: Scene | null, path: Path): number | undefined {
  if (!scene) return undefined;
  const [section, name, field, more] = path;
  const index = path[path.length - 1];
  switch (section) {
    case "parameters":
      return scene.parameters.find((one) => one.name === name)?.value;
    case "points":
      return typeof field === "number" ? scene.drawing.find((one) => one.name === name)?.at[field] : undefined;
    case "gravity":
      return typeof index === "number" ? scene.gravity[index] : undefined;
    case "bodies": {
      const body = scene.bodies.find((one) => one.name === name);
      if (field === "mass") return body?.mass;
      if (field === "inertia") return typeof more === "number" ? body?.inertia[more] : body?.inertia[2];
      if (field === "com" && typeof more === "number") return body?.com[more];
      const point = body?.points.find((one) => one.name === more);
      return field === "points" && typeof path[4] === "number" ? point?.at[path[4]] : undefined;
    }
    case "joints":
      return path.length === 3 ? scene.joints.find((one) => one.name === name)?.numbers[String(field)] : undefined;
    case "forces":
      return path.length === 3 ? scene.forces.find((one) => one.name === name)?.numbers[String(field)] : undefined;
    case "initial":
      return scene.joints.flatMap((joint) => joint.coordinates).find((coordinate) => coordinate.channel === name)
        ?.value;
    default:
      return undefined;
  }
}

/* "= 62.8 mm" of an expression; numbers say themselves what they are. */
export function evaluatedTo(source: string, value: number | undefined, unit: string): string {
  const written = readNumber(source);
  if (written || value === undefined || !Number.isFinite(value)) return "";
  return `= ${quantity(value, unit)}`;
}

/* ---- messages ---- */

export interface Fault {
  path: Path;
  text: string;
}

/* The errors and warnings of a text by the place they stand at. */
export function faultsOf(text: string, messages: readonly Message[]): Fault[] {
  const { root } = readTree(text);
  return messages.flatMap((message) => {
    const at = offsetAt(text, message.line, message.column);
    return at === null ? [] : [{ path: pathAt(root, at), text: messageText(message) }];
  });
}

export function faultAt(faults: readonly Fault[], path: Path): string | undefined {
  return faults.find((fault) => path.every((step, i) => fault.path[i] === step))?.text;
}

/* ---- another type ---- */

/* The type of a joint, force or analysis at a path. */
export function typeAt(text: string, path: Path): string | null {
  const { root } = readTree(text);
  const node = nodeAt(root, path);
  if (path[0] === "analyses")
    return node?.kind === "map" ? (node.entries[0]?.key.text ?? null) : node?.kind === "scalar" ? node.text : null;
  return typeOf(String(scoped(path, root).path[0]), node);
}

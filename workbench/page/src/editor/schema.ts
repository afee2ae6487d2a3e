/* schema.ts - what the engine's JSON Schema says of a place in a model: which keys may stand there, what they mean, their units.
 *
 * Only what the engine writes is understood: $ref, allOf, anyOf, properties, additionalProperties, items, enum, const. Among the
 * alternatives of an element, the one is taken whose first key (the type: `revolute`) the text has.
 */
import { type Node, nodeAt, type Path } from "./tree";

export interface Schema {
  $ref?: string;
  $defs?: Record<string, Schema>;
  allOf?: Schema[];
  anyOf?: Schema[];
  type?: string | string[];
  description?: string;
  default?: string;
  enum?: (string | number)[];
  const?: string | number;
  properties?: Record<string, Schema>;
  additionalProperties?: Schema | false;
  required?: string[];
  items?: Schema;
  minItems?: number;
  maxItems?: number;
}

export interface Doc {
  text: string;
  unit: string; // "" where it has none
}

/* "mass; a body without is massless [kg]" */
export function docOf(description: string | undefined): Doc {
  const found = /^(.*?)\s*\[([^\s,[\]]+)\]$/s.exec(description ?? "");
  return found ? { text: found[1]!, unit: found[2]! } : { text: description ?? "", unit: "" };
}

export interface Field {
  key: string;
  doc: Doc;
  default?: string;
  required: boolean;
  twin?: string; // another key that means the same, and is the usual one
  type: boolean; // the key that says which joint, force, shape or analysis it is
  schema: Schema;
}

function isObject(schema: Schema): boolean {
  return schema.properties !== undefined || typeof schema.additionalProperties === "object" || schema.type === "object";
}

/* `in` says the same as `axes`, which stands before it. */
function twinOf(schema: Schema, key: string): string | undefined {
  const { description } = schema.properties![key]!;
  if (description === undefined || key === "rotation" || key === "damping") return undefined; // said alike, but not the same
  const first = Object.entries(schema.properties!).find(([, other]) => other.description === description)?.[0];
  return first === key ? undefined : first;
}

/* A vector may also be an expression of points: forms enter it as a list of numbers. */
function withLists(definitions: Record<string, Schema>): Record<string, Schema> {
  const isList = ({ type }: Schema): boolean => Array.isArray(type) && type.includes("array");
  return Object.fromEntries(
    Object.entries(definitions).map(([name, one]) => [name, isList(one) ? { ...one, type: "array" } : one]),
  );
}

export class SchemaReader {
  readonly root: Schema;

  constructor(root: Schema) {
    this.root = { ...root, $defs: withLists(root.$defs ?? {}) };
  }

  /* A schema's alternatives, none of which refers to others. */
  alternatives(schema: Schema): Schema[] {
    const parts = [...(schema.allOf ?? []), ...(schema.anyOf ?? [])];
    if (schema.$ref) parts.push(this.root.$defs?.[schema.$ref.split("/").pop()!] ?? {});
    if (parts.length === 0) return [schema];
    return parts.flatMap((part) => this.alternatives(part));
  }

  /* The alternatives that a node may be: those of its kind, and of its type where that is written. */
  fitting(schema: Schema, node: Node | undefined): Schema[] {
    const all = this.alternatives(schema);
    if (!node) return all;
    const kind = all.filter((one) => this.couldBe(one, node));
    if (node.kind !== "map") return kind;
    const typed = kind.filter((one) => {
      const first = one.required?.[0];
      return first !== undefined && node.entries.some((entry) => entry.key.text === first);
    });
    const known = (one: Schema) => node.entries.filter((entry) => one.properties?.[entry.key.text]).length;
    const best = Math.max(...typed.map(known)); // {motor: O, torque: 1} is a motor: a torque has no `motor`
    return typed.length > 0 ? [typed.find((one) => known(one) === best)!] : kind;
  }

  private couldBe(schema: Schema, node: Node): boolean {
    if (node.kind === "map") return isObject(schema);
    if (node.kind === "list") return schema.type === "array";
    return !isObject(schema) && schema.type !== "array";
  }

  /* What a path leads to; several where it is not decided. */
  at(path: Path, root: Node | null): Schema[] {
    let schemas: Schema[] = [this.root];
    path.forEach((step, i) => {
      const node = nodeAt(root, path.slice(0, i));
      schemas = schemas.flatMap((schema) => this.fitting(schema, node).flatMap((one) => this.child(one, step)));
    });
    return schemas;
  }

  private child(schema: Schema, step: string | number): Schema[] {
    if (typeof step === "number") return schema.items ? [schema.items] : [];
    const own = schema.properties?.[step];
    if (own) return [own];
    return typeof schema.additionalProperties === "object" ? [schema.additionalProperties] : [];
  }

  /* The keys that may stand in the map at a path. */
  fields(path: Path, root: Node | null): Field[] {
    const node = nodeAt(root, path);
    const map = node?.kind === "map" ? node : undefined;
    const found = new Map<string, Field>();
    for (const schema of this.at(path, root)) {
      const fitting = this.fitting(schema, map).filter(isObject);
      const undecided = fitting.length > 1;
      for (const one of fitting)
        for (const [key, inner] of Object.entries(one.properties ?? {})) {
          const type = undecided ? one.required?.[0] === key : this.isType(schema, one, key);
          if (found.has(key) || (undecided && !type && one.required?.[0] !== undefined)) continue;
          const doc = type ? docOf(one.description) : docOf(inner.description);
          const required = one.required?.includes(key) ?? false;
          const twin = type ? undefined : twinOf(one, key);
          found.set(key, {
            key,
            doc,
            default: inner.default,
            required: required && !undecided,
            twin,
            type,
            schema: inner,
          });
        }
    }
    return [...found.values()];
  }

  private isType(schema: Schema, one: Schema, key: string): boolean {
    return this.alternatives(schema).length > 1 && one.required?.[0] === key && one.description !== undefined;
  }

  field(path: Path, root: Node | null): Field | undefined {
    const key = path[path.length - 1];
    return this.fields(path.slice(0, -1), root).find((field) => field.key === key);
  }

  /* Words that may stand at a path; with what each means, where that is said. */
  choices(path: Path, root: Node | null): { word: string; doc: string }[] {
    const found = new Map<string, string>();
    for (const schema of this.at(path, root))
      for (const one of this.alternatives(schema)) {
        for (const word of one.enum ?? (one.const === undefined ? [] : [one.const])) found.set(String(word), "");
        if (one.type === "boolean") for (const word of ["true", "false"]) found.set(word, "");
      }
    for (const schema of this.at(path, root))
      for (const one of this.alternatives(schema)) {
        const type = one.required?.[0];
        if (type !== undefined && found.has(type)) found.set(type, one.description ?? "");
      }
    return [...found].map(([word, doc]) => ({ word, doc }));
  }

  /* The types that the element at a path may have: revolute … with what each is. */
  types(path: Path): { type: string; doc: string; schema: Schema }[] {
    return this.at(path, null)
      .flatMap((schema) => this.alternatives(schema))
      .filter((one) => one.required?.[0] !== undefined && one.description !== undefined)
      .map((one) => ({ type: one.required![0]!, doc: one.description!, schema: one }));
  }
}

/* ---- how a value is entered ---- */

export type Entry =
  | { kind: "number" }
  | { kind: "text" }
  | { kind: "choice"; words: string[] }
  | { kind: "boolean" }
  | { kind: "vector"; least: number; most: number }
  | { kind: "pair" }
  | { kind: "directions" }
  | { kind: "other" };

function isNumber(schema: Schema): boolean {
  return Array.isArray(schema.type) && schema.type.includes("number");
}

/* Ways to enter what a schema allows; the present value chooses among them. */
export function entriesOf(reader: SchemaReader, schema: Schema): Entry[] {
  const found: Entry[] = [];
  for (const one of reader.alternatives(schema)) {
    if (one.enum) found.push({ kind: "choice", words: one.enum.map(String) });
    else if (one.type === "boolean") found.push({ kind: "boolean" });
    else if (isNumber(one)) found.push({ kind: "number" });
    else if (one.type === "string") found.push({ kind: "text" });
    else if (one.type === "array" && one.items) {
      const items = reader.alternatives(one.items);
      if (items.every(isNumber)) found.push({ kind: "vector", least: one.minItems ?? 0, most: one.maxItems ?? 3 });
      else if ((one.maxItems ?? one.minItems) === 2 && items.every((item) => item.type === "string"))
        found.push({ kind: "pair" }); // of some joints more than two
      else if (one.maxItems === 2 && items.some((item) => item.enum)) found.push({ kind: "directions" });
      else found.push({ kind: "other" });
    } else found.push({ kind: "other" });
  }
  return found;
}

/* snippets.ts - what completion writes for a new element or field: as the engine describes it, what can be changed as ${fields}. */
import { description, forceKind, formOf, jointKind } from "../state/description";
import type { Option } from "./complete";
import { type Names, portsOf } from "./names";
import { entriesOf, type Field, type Schema, type SchemaReader } from "./schema";
import { readyFields, readyPart } from "./ready_parts";
import { mapAt, scalarAt } from "./scope";
import type { Node, Path } from "./tree";

/* What follows `key:`, as a snippet: brackets with their fields, or nothing. */
export function valueSnippet(reader: SchemaReader, field: Field, space: boolean): string {
  const entries = entriesOf(reader, field.schema);
  const first = entries[0];
  if (first?.kind === "pair") return "[${first}, ${second}]";
  if (first?.kind === "vector") {
    const count = Math.min(Math.max(space ? 3 : 2, first.least), first.most);
    return "[" + Array.from({ length: count }, () => "${0}").join(", ") + "]";
  }
  if (first?.kind === "other" && field.type) return "{${}}";
  return "${" + (field.default ?? "") + "}";
}

/* Where the kind itself stands: two names, or one. */
function whereSnippet(section: string, kind: string, schema: Schema, reader: SchemaReader): string {
  const pair = entriesOf(reader, schema)[0]?.kind === "pair";
  const onJoint = section === "forces" && (forceKind(kind)?.acts_on.startsWith("joint") ?? false);
  return pair ? "[${first}, ${second}]" : onJoint ? "${joint}" : "${where}";
}

/* A new element as the engine describes it, what can be changed as fields: "spring: [${first}, ${second}], stiffness: ${100}". */
export function elementSnippet(reader: SchemaReader, path: Path, type: string, space: boolean): string {
  const section = String(path[0]);
  if (section === "states") return stateSnippet(type, space);
  const found = reader.types(path).find((one) => one.type === type);
  const own = found?.schema.properties ?? {};
  const kind = section === "joints" ? jointKind(type) : forceKind(type);
  const template = kind?.templates[0];
  const begin = ((space ? template?.space : template?.plane) ?? "").replace(/\bdrawn\b/g, "0.1");
  const fields = [`${type}: ${whereSnippet(section, type, own[type] ?? {}, reader)}`];
  if (section === "joints" && formOf(type, space)?.needs_axis) fields.push("axis: ${x}");
  if (kind?.common_fields.some(({ name }) => name === "axes")) fields.push("axes: [${x}, ${y}]");
  if (begin !== "") fields.push(begin.replace(NUMBERS, "$1${$2}"));
  for (const key of found?.schema.required ?? []) {
    if (key === type || fields.some((field) => new RegExp(`\\b${key}:`).test(field)) || !own[key]) continue;
    const field: Field = { key, doc: { text: "", unit: "" }, required: true, type: false, schema: own[key] };
    const value = valueSnippet(reader, field, space);
    fields.push(`${key}: ${value === "${}" ? "${0}" : value}`);
  }
  return fields.join(", ");
}

const NUMBERS = /(: |[[] ?|, )(-?[\d.]+(?: \w+)?)(?=[,\]}]|$)/g; // what can be changed in a template

function stateSnippet(type: string, space: boolean): string {
  const kind = description.value.states?.find(({ name }) => name === type);
  const template = kind?.templates[0];
  const fields = ((space ? template?.space : template?.plane) ?? "").replace(NUMBERS, "$1${$2}");
  const filled = fields.replace("sin(t)", "${sin(t)}");
  return kind?.plain ? filled : `${type}: {${filled}}`;
}

function keysAt(root: Node | null, path: Path): string[] {
  return mapAt(root, path)?.entries.map(({ key }) => key.text) ?? [];
}

/* A use of each part, its ports and the parameters that have no value of their own to be filled in. */
export function useOptions(names: Names, space: boolean): Option[] {
  const suits = names.parts().filter((part) => readyPart(names.root, part)?.[space ? "space" : "plane"] ?? true);
  return suits.map((part) => {
    const ready = readyPart(names.root, part);
    const ports = portsOf(names.root, part).map((port) => `${port}: \${ground}`);
    const open = keysAt(names.root, ["parts", part, "parameters"]).filter(
      (one) => scalarAt(names.root, ["parts", part, "parameters", one]) === "",
    );
    const fields = [`part: ${part}`, space ? "at: [${0}, ${0}, ${0}]" : "at: [${0}, ${0}]"];
    if (ports.length > 0) fields.push(`ports: {${ports.join(", ")}}`);
    if (open.length > 0) fields.push(`with: {${open.map((one) => `${one}: \${1}`).join(", ")}}`);
    if (ready) fields.push(readyFields(ready, space).replace(NUMBERS, "$1${$2}"));
    const name = ready?.templates[0]?.stem ?? part;
    const snippet = `\${${name}1}: {${fields.join(", ")}}`;
    return { label: part, kind: "snippet" as const, detail: "part", info: ready?.doc, snippet };
  });
}

/* Outputs that ask for something between places. */
export function requestOptions(): Option[] {
  const fields = (description.value.output_fields ?? []).filter(({ type }) => type === "names" || type === "any");
  return fields.map(({ name, doc }) => ({
    label: name,
    kind: "snippet" as const,
    info: doc.replace(/^instead: /, ""),
    snippet: `\${${name}}: {${name}: [\${first}, \${second}]}`,
  }));
}

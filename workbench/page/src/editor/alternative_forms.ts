/* alternative_forms.ts - the other ways in which a value may be written: one number or one for each axis, a name or coordinates, a map of options.
 *
 * The form enters a value in the way it is written now; these are what it may be changed to, each with something to begin from.
 */
import { entriesOf, type Schema, type SchemaReader } from "./schema";
import type { Node } from "./tree";
import type { Value } from "./write";
import { texts } from "../texts/texts";

export interface AlternativeForm {
  title: string;
  value: Value;
}

/* The schema says no more than that there is a value: one number, or a list of them. */
export function isUntyped(schema: Schema): boolean {
  return !schema.$ref && !schema.allOf && !schema.anyOf && !schema.type && !schema.enum && schema.const === undefined;
}

const zeros = (count: number): string[] => Array.from({ length: count }, () => "0");

/* Where a list of numbers begins: a turn by nothing, or zeros. */
function vector({ minItems = 0, maxItems = 3 }: Schema, space: boolean): AlternativeForm {
  const count = Math.min(Math.max(space ? 3 : 2, minItems), maxItems);
  return { title: `${count} numbers`, value: minItems === 4 ? ["1", "0", "0", "0"] : zeros(count) };
}

function firstOf(reader: SchemaReader, schema: Schema, key: string): Value {
  if (schema.default !== undefined) return schema.default;
  if (isUntyped(schema)) return key === "angles" ? zeros(3) : "0";
  const [first] = reader.alternatives(schema);
  return first?.enum ? String(first.enum[0]) : first?.type === "boolean" ? "true" : "0";
}

/* An expression that stands there alone becomes the first of the fields. */
function fields(reader: SchemaReader, schema: Schema, node: Node): AlternativeForm {
  const all = Object.entries(schema.properties!);
  const given = schema.required;
  const needed = given?.length ? all.filter(([key]) => given.includes(key)) : given ? all.slice(0, 1) : all;
  const first = needed[0];
  const kept = node.kind === "scalar" && first && entriesOf(reader, first[1])[0]?.kind === "number" ? node.text : null;
  const value = (key: string, one: Schema, i: number): Value => (i === 0 && kept ? kept : firstOf(reader, one, key));
  return {
    title: needed.map(([key]) => key).join(", "),
    value: Object.fromEntries(needed.map(([key, one], i) => [key, value(key, one, i)])),
  };
}

/* A word with options of its own: {baumgarte: {}}. */
function withOptions(all: Schema[], node: Node): AlternativeForm[] {
  const words = all.flatMap((one) => one.enum ?? []).map(String);
  const word = node.kind === "scalar" && words.includes(node.text) ? node.text : words[0];
  return word === undefined ? [] : [{ title: texts.editor.alternativeForms.withOptions(word), value: { [word]: {} } }];
}

/* names: of what a name could mean here */
export function alternativeForms(
  reader: SchemaReader,
  schema: Schema,
  node: Node,
  space: boolean,
  names: readonly string[],
): AlternativeForm[] {
  if (isUntyped(schema))
    return node.kind === "list"
      ? [{ title: texts.editor.alternativeForms.oneNumber, value: "0" }]
      : [{ title: texts.editor.alternativeForms.oneForEachAxis, value: zeros(3) }];
  const all = reader.alternatives(schema);
  const now = new Set(reader.fitting(schema, node));
  const scalars = all.filter((one) => one.type === "string" || one.enum || Array.isArray(one.type));
  return all
    .filter((one) => !now.has(one))
    .flatMap((one): AlternativeForm[] => {
      if (one.properties) return [fields(reader, one, node)];
      if (typeof one.additionalProperties === "object") return node.kind === "scalar" ? withOptions(all, node) : [];
      if (one.type === "array" && one.items && reader.alternatives(one.items).every((item) => Array.isArray(item.type)))
        return [vector(one, space)];
      if (one !== scalars[0]) return []; // one field enters all words and numbers
      if (one.enum) return [{ title: texts.editor.alternativeForms.aWord, value: String(one.enum[0]) }];
      if (Array.isArray(one.type)) return [{ title: texts.editor.alternativeForms.oneNumber, value: "0" }];
      return names[0] === undefined ? [] : [{ title: texts.editor.alternativeForms.aName, value: names[0] }];
    });
}

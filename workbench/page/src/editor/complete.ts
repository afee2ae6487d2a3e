/* complete.ts - what may be typed next: keys with their meaning, choices, names of what is there, words of expressions.
 *
 * Names come from the text itself, so that they are offered before the engine has seen them; channels come from the scene.
 */
import {
  description,
  firstAnalysis,
  forceKind,
  formOf,
  goesOn,
  jointKind,
  kindSuits,
  pinName,
} from "../state/description";
import { type Place, placeAt } from "./place";
import { keyRole, roleOf, typeOf } from "./roles";
import { entriesOf, type Field, type Schema, type SchemaReader } from "./schema";
import { type Node, nodeAt, type Path } from "./tree";
import { suggestedUnits } from "./suggested_units";

export type OptionKind = "key" | "choice" | "name" | "function" | "unit" | "snippet" | "channel";

export interface Option {
  label: string;
  kind: OptionKind;
  detail?: string; // short, beside the label
  info?: string; // a sentence
  snippet?: string; // with ${fields}, instead of the label
  rank?: number; // higher comes first
}

export interface Options {
  from: number;
  to: number;
  options: Option[];
}

export interface Knowledge {
  schema: SchemaReader | null;
  channels: readonly { name: string; unit: string }[];
  space: boolean;
}

/* ---- names in the text ---- */

function keys(root: Node | null, path: Path): string[] {
  const node = nodeAt(root, path);
  return node?.kind === "map" ? node.entries.map((entry) => entry.key.text) : [];
}

function bodyNames(root: Node | null): string[] {
  return ["ground", ...keys(root, ["bodies"]).filter((name) => name !== "ground")];
}

export function pointsOf(root: Node | null, body: string): string[] {
  const points = nodeAt(root, ["bodies", body, "points"]);
  const drawing = body === "ground" ? keys(root, ["points"]) : [];
  if (points?.kind === "list") return points.items.flatMap((item) => (item.kind === "scalar" ? [item.text] : []));
  return [...drawing, ...keys(root, ["bodies", body, "points"])];
}

function named(names: readonly string[], detail: string, rank = 2): Option[] {
  return names.map((label) => ({ label, kind: "name" as const, detail, rank }));
}

function places(root: Node | null): Option[] {
  const bodies = bodyNames(root);
  const points = bodies.flatMap((body) => pointsOf(root, body).map((point) => `${body}.${point}`));
  return [...named(bodies, "body", 3), ...named(points, "point")];
}

/* Whether expressions may use a channel: by the engine's table, or as what the kind of a force calls its own. */
function isKnownToExpressions(name: string): boolean {
  const { channels: table, forces, joints } = description.value;
  const ending = name.slice(name.lastIndexOf(".") + 1).replace(/^\w+_(?=speed$|acceleration$)/, "");
  const listed = table.filter((one) => one.name === ending || one.name === name);
  return (
    listed.some((one) => one.in_expressions) ||
    forces.some((kind) => kind.channels.some((one) => one.name === ending && OWN.has(one.unit))) ||
    joints.some(({ plane, space }) =>
      [plane, space].some((form) => form?.coordinates.some((one) => one.name === ending)),
    )
  );
}

/* Channels that are positions or speeds, or all of them. */
function channels(known: Knowledge, all: boolean): Option[] {
  return known.channels
    .filter(({ name }) => name.includes(".") && (all || isKnownToExpressions(name)))
    .map(({ name, unit }) => ({ label: name, kind: "channel" as const, detail: unit, rank: 1 }));
}

/* ---- keys ---- */

const SNIPPETS: Record<string, string> = {
  parameters: "${name}: ${1}",
  tables: "${name}: [[${0}, ${0}], [${1}, ${1}]]",
  points: "${A}: [${0}, ${0}]",
  bodies: "${link}: {points: [${A}, ${B}], mass: ${1 kg}, shape: rod}",
  drivers: "${drive}: {${O.angle}: ${2*pi*t}}",
};

/* What follows `key:`, as a snippet: brackets with their fields, or nothing. */
function valueSnippet(reader: SchemaReader, field: Field, space: boolean): string {
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
function elementSnippet(reader: SchemaReader, path: Path, type: string, space: boolean): string {
  const section = String(path[0]);
  const found = reader.types(path).find((one) => one.type === type);
  const own = found?.schema.properties ?? {};
  const kind = section === "joints" ? jointKind(type) : forceKind(type);
  const template = kind?.templates[0];
  const begin = ((space ? template?.space : template?.plane) ?? "").replace(/\bdrawn\b/, "0.1");
  const fields = [`${type}: ${whereSnippet(section, type, own[type] ?? {}, reader)}`];
  if (section === "joints" && formOf(type, space)?.needs_axis) fields.push("axis: ${x}");
  if (kind?.common_fields.some(({ name }) => name === "axes")) fields.push("axes: [${x}, ${y}]");
  if (begin !== "") fields.push(begin.replace(/(: |[[] ?|, )(-?[\d.]+(?: \w+)?)(?=[,\]]|$)/g, "$1${$2}"));
  for (const key of found?.schema.required ?? []) {
    if (key === type || fields.some((field) => new RegExp(`\\b${key}:`).test(field)) || !own[key]) continue;
    const field: Field = { key, doc: { text: "", unit: "" }, required: true, type: false, schema: own[key] };
    const value = valueSnippet(reader, field, space);
    fields.push(`${key}: ${value === "${}" ? "${0}" : value}`);
  }
  return fields.join(", ");
}

function elementOptions(reader: SchemaReader, section: string, asValue: boolean, space: boolean): Option[] {
  const path = [section, ""];
  const types = reader.types(path).filter(({ type }) => kindSuits(section, type, space));
  return types.map(({ type, doc }) => {
    const inner = `{${elementSnippet(reader, path, type, space)}}`;
    const label = section === "joints" ? `${type} joint` : type;
    const snippet = asValue ? inner : "${" + (section === "joints" ? "A" : type) + "}: " + inner;
    return { label: asValue ? `{${type}}` : label, kind: "snippet" as const, info: doc, snippet };
  });
}

const SECTION_KEYS = new Set(["parameters", "points", "bodies", "joints", "forces", "drivers", "initial"]);

function keyOptions(place: Place, known: Knowledge): Option[] {
  const { path, root } = place;
  const parent = path.slice(0, -1);
  const present = new Set(keys(root, parent));
  const role = keyRole(path);
  const free = (options: Option[]): Option[] => options.filter((option) => !present.has(option.label));
  const colon = (options: Option[]): Option[] =>
    options.map((option) => ({ ...option, snippet: option.snippet ?? `${option.label}: \${}` }));
  if (role === "channel") {
    const joints = path[0] === "analyses" ? named(keys(root, ["joints"]), "joint", 3) : [];
    return colon(free([...joints, ...channels(known, false)]));
  }
  if (role === "parameter" && path[0] === "analyses")
    return colon(free(named(keys(root, ["parameters"]), "parameter")));
  if (role === "name" || role === "parameter") return nameOptions(place, known);
  if (!known.schema) return [];
  const reader = known.schema;
  return known.schema
    .fields(parent, root)
    .filter((field) => !present.has(field.key) && field.twin === undefined)
    .filter((field) => !field.type || kindSuits(String(path[0]), field.key, known.space))
    .map((field) => ({
      label: field.key,
      kind: "key" as const,
      detail: field.doc.unit ? `[${field.doc.unit}]` : field.required ? "required" : "",
      info: field.doc.text + (field.default === undefined ? "" : ` (default: ${field.default})`),
      rank: field.required ? 3 : 2,
      snippet: keySnippet(reader, field, path, known.space),
    }));
}

function keySnippet(reader: SchemaReader, field: Field, path: Path, space: boolean): string {
  const first = firstAnalysis(false);
  if (path.length === 1 && field.key === "analyses")
    return `analyses:\n\t- \${${first}}: {${elementSnippetOfAnalysis(first)}}`;
  if (path.length === 1 && SECTION_KEYS.has(field.key)) return `${field.key}:\n\t\${}`;
  if (path[0] === "analyses" && path.length === 3) {
    const inner = elementSnippetOfAnalysis(field.key);
    return `${field.key}: {${inner}}`;
  }
  return `${field.key}: ${valueSnippet(reader, field, space)}`;
}

function elementSnippetOfAnalysis(kind: string): string {
  return goesOn(kind) ? "end: ${1}" : "${}";
}

function nameOptions(place: Place, known: Knowledge): Option[] {
  const { path, root } = place;
  const section = String(path.length === 2 ? path[0] : "points");
  const found: Option[] = [];
  if (section === "joints") {
    const taken = new Set(keys(root, ["joints"]));
    const free = keys(root, ["points"]).filter((point) => !taken.has(point));
    const hinge = pinName();
    for (const label of hinge ? free : [])
      found.push({
        label,
        kind: "name",
        detail: "point",
        rank: 4,
        snippet: `${label}: {${hinge}: [\${first}, \${second}]}`,
      });
  }
  if (known.schema && (section === "joints" || section === "forces"))
    found.push(...elementOptions(known.schema, section, false, known.space));
  const snippet = SNIPPETS[section];
  if (snippet) {
    const noun: Record<string, string> = {
      bodies: "body",
      points: "point",
      parameters: "parameter",
      drivers: "driver",
      tables: "table",
    };
    const fit = section === "points" && known.space ? "${A}: [${0}, ${0}, ${0}]" : snippet;
    found.push({ label: `new ${noun[section]}`, kind: "snippet", snippet: fit });
  }
  return found;
}

/* ---- values ---- */

function ownPoints(place: Place): Option[] {
  const { path, root } = place;
  if (path[0] === "bodies") return named(pointsOf(root, String(path[1])), "point");
  const joint = nodeAt(root, path.slice(0, 2));
  const pair =
    joint?.kind === "map" ? joint.entries.map(({ value }) => value).find((value) => value.kind === "list") : null;
  const ends = pair?.kind === "list" ? pair.items.flatMap((item) => (item.kind === "scalar" ? [item.text] : [])) : [];
  const lists = ends.map((end) => pointsOf(root, end.split(".")[0]!));
  const both = (lists[0] ?? []).filter((point) => lists.every((list) => list.includes(point)));
  return named(both.length > 0 ? both : [...new Set(lists.flat())], "point");
}

/* Whether the value at a place may depend on time and on channels. */
function varies(path: Path): "no" | "time" | "all" {
  if (path[0] === "drivers") return "time";
  if (path[0] === "forces") return "all";
  return path[0] === "analyses" && path.includes("events") ? "all" : "no";
}

function expressionOptions(place: Place, known: Knowledge, unit: string): Option[] {
  const { path, root, before } = place;
  if (/(^|[^\w.])(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?\s*$/.test(before) && /\s$/.test(before))
    return suggestedUnits(unit).map((label, i) => ({ label, kind: "unit" as const, rank: -i }));
  const how = varies(path);
  const found: Option[] = keys(root, ["parameters"])
    .filter((name) => !(path[0] === "parameters" && path[1] === name))
    .map((label) => {
      const node = nodeAt(root, ["parameters", label]);
      return { label, kind: "name" as const, detail: node?.kind === "scalar" ? node.text : "parameter", rank: 3 };
    });
  if (how !== "no") found.push({ label: "t", kind: "name", detail: "time [s]", rank: 2 });
  if (how === "all" && path[0] === "forces" && place.path.length === 3) found.push(...ownMeasures(place));
  if (how === "all") found.push(...channels(known, false));
  found.push({ label: "pi", kind: "name", rank: 0 });
  for (const { name, arguments: given, doc } of description.value.functions) {
    if (given.endsWith("name") && keys(root, ["tables"]).length === 0) continue;
    const fields = given.split(", ");
    found.push({
      label: name,
      kind: "function",
      detail: `(${given})`,
      info: doc,
      snippet: `${name}(${fields.map((field) => "${" + field + "}").join(", ")})`,
      rank: -1,
    });
  }
  return found;
}

/* What an expression of a force may call its own: `length` and `rate` of a spring, `angle` and `speed` of a torsion spring. */
const OWN = new Set(["m", "m/s", "rad", "rad/s"]);

function ownMeasures({ path, root }: Place): Option[] {
  const type = typeOf("forces", nodeAt(root, path.slice(0, 2)));
  const kind = type === null ? undefined : forceKind(type);
  const field = kind?.fields.find(({ name, alias }) => name === path[2] || alias === path[2]);
  if (!kind || field?.type !== "varying") return [];
  const names = kind.channels.filter(({ unit }) => OWN.has(unit)).map(({ name }) => name);
  return named(names, `of the ${kind.name}`, 2);
}

function valueOptions(place: Place, known: Knowledge): Option[] {
  const { path, root, before } = place;
  const start = before.trim() === "";
  const section = String(path[0]);
  if (path.length === 2 && (section === "joints" || section === "forces"))
    return known.schema && start ? elementOptions(known.schema, section, true, known.space) : [];
  const words = start ? (known.schema?.choices(path, root) ?? []) : [];
  const found: Option[] = words.map(({ word, doc }) => ({ label: word, kind: "choice" as const, info: doc, rank: 4 }));
  switch (roleOf(path, root)) {
    case "place":
      return [...found, ...places(root)];
    case "joint":
      return [...found, ...named(keys(root, ["joints"]), "joint")];
    case "joint or place":
      return [...found, ...named(keys(root, ["joints"]), "joint", 4), ...named(bodyNames(root), "body")];
    case "own point":
      return [...found, ...ownPoints(place)];
    case "drawing point": {
      const list = nodeAt(root, path.slice(0, -1));
      const taken = new Set(
        list?.kind === "list" ? list.items.map((item) => (item.kind === "scalar" ? item.text : "")) : [],
      );
      return named(
        keys(root, ["points"]).filter((point) => !taken.has(point)),
        "point",
      );
    }
    case "channel": {
      const owners = [...keys(root, ["joints"]), ...keys(root, ["forces"]), ...keys(root, ["drivers"])];
      return [...named(path[3] === "outputs" ? [] : owners, "", 3), ...channels(known, true)];
    }
    case "expression":
      return [...found, ...expressionOptions(place, known, unitAt(place, known))];
    default:
      return found;
  }
}

/* The SI unit of what is asked for at a place: that of the nearest key above it that has one. */
export function unitAt({ path, root }: { path: Path; root: Node | null }, known: Knowledge): string {
  for (let length = path.length; length > 0; length--) {
    const unit = known.schema?.field(path.slice(0, length), root)?.doc.unit;
    if (unit) return unit;
  }
  if (path[0] === "initial" || path[0] === "drivers") {
    const name = path[0] === "initial" ? path[1] : path[2];
    return known.channels.find((channel) => channel.name === name)?.unit ?? "";
  }
  return "";
}

export function complete(text: string, offset: number, known: Knowledge): Options | null {
  const place = placeAt(text, offset);
  if (!place || /^\d/.test(place.word)) return null;
  const options = place.isKey ? keyOptions(place, known) : valueOptions(place, known);
  const hasColon = place.isKey && /^\s*:/.test(text.slice(place.to));
  if (hasColon) for (const option of options) delete option.snippet;
  return options.length > 0 ? { from: place.from, to: place.to, options } : null;
}

/* Names and words that suit the value at a path, for a field that is not the text itself. */
export function namesFor(path: Path, root: Node | null, known: Knowledge): string[] {
  const place: Place = { path, isKey: false, root, word: "", from: 0, to: 0, before: "" };
  return valueOptions(place, known)
    .filter((option) => option.kind === "name" || option.kind === "choice" || option.kind === "channel")
    .map((option) => option.label);
}

/* Names that suit a new key in the map at a path: channels for `initial`, parameters for `set`. */
export function keysFor(path: Path, root: Node | null, known: Knowledge): string[] {
  const place: Place = { path: [...path, ""], isKey: true, root, word: "", from: 0, to: 0, before: "" };
  return keyOptions(place, known)
    .filter((option) => option.kind !== "snippet")
    .map((option) => option.label);
}

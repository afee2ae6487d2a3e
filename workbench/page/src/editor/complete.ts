/* complete.ts - what may be typed next: keys with their meaning, choices, names of what is there, words of expressions.
 *
 * Names come from the text itself, so that they are offered before the engine has seen them; channels come from the scene.
 */
import { jointUnit } from "./joint_unit";
import type { FieldInfo } from "../engine/engine";
import { description, firstAnalysis, forceKind, goesOn, kindSuits, pinName } from "../state/description";
import { type MadeNames, Names, portsOf, readyField } from "./names";
import { type Place, placeAt } from "./place";
import { keyRole, roleOf, typeOf } from "./roles";
import type { Field, SchemaReader } from "./schema";
import { scoped, SECTION_OF } from "./scope";
import { type Node, nodeAt, type Path } from "./tree";
import { readyPart } from "./ready_parts";
import { elementSnippet, requestOptions, useOptions, valueSnippet } from "./snippets";
import { suggestedUnits } from "./suggested_units";
import { texts } from "../texts/texts";

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
  made?: MadeNames; // what the scene has beyond the text
}

function namesAt(path: Path, root: Node | null, known: Knowledge): Names {
  return new Names(root, path, known.made ?? { names: new Map(), places: [], channels: known.channels });
}

/* ---- names in the text ---- */

function keys(root: Node | null, path: Path): string[] {
  const node = nodeAt(root, path);
  return node?.kind === "map" ? node.entries.map((entry) => entry.key.text) : [];
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

function places(names: Names): Option[] {
  return [...named(names.bodies(), "body", 3), ...named(names.places(), "point")];
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

/* Reactions and accelerations: known to forces, outputs and events, where they cost the solution of the equations of motion. */
function isResult(name: string): boolean {
  const ending = name.slice(name.lastIndexOf(".") + 1);
  return description.value.channels.some(
    ({ name: one, of, quantity }) => one === ending && (/^joint/.test(of) || quantity.includes("acceleration")),
  );
}

type Extent = "positions" | "results" | "all";

/* Channels of positions and speeds; with reactions and accelerations; all of them. */
function channels(names: Names, extent: Extent): Option[] {
  const fits = (name: string): boolean =>
    extent === "all" || isKnownToExpressions(name) || (extent === "results" && isResult(name));
  return names
    .channels()
    .filter(({ name }) => name.includes(".") && fits(name))
    .map(({ name, unit }) => ({
      label: name,
      kind: "channel" as const,
      detail: unit,
      rank: isKnownToExpressions(name) ? 1 : 0.5,
    }));
}

/* ---- keys ---- */

const SNIPPETS: Record<string, string> = {
  parameters: "${name}: ${1}",
  tables: "${name}: [[${0}, ${0}], [${1}, ${1}]]",
  points: "${A}: [${0}, ${0}]",
  bodies: "${link}: {points: [${A}, ${B}], mass: ${1 kg}, shape: rod}",
  drivers: "${drive}: {${O.angle}: ${2*pi*t}}",
  outputs: "${load}: ${hypot(A.fx, A.fy)}",
  events: "${hit}: {when: ${A.angle}, do: {${count}: true}}",
  parts:
    "${leg}:\n\tports: [${base}]\n\tpoints: {${A}: [${0}, ${0}], ${B}: [${1}, ${0}]}\n\tbodies: {${link}: {points: [${A}, ${B}], mass: ${1 kg}, shape: rod}}\n\tjoints: {${A}: {revolute: [${base}, ${link}]}}",
};

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

/* Sections whose entries have lines of their own. */
function hasEntries(section: string): boolean {
  return section === "initial" || section === "tables" || Object.values(SECTION_OF).includes(section);
}

/* What an event may set: speeds, states, parameters. */
function targets(names: Names): Option[] {
  const speeds = channels(names, "positions").filter(({ detail }) => detail === "m/s" || detail === "rad/s");
  return [...named(names.of("state"), "state", 3), ...named(names.of("parameter"), "parameter"), ...speeds];
}

/* A parameter of a ready part; those that few need come last. */
function readyOption({ name, doc, unit, advanced }: FieldInfo): Option {
  return { label: name, kind: "name", detail: unit || "parameter", info: doc, rank: advanced ? 1 : 2 };
}

/* Keys that are names of something; null: they are words of the format, or new names. */
function nameKeys(place: Place, known: Knowledge): Option[] | null {
  const { path, root } = place;
  const names = namesAt(path, root, known);
  const { path: own } = scoped(path, root);
  switch (keyRole(path)) {
    case "channel": {
      const joints = own[0] === "analyses" ? named(names.of("joint"), "joint", 3) : [];
      const states = own[0] === "drivers" ? [] : named(names.of("state"), "state");
      return [...joints, ...states, ...channels(names, own[0] === "drivers" ? "results" : "positions")];
    }
    case "target":
      return targets(names);
    case "switch":
      return [...named(names.of("driver"), "driver", 3), ...named(names.of("force"), "force")];
    case "port":
      return named(portsOf(root, names.partAt(path)), "port");
    case "with": {
      const ready = readyPart(root, names.partAt(path));
      if (ready) return ready.fields.map(readyOption);
      return named(keys(root, ["parts", names.partAt(path), "parameters"]), "parameter");
    }
    case "parameter":
      return own[0] === "analyses" || own[0] === "studies" ? named(names.of("parameter"), "parameter") : null;
    default:
      return null;
  }
}

function keyOptions(place: Place, known: Knowledge): Option[] {
  const { path, root } = place;
  const parent = path.slice(0, -1);
  const present = new Set(keys(root, parent));
  const colon = (option: Option): Option => ({ ...option, snippet: option.snippet ?? `${option.label}: \${}` });
  const ofNames = nameKeys(place, known)
    ?.filter((option) => !present.has(option.label))
    .map(colon);
  const role = keyRole(path);
  if (!ofNames && (role === "name" || role === "parameter")) return nameOptions(place, known);
  return [...(ofNames ?? []), ...wordOptions(place, known, present)];
}

/* Keys of the format. */
function wordOptions({ path, root }: Place, known: Knowledge, present: ReadonlySet<string>): Option[] {
  const parent = path.slice(0, -1);
  if (!known.schema) return [];
  const reader = known.schema;
  return known.schema
    .fields(parent, root)
    .filter((field) => !present.has(field.key) && field.twin === undefined)
    .filter((field) => !field.type || kindSuits(String(scoped(path, root).path[0]), field.key, known.space))
    .map((field) => ({
      label: field.key,
      kind: "key" as const,
      detail: field.doc.unit ? `[${field.doc.unit}]` : field.required ? "required" : "",
      info: field.doc.text + (field.default === undefined ? "" : texts.editor.complete.defaultWord(field.default)),
      rank: field.required ? 3 : 2,
      snippet: keySnippet(reader, field, path, known.space),
    }));
}

function keySnippet(reader: SchemaReader, field: Field, path: Path, space: boolean): string {
  const first = firstAnalysis(false);
  if (path.length === 1 && field.key === "analyses")
    return `analyses:\n\t- \${${first}}: {${elementSnippetOfAnalysis(first)}}`;
  if (path.length === 1 && hasEntries(field.key)) return `${field.key}:\n\t\${}`;
  if (path[0] === "analyses" && path.length === 3) {
    const inner = elementSnippetOfAnalysis(field.key);
    return `${field.key}: {${inner}}`;
  }
  return `${field.key}: ${valueSnippet(reader, field, space)}`;
}

function elementSnippetOfAnalysis(kind: string): string {
  return goesOn(kind) ? "end: ${1}" : "${}";
}

const TYPED = new Set(["joints", "forces", "states"]);

function nameOptions(place: Place, known: Knowledge): Option[] {
  const { path, root } = scoped(place.path, place.root);
  const names = namesAt(place.path, place.root, known);
  const section = String(path.length === 2 ? path[0] : path.includes("events") ? "events" : "points");
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
  if (section === "use") found.push(...useOptions(names, known.space));
  if (section === "outputs") found.push(...requestOptions());
  if (known.schema && TYPED.has(section)) found.push(...elementOptions(known.schema, section, false, known.space));
  const snippet = SNIPPETS[section];
  if (snippet) {
    const noun: Record<string, string> = {
      bodies: "body",
      points: "point",
      parameters: "parameter",
      drivers: "driver",
      tables: "table",
      outputs: "output",
      events: "event",
      parts: "part",
    };
    const fit = section === "points" && known.space ? "${A}: [${0}, ${0}, ${0}]" : snippet;
    found.push({ label: texts.editor.complete.newWord(noun[section]!), kind: "snippet", snippet: fit });
  }
  return found;
}

/* ---- values ---- */

function ownPoints(place: Place, names: Names): Option[] {
  const { path, root } = scoped(place.path, place.root);
  if (path[0] === "bodies") return named(names.pointsOf(String(path[1])), "point");
  const joint = nodeAt(root, path.slice(0, 2));
  const pair =
    joint?.kind === "map" ? joint.entries.map(({ value }) => value).find((value) => value.kind === "list") : null;
  const ends = pair?.kind === "list" ? pair.items.flatMap((item) => (item.kind === "scalar" ? [item.text] : [])) : [];
  const lists = ends.map((end) => names.pointsOf(end.split(".")[0]!)).filter((list) => list.length > 0);
  const both = (lists[0] ?? []).filter((point) => lists.every((list) => list.includes(point)));
  return named(both.length > 0 ? both : [...new Set(lists.flat())], "point");
}

/* What the value at a place may depend on: numbers that are known before the motion, also time, also channels and how many. */
function variesWith(path: Path): "numbers" | "time" | Extent {
  if (path[0] === "drivers") return "time";
  if (path[0] === "forces") return "results";
  if (path[0] === "states") return "positions";
  if (path[0] === "outputs" || path[0] === "events" || path.includes("events")) return "all";
  if (path[0] === "studies") return path.includes("vary") || path.includes("over") ? "numbers" : "all";
  return "numbers";
}

/* Points of the drawing and their coordinates, where a number may stand before the motion. */
function pointOptions(names: Names): Option[] {
  return names
    .of("point")
    .flatMap((point) => [
      { label: point, kind: "name" as const, detail: "point", rank: 1 },
      ...["x", "y"].map((axis) => ({ label: `${point}.${axis}`, kind: "name" as const, detail: "m", rank: 0 })),
    ]);
}

function expressionOptions(place: Place, known: Knowledge, unit: string): Option[] {
  const { before } = place;
  const { path, root } = scoped(place.path, place.root);
  const names = namesAt(place.path, place.root, known);
  if (/(^|[^\w.])(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?\s*$/.test(before) && /\s$/.test(before))
    return suggestedUnits(unit).map((label, i) => ({ label, kind: "unit" as const, rank: -i }));
  const how = variesWith(path);
  const found: Option[] = names
    .of("parameter")
    .filter((name) => !(path[0] === "parameters" && path[1] === name))
    .map((label) => ({
      label,
      kind: "name" as const,
      detail: names.valueOf("parameter", label) || "parameter",
      rank: label.includes(".") ? 1 : 3,
    }));
  found.push(...named(names.indices(place.path), texts.editor.complete.numberOfTheRepetition, 3));
  const hasTime = how !== "numbers";
  if (hasTime) found.push({ label: "t", kind: "name", detail: "time [s]", rank: 2 });
  if (path[0] === "forces" && path.length === 3) found.push(...ownMeasures({ ...place, path, root }));
  if (hasTime && how !== "time") {
    const own = path[0] === "outputs" ? path[1] : undefined;
    const outputs = names.of("output").filter((name) => name !== own);
    found.push(...named(names.of("state"), "state", 3), ...named(outputs, "output", 2), ...channels(names, how));
    found.push(...named(names.places(), "point", 0));
  } else if (!hasTime) found.push(...pointOptions(names));
  found.push({ label: "pi", kind: "name", rank: 0 });
  for (const { name, arguments: given, doc } of description.value.functions) {
    if (given.endsWith("name") && [...keys(root, ["tables"]), ...keys(place.root, ["tables"])].length === 0) continue;
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
  return named(names, texts.editor.complete.ofThe(kind.name), 2);
}

function valueOptions(place: Place, known: Knowledge): Option[] {
  const { path, root, before } = place;
  const { path: own, root: part } = scoped(path, root);
  const names = namesAt(path, root, known);
  const start = before.trim() === "";
  const section = String(own[0]);
  if (own.length === 2 && TYPED.has(section))
    return known.schema && start ? elementOptions(known.schema, section, true, known.space) : [];
  const words = start ? (known.schema?.choices(path, root) ?? []) : [];
  const found: Option[] = words.map(({ word, doc }) => ({ label: word, kind: "choice" as const, info: doc, rank: 4 }));
  switch (roleOf(path, root)) {
    case "place":
      return [...found, ...places(names)];
    case "joint":
      return [...found, ...named(names.of("joint"), "joint")];
    case "joint or place":
      return [...found, ...named(names.of("joint"), "joint", 4), ...named(names.bodies(), "body")];
    case "part":
      return named(names.parts(), "part");
    case "own point":
      return [...found, ...ownPoints(place, names)];
    case "drawing point": {
      const list = nodeAt(part, own.slice(0, -1));
      const taken = new Set(
        list?.kind === "list" ? list.items.map((item) => (item.kind === "scalar" ? item.text : "")) : [],
      );
      return named(
        names.of("point").filter((point) => !taken.has(point)),
        "point",
      );
    }
    case "channel": {
      const owners = (["joint", "force", "driver"] as const).flatMap((kind) => names.of(kind));
      const outputs = named(names.of("output"), "output", 3);
      return [...(path[3] === "outputs" ? outputs : named(owners, "", 3)), ...channels(names, "all")];
    }
    case "expression":
      return [...found, ...expressionOptions(place, known, unitAt(place, known))];
    default:
      return found;
  }
}

/* The SI unit of what is asked for at a place: that of the field whose value, or part of whose value, stands there. */
export function unitAt({ path, root }: { path: Path; root: Node | null }, known: Knowledge): string {
  for (let length = path.length; length > 0; length--) {
    const field = known.schema?.field(path.slice(0, length), root);
    if (field?.doc.unit) return field.doc.unit;
    if (field) break;
  }
  const ofJoint = jointUnit(path, root, known.space);
  if (ofJoint) return ofJoint;
  const ready = readyField(root, path)?.unit;
  if (ready) return ready;
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

/* retype.ts - another type for a joint, a force, an analysis or a shape: what still fits is kept, what it needs is added. */
import { connectsPoints, description, forceKind, tiesJoints } from "../state/description";
import type { TextChange } from "../state/document";
import { addAnalysis, addForce, addJoint, addState } from "./additions";
import type { SchemaReader } from "./schema";
import { setValue, type Value } from "./text_edits";
import { beginsWith } from "./templates";
import { nodeAt, type Path, readTree } from "./tree";
import { copyOf, isMapValue } from "./write";

type Fields = Readonly<Record<string, Value>>;

/* The fields at a path, as they are written; none where there is no map. */
function fieldsAt(text: string, path: Path): Fields {
  const node = nodeAt(readTree(text).root, path);
  const copy = node && copyOf(node);
  return isMapValue(copy) ? copy : {};
}

/* What a new element of that type would be given. */
function fresh(text: string, section: string, type: string, space: boolean): Fields {
  const add = section === "joints" ? addJoint : section === "states" ? addState : addForce;
  const { draft, chosen } = add(text, type, space);
  return "name" in chosen ? fieldsAt(draft.text, [section, chosen.name]) : {};
}

function isOnJoint(section: string, type: string): boolean {
  return section === "forces" && (forceKind(type)?.acts_on.startsWith("joint") ?? false);
}

function retypeElement(
  text: string,
  path: Path,
  from: string,
  to: string,
  reader: SchemaReader,
  space: boolean,
): TextChange[] {
  const section = String(path[0]);
  const before = fieldsAt(text, path);
  const made = fresh(text, section, to, space);
  const schema = reader.types(path).find((one) => one.type === to)?.schema;
  const known = schema?.properties ?? {};
  const where = before[from];
  const alike =
    Array.isArray(where) === Array.isArray(made[to]) &&
    tiesJoints(from) === tiesJoints(to) &&
    isOnJoint(section, from) === isOnJoint(section, to);
  const needsPoints = connectsPoints(to) && Array.isArray(where) && where.some((end) => !String(end).includes("."));
  const keeps = where !== undefined && alike && !needsPoints;
  const next: Record<string, Value> = { [to]: keeps ? where : made[to]! };
  for (const [key, value] of Object.entries(before)) if (key !== from && known[key] && key !== to) next[key] = value;
  for (const [key, value] of Object.entries(made))
    if (!(key in next) && schema?.required?.includes(key)) next[key] = value;
  const loads = Object.keys(next).some((key) => key !== to && (key in made || key === "value"));
  if ((section === "forces" || tiesJoints(to)) && !loads)
    for (const [key, value] of Object.entries(made)) if (!(key in next)) next[key] = value;
  return setValue(text, path, next);
}

function retypeAnalysis(text: string, path: Path, to: string, reader: SchemaReader): TextChange[] {
  const options = Object.values(fieldsAt(text, path))[0];
  const { draft, chosen } = addAnalysis("", to);
  const made = chosen.kind === "analysis" ? fieldsAt(draft.text, ["analyses", chosen.index, to]) : {};
  const schema = reader.types(path).find((one) => one.type === to)?.schema;
  const known = reader.alternatives(schema?.properties?.[to] ?? {}).flatMap((one) => Object.keys(one.properties ?? {}));
  const kept = Object.entries(isMapValue(options) ? options : {}).filter(([key]) => known.includes(key));
  return setValue(text, path, { [to]: { ...made, ...Object.fromEntries(kept) } });
}

/* Of the fields of a state those that the other kind knows by the same names stay. */
function retypeState(text: string, path: Path, from: string, to: string, space: boolean): TextChange[] {
  const made = fresh(text, "states", to, space);
  const plain = (kind: string): boolean => description.value.states?.find(({ name }) => name === kind)?.plain ?? false;
  const before = plain(from) ? fieldsAt(text, path) : fieldsAt(text, [...path, from]);
  const inner = plain(to) ? made : (made[to] as Fields);
  const fields = Object.fromEntries(Object.entries(inner).map(([key, value]) => [key, before[key] ?? value]));
  return setValue(text, path, plain(to) ? fields : { [to]: fields });
}

export function retypeShape(text: string, path: Path, to: string, space: boolean): TextChange[] {
  const sizes = beginsWith(description.value.shapes.find(({ name }) => name === to)?.templates, space);
  return setValue(text, path, Object.keys(sizes).length > 0 ? { [to]: sizes } : to);
}

export function retype(
  text: string,
  path: Path,
  from: string,
  to: string,
  reader: SchemaReader,
  space: boolean,
): TextChange[] {
  if (from === to) return [];
  if (path[0] === "states") return retypeState(text, path, from, to, space);
  return path[0] === "analyses"
    ? retypeAnalysis(text, path, to, reader)
    : retypeElement(text, path, from, to, reader, space);
}

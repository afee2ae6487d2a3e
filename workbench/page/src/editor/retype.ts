/* retype.ts - another type for a joint, a force, an analysis or a shape: what still fits is kept, what it needs is added. */
import type { TextChange } from "../state/document";
import { addAnalysis, addForce, addJoint } from "./additions";
import type { SchemaReader } from "./schema";
import { type Data, get, setValue, type Value } from "./surgery";
import type { Path } from "./tree";

type Fields = Record<string, Data>;

function isMap(data: Data | undefined): data is Fields {
  return typeof data === "object" && !Array.isArray(data);
}

/* What a new element of that type would be given. */
function fresh(text: string, section: string, type: string, space: boolean): Fields {
  const { draft, chosen } = section === "joints" ? addJoint(text, type) : addForce(text, type, space);
  const made = "name" in chosen ? draft.get([section, chosen.name]) : undefined;
  return isMap(made) ? made : {};
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
  const old = get(text, path);
  const before = isMap(old) ? old : {};
  const made = fresh(text, section, to, space);
  const schema = reader.types(path).find((one) => one.type === to)?.schema;
  const known = schema?.properties ?? {};
  const where = before[from];
  const alike =
    Array.isArray(where) === Array.isArray(made[to]) &&
    (from === "gear" || from === "rack") === (to === "gear" || to === "rack");
  const needsPoints = to === "distance" && Array.isArray(where) && where.some((end) => !String(end).includes("."));
  const keeps = where !== undefined && alike && !needsPoints && from !== "motor" && to !== "motor";
  const next: Fields = { [to]: keeps ? where : made[to]! };
  for (const [key, value] of Object.entries(before)) if (key !== from && known[key] && key !== to) next[key] = value;
  for (const [key, value] of Object.entries(made))
    if (!(key in next) && schema?.required?.includes(key)) next[key] = value;
  const loads = ["stiffness", "value", "torque", "linear"].some((key) => key in next);
  if (section === "forces" && !loads)
    for (const [key, value] of Object.entries(made)) if (!(key in next)) next[key] = value;
  return setValue(text, path, next as Value);
}

function retypeAnalysis(text: string, path: Path, to: string, reader: SchemaReader): TextChange[] {
  const old = get(text, path);
  const options = isMap(old) ? Object.values(old)[0] : undefined;
  const { draft, chosen } = addAnalysis("", to);
  const made = chosen.kind === "analysis" ? draft.get(["analyses", chosen.index, to]) : {};
  const schema = reader.types(path).find((one) => one.type === to)?.schema;
  const known = reader.alternatives(schema?.properties?.[to] ?? {}).flatMap((one) => Object.keys(one.properties ?? {}));
  const kept = Object.entries(isMap(options) ? options : {}).filter(([key]) => known.includes(key));
  const next = { ...(isMap(made) ? made : {}), ...Object.fromEntries(kept) };
  return setValue(text, path, { [to]: next as Value });
}

const SHAPES: Record<string, Value> = {
  disc: { disc: { radius: "0.1" } },
  box: { box: { size: ["0.2", "0.1"] } },
  sphere: { sphere: { radius: "0.1" } },
  cylinder: { cylinder: { radius: "0.05", length: "0.2" } },
};

export function retypeShape(text: string, path: Path, to: string, space: boolean): TextChange[] {
  const size = to === "box" && space ? { box: { size: ["0.2", "0.1", "0.1"] } } : SHAPES[to];
  return setValue(text, path, size ?? to);
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
  return path[0] === "analyses"
    ? retypeAnalysis(text, path, to, reader)
    : retypeElement(text, path, from, to, reader, space);
}

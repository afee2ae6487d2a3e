/* studies.ts - the studies of a model as its text has them, a list or a map of kinds, and new ones for it.
 *
 *   studies: [sweep: {name: damper, vary: …}]        studies: {sweep: {vary: …}}
 */
import type { SceneParameter } from "../engine/engine";
import { description } from "../state/description";
import { scene } from "../state/model";
import type { Addition } from "./additions";
import { Draft } from "./draft";
import { readNumber } from "./numbers";
import { type Node, nodeAt, type Path, readTree } from "./tree";
import { copyOf, isMapValue, type Value } from "./write";

export interface StudyEntry {
  at: number | string; // in the list, or in the map
  kind: string; // sweep, optimize …
  name: string; // that of its kind where it has none
  path: Path; // of its fields
  fields: Node;
}

function entryOf(at: number | string, path: Path, kind: string, fields: Node): StudyEntry {
  const name = nodeAt(fields, ["name"]);
  return { at, kind, name: name?.kind === "scalar" && name.text ? name.text : kind, path, fields };
}

export function studiesIn(root: Node | null): StudyEntry[] {
  const all = nodeAt(root, ["studies"]);
  if (all?.kind === "map")
    return all.entries.map(({ key, value }) => entryOf(key.text, ["studies", key.text], key.text, value));
  if (all?.kind !== "list") return [];
  return all.items.flatMap((item, at) => {
    const first = item.kind === "map" ? item.entries[0] : undefined;
    return first ? [entryOf(at, ["studies", at, first.key.text], first.key.text, first.value)] : [];
  });
}

export function studyAt(root: Node | null, at: number | string): StudyEntry | undefined {
  return studiesIn(root).find((one) => one.at === at);
}

/* ---- new ones ---- */

type Fields = Readonly<Record<string, Value>>;

/* A name that no study has: "study", "study2" … */
export function freeStudyName(text: string, base: string): string {
  const used = new Set(studiesIn(readTree(text).root).map(({ name }) => name));
  for (let i = 1; ; i++) if (!used.has(i === 1 ? base : base + i)) return i === 1 ? base : base + i;
}

/* Behind the others; a map, which has room for one of a kind, becomes a list. */
export function addStudyWith(text: string, kind: string, fields: Fields): Addition {
  const draft = new Draft(text);
  const all = nodeAt(readTree(text).root, ["studies"]);
  const copy = all?.kind === "map" ? copyOf(all) : undefined;
  if (isMapValue(copy)) draft.set(["studies"], [...Object.entries(copy).map(([one, value]) => ({ [one]: value }))]);
  const at = studiesIn(readTree(draft.text).root).length;
  return { draft: draft.append(["studies"], { [kind]: fields }), chosen: { kind: "study", at } };
}

const AROUND = 0.2; // of the value, to both sides

function plain(value: number): string {
  return String(Number(value.toPrecision(4)));
}

/* A range about the value that a parameter has, in its own unit. */
function rangeOf({ text, value }: SceneParameter, between: string): string {
  const typed = readNumber(text);
  const [unit, middle] = typed ? [typed.unit, typed.value / typed.factor] : ["", value];
  const reach = middle === 0 ? 1 : AROUND * Math.abs(middle);
  return [middle - reach, middle + reach].map((end) => plain(end) + (unit && ` ${unit}`)).join(between);
}

/* What the user is most likely to ask for: of the first parameter and the first coordinate. What a kind needs tells its description. */
export function addStudy(text: string, kind: string): Addition {
  const known = description.value.studies?.find(({ name }) => name === kind)?.fields ?? [];
  const counts = known.some(({ name }) => name === "count");
  const parameter = scene.peek()?.parameters[0];
  const channel = scene.peek()?.joints[0]?.coordinates[0]?.channel ?? "t";
  const fields: Record<string, Value> = { name: freeStudyName(text, kind) };
  let goal = false;
  for (const { name, type, required } of known) {
    if (type === "variations" && required)
      fields[name] = parameter
        ? { [parameter.name]: rangeOf(parameter, counts ? ":" : "..") + (counts ? ":11" : "") }
        : {};
    else if (type === "answers" && !goal) {
      fields[name] = { peak: `max(abs(${channel}))` };
      goal = true;
    } else if (required) fields[name] = type === "text" ? "measured.csv" : "1";
  }
  return addStudyWith(text, kind, fields);
}

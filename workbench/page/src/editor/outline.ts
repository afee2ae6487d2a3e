/* outline.ts - what is in a model, as a list to choose from: its sections, their entries, and each entry in a few words. */
import { called } from "../state/description";
import { quantity } from "../shell/quantity";
import { readNumber } from "./numbers";
import type { Kind, Selected } from "../state/selection";
import { typeOf } from "./roles";
import { studiesIn } from "./studies";
import { lastPart, repeats, scalarAt, SECTION_OF } from "./scope";
import { dataOf, type Data, type Node, nodeAt, type Path } from "./tree";
import { texts } from "../texts/texts";

/* What the panel shows: an element, or one of the things that have no name of their own. */
export type Chosen =
  | Selected
  | { kind: "model" }
  | { kind: "initial" }
  | { kind: "table"; table: string }
  | { kind: "analysis"; index: number }
  | { kind: "study"; at: number | string }; // in the list `studies`, or its kind where that is a map

export interface Item {
  chosen: Chosen;
  title: string;
  note: string;
  depth: number; // points of a body stand below it, and what belongs to a use below that
  under?: string; // the name that it stands below: it is listed while that, or something below it, is chosen
}

export interface Group {
  id: string; // section of the text
  title: string;
  items: Item[];
}

function shortText(data: Data): string {
  if (typeof data === "string") return data;
  if (Array.isArray(data)) return "[" + data.map(shortText).join(", ") + "]";
  return Object.entries(data)
    .map(([key, value]) => `${key}: ${shortText(value)}`)
    .join(", ");
}

function entries(root: Node | null, path: Path): [string, Node][] {
  const node = nodeAt(root, path);
  return node?.kind === "map" ? node.entries.map((entry) => [entry.key.text, entry.value]) : [];
}

function elementNote(section: string, node: Node): string {
  const type = typeOf(section, node);
  if (type === null) return "";
  const where = node.kind === "map" ? node.entries.find((entry) => entry.key.text === type)?.value : undefined;
  const places =
    where?.kind === "list"
      ? where.items.map((item) => shortText(dataOf(item)))
      : where
        ? [shortText(dataOf(where))]
        : [];
  return `${called(type)}: ${places.join(" – ")}`;
}

/* A number in the unit of the document; an expression as it is written. */
function inWords(source: string, unit: string): string {
  const number = readNumber(source);
  return number ? quantity(number.value, unit, 4) : source;
}

function bodyNote(node: Node): string {
  if (node.kind !== "map") return "";
  const field = (key: string): string | undefined => {
    const value = node.entries.find((entry) => entry.key.text === key)?.value;
    return value && shortText(dataOf(value));
  };
  const mass = field("mass");
  const density = field("density");
  if (mass !== undefined) return texts.editor.outline.mass(inWords(mass, "kg"));
  return density !== undefined ? texts.editor.outline.density(inWords(density, "kg/m^3")) : "";
}

/* Coordinates, as they are seen on the drawing. */
function pointNote(node: Node): string {
  const data = dataOf(node);
  if (!Array.isArray(data)) return shortText(data);
  return `[${data.map((one) => (typeof one === "string" ? inWords(one, "m") : shortText(one))).join(", ")}]`;
}

/* Its note is made where it is read: of a long list few are. */
function item(kind: Kind, name: string, note: () => string, depth = 0, under = ""): Item {
  return {
    chosen: { kind, name },
    title: depth > 0 ? lastPart(name) : name,
    get note() {
      return note();
    },
    depth,
    ...(under && { under }),
  };
}

const TYPED = new Set<Kind>(["joint", "force", "state"]);

/* What an entry is, in a few words; of one that makes several, how many. */
function noteOf(kind: Kind, node: Node): string {
  const several = repeats(node) > 0 ? `${repeats(node)} times ` : "";
  if (kind === "body") return several + bodyNote(node);
  if (kind === "point") return pointNote(node);
  if (kind === "use") return `${several}${scalarAt(node, ["part"]) ?? ""}`;
  return several + (TYPED.has(kind) ? elementNote(SECTION_OF[kind], node) : shortText(dataOf(node)));
}

/* Of a use that makes very many so many are listed one by one; the others are chosen in the drawing. */
const MOST_USES = 100;
const DEEPEST = 6; // parts in parts; one that contains itself is wrong, and would never end
const OWN: Kind[] = ["body", "joint", "force", "driver", "state", "output", "event"];

/* What one use has: the elements of its part, and the uses in that. */
function ownItems(root: Node | null, use: string, part: string, depth: number): Item[] {
  const scope = ["parts", part];
  const own = OWN.flatMap((kind) =>
    entries(root, [...scope, SECTION_OF[kind]])
      .filter(([name]) => name !== "ground")
      .map(([name, node]) => {
        const first = repeats(node) > 0 ? name + "1" : name;
        return { ...item(kind, `${use}.${first}`, () => noteOf(kind, node), depth, use), title: name };
      }),
  );
  return [...own, ...(depth > DEEPEST ? [] : useItems(root, scope, use, depth))];
}

/* One entry for each entry of `use`, below it each of those that it makes, below these what they have. */
function useItems(root: Node | null, scope: Path, owner: string, depth: number): Item[] {
  const prefix = owner && owner + ".";
  return entries(root, [...scope, "use"]).flatMap(([key, node]) => {
    const name = prefix + key;
    const part = scalarAt(node, ["part"]) ?? "";
    const count = repeats(node);
    const head = item("use", name, () => noteOf("use", node), depth, owner);
    if (count === 0) return [head, ...ownItems(root, name, part, depth + 1)];
    const each = Array.from({ length: Math.min(count, MOST_USES) }, (_, i) => `${name}${i + 1}`);
    return [
      head,
      ...each.flatMap((one) => [
        item("use", one, () => part, depth + 1, name),
        ...ownItems(root, one, part, depth + 2),
      ]),
    ];
  });
}

function bodyItems(root: Node | null): Item[] {
  return entries(root, ["bodies"]).flatMap(([name, node]) => [
    item("body", name, () => noteOf("body", node)),
    ...entries(node, ["points"]).map(([point, at]) => item("point", `${name}.${point}`, () => pointNote(at), 1, name)),
  ]);
}

function analysisItems(root: Node | null): Item[] {
  const list = nodeAt(root, ["analyses"]);
  if (list?.kind !== "list") return [];
  return list.items.map((node, index) => {
    const first = node.kind === "map" ? node.entries[0] : undefined;
    const title = first?.key.text ?? shortText(dataOf(node));
    return { chosen: { kind: "analysis", index }, title, note: first ? shortText(dataOf(first.value)) : "", depth: 0 };
  });
}

function studyItems(root: Node | null): Item[] {
  return studiesIn(root).map(({ at, kind, name, fields }) => {
    const words = shortText(dataOf(fields));
    return { chosen: { kind: "study", at }, title: name, note: `${called(kind)}: ${words}`, depth: 0 };
  });
}

function tableItems(root: Node | null): Item[] {
  return entries(root, ["tables"]).map(([table, node]) => {
    const note = node.kind === "list" ? `${node.items.length} points` : shortText(dataOf(node));
    return { chosen: { kind: "table", table }, title: table, note, depth: 0 };
  });
}

function partItems(root: Node | null): Item[] {
  return entries(root, ["parts"]).map(([name, node]) => {
    const title = scalarAt(node, ["title"]);
    const counts = OWN.slice(0, 3).flatMap((kind) => {
      const count = entries(root, ["parts", name, SECTION_OF[kind]]).filter(([one]) => one !== "ground").length;
      return count === 0 ? [] : [`${count} ${count === 1 ? kind : SECTION_OF[kind]}`];
    });
    return item("part", name, () => title ?? counts.join(", "));
  });
}

export function outline(root: Node | null): Group[] {
  const all = (kind: Kind): Item[] =>
    entries(root, [SECTION_OF[kind]]).map(([name, node]) => item(kind, name, () => noteOf(kind, node)));
  const title = nodeAt(root, ["title"]);
  const initial = entries(root, ["initial"]);
  const named = title?.kind === "scalar" ? title.text : "";
  return [
    {
      id: "model",
      title: texts.editor.outline.model,
      items: [{ chosen: { kind: "model" }, title: texts.editor.outline.titleSpaceGravity, note: named, depth: 0 }],
    },
    { id: "parameters", title: texts.editor.outline.parameters, items: all("parameter") },
    { id: "points", title: texts.editor.outline.points, items: all("point") },
    { id: "bodies", title: texts.editor.outline.bodies, items: bodyItems(root) },
    { id: "joints", title: texts.editor.outline.joints, items: all("joint") },
    { id: "forces", title: texts.editor.outline.forces, items: all("force") },
    { id: "drivers", title: texts.editor.outline.drivers, items: all("driver") },
    { id: "use", title: texts.editor.outline.partsInUse, items: useItems(root, [], "", 0) },
    { id: "states", title: texts.editor.outline.states, items: all("state") },
    { id: "outputs", title: texts.editor.outline.outputs, items: all("output") },
    { id: "events", title: texts.editor.outline.events, items: all("event") },
    {
      id: "initial",
      title: texts.editor.outline.initialValues,
      items:
        initial.length === 0
          ? []
          : [
              {
                chosen: { kind: "initial" },
                title: texts.editor.outline.atTheStart,
                note: shortText(dataOf(nodeAt(root, ["initial"])!)),
                depth: 0,
              },
            ],
    },
    { id: "parts", title: texts.editor.outline.parts, items: partItems(root) },
    { id: "tables", title: texts.editor.outline.tables, items: tableItems(root) },
    { id: "analyses", title: texts.editor.outline.analyses, items: analysisItems(root) },
    { id: "studies", title: texts.editor.outline.studies, items: studyItems(root) },
  ];
}

/* The groups with the items in which all words of a query occur; those without any are left out. */
export function filtered(groups: Group[], query: string): Group[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return groups.filter((group) => group.items.length > 0);
  return groups
    .map((group) => ({
      ...group,
      items: group.items.filter((one) => {
        const name = "name" in one.chosen ? one.chosen.name : one.title;
        const said = `${name} ${one.note} ${group.title}`.toLowerCase();
        return words.every((word) => said.includes(word));
      }),
    }))
    .filter((group) => group.items.length > 0);
}

export function sameChosen(a: Chosen | null, b: Chosen | null): boolean {
  return a?.kind === b?.kind && JSON.stringify(a) === JSON.stringify(b);
}

/* outline.ts - what is in a model, as a list to choose from: its sections, their entries, and each entry in a few words. */
import type { Kind, Selected } from "../state/selection";
import { typeOf } from "./roles";
import { dataOf, type Data, type Node, nodeAt, type Path } from "./tree";

/* What the panel shows: an element, or one of the things that have no name of their own. */
export type Chosen =
  | Selected
  | { kind: "model" }
  | { kind: "initial" }
  | { kind: "table"; table: string }
  | { kind: "analysis"; index: number };

export interface Item {
  chosen: Chosen;
  title: string;
  note: string;
  depth: number; // points of a body stand below it
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
  return `${type}: ${places.join(" – ")}`;
}

function bodyNote(node: Node): string {
  if (node.kind !== "map") return "";
  const field = (key: string): string | undefined => {
    const value = node.entries.find((entry) => entry.key.text === key)?.value;
    return value && shortText(dataOf(value));
  };
  const mass = field("mass");
  const density = field("density");
  return mass !== undefined ? `mass ${mass}` : density !== undefined ? `density ${density}` : "";
}

function item(kind: Kind, name: string, note: string, depth = 0): Item {
  const title = depth > 0 ? name.slice(name.indexOf(".") + 1) : name;
  return { chosen: { kind, name }, title, note, depth };
}

function bodyItems(root: Node | null): Item[] {
  return entries(root, ["bodies"]).flatMap(([name, node]) => [
    item("body", name, bodyNote(node)),
    ...entries(root, ["bodies", name, "points"]).map(([point, at]) =>
      item("point", `${name}.${point}`, shortText(dataOf(at)), 1),
    ),
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

function tableItems(root: Node | null): Item[] {
  return entries(root, ["tables"]).map(([table, node]) => {
    const note = node.kind === "list" ? `${node.items.length} points` : shortText(dataOf(node));
    return { chosen: { kind: "table", table }, title: table, note, depth: 0 };
  });
}

export function outline(root: Node | null): Group[] {
  const plain = (kind: Kind, section: string): Item[] =>
    entries(root, [section]).map(([name, node]) => item(kind, name, shortText(dataOf(node))));
  const typed = (kind: Kind, section: string): Item[] =>
    entries(root, [section]).map(([name, node]) => item(kind, name, elementNote(section, node)));
  const title = nodeAt(root, ["title"]);
  const initial = entries(root, ["initial"]);
  const named = title?.kind === "scalar" ? title.text : "";
  return [
    {
      id: "model",
      title: "Model",
      items: [{ chosen: { kind: "model" }, title: "Title, space, gravity", note: named, depth: 0 }],
    },
    { id: "parameters", title: "Parameters", items: plain("parameter", "parameters") },
    { id: "points", title: "Points", items: plain("point", "points") },
    { id: "bodies", title: "Bodies", items: bodyItems(root) },
    { id: "joints", title: "Joints", items: typed("joint", "joints") },
    { id: "forces", title: "Forces", items: typed("force", "forces") },
    { id: "drivers", title: "Drivers", items: plain("driver", "drivers") },
    {
      id: "initial",
      title: "Initial values",
      items:
        initial.length === 0
          ? []
          : [
              {
                chosen: { kind: "initial" },
                title: "At the start",
                note: shortText(dataOf(nodeAt(root, ["initial"])!)),
                depth: 0,
              },
            ],
    },
    { id: "tables", title: "Tables", items: tableItems(root) },
    { id: "analyses", title: "Analyses", items: analysisItems(root) },
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
  return JSON.stringify(a) === JSON.stringify(b);
}

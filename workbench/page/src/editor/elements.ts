/* elements.ts - which element a place in the text belongs to, and where an element is written. */
import type { Selected } from "../state/selection";
import { pathOf } from "./rename";
import { firstUse, homeOf, KINDS, repeats, scoped, SECTION_OF } from "./scope";
import { type Node, nodeAt, type Path } from "./tree";

const KIND_OF = new Map(KINDS.map((kind) => [SECTION_OF[kind], kind]));

/* The element that a path is in; of a part that of its first use. */
export function elementOf(root: Node | null, whole: Path): Selected | null {
  const { scope, path, root: text } = scoped(whole, root);
  const kind = KIND_OF.get(String(path[0]));
  const use = scope.length > 0 ? firstUse(root, String(scope[1])) : "";
  const part: Selected | null = scope.length > 0 ? { kind: "part", name: String(scope[1]) } : null;
  if (!kind || path.length < 2 || use === null || (part && kind === "parameter")) return part;
  const inUse = (name: string): string => (use === "" ? name : `${use}.${name}`);
  const key = String(path[1]);
  const name = inUse(repeats(nodeAt(text, path.slice(0, 2))) > 0 && use !== "" ? key + "1" : key);
  if (kind === "body" && path[2] === "points" && path.length > 3) {
    if (typeof path[3] === "string") return { kind: "point", name: `${name}.${path[3]}` };
    const item = nodeAt(text, path.slice(0, 4));
    if (item?.kind === "scalar" && nodeAt(text, ["points", item.text]))
      return { kind: "point", name: inUse(item.text) };
  }
  return { kind, name };
}

function placeAt(root: Node | null, path: Path): { from: number; to: number } | null {
  const parent = nodeAt(root, path.slice(0, -1));
  const key = String(path[path.length - 1]);
  if (parent?.kind === "map") {
    const entry = parent.entries.find((one) => one.key.text === key);
    return entry ? { from: entry.key.from, to: Math.max(entry.value.to, entry.colon) } : null;
  }
  const item = parent?.kind === "list" ? parent.items.find((one) => one.kind === "scalar" && one.text === key) : null;
  return item ? { from: item.from, to: item.to } : null;
}

/* Where an element is written: from its key to the end of its value. */
export function placeOf(root: Node | null, what: Selected): { from: number; to: number } | null {
  const home = homeOf(root, what);
  return placeAt(root, pathOf(what.kind, what.name)) ?? (home && placeAt(root, home.path));
}

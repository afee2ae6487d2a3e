/* elements.ts - which element a place in the text belongs to, and where an element is written. */
import type { Kind, Selected } from "../state/selection";
import { pathOf } from "./rename";
import { type Node, nodeAt, type Path } from "./tree";

const KINDS: Record<string, Kind> = {
  bodies: "body",
  joints: "joint",
  forces: "force",
  drivers: "driver",
  points: "point",
  parameters: "parameter",
};

/* The element that a path is in. */
export function elementOf(root: Node | null, path: Path): Selected | null {
  const kind = KINDS[String(path[0])];
  if (!kind || path.length < 2) return null;
  const name = String(path[1]);
  if (kind === "body" && path[2] === "points" && path.length > 3) {
    if (typeof path[3] === "string") return { kind: "point", name: `${name}.${path[3]}` };
    const item = nodeAt(root, path.slice(0, 4));
    if (item?.kind === "scalar" && nodeAt(root, ["points", item.text])) return { kind: "point", name: item.text };
  }
  return { kind, name };
}

/* Where an element is written: from its key to the end of its value. */
export function placeOf(root: Node | null, { kind, name }: Selected): { from: number; to: number } | null {
  const path = pathOf(kind, name);
  const parent = nodeAt(root, path.slice(0, -1));
  const key = path[path.length - 1];
  if (parent?.kind === "map") {
    const entry = parent.entries.find((one) => one.key.text === key);
    return entry ? { from: entry.key.from, to: Math.max(entry.value.to, entry.colon) } : null;
  }
  if (parent?.kind === "list" && kind === "point") {
    const point = String(key);
    const item = parent.items.find((one) => one.kind === "scalar" && one.text === point);
    return item ? { from: item.from, to: item.to } : null;
  }
  return null;
}

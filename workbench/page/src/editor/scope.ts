/* scope.ts - the text of a part is a small model of its own, and elements of its uses are written there.
 *
 *   leg1.knee     the joint `knee` in the part that `leg: {part: leg, repeat: 6}` uses
 *   wheel2        the second of `wheel: {repeat: 3}`
 *   A.coupler     a joint of `A: {revolute: [crank, coupler, rocker]}`
 */
import type { Kind, Selected } from "../state/selection";
import { readyPart } from "./ready_parts";
import { entryOf, type MapNode, type Node, nodeAt, type Path } from "./tree";

export const SECTION_OF: Record<Kind, string> = {
  body: "bodies",
  joint: "joints",
  force: "forces",
  driver: "drivers",
  state: "states",
  output: "outputs",
  event: "events",
  use: "use",
  part: "parts",
  point: "points",
  parameter: "parameters",
};

/* What belongs to a use, and the file: in the order in which it is listed. */
export const KINDS = Object.keys(SECTION_OF) as Kind[];

/* A path as the part in whose text it is sees it; `root` is the text of that part. */
export interface Scoped {
  scope: Path; // [] or ["parts", "leg"]
  path: Path;
  root: Node | null;
}

export function scoped(path: Path, root: Node | null): Scoped {
  if (path[0] !== "parts" || path.length < 3) return { scope: [], path, root };
  const scope = path.slice(0, 2);
  return { scope, path: path.slice(2), root: nodeAt(root, scope) ?? null };
}

export function mapAt(root: Node | null, path: Path): MapNode | null {
  const node = nodeAt(root, path);
  return node?.kind === "map" ? node : null;
}

export function scalarAt(root: Node | null, path: Path): string | undefined {
  const node = nodeAt(root, path);
  return node?.kind === "scalar" ? node.text : undefined;
}

/* The points that the axis of a joint is given by, as points of bodies: `[A, guide.B]` are ground.A, which is of the drawing, and guide.B. */
export function pointsOfAxis(root: Node | null, joint: string): string[] {
  const axis = nodeAt(root, ["joints", joint, "axis"]);
  const names = axis?.kind === "list" ? axis.items.flatMap((one) => (one.kind === "scalar" ? [one.text] : [])) : [];
  return names.map((name) => (name.includes(".") ? name : `ground.${name}`));
}

/* Of how many elements an entry of the text is one; 0: it is not repeated. */
export function repeats(node: Node | undefined): number {
  const given = node?.kind === "map" ? entryOf(node, "repeat")?.value : undefined;
  return given?.kind === "scalar" ? Math.max(Number(given.text) || 0, 0) : 0;
}

/* Whether a name is that of an entry, or of one of its repetitions: wheel2 of wheel. */
export function isOneOf(name: string, key: string, repeated: boolean): boolean {
  return name === key || (repeated && name.startsWith(key) && /^[1-9]\d*$/.test(name.slice(key.length)));
}

/* Whether an element joins several bodies, this one by a joint of its own. */
function joins(node: Node, body: string): boolean {
  const lists = node.kind === "map" ? node.entries.map(({ value }) => value) : [];
  return lists.some(
    (list) =>
      list.kind === "list" &&
      list.items.length > 2 &&
      list.items.some((one) => one.kind === "scalar" && (one.text === body || one.text.startsWith(`${body}.`))),
  );
}

/* Whether an entry makes the element of a name: itself, one of its repetitions, a joint of one of its bodies. */
function makes(key: string, value: Node, name: string, kind: Kind): boolean {
  const repeated = repeats(value) > 0;
  if (isOneOf(name, key, repeated)) return true;
  const dot = kind === "joint" ? name.indexOf(".") : -1;
  return dot > 0 && isOneOf(name.slice(0, dot), key, repeated) && joins(value, name.slice(dot + 1));
}

function entryNamed(map: MapNode | null, name: string, kind: Kind): { key: string; node: Node } | null {
  const own = map && entryOf(map, name);
  if (own) return { key: name, node: own.value };
  const found = map?.entries.find(({ key, value }) => makes(key.text, value, name, kind));
  return found ? { key: found.key.text, node: found.value } : null;
}

/* Where an element is written. */
export interface Home {
  path: Path;
  use: string; // "leg1": it belongs to that, and its text is the part's; "": it is the file's own
  part: string; // of that use
  one: boolean; // one of several that the entry makes
  ready?: boolean; // of a ready part, which has no text: the path is that of its use
}

function pointHome(root: Node | null, scope: Path, name: string): Path | null {
  const dot = name.lastIndexOf(".");
  if (dot < 0) {
    const drawn = entryNamed(mapAt(root, [...scope, "points"]), name, "point");
    return drawn && [...scope, "points", drawn.key];
  }
  const body = entryNamed(mapAt(root, [...scope, "bodies"]), name.slice(0, dot), "body");
  const point = name.slice(dot + 1);
  if (!body) return null;
  const path = [...scope, "bodies", body.key, "points"];
  const points = nodeAt(root, path);
  if (points?.kind === "map" && entryOf(points, point)) return [...path, point];
  const isDrawn = points?.kind === "list" && points.items.some((one) => one.kind === "scalar" && one.text === point);
  return isDrawn ? pointHome(root, scope, point) : null;
}

function homeIn(root: Node | null, scope: Path, kind: Kind, name: string, use: string): Home | null {
  const part = String(scope[1] ?? "");
  const section = [...scope, SECTION_OF[kind]];
  const entry = kind === "point" ? null : entryNamed(mapAt(root, section), name, kind);
  const path = kind === "point" ? pointHome(root, scope, name) : entry && [...section, entry.key];
  if (path) return { path, use, part, one: entry !== null && entry.key !== name };
  for (const { key, value } of mapAt(root, [...scope, "use"])?.entries ?? []) {
    const head = name.slice(0, name.indexOf(".", key.text.length));
    if (!name.startsWith(key.text) || !isOneOf(head, key.text, repeats(value) > 0)) continue;
    const of = value.kind === "map" ? entryOf(value, "part")?.value : undefined;
    const inner = of?.kind === "scalar" && of.text !== part ? ["parts", of.text] : null;
    const below = inner && homeIn(root, inner, kind, name.slice(head.length + 1), use ? `${use}.${head}` : head);
    if (below) return below;
    if (of?.kind === "scalar" && readyPart(root, of.text))
      return {
        path: [...scope, "use", key.text],
        use: use ? `${use}.${head}` : head,
        part: of.text,
        one: false,
        ready: true,
      };
  }
  return null;
}

export function homeOf(root: Node | null, { kind, name }: Selected): Home | null {
  return homeIn(root, [], kind, name, "");
}

/* The name of a use: the first of a repeated one. */
function firstName(key: string, value: Node): string {
  return repeats(value) > 0 ? key + "1" : key;
}

/* A use of a part, in the file or in other parts: "leg1", "arm.leg1"; null: nothing uses it. */
export function firstUse(root: Node | null, part: string, scope: Path = [], depth = 0): string | null {
  if (depth > 8) return null;
  const entries = mapAt(root, [...scope, "use"])?.entries ?? [];
  for (const { key, value } of entries)
    if (value.kind === "map" && scalarAt(value, ["part"]) === part) return firstName(key.text, value);
  for (const { key, value } of entries) {
    const of = value.kind === "map" ? scalarAt(value, ["part"]) : undefined;
    const inner = of === undefined ? null : firstUse(root, part, ["parts", of], depth + 1);
    if (inner !== null) return `${firstName(key.text, value)}.${inner}`;
  }
  return null;
}

/* Names that a part defines: within its text they hide those of the file. */
export function namesOfPart(root: Node | null, scope: Path): Set<string> {
  const names = new Set<string>();
  for (const kind of KINDS)
    for (const { key } of mapAt(root, [...scope, SECTION_OF[kind]])?.entries ?? []) names.add(key.text);
  for (const { key } of mapAt(root, [...scope, "tables"])?.entries ?? []) names.add(key.text);
  const ports = nodeAt(root, [...scope, "ports"]);
  if (ports?.kind === "list") for (const one of ports.items) if (one.kind === "scalar") names.add(one.text);
  return names;
}

/* "leg1.knee" -> "knee"; of a point of a body, the point. */
export function lastPart(name: string): string {
  return name.slice(name.lastIndexOf(".") + 1);
}

/* All but that: the body of a point, the use of an element; "" where there is none. */
export function ownerOf(name: string): string {
  return name.slice(0, Math.max(name.lastIndexOf("."), 0));
}

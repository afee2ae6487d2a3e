/* roles.ts - what a scalar of a model means by its place: an expression, or the name of which thing.
 *
 * This is what renaming and deleting follow, and what completion offers.
 */
import {
  description,
  forceKind,
  jointKind,
  takesChannels,
  takesParameters,
  takesWords,
  tiesJoints,
} from "../state/description";
import { namesIn } from "./numbers";
import { type Scoped, scoped } from "./scope";
import { type Node, nodeAt, type Path, type ScalarNode, visit } from "./tree";

export type Role =
  | "expression"
  | "place" // crank, crank.A
  | "joint"
  | "joint or place" // torsion
  | "own point" // of the body or of the joint's bodies
  | "drawing point"
  | "channel" // O.angle: the name of an element, and more
  | "part"
  | "text";

/* Words within the maps of `stabilization`, `events` and `orientation`. */
const INNER_WORDS = new Set(["metric", "direction", "stop", "count", "euler"]);

/* Of the value at a path; `root` tells apart what only looks the same. */
export function roleOf(whole: Path, file: Node | null): Role {
  const { path, root } = scoped(whole, file);
  const [section, , field] = path;
  const last = path[path.length - 1];
  const key = typeof last === "number" ? path[path.length - 2] : last;
  switch (section) {
    case "bodies":
      return bodyRole(path, field, key, root);
    case "joints":
      if (field === "at") return "own point";
      if (tiesJoints(String(field))) return "joint";
      if (path.length === 4 && isType(path, root)) return "place";
      return field === "axis" || field === "axes" ? directionRole(path, root) : "expression";
    case "forces":
      if (isType(path, root)) return forceRole(String(field));
      if (field === "axis") return directionRole(path, root);
      return takesWords("forces", String(field)) ? "text" : "expression";
    case "drivers":
      return field === "on" ? "text" : "expression";
    case "states":
      return takesWords("states", String(key)) ? "text" : "expression";
    case "outputs":
      return outputRole(path);
    case "events":
      return eventRole(path, 2);
    case "sketch":
      return field === "is" || field === "label" ? "expression" : "place";
    case "use":
      return useRole(path, root);
    case "analyses":
      if (path[3] === "events") return eventRole(path, 5);
      if (path[3] === "switch") return "text";
      if (takesChannels("analyses", String(key)) && typeof last === "number") return "channel";
      return isWord(String(key)) || path.length < 4 ? "text" : "expression";
    case "studies":
      return takesWords("studies", String(fieldOfStudy(path))) || fieldOfStudy(path) === undefined
        ? "text"
        : "expression";
    case "background":
      return path[1] === "image" || path[1] === "locked" || path[1] === "hidden" ? "text" : "expression";
    case "groups":
      return field === "of" ? "channel" : "text"; // elements of any kind
    case "display":
      return path[1] === "paths" && typeof last === "number" ? "place" : "text";
    case "tables":
    case "title":
    case "description":
    case "space":
    case "trammel":
    case "ports":
    case "include":
      return "text";
    default:
      return "expression";
  }
}

/* Of `studies: [sweep: {vary: …}]` or `studies: {sweep: {vary: …}}`: vary. */
function fieldOfStudy(path: Path): string | number | undefined {
  return path[typeof path[1] === "number" ? 3 : 2];
}

/* What kind of value an output asks for, by its description. */
function outputRole(path: Path): Role {
  if (path.length < 3) return "expression";
  const type = description.value.output_fields?.find(({ name }) => name === path[2])?.type;
  return type === "varying" ? "expression" : type === "names" || type === "any" ? "place" : "text";
}

/* `at`: how long the path of an event itself is. */
function eventRole(path: Path, at: number): Role {
  const steps = path.slice(at).filter((step) => typeof step === "string");
  if (steps[0] !== "do") return isWord(String(steps[0])) ? "text" : "expression";
  if (steps[1] === "impulse" && steps[2] === "at") return "place";
  return steps[1] === "switch" || isWord(String(steps[1])) ? "text" : "expression";
}

function useRole(path: Path, root: Node | null): Role {
  const field = path[2];
  if (field === "part") return "part";
  if (field === "ports") return "place";
  if (field === "at") return nodeAt(root, path)?.kind === "list" || path.length > 3 ? "expression" : "drawing point";
  return field === "index" || field === "repeat" || path.includes("euler") ? "text" : "expression";
}

function bodyRole(
  path: Path,
  field: string | number | undefined,
  key: string | number | undefined,
  root: Node | null,
): Role {
  if (field === "points" && path.length === 4) {
    const points = nodeAt(root, path.slice(0, 3));
    return points?.kind === "list" ? "drawing point" : "expression";
  }
  if (field === "com" && path.length === 3) return "own point";
  if (field === "shape") {
    if (key === "at" && path.length <= 5) return "own point";
    if (key === "particle" && path.length === 4) return "own point";
    const inPolygon = path[3] === "polygon" && typeof path[path.length - 1] === "number";
    if (inPolygon && (path.length === 5 || (path.length === 6 && path[4] === "points"))) return "own point";
    return path.length < 5 && path.length !== 4 ? "text" : key === "axis" ? "text" : "expression";
  }
  if (field === "surfaces" && ["at", "from", "to"].includes(String(key)) && typeof path[path.length - 1] === "string")
    return nodeAt(root, path)?.kind === "list" ? "expression" : "own point";
  if (field === "orientation" && key === "euler") return "text";
  if (field === "orientation" && key === "axis" && path.length === 4) return "text";
  return "expression";
}

/* `axis: z` names a direction, `[a, 0, 1]` holds expressions. */
function directionRole(path: Path, root: Node | null): Role {
  const parent = nodeAt(root, path.slice(0, -1));
  const isName = parent?.kind === "map" || (path[2] === "axes" && path.length === 4);
  return isName ? "text" : "expression";
}

function forceRole(kind: string): Role {
  const on = forceKind(kind)?.acts_on;
  return on === "joint" ? "joint" : on === "joint or bodies" ? "joint or place" : "place";
}

function isWord(key: string): boolean {
  return takesWords("analyses", key) || INNER_WORDS.has(key);
}

/* The field that says the type of a joint or force: the kind, which may also be a field of another (`torque` of a motor). Of a joint that
 * nobody knows, the first whose value names two things. */
export function typeOf(section: string, element: Node | undefined): string | null {
  if (element?.kind !== "map") return null;
  if (section === "states")
    return (
      description.value.states?.find(({ name }) => element.entries.some(({ key }) => key.text === name))?.name ?? null
    );
  const keys = element.entries.map(({ key }) => key.text);
  const kinds = keys.filter((key) => (section === "joints" ? jointKind(key) : forceKind(key)) !== undefined);
  const isField = (key: string): boolean =>
    kinds.some((kind) => {
      const { fields } = (section === "joints" ? jointKind(kind) : forceKind(kind))!;
      return kind !== key && fields.some(({ name, alias }) => name === key || alias === key);
    });
  const found = kinds.find((kind) => !isField(kind)) ?? kinds[0];
  if (found !== undefined || section !== "joints") return found ?? null;
  const pair = element.entries.find(
    ({ key, value }) => value.kind === "list" && !/^(axis|axes|limits)$/.test(key.text),
  );
  return pair?.key.text ?? null;
}

function isType(path: Path, root: Node | null): boolean {
  return typeOf(String(path[0]), nodeAt(root, path.slice(0, 2))) === path[2];
}

export type KeyRole =
  | "channel" // that is given a value
  | "switch" // a force or driver
  | "target" // of an event: a speed, a state or a parameter
  | "parameter"
  | "port" // of the part that is used
  | "with" // a parameter of that part
  | "name" // that the model defines
  | "word"; // of the format

/* In the actions of an event, what the keys of a map are; null: words. `at` is how long the path of the event itself is. */
function actionKeyRole(path: Path, at: number): KeyRole | null {
  const steps = path.slice(at).filter((step) => typeof step === "string");
  if (steps[0] !== "do" || steps.length !== 3) return null;
  if (steps[1] === "set") return "target";
  if (steps[1] === "impulse" && steps[2] !== "at" && steps[2] !== "value") return "channel";
  return steps[1] === "switch" ? "switch" : null;
}

export function keyRole(whole: Path): KeyRole {
  const { path } = scoped(whole, null);
  const [section] = path;
  if (section === "initial" && path.length === 2) return "channel";
  if (section === "drivers" && path.length === 3) return path[2] === "on" ? "word" : "channel";
  if (section === "use" && path.length === 4)
    return path[2] === "ports" ? "port" : path[2] === "with" ? "with" : "word";
  if (section === "events" && path.length > 2) return actionKeyRole(path, 2) ?? "word";
  if (section === "analyses" && path[3] === "events" && path.length > 5) return actionKeyRole(path, 5) ?? "word";
  if (section === "analyses" && path.length === 5) {
    if (path[3] === "speeds" || path[3] === "initial") return "channel";
    if (path[3] === "set") return "parameter";
    if (path[3] === "switch") return "switch";
    if (path[3] === "events") return "name";
  }
  if (section === "studies") {
    const inner = path.length - (typeof path[1] === "number" ? 4 : 3); // how far within the field
    return inner === 1 && takesParameters("studies", String(fieldOfStudy(path))) ? "parameter" : "word";
  }
  if (section === "parameters" && path.length === 2) return "parameter";
  return path.length === 2 || (path.length === 4 && path[2] === "points") ? "name" : "word";
}

/* ---- every name in a model ---- */

export interface Mention {
  role: Role | "parameter";
  scope: Path; // ["parts", "leg"]: it stands in the text of that part
  path: Path; // of the value it stands in or is the key of; in its scope
  isKey: boolean;
  at: number; // offsets of the name in the text
  end: number;
  name: string; // "crank.A"
  scalar: ScalarNode;
}

function inside(scalar: ScalarNode): number {
  return scalar.style === "single" || scalar.style === "double" ? 1 : 0;
}

/* All names by which the values and keys of a model refer to something else. */
export function mentions(text: string, root: Node | null): Mention[] {
  const found: Mention[] = [];
  const whole = (role: Mention["role"], { scope, path }: Scoped, scalar: ScalarNode, isKey: boolean): void => {
    const at = scalar.from + inside(scalar);
    found.push({ role, scope, path, isKey, at, end: scalar.to - inside(scalar), name: scalar.text, scalar });
  };
  visit(root, (full, node, key) => {
    const path = scoped(full, root);
    if (key) {
      const role = keyRole(full);
      if (role === "channel" || role === "switch") whole("channel", path, key, true);
      else if (role === "target") whole(key.text.includes(".") ? "channel" : "parameter", path, key, true);
      else if (role === "parameter" && path.path[0] !== "parameters") whole(role, path, key, true);
    }
    if (node.kind !== "scalar" || node.from === node.to) return;
    const role = roleOf(full, root);
    if (role === "text") return;
    if (role !== "expression") return whole(role, path, node, false);
    for (const { name, at, called } of namesIn(text.slice(node.from, node.to)))
      if (!called) {
        const from = node.from + at;
        const { scope } = path;
        found.push({
          role,
          scope,
          path: path.path,
          isKey: false,
          at: from,
          end: from + name.length,
          name,
          scalar: node,
        });
      }
  });
  return found;
}

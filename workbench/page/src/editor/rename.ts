/* rename.ts - another name for an element, wherever it is mentioned; and its removal with all that cannot be without it. */
import { removeSketched } from "./sketched";
import { takesPoint } from "../state/description";
import type { TextChange } from "../state/document";
import type { Kind } from "../state/selection";
import { type Mention, mentions, typeOf } from "./roles";
import { type Home, homeOf, isOneOf, lastPart, namesOfPart, ownerOf, pointsOfAxis, repeats, SECTION_OF } from "./scope";
import { applyChanges, difference, keysOf, remove, renameKey, setValue, validTree, TextEditError } from "./text_edits";
import { type MapNode, type Node, nodeAt, type Path } from "./tree";
import { texts } from "../texts/texts";

/* Where an element stands; of a point `crank.A` in the body, of `A` in the drawing. */
export function pathOf(kind: Kind, name: string): Path {
  if (kind === "point" && name.includes(".")) return ["bodies", ownerOf(name), "points", lastPart(name)];
  return [SECTION_OF[kind], name];
}

function split(name: string): [string, string] {
  const dot = name.indexOf(".");
  return dot < 0 ? [name, ""] : [name.slice(0, dot), name.slice(dot + 1)];
}

/* Whether a body takes its points from the drawing, those that it lists and all others, as the ground does besides its own. */
function isDrawn(root: Node | null, body: string, point: string): boolean {
  const points = nodeAt(root, ["bodies", body, "points"]);
  if (points?.kind === "list") return nodeAt(root, ["points", point]) !== undefined;
  const own = points?.kind === "map" && points.entries.some((entry) => entry.key.text === point);
  return body === "ground" && !own && nodeAt(root, ["points", point]) !== undefined;
}

/* ---- names ---- */

const ELEMENTS: Kind[] = ["body", "joint", "force", "driver", "state", "output", "event", "use"];
const VALUES = new Set<Kind>(["parameter", "state", "output"]); // plain names in expressions
const RESERVED = new Set(["t", "pi", "and", "or", "not"]);

/* What is wrong with a name, and one like it that is right. */
function notAName(name: string): string {
  const plain = name.normalize("NFD").replace(/\p{M}/gu, "");
  const like = plain.replace(/\W+/g, "_").replace(/^[\d_]+|_+$/g, "");
  const such = like === "" ? "" : texts.editor.rename.suchAs(like);
  return `"${name}" cannot be a name: use letters A to Z, digits and _, and begin with a letter${such}.`;
}

function isTaken(text: string, name: string): Kind | undefined {
  if (name === "ground") return "body";
  return ELEMENTS.find((other) => keysOf(text, [SECTION_OF[other]]).includes(name));
}

function checkSpelling(name: string): void {
  if (!/^[A-Za-z]\w*$/.test(name)) throw new TextEditError(notAName(name));
}

export function checkName(text: string, kind: Kind, old: string, name: string): void {
  checkSpelling(name);
  if (VALUES.has(kind) && RESERVED.has(name)) throw new TextEditError(`"${name}" is reserved in expressions.`);
  if (kind === "body" && (name === "ground" || old === "ground"))
    throw new TextEditError(`The ground is always called "ground".`);
  const shared = ELEMENTS.includes(kind);
  const value = VALUES.has(kind)
    ? [...VALUES].find((other) => keysOf(text, [SECTION_OF[other]]).includes(name))
    : undefined;
  const taken = shared
    ? (isTaken(text, name) ?? value)
    : (value ?? keysOf(text, pathOf(kind, old).slice(0, -1)).includes(name))
      ? kind
      : undefined;
  if (taken) throw new TextEditError(`There is already a ${taken} "${name}".`);
}

/* ---- renaming ---- */

type Rewrite = (mention: Mention) => string | null; // the new name, where it changes

/* `repeated`: the entry makes several, whose names go on with a number. */
function elementRewrite(kind: Kind, old: string, name: string, repeated: boolean): Rewrite {
  const dotted = (text: string): string | null => {
    const [head, rest] = split(text);
    if (!isOneOf(head, old, repeated)) return null;
    return name + head.slice(old.length) + (rest && `.${rest}`);
  };
  const holds = (...kinds: Kind[]): boolean => kinds.includes(kind) || kind === "use"; // a use has elements of every kind
  return (mention) => {
    switch (mention.role) {
      case "expression":
        return mention.name.includes(".") || VALUES.has(kind) ? dotted(mention.name) : null;
      case "parameter":
        return VALUES.has(kind) ? dotted(mention.name) : null;
      case "channel":
        return dotted(mention.name);
      case "place":
        return holds("body") ? dotted(mention.name) : null;
      case "joint":
        return holds("joint") ? dotted(mention.name) : null;
      case "joint or place":
        return holds("joint", "body") ? dotted(mention.name) : null;
      case "drawing point":
        return kind === "use" && mention.name.includes(".") ? dotted(mention.name) : null;
      case "part":
        return kind === "part" && mention.name === old ? name : null;
      default:
        return null;
    }
  };
}

function parameterRewrite(old: string, name: string): Rewrite {
  return (mention) =>
    (mention.role === "expression" || mention.role === "parameter") && mention.name === old ? name : null;
}

/* Whether an expression means a point of the drawing by `A`, `A.x`: no element of that name has such a channel. */
function isOfDrawing(root: Node | null, { name, scope }: Mention, point: string): boolean {
  if (scope.length > 0 || nodeAt(root, ["points", point]) === undefined) return false;
  return (
    name === point || (/^[xyz]$/.test(split(name)[1]) && split(name)[0] === point && !nodeAt(root, ["bodies", point]))
  );
}

/* `owns` says which bodies have the point that is renamed. */
function pointRewrite(owns: (body: string) => boolean, root: Node | null, old: string, name: string): Rewrite {
  return (mention) => {
    const [body, rest] = split(mention.name);
    const [point, more] = split(rest);
    switch (mention.role) {
      case "expression":
        if (owns("") && isOfDrawing(root, mention, old)) return name + mention.name.slice(old.length);
        return point === old && owns(body) ? `${body}.${name}${more ? "." + more : ""}` : null;
      case "channel":
      case "place":
      case "joint or place":
        return point === old && owns(body) ? `${body}.${name}${more ? "." + more : ""}` : null;
      case "drawing point":
        return mention.name === old && nodeAt(root, ["points", old]) && owns("") ? name : null;
      case "own point":
        return mention.path[0] === "bodies" && mention.name === old && owns(String(mention.path[1])) ? name : null;
      default:
        return null;
    }
  };
}

/* Names that a part has itself are not those of the file. */
function rewriteAll(text: string, rewrite: Rewrite): TextChange[] {
  const changes: TextChange[] = [];
  const { root } = validTree(text);
  const hidden = new Map<string, Set<string>>();
  const isHidden = ({ scope, name, role }: Mention): boolean => {
    if (scope.length === 0 || role === "part") return false;
    const part = String(scope[1]);
    if (!hidden.has(part)) hidden.set(part, namesOfPart(root, scope));
    return hidden.get(part)!.has(split(name)[0]);
  };
  for (const mention of mentions(text, root)) {
    if (isHidden(mention)) continue;
    const insert = rewrite(mention);
    if (insert !== null) changes.push({ from: mention.at, to: mention.end, insert });
  }
  return changes;
}

/* What a joint joins: its type and ends; the point of an end that names only its body is `at`, or that with the joint's name. */
interface Ends {
  type: string;
  ends: { text: string; body: string; point: string; given: boolean }[];
}

function endsOf(root: Node | null, joint: string): Ends | null {
  const node = nodeAt(root, ["joints", joint]);
  const type = typeOf("joints", node);
  const list = type === null ? undefined : nodeAt(root, ["joints", joint, type]);
  if (type === null || list?.kind !== "list") return null;
  const at = nodeAt(root, ["joints", joint, "at"]);
  const shared = at?.kind === "scalar" ? at.text : joint;
  const ends = list.items.map((item) => {
    const text = item.kind === "scalar" ? item.text : "";
    const [body, point] = split(text);
    return { text, body, point: point || (!takesPoint(type) ? "" : shared), given: point !== "" };
  });
  return { type, ends };
}

/* Joints that take the point from `at` or from their own name keep it under its new name. */
function renamePointInJoints(text: string, owns: (body: string) => boolean, old: string, name: string): string {
  let now = text;
  const root = validTree(text).root;
  for (const joint of keysOf(text, ["joints"])) {
    const found = endsOf(root, joint);
    if (!found || !takesPoint(found.type)) continue;
    const taken = found.ends.map((end) => !end.given && end.point === old);
    const concerned = found.ends.map((end, i) => taken[i]! && owns(end.body));
    if (!concerned.some(Boolean)) continue;
    if (taken.every((yes, i) => !yes || concerned[i])) now = apply(now, setValue(now, ["joints", joint, "at"], name));
    else
      found.ends.forEach((end, i) => {
        if (concerned[i]) now = apply(now, setValue(now, ["joints", joint, found.type, i], `${end.body}.${name}`));
      });
  }
  return now;
}

function apply(text: string, changes: TextChange[]): string {
  return applyChanges(text, changes);
}

function renamePoint(text: string, old: string, name: string): string {
  const root = validTree(text).root;
  const path = pathOf("point", old);
  const point = String(path[path.length - 1]);
  const inBody = path.length > 2 ? String(path[1]) : null;
  const owns = (body: string): boolean =>
    inBody !== null ? body === inBody : body === "" || isDrawn(root, body, point);
  let now = text;
  const namesake = inBody === null ? endsOf(root, point) : null;
  const follows =
    namesake !== null &&
    nodeAt(root, ["joints", point, "at"]) === undefined &&
    !!takesPoint(namesake.type) &&
    namesake.ends.every((end) => end.given || isDrawn(root, end.body, point)) &&
    isTaken(text, name) === undefined;
  const bodies = new Map<string, boolean>();
  const ownsBefore = (body: string): boolean => {
    if (!bodies.has(body)) bodies.set(body, owns(body));
    return bodies.get(body)!;
  };
  for (const body of ["ground", ...keysOf(text, ["bodies"])]) ownsBefore(body);
  now = apply(now, rewriteAll(now, pointRewrite(ownsBefore, root, point, name)));
  if (follows) {
    now = apply(now, rewriteAll(now, elementRewrite("joint", point, name, false)));
    now = apply(now, renameKey(now, ["joints", point], name));
  }
  now = renamePointInJoints(now, ownsBefore, point, name);
  return apply(now, renameKey(now, path, name));
}

/* What is written in a part belongs to all its uses; what is one of several is made by one entry. */
function refuseShared(home: Home | null, name: string, act: string): void {
  if (home?.ready)
    throw new TextEditError(`${name} belongs to ${home.use}, a ready part (${home.part}): ${act} ${home.use} itself.`);
  if (home?.use)
    throw new TextEditError(
      `${name} belongs to ${home.use}, a use of the part ${home.part}: ${act} "${lastPart(name)}" in the text of the part.`,
    );
}

/* The new name everywhere, as changes of the text. `old` of a point of a body is "crank.A"; `name` is its last part alone. */
export function rename(text: string, kind: Kind, old: string, name: string): TextChange[] {
  const root = validTree(text).root;
  const direct = pathOf(kind, old);
  const home = nodeAt(root, direct) ? null : homeOf(root, { kind, name: old });
  refuseShared(home, old, "rename");
  const path = home?.path ?? direct;
  const node = nodeAt(root, path);
  const key = String(path[path.length - 1]);
  if (key === name) return [];
  if (!node) throw new TextEditError(`There is no ${kind} "${old}" in the text.`);
  checkName(text, kind, old, name);
  if (kind === "point") return difference(text, renamePoint(text, old, name));
  const several = repeats(node) > 0 || (kind === "state" && nodeAt(node, ["rate"])?.kind === "list");
  const rewrite = kind === "parameter" ? parameterRewrite(key, name) : elementRewrite(kind, key, name, several);
  let now = apply(text, rewriteAll(text, rewrite));
  const joint = kind === "joint" ? endsOf(root, key) : null;
  if (joint && !!takesPoint(joint.type) && joint.ends.some((end) => !end.given && end.point === key)) {
    const given = nodeAt(root, ["joints", key, "at"]);
    if (!given) now = apply(now, setValue(now, ["joints", key, "at"], key));
  }
  now = apply(now, renameKey(now, path, name));
  return difference(text, now);
}

/* A table has its name apart from all others: it is mentioned only as the last of `table(x, name)`. */
export function renameTable(text: string, old: string, name: string): TextChange[] {
  if (old === name) return [];
  checkSpelling(name);
  if (keysOf(text, ["tables"]).includes(name)) throw new TextEditError(`There is already a table "${name}".`);
  const isTable = ({ role, name: said, at, end }: Mention): boolean =>
    role === "expression" && said === old && /,\s*$/.test(text.slice(0, at)) && /^\s*\)/.test(text.slice(end));
  const now = apply(
    text,
    rewriteAll(text, (mention) => (isTable(mention) ? name : null)),
  );
  return difference(text, apply(now, renameKey(now, ["tables", old], name)));
}

/* ---- deleting ---- */
export interface Removed {
  kind: Kind | "initial" | "mention";
  name: string;
}

export interface Deletion {
  changes: TextChange[];
  removed: Removed[]; // what went along, the element itself not among it
}

/* Elements that go, some of which make several: "leg" and all that begins with leg1., leg2. … */
class Gone extends Set<string> {
  readonly several = new Set<string>();

  covers(name: string): boolean {
    const [head] = split(name);
    return this.has(name) || this.has(head) || [...this.several].some((key) => isOneOf(head, key, true));
  }
}

/* What else has to go when these elements and points ("crank.A") do; grows until nothing is added. */
function dependants(root: Node | null, elements: Gone, points: Set<string>): Removed[] {
  const list: Removed[] = [];
  const names = (section: string): string[] => {
    const node = nodeAt(root, [section]);
    return node?.kind === "map" ? node.entries.map((entry) => entry.key.text) : [];
  };
  const add = (kind: Kind, name: string): void => {
    elements.add(name);
    list.push({ kind, name });
  };
  const needs = (place: string): boolean => elements.covers(place) || points.has(place);
  for (let before = -1; before !== elements.size;) {
    before = elements.size;
    for (const joint of names("joints")) {
      if (elements.has(joint)) continue;
      const found = endsOf(root, joint);
      const byAxis = pointsOfAxis(root, joint).some((point) => points.has(point));
      if (byAxis || found?.ends.some((end) => needs(end.text) || points.has(`${end.body}.${end.point}`)))
        add("joint", joint);
    }
    for (const force of names("forces")) {
      if (elements.has(force)) continue;
      const type = typeOf("forces", nodeAt(root, ["forces", force]));
      const where = type === null ? undefined : nodeAt(root, ["forces", force, type]);
      const places = where?.kind === "list" ? where.items : where ? [where] : [];
      if (places.some((place) => place.kind === "scalar" && needs(place.text))) add("force", force);
    }
    for (const driver of names("drivers")) {
      const node = nodeAt(root, ["drivers", driver]);
      if (elements.has(driver) || node?.kind !== "map") continue;
      if ((node as MapNode).entries.some(({ key }) => needs(key.text) || pointGone(key.text, points)))
        add("driver", driver);
    }
    for (const use of names("use")) {
      const entry = nodeAt(root, ["use", use]);
      if (elements.has(use) || !entry) continue;
      const part = nodeAt(entry, ["part"]);
      const isOfGone = part?.kind === "scalar" && elements.has(PART + part.text);
      if (!isOfGone && !portsOf(entry).some(needs)) continue;
      if (repeats(entry) > 0) elements.several.add(use);
      add("use", use);
    }
  }
  return list;
}

const PART = "part "; // before the name of a part: these are apart from those of elements

/* Places that the ports of a use are given. */
function portsOf(use: Node): string[] {
  const ports = nodeAt(use, ["ports"]);
  const given = ports?.kind === "map" ? ports.entries.map(({ value }) => value) : [];
  const all = given.flatMap((one) => (one.kind === "list" ? one.items : [one]));
  return all.flatMap((one) => (one.kind === "scalar" ? [one.text] : []));
}

function pointGone(channel: string, points: ReadonlySet<string>): boolean {
  const [body, rest] = split(channel);
  return points.has(`${body}.${split(rest)[0]}`);
}

/* Names in `initial` and in the lists of analyses whose element is gone; last first, so that paths stay right. */
function removeMentions(text: string, elements: Gone, points: Set<string>, removed: Removed[]): string {
  const gone = mentions(text, validTree(text).root).filter(
    ({ role, scope, path, name }) =>
      role === "channel" &&
      scope.length === 0 &&
      (path[0] === "initial" || path[0] === "analyses" || path[0] === "groups") &&
      (elements.covers(name) || pointGone(name, points)),
  );
  let now = text;
  for (const { path, name } of gone.reverse()) {
    removed.push({ kind: path[0] === "initial" ? "initial" : "mention", name });
    now = apply(now, remove(now, path));
  }
  return now;
}

function goneWith(
  root: Node | null,
  kind: Kind,
  name: string,
): { elements: Gone; points: Set<string>; extra: Removed[] } {
  const elements = new Gone();
  const points = new Set<string>();
  const extra: Removed[] = [];
  if (kind !== "point") {
    if (kind !== "parameter") elements.add(kind === "part" ? PART + name : name);
    if (repeats(nodeAt(root, pathOf(kind, name))) > 0) elements.several.add(name);
    return { elements, points, extra };
  }
  if (name.includes(".")) return { elements, points: points.add(name), extra };
  const bodies = nodeAt(root, ["bodies"]);
  const all = bodies?.kind === "map" ? bodies.entries.map((entry) => entry.key.text) : [];
  for (const body of ["ground", ...all]) {
    if (!isDrawn(root, body, name)) continue;
    points.add(`${body}.${name}`);
    const list = nodeAt(root, ["bodies", body, "points"]);
    const listed = list?.kind === "list" && list.items.some((item) => item.kind === "scalar" && item.text === name);
    if (listed && list.items.length <= 2) {
      elements.add(body); // a link of two points is none with one
      extra.push({ kind: "body", name: body });
    }
  }
  return { elements, points, extra };
}

/* A point that goes leaves the lists and the places that name it. */
function removePointMentions(text: string, points: Set<string>): string {
  const gone = mentions(text, validTree(text).root).filter(
    ({ role, scope, path, name }) =>
      scope.length === 0 &&
      (role === "drawing point" || role === "own point") &&
      path[0] === "bodies" &&
      points.has(`${path[1]}.${name}`),
  );
  let now = text;
  for (const { path } of gone.reverse()) now = apply(now, remove(now, path));
  return now;
}

/* Removes an element with the joints and forces that need it, the drivers and initial values of what goes. */
export function deleteElement(text: string, kind: Kind, name: string): Deletion {
  const root = validTree(text).root;
  if (kind === "body" && name === "ground") throw new TextEditError("The ground cannot be deleted.");
  const home = nodeAt(root, pathOf(kind, name)) ? null : homeOf(root, { kind, name });
  refuseShared(home, name, "delete");
  if (home?.one)
    throw new TextEditError(
      repeats(nodeAt(root, home.path)) > 0
        ? `${name} is one of those that ${home.path[1]} makes: change \`repeat\` there, or delete ${home.path[1]}.`
        : `${name} is a joint of ${home.path[1]}, which joins several bodies: take the body out of its list, or delete ${home.path[1]}.`,
    );
  const { elements, points, extra } = goneWith(root, kind, name);
  const removed = [...extra, ...dependants(root, elements, points)];
  let now = text;
  for (const other of removed) now = apply(now, remove(now, pathOf(other.kind as Kind, other.name)));
  now = removeMentions(now, elements, points, removed);
  now = removePointMentions(now, points);
  const gone = (place: string): boolean => elements.covers(place) || points.has(place);
  now = apply(now, removeSketched(now, gone));
  now = apply(now, remove(now, pathOf(kind, name)));
  return { changes: difference(text, now), removed };
}

/* mirror_senses.ts - in a mirror of the plane all that turns turns the other way: what drives, loads and ties the joints of an image has
 * the other sense, so that the image moves as the mirror shows it.
 *
 * The angle of a pin changes its sign, the travel of a slide does not, for its axis is mirrored with it. Channels that expressions mention
 * are seen to by image_channels.ts.
 */
import { applyChanges, setValue } from "../editor/text_edits";
import { nodeAt, readTree, TextEditError, type Node, type Path } from "../editor/tree";
import { isJson, writeValue } from "../editor/write";
import { description, forceKind, isDrive, isHinge, jointKind, slides } from "../state/description";
import type { TextChange } from "../state/document";
import { texts } from "../texts/texts";
import { combined } from "./image_text";
import type { Moved } from "./moved";
import { GROUND, type Sketch, type SketchForce, type SketchJoint } from "./sketch";

/* Words for one of two senses, and for the other. */
const SENSES = [
  ["positive", "negative"],
  ["left", "right"],
  ["counterclockwise", "clockwise"],
];

interface Field {
  name: string;
  alias?: string;
  type: string;
  unit?: string | null;
  choices?: string[];
  default?: unknown;
}

class Senses {
  readonly changes: TextChange[] = [];
  private readonly tree;
  readonly flipped: Set<string>; // joints whose angle has the other sign
  private readonly adds = new Map<string, string[]>(); // fields that were not written

  constructor(
    readonly text: string,
    readonly of: Sketch,
    readonly what: Moved,
  ) {
    this.tree = readTree(text);
    this.flipped = new Set(
      of.joints
        .filter(({ entry, ends, type }) => ends && what.joints.has(entry) && !slides(type) && isHinge(type))
        .map(({ name }) => name),
    );
  }

  node(path: Path): Node | undefined {
    return nodeAt(this.tree.root, path);
  }

  private replace(node: Node, value: string): void {
    const written = writeValue(value, { flow: true, json: isJson(this.tree) });
    this.changes.push({ from: node.from, to: node.to, insert: written });
  }

  /* What is written there, negated. */
  negate(path: Path, node = this.node(path)): void {
    if (node?.kind === "list") node.items.forEach((one, i) => this.negate([...path, i], one));
    if (node?.kind !== "scalar" || node.text === "") return;
    this.replace(node, combined([node.text], [-1], 0, node.text, 1e-12));
  }

  /* The other of two words; where none is written, that of the preset is meant. */
  choice(path: Path, { name, choices = [], default: preset }: Field): void {
    const pair = SENSES.find((words) => words.every((word) => choices.includes(word)) && choices.length === 2);
    const node = this.node([...path, name]);
    const now = node?.kind === "scalar" ? node.text : String(preset ?? "");
    if (!pair || !pair.includes(now)) return;
    const other = pair[0] === now ? pair[1]! : pair[0]!;
    if (node) this.replace(node, other);
    else this.add(path, `${name}: ${other}`);
  }

  /* The other way along a line: its body stays on the same side of it. */
  reverse(path: Path): void {
    const list = this.node(path);
    if (list?.kind !== "list") return;
    const words = list.items.map(({ from, to }) => this.text.slice(from, to)).reverse();
    list.items.forEach(({ from, to }, i) => this.changes.push({ from, to, insert: words[i]! }));
  }

  private add(path: Path, field: string): void {
    const key = JSON.stringify(path);
    this.adds.set(key, [...(this.adds.get(key) ?? []), field]);
  }

  /* Fields that came in addition: flow maps of one line get them at their end. */
  additions(): [Path, string[]][] {
    return [...this.adds].map(([key, fields]) => [JSON.parse(key) as Path, fields]);
  }
}

/* ---- forces ---- */

/* On a joint: a motor, a servo, a torsion spring. Capacities of brakes and clutches have no sense. */
function ofForce(to: Senses, force: SketchForce): void {
  const path = ["forces", force.name];
  const kind = forceKind(force.type);
  const turns = force.joint !== null && to.flipped.has(force.joint);
  const fields = (kind?.fields ?? []) as Field[];
  const drives = isDrive(force.type) && fields.some(({ name }) => name === "max_speed"); // brakes and clutches have none
  const signed = turns && (drives || (kind?.elastic ?? false));
  const waves = fields.some(({ type, unit }) => type === "varying" && unit === "Hz"); // its sense is that of the frequency
  for (const field of fields) {
    const at = [...path, field.alias && to.node([...path, field.alias]) ? field.alias : field.name];
    const isSigned =
      (field.type === "varying" && (!waves || field.unit === "Hz")) ||
      (field.type === "number" && (field.unit === "rad" || (field.unit === "N*m" && kind?.elastic)));
    if (signed && isSigned) to.negate(at);
    if (turns && field.type === "choice") {
      if (field.name === "quadrants" && saysOne(to, at)) throw new TextEditError(texts.mirror.oneSense(force.name));
      to.choice(path, field);
    }
  }
}

function saysOne(to: Senses, path: Path): boolean {
  const node = to.node(path);
  return node?.kind === "scalar" && node.text === "1";
}

/* ---- joints of joints ---- */

/* second = ratio first + offset, of a rack: radius in place of the ratio. By teeth the wheels themselves say it. */
function ofTie(to: Senses, { entry, joints }: SketchJoint): void {
  const [first, second] = joints.map((name) => to.flipped.has(name));
  const path = ["joints", entry];
  if (first !== second) for (const name of ["ratio", "radius"]) to.negate([...path, name]);
  if (second) to.negate([...path, "offset"]);
}

/* A loop goes round its wheels the other way. */
function ofPath(to: Senses, joint: SketchJoint): void {
  const list = joint.given[joint.type];
  const names = Array.isArray(list) ? list.map((one) => String(one)) : [];
  const goes = names.some((name) => to.flipped.has(name) || to.what.bodies.has(name.split(".")[0]!));
  if (!goes) return;
  for (const { name, type } of jointKind(joint.type)?.fields ?? [])
    if (type === "numbers" && to.node(["joints", joint.entry, name])?.kind === "list")
      to.negate(["joints", joint.entry, name]);
}

function ofJoint(to: Senses, joint: SketchJoint): void {
  const connects = jointKind(joint.type)?.connects;
  if (connects === "joints") ofTie(to, joint);
  else if (connects === "path") ofPath(to, joint);
}

/* ---- surfaces that have a sense, as a cam has ---- */

function ofSurfaces(to: Senses, body: string): void {
  const surfaces = to.node(["bodies", body, "surfaces"]);
  for (const { key, value } of surfaces?.kind === "map" ? surfaces.entries : []) {
    const kinds = description.value.surfaces ?? [];
    const keys = value.kind === "map" ? value.entries.map((one) => one.key.text) : [];
    const kind = kinds.find(({ name }) => keys.includes(name));
    if (!kind) continue;
    const head: Path = ["bodies", body, "surfaces", key.text];
    const nested = to.node([...head, kind.name])?.kind === "map";
    const at: Path = nested ? [...head, kind.name] : head;
    const fields = kind.fields as Field[];
    const corners = fields[0]?.type === "corners" ? [...head, kind.name, ...(nested ? [fields[0].name] : [])] : null;
    if (corners && !fields.some(({ name }) => name === "hollow")) {
      to.reverse(corners);
      for (const { name, unit } of fields) if (unit === "m/s") to.negate([...at, name]);
    }
    if (!fields.some(({ choices }) => choices && SENSES.some((pair) => pair.every((word) => choices.includes(word)))))
      continue;
    for (const field of fields) {
      const isOfSide = field.choices?.includes("left") === true; // of the line from a pivot, where there is one
      const pivots = fields.some(({ name, type }) => type === "place" && name !== "at" && to.node([...at, name]));
      if (field.type === "choice" && (!isOfSide || pivots)) to.choice(at, field);
      if (field.name === "offset") to.negate([...at, field.name]);
    }
  }
}

/* The text after its places were mirrored, with the senses that belong to them. */
export function mirrorSenses(text: string, of: Sketch, what: Moved): string {
  const to = new Senses(text, of, what);
  for (const force of of.forces) ofForce(to, force);
  for (const joint of new Map(of.joints.map((one) => [one.entry, one])).values()) ofJoint(to, joint); // of several bodies one entry
  for (const body of [...what.bodies, ...(what.walls ? [GROUND] : [])]) ofSurfaces(to, body);
  return withFields(applyChanges(text, to.changes), to.additions());
}

function withFields(text: string, adds: [Path, string[]][]): string {
  return adds.reduce(
    (now, [path, fields]) =>
      fields.reduce((one, field) => {
        const [key, value] = field.split(": ") as [string, string];
        return applyChanges(one, setValue(one, [...path, key], value));
      }, now),
    text,
  );
}

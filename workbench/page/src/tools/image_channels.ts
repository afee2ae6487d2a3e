/* image_channels.ts - what a model says of the channels of that which was moved, rotated or mirrored. Values that are given to them become
 * those of the image. In the plane, expressions that mention them keep their values, for each channel becomes what it was before:
 *
 *     x' = m x + t      x = m^-1 (x' - t)      angle' = s angle + c      angle = s (angle' - c)
 */
import { namesIn } from "../editor/numbers";
import { applyChanges } from "../editor/text_edits";
import { readTree, TextEditError, visit, type Node, type Path, type ScalarNode } from "../editor/tree";
import { isJson, writeValue } from "../editor/write";
import { forceKind, formOf, jointKind, slides } from "../state/description";
import type { TextChange } from "../state/document";
import { texts } from "../texts/texts";
import { turnOf } from "./affine";
import { combined } from "./image_text";
import { bodyNamed, GROUND, type SketchForce } from "./sketch";
import type { Writing } from "./transform";

/* ---- channels ---- */

/* Whether the frame of a body turns with it. */
function turnsFrame(to: Writing, body: string): boolean {
  return body !== GROUND && bodyNamed(to.of, body)?.drawn === false && !to.inside.has(body);
}

function split(channel: string): [owner: string, last: string] {
  const dot = channel.lastIndexOf(".");
  return [channel.slice(0, dot), channel.slice(dot + 1)];
}

/* Whether a channel of a joint is that of an angle, its speed or its acceleration. */
function isOfAngle(type: string, last: string): boolean {
  const coordinates = formOf(type, false)?.coordinates ?? [];
  if (coordinates.length === 1) return coordinates[0]!.unit === "rad" && /^(angle|speed|acceleration)$/.test(last);
  return coordinates.some(
    ({ name, unit }) => unit === "rad" && [name, `${name}_speed`, `${name}_acceleration`].includes(last),
  );
}

/* A channel that is an angle in the plane, or the rate of one: angle' = factor angle + constant. */
function angleImage(to: Writing, channel: string): { factor: number; constant: number } | null {
  const [owner, last] = split(channel);
  if (to.of.space) return null;
  const factor = to.turn.mirrors ? -1 : 1;
  const place = last === "angle" ? to.turn.angle : 0;
  const joint = to.of.joints.find(({ name }) => name === owner);
  if (joint) {
    if (!to.what.joints.has(joint.entry) || !joint.ends || !isOfAngle(joint.type, last)) return null;
    const [a, b] = joint.ends.map(({ body }) => turnsFrame(to, body));
    return { factor, constant: a === b ? 0 : b ? place : -place };
  }
  if (!to.what.bodies.has(owner) || !/^(angle|omega|alpha)$/.test(last)) return null;
  return { factor, constant: turnsFrame(to, owner) ? place : 0 };
}

interface Components {
  names: string[]; // of all components
  which: number;
  isPlace: boolean;
}

/* A channel that is a component of a vector of what was moved, in ground axes. */
function componentsOf(to: Writing, channel: string): Components | null {
  const [owner, last] = split(channel);
  const found = /^([vaf]?)([xyz])$/.exec(last);
  if (!found) return null;
  const [, of, axis] = found as unknown as [string, string, string];
  const moved = (name: string): boolean => to.what.bodies.has(name);
  const isBody = moved(owner) || (owner.includes(".") && moved(split(owner)[0]));
  const acts =
    to.what.forces.has(owner) || to.of.joints.some((one) => one.name === owner && to.what.joints.has(one.entry));
  if (of === "f" ? !acts : !isBody) return null;
  const axes = to.of.space ? "xyz" : "xy";
  return { names: [...axes].map((one) => `${owner}.${of}${one}`), which: axes.indexOf(axis), isPlace: of === "" };
}

/* A torque, which a mirror reverses: of a joint, a force or a driver that turns. */
function isTorque(to: Writing, channel: string): boolean {
  const [owner, last] = split(channel);
  if (!to.turn.mirrors || last !== "torque") return false;
  const driver = to.of.drivers.find(({ name }) => name === owner);
  if (driver) return angleImage(to, driver.channel) !== null;
  return to.what.forces.has(owner) || to.of.joints.some((one) => one.name === owner && to.what.joints.has(one.entry));
}

/* ---- values that are given to channels ---- */

type Given = Map<string, Node>; // by channel

function entriesOf(node: Node | undefined): [string, Node][] {
  return node?.kind === "map" ? node.entries.map(({ key, value }) => [key.text, value]) : [];
}

/* Maps of channels: each is a whole, in which the components of a vector are looked for. */
function given(to: Writing): Given[] {
  const drivers = entriesOf(to.node(["drivers"])).flatMap(([, one]) => entriesOf(one).filter(([key]) => key !== "on"));
  const events = entriesOf(to.node(["events"])).map(([name]) => entriesOf(to.node(["events", name, "do", "set"])));
  const analyses = to.node(["analyses"]);
  const ofAnalyses = (analyses?.kind === "list" ? analyses.items : []).flatMap((one, i) =>
    entriesOf(one).flatMap(([kind]) => ["set", "initial"].map((key) => entriesOf(to.node(["analyses", i, kind, key])))),
  );
  return [entriesOf(to.node(["initial"])), drivers, ...events, ...ofAnalyses].map((list) => new Map(list));
}

function ofComponent(to: Writing, among: Given, channel: string, { names, which, isPlace }: Components): void {
  const m = isPlace ? to.by.m : to.linear;
  const t = isPlace ? to.by.t : null;
  const nodes = names.map((name) => among.get(name));
  if (nodes.every((one) => one?.kind === "scalar")) {
    if (which === 0) to.list(nodes as Node[], m, t);
    return;
  }
  const mixed = names.findIndex((_, j) => j !== which && Math.abs(m[which]![j]!) > 1e-12);
  if (mixed >= 0) throw new TextEditError(texts.mirror.needsBoth(channel, names[mixed]!));
  to.component(among.get(channel)!, m[which]![which]!, t?.[which] ?? 0);
}

/* Initial values, drivers, what events and analyses set, and the speeds of steady states. */
export function givenToChannels(to: Writing): void {
  for (const among of given(to))
    for (const [channel, node] of among) {
      const angle = to.turns ? angleImage(to, channel) : null;
      const vector = componentsOf(to, channel);
      if (angle) to.number([], angle.factor, angle.constant, node);
      else if (vector) ofComponent(to, among, channel, vector);
    }
  const analyses = to.node(["analyses"]);
  for (const one of to.turn.mirrors && analyses?.kind === "list" ? analyses.items : [])
    for (const [, fields] of entriesOf(one))
      for (const [key, speeds] of entriesOf(fields))
        for (const [joint, node] of key === "speeds" ? entriesOf(speeds) : []) {
          const turns = to.of.joints.some(({ name, type }) => name === joint && !slides(type));
          if (turns && angleImage(to, `${joint}.speed`)) to.number([], -1, 0, node);
        }
}

/* ---- expressions ---- */

function inverse(m: number[][]): number[][] {
  const [[a, b], [c, d]] = m as [[number, number], [number, number]];
  const det = a * d - b * c;
  return [
    [d / det, -b / det],
    [-c / det, a / det],
  ];
}

/* What a channel was, of the channels of the image; null: what it is. */
function before(to: Writing, channel: string): string | null {
  const vector = componentsOf(to, channel);
  if (vector) {
    const row = inverse(to.linear)[vector.which]!;
    const constant = vector.isPlace ? -row.reduce((sum, x, j) => sum + x * to.by.t[j]!, 0) : 0;
    const said = combined(vector.names, row, constant, channel, 1e-9);
    return said === channel ? null : `(${said})`;
  }
  if (isTorque(to, channel)) return `(-${channel})`;
  const angle = angleImage(to, channel);
  return angle && ofAngle(channel, angle);
}

function ofAngle(name: string, { factor, constant }: { factor: number; constant: number }): string | null {
  const degrees = Number(((-factor * constant * 180) / Math.PI).toFixed(7));
  if (factor === 1 && degrees === 0) return null;
  return `(${factor < 0 ? "-" : ""}${name}${degrees === 0 ? "" : ` ${degrees < 0 ? "-" : "+"} ${Math.abs(degrees)} deg`})`;
}

/* Names without an owner that a force on a joint has for the angle and its speed. */
function beforeLocal(to: Writing, force: SketchForce | undefined, name: string): string | null {
  const own = forceKind(force?.type ?? "")?.channels.some((one) => one.name === name && /^rad/.test(one.unit));
  const angle = own && force?.joint ? angleImage(to, `${force.joint}.${name}`) : null;
  return angle && ofAngle(name, angle);
}

function hasType(fields: readonly { name: string; alias?: string; type: string }[], key: unknown): boolean {
  return fields.some(
    ({ name, alias, type }) => (name === key || alias === key) && /^(varying|varying_vector|expressions)$/.test(type),
  );
}

/* Whether what stands there is an expression that may mention channels. */
function isExpression(to: Writing, [section, name, field, ...more]: Path): boolean {
  switch (section) {
    case "forces":
      return hasType(forceKind(to.of.forces.find((one) => one.name === name)?.type ?? "")?.fields ?? [], field);
    case "joints": {
      const type = to.of.joints.find((one) => one.entry === name)?.type ?? "";
      return (
        hasType(jointKind(type)?.fields ?? [], field) || (jointKind(type)?.connects === "expression" && field === type)
      );
    }
    case "drivers":
      return field !== undefined && field !== "on";
    case "events":
      return field === "when" || (field === "do" && more[0] === "set");
    case "outputs":
      return field === undefined || field === "value";
    default:
      return section === "states";
  }
}

/* The text of an image, in which expressions have the values that they had. */
export function saidOfChannels(text: string, to: Writing): string {
  if (Math.abs(turnOf(to.by).factor - 1) > 1e-12) return text;
  const tree = readTree(text);
  const changes: TextChange[] = [];
  const ofScalar = (path: Path, node: ScalarNode): void => {
    const force = path[0] === "forces" ? to.of.forces.find((one) => one.name === path[1]) : undefined;
    const next = namesIn(node.text).reduceRight((now, { name, at, called }) => {
      const was = called ? null : name.includes(".") ? before(to, name) : beforeLocal(to, force, name);
      return was === null ? now : now.slice(0, at) + was + now.slice(at + name.length);
    }, node.text);
    if (next === node.text) return;
    changes.push({ from: node.from, to: node.to, insert: writeValue(next, { flow: true, json: isJson(tree) }) });
  };
  visit(tree.root, (path, node) => {
    if (node.kind === "scalar" && isExpression(to, path)) ofScalar(path, node);
  });
  return applyChanges(text, changes);
}

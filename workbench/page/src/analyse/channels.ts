/* channels.ts - the channels of a table as people look for them: by element, in words, with magnitudes made from components.
 *
 * A magnitude is written |O.f| = hypot(O.fx, O.fy): it is no column of the table and is computed when first asked for.
 */
import { computed } from "@preact/signals";
import { called, description, isDrive } from "../state/description";
import type { Channel, Scene, Table } from "../engine/engine";
import { texts } from "../texts/texts";
import { isUnique } from "../engine/unique";
import { elementNames, ownerOfChannel } from "../engine/owner";
import { isWhole, meaningOf, stateOf } from "./channel_meaning";

export interface Described extends Channel {
  element: string; // "crank"; "" for the whole mechanism
  words: string; // "reaction on crank, along x"
  shared?: boolean; // a reaction that is not unique
  parts?: string[]; // of a magnitude: the columns it is made from
}

export interface Group {
  title: string; // "crank", "Outputs", "Whole mechanism"
  element: string; // "" where it is not of one
  use: string; // of a part, to which the element belongs; "" where it is the file's own
  kind: string; // "body", "pin", "spring", "driver"
  isJoint: boolean;
  channels: Described[];
}

/* ---- magnitudes ---- */

const last = (name: string): string => name.slice(name.lastIndexOf(".") + 1);

/* The first components of vectors by name: "vx" of "velocity". */
const vectors = computed(() => {
  const components = description.value.channels.filter(({ name, vector }) => vector && name === vector + "x");
  return new Map(components.map(({ name, quantity }) => [name, quantity]));
});

/* The magnitude whose first component is a channel of the table; null: it is none. */
function magnitudeFrom({ name, unit }: Channel, element: string, has: (name: string) => boolean): Described | null {
  const quantity = vectors.value.get(last(name));
  const stem = name.slice(0, -1);
  const parts = quantity ? ["x", "y", "z"].map((axis) => stem + axis).filter(has) : [];
  if (parts.length < 2) return null;
  return { name: `|${stem}|`, unit, element, words: texts.results.channels.magnitudeOfThe(quantity ?? ""), parts };
}

function magnitudes(table: Table, elements: Set<string> | null): Described[] {
  const names = new Set(table.channels.map(({ name }) => name));
  return table.channels.flatMap((channel) => {
    const element = ownerOfChannel(elements, channel.name);
    return magnitudeFrom(channel, element, (name) => names.has(name)) ?? [];
  });
}

/* Where a channel of a name is among those of a table: a mechanism of many parts has ten thousands. */
const places = new WeakMap<Table["channels"], Map<string, number>>();

function placeOf(table: Table, name: string): number {
  let known = places.get(table.channels);
  if (!known) {
    known = new Map();
    for (const [place, channel] of table.channels.entries())
      if (!known.has(channel.name)) known.set(channel.name, place);
    places.set(table.channels, known);
  }
  return known.get(name) ?? -1;
}

const made = new WeakMap<Table, Map<string, Float64Array | null>>();

function compute(table: Table, name: string): Float64Array | null {
  const index = placeOf(table, name);
  if (index >= 0) return table.columns[index] ?? null;
  const stem = /^\|(.+)\|$/.exec(name)?.[1];
  if (stem === undefined) return null;
  const parts = ["x", "y", "z"]
    .map((axis) => placeOf(table, stem + axis))
    .filter((part) => part >= 0)
    .map((part) => table.columns[part]!);
  if (parts.length < 2) return null;
  const result = new Float64Array(table.rows);
  for (let row = 0; row < table.rows; row++) {
    let sum = 0;
    for (const part of parts) sum += part[row]! * part[row]!;
    result[row] = Math.sqrt(sum);
  }
  return result;
}

/* The numbers of a channel or a magnitude; null where the table has none of this name. */
export function columnOf(table: Table, name: string): Float64Array | null {
  let known = made.get(table);
  if (!known) made.set(table, (known = new Map()));
  let found = known.get(name);
  if (found === undefined) known.set(name, (found = compute(table, name)));
  return found;
}

export function unitOf(table: Table, name: string): string | null {
  const direct = table.channels[placeOf(table, name)];
  if (direct) return direct.unit;
  const stem = /^\|(.+)\|$/.exec(name)?.[1];
  return table.channels[placeOf(table, stem + "x")]?.unit ?? null;
}

/* Is the table one motion, its rows following each other in time? Rows with names, as those of events, are none. */
export function timeOf(table: Table): Float64Array | null {
  if (table.rowNames) return null;
  const t = table.channels[0]?.name === "t" ? table.columns[0] : undefined;
  return t && table.rows > 1 && t[table.rows - 1]! > t[0]! ? t : null;
}

/* What the rows of a table follow: time, frequency, or nothing but their number. */
export function independentOf(table: Table): string | null {
  if (timeOf(table)) return "t";
  return table.channels[0]?.name === "frequency" ? "frequency" : null;
}

/* A table whose rows are states of the mechanism (or modes), not entries of a matrix. */
export function isMatrix(table: Table): boolean {
  return table.rowNames !== null || /\.[ABCD]$|^evaluate\..*|\.error$/.test(table.kind);
}

/* ---- words ---- */

function elementKind(scene: Scene | null, element: string): string {
  if (scene?.bodies.some((body) => body.name === element)) return "body";
  const joint = scene?.joints.find((one) => one.name === element);
  if (joint) return called(joint.type);
  const force = scene?.forces.find((one) => one.name === element);
  if (force) return called(force.type);
  if (scene?.drivers.some((driver) => driver.name === element)) return "driver";
  return "";
}

/* The groups of a table in the order of their columns; magnitudes stand first in theirs. */
export function groupsOf(table: Table, scene: Scene | null): Group[] {
  const groups = new Map<string, Group>();
  const uses = scene ? usesOf(scene) : null;
  const groupOf = (title: string, element = ""): Group => {
    let group = groups.get(title);
    if (!group) {
      const kind = element === "" ? "" : elementKind(scene, element);
      const isJoint = scene?.joints.some(({ name }) => name === element) ?? false;
      groups.set(title, (group = { title, element, kind, isJoint, use: uses?.get(element) ?? "", channels: [] }));
    }
    return group;
  };
  const outputs = new Set(scene?.outputs?.map(({ name }) => name));
  const mark = (name: string, words: string): { words: string; shared: boolean } => {
    const shared = !isUnique(table, name);
    return { words: shared ? `${words}, ${texts.unique.mark([])}` : words, shared };
  };
  const elements = scene && elementNames(scene);
  for (const one of magnitudes(table, elements))
    groupOf(one.element, one.element).channels.push({ ...one, ...mark(one.name, one.words) });
  for (const { name, unit } of table.channels) {
    if (name === "t" || name === "mode") continue;
    const owner = isWhole(name, elements) ? "" : ownerOfChannel(elements, name);
    const group = outputs.has(name)
      ? groupOf(OUTPUTS)
      : scene && stateOf(scene, name)
        ? groupOf(STATES)
        : groupOf(owner || WHOLE, owner);
    group.channels.push({ name, unit, element: group.element, ...mark(name, meaningOf(scene, name, unit)) });
  }
  return [...groups.values()].sort((a, b) => rank(a) - rank(b));
}

const OUTPUTS = texts.results.channels.outputs;
const STATES = texts.results.channels.states;
const WHOLE = texts.results.channels.wholeMechanism;

/* The use of a part that each element belongs to. */
function usesOf({ bodies, joints, forces, drivers }: Scene): Map<string, string> {
  return new Map([...bodies, ...joints, ...forces, ...drivers].map(({ name, use }) => [name, use ?? ""]));
}

/* What was asked for; then joints: their angles and forces are what most people look for. */
function rank(group: Group): number {
  if (group.title === OUTPUTS) return -1;
  if (group.isJoint) return 0;
  if (group.kind === "body") return 2;
  return group.title === WHOLE ? 3 : 1;
}

/* ---- which to show first ---- */

/* What belongs to an element that was chosen, as names for buttons: "angle", "speed", "|force|". A vector is proposed by its magnitude;
 * a quantity that the element has once gives its name.
 */
export function suggestionsFor(table: Table, element: string): { name: string; label: string }[] {
  const own = table.channels.filter(({ name, unit }) => unit && name.slice(0, name.lastIndexOf(".")) === element);
  const has = (name: string): boolean => own.some((one) => one.name === name);
  const sizes = new Map(own.map((channel) => [channel.name, magnitudeFrom(channel, element, has)]));
  const parts = new Set([...sizes.values()].flatMap((one) => one?.parts ?? []));
  const quantityOf = (name: string): string => {
    const described = description.value.channels.find((one) => one.name === last(name));
    return described?.quantity ?? last(name).replace(/_/g, " ");
  };
  const single = own.map(({ name }) => name).filter((name) => !parts.has(name));
  return own.flatMap(({ name }) => {
    const size = sizes.get(name);
    if (size) return [{ name: size.name, label: `|${quantityOf(name)}|` }];
    if (parts.has(name)) return [];
    const alone = single.filter((other) => quantityOf(other) === quantityOf(name)).length === 1;
    return [{ name, label: alone ? quantityOf(name) : last(name) }];
  });
}

/* Where bodies are that no joint holds: all coordinates of one, the heights of several. */
function placesOf({ bodies, gravity, space }: Scene): string[] {
  const axes = space ? ["x", "y", "z"] : ["x", "y"];
  const [first, ...others] = bodies.slice(1).map(({ name }) => name);
  if (first === undefined) return [];
  const sizes = gravity.map(Math.abs);
  const up = axes[sizes.indexOf(Math.max(...sizes))] ?? "x";
  return others.length === 0
    ? axes.map((axis) => `${first}.${axis}`)
    : [first, ...others].map((name) => `${name}.${up}`);
}

/* Joints' coordinates or places, and the outputs, what drives or what carries: a first look at a motion. At most two plots of at most four curves. */
export function firstCurves(table: Table, scene: Scene): string[][] {
  const has = (name: string): boolean => columnOf(table, name) !== null;
  const coordinates = scene.joints
    .flatMap((joint) => joint.coordinates.map((coordinate) => coordinate.channel))
    .filter(has);
  const named = [
    ...scene.drivers.flatMap(({ name }) => [`${name}.torque`, `${name}.force`]),
    ...scene.joints.flatMap((joint) => joint.coordinates.map(({ actuator }) => actuator)),
    ...scene.forces.filter(({ type }) => isDrive(type)).flatMap(({ name }) => [`${name}.torque`, `${name}.force`]),
  ];
  /* of `inverse`, drivers do nothing: actuators do */
  const loads = [...new Set(named)].filter((name) => columnOf(table, name)?.some((one) => one !== 0));
  const sizes = [
    ...scene.joints.map(({ name }) => `|${name}.f|`),
    ...scene.forces.map(({ name }) => `${name}.force`),
  ].filter(has);
  const asked = (scene.outputs ?? []).map(({ name }) => name).filter(has);
  const first = (coordinates.length > 0 ? coordinates : placesOf(scene).filter(has)).slice(0, 3);
  const second = asked.length > 0 ? asked.slice(0, 3) : loads.length > 0 ? loads.slice(0, 3) : sizes.slice(0, 2);
  return [first, second].filter((one) => one.length > 0);
}

/* channels.ts - the channels of a table as people look for them: by element, in words, with magnitudes made from components.
 *
 * A magnitude is written |O.f| = hypot(O.fx, O.fy): it is no column of the table and is computed when first asked for.
 */
import { isDrive } from "../state/description";
import type { Channel, Scene, Table } from "../engine/engine";
import { isUnique } from "../engine/unique";
import { isWhole, meaningOf } from "./channel_meaning";

export interface Described extends Channel {
  element: string; // "crank"; "" for the whole mechanism
  words: string; // "reaction on crank, along x"
  parts?: string[]; // of a magnitude: the columns it is made from
}

export interface Group {
  element: string;
  kind: string; // "body", "revolute joint", "spring", "driver", "whole mechanism"
  channels: Described[];
}

const VECTORS: [stem: string, first: string, words: string][] = [
  ["f", "fx", "size of the force"],
  ["t", "tx", "size of the torque"],
  ["v", "vx", "size of the velocity"],
  ["a", "ax", "size of the acceleration"],
  ["omega", "omegax", "size of the angular velocity"],
  ["alpha", "alphax", "size of the angular acceleration"],
];

/* ---- magnitudes ---- */

function magnitudes(table: Table): Described[] {
  const units = new Map(table.channels.map((channel) => [channel.name, channel.unit]));
  const found: Described[] = [];
  for (const { name, unit } of table.channels) {
    for (const [stem, first, words] of VECTORS) {
      if (!name.endsWith("." + first)) continue;
      const owner = name.slice(0, -first.length);
      const parts = ["x", "y", "z"].map((axis) => owner + stem + axis).filter((part) => units.has(part));
      if (parts.length < 2) continue;
      const element = name.split(".")[0]!;
      found.push({ name: `|${owner}${stem}|`, unit, element, words, parts });
    }
  }
  return found;
}

const made = new WeakMap<Table, Map<string, Float64Array | null>>();

function compute(table: Table, name: string): Float64Array | null {
  const index = table.channels.findIndex((channel) => channel.name === name);
  if (index >= 0) return table.columns[index] ?? null;
  const stem = /^\|(.+)\|$/.exec(name)?.[1];
  if (stem === undefined) return null;
  const parts = ["x", "y", "z"]
    .map((axis) => table.channels.findIndex((channel) => channel.name === stem + axis))
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
  const direct = table.channels.find((channel) => channel.name === name);
  if (direct) return direct.unit;
  const stem = /^\|(.+)\|$/.exec(name)?.[1];
  return table.channels.find((channel) => channel.name === stem + "x")?.unit ?? null;
}

/* Is the table one motion, its rows following each other in time? */
export function timeOf(table: Table): Float64Array | null {
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
  if (joint) return `${joint.type} joint`;
  const force = scene?.forces.find((one) => one.name === element);
  if (force) return force.type;
  if (scene?.drivers.some((driver) => driver.name === element)) return "driver";
  return "";
}

/* The groups of a table in the order of their columns; magnitudes stand first in theirs. */
export function groupsOf(table: Table, scene: Scene | null): Group[] {
  const groups = new Map<string, Group>();
  const groupOf = (element: string): Group => {
    let group = groups.get(element);
    if (!group) {
      const kind = element === "" ? "whole mechanism" : elementKind(scene, element);
      groups.set(element, (group = { element, kind, channels: [] }));
    }
    return group;
  };
  const mark = (name: string, words: string): string => (isUnique(table, name) ? words : `${words}, not unique`);
  for (const one of magnitudes(table)) groupOf(one.element).channels.push({ ...one, words: mark(one.name, one.words) });
  for (const { name, unit } of table.channels) {
    if (name === "t" || name === "mode") continue;
    const group = groupOf(isWhole(name) ? "" : name.split(".")[0]!);
    group.channels.push({ name, unit, element: group.element, words: mark(name, meaningOf(scene, name, unit)) });
  }
  return [...groups.values()].sort((a, b) => rank(a) - rank(b));
}

/* Joints first: their angles and forces are what most people look for. */
function rank(group: Group): number {
  if (group.kind.endsWith("joint")) return 0;
  if (group.kind === "body") return 2;
  return group.element === "" ? 3 : 1;
}

/* ---- which to show first ---- */

/* What belongs to an element that was chosen: "O: angle, reaction". Short names for buttons. */
export function suggestionsFor(table: Table, element: string): { name: string; label: string }[] {
  const has = (name: string): boolean => columnOf(table, name) !== null;
  const wanted: [string, string][] = [
    [".angle", "angle"],
    [".displacement", "displacement"],
    [".length", "length"],
    [".speed", "speed"],
    ["f", "|force|"],
    [".force", "force"],
    [".tension", "tension"],
    ["t", "|torque|"],
    [".torque", "torque"],
    [".power", "power"],
    [".actuator", "actuator"],
    [".acceleration", "acceleration"],
    [".x", "x"],
    [".y", "y"],
    [".z", "z"],
    ["v", "|velocity|"],
    ["a", "|acceleration|"],
    [".omega", "angular velocity"],
  ];
  return wanted
    .map(([ending, label]) => ({ name: ending.startsWith(".") ? element + ending : `|${element}.${ending}|`, label }))
    .filter(({ name }) => has(name));
}

/* Joints' coordinates and what drives them: a first look at a motion. At most two plots of at most four curves. */
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
  const sizes = scene.joints.map(({ name }) => `|${name}.f|`).filter(has);
  const first = coordinates.slice(0, 3);
  const second = loads.length > 0 ? loads.slice(0, 3) : sizes.slice(0, 2);
  return [first, second].filter((one) => one.length > 0);
}

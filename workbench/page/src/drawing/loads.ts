/* loads.ts - every force and torque on a body at an instant, as the engine has found them.
 *
 * A table of loads has for each body its loads one after the other, each in columns x y fx fy torque, in space x y z fx fy fz tx ty tz:
 * where it acts, and what it is, on ground axes. The last three of a body are its weight, its inertia (-m a) and the resultant of all
 * but that about the centre of mass.
 */
import { called } from "../state/description";
import { nonUniqueParts } from "../engine/unique";
import { elementNames, ownerOfChannel } from "../engine/owner";
import type { Scene, Table, Vec } from "../engine/engine";
import type { Sample } from "./sample";
import { touchNames } from "./touches";

export interface Load {
  name: string; // of the joint, force or driver; "weight"
  kind: "joint" | "force" | "driver" | "weight";
  what: string; // "pin", "spring" …
  at: Vec; // where the force acts, ground axes
  force: Vec;
  torque: Vec;
}

export const magnitude = (a: Vec): number => Math.hypot(a[0], a[1], a[2]);
export const minus = (a: Vec, b: Vec): Vec => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
const plus = (a: Vec, b: Vec): Vec => [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
const back = (a: Vec): Vec => [-a[0], -a[1], -a[2]];

/* ---- which columns ---- */

/* First columns of the loads on each body, by its name. */
const known = new WeakMap<Table, Map<string, number[]>>();

function columnsOf(scene: Scene, table: Table): Map<string, number[]> {
  let found = known.get(table);
  if (!found) {
    found = new Map();
    const bodies = new Set(scene.bodies.map(({ name }) => name));
    for (const [i, { name }] of table.channels.entries()) {
      const body = name.endsWith(".x") ? ownerOfChannel(bodies, name) : null;
      if (body !== null) found.set(body, [...(found.get(body) ?? []), i]);
    }
    known.set(table, found);
  }
  return found;
}

const WEIGHT = -3;

/* "A" of crank.A.x */
function elementOf(table: Table, column: number, body: string): string {
  const { name } = table.channels[column]!;
  return name.slice(body.length + 1, -2);
}

function sourceOf(scene: Scene, name: string): Pick<Load, "name" | "kind" | "what"> {
  const joint = scene.joints.find((one) => one.name === name);
  if (joint) return { name, kind: "joint", what: called(joint.type) };
  const force = scene.forces.find((one) => one.name === name);
  if (force) return { name, kind: "force", what: called(force.type) };
  const driver = scene.drivers.find((one) => one.name === name);
  if (driver) return { name, kind: "driver", what: driver.channel };
  const owner = ownerOfChannel(elementNames(scene), name);
  /* of two bodies of a contact of more: "among.low.high" */
  const touching = scene.forces.find((one) => one.name === owner && touchNames(scene, owner).includes(name));
  if (touching) return { name, kind: "force", what: called(touching.type) };
  return { name: owner, kind: "driver", what: "actuator" };
}

/* ---- what acts ---- */

function vectors(scene: Scene, value: Sample, column: number): Pick<Load, "at" | "force" | "torque"> {
  const number = (i: number): number => value.loads!.number(column + i);
  if (!scene.space)
    return { at: [number(0), number(1), 0], force: [number(2), number(3), 0], torque: [0, 0, number(4)] };
  const [at, force, torque] = [0, 3, 6].map((i): Vec => [number(i), number(i + 1), number(i + 2)]);
  return { at: at!, force: force!, torque: torque! };
}

/* Of the loads on a body those that are not zero; null: the run tells none. */
export function loadsOn(scene: Scene, value: Sample, body: number): Load[] | null {
  const table = value.loads?.table;
  const { name } = scene.bodies[body]!;
  const columns = table && columnsOf(scene, table).get(name);
  if (!columns) return null;
  return columns
    .slice(0, WEIGHT + 1)
    .map((column, i): Load => {
      const weight = i === columns.length + WEIGHT;
      const source = weight
        ? { name: "weight", kind: "weight" as const, what: "weight" }
        : sourceOf(scene, elementOf(table, column, name));
      return { ...source, ...vectors(scene, value, column) };
    })
    .filter((load) => magnitude(load.force) > 0 || magnitude(load.torque) > 0);
}

/* The components of a load that are not unique. */
export function sharedParts({ kind, name }: Pick<Load, "kind" | "name">, value: Sample): string[] {
  return kind === "joint" || kind === "driver" ? nonUniqueParts(value.table ?? null, name) : [];
}

export function isShared(load: Pick<Load, "kind" | "name">, value: Sample): boolean {
  return sharedParts(load, value).length > 0;
}

export interface Balance {
  force: Vec; // resultant of all forces
  moment: Vec; // of all forces and torques about the centre of mass
  inertia: Vec; // m a
  angularInertia: Vec; // I alpha + omega x I omega
  residual: number; // N: length of what is left over
  residualMoment: number; // N m
}

export function balanceOf(scene: Scene, value: Sample, body: number): Balance | null {
  const columns = value.loads && columnsOf(scene, value.loads.table).get(scene.bodies[body]!.name);
  if (!columns) return null;
  const [inertia, sum] = columns.slice(WEIGHT + 1).map((column) => vectors(scene, value, column));
  return {
    force: sum!.force,
    moment: sum!.torque,
    inertia: back(inertia!.force),
    angularInertia: back(inertia!.torque),
    residual: magnitude(plus(sum!.force, inertia!.force)),
    residualMoment: magnitude(plus(sum!.torque, inertia!.torque)),
  };
}

/* In each row the largest force on any body. */
export function largestForces(scene: Scene, table: Table): Float64Array {
  const { loads } = table;
  const maxima = new Float64Array(table.rows);
  const [first, count] = scene.space ? [3, 3] : [2, 2];
  for (const columns of loads ? columnsOf(scene, loads).values() : [])
    for (const column of columns.slice(0, WEIGHT + 1)) {
      const parts = loads!.columns.slice(column + first, column + first + count);
      for (let row = 0; row < maxima.length; row++) {
        const length = Math.hypot(...parts.map((part) => part[row]!));
        if (length > maxima[row]!) maxima[row] = length;
      }
    }
  return maxima;
}

/* drive_curves.ts - what a motion asks of each drive: its torque over its speed, its limits, and the numbers by which a motor is chosen.
 *
 * A drive is a force on a joint, or between two points, that tells its power. Where it has a rotor, its speed and torque are meant, before the gearbox.
 */
import type { Scene, Table } from "../engine/engine";
import { forceKind, isDrive } from "../state/description";
import { columnOf, timeOf, unitOf } from "./channels";

export interface DriveCurve {
  name: string;
  speed: Float64Array;
  effort: Float64Array; // torque, or force
  limit: Float64Array | null; // of the effort at that speed
  speedUnit: string;
  effortUnit: string;
  peak: number; // of the effort, its magnitude
  rms: number; // over the time
  fastest: number;
  power: number; // the largest
  facts: [name: string, text: string][];
}

/* The first channel of a table by one of several names. */
function firstOf(table: Table, ...names: string[]): string | null {
  return names.find((name) => columnOf(table, name) !== null) ?? null;
}

/* The speed of a joint in a unit. */
function jointSpeed(table: Table, joint: string, unit: string): string | null {
  const found = table.channels.find((channel) => channel.name.startsWith(joint + ".") && channel.unit === unit);
  return found?.name ?? null;
}

const largest = (column: Float64Array): number => column.reduce((most, one) => Math.max(most, Math.abs(one)), 0);

/* Root of the mean of the square, by the trapezoidal rule. */
export function rmsOf(time: Float64Array, values: Float64Array): number {
  let sum = 0;
  for (let i = 1; i < time.length; i++)
    sum += ((time[i]! - time[i - 1]!) * (values[i]! ** 2 + values[i - 1]! ** 2)) / 2;
  const span = time[time.length - 1]! - time[0]!;
  return span > 0 ? Math.sqrt(sum / span) : 0;
}

/* What the engine says of its ratings: how many times that what the motion asks for they are. */
function marginsOf(table: Table, name: string): [string, string][] {
  return table.facts.filter(([fact]) => fact.endsWith(` ${name} margins`)).map(([, text]) => ["margins", text]);
}

/* Whether the engine says what it must give: a cylinder between two points, and no gas spring. */
function isSized(table: Table, name: string): boolean {
  return table.facts.some(([fact]) => fact.endsWith(` ${name} force`));
}

function curveOf(table: Table, time: Float64Array, name: string, joint?: string): DriveCurve | null {
  const effort = firstOf(table, `${name}.motor_torque`, `${name}.torque`, `${name}.force`);
  const effortUnit = effort === null ? "" : (unitOf(table, effort) ?? "");
  const own = effort?.endsWith(".motor_torque") ? firstOf(table, `${name}.motor_speed`) : null;
  const along = joint === undefined ? firstOf(table, `${name}.rate`) : null;
  const ofJoint = joint === undefined ? null : jointSpeed(table, joint, effortUnit === "N" ? "m/s" : "rad/s");
  const speed = own ?? along ?? ofJoint;
  if (effort === null || speed === null) return null;
  const [x, y] = [columnOf(table, speed)!, columnOf(table, effort)!];
  return {
    name,
    speed: x,
    effort: y,
    limit: columnOf(table, `${name}.available_torque`),
    speedUnit: unitOf(table, speed) ?? "",
    effortUnit,
    peak: largest(y),
    rms: rmsOf(time, y),
    fastest: largest(x),
    power: largest(x.map((one, i) => one * y[i]!)),
    facts: table.facts
      .filter(([fact]) => fact.startsWith(`${name} `) || fact.startsWith(`${name}.`))
      .map(([fact, text]): [string, string] => [fact, text])
      .concat(marginsOf(table, name)),
  };
}

/* Whether it can hold a joint still, as clutches and brakes do: these only take power away. */
function holds(type: string): boolean {
  return forceKind(type)?.channels.some(({ name }) => name === "holds") ?? false;
}

/* Of all drives of a motion; none where the table is no motion. */
export function driveCurves(table: Table | null, scene: Scene | null): DriveCurve[] {
  const time = table && timeOf(table);
  if (!table || !time || !scene) return [];
  return scene.forces
    .filter(({ type, name, joint }) => (joint === undefined ? isSized(table, name) : isDrive(type) && !holds(type)))
    .flatMap(({ name, joint }) => curveOf(table, time, name, joint) ?? []);
}

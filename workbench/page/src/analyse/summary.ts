/* summary.ts - a run in plain words: one line for the bar, the largest force in each joint and when, what was asked of the numbers. */
import { isGivenLoad } from "../state/description";
import type { Scene, Settings, Table } from "../engine/engine";
import { texts } from "../texts/texts";
import { nonUniqueChoice, nonUniqueText } from "../engine/unique";
import { rowsInWords, stateAt, stateRows } from "../drawing/states";
import { few } from "../shell/number_text";
import { type Run, sceneOf } from "../state/runs";
import { columnOf, timeOf } from "./channels";
import { shownColumn } from "./rounding";
import { duration, quantity } from "../shell/quantity";

export interface Range {
  element: string;
  channel: string; // "|O.f|"
  unit: string;
  low: number;
  lowRow: number;
  high: number;
  highRow: number;
}

const AS_LARGE = 1e-6; // of the largest: of the peaks of a periodic motion the first is told

function rangeOf(element: string, channel: string, unit: string, values: Float64Array): Range | null {
  let lowRow = -1;
  let highRow = -1;
  for (let row = 0; row < values.length; row++) {
    const value = values[row]!;
    if (!Number.isFinite(value)) continue;
    if (lowRow < 0 || value < values[lowRow]!) lowRow = row;
    if (highRow < 0 || value > values[highRow]!) highRow = row;
  }
  if (lowRow < 0) return null;
  const near = AS_LARGE * Math.max(Math.abs(values[lowRow]!), Math.abs(values[highRow]!));
  lowRow = values.findIndex((one) => one <= values[lowRow]! + near);
  highRow = values.findIndex((one) => one >= values[highRow]! - near);
  return { element, channel, unit, low: values[lowRow]!, lowRow, high: values[highRow]!, highRow };
}

/* Of each joint its force (or tension) and the torque it carries, of each motor and driver its torque: smallest, largest, and the rows where. */
export function reactionRanges(table: Table, scene: Scene): Range[] {
  const ranges: Range[] = [];
  /* carried: only where there is some */
  const add = (element: string, channel: string, unit: string, carried = false): boolean => {
    const values = shownColumn(table, channel);
    const range = values && rangeOf(element, channel, unit, values);
    if (range && !(carried && range.low === 0 && range.high === 0)) ranges.push(range);
    return range !== null;
  };
  for (const { name, coordinates } of scene.joints) {
    add(name, `|${name}.f|`, "N");
    if (!add(name, `|${name}.t|`, "N*m", true)) add(name, `${name}.torque`, "N*m", true);
    add(name, `${name}.tension`, "N");
    for (const { actuator } of coordinates)
      add(name, actuator, table.channels.find((one) => one.name === actuator)?.unit ?? "");
  }
  for (const { name } of scene.drivers) if (!add(name, `${name}.torque`, "N*m")) add(name, `${name}.force`, "N");
  for (const { name, type } of scene.forces) {
    if (isGivenLoad(type)) continue;
    if (!add(name, `${name}.force`, "N") && !add(name, `${name}.torque`, "N*m")) add(name, `|${name}.f|`, "N");
  }
  return ranges;
}

/* Where a row is among the others; nothing where it is the only one. */
export function whereOf(of: Table, row: number): string {
  const t = timeOf(of);
  if (t) return texts.results.summary.atS(few(t[row]!, 4));
  return stateRows(of).length > 1 ? texts.results.summary.atNo(stateAt(of, row) + 1) : "";
}

function factNumber(table: Table, name: string): number | null {
  return table.facts.find(([one]) => one === name)?.[2] ?? null;
}

function worst(table: Table, channel: string): number | null {
  const values = columnOf(table, channel);
  if (!values || values.length === 0) return null;
  return values.reduce((most, one) => (Math.abs(one) > most ? Math.abs(one) : most), 0);
}

/* How large the energies of the run are: what an error is measured by. */
export function energyScale(table: Table): number {
  const estimate = factNumber(table, "energy scale");
  if (estimate !== null && estimate > 0) return estimate;
  let scale = 0;
  for (const name of ["energy.kinetic", "energy.potential", "energy.work"]) {
    const values = columnOf(table, name);
    if (!values || values.length === 0) continue;
    let low = Infinity;
    let high = -Infinity;
    for (const one of values) {
      low = Math.min(low, one);
      high = Math.max(high, one);
    }
    scale = Math.max(scale, high - low);
  }
  return scale;
}

const ROUNDING = 1e-12; // of the energies that are there: what is exchanged below it is none

/* What it would take to lift the mechanism by its own size: motions of far less energy are rounding, as of what rests. */
function weightTimesSize(scene: Scene | null): number {
  if (!scene) return 0;
  const mass = scene.bodies.reduce((sum, body) => sum + body.mass, 0);
  return mass * Math.hypot(...scene.gravity) * scene.size;
}

/* What the energy balance misses, as a part of what is exchanged; null: nothing is, or the table does not say. */
function energyPart(table: Table, scene: Scene | null): number | null {
  const error = factNumber(table, "worst energy error") ?? worst(table, "energy.error");
  const scale = energyScale(table);
  const there = Math.max(
    worst(table, "energy.kinetic") ?? 0,
    worst(table, "energy.potential") ?? 0,
    weightTimesSize(scene),
  );
  if (error === null || !timeOf(table) || scale <= ROUNDING * there) return null;
  return error / scale;
}

export interface AccuracyNote {
  ok: boolean;
  text: string;
}

/* The estimated error of the result, where the run has it. */
function errorsOf(table: Table): AccuracyNote[] {
  const estimate = (name: string, unit: string): string | null => {
    const error = factNumber(table, `error of ${name}`);
    return error === null ? null : `${name} ${quantity(error, unit, 2)}`;
  };
  const list = [
    estimate("positions", "m"),
    estimate("angles", "rad"),
    estimate("velocities", "m/s"),
    estimate("forces", "N"),
    estimate("torques", "N*m"),
  ].filter((one) => one !== null);
  const lost = table.facts.find(([name]) => name === "channels without digits");
  const found: AccuracyNote[] = [];
  if (list.length > 0)
    found.push({ ok: !lost, text: texts.results.summary.estimatedErrorOfTheResults(list.join(", ")) });
  if (lost) found.push({ ok: false, text: texts.results.summary.noDigitIsCertainOf(lost[1]) });
  return found;
}

/* How large the mechanism is, by the coordinates that the table has; 1 m where it has none. */
function reachOf(table: Table): number {
  let most = 0;
  for (const { name, unit } of table.channels)
    if (unit === "m" && !name.startsWith("residual.")) most = Math.max(most, worst(table, name) ?? 0);
  return most || 1;
}

/* What the run says of its own accuracy. */
export function accuracyNotes(table: Table, scene: Scene | null = null): AccuracyNote[] {
  const found: AccuracyNote[] = [];
  const position = factNumber(table, "worst position residual");
  const opening = factNumber(table, "largest opening");
  const rotation = factNumber(table, "largest rotation");
  const joints =
    opening === null && rotation === null ? texts.results.summary.joints : texts.results.summary.rigidJoints;
  if (position !== null) {
    const part = position / reachOf(table);
    const gap = quantity(position, "m", 2); // angles count times the size of the mechanism
    const text = part < 1e-13 ? texts.results.summary.stayClosedToRounding : texts.results.summary.stayClosedTo(gap);
    found.push({ ok: part < 1e-6, text: `${joints} ${text}` });
  }
  if (opening !== null)
    found.push({ ok: true, text: texts.results.summary.compliantJointsOpenByUpTo(quantity(opening, "m", 2)) });
  if (rotation !== null)
    found.push({ ok: true, text: texts.results.summary.compliantJointsRotateByUpTo(quantity(rotation, "rad", 2)) });
  found.push(...errorsOf(table));
  const loose = nonUniqueText(table);
  if (loose) found.push({ ok: false, text: texts.unique.note(loose, nonUniqueChoice(table)) });
  const part = energyPart(table, scene);
  if (part === null && factNumber(table, "worst energy error") !== null)
    found.push({ ok: true, text: texts.units.atRest });
  if (part !== null) {
    const scale = energyScale(table);
    const text =
      part < 1e-15
        ? texts.results.summary.theEnergyBalanceIsExactTo
        : texts.results.summary.theEnergyBalanceHoldsToOf(
            quantity(part * scale, "J", 2),
            few(part, 2),
            quantity(scale, "J", 3),
          );
    found.push({ ok: part < 1e-3, text });
  }
  return found;
}

/* "dynamics: 201 rows, 3.1 ms, energy error 2e-13" */
export function statusLine(table: Table, seconds: number, scene: Scene | null = null): string {
  const parts = [`${table.kind}: ${rowsText(table)}`, duration(seconds)];
  const part = energyPart(table, scene);
  if (part !== null) parts.push(texts.results.summary.energyError(few(part, 1)));
  return parts.join(", ");
}

/* The parameters that an analysis had other than the model has them: "letter = 0.02 kg". */
export function setFor(run: Run, of: Table): string {
  const before = new Map(run.scene.parameters.map(({ name, value }) => [name, value]));
  return sceneOf(run, of)
    .parameters.filter(({ name, value }) => value !== before.get(name))
    .map(({ name, value, unit }) => `${name} = ${quantity(value, unit, 5)}`)
    .join(", ");
}

/* Parameters that are set beside the text: "c = 770, k = 25000" */
export function settingsText(set: Settings): string {
  return Object.entries(set)
    .map(([one, value]) => `${one} = ${value}`)
    .join(", ");
}

export function rowsText(table: Table): string {
  const count = timeOf(table) ? table.rows : stateRows(table).length;
  return `${count} ${rowsInWords(table, count)}`;
}

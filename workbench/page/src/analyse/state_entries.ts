/* state_entries.ts - rows that are states or modes, as entries to click: what each is in a line of words. */
import type { Scene, Table } from "../engine/engine";
import { isModes, stateRows } from "../drawing/states";
import { few, orZero, steady } from "../shell/number_text";
import { columnOf, timeOf } from "./channels";
import { quantity } from "../shell/quantity";
import { texts } from "../texts/texts";

export interface Entry {
  row: number;
  title: string; // "1.217 Hz"
  details: string[]; // "damping 21 %", "body moves most"
  stable: boolean | null; // null: not known
}

/* Rows that do not follow each other in time: positions of rest, steady states, single evaluations. */
export function isStates(table: Table): boolean {
  return (
    !isModes(table) && table.rowNames === null && table.channels[0]?.name === "t" && !timeOf(table) && table.rows > 0
  );
}

/* What is zero but for rounding is zero. */
function at(table: Table, name: string, row: number): number {
  const value = columnOf(table, name)?.[row] ?? NaN;
  return orZero(value, 1, 1e-11);
}

/* The body with the largest share of the kinetic energy. */
function dominantBody(table: Table, row: number): { name: string; share: number } | null {
  let best: { name: string; share: number } | null = null;
  for (const { name } of table.channels) {
    if (!name.endsWith(".participation")) continue;
    const share = at(table, name, row);
    if (!best || share > best.share) best = { name: name.slice(0, -".participation".length), share };
  }
  return best && best.share > 0 ? best : null;
}

/* The coordinate of a joint that moves most. */
function dominantCoordinate(table: Table, row: number): string | null {
  let best: string | null = null;
  let most = 0;
  for (const { name } of table.channels) {
    if (!/\.(angle\w*|displacement\w*)\.re$/.test(name)) continue;
    const stem = name.slice(0, -3);
    const size = Math.hypot(at(table, name, row), at(table, stem + ".im", row));
    if (size > most * (1 + 1e-9)) [most, best] = [size, stem];
  }
  return best;
}

export function modeEntries(table: Table): Entry[] {
  return Array.from({ length: table.rows }, (_, row) => {
    const frequency = at(table, "frequency", row);
    const damping = at(table, "damping", row);
    const real = at(table, "eigenvalue.re", row);
    const natural = at(table, "natural", row);
    const rigid = at(table, "rigid", row) === 1;
    const grows = real > 1e-9 * Math.max(natural, 1e-9) && !rigid;
    const details: string[] = [];
    if (rigid) details.push(texts.results.stateEntries.movesFreelyWithoutARestoringForce);
    else if (frequency === 0)
      details.push(
        texts.results.stateEntries.withoutOscillationTimeConstant(
          grows ? "grows" : "decays",
          quantity(Math.abs(1 / real), "s", 3),
        ),
      );
    else if (Math.abs(damping) < 1e-12) details.push("undamped");
    else
      details.push(
        grows
          ? texts.results.stateEntries.growsDampingRatio(few(damping, 3))
          : texts.results.stateEntries.dampingRatio(few(damping, 3)),
      );
    const body = dominantBody(table, row);
    if (body) details.push(texts.results.stateEntries.movesMostOfTheEnergy(body.name, Math.round(100 * body.share)));
    else {
      const coordinate = dominantCoordinate(table, row);
      if (coordinate) details.push(texts.results.stateEntries.mostly(coordinate));
    }
    const title = rigid
      ? texts.results.stateEntries.rigidBodyMode
      : frequency > 0
        ? `${steady(frequency, 4)} Hz`
        : `${steady(real, 4)} 1/s`;
    return { row, title, details, stable: !grows };
  });
}

/* States are told apart by the coordinates of the joints, those that differ between rows first. */
export function stateEntries(table: Table, scene: Scene): Entry[] {
  const coordinates = scene.joints
    .flatMap((joint) => joint.coordinates)
    .filter((coordinate) => columnOf(table, coordinate.channel) !== null);
  const varies = (channel: string): boolean => {
    const values = columnOf(table, channel)!;
    return values.some((one) => Math.abs(one - values[0]!) > 1e-9);
  };
  const varying = table.rows > 1 ? coordinates.filter((one) => varies(one.channel)) : coordinates;
  const speeds = table.channels.filter(({ name }) => /\.(angle_|displacement_)?speed$/.test(name));
  const turning = speeds.filter(({ name }) => columnOf(table, name)!.some((one) => Math.abs(one) > 1e-9));
  const growth = columnOf(table, "stability.growth");
  const branch = columnOf(table, "sweep.branch");
  const words = factOfStability(table);
  return stateRows(table).map((row) => {
    const grows = growth ? growth[row]! : NaN;
    const stable = growth && !Number.isNaN(grows) ? grows <= 1e-9 : table.rows === 1 ? words : null;
    const details: string[] = [];
    for (const { name, unit } of turning.slice(0, 2))
      details.push(`${name} ${quantity(at(table, name, row), unit, 4)}`);
    if (branch) details.push(texts.results.stateEntries.curve(branch[row]!));
    const shown = (varying.length > 0 ? varying : coordinates).slice(0, 2);
    const title =
      shown.map((one) => `${one.channel} ${quantity(at(table, one.channel, row), one.unit, 4)}`).join(", ") ||
      texts.results.stateEntries.row(row + 1);
    return { row, title, details, stable };
  });
}

function factOfStability(table: Table): boolean | null {
  const text = table.facts.find(([name]) => name === "stability")?.[1];
  if (text === undefined) return null;
  return !/^unstable|grows/.test(text.replace(/no mode grows/, ""));
}

/* impulses.ts - impulses of events and impacts, as the engine's table of events tells them: which are on show at a time, where they act.
 *
 * The table has for each joint its impulse on the second body, under the names of its forces, and for each place of a contact where that is
 * (`x`, `y`) and the impulse there (`fx`, `fy`). An impulse has no duration: its arrow stays for a moment of the clock.
 */
import type { Table, Vec } from "../engine/engine";
import type { Arrow } from "./arrow_set";
import type { Instant } from "./part";
import { placed } from "./poses";
import { channelColumn } from "./sample";

const SHOWN = 0.4; // s of the clock

/* Rows of the events that are on show: since `before`, and not later than `time`. */
export function rowsShown(events: Table, time: number, speed: number): number[] {
  const times = channelColumn(events, "t");
  if (!times) return [];
  const rows: number[] = [];
  times.forEach((t, row) => {
    if (t <= time + 1e-9 && t > time - SHOWN * Math.abs(speed)) rows.push(row);
  });
  return rows;
}

type Columns = (Float64Array | null)[];

const known = new WeakMap<Table, { name: string; force: Columns; place: Columns }[]>();

/* Elements with an impulse that is a vector. */
function sourcesOf(events: Table): { name: string; force: Columns; place: Columns }[] {
  let found = known.get(events);
  if (!found) {
    found = events.channels
      .filter(({ name, unit }) => name.endsWith(".fx") && unit === "N*s")
      .map(({ name }) => {
        const owner = name.slice(0, -3);
        const columns = (letters: string[]): Columns => letters.map((one) => channelColumn(events, `${owner}.${one}`));
        return { name: owner, force: columns(["fx", "fy", "fz"]), place: columns(["x", "y", "z"]) };
      });
    known.set(events, found);
  }
  return found;
}

const vector = (columns: Columns, row: number): Vec => columns.map((one) => one?.[row] ?? 0) as Vec;

function placeOf({ scene, poses }: Pick<Instant, "scene" | "poses">, name: string): Vec | null {
  const joint = scene.joints.find((one) => one.name === name);
  if (!joint) return null;
  const body = joint.bodies[1];
  return placed(scene.bodies[body]!, poses[body]!, joint.points[1]);
}

export function impulsesAt(
  now: Pick<Instant, "scene" | "poses">,
  events: Table | undefined,
  time: number,
  speed: number,
): Arrow[] {
  if (!events) return [];
  return rowsShown(events, time, speed).flatMap((row) =>
    sourcesOf(events).flatMap(({ name, force, place }): Arrow[] => {
      const by = vector(force, row);
      const at = place[0] && place[1] ? vector(place, row) : placeOf(now, name);
      return at && by.some((one) => one !== 0) ? [{ at, by }] : [];
    }),
  );
}

const largest = new WeakMap<Table, number>();

/* The largest of all impulses: what a long arrow stands for. */
export function largestImpulse(events: Table | undefined): number {
  if (!events) return 0;
  let most = largest.get(events);
  if (most === undefined) {
    most = 0;
    for (const { force } of sourcesOf(events))
      for (let row = 0; row < events.rows; row++) most = Math.max(most, Math.hypot(...vector(force, row)));
    largest.set(events, most);
  }
  return most;
}

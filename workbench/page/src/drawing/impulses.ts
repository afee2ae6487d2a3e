/* impulses.ts - impulses of events and impacts, as the engine's table of events tells them: which are on show at a time, where they act.
 *
 * The table has for each joint its impulse on the second body, under the names of its forces, and for each place of a contact where that is
 * (`x`, `y`) and the impulse there (`fx`, `fy`). An impulse has no duration: its arrow stays for a moment of the clock, and fades.
 */
import type { Scene, Table, Vec } from "../engine/engine";
import type { Arrow } from "./arrow_set";
import type { Instant } from "./part";
import { placed } from "./poses";
import { channelColumn } from "./sample";

const SHOWN = 0.4; // s of the clock
const SEEN = 0.02; // of the largest: less is not drawn

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

/* Whether its second body is the ground: what moves is the first one then. */
function isOnGround(scene: Scene, name: string): boolean {
  const two = (scene.joints.find((one) => one.name === name) ?? scene.forces.find((one) => one.name === name))?.bodies;
  return two ? two[1] === 0 : name.endsWith(`.${scene.bodies[0]!.name}`);
}

export interface Impulse extends Arrow {
  fresh: number; // 1 as it happens, to 0 where its arrow goes
}

/* On the second body, or on the one that moves. */
export function impulsesAt(
  now: Pick<Instant, "scene" | "poses">,
  events: Table | undefined,
  time: number,
  speed: number,
): Impulse[] {
  const times = events && channelColumn(events, "t");
  if (!times) return [];
  return rowsShown(events, time, speed).flatMap((row) =>
    sourcesOf(events).flatMap(({ name, force, place }): Impulse[] => {
      const found = vector(force, row);
      const at = place[0] && place[1] ? vector(place, row) : placeOf(now, name);
      if (!at || !(Math.hypot(...found) > SEEN * largestImpulse(events))) return [];
      const by = isOnGround(now.scene, name) ? (found.map((one) => -one) as Vec) : found;
      const age = Math.max(time - times[row]!, 0) / (SHOWN * Math.abs(speed) || 1);
      return [{ at, by, fresh: 1 - Math.min(age, 1) }];
    }),
  );
}

export const FADES = 4; // steps in which they fade
export const opacityOf = (step: number): number => (step + 1) / FADES;
export const stepOf = ({ fresh }: Impulse): number => Math.min(Math.floor(fresh * FADES), FADES - 1);

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

/* arrow_set.ts - which vectors are drawn as arrows at an instant, and how large they get over the whole table. */
import type { Scene, Table, Vec } from "../engine/engine";
import { isShared, largestForces, loadsOn, magnitude } from "./loads";
import type { Instant } from "./part";
import { placed } from "./poses";
import { channelColumn } from "./sample";

export type ArrowKind = "velocity" | "acceleration" | "force";
export const ARROW_KINDS: ArrowKind[] = ["velocity", "acceleration", "force"];
export const ARROW_UNITS: Record<ArrowKind, string> = { velocity: "m/s", acceleration: "m/s^2", force: "N" };

export interface Arrow {
  at: Vec; // ground axes
  by: Vec;
  shared?: boolean; // a reaction that is not unique
}

const LETTER = { velocity: "v", acceleration: "a" } as const;

/* Points that share a place share its velocity: one arrow is enough. */
function distinct(list: Arrow[], near: number): Arrow[] {
  const seen = new Set<string>();
  return list.filter(({ at, by }) => {
    const key = [...at, ...by].map((x) => Math.round(x / near)).join(" ");
    return seen.has(key) ? false : seen.add(key);
  });
}

function kinematic(now: Instant, kind: "velocity" | "acceleration", bodies: number[]): Arrow[] {
  const { scene, poses, value } = now;
  const letter = LETTER[kind];
  const list = bodies.flatMap((i) => {
    const body = scene.bodies[i]!;
    const places: [string, Vec][] = body.points.map((point) => [`${body.name}.${point.name}`, point.at]);
    if (body.mass > 0 || places.length === 0) places.push([body.name, body.com]);
    return places.flatMap(([name, p]): Arrow[] => {
      const [x, y] = [value(`${name}.${letter}x`), value(`${name}.${letter}y`)];
      if (x === null || y === null) return [];
      return [{ at: placed(body, poses[i]!, p), by: [x, y, value(`${name}.${letter}z`) ?? 0] }];
    });
  });
  return distinct(list, 1e-6 * (scene.size || 1));
}

/* Of one body all that acts on it; of all bodies each joint once, as it acts on its second body, and each touch once. */
function forces(now: Instant, bodies: number[], all: boolean): Arrow[] {
  const { scene, value } = now;
  const second = new Map(scene.joints.map((joint) => [joint.name, joint.bodies[1]]));
  const drawn = new Map<string, Vec>(); // where
  return bodies.flatMap((i) =>
    (loadsOn(scene, value, i) ?? [])
      .filter((load) => {
        if (!all) return magnitude(load.force) > 0;
        if (load.kind !== "joint") {
          const before = drawn.get(load.name);
          drawn.set(load.name, load.at);
          const again = before !== undefined && load.at.every((x, k) => x === before[k]); // one place, on two bodies
          return magnitude(load.force) > 0 && (load.kind !== "force" || !again);
        }
        const on = second.get(load.name);
        return on === i || on === 0;
      })
      .map((load): Arrow => ({ at: load.at, by: load.force, shared: isShared(load, value) })),
  );
}

export function arrowsAt(now: Instant, kind: ArrowKind, only: number | null): Arrow[] {
  const bodies = only === null ? now.scene.bodies.map((_, i) => i).slice(1) : [only];
  return kind === "force" ? forces(now, bodies, only === null) : kinematic(now, kind, bodies);
}

const found = new WeakMap<Table, Map<ArrowKind, number>>();

/* In each row the largest vector of a kind. */
function rowMaxima(scene: Scene, table: Table, kind: ArrowKind): Float64Array {
  if (kind === "force") return largestForces(scene, table);
  const axes = scene.space ? ["x", "y", "z"] : ["x", "y"];
  const maxima = new Float64Array(table.rows);
  const take = (names: string[]): void => {
    const columns = names.map((name) => channelColumn(table, name)).filter((one) => one !== null);
    for (let row = 0; columns.length > 0 && row < table.rows; row++) {
      const length = Math.hypot(...columns.map((one) => one[row]!));
      if (length > maxima[row]!) maxima[row] = length;
    }
  };
  const vector = (name: string, letter: string): void => take(axes.map((axis) => `${name}.${letter}${axis}`));
  for (const body of scene.bodies) {
    vector(body.name, LETTER[kind]);
    for (const point of body.points) vector(`${body.name}.${point.name}`, LETTER[kind]);
  }
  return maxima;
}

/* What an arrow of full length stands for: as large as vectors get in that part of the rows. A short peak may be four times as long. */
export function fullArrow(maxima: Float64Array, part = 0.9): number {
  const sorted = Float64Array.from(maxima.filter((one) => Number.isFinite(one))).sort();
  const largest = sorted[sorted.length - 1] ?? 0;
  return Math.max(sorted[Math.floor(part * (sorted.length - 1))] ?? 0, largest / 4);
}

export function fullArrowOf(scene: Scene, table: Table, kind: ArrowKind): number {
  let known = found.get(table);
  if (!known) found.set(table, (known = new Map()));
  let value = known.get(kind);
  if (value === undefined) known.set(kind, (value = fullArrow(rowMaxima(scene, table, kind))));
  return value;
}

const SHORTEST = 7; // px: only the head

/* Length on the screen of a vector; what is hardly anything beside the large ones is nothing. */
export function arrowLength(value: number, largest: number, longest: number): number {
  if (!(largest > 0) || !(value > 1e-6 * largest)) return 0;
  return Math.max((value / largest) * longest, SHORTEST);
}

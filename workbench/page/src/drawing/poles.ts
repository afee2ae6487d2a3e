/* poles.ts - instant centres as the engine has found them: (px, py)/pw, in homogeneous coordinates that pass infinity without a jump. */
import type { Scene, Table } from "../engine/engine";
import { isHinge, isSlider } from "../state/description";
import type { DiagramSample } from "./sample";
import { channelColumn } from "./sample";

/* Two bodies that have a centre, the ground or the earlier one first. */
export interface PolePair {
  name: string; // "crank:rocker"
  bodies: [number, number];
  primary: boolean; // a joint of both fixes it; else Kennedy's theorem finds it
}

export type Homogeneous = [x: number, y: number, w: number];

const known = new WeakMap<Table, PolePair[]>();

export function polePairs(scene: Scene, table: Table): PolePair[] {
  let found = known.get(table);
  if (!found) {
    const index = new Map(scene.bodies.map((body, i) => [body.name, i]));
    found = table.channels.flatMap(({ name }): PolePair[] => {
      const [first, second] = name.endsWith(".pw") ? name.slice(0, -3).split(":") : [];
      const bodies: [number, number] = [index.get(first ?? "") ?? -1, index.get(second ?? "") ?? -1];
      if (bodies[0] < 0 || bodies[1] < 0) return [];
      const primary = scene.joints.some(
        (joint) =>
          (isHinge(joint.type) || isSlider(joint.type)) &&
          !joint.joints &&
          bodies.every((body) => joint.bodies.includes(body)),
      );
      return [{ name: name.slice(0, -3), bodies, primary }];
    });
    known.set(table, found);
  }
  return found;
}

function columnsOf(table: Table, { name }: PolePair): Float64Array[] {
  return ["px", "py", "pw"].map((part) => channelColumn(table, `${name}.${part}`)!);
}

export function poleAtRow(table: Table, pair: PolePair, row: number): Homogeneous {
  const [x, y, w] = columnsOf(table, pair);
  return [x![row]!, y![row]!, w![row]!];
}

/* Between rows straight on; a centre is the same with all its signs changed, as they are when a motion turns back. */
export function poleAt({ table, row, part }: DiagramSample, pair: PolePair): Homogeneous | null {
  const here = poleAtRow(table, pair, row);
  if (part === 0 || row + 1 >= table.rows) return here.every(Number.isFinite) ? here : null;
  const next = poleAtRow(table, pair, row + 1);
  if (!here.every(Number.isFinite) || !next.every(Number.isFinite)) return null;
  const sign = here[0] * next[0] + here[1] * next[1] + here[2] * next[2] < 0 ? -1 : 1;
  return here.map((one, i) => one + part * (sign * next[i]! - one)) as Homogeneous;
}

/* Its place; null: at infinity, or too far away to be told from it. */
export function placeOf([x, y, w]: Homogeneous, size: number): [number, number] | null {
  const far = 1e4 * (size || 1);
  return Math.abs(w) * far > Math.hypot(x, y) ? [x / w, y / w] : null;
}

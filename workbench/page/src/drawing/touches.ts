/* touches.ts - where bodies touch at an instant, as the channels of a run tell it: `hit.x`, `hit.fx`, `hit.sticks`.
 *
 * A contact of two bodies has these under its own name; of more bodies each two have them, `among.low.high.x`.
 */
import type { Scene, Vec } from "../engine/engine";
import type { Sample } from "./sample";

const known = new WeakMap<Scene, Map<string, string[]>>();

/* Under which names a contact tells where bodies touch. */
export function touchNames(scene: Scene, contact: string): string[] {
  let found = known.get(scene);
  if (!found) known.set(scene, (found = new Map()));
  let names = found.get(contact);
  if (!names) {
    const all = new Set(scene.channels.map(({ name }) => name));
    names = scene.channels
      .filter(({ name }) => name.startsWith(`${contact}.`) && name.endsWith(".x") && all.has(`${name.slice(0, -1)}fx`))
      .map(({ name }) => name.slice(0, -2));
    found.set(contact, names);
  }
  return names;
}

export interface Touch {
  at: Vec;
  force: Vec; // on the second body
  presses: boolean;
  sticks: boolean;
}

/* null: there is no run that tells it. */
export function touchAt(value: Sample, name: string): Touch | null {
  const vector = (stem: string): (number | null)[] => ["x", "y", "z"].map((axis) => value(`${name}.${stem}${axis}`));
  const [at, by] = [vector(""), vector("f")];
  if (at[0] === null || at[1] === null) return null;
  const force = by.map((one) => one ?? 0) as Vec;
  const presses = force.some((one) => one !== 0);
  return {
    at: at.map((one) => one ?? 0) as Vec,
    force,
    presses,
    sticks: presses && (value(`${name}.sticks`) ?? 0) > 0.5,
  };
}

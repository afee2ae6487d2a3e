/* owner.ts - whose a channel is: of "leg1.knee.fx" the longest beginning that names an element. */
import type { Scene } from "./engine";

const known = new WeakMap<Scene, Set<string>>();

/* Of all that has channels. */
export function elementNames(scene: Scene): Set<string> {
  let names = known.get(scene);
  if (!names) {
    const { bodies, joints, forces, drivers, states = [], outputs = [] } = scene;
    const all = [...bodies, ...joints, ...forces, ...drivers, ...states, ...outputs];
    known.set(scene, (names = new Set(all.map(({ name }) => name))));
  }
  return names;
}

/* The longest of the names with which a channel begins, a dot or nothing behind it; where none does, what is before its first dot. */
export function ownerOfChannel(names: ReadonlySet<string> | null, channel: string): string {
  for (let end = channel.length; end > 0; end = channel.lastIndexOf(".", end - 1))
    if (names?.has(channel.slice(0, end))) return channel.slice(0, end);
  return channel.split(".")[0]!;
}

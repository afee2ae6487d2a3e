/* follow.ts - in space: the view goes along with the bodies that nothing holds, so that what falls or drives away stays in sight. */
import { effect } from "@preact/signals";
import { follows } from "../drawing/follow";
import type { Frame } from "../drawing/stage";
import type { Scene, Vec } from "../engine/engine";
import { length, minus, plus, times } from "./vectors";
import type { World } from "./world";

function middleOf({ scene, poses }: Frame): Vec {
  const loose = new Set(scene.mobility?.loose?.flat());
  const all = poses.filter((_, i) => i > 0 && (loose.size === 0 || loose.has(scene.bodies[i]!.name)));
  const sum = all.reduce<Vec>((total, { at }) => plus(total, at), [0, 0, 0]);
  return times(sum, 1 / Math.max(all.length, 1));
}

export function watchFollow(world: World): () => void {
  let last: { scene: Scene; middle: Vec } | null = null;
  const stops = [
    world.onFrame((frame) => {
      if (!follows.peek()) return;
      const middle = middleOf(frame);
      const by = last && last.scene === frame.scene ? minus(middle, last.middle) : null;
      last = { scene: frame.scene, middle };
      if (by && length(by) > 1e-6 * frame.scene.size) world.eye.shift(by);
    }),
    effect(() => {
      if (!follows.value) last = null;
      else world.redraw();
    }),
  ];
  return () => stops.forEach((stop) => stop());
}

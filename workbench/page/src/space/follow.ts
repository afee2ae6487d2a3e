/* follow.ts - in space: the view goes along with the bodies that nothing holds, so that what falls or drives away stays in sight. */
import { effect } from "@preact/signals";
import { follows } from "../drawing/follow";
import type { Pose, Scene, Vec } from "../engine/engine";
import { minus, plus, times } from "./vectors";
import type { World } from "./world";

/* Of the bodies that nothing holds, or of all. */
function middleOf(scene: Scene, poses: Pose[]): Vec {
  const loose = new Set(scene.mobility?.loose?.flat());
  const all = poses.filter((_, i) => i > 0 && (loose.size === 0 || loose.has(scene.bodies[i]!.name)));
  const sum = all.reduce<Vec>((total, { at }) => plus(total, at), [0, 0, 0]);
  return times(sum, 1 / Math.max(all.length, 1));
}

function beginningOf(scene: Scene): Vec {
  return middleOf(
    scene,
    scene.bodies.map(({ pose }) => pose),
  );
}

export function watchFollow(world: World): () => void {
  let goes = false;
  world.goAlong = ({ scene, poses }) => {
    if (!follows.peek()) return;
    const middle = middleOf(scene, poses);
    const along = minus(middle, beginningOf(scene));
    if (goes) world.eye.goAlong(along);
    else world.eye.meet(along, middle);
    goes = true;
  };
  return effect(() => {
    goes = false;
    if (follows.value) world.redraw();
    else world.eye.stayBehind();
  });
}

/* plane_board.ts - the plane of a planar drawing as what tools draw on. */
import type { Stage } from "../drawing/stage";
import { aimAt } from "./aiming";
import { steppedTo, type Board } from "./board";

export function boardOf(stage: Stage): Board {
  return {
    element: stage.svg,
    scale: () => stage.camera.value.scale,
    toModel: (x, y) => stage.toModel(x, y),
    toClient: (at) => stage.toClient(at[0], at[1]),
    hitTest: (x, y, reach) => stage.hitTest(x, y, reach),
    aim: (client, mods) => aimAt(stage, client, mods),
    step: (from, by, size) => [steppedTo(from[0], by[0], size), steppedTo(from[1], by[1], size)],
    hold: () => void (stage.moved = true),
    fit: () => stage.fit(),
  };
}

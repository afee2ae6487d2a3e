/* keys.ts - the view of space by keyboard: arrows orbit while it has the focus; 1, 2, 3 and 0 look from the sides, F shows all. */
import type { Vec } from "../engine/engine";
import { register, type Command } from "../shell/commands";
import { texts } from "../texts/texts";
import { isParallel } from "./section";
import { times } from "./vectors";
import type { World } from "./world";

const STEP = Math.PI / 24;

const ORBIT: Record<string, [round: number, over: number]> = {
  ArrowLeft: [-STEP, 0],
  ArrowRight: [STEP, 0],
  ArrowUp: [0, STEP],
  ArrowDown: [0, -STEP],
};

/* Looking along an axis from its positive end; none: the way a model is first shown. */
export interface Side {
  key: string;
  axis: "x" | "y" | "z" | null;
  from: Vec | null;
  title: string;
}

export const SIDES: Side[] = [
  { key: "1", axis: "x", from: [1, 0, 0], title: texts.spaceView.keys.lookAlongX },
  { key: "2", axis: "y", from: [0, 1, 0], title: texts.spaceView.keys.lookAlongY },
  { key: "3", axis: "z", from: [0, 0, 1], title: texts.spaceView.keys.lookAlongZ },
  { key: "0", axis: null, from: null, title: texts.spaceView.keys.lookFromTheSideAndAbove },
];

/* The views of a draughtsman, for models whose z is up, and of others by what is up there. */
function standardViews(world: World): Command[] {
  const up = (): Vec => world.eye.upward;
  const [right, back] = [(): Vec => world.eye.level[0], (): Vec => world.eye.level[1]];
  const views: [id: string, title: string, from: () => Vec][] = [
    ["front", texts.space.views.front, () => times(back(), -1)],
    ["back", texts.space.views.back, back],
    ["right", texts.space.views.right, right],
    ["left", texts.space.views.left, () => times(right(), -1)],
    ["top", texts.space.views.top, up],
    ["bottom", texts.space.views.bottom, () => times(up(), -1)],
  ];
  return views.map(([id, title, from]) => ({
    id: `space-view-${id}`,
    group: texts.spaceView.keys.drawing,
    title,
    run: () => world.eye.look(from()),
  }));
}

export function watchKeys(world: World): () => void {
  const orbit = (event: KeyboardEvent): void => {
    const by = ORBIT[event.key];
    if (!by || event.ctrlKey || event.metaKey || event.altKey) return;
    world.eye.orbit(by[0], by[1]);
    event.preventDefault();
    event.stopPropagation();
  };
  const look = SIDES.map(({ key, axis, from, title }): Command => ({
    id: `space-look-${axis ?? "side"}`,
    group: texts.spaceView.keys.drawing,
    title,
    keys: [key],
    run: () => world.eye.look(from),
  }));
  const fit: Command = {
    id: "space-fit",
    group: texts.spaceView.keys.drawing,
    title: texts.spaceView.keys.showTheWholeMechanismFromHere,
    keys: ["Shift+F"],
    run: () => world.fit(),
  };
  world.canvas.addEventListener("keydown", orbit);
  const parallel: Command = {
    id: "space-parallel",
    group: texts.spaceView.keys.drawing,
    title: texts.space.parallelCommand,
    keys: ["5"],
    run: () => {
      world.eye.parallel = !world.eye.parallel;
      isParallel.value = world.eye.parallel;
    },
  };
  const forget = register(...look, ...standardViews(world), fit, parallel);
  return () => {
    world.canvas.removeEventListener("keydown", orbit);
    forget();
  };
}

/* view_cube.tsx - a cube at the corner that lies as the model does: a click on a face, an edge or a corner looks from there, arrow keys go on
 * to the next view.
 */
import { signal } from "@preact/signals";
import { render } from "preact";
import type { Vec } from "../engine/engine";
import { texts } from "../texts/texts";
import { cubeRegions, nextView, regionName, type Region } from "./view_cube_geometry";
import { dot, plus, times } from "./vectors";
import type { World } from "./world";
import "./view_cube.css";

const HALF = 24; // px: of an edge
const BOX = 100; // px
const LEAST = 0.12; // of a face that is looked at: below it is seen from its edge

interface Screen {
  right: Vec;
  up: Vec;
  towards: Vec;
  axes: [Vec, Vec, Vec]; // of the cube: right, back, up
}

const screen = signal<Screen | null>(null);

function onGround(axes: Screen["axes"], at: Vec): Vec {
  return plus(plus(times(axes[0], at[0]), times(axes[1], at[1])), times(axes[2], at[2]));
}

type Pixel = [x: number, y: number];

function Face({ region, at }: { region: Region; at: (place: Vec) => Pixel }) {
  const { right, down } = region.text!;
  const [o, u, v] = [at(region.way), at(plus(region.way, right)), at(plus(region.way, down))];
  const [a, b, c, d] = [u[0] - o[0], u[1] - o[1], v[0] - o[0], v[1] - o[1]].map((one) => one / HALF);
  return (
    <text transform={`matrix(${a} ${b} ${c} ${d} ${o[0]} ${o[1]})`} aria-hidden="true">
      {texts.gizmo.cube.faces[region.name as keyof typeof texts.gizmo.cube.faces]}
    </text>
  );
}

function Cube({ world }: { world: World }) {
  const now = screen.value;
  if (!now) return null;
  const { right, up, towards, axes } = now;
  const at = (place: Vec): Pixel => {
    const there = onGround(axes, place);
    return [BOX / 2 + HALF * dot(there, right), BOX / 2 - HALF * dot(there, up)];
  };
  const look = (way: Vec): void => world.eye.look(onGround(axes, way));
  const isSeen = (normal: Vec): boolean => dot(onGround(axes, normal), towards) > LEAST;
  const shown = cubeRegions
    .map((region) => ({ region, quads: region.quads.filter(({ normal }) => isSeen(normal)) }))
    .filter(({ quads }) => quads.length > 0);
  const key = (event: KeyboardEvent): void => {
    const step = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] }[event.key];
    if (!step || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    look(nextView(axes.map((axis) => dot(axis, towards)) as Vec, step[0]!, step[1]!));
  };
  return (
    <svg
      class="view-cube"
      viewBox={`0 0 ${BOX} ${BOX}`}
      role="group"
      aria-label={texts.gizmo.cube.label}
      onKeyDown={key}
    >
      {shown.map(({ region, quads }) => {
        const d = quads
          .map(
            ({ corners }) =>
              `M${corners
                .map((one) =>
                  at(one)
                    .map((x) => x.toFixed(1))
                    .join(" "),
                )
                .join("L")}Z`,
          )
          .join("");
        const name = texts.gizmo.cube.from(regionName(region, texts.gizmo.cube.faces));
        const button = region.text ? { role: "button" as const, tabindex: 0, "aria-label": name } : {};
        return (
          <g
            key={region.name}
            class={region.text ? "cube-face" : "cube-edge"}
            {...button}
            aria-hidden={region.text ? undefined : true}
            onClick={() => look(region.way)}
            onKeyDown={(event) => {
              if (event.key !== "Enter" && event.key !== " ") return;
              event.preventDefault();
              event.stopPropagation();
              look(region.way);
            }}
          >
            <title>{name}</title>
            <path d={d} />
            {region.text && <Face region={region} at={at} />}
          </g>
        );
      })}
    </svg>
  );
}

export function watchCube(world: World, box: HTMLElement): () => void {
  const layer = document.createElement("div");
  layer.className = "cube-layer";
  box.append(layer);
  render(<Cube world={world} />, layer);
  let seen = "";
  const stop = world.onFrame(() => {
    const [right, up, towards] = world.eye.screen();
    const axes: Screen["axes"] = [...world.eye.level, world.eye.upward];
    const key = [right, up, axes[2]]
      .flat()
      .map((one) => one.toFixed(4))
      .join();
    if (key === seen) return;
    seen = key;
    screen.value = { right, up, towards, axes };
  });
  return () => {
    stop();
    render(null, layer);
    layer.remove();
    screen.value = null;
  };
}

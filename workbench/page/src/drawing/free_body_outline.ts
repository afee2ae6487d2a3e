/* free_body_outline.ts - the outline of a body in space as it is seen from a side: its shape where it has one, else bars to its points. */
import type { Pose, Scene, SimpleShape, Vec } from "../engine/engine";
import type { Pixel } from "./camera";
import { hull } from "./geometry";
import { placed } from "./poses";
import { piecesOf } from "./shape_pieces";
import { cross, length, plus, times } from "./vectors";

export interface Outline {
  fill: string; // path of what is flat or thick
  bars: string; // path of what is thin
}

const CORNERS = 32; // of a circle

function circle(at: Vec, axis: Vec, radius: number): Vec[] {
  const size = length(axis) || 1;
  const n = times(axis, 1 / size);
  const other: Vec = Math.abs(n[0]) < 0.9 ? [1, 0, 0] : [0, 1, 0];
  const side = cross(n, other);
  const x = times(side, 1 / length(side));
  const y = cross(n, x);
  return Array.from({ length: CORNERS }, (_, i) => {
    const angle = (2 * Math.PI * i) / CORNERS;
    return plus(at, plus(times(x, radius * Math.cos(angle)), times(y, radius * Math.sin(angle))));
  });
}

/* Places whose hull is the shape; none: it is a bar. */
function cornersOf(solid: SimpleShape): Vec[] {
  switch (solid.kind) {
    case "polygon":
      return solid.corners;
    case "box": {
      const [a, b, c] = solid.size;
      const signs = [-0.5, 0.5];
      return signs.flatMap((i) =>
        signs.flatMap((j) => signs.map((k): Vec => plus(solid.at, [i * a, j * b, k * (c ?? 0)]))),
      );
    }
    case "disc":
      return circle(solid.at, solid.axis, solid.radius ?? 0);
    case "cylinder": {
      const along = times(solid.axis, (solid.length ?? 0) / (2 * (length(solid.axis) || 1)));
      const [low, high] = [plus(solid.at, times(along, -1)), plus(solid.at, along)];
      return [low, high].flatMap((at) => circle(at, solid.axis, solid.radius ?? 0));
    }
    case "sphere":
      return [[1, 0, 0] as Vec, [0, 1, 0] as Vec, [0, 0, 1] as Vec].flatMap((axis) =>
        circle(solid.at, axis, solid.radius ?? 0),
      );
    default:
      return [];
  }
}

export function outlineOf(scene: Scene, index: number, pose: Pose, see: (at: Vec) => Pixel): Outline {
  const body = scene.bodies[index]!;
  const seen = (p: Vec): Pixel => see(placed(body, pose, p));
  const pieces = piecesOf(body.shape).map(({ solid }) => solid);
  const fills = pieces.map(cornersOf).filter((corners) => corners.length > 2);
  const rods = pieces.flatMap((solid) => (solid.kind === "rod" ? [[solid.from, solid.to]] : []));
  const spokes = pieces.length > 0 ? [] : body.points.map(({ at }) => [body.com, at]);
  return {
    fill: fills.map((corners) => `M${hull(corners.map(seen)).join("L")}Z`).join(""),
    bars: [...rods, ...spokes].map(([from, to]) => `M${seen(from!)}L${seen(to!)}`).join(""),
  };
}

/* view_cube_geometry.ts - the 26 places of a cube that one can look from: six faces, twelve edges, eight corners.
 *
 * Axes of the cube: to the right, to the back, up. A face is cut into nine; an edge takes a strip of two faces, a corner a square of three.
 */
import type { Vec } from "../engine/engine";

export interface Quad {
  normal: Vec;
  corners: Vec[];
}

export interface Region {
  name: string; // "front", "front top", "front right top"
  way: Vec; // from the middle, components -1, 0 and 1
  quads: Quad[];
  text: { right: Vec; down: Vec } | null; // of a face: how its word lies
}

export type FaceName = "right" | "left" | "back" | "front" | "top" | "bottom";

const CUT = 0.6; // where a face ends and its edges begin
const NAMES: [FaceName, FaceName][] = [
  ["left", "right"],
  ["front", "back"],
  ["bottom", "top"],
];

/* How the word on a face lies: to its right, and downwards. */
const TEXT: Record<FaceName, { right: Vec; down: Vec }> = {
  front: { right: [1, 0, 0], down: [0, 0, -1] },
  back: { right: [-1, 0, 0], down: [0, 0, -1] },
  right: { right: [0, 1, 0], down: [0, 0, -1] },
  left: { right: [0, -1, 0], down: [0, 0, -1] },
  top: { right: [1, 0, 0], down: [0, -1, 0] },
  bottom: { right: [1, 0, 0], down: [0, 1, 0] },
};

function spanOf(sign: number): [number, number] {
  return sign === 0 ? [-CUT, CUT] : sign > 0 ? [CUT, 1] : [-1, -CUT];
}

function quadOn(way: Vec, axis: number): Quad {
  const [i, j] = [(axis + 1) % 3, (axis + 2) % 3];
  const [across, along] = [spanOf(way[i]!), spanOf(way[j]!)];
  const corner = (a: number, b: number): Vec => {
    const at: Vec = [0, 0, 0];
    at[axis] = way[axis]!;
    at[i] = a;
    at[j] = b;
    return at;
  };
  const normal: Vec = [0, 0, 0];
  normal[axis] = way[axis]!;
  return {
    normal,
    corners: [
      corner(across[0], along[0]),
      corner(across[1], along[0]),
      corner(across[1], along[1]),
      corner(across[0], along[1]),
    ],
  };
}

function facesOf(way: Vec): FaceName[] {
  const order = [1, 0, 2]; // front or back first, as one says
  return order.flatMap((axis) => (way[axis] === 0 ? [] : [NAMES[axis]![way[axis]! > 0 ? 1 : 0]]));
}

function regionAt(way: Vec): Region {
  const faces = facesOf(way);
  const quads = [0, 1, 2].filter((axis) => way[axis] !== 0).map((axis) => quadOn(way, axis));
  return { name: faces.join(" "), way, quads, text: faces.length === 1 ? TEXT[faces[0]!] : null };
}

const SIGNS = [-1, 0, 1];

export const cubeRegions: readonly Region[] = SIGNS.flatMap((x) =>
  SIGNS.flatMap((y) => SIGNS.map((z): Vec => [x, y, z])),
)
  .filter((way) => way.some((one) => one !== 0))
  .map(regionAt);

/* "front, right, top" in the words of the page. */
export function regionName({ name }: Region, words: Record<FaceName, string>): string {
  return name
    .split(" ")
    .map((one) => words[one as FaceName].toLowerCase())
    .join(", ");
}

const STEP = Math.PI / 4;

/* The standard view beside the one that is nearest to looking from `from`: by eighths of a turn to the right and up. */
export function nextView(from: Vec, round: number, over: number): Vec {
  const level = Math.hypot(from[0], from[1]);
  const steep = Math.round(Math.atan2(from[2], level) / STEP) + over;
  const height = Math.min(Math.max(steep, -2), 2) * STEP;
  const azimuth = (Math.round(Math.atan2(from[1], from[0]) / STEP) + round) * STEP;
  const snap = (x: number): number => (Math.abs(x) < 1e-9 ? 0 : x);
  /* straight from above there is no side: a little is left of it, so that the next step knows where it came from */
  const flat = Math.max(Math.cos(height), Math.abs(height) > 1.5 ? 1e-3 : 0);
  return [snap(flat * Math.cos(azimuth)), snap(flat * Math.sin(azimuth)), snap(Math.sin(height))];
}

/* free_body_layout.ts - the free-body diagram in numbers: a body alone, its arrows to scale, and labels that do not lie on each other. */
import { piecesOf } from "./shape_pieces";
import type { Pose, Scene, Table, Vec } from "../engine/engine";
import { arrowLength, fullArrow } from "./arrow_set";
import type { Point } from "./camera";
import { steadyQuantity } from "../shell/quantity";
import { dot } from "./vectors";
import { balanceOf, isShared, loadsOn, minus, magnitude, type Balance, type Load } from "./loads";
import { posesAtRow, type Motion } from "./poses";
import { sampleAt, type Sample } from "./sample";

/* From where a body is looked at: what is to the right, and what is up. */
export type Outlook = [right: Vec, up: Vec];
export const FROM_THE_FRONT: Outlook = [
  [1, 0, 0],
  [0, 1, 0],
];

export interface DiagramArrow {
  kind: Load["kind"] | "inertia";
  round: number; // of a torque its sign; 0: a force
  double?: boolean; // of a torque in space: along its axis, with two heads
  from: Point; // px
  by: Point; // px
  text: string;
  textAt: Point;
  shared?: boolean; // not unique
}

export interface Diagram {
  scale: number; // px per m
  centre: Point; // px: where the centre of mass is
  arrows: DiagramArrow[];
  loads: Load[];
  balance: Balance;
  perNewton: number; // px
}

export const WIDTH = 340;
export const HEIGHT = 260;
const ROWS = 60;

/* What a diagram is scaled by: mostly it stays the same over the whole table. */
export interface Extent {
  force: number; // N: what is usual
  reach: number; // m: from the centre of mass to the farthest point of the body, or of a force on it
}

const extents = new WeakMap<Table, Map<number, Extent>>();

export function diagramExtent(scene: Scene, table: Table, motion: Motion, body: number): Extent {
  let known = extents.get(table);
  if (!known) extents.set(table, (known = new Map()));
  let extent = known.get(body);
  if (extent === undefined) {
    const step = Math.max(1, Math.floor(motion.rows / ROWS));
    const maxima: number[] = [];
    let far = reach(scene, body);
    for (let row = 0; row < motion.rows; row += step) {
      const poses = posesAtRow(scene, motion, row);
      const loads = loadsOn(scene, sampleAt(table, row, 0), body) ?? [];
      maxima.push(Math.max(0, ...loads.map((load) => magnitude(load.force))));
      far = Math.max(far, ...loads.map((load) => magnitude(minus(load.at, poses[body]!.at))));
    }
    extent = { force: fullArrow(Float64Array.from(maxima), 0.5), reach: far };
    known.set(body, extent);
  }
  return extent;
}

/* The farthest that the body reaches from its centre of mass, m. */
export function reach(scene: Scene, body: number): number {
  const one = scene.bodies[body]!;
  const places: Vec[] = one.points.map((point) => point.at);
  const away = (p: Vec): number =>
    Math.hypot(p[0] - one.com[0], p[1] - one.com[1], scene.space ? p[2] - one.com[2] : 0);
  let round = 0;
  for (const { solid } of piecesOf(one.shape)) {
    if (solid.kind === "rod") places.push(solid.from, solid.to);
    else if (solid.kind === "polygon") places.push(...solid.corners);
    else if (solid.kind !== "none") {
      const size =
        solid.kind === "box"
          ? Math.hypot(solid.size[0], solid.size[1], scene.space ? solid.size[2] : 0) / 2
          : (solid.radius ?? 0);
      round = Math.max(round, size + away(solid.at));
    }
  }
  return Math.max(round, ...places.map(away), 1e-9);
}

const LINE = 13; // px
const LETTER = 6.4; // px, rather wide
const EDGE = 4; // px

interface Label {
  x: number;
  y: number;
  width: number;
}

/* The free line nearest to the wanted one; where none is, the wanted one. */
function settle(labels: Label[], { x, y, width }: Label): number {
  const within = (at: number): number => Math.min(Math.max(at, LINE), HEIGHT - EDGE);
  const free = (at: number): boolean =>
    labels.every((one) => Math.abs(one.y - at) >= LINE || one.x + one.width < x || x + width < one.x);
  for (let k = 0; k < HEIGHT; k++) {
    const at = within(y + (k % 2 ? 1 : -1) * Math.ceil(k / 2) * 3);
    if (free(at)) return at;
  }
  return within(y);
}

/* A name that is too long gives way to its number. */
function text(name: string, rest: string): string {
  const most = Math.floor((WIDTH - 2 * EDGE) / LETTER) - rest.length - 1;
  return `${name.length > most ? name.slice(0, most - 1) + "…" : name} ${rest}`;
}

function withLabels(arrows: Omit<DiagramArrow, "textAt">[]): DiagramArrow[] {
  const labels: Label[] = [{ x: 0, y: HEIGHT - 10, width: 0.4 * WIDTH }]; // the scale in the corner
  return arrows.map((arrow) => {
    const [tx, ty] = [arrow.from[0] + arrow.by[0], arrow.from[1] + arrow.by[1]];
    const width = arrow.text.length * LETTER;
    const left = arrow.round === 0 ? arrow.by[0] < 0 : false;
    const off = arrow.round === 0 ? 6 : 22;
    const wanted = left ? tx - off - width : tx + off;
    const x = Math.max(Math.min(wanted, WIDTH - EDGE - width), EDGE);
    const y = settle(labels, { x, y: ty + 4, width });
    labels.push({ x, y, width });
    return { ...arrow, textAt: [x, y] as Point };
  });
}

/* null: the run tells no loads. */
export function diagramOf(
  scene: Scene,
  poses: Pose[],
  value: Sample,
  body: number,
  extent: Extent,
  [right, up]: Outlook = FROM_THE_FRONT,
): Diagram | null {
  const loads = loadsOn(scene, value, body);
  const balance = balanceOf(scene, value, body);
  if (!loads || !balance) return null;
  /* where forces are unusually large, all arrows are shorter, so that they stay in the picture; where they are small, longer, so that they are seen */
  const largest = Math.max(0, ...loads.map((load) => magnitude(load.force)));
  const full = Math.max(largest, Math.min(extent.force, 1.4 * largest));
  const pose = poses[body]!;
  const scale = (0.2 * HEIGHT) / extent.reach;
  const centre: Point = [WIDTH / 2, HEIGHT / 2];
  const longest = 0.28 * HEIGHT;
  const seen = (by: Vec, size: number): Point => [size * dot(by, right), -size * dot(by, up)];
  const spot = (at: Vec): Point => {
    const [x, y] = seen(minus(at, pose.at), scale);
    return [centre[0] + x, centre[1] + y];
  };
  const vector = (v: Vec): Point => {
    const amount = magnitude(v);
    const length = arrowLength(amount, full, longest);
    return length === 0 ? [0, 0] : seen(v, length / amount);
  };
  const arrows: Omit<DiagramArrow, "textAt">[] = [];
  for (const load of loads) {
    const amount = magnitude(load.force);
    const shared = isShared(load, value);
    if (amount > 1e-9 * full)
      arrows.push({
        kind: load.kind,
        round: 0,
        from: spot(load.at),
        by: vector(load.force),
        shared,
        text: text(load.name, `${shared ? "≈ " : ""}${steadyQuantity(amount, "N", shared ? 2 : 4)}`),
      });
    if (scene.space && magnitude(load.torque) > 1e-9 * full * (scene.size || 1))
      arrows.push({
        kind: load.kind,
        round: 0,
        double: true,
        from: spot(load.at),
        by: seen(load.torque, (0.7 * longest) / magnitude(load.torque)),
        text: text(load.name, steadyQuantity(magnitude(load.torque), "N*m")),
      });
    else if (Math.abs(load.torque[2]) > 1e-9 * full * (scene.size || 1))
      arrows.push({
        kind: load.kind,
        round: load.torque[2],
        from: spot(load.at),
        by: [0, 0],
        text: text(load.name, steadyQuantity(load.torque[2], "N*m")),
      });
  }
  if (magnitude(balance.inertia) > 1e-9 * full)
    arrows.push({
      kind: "inertia",
      round: 0,
      from: centre,
      by: vector(balance.inertia),
      text: `m a ${steadyQuantity(magnitude(balance.inertia), "N")}`,
    });
  return { scale, centre, arrows: withLabels(arrows), loads, balance, perNewton: full > 0 ? longest / full : 0 };
}

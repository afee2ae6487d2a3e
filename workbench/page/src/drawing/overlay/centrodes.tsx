/* centrodes.tsx - the paths of an instant centre: the fixed centrode on the ground and the moving one on the body, which rolls on it. */
import type { Vec } from "../../engine/engine";
import { texts } from "../../texts/texts";
import type { Point } from "../camera";
import { circle, polyline } from "../geometry";
import { BodyChoice, bodyChosen } from "../overlay_choice";
import type { DrawnOverlay, OverlayKind } from "../overlay_kind";
import { centrodesOf } from "../overlay_state";
import { draw, move, path, type Instant } from "../part";
import type { Played } from "../player";
import { placeOf, poleAt, poleAtRow, polePairs, type PolePair } from "../poles";
import { poseAtRow } from "../poses";

const FAR = 12; // sizes of the mechanism: beyond this it is not drawn
const GAP = 1.5; // sizes: a longer way between two rows passes infinity, and is left out

/* Branches of a centrode: where the centre passes infinity one ends and another begins. */
export function branches(places: (Point | null)[], size: number): Point[][] {
  const list: Point[][] = [[]];
  for (const at of places) {
    const now = list[list.length - 1]!;
    const before = now[now.length - 1];
    const near = at !== null && Math.hypot(at[0], at[1]) < FAR * size;
    if (near && (!before || Math.hypot(at[0] - before[0], at[1] - before[1]) < GAP * size)) now.push(at);
    else if (now.length > 0) list.push(near ? [at] : []);
    else if (near) now.push(at);
  }
  return list.filter((one) => one.length > 1);
}

class Centrodes implements DrawnOverlay {
  private readonly fixed = path("centrode fixed");
  private readonly moving = path("centrode moving");
  private readonly centre = path("centrode-pole");
  private pair: PolePair | null = null;
  private paths: { fixed: Point[][]; moving: Point[][] } = { fixed: [], moving: [] };
  private scale = 0;

  constructor(sheet: SVGGElement) {
    sheet.append(this.fixed, this.moving, this.centre);
  }

  prepare(now: Played | null): void {
    const chosen = centrodesOf.value;
    const table = now?.table.diagram;
    const body = now ? bodyChosen(now.scene, chosen) : -1;
    const pairs = now && table ? polePairs(now.scene, table) : [];
    this.pair = pairs.find(({ bodies }) => bodies[0] === 0 && bodies[1] === body) ?? null;
    this.paths = now && this.pair ? this.pathsOf(now, this.pair) : { fixed: [], moving: [] };
    this.scale = 0;
  }

  private pathsOf({ scene, motion, table }: Played, pair: PolePair): { fixed: Point[][]; moving: Point[][] } {
    const rows = Array.from({ length: table.diagram!.rows }, (_, row) => row);
    const fixed = rows.map((row) => {
      const pole = poleAtRow(table.diagram!, pair, row);
      return pole.every(Number.isFinite) ? placeOf(pole, scene.size) : null;
    });
    /* the same places as the body has them, about its centre of mass */
    const moving = fixed.map((at, row): Point | null => {
      if (!at) return null;
      const pose = poseAtRow(scene, motion, pair.bodies[1], row, 0);
      const [dx, dy] = [at[0] - pose.at[0], at[1] - pose.at[1]];
      const [c, s] = [Math.cos(pose.angle), Math.sin(pose.angle)];
      return [c * dx + s * dy, c * dy - s * dx];
    });
    return { fixed: branches(fixed, scene.size), moving: branches(moving, scene.size) };
  }

  draw(now: Instant): void {
    const { scale } = now;
    if (scale !== this.scale) {
      this.scale = scale;
      const px = ([x, y]: Point): Point => [scale * x, -scale * y];
      draw(this.fixed, this.paths.fixed.map((one) => polyline(one.map(px))).join(""));
      draw(this.moving, this.paths.moving.map((one) => polyline(one.map(px))).join(""));
    }
    const pole = this.pair && now.value.diagram ? poleAt(now.value.diagram, this.pair) : null;
    const at = pole && placeOf(pole, now.scene.size);
    draw(this.centre, at ? circle(scale * at[0], -scale * at[1], 3.5) : "");
    if (!this.pair) return;
    const pose: { at: Vec; angle: number } = now.poses[this.pair.bodies[1]]!;
    move(this.moving, [scale * pose.at[0], -scale * pose.at[1]], pose.angle);
  }
}

export const overlay: OverlayKind = {
  id: "centrodes",
  order: 4,
  title: () => texts.teach.centrodes,
  about: () => texts.teach.centrodesAbout,
  make: (sheet) => new Centrodes(sheet),
  Options: () => <BodyChoice label={texts.teach.ofBody} value={centrodesOf} />,
};

/* coupler_curves.tsx - the paths of a grid of points that move with one body: the curves that a linkage can draw. */
import type { Scene, Vec } from "../../engine/engine";
import { texts } from "../../texts/texts";
import type { Point } from "../camera";
import { circle, polyline } from "../geometry";
import { Amount, BodyChoice, bodyChosen } from "../overlay_choice";
import type { DrawnOverlay, OverlayKind } from "../overlay_kind";
import { curvesOf, gridSize } from "../overlay_state";
import { colourClass, draw, path, spot, type Instant } from "../part";
import type { Played } from "../player";
import { tracePath } from "../trace_path";

const ROOM = 0.6; // that the grid reaches beyond the points of the body, of their distance

/* A grid over a body, in its frame, along the line of its two points that are farthest apart. `count` points along, somewhat fewer across. */
export function gridOn(scene: Scene, body: number, count: number): Vec[] {
  const { points, com } = scene.bodies[body]!;
  const places = points.length > 0 ? points.map(({ at }) => at) : [com];
  let [a, b, far] = [places[0]!, places[0]!, 0];
  for (const p of places)
    for (const q of places) {
      const apart = Math.hypot(p[0] - q[0], p[1] - q[1]);
      if (apart > far) [a, b, far] = [p, q, apart];
    }
  const length = far > 0 ? far : 0.2 * (scene.size || 1);
  const along: Point = far > 0 ? [(b[0] - a[0]) / far, (b[1] - a[1]) / far] : [1, 0];
  const centre: Point = [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];
  const half = (0.5 + ROOM) * length;
  const step = (2 * half) / (count - 1);
  const rows = 2 * Math.floor(count / 4) + 1;
  const list: Vec[] = [];
  for (let j = 0; j < rows; j++)
    for (let i = 0; i < count; i++) {
      const [u, v] = [-half + i * step, (j - (rows - 1) / 2) * step];
      list.push([centre[0] + u * along[0] - v * along[1], centre[1] + u * along[1] + v * along[0], 0]);
    }
  return list;
}

class CouplerCurves implements DrawnOverlay {
  private body = 0;
  private grid: Vec[] = [];
  private curves: Vec[][] = [];
  private readonly lines = path("coupler-curves");
  private readonly dots = path("coupler-dots");
  private scale = 0;

  constructor(sheet: SVGGElement) {
    sheet.append(this.lines, this.dots);
  }

  prepare(now: Played | null): void {
    const chosen = curvesOf.value;
    const count = gridSize.value;
    this.body = now ? bodyChosen(now.scene, chosen) : -1;
    this.grid = now && this.body > 0 ? gridOn(now.scene, this.body, count) : [];
    this.curves = this.grid.flatMap((at) => {
      const found = tracePath(now!.scene, now!.motion, { name: "", body: this.body, at });
      return found ? [found.at] : [];
    });
    this.lines.setAttribute("class", `coupler-curves ${colourClass(Math.max(this.body, 0))}`);
    this.dots.setAttribute("class", `coupler-dots ${colourClass(Math.max(this.body, 0))}`);
    this.scale = 0;
  }

  draw(now: Instant): void {
    if (this.scale !== now.scale) {
      this.scale = now.scale;
      const px = ([x, y]: Vec): Point => [now.scale * x, -now.scale * y];
      draw(this.lines, this.curves.map((one) => polyline(one.map(px))).join(""));
    }
    draw(this.dots, this.body > 0 ? this.grid.map((at) => circle(...spot(now, this.body, at), 2)).join("") : "");
  }
}

export const overlay: OverlayKind = {
  id: "coupler-curves",
  order: 2,
  title: () => texts.teach.couplerCurves,
  about: () => texts.teach.couplerCurvesAbout,
  make: (sheet) => new CouplerCurves(sheet),
  Options: () => (
    <>
      <BodyChoice label={texts.teach.onBody} value={curvesOf} />
      <Amount label={texts.teach.pointsAcross} value={gridSize} min={3} max={11} />
    </>
  ),
};

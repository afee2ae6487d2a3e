/* loose_points.ts - marks for points that nothing else shows: of the ground where no joint is, and of the drawing that no body has. */
import type { Scene, ScenePoint, Vec } from "../engine/engine";
import { circle } from "./geometry";
import { draw, path } from "./part";

/* Places on the ground frame. */
export function looseOnGround(scene: Scene): Vec[] {
  const near = (a: Vec, b: Vec): boolean => Math.hypot(a[0] - b[0], a[1] - b[1]) < 1e-6 * (scene.size || 1);
  const used = [
    ...scene.joints.flatMap((joint) => joint.bodies.flatMap((body, i) => (body === 0 ? [joint.points[i]!] : []))),
    ...scene.forces.flatMap((force) =>
      force.bodies.flatMap((body, i) => (body === 0 && force.points[i] ? [force.points[i]] : [])),
    ),
  ];
  return (scene.bodies[0]?.points ?? []).map((point) => point.at).filter((at) => !used.some((one) => near(one, at)));
}

function unheld({ bodies, drawing }: Scene): ScenePoint[] {
  const held = new Set(bodies.filter((body) => body.drawn).flatMap((body) => body.points.map((point) => point.name)));
  return drawing.filter((point) => !held.has(point.name));
}

export function looseOfDrawing(scene: Scene): Vec[] {
  return unheld(scene).map((point) => point.at);
}

export function looseNames(scene: Scene): string[] {
  return unheld(scene).map((point) => point.name);
}

export class LoosePoints {
  private ground = path("loose-ground");
  private drawing = path("loose-drawing");
  private places: { ground: Vec[]; drawing: Vec[] } = { ground: [], drawing: [] };

  constructor(sheet: SVGGElement) {
    sheet.before(this.ground, this.drawing);
  }

  build(scene: Scene): void {
    this.places = { ground: looseOnGround(scene), drawing: looseOfDrawing(scene) };
  }

  layout(scale: number): void {
    const marks = (list: Vec[], mark: (x: number, y: number) => string): string =>
      list.map((p) => mark(scale * p[0], -scale * p[1])).join("");
    const round = (x: number): number => Math.round(x * 100) / 100;
    draw(
      this.ground,
      marks(
        this.places.ground,
        (x, y) => `M${round(x - 6)} ${round(y)}h12M${round(x)} ${round(y - 6)}v12${circle(x, y, 3)}`,
      ),
    );
    draw(
      this.drawing,
      marks(
        this.places.drawing,
        (x, y) => `M${round(x - 5)} ${round(y - 5)}l10 10M${round(x - 5)} ${round(y + 5)}l10 -10`,
      ),
    );
  }
}

/* path_part.ts - belts and cables: wheels that turn with their bodies, and the line of tangents and arcs around them. */
import type { SceneJoint, ScenePath } from "../engine/engine";
import type { Point } from "./camera";
import { circle, fromSegment, polyline } from "./geometry";
import { colourClass, draw, far, group, move, path, spot, type Part } from "./part";

type Base = Pick<Part, "selected" | "label" | "element" | "anchor">;

/* What is passed: its middle, and the radius, above zero where it is passed anticlockwise in axes that are right-handed. */
export interface Round {
  at: Point;
  radius: number;
}

const TURN = 2 * Math.PI;

/* Between middles d apart, e = r_a - r_b: the span has the direction of d, rotated by asin(e/d), and touches at r (sin, -cos). */
export function wayAround(places: Round[], closed: boolean): Point[] {
  const spans = places.slice(closed ? 0 : 1).map((_, i) => {
    const [a, b] = [places[i]!, places[(i + 1) % places.length]!];
    const [x, y] = [b.at[0] - a.at[0], b.at[1] - a.at[1]];
    const sine = (a.radius - b.radius) / Math.max(Math.hypot(x, y), 1e-300);
    return Math.atan2(y, x) + Math.asin(Math.max(-1, Math.min(1, sine)));
  });
  return places.flatMap(({ at, radius }, i) => {
    const behind = spans[i] ?? spans[spans.length - 1]!;
    const before = (closed ? spans[(i + spans.length - 1) % spans.length] : spans[i - 1]) ?? behind;
    const sense = radius < 0 ? -1 : 1;
    const angle = (((sense * (behind - before)) % TURN) + TURN) % TURN;
    const wrap = radius === 0 || angle > TURN - 1e-6 ? 0 : angle;
    const steps = Math.max(1, Math.ceil(wrap / 0.15));
    return Array.from({ length: wrap === 0 ? 1 : steps + 1 }, (_, k): Point => {
      const phi = before + (sense * wrap * k) / steps;
      return [at[0] + radius * Math.sin(phi), at[1] - radius * Math.cos(phi)];
    });
  });
}

/* A circle with a mark that shows how it rotates. */
const rim = (r: number): string => `${circle(0, 0, r)}M0 0H${r}`;

export function pathPart(joint: SceneJoint, way: ScenePath, part: Base): Part {
  const line = path("belt-line");
  const wheels = way.places.map(({ body, radius }) => {
    const shape = path("gear-pitch");
    return radius === 0 ? null : { shape, element: group(`gear-wheel ${colourClass(body)}`, [shape]) };
  });
  part.element.append(...wheels.flatMap((one) => (one ? [one.element] : [])), line);
  let points: Point[] = [];
  return {
    ...part,
    layout(pen) {
      wheels.forEach((one, i) => one && draw(one.shape, rim(Math.abs(way.places[i]!.radius) * pen.scale)));
    },
    pose(now) {
      const places = way.places.map(({ body, point, radius }): Round => {
        return { at: spot(now, body, point), radius: -radius * now.scale }; // y is down on the sheet
      });
      if (places.some(({ at }) => !Number.isFinite(at[0] + at[1]))) return;
      places.forEach(({ at }, i) => wheels[i] && move(wheels[i].element, at, now.poses[way.places[i]!.body]!.angle));
      points = wayAround(places, way.closed);
      draw(line, polyline(points, way.closed));
      part.element.classList.toggle("slack", (now.value(`${joint.name}.tension`) ?? 1) <= 0);
      this.anchor = points[Math.floor(points.length / 2)] ?? [0, 0];
    },
    distance(p) {
      const last = way.closed ? points.length : points.length - 1;
      const along = points
        .slice(0, Math.max(last, 0))
        .map((a, i) => fromSegment(p, a, points[(i + 1) % points.length]!));
      return Math.min(...along, ...points.map((at) => far(p, at)));
    },
  };
}

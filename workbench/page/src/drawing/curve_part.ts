/* curve_part.ts - the curve that a joint leads a point along, in the plane: drawn on the body that has it, with strokes across it at its stops. */
import type { SceneBody, SceneCurve, SceneJoint } from "../engine/engine";
import type { Point } from "./camera";
import { fromSegment, polyline } from "./geometry";
import { colourClass, draw, group, local, move, path, spot, type Instant, type Part, type Pen } from "./part";
import { placeOf } from "./writes";

const STROKE = 9; // px: half of a stroke at a stop
const BEHIND = 3; // px: what is on the curve is pointed at before it

/* The way along a curve, from its first point to its last; of a closed one back to the first. */
function way(points: Point[], closed: boolean): Point[] {
  return closed ? [...points, points[0]!] : points;
}

/* Distance of p from a curve. */
export function fromCurve(p: Point, points: Point[], closed: boolean): number {
  const all = way(points, closed);
  return Math.min(...all.slice(1).map((b, i) => fromSegment(p, all[i]!, b)));
}

/* The place so far along a curve, in its own measure, and the direction there; beyond its ends none. */
export function placeAlong(points: Point[], closed: boolean, length: number): { at: Point; along: Point } | null {
  const all = way(points, closed);
  const steps = all.slice(1).map((b, i) => Math.hypot(b[0] - all[i]![0], b[1] - all[i]![1]));
  const whole = steps.reduce((sum, step) => sum + step, 0);
  let rest = closed && whole > 0 ? ((length % whole) + whole) % whole : length;
  if (!(rest >= 0 && rest <= whole * (1 + 1e-3))) return null;
  for (let i = 0; i < steps.length; i++) {
    const [a, b, step] = [all[i]!, all[i + 1]!, steps[i]!];
    if (rest > step && i + 1 < steps.length) rest -= step;
    else if (step > 0) {
      const along: Point = [(b[0] - a[0]) / step, (b[1] - a[1]) / step];
      return { at: [a[0] + rest * along[0], a[1] + rest * along[1]], along };
    }
  }
  return null;
}

/* Strokes across a curve (px) at lengths along it (m). */
export function stops(points: Point[], closed: boolean, lengths: (number | null)[], scale: number): string {
  return lengths
    .flatMap((one) => (one === null ? [] : (placeAlong(points, closed, one * scale) ?? [])))
    .map(({ at: [x, y], along: [c, s] }) =>
      polyline([
        [x - STROKE * s, y + STROKE * c],
        [x + STROKE * s, y - STROKE * c],
      ]),
    )
    .join("");
}

/* The points of a curve as pixels from the centre of mass of its body, that not turned. */
export function curvePixels(body: SceneBody, curve: SceneCurve, scale: number): Point[] {
  return curve.points.map((p) => local(body, p, scale));
}

/* The part of a joint that is drawn on a curve, with the curve below it. */
export function onCurve(body: SceneBody, joint: SceneJoint, curve: SceneCurve, part: Part): Part {
  const [line, marks] = [path("curve-line"), path("limit-line")];
  const sheet = group(`curve ${colourClass(joint.bodies[0])}`, [line, marks]);
  const limits = joint.coordinates.flatMap(({ unit, limits }) => (unit === "m" ? (limits ?? []) : []));
  const { layout, pose, distance } = part;
  let points: Point[] = [];
  let [at, angle]: [Point, number] = [[0, 0], 0];
  part.element.prepend(sheet);
  part.layout = (pen: Pen) => {
    layout.call(part, pen);
    points = curvePixels(body, curve, pen.scale);
    draw(line, polyline(points, curve.closed));
    draw(marks, stops(points, curve.closed, limits, pen.scale));
  };
  part.pose = (now: Instant) => {
    pose.call(part, now);
    const first = joint.bodies[0];
    at = spot(now, first, body.com);
    angle = now.poses[first]!.angle;
    const off: Point = placeOf(part.element) ? part.anchor : [0, 0];
    move(sheet, [at[0] - off[0], at[1] - off[1]], angle);
  };
  part.distance = (p: Point) => {
    const [c, s] = [Math.cos(angle), Math.sin(angle)];
    const [x, y] = [p[0] - at[0], p[1] - at[1]];
    const own = fromCurve([c * x - s * y, s * x + c * y], points, curve.closed); // y is down
    return Math.min(distance.call(part, p), own + BEHIND);
  };
  return part;
}

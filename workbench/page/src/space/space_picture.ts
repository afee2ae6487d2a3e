/* space_picture.ts - a mechanism in space on a small sheet: its bodies as bars, solids and balls (picture_pieces.ts), seen along one direction in
 * parallel projection, the farther ones painted first. For a large and turnable picture there is `space_view.tsx`.
 */
import type { Pose, Scene, Vec } from "../engine/engine";
import type { Point, Size } from "../drawing/camera";
import { circle, hull, polyline } from "../drawing/geometry";
import { element } from "../drawing/layers";
import { placed, posesAtRow } from "../drawing/poses";
import { colourClass } from "../drawing/part";
import { drivesAway, middleOf } from "../drawing/travel";
import { sizeAtStart } from "./bounding_spheres";
import type { Recorded } from "../drawing/recorded_motion";
import { piecesOfScene, type Piece } from "./picture_pieces";
import { cross, dot, length, levelOf, minus, plus, times, unit, upOf } from "./vectors";

const TURN = (35 * Math.PI) / 180; // of the sight about the upright
const TILT = (20 * Math.PI) / 180; // down from the level
const MARGIN = 22; // px
const MOST_ROWS = 40; // of a motion that are asked for its extent
const LEAST_BAR = 5; // px: the width of a bar that is thin or has no width

type Axis = { right: Vec; up: Vec; near: Vec };

/* The directions of the sheet; gravity points down on it. */
function axesOf(gravity: Vec): Axis {
  const upright = upOf(gravity);
  const [side, front] = levelOf(upright);
  const level = plus(times(front, -Math.cos(TURN)), times(side, Math.sin(TURN)));
  const near = plus(times(level, Math.cos(TILT)), times(upright, Math.sin(TILT)));
  const right = unit(cross(upright, near));
  return { right, up: cross(near, right), near };
}

/* Rods and springs between two points, which no body is. */
function wiresOf(scene: Scene): { bodies: [number, number]; points: [Vec, Vec] }[] {
  const apart = scene.joints.filter(({ bodies: [a, b], points: [p, q], joints }) => {
    if (joints) return false;
    const [at, to] = [
      placed(scene.bodies[a]!, scene.bodies[a]!.pose, p),
      placed(scene.bodies[b]!, scene.bodies[b]!.pose, q),
    ];
    return length(minus(at, to)) > 0.02 * scene.size;
  });
  const lines = scene.forces.filter((one) => !one.joint && one.bodies.length === 2 && one.points.length === 2);
  return [...apart, ...lines].map(({ bodies, points }) => ({
    bodies: bodies as [number, number],
    points: points as [Vec, Vec],
  }));
}

/* Where bodies are held on the ground. */
function feetOf(scene: Scene): Vec[] {
  return scene.joints
    .filter(({ bodies, joints }) => bodies[0] === 0 && !joints)
    .map(({ points }) => placed(scene.bodies[0]!, scene.bodies[0]!.pose, points[0]));
}

/* A piece on the sheet: its outline, and over it the sides that may be seen. */
interface Drawn {
  all: SVGGElement;
  whole: SVGPathElement;
  sides: SVGPathElement[];
}

function outline(kind: Piece["kind"], spots: Point[], width: number): string {
  if (kind === "ball") return circle(...spots[0]!, Math.max(width, LEAST_BAR));
  return kind === "face" ? polyline(hull(spots), true) : polyline(spots);
}

export class SpacePicture {
  private axes: Axis;
  private pieces: Piece[];
  private wires: ReturnType<typeof wiresOf>;
  private scale = 1;
  private middle: Point = [0, 0];
  private layer: SVGGElement;
  private shapes: Drawn[];
  private lines: SVGPathElement;
  private feet: Vec[];
  private start: Vec | null; // of the middle of what drives away: the picture goes along with it

  constructor(
    svg: SVGSVGElement,
    private recorded: Recorded,
    private size: Size,
  ) {
    const { scene } = recorded;
    this.axes = axesOf(scene.gravity);
    this.pieces = piecesOfScene(scene);
    this.wires = wiresOf(scene);
    this.feet = feetOf(scene);
    const { motion } = recorded;
    this.start =
      motion && drivesAway(scene, motion, sizeAtStart(scene)) ? middleOf(posesAtRow(scene, motion, 0)) : null;
    this.fit();
    this.shapes = this.pieces.map((piece) => this.made(piece));
    this.lines = element("path", { class: "wire" });
    const feet = element("path", { class: "foot", d: this.feet.map((at) => circle(...this.spot(at), 5)).join("") });
    this.layer = element("g", {});
    svg.append(this.lines, this.layer, feet);
  }

  private made(piece: Piece): Drawn {
    const solid = piece.kind === "bar" ? "bar" : piece.kind === "groove" ? "groove" : "solid";
    const whole = element("path", { class: solid });
    if (solid === "bar") whole.setAttribute("stroke-width", String(Math.max(piece.width * this.scale, LEAST_BAR)));
    const sides = piece.faces.map(() => element("path", {}));
    return { all: element("g", { class: colourClass(piece.body) }, [whole, ...sides]), whole, sides };
  }

  private flat(at: Vec): Point {
    return [dot(at, this.axes.right), -dot(at, this.axes.up)];
  }

  private spot(at: Vec): Point {
    const [x, y] = this.flat(at);
    return [
      this.size.width / 2 + this.scale * (x - this.middle[0]),
      this.size.height / 2 + this.scale * (y - this.middle[1]),
    ];
  }

  /* How far the picture has gone along. */
  private gone(poses: Pose[]): Vec {
    return this.start ? minus(middleOf(poses), this.start) : [0, 0, 0];
  }

  /* All of the motion has room on the sheet. */
  private fit(): void {
    const { scene, motion } = this.recorded;
    const step = motion ? Math.max(1, Math.ceil(motion.rows / MOST_ROWS)) : 1;
    const instants = motion
      ? Array.from({ length: Math.ceil(motion.rows / step) }, (_, i) => posesAtRow(scene, motion, i * step))
      : [scene.bodies.map((body) => body.pose)];
    const box = { low: [Infinity, Infinity], high: [-Infinity, -Infinity] };
    const take = (at: Vec, reach: number): void =>
      this.flat(at).forEach((one, i) => {
        box.low[i] = Math.min(box.low[i]!, one - reach);
        box.high[i] = Math.max(box.high[i]!, one + reach);
      });
    for (const poses of instants) {
      const gone = this.gone(poses);
      for (const { body, kind, places, width } of this.pieces)
        for (const place of places)
          take(minus(placed(scene.bodies[body]!, poses[body]!, place), gone), kind === "bar" ? width / 2 : width);
    }
    for (const at of this.feet) take(at, 0);
    const [w, h] = [box.high[0]! - box.low[0]!, box.high[1]! - box.low[1]!];
    this.scale = Math.min((this.size.width - 2 * MARGIN) / (w || 1), (this.size.height - 2 * MARGIN) / (h || 1));
    this.middle = [(box.low[0]! + box.high[0]!) / 2, (box.low[1]! + box.high[1]!) / 2];
  }

  pose(poses: Pose[]): void {
    const { scene } = this.recorded;
    const gone = this.gone(poses);
    const depths = this.pieces.map((piece, i) => {
      const at = piece.places.map((place) => minus(placed(scene.bodies[piece.body]!, poses[piece.body]!, place), gone));
      this.draw(this.shapes[i]!, piece, at);
      const depth = at.reduce((sum, one) => sum + dot(one, this.axes.near), 0) / at.length;
      return { i, depth: piece.kind === "groove" ? depth + piece.width : depth }; // on what it is cut into
    });
    depths.sort((a, b) => a.depth - b.depth);
    this.layer.replaceChildren(...depths.map(({ i }) => this.shapes[i]!.all));
    const ends = this.wires.map(({ bodies, points }) =>
      polyline(bodies.map((body, i) => this.spot(minus(placed(scene.bodies[body]!, poses[body]!, points[i]!), gone)))),
    );
    this.lines.setAttribute("d", ends.join(""));
  }

  private draw({ whole, sides }: Drawn, { kind, width, faces }: Piece, at: Vec[]): void {
    const spots = at.map((one) => this.spot(one));
    whole.setAttribute("d", outline(kind, spots, width * this.scale));
    faces.forEach((corners, i) => {
      const normal = unit(cross(minus(at[corners[1]!]!, at[corners[0]!]!), minus(at[corners[2]!]!, at[corners[1]!]!)));
      const seen = dot(normal, this.axes.near) > 0.02;
      sides[i]!.setAttribute("class", dot(normal, this.axes.up) > 0.5 ? "side bright" : "side");
      sides[i]!.setAttribute(
        "d",
        seen
          ? polyline(
              corners.map((k) => spots[k]!),
              true,
            )
          : "",
      );
    });
  }

  dispose(): void {}
}

/* space_picture.ts - a mechanism in space on a small sheet: its bodies as bars, faces and balls, seen along one direction in parallel
 * projection, the farther ones painted first. For a large and turnable picture there is `space/`.
 */
import type { Pose, Scene, SceneBody, SimpleShape, Vec } from "../engine/engine";
import type { Point, Size } from "../drawing/camera";
import { circle, hull, polyline } from "../drawing/geometry";
import { element } from "../drawing/layers";
import { placed, posesAtRow } from "../drawing/poses";
import { colourClass } from "../drawing/part";
import type { Recorded } from "../drawing/recorded_motion";
import { piecesOf } from "../drawing/shape_pieces";
import { hasMotif } from "../state/description";
import { across, cross, dot, length, levelOf, minus, plus, times, unit, upOf } from "./vectors";
import { inBody, meshesOf, middleOf, type SpaceWheel } from "./wheels";

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

/* One stroke or face: its places in the frame of the body. */
interface Piece {
  body: number;
  kind: "bar" | "face" | "ball";
  places: Vec[];
  width: number; // m: of a bar; the radius of a ball
}

const ROUND = 20; // corners of a circle

function circleOf(at: Vec, axis: Vec, radius: number): Vec[] {
  const first = across(axis);
  const second = cross(unit(axis), first);
  return Array.from({ length: ROUND }, (_, i) => {
    const a = (2 * Math.PI * i) / ROUND;
    return plus(at, plus(times(first, radius * Math.cos(a)), times(second, radius * Math.sin(a))));
  });
}

function cornersOf(at: Vec, size: Vec): Vec[] {
  const signs = [-0.5, 0.5];
  return signs.flatMap((x) =>
    signs.flatMap((y) => signs.map((z): Vec => [at[0] + x * size[0], at[1] + y * size[1], at[2] + z * size[2]])),
  );
}

function pieceOf(body: number, shape: SimpleShape): Piece | null {
  switch (shape.kind) {
    case "none":
      return null;
    case "rod":
      return { body, kind: "bar", places: [shape.from, shape.to], width: shape.width ?? 0 };
    case "sphere":
      return { body, kind: "ball", places: [shape.at], width: shape.radius ?? 0 };
    case "box":
      return { body, kind: "face", places: cornersOf(shape.at, shape.size), width: 0 };
    case "polygon":
      return { body, kind: "face", places: shape.corners, width: 0 };
    case "disc":
    case "cylinder": {
      const half = times(
        unit(shape.axis),
        (("length" in shape ? shape.length : undefined) ?? ("thickness" in shape ? shape.thickness : 0) ?? 0) / 2,
      );
      const ends = [plus(shape.at, half), minus(shape.at, half)];
      return {
        body,
        kind: "face",
        places: ends.flatMap((at) => circleOf(at, shape.axis, shape.radius ?? 0)),
        width: 0,
      };
    }
  }
}

/* A body without a shape: bars from its centre of mass to its points. */
function skeleton(body: SceneBody, index: number): Piece[] {
  return body.points
    .filter(({ at }) => length(minus(at, body.com)) > 0)
    .map(({ at }): Piece => ({ body: index, kind: "bar", places: [body.com, at], width: 0 }));
}

/* Points that no shape reaches are joined to the middle of the first by a bar, as in the plane. */
function loosePoints(body: SceneBody, index: number, pieces: Piece[]): Piece[] {
  const places = pieces.flatMap((one) => one.places);
  const middle = times(
    pieces[0]!.places.reduce((sum, one) => plus(sum, one), [0, 0, 0] as Vec),
    1 / pieces[0]!.places.length,
  );
  const reach = Math.max(...places.map((one) => length(minus(one, middle))), ...pieces.map((one) => one.width));
  return body.points
    .filter(({ at }) => length(minus(at, middle)) > 1.05 * reach)
    .map(({ at }): Piece => ({ body: index, kind: "bar", places: [middle, at], width: 0 }));
}

function piecesOfBody(body: SceneBody, index: number): Piece[] {
  const solid = piecesOf(body.shape).flatMap((one) => pieceOf(index, one.solid) ?? []);
  if (solid.length === 0) return index === 0 ? [] : skeleton(body, index);
  return [...solid, ...loosePoints(body, index, solid)];
}

/* The rim of a wheel and a bar across it that shows how it turns; a worm as a thick bar. In the frame of its body. */
function piecesOfWheel(scene: Scene, wheel: SpaceWheel): Piece[] {
  const { body, axis, to, radius, form } = wheel;
  const { pose, com } = scene.bodies[body]!;
  const own = (at: Vec): Vec => plus(com, inBody(scene, body, minus(at, pose.at)));
  const middle = middleOf(wheel);
  if (form.kind === "thread") {
    const half = times(axis, 2.2 * radius);
    return [{ body, kind: "bar", places: [own(minus(middle, half)), own(plus(middle, half))], width: 2 * radius }];
  }
  const thick = times(axis, WHEEL * radius);
  const rims = [plus(middle, thick), minus(middle, thick)].flatMap((at) => circleOf(at, axis, radius));
  const mark = times(to, radius);
  return [
    { body, kind: "face", places: rims.map(own), width: 0 },
    { body, kind: "bar", places: [own(minus(middle, mark)), own(plus(middle, mark))], width: 0 },
  ];
}

const WHEEL = 0.12; // half the width of a wheel, as a part of its radius

function piecesOfGears(scene: Scene): Piece[] {
  const meshes = meshesOf(scene, scene.size, (joint) => hasMotif(joint.type, "gears"));
  return [...meshes.of.values()].flatMap(({ wheels }) =>
    wheels.filter(({ again, teeth }) => !again && teeth > 0).flatMap((wheel) => piecesOfWheel(scene, wheel)),
  );
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

export class SpacePicture {
  private axes: Axis;
  private pieces: Piece[];
  private wires: ReturnType<typeof wiresOf>;
  private scale = 1;
  private middle: Point = [0, 0];
  private layer: SVGGElement;
  private shapes: SVGPathElement[];
  private lines: SVGPathElement;
  private feet: Vec[];

  constructor(
    svg: SVGSVGElement,
    private recorded: Recorded,
    private size: Size,
  ) {
    const { scene } = recorded;
    this.axes = axesOf(scene.gravity);
    this.pieces = [...scene.bodies.flatMap((body, i) => piecesOfBody(body, i)), ...piecesOfGears(scene)];
    this.wires = wiresOf(scene);
    this.feet = feetOf(scene);
    this.fit();
    this.shapes = this.pieces.map((piece) => this.made(piece));
    this.lines = element("path", { class: "wire" });
    const feet = element("path", { class: "foot", d: this.feet.map((at) => circle(...this.spot(at), 5)).join("") });
    this.layer = element("g", {}, this.shapes);
    svg.append(this.lines, this.layer, feet);
  }

  private made(piece: Piece): SVGPathElement {
    const look = piece.kind === "bar" ? "bar" : "solid";
    const made = element("path", { class: `${look} ${colourClass(piece.body)}` });
    if (piece.kind === "bar") made.setAttribute("stroke-width", String(Math.max(piece.width * this.scale, LEAST_BAR)));
    return made;
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
    for (const poses of instants)
      for (const { body, kind, places, width } of this.pieces)
        for (const place of places)
          take(placed(scene.bodies[body]!, poses[body]!, place), kind === "ball" ? width : width / 2);
    for (const at of this.feet) take(at, 0);
    const [w, h] = [box.high[0]! - box.low[0]!, box.high[1]! - box.low[1]!];
    this.scale = Math.min((this.size.width - 2 * MARGIN) / (w || 1), (this.size.height - 2 * MARGIN) / (h || 1));
    this.middle = [(box.low[0]! + box.high[0]!) / 2, (box.low[1]! + box.high[1]!) / 2];
  }

  pose(poses: Pose[]): void {
    const { scene } = this.recorded;
    const depths = this.pieces.map((piece, i) => {
      const at = piece.places.map((place) => placed(scene.bodies[piece.body]!, poses[piece.body]!, place));
      this.shapes[i]!.setAttribute("d", this.outline(piece, at));
      return { i, depth: at.reduce((sum, one) => sum + dot(one, this.axes.near), 0) / at.length };
    });
    depths.sort((a, b) => a.depth - b.depth);
    this.layer.replaceChildren(...depths.map(({ i }) => this.shapes[i]!));
    const ends = this.wires.map(({ bodies, points }) =>
      polyline(bodies.map((body, i) => this.spot(placed(scene.bodies[body]!, poses[body]!, points[i]!)))),
    );
    this.lines.setAttribute("d", ends.join(""));
  }

  private outline({ kind, width }: Piece, at: Vec[]): string {
    const spots = at.map((one) => this.spot(one));
    if (kind === "ball") return circle(...spots[0]!, Math.max(width * this.scale, LEAST_BAR));
    return kind === "bar" ? polyline(spots) : polyline(hull(spots), true);
  }

  dispose(): void {}
}

/* picture_pieces.ts - the bodies of a mechanism in space as bars, solids and balls, for small pictures of it: shapes, wheels with their teeth, worms. */
import type { Scene, SceneBody, SimpleShape, Vec } from "../engine/engine";
import { piecesOf } from "../drawing/shape_pieces";
import { hasMotif } from "../state/description";
import { across, cross, length, minus, plus, times, unit } from "./vectors";
import { inBody, meshesOf, middleOf, type SpaceWheel } from "./wheels";

/* One stroke or solid: its places in the frame of the body. */
export interface Piece {
  body: number;
  kind: "bar" | "face" | "ball" | "groove";
  places: Vec[];
  width: number; // m: of a bar; the radius of a ball; how far a groove lies before the middle of what it is in
  faces: number[][]; // its flat sides by their corners among the places, anticlockwise seen from outside
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

/* Its corners as cornersOf counts them. */
const BOX = [[4, 6, 7, 5], [0, 1, 3, 2], [2, 3, 7, 6], [0, 4, 5, 1], [1, 5, 7, 3], [0, 2, 6, 4]]; // prettier-ignore

function bar(body: number, places: Vec[], width = 0): Piece {
  return { body, kind: "bar", places, width, faces: [] };
}

/* Between two outlines of as many corners, each anticlockwise about the axis from the second to the first. */
function drum(body: number, [first, second]: Vec[][]): Piece {
  const count = first!.length;
  const one = first!.map((_, i) => i);
  return {
    body,
    kind: "face",
    places: [...first!, ...second!],
    width: 0,
    faces: [one, one.map((i) => 2 * count - 1 - i)],
  };
}

function pieceOf(body: number, shape: SimpleShape): Piece | null {
  switch (shape.kind) {
    case "none":
      return null;
    case "rod":
      return bar(body, [shape.from, shape.to], shape.width ?? 0);
    case "sphere":
      return { body, kind: "ball", places: [shape.at], width: shape.radius ?? 0, faces: [] };
    case "box":
      return { body, kind: "face", places: cornersOf(shape.at, shape.size), width: 0, faces: BOX };
    case "polygon":
      return { body, kind: "face", places: shape.corners, width: 0, faces: [] };
    case "disc":
    case "cylinder": {
      const half = times(
        unit(shape.axis),
        (("length" in shape ? shape.length : undefined) ?? ("thickness" in shape ? shape.thickness : 0) ?? 0) / 2,
      );
      const ends = [plus(shape.at, half), minus(shape.at, half)];
      return drum(
        body,
        ends.map((at) => circleOf(at, shape.axis, shape.radius ?? 0)),
      );
    }
  }
}

/* A body without a shape: bars from its centre of mass to its points. */
function skeleton(body: SceneBody, index: number): Piece[] {
  return body.points.filter(({ at }) => length(minus(at, body.com)) > 0).map(({ at }) => bar(index, [body.com, at]));
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
    .map(({ at }) => bar(index, [middle, at]));
}

function piecesOfBody(body: SceneBody, index: number): Piece[] {
  const solid = piecesOf(body.shape).flatMap((one) => pieceOf(index, one.solid) ?? []);
  if (solid.length === 0) return index === 0 ? [] : skeleton(body, index);
  return [...solid, ...loosePoints(body, index, solid)];
}

/* The outline of a wheel round its axis; few teeth that can be counted are drawn, many are a circle. A ring is seen as its pitch circle. */
function toothed(at: Vec, { axis, to, teeth }: SpaceWheel, size: number): Vec[] {
  if (teeth < 0 || teeth > MOST_TEETH) return circleOf(at, axis, size);
  const other = cross(unit(axis), to);
  const deep = (2 * size) / teeth; // a module
  const corners = [[-0.32, -1.1], [-0.14, 0.9], [0.14, 0.9], [0.32, -1.1]] as const; // prettier-ignore
  return Array.from({ length: teeth }, (_, i) => i).flatMap((i) =>
    corners.map(([turn, high]) => {
      const [a, r] = [(2 * Math.PI * (i + turn)) / teeth, size + high * deep];
      return plus(at, plus(times(to, r * Math.cos(a)), times(other, r * Math.sin(a))));
    }),
  );
}

/* The thread of a worm: one turn for each pitch. */
function threadOf(middle: Vec, { axis, to, radius }: SpaceWheel, pitch: number, right: boolean, half: number): Vec[] {
  const other = times(cross(unit(axis), to), right ? 1 : -1);
  const steps = Math.min(Math.ceil((2 * half) / pitch), 12) * ROUND;
  return Array.from({ length: steps + 1 }, (_, i) => {
    const a = (2 * Math.PI * i) / ROUND;
    const along = plus(middle, times(axis, -half + (2 * half * i) / steps));
    return plus(along, plus(times(to, radius * Math.cos(a)), times(other, radius * Math.sin(a))));
  });
}

/* The rims of a wheel and a bar across it that shows how it turns; a worm as a thick bar with its thread. In the frame of its body. */
function piecesOfWheel(scene: Scene, wheel: SpaceWheel): Piece[] {
  const { body, axis, to, radius, form } = wheel;
  const { pose, com } = scene.bodies[body]!;
  const own = (at: Vec): Vec => plus(com, inBody(scene, body, minus(at, pose.at)));
  const middle = middleOf(wheel);
  if (form.kind === "thread") {
    const half = 2.2 * radius;
    const ends = [minus(middle, times(axis, half)), plus(middle, times(axis, half))];
    const thread = threadOf(middle, wheel, form.pitch, form.right, half);
    return [
      bar(body, ends.map(own), 2 * radius),
      { body, kind: "groove", places: thread.map(own), width: 0.5 * radius, faces: [] },
    ];
  }
  const cone = form.kind === "cone";
  const thick = times(axis, cone ? 0.3 * form.reach * Math.cos(form.angle) : WHEEL * radius);
  const rims = cone
    ? [toothed(middle, wheel, radius), toothed(minus(middle, thick), wheel, 0.7 * radius)]
    : [plus(middle, thick), minus(middle, thick)].map((at) => toothed(at, wheel, radius));
  const mark = times(to, radius);
  return [
    drum(
      body,
      rims.map((rim) => rim.map(own)),
    ),
    bar(body, [own(minus(middle, mark)), own(plus(middle, mark))]),
  ];
}

const MOST_TEETH = 60;
const WHEEL = 0.12; // half the width of a wheel, as a part of its radius

function piecesOfGears(scene: Scene): Piece[] {
  const meshes = meshesOf(scene, scene.size, (joint) => hasMotif(joint.type, "gears"));
  return [...meshes.of.values()].flatMap(({ wheels }) =>
    wheels.filter(({ again, teeth }) => !again && teeth > 0).flatMap((wheel) => piecesOfWheel(scene, wheel)),
  );
}

export function piecesOfScene(scene: Scene): Piece[] {
  return [...scene.bodies.flatMap((body, i) => piecesOfBody(body, i)), ...piecesOfGears(scene)];
}

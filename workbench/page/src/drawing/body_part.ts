/* body_part.ts - a link as it is drawn: its shape where the model gives one, else a bar or a rounded plate through its points. */
import type { Scene, SceneBody, SimpleShape, Vec } from "../engine/engine";
import type { Point } from "./camera";
import { piecesOf, type ShapePiece } from "./shape_pieces";
import { circle, fromHull, inflated, polyline } from "./geometry";
import { solidOf, surfacePaths, type SurfacePaths } from "./surfaces";
import { colourClass, draw, group, local, move, path, type Instant, type Part, type Pen } from "./part";
import { texts } from "../texts/texts";

/* Corners of an outline (px, y down) and how far round them it reaches. */
interface Outline {
  corners: Point[];
  reach: number;
  path: string;
}

function boxCorners(at: Vec, size: Vec): Vec[] {
  const [a, b] = [size[0] / 2, size[1] / 2];
  return [
    [at[0] - a, at[1] - b, 0],
    [at[0] + a, at[1] - b, 0],
    [at[0] + a, at[1] + b, 0],
    [at[0] - a, at[1] + b, 0],
  ];
}

function round(body: SceneBody, at: Vec, radius: number | undefined, pen: Pen): Outline {
  const [x, y] = local(body, at, pen.scale);
  const r = Math.max((radius ?? 0) * pen.scale, pen.half);
  return { corners: [[x, y]], reach: r, path: circle(x, y, r) };
}

function corners(body: SceneBody, places: Vec[], pen: Pen): Outline {
  const list = places.map((one) => local(body, one, pen.scale));
  return { corners: list, reach: 0, path: polyline(list, true) };
}

function bar(body: SceneBody, places: Vec[], half: number, pen: Pen): Outline {
  const list = places.map((one) => local(body, one, pen.scale));
  return { corners: list, reach: half, path: inflated(list, half) };
}

/* The cylinder that lies in the plane is seen from its side. */
function drum(body: SceneBody, shape: SimpleShape & { kind: "cylinder" }, pen: Pen): Outline {
  const [x, y] = shape.axis;
  const across = Math.hypot(x, y);
  if (across < 0.5) return round(body, shape.at, shape.radius, pen);
  const [l, r] = [(shape.length ?? 0) / 2 / across, (shape.radius ?? 0) / across];
  const at = shape.at;
  return corners(
    body,
    [
      [at[0] + l * x - r * y, at[1] + l * y + r * x, 0],
      [at[0] - l * x - r * y, at[1] - l * y + r * x, 0],
      [at[0] - l * x + r * y, at[1] - l * y - r * x, 0],
      [at[0] + l * x + r * y, at[1] + l * y - r * x, 0],
    ],
    pen,
  );
}

function shapeOutline(body: SceneBody, shape: SimpleShape, pen: Pen): Outline | null {
  switch (shape.kind) {
    case "none":
      return null;
    case "rod":
      return bar(body, [shape.from, shape.to], Math.max(((shape.width ?? 0) * pen.scale) / 2, pen.half), pen);
    case "disc":
    case "sphere":
      return round(body, shape.at, shape.radius, pen);
    case "box":
      return corners(body, boxCorners(shape.at, shape.size), pen);
    case "cylinder":
      return drum(body, shape, pen);
    case "polygon":
      return corners(body, shape.corners, pen);
  }
}

function linkOutline(body: SceneBody, pen: Pen): Outline {
  const places = body.points.map((point) => point.at);
  if (places.length === 0) places.push(body.com);
  const single = places.every((p) => Math.hypot(p[0] - places[0]![0], p[1] - places[0]![1]) * pen.scale < 1);
  const corners = places.map((p) => local(body, p, pen.scale));
  const aside = body.mass > 0 && fromHull([0, 0], corners) > 1.5 * pen.half;
  if (single || aside) places.push(body.com);
  return bar(body, places, pen.half, pen);
}

/* A solid with its holes, which are cut out of it where paths cross (even-odd rule). */
function pieceOutline(body: SceneBody, { solid, holes }: ShapePiece, pen: Pen): Outline | null {
  const outline = shapeOutline(body, solid, pen);
  const cut = holes.map((hole) => shapeOutline(body, hole, pen)?.path ?? "");
  return outline && { ...outline, path: outline.path + cut.join("") };
}

/* Solids of a body: its shape, else what its surfaces enclose. */
function solidsOf(body: SceneBody): ShapePiece[] {
  const pieces = piecesOf(body.shape);
  if (pieces.length > 0) return pieces;
  return (body.surfaces ?? []).flatMap((one) => solidOf(one) ?? []).map((solid) => ({ solid, holes: [] }));
}

const ROUND = new Set<string>(["disc", "sphere", "cylinder"]); // seen from the side the last is not, and has no spoke

const feetOf = (body: SceneBody): Vec[] =>
  (body.surfaces ?? []).flatMap((one) => (one.kind === "point" ? [one.at] : []));

/* A link or its shapes, and legs from its centre of mass to the feet (points that touch) that these leave out. */
function outlines(body: SceneBody, pen: Pen, isGround: boolean): Outline[] {
  const solids = solidOutlines(body, pen, isGround);
  if (isGround) return solids;
  const legs = feetOf(body).filter((foot) =>
    solids.every((one) => fromHull(local(body, foot, pen.scale), one.corners) > one.reach + 1),
  );
  return [...legs.map((foot) => bar(body, [body.com, foot], 0.7 * pen.half, pen)), ...solids];
}

/* Points that the shapes leave out are joined to the first of them by a bar. */
function solidOutlines(body: SceneBody, pen: Pen, isGround: boolean): Outline[] {
  const shapes = solidsOf(body)
    .map((piece) => pieceOutline(body, piece, pen))
    .filter((one) => one !== null);
  const shape = shapes[0];
  if (!shape) return isGround ? [] : [linkOutline(body, pen)];
  const outside = body.points.filter((point) =>
    shapes.every((one) => fromHull(local(body, point.at, pen.scale), one.corners) > one.reach + 1),
  );
  if (outside.length === 0 || isGround) return shapes;
  const middle = shape.corners.reduce<Point>(
    ([x, y], [cx, cy]) => [x + cx / shape.corners.length, y + cy / shape.corners.length],
    [0, 0],
  );
  const list: Point[] = [middle, ...outside.map((point) => local(body, point.at, pen.scale))];
  const half = pen.half * 0.7;
  return [{ corners: list, reach: half, path: inflated(list, half) }, ...shapes];
}

/* Whether there is something of the ground to draw. */
export function isSeen(ground: SceneBody | undefined): boolean {
  return ground !== undefined && (ground.shape.kind !== "none" || (ground.surfaces?.length ?? 0) > 0);
}

/* Points of each body where no joint is. */
export function freePoints(scene: Scene): Vec[][] {
  const jointed: Vec[][] = scene.bodies.map(() => []);
  for (const { bodies, points } of scene.joints) bodies.forEach((body, i) => jointed[body]?.push(points[i]!));
  const near = (a: Vec, b: Vec): boolean => Math.hypot(a[0] - b[0], a[1] - b[1]) < 1e-6 * scene.size;
  return scene.bodies.map(({ points }, i) =>
    points.map((point) => point.at).filter((at) => !jointed[i]!.some((one) => near(one, at))),
  );
}

/* A body at rest in its own frame, as others draw it too (free-body diagram). Centre of mass at the origin. */
export function bodyPath(scene: Scene, index: number, pen: Pen): string {
  return outlines(scene.bodies[index]!, pen, index === 0)
    .map((one) => one.path)
    .join("");
}

export function massMark(r: number): string {
  return `M0 0V${-r}A${r} ${r} 0 0 1 ${r} 0ZM0 0V${r}A${r} ${r} 0 0 1 ${-r} 0Z`;
}

/* free: points with small marks */
export function bodyPart(scene: Scene, index: number, free: Vec[]): Part {
  const body = scene.bodies[index]!;
  const solids = solidsOf(body);
  const lines = Array.from({ length: solids.length + feetOf(body).length + 1 }, () => path("link"));
  for (const line of lines) line.setAttribute("fill-rule", "evenodd");
  const only = (there: boolean, name: string): SVGPathElement | null => (there ? path(name) : null); // a thousand bodies have few of them
  const touches = (body.surfaces?.length ?? 0) > 0;
  const points = only(free.length > 0, "point-mark");
  const spoke = only(
    solids.some(({ solid }) => ROUND.has(solid.kind)),
    "spoke",
  );
  const [strokes, hatches, dots] = ["surface", "surface-hatch", "surface-point"].map((name) => only(touches, name));
  const drawn = [...lines, spoke, hatches, strokes, dots, points].filter((one) => one != null);
  const frame = group(`part body ${colourClass(index)}`, drawn);
  let shapes: Outline[] = [];
  let surfaces: SurfacePaths = { stroke: "", hatch: "", dots: "", distance: () => Infinity };
  let at: Point = [0, 0];
  let angle = 0;
  return {
    selected: { kind: "body", name: body.name },
    label: texts.view.bodyPart.body(body.name, body.mass > 0 ? "" : ", massless"),
    element: frame,
    anchor: [0, 0],
    layout(pen) {
      shapes = outlines(body, pen, index === 0);
      surfaces = surfacePaths(body, index === 0, pen.scale);
      if (strokes) draw(strokes, surfaces.stroke);
      if (hatches) draw(hatches, surfaces.hatch);
      if (dots) draw(dots, surfaces.dots);
      lines.forEach((line, i) => draw(line, shapes[i]?.path ?? ""));
      if (points) draw(points, free.map((p) => circle(...local(body, p, pen.scale), 3)).join(""));
      const disc = shapes[shapes.length - 1];
      const round =
        body.shape.kind !== "several" && disc?.corners.length === 1 && disc.reach > 2 * pen.half ? disc : null;
      const [x, y] = round?.corners[0] ?? [0, 0];
      if (spoke) draw(spoke, round ? `M${x} ${y}h${round.reach}M${x} ${y - 4}v8M${x - 4} ${y}h8` : "");
    },
    pose(now: Instant) {
      const pose = now.poses[index]!;
      at = [now.scale * pose.at[0], -now.scale * pose.at[1]];
      angle = pose.angle;
      this.anchor = at;
      move(frame, at, angle);
    },
    distance(p) {
      const [dx, dy] = [p[0] - at[0], p[1] - at[1]];
      const [c, s] = [Math.cos(angle), Math.sin(angle)];
      const q: Point = [c * dx - s * dy, s * dx + c * dy];
      const away = shapes.map((one) => Math.max(fromHull(q, one.corners) - one.reach, 0));
      return Math.min(...away, surfaces.distance(q));
    },
  };
}

/* Centre of mass: the quartered circle. It does not turn, so that it stays crisp. In a crowd it is not shown, and not drawn before it is. */
export function massPart(scene: Scene, index: number): Part {
  const body = scene.bodies[index]!;
  const frame = group("mass", []);
  const mark = (): void => frame.append(path("mass-ring", circle(0, 0, 5.5)), path("mass-quarters", massMark(5.5)));
  return {
    selected: { kind: "body", name: body.name },
    label: "",
    element: frame,
    anchor: [0, 0],
    layout() {},
    pose(now) {
      if (!frame.firstChild) mark();
      const pose = now.poses[index]!;
      this.anchor = [now.scale * pose.at[0], -now.scale * pose.at[1]];
      move(frame, this.anchor);
    },
    distance: () => Infinity,
  };
}

/* extent.ts - the box that a mechanism takes in the plane, at one instant or over a whole motion. */
import { hasMotif } from "../state/description";
import type { Pose, Scene, SceneBody, SceneJoint, SceneSurface, SimpleShape, Vec } from "../engine/engine";
import { around, EMPTY, type Box } from "./camera";
import { gearRadii, RACK, wheelReach } from "./gear_part";
import { placed, posesAtRow, type Motion } from "./poses";
import { piecesOf } from "./shape_pieces";
import { leavers, shownPoses } from "./travel";

const MOST_ROWS = 240;

/* Places of a body's frame that its outline reaches, with the reach round each. */
function places(body: SceneBody): [Vec, number][] {
  return [
    ...body.points.map((point): [Vec, number] => [point.at, 0]),
    ...piecesOf(body.shape).flatMap(({ solid }) => placesOfShape(solid)),
    ...(body.surfaces ?? []).flatMap(placesOfSurface),
  ];
}

/* A line without ends has no place of its own: see withEndless. */
function placesOfSurface(surface: SceneSurface): [Vec, number][] {
  switch (surface.kind) {
    case "point":
      return [[surface.at, 0]];
    case "circle":
      return [[surface.at, surface.radius]];
    case "profile":
      return surface.endless ? [] : surface.points.map((p): [Vec, number] => [p, 0]);
    default:
      return [];
  }
}

/* The place of each endless line that is nearest to the middle of a box. */
function withEndless(scene: Scene, box: Box): Box {
  if (!(box.left <= box.right)) return box;
  const [x, y] = [(box.left + box.right) / 2, (box.bottom + box.top) / 2];
  let grown = box;
  for (const body of scene.bodies)
    for (const surface of body.surfaces ?? []) {
      if (surface.kind !== "profile" || !surface.endless) continue;
      const [a, b] = surface.points.slice(0, 2).map((p) => placed(body, body.pose, p)) as [Vec, Vec];
      const [dx, dy] = [b[0] - a[0], b[1] - a[1]];
      const along = ((x - a[0]) * dx + (y - a[1]) * dy) / (dx * dx + dy * dy);
      grown = around(grown, a[0] + along * dx, a[1] + along * dy, 0);
    }
  return grown;
}

function placesOfShape(shape: SimpleShape): [Vec, number][] {
  const list: [Vec, number][] = [];
  switch (shape.kind) {
    case "rod":
      list.push([shape.from, (shape.width ?? 0) / 2], [shape.to, (shape.width ?? 0) / 2]);
      break;
    case "disc":
    case "sphere":
      list.push([shape.at, shape.radius ?? 0]);
      break;
    case "cylinder":
      list.push([shape.at, Math.max(shape.radius ?? 0, (shape.length ?? 0) / 2)]);
      break;
    case "box":
      list.push([shape.at, Math.hypot(shape.size[0], shape.size[1]) / 2]);
      break;
    case "polygon":
      list.push(...shape.corners.map((corner): [Vec, number] => [corner, 0]));
      break;
    case "none":
      break;
  }
  return list;
}

/* Places on each body where joints and forces take hold of it: those of the ground are no points of a body. */
function holdsOf(scene: Scene): [number, Vec, number][] {
  const joints = scene.joints.filter((joint) => !joint.joints);
  const forces = scene.forces.filter((force) => !force.joint);
  return [...joints, ...forces].flatMap(({ bodies, points }) =>
    points.map((point, i): [number, Vec, number] => [bodies[i]!, point, 0]),
  );
}

/* Wheels of gears and belts, of which the bodies know nothing: body, centre, radius. */
function wheelsOf(scene: Scene): [number, Vec, number][] {
  return scene.joints.flatMap((gear) => {
    if (gear.path) return gear.path.places.map(({ body, point, radius }) => [body, point, Math.abs(radius)]);
    if (hasMotif(gear.type, "rack")) return placesOfRack(scene, gear);
    const radii = hasMotif(gear.type, "gears") ? gearRadii(scene, gear) : null;
    return (radii ?? []).map((r, i): [number, Vec, number] => [
      gear.bodies[i]!,
      gear.points[i]!,
      wheelReach(gear, i, r),
    ]);
  });
}

/* A pinion, and the ends of its rack as it is drawn at least. */
function placesOfRack(scene: Scene, rack: SceneJoint): [number, Vec, number][] {
  const [turning, sliding] = [0, 1].map((i) => scene.joints.find(({ name }) => name === rack.joints?.[i]));
  const radius = Math.abs(rack.numbers.radius ?? 0);
  if (!turning || !sliding || radius === 0) return [];
  const [at, axis] = [sliding.points[1], sliding.axes[1]];
  const end = (by: number): Vec => [at[0] + by * axis[0], at[1] + by * axis[1], at[2]];
  return [
    [turning.bodies[1], turning.points[1], 1.1 * radius],
    ...[-RACK, RACK].map((by): [number, Vec, number] => [sliding.bodies[1], end(by * radius), 0]),
  ];
}

/* Curves of joints. */
function curvesOf(scene: Scene): [number, Vec, number][] {
  return scene.joints.flatMap(({ bodies, curve }) =>
    (curve?.points ?? []).map((p): [number, Vec, number] => [bodies[0], p, 0]),
  );
}

function withPoses(scene: Scene, poses: Pose[], box: Box, beside: [number, Vec, number][]): Box {
  let grown = box;
  for (const [body, p, radius] of beside) {
    const at = placed(scene.bodies[body]!, poses[body]!, p);
    grown = around(grown, at[0], at[1], radius);
  }
  scene.bodies.forEach((body, i) => {
    const pose = poses[i]!;
    for (const [p, reach] of places(body)) {
      const at = placed(body, pose, p);
      grown = around(grown, at[0], at[1], reach);
    }
    if (i > 0) grown = around(grown, pose.at[0], pose.at[1]);
  });
  return grown;
}

/* How much is seen of a model before it moves, m. */
export function sizeAtStart(scene: Scene): number {
  const { left, right, bottom, top } = extentOf(scene, null);
  return left <= right ? Math.max(right - left, top - bottom) : 0;
}

export function extentOf(scene: Scene, motion: Motion | null, reach: Pose[][] = []): Box {
  const beside = [...holdsOf(scene), ...wheelsOf(scene), ...curvesOf(scene)];
  let box = withPoses(
    scene,
    scene.bodies.map((body) => body.pose),
    EMPTY,
    beside,
  );
  for (const point of scene.drawing) box = around(box, point.at[0], point.at[1]);
  if (reach.length > 0 || (motion && motion.rows > 0)) box = EMPTY;
  for (const poses of reach) box = withPoses(scene, poses, box, beside);
  if (!motion) return withEndless(scene, box);
  const step = Math.max(1, Math.ceil(motion.rows / MOST_ROWS));
  const away = leavers(scene, motion, sizeAtStart(scene));
  for (let row = 0; row < motion.rows; row += step)
    box = withPoses(scene, shownPoses(scene, away, posesAtRow(scene, motion, row)), box, beside);
  return withEndless(scene, box);
}

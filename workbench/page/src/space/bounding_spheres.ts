/* bounding_spheres.ts - the balls that hold a mechanism, at the start or over a whole motion: what a view must show. */
import type { Pose, Scene, SceneBody, SimpleShape, Vec } from "../engine/engine";
import { placed, posesAtRow, type Motion } from "../drawing/poses";
import { piecesOf } from "../drawing/shape_pieces";
import { leavers, shownPoses } from "../drawing/travel";

import { extentOf, type Sphere } from "./orbit";
import { ballsOfSurface } from "./surfaces";
import { diagonal, distance, length, upOf } from "./vectors";

const MOST_ROWS = 160;
const MOST_PLACES = 40_000; // of bodies, over all rows that are looked at

/* Places of a body's frame that it reaches. */
function ballsOf(body: SceneBody): Sphere[] {
  return [
    ...body.points.map((point): Sphere => ({ at: point.at, radius: 0 })),
    ...piecesOf(body.shape).flatMap(({ solid }) => ballsOfShape(solid)),
    ...(body.surfaces ?? []).flatMap(ballsOfSurface),
  ];
}

function ballsOfShape(shape: SimpleShape): Sphere[] {
  const balls: Sphere[] = [];
  switch (shape.kind) {
    case "rod":
      balls.push({ at: shape.from, radius: (shape.width ?? 0) / 2 }, { at: shape.to, radius: (shape.width ?? 0) / 2 });
      break;
    case "disc":
      balls.push({ at: shape.at, radius: Math.hypot(shape.radius ?? 0, (shape.thickness ?? 0) / 2) });
      break;
    case "sphere":
      balls.push({ at: shape.at, radius: shape.radius ?? 0 });
      break;
    case "cylinder":
      balls.push({ at: shape.at, radius: Math.hypot(shape.radius ?? 0, (shape.length ?? 0) / 2) });
      break;
    case "box":
      balls.push(...corners(shape.at, shape.size));
      break;
    case "polygon":
      balls.push(...shape.corners.map((at) => ({ at, radius: (shape.thickness ?? 0) / 2 })));
      break;
    case "none":
      break;
  }
  return balls;
}

function corners(at: Vec, size: Vec): Sphere[] {
  const signs = [-0.5, 0.5];
  return signs.flatMap((x) =>
    signs.flatMap((y) =>
      signs.map((z): Sphere => ({ at: [at[0] + x * size[0], at[1] + y * size[1], at[2] + z * size[2]], radius: 0 })),
    ),
  );
}

function atPoses(scene: Scene, poses: Pose[], into: Sphere[]): void {
  scene.bodies.forEach((body, i) => {
    const pose = poses[i]!;
    for (const { at, radius } of ballsOf(body)) into.push({ at: placed(body, pose, at), radius });
    if (i > 0) into.push({ at: pose.at, radius: 0 });
  });
  for (const joint of [...scene.joints, ...scene.forces])
    joint.bodies.forEach((body, i) => {
      const at = joint.points[i];
      if (body === 0 && at) into.push({ at, radius: 0 });
    });
  for (const { bodies, curve } of scene.joints) {
    const [body, pose] = [scene.bodies[bodies[0]]!, poses[bodies[0]]!];
    for (const p of curve?.points ?? []) into.push({ at: placed(body, pose, p), radius: 0 });
  }
}

/* How much is seen of a model before it moves, m. */
export function sizeAtStart(scene: Scene): number {
  return 2 * extentOf(boundingSpheres(scene, null), upOf(scene.gravity), 0).radius;
}

/* reach: poses that must be seen where there is no motion, such as those of modes */
export function boundingSpheres(scene: Scene, motion: Motion | null, reach: Pose[][] = []): Sphere[] {
  const balls: Sphere[] = [];
  if (reach.length > 0) for (const poses of reach) atPoses(scene, poses, balls);
  else if (!motion || motion.rows === 0)
    atPoses(
      scene,
      scene.bodies.map((body) => body.pose),
      balls,
    );
  else {
    const rows = Math.min(MOST_ROWS, Math.max(8, Math.floor(MOST_PLACES / scene.bodies.length)));
    const step = Math.max(1, Math.ceil(motion.rows / rows));
    const away = leavers(scene, motion, sizeAtStart(scene));
    for (let row = 0; row < motion.rows; row += step)
      atPoses(scene, shownPoses(scene, away, posesAtRow(scene, motion, row)), balls);
  }
  return balls.filter(({ at }) => at.every(Number.isFinite));
}

/* How large symbols are drawn: a length of the mechanism's parts, not of a long chain of them. */
export function resolutionOf(scene: Scene): number {
  const lengths: number[] = [];
  scene.bodies.slice(1).forEach((body) => {
    const places = ballsOf(body);
    let most = 0;
    for (const a of places) for (const b of places) most = Math.max(most, distance(a.at, b.at), a.radius * 2);
    for (const a of places)
      most = Math.max(most, length([a.at[0] - body.com[0], a.at[1] - body.com[1], a.at[2] - body.com[2]]));
    if (most > 1e-9) lengths.push(most);
  });
  lengths.sort((a, b) => a - b);
  const usual = lengths[lengths.length >> 1] ?? scene.size;
  const size = Math.max(...scene.joints.map(({ curve }) => diagonal(curve?.points ?? [])), scene.size) || 1;
  return Math.min(size, Math.max(2.5 * usual, 0.1 * size));
}

/* moved.ts - what moves when a selection is moved as a whole: points of the drawing, whole bodies with frames of their own, points of
 * bodies that stay and are pinned to what moves, and the joints, forces and uses whose directions and places go along.
 */
import { homeOf, mapAt } from "../editor/scope";
import { readTree } from "../editor/tree";
import type { Selected } from "../state/selection";
import { bodyNamed, drawingPoints, GROUND, nodeNamed, nodeOfEnd, type End, type Node, type Sketch } from "./sketch";

export interface Moved {
  points: Set<string>; // of the drawing
  bodies: Set<string>; // all of them: drawn, or with a frame
  ends: End[]; // points of the ground with a frame, and of framed bodies that stay
  joints: Set<string>; // entries whose bodies all move, or are the ground
  forces: Set<string>;
  uses: Set<string>;
  walls: boolean; // surfaces of the ground, which go along where everything does
}

/* A selected element of a use means the use; of several bodies of one joint, the joint. */
function written(sketch: Sketch, what: Selected): Selected {
  const home = homeOf(readTree(sketch.text).root, what);
  if (home?.use) return { kind: "use", name: String(home.path[1]) };
  return what;
}

/* `walls`: what the ground is drawn with goes along, since all that there is was chosen. */
export function movedBy(sketch: Sketch, selection: readonly Selected[], walls = false): Moved {
  const chosen = selection.map((one) => written(sketch, one));
  const names = (kind: Selected["kind"]): Set<string> =>
    new Set(chosen.filter((one) => one.kind === kind).map((one) => one.name));
  const bodies = new Set([...names("body")].filter((name) => name !== GROUND && bodyNamed(sketch, name)));
  const nodes = new Set<Node>();
  const take = (node: Node | undefined): void => void (node && nodes.add(node));
  for (const name of bodies)
    for (const point of bodyNamed(sketch, name)!.points.keys()) take(nodeOfEnd(sketch, { body: name, point }));
  for (const name of names("point")) take(nodeNamed(sketch, name));
  for (const joint of sketch.joints.filter(({ name, entry }) => names("joint").has(name) || names("joint").has(entry)))
    for (const end of joint.ends ?? []) take(nodeOfEnd(sketch, end) ?? nodeNamed(sketch, end.point));
  const goes = (body: string): boolean => bodies.has(body) || body === GROUND;
  const some = (list: string[]): boolean => list.some((body) => bodies.has(body)) && list.every(goes);
  const joints = new Set(
    sketch.joints.filter(({ ends }) => ends && some(ends.map(({ body }) => body))).map(({ entry }) => entry),
  );
  /* the lines of joints and the ends of forces on the ground go with what moves */
  const groundEnds = [
    ...sketch.joints.filter(({ entry }) => joints.has(entry)).flatMap(({ ends }) => ends ?? []),
    ...sketch.forces.flatMap(({ ends }) => {
      const places = ends.filter((end): end is End => typeof end !== "string");
      return some(places.map(({ body }) => body)) && places.length === ends.length ? places : [];
    }),
  ].filter(({ body }) => body === GROUND);
  for (const end of groundEnds) take(nodeOfEnd(sketch, end) ?? nodeNamed(sketch, end.point));
  const forces = new Set(
    sketch.forces
      .filter(
        ({ name, ends }) =>
          names("force").has(name) || some(ends.map((end) => (typeof end === "string" ? end : end.body))),
      )
      .map(({ name }) => name),
  );
  const points = new Set([...nodes].flatMap(drawingPoints));
  /* what of the drawing a body that moves has, also where it hangs elsewhere at the start */
  for (const name of bodies)
    if (bodyNamed(sketch, name)!.drawn) for (const point of bodyNamed(sketch, name)!.points.keys()) points.add(point);
  const ends = [...nodes]
    .flatMap((node) => node.ends)
    .filter(({ body }) => !bodies.has(body) && !bodyNamed(sketch, body)?.drawn);
  return { points, bodies, ends, joints, forces, uses: names("use"), walls };
}

/* Whether nothing stays that hangs on what moves: the whole may be moved in the coordinates of the drawing. */
export function isWhole(sketch: Sketch, { bodies }: Moved): boolean {
  return sketch.joints.every(({ ends }) => {
    const on = (ends ?? []).map(({ body }) => body).filter((body) => body !== GROUND);
    return on.every((body) => bodies.has(body)) || on.every((body) => !bodies.has(body));
  });
}

/* Everything, as in a piece of a model that is copied. */
export function allOf(sketch: Sketch): Moved {
  const { root } = readTree(sketch.text);
  const ground = mapAt(root, ["bodies", GROUND, "points"])?.entries ?? []; // also those that are expressions
  return {
    points: new Set(mapAt(root, ["points"])?.entries.map(({ key }) => key.text)),
    bodies: new Set(sketch.bodies.map(({ name }) => name).filter((name) => name !== GROUND)),
    ends: ground.map(({ key }) => ({ body: GROUND, point: key.text })),
    joints: new Set(sketch.joints.map(({ entry }) => entry)),
    forces: new Set(sketch.forces.map(({ name }) => name)),
    uses: new Set(mapAt(root, ["use"])?.entries.map(({ key }) => key.text)),
    walls: true,
  };
}

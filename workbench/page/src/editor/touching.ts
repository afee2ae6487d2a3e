/* touching.ts - surfaces and contacts put into a model: a floor, a surface of a body as its shape is, two bodies that touch.
 *
 * Which kinds of surfaces there are is asked of the engine: one that has the name of the body's shape takes its size; a box in the plane is
 * the line about its corners; of what else there is a point, its last, touches.
 */
import type { Scene, SceneBody, SurfaceKind, Vec } from "../engine/engine";
import { description } from "../state/description";
import type { TextChange } from "../state/document";
import { Draft } from "./draft";
import type { Addition } from "./additions";
import { beginsWith } from "./templates";
import { mentions } from "./roles";
import { applyChanges, difference, get, keysOf, renameKey, TextEditError, validTree, type Value } from "./text_edits";

function kinds(space: boolean): SurfaceKind[] {
  return (description.value.surfaces ?? []).filter((kind) => (space ? kind.space : kind.plane));
}

/* What the ground has: the first that is meant to be stood on. */
function floorKind(space: boolean): SurfaceKind | undefined {
  return kinds(space).find(({ templates }) => (templates[0]?.rank ?? 0) > 0);
}

const tidy = (x: number): string => String(Number(x.toPrecision(6)));

/* The lowest place of all bodies, as they stand, along the axis that gravity has. */
export function lowest(scene: Scene): number {
  const up = scene.space ? 2 : 1;
  const heights = scene.bodies.slice(1).flatMap(({ pose, points, com, shape, surfaces }) => {
    const turned = (p: Vec): number =>
      pose.at[1] + Math.sin(pose.angle) * (p[0] - com[0]) + Math.cos(pose.angle) * (p[1] - com[1]);
    const centre = pose.at[up]!;
    const round = [shape, ...(surfaces ?? [])].flatMap((one) => ("radius" in one && one.radius ? [one.radius] : []));
    const own = scene.space ? [] : [...points.map(({ at }) => at), ...cornersOf(shape)].map(turned);
    return [centre - Math.max(0, ...round), ...own];
  });
  return heights.length === 0 ? 0 : Math.min(...heights);
}

function cornersOf(shape: SceneBody["shape"]): Vec[] {
  if (shape.kind === "polygon") return shape.corners;
  if (shape.kind !== "box") return [];
  const [x, y] = [shape.size[0] / 2, shape.size[1] / 2];
  const way: [number, number][] = [
    [-1, -1],
    [1, -1],
    [1, 1],
    [-1, 1],
  ];
  return way.map(([a, b]): Vec => [shape.at[0] + a * x, shape.at[1] + b * y, 0]);
}

/* A surface for a body: its kind and what is written of it. */
function surfaceFor(text: string, body: SceneBody, space: boolean): Value {
  const written = get(text, ["bodies", body.name, "shape"]);
  const isMap = typeof written === "object" && !Array.isArray(written);
  const shape = isMap ? Object.keys(written)[0]! : "";
  const same = kinds(space).find(({ name }) => name === shape);
  if (same && isMap && written[shape] !== undefined) return { [same.name]: written[shape] as Value };
  const corners = space ? [] : cornersOf(body.shape);
  const closed = kinds(space).find(
    ({ short, fields }) =>
      fields.some(({ name, type }) => name === short && type === "corners") &&
      fields.some(({ name }) => name === "hollow") &&
      !fields.some(({ name }) => name === "closed"),
  );
  if (closed && corners.length > 0) return { [closed.name]: corners.map(([x, y]) => [tidy(x), tidy(y)]) };
  const tip = kinds(space).find(({ fields, short }) => fields.length === 1 && fields[0]!.name === short)!;
  const last = body.points.at(-1);
  return { [tip.name]: last ? last.name : body.com.slice(0, space ? 3 : 2).map(tidy) };
}

function freeKey(text: string, body: string, stem: string): string {
  const used = new Set(keysOf(text, ["bodies", body, "surfaces"]));
  for (let i = 1; ; i++) {
    const name = i === 1 ? stem : stem + i;
    if (!used.has(name)) return name;
  }
}

/* Puts a surface on a body, and answers its name; on the ground a floor below all there is. */
export function putSurface(draft: Draft, scene: Scene, body: string): string {
  const { space } = scene;
  const floor = body === "ground" ? floorKind(space) : undefined;
  const own = scene.bodies.find(({ name }) => name === body);
  if (floor) {
    const name = freeKey(draft.text, body, floor.templates[0]!.stem);
    const low = tidy(lowest(scene));
    const at = space ? { [floor.name]: ["0", "0", low] } : { [floor.name]: [["0", low] as Value, ["1", low] as Value] };
    draft.set(["bodies", body, "surfaces", name], at);
    return name;
  }
  if (!own) throw new TextEditError(`There is no body ${body}.`);
  const value = surfaceFor(draft.text, own, space);
  const name = freeKey(draft.text, body, Object.keys(value as object)[0]!);
  draft.set(["bodies", body, "surfaces", name], value);
  return name;
}

export function addSurface(text: string, scene: Scene, body: string): Addition {
  const draft = new Draft(text);
  putSurface(draft, scene, body);
  return { draft, chosen: { kind: "body", name: body } };
}

export function addFloor(text: string, scene: Scene): Addition {
  return addSurface(text, scene, "ground");
}

/* Two bodies touch: each gets a surface where it has none. */
export function addContact(text: string, scene: Scene, first: string, second: string): Addition {
  const kind = description.value.forces.find(({ acts_on }) => acts_on === "surfaces");
  if (!kind) throw new TextEditError("There is no force between surfaces.");
  const draft = new Draft(text);
  for (const body of [first, second])
    if (keysOf(draft.text, ["bodies", body, "surfaces"]).length === 0) putSurface(draft, scene, body);
  const name = draft.addForce(kind.name, [first, second], beginsWith(kind.templates, scene.space));
  return { draft, chosen: { kind: "force", name } };
}

/* Another name for a surface, also where it is mentioned: `ball.rim`. */
export function renameSurface(text: string, body: string, old: string, name: string): TextChange[] {
  if (old === name) return [];
  if (!/^[A-Za-z]\w*$/.test(name))
    throw new TextEditError(`"${name}" cannot be a name: use letters A to Z, digits and _.`);
  if (keysOf(text, ["bodies", body, "surfaces"]).includes(name))
    throw new TextEditError(`${body} already has a surface "${name}".`);
  const changes = mentions(text, validTree(text).root)
    .filter((one) => one.role === "place" && one.name === `${body}.${old}`)
    .map(({ at, end }) => ({ from: at, to: end, insert: `${body}.${name}` }));
  const now = applyChanges(text, changes);
  return difference(text, applyChanges(now, renameKey(now, ["bodies", body, "surfaces", old], name)));
}

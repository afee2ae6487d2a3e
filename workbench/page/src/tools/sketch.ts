/* sketch.ts - the model as the tools see it: the names in its text, and where its points lie on the ground.
 *
 * Names come from the text, which is always up to date; numbers that are expressions, and the assembled poses, come from the scene,
 * which follows the text a moment later. Points that are one pin are one node: points of drawn bodies with one name, and the two
 * points of a joint that holds them together.
 */
import type { Place as Point } from "../drawing/camera";
import { readNumber } from "../editor/numbers";
import { typeOf } from "../editor/roles";
import { dataOf, nodeAt, readTree, type Data, type Node as TextNode } from "../editor/tree";
import type { Scene, SceneBody, Vec } from "../engine/engine";
import { ownerOfChannel } from "../engine/owner";
import { lengthUnit, type LengthUnit } from "./length_text";
import { distance, frameOf, onGround, STILL, type Frame } from "./geometry";
import { forceKind, holdsPoint, tiesJoints } from "../state/description";

export const GROUND = "ground";

export interface End {
  body: string;
  point: string;
}

export interface DrawingPoint {
  at: Point; // as drawn
  literal: boolean; // both coordinates are plain numbers in the text
  given: Data[]; // the coordinates as written
}

export interface SketchBody {
  name: string;
  drawn: boolean; // its points are names of drawing points
  points: Map<string, Point>; // body frame
  literal: Set<string>; // those whose coordinates are plain numbers in the text
  frame: Frame; // where it stands at the start
  shape: string; // "rod"; "" where none is given
  given: Given; // as in the text
}

export interface SketchJoint {
  name: string;
  entry: string; // in the text: "A" of A.coupler, a joint of several bodies
  type: string;
  ends: [End, End] | null; // null: between joints
  joints: string[]; // of a gear or a rack
  given: Given;
}

export interface SketchForce {
  name: string;
  type: string;
  ends: (End | string)[]; // points of bodies; or the body alone
  joint: string | null;
  given: Given;
}

export interface SketchDriver {
  name: string;
  channel: string;
  value: Data | undefined;
}

export interface Node {
  at: Point; // at the start, on the ground
  drawing: string | null; // the drawing point that it is
  others?: string[]; // drawing points that a joint holds there as well
  ends: End[];
}

export interface Sketch {
  text: string;
  readable: boolean; // the text is YAML
  space: boolean;
  size: number; // m: of the mechanism
  unit: LengthUnit; // in which lengths of what is drawn are written
  dof: number; // -1: not known
  drawing: Map<string, DrawingPoint>;
  bodies: SketchBody[]; // without the ground where the text does not have it
  joints: SketchJoint[];
  forces: SketchForce[];
  drivers: SketchDriver[];
  initial: Given;
  analyses: Data[]; // maps, or names alone
  nodes: Node[];
  names: Set<string>; // of bodies, joints, forces, drivers and parameters
  scene: Scene | null;
}

export type Given = { [key: string]: Data };

export function isMap(value: Data | undefined): value is Given {
  return typeof value === "object" && !Array.isArray(value);
}

function entries(value: Data | undefined): [string, Given][] {
  return isMap(value) ? Object.entries(value).map(([name, one]) => [name, isMap(one) ? one : {}]) : [];
}

/* Of a scene: in the plane its third number says nothing. */
function shownPoint(at: Vec, space: boolean): Point {
  return space ? at : [at[0], at[1]];
}

/* A number as it stands in the text, with or without a unit, in SI; expressions are not worked out here. */
function plainNumber(value: Data | undefined): number | null {
  return typeof value === "string" ? (readNumber(value)?.value ?? null) : null;
}

export function plainPoint(value: Data | undefined): Point | null {
  if (!Array.isArray(value)) return null;
  const [x, y] = [plainNumber(value[0]), plainNumber(value[1])];
  if (x === null || y === null) return null;
  const z = value.length > 2 ? plainNumber(value[2]) : undefined;
  return z === undefined ? [x, y] : z === null ? null : [x, y, z];
}

function readDrawing(given: Data | undefined, scene: Scene | null): Map<string, DrawingPoint> {
  const drawing = new Map<string, DrawingPoint>();
  const places = new Map(scene?.drawing.map((point) => [point.name, point.at]));
  for (const [name, value] of isMap(given) ? Object.entries(given) : []) {
    const plain = plainPoint(value);
    const known = places.get(name);
    const given = Array.isArray(value) ? value : [];
    if (plain) drawing.set(name, { at: plain, literal: true, given });
    else if (known) drawing.set(name, { at: shownPoint(known, scene!.space), literal: false, given });
  }
  return drawing;
}

function readFrame(drawn: boolean, given: Given, known: SceneBody | undefined, space: boolean): Frame {
  if (known) return frameOf(known.com, known.pose, space);
  if (drawn) return STILL;
  return { origin: plainPoint(given["position"]) ?? [0, 0], angle: plainNumber(given["angle"]) ?? 0 };
}

function readShape(given: Data | undefined): string {
  return typeof given === "string" ? given : isMap(given) ? (Object.keys(given)[0] ?? "") : "";
}

function readBody(
  name: string,
  given: Given,
  drawing: Map<string, DrawingPoint>,
  known: SceneBody | undefined,
  space: boolean,
): SketchBody {
  const drawn = Array.isArray(given["points"]);
  const points = new Map<string, Point>();
  const literal = new Set<string>();
  if (drawn) {
    for (const point of given["points"] as Data[]) {
      const there = drawing.get(String(point));
      if (!there) continue;
      points.set(String(point), there.at);
      if (there.literal) literal.add(String(point));
    }
  } else {
    for (const [point, value] of isMap(given["points"]) ? Object.entries(given["points"]) : []) {
      const plain = plainPoint(value);
      const at = known?.points.find((one) => one.name === point)?.at;
      if (plain) literal.add(point);
      if (plain ?? at) points.set(point, plain ?? shownPoint(at!, space));
    }
  }
  const frame = name === GROUND ? STILL : readFrame(drawn, given, known, space);
  return { name, drawn, points, literal, frame, shape: readShape(given["shape"]), given };
}

/* Joints or forces with their types; that of what is not finished is its first word. */
function typedEntries(root: TextNode | null, section: "joints" | "forces"): [string, string, Given][] {
  const node = nodeAt(root, [section]);
  if (node?.kind !== "map") return [];
  return node.entries.map(({ key, value }) => {
    const data = dataOf(value);
    const given = isMap(data) ? data : {};
    return [key.text, typeOf(section, value) ?? Object.keys(given)[0] ?? "", given];
  });
}

function readEnd(text: string, preset: string): End {
  const dot = text.lastIndexOf(".");
  return dot < 0 ? { body: text, point: preset } : { body: text.slice(0, dot), point: text.slice(dot + 1) };
}

/* One joint; of several bodies one for each but the first, A.coupler. */
function readJoint(name: string, type: string, given: Given): SketchJoint[] {
  const list = Array.isArray(given[type]) ? (given[type] as Data[]).map(String) : [];
  const preset = typeof given["at"] === "string" ? given["at"] : name;
  if (tiesJoints(type)) return [{ name, entry: name, type, ends: null, joints: list, given }];
  const [first, ...others] = list.map((end) => readEnd(end, preset));
  if (!first || others.length === 0) return [{ name, entry: name, type, ends: null, joints: [], given }];
  const nameOf = (end: End): string => (others.length > 1 ? `${name}.${end.body}` : name);
  return others.map((end) => ({ name: nameOf(end), entry: name, type, ends: [first, end], joints: [], given }));
}

function readForce(name: string, type: string, given: Given, joints: Set<string>): SketchForce {
  const where = given[type];
  const list = (Array.isArray(where) ? where : [where]).map(String);
  const whole = list.length === 1 ? ownerOfChannel(joints, list[0]!) : "";
  const onJoint = forceKind(type)?.acts_on.startsWith("joint") ?? false;
  const joint = onJoint && joints.has(whole) ? whole : null;
  const ends = joint ? [] : list.map((one) => (one.includes(".") ? readEnd(one, "") : one));
  return { name, type, ends, joint, given };
}

function gather(sketch: Omit<Sketch, "nodes">): Node[] {
  const nodes = new Map<string, Node>();
  const key = (end: End) => `${end.body}.${end.point}`;
  const near = 1e-6 * sketch.size;
  const byName = new Map<string, Node[]>();
  for (const body of sketch.bodies) {
    for (const [point, at] of body.points) {
      const place = onGround(body.frame, at);
      const drawing = body.drawn ? point : null;
      const there = drawing ? byName.get(drawing)?.find((one) => distance(one.at, place) <= near) : undefined;
      const node: Node = there ?? { at: place, drawing, ends: [] };
      node.ends.push({ body: body.name, point });
      nodes.set(key({ body: body.name, point }), node);
      if (drawing && !there) byName.set(drawing, [...(byName.get(drawing) ?? []), node]);
    }
  }
  for (const joint of sketch.joints) {
    const [a, b] =
      holdsPoint(joint.type, sketch.space) && joint.ends ? joint.ends.map((end) => nodes.get(key(end))) : [];
    if (!a || !b || a === b || distance(a.at, b.at) > near) continue;
    a.ends.push(...b.ends);
    const names = [a, b].flatMap(drawingPoints);
    a.drawing = names[0] ?? null;
    if (names.length > 1) a.others = names.slice(1);
    for (const end of b.ends) nodes.set(key(end), a);
  }
  const loose: Node[] = [];
  for (const [name, point] of sketch.drawing)
    if (!byName.has(name)) loose.push({ at: point.at, drawing: name, ends: [] });
  return [...new Set(nodes.values()), ...loose];
}

export function readSketch(text: string, scene: Scene | null): Sketch {
  const tree = readTree(text);
  const root = tree.root ? dataOf(tree.root) : {};
  const given = isMap(root) ? root : {};
  const drawing = readDrawing(given["points"], scene);
  const joints = typedEntries(tree.root, "joints").flatMap(([name, type, one]) => readJoint(name, type, one));
  const jointNames = new Set(joints.map((joint) => joint.name));
  const known = new Map(scene?.bodies.map((body) => [body.name, body]));
  const bodies = entries(given["bodies"]).map(([name, one]) =>
    readBody(name, one, drawing, known.get(name), scene?.space ?? false),
  );
  const forces = typedEntries(tree.root, "forces").map(([name, type, one]) => readForce(name, type, one, jointNames));
  const drivers = entries(given["drivers"]).map(([name, one]) => {
    const channel = Object.keys(one).find((key) => key !== "on") ?? "";
    return { name, channel, value: one[channel] };
  });
  const others = ["states", "outputs", "events", "use"].flatMap((section) =>
    entries(given[section]).map(([one]) => one),
  );
  const named = [...[...bodies, ...joints, ...forces, ...drivers].map((one) => one.name), ...others];
  const space = given["space"] === "space";
  const sketch = {
    text,
    readable: tree.faults.length === 0 && isMap(root),
    space,
    size: extent(drawing, bodies) || scene?.size || 1,
    unit: lengthUnit(space ? undefined : isMap(given["display"]) ? given["display"]["length"] : undefined),
    dof: scene?.dof ?? -1,
    drawing,
    bodies,
    joints,
    forces,
    drivers,
    initial: isMap(given["initial"]) ? given["initial"] : {},
    analyses: Array.isArray(given["analyses"]) ? given["analyses"] : [],
    names: new Set([GROUND, ...named, ...Object.keys(isMap(given["parameters"]) ? given["parameters"] : {})]),
    scene,
  };
  return { ...sketch, nodes: gather(sketch) };
}

function extent(drawing: Map<string, DrawingPoint>, bodies: SketchBody[]): number {
  const all = [...drawing.values()].map((point) => point.at);
  for (const body of bodies) for (const at of body.points.values()) all.push(onGround(body.frame, at));
  if (all.length < 2) return 0;
  const span = (axis: 0 | 1 | 2) =>
    Math.max(...all.map((at) => at[axis] ?? 0)) - Math.min(...all.map((at) => at[axis] ?? 0));
  return Math.hypot(span(0), span(1), span(2));
}

/* ---- questions ---- */

export function bodyNamed(sketch: Sketch, name: string): SketchBody | undefined {
  return sketch.bodies.find((body) => body.name === name);
}

/* The middle line of a rod, on the ground. */
export function lineOf(body: SketchBody): [Point, Point] | null {
  const points = [...body.points.values()];
  const [from, to] = [points[0], points[points.length - 1]];
  if (!from || !to || body.shape !== "rod" || distance(from, to) === 0) return null;
  return [onGround(body.frame, from), onGround(body.frame, to)];
}

export function nodeOfEnd(sketch: Sketch, end: End): Node | undefined {
  return sketch.nodes.find((node) => node.ends.some((one) => one.body === end.body && one.point === end.point));
}

/* The drawing points that a node is. */
export function drawingPoints({ drawing, others = [] }: Node): string[] {
  return drawing === null ? [] : [drawing, ...others];
}

/* A node by the name that a selection of a point has: "A" or "crank.A". */
export function nodeNamed(sketch: Sketch, name: string): Node | undefined {
  const dot = name.lastIndexOf(".");
  if (dot >= 0) return nodeOfEnd(sketch, { body: name.slice(0, dot), point: name.slice(dot + 1) });
  return sketch.nodes.find((node) => drawingPoints(node).includes(name));
}

/* What a node is called: its drawing point, or a point of a body. */
export function nameOfNode(node: Node): string {
  const end = node.ends[0];
  return node.drawing ?? (end ? `${end.body}.${end.point}` : "");
}

function holdsNode(node: Node, end: End): boolean {
  return (
    node.ends.some((one) => one.body === end.body && one.point === end.point) ||
    (end.body === GROUND && drawingPoints(node).includes(end.point))
  );
}

export function jointsAt(sketch: Sketch, node: Node): SketchJoint[] {
  return sketch.joints.filter((joint) => joint.ends?.some((end) => holdsNode(node, end)));
}

/* The joint by which a node stands on the ground. */
export function groundJointAt(sketch: Sketch, node: Node): SketchJoint | undefined {
  return jointsAt(sketch, node).find(
    (joint) =>
      holdsPoint(joint.type, sketch.space) && joint.ends?.some((end) => end.body === GROUND && holdsNode(node, end)),
  );
}

/* Bodies that hang together by joints with a body; the ground ends the search but is told of. */
export function together(sketch: Sketch, body: string): { bodies: Set<string>; grounded: boolean } {
  const bodies = new Set([body]);
  let grounded = body === GROUND;
  for (let grown = true; grown;) {
    grown = false;
    for (const { ends } of sketch.joints) {
      if (!ends) continue;
      const [a, b] = [ends[0].body, ends[1].body];
      for (const [from, to] of [
        [a, b],
        [b, a],
      ] as const) {
        if (!bodies.has(from) || bodies.has(to)) continue;
        if (to === GROUND) grounded = true;
        else {
          bodies.add(to);
          grown = true;
        }
      }
    }
  }
  return { bodies, grounded };
}

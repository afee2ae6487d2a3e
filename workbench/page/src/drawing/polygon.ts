/* polygon.ts - the sides of velocity and acceleration polygons at an instant, from the motion of joints that the engine tells.
 *
 *   velocity       o -> a: v_A of every joint that moves; a -> b: v_B/A of two joints of one body; of a slider its velocity in the guide
 *   acceleration   the same, with a_B/A in its normal and its tangential part, and what slides in Coriolis' and its relative part
 */
import { ownerOfChannel } from "../engine/owner";
import type { Scene, Table } from "../engine/engine";
import type { Point } from "./camera";
import { sampleAt, type DiagramSample } from "./sample";
import { reachOf, none, type Reach, type Side } from "./vector_diagram";

interface Corner {
  body: string;
  joint: string;
}

interface Shape {
  corners: Corner[];
  pairs: { body: string; from: string; to: string }[];
  sliding: string[]; // joints
}

const known = new WeakMap<Table, Shape>();

function shapeOf(scene: Scene, table: Table): Shape {
  let found = known.get(table);
  if (!found) {
    found = { corners: [], pairs: [], sliding: [] };
    const bodies = new Set(scene.bodies.map(({ name }) => name));
    for (const { name } of table.channels) {
      const body = ownerOfChannel(bodies, name);
      const rest = name.slice(body.length + 1);
      if (name.endsWith(".coriolis.x")) found.sliding.push(name.slice(0, -".coriolis.x".length));
      else if (rest.endsWith(".vx")) found.corners.push({ body, joint: rest.slice(0, -3) });
      else if (rest.endsWith(".nx")) {
        const [to, from] = rest.slice(0, -3).split("/") as [string, string];
        found.pairs.push({ body, from, to });
      }
    }
    known.set(table, found);
  }
  return found;
}

const plus = (a: Point, b: Point): Point => [a[0] + b[0], a[1] + b[1]];
const apart = (a: Point, b: Point): number => Math.hypot(a[0] - b[0], a[1] - b[1]);
const O: Point = [0, 0];

export type PolygonKind = "velocity" | "acceleration";
const LETTER = { velocity: "v", acceleration: "a" } as const;

/* `only`: of one body and what it hangs on; "": of all. */
export function polygonAt(scene: Scene, sample: DiagramSample, kind: PolygonKind, only = ""): Side[] {
  const { corners, pairs, sliding } = shapeOf(scene, sample.table);
  const letter = LETTER[kind];
  const vector = (name: string, x: string, y: string): Point => [
    sample.number(`${name}.${x}`) ?? 0,
    sample.number(`${name}.${y}`) ?? 0,
  ];
  const at = (body: string, joint: string): Point => vector(`${body}.${joint}`, `${letter}x`, `${letter}y`);
  const wanted = corners.filter(({ body }) => only === "" || body === only);
  const size = Math.max(...corners.map(({ body, joint }) => apart(at(body, joint), O)), 1e-30);
  const is = (a: Point, b: Point): boolean => apart(a, b) < 1e-9 * size;
  const sides: Side[] = [];
  const said = new Set<string>();
  for (const { body, joint } of wanted) {
    const tip = at(body, joint);
    const index = sliding.includes(joint) ? `${joint} ${body}` : joint;
    if (is(tip, O) || said.has(index)) continue;
    said.add(index);
    sides.push({ from: O, to: tip, name: { base: letter, index }, look: "absolute" });
  }
  for (const { body, from, to } of pairs.filter((one) => only === "" || one.body === only)) {
    /* seen from the joint that stands still, if one of them does */
    const back = is(at(body, to), O);
    const [a, b] = back ? [O, at(body, from)] : [at(body, from), at(body, to)];
    const fixed = is(a, O);
    const index = back ? from : fixed ? to : `${to}/${from}`;
    if (kind === "velocity") {
      if (!fixed && !is(a, b)) sides.push({ from: a, to: b, name: { base: letter, index }, look: "relative" });
      continue;
    }
    const [nx, ny] = vector(`${body}.${to}/${from}`, "nx", "ny");
    const corner = plus(a, back ? [-nx, -ny] : [nx, ny]);
    if (!is(a, corner)) sides.push({ from: a, to: corner, name: { base: "a", index, above: "n" }, look: "normal" });
    if (!is(corner, b)) sides.push({ from: corner, to: b, name: { base: "a", index, above: "t" }, look: "tangential" });
  }
  for (const joint of sliding) sides.push(...slidingSides(scene, kind, joint, { at, vector, is }, only));
  return sides;
}

interface Reading {
  at: (body: string, joint: string) => Point;
  vector: (name: string, x: string, y: string) => Point;
  is: (a: Point, b: Point) => boolean;
}

/* From the point of the guide to that of what slides on it, at the same place. */
function slidingSides(scene: Scene, kind: PolygonKind, joint: string, read: Reading, only: string): Side[] {
  const { at, vector, is } = read;
  const bodies = scene.joints.find(({ name }) => name === joint)?.bodies.map((i) => scene.bodies[i]!.name);
  /* a guide that stands still: what slides has an absolute vector */
  if (!bodies || bodies.includes(scene.bodies[0]!.name) || (only !== "" && !bodies.includes(only))) return [];
  const [a, b] = [at(bodies[0]!, joint), at(bodies[1]!, joint)];
  const relative = { base: LETTER[kind], index: joint, above: "rel" };
  if (kind === "velocity") return is(a, b) ? [] : [{ from: a, to: b, name: relative, look: "relative" }];
  const corner = plus(a, vector(`${joint}.coriolis`, "x", "y"));
  const sides: Side[] = [];
  if (!is(a, corner)) sides.push({ from: a, to: corner, name: { ...relative, above: "C" }, look: "coriolis" });
  if (!is(corner, b)) sides.push({ from: corner, to: b, name: relative, look: "relative" });
  return sides;
}

const reaches = new WeakMap<Table, Map<string, Reach>>();
const ROWS = 120; // that are looked at

/* What a polygon reaches over the whole motion, so that its scale stays. */
export function polygonReach(scene: Scene, table: Table, kind: PolygonKind, only: string): Reach {
  let of = reaches.get(table);
  if (!of) reaches.set(table, (of = new Map()));
  const key = `${kind} ${only}`;
  let found = of.get(key);
  if (!found) {
    found = none;
    const step = Math.max(1, Math.floor(table.rows / ROWS));
    for (let row = 0; row < table.rows; row += step) {
      const sample = sampleAt(table, row, 0).diagram;
      if (sample) found = reachOf(polygonAt(scene, sample, kind, only), found);
    }
    of.set(key, found);
  }
  return found;
}

/* along.ts - what slides along a rod stays along it when an end of the rod is moved: the axis, where it is written in numbers, and the
 * point of the rod through which its line runs.
 *
 * Axes that name two points, `axis: [A, B]`, follow by themselves.
 */
import type { Place as Point } from "../drawing/camera";
import { nodeAt, readTree, type Node as TextNode } from "../editor/tree";
import type { TextChange } from "../state/document";
import { length, collinear, distance, inFrame, minus, onGround, plus } from "./geometry";
import { direction } from "./numbers";
import { bodyNamed, nodeOfEnd, plainPoint, type Node, type Sketch, type SketchBody, type SketchJoint } from "./sketch";

const WORDS: Record<string, Point> = { x: [1, 0], y: [0, 1], "-x": [-1, 0], "-y": [0, -1] };

/* A rod whose end a node is, in the frame of the rod: the other end, and whether the node is its first. */
interface Rod {
  body: SketchBody;
  first: boolean;
  own: Point;
  other: Point;
}

function rodEndingAt(sketch: Sketch, node: Node, name: string): Rod | null {
  const body = bodyNamed(sketch, name);
  const points = [...(body?.points ?? [])];
  const [start, end] = [points[0], points[points.length - 1]];
  if (!body || body.shape !== "rod" || !start || !end || start === end) return null;
  const isHere = (point: string): boolean => node.ends.some((one) => one.body === name && one.point === point);
  if (isHere(start[0])) return { body, first: true, own: start[1], other: end[1] };
  return isHere(end[0]) ? { body, first: false, own: end[1], other: start[1] } : null;
}

function axisOf(joint: SketchJoint): Point | null {
  const given = joint.given["axis"];
  return typeof given === "string" ? (WORDS[given] ?? null) : plainPoint(given);
}

/* Along: 1, the other way: -1, not along: 0. */
function sense(axis: Point, line: Point): number {
  const across = axis[0] * line[1] - axis[1] * line[0];
  const along = axis[0] * line[0] + axis[1] * line[1];
  return Math.abs(across) > 1e-4 * Math.abs(along) ? 0 : Math.sign(along);
}

interface Sliding {
  joint: SketchJoint;
  rod: Rod;
  sense: number; // 0: its axis is not written in numbers
}

/* Joints with a line along a rod that ends at the node. */
function slidingOn(sketch: Sketch, node: Node): Sliding[] {
  return sketch.joints.flatMap((joint) => {
    const rod = joint.ends && "axis" in joint.given ? rodEndingAt(sketch, node, joint.ends[0].body) : null;
    if (!rod) return [];
    const axis = axisOf(joint);
    const way = axis ? sense(axis, minus(rod.other, rod.own)) : 0;
    return axis && way === 0 ? [] : [{ joint, rod, sense: way }];
  });
}

/* Nodes between the ends of rods, through which lines run along these; where each goes when the node does. */
export function carried(sketch: Sketch, node: Node): { node: Node; at(to: Point): Point }[] {
  return slidingOn(sketch, node).flatMap(({ joint, rod }) => {
    const through = joint.ends![0];
    const place = rod.body.points.get(through.point);
    const found = nodeOfEnd(sketch, through);
    if (!place || !found || found === node || !collinear([rod.own, place, rod.other])) return [];
    const length = distance(rod.own, rod.other);
    const part = distance(rod.other, place) / length;
    if (part <= 1e-9 || part >= 1 - 1e-9 || distance(rod.own, place) > length) return [];
    const at = (to: Point): Point => {
      const own = inFrame(rod.body.frame, to);
      const by = minus(own, rod.other);
      return onGround(rod.body.frame, plus(rod.other, [part * by[0], part * by[1]]));
    };
    return [{ node: found, at }];
  });
}

/* Axes in numbers along rods that end at the node, as they are written when it is elsewhere. */
export function axesAlong(sketch: Sketch, node: Node): ((to: Point) => TextChange)[] {
  const { root } = readTree(sketch.text);
  return slidingOn(sketch, node).flatMap(({ joint, rod, sense: way }) => {
    const written: TextNode | undefined = nodeAt(root, ["joints", joint.entry, "axis"]);
    if (!written || way === 0) return [];
    return [
      (to: Point): TextChange => {
        const by = minus(rod.other, inFrame(rod.body.frame, to));
        const insert =
          length(by) === 0 ? sketch.text.slice(written.from, written.to) : direction([way * by[0], way * by[1]]);
        return { from: written.from, to: written.to, insert };
      },
    ];
  });
}

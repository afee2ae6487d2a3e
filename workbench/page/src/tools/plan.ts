/* plan.ts - edits under way: names that are taken by now, points that were added, and how points and joints are written.
 *
 * New points go where the model keeps its own: to the drawing (top-level `points`) for bodies that list names, to the frame of the
 * body for those that have a map.
 */
import { beginsWith } from "../editor/templates";
import type { Place as Point } from "../drawing/camera";
import { analysisKind, connectsPoints, directionsOf, firstAnalysis } from "../state/description";
import { cross } from "../drawing/vectors";
import { put, remove, type Edit } from "./edits";
import { beyond, directionIn, dot, inFrame, length, minus, onGround, STILL, vec } from "./geometry";
import { lengthText, placeText } from "./length_text";
import { direction, fineness } from "./numbers";
import { readNumber } from "../editor/numbers";
import type { Data } from "../editor/tree";
import {
  bodyNamed,
  GROUND,
  groundJointAt,
  isMap,
  lineOf,
  type End,
  type Node,
  type Sketch,
  type SketchBody,
} from "./sketch";

/* Where a click took hold: on a node, on a body beside its points, or on the ground. */
export interface Anchor {
  at: Point;
  node: Node | null;
  body: string | null; // of a click on a body beside its points
  axis?: Point; // in space: what a joint here is to turn about
  about?: AxisWish; // what that was chosen by
}

/* An axis that is meant by points of the drawing, which say it exactly: along the link that is joined, or through two of them; or the
 * direction that was given. */
export type AxisWish = "link" | "given" | readonly [from: string, to: string];

/* Across a direction, as near to another as that allows. */
function across(shaft: Point, wanted: Point): Point {
  const off = beyond(wanted, shaft, -dot(wanted, shaft) / dot(shaft, shaft));
  if (length(off) > 1e-6 * length(wanted)) return off;
  return cross(vec(shaft), Math.abs(shaft[0]) < 0.9 * length(shaft) ? [1, 0, 0] : [0, 1, 0]);
}

const LETTERS = "ABCDEFGHJKLMPQRSTUVWXZ";

export class Plan {
  readonly edits: Edit[] = [];
  readonly names: Set<string>;
  private readonly points: Set<string>;
  private readonly added = new Map<Point, string>(); // drawing points made so far, by the place they were made for

  readonly lines = new Map<string, Point>(); // along bodies made so far

  constructor(readonly sketch: Sketch) {
    this.names = new Set(sketch.names);
    this.points = new Set(sketch.drawing.keys());
    for (const body of sketch.bodies) for (const point of body.points.keys()) this.points.add(point);
  }

  /* The finest digit of a coordinate: what is placed by hand needs no more. Of an empty drawing nobody knows yet how large it becomes. */
  get step(): number {
    const { size, nodes } = this.sketch;
    return fineness(nodes.length > 1 ? size : Math.min(size, 0.1), 7);
  }

  vector(at: Point): string {
    return placeText(at, this.step, this.sketch.unit);
  }

  /* A length with so many digits that matter. */
  length(x: number, digits = 6): string {
    return lengthText(x, fineness(Math.abs(x), digits - 1), this.sketch.unit);
  }

  /* A new drawing, where nothing is framed; else new things follow what the model has. */
  get framed(): boolean {
    const { drawing, bodies } = this.sketch;
    return drawing.size === 0 && bodies.some((body) => body.name !== GROUND && !body.drawn && body.points.size > 0);
  }

  /* O, A, B, C …; points in the middle of a body are P, Q, R … */
  pointName(first = this.points.size === 0 ? "O" : "A"): string {
    const start = Math.max(LETTERS.indexOf(first), 0);
    const order = [...(first === "O" ? ["O"] : []), ...LETTERS.slice(start), ...LETTERS.slice(0, start)];
    const free = (name: string) => !this.points.has(name) && !this.names.has(name);
    let name = order.find(free);
    for (let i = 1; name === undefined; i++) name = order.map((letter) => letter + i).find(free);
    this.points.add(name);
    return name;
  }

  /* P1, P2 … */
  numberedPoint(stem: string): string {
    let i = 1;
    while (this.points.has(stem + i) || this.names.has(stem + i)) i++;
    this.points.add(stem + i);
    return stem + i;
  }

  /* link1, link2 …; with `bare` the stem itself where it is free. */
  newName(of: string, bare = false): string {
    const stem = of.replaceAll("-", "_"); // names have no hyphens
    let name = bare && !this.names.has(stem) ? stem : "";
    const from = bare ? 2 : 1;
    for (let i = from; name === ""; i++) if (!this.names.has(stem + i)) name = stem + i;
    this.names.add(name);
    return name;
  }

  addDrawingPoint(at: Point, first?: string): string {
    const known = this.added.get(at);
    if (known) return known;
    const name = this.pointName(first);
    this.edits.push(put(["points", name], this.vector(at)));
    this.added.set(at, name);
    return name;
  }

  /* A point more on a body that there is, and its name. A rod runs from its first to its last point: those stay. */
  addToBody(body: SketchBody, at: Point, name: string | null = null): string {
    if (body.drawn) {
      const point = name ?? this.addDrawingPoint(inFrame(body.frame, at), "P");
      const list = body.given["points"] as Data[];
      const index = body.shape === "rod" && list.length > 1 ? list.length - 1 : -1;
      this.edits.push({ do: "insert", path: ["bodies", body.name, "points"], index, value: point });
      return point;
    }
    const point = name !== null && !body.points.has(name) ? name : this.pointName("P");
    const path = ["bodies", body.name, "points"];
    const given = Object.entries(isMap(body.given["points"]) ? body.given["points"] : {});
    const last = body.shape === "rod" && given.length > 1 ? given[given.length - 1] : undefined;
    if (last) this.edits.push(remove([...path, last[0]]));
    this.edits.push(put([...path, point], this.vector(inFrame(body.frame, at))));
    if (last) this.edits.push(put([...path, last[0]], last[1]));
    return point;
  }

  /* The point of the ground at an anchor. The ground has every point of the drawing. */
  groundPoint(anchor: Anchor): string {
    const { node } = anchor;
    const own = node?.ends.find((end) => end.body === GROUND);
    if (own) return own.point;
    if (node?.drawing) return node.drawing;
    const ground = bodyNamed(this.sketch, GROUND);
    if (this.framed || ground?.drawn === false) {
      const wanted = node?.ends[0]?.point ?? this.pointName();
      const name = ground?.points.has(wanted) ? this.pointName() : wanted;
      this.edits.push(put(["bodies", GROUND, "points", name], this.vector(anchor.at)));
      return name;
    }
    return this.addDrawingPoint(anchor.at);
  }

  /* The point of a body at an anchor; made where the body has none there. */
  pointOn(body: string, anchor: Anchor): End {
    if (body === GROUND) return { body, point: this.groundPoint(anchor) };
    const own = anchor.node?.ends.find((end) => end.body === body);
    if (own) return own;
    const found = bodyNamed(this.sketch, body);
    if (!found) throw new Error(`no body ${body}`);
    const near = ([, at]: [string, Point]): boolean =>
      length(minus(onGround(found.frame, at), anchor.at)) <= 1e-6 * this.sketch.size;
    const there = [...found.points].find(near); // of another node in the same place
    if (there) return { body, point: there[0] };
    return { body, point: this.addToBody(found, anchor.at, found.drawn ? (anchor.node?.drawing ?? null) : null) };
  }

  /* The body that something new at an anchor is to be joined to: the ground where the node stands on it. */
  partner(anchor: Anchor): string | null {
    const { node } = anchor;
    if (!node) return anchor.body;
    if (groundJointAt(this.sketch, node)) return GROUND;
    return (node.ends.find((end) => end.body !== GROUND) ?? node.ends[0])?.body ?? null;
  }

  /* name: {TYPE: [first, second], …}, as short as it can be said. */
  addJoint(type: string, first: End, second: End, more = "", stem = second.point): string {
    const name = this.newName(stem, true);
    const same = first.point === second.point && !connectsPoints(type);
    const pair = same
      ? `[${first.body}, ${second.body}]`
      : `[${first.body}.${first.point}, ${second.body}.${second.point}]`;
    const at = same && first.point !== name ? `, at: ${first.point}` : "";
    this.edits.push(put(["joints", name], `{${type}: ${pair}${at}${more}}`));
    return name;
  }

  /* How a direction on the ground is written in a joint whose first body this is. */
  axisIn(body: string, by: Point): string {
    return direction(directionIn(bodyNamed(this.sketch, body)?.frame ?? STILL, by));
  }

  /* As the points will be written. */
  rounded(at: Point): Point {
    const { step, sketch } = this;
    return at.map((one) => readNumber(lengthText(one!, step, sketch.unit))!.value) as unknown as Point;
  }

  /* The line of a drawn rod by the names of its ends; null: it is none, or the joint cannot name points of the drawing. */
  private linePoints(first: string, rod: string): [string, string] | null {
    const [on, body] = [bodyNamed(this.sketch, first), bodyNamed(this.sketch, rod)];
    if (!body?.drawn || !lineOf(body) || (first !== GROUND && !on?.drawn)) return null;
    const names = [...body.points.keys()];
    return [names[0]!, names[names.length - 1]!];
  }

  /* A shaft: a rod on a joint that leads rotation on to another. */
  private isShaft(body: string): boolean {
    return this.sketch.joints.some(
      ({ type, ends }) =>
        ["cross", "shafts"].includes(directionsOf(type)) && ends?.some((end) => end.body === body) === true,
    );
  }

  /* The axis by points where that is wished for, or where a shaft is held to the ground and nothing else was chosen. */
  private axisByPoints(first: string, second: string, about: AxisWish | undefined): string | null {
    if (about === "given") return null;
    if (about && about !== "link") {
      const known = about.every((name) => this.sketch.drawing.has(name));
      const drawn = first === GROUND || bodyNamed(this.sketch, first)?.drawn;
      return known && drawn ? `[${about.join(", ")}]` : null;
    }
    const meant = about === "link" || (first === GROUND && this.isShaft(second));
    const line = meant ? (this.linePoints(first, second) ?? this.linePoints(first, first)) : null;
    return line && `[${line.join(", ")}]`;
  }

  /* The same in numbers, of bodies that are not drawn. */
  private alongLink(first: string, second: string, about: AxisWish | undefined): Point | null {
    return about === "link" ? (this.lineOf(second) ?? this.lineOf(first)) : null;
  }

  private lineOf(body: string): Point | null {
    const made = this.lines.get(body);
    if (made) return made;
    const found = bodyNamed(this.sketch, body);
    const line = found && lineOf(found);
    return line ? minus(line[1], line[0]) : null;
  }

  /* What a joint in space is written with besides its bodies, for the axis in hand: the field and its value. The two axes of a cross
   * are at right angles to each other, each across its shaft. */
  directions(
    type: string,
    first: string,
    second: string,
    axis: Point = [0, 0, 1],
    about?: AxisWish,
  ): [string, string] | null {
    const kind = this.sketch.space ? directionsOf(type) : "none";
    const [a, b] = [this.lineOf(first), this.lineOf(second)];
    const both = (x: Point, y: Point): [string, string] => [
      "axes",
      `[${this.axisIn(first, x)}, ${this.axisIn(second, y)}]`,
    ];
    if (kind === "axis") {
      const along = this.alongLink(first, second, about) ?? axis;
      return ["axis", this.axisByPoints(first, second, about) ?? this.axisIn(first, along)];
    }
    if (kind === "shafts") return both(a ?? b ?? axis, b ?? a ?? axis);
    if (kind === "none") return null;
    const pin = a ? across(a, axis) : axis;
    const other = cross(vec(b ?? a ?? across(pin, [1, 0, 0])), vec(pin));
    return both(pin, length(other) > 1e-6 ? other : across(pin, [1, 0, 0]));
  }

  /* The same as text behind the bodies. */
  directionFields(
    type: string,
    first: string,
    second: string,
    { axis, about }: Pick<Anchor, "axis" | "about">,
  ): string {
    const found = this.directions(type, first, second, axis, about);
    return found ? `, ${found[0]}: ${found[1]}` : "";
  }

  /* Where a body's frame begins. */
  get zero(): string {
    return this.sketch.space ? "[0, 0, 0]" : "[0, 0]";
  }

  /* A mechanism that is to be moved needs something to be done with it. */
  addAnalysis(): void {
    const kind = firstAnalysis(false);
    const options = beginsWith(analysisKind(kind)?.templates, this.sketch.space);
    if (this.sketch.analyses.length === 0 && kind)
      this.edits.push({ do: "insert", path: ["analyses"], index: -1, value: { [kind]: options } });
  }
}

/* transform.ts - a part of a model moved, rotated, mirrored or scaled in its text: coordinates, directions, frames, and in a mirror the
 * senses of angles. Only the numbers that change are touched.
 *
 * A body with a frame at p, angle a, has its points x at p + R(a) x. With x' = s R(w) x, or in a mirror s R(w) D x with D = diag(1, -1):
 *
 *     p' = image of p      a' = a + w, in a mirror w - a      points s x, in a mirror s D x
 *
 * In space a frame has an orientation, and its joints decide how it is turned (turned_frames.ts).
 */
import { formatNumber, readNumber } from "../editor/numbers";
import { applyChanges } from "../editor/text_edits";
import { nodeAt, readTree, TextEditError, type ListNode, type Node, type Path, type Tree } from "../editor/tree";
import { isJson, writeValue } from "../editor/write";
import { forceKind, isSlider, jointKind, slides } from "../state/description";
import type { TextChange } from "../state/document";
import { image, isTranslation, turnOf, type Affine, type Turn } from "./affine";
import { edited, put, type Edit } from "./edits";
import { inFrame, STILL, vec } from "./geometry";
import { heldFrames } from "./held_frames";
import { givenToChannels, saidOfChannels } from "./image_channels";
import { combined, imageOf } from "./image_text";
import { mirrorSenses } from "./mirror_senses";
import type { Moved } from "./moved";
import { isWhole } from "./moved";
import { fineness } from "./numbers";
import { movesWithPoints } from "./point_weight";
import { inFrameOf } from "./solid_images";
import { sketchImage } from "./sketch_images";
import { bodyNamed, GROUND, groundJointAt, nodeNamed, nodeOfEnd, type Sketch, type SketchBody } from "./sketch";
import { texts } from "../texts/texts";
import {
  FLIPPED,
  orientationAfter,
  orientationText,
  tensorMap,
  turnedInside,
  writtenOrientation,
} from "./turned_frames";

const UNTURNED = [
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
];

const WORDS: Record<string, number[]> = { x: [1, 0, 0], y: [0, 1, 0], z: [0, 0, 1] };

export class Writing {
  readonly changes: TextChange[] = [];
  readonly puts: Edit[] = [];
  private readonly tree: Tree;
  readonly turn: Turn;
  readonly linear: number[][]; // of directions: without the scale
  readonly turns: boolean; // directions are not what they were
  readonly kept: number[][]; // what is done to directions in frames that go along
  readonly inside: Set<string>; // bodies that are turned in their frames
  private readonly step: number;

  constructor(
    readonly of: Sketch,
    readonly what: Moved,
    readonly by: Affine,
  ) {
    this.tree = readTree(of.text);
    this.turn = turnOf(by);
    this.linear = by.m.map((row) => row.map((x) => x / this.turn.factor));
    this.turns = this.linear.some((row, i) => row.some((x, j) => Math.abs(x - (i === j ? 1 : 0)) > 1e-12));
    this.step = fineness(of.size * Math.max(this.turn.factor, 1e-6), 9);
    this.kept = this.turn.mirrors ? FLIPPED : UNTURNED;
    const inside = (): Set<string> =>
      of.space ? turnedInside(of, what, (path) => this.node(path), this.linear, this.kept) : heldFrames(of, what);
    this.inside = this.turns ? inside() : new Set();
  }

  node(path: Path): Node | undefined {
    return nodeAt(this.tree.root, path);
  }

  /* Other words in the place of a node. */
  words(node: Node, value: string): void {
    this.replace(node, value);
  }

  private replace(node: Node, value: string): void {
    const written = writeValue(value, { flow: true, json: isJson(this.tree) });
    if (written !== this.of.text.slice(node.from, node.to))
      this.changes.push({ from: node.from, to: node.to, insert: written });
  }

  /* The components of a list as they are written; null: it is no list of scalars. */
  private parts(node: Node | undefined): { list: ListNode; texts: string[] } | null {
    if (node?.kind !== "list" || node.items.length < 2 || node.items.some((one) => one.kind !== "scalar")) return null;
    return { list: node, texts: node.items.map((one) => (one.kind === "scalar" ? one.text : "")) };
  }

  vector(path: Path, m: number[][], t: readonly number[] | null, node = this.node(path)): void {
    const found = this.parts(node);
    if (!found) return;
    imageOf(found.texts, m, t, this.step).forEach((text, i) => this.replace(found.list.items[i]!, text));
  }

  /* Components that stand by themselves. */
  list(items: Node[], m: number[][], t: readonly number[] | null): void {
    this.vector([], m, t, { kind: "list", flow: true, from: 0, to: 0, items, dashes: [] } as unknown as Node);
  }

  /* A direction: a vector, or a word such as -x; two names of points follow them. */
  direction(path: Path, m: number[][]): void {
    const node = this.node(path);
    if (node?.kind === "scalar") {
      const known = WORDS[node.text.replace(/^[+-]\s*/, "")];
      if (!known) return;
      const sign = node.text.startsWith("-") ? -1 : 1;
      const given = known.slice(0, this.of.space ? 3 : 2).map((x) => String(sign * x));
      this.replace(node, `[${imageOf(given, m, null, 1e-9).join(", ")}]`);
    } else if (this.parts(node)?.texts.every((text) => !/^[A-Za-z_]\w*(\.\w+)?$/.test(text)))
      this.vector(path, m, null);
  }

  /* The entries of a tensor; three of them are those on its diagonal. */
  tensor(path: Path, m: number[][]): void {
    const list = this.parts(this.node(path));
    if (!list || (list.texts.length !== 3 && list.texts.length !== 6)) return;
    const given = [...list.texts, "0", "0", "0"].slice(0, 6);
    const now = imageOf(given, tensorMap(m), null, 1e-15);
    const short = now.slice(3).every((one) => Number(one) === 0) ? now.slice(0, 3) : now;
    this.replace(list.list, `[${short.join(", ")}]`);
  }

  /* factor times what is written, and a constant. */
  number(path: Path, factor: number, constant: number, node = this.node(path)): void {
    if (node?.kind === "scalar" && node.text !== "") this.replace(node, this.angleText(node.text, factor, constant));
  }

  private angleText(text: string, factor: number, constant: number): string {
    const known = readNumber(text);
    if (known) return formatNumber(factor * known.value + constant, text, 1e-9);
    const said = combined([text], [factor], 0, text, 1e-9);
    const degrees = Number(((constant * 180) / Math.PI).toFixed(7));
    return degrees === 0 ? said : `${said} ${degrees < 0 ? "-" : "+"} ${Math.abs(degrees)} deg`;
  }

  /* factor times a length or a velocity that is written, and a constant. */
  component(node: Node, factor: number, constant: number): void {
    if (node.kind !== "scalar" || node.text === "" || (factor === 1 && constant === 0)) return;
    this.replace(node, combined([node.text], [factor], constant, node.text, this.step));
  }

  scale(path: Path): void {
    const node = this.node(path);
    if (this.turn.factor === 1 || node?.kind !== "scalar" || node.text === "") return;
    this.replace(node, combined([node.text], [this.turn.factor], 0, node.text, this.step));
  }
}

/* ---- bodies ---- */

function ofBody(to: Writing, body: SketchBody): void {
  const path = ["bodies", body.name];
  if (to.turns) to.vector([...path, "velocity"], to.linear, null);
  if (to.turn.mirrors && !to.of.space) to.number([...path, "omega"], -1, 0);
  const sense = to.turn.mirrors ? -1 : 1; // of rotations, which a mirror reverses
  if (to.turns && to.of.space) to.vector([...path, "omega"], signed(to.linear, sense), null);
  if (body.drawn) return inFrameOf(to, body.name, to.by.m, to.by.t);
  const local = to.inside.has(body.name) ? to.linear : to.kept;
  const own = local.map((row) => row.map((x) => x * to.turn.factor));
  const points = to.node([...path, "points"]);
  if (points?.kind === "map") for (const { key } of points.entries) to.vector([...path, "points", key.text], own, null);
  inFrameOf(to, body.name, own, null);
  frame(to, path, body, local);
}

/* Where its frame stands. A body that hangs on the ground is assembled there: its guess goes along. */
function frame(to: Writing, path: Path, body: SketchBody, local: number[][]): void {
  const zero = to.of.space ? vec(body.frame.origin) : standsAt(to.of, body);
  if (to.node([...path, "position"])) to.vector([...path, "position"], to.by.m, to.by.t);
  else
    to.puts.push(
      put(
        [...path, "position"],
        image(to.by, zero).map((x) => formatNumber(x, undefined, fineness(to.of.size, 9))),
      ),
    );
  const { mirrors, angle } = to.turn;
  if (!to.turns) return;
  if (to.of.space) return orientation(to, path, body, local);
  if (to.inside.has(body.name)) return mirrors ? to.number([...path, "angle"], -1, 0) : undefined;
  if (to.node([...path, "angle"])) to.number([...path, "angle"], mirrors ? -1 : 1, angle);
  else to.puts.push(put([...path, "angle"], `${Number(((angle * 180) / Math.PI).toFixed(7))} deg`));
}

/* How its frame lies, from how it stands at the start. */
function orientation(to: Writing, path: Path, body: SketchBody, local: number[][]): void {
  const now = orientationAfter(body.frame.q ?? [1, 0, 0, 0], to.linear, local);
  const was = to.node([...path, "orientation"]);
  if (!was && 1 - Math.abs(now[0]) < 1e-15) return;
  to.puts.push(put([...path, "orientation"], orientationText(now, was)));
}

/* Where a body stands whose text does not say it: on the point of the ground that it is pinned to, as it is assembled from. */
function standsAt(of: Sketch, body: SketchBody): readonly number[] {
  for (const { ends } of of.joints) {
    const [a, b] = ends?.[0].body === GROUND ? ends : [];
    const own = b?.body === body.name ? body.points.get(b.point) : undefined;
    const there = a && (bodyNamed(of, GROUND)?.points.get(a.point) ?? of.drawing.get(a.point)?.at);
    if (own && there) return [there[0] - own[0], there[1] - own[1]];
  }
  return [0, 0];
}

/* ---- joints and forces ---- */

function isFramed(to: Writing, body: string): boolean {
  return body !== GROUND && bodyNamed(to.of, body)?.drawn === false;
}

function ofJoint(to: Writing, entry: string): void {
  const joint = to.of.joints.find((one) => one.entry === entry);
  if (!joint || !to.turns) return scaleFields(to, ["joints", entry], jointKind(joint?.type ?? "")?.fields ?? []);
  const path = ["joints", entry];
  const framed = joint.ends && isFramed(to, joint.ends[0].body);
  const sense = to.of.space && to.turn.mirrors && !isSlider(joint.type) && !slides(joint.type) ? -1 : 1;
  const goes = framed && !to.inside.has(joint.ends![0].body);
  const linear = goes && !to.turn.mirrors ? null : signed(goes ? FLIPPED : to.linear, sense);
  if (linear) {
    if (to.of.space && sense < 0 && !to.node([...path, "axis"]) && jointKind(joint.type)?.hinge)
      throw new TextEditError(texts.mirror.noAxis(entry));
    to.direction([...path, "axis"], linear);
    const axes = to.node([...path, "axes"]);
    if (axes?.kind === "list") axes.items.forEach((_, i) => to.direction([...path, "axes", i], linear));
  }
  if (to.turn.mirrors && !to.of.space) {
    to.number([...path, "angle"], -1, 0);
    mirrorLimits(to, [...path, "limits", "angle"]);
    if (!slides(joint.type)) mirrorLimits(to, [...path, "limits"]);
  }
  curve(to, path, goes ? FLIPPED : to.by.m, framed ? null : to.by.t, Boolean(goes) && !to.turn.mirrors);
  scaleFields(to, path, jointKind(joint.type)?.fields ?? []);
}

function signed(m: number[][], sense: number): number[][] {
  return m.map((row) => row.map((x) => sense * x));
}

/* [a, b] becomes [-b, -a]; null is no limit. */
function mirrorLimits(to: Writing, path: Path): void {
  const list = to.node(path);
  if (list?.kind !== "list" || list.items.length !== 2) return;
  const [a, b] = list.items.map((one) => (one.kind === "scalar" ? one.text : ""));
  to.words(list.items[0]!, negated(b!));
  to.words(list.items[1]!, negated(a!));
}

function negated(text: string): string {
  return /^(null|~|)$/.test(text) ? "null" : combined([text], [-1], 0, text, 1e-12);
}

/* A curve by corners; or by expressions of its parameter, x: and y:. */
function curve(to: Writing, path: Path, m: number[][], t: readonly number[] | null, stays: boolean): void {
  const [x, y] = ["x", "y"].map((key) => to.node([...path, key]));
  if (!stays && !to.of.space && x?.kind === "scalar" && y?.kind === "scalar") to.list([x, y], m, t);
  const corners = to.node([...path, "points"]);
  if (stays || corners?.kind !== "list") return;
  corners.items.forEach((item, i) => item.kind === "list" && to.vector([...path, "points", i], m, t));
}

function scaleFields(
  to: Writing,
  path: Path,
  fields: readonly { name: string; type: string; unit?: string | null }[],
): void {
  for (const { name, type, unit } of fields) if (type === "number" && unit === "m") to.scale([...path, name]);
}

function ofForce(to: Writing, name: string): void {
  const force = to.of.forces.find((one) => one.name === name);
  const path = ["forces", name];
  const fields = forceKind(force?.type ?? "")?.fields ?? [];
  scaleFields(to, path, fields);
  if (!force || !to.turns) return;
  for (const field of fields) {
    const at = [...path, field.name];
    if (field.type === "varying_vector") {
      to.vector(at, to.linear, null);
      if (to.turn.mirrors && !to.of.space) to.number(at, -1, 0);
    } else if (field.type === "direction") to.direction(at, to.linear);
    else if (field.unit === "rad" && to.turn.mirrors && !to.of.space && !force.joint) to.number(at, -1, 0);
  }
  to.direction([...path, "axis"], to.linear);
}

/* ---- points ---- */

/* A point that moves by itself where those move that it is given by. */
function follows(to: Writing, texts: readonly string[]): boolean {
  const names = texts.flatMap((text) => text.match(/[A-Za-z_]\w*/g) ?? []);
  return names.some((name) => to.what.points.has(name));
}

function ofPoint(to: Writing, name: string, whole: boolean): void {
  const node = to.node(["points", name]);
  const given = node?.kind === "list" ? node.items.map((one) => (one.kind === "scalar" ? one.text : "")) : [];
  if (node?.kind === "scalar" && node.text !== "") {
    const isLinear = to.turn.factor === 1 && to.by.t.every((one) => one === 0); // about the origin: weights do not matter
    if (follows(to, [node.text]) && (isLinear || movesWithPoints(node.text, (one) => to.what.points.has(one)))) return;
    throw new TextEditError(texts.mirror.pointByExpression(name));
  }
  if (follows(to, given)) {
    if (isTranslation(to.by)) return;
    throw new TextEditError(texts.mirror.pointByPoints(name));
  }
  const at = nodeNamed(to.of, name);
  const on =
    at && !whole && !groundJointAt(to.of, at) ? at.ends.find(({ body }) => bodyNamed(to.of, body)?.drawn) : undefined;
  const turned = on ? bodyNamed(to.of, on.body)!.frame : STILL;
  const away = Math.hypot(turned.origin[0], turned.origin[1]);
  if (to.of.space || (Math.abs(turned.angle) < 1e-9 && away < 1e-9 * to.of.size))
    return to.vector(["points", name], to.by.m, to.by.t);
  const there = inFrame(turned, image(to.by, at!.at) as [number, number]);
  to.vector(
    ["points", name],
    [
      [0, 0, 0],
      [0, 0, 0],
      [0, 0, 0],
    ],
    [there[0], there[1]],
  );
}

/* A point of the ground, or of a body that stays. */
function ofEnd(to: Writing, body: string, point: string): void {
  const path = ["bodies", body, "points", point];
  if (body === GROUND) return to.vector(path, to.by.m, to.by.t);
  const node = nodeOfEnd(to.of, { body, point });
  const found = bodyNamed(to.of, body);
  if (!node || !found) return;
  const there = inFrame(found.frame, image(to.by, node.at) as unknown as [number, number]);
  to.vector(
    path,
    [
      [0, 0, 0],
      [0, 0, 0],
      [0, 0, 0],
    ],
    there as number[],
  );
}

function ofUse(to: Writing, name: string): void {
  if (to.turn.mirrors || to.turn.factor !== 1) throw new TextEditError(texts.mirror.ofUse(name));
  const path = ["use", name];
  const at = to.node([...path, "at"]);
  if (at?.kind === "list") to.vector([...path, "at"], to.by.m, to.by.t);
  else if (!at)
    to.puts.push(
      put(
        [...path, "at"],
        image(to.by, to.of.space ? [0, 0, 0] : [0, 0]).map((x) => formatNumber(x, undefined, fineness(to.of.size, 9))),
      ),
    );
  if (!to.turns) return;
  if (to.of.space) return orientationOfUse(to, path, name);
  if (to.node([...path, "angle"])) to.number([...path, "angle"], 1, to.turn.angle);
  else to.puts.push(put([...path, "angle"], `${Number(((to.turn.angle * 180) / Math.PI).toFixed(7))} deg`));
}

function orientationOfUse(to: Writing, path: Path, name: string): void {
  const was = to.node([...path, "orientation"]);
  const q = writtenOrientation(was);
  if (!q) throw new TextEditError(texts.gizmo.orientationOfUse(name));
  to.puts.push(put([...path, "orientation"], orientationText(orientationAfter(q, to.linear, to.kept), was)));
}

/* The text with the image in place of what was moved; `left`: constraints that are no longer true of it, and left out. Throws a TextEditError where that cannot be written. */
export function transformed(of: Sketch, what: Moved, by: Affine, left: string[] = []): string {
  const to = new Writing(of, what, by);
  const whole = isWhole(of, what);
  for (const name of what.points) ofPoint(to, name, whole);
  for (const { body, point } of what.ends) ofEnd(to, body, point);
  for (const name of what.bodies) ofBody(to, bodyNamed(of, name)!);
  for (const entry of what.joints) ofJoint(to, entry);
  for (const name of what.forces) ofForce(to, name);
  for (const name of what.uses) ofUse(to, name);
  if (what.walls) inFrameOf(to, GROUND, by.m, by.t);
  givenToChannels(to);
  const moved = edited(applyChanges(of.text, to.changes), to.puts);
  const sensed = to.turn.mirrors && !of.space ? mirrorSenses(moved, of, what) : moved;
  const said = to.turns && !of.space ? saidOfChannels(sensed, to) : sensed;
  return isTranslation(by) ? said : sketchImage(said, what.bodies, to.turn, left);
}

/* meeting.ts - where points of several bodies lie in one place: which of these bodies are held together there already, and pins for the
 * others. n bodies that nothing holds are joined by n - 1 pins; on the ground by n.
 */
import type { Place as Point } from "../drawing/camera";
import { holdsPoint, pinName } from "../state/description";
import { distance } from "./geometry";
import { Plan, type Anchor } from "./plan";
import { fieldsOf, productOf } from "./products";
import { bodyNamed, drawingPoints, GROUND, nameOfNode, type End, type Node, type Sketch } from "./sketch";

/* Bodies that are one at a place, by the points that they have there. */
export interface Party {
  ends: End[];
  grounded: boolean; // held to the ground there
}

function isNear(sketch: Sketch, a: Point, b: Point): boolean {
  return distance(a, b) <= 1e-6 * sketch.size;
}

export function nodesAt(sketch: Sketch, at: Point): Node[] {
  return sketch.nodes.filter((node) => isNear(sketch, node.at, at));
}

/* The points of moving bodies at a place; the node that was clicked comes first. */
function endsAt(sketch: Sketch, { at, node }: Anchor): End[] {
  const nodes = nodesAt(sketch, at);
  const ordered = node && nodes.includes(node) ? [node, ...nodes.filter((one) => one !== node)] : nodes;
  return ordered.flatMap(({ ends }) => ends).filter(({ body }) => body !== GROUND);
}

/* Names that are one, by pairs of them. */
class Union {
  private readonly leader = new Map<string, string>();

  of(name: string): string {
    const next = this.leader.get(name);
    return next === undefined ? name : this.of(next);
  }

  join(a: string, b: string): void {
    const [x, y] = [this.of(a), this.of(b)];
    if (x !== y) this.leader.set(x, y);
  }
}

/* Two bodies with a joint anywhere are one party, since a second pin would lock them; with the ground they are where it holds them here. */
export function partiesAt(sketch: Sketch, anchor: Anchor, more: readonly (readonly [string, string])[] = []): Party[] {
  const ends = endsAt(sketch, anchor);
  const here = new Set(ends.map(({ body }) => body));
  const names = new Set(nodesAt(sketch, anchor.at).flatMap(drawingPoints));
  const isHere = ({ body, point }: End): boolean =>
    ends.some((end) => end.body === body && end.point === point) ||
    (body === GROUND && (names.has(point) || isGroundPoint(sketch, point, anchor.at)));
  const union = new Union();
  for (const { ends: pair, type } of sketch.joints) {
    if (!pair) continue;
    const [a, b] = pair;
    const ground = a.body === GROUND || b.body === GROUND;
    if (ground && holdsPoint(type, sketch.space) && isHere(a) && isHere(b)) union.join(a.body, b.body);
    if (!ground && here.has(a.body) && here.has(b.body)) union.join(a.body, b.body);
  }
  for (const [a, b] of more) if (here.has(a) && here.has(b)) union.join(a, b);
  const parties = new Map<string, Party>();
  for (const end of ends) {
    const leader = union.of(end.body);
    const party = parties.get(leader) ?? { ends: [], grounded: leader === union.of(GROUND) };
    party.ends.push(end);
    parties.set(leader, party);
  }
  return [...parties.values()];
}

function isGroundPoint(sketch: Sketch, point: string, at: Point): boolean {
  const own = bodyNamed(sketch, GROUND)?.points.get(point);
  return own !== undefined && isNear(sketch, own, at);
}

/* A joint of one end with another, as its template has it. */
function add(plan: Plan, type: string, first: End, second: End, anchor: Anchor): string {
  const fields = plan.directionFields(type, first.body, second.body, anchor) + fieldsOf(productOf(type));
  return plan.addJoint(type, first, second, fields);
}

/* The point of the ground for one of a body: the same name where the drawing has it. */
function groundEnd(plan: Plan, anchor: Anchor, made: Map<Anchor, End>, second: End): End {
  if (bodyNamed(plan.sketch, second.body)?.drawn) return { body: GROUND, point: second.point };
  const known = made.get(anchor) ?? plan.pointOn(GROUND, anchor);
  made.set(anchor, known);
  return known;
}

/* Holds every party to the ground, and tells the joints. */
export function groundAll(plan: Plan, anchor: Anchor, parties: readonly Party[], type: string): string[] {
  const made = new Map<Anchor, End>();
  return parties
    .filter(({ grounded }) => !grounded)
    .map(({ ends: [end] }) => add(plan, type, groundEnd(plan, anchor, made, end!), end!, anchor));
}

/* Joins the parties to the first; to the ground where that is held to it, as a link is that is drawn from there. */
export function joinAll(plan: Plan, anchor: Anchor, parties: readonly Party[], type: string): string[] {
  const first = parties.find(({ grounded }) => grounded) ?? parties[0]!;
  const made = new Map<Anchor, End>();
  const from = (second: End): End =>
    first.grounded && type === pinName() ? groundEnd(plan, anchor, made, second) : first.ends[0]!;
  return parties.filter((party) => party !== first).map(({ ends: [end] }) => add(plan, type, from(end!), end!, anchor));
}

export interface Joined {
  plan: Plan;
  joints: string[];
  at: string[]; // names of the places
}

/* Bodies that turn about one place together with some bodies: a pin elsewhere would lock them. */
function heldPairs(sketch: Sketch, bodies: ReadonlySet<string>): [string, string][] {
  return sketch.nodes
    .filter(({ ends }) => ends.some(({ body }) => bodies.has(body)))
    .flatMap((node) => partiesAt(sketch, { at: node.at, node, body: null }))
    .flatMap(({ ends }) => ends.slice(1).map(({ body }): [string, string] => [ends[0]!.body, body]));
}

/* Pins wherever points of some bodies lie on points of others, or of one another. */
export function joinMeeting(sketch: Sketch, bodies: ReadonlySet<string>): Joined {
  const plan = new Plan(sketch);
  const joined: Joined = { plan, joints: [], at: [] };
  const pairs = heldPairs(sketch, bodies);
  const seen: Point[] = [];
  for (const node of sketch.nodes) {
    if (!node.ends.some(({ body }) => bodies.has(body)) || seen.some((at) => isNear(sketch, at, node.at))) continue;
    seen.push(node.at);
    const anchor: Anchor = { at: node.at, node, body: null };
    const parties = partiesAt(sketch, anchor, pairs);
    const isNew = ({ ends }: Party): boolean => ends.some(({ body }) => bodies.has(body));
    const stay = parties.filter((party) => !isNew(party)).sort((a, b) => Number(b.grounded) - Number(a.grounded));
    const meant = [...stay.slice(0, 1), ...parties.filter(isNew)];
    if (meant.length < 2) continue;
    for (const party of meant) for (const a of meant[0]!.ends) for (const b of party.ends) pairs.push([a.body, b.body]);
    joined.joints.push(...joinAll(plan, anchor, meant, pinName()));
    joined.at.push(nameOfNode((nodesAt(sketch, node.at).find((one) => one !== node && !one.ends.some(({ body }) => bodies.has(body))) ?? node))); // prettier-ignore
  }
  return joined;
}

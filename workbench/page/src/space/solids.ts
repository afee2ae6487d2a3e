/* solids.ts - what a body looks like in space: its shape where the model gives one, else bars and plates through its places.
 *
 * All in the body's frame. Where the model says nothing of the shape it is guessed from the points, from where joints and forces
 * take hold, and from where the mass is.
 */
import { formOf } from "../state/description";
import { meshesOf, piecesOf, type ShapePiece } from "../drawing/shape_pieces";
import type { Scene, SceneBody, SceneJoint, SimpleShape, SurfaceForm, Vec } from "../engine/engine";
import { gripsOf } from "./grips";
import { across, cross, distance, dot, fromSegment, length, minus, plus, times, unit } from "./vectors";

export type Solid =
  | { kind: "capsule"; from: Vec; to: Vec; radius: number }
  | { kind: "ball"; at: Vec; radius: number }
  | { kind: "box"; at: Vec; size: Vec; axis?: Vec } // axis: its own z
  | { kind: "cylinder"; at: Vec; axis: Vec; radius: number; length: number }
  | { kind: "plate"; corners: Vec[]; normal: Vec; thickness: number; holes?: Vec[][] } // corners go round the normal
  | { kind: "hull"; corners: Vec[] };

const ROUND = 48; // corners of a circle
const BAR = 0.014; // of the grain: half the width of a bar

function distinct(places: Vec[], apart: number): Vec[] {
  const list: Vec[] = [];
  for (const p of places) if (!list.some((q) => distance(p, q) < apart)) list.push(p);
  return list;
}

function jointsOf(scene: Scene, index: number): { joint: SceneJoint; at: Vec; axis: Vec }[] {
  return gripsOf(scene, index).flatMap(({ joint, at, axis }) => (joint && !joint.joints ? [{ joint, at, axis }] : []));
}

function placesOf(scene: Scene, index: number): Vec[] {
  const forces = gripsOf(scene, index).filter(({ force }) => force && !force.joint);
  const grips = [...jointsOf(scene, index), ...forces];
  return [...scene.bodies[index]!.points.map((point) => point.at), ...grips.map(({ at }) => at)];
}

/* ---- places in a line, in a plane, in space ---- */

/* The two places farthest apart. */
function farthest(places: Vec[]): [Vec, Vec] {
  let best: [Vec, Vec] = [places[0]!, places[0]!];
  for (const a of places) for (const b of places) if (distance(a, b) > distance(...best)) best = [a, b];
  return best;
}

/* Normal of the plane through the places; null: they lie in a line. `flat`: none is farther from it than `thin`. */
export function planeOf(places: Vec[], thin: number): { normal: Vec; flat: boolean } | null {
  const [a, b] = farthest(places);
  let normal: Vec = [0, 0, 0];
  let most = thin;
  for (const p of places) {
    const away = fromSegment(p, a, b).distance;
    if (away > most) [normal, most] = [cross(minus(b, a), minus(p, a)), away];
  }
  if (length(normal) === 0) return null;
  const direction = unit(normal);
  return { normal: direction, flat: places.every((p) => Math.abs(dot(minus(p, a), direction)) <= thin) };
}

/* Corners of the convex hull of places in a plane, round its normal. */
export function hullIn(places: Vec[], normal: Vec): Vec[] {
  const first = across(normal);
  const second = cross(normal, first);
  const flat = places.map((p) => ({ p, x: dot(p, first), y: dot(p, second) })).sort((a, b) => a.x - b.x || a.y - b.y);
  type Flat = (typeof flat)[number];
  const turn = (a: Flat, b: Flat, c: Flat): number => (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
  const half = (list: Flat[]): Flat[] => {
    const chain: Flat[] = [];
    for (const one of list) {
      while (chain.length > 1 && turn(chain[chain.length - 2]!, chain[chain.length - 1]!, one) <= 0) chain.pop();
      chain.push(one);
    }
    return chain.slice(0, -1);
  };
  return [...half(flat), ...half(flat.reverse())].map(({ p }) => p);
}

/* ---- a body without a shape ---- */

/* All its places are one: a hub about the axis of what holds it, a block on its rail, else a ball. */
function lump(scene: Scene, index: number, at: Vec, grain: number): Solid {
  const held = jointsOf(scene, index).find(({ axis }) => length(axis) > 0);
  const slides = held && formOf(held.joint.type, true)?.coordinates[0]?.unit === "m";
  if (held && slides) return { kind: "box", at, size: [0.1 * grain, 0.1 * grain, 0.12 * grain], axis: held.axis };
  if (held) return { kind: "cylinder", at, axis: held.axis, radius: 0.065 * grain, length: 0.035 * grain };
  return { kind: "ball", at, radius: 0.045 * grain };
}

/* The mass sits apart from the bar, or at its free end: as a ball. */
function weight(scene: Scene, index: number, places: Vec[], grain: number): Solid[] {
  const body = scene.bodies[index]!;
  if (body.mass <= 0 || jointsOf(scene, index).some(({ at }) => distance(at, body.com) < 0.05 * grain)) return [];
  const [a, b] = farthest(places);
  const { part, distance: away } = fromSegment(body.com, a, b);
  if (away < 0.02 * grain && part > 0.1 && part < 0.9) return [];
  return [{ kind: "ball", at: body.com, radius: 0.045 * grain }];
}

function guessed(scene: Scene, index: number, grain: number): Solid[] {
  const body = scene.bodies[index]!;
  const radius = BAR * grain;
  const held = distinct(placesOf(scene, index), 0.01 * grain);
  if (index === 0) return [];
  if (held.length === 0) return [lump(scene, index, body.com, grain)];
  const plane = planeOf(held, 0.012 * grain);
  if (plane?.flat) {
    const corners = hullIn(held, plane.normal);
    return [
      { kind: "plate", corners, normal: plane.normal, thickness: 1.5 * radius },
      ...corners.map((from, i): Solid => ({ kind: "capsule", from, to: corners[(i + 1) % corners.length]!, radius })),
    ];
  }
  if (plane) return [{ kind: "hull", corners: held }];
  const apart = body.mass > 0 && Math.min(...held.map((p) => distance(p, body.com))) > 0.01 * grain;
  const line = apart ? [...held, body.com] : held;
  const [from, to] = farthest(line);
  if (distance(from, to) < 0.02 * grain) return [lump(scene, index, held[0]!, grain)];
  const balls = weight(scene, index, held, grain);
  if (fromSegment(body.com, from, to).distance < 0.02 * grain || !apart)
    return [{ kind: "capsule", from, to, radius }, ...balls];
  const [a, b] = farthest(held);
  const foot = plus(a, times(minus(b, a), fromSegment(body.com, a, b).part));
  const stem: Solid = { kind: "capsule", from: foot, to: body.com, radius: 0.7 * radius };
  return [...(distance(a, b) > 0 ? [{ kind: "capsule" as const, from: a, to: b, radius }] : []), stem, ...balls];
}

/* ---- a body with a shape ---- */

function shaped(shape: SimpleShape, grain: number): Solid | null {
  switch (shape.kind) {
    case "none":
      return null;
    case "rod":
      return { kind: "capsule", from: shape.from, to: shape.to, radius: (shape.width ?? 2 * BAR * grain) / 2 };
    case "disc":
      return {
        kind: "cylinder",
        at: shape.at,
        axis: unit(shape.axis),
        radius: shape.radius ?? 0.1 * grain,
        length: shape.thickness ?? 0.03 * grain,
      };
    case "cylinder":
      return {
        kind: "cylinder",
        at: shape.at,
        axis: unit(shape.axis),
        radius: shape.radius ?? 0.03 * grain,
        length: shape.length ?? 0.2 * grain,
      };
    case "box":
      return { kind: "box", at: shape.at, size: shape.size };
    case "sphere":
      return { kind: "ball", at: shape.at, radius: shape.radius ?? 0.05 * grain };
    case "polygon": {
      const plane = planeOf(shape.corners, 0.001 * grain);
      const normal = plane?.normal ?? [0, 0, 1];
      return { kind: "plate", corners: shape.corners, normal, thickness: shape.thickness ?? 0.02 * grain };
    }
  }
}

/* What a surface encloses: how a body looks that has no shape; null where that is no simple solid. A sharp edge is that of a thin disc. */
export function enclosed(surface: SurfaceForm, grain: number): Solid | null {
  switch (surface.kind) {
    case "sphere":
      return surface.hollow ? null : { kind: "ball", at: surface.at, radius: surface.radius };
    case "capsule":
      return { kind: "capsule", from: surface.from, to: surface.to, radius: surface.radius };
    case "cylinder":
      return surface.hollow || surface.length === undefined
        ? null
        : { kind: "cylinder", at: surface.at, axis: surface.axis, radius: surface.radius, length: surface.length };
    case "ring": {
      const { at, axis, radius, tube } = surface;
      return tube > 0 ? null : { kind: "cylinder", at, axis, radius, length: 0.02 * grain };
    }
    case "box":
      return { kind: "box", at: surface.at, size: surface.size };
    case "hull":
      return { kind: "hull", corners: surface.corners };
    default:
      return null;
  }
}

/* A solid as a plate: its outline square to a direction, and how thick it is along that; null where it is none. */
function plateOf(solid: Solid, normal: Vec): (Solid & { kind: "plate" }) | null {
  if (solid.kind === "plate") return Math.abs(dot(solid.normal, normal)) > 0.999 ? { ...solid, normal } : null;
  if (solid.kind === "cylinder" && Math.abs(dot(solid.axis, normal)) > 0.999) {
    const x = across(normal);
    const y = cross(normal, x);
    const corners = Array.from({ length: ROUND }, (_, i): Vec => {
      const angle = (2 * Math.PI * i) / ROUND;
      return plus(solid.at, plus(times(x, solid.radius * Math.cos(angle)), times(y, solid.radius * Math.sin(angle))));
    });
    return { kind: "plate", corners, normal, thickness: solid.length };
  }
  const along = normal.findIndex((part) => Math.abs(part) > 0.999);
  if (solid.kind !== "box" || solid.axis || along < 0) return null;
  const [i, k] = [(along + 1) % 3, (along + 2) % 3];
  const corners = [
    [-0.5, -0.5],
    [0.5, -0.5],
    [0.5, 0.5],
    [-0.5, 0.5],
  ].map(([u, v]) => {
    const corner: Vec = [...solid.at];
    corner[i] = solid.at[i]! + u! * solid.size[i]!;
    corner[k] = solid.at[k]! + v! * solid.size[k]!;
    return corner;
  });
  return { kind: "plate", corners, normal, thickness: solid.size[along]! };
}

/* A solid with holes that go through it along one direction; others (cavities) are not seen from outside. */
function drilled({ solid, holes }: ShapePiece, grain: number): Solid | null {
  const whole = shaped(solid, grain);
  const cuts = holes.map((hole) => shaped(hole, grain)).filter((one) => one !== null);
  for (const cut of cuts) {
    const normal = cut.kind === "cylinder" ? cut.axis : cut.kind === "plate" ? cut.normal : null;
    const plate = whole && normal && plateOf(whole, normal);
    if (plate)
      return {
        ...plate,
        holes: cuts.flatMap((one) => {
          const through = plateOf(one, normal);
          return through && through.thickness >= 0.999 * plate.thickness ? [through.corners] : [];
        }),
      };
  }
  return whole;
}

function middleOf(solid: Solid): Vec {
  switch (solid.kind) {
    case "capsule":
      return times(plus(solid.from, solid.to), 0.5);
    case "plate":
    case "hull":
      return times(solid.corners.reduce(plus, [0, 0, 0] as Vec), 1 / solid.corners.length);
    default:
      return solid.at;
  }
}

/* How far outside of it a place is; a plate counts by its corners' reach. */
export function outside(solid: Solid, p: Vec): number {
  switch (solid.kind) {
    case "capsule":
      return Math.max(fromSegment(p, solid.from, solid.to).distance - solid.radius, 0);
    case "ball":
      return Math.max(distance(p, solid.at) - solid.radius, 0);
    case "box":
      return length(minus(p, solid.at).map((d, i) => Math.max(Math.abs(d) - solid.size[i]! / 2, 0)) as Vec);
    case "cylinder": {
      const d = minus(p, solid.at);
      const along = dot(d, solid.axis);
      const off = length(minus(d, times(solid.axis, along)));
      return Math.hypot(Math.max(Math.abs(along) - solid.length / 2, 0), Math.max(off - solid.radius, 0));
    }
    case "plate":
    case "hull": {
      const middle = middleOf(solid);
      const reach = Math.max(...solid.corners.map((corner) => distance(corner, middle)));
      return Math.max(distance(p, middle) - reach, 0);
    }
  }
}

export function solidsOf(scene: Scene, index: number, grain: number): Solid[] {
  const body: SceneBody = scene.bodies[index]!;
  const shapes = piecesOf(body.shape)
    .map((piece) => drilled(piece, grain))
    .filter((one) => one !== null);
  const touching = body.surfaces?.flatMap((surface) => enclosed(surface, grain) ?? []) ?? [];
  const solids = shapes.length > 0 || index === 0 ? shapes : touching;
  if (meshesOf(body.shape).length > 0) return shapes; // it looks as its files say
  if (solids.length === 0) return guessed(scene, index, grain);
  const middle = middleOf(solids[0]!);
  const bars = distinct(placesOf(scene, index), 0.01 * grain)
    .filter((p) => solids.every((solid) => outside(solid, p) > 0.01 * grain) && index > 0)
    .map((to): Solid => ({ kind: "capsule", from: middle, to, radius: 0.7 * BAR * grain }));
  return [...solids, ...bars];
}

/* How far a solid reaches from the place `at` along an axis (unit), to either side, about the line of the axis. */
function reachAlong(solid: Solid, axis: Vec): number {
  switch (solid.kind) {
    case "capsule":
    case "ball":
      return solid.radius;
    case "box":
      return solid.axis
        ? Math.max(...solid.size) / 2
        : axis.reduce((sum, part, i) => sum + (Math.abs(part) * solid.size[i]!) / 2, 0);
    case "cylinder": {
      const along = Math.abs(dot(solid.axis, axis));
      return (along * solid.length) / 2 + Math.sqrt(Math.max(1 - along * along, 0)) * solid.radius;
    }
    case "plate":
      return Math.abs(dot(solid.normal, axis)) > 0.7 ? solid.thickness / 2 : 0;
    case "hull":
      return 0;
  }
}

/* Half of how thick a body is along the axis of a joint, where the joint holds it. */
export function halfThickness(solids: Solid[], at: Vec, axis: Vec, grain: number): number {
  const there = solids.filter((solid) => outside(solid, at) < 0.02 * grain);
  return Math.min(Math.max(0, ...there.map((solid) => reachAlong(solid, unit(axis)))), 0.2 * grain);
}

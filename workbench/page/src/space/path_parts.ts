/* path_parts.ts - belts and cables in space: wheels that turn with their bodies, and the rope round them.
 *
 * A span touches two circles in their planes: with d its direction and a the axis of a wheel,  u = +-(d x a)/|d x a|  points from the middle to where it leaves,
 * the sign that of the sense in which the wheel is passed. d follows from both places: found by repetition, as r is less than the distance.
 */
import { Group } from "three";
import type { SceneJoint, ScenePath, Vec } from "../engine/engine";
import { jointLabel } from "../drawing/joint_part";
import { axes, mesh } from "./meshes";
import { direction, Held, spot, type Instant, type Kit, type SpacePart } from "./part";
import { Rope } from "./rope";
import { across, cross, dot, minus, plus, times, unit } from "./vectors";

/* What is passed, on the ground: radius below zero where it is passed clockwise about the axis; 0: a point. */
export interface SpaceRound {
  at: Vec;
  axis: Vec;
  radius: number;
}

const TURN = 2 * Math.PI;
const STEPS = 30; // of a whole turn

/* From the middle of a wheel to where a span of this direction touches it. */
function leaves({ axis, radius }: SpaceRound, d: Vec): Vec {
  return radius === 0 ? [0, 0, 0] : times(unit(cross(d, axis), across(axis)), radius);
}

/* The two ends of a span. */
export function spanOf(a: SpaceRound, b: SpaceRound): [Vec, Vec] {
  let [from, to] = [a.at, b.at];
  for (let i = 0; i < 60; i++) {
    const d = unit(minus(to, from));
    [from, to] = [plus(a.at, leaves(a, d)), plus(b.at, leaves(b, d))];
  }
  return [from, to];
}

/* The whole way: straight from wheel to wheel, and round each. */
export function wayInSpace(places: SpaceRound[], closed: boolean): Vec[] {
  const spans = places.slice(closed ? 0 : 1).map((_, i) => spanOf(places[i]!, places[(i + 1) % places.length]!));
  const points = places.flatMap(({ at, axis, radius }, i): Vec[] => {
    const before = (closed ? spans[(i + spans.length - 1) % spans.length] : spans[i - 1])?.[1];
    const behind = spans[i]?.[0];
    if (radius === 0 || !before || !behind) return [before ?? behind ?? at];
    const [p, q] = [minus(before, at), minus(behind, at)];
    const sense = Math.sign(radius);
    const angle = sense * Math.atan2(dot(cross(p, q), axis), dot(p, q));
    const wrap = angle < -1e-6 ? angle + TURN : Math.max(angle, 0);
    const count = Math.max(1, Math.ceil(wrap / 0.21));
    const side = cross(axis, p);
    return Array.from({ length: count + 1 }, (_, k) => {
      const phi = (sense * wrap * k) / count;
      return plus(at, plus(times(p, Math.cos(phi)), times(side, Math.sin(phi))));
    });
  });
  return closed ? [...points, points[0]!] : points;
}

/* A wheel within the rope, with a pin beside its middle that shows how it rotates; where its body has a shape, its rim. */
function wheelIn(kit: Kit, { body, point, radius }: ScenePath["places"][number], axis: Vec, thick: number): Held {
  const { forms, paint, scene } = kit;
  const [r, x] = [Math.max(Math.abs(radius) - thick, 0.5 * Math.abs(radius)), across(axis)];
  const held = new Held(body, point);
  if (scene.bodies[body]!.shape.kind !== "none") {
    const ring = forms.ring(r, thick, paint.body(body));
    axes(ring, x, axis, cross(x, axis));
    return held.add(ring);
  }
  const disc = forms.cylinder(r, 3 * thick, paint.body(body));
  const pin = forms.rod(0.09 * r, 3 * thick + 0.2 * r, paint.solid("line-strong"));
  pin.position.set(...times(x, 0.65 * r));
  for (const one of [disc, pin]) axes(one, x, axis, cross(x, axis));
  return held.add(disc, pin);
}

/* How thick a rope is drawn, m. */
function thickness(kit: Kit, way: ScenePath): number {
  const least = Math.min(...way.places.map(({ radius }) => Math.abs(radius)).filter((r) => r > 0));
  return Number.isFinite(least) ? Math.max(Math.min(0.012 * kit.grain, 0.2 * least), 0.06 * least) : 0.008 * kit.grain;
}

export function pathPart(kit: Kit, joint: SceneJoint, way: ScenePath): SpacePart {
  const group = new Group();
  const thick = thickness(kit, way);
  const rope = new Rope(way.places.length * (STEPS + 5), thick);
  const line = mesh(rope.geometry, kit.paint.solid("ink"));
  line.frustumCulled = false;
  const axisOf = (i: number): Vec => unit(way.places[i]!.axis ?? [0, 0, 1]);
  const wheels = way.places.flatMap((place, i) => (place.radius === 0 ? [] : [wheelIn(kit, place, axisOf(i), thick)]));
  group.add(line, ...wheels.map((one) => one.group));
  return {
    selected: { kind: "joint", name: joint.name },
    label: jointLabel(kit.scene, joint),
    object: group,
    anchor: [0, 0, 0],
    pose(now: Instant) {
      for (const one of wheels) one.pose(now);
      const places = way.places.map(({ body, point, radius }, i): SpaceRound => {
        return { at: spot(now, body, point), axis: direction(now, body, axisOf(i)), radius };
      });
      if (places.some(({ at }) => !at.every(Number.isFinite))) return;
      const points = wayInSpace(places, way.closed);
      rope.lay(points);
      this.anchor = points[Math.floor(points.length / 2)] ?? [0, 0, 0];
    },
  };
}

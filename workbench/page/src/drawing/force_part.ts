/* force_part.ts - what acts on a mechanism, by its symbol, which the engine describes; and drivers. */
import type { Scene, SceneDriver, SceneForce, SceneJoint, Vec } from "../engine/engine";
import { driverSense } from "./driver_sense";
import { called, forceKind } from "../state/description";
import type { Point } from "./camera";
import { arrow } from "./geometry";
import { elementNames, ownerOfChannel } from "../engine/owner";
import { BADGE, driveMotif, jointOf } from "./motifs";
import { draw, group, move, nameOf, spot, type Part } from "./part";
import { UNKNOWN } from "./symbol";
import { symbolPart } from "./symbol_part";
import { touchPart } from "./touch_part";
import { texts } from "../texts/texts";

export function forceLabel(scene: Scene, force: SceneForce): string {
  if (force.joint) return texts.view.forcePart.onJoint(called(force.type), force.name, force.joint);
  const on = force.bodies.map((body) => nameOf(scene, body));
  return texts.view.forcePart.onBodies(called(force.type), force.name, on);
}

/* Where surfaces touch, which moves. */
export function isTouch(force: SceneForce): boolean {
  return forceKind(force.type)?.acts_on === "surfaces";
}

export function forcePart(scene: Scene, force: SceneForce): Part {
  const part = {
    selected: { kind: "force" as const, name: force.name },
    label: forceLabel(scene, force),
    element: group(`part force ${force.type}`),
    anchor: [0, 0] as Point,
  };
  if (isTouch(force)) return touchPart(scene, force, part);
  return symbolPart(scene, force, forceKind(force.type)?.symbol ?? UNKNOWN, part, {});
}

/* Along a line between two points: drawn below the joints. */
export function liesAlong(force: SceneForce): boolean {
  return forceKind(force.type)?.acts_on === "points";
}

/* ---- drivers: where the channel is that they prescribe ---- */

export interface DrivenPlace {
  joint?: SceneJoint;
  body?: number;
  point?: Vec;
  along?: Vec; // unit direction, ground axes, of what is prescribed; none: it turns
  from?: { body: number; point: Vec }; // of a length: where the line begins that ends at the point
}

const AXES: Record<string, Vec> = { x: [1, 0, 0], y: [0, 1, 0], z: [0, 0, 1] };

export function drivenPlace(scene: Scene, channel: string): DrivenPlace | null {
  const owner = ownerOfChannel(elementNames(scene), channel);
  const parts = channel.slice(owner.length + 1).split(".");
  const last = parts[parts.length - 1]!;
  const joint = jointOf(scene, owner);
  if (joint && parts.length === 1) return { joint };
  const body = scene.bodies.findIndex((one) => one.name === owner);
  if (body < 0) return drivenLength(scene, owner);
  const found = parts.length === 2 ? scene.bodies[body]!.points.find((point) => point.name === parts[0]) : undefined;
  return { body, point: found?.at ?? scene.bodies[body]!.com, along: AXES[last] };
}

/* A length that is prescribed: of what acts along a line. */
function drivenLength(scene: Scene, owner: string): DrivenPlace | null {
  const force = scene.forces.find(({ name }) => name === owner);
  if (!force || force.bodies.length !== 2) return null;
  const [first, second] = force.bodies.map((body, i) => ({ body, point: force.points[i]! }));
  return { ...second!, from: first! };
}

/* Whether a driver moves a joint along, and does not turn it. */
export function drivesTravel(joint: SceneJoint | undefined, channel: string): boolean {
  return joint?.coordinates.find((coordinate) => coordinate.channel === channel)?.unit === "m";
}

export function driverPart(scene: Scene, driver: SceneDriver): Part | null {
  const place = drivenPlace(scene, driver.channel);
  if (!place) return null;
  const { joint, along: axis } = place;
  /* along an axis it stands at the tip of its arrow, so that two drivers of a point are apart */
  const beside: Point = axis ? [46 * axis[0], -46 * axis[1]] : BADGE;
  const sense = driverSense(scene, driver);
  const motif = driveMotif(joint, drivesTravel(joint, driver.channel), () => sense, beside);
  if (axis) {
    const drawn = arrow(0, 0, 34 * axis[0], -34 * axis[1]);
    draw(motif.elements[0] as SVGPathElement, drawn.shaft);
    draw(motif.elements[1] as SVGPathElement, drawn.head);
  }
  const [body, point] = joint ? [joint.bodies[1], joint.points[1]] : [place.body!, place.point!];
  /* beside the line of a length, the way in which it grows or falls */
  const pointAlong = (from: Point, to: Point): void => {
    const far = Math.hypot(to[0] - from[0], to[1] - from[1]) || 1;
    const [c, s] = [(to[0] - from[0]) / far, (to[1] - from[1]) / far];
    const begin = sense > 0 ? -40 : -6;
    const drawn = arrow(begin * c - 14 * s, begin * s + 14 * c, 34 * sense * c, 34 * sense * s);
    draw(motif.elements[0] as SVGPathElement, drawn.shaft);
    draw(motif.elements[1] as SVGPathElement, drawn.head);
  };
  return {
    selected: { kind: "driver", name: driver.name },
    label: texts.view.forcePart.driverOf(driver.name, driver.channel),
    element: group("part driver surrounds", motif.elements),
    anchor: [0, 0],
    layout() {},
    pose(now) {
      this.anchor = spot(now, body, point);
      move(this.element, this.anchor);
      if (place.from) pointAlong(spot(now, place.from.body, place.from.point), this.anchor);
      else if (!axis) motif.update(now);
    },
    distance(p) {
      return motif.distance!([p[0] - this.anchor[0], p[1] - this.anchor[1]]);
    },
  };
}

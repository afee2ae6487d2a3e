/* force_part.ts - what acts on a mechanism, by its symbol, which the engine describes; and drivers. */
import type { Scene, SceneDriver, SceneForce, SceneJoint, Vec } from "../engine/engine";
import { forceKind } from "../state/description";
import type { Point } from "./camera";
import { arrow } from "./geometry";
import { elementNames, ownerOfChannel } from "../engine/owner";
import { BADGE, driveMotif, jointOf } from "./motifs";
import { draw, group, move, nameOf, spot, type Part } from "./part";
import { UNKNOWN } from "./symbol";
import { symbolPart } from "./symbol_part";
import { touchPart } from "./touch_part";

export function forceLabel(scene: Scene, force: SceneForce): string {
  if (force.joint) return `${force.type} ${force.name} on joint ${force.joint}`;
  const on = force.bodies.map((body) => nameOf(scene, body));
  return `${force.type} ${force.name} ${on.length > 1 ? "between" : "on"} ${on.join(" and ")}`;
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
}

const AXES: Record<string, Vec> = { x: [1, 0, 0], y: [0, 1, 0], z: [0, 0, 1] };

export function drivenPlace(scene: Scene, channel: string): DrivenPlace | null {
  const owner = ownerOfChannel(elementNames(scene), channel);
  const parts = channel.slice(owner.length + 1).split(".");
  const last = parts[parts.length - 1]!;
  const joint = jointOf(scene, owner);
  if (joint && parts.length === 1) return { joint };
  const body = scene.bodies.findIndex((one) => one.name === owner);
  if (body < 0) return null;
  const found = parts.length === 2 ? scene.bodies[body]!.points.find((point) => point.name === parts[0]) : undefined;
  return { body, point: found?.at ?? scene.bodies[body]!.com, along: AXES[last] };
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
  const motif = driveMotif(joint, drivesTravel(joint, driver.channel), () => 1, beside);
  if (axis) {
    const drawn = arrow(0, 0, 34 * axis[0], -34 * axis[1]);
    draw(motif.elements[0] as SVGPathElement, drawn.shaft);
    draw(motif.elements[1] as SVGPathElement, drawn.head);
  }
  const [body, point] = joint ? [joint.bodies[1], joint.points[1]] : [place.body!, place.point!];
  return {
    selected: { kind: "driver", name: driver.name },
    label: `driver ${driver.name} of ${driver.channel}`,
    element: group("part driver surrounds", motif.elements),
    anchor: [0, 0],
    layout() {},
    pose(now) {
      this.anchor = spot(now, body, point);
      move(this.element, this.anchor);
      if (!axis) motif.update(now);
    },
    distance(p) {
      return motif.distance!([p[0] - this.anchor[0], p[1] - this.anchor[1]]);
    },
  };
}

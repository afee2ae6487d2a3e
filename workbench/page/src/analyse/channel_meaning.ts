/* channel_meaning.ts - what a channel is, in words: from the table of channels, and from the kinds of joints and forces, as the engine
 * describes them.
 */
import type { Scene } from "../engine/engine";
import { description, forceKind, formOf } from "../state/description";

/* Of the whole mechanism: energies, residuals, the numbers of a mode. */
export function isWhole(name: string): boolean {
  return !name.includes(".") || description.value.channels.some((one) => one.name === name);
}

/* Hinges and sliders have channels of one name in different units; where a table has no units, that of their coordinate tells. */
function find(owners: string[], name: string, unit: string, coordinate = unit): string | undefined {
  const found = description.value.channels.filter((one) => one.name === name && owners.includes(one.of));
  const fitting = found.find((one) => one.unit === unit) ?? found.find((one) => one.unit.split("/")[0] === coordinate);
  return (fitting ?? found[0])?.doc;
}

function ofJoint(type: string, space: boolean, ending: string, unit: string): string | undefined {
  const coordinates = formOf(type, space)?.coordinates ?? [];
  for (const coordinate of coordinates) {
    if (ending === coordinate.name) return coordinate.unit === "rad" ? "angle" : "displacement";
    if (ending.startsWith(`${coordinate.name}_`))
      return find(["joint coordinate", "actuator"], ending.slice(coordinate.name.length + 1), unit, coordinate.unit);
  }
  const owners = ["joint coordinate", "joint", "joint of points", "joint of a linkage", "actuator", "mode shape"];
  return find(owners, ending, unit, coordinates[0]?.unit);
}

function ofElement(scene: Scene, name: string, unit: string): string | undefined {
  const parts = name.split(".");
  const [owner, ending] = [parts[0]!, parts[parts.length - 1]!];
  if (scene.bodies.some((body) => body.name === owner)) {
    const shape = find(["mode shape"], ending, unit);
    return (
      shape ?? find([parts.length > 2 ? "point" : "body"], ending, unit)?.replace("the point", `point ${parts[1]}`)
    );
  }
  const joint = scene.joints.find((one) => one.name === owner);
  if (joint) {
    const second = scene.bodies[joint.bodies[1]]?.name ?? "the second body";
    return ofJoint(joint.type, scene.space, ending, unit)?.replace("the second body", second);
  }
  const force = scene.forces.find((one) => one.name === owner);
  const own = force && forceKind(force.type)?.channels.find((one) => one.name === ending)?.doc;
  return own ?? find(force ? ["force", "bushing", "actuator"] : ["driver", "actuator"], ending, unit);
}

/* "reaction force on crank, along x"; without a scene, or for what nobody described, the last part of the name. */
export function meaningOf(scene: Scene | null, name: string, unit: string): string {
  const whole = description.value.channels.find((one) => one.name === name)?.doc;
  const last = name.slice(name.lastIndexOf(".") + 1).replace(/_/g, " ");
  return whole ?? (scene && ofElement(scene, name, unit)) ?? last;
}

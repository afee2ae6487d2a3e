/* channel_meaning.ts - what a channel is, in words: from the table of channels, and from the kinds of joints and forces, as the engine
 * describes them.
 */
import type { Scene, SceneState } from "../engine/engine";
import { elementNames, ownerOfChannel } from "../engine/owner";
import { description, forceKind, formOf } from "../state/description";

/* Of the whole mechanism: energies, residuals, the numbers of a mode. */
export function isWhole(name: string, elements: ReadonlySet<string> | null): boolean {
  if (elements?.has(name)) return false;
  return !name.includes(".") || description.value.channels.some((one) => one.name === name);
}

/* The state that a channel belongs to: `i` and `i.rate` of i, `x2` and `x2.rate` of x. */
export function stateOf(scene: Scene, channel: string): SceneState | undefined {
  const head = ownerOfChannel(elementNames(scene), channel);
  const known = scene.states?.find(({ name }) => name === head);
  const several = (name: string): boolean => channel.startsWith(name) && /^\d+(\.|$)/.test(channel.slice(name.length));
  return known ?? scene.states?.find(({ name }) => several(name));
}

/* States and outputs of the user's, in words. */
function ofUser(scene: Scene, name: string): string | undefined {
  const output = scene.outputs?.find((one) => one.name === name);
  if (output) return output.title || "output";
  const state = stateOf(scene, name);
  if (!state) return undefined;
  const kind = description.value.states?.find((one) => one.name === state.type);
  const rate = description.value.channels.find((one) => one.of === "state" && name.endsWith("." + one.name));
  const own = name.slice(state.name.length).replace(/^\.|\.?rate$/g, "");
  const title = kind?.templates[0]?.title ?? "state";
  return rate?.doc ?? (own === "" ? title : `${/^\d/.test(own) ? "component" : "its state"} ${own}`);
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
  const owner = ownerOfChannel(elementNames(scene), name);
  const parts = name.slice(owner.length + 1).split(".");
  const ending = parts[parts.length - 1]!;
  const own = ofUser(scene, name);
  if (own !== undefined) return own;
  if (scene.bodies.some((body) => body.name === owner)) {
    const shape = find(["mode shape"], ending, unit);
    return (
      shape ?? find([parts.length > 1 ? "point" : "body"], ending, unit)?.replace("the point", `point ${parts[0]}`)
    );
  }
  const joint = scene.joints.find((one) => one.name === owner);
  if (joint) {
    const second = scene.bodies[joint.bodies[1]]?.name ?? "the second body";
    return ofJoint(joint.type, scene.space, ending, unit)?.replace("the second body", second);
  }
  const force = scene.forces.find((one) => one.name === owner);
  const ofForce = force && forceKind(force.type)?.channels.find((one) => one.name === ending)?.doc;
  return ofForce ?? find(force ? ["force", "bushing", "actuator"] : ["driver", "actuator"], ending, unit);
}

/* "reaction force on crank, along x"; without a scene, or for what nobody described, the last part of the name. */
export function meaningOf(scene: Scene | null, name: string, unit: string): string {
  const whole = description.value.channels.find((one) => one.name === name)?.doc;
  const last = name.slice(name.lastIndexOf(".") + 1).replace(/_/g, " ");
  return whole ?? (scene && ofElement(scene, name, unit)) ?? last;
}

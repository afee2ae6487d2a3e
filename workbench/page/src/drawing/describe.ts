/* describe.ts - what there is to say of an element at this instant: its name, what it is, its key numbers. */
import type { Pose, Scene, SceneBody, SceneForce, SceneJoint } from "../engine/engine";
import { orZero } from "../shell/number_text";
import { steadyQuantity } from "../shell/quantity";
import { isUnique } from "../engine/unique";
import { texts } from "../texts/texts";
import { forceKind, jointKind } from "../state/description";
import type { Selected } from "../state/selection";
import { forceLabel } from "./force_part";
import { jointLabel } from "./joint_part";
import { findPoint } from "./points";
import { placed } from "./poses";
import type { Sample } from "./sample";

export interface Description {
  title: string;
  kind: string;
  numbers: [label: string, text: string][];
}

type Numbers = Description["numbers"];

const { numbers: words } = texts.view.describe;

function vector(value: Sample, names: string[]): number | null {
  const parts = names.map(value);
  return parts.every((one) => one !== null) ? Math.hypot(...parts) : null;
}

/* What is nothing beside `whole` is zero; of angles that is one radian, if nothing else is said. */
function put(
  list: Numbers,
  label: string,
  value: number | null | undefined,
  unit: string,
  whole = unit === "rad" ? 1 : 0,
): void {
  if (value !== null && value !== undefined) list.push([label, steadyQuantity(orZero(value, whole), unit)]);
}

/* Of a link: from its first point to its second, or to the last of a rod, in its frame. */
function lineOf({ points, shape }: SceneBody): [number, number, number] | null {
  const [from, to] = [points[0], points[points.length - 1]];
  if (!from || !to || from === to || (points.length > 2 && shape.kind !== "rod")) return null;
  return [to.at[0] - from.at[0], to.at[1] - from.at[1], to.at[2] - from.at[2]];
}

/* Angles in the plane: of a link that of its line, as its form has it, and how far it has turned since it was drawn. */
function putAngles(list: Numbers, { angle }: Pose, line: [number, number, number] | null): void {
  const turn = line && angle + Math.atan2(line[1], line[0]);
  put(list, words.angle, turn === null ? angle : Math.atan2(Math.sin(turn), Math.cos(turn)), "rad");
  if (line) put(list, words.rotation, angle, "rad");
}

function bodyNumbers(scene: Scene, index: number, pose: Pose, value: Sample): Numbers {
  const body = scene.bodies[index]!;
  const list: Numbers = [];
  if (index === 0) return list;
  const line = lineOf(body);
  put(list, words.length, line && Math.hypot(...line), "m");
  put(list, words.mass, body.mass, "kg");
  if (!scene.space && body.mass > 0) put(list, words.inertia, body.inertia[2], "kg*m^2");
  put(list, "x", pose.at[0], "m", scene.size);
  put(list, "y", pose.at[1], "m", scene.size);
  if (scene.space) put(list, "z", pose.at[2], "m", scene.size);
  else putAngles(list, pose, line);
  const axes = scene.space ? ["x", "y", "z"] : ["x", "y"];
  const of = (what: string): string[] => axes.map((axis) => `${body.name}.${what}${axis}`);
  put(list, words.speed, vector(value, of("v")), "m/s");
  put(list, words.angularVelocity, scene.space ? vector(value, of("omega")) : value(`${body.name}.omega`), "rad/s");
  put(list, words.acceleration, vector(value, of("a")), "m/s^2");
  return list;
}

function isUniqueIn(value: Sample, channel: string): boolean {
  return isUnique(value.table ?? null, channel);
}

function jointNumbers(scene: Scene, joint: SceneJoint, value: Sample): Numbers {
  const list: Numbers = [];
  for (const coordinate of joint.coordinates) {
    const name = coordinate.channel.slice(joint.name.length + 1);
    put(list, name, value(coordinate.channel) ?? coordinate.value, coordinate.unit);
    const rate = value(`${joint.name}.${joint.coordinates.length > 1 ? `${name}_speed` : "speed"}`);
    put(
      list,
      joint.coordinates.length > 1 ? `${name} speed` : "speed",
      rate,
      coordinate.unit === "rad" ? "rad/s" : "m/s",
    );
  }
  for (const { name, type, unit, default: preset } of jointKind(joint.type)?.fields ?? [])
    if (type === "number" && joint.numbers[name] !== Number(preset)) put(list, name, joint.numbers[name], unit ?? "");
  const axes = scene.space ? ["x", "y", "z"] : ["x", "y"];
  put(
    list,
    isUniqueIn(value, `|${joint.name}.f|`) ? words.reaction : texts.unique.reaction,
    vector(
      value,
      axes.map((axis) => `${joint.name}.f${axis}`),
    ),
    "N",
  );
  put(list, words.tension, value(`${joint.name}.tension`), "N");
  const torque = scene.space
    ? vector(
        value,
        axes.map((axis) => `${joint.name}.t${axis}`),
      )
    : value(`${joint.name}.torque`);
  if (torque !== null && Math.abs(torque) > 0) put(list, words.torque, torque, "N*m");
  put(list, words.actuator, value(`${joint.name}.actuator`), joint.coordinates[0]?.unit === "m" ? "N" : "N*m");
  return list;
}

function forceNumbers(scene: Scene, force: SceneForce, value: Sample): Numbers {
  const list: Numbers = [];
  const axes = scene.space ? ["x", "y", "z"] : ["x", "y"];
  put(
    list,
    words.force,
    vector(
      value,
      axes.map((axis) => `${force.name}.f${axis}`),
    ),
    "N",
  );
  const kind = forceKind(force.type);
  const channels = kind?.channels ?? [];
  for (const { name, unit } of channels) put(list, name, value(`${force.name}.${name}`), unit);
  if (kind?.wrench && !scene.space) put(list, words.torque, value(`${force.name}.torque`), "N*m");
  for (const { name, type, unit, doc } of kind?.fields ?? []) {
    const label = channels.some((channel) => channel.name === name) ? doc : name;
    if (type === "number") put(list, label, force.numbers[name], unit ?? "");
  }
  return list;
}

function pointNumbers(scene: Scene, name: string, poses: Pose[], value: Sample): Numbers {
  const list: Numbers = [];
  const drawn = scene.drawing.find((one) => one.name === name);
  const found = drawn ? null : findPoint(scene, name);
  const at = drawn?.at ?? (found ? placed(scene.bodies[found.body]!, poses[found.body]!, found.at) : null);
  if (!at) return list;
  const axes = scene.space ? ["x", "y", "z"] : ["x", "y"];
  axes.forEach((axis, i) => put(list, axis, at[i], "m", scene.size));
  const of = (what: string): string[] => axes.map((axis) => `${name}.${what}${axis}`);
  put(list, words.speed, vector(value, of("v")), "m/s");
  put(list, words.acceleration, vector(value, of("a")), "m/s^2");
  return list;
}

export function describe(scene: Scene, selected: Selected, poses: Pose[], value: Sample): Description | null {
  const { kind, name } = selected;
  switch (kind) {
    case "body": {
      const index = scene.bodies.findIndex((one) => one.name === name);
      const body = scene.bodies[index];
      if (!body) return null;
      const what =
        index === 0 ? texts.view.describe.theGround : body.mass > 0 ? "body" : texts.view.describe.masslessBody;
      return { title: name, kind: what, numbers: bodyNumbers(scene, index, poses[index]!, value) };
    }
    case "joint": {
      const joint = scene.joints.find((one) => one.name === name);
      if (!joint) return null;
      const what = jointLabel(scene, joint).replace(` ${joint.name} `, " ");
      return {
        title: name,
        kind: joint.compliant ? texts.view.describe.compliant(what) : what,
        numbers: jointNumbers(scene, joint, value),
      };
    }
    case "force": {
      const force = scene.forces.find((one) => one.name === name);
      if (!force) return null;
      return {
        title: name,
        kind: forceLabel(scene, force).replace(` ${force.name} `, " "),
        numbers: forceNumbers(scene, force, value),
      };
    }
    case "driver": {
      const driver = scene.drivers.find((one) => one.name === name);
      if (!driver) return null;
      const list: Numbers = [[driver.channel, driver.text]];
      put(list, words.torque, value(`${name}.torque`), "N*m");
      put(list, words.force, value(`${name}.force`), "N");
      put(list, words.power, value(`${name}.power`), "W");
      return { title: name, kind: texts.view.describe.driverOf(driver.channel), numbers: list };
    }
    case "point":
      return {
        title: name,
        kind: name.includes(".") ? "point" : texts.view.describe.pointOfTheDrawing,
        numbers: pointNumbers(scene, name, poses, value),
      };
    default:
      return null;
  }
}

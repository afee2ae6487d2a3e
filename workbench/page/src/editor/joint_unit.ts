/* joint_unit.ts - SI units of values whose unit depends on the joint that they are about: rad where it rotates, m where it slides.
 *
 *     limits: {angle: [-120 deg, 120 deg]}     of a coordinate
 *     {motor: J, rated: 20 N*m}                of the joint that a force acts on
 *     {gear: [A, B], ratio: 3}                 of two joints: B by A
 */
import type { JointForm } from "../engine/engine";
import { description } from "../state/description";
import { scoped } from "./scope";
import { typeOf } from "./roles";
import { entryOf, nodeAt, type Node, type Path } from "./tree";

/* What the coordinate is measured in decides all others. */
const OF_COORDINATE: Record<string, { rad: string; m: string }> = {
  position: { rad: "rad", m: "m" },
  speed: { rad: "rad/s", m: "m/s" },
  load: { rad: "N*m", m: "N" },
  stiffness: { rad: "N*m/rad", m: "N/m" },
  damping: { rad: "N*m*s/rad", m: "N*s/m" },
  stopDamping: { rad: "s/rad", m: "s/m" },
  ratio: { rad: "", m: "rad/m" }, // of a gearbox, whose rotor rotates
};

/* The fields of forces that act on joints, where the descriptor gives no unit. */
const FORCE_FIELDS: Record<string, keyof typeof OF_COORDINATE> = {
  ...{ rated: "load", peak: "load", torque: "load", static_torque: "load", capacity: "load", drag: "load" },
  ...{ max_speed: "speed", feed_speed: "speed", transition: "speed", position: "position" },
  ...{ viscous: "damping", ratio: "ratio" },
};

interface Coordinate {
  name: string;
  unit: string;
}

function textAt(root: Node | null, path: Path): string | undefined {
  const node = nodeAt(root, path);
  return node?.kind === "scalar" ? node.text : undefined;
}

/* The coordinates of a joint of the text, as the descriptor of its type has them. */
function coordinatesOf(root: Node | null, joint: string, space: boolean): Coordinate[] {
  const type = typeOf("joints", nodeAt(root, ["joints", joint]));
  const kind = description.value.joints.find(({ name }) => name === type);
  const form: JointForm | null | undefined = space ? kind?.space : kind?.plane;
  return form?.coordinates ?? [];
}

/* "J" of one coordinate, or "J.angle1": rad or m; undefined where that is not known. */
function unitOfJoint(root: Node | null, name: string | undefined, space: boolean): string | undefined {
  if (name === undefined) return undefined;
  const all = coordinatesOf(root, name, space);
  if (all.length > 0) return all.every(({ unit }) => unit === all[0]!.unit) ? all[0]!.unit : undefined;
  const dot = name.lastIndexOf(".");
  return coordinatesOf(root, name.slice(0, Math.max(dot, 0)), space).find((one) => one.name === name.slice(dot + 1))
    ?.unit;
}

function unitFor(what: string, coordinate: string | undefined): string {
  const units = OF_COORDINATE[what];
  return coordinate === "rad" || coordinate === "m" ? (units?.[coordinate] ?? "") : "";
}

function limitUnit(root: Node | null, joint: string, inside: Path, space: boolean): string {
  const named = coordinatesOf(root, joint, space).find(({ name }) => name === inside[0]);
  const unit = named?.unit ?? unitOfJoint(root, joint, space);
  const field = named ? inside[1] : inside[0];
  if (field === "stiffness") return unitFor("stiffness", unit);
  if (field === "damping") return unitFor("stopDamping", unit);
  return field === undefined || field === "range" || typeof field === "number" ? (unit ?? "") : "";
}

/* Of joints by expressions, and of two joints of which one slides. */
function gearUnit(root: Node | null, joint: string, type: string, field: string, space: boolean): string {
  const [first, second] = [0, 1].map((i) => unitOfJoint(root, textAt(root, ["joints", joint, type, i]), space));
  if (field === "offset") return second ?? "";
  return first === undefined || second === undefined || first === second ? "" : `${second}/${first}`;
}

/* Of a compliant joint: along its gap; about it where that is asked for. What joins joints has gaps of both kinds. */
function complianceUnit(type: string | null, field: string, way: string | number | undefined): string {
  const connects = description.value.joints.find(({ name }) => name === type)?.connects;
  const isMixed = way === undefined && (connects === "joints" || connects === "expression");
  return isMixed ? "" : unitFor(field, way === "rotation" ? "rad" : "m");
}

function unitInJoint(root: Node | null, [, name, field, ...inside]: Path, space: boolean): string {
  const joint = String(name);
  const type = typeOf("joints", nodeAt(root, ["joints", joint]));
  const unit = unitOfJoint(root, joint, space);
  if (field === "limits") return limitUnit(root, joint, inside, space);
  if (field === "friction" && inside[0] === "viscous") return unitFor("damping", unit);
  const kind = description.value.joints.find((one) => one.name === type);
  const given = kind?.fields.find((one) => one.name === field);
  if (
    type &&
    kind?.connects === "joints" &&
    given &&
    given.unit === undefined &&
    (field === "ratio" || field === "offset")
  )
    return gearUnit(root, joint, type, field, space);
  return field === "stiffness" || field === "damping" ? complianceUnit(type, field, inside[0]) : "";
}

/* Of a bushing the first entries are of its translation, the others of its rotation; of a matrix rows and columns. */
function bushingUnit(root: Node | null, path: Path, space: boolean): string {
  const [, , field, first, second] = path;
  const what = field === "stiffness" || field === "damping" ? field : "";
  if (what === "" || first === undefined) return "";
  if (typeof first === "string")
    return unitFor(what, first === "rotation" ? "rad" : first === "translation" ? "m" : undefined);
  const kindOf = (i: number): string => (i < (space ? 3 : 2) ? "m" : "rad");
  const isMatrix = typeof second === "number" || nodeAt(root, path.slice(0, 4))?.kind === "list";
  if (!isMatrix) return unitFor(what, kindOf(first));
  return typeof second === "number" && kindOf(second) === kindOf(first) ? unitFor(what, kindOf(first)) : "";
}

function contactUnit(root: Node | null, name: string): string {
  const exponent = textAt(root, ["forces", name, "exponent"]);
  return exponent === undefined ? "" : Number(exponent) === 1 ? "N/m" : `N/m^${exponent}`;
}

function unitInForce(root: Node | null, path: Path, space: boolean): string {
  const name = String(path[1]);
  const field = String(path[2]);
  const node = nodeAt(root, ["forces", name]);
  const type = typeOf("forces", node);
  const kind = description.value.forces.find((one) => one.name === type);
  if (kind?.fields.some((one) => one.name === field && one.type.endsWith("_matrix")))
    return bushingUnit(root, path, space);
  if (kind?.acts_on === "surfaces" && field === "stiffness") return contactUnit(root, name);
  const what = FORCE_FIELDS[field];
  if (!what || !kind || path.length > 3 || kind.fields.find((one) => one.name === field)?.unit !== undefined) return "";
  if (kind.acts_on === "points") return unitFor(what, "m");
  const on = node?.kind === "map" && type ? entryOf(node, type)?.value : undefined;
  const isPair = on?.kind === "list"; // between two bodies it resists their rotation
  return unitFor(what, isPair ? "rad" : unitOfJoint(root, on?.kind === "scalar" ? on.text : undefined, space));
}

/* Of a channel of a joint as the text names it: J.angle, J.speed, J.displacement1. */
function channelUnit(root: Node | null, channel: string, space: boolean, speeds = false): string {
  const dot = channel.lastIndexOf(".");
  const word = channel.slice(dot + 1);
  const isSpeed = speeds || word.startsWith("speed");
  const unit = word.startsWith("speed")
    ? unitOfJoint(root, channel.slice(0, Math.max(dot, 0)), space)
    : unitOfJoint(root, channel, space);
  return isSpeed ? unitFor("speed", unit) : (unit ?? "");
}

/* The SI unit of a value whose unit depends on a joint; "" where it has none, or none that is known here. */
export function jointUnit(path: Path, root: Node | null, space: boolean): string {
  const { path: own, root: inside } = scoped(path, root);
  const [section, , , field, channel] = own;
  if (section === "joints" && own.length > 2) return unitInJoint(inside, own, space);
  if (section === "forces" && own.length > 2) return unitInForce(inside, own, space);
  if (section === "initial" && own.length === 2) return channelUnit(inside, String(own[1]), space);
  if (section === "drivers" && own.length === 3) return channelUnit(inside, String(own[2]), space);
  if (section === "analyses" && field === "initial" && channel !== undefined)
    return channelUnit(inside, String(channel), space);
  if (section === "analyses" && field === "speeds" && channel !== undefined)
    return channelUnit(inside, String(channel), space, true);
  return "";
}

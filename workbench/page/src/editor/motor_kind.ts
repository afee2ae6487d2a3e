/* motor_kind.ts - what a motor stands on, and the two things that it can be in the model: a driver, which prescribes a motion, or a force
 * on a joint, which gives a torque and leaves the motion free.
 */
import { placed } from "../drawing/poses";
import { distance } from "../drawing/vectors";
import type { ForceKind, Scene } from "../engine/engine";
import { elementNames, ownerOfChannel } from "../engine/owner";
import { analysisKind, description, firstAnalysis, forceKind, goesOn, jointKind } from "../state/description";
import type { TextChange } from "../state/document";
import type { Selected } from "../state/selection";
import { EMPTY, type Motion } from "./motor_motion";
import { combine, get, keysOf, remove, renameKey, setValue, type Value } from "./text_edits";
import type { Range } from "./motor_presets";
import { writeMotion } from "./motor_write";
import { motorUnit } from "./motor_units";

/* A channel that a motor can be put on. */
export interface Drivable {
  channel: string; // "O.angle"
  owner: string; // "O"
  turning: boolean;
  value: number | null; // at the start, SI
  range?: Range; // as far as a stroke or stops let it
  load: { kind: string; field: string; on: string } | null; // how a torque is put there; null: it cannot be
}

/* The force that gives a joint a torque as it is written: the first of those that act on a joint. */
function plainMotor(): ForceKind | undefined {
  const rank = ({ templates }: ForceKind): number => templates[0]?.rank || Infinity;
  return description.value.forces.filter((one) => one.acts_on === "joint").sort((a, b) => rank(a) - rank(b))[0];
}

function firstField(template: string | undefined): string {
  return /^\s*(\w+):/.exec(template ?? "")?.[1] ?? "";
}

function loadOn(on: string, turning: boolean): Drivable["load"] {
  const kind = plainMotor();
  const [template] = kind?.templates ?? [];
  const field = firstField(turning ? template?.plane : template?.sliding);
  return kind && field ? { kind: kind.name, field, on } : null;
}

/* The coordinates of a joint that can be driven. */
export function drivablesOf(scene: Scene, joint: string): Drivable[] {
  const found = scene.joints.find(({ name }) => name === joint);
  if (!found || jointKind(found.type)?.connects !== "bodies") return [];
  const all = found.coordinates.filter(({ channel, unit }) => channel && (unit === "rad" || unit === "m"));
  return all.map(({ channel, unit, value, limits }) => {
    const turning = unit === "rad";
    return {
      channel,
      owner: joint,
      turning,
      value: value ?? null,
      range: limits ?? undefined,
      load: loadOn(all.length > 1 ? channel : joint, turning),
    };
  });
}

/* Whether a force is a cylinder: it acts along a line, drives, and tells its length. */
export function isCylinder(type: string): boolean {
  const kind = forceKind(type);
  const tells = (name: string): boolean => kind?.channels.some((channel) => channel.name === name) ?? false;
  return !!kind?.along && tells("length") && tells("power");
}

/* The field by which its force is written, where it has one. */
function ownLoad(type: string): string {
  return forceKind(type)?.fields.find(({ required, unit }) => required && unit === "N")?.name ?? "";
}

/* How short and how long a cylinder can be. */
function rangeOfLength({ stroke, retracted, extended }: Record<string, number>): Range | undefined {
  if (stroke === undefined) return undefined;
  if (retracted !== undefined) return [retracted, retracted + stroke];
  return extended === undefined ? undefined : [extended - stroke, extended];
}

/* The length of a cylinder. */
export function drivableCylinder(scene: Scene, name: string): Drivable | null {
  const force = scene.forces.find((one) => one.name === name);
  if (!force || !isCylinder(force.type)) return null;
  const [from, to] = force.bodies.map((at, i) => placed(scene.bodies[at]!, scene.bodies[at]!.pose, force.points[i]!));
  const field = ownLoad(force.type);
  return {
    channel: `${name}.length`,
    owner: name,
    turning: false,
    value: from && to ? distance(from, to) : null,
    range: rangeOfLength(force.numbers),
    load: field ? { kind: force.type, field, on: name } : null,
  };
}

/* What a driver of the text moves; null where it prescribes something else, such as a speed. */
export function drivableOf(scene: Scene | null, channel: string): Drivable | null {
  if (!scene) return null;
  const owner = ownerOfChannel(elementNames(scene), channel);
  const own = [...drivablesOf(scene, owner), drivableCylinder(scene, owner)];
  const found = own.find((one) => one?.channel === channel);
  if (found) return found;
  const unit = scene.channels.find(({ name }) => name === channel)?.unit;
  const known = unit === "rad" || unit === "m";
  return known ? { channel, owner, turning: unit === "rad", value: null, load: null } : null;
}

/* The channel in an entry of `drivers`: the one key that is no field. */
export function channelOf(text: string, driver: string): string | null {
  return keysOf(text, ["drivers", driver]).find((key) => key.includes(".")) ?? null;
}

/* Where a force of the text is a motor with a torque as written: what it drives. */
export function drivableOfForce(scene: Scene | null, text: string, force: string): Drivable | null {
  const kind = plainMotor();
  const on = kind && get(text, ["forces", force, kind.name]);
  if (!scene || !kind || typeof on !== "string") return null;
  const owner = ownerOfChannel(elementNames(scene), on);
  const all = drivablesOf(scene, owner);
  const found = all.find(({ channel }) => channel === on) ?? (on === owner ? all[0] : undefined);
  return found?.load && typeof get(text, ["forces", force, found.load.field]) === "string" ? found : null;
}

export function loadMotion(text: string, force: string, { load }: Drivable): Motion {
  const value = load ? get(text, ["forces", force, load.field]) : "";
  return { ...EMPTY, way: "load", load: typeof value === "string" ? value : "" };
}

/* A motion that is free needs an analysis with masses: one without becomes one. */
function freeAnalyses(text: string): TextChange[] {
  const list = get(text, ["analyses"]);
  const to = firstAnalysis(false);
  const edits = (Array.isArray(list) ? list : []).flatMap((one, i) => {
    const kind = typeof one === "string" ? one : !Array.isArray(one) ? Object.keys(one)[0] : undefined;
    const fits = kind === undefined || !goesOn(kind) || analysisKind(kind)?.needs_inertia !== false;
    return fits ? [] : [(now: string) => (typeof one === "string" ? setValue(now, ["analyses", i], to) : renameKey(now, ["analyses", i, kind], to))]; // prettier-ignore
  });
  return edits.length > 0 ? combine(text, ...edits) : [];
}

export interface Rewritten {
  changes: TextChange[];
  selected: Selected;
}

function isCylinderLoad(on: Drivable): boolean {
  return on.load !== null && on.load.on === on.owner && on.channel.endsWith(".length");
}

/* The motor `what` with another motion: of the same name, whether it is a driver or a force. */
export function rewrite(text: string, what: Selected, on: Drivable, motion: Motion): Rewritten {
  const { name } = what;
  const units = [motorUnit("time", on.turning), motorUnit("value", on.turning)] as const;
  if (motion.way !== "load") {
    const path = ["drivers", name];
    const write = (now: string): TextChange[] => writeMotion(now, path, on.channel, motion, units);
    const first = what.kind === "force" ? [(now: string) => remove(now, ["forces", name])] : [];
    return { changes: combine(text, ...first, write), selected: { kind: "driver", name } };
  }
  const { kind, field, on: place } = on.load!;
  if (isCylinderLoad(on)) {
    const set = (now: string): TextChange[] => setValue(now, ["forces", on.owner, field], motion.load);
    const changes = combine(text, (now) => remove(now, ["drivers", name]), set, freeAnalyses);
    return { changes, selected: { kind: "force", name: on.owner } };
  }
  const value: Value = { [kind]: place, [field]: motion.load };
  const changes =
    what.kind === "force"
      ? setValue(text, ["forces", name, field], motion.load)
      : combine(text, (now) => remove(now, ["drivers", name]), (now) => setValue(now, ["forces", name], value), freeAnalyses); // prettier-ignore
  return { changes, selected: { kind: "force", name } };
}

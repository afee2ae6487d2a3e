/* wheel_radii.ts - how large the wheels of gears, racks, belts and chains are by what these say, and discs that keep to it.
 *
 * A body that is a disc as large as its wheel was drawn as one: it changes with its teeth. A disc of another size, such as a flywheel on
 * the shaft of a pinion, is the body's own and stays.
 */
import { effect } from "@preact/signals";
import { addFollower } from "../editor/followers";
import { formatNumber, readNumber } from "../editor/numbers";
import { nodeAt, readTree, type Data } from "../editor/tree";
import { jointKind } from "../state/description";
import type { TextChange } from "../state/document";
import { perDocument } from "../state/loads";
import { checkedText, sceneIsOld } from "../state/model";
import { distance } from "./geometry";
import { bodyNamed, isMap, nodeOfEnd, readSketch, type Sketch, type SketchJoint } from "./sketch";
import { wheelsOf } from "./wheels";

export interface Wheel {
  id: string; // of the joint, and which of its wheels
  body: string;
  radius: number; // m
}

function numberOf(given: Data | undefined): number | null {
  return typeof given === "string" ? (readNumber(given)?.value ?? null) : null;
}

function numbersOf(given: Data | undefined): number[] | null {
  const all = Array.isArray(given) ? given.map(numberOf) : [];
  return all.length > 0 && all.every((one) => one !== null) ? all : null;
}

/* The centres of two pins, m apart; null: not known. */
export function centresApart(sketch: Sketch, a: SketchJoint, b: SketchJoint): number | null {
  const [p, q] = [a, b].map(({ ends }) => ends && nodeOfEnd(sketch, ends[1])?.at);
  return p && q ? distance(p, q) : null;
}

/* Two wheels share the distance of their centres as their teeth are; a pair that does not fit it is as large as its module says. */
function ofPair(sketch: Sketch, gear: SketchJoint, pins: SketchJoint[]): (number | null)[] {
  const mesh = jointKind(gear.type)!.mesh!;
  const [a, b] = pins;
  const counts = numbersOf(gear.given[mesh.teeth]);
  const apart = a?.ends && b?.ends ? centresApart(sketch, a, b) : null;
  if (counts?.length !== 2 || apart === null) return [];
  const sum = Math.abs(counts[0]! + counts[1]!);
  const module = numberOf(gear.given[mesh.module ?? ""]);
  const straight = (numberOf(gear.given["helix"] ?? "0") ?? 0) === 0;
  const each = module !== null && straight ? module / 2 : sum > 0 ? apart / sum : 0;
  return counts.map((count) => Math.abs(count) * each);
}

/* A pinion by its radius, or by teeth with a module. */
function ofPinion({ given, type }: SketchJoint): (number | null)[] {
  const mesh = jointKind(type)?.mesh;
  const radius = numberOf(given["radius"]);
  const [teeth, module] = [numberOf(given[mesh?.teeth ?? ""]), numberOf(given["module"])];
  return [radius !== null ? Math.abs(radius) : teeth && module ? (teeth * module) / 2 : null];
}

/* Of a loop: a list of radii, or of teeth with a pitch. */
function ofLoop({ given, type, joints }: SketchJoint): (number | null)[] {
  const kind = jointKind(type)!;
  const pitch = numberOf(given["pitch"]);
  for (const { name, unit } of kind.fields) {
    const list = numbersOf(given[name]);
    if (list?.length !== joints.length) continue;
    if (unit === "m") return list.map(Math.abs);
    if (unit === "" && pitch !== null) return list.map((teeth) => (Math.abs(teeth) * pitch) / (2 * Math.PI));
  }
  return [];
}

function radiiBy(sketch: Sketch, joint: SketchJoint, pins: SketchJoint[]): (number | null)[] {
  const kind = jointKind(joint.type);
  if (kind?.connects === "path") return ofLoop(joint);
  if (kind?.mesh && Array.isArray(joint.given[kind.mesh.teeth])) return ofPair(sketch, joint, pins);
  return kind?.mesh ? ofPinion(joint) : [];
}

/* The names of the joints that a joint ties, of a path those that are plain names. */
function tied({ joints, given, type }: SketchJoint): string[] {
  if (joints.length > 0) return joints;
  const list = given[type];
  return Array.isArray(list) ? list.map(String) : [];
}

export function wheelsIn(sketch: Sketch): Wheel[] {
  const named = new Map(sketch.joints.map((joint) => [joint.name, joint]));
  return sketch.joints.flatMap((joint) => {
    const names = tied(joint);
    const pins = names.map((name) => named.get(name));
    if (pins.length === 0 || pins.some((pin) => !pin)) return [];
    const own = pins as SketchJoint[];
    return radiiBy(sketch, { ...joint, joints: names }, own).flatMap((radius, i): Wheel[] => {
      const body = radius ? bodyOn(own, i) : null;
      return body !== null ? [{ id: `${joint.name} ${i}`, body, radius: radius! }] : [];
    });
  });
}

function bodyOn(pins: SketchJoint[], i: number): string | null {
  const pin = pins[i]!;
  if (!pin.ends) return null;
  if (pins.length === 2 && pins.every(({ ends }) => ends)) return wheelsOf(pins[0]!, pins[1]!)[i]!.body;
  return pin.ends[1].body;
}

/* ---- discs ---- */

const SAME = 2e-4; // of a radius: as rounded as tools write it

type Path = (string | number)[];

/* Where the radii of a body's discs stand in the text. */
function discs(sketch: Sketch, body: string): { path: Path; radius: number }[] {
  const given = bodyNamed(sketch, body)?.given ?? {};
  const shapes = Array.isArray(given["shapes"]) ? given["shapes"] : [];
  const all: [Path, Data | undefined][] = [
    [["shape"], given["shape"]],
    ...shapes.map((one, i): [Path, Data] => [["shapes", i], one]),
  ];
  return all.flatMap(([path, shape]) => {
    const disc = isMap(shape) ? shape["disc"] : undefined;
    const radius = numberOf(isMap(disc) ? disc["radius"] : disc);
    return radius ? [{ path: ["bodies", body, ...path, "disc", ...(isMap(disc) ? ["radius"] : [])], radius }] : [];
  });
}

/* Discs that were as large as their wheels, and are to be so again: changes of the text after. */
export function discsFollow(before: string, after: string): TextChange[] {
  if (!/\bdisc\b/.test(before)) return [];
  const [old, now] = [readSketch(before, null), readSketch(after, null)];
  const is = new Map(wheelsIn(now).map((wheel) => [wheel.id, wheel]));
  const factors = new Map<string, { from: number; factor: number }>();
  for (const { id, body, radius } of wheelsIn(old)) {
    const next = is.get(id);
    if (next?.body !== body || Math.abs(next.radius - radius) <= 1e-9 * radius) continue;
    if (discs(old, body).some((disc) => near(disc.radius, radius)))
      factors.set(body, { from: radius, factor: next.radius / radius });
  }
  const { root } = readTree(after);
  return [...factors].flatMap(([body, { from, factor }]) => {
    const all = discs(now, body);
    if (!all.some((disc) => near(disc.radius, from))) return []; // it was changed by the same edit
    return all.flatMap(({ path, radius }) => {
      const node = nodeAt(root, path);
      if (node?.kind !== "scalar") return [];
      const exact = near(radius, from) ? from * factor : radius * factor;
      return [{ from: node.from, to: node.to, insert: formatNumber(exact, node.text, exact * 1e-6) }];
    });
  });
}

function near(a: number, b: number): boolean {
  return Math.abs(a - b) <= SAME * b;
}

/* The text of the last model that could be built. */
const valid = perDocument("");

/* After an edit that left wheels which do not fit, discs are compared with those of before it. */
export function watchDiscs(): () => void {
  const stops = [
    effect(() => {
      if (!sceneIsOld.value && checkedText.value !== null) valid.value = checkedText.value;
    }),
    addFollower(discsFollow),
    addFollower((_, after) => (sceneIsOld.peek() && valid.peek() !== "" ? discsFollow(valid.peek(), after) : [])),
  ];
  return () => stops.forEach((stop) => stop());
}

/* belt_tool.ts - belts and chains: click the centres of their wheels in order, then the first again.
 *
 * A centre is a pin that there is, or empty ground for a new wheel. Kinds of joints along a path whose template has a list are loops: the list becomes that
 * of these wheels, radii or, with a pitch, teeth. Each has the sign of the sense in which it is passed: all counterclockwise in an open belt, every other
 * one clockwise in a crossed one; with Shift a wheel is passed on its other side, as a tensioner on the back.
 */
import type { Place as Point } from "../drawing/camera";
import { wayAround } from "../drawing/path_part";
import type { JointKind } from "../engine/engine";
import { readNumber } from "../editor/numbers";
import { called, description } from "../state/description";
import { put } from "./edits";
import { distance } from "./geometry";
import { refused, type Made, type Refused } from "./make";
import { rounded } from "./numbers";
import { valuesOf, type ToolOption, type Values } from "./options";
import { isFlipped, pinOf, SIDE, wheelOf, type PathWheel } from "./path_wheels";
import { Plan, type Anchor } from "./plan";
import type { Sketch } from "./sketch";
import { NOTHING, renew, samePlace, type Outcome, type Preview, type Spot, type Tool } from "./tool";
import { texts } from "../texts/texts";

const LIST = /(\w+): *\[[^\]]*\]/;

/* Kinds of which a loop round wheels can be made. */
export function loopKinds(): JointKind[] {
  return description.value.joints.filter(
    ({ connects, plane, templates }) => connects === "path" && plane && LIST.test(templates[0]?.plane ?? ""),
  );
}

/* The list of a loop is one of lengths, or of teeth, with a pitch. */
function countsTeeth(kind: JointKind): boolean {
  const list = LIST.exec(kind.templates[0]!.plane)?.[1];
  const field = kind.fields.find(({ name }) => name === list);
  return field?.unit === "" && kind.fields.some(({ name }) => name === "pitch");
}

export function loopOptions(kind: JointKind): ToolOption[] {
  const pitch = /\bpitch: *([^,]*)/.exec(kind.templates[0]!.plane)?.[1] ?? "";
  return [
    {
      key: "run",
      label: "run",
      value: "open",
      choices: ["open", "crossed"],
      about: texts.tools.beltTool.aCrossedOneTurnsEveryOther,
    },
    ...(countsTeeth(kind)
      ? [{ key: "pitch", label: "pitch", value: pitch, about: texts.tools.beltTool.fromToothToTooth }]
      : []),
  ];
}

/* A wheel of the loop, and whether it was clicked to be passed on its other side. */
export interface LoopPlace {
  anchor: Anchor;
  flipped: boolean;
}

interface LoopWheel extends PathWheel {
  sign: 1 | -1;
}

/* Above zero where the loop goes counterclockwise round its wheels. */
function area(points: Point[]): number {
  return points.reduce((sum, [x, y], i) => {
    const [u, v] = points[(i + 1) % points.length]!;
    return sum + (x * v - u * y) / 2;
  }, 0);
}

/* In the order in which a loop passes the wheels counterclockwise. */
function inOrder<T extends { at: Point }>(wheels: T[]): T[] {
  return area(wheels.map(({ at }) => at)) < 0 ? [wheels[0]!, ...wheels.slice(1).reverse()] : wheels;
}

function wheelsOf(sketch: Sketch, places: LoopPlace[], crossed: boolean): LoopWheel[] | null {
  const found = places.map(({ anchor, flipped }) => {
    const wheel = wheelOf(sketch, anchor);
    return wheel && { ...wheel, flipped };
  });
  if (found.some((one) => one === null)) return null;
  return inOrder(found as (PathWheel & { flipped: boolean })[]).map((one, i) => ({
    ...one,
    sign: (crossed && i % 2 === 1) !== one.flipped ? -1 : 1,
  }));
}

function nearestOf(wheels: { at: Point }[]): number {
  return Math.min(...wheels.flatMap((one, i) => wheels.slice(i + 1).map((other) => distance(one.at, other.at))));
}

/* Radii, m: of wheels that there are their own; with a pitch those of whole teeth. */
function sized(
  plan: Plan,
  kind: JointKind,
  wheels: LoopWheel[],
  values: Values,
): { radii: number[]; list: string } | Refused {
  const nearest = nearestOf(wheels);
  const wanted = wheels.map(({ radius }) => radius ?? rounded(0.25 * nearest, 1));
  if (!countsTeeth(kind))
    return { radii: wanted, list: wheels.map(({ sign }, i) => plan.length(sign * wanted[i]!, 9)).join(", ") };
  const pitch = readNumber(values["pitch"] ?? "")?.value ?? 0;
  if (!(pitch > 0)) return { why: texts.tools.beltTool.thePitchIsALengthAbove };
  const teeth = wanted.map((r) => Math.round((2 * Math.PI * r) / pitch));
  if (Math.min(...teeth) < 6) return { why: texts.tools.beltTool.withAPitchOfAWheel(values["pitch"]!) };
  return {
    radii: teeth.map((z) => (z * pitch) / (2 * Math.PI)),
    list: wheels.map(({ sign }, i) => String(sign * teeth[i]!)).join(", "),
  };
}

export function makeLoop(sketch: Sketch, kind: JointKind, places: LoopPlace[], values: Values): Made | Refused {
  if (places.length < 2) return { why: texts.tools.beltTool.aLoopGoesRoundTwoWheels };
  const wheels = wheelsOf(sketch, places, values["run"] === "crossed");
  if (!wheels) return { why: texts.tools.beltTool.theCentreOfAWheelIs };
  const plan = new Plan(sketch);
  const size = sized(plan, kind, wheels, values);
  if ("why" in size) return size;
  const pins = wheels.map((wheel, i) => pinOf(plan, wheel, size.radii[i]!));
  const template = kind.templates[0]!;
  const given = template.plane.replace(LIST, (_, list: string) => `${list}: [${size.list}]`);
  const fields = given.replace(/\bpitch: *[^,]*/, `pitch: ${values["pitch"]}`);
  const name = plan.newName(template.stem);
  plan.edits.push(put(["joints", name], `{${kind.name}: [${pins.join(", ")}], ${fields}}`));
  plan.addAnalysis();
  return { edits: plan.edits, select: { kind: "joint", name } };
}

interface LoopState {
  places: LoopPlace[];
}

const START: LoopState = { places: [] };

/* The way round the wheels clicked so far; lines between their centres while it cannot be told. */
function previewOf(sketch: Sketch, kind: JointKind, places: LoopPlace[], values: Values, title: string): Preview {
  const points = places.map(({ anchor }) => anchor.at);
  if (points.length < 2) return { ...NOTHING, marks: points };
  const wheels = wheelsOf(sketch, places, values["run"] === "crossed");
  const size = wheels && sized(new Plan(sketch), kind, wheels, values);
  const way =
    size && "radii" in size
      ? wayAround(wheels.map(({ at, sign }, i) => ({ at: [at[0], at[1]], radius: sign * size.radii[i]! })), true) // prettier-ignore
      : points;
  const lines = way.map((to, i) => ({ from: way[(i + way.length - 1) % way.length]!, to, look: "rod" as const }));
  return { lines, marks: points, label: title };
}

export function loopTool(kind: JointKind): Tool<LoopState> {
  const title = called(kind.name);
  const options = [...loopOptions(kind), SIDE];
  const values = (): Values => valuesOf(loopId(kind), options);
  return {
    start: START,
    drags: false,
    options,
    hint: ({ places }) =>
      places.length < 2
        ? texts.tools.beltTool.clickTheCentresOfTheWheels(title)
        : texts.tools.beltTool.clickTheNextWheelOrThe,
    click(state, spot, sketch): Outcome<LoopState> {
      const places = state.places.map((one) => ({ ...one, anchor: renew(sketch, one.anchor) }));
      const first = places[0];
      if (first && places.length > 1 && samePlace(sketch, first.anchor, spot.anchor)) {
        const made = makeLoop(sketch, kind, places, values());
        return { state: refused(made) ? state : START, made };
      }
      if (places.some(({ anchor }) => samePlace(sketch, anchor, spot.anchor))) return { state };
      if (!wheelOf(sketch, spot.anchor)) return { state, made: { why: texts.tools.beltTool.theCentreOfAWheelIs2 } };
      return { state: { places: [...places, { anchor: spot.anchor, flipped: isFlipped(spot.shift, values()) }] } };
    },
    preview(state, spot: Spot, sketch) {
      const there = state.places.some(({ anchor }) => samePlace(sketch, anchor, spot.anchor));
      const places = there
        ? state.places
        : [...state.places, { anchor: spot.anchor, flipped: isFlipped(spot.shift, values()) }];
      return previewOf(sketch, kind, places, values(), title);
    },
    base: (state) => state.places[state.places.length - 1]?.anchor.at ?? null,
  };
}

/* By which the palette knows its tool. */
export function loopId(kind: JointKind): string {
  return `loop ${kind.name}`;
}

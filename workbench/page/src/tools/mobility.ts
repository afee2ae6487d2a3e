/* mobility.ts - whether a mechanism can move at all, and whether its motors ask for more than it has freedoms; and what to take away.
 *
 * Freedoms are counted from bodies and joints. The count alone may be wrong where joints say the same thing twice, so nothing is said
 * unless the engine finds it, too: no freedom left, or speeds that contradict each other.
 */
import type { Message } from "../engine/engine";
import { formOf } from "../state/description";
import type { Selected } from "../state/selection";
import { GROUND, isMap, together, type Sketch, type SketchJoint } from "./sketch";

/* How many freedoms a joint takes; a compliant one takes none. */
function rowsOf({ type, given }: SketchJoint): number {
  return "stiffness" in given || "damping" in given ? 0 : (formOf(type, false)?.rows ?? 0);
}

function moving(sketch: Sketch): string[] {
  return sketch.bodies.map((body) => body.name).filter((name) => name !== GROUND);
}

/* Freedoms by count, motors left out. */
export function freedomsByCount(sketch: Sketch): number {
  return 3 * moving(sketch).length - sketch.joints.reduce((sum, joint) => sum + rowsOf(joint), 0);
}

/* What is left without a body: its joints go, and gears and racks on these. */
function without(sketch: Sketch, body: string): Sketch {
  const gone = new Set(
    sketch.joints.filter(({ ends }) => ends?.some((end) => end.body === body)).map((joint) => joint.name),
  );
  const joints = sketch.joints.filter(({ name, joints: of }) => !gone.has(name) && !of.some((one) => gone.has(one)));
  return { ...sketch, bodies: sketch.bodies.filter((one) => one.name !== body), joints };
}

/* Links that hold everything still: the rest can move without one of them, and still hangs together. Latest first. */
function braces(sketch: Sketch): string[] {
  return moving(sketch)
    .filter((body) => {
      const rest = without(sketch, body);
      return freedomsByCount(rest) > 0 && moving(rest).every((other) => together(rest, other).grounded);
    })
    .reverse();
}

export interface Verdict {
  words: string;
  remove: Selected[]; // any of these would do
}

const MOST = 3;

function listed(names: string[], last: string): string {
  return names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} ${last} ${names[names.length - 1]}`;
}

/* "drive (O.angle) and lift (C.angle)" */
export function driversInWords({ drivers }: Sketch): string {
  return listed(
    drivers.map((driver) => `${driver.name} (${driver.channel})`),
    "and",
  );
}

function immobile(sketch: Sketch): Verdict {
  const found = braces(sketch).slice(0, MOST);
  const advice = found.length > 0 ? `Take away ${listed(found, "or")}, or a joint.` : "Take away a joint.";
  return {
    words: `Nothing can move: the joints hold every link. ${advice}`,
    remove: found.map((name) => ({ kind: "body", name })),
  };
}

function overdriven(sketch: Sketch, freedoms: number): Verdict {
  const motors = sketch.drivers.length;
  const [one, extra] = [freedoms === 1, motors - freedoms];
  return {
    words:
      `${motors} motors for ${freedoms} ${one ? "freedom" : "freedoms"}: ${driversInWords(sketch)} contradict each other. ` +
      `Take away ${extra === 1 ? "one" : extra}.`,
    remove: [...sketch.drivers].reverse().map(({ name }) => ({ kind: "driver", name })),
  };
}

const CONTRADICT = /contradict each other|nothing can move/;
const MOVES = ["dynamics", "kinematics", "inverse"];

/* What keeps the mechanism from moving as it is asked to; null: nothing that can be told. */
export function verdictOn(sketch: Sketch, messages: readonly Message[]): Verdict | null {
  if (sketch.space || !sketch.readable || moving(sketch).length === 0) return null;
  const freedoms = Math.max(freedomsByCount(sketch), 0);
  const wrong = messages.some((message) => message.severity === "error" && CONTRADICT.test(message.text));
  if (wrong && sketch.drivers.length > freedoms)
    return freedoms === 0 ? immobile(sketch) : overdriven(sketch, freedoms);
  const asked = sketch.analyses.some((one) => MOVES.some((kind) => (isMap(one) ? kind in one : one === kind)));
  const still = sketch.drivers.length === 0 && sketch.freedoms === 0 && freedoms === 0 && messages.length === 0;
  return still && asked ? immobile(sketch) : null;
}

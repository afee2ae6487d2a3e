/* display_units.ts - the units that a document is shown in, and that numbers without a unit are typed in.
 *
 * The file says them (display: {length: mm, force: N, angle: deg, speed: rpm, mass: kg}); what it leaves out is chosen once for a
 * document, by its size. Everything is SI inside: only what is read and what is typed passes through here. Derived units follow: N/mm,
 * mm/s, MPa.
 */
import { computed, effect, signal } from "@preact/signals";
import type { DisplayKey, Scene } from "../engine/engine";
import { isDrive } from "../state/description";
import { scene } from "../state/model";
import { unitText } from "./unit_text";

/* How many of a unit one of SI is. */
const LENGTHS = { mm: 1000, cm: 100, m: 1, in: 1 / 0.0254, ft: 1 / 0.3048 };
const FORCES = { N: 1, kN: 1e-3, lbf: 1 / 4.4482216152605 };
const ANGLES = { deg: 180 / Math.PI, rad: 1 };
const SPEEDS = { rpm: 30 / Math.PI, "deg/s": 180 / Math.PI, "rad/s": 1 };
const MASSES = { kg: 1, g: 1000, lb: 1 / 0.45359237 };

export type DisplayUnits = Required<DisplayKey>;

/* What may be chosen, the usual ones first. */
export const UNIT_CHOICES: { [what in keyof DisplayUnits]: DisplayUnits[what][] } = {
  length: ["mm", "cm", "m", "in", "ft"],
  force: ["N", "kN", "lbf"],
  angle: ["deg", "rad"],
  speed: ["rpm", "deg/s", "rad/s"],
  mass: ["kg", "g", "lb"],
};

const LARGE = 1; // m: mechanisms from this size on are read in m

/* What a document is shown in that says some of it, or nothing. Where something drives, speeds are in rpm, as those of motors are. */
export function unitsOf(given: DisplayKey, length: DisplayUnits["length"], driven = false): DisplayUnits {
  const own = given.length ?? length;
  const force = given.force ?? (own === "in" || own === "ft" ? "lbf" : "N");
  const angle = given.angle ?? "deg";
  return {
    length: own,
    force,
    angle,
    speed: given.speed ?? (angle === "rad" ? "rad/s" : driven ? "rpm" : "deg/s"),
    mass: given.mass ?? (force === "lbf" ? "lb" : "kg"),
  };
}

export function lengthFor(of: Scene): DisplayUnits["length"] {
  return of.bodies.length > 1 && of.size >= LARGE * (1 - 1e-9) ? "m" : "mm";
}

/* Chosen once for each document, when it is first seen, so that nothing changes its unit while a mechanism grows. */
const length = signal<DisplayUnits["length"]>("mm");
let isChosen = false;
effect(() => {
  const now = scene.value;
  if (now && !isChosen) length.value = lengthFor(now);
  isChosen = now !== null;
});

function isDriven(of: Scene | null): boolean {
  return of !== null && (of.drivers.length > 0 || of.forces.some(({ type }) => isDrive(type)));
}

let last = unitsOf({}, "mm");

/* The same object as long as they stay the same: much is drawn anew where they change. */
export const displayUnits = computed<DisplayUnits>(() => {
  const now = unitsOf(scene.value?.display ?? {}, length.value, isDriven(scene.value));
  if (JSON.stringify(now) !== JSON.stringify(last)) last = now;
  return last;
});

/* ---- the unit that a quantity is shown in ---- */

export interface Shown {
  unit: string; // as it is printed: "°/s", "N·m"
  written: string; // as a file has it: "deg/s", "N*m"
  factor: number; // shown = factor * SI
  si?: string; // the SI unit that it is shown for, as a file has it
}

function shownAs(written: string, factor: number): Shown {
  return { unit: unitText(written), written, factor };
}

/* A unit as it is, SI: for what has to stay so, such as matrices. */
export function siUnit(unit: string): Shown {
  return shownAs(unit, 1);
}

const isImperial = ({ length: own }: DisplayUnits): boolean => own === "in" || own === "ft";

/* Torques are read in N·m whether lengths are in mm or in m. */
function torque({ length: own, force }: DisplayUnits): [string, number] {
  if (force !== "lbf") return [`${force}*m`, FORCES[force]];
  const arm = own === "ft" ? "ft" : "in";
  return [`lbf*${arm}`, FORCES.lbf * LENGTHS[arm]];
}

function stress({ length: own, force }: DisplayUnits): [string, number] {
  if (force === "lbf") return ["psi", 1 / 6894.757293168361];
  if (own === "m") return force === "kN" ? ["kPa", 1e-3] : ["Pa", 1];
  return ["MPa", 1e-6];
}

/* Accelerations have metres for every metric length: gravity is 9.81 m/s² to everybody. */
function acceleration(units: DisplayUnits): [string, number] {
  return isImperial(units) ? [`${units.length}/s^2`, LENGTHS[units.length]] : ["m/s^2", 1];
}

function density(units: DisplayUnits): [string, number] {
  if (units.mass === "g") return ["g/cm^3", 1e-3];
  if (units.mass === "kg") return ["kg/m^3", 1];
  const own = isImperial(units) ? units.length : "in";
  return [`lb/${own}^3`, MASSES.lb / LENGTHS[own] ** 3];
}

const POWERS: Record<DisplayUnits["force"], [string, number]> = {
  N: ["W", 1],
  kN: ["kW", 1e-3],
  lbf: ["hp", 1 / 745.6998715822702],
};

const SPECIAL: Record<string, (units: DisplayUnits) => [written: string, factor: number]> = {
  rad: ({ angle }) => [angle, ANGLES[angle]],
  "rad/s": ({ speed }) => [speed, SPEEDS[speed]],
  "rad/s^2": ({ angle }) => [`${angle}/s^2`, ANGLES[angle]],
  "m/s^2": acceleration,
  "kg/m^3": density,
  Pa: stress,
  W: ({ force }) => POWERS[force],
  J: (units) => (units.force === "lbf" ? torque(units) : units.force === "kN" ? ["kJ", 1e-3] : ["J", 1]),
};

const FACTOR = /([*/]|^)([A-Za-z]+)(?:\^(\d+))?/g;

/* A product of lengths, forces, masses and times, each in its own unit; what has other factors stays as it is. */
function product(si: string, units: DisplayUnits): Shown {
  const tables: Record<string, [string, number]> = {
    m: [units.length, LENGTHS[units.length]],
    N: [units.force, FORCES[units.force]],
    kg: [units.mass, MASSES[units.mass]],
    s: ["s", 1],
    rad: ["rad", 1],
  };
  let factor = 1;
  let known = si.replace(FACTOR, "") === "";
  const written = si.replace(FACTOR, (whole, sign: string, name: string, power?: string) => {
    const found = tables[name];
    if (!found) known = false;
    if (!found) return whole;
    factor *= found[1] ** ((sign === "/" ? -1 : 1) * Number(power ?? 1));
    return `${sign}${found[0]}${power ? `^${power}` : ""}`;
  });
  return known ? shownAs(written, factor) : siUnit(si);
}

/* The unit for an SI unit as channels and fields have it. */
export function shownIn(si: string, units: DisplayUnits): Shown {
  const special = SPECIAL[si];
  if (special) return shownAs(...special(units));
  const moment = /^N\*m(?![\w^])(.*)$/.exec(si);
  if (!moment) return product(si, units);
  const [written, factor] = torque(units);
  return shownAs(written + moment[1]!, factor);
}

const known = computed(() => ({ units: displayUnits.value, found: new Map<string, Shown>() }));

export function shownUnit(si: string): Shown {
  const { units, found } = known.value;
  let shown = found.get(si);
  if (!shown) found.set(si, (shown = { ...shownIn(si, units), si }));
  return shown;
}

/* How much of the ground an empty drawing shows from top to bottom, m: a hand's breadth in mm or in, a man's height in m. */
const EMPTY_HEIGHT: Record<DisplayUnits["length"], number> = { mm: 0.12, cm: 0.3, m: 1.2, in: 0.12, ft: 0.9 };

export function emptyHeight(): number {
  return EMPTY_HEIGHT[displayUnits.peek().length];
}

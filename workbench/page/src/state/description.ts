/* description.ts - what the engine knows: kinds of joints and forces with their fields, rows and symbols, functions, units.
 *
 * The page keeps no list of kinds: whatever it offers, draws or counts, it asks here, by what a kind can do and not by its name.
 */
import { computed, effect, signal } from "@preact/signals";
import type { AnalysisKind, Description, FieldInfo, ForceKind, JointForm, JointKind, Scene } from "../engine/engine";
import { connection, engine } from "./connection";

const NOTHING: Description = {
  joints: [],
  forces: [],
  shapes: [],
  analyses: [],
  analysis_fields: [],
  formulations: [],
  functions: [],
  units: [],
  channels: [],
};

export const description = signal<Description>(NOTHING);

/* Whether it is known. */
export const described = computed(() => description.value !== NOTHING);

/* Asked for once, as soon as there is an engine: before the first model is checked. */
export function watchDescription(): void {
  effect(() => {
    if (connection.value !== "open" || description.peek() !== NOTHING) return;
    engine.describe().then(
      (answer) => (description.value = answer),
      () => undefined, // the connection was lost again; asked anew when it is back
    );
  });
}

const joints = computed(() => new Map(description.value.joints.map((kind) => [kind.name, kind])));
const forces = computed(() => new Map(description.value.forces.map((kind) => [kind.name, kind])));

export function jointKind(name: string): JointKind | undefined {
  return joints.value.get(name);
}

export function forceKind(name: string): ForceKind | undefined {
  return forces.value.get(name);
}

/* ---- what the page calls a kind ---- */

/* "Pin", "DC motor"; what nobody described has its name in the file. */
export function titleOf(name: string): string {
  const { states = [], studies = [], analyses: runs } = description.value;
  const others = [...states, ...runs, ...studies];
  const kind = jointKind(name) ?? forceKind(name) ?? others.find((one) => one.name === name);
  const title = kind?.templates[0]?.title ?? name;
  return title[0] === undefined ? name : title[0].toUpperCase() + title.slice(1);
}

/* A title within a sentence: "pin", "DC motor", "PID controller". */
export function inSentence(title: string): string {
  return /^\p{Lu}\p{Lu}/u.test(title) ? title : title.slice(0, 1).toLowerCase() + title.slice(1);
}

export function called(name: string): string {
  return inSentence(titleOf(name));
}

/* ---- what a kind of joint is ---- */

export function formOf(name: string, space: boolean): JointForm | null {
  const kind = jointKind(name);
  return (space ? kind?.space : kind?.plane) ?? null;
}

/* Between two other joints: gears, racks. */
export function tiesJoints(name: string): boolean {
  return jointKind(name)?.connects === "joints";
}

/* Between two points that need not lie in one place: rods. */
export function connectsPoints(name: string): boolean {
  return jointKind(name)?.connects === "points";
}

/* Between surfaces, where these touch: rolling. */
export function connectsSurfaces(name: string): boolean {
  return jointKind(name)?.connects === "surfaces";
}

/* Whether `at` may name its point; what nobody described may. */
export function takesPoint(name: string): boolean {
  return jointKind(name)?.common_fields.some((field) => field.name === "at") ?? true;
}

/* The two points of the joint lie in one place: pins, welds and, in space, balls. */
export function holdsPoint(name: string, space = false): boolean {
  const form = formOf(name, space);
  const rests = form?.coordinates.every(({ unit }) => unit === "rad") ?? false;
  return rests && jointKind(name)!.connects === "bodies";
}

/* Of a joint of bodies its first coordinate that can be driven. What has three or more is led by no single shaft. */
function drivable(name: string, space: boolean): JointForm["coordinates"][number] | undefined {
  if (jointKind(name)?.connects !== "bodies") return undefined;
  const all = formOf(name, space)?.coordinates.filter(({ channel }) => channel) ?? [];
  return space && all.length > 2 ? undefined : all[0];
}

/* Its name; "" where it has none. */
export function coordinateOf(name: string, space = false): string {
  return drivable(name, space)?.name ?? "";
}

/* Whether that coordinate is a displacement. */
export function slides(name: string, space = false): boolean {
  return drivable(name, space)?.unit === "m";
}

/* Which directions a joint in space is written with: its axis; one for each body, along these (shafts) or across them (a cross); none. */
export type Directions = "axis" | "shafts" | "cross" | "none";

export function directionsOf(name: string): Directions {
  const takes = (type: string): boolean => jointKind(name)?.common_fields.some((field) => field.type === type) ?? false;
  if (takes("directions")) return takes("direction") ? "shafts" : "cross";
  return formOf(name, true)?.needs_axis ? "axis" : "none";
}

export function isHinge(name: string): boolean {
  return jointKind(name)?.hinge ?? false;
}

export function isSlider(name: string): boolean {
  return jointKind(name)?.slider ?? false;
}

/* The joint that tools pin bodies with, and the one that they slide along. */
export function pinName(): string {
  return description.value.joints.find(({ hinge, plane }) => hinge && plane)?.name ?? "";
}

export function sliderName(): string {
  return description.value.joints.find(({ slider, plane }) => slider && plane)?.name ?? "";
}

/* Whether a joint holds a point and lets nothing turn about it. */
export function isWeld(name: string, space = false): boolean {
  return holdsPoint(name, space) && (formOf(name, space)?.coordinates.length ?? 1) === 0;
}

/* The joint that makes two bodies one; null: there is none. */
export function weldName(): string | null {
  return description.value.joints.find(({ name, plane }) => plane && isWeld(name))?.name ?? null;
}

/* Whether the symbol of a joint is one that only the whole drawing can make: wheels, a rack. */
export function hasMotif(name: string, motif: string): boolean {
  return jointKind(name)?.symbol.some((piece) => piece.motif === motif) ?? false;
}

/* ---- what a kind of force is ---- */

/* It drives: its power is told. */
export function isDrive(name: string): boolean {
  return forceKind(name)?.channels.some((channel) => channel.name === "power") ?? false;
}

/* Its components are given, as those of a force or a torque. */
export function isGivenLoad(name: string): boolean {
  return forceKind(name)?.fields.some(({ type, required }) => required && type === "varying_vector") ?? false;
}

/* ---- what a kind of analysis is ---- */

/* In the order in which they are offered. */
export const analyses = computed(() => {
  const rank = ({ templates }: AnalysisKind): number => templates[0]?.rank || Infinity;
  return [...description.value.analyses].sort((a, b) => (rank(a) === rank(b) ? 0 : rank(a) - rank(b)));
});

/* Of the analysis, or of one of its tables: "modes.A". */
export function analysisKind(name: string): AnalysisKind | undefined {
  const [first] = name.split(".");
  return description.value.analyses.find((one) => one.name === first);
}

/* It goes on through time, up to an end. */
export function goesOn(name: string): boolean {
  return analysisKind(name)?.fields.some((field) => field.name === "end") ?? false;
}

/* What to begin with: a motion; where drivers leave nothing free, one that needs no masses. */
export function firstAnalysis(driven: boolean): string {
  const moving = analyses.value.filter(({ name }) => goesOn(name));
  return (moving.find(({ needs_inertia: needs }) => needs !== driven) ?? moving[0])?.name ?? "";
}

/* ---- what a field takes, by its name ---- */

const WORDS = new Set(["choice", "boolean", "text", "stabilization"]);

function fieldsOfSection(section: string): FieldInfo[] {
  const { joints: ofJoints, forces: ofForces, states = [], studies = [], analyses } = description.value;
  const kinds = { joints: ofJoints, forces: ofForces, states, studies, analyses }[section] ?? [];
  return [
    ...kinds.flatMap(({ fields }) => fields),
    ...(section === "forces" ? ofForces.flatMap(({ common_fields: fields }) => fields) : []),
    ...(section === "analyses" ? description.value.analysis_fields : []),
    ...(section === "studies" ? (description.value.study_fields ?? []) : []),
  ];
}

const byType = computed(() => {
  const found = new Map<string, Set<string>>();
  for (const section of ["joints", "forces", "states", "studies", "analyses"])
    for (const { name, alias, type } of fieldsOfSection(section)) {
      const key = `${section} ${WORDS.has(type) ? "word" : type}`;
      const names = found.get(key) ?? new Set();
      found.set(key, names.add(name));
      if (alias !== undefined) names.add(alias);
    }
  return found;
});

/* Whether a field takes words and no expression. */
export function takesWords(section: string, field: string): boolean {
  return byType.value.get(`${section} word`)?.has(field) ?? false;
}

/* Whether a field takes a list of names of channels. */
export function takesChannels(section: string, field: string): boolean {
  return byType.value.get(`${section} names`)?.has(field) ?? false;
}

/* Whether a field is a map from parameters to values. */
export function takesParameters(section: string, field: string): boolean {
  return byType.value.get(`${section} variations`)?.has(field) ?? false;
}

/* ---- whether there is such a kind ---- */

/* Whether there is such a joint or force in the plane, or in space; what nobody described is not kept back. */
export function kindSuits(section: string, name: string, space: boolean): boolean {
  if (section === "joints") return !jointKind(name) || formOf(name, space) !== null;
  const force = section === "forces" ? forceKind(name) : undefined;
  return !force || (space ? force.space : force.plane);
}

/* The part of the description that a scene needs to be drawn. */
export function kindsIn(scene: Scene): Description {
  const used = (kinds: { type: string }[]): Set<string> => new Set(kinds.map(({ type }) => type));
  const [ofJoints, ofForces] = [used(scene.joints), used(scene.forces)];
  return {
    ...NOTHING,
    analyses: description.value.analyses,
    formulations: description.value.formulations,
    channels: description.value.channels,
    joints: description.value.joints.filter(({ name }) => ofJoints.has(name)),
    forces: description.value.forces.filter(({ name }) => ofForces.has(name)),
  };
}

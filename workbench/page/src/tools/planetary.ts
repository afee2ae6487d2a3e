/* planetary.ts - a planetary gear set by its centre and the size of its ring: sun, carrier, planets and ring, with teeth that mesh.
 *
 * The ring has  z_r = z_s + 2 z_p  teeth. Planets that stand evenly round the sun fit between the teeth where  z_s + z_r  is a multiple of their
 * number, and have room beside each other where  (z_s + z_p) sin(pi/n) > z_p + 2.
 */
import type { Place as Point } from "../drawing/camera";
import { description, pinName } from "../state/description";
import { put } from "./edits";
import { distance } from "./geometry";
import type { PlaceState } from "./joint_tools";
import { refused, type Made, type Refused } from "./make";
import { placeText } from "./length_text";
import { fineness, rounded, tidy } from "./numbers";
import { valuesOf, type ToolOption, type Values } from "./options";
import { Plan, type Anchor } from "./plan";
import { GROUND, type End, type Sketch } from "./sketch";
import { standardModule } from "./teeth";
import { NOTHING, renew, samePlace, type Outcome, type Preview, type Tool } from "./tool";
import { quantity } from "../shell/quantity";
import { texts } from "../texts/texts";

export const PLANETARY_OPTIONS: ToolOption[] = [
  { key: "sun", label: texts.tools.planetary.sunTeeth, value: "24" },
  { key: "planet", label: texts.tools.planetary.planetTeeth, value: "18" },
  { key: "planets", label: "planets", value: "3", choices: ["2", "3", "4", "5", "6"] },
  {
    key: "ring",
    label: "ring",
    value: "stands",
    choices: ["stands", "turns"],
    about: texts.tools.planetary.theRingIsTheGroundOr,
  },
];

interface Numbers {
  sun: number;
  planet: number;
  planets: number;
  ring: number;
  turns: boolean; // the ring
}

const hasRoom = (sun: number, planet: number, n: number): boolean =>
  (sun + planet) * Math.sin(Math.PI / n) > planet + 2;
const fits = (sun: number, planet: number, n: number): boolean => (2 * (sun + planet)) % n === 0;

/* The number of teeth of the sun next to a given one with which the planets fit. */
function nearestSun(sun: number, planet: number, n: number): number | null {
  for (let by = 0; by <= 40; by++)
    for (const z of [sun + by, sun - by]) if (z >= 8 && fits(z, planet, n) && hasRoom(z, planet, n)) return z;
  return null;
}

export function readPlanetary(values: Values): Numbers | Refused {
  const [sun, planet, planets] = ["sun", "planet", "planets"].map((key) => Number(values[key]));
  const whole = (z: number | undefined): z is number => z !== undefined && Number.isInteger(z) && z >= 8 && z <= 400;
  if (!whole(sun) || !whole(planet) || !planets) return { why: texts.tools.planetary.teethAreWholeNumbersFromTo };
  const better = nearestSun(sun, planet, planets);
  const instead = better === null ? "" : texts.tools.planetary.giveTheSun(better);
  if (!hasRoom(sun, planet, planets))
    return { why: texts.tools.planetary.planetsOfTeethTouchEachOther(planets, planet, instead) };
  if (!fits(sun, planet, planets)) return { why: texts.tools.planetary.theTeethOfPlanetsAtEqual(planets, instead) };
  return { sun, planet, planets, ring: sun + 2 * planet, turns: values["ring"] === "turns" };
}

/* The kind of joint that has teeth. */
export function meshKind(): { name: string; teeth: string; module: string | undefined } | null {
  const kind = description.value.joints.find(({ mesh, plane }) => mesh && plane);
  return kind?.mesh ? { name: kind.name, teeth: kind.mesh.teeth, module: kind.mesh.module } : null;
}

/* Writes the set; names of its parts as in books where they are free. */
class Planetary {
  readonly plan: Plan;
  private readonly step: number;
  private readonly centre: string; // name of the point
  private readonly module: number;

  constructor(
    sketch: Sketch,
    private readonly anchor: Anchor,
    radius: number,
    private readonly n: Numbers,
  ) {
    this.plan = new Plan(sketch);
    this.module = standardModule((2 * radius) / n.ring);
    this.step = fineness(radius, 9);
    this.centre = anchor.node?.drawing ?? this.point(anchor.at, this.plan.pointName("O"));
  }

  private point(at: Point, name: string): string {
    this.plan.edits.push(put(["points", name], placeText(at, this.step, this.plan.sketch.unit)));
    return name;
  }

  private body(stem: string, points: string[], more: string, bare = true): string {
    const name = this.plan.newName(stem, bare);
    this.plan.edits.push(put(["bodies", name], `{points: [${points.join(", ")}], mass: 1${more}}`));
    return name;
  }

  private disc(teeth: number): string {
    return `, shape: {disc: ${this.plan.length((this.module * teeth) / 2)}}`;
  }

  private pin(carrier: string, body: string, point: string, name: string): string {
    const from: End =
      carrier === GROUND ? this.plan.pointOn(GROUND, { ...this.anchor, node: this.drawn() }) : { body: carrier, point };
    return this.plan.addJoint(pinName(), from, { body, point }, "", name);
  }

  /* The centre as a node of the drawing. */
  private drawn(): Anchor["node"] {
    return this.anchor.node?.drawing ? this.anchor.node : { at: this.anchor.at, drawing: this.centre, ends: [] };
  }

  private mesh(stem: string, first: string, planet: string, teeth: number): void {
    const kind = meshKind()!;
    const name = this.plan.newName(stem);
    const size = kind.module ? `, ${kind.module}: ${tidy(rounded(1000 * this.module, 6))} mm` : "";
    const fields = `${kind.teeth}: [${teeth}, ${this.n.planet}]${size}`;
    this.plan.edits.push(put(["joints", name], `{${kind.name}: [${first}, ${planet}], ${fields}}`));
  }

  write(): Made {
    const { sun, planet, planets, ring, turns } = this.n;
    const arm = (this.module * (sun + planet)) / 2;
    const around = Array.from({ length: planets }, (_, i): Point => {
      const angle = Math.PI / 2 + (2 * Math.PI * i) / planets;
      return [this.anchor.at[0] + arm * Math.cos(angle), this.anchor.at[1] + arm * Math.sin(angle)];
    });
    const pins = around.map((at) => this.point(at, this.plan.numberedPoint("P")));
    const inertia = tidy(rounded((arm * arm) / 2, 4), 1e-12);
    const bodies = {
      sun: this.body("sun", [this.centre], this.disc(sun)),
      carrier: this.body("carrier", [this.centre, ...pins], `, com: ${this.centre}, inertia: ${inertia}`),
      planets: pins.map((pin) => this.body("planet", [pin], this.disc(planet), false)),
    };
    const shaft = this.pin(GROUND, bodies.sun, this.centre, "S");
    const arms = this.pin(GROUND, bodies.carrier, this.centre, "C");
    const held = pins.map((pin, i) => this.pin(bodies.carrier, bodies.planets[i]!, pin, pin));
    const outer = turns ? this.ring(ring) : arms;
    for (const pin of held) this.mesh("sun", shaft, pin, sun);
    for (const pin of held) this.mesh("ring", outer, pin, -ring);
    this.drive(shaft);
    return { edits: this.plan.edits, select: { kind: "joint", name: shaft } };
  }

  private ring(teeth: number): string {
    const r = (this.module * teeth) / 2;
    const disc = (radius: number): string => `disc: ${this.plan.length(radius)}`;
    const shape = `, shapes: [{${disc(1.1 * r)}}, {${disc(r)}, hole: true}]`;
    return this.pin(GROUND, this.body("ring", [this.centre], shape), this.centre, "R");
  }

  /* A set that is all there is runs at once: the sun turns, once a second. */
  private drive(shaft: string): void {
    const { drivers, forces } = this.plan.sketch;
    if (drivers.length + forces.length === 0) {
      const name = this.plan.newName("drive", true);
      this.plan.edits.push(put(["drivers", name], `{${shaft}.angle: 2*pi*t}`));
    }
    this.plan.addAnalysis();
  }
}

export function makePlanetary(sketch: Sketch, anchor: Anchor, radius: number, values: Values): Made | Refused {
  const numbers = readPlanetary(values);
  return "why" in numbers ? numbers : new Planetary(sketch, anchor, radius, numbers).write();
}

function previewOf(centre: Point, radius: number, values: Values): Preview {
  const numbers = readPlanetary(values);
  if ("why" in numbers) return { ...NOTHING, marks: [centre], label: numbers.why };
  const { sun, planet, planets, ring } = numbers;
  const module = standardModule((2 * radius) / ring);
  const arm = (module * (sun + planet)) / 2;
  const circles = Array.from({ length: planets }, (_, i) => {
    const angle = Math.PI / 2 + (2 * Math.PI * i) / planets;
    const at: Point = [centre[0] + arm * Math.cos(angle), centre[1] + arm * Math.sin(angle)];
    return { at, radius: (module * planet) / 2 };
  });
  circles.push({ at: centre, radius: (module * sun) / 2 }, { at: centre, radius: (module * ring) / 2 });
  return {
    lines: [],
    marks: [centre],
    circles,
    label: texts.tools.planetary.ringOfTeeth(ring, quantity(module, "m", 6)),
  };
}

const START: PlaceState = { from: null };

export function planetaryTool(id: string): Tool<PlaceState> {
  const values = (): Values => valuesOf(id, PLANETARY_OPTIONS);
  return {
    start: START,
    drags: true,
    options: PLANETARY_OPTIONS,
    hint: (state) =>
      state.from ? texts.tools.planetary.clickWhereTheRingIsTo : texts.tools.planetary.clickTheCentreOfTheSun,
    click(state, spot, sketch): Outcome<PlaceState> {
      if (!state.from) return { state: { from: spot.anchor } };
      const from = renew(sketch, state.from);
      if (samePlace(sketch, from, spot.anchor)) return { state };
      const made = makePlanetary(sketch, from, distance(from.at, spot.anchor.at), values());
      return { state: refused(made) ? state : START, made };
    },
    preview(state, spot, sketch) {
      if (!state.from) return { ...NOTHING, marks: [spot.anchor.at] };
      const from = renew(sketch, state.from).at;
      return previewOf(from, distance(from, spot.anchor.at), values());
    },
    base: (state) => state.from?.at ?? null,
  };
}

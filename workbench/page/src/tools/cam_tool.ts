/* cam_tool.ts - a cam by its shaft and its follower: motion, profile, contact, spring and drive, so that it runs at once.
 *
 * The shaft is a pin on the ground, or empty ground for a new cam. The follower is a body that slides or swings on the ground, or a new one: the
 * second click is then where it touches, or its pivot.
 */
import type { Place as Point } from "../drawing/camera";
import { readNumber } from "../editor/numbers";
import { motionLaws } from "../editor/segments";
import { get } from "../editor/text_edits";
import type { SurfaceKind } from "../engine/engine";
import { description, isHinge, isSlider, pinName, sliderName } from "../state/description";
import { faceAcross, isLeft, offsetOf, radiiFor, swingAbout, type Face, type Radii } from "./cam_shape";
import { put } from "./edits";
import { distance, inFrame, minus, plus, rotated, type Frame } from "./geometry";
import type { PlaceState } from "./joint_tools";
import { bodiesAt, currentValue, refused, type Made, type Refused } from "./make";
import { looseBody } from "./make_sliding";
import { placeText } from "./length_text";
import { degrees, direction, fineness, rounded, tidy, vector } from "./numbers";
import { valuesOf, type ToolOption, type Values } from "./options";
import { Plan, type Anchor } from "./plan";
import { products } from "./products";
import { bodyNamed, GROUND, jointsAt, nodeOfEnd, type End, type Sketch, type SketchJoint } from "./sketch";
import { NOTHING, renew, samePlace, type Outcome, type Spot, type Tool } from "./tool";
import { pinsAt } from "./wheels";
import { texts } from "../texts/texts";

/* The kind of surface whose profile follows from a motion. */
export function profileKind(): SurfaceKind | null {
  return description.value.surfaces?.find(({ motion, plane }) => motion !== undefined && plane) ?? null;
}

/* Without a jump of the acceleration, and known to all. */
function usualLaw(): string {
  const laws = motionLaws();
  return laws.find((law) => law === "3-4-5") ?? laws[0] ?? "";
}

export function camOptions(): ToolOption[] {
  return [
    { key: "face", label: texts.tools.camTool.follower, value: "roller", choices: ["roller", "flat", "point"] },
    { key: "way", label: texts.tools.camTool.aNewOne, value: "slides", choices: ["slides", "swings"] },
    {
      key: "lift",
      label: texts.tools.camTool.lift,
      value: "",
      empty: texts.tools.camTool.bySize,
      about: texts.tools.camTool.liftAbout,
    },
    { key: "rise", label: texts.tools.camTool.riseOver, value: "90 deg" },
    { key: "dwell", label: texts.tools.camTool.dwell, value: "30 deg" },
    { key: "return", label: texts.tools.camTool.returnOver, value: "90 deg" },
    { key: "law", label: texts.tools.camTool.law, value: usualLaw(), choices: motionLaws() },
  ];
}

const TURN = 2 * Math.PI;
const SPEED = TURN; // rad/s: once a second
const STEEPEST = 7.6; // of laws: acceleration by lift over the square of their length

/* ---- what is to be made ---- */

interface Wanted {
  face: Face;
  lift: number | null; // null: by size
  spans: [rise: number, dwell: number, back: number];
  law: string;
}

function read(values: Values): Wanted | Refused {
  const angle = (key: string): number | null => readNumber(values[key] ?? "")?.value ?? null;
  const [rise, dwell, back] = [angle("rise"), angle("dwell"), angle("return")];
  if (rise === null || dwell === null || back === null || rise <= 0 || back <= 0 || dwell < 0)
    return { why: texts.tools.camTool.giveRiseDwellAndReturnAs };
  if (rise + dwell + back > TURN + 1e-9) return { why: texts.tools.camTool.riseDwellAndReturnTogetherTake };
  const given = values["lift"]?.trim() ?? "";
  const lift = given === "" ? null : (readNumber(given)?.value ?? NaN);
  if (lift !== null && !(lift > 0)) return { why: texts.tools.camTool.aLiftIsANumberAbove(given) };
  return { face: (values["face"] ?? "roller") as Face, lift, spans: [rise, dwell, back], law: values["law"] ?? "" };
}

/* ---- followers ---- */

interface Follower {
  swings: boolean;
  at: Point; // F
  out: Point; // where it moves as its motion grows
  pivot: Point | null;
  radii: Radii;
  there: { body: string; joint: SketchJoint } | null; // null: to be made
}

function groundJoint(sketch: Sketch, body: string, is: (type: string) => boolean): SketchJoint | undefined {
  return sketch.joints.find(
    ({ type, ends }) => is(type) && ends?.some((end) => end.body === body) && ends.some((end) => end.body === GROUND),
  );
}

function placeOf(sketch: Sketch, joint: SketchJoint): Point | null {
  const own = joint.ends!.find((end) => end.body !== GROUND)!;
  return nodeOfEnd(sketch, own)?.at ?? null;
}

/* One that there is: it slides or swings on the ground. */
function followerThere(sketch: Sketch, centre: Point, spot: Spot, face: Face): Follower | Refused | null {
  const at = spot.anchor.at;
  const apart = distance(at, centre);
  for (const body of bodiesAt(spot.anchor)) {
    const slider = groundJoint(sketch, body, isSlider);
    if (slider) {
      const given = slider.given["axis"];
      const axis =
        given === "x" ? [1, 0] : given === "y" ? [0, 1] : Array.isArray(given) ? given.map(Number) : [NaN, NaN];
      const way: Point = [axis[0]!, axis[1]!];
      if (!Number.isFinite(way[0] + way[1])) return { why: texts.tools.camTool.theDirectionOfThisSliderIs };
      const by = minus(at, centre);
      const out: Point = way[0] * by[0] + way[1] * by[1] < 0 ? [-way[0], -way[1]] : way;
      return { swings: false, at, out, pivot: null, radii: radiiFor(apart, face), there: { body, joint: slider } };
    }
    const hinge = groundJoint(sketch, body, isHinge);
    const pivot = hinge && placeOf(sketch, hinge);
    if (!hinge || !pivot || distance(pivot, at) < 1e-6 * sketch.size) continue;
    if (face === "flat") return { why: texts.tools.camTool.aFlatFollowerThatSwingsIs };
    return { swings: true, at, out: at, pivot, radii: radiiFor(apart, face), there: { body, joint: hinge } };
  }
  return bodiesAt(spot.anchor).length > 0 ? { why: texts.tools.camTool.aFollowerSlidesOrSwingsOn } : null;
}

function newFollower(centre: Point, at: Point, face: Face, swings: boolean): Follower {
  if (!swings)
    return {
      swings,
      at,
      out: minus(at, centre),
      pivot: null,
      radii: radiiFor(distance(at, centre), face),
      there: null,
    };
  const swing = swingAbout(centre, at, face);
  return { swings, at: swing.tip, out: swing.tip, pivot: at, radii: swing.radii, there: null };
}

/* ---- writing ---- */

class CamWriter {
  readonly plan: Plan;
  private readonly step: number;
  private readonly lift: number;

  constructor(
    private readonly sketch: Sketch,
    private readonly shaft: Spot,
    private readonly follower: Follower,
    private readonly wanted: Wanted,
  ) {
    this.plan = new Plan(sketch);
    const { base, roller } = follower.radii;
    this.step = fineness(base + roller, 12); // what touches must do so to within rounding
    this.lift =
      wanted.lift ??
      (follower.swings ? ((wanted.face === "flat" ? 5 : 15) * Math.PI) / 180 : rounded(0.3 * (base + roller), 1));
  }

  private size(x: number): string {
    return tidy(x, this.step);
  }

  private drawnPoint(at: Point, first: string): string {
    const name = this.plan.pointName(first);
    this.plan.edits.push(put(["points", name], placeText(at, this.step, this.sketch.unit)));
    return name;
  }

  private table(): string {
    const { spans, law } = this.wanted;
    const taken = get(this.sketch.text, ["tables"]);
    const names = new Set(typeof taken === "object" && !Array.isArray(taken) ? Object.keys(taken) : []);
    let name = "lift";
    for (let i = 2; names.has(name); i++) name = `lift${i}`;
    const h = this.follower.swings ? degrees(this.lift, 6) : this.size(this.lift);
    const rest = TURN - spans[0] - spans[1] - spans[2];
    const segments = [
      `{rise: ${h}, over: ${degrees(spans[0], 6)}, law: ${law}}`,
      ...(spans[1] > 0 ? [`{dwell: ${degrees(spans[1], 6)}}`] : []),
      `{return: ${h}, over: ${degrees(spans[2], 6)}, law: ${law}}`,
      ...(rest > 1e-9 ? [`{dwell: ${degrees(rest, 6)}}`] : []),
    ];
    const lines = segments.map((segment) => `\n      ${segment}`).join(",");
    this.plan.edits.push(put(["tables", name], `{periodic: true, segments: [${lines}]}`));
    return name;
  }

  /* The profile, in the frame of the cam as it stands at the start. */
  private profile(table: string, frame: Frame, at: string): string {
    const { follower } = this;
    const { name } = profileKind()!;
    const centre = this.shaft.anchor.at;
    const fields = [`${name}: ${table}`, `base: ${this.size(follower.radii.base)}`];
    if (follower.radii.roller > 0) fields.push(`roller: ${this.size(follower.radii.roller)}`);
    if (this.wanted.face === "flat") fields.push("flat: true");
    if (follower.pivot) {
      fields.push(`pivot: ${vector(inFrame(frame, follower.pivot), this.step)}`);
      if (this.wanted.face !== "flat") fields.push(`arm: ${this.size(distance(follower.pivot, follower.at))}`);
      if (!isLeft(centre, follower.pivot, follower.at)) fields.push("side: right");
    } else {
      fields.push(`direction: ${direction(rotated(follower.out, -frame.angle))}`);
      const offset = offsetOf(centre, follower.at, follower.out);
      if (Math.abs(offset) > 1e-9 * follower.radii.base && this.wanted.face !== "flat")
        fields.push(`offset: ${this.size(offset)}`);
    }
    return `{${fields.join(", ")}, at: ${at}}`;
  }

  /* The cam with its shaft: body, its surface, and the pin. */
  private cam(table: string): { body: string; surface: string; joint: SketchJoint | string } {
    const { anchor } = this.shaft;
    const [pin] = pinsAt(this.sketch, this.shaft).filter(({ ends }) => ends!.some(({ body }) => body === GROUND));
    if (pin) {
      const own = pin.ends!.find(({ body }) => body !== GROUND)!;
      const frame = bodyNamed(this.sketch, own.body)!.frame;
      const surface = this.freeSurface(own.body, "profile");
      this.plan.edits.push(put(["bodies", own.body, "surfaces", surface], this.profile(table, frame, own.point)));
      return { body: own.body, surface, joint: pin };
    }
    const { base } = this.follower.radii;
    const framed = this.plan.framed;
    const frame: Frame = { origin: framed ? anchor.at : [0, 0], angle: 0 };
    const point = framed ? null : (anchor.node?.drawing ?? this.plan.addDrawingPoint(anchor.at));
    const there = point === null ? anchor : { ...anchor, node: { at: anchor.at, drawing: point, ends: [] } };
    const surfaces = `, inertia: ${tidy(rounded((base * base) / 2, 3), 1e-12)}, surfaces: {profile: ${this.profile(table, frame, point ?? "[0, 0]")}}`;
    const end = looseBody(this.plan, "cam", there, GROUND, surfaces);
    return {
      body: end.body,
      surface: "profile",
      joint: this.plan.addJoint(pinName(), this.groundEnd(there, end), end),
    };
  }

  private groundEnd(anchor: Anchor, end: End): End {
    return this.plan.framed ? this.plan.pointOn(GROUND, anchor) : { body: GROUND, point: end.point };
  }

  private freeSurface(body: string, stem: string): string {
    const given = bodyNamed(this.sketch, body)?.given["surfaces"];
    const names = new Set(typeof given === "object" && !Array.isArray(given) ? Object.keys(given) : []);
    let name = stem;
    for (let i = 2; names.has(name); i++) name = stem + i;
    return name;
  }

  /* What touches the cam, in the frame of the follower. */
  private face(frame: Frame, point: string): [name: string, surface: string] {
    const { follower, wanted } = this;
    const place = (p: Point): string => vector(inFrame(frame, p), this.step);
    if (wanted.face === "roller") return ["roller", `{disc: ${this.size(follower.radii.roller)}, at: ${point}}`];
    if (wanted.face === "point") return ["edge", `{point: ${point}}`];
    if (follower.pivot) {
      const ends = [follower.at, follower.pivot]; // the cam is at the left of the way
      if (!isLeft(this.shaft.anchor.at, follower.pivot, follower.at)) ends.reverse();
      return ["flat", `{polyline: [${ends.map(place).join(", ")}]}`];
    }
    const fastest = (2.2 * this.lift) / Math.min(wanted.spans[0], wanted.spans[2]);
    const [from, to] = faceAcross(follower.at, follower.out, Math.max(1.2 * fastest, 0.5 * follower.radii.base));
    return ["flat", `{polyline: [${place(from)}, ${place(to)}]}`];
  }

  private made(
    point: Point,
    stem: string,
    more: (frame: Frame, name: string) => string,
    beside: Point | null = null,
  ): End {
    const framed = this.plan.framed;
    const frame: Frame = { origin: framed ? point : [0, 0], angle: 0 };
    const name = framed ? this.plan.pointName("F") : this.drawnPoint(point, "F");
    const tip = beside && (framed ? this.plan.pointName("T") : this.drawnPoint(beside, "T"));
    const body = this.plan.newName(stem, true);
    const points = framed
      ? `{${name}: [0, 0]${tip ? `, ${tip}: ${vector(minus(beside!, point), this.step)}` : ""}}, position: ${vector(point, this.step)}`
      : `[${[name, ...(tip ? [tip] : [])].join(", ")}]`;
    this.plan.edits.push(put(["bodies", body], `{points: ${points}, mass: 1${more(frame, tip ?? name)}}`));
    return { body, point: name };
  }

  /* The follower: its body, its surface, what holds it, and its point F. */
  private holdFollower(): { body: string; surface: string; joint: string; point: string } {
    const { follower } = this;
    if (follower.there) {
      const { body, joint } = follower.there;
      const spot = nodeAtPlace(this.sketch, follower.at);
      const { point } = this.plan.pointOn(body, { at: follower.at, node: spot, body: spot ? null : body });
      const [stem, surface] = this.face(bodyNamed(this.sketch, body)!.frame, point);
      const name = this.freeSurface(body, stem);
      this.plan.edits.push(put(["bodies", body, "surfaces", name], surface));
      return { body, surface: name, joint: joint.name, point };
    }
    const made = { stem: "", point: "" };
    const surfaces = (frame: Frame, point: string): string => {
      const [stem, surface] = this.face(frame, point);
      Object.assign(made, { stem, point });
      return `${follower.swings ? ", shape: rod" : ""}, surfaces: {${stem}: ${surface}}`;
    };
    const end = this.made(
      follower.pivot ?? follower.at,
      follower.swings ? "arm" : "follower",
      surfaces,
      follower.pivot && follower.at,
    );
    const at = follower.pivot ?? follower.at;
    const from = this.plan.framed
      ? this.plan.pointOn(GROUND, { at, node: null, body: null })
      : { body: GROUND, point: end.point };
    const joint = follower.swings
      ? this.plan.addJoint(pinName(), from, end)
      : this.plan.addJoint(sliderName(), from, end, `, axis: ${direction(follower.out)}`);
    return { body: end.body, surface: made.stem, joint, point: made.point };
  }

  /* Strong enough that the follower stays on the cam at a turn a second. */
  private spring(held: { body: string; joint: string; point: string }): void {
    const { follower, wanted } = this;
    const shortest = Math.min(wanted.spans[0], wanted.spans[2]);
    const acceleration = (STEEPEST * this.lift * SPEED * SPEED) / (shortest * shortest);
    const acts = this.sketch.forces.some(
      ({ ends, joint }) =>
        joint === held.joint || ends.some((end) => (typeof end === "string" ? end : end.body) === held.body),
    );
    const kinds = description.value.forces;
    const kind = kinds.find(
      (one) => one.elastic && one.plane && (follower.swings ? one.acts_on.startsWith("joint") : one.along),
    );
    const stem = products.value.find(({ kind: name }) => name === kind?.name)?.stem ?? "spring";
    if (acts || !kind) return;
    const name = this.plan.newName(stem);
    if (follower.swings) {
      const arm = distance(follower.pivot!, follower.at);
      const torque = 2 * ((arm * arm * acceleration) / 3 + (9.81 * arm) / 2);
      const sign = isLeft(this.shaft.anchor.at, follower.pivot!, follower.at) ? -1 : 1;
      const standing = follower.there ? currentValue(this.sketch, follower.there.joint, `${held.joint}.angle`) : 0;
      const fields = `stiffness: ${tidy(rounded(torque, 2), 1e-9)}, angle: ${degrees(standing + sign * 1, 1)}`;
      this.plan.edits.push(put(["forces", name], `{${kind.name}: ${held.joint}, ${fields}}`));
      return;
    }
    const reach = follower.radii.base + follower.radii.roller;
    const out = Math.hypot(follower.out[0], follower.out[1]);
    const end: Point = plus(follower.at, [
      (1.5 * reach * follower.out[0]) / out,
      (1.5 * reach * follower.out[1]) / out,
    ]);
    const { point } = this.plan.pointOn(GROUND, { at: end, node: null, body: null });
    const stiffness = rounded((3 * (acceleration + 9.81)) / (0.5 * reach), 2);
    const fields = `stiffness: ${tidy(stiffness)}, length: ${this.size(2 * reach)}`;
    this.plan.edits.push(
      put(["forces", name], `{${kind.name}: [${GROUND}.${point}, ${held.body}.${held.point}], ${fields}}`),
    );
  }

  private drive(joint: SketchJoint | string): void {
    const name = typeof joint === "string" ? joint : joint.name;
    const { drivers, forces } = this.sketch;
    if (drivers.some(({ channel }) => channel.startsWith(name + ".")) || forces.some((force) => force.joint === name))
      return;
    const start = typeof joint === "string" ? 0 : currentValue(this.sketch, joint, `${name}.angle`);
    const from = Math.abs(start) < 1e-9 ? "" : `${degrees(start, 6)} + `;
    this.plan.edits.push(put(["drivers", this.plan.newName("drive", true)], `{${name}.angle: ${from}2*pi*t}`));
  }

  write(): Made {
    const table = this.table();
    const cam = this.cam(table);
    const held = this.holdFollower();
    const contact = description.value.forces.find(({ acts_on: on, plane }) => on === "surfaces" && plane);
    if (contact) {
      const pair = `[${cam.body}.${cam.surface}, ${held.body}.${held.surface}]`;
      this.plan.edits.push(put(["forces", this.plan.newName("touch", true)], `{${contact.name}: ${pair}}`));
    }
    this.spring(held);
    this.drive(cam.joint);
    this.plan.addAnalysis();
    const analysis = description.value.analyses.find(({ name }) => name === profileKind()!.name);
    const has = this.sketch.analyses.some((one) => typeof one === "object" && analysis && analysis.name in one);
    if (analysis && !has)
      this.plan.edits.push({ do: "insert", path: ["analyses"], index: 0, value: { [analysis.name]: {} } });
    return { edits: this.plan.edits, select: { kind: "body", name: cam.body } };
  }
}

function nodeAtPlace(sketch: Sketch, at: Point): Anchor["node"] {
  return sketch.nodes.find((node) => distance(node.at, at) <= 1e-6 * sketch.size) ?? null;
}

export function makeCam(sketch: Sketch, shaft: Spot, spot: Spot, values: Values): Made | Refused {
  const wanted = read(values);
  if ("why" in wanted) return wanted;
  const centre = shaft.anchor.at;
  const there = followerThere(sketch, centre, spot, wanted.face);
  if (there && "why" in there) return there;
  const follower = there ?? newFollower(centre, spot.anchor.at, wanted.face, values["way"] === "swings");
  return new CamWriter(sketch, shaft, follower, wanted).write();
}

const START: PlaceState = { from: null };
const NO_SHAFT = texts.tools.camTool.theShaftOfACamIs;

function isShaft(sketch: Sketch, spot: Spot): boolean {
  if (bodiesAt(spot.anchor).length === 0) return true;
  const pins = spot.anchor.node ? jointsAt(sketch, spot.anchor.node) : pinsAt(sketch, spot);
  return pins.some(({ type, ends }) => isHinge(type) && ends?.some(({ body }) => body === GROUND));
}

export function camTool(id: string): Tool<PlaceState> {
  const values = (): Values => valuesOf(id, camOptions());
  return {
    start: START,
    drags: true,
    get options() {
      return camOptions();
    },
    hint: (state) =>
      state.from
        ? values()["way"] === "swings"
          ? texts.tools.camTool.clickALinkThatSwingsWhere
          : texts.tools.camTool.clickThePointOfASlider
        : texts.tools.camTool.clickTheShaftOfTheCam,
    click(state, spot, sketch): Outcome<PlaceState> {
      if (!state.from)
        return isShaft(sketch, spot) ? { state: { from: spot.anchor } } : { state, made: { why: NO_SHAFT } };
      const from = renew(sketch, state.from);
      if (samePlace(sketch, from, spot.anchor)) return { state };
      const made = makeCam(sketch, { ...spot, anchor: from, hits: [] }, spot, values());
      return { state: refused(made) ? state : START, made };
    },
    preview(state, spot, sketch) {
      if (!state.from) return { ...NOTHING, marks: [spot.anchor.at] };
      const from = renew(sketch, state.from).at;
      const to = spot.anchor.at;
      const apart = distance(from, to);
      const swings = values()["way"] === "swings" && bodiesAt(spot.anchor).length === 0;
      return {
        lines: [{ from, to, look: "rod" }],
        marks: [from, to],
        circles: [
          { at: from, radius: radiiFor(swings ? 0.45 * apart : apart, (values()["face"] ?? "roller") as Face).base },
        ],
        label: texts.tools.camTool.baseCircle,
      };
    },
    base: (state) => state.from?.at ?? null,
  };
}

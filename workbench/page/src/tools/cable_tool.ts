/* cable_tool.ts - an open rope: click what it passes in order, then its last place again.
 *
 * Its ends are points of bodies or of the ground, or drums: wheels that wind it up. In between it passes wheels, and new ones on empty ground; at pins whose
 * bodies are no discs, and at points, it goes through an eye. A wheel is passed in the sense in which the rope turns there; with Shift in the other one.
 */
import type { Place as Point } from "../drawing/camera";
import { wayAround } from "../drawing/path_part";
import type { JointKind } from "../engine/engine";
import { called, description } from "../state/description";
import { put } from "./edits";
import { distance } from "./geometry";
import { bodiesAt, refused, type Made, type Refused } from "./make";
import { rounded, tidy } from "./numbers";
import { isFlipped, pinOf, SIDE, wheelOf, type PathWheel } from "./path_wheels";
import { valuesOf, type Values } from "./options";
import { Plan, type Anchor } from "./plan";
import { GROUND, type Sketch } from "./sketch";
import { NOTHING, renew, samePlace, type Outcome, type Preview, type Spot, type Tool } from "./tool";
import { texts } from "../texts/texts";

/* Kinds along a path that need no list to begin with: their ends are open. */
export function cableKinds(): JointKind[] {
  return description.value.joints.filter(
    ({ connects, plane, templates, fields }) =>
      connects === "path" && plane && templates.length > 0 && !/\[/.test(templates[0]!.plane) && radiiField(fields),
  );
}

function radiiField(fields: JointKind["fields"]): string | undefined {
  return fields.find(({ type, unit }) => type === "numbers" && unit === "m")?.name;
}

export interface CablePlace {
  anchor: Anchor;
  flipped: boolean;
}

interface Passed {
  at: Point;
  anchor: Anchor;
  wheel: PathWheel | null; // null: an eye, or an end that is tied
  radius: number; // m, with its sign; 0 of a point
}

const turn = (a: Point, b: Point, c: Point): number => (b[0] - a[0]) * (c[1] - b[1]) - (b[1] - a[1]) * (c[0] - b[0]);

/* The wheels among the places: discs on pins, and, between the ends, what is to be made on empty ground. */
function wheelAt(sketch: Sketch, anchor: Anchor, isEnd: boolean): PathWheel | null {
  const wheel = wheelOf(sketch, anchor);
  if (!wheel || (wheel.pin ? wheel.radius === null : isEnd)) return null;
  return wheel;
}

function passedOf(sketch: Sketch, places: CablePlace[]): Passed[] {
  const points = places.map(({ anchor }) => anchor.at);
  const nearest = Math.min(...points.slice(1).map((at, i) => distance(at, points[i]!)));
  const wheels = places.map(({ anchor }, i) => wheelAt(sketch, anchor, i === 0 || i === places.length - 1));
  /* the sense of the turn there; of a drum that of the next wheel, so that the rope does not cross over */
  const between = points.map((at, i) => {
    const [before, behind] = [points[i - 1], points[i + 1]];
    return before && behind ? (turn(before, at, behind) < 0 ? -1 : 1) : 0;
  });
  return places.map(({ anchor, flipped }, i) => {
    const wheel = wheels[i]!;
    const beside = i === 0 ? 1 : i - 1;
    const sense = between[i] || (wheels[beside] && between[beside]) || 1;
    const size = wheel ? (wheel.radius ?? rounded(0.15 * nearest, 1)) : 0;
    return { at: points[i]!, anchor, wheel, radius: (flipped ? -sense : sense) * size };
  });
}

/* The body that a point of the rope is on: that which moves where some do. */
function tiedTo(plan: Plan, anchor: Anchor): string {
  const body = plan.partner(anchor) ?? bodiesAt(anchor)[0] ?? GROUND;
  const moving = anchor.node?.ends.find((end) => end.body !== GROUND)?.body;
  const { body: on, point } = plan.pointOn(body === GROUND && moving ? moving : body, anchor);
  return `${on}.${point}`;
}

export function makeCable(sketch: Sketch, kind: JointKind, places: CablePlace[]): Made | Refused {
  if (places.length < 2) return { why: texts.tools.cableTool.aRopeHasTwoEnds };
  const plan = new Plan(sketch);
  const passed = passedOf(sketch, places);
  const names = passed.map(({ anchor, wheel, radius }) =>
    wheel ? pinOf(plan, wheel, Math.abs(radius)) : tiedTo(plan, anchor),
  );
  if (names.every((name) => name.startsWith(`${GROUND}.`)))
    return { why: texts.tools.cableTool.nothingWouldMoveTheRopeLet };
  const radii = passed.map(({ radius }) => tidy(radius)).join(", ");
  const { stem, plane } = kind.templates[0]!;
  const name = plan.newName(stem);
  const list = passed.some(({ radius }) => radius !== 0) ? `, ${radiiField(kind.fields)}: [${radii}]` : "";
  plan.edits.push(
    put(["joints", name], `{${kind.name}: [${names.join(", ")}]${list}${plane === "" ? "" : ", " + plane}}`),
  );
  plan.addAnalysis();
  return { edits: plan.edits, select: { kind: "joint", name } };
}

interface CableState {
  places: CablePlace[];
}

const START: CableState = { places: [] };

function previewOf(sketch: Sketch, places: CablePlace[], title: string): Preview {
  const points = places.map(({ anchor }) => anchor.at);
  if (points.length < 2) return { ...NOTHING, marks: points };
  const way = wayAround(
    passedOf(sketch, places).map(({ at, radius }) => ({ at: [at[0], at[1]], radius })),
    false,
  );
  const lines = way.slice(1).map((to, i) => ({ from: way[i]!, to, look: "rod" as const }));
  return { lines, marks: points, label: title };
}

export function cableTool(kind: JointKind): Tool<CableState> {
  const title = called(kind.name);
  const options = [SIDE];
  const values = (): Values => valuesOf(`path ${kind.name}`, options);
  return {
    start: START,
    drags: false,
    options,
    hint({ places }) {
      if (places.length === 0) return texts.tools.cableTool.clickWhereTheBeginsAPoint(title);
      if (places.length === 1) return texts.tools.cableTool.clickTheWheelsThatItPasses;
      return texts.tools.cableTool.clickTheNextPlaceOrThe;
    },
    click(state, spot, sketch): Outcome<CableState> {
      const places = state.places.map((one) => ({ ...one, anchor: renew(sketch, one.anchor) }));
      const last = places[places.length - 1];
      if (last && samePlace(sketch, last.anchor, spot.anchor)) {
        if (places.length < 2) return { state };
        const made = makeCable(sketch, kind, places);
        return { state: refused(made) ? state : START, made };
      }
      return { state: { places: [...places, { anchor: spot.anchor, flipped: isFlipped(spot.shift, values()) }] } };
    },
    preview(state, spot: Spot, sketch) {
      const last = state.places[state.places.length - 1];
      const there = last && samePlace(sketch, last.anchor, spot.anchor);
      const places = there
        ? state.places
        : [...state.places, { anchor: spot.anchor, flipped: isFlipped(spot.shift, values()) }];
      return previewOf(sketch, places, title);
    },
    base: (state) => state.places[state.places.length - 1]?.anchor.at ?? null,
  };
}

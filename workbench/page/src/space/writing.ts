/* writing.ts - what is to be written over the view of space at an instant, and where: the overlay draws it. */
import type { Vec } from "../engine/engine";
import { CROWD, ROOM } from "../drawing/plane_view";
import type { ShownPoint } from "../drawing/points";
import type { Frame } from "../drawing/stage";
import { discRadius, influencePlace, linesOf } from "../drawing/influence_layer";
import { influenceMarks } from "../state/influence";
import type { Selected } from "../state/selection";
import type { ArrowLabel, Legend } from "./arrows";
import type { CameraControl } from "./camera_control";
import type { Label, Place, Written } from "./overlay";
import { ringsOf } from "./rings";
import { spot, type SpacePart } from "./part";
import { stuckAt } from "./touch_parts";

export interface Shown {
  grid: boolean;
  masses: boolean;
  names: boolean;
}

interface What {
  show: Shown;
  parts: SpacePart[];
  points: ShownPoint[];
  marked: [chosen: readonly Selected[], pointed: Selected | null];
  step: number; // m between lines of the grid
  legend: Legend[];
  values: ArrowLabel[];
}

type Placing = (at: Vec) => Place | null;

function labels(now: Frame, { parts, points }: What, place: Placing): Label[] {
  const named = new Set(now.scene.joints.map((joint) => joint.name));
  const short = (name: string): string => name.slice(name.lastIndexOf(".") + 1);
  const list = [
    ...parts
      .filter(({ object }) => object.visible)
      .map((part) => ({ text: part.selected.name, at: part.anchor, bold: part.selected.kind === "body" })),
    ...points
      .filter((point) => !named.has(short(point.name)))
      .map((point) => ({ text: short(point.name), at: spot(now, point.body, point.at), bold: false })),
  ];
  return list.flatMap(({ text, at, bold }) => {
    const there = place(at);
    return there ? [{ text, at: there, bold }] : [];
  });
}

function discs(now: Frame, place: Placing): Written["discs"] {
  const marks = influenceMarks.peek();
  const lines = linesOf(marks);
  return marks.flatMap((mark, i) => {
    const point = influencePlace(now.scene, mark);
    const at = point && place(spot(now, point.body, point.at));
    return at ? [{ at, radius: discRadius(mark), text: mark.text, line: lines[i]!, rises: mark.rises }] : [];
  });
}

export function writtenOver(now: Frame, eye: CameraControl, width: number, height: number, what: What): Written {
  const { show } = what;
  const [right, up, towards] = eye.screen();
  const place: Placing = (at) => eye.project(at, width, height);
  const rings = ringsOf(now, ...what.marked, place);
  const { bodies, size } = now.scene;
  const room = bodies.length < CROWD || (eye.metre(height) * size) / Math.sqrt(bodies.length) > ROOM;
  const unseen = new Set(what.parts.flatMap(({ object, selected }) => (object.visible ? [] : [selected.name])));
  const masses = bodies.flatMap((body, i) => {
    const seen = i > 0 && body.mass > 0 && show.masses && room && !unseen.has(body.name);
    const at = seen ? place(now.poses[i]!.at) : null;
    return at ? [at] : [];
  });
  return {
    width,
    height,
    right,
    up,
    towards,
    gravity: now.scene.gravity,
    step: show.grid ? what.step : null,
    metre: eye.metre(height),
    legend: what.legend,
    labels: show.names ? labels(now, what, place) : [],
    values: what.values.flatMap(({ at, text, kind }) => {
      const there = place(at);
      return there ? [{ text, at: there, colour: kind }] : [];
    }),
    masses,
    rings,
    locks: stuckAt(now, place),
    discs: discs(now, place),
  };
}

/* initial_position.ts - the place to which a mechanism was led by hand, written into the model as its new start.
 *
 *   drawing        its points move with their bodies: lengths stay, and the start is as drawn again
 *   initial        values of joints in `initial` become those of the new place
 *   body frames    `position` and `angle`, from which assembly starts, become those of the new place
 *
 * A drawing whose points are expressions keeps them; its start is then told by `initial`.
 */
import type { Place as Point } from "../drawing/camera";
import { formatNumber } from "../editor/numbers";
import { setValue } from "../editor/text_edits";
import { mapAt } from "../editor/scope";
import { type Data, readTree } from "../editor/tree";
import type { DragResult } from "../engine/engine";
import { connectsPoints, isHinge } from "../state/description";
import type { TextChange } from "../state/document";
import { changesFor, put, type Edit } from "./edits";
import { alike, distance, frameOf, onGround, STILL, rotated, type Frame } from "./geometry";
import type { Refused } from "./make";
import { degrees, fineness, tidy, vector } from "./numbers";
import { GROUND, isMap, plainPoint, type Sketch, type SketchBody } from "./sketch";
import { texts } from "../texts/texts";

export interface NewInitialPosition {
  changes: TextChange[];
}

interface Moved {
  body: SketchBody;
  to: Frame;
}

type Place = { path: (string | number)[]; value: number; old: Data | undefined; step: number };

export function initialPositionAt(sketch: Sketch, result: DragResult): NewInitialPosition | Refused {
  const moved = movedBodies(sketch, result);
  const others = movedOthers(sketch, result);
  if (moved.length === 0 && others.length === 0) return sketch.dof === 0 ? held(sketch) : { changes: [] };
  const drawn = moved.filter(({ body }) => body.drawn);
  const redrawn = redraw(sketch, drawn);
  const placed = moved.filter(({ body }) => !body.drawn);
  if (redrawn && placed.length === 0 && others.length === 0) return { changes: written(sketch.text, redrawn) };
  if (sketch.drivers.length > 0 && sketch.dof <= 0)
    return { why: texts.tools.initialPosition.theInitialPositionIsSetBy(driversOf(sketch)) };
  const part = others.length > 0 ? partWithInitial(sketch) : undefined;
  if (part !== undefined) return { why: texts.tools.initialPosition.theInitialPositionIsSetBy2(part) };
  const needed = (drawn.length > 0 && !redrawn) || others.length > 0;
  const edits = [...frames(sketch, placed), ...initials(sketch, result, needed)];
  return { changes: changesFor(sketch.text, edits) };
}

/* Bodies that moved and are written elsewhere: in parts, as repetitions, in other files. The text of a part is that of all its uses:
   where one of them starts is told by `initial` alone. */
function movedOthers({ scene, bodies, size }: Sketch, result: DragResult): string[] {
  const own = new Set(bodies.map(({ name }) => name));
  return (scene?.bodies ?? []).flatMap(({ name, com, pose }, i) => {
    if (own.has(name) || name === GROUND || !result.poses[i]) return [];
    return alike(frameOf(com, pose), frameOf(com, result.poses[i]), size) ? [] : [name];
  });
}

function partWithInitial({ text }: Sketch): string | undefined {
  const { root } = readTree(text);
  return mapAt(root, ["parts"])?.entries.find(({ key }) => mapAt(root, ["parts", key.text, "initial"]))?.key.text;
}

function driversOf({ drivers }: Sketch): string {
  return `${drivers.length > 1 ? "drivers" : "driver"} ${drivers.map(({ name }) => name).join(", ")}`;
}

/* Why nothing moved, and what does. */
function held(sketch: Sketch): Refused {
  return {
    why:
      sketch.drivers.length > 0
        ? texts.tools.initialPosition.theInitialPositionIsSetBy3(driversOf(sketch))
        : texts.tools.initialPosition.nothingCanMoveTheJointsLock,
  };
}

function movedBodies(sketch: Sketch, result: DragResult): Moved[] {
  const { scene } = sketch;
  if (!scene) return [];
  return sketch.bodies.flatMap((body) => {
    const index = scene.bodies.findIndex((one) => one.name === body.name);
    const pose = result.poses[index];
    if (body.name === GROUND || !pose) return [];
    const to = frameOf(scene.bodies[index]!.com, pose);
    return alike(body.frame, to, sketch.size) ? [] : [{ body, to }];
  });
}

/* ---- a drawing ---- */

/* Whether joints hold more than once, as those of a third crank of a parallelogram: then lengths must fit to the last digits, lest
   nothing can move. */
function overdetermined(sketch: Sketch): boolean {
  return (sketch.scene?.mobility.redundant ?? 0) > 0;
}

/* Where each number of the drawing goes; null where the drawing cannot tell the new start. */
function redraw(sketch: Sketch, moved: Moved[]): Place[] | null {
  if (moved.some(({ body }) => !alike(body.frame, STILL, sketch.size, 1e-6))) return null;
  const places: Place[] = [];
  const step = fineness(sketch.size, overdetermined(sketch) ? 13 : 7);
  const done = new Map<string, Point>();
  for (const { body, to } of moved) {
    if (!shapeTurns(body)) return null;
    for (const [name, at] of body.points) {
      const there = onGround(to, at);
      const known = done.get(name);
      if (known) {
        if (distance(known, there) > 1e-6 * sketch.size) return null;
        continue;
      }
      if (!sketch.drawing.get(name)?.literal || (distance(at, there) > step && isHeld(sketch, name))) return null;
      done.set(name, there);
      places.push(...pointPlaces(["points", name], there, given(sketch, name), step));
    }
    const com = comPlaces(body, to, step);
    if (!com) return null;
    places.push(...com);
  }
  const axes = axisPlaces(sketch, moved);
  return axes && [...places, ...axes];
}

function given(sketch: Sketch, point: string): Data[] {
  const there = sketch.drawing.get(point);
  return there?.given ?? [];
}

function pointPlaces(path: (string | number)[], to: Point, old: Data[], step: number): Place[] {
  return ([0, 1] as const).map((axis) => ({ path: [...path, axis], value: to[axis], old: old[axis], step }));
}

/* Whether the ground has the point for something that stays where it is. */
function isHeld(sketch: Sketch, point: string): boolean {
  const held = (end: unknown) =>
    typeof end === "object" &&
    end !== null &&
    "body" in end &&
    "point" in end &&
    end.body === GROUND &&
    end.point === point;
  const stays = sketch.joints.filter(({ type }) => connectsPoints(type));
  return [...sketch.forces, ...stays].some(({ ends }) => ends?.some(held));
}

/* Shapes with coordinates or with sides along the axes of the drawing would not turn with the points. */
function shapeTurns(body: SketchBody): boolean {
  const shape = body.given["shape"];
  if (shape === undefined || typeof shape === "string") return shape !== "box";
  if (!isMap(shape) || body.shape === "box") return false;
  const sizes = shape[body.shape];
  const inner: Data[] = isMap(sizes) ? Object.values(sizes) : Array.isArray(sizes) ? sizes : [];
  return !inner.some(
    (one) => Array.isArray(one) && one.some((item) => Array.isArray(item) || /^[-+.\d]/.test(String(item))),
  );
}

function comPlaces(body: SketchBody, to: Frame, step: number): Place[] | null {
  const com = body.given["com"];
  if (!Array.isArray(com)) return [];
  const at = plainPoint(com);
  return at && pointPlaces(["bodies", body.name, "com"], onGround(to, at), com, step);
}

/* Directions of joints lie in the drawing as it was: they turn with their first body. */
function axisPlaces(sketch: Sketch, moved: Moved[]): Place[] | null {
  const places: Place[] = [];
  for (const joint of sketch.joints) {
    const first = moved.find(({ body }) => body.name === joint.ends?.[0].body);
    const axis = joint.given["axis"];
    if (!first || axis === undefined || Math.abs(first.to.angle) < 1e-12) continue;
    if (places.some(({ path }) => path[1] === joint.entry)) continue; // of several bodies: once
    const at = plainPoint(axis);
    if (!at || !Array.isArray(axis)) return null;
    places.push(...pointPlaces(["joints", joint.entry, "axis"], rotated(at, first.to.angle), axis, 1e-9));
  }
  return places;
}

/* All numbers stand in the text already, so that each change is one of the same text. */
function written(text: string, places: Place[]): TextChange[] {
  return places.flatMap(({ path, value, old, step }) =>
    setValue(text, path, formatNumber(value, typeof old === "string" ? old : undefined, step)),
  );
}

/* ---- body frames and initial ---- */

function frames(sketch: Sketch, moved: Moved[]): Edit[] {
  const step = fineness(sketch.size, 7);
  return moved.flatMap(({ body, to }) => {
    const path = ["bodies", body.name];
    const old = body.given["angle"];
    const angle = typeof old === "string" && !/deg/.test(old) ? tidy(to.angle, 1e-8) : degrees(to.angle, 6);
    const held = sketch.joints.some(
      (joint) => isHinge(joint.type) && joint.ends?.some((end) => end.body === body.name),
    );
    const place = "position" in body.given || !held ? [put([...path, "position"], vector(to.origin, step))] : [];
    return [put([...path, "angle"], angle), ...place];
  });
}

const POSITION = /\.(angle|displacement)$/;

function value(channel: string, at: number, old: Data | undefined): string {
  const plain = typeof old === "string" && !/deg/.test(old);
  if (channel.endsWith("displacement") || plain)
    return formatNumber(at, typeof old === "string" ? old : undefined, 1e-8);
  return degrees(at, 6);
}

/* Channels in `initial` take their new values; `needed`: so many are added that the start is told. */
function initials(sketch: Sketch, result: DragResult, needed: boolean): Edit[] {
  const known = Object.keys(sketch.initial).filter(
    (channel) => POSITION.test(channel) && channel in result.coordinates,
  );
  const channels = known.length === 0 && needed ? telling(sketch, result) : known;
  return channels.map((channel) =>
    put(["initial", channel], value(channel, result.coordinates[channel]!, sketch.initial[channel])),
  );
}

/* As many coordinates as the mechanism has degrees of freedom, those at the ground and those that moved most first. */
function telling(sketch: Sketch, result: DragResult): string[] {
  const all = (sketch.scene?.joints ?? []).flatMap((joint) =>
    joint.coordinates
      .filter(({ channel }) => POSITION.test(channel) && channel in result.coordinates)
      .map(({ channel, value: before }) => ({
        channel,
        ground: joint.bodies.includes(0),
        by: Math.abs(result.coordinates[channel]! - before),
      })),
  );
  all.sort((a, b) => Number(b.ground) - Number(a.ground) || b.by - a.by);
  return all.slice(0, Math.max(sketch.dof, 1)).map(({ channel }) => channel);
}

/* What else of the drawing goes with bodies that move as a whole: centres of mass and directions that are written as numbers. */
export function carriedChanges(sketch: Sketch, moved: { body: SketchBody; to: Frame }[]): TextChange[] {
  const step = fineness(sketch.size, 7);
  const masses = moved.flatMap(({ body, to }) => comPlaces(body, to, step) ?? []);
  return written(sketch.text, [...masses, ...(axisPlaces(sketch, moved) ?? [])]);
}

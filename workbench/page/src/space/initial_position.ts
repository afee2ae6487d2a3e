/* initial_position.ts - the start of a mechanism in space that was led somewhere else, as changes of its text.
 *
 *   body frames    `position` and `orientation`, from which assembly starts, become those of the new place
 *   a drawing      keeps its points; the start is told by coordinates of joints in `initial`
 *
 * Coordinates that `initial` has already take their new values. Which of the ways leads to the very place is not known beforehand, so
 * that there may be several: the caller asks the engine.
 */
import { has } from "../editor/text_edits";
import type { DragResult, Pose, Scene, Vec } from "../engine/engine";
import { rotated } from "../drawing/poses";
import type { TextChange } from "../state/document";
import { changesFor, put, type Edit } from "../tools/edits";
import { degrees, fineness, tidy } from "../tools/numbers";
import { readSketch } from "../tools/sketch";
import { distance, minus } from "./vectors";

const COORDINATE = /\.(angle|displacement)\d*$/;

/* How far a body's places are from where they were, m; a turn counts by what it does at the mechanism's size. */
export function shiftOf(a: Pose, b: Pose, size: number): number {
  const cosine = Math.min(Math.abs(a.q.reduce((sum, one, i) => sum + one * b.q[i]!, 0)), 1);
  return Math.max(distance(a.at, b.at), 2 * Math.acos(cosine) * size);
}

/* Where a body's own frame is when its centre of mass is at a pose. */
export function originOf(com: Vec, pose: Pose): Vec {
  return minus(pose.at, rotated(pose, com));
}

function list(numbers: number[], step: number): string {
  return `[${numbers.map((one) => tidy(one, step)).join(", ")}]`;
}

function frames(scene: Scene, result: DragResult, moved: number[]): Edit[] {
  const step = fineness(scene.size, 8);
  return moved.flatMap((i) => {
    const { name, com } = scene.bodies[i]!;
    const pose = result.poses[i]!;
    return [
      put(["bodies", name, "position"], list(originOf(com, pose), step)),
      put(["bodies", name, "orientation"], list(pose.q, 1e-9)),
    ];
  });
}

function valueOf(channel: string, value: number, size: number): string {
  return /\.displacement\d*$/.test(channel) ? tidy(value, fineness(size, 8)) : degrees(value, 6);
}

/* Coordinates that could tell the start: of joints with one coordinate, those at the ground and those that moved most first. */
function telling(scene: Scene, result: DragResult): string[] {
  const all = scene.joints.flatMap((joint) =>
    joint.coordinates
      .filter(({ channel }) => COORDINATE.test(channel) && channel in result.coordinates)
      .map(({ channel, value }) => ({
        channel,
        several: joint.coordinates.length > 1,
        ground: joint.bodies.includes(0),
        by: Math.abs(result.coordinates[channel]! - value),
      })),
  );
  all.sort((a, b) => Number(a.several) - Number(b.several) || Number(b.ground) - Number(a.ground) || b.by - a.by);
  return all.map(({ channel }) => channel);
}

/* Ways to write the start, the shortest first; none where nothing moved. */
export function initialPositionsFor(text: string, scene: Scene, result: DragResult): TextChange[][] {
  const moved = scene.bodies.flatMap((body, i) =>
    i > 0 && shiftOf(body.pose, result.poses[i]!, scene.size) > 1e-7 * scene.size ? [i] : [],
  );
  if (moved.length === 0) return [];
  const known = Object.keys(readSketch(text, scene).initial).filter(
    (one) => COORDINATE.test(one) && one in result.coordinates,
  );
  const others = telling(scene, result).filter((channel) => !known.includes(channel));
  const initial = (channels: string[]): Edit[] =>
    channels.map((channel) => put(["initial", channel], valueOf(channel, result.coordinates[channel]!, scene.size)));
  const placed = moved.filter((i) => !scene.bodies[i]!.drawn && has(text, ["bodies", scene.bodies[i]!.name]));
  const guess = frames(scene, result, placed);
  const needed = others.slice(0, Math.max(scene.dof - known.length, 0));
  const ways: Edit[][] = known.length > 0 ? [initial(known)] : [];
  if (placed.length === moved.length) ways.push([...guess, ...initial(known)]);
  ways.push([...guess, ...initial([...known, ...needed])]);
  return ways.map((edits) => changesFor(text, edits)).filter((changes) => changes.length > 0);
}
